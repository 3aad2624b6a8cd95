"""What a panel says where there is nothing to draw."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

ASK_TO_WAIT: Final = "The first step is being decoded."
NOT_RECORDED: Final = (
    "The attention of this translation was not recorded. Translate again to see it."
)


class EmptyMessage(QLabel):
    """A quiet sentence in the middle of the panel."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
