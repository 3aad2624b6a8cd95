"""The command palette: every command by typing a few letters of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QBrush, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui import theme
from gui.actions import Row
from gui.language import tr

FROM_EDITOR = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
"""Keys that move in the list while the focus stays in the editor."""


def _folded(text: str) -> str:
    """Without case and accents, so that "tete" finds "tête"."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def rank(query: str, name: str, more: str = "", words: str = "") -> int | None:
    """How well a command fits what was typed, 0 best; ``None`` if it does not.

    Every word typed has to be found: at the start of a word of the name, inside the name, at the
    start of one of its other words, or in what else is known of the command.
    """
    name, more = _folded(name), _folded(more)
    others = _folded(words).split()
    worst = 0
    for word in _folded(query).split():
        if any(part.startswith(word) for part in name.split()):
            place = 0 if name.startswith(word) else 1
        elif word in name:
            place = 2
        elif any(other.startswith(word) for other in others):
            place = 3
        elif word in more:
            place = 4
        else:
            return None
        worst = max(worst, place)
    return worst


def _show_possible(item: QTreeWidgetItem) -> None:
    """Grey what cannot be done, but not disabled: it can be chosen, to read what it would do."""
    row: Row = item.data(0, Qt.ItemDataRole.UserRole)
    muted = QBrush() if row.action.isEnabled() else QBrush(theme.current().color("muted", 0.7))
    for column in (0, 1):
        item.setForeground(column, muted)


class CommandPalette(QDialog):
    """Filters the commands while one types; Enter carries out the chosen one."""

    def __init__(self, rows: Sequence[Row], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Commands"))
        self.resize(560, 460)
        self._rows = rows
        for row in rows:
            row.action.enabledChanged.connect(self._on_enabled)
        self.editor = QLineEdit()
        self.editor.setPlaceholderText(tr("Type a few letters of a command"))
        self.editor.setAccessibleName(tr("Search the commands"))
        self.editor.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(tr("Commands and their keys"))
        self.list.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tip = QLabel()
        self.tip.setObjectName("muted")
        self.tip.setWordWrap(True)
        self.tip.setMinimumHeight(2 * self.fontMetrics().height() + 4)
        self.tip.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(10)
        layout.addWidget(self.editor)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.tip)
        self.editor.textChanged.connect(self._fill)
        self.editor.installEventFilter(self)
        self.list.currentItemChanged.connect(self._on_current)
        self.list.itemActivated.connect(self._run)
        self._fill("")
        self.editor.setFocus()

    @Slot(str)
    def _fill(self, query: str) -> None:
        found = []
        for number, row in enumerate(self._rows):
            fit = rank(query, row.name, f"{row.menu} {row.tip}", row.words)
            if fit is not None:
                found.append((fit, number, row))
        # What can be done now comes first among equals.
        found.sort(key=lambda entry: (entry[0], not entry[2].action.isEnabled(), entry[1]))
        self.list.clear()
        for _, _, row in found:
            item = QTreeWidgetItem(self.list, [f"{row.menu} › {row.name}", row.keys])
            item.setData(0, Qt.ItemDataRole.UserRole, row)
            _show_possible(item)
            if row.action.isEnabled() and row.action.isCheckable() and row.action.isChecked():
                item.setText(0, f"{row.menu} › {row.name}  ✓")
        first = self.list.topLevelItem(0)
        if first is None:
            self.tip.setText(tr("No command has “{query}” in it.").format(query=query.strip()))
        else:
            self.list.setCurrentItem(first)

    @Slot()
    def _on_enabled(self, *_: object) -> None:
        """Something can be done now that could not, or no more: where it stands it stays."""
        action = self.sender()
        for index in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(index)
            if item is not None and item.data(0, Qt.ItemDataRole.UserRole).action is action:
                _show_possible(item)
                if item is self.list.currentItem():
                    self._on_current(item)

    @Slot(QTreeWidgetItem)
    def _on_current(self, item: QTreeWidgetItem | None, *_: object) -> None:
        if item is None:
            return
        row: Row = item.data(0, Qt.ItemDataRole.UserRole)
        now = "" if row.action.isEnabled() else " " + tr("Not possible just now.")
        self.tip.setText(f"{row.tip}.{now}")

    @Slot()
    def _run(self, *_: object) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        action: QAction = item.data(0, Qt.ItemDataRole.UserRole).action
        if action.isEnabled():
            self.accept()
            # After this dialog: the command may show one of its own.
            QTimer.singleShot(0, action.trigger)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.editor and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress
            if pressed and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run()
                return True
            if pressed and event.key() in FROM_EDITOR:
                self.list.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)
