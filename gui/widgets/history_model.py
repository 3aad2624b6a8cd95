"""The entries of the history as Qt's list model, newest first, filtered."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gui import numbers
from gui.history import History
from gui.history_entry import Entry
from gui.widgets.history_text import RowText, row_text, tooltip

ENTRY_ROLE: Final = Qt.ItemDataRole.UserRole
ROW_ROLE: Final = Qt.ItemDataRole.UserRole + 1

_Index = QModelIndex | QPersistentModelIndex


class HistoryModel(QAbstractListModel):
    """Follows a history when told to; rows keep their selection as others come and go."""

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._words = ""
        self._rows: list[tuple[Entry, RowText]] = []
        self._known: dict[int, tuple[tuple[object, ...], RowText]] = {}

    def sync(self) -> None:
        """Take over what the history has now."""
        current = self._history.current()
        rows = [(entry, self._text(entry, entry is current)) for entry in self._history.entries()]
        self.drop_gone()
        self._take([row for row in rows if row[1].matches(self._words)])

    def drop_gone(self) -> None:
        """Forget the entries that the history has forgotten, so that their memory is free."""
        there = {id(entry) for entry in self._history.entries()}
        self._known = {number: known for number, known in self._known.items() if number in there}
        self._take([row for row in self._rows if id(row[0]) in there])

    def _text(self, entry: Entry, shown: bool) -> RowText:
        """What the row of an entry says; worked out again only if it says something else."""
        state = (entry.trace, shown, entry.pinned, dict(entry.followed), numbers.style())
        known = self._known.get(id(entry))
        if known is None or known[0] != state:
            known = self._known[id(entry)] = (state, row_text(entry, shown))
        return known[1]

    def set_filter(self, words: str) -> None:
        """Show the entries alone in which all of these words stand."""
        if words != self._words:
            self._words = words
            self.sync()

    def entries(self) -> list[Entry]:
        """What is listed."""
        return [entry for entry, _ in self._rows]

    def row_of(self, entry: Entry | None) -> int:
        """The row of an entry, -1 if it is not listed."""
        return next((row for row, (each, _) in enumerate(self._rows) if each is entry), -1)

    def _take(self, rows: list[tuple[Entry, RowText]]) -> None:
        """Remove what went and insert what came, so that views keep their place."""
        staying = {id(entry) for entry, _ in rows}
        for number in range(len(self._rows) - 1, -1, -1):
            if id(self._rows[number][0]) not in staying:
                self.beginRemoveRows(QModelIndex(), number, number)
                del self._rows[number]
                self.endRemoveRows()
        # The order never changes, so what is left is a part of it.
        for number, row in enumerate(rows):
            if number < len(self._rows) and self._rows[number][0] is row[0]:
                if self._rows[number][1] != row[1]:
                    self._rows[number] = row
                    self.dataChanged.emit(self.index(number), self.index(number))
                continue
            self.beginInsertRows(QModelIndex(), number, number)
            self._rows.insert(number, row)
            self.endInsertRows()

    # Qt ------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        entry, row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.source
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(entry, row)
        if role == ENTRY_ROLE:
            return entry
        return row if role == ROW_ROLE else None
