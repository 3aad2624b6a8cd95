"""Stand-ins for the engine: a translator that plays made-up events, gate by gate."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from engine.analysis.reference import FullPass
from engine.embeddings import Embeddings, PositionTable, RelativePositions, Side
from engine.errors import DiaphaneError
from engine.events import AttentionKind, Event, ModelInfo, Record
from engine.explanation import Explanation
from engine.layer_views import LayerViews
from engine.model_card import ModelCard
from engine.search.options import SearchOptions
from engine.search.what_if import Change
from engine.trace import Trace
from gui.worker import LoadRequest
from tests.gui.traces import LOVE, MODEL, PARAGRAPHS, Sentence, events, love, paragraphs, without

WAIT_S = 20


class FakeTranslator:
    """Streams made-up events; what happened to each stream is written down.

    Attributes:
        gates: texts whose every event waits for ``gates[text].release()``.
        fails: texts whose stream raises this error after the first step.
        changes: what was asked to be changed.
        refusal: what every change is refused with.
        begun, closed, finished: texts, in order; ``options`` of each that has begun.
    """

    def __init__(self, info: ModelInfo = MODEL) -> None:
        self.info = info
        self.gates: dict[str, threading.Semaphore] = {}
        self.waiting = threading.Event()
        self.fails: dict[str, BaseException] = {}
        self.begun: list[str] = []
        self.options: list[SearchOptions] = []
        self.changes: list[tuple[int, int, int, Change]] = []
        self.refusal: BaseException | None = None
        self.closed: list[str] = []
        self.finished: list[str] = []

    def stream(
        self, text: str, options: SearchOptions | None = None, record: Record = "all"
    ) -> Iterator[Event]:
        self.begun.append(text)
        self.options.append(options or SearchOptions())
        try:
            happened = without(script(text), *self.options[-1].heads_off)
            for index, event in enumerate(happened):
                gate = self.gates.get(text)
                if gate is not None:
                    self.waiting.set()
                    assert gate.acquire(timeout=WAIT_S), "the test never opened the gate"
                yield event
                if index == 2 and text in self.fails:
                    raise self.fails[text]
            self.finished.append(text)
        except GeneratorExit:
            self.closed.append(text)
            raise

    def what_if(
        self, trace: Trace, sentence: int, step: int, hypothesis: int, change: Change
    ) -> Iterator[Event]:
        """The same text, its first word another one; or the refusal that was set."""
        self.changes.append((sentence, step, hypothesis, change))
        if self.refusal is not None:
            raise self.refusal
        text = trace.started.text
        yield from events(text, [Sentence(text.strip(), ("\u2581WHAT", "\u2581IF", "</s>"))])

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
        raise DiaphaneError("The made-up engine explains nothing.")

    def layers(
        self, trace: Trace, sentence: int, step: int, hypothesis: int = 0, top: int = 5
    ) -> LayerViews:
        raise DiaphaneError("The made-up engine has no layers.")

    def embeddings(
        self,
        trace: Trace,
        sentence: int,
        side: Side,
        step: int | None = None,
        hypothesis: int = 0,
    ) -> Embeddings:
        raise DiaphaneError("The made-up engine embeds nothing.")

    def positions(self, length: int) -> PositionTable | RelativePositions:
        raise DiaphaneError("The made-up engine has no positions.")

    def score(self, trace: Trace, sentence: int, step: int, hypothesis: int = 0) -> FullPass:
        raise DiaphaneError("The made-up engine scores nothing.")

    def card(self) -> ModelCard:
        raise DiaphaneError("The made-up engine has no card.")


def script(text: str) -> list[Event]:
    """The events of any text: the well-known ones, or its words in capitals."""
    if text == LOVE:
        return love()
    if text == PARAGRAPHS:
        return paragraphs()
    if not text.strip():
        return list(events(text, []))
    target = tuple("\u2581" + word.upper() for word in text.split())
    return list(events(text, [Sentence(text.strip(), (*target, "</s>"))]))


class FakeLoader:
    """Hands out a translator, or raises."""

    def __init__(self, translator: FakeTranslator | BaseException) -> None:
        self.result = translator
        self.requests: list[LoadRequest] = []
        self.thread_names: list[str] = []

    def __call__(self, request: LoadRequest) -> FakeTranslator:
        from PySide6.QtCore import QThread

        self.requests.append(request)
        self.thread_names.append(QThread.currentThread().objectName())
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result
