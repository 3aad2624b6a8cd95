"""Where normalised text came from: spans and surfaces in the original."""

from __future__ import annotations

from collections.abc import Sequence

SPACE_MARK = "\u2581"
"""``▁``: how SentencePiece writes a space, which is a character like any other to it."""


class Alignment:
    """Which original characters the characters of the normalised text came from.

    Args:
        text: the original.
        normalized: the normalised text.
        starts: [len(normalized) + 1] where each character's source begins; at last the end.
    """

    def __init__(self, text: str, normalized: str, starts: Sequence[int]) -> None:
        self.text = text
        self.normalized = normalized
        self._starts = starts
        last = len(normalized) - 1
        # One character can become several (½, ﬁ): those share a start, and the whole of it.
        self._ends = list(starts[1:])
        for i in range(last - 1, -1, -1):
            if self._ends[i] == starts[i]:
                self._ends[i] = self._ends[i + 1]
        # The mark that SentencePiece adds at the border of the text came from nothing.
        self._added = {
            i
            for i in {0, last}
            if normalized[i : i + 1] == SPACE_MARK and starts[i] == starts[i + 1]
        }

    def span(self, first: int, end: int) -> tuple[int, int]:
        """Source of the normalised characters [first, end), without a leading space."""
        while first < end and first in self._added:
            first += 1
        while end > first and end - 1 in self._added:
            end -= 1
        if first == end:
            return self._starts[first], self._starts[first]
        while first < end - 1 and self.normalized[first] == SPACE_MARK:
            first += 1
        return self._starts[first], self._ends[end - 1]

    def surface(self, first: int, end: int) -> str:
        """What the user typed there; the normalised text if that is a part of a character only.

        So of ``½``, which becomes ``1⁄2``, the piece ``⁄`` alone does not show ``½``.
        """
        span = self.span(first, end)
        begins = first == 0 or first - 1 in self._added or self._starts[first - 1] < span[0]
        ends = end == len(self.normalized) or self._starts[end] >= span[1]
        return self.text[slice(*span)] if begins and ends else self.normalized[first:end]
