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
