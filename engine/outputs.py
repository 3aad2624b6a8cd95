"""The best output of each sentence, put together to the translation of a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import Event, Finished, Hypothesis, Translated
from engine.text import sentences


class Outputs:
    """Gathers the best output of each sentence of a text."""

    def __init__(self, max_positions: int) -> None:
        self._max_positions = max_positions
        self._texts: list[str] = []
        self._cut: list[int] = []
        self._full: list[int] = []
        self._looping: list[int] = []

    def gather(self, events: Iterator[Event]) -> Iterator[Event]:
        """Pass one sentence's events on."""
        for event in events:
            yield event
            if isinstance(event, Finished):
                self.add(event.sentence, event.hypotheses[0])

    def add(self, sentence: int, best: Hypothesis) -> None:
        """One sentence's output."""
        self._texts.append(best.text)
        if best.ending != "end":
            self._cut.append(sentence)
            if best.ending == "length limit" and len(best.pieces) >= self._max_positions:
                self._full.append(sentence)
        if best.loop is not None:
            self._looping.append(sentence)

    def translated(self, text: str, spans: Sequence[tuple[int, int]]) -> Translated:
        """The last event."""
        joined = sentences.join(text, spans, self._texts)
        return Translated(joined, tuple(self._cut), tuple(self._full), tuple(self._looping))
