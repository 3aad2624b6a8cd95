"""The aligned pairs in Pharaoh format, to read and to copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engine.analysis.alignment import to_pharaoh
from gui.language import QT_TR_NOOP, tr
from gui.widgets.alignment_text import AlignmentText
from gui.widgets.elided_label import ElidedLabel

PHARAOH_TIP: Final = QT_TR_NOOP(
    "The aligned pairs in Pharaoh format: number of the source word, hyphen, number of the target "
    "word, both from 0, ordered by source word"
)
_COPIED_MS: Final = 1200


class AlignmentCopies(QWidget):
    """The pairs on one line, and buttons and a menu that copy.

    Args:
        newest: gives the alignment as it is now, which may not be drawn yet.
    """

    def __init__(
        self, newest: Callable[[], AlignmentText | None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._newest = newest
        self._enabled = False
        self.links = ElidedLabel(colour="muted")
        self.copy_button = QPushButton(tr("Copy"))
        self.table_button = QPushButton(tr("Copy table"))
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self.links.setAccessibleName(tr("Alignment in Pharaoh format"))
        self.copy_button.setAccessibleName(tr("Copy as Pharaoh"))
        self.table_button.setToolTip(
            tr("Copy the matrix of weights for a spreadsheet: words, tabs, one target word a line")
        )
        name = QLabel(tr("Pharaoh"))
        name.setToolTip(tr(PHARAOH_TIP))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(name)
        self._row.addWidget(self.links, 1)
        for button in (self.copy_button, self.table_button):
            self._row.addWidget(button)
        # What is left out in a narrow panel is no reason for it to stay wide.
        self.setMinimumWidth(120)
        self.copy_button.clicked.connect(self.copy)
        self.table_button.clicked.connect(self.copy_table)
        self._copied.timeout.connect(self._on_copied_over)

    def add(self, widget: QWidget) -> None:
        """Put a widget before the buttons."""
        self._row.insertWidget(self._row.count() - 2, widget)

    def show_text(self, text: AlignmentText | None) -> None:
        """Show the pairs of an alignment, if there is one."""
        self._enabled = text is not None
        links = "" if text is None else to_pharaoh(text.links)
        self.links.setText(links)
        self.copy_button.setToolTip(f"{tr(PHARAOH_TIP)} ({_keys()})\n{links}".strip())
        for button in (self.copy_button, self.table_button):
            button.setEnabled(self._enabled)

    @Slot()
    def copy(self) -> None:
        """Put the aligned pairs on the clipboard, in Pharaoh format."""
        text = self._newest()
        if text is not None:
            self._put(to_pharaoh(text.links), self.copy_button)

    @Slot()
    def copy_table(self) -> None:
        """Put the weights on the clipboard, for a spreadsheet."""
        text = self._newest()
        if text is not None:
            self._put(text.table(), self.table_button)

    @Slot()
    def copy_words(self) -> None:
        """Put the words on the clipboard that the numbers count: source ||| target."""
        text = self._newest()
        if text is not None:
            self._put(text.pair(), None)

    def _put(self, text: str, button: QPushButton | None) -> None:
        QGuiApplication.clipboard().setText(text)
        self._on_copied_over()
        if button is not None:
            button.setText(tr("Copied"))
            self._copied.start(_COPIED_MS)

    @Slot()
    def _on_copied_over(self) -> None:
        self.copy_button.setText(tr("Copy"))
        self.table_button.setText(tr("Copy table"))


def _keys() -> str:
    """The keys that copy, as this system writes them."""
    keys = QKeySequence(QKeySequence.StandardKey.Copy)
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
