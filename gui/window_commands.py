"""What the commands do: one method each, named in :mod:`gui.commands`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.events import AttentionKind
from engine.model.heads_off import HeadPlace
from engine.search.what_if import Change, Forbid, Force
from gui.file_commands import FileCommands
from gui.history_entry import Entry
from gui.language import tr
from gui.language_commands import LanguageCommands
from gui.log_commands import LogCommands
from gui.look_commands import LookCommands
from gui.made_by import MadeBy
from gui.model_commands import ModelCommands
from gui.model_words import stacks_of, words_of
from gui.panel_commands import PanelCommands
from gui.tour_stops import SEEN

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.panel_help import PanelHelp
    from gui.tour import Tour


class WindowCommands(QObject):
    """Carries out the commands of one window.

    Attributes:
        files: those that read and write files.
        looks: those that change how the window looks.
        panels: those that are about panels as a whole.
        models: those that find, open and exchange models.
        languages: those that choose the languages of a model of several.
        logs: those about the log, crashes and unfinished work.
        made_by: keeps what another model than the loaded one has made.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.files = FileCommands(window)
        self.looks = LookCommands(window)
        self.panels = PanelCommands(window)
        self.models = ModelCommands(window)
        self.languages = LanguageCommands(window)
        self.logs = LogCommands(window)
        self.made_by = MadeBy(window)
        self._panel_help: PanelHelp | None = None
        self._tour: Tour | None = None

    @property
    def window(self) -> MainWindow:
        """Its panels carry out what is about them alone."""
        return self._window

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
        elif not self.made_by.refuses(self._window.source.text()):
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
            if text.strip() and not self.made_by.refuses(text):
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
        self._what_if(sentence, step, hypothesis, Force((piece,)))

    @Slot(int, int, int, int)
    def forbid_piece(self, sentence: int, step: int, hypothesis: int, piece: int) -> None:
        """What if this piece were not written from the step on."""
        self._what_if(sentence, step, hypothesis, Forbid(piece))

    @Slot(int, int, int, str)
    def force_text(self, sentence: int, step: int, hypothesis: int, text: str) -> None:
        """What if these words were written from the step on."""
        self._what_if(sentence, step, hypothesis, Force(text))

    def _what_if(self, sentence: int, step: int, hypothesis: int, change: Change) -> None:
        # What another model made only that one can go on with.
        if not self.made_by.tell():
            self._window.controller.what_if(sentence, step, hypothesis, change)

    @Slot()
    def force_words(self) -> None:
        """Let words be typed that are written from the current step on."""
        self._window.docks.reveal("candidates")
        self._window.candidates.edit_words()

    @Slot(str)
    def score(self, reference: str) -> None:
        """Score a translation of the source text that the user gives."""
        text = self._window.source.text()
        if not self.made_by.refuses(text):
            self._window.controller.score(text, reference)

    @Slot()
    def toggle_face(self) -> None:
        """Show the other face of the Attention panel."""
        self._window.attention.toggle_face()

    @Slot()
    def toggle_words(self) -> None:
        """Show the attention of pieces or of whole words."""
        attention = self._window.attention
        attention.set_words(not attention.words)

    @Slot()
    def restore_heads(self) -> None:
        """Switch all heads on."""
        self.switch_heads(())

    @Slot(object)
    def switch_heads(self, off: tuple[HeadPlace, ...]) -> None:
        """Translate again what is shown, with these heads off."""
        session = self._window.session
        refused = self.made_by.tell()
        # Those of the trace are another model's heads; all on is all on in any model.
        if not refused or not off:
            session.set_options(replace(session.options, heads_off=off))
        if session.trace is not None and not refused:
            self._window.controller.translate(session.trace.started.text)

    @Slot(int, int, int)
    def go_on_from(self, sentence: int, step: int, hypothesis: int) -> None:
        """Show a hypothesis' step with its candidates, to choose from."""
        session = self._window.session
        session.follow(sentence, step, hypothesis)
        session.set_position(session.position_of(sentence, step))
        self._window.docks.reveal("candidates")

    @Slot(object)
    def reopen(self, entry: Entry) -> None:
        """Show an earlier translation of the sitting again, with its text."""
        self._window.controller.reopen(entry.trace, entry.position, entry.followed)
        self._window.source.show_translated(entry.text)
        self.made_by.on_opened()

    @Slot()
    def undo_what_if(self) -> None:
        """Bring back the translation before the last change of what is shown."""
        session = self._window.session
        before = session.trace
        self._window.controller.undo()
        after = session.trace
        # What was typed meanwhile stays, unless the text that is shown is another one now.
        if before and after and before.started.text != after.started.text:
            self._window.source.show_translated(after.started.text)
        if after is not before:
            self.made_by.on_opened()

    @Slot()
    def follow_best(self) -> None:
        """Show the best hypotheses again."""
        self._window.session.follow_best()

    @Slot()
    def choose_search(self) -> None:
        """Ask how translations are searched for."""
        from gui.search_dialog import SearchDialog

        session = self._window.session
        dialog = SearchDialog(session.options, self._window, stacks_of(session.model))
        options = dialog.options() if dialog.exec() else session.options
        dialog.deleteLater()
        if options != session.options:
            session.set_options(options)
            text = self._window.source.text()
            if text.strip() and not self.made_by.refuses(text):
                self.translate()

    @Slot()
    def copy_translation(self) -> None:
        """Copy the translation as text."""
        text = self._window.translation.text()
        if text.strip():
            QGuiApplication.clipboard().setText(text)
        words = words_of(self._window.session.shape())
        self._window.session.set_status(
            tr(words.copied) if text.strip() else tr(words.nothing_to_copy)
        )

    @Slot()
    def edit_source(self) -> None:
        """Put the cursor into the source editor."""
        self._window.source.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def insert_mask(self) -> None:
        """Put a mask into the source text, or say why that would mean nothing."""
        source = self._window.source
        why_not = source.why_no_mask()
        if why_not:
            self._window.message_bar.show_message(why_not)
        else:
            self._window.docks.reveal("source")
            source.insert_mask()

    @Slot()
    def clear(self) -> None:
        """Empty the source text and the translation."""
        session = self._window.session
        self._window.source.set_text("")
        self._window.controller.clear()
        if not session.busy:
            session.set_status(tr("Ready.") if session.model else "")
        self.edit_source()

    @Slot()
    def close_window(self) -> None:
        """End the program."""
        self._window.close()

    @Slot()
    def explain_panel(self) -> None:
        """Explain the panel that has the focus, or else the one under the pointer."""
        from gui.panel_help import PanelHelp

        if self._panel_help is None:
            self._panel_help = PanelHelp(self._window)
        self._panel_help.explain(self._window.docks.current())

    @Slot()
    def start_tour(self) -> None:
        """Show in four steps what is where."""
        from gui.tour import Tour

        if self._tour is None:
            self._tour = Tour(self._window)
            self._tour.ended.connect(self._on_tour_ended)
        self._window.settings.set(SEEN, True)
        self._tour.begin()

    def start_first_tour(self) -> None:
        """Show what is where if that was never shown."""
        if not self._window.settings.flag(SEEN, False):
            self.start_tour()

    @Slot()
    def _on_tour_ended(self) -> None:
        self._tour = None

    @Slot()
    def show_palette(self) -> None:
        """Let a command be found by typing."""
        from gui.palette import CommandPalette

        _open(CommandPalette(self._window.actions_.rows(), self._window))

    @Slot()
    def show_shortcuts(self) -> None:
        """List all commands with their keys."""
        from gui.dialogs import ShortcutsDialog

        _open(ShortcutsDialog(self._window.actions_.rows(), self._window))

    @Slot()
    def show_about(self) -> None:
        """Say what this is."""
        from gui.dialogs import AboutDialog

        _open(AboutDialog(self._window.session.model, self._window))


def _open(dialog: QWidget) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
