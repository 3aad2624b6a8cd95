"""Every command as an action that menus, buttons and the list of shortcuts share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from gui.commands import COMMANDS, MENUS, Command
from gui.language import tr


@dataclass(frozen=True)
class Row:
    """One command in a list of them: where it stands, its name, its keys, what it does."""

    menu: str
    name: str
    keys: str
    tip: str
    action: QAction


class Actions:
    """One ``QAction`` a command, connected to the methods of ``target``."""

    def __init__(
        self, target: QObject, parent: QObject, commands: tuple[Command, ...] = COMMANDS
    ) -> None:
        self._commands = commands
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        for command in commands:
            self._actions[command.id] = self._make(command, target, parent)

    def __getitem__(self, command: str) -> QAction:
        return self._actions[command]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def _make(self, command: Command, target: QObject, parent: QObject) -> QAction:
        action = QAction(tr(command.text), parent)
        action.setObjectName(command.id)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setToolTip(tooltip(command))
        action.setStatusTip(tr(command.tip))
        action.setMenuRole(command.role)
        action.setCheckable(command.checkable or command.choice is not None)
        if command.choice is not None:
            if command.choice not in self._groups:
                self._groups[command.choice] = QActionGroup(parent)
            self._groups[command.choice].addAction(action)
        slot = attrgetter(command.slot)(target)
        if command.argument is not None:
            # The target outlives the actions, and both live on its thread: a lambda is safe.
            action.triggered.connect(lambda *_, value=command.argument: slot(value))
        elif command.checkable:
            action.toggled.connect(slot)
        else:
            action.triggered.connect(lambda *_: slot())
        return action

    def fill(self, bar: QMenuBar) -> None:
        """Put all commands into menus, groups apart."""
        menus: dict[str, QMenu] = {}
        groups: dict[str, str] = {}
        for command in self._commands:
            key, _, group = command.menu.partition("/")
            if key not in menus:
                menus[key] = bar.addMenu(tr(MENUS[key]))
                menus[key].setToolTipsVisible(False)
            elif groups[key] != group:
                menus[key].addSeparator()
            groups[key] = group
            menus[key].addAction(self._actions[command.id])

    def rows(self) -> list[Row]:
        """All commands, as a list of them shows them."""
        rows = []
        for command in self._commands:
            keys = [*command.keys, *([command.also] if command.also else [])]
            rows.append(
                Row(
                    plain(tr(MENUS[command.menu.partition("/")[0]])),
                    plain(tr(command.text)),
                    ",  ".join(native(key) for key in keys),
                    tr(command.tip),
                    self._actions[command.id],
                )
            )
        return rows


def native(key: str) -> str:
    """A key sequence as it is printed on the keys of this system."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def tooltip(command: Command) -> str:
    """What a command does, with its keys."""
    keys = [*command.keys[:1], *([command.also] if command.also else [])]
    tip = tr(command.tip)
    return f"{tip} ({tr(' or ').join(native(key) for key in keys)})" if keys else tip


def plain(text: str) -> str:
    """The text of a menu without the mnemonic and the dots."""
    return text.replace("&", "").rstrip("…")
