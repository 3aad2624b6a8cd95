"""The table of all commands: name, keys, tooltip, slot; one module a menu.

Menus, context menus, buttons, the list of shortcuts and the command palette are made from it
(:mod:`gui.actions`).
"""

from gui.commands.attention import ATTENTION
from gui.commands.command import MENUS, WITHIN, Command
from gui.commands.context import context_of
from gui.commands.dock import DOCK
from gui.commands.edit import EDIT
from gui.commands.file import FILE
from gui.commands.help import HELP
from gui.commands.history import HISTORY
from gui.commands.panels import PANELS
from gui.commands.translate import TRANSLATE
from gui.commands.view import VIEW

COMMANDS: tuple[Command, ...] = (
    *FILE,
    *EDIT,
    *TRANSLATE,
    *HISTORY,
    *ATTENTION,
    *PANELS,
    *DOCK,
    *VIEW,
    *HELP,
)
"""In the order of the menus."""

__all__ = ["COMMANDS", "MENUS", "WITHIN", "Command", "context_of"]
