"""The table of all commands: name, keys, tooltip, slot; one module a menu.

Menus, buttons, the list of shortcuts and the command palette are all made from it
(:mod:`gui.actions`).
"""

from gui.commands.attention import ATTENTION
from gui.commands.command import MENUS, Command
from gui.commands.edit import EDIT
from gui.commands.file import FILE
from gui.commands.help import HELP
from gui.commands.panels import PANELS
from gui.commands.translate import TRANSLATE
from gui.commands.view import VIEW

COMMANDS: tuple[Command, ...] = (
    *FILE,
    *EDIT,
    *TRANSLATE,
    *ATTENTION,
    *PANELS,
    *VIEW,
    *HELP,
)
"""In the order of the menus."""

__all__ = ["COMMANDS", "MENUS", "Command"]
