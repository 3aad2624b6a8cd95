"""What a command is, and the menus that commands stand in."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from PySide6.QtGui import QAction

from gui.language import QT_TR_NOOP

# On a Mac Alt+arrow moves by words in a text.
MOVE = "Ctrl+Alt" if sys.platform == "darwin" else "Alt"

MENUS = {
    "file": QT_TR_NOOP("&File"),
    "edit": QT_TR_NOOP("&Edit"),
    "translate": QT_TR_NOOP("&Translate"),
    "history": QT_TR_NOOP("Histor&y"),
    "attention": QT_TR_NOOP("&Attention"),
    "panels": QT_TR_NOOP("&Panels"),
    "dock": QT_TR_NOOP("&This panel"),
    "view": QT_TR_NOOP("&View"),
    "help": QT_TR_NOOP("&Help"),
}
WITHIN = {"history": "translate", "dock": "panels"}
"""The menus that stand inside another one."""


@dataclass(frozen=True)
class Command:
    """One command. Its texts are English; they are translated where they are shown.

    Attributes:
        id: unique.
        text: as it stands in the menu, with a mnemonic.
        slot: path of the method that does it, from :class:`gui.window_commands.WindowCommands`.
        menu: key of :data:`MENUS`, with ``/name`` for a group in it (a separator is put
            between groups).
        keys: shortcuts; the first one is shown.
        tip: what it does, for tooltips and the status bar.
        checkable: whether it is on or off.
        choice: name of the group of which one is on.
        argument: passed to the slot (not for plain checkable commands, which pass their state).
        also: a key that works only where it does not type or press something.
        role: the place that macOS gives it.
        words: what else somebody may type who looks for it in the palette.
    """

    id: str
    text: str
    slot: str
    menu: str
    tip: str
    keys: tuple[str, ...] = ()
    checkable: bool = False
    choice: str | None = None
    argument: str | int | None = None
    also: str | None = None
    role: QAction.MenuRole = QAction.MenuRole.NoRole
    words: str = ""
