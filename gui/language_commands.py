"""Choosing what a model of several languages translates from and to: what the commands do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from gui.language import current_language, tr
from gui.model_languages import (
    Pair,
    choosable,
    fits,
    meant,
    name_of,
    said,
    usual,
    without_code,
)
from gui.models.last_languages import last_languages, remember
from gui.offer import Offer
from gui.session import Side

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class LanguageCommands(QObject):
    """Keeps the languages of the next translation such that the loaded model has them.

    They are part of the session's options. A model comes with those that it was asked for last,
    or with those that were in use before it; a translation that is shown again brings its own.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before = Pair()

    # What is asked for ---------------------------------------------------------------

    @Slot()
    def on_model(self) -> None:
        """Another model has other languages."""
        window = self._window
        info = window.session.model
        if info is None:
            return
        self._set(
            self._of_shown()
            or last_languages(window.settings, info)
            or usual(info, self._before, current_language())
        )
        # What waited for the model was asked for before anybody knew its languages.
        window.controller.renew()

    @Slot()
    def on_trace(self) -> None:
        """What is shown can be asked for again as it was made."""
        shown = self._of_shown()
        if shown is not None:
            self._set(shown)

    @Slot()
    def on_options(self) -> None:
        """Remember the languages of the model."""
        info, pair = self._window.session.model, Pair.of(self._window.session.options)
        if info is None or not fits(info, pair):
            return
        self._before = meant(info, pair)
        if choosable(info, "source") or choosable(info, "target"):
            remember(self._window.settings, info, pair)

    def _of_shown(self) -> Pair | None:
        """The languages of what is shown, if the loaded model has made it."""
        session = self._window.session
        info, trace = session.model, session.trace
        if info is None or trace is None or session.other() is not None:
            return None
        pair = Pair.of(trace.started.options)
        if said(info, trace.started.text):
            # Said by that text, and not by the user for others.
            pair = replace(pair, target=session.options.target_language)
        return pair if fits(info, pair) else None

    def _set(self, pair: Pair) -> None:
        session = self._window.session
        session.set_options(pair.put_into(session.options))
        self.on_options()

    # What the user does --------------------------------------------------------------

    @Slot(str, str)
    def choose(self, side: Side, code: str) -> None:
        """Translate from or to a language, and what is typed at once."""
        window = self._window
        info, text = window.session.model, window.source.text()
        if info is None:
            return
        pair = Pair.of(window.session.options)
        pair = replace(pair, source=code) if side == "source" else replace(pair, target=code)
        own = said(info, text) if side == "target" else ""
        if own:
            text = without_code(text, own)
            window.source.set_text(text)
        elif pair == Pair.of(window.session.options):
            return
        self._set(pair)
        if text.strip() and not window.commands.made_by.refuses(text):
            window.commands.translate()

    def exchange(self, pair: Pair, back: str | None) -> None:
        """Translate in the other direction.

        Args:
            pair: of the other direction.
            back: what is to be translated back; ``None`` if there is nothing.
        """
        window = self._window
        self._set(pair)
        if back is not None:
            window.source.set_text(back)
            window.controller.expect_undo(window.source.text())
            window.source.translate_now()
            return
        text = window.source.text()
        code = said(window.session.model, text)
        if code:
            # It says the language that is the source's now.
            window.source.set_text(without_code(text, code))

    @Slot()
    def ask_source(self) -> None:
        """Let the source's language be chosen."""
        self._ask("source")

    @Slot()
    def ask_target(self) -> None:
        """Let the target's language be chosen."""
        self._ask("target")

    def _ask(self, side: Side) -> None:
        why_not = self.why_not(side)
        if why_not:
            self._window.message_bar.show_message(why_not)
        else:
            self._window.header.language_button(side).open()

    def why_not(self, side: Side) -> str:
        """Why the language of a side cannot be chosen; empty if it can."""
        info = self._window.session.model
        if choosable(info, side):
            return ""
        if info is None:
            return tr("No model is loaded: there are no languages to choose from yet.")
        if info.stacks != "encoder-decoder":
            return tr("{model} does not translate: there are no languages to choose.").format(
                model=info.name
            )
        pair = meant(info, Pair.of(self._window.session.options))
        code = pair.source if side == "source" else pair.target
        if not code:
            if side == "source":
                return tr("{model} takes no source language: it is not told one.").format(
                    model=info.name
                )
            return tr("{model} takes no target language: it is not told one.").format(
                model=info.name
            )
        if side == "source":
            text = tr("{model} translates from {language} alone; open another model for others.")
        else:
            text = tr("{model} translates to {language} alone; open another model for others.")
        return text.format(model=info.name, language=name_of(info, side, code))

    def offers(self) -> Mapping[str, Offer]:
        """The commands, as they stand now."""
        sides: dict[str, Side] = {"translate_from": "source", "translate_to": "target"}
        reasons = {name: self.why_not(side) for name, side in sides.items()}
        info = self._window.session.model
        if info is not None and info.stacks != "encoder-decoder":
            reasons["swap"] = self._window.commands.models.why_no_swap(info)
        offers = {"swap": Offer()}
        return offers | {n: Offer(possible=not why, tip=why) for n, why in reasons.items()}
