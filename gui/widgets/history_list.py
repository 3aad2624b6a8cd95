"""The list of the history: which entries are selected, and its keys."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from gui.history_entry import Entry
from gui.language import tr
from gui.widgets.history_art import HistoryDelegate
from gui.widgets.history_model import HistoryModel

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class HistoryList(QListView):
    """The entries of a model, one or several of them selected.

    Enter asks to reopen, Delete to remove, Ctrl+D to pin, C to compare.

    Signals:
        reopenAsked, removeAsked, pinAsked, compareAsked: the selected entries are meant.
    """

    reopenAsked = Signal()
    removeAsked = Signal()
    pinAsked = Signal()
    compareAsked = Signal()

    def __init__(self, model: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(HistoryDelegate(self))
        self.setAccessibleName(tr("Translations of this sitting, newest first"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.doubleClicked.connect(self.reopenAsked)

    def selected(self) -> list[Entry]:
        """The selected entries, newest first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        entries = self._model.entries()
        return [entries[row] for row in rows if row < len(entries)]

    def select(self, *entries: Entry) -> None:
        """Select these entries; the first becomes the current one."""
        selection = self.selectionModel()
        selection.clear()
        for entry in reversed(entries):
            row = self._model.row_of(entry)
            if row >= 0:
                flag = QItemSelectionModel.SelectionFlag.Select
                selection.setCurrentIndex(self._model.index(row), flag)

    def select_row(self, row: int) -> None:
        """Select one row alone, the last one if there are fewer; none of an empty list."""
        count = self._model.rowCount()
        if count:
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            index = self._model.index(min(row, count - 1))
            self.selectionModel().setCurrentIndex(index, flag)

    def enter(self) -> None:
        """Take the focus, with something selected."""
        if self._model.rowCount():
            if not self.selected():
                self.select(self._model.entries()[0])
            self.setFocus(Qt.FocusReason.TabFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Qt has a current row then, but selects it only once another one was: Enter would do
        # nothing. The mouse selects what it presses.
        if event.reason() != Qt.FocusReason.MouseFocusReason and not self.selected():
            self.select_row(max(0, self.currentIndex().row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), event.modifiers() in _PLAIN
        if plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.reopenAsked.emit()
        elif plain and key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removeAsked.emit()
        elif plain and key == Qt.Key.Key_C:
            self.compareAsked.emit()
        elif event.modifiers() == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_D:
            self.pinAsked.emit()
        else:
            super().keyPressEvent(event)
