"""The best output of each sentence, put together to the translation of a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.events import Ending, Event, Finished, Translated
from engine.text import sentences


class Outputs:
    """Gathers the best output of each sentence of a text."""

    def __init__(self, max_positions: int) -> None:
        self._max_positions = max_positions
        self._texts: list[str] = []
        self._cut: list[int] = []
        self._full: list[int] = []

    def gather(self, events: Iterator[Event]) -> Iterator[Event]:
        """Pass one sentence's events on."""
        for event in events:
            yield event
            if isinstance(event, Finished):
                best = event.hypotheses[0]
                self.add(event.sentence, best.text, len(best.pieces), best.ending)

    def add(self, sentence: int, text: str, length: int, ending: Ending) -> None:
        """One sentence's output of ``length`` pieces."""
        self._texts.append(text)
        if ending != "end":
            self._cut.append(sentence)
            if ending == "length limit" and length >= self._max_positions:
                self._full.append(sentence)

    def translated(self, text: str, spans: Sequence[tuple[int, int]]) -> Translated:
        """The last event."""
        joined = sentences.join(text, spans, self._texts)
        return Translated(joined, tuple(self._cut), tuple(self._full))
