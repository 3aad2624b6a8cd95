"""Code points and UTF-16 units.

Spans of pieces count code points, as Python does; ``QTextCursor`` counts UTF-16
units, of which an emoji takes two.
"""

from __future__ import annotations

from bisect import bisect_right


class Utf16Index:
    """Converts positions in one text between code points and UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        # The code points that take two units; few or none in most texts.
        self._wide = [] if text.isascii() else [i for i, c in enumerate(text) if ord(c) > 0xFFFF]
        self._wide_units = [position + extra for extra, position in enumerate(self._wide)]

    def to_units(self, position: int) -> int:
        """The UTF-16 position of code point ``position``; beyond the end is the end."""
        position = max(0, min(position, self._length))
        return position + bisect_right(self._wide, position - 1)

    def to_code_points(self, units: int) -> int:
        """The code point at UTF-16 position ``units``; inside a pair, the pair's own."""
        # A wide code point that begins before ``units`` has taken one unit more, unless
        # ``units`` points between its two halves.
        before = bisect_right(self._wide_units, units - 1)
        position = units - before
        return max(0, min(position, self._length))


def valid_text(text: str) -> str:
    """``text`` with unpaired surrogates, which no encoder takes, replaced by U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
