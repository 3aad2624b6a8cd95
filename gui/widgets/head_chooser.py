"""What stands where one head is needed and the mean over heads is chosen: the heads to choose."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.language import tr

_BUTTONS_A_ROW = 8


class HeadChooser(QWidget):
    """A sentence, and a button for each head.

    Signals:
        chosen: the head, from 0.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QLabel()
        self.buttons: list[QPushButton] = []
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        middle = QGridLayout()
        middle.setColumnStretch(0, 1)
        middle.setColumnStretch(2, 1)
        middle.addLayout(self._grid, 0, 1)
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(self.text)
        layout.addSpacing(6)
        layout.addLayout(middle)
        layout.addStretch(1)

    def offer(self, text: str, heads: int) -> None:
        """Offer ``heads`` heads."""
        self.text.setText(text)
        while len(self.buttons) < heads:
            self._add(len(self.buttons))
        for index, button in enumerate(self.buttons):
            button.setVisible(index < heads)

    def _add(self, index: int) -> None:
        button = QPushButton(str(index + 1))
        button.setAccessibleName(tr("Head {head}").format(head=index + 1))
        button.setToolTip(
            tr("Show head {head} here and in the other panels").format(head=index + 1)
        )
        button.setFixedWidth(42)
        button.setStyleSheet("padding-left: 0; padding-right: 0;")
        button.clicked.connect(lambda: self.chosen.emit(index))
        self.buttons.append(button)
        self._grid.addWidget(button, *divmod(index, _BUTTONS_A_ROW))
