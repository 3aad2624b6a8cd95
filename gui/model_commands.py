"""Finding, opening and exchanging models: what the commands about them do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from engine.events import ModelInfo
from gui.failure import Failure
from gui.language import tr
from gui.models.library import Library
from gui.models.texts import pair_text
from gui.models.window import ModelsWindow

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class ModelCommands(QObject):
    """Carries out the commands of one window that are about models.

    Attributes:
        library: the models that are known.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.library = Library(window.settings, window.sources, self)
        self.library.changed.connect(self._on_known)
        self.library.failed.connect(self._on_failed)
        self._models: ModelsWindow | None = None
        self._expected: Path | None = None
        self._swapping = False
        self._text_after: str | None = None
        self._offered: tuple[str, str] = ("", "")

    # Opening -------------------------------------------------------------------------

    def expect(self, folder: Path | None) -> None:
        """A model is about to be loaded: the one of this folder, or the built-in one."""
        self._expected = folder
        self._text_after = None
        self._swapping = False

    @Slot()
    def on_model(self) -> None:
        """Remember where the loaded model came from; go on with exchanging languages."""
        info = self._window.session.model
        if info is None:
            return
        expected, self._expected = self._expected, None
        if expected is not None:
            self.library.remember(expected, info)
        self.library.refresh()
        text, self._text_after = self._text_after, None
        if text is not None:
            self._window.source.set_text(text)
            self._window.source.translate_now()

    @Slot(object)
    def on_problem(self, failure: Failure) -> None:
        """What was to be done with a model that could not be loaded is not done."""
        if failure.during == "load":
            self._expected = self._text_after = None

    # Exchanging languages ------------------------------------------------------------

    @Slot()
    def swap(self) -> None:
        """Translate the translation back, if there is a model for it; else offer to find one."""
        window = self._window
        info = window.session.model
        if info is None or not (info.source_language and info.target_language):
            window.message_bar.show_message(self._why_not(info))
            return
        # What is known may be out of date: folders come and go.
        self._swapping = True
        self.library.refresh()

    def _why_not(self, info: ModelInfo | None) -> str:
        if info is None:
            return tr("No model is loaded: there are no languages to exchange yet.")
        return tr("The languages cannot be exchanged: {model} does not say which they are.").format(
            model=info.name
        )

    @Slot()
    def _on_known(self) -> None:
        swapping, self._swapping = self._swapping, False
        info = self._window.session.model
        if not swapping or info is None:
            return
        model = self.library.reverse(info)
        if model is None:
            self._offered = (info.target_language, info.source_language)
            self._window.message_bar.show_message(
                tr("No model for {pair} is on this machine.").format(
                    pair=pair_text(*self._offered)
                ),
                offer=tr("Look for one…"),
            )
            return
        text = self._back()
        self._window.only_load(model.folder)
        # Only when the model works: until then everything stays as it is.
        self._text_after = text

    def _back(self) -> str | None:
        """The text to be translated back; ``None`` if there is no translation."""
        session = self._window.session
        trace, model = session.trace, session.model
        if trace is None or model is None:
            return None
        if trace.started.model.fingerprint != model.fingerprint:
            return None
        return session.text().strip() or None

    @Slot()
    def take_offer(self) -> None:
        """Look for a model of the pair that was offered."""
        self.show_models(*self._offered)

    # The window of models ------------------------------------------------------------

    @Slot()
    def show_models(self, source: str = "", target: str = "") -> None:
        """Show the models on this machine, and a search for others.

        Args:
            source, target: the languages that are to be searched for, if any.
        """
        if self._models is None:
            window = self._window
            self._models = ModelsWindow(window.session, self.library, window.sources, window)
            self._models.openRequested.connect(window.load_model)
            self._models.detailsRequested.connect(window.show_error)
        self._models.show_for(source, target)

    def close(self) -> bool:
        """Stop what runs and leave the threads, whether all have ended in time.

        A download can be gone on with at the next start.
        """
        ended = self._models is None or self._models.close_down()
        return self.library.close() and ended

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self._swapping = False
        self._window.message_bar.show_message(failure.message, failure.details)
