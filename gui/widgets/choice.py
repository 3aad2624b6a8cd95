"""A drop-down list that can be narrower than its longest entry."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)


class ChoiceBox(QComboBox):
    """Takes the room its entries want, and makes do with less in a narrow panel."""

    def __init__(self, parent: QWidget | None = None, narrowest: int = 5) -> None:
        """``narrowest`` is the number of characters that stay readable."""
        super().__init__(parent)
        self._narrowest = narrowest
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        # Qt's own smallest size is not worked out anew when the entries change.
        wanted = super().sizeHint()
        longest = max(
            (metrics.horizontalAdvance(self.itemText(i)) for i in range(self.count())), default=0
        )
        spared = max(0, longest - metrics.averageCharWidth() * self._narrowest)
        return QSize(wanted.width() - spared, wanted.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt, which cuts a text that is too long in the middle of a letter."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        # The style keeps a pixel at each end.
        option.currentText = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, field.width() - 2
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
