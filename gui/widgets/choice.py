"""A drop-down list that can be narrower than its longest entry."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget


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
