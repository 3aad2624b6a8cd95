"""Finding, opening and exchanging models: what the commands about them do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from engine.events import ModelInfo
from gui.failure import Failure
from gui.language import tr
from gui.model_languages import choosable, exchanged, of_next, of_started
from gui.models.library import Library
from gui.models.texts import pair_text
from gui.widgets.languages import normal_code

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.models.window import ModelsWindow


@dataclass(frozen=True)
class _Exchange:
    """What is to be done once the model for the other direction works.

    Attributes:
        text: what stood in the source when the languages were exchanged.
        back: what is to be translated back; ``None`` if there is no translation of ``text``.
    """

    text: str
    back: str | None


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
        self._asked: _Exchange | None = None
        self._exchange: _Exchange | None = None
        self._offered: Callable[[], object] | None = None

    # Opening -------------------------------------------------------------------------

    def expect(self, folder: Path | None) -> None:
        """A model is about to be loaded: the one of this folder, or the built-in one."""
        self._expected = folder
        self._asked = self._exchange = None

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
        exchange, self._exchange = self._exchange, None
        source = self._window.source
        # What was typed while the model was being loaded is not to be lost.
        if exchange is not None and exchange.back is not None and source.text() == exchange.text:
            source.set_text(exchange.back)
            self._window.controller.expect_undo(source.text())
            source.translate_now()

    @Slot(object)
    def on_problem(self, failure: Failure) -> None:
        """What was to be done with a model that could not be loaded is not done."""
        if failure.during == "load":
            self._expected = self._exchange = None

    # Exchanging languages ------------------------------------------------------------

    @Slot()
    def swap(self) -> None:
        """Translate the translation back, if there is a model for it; else offer to find one."""
        window = self._window
        info = window.session.model
        pair = of_next(window.session, window.source.text())
        within = None if info is None else exchanged(info, pair)
        if info is None or not (pair.source and pair.target):
            window.message_bar.show_message(self.why_no_swap(info))
            return
        if not self._may_swap():
            return
        if within is not None:
            window.commands.languages.exchange(within, self._back())
            return
        # What is known may be out of date: folders come and go.
        self._asked = _Exchange(window.source.text(), self._back())
        self.library.refresh()

    def _may_swap(self) -> bool:
        """Whether nothing is half done; if it is, this says so."""
        window = self._window
        half = window.session.trace is not None and not window.session.finished()
        if not (half or window.controller.translating()):
            return True
        window.message_bar.show_message(
            tr(
                "The languages cannot be exchanged in the middle of a translation: let it end, "
                "or clear it, first."
            )
        )
        return False

    def why_no_swap(self, info: ModelInfo | None) -> str:
        """Why the languages of a model that does not say any cannot be exchanged."""
        if info is None:
            return tr("No model is loaded: there are no languages to exchange yet.")
        if info.stacks != "encoder-decoder":
            return tr("{model} does not translate: there are no languages to exchange.").format(
                model=info.name
            )
        return tr("The languages cannot be exchanged: {model} does not say which they are.").format(
            model=info.name
        )

    @Slot()
    def _on_known(self) -> None:
        exchange, self._asked = self._asked, None
        info = self._window.session.model
        # Another translation may have begun meanwhile.
        if exchange is None or info is None or not self._may_swap():
            return
        languages = of_next(self._window.session, self._window.source.text())
        model = self.library.reverse(languages.source, languages.target)
        if model is None:
            pair = normal_code(languages.target), normal_code(languages.source)
            self.offer(
                tr("No model for {pair} is on this machine.").format(pair=pair_text(*pair)),
                tr("Look for one…"),
                lambda: self.show_models(*pair),
            )
            return
        self._window.only_load(model.folder)
        # Only when the model works: until then everything stays as it is.
        self._exchange = exchange

    def _back(self) -> str | None:
        """The text to be translated back; ``None`` if the source has no translation."""
        session = self._window.session
        trace = session.trace
        if trace is None or session.other() is not None:
            return None
        text, info = self._window.source.text(), session.model
        if trace.started.text != text:
            return None
        chosen = choosable(info, "source") or choosable(info, "target")
        if chosen and of_started(trace.started) != of_next(session, text):
            # Others were chosen since.
            return None
        return session.text().strip() or None

    # Offers --------------------------------------------------------------------------

    def offer(self, message: str, offer: str, take: Callable[[], object]) -> None:
        """Show a message with a button that says ``offer`` and does ``take``."""
        self._offered = take
        self._window.message_bar.show_message(message, offer=offer)

    @Slot()
    def take_offer(self) -> None:
        """Do what was offered."""
        if self._offered is not None:
            self._offered()

    # The window of models ------------------------------------------------------------

    @Slot()
    def show_models(self, source: str = "", target: str = "") -> None:
        """Show the models on this machine, and a search for others.

        Args:
            source, target: the languages that are to be searched for, if any.
        """
        if self._models is None:
            from gui.models.window import ModelsWindow

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
        self._asked = None
        self._window.message_bar.show_message(failure.message, failure.details)
