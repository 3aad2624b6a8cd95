"""What a panel says where there is nothing to draw."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel

from gui.language import QT_TR_NOOP

ASK_TO_WAIT: Final = QT_TR_NOOP("The first step is being decoded.")
NOT_RECORDED: Final = QT_TR_NOOP(
    "The attention was not recorded here. Run the model on the text again to see it."
)


def empty_message(text: str) -> QLabel:
    """A quiet sentence for the middle of a panel."""
    # A plain label: a Python subclass more would be one more override for Qt to call while
    # an exception of another widget is on its way.
    label = QLabel(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    # Often all that a panel has: whoever comes by key has to find it, to leave it or to ask F1.
    label.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    label.setObjectName("emptyMessage")
    return label
