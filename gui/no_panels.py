"""What stands in the place of the panels while all of them are closed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from gui.commands import MENUS
from gui.language import quoted, tr
from gui.offer import plain
from gui.widgets.empty_message import empty_message


class NoPanels(QFrame):
    """Says how panels are opened, and has a button that brings back the first ones.

    Signals:
        resetAsked: the layout is to be as it came.
    """

    resetAsked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        menu = quoted(plain(tr(MENUS["panels"])))
        self.message = empty_message(
            tr("No panel is open here. The menu {menu} has all of them.").format(menu=menu)
        )
        # The button beneath is there to have the focus.
        self.message.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button = QPushButton(plain(tr("&Reset layout")))
        self.button.setToolTip(tr("Bring all panels and sizes back to how they came"))
        self.button.clicked.connect(self.resetAsked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addStretch(1)
        layout.addWidget(self.message)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(1)
