"""Which layers of which output are asked for, and when."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from engine.layer_views import LayerViews
from engine.trace import Trace
from gui.failure import no_model
from gui.worker import TranslatorLike

LEAST_PAUSE: Final = 0.3
"""Seconds between an answer and the next question while pieces are being written."""
SHARE: Final = 8.0
"""How many times longer than the answer took the pause is: decoding hardly slows down."""


@dataclass(frozen=True)
class LayersAnswer:
    """What came of a request."""

    request: LayersRequest
    views: LayerViews


@dataclass(frozen=True)
class LayersRequest:
    """The layers along one hypothesis of a trace; called on the worker's thread."""

    trace: Trace
    sentence: int
    step: int
    hypothesis: int

    def __call__(self, translator: TranslatorLike | None) -> LayersAnswer:
        """Compute them.

        Raises:
            DiaphaneError: there is no model, or it is not the one that made the trace.
        """
        if translator is None:
            raise no_model()
        views = translator.layers(self.trace, self.sentence, self.step, self.hypothesis)
        return LayersAnswer(self, views)


class Pacing:
    """How soon the next question may be asked; there is never more than one under way."""

    def __init__(self) -> None:
        self._asked = 0.0
        self._answered = -LEAST_PAUSE
        self._took = 0.0

    def ask(self) -> None:
        """A question goes out."""
        self._asked = time.monotonic()

    def answer(self) -> None:
        """Its answer is here."""
        self._answered = time.monotonic()
        self._took = self._answered - self._asked

    def wait_ms(self) -> int:
        """Milliseconds until the next question while pieces are being written."""
        pause = max(LEAST_PAUSE, SHARE * self._took)
        return max(0, round(1000 * (self._answered + pause - time.monotonic())))
