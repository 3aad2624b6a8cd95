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
        words=QT_TR_NOOP("clipboard result output"),
    ),
    Command(
        "copy_picture",
        QT_TR_NOOP("Copy &picture"),
        "files.copy_picture",
        "edit/copy",
        QT_TR_NOOP("Copy the picture of the panel in use"),
        ("Ctrl+Shift+I",),
        words=QT_TR_NOOP("clipboard image screenshot figure"),
    ),
    Command(
        "copy_table",
        QT_TR_NOOP("Copy ta&ble"),
        "files.copy_table",
        "edit/copy",
        QT_TR_NOOP("Copy the numbers of the panel in use, for a spreadsheet"),
        ("Ctrl+Shift+T",),
        words=QT_TR_NOOP("clipboard data values cells"),
    ),
    Command(
        "copy_hypothesis",
        QT_TR_NOOP("Copy te&xt of the hypothesis"),
        "window.beams.copy_offered",
        "edit/parts",
        QT_TR_NOOP("Copy what the hypothesis that is shown has written so far"),
        words=QT_TR_NOOP("clipboard beam"),
    ),
    Command(
        "copy_pharaoh",
        QT_TR_NOOP("Copy &alignment as Pharaoh"),
        "window.alignment.copies.copy",
        "edit/parts",
        QT_TR_NOOP("Copy the aligned pairs of the Alignment panel: 0-0 1-2 …"),
        also="Ctrl+C",
        words=QT_TR_NOOP("clipboard word pairs links"),
    ),
    Command(
        "copy_words",
        QT_TR_NOOP("Copy aligned &words"),
        "window.alignment.copies.copy_words",
        "edit/parts",
        QT_TR_NOOP("Copy the words that the pairs count, as source ||| target"),
        words=QT_TR_NOOP("clipboard tokens fast_align"),
    ),
    Command(
        "edit_source",
        QT_TR_NOOP("&Go to source text"),
        "edit_source",
        "edit/go",
        QT_TR_NOOP("Put the cursor into the source editor"),
        ("Ctrl+L",),
        words=QT_TR_NOOP("focus type input write"),
    ),
    Command(
        "insert_mask",
        QT_TR_NOOP("Insert &mask"),
        "insert_mask",
        "edit/go",
        QT_TR_NOOP("Put a mask where the cursor is, for a model that fills masks in"),
        ("Ctrl+M",),
        words=QT_TR_NOOP("blank gap fill bert cloze"),
    ),
    Command(
        "clear",
        QT_TR_NOOP("Cl&ear"),
        "clear",
        "edit/go",
        QT_TR_NOOP("Empty the source text and begin anew"),
        ("Ctrl+Shift+Backspace",),
        words=QT_TR_NOOP("delete erase new reset"),
    ),
)
