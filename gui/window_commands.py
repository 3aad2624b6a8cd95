"""What the commands do: one method each, named in :mod:`gui.commands`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from engine.errors import DataError
from engine.events import AttentionKind
from engine.search.what_if import Forbid, Force
from engine.trace import Trace
from engine.traces import export
from engine.traces import file as trace_file
from gui import shot, theme
from gui.dialogs import AboutDialog, ShortcutsDialog
from gui.search_dialog import SearchDialog

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class WindowCommands(QObject):
    """Carries out the commands of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @Slot()
    def translate(self) -> None:
        """Translate the source text now."""
        self._window.source.translate_now()

    @Slot()
    def stop(self) -> None:
        """Give the running translation up."""
        self._window.controller.stop()

    @Slot(bool)
    def set_live(self, live: bool) -> None:
        """Switch live translation."""
        self._window.source.live.setChecked(live)

    @Slot()
    def first(self) -> None:
        """Show the first step."""
        self._window.controller.first()

    @Slot()
    def back(self) -> None:
        """Show the step before."""
        self._window.controller.back()

    @Slot()
    def toggle_play(self) -> None:
        """Play or pause; with nothing to play, translate."""
        if self._window.session.playing or self._window.controller.can_continue():
            self._window.controller.toggle()
        else:
            self.translate()

    @Slot()
    def step(self) -> None:
        """Show the next step; a text that is not translated yet begins with its first."""
        session, text = self._window.session, self._window.source.text()
        trace = session.trace
        at_end = session.position >= session.length() - 1
        # What was given up or failed gets no more steps.
        dead = not (session.finished() or session.can_decode)
        new = trace is None or (
            at_end and (dead or (session.finished() and trace.started.text != text))
        )
        if new and not session.busy:
            if text.strip():
                self._window.controller.step_into(text)
        else:
            self._window.controller.step()

    @Slot()
    def last(self) -> None:
        """Show the newest step."""
        self._window.controller.last()

    @Slot(str)
    def choose_kind(self, kind: str) -> None:
        """Choose the kind of attention."""
        self._window.session.select(kind=AttentionKind(kind))

    @Slot(int)
    def move_layer(self, by: int) -> None:
        """Show another layer."""
        self._window.session.select(layer=self._window.session.layer + by)

    @Slot(int)
    def move_head(self, by: int) -> None:
        """Show another head; the mean stands before the first one."""
        head = self._window.session.head
        moved = (-1 if head is None else head) + by
        self._window.session.select(
            head=None if moved < 0 else min(moved, self._window.session.heads() - 1)
        )

    @Slot()
    def mean_over_heads(self) -> None:
        """Show the mean over heads."""
        self._window.session.select(head=None)

    @Slot(int, int, int, int)
    def force_piece(self, sentence: int, step: int, hypothesis: int, piece: int) -> None:
        """What if this piece were written at the step."""
        self._window.controller.what_if(sentence, step, hypothesis, Force((piece,)))

    @Slot(int, int, int, int)
    def forbid_piece(self, sentence: int, step: int, hypothesis: int, piece: int) -> None:
        """What if this piece were not written from the step on."""
        self._window.controller.what_if(sentence, step, hypothesis, Forbid(piece))

    @Slot(int, int, int, str)
    def force_text(self, sentence: int, step: int, hypothesis: int, text: str) -> None:
        """What if these words were written from the step on."""
        self._window.controller.what_if(sentence, step, hypothesis, Force(text))

    @Slot(int, int, int)
    def go_on_from(self, sentence: int, step: int, hypothesis: int) -> None:
        """Show a hypothesis' step with its candidates, to choose from."""
        session = self._window.session
        session.follow(sentence, step, hypothesis)
        session.set_position(session.position_of(sentence, step))
        self._window.docks.reveal("candidates")

    @Slot()
    def undo_what_if(self) -> None:
        """Bring back the translation that the last "what if" went on from."""
        self._window.controller.undo()

    @Slot()
    def follow_best(self) -> None:
        """Show the best hypotheses again."""
        self._window.session.follow_best()

    @Slot(str)
    def arrange(self, preset: str) -> None:
        """Bring the panels into a preset."""
        self._window.docks.arrange(preset)

    @Slot(str)
    def show_panel(self, name: str) -> None:
        """Show a panel in front."""
        self._window.docks.reveal(name)

    @Slot()
    def choose_search(self) -> None:
        """Ask how translations are searched for."""
        session = self._window.session
        dialog = SearchDialog(session.options, self._window)
        options = dialog.options() if dialog.exec() else session.options
        dialog.deleteLater()
        if options != session.options:
            session.set_options(options)
            if self._window.source.text().strip():
                self.translate()

    @Slot()
    def copy_translation(self) -> None:
        """Copy the translation as text."""
        text = self._window.translation.text()
        QGuiApplication.clipboard().setText(text)
        self._window.session.set_status(
            "Translation copied." if text else "No translation to copy yet."
        )

    @Slot()
    def edit_source(self) -> None:
        """Put the cursor into the source editor."""
        self._window.source.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def clear(self) -> None:
        """Empty the source text and the translation."""
        session = self._window.session
        self._window.source.set_text("")
        self._window.controller.clear()
        if not session.busy:
            session.set_status("Ready." if session.model else "")
        self.edit_source()

    @Slot()
    def close_window(self) -> None:
        """End the program."""
        self._window.close()

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

    @Slot(str)
    def choose_theme(self, name: str) -> None:
        """Take the light or the dark theme."""
        theme.apply(_application(), theme.THEMES[name])
        self._window.settings.set("look/theme", name)

    @Slot()
    def toggle_theme(self) -> None:
        """Switch between light and dark."""
        self.choose_theme("light" if theme.current().dark else "dark")

    @Slot(int)
    def change_font(self, by: int) -> None:
        """Larger (1), smaller (-1) or normal (0) text."""
        points = theme.text_size() + by if by else theme.normal_text_size()
        theme.apply(_application(), theme.current(), points)
        tenths = round(theme.text_size() * 10) if by else None
        self._window.settings.set("look/text_size", tenths)

    @Slot(bool)
    def set_full_screen(self, full: bool) -> None:
        """Use the whole screen or a window."""
        flag = Qt.WindowState.WindowFullScreen
        state = self._window.windowState()
        self._window.setWindowState(state | flag if full else state & ~flag)

    @Slot()
    def reset_layout(self) -> None:
        """Bring all sizes back to how they came."""
        self._window.actions_["full_screen"].setChecked(False)
        self._window.showNormal()
        self._window.take_default_sizes()

    @Slot()
    def show_shortcuts(self) -> None:
        """List all commands with their keys."""
        _open(ShortcutsDialog(self._window.actions_.rows(), self._window))

    @Slot()
    def show_about(self) -> None:
        """Say what this is."""
        _open(AboutDialog(self._window.session.model, self._window))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


def _open(dialog: QWidget) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
