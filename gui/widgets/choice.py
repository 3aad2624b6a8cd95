"""A drop-down list that can be narrower than its longest entry."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

_ENDS: Final = 2
"""Pixels that the style keeps beside the text."""


class ChoiceBox(QComboBox):
    """Takes the room its entries want, and makes do with less in a narrow panel."""

    def __init__(self, parent: QWidget | None = None, narrowest: int = 5) -> None:
        """``narrowest`` is the number of characters that stay readable."""
        super().__init__(parent)
        self._narrowest = narrowest
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        wanted = super().sizeHint()
        # Under a style sheet Qt's own width may be some pixels short of the longest entry.
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.rect = QRect(QPoint(), wanted)
        missing = self._longest() + _ENDS - self._field(option).width()
        return QSize(wanted.width() + max(0, missing), wanted.height())

    def minimumSizeHint(self) -> QSize:
        # Qt's own smallest size is not worked out anew when the entries change.
        wanted = self.sizeHint()
        least = self.fontMetrics().averageCharWidth() * self._narrowest
        spared = max(0, self._longest() - least)
        return QSize(wanted.width() - spared, wanted.height())

    def _longest(self) -> int:
        """Pixels of the longest entry."""
        advance = self.fontMetrics().horizontalAdvance
        return max((advance(self.itemText(index)) for index in range(self.count())), default=0)

    def _field(self, option: QStyleOptionComboBox) -> QRect:
        """Where the text stands."""
        return self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )

    def shown_text(self, option: QStyleOptionComboBox | None = None) -> str:
        """As much of the chosen entry as there is room for."""
        if option is None:
            option = QStyleOptionComboBox()
            self.initStyleOption(option)
        room = self._field(option).width() - _ENDS
        elide = Qt.TextElideMode.ElideRight
        return self.fontMetrics().elidedText(self.currentText(), elide, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt, which cuts a text that is too long in the middle of a letter."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self.shown_text(option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
