from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from gui.commands import COMMANDS, MENUS
from gui.main_window import MainWindow
from gui.offer import plain

EDITING = [
    "Copy",
    "Cut",
    "Paste",
    "Undo",
    "Redo",
    "SelectAll",
    "MoveToNextWord",
    "MoveToPreviousWord",
    "MoveToStartOfDocument",
    "MoveToEndOfDocument",
    "SelectNextWord",
    "SelectPreviousWord",
    "DeleteStartOfWord",
    "DeleteEndOfWord",
    "MoveToStartOfLine",
    "MoveToEndOfLine",
]


def test_ids_and_keys_are_unique() -> None:
    ids = Counter(command.id for command in COMMANDS)
    assert max(ids.values()) == 1
    keys = Counter(QKeySequence(key).toString() for command in COMMANDS for key in command.keys)
    assert "" not in keys, "a key that Qt does not understand"
    assert [key for key, times in keys.items() if times > 1] == []


def test_every_command_is_described_and_leads_somewhere(window: MainWindow) -> None:
    for command in COMMANDS:
        assert callable(attrgetter(command.slot)(window.commands)), command.id
        assert command.tip, command.id
        assert command.tip != plain(command.text)
        assert command.menu.partition("/")[0] in MENUS, command.id


def test_no_shortcut_takes_a_key_that_edits_text(window: MainWindow) -> None:
    standard = QKeySequence.StandardKey
    editing = {
        key.toString()
        for name in EDITING
        for key in QKeySequence.keyBindings(getattr(standard, name))
    }
    used = {key.toString() for action in window.actions_ for key in action.shortcuts()}
    assert not used & editing


def inside(actions: Iterable[QAction]) -> Iterator[QAction]:
    """The commands of menus, and of the menus in them."""
    for action in actions:
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from inside(menu.actions())
        elif not action.isSeparator():
            yield action


def test_the_menus_hold_every_command_once(window: MainWindow) -> None:
    shown = [each.objectName() for each in inside(window.menuBar().actions())]
    assert sorted(shown) == sorted(command.id for command in COMMANDS)


def test_the_list_of_shortcuts_names_every_key(window: MainWindow) -> None:
    rows = window.actions_.rows()
    listed = ", ".join(row.keys for row in rows)
    for command in COMMANDS:
        for key in command.keys:
            assert QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) in listed
    assert any(row.name == "Play or pause" and "Space" in row.keys for row in rows)
    assert all(
        action.shortcutContext() == Qt.ShortcutContext.WindowShortcut for action in window.actions_
    )
