"""Every command as an action that menus, context menus, buttons and lists of commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from gui.commands import COMMANDS, MENUS, WITHIN, Command, context_of
from gui.language import tr
from gui.offer import Offer, plain


@dataclass(frozen=True)
class Row:
    """One command in a list of them: where it stands, its name, its keys, what it does.

    Attributes:
        words: what else finds it.
    """

    menu: str
    name: str
    keys: str
    tip: str
    words: str
    action: QAction


class Actions:
    """One ``QAction`` a command, connected to the methods of ``target``.

    Args:
        target: where the paths of the commands' slots begin.
        parent: owns the actions.
        offers: asked for what the panels that are there offer just now, before anything is
            chosen from.

    Attributes:
        by_menu: whether what is carried out now was chosen from the menu bar.
    """

    def __init__(
        self,
        target: QObject,
        parent: QObject,
        offers: Callable[[], Iterable[Mapping[str, Offer]]] = tuple,
        commands: tuple[Command, ...] = COMMANDS,
    ) -> None:
        self._commands = {command.id: command for command in commands}
        self._offers = offers
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._menus: dict[str, QMenu] = {}
        self.by_menu = False
        for command in commands:
            self._actions[command.id] = self._make(command, target, parent)

    def __getitem__(self, command: str) -> QAction:
        return self._actions[command]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def _make(self, command: Command, target: QObject, parent: QObject) -> QAction:
        action = QAction(label(command), parent)
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
        # Not looked up before it is carried out: the panel that does it need not be there yet.
        # The target outlives the actions, and both live on its thread: lambdas are safe.
        path = attrgetter(command.slot)
        if command.argument is not None:
            action.triggered.connect(lambda *_, value=command.argument: path(target)(value))
        elif command.checkable:
            action.toggled.connect(lambda on: path(target)(on))
        else:
            action.triggered.connect(lambda *_: path(target)())
        return action

    def update(self) -> None:
        """Let the commands that are about a panel say what they would do now.

        Those about a panel that is not there yet keep their own names, and make it when chosen.
        """
        for offers in self._offers():
            for name, offer in offers.items():
                command, action = self._commands[name], self._actions[name]
                action.setText(label(command, offer.text))
                action.setEnabled(offer.possible)
                action.setToolTip(tooltip(command, offer.tip))
                action.setStatusTip(offer.tip or tr(command.tip))

    # Menus --------------------------------------------------------------------------

    def fill(self, bar: QMenuBar) -> None:
        """Put all commands into menus, groups apart."""
        menus, groups = self._menus, dict[str, str]()

        def menu_of(key: str) -> QMenu:
            if key not in menus:
                outer = WITHIN.get(key)
                if outer is not None:
                    menu_of(outer).addSeparator()
                within = bar if outer is None else menu_of(outer)
                menus[key] = within.addMenu(tr(MENUS[key]))
                menus[key].setToolTipsVisible(False)
                menus[key].aboutToShow.connect(self._on_menu_shown)
                menus[key].aboutToHide.connect(self._on_menu_hidden)
            return menus[key]

        for command in self._commands.values():
            key, _, group = command.menu.partition("/")
            menu = menu_of(key)
            if groups.get(key, group) != group:
                menu.addSeparator()
            groups[key] = group
            menu.addAction(self._actions[command.id])

    def rename_menu(self, key: str, title: str) -> None:
        """Call a menu of the bar something else."""
        if key in self._menus:
            self._menus[key].setTitle(title)

    def _menu_name(self, key: str) -> str:
        menu = self._menus.get(key)
        return plain(tr(MENUS[key]) if menu is None else menu.title())

    def fill_context(self, menu: QMenu, panel: str, table: bool) -> None:
        """Put into a menu what can be done with a panel.

        Args:
            menu: empty so far.
            panel: its name.
            table: whether it has a table that can be copied.
        """
        self.update()
        menu.setToolTipsVisible(True)
        for group in context_of(panel, table):
            if menu.actions():
                menu.addSeparator()
            menu.addActions([self._actions[name] for name in group])

    def _on_menu_shown(self) -> None:
        self.by_menu = True
        self.update()

    def _on_menu_hidden(self) -> None:
        # What was chosen is carried out when the menu is gone already.
        QTimer.singleShot(0, self._on_chosen)

    def _on_chosen(self) -> None:
        self.by_menu = False

    # Lists --------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """All commands, as a list of them shows them."""
        self.update()
        rows = []
        for command in self._commands.values():
            keys = [*command.keys, *([command.also] if command.also else [])]
            action = self._actions[command.id]
            words = [tr(command.words), command.words] if command.words else []
            # Whatever it is called now, it is found by its own name too.
            words += [plain(tr(command.text)), plain(command.text)]
            rows.append(
                Row(
                    self._menu_name(command.menu.partition("/")[0]),
                    plain(action.text()),
                    ",  ".join(native(key) for key in keys),
                    action.statusTip(),
                    " ".join(words),
                    action,
                )
            )
        return rows


def native(key: str) -> str:
    """A key sequence as it is printed on the keys of this system."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def label(command: Command, text: str = "") -> str:
    """A command as it stands in a menu; a key that is no shortcut is shown like one."""
    shown = text or tr(command.text)
    return f"{shown}\t{native(command.also)}" if command.also and not command.keys else shown


def tooltip(command: Command, tip: str = "") -> str:
    """What a command does, with its keys; ``tip`` in place of its own."""
    keys = [*command.keys[:1], *([command.also] if command.also else [])]
    tip = tip or tr(command.tip)
    return f"{tip} ({tr(' or ').join(native(key) for key in keys)})" if keys else tip
