"""Models, traces, pictures: what is opened, saved and exported."""

from __future__ import annotations

from PySide6.QtGui import QAction

from gui.commands.command import Command
from gui.language import QT_TR_NOOP

FILE: tuple[Command, ...] = (
    Command(
        "open_trace",
        QT_TR_NOOP("&Open trace…"),
        "files.open_trace",
        "file/trace",
        QT_TR_NOOP("Show a translation that was saved with all it showed"),
        ("Ctrl+O",),
        words=QT_TR_NOOP("load saved file recording"),
    ),
    Command(
        "save_trace",
        QT_TR_NOOP("&Save trace…"),
        "files.save_trace",
        "file/trace",
        QT_TR_NOOP("Save everything this translation showed: steps, candidates, scores, attention"),
        ("Ctrl+S",),
        words=QT_TR_NOOP("store keep file recording"),
    ),
    Command(
        "open_model",
        QT_TR_NOOP("Open &model folder…"),
        "files.open_model",
        "file/model",
        QT_TR_NOOP("Choose a folder with a model to translate with"),
        ("Ctrl+Shift+O",),
        words=QT_TR_NOOP("load network weights checkpoint language"),
    ),
    Command(
        "open_model_file",
        QT_TR_NOOP("Open model &file…"),
        "files.open_model_file",
        "file/model",
        QT_TR_NOOP("Choose a zip file with a model to translate with, as OPUS-MT hands them out"),
        words=QT_TR_NOOP("load network weights zip archive unpack"),
    ),
    Command(
        "models",
        QT_TR_NOOP("Mo&dels…"),
        "models.show_models",
        "file/model",
        QT_TR_NOOP("The models on this machine, and a search for others to download"),
        ("Ctrl+G",),
        words=QT_TR_NOOP("download get hub hugging face opus delete manage install"),
    ),
    Command(
        "builtin_model",
        QT_TR_NOOP("&Built-in model"),
        "files.load_builtin_model",
        "file/model",
        QT_TR_NOOP("Go back to the English–French model that comes with Diaphane"),
        words=QT_TR_NOOP("default network language"),
    ),
    Command(
        "export_attention",
        QT_TR_NOOP("&Export attention…"),
        "files.export_attention",
        "file/export",
        QT_TR_NOOP(
            "Write the selected matrix as CSV, or all attention of this hypothesis for NumPy"
        ),
        ("Ctrl+E",),
        words=QT_TR_NOOP("save weights matrix data npz spreadsheet"),
    ),
    Command(
        "export_view",
        QT_TR_NOOP("Export &view…"),
        "files.export_view",
        "file/export",
        QT_TR_NOOP("Write the panel in use as PNG, SVG or PDF, with text and cells as shapes"),
        ("Ctrl+Shift+E",),
        words=QT_TR_NOOP("save image figure picture vector print"),
    ),
    Command(
        "export_report",
        QT_TR_NOOP("Export &report…"),
        "files.export_report",
        "file/export",
        QT_TR_NOOP("Write this translation as one HTML page that needs no network"),
        ("Ctrl+Shift+R",),
        words=QT_TR_NOOP("save share web print"),
    ),
    Command(
        "save_picture",
        QT_TR_NOOP("Save &picture of the window…"),
        "files.save_picture",
        "file/export",
        QT_TR_NOOP("Save what the window shows as a PNG file"),
        ("Ctrl+Shift+S",),
        words=QT_TR_NOOP("screenshot image print screen"),
    ),
    Command(
        "quit",
        QT_TR_NOOP("&Quit"),
        "close_window",
        "file/quit",
        QT_TR_NOOP("Close the window and end the program"),
        ("Ctrl+Q",),
        role=QAction.MenuRole.QuitRole,
        words=QT_TR_NOOP("exit leave"),
    ),
)
