"""What of a window goes into the log: models, translations and commands, without their texts."""

from __future__ import annotations

import time
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from engine.events import ModelInfo, Translated
from engine.search.options import SearchOptions
from gui.logs.log import LOG, text_of, torch_version
from gui.worker import TranslatorLike

if TYPE_CHECKING:
    from gui.main_window import MainWindow

_TEXTS: Final = frozenset({"prefix", "reference", "forbidden", "required", "begins_with"})
"""Options that hold words of the user's, or their pieces."""


class Listener(QObject):
    """Writes down what a window does.

    Folders are left out: a model's name, format and fingerprint say which one it is, and a path
    may say who its user is and what they work on.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._stage = ""
        self._stages: dict[str, float] = {}
        self._since = self._loading_since = self._began = time.perf_counter()
        engine, session = window.engine, window.session
        engine.loadingStarted.connect(self._on_loading)
        engine.loadingStage.connect(self._on_stage)
        engine.modelLoaded.connect(self._on_model)
        session.traceReset.connect(self._on_trace)
        session.optionsChanged.connect(self._on_options)
        window.controller.translationEnded.connect(self._on_ended)
        for action in window.actions_:
            action.triggered.connect(self._on_command)

    def known(self) -> tuple[str, ...]:
        """The texts that a message of Qt's may quote just now."""
        session = self._window.session
        trace = session.trace
        asked = [session.options] if trace is None else [session.options, trace.started.options]
        forced = [each for options in asked for each in (options.prefix, options.reference)]
        shown = [] if trace is None else [trace.started.text, trace.text, session.text()]
        texts = [self._window.source.text(), *shown]
        return (*texts, *(each for each in forced if isinstance(each, str)))

    @Slot()
    def _on_command(self, *_: object) -> None:
        action = self.sender()
        LOG.info("command %s", "" if action is None else action.objectName())

    # Models ---------------------------------------------------------------------------

    @Slot()
    def _on_loading(self) -> None:
        self._stage, self._stages = "", {}
        self._since = self._loading_since = time.perf_counter()
        LOG.info("a model is being loaded")

    @Slot(str)
    def _on_stage(self, stage: str) -> None:
        self._end_stage()
        self._stage = stage

    def _end_stage(self) -> None:
        now = time.perf_counter()
        if self._stage:
            self._stages[self._stage] = now - self._since
        self._since = now

    @Slot(object)
    def _on_model(self, info: ModelInfo) -> None:
        self._end_stage()
        took = time.perf_counter() - self._loading_since
        stages = "".join(f", {name} {spent:.2f} s" for name, spent in self._stages.items())
        LOG.info("loaded in %.2f s%s: %s", took, stages, model_line(info))
        LOG.info("PyTorch %s", torch_version() or "is not there")

        def tell_format(translator: TranslatorLike | None) -> None:
            LOG.info("format of the model: %s", _format_of(translator))

        # Only the worker has it.
        self._window.engine.ask("log", tell_format)

    # Translations ---------------------------------------------------------------------

    @Slot()
    def _on_options(self) -> None:
        LOG.info("search: %s", options_line(self._window.session.options))

    @Slot()
    def _on_trace(self) -> None:
        trace = self._window.session.trace
        if trace is None:
            return
        self._began = time.perf_counter()
        sentences, text = len(trace.started.sentences), text_of(trace.started.text)
        LOG.info("shown: a translation of %d sentences, %s", sentences, text)

    @Slot()
    def _on_ended(self) -> None:
        session = self._window.session
        trace = session.trace
        if trace is None or not isinstance(trace.translated, Translated):
            LOG.info("the translation ended before its end")
            return
        took = time.perf_counter() - self._began
        LOG.info("%d steps in %.2f s, %s", session.length(), took, text_of(session.text()))


def model_line(info: ModelInfo) -> str:
    """A model in one line, without its folder."""
    return (
        f"{info.name!r} ({info.source_language or '?'} to {info.target_language or '?'}), "
        f"{info.architecture}, {info.encoder_layers}+{info.decoder_layers} layers, "
        f"{info.heads} heads, d_model {info.d_model}, {info.parameters} parameters, "
        f"{info.device}, {info.dtype}, fingerprint {info.fingerprint[:16] or 'none'}"
    )


def options_line(options: SearchOptions) -> str:
    """The options that are not as usual; of words only that there are some."""
    usual = SearchOptions()
    said = []
    for each in fields(options):
        value = getattr(options, each.name)
        if value != getattr(usual, each.name):
            said.append(f"{each.name}={'…' if each.name in _TEXTS else value}")
    return ", ".join(said) or "as usual"


def _format_of(translator: TranslatorLike | None) -> str:
    try:
        return "none" if translator is None else translator.card().origin.format or "unknown"
    except Exception as error:
        return f"unknown ({type(error).__name__})"
