"""Marks in a text that are pieces of their own: T5's sentinels, ``<extra_id_0>``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from engine.events import Piece
from engine.text.pieces import Cuts


class SentinelSegmenter:
    """Takes the marks out of a text first; what stands between them is cut by itself.

    Args:
        inner: cuts what is between.
        marks: the piece of each mark, by how it is written.
    """

    def __init__(self, inner: Cuts, marks: Mapping[str, Piece]) -> None:
        self._inner = inner
        self._marks = dict(marks)
        # Of two that begin alike the longer one is meant.
        spellings = sorted(self._marks, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, spellings)) or "(?!)")

    def encode(self, text: str, offset: int = 0) -> list[Piece]:
        """As :meth:`engine.text.segmenter.Segmenter.encode`; a mark covers its characters."""
        pieces: list[Piece] = []
        at = 0
        for match in self._pattern.finditer(text):
            pieces += self._inner.encode(text[at : match.start()], at + offset)
            span = (match.start() + offset, match.end() + offset)
            pieces.append(replace(self._marks[match[0]], span=span))
            at = match.end()
        return pieces + self._inner.encode(text[at:], at + offset)
