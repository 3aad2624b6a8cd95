"""What runs on the worker thread: the translator and its generator.

The worker thread owns the translator and its generator. Nothing is pushed: the worker
calls ``next()`` when it is told to (one step) or keeps calling it (play), always through
its event loop, so that a command gets in between any two steps. Every translation has a
generation number; whatever arrives with an old one is dropped, so a stale result is
never shown.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from engine.errors import TraceTooLargeError, shortage
from engine.events import (
    RECORDS,
    AttentionKind,
    Event,
    Finished,
    ModelInfo,
    Record,
    Started,
    Step,
    Translated,
)
from engine.search.options import SearchOptions
from engine.search.what_if import Change
from engine.trace import Trace
from gui.failure import describe, no_model
from gui.logs.log import LOG, error_of
from gui.session import FULL_SPEED

if TYPE_CHECKING:
    from engine.analysis.reference import FullPass
    from engine.embeddings import Embeddings, PositionTable, RelativePositions, Side
    from engine.explanation import Explanation
    from engine.layer_views import LayerViews
    from engine.model_card import ModelCard

MAX_THREADS = 4
"""Decoding one sentence gains nothing from more threads, and the window needs a core."""


class TranslatorLike(Protocol):
    """What the worker needs of :class:`engine.translator.Translator`."""

    @property
    def info(self) -> ModelInfo:
        """What was loaded."""
        ...

    def stream(
        self, text: str, options: SearchOptions | None = None, record: Record = "all"
    ) -> Iterator[Event]:
        """The events of one translation, computed as they are asked for."""
        ...

    def what_if(
        self, trace: Trace, sentence: int, step: int, hypothesis: int, change: Change
    ) -> Iterator[Event]:
        """The events of going on from a step in another way."""
        ...

    def explain(
        self,
        trace: Trace,
        sentence: int,
        kind: AttentionKind,
        layer: int,
        head: int | None,
        step: int | None,
        hypothesis: int = 0,
    ) -> Explanation:
        """Every stage of one attention head."""
        ...

    def layers(
        self, trace: Trace, sentence: int, step: int, hypothesis: int = 0, top: int = 5
    ) -> LayerViews:
        """What each decoder layer would say, and the norms of the residual stream."""
        ...

    def embeddings(
        self,
        trace: Trace,
        sentence: int,
        side: Side,
        step: int | None = None,
        hypothesis: int = 0,
    ) -> Embeddings:
        """A sentence's pieces as vectors."""
        ...

    def positions(self, length: int) -> PositionTable | RelativePositions:
        """The first rows of the positional encoding."""
        ...

    def score(self, trace: Trace, sentence: int, step: int, hypothesis: int = 0) -> FullPass:
        """Every piece of an output, scored in one teacher-forced pass."""
        ...

    def card(self) -> ModelCard:
        """What the model is, in figures."""
        ...


@dataclass(frozen=True)
class LoadRequest:
    """Load a model folder (the built-in one if ``None``)."""

    model: Path | None = None
    device: str = "auto"
    report: Callable[[str], None] | None = field(default=None, compare=False)
    """Told what is done next: "torch", "read", "build"; called on the worker's thread."""

    def tell(self, stage: str) -> None:
        """Say what is done next."""
        if self.report is not None:
            self.report(stage)


@dataclass(frozen=True)
class Translation:
    """Translate ``text``."""

    text: str
    options: SearchOptions = field(default_factory=SearchOptions)

    def events(self, translator: TranslatorLike) -> Iterator[Event]:
        """The stream that does it.

        Of a text that is too long for all of the attention as much is recorded as fits: who pastes
        a book wants to read it.
        """
        for record in RECORDS:
            try:
                yield from translator.stream(self.text, self.options, record)
                return
            except TraceTooLargeError:  # comes before any event
                if record == RECORDS[-1]:
                    raise


@dataclass(frozen=True)
class WhatIf:
    """Go on from a step of a trace, which grows no more, in another way."""

    trace: Trace
    sentence: int
    step: int
    hypothesis: int
    change: Change

    @property
    def text(self) -> str:
        """What is translated."""
        return self.trace.started.text

    def events(self, translator: TranslatorLike) -> Iterator[Event]:
        """The stream that does it."""
        return translator.what_if(
            self.trace, self.sentence, self.step, self.hypothesis, self.change
        )


Job = Translation | WhatIf


WRITING = ("save", "export", "view", "report")
"""Errands that are done even if the window closes meanwhile: nothing is lost."""
Errand = Callable[[TranslatorLike | None], object]
"""Work of its own for the worker's thread; gets the translator, if one is loaded."""


Loader = Callable[[LoadRequest], TranslatorLike]


