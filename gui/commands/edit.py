"""The clipboard and the source text."""

from __future__ import annotations

from gui.commands.command import Command
from gui.language import QT_TR_NOOP

EDIT: tuple[Command, ...] = (
    Command(
        "copy_translation",
        QT_TR_NOOP("&Copy translation"),
        "copy_translation",
        "edit/copy",
        QT_TR_NOOP("Copy the whole translation as text"),
        ("Ctrl+Shift+C",),
    ),
    Command(
        "copy_picture",
        QT_TR_NOOP("Copy &picture"),
        "files.copy_picture",
        "edit/copy",
        QT_TR_NOOP("Copy the picture of the panel in use"),
        ("Ctrl+Shift+I",),
    ),
    Command(
        "copy_table",
        QT_TR_NOOP("Copy ta&ble"),
        "files.copy_table",
        "edit/copy",
        QT_TR_NOOP("Copy the numbers of the panel in use, for a spreadsheet"),
        ("Ctrl+Shift+T",),
    ),
    Command(
        "edit_source",
        QT_TR_NOOP("&Go to source text"),
        "edit_source",
        "edit/go",
        QT_TR_NOOP("Put the cursor into the source editor"),
        ("Ctrl+L",),
    ),
    Command(
        "clear",
        QT_TR_NOOP("C&lear"),
        "clear",
        "edit/go",
        QT_TR_NOOP("Empty the source text and begin anew"),
        ("Ctrl+Shift+Backspace",),
    ),
)
