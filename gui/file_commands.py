"""Opening, saving and exporting: the commands of the File menu."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from engine.errors import DataError
from engine.trace import Trace
from engine.traces import export
from engine.traces import file as trace_file
from gui import shot

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class FileCommands(QObject):
    """Carries out the commands of one window that read and write files."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @Slot()
    def open_model(self) -> None:
        """Ask for a model folder and load it."""
        folder = QFileDialog.getExistingDirectory(self._window, "Open model folder")
        if folder:
            self._window.load_model(Path(folder))

    @Slot()
    def load_builtin_model(self) -> None:
        """Load the model that comes with the program."""
        self._window.load_model(None)

    @Slot()
    def open_trace(self) -> None:
        """Ask for a trace file and show it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open trace", "", "Traces (*.trace);;All files (*)"
        )
        if name:
            self._window.engine.ask("open", lambda _: trace_file.load(Path(name)))

    @Slot()
    def save_trace(self) -> None:
        """Ask for a file and save everything that the translation showed."""
        trace = self._window.session.trace
        name = self._ask_where("Save trace", "translation.trace", "Traces (*.trace)")
        if trace is None or name is None:
            return

        def write(_: object) -> Path:
            trace_file.save(trace, name)
            return name

        self._window.engine.ask("save", write)

    @Slot()
    def export_attention(self) -> None:
        """Ask for a file and write attention into it: the selected matrix, or all of it."""
        session = self._window.session
        sentence, place, hypothesis = session.sentence(), session.place(), session.hypothesis()
        if sentence is None:
            return
        name = self._ask_where(
            "Export attention",
            "attention.csv",
            "The selected matrix as CSV (*.csv);;All of this hypothesis for NumPy (*.npz)",
        )
        if name is None:
            return
        step = None if place is None else place[1]
        kind, layer, head = session.kind, session.layer, session.head

        def write(_: object) -> Path:
            if name.suffix.lower() == ".npz":
                export.write_npz(sentence, name, step, hypothesis)
                return name
            matrix = sentence.attention_matrix(kind, layer, head, step, hypothesis)
            if matrix is None:
                raise DataError("This attention was not recorded: translate again to export it.")
            export.write_csv(matrix, name)
            return name

        self._window.engine.ask("export", write)

    def take_answer(self, name: str, answer: object) -> None:
        """What the worker has done on an errand."""
        if isinstance(answer, Trace):
            self._window.controller.open(answer)
            self._window.source.show_translated(answer.started.text)
        elif isinstance(answer, Path):
            what = "Trace saved to" if name == "save" else "Attention exported to"
            self._window.session.set_status(f"{what} {answer}.")

    def _ask_where(self, title: str, usual: str, kinds: str) -> Path | None:
        """A file to write, with an ending that one of the kinds has."""
        name, kind = QFileDialog.getSaveFileName(self._window, title, usual, kinds)
        if not name:
            return None
        endings = re.findall(r"\*(\.\w+)", kinds)
        chosen = re.findall(r"\*(\.\w+)", kind) or endings
        path = Path(name)
        return path if path.suffix.lower() in endings else Path(f"{name}{chosen[0]}")

    @Slot()
    def save_picture(self) -> None:
        """Ask for a file and save what the window shows."""
        picture = shot.grab(self._window)
        name, _ = QFileDialog.getSaveFileName(
            self._window, "Save picture", "diaphane.png", "PNG picture (*.png)"
        )
        if not name:
            return
        path = Path(name) if name.lower().endswith(".png") else Path(f"{name}.png")
        error = shot.save(picture, path)
        if error is None:
            self._window.session.set_status(f"Picture saved to {path}.")
        else:
            self._window.message_bar.show_message(error)