def load_translator(request: LoadRequest) -> TranslatorLike:
    """The loader of the program: the engine's façade. Imports torch."""
    from engine.preload import import_torch

    request.tell("torch")
    import_torch()
    from engine.translator import Translator

    threads = max(1, min(MAX_THREADS, (os.cpu_count() or 1) // 2))

    def load(device: str) -> TranslatorLike:
        return Translator.load(request.model, device=device, threads=threads, report=request.tell)

    try:
        return load(request.device)
    except Exception as error:
        # Nobody asked for the GPU. The header says where the network runs.
        if request.device != "auto" or shortage(error) not in ("device memory", "device"):
            raise
        LOG.warning("no GPU, the CPU instead:\n%s", error_of(error))
    # Not inside the handler: what was built on the GPU is free once the error is.
    return load("cpu")


class Mailbox:
    """What the window wants next; shared by both threads.

    One place for a load, one for a translation and one for each kind of errand: a newer
    request replaces the one that waits.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._load: tuple[int, LoadRequest] | None = None
        self._translate: tuple[int, Job, bool] | None = None
        self._errands: dict[str, tuple[int, Errand]] = {}
        self._unwritten: set[str] = set()
        self.closed = threading.Event()
        self.loading = threading.Event()
        """Set while a model is loaded, which cannot be interrupted."""

    def put_load(self, generation: int, request: LoadRequest) -> None:
        """Ask for a model."""
        with self._lock:
            self._load = (generation, request)

    def put_translate(self, generation: int, job: Job, play: bool) -> None:
        """Ask for a translation; without ``play`` it waits for the first step command."""
        with self._lock:
            self._translate = (generation, job, play)

    def put_errand(self, name: str, number: int, errand: Errand) -> None:
        """Ask for an errand; one of the same name that waits is forgotten."""
        with self._lock:
            self._errands[name] = (number, errand)
            if name in WRITING:
                self._unwritten.add(name)

    def written(self, name: str) -> None:
        """An errand is done; unless another of its name waits, nothing of it is to be written."""
        with self._lock:
            if name not in self._errands:
                self._unwritten.discard(name)

    def unwritten(self) -> bool:
        """Whether something waits to be written, or is written just now."""
        with self._lock:
            return bool(self._unwritten)

    def take_errands(self) -> dict[str, tuple[int, Errand]]:
        """The waiting errands by name, which then wait no longer."""
        with self._lock:
            taken, self._errands = self._errands, {}
            return taken

    def take_load(self) -> tuple[int, LoadRequest] | None:
        """The waiting load, which then waits no longer."""
        with self._lock:
            taken, self._load = self._load, None
            return taken

    def take_translate(self) -> tuple[int, Job, bool] | None:
        """The waiting translation, which then waits no longer."""
        with self._lock:
            taken, self._translate = self._translate, None
            return taken

    def drop_translate(self) -> None:
        """Forget the waiting translation."""
        with self._lock:
            self._translate = None


class Worker(QObject):
    """Lives on the worker thread; talks through queued signals only."""

    loading = Signal(int)
    stage = Signal(int, str)
    """Generation of the load, what is done next of it."""
    loaded = Signal(int, object)
    """Generation of the load, :class:`ModelInfo`."""
    produced = Signal(int, object)
    """Generation of the translation, :data:`engine.events.Event`."""
    paused = Signal(int)
    """The step that was asked for is done."""
    ended = Signal(int)
    """The stream has no more events."""
    failed = Signal(int, object)
    """Generation, :class:`Failure`."""
    answered = Signal(int, str, object)
    """Number and name of an errand, what it gave."""

    def __init__(self, mailbox: Mailbox, loader: Loader, before: Worker | None = None) -> None:
        """A worker without a model, or with what another one had whose thread is gone."""
        super().__init__()
        self._mailbox = mailbox
        self._loader = loader
        self._translator: TranslatorLike | None = None
        self._stream: Iterator[Event] | None = None
        self._generation = -1
        self._playing = True
        self._speed = FULL_SPEED
        self._sentences = 0
        self._last_step = -math.inf
        if before is not None:
            self._translator, self._stream = before._translator, before._stream
            self._generation, self._playing = before._generation, before._playing
            self._sentences = before._sentences
        # A child moves to the worker's thread with its parent.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._pump)

    # Commands -----------------------------------------------------------------------

    @Slot()
    def wake(self) -> None:
        """Look into the mailbox."""
        if self._mailbox.closed.is_set():
            return
        load = self._mailbox.take_load()
        if load is not None:
            self._load(*load)
        # Taken after the load: what was asked for meanwhile has replaced what waited.
        translate = self._mailbox.take_translate()
        if translate is not None and not self._mailbox.closed.is_set():
            self._begin(*translate)
        elif self._stream is not None and self._playing and not self._timer.isActive():
            self._schedule()  # what another worker had begun
        for name, (number, errand) in self._mailbox.take_errands().items():
            # The window may have been closed while another one was done.
            if name in WRITING or not self._mailbox.closed.is_set():
                self._run(name, number, errand)

    @Slot(int)
    def play(self, generation: int) -> None:
        """Keep decoding."""
        if generation == self._generation and self._stream is not None:
            self._playing = True
            self._schedule()

    @Slot(int)
    def pause(self, generation: int) -> None:
        """Stop decoding; the generator waits."""
        if generation == self._generation:
            self._playing = False
            self._timer.stop()

    @Slot(int)
    def step(self, generation: int) -> None:
        """Decode one step and wait."""
        if generation == self._generation and self._stream is not None:
            self._playing = False
            self._timer.stop()
            self._advance()
            if self._stream is not None:
                self.paused.emit(generation)

    @Slot(int)
    def cancel(self, generation: int) -> None:
        """Give the translation up."""
        if generation == self._generation:
            self._close_stream()

    @Slot(float)
    def set_speed(self, steps_per_second: float) -> None:
        """Decode no faster than this."""
        self._speed = steps_per_second
        if self._timer.isActive():
            self._schedule()

    @Slot()
    def shut_down(self) -> None:
        """Close the generator, write what was to be written, and leave the thread."""
        self._close_stream()
        for name, (number, errand) in self._mailbox.take_errands().items():
            if name in WRITING:
                self._run(name, number, errand)
        self._translator = None
        thread = QThread.currentThread()
        thread.quit()

    @Slot()
    def rest(self) -> None:
        """The thread ends: nothing is due any more."""
        self._timer.stop()

    # Work ---------------------------------------------------------------------------
    # The handlers take everything: a panic of a Rust extension is no Exception, and what
    # gets away leaves a window that waits for ever. Ctrl+C reaches the main thread only.

    def _load(self, generation: int, request: LoadRequest) -> None:
        self._close_stream()
        self.loading.emit(generation)
        self._mailbox.loading.set()
        told = replace(request, report=lambda stage: self.stage.emit(generation, stage))
        try:
            # The model in use stays until this one works.
            translator = self._loader(told)
            info = translator.info
        except BaseException as error:
            self.failed.emit(generation, describe(error, "load"))
            return
        finally:
            self._mailbox.loading.clear()
        # Nothing else keeps the one before: its memory is free from here on.
        self._translator = translator
        self.loaded.emit(generation, info)

    def _begin(self, generation: int, job: Job, play: bool) -> None:
        self._close_stream()
        self._generation = generation
        self._playing = play
        self._last_step = -math.inf
        if self._translator is None:
            self.failed.emit(generation, describe(no_model(), "translate"))
            return
        try:
            self._stream = iter(job.events(self._translator))
        except BaseException as error:
            self.failed.emit(generation, describe(error, "translate"))
            return
        if play:
            self._schedule()

    def _run(self, name: str, number: int, errand: Errand) -> None:
        try:
            answer = errand(self._translator)
        except BaseException as error:
            self.failed.emit(number, describe(error, name))
            return
        finally:
            self._mailbox.written(name)
        self.answered.emit(number, name, answer)

    def _close_stream(self) -> None:
        self._timer.stop()
        stream, self._stream = self._stream, None
        close = getattr(stream, "close", None)
        if close is None:
            return
        try:
            close()
        except BaseException as error:
            self.failed.emit(self._generation, describe(error, "translate"))

    def _schedule(self) -> None:
        due = self._last_step + 1.0 / self._speed - time.monotonic()
        self._timer.start(max(0, math.ceil(due * 1000)) if due > 0 else 0)

    @Slot()
    def _pump(self) -> None:
        if self._mailbox.closed.is_set() or self._stream is None or not self._playing:
            return
        self._advance()
        if self._stream is not None:
            self._schedule()

    def _advance(self) -> None:
        """Pull until one step has come, and what surely follows it without more work."""
        stepped = False
        while self._stream is not None and not self._mailbox.closed.is_set():
            try:
                event = next(self._stream, None)
            except BaseException as error:
                self._stream = None
                self.failed.emit(self._generation, describe(error, "translate"))
                return
            if event is None:
                self._stream = None
                self.ended.emit(self._generation)
                return
            self.produced.emit(self._generation, event)
            match event:
                case Started():
                    self._sentences = len(event.sentences)
                case Step():
                    stepped = True
                    self._last_step = time.monotonic()
                    if not event.last:
                        return
                case Finished():
                    # The next sentence begins with the encoder's work: another step's.
                    if stepped and event.sentence < self._sentences - 1:
                        return
                case Translated():
                    pass
