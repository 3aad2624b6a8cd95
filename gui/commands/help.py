"""What explains the program."""

from __future__ import annotations

from PySide6.QtGui import QAction

from gui.commands.command import Command
from gui.language import QT_TR_NOOP

HELP: tuple[Command, ...] = (
    Command(
        "explain_panel",
        QT_TR_NOOP("What am I loo&king at?"),
        "explain_panel",
        "help/panel",
        QT_TR_NOOP("Explain the panel with the focus, with its formula"),
        ("F1",),
        words=QT_TR_NOOP("help documentation manual formula"),
    ),
    Command(
        "tour",
        QT_TR_NOOP("&Take the tour"),
        "start_tour",
        "help/panel",
        QT_TR_NOOP("Show in four steps what is where in the window"),
        words=QT_TR_NOOP("help introduction tutorial welcome getting started"),
    ),
    Command(
        "palette",
        QT_TR_NOOP("&Find a command…"),
        "show_palette",
        "help/help",
        QT_TR_NOOP("Carry out any command by typing a few letters of it"),
        ("Ctrl+Shift+P",),
        words=QT_TR_NOOP("search palette action"),
    ),
    Command(
        "shortcuts",
        QT_TR_NOOP("Keyboard &shortcuts"),
        "show_shortcuts",
        "help/help",
        QT_TR_NOOP("All commands with their keys"),
        ("Ctrl+F1",),
        words=QT_TR_NOOP("help hotkeys bindings"),
    ),
    Command(
        "show_log",
        QT_TR_NOOP("Show &log…"),
        "logs.show_log",
        "help/help",
        QT_TR_NOOP("What the program has done and what went wrong, without your texts"),
        words=QT_TR_NOOP("errors crash trace fault bug report problem debug"),
    ),
    Command(
        "about",
        QT_TR_NOOP("&About Diaphane"),
        "show_about",
        "help/help",
        QT_TR_NOOP("Versions, licence and the loaded model"),
        role=QAction.MenuRole.AboutRole,
        words=QT_TR_NOOP("info information credits device"),
    ),
)
