"""Opening, saving and exporting: the commands of the File menu."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.errors import DataError, DiaphaneError
from engine.trace import Trace
from gui.language import tr
from gui.model_words import stacks_of, words_of
from gui.widgets.why_not import why_no_attention

if TYPE_CHECKING:
    from gui.main_window import MainWindow


_FILES, _MODELS = "files/folder", "files/models"
"""Settings: the folders of the last file and of the last model that were chosen."""


class FileCommands(QObject):
    """Carries out the commands of one window that read and write files.

    What reads and writes is imported when it is asked for: the window is there before it.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @Slot()
    def open_model(self) -> None:
        """Ask for a model folder and load it."""
        folder = QFileDialog.getExistingDirectory(
            self._window, tr("Open model folder"), self._folder(_MODELS)
        )
        if folder:
            # The next model is likely to lie beside this one.
            self._remember(_MODELS, Path(folder).parent)
            self._window.load_model(Path(folder))

    @Slot()
    def open_model_file(self) -> None:
        """Ask for a zip file with a model and load it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window,
            tr("Open model file"),
            self._folder(_MODELS),
            tr("Models in a zip file (*.zip *.ZIP);;All files (*)"),
        )
        if name:
            self._remember(_MODELS, Path(name).parent)
            self._window.load_model(Path(name))

    @Slot()
    def load_builtin_model(self) -> None:
        """Load the model that comes with the program."""
        self._window.load_model(None)

    @Slot()
    def open_trace(self) -> None:
        """Ask for a trace file and show it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, tr("Open trace"), self._folder(), tr("Traces (*.trace);;All files (*)")
        )
        if name:
            self._remember(_FILES, Path(name).parent)
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Show the trace in a file."""
        from engine.traces import file as trace_file

        self._window.engine.ask("open", lambda _: trace_file.load(path))

    @Slot()
    def save_trace(self) -> None:
        """Ask for a file and save everything that the translation showed."""
        trace = self._window.session.trace
        name = self._ask_where(tr("Save trace"), f"{self._name()}.trace", tr("Traces (*.trace)"))
        if trace is None or name is None:
            return

        from engine.traces import file as trace_file

        def write(_: object) -> Path:
            trace_file.save(trace, name)
            return name

        self._window.engine.ask("save", write)

    @Slot()
    def export_attention(self) -> None:
        """Ask for a file and write attention into it: the selected matrix, or all of it."""
        from engine.traces import export

        session = self._window.session
        sentence, place, hypothesis = session.sentence(), session.place(), session.hypothesis()
        if sentence is None:
            return
        name = self._ask_where(
            tr("Export attention"),
            "attention.csv",
            tr("The selected matrix as CSV (*.csv);;All of this hypothesis for NumPy (*.npz)"),
        )
        if name is None:
            return
        step = None if place is None else place[1]
        kind, layer, head = session.kind, session.layer, session.head
        stacks = stacks_of(session.shape())
        lacking = why_no_attention(session)

        def write(_: object) -> Path:
            if name.suffix.lower() == ".npz":
                export.write_npz(sentence, name, step, hypothesis, stacks)
                return name
            if lacking:
                raise DataError(lacking)
            matrix = sentence.attention_matrix(kind, layer, head, step, hypothesis)
            if matrix is None:
                raise DataError(
                    tr("This attention was not recorded: translate again to export it.")
                )
            export.write_csv(matrix, name)
            return name

        self._window.engine.ask("export", write)

    @Slot()
    def export_view(self) -> None:
        """Ask for a file and write the panel in use into it, as pixels or as shapes."""
        from gui.exports import views

        name, title, panel = self._panel_in_use()
        path = self._ask_where(
            tr("Export view"),
            f"{name}.png",
            tr("PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)"),
        )
        if path is None:
            return
        try:
            data = views.view_bytes(panel, path.suffix.lower(), title)
        except DiaphaneError as error:
            self._window.message_bar.show_message(str(error))
            return

        def write(_: object) -> Path:
            views.write_view(data, path)
            return path

        self._window.engine.ask("view", write)

    @Slot()
    def export_report(self) -> None:
        """Ask for a file and write the whole translation into it as a page of HTML."""
        from engine.traces import report

        session = self._window.session
        trace, chosen = session.trace, [(session.kind, session.layer, session.head)]
        followed = dict(session.followed)
        path = self._ask_where(
            tr("Export report"), f"{self._name()}.html", tr("HTML page (*.html)")
        )
        if trace is None or path is None:
            return

        def write(_: object) -> Path:
            report.write_report(trace, path, chosen, followed)
            return path

        self._window.engine.ask("report", write)

    @Slot()
    def copy_picture(self) -> None:
        """Copy the picture of the panel in use."""
        from gui.exports import views

        _, title, panel = self._panel_in_use()
        try:
            views.copy_view(panel)
        except DiaphaneError as error:
            self._window.message_bar.show_message(str(error))
            return
        self._window.session.set_status(tr("Picture of “{panel}” copied.").format(panel=title))

    @Slot()
    def copy_table(self) -> None:
        """Copy the numbers of the panel in use."""
        from gui.exports import tables
        from gui.exports.table import copy_table

        name, title, panel = self._panel_in_use()
        table = tables.table_of(name, self._window.session, panel)
        if table is None:
            text = tr("“{panel}” has no numbers to copy just now.")
        else:
            copy_table(table)
            text = tr("Table of “{panel}” copied.")
        self._window.session.set_status(text.format(panel=title))

    def _name(self) -> str:
        """What a file with what is shown is called at first: by what the model does."""
        return words_of(self._window.session.shape()).file

    def _panel_in_use(self) -> tuple[str, str, QWidget]:
        """Name, title and widget of the panel with the focus."""
        docks = self._window.docks
        name = docks.current()
        return name, docks.dock(name).windowTitle(), docks.dock(name).panel

    def take_answer(self, name: str, answer: object) -> None:
        """What the worker has done on an errand."""
        if isinstance(answer, Trace):
            self._window.controller.open(answer)
            self._window.source.show_translated(answer.started.text)
            self._window.commands.made_by.on_opened()
        elif isinstance(answer, Path):
            said = {
                "save": tr("Trace saved to {path}."),
                "export": tr("Attention exported to {path}."),
                "view": tr("View exported to {path}."),
                "report": tr("Report written to {path}."),
            }[name]
            self._window.session.set_status(said.format(path=answer))

    def _folder(self, which: str = _FILES) -> str:
        """Where a file dialog begins: where the last one ended, else among the documents."""
        last = self._window.settings.text(which)
        if last and Path(last).is_dir():
            return last
        place = QStandardPaths.StandardLocation.DocumentsLocation
        documents = QStandardPaths.writableLocation(place)
        return documents if Path(documents).is_dir() else str(Path.home())

    def _remember(self, which: str, folder: Path) -> None:
        self._window.settings.set(which, str(folder))

    def _ask_where(self, title: str, usual: str, kinds: str) -> Path | None:
        """A file to write, with an ending that one of the kinds has."""
        start = str(Path(self._folder(), usual))
        name, kind = QFileDialog.getSaveFileName(self._window, title, start, kinds)
        if not name:
            return None
        self._remember(_FILES, Path(name).parent)
        endings = re.findall(r"\*(\.\w+)", kinds)
        chosen = re.findall(r"\*(\.\w+)", kind) or endings
        path = Path(name)
        return path if path.suffix.lower() in endings else Path(f"{name}{chosen[0]}")

    @Slot()
    def save_picture(self) -> None:
        """Ask for a file and save what the window shows."""
        from gui import shot

        picture = shot.grab(self._window)
        path = self._ask_where(tr("Save picture"), "diaphane.png", tr("PNG picture (*.png)"))
        if path is None:
            return
        error = shot.save(picture, path)
        if error is None:
            self._window.session.set_status(tr("Picture saved to {path}.").format(path=path))
        else:
            self._window.message_bar.show_message(error)
