from __future__ import annotations

import re
from collections import Counter
from operator import attrgetter

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu

from gui.actions import plain
from gui.commands import COMMANDS, MENUS
from gui.main_window import MainWindow

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


def mnemonic(text: str) -> str:
    found = re.search(r"&([^&])", text)
    return found[1].lower() if found else ""


def test_no_mnemonic_stands_for_two_things(window: MainWindow) -> None:
    titles = [action.text() for action in window.menuBar().actions()]
    labels = [label.text() for label in window.findChildren(QLabel) if label.buddy()]
    buttons = [button.text() for button in window.findChildren(QAbstractButton)]
    letters = Counter(filter(None, map(mnemonic, [*titles, *labels, *buttons])))
    assert [letter for letter, times in letters.items() if times > 1] == []
    for menu in window.menuBar().findChildren(QMenu):
        inside = Counter(filter(None, (mnemonic(action.text()) for action in menu.actions())))
        assert [letter for letter, times in inside.items() if times > 1] == [], menu.title()


def test_the_menus_hold_every_command_once(window: MainWindow) -> None:
    shown = [
        action.objectName()
        for title in window.menuBar().actions()
        for action in title.menu().actions()
        if not action.isSeparator()
    ]
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
