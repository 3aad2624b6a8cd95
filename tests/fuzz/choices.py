"""Decisions out of a few bytes, so that a fuzzer which changes bytes changes decisions.

The same bytes always decide the same: what went wrong once is had again from them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

# Numbers at which counts, sizes and offsets go wrong.
NUMBERS = (
    0, 1, -1, 2, 7, 8, 255, 256, 1 << 15, (1 << 16) - 1, 1 << 16, (1 << 31) - 1, 1 << 31,
    (1 << 32) - 1, 1 << 32, (1 << 53) + 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64,
    10**19, 10**40, -(1 << 31), -(1 << 63), 1000, 65535, 100_000, 1_000_000_000,
)  # fmt: skip


class Choices:
    """Takes decisions one after another from bytes; when they are used up, the first of each.

    Args:
        data: the recipe.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def left(self) -> int:
        """How many bytes are left."""
        return len(self._data) - self._at

    def take(self, count: int) -> bytes:
        """The next bytes, fewer at the end."""
        found = self._data[self._at : self._at + count]
        self._at += len(found)
        return found

    def rest(self) -> bytes:
        """All that is left."""
        return self.take(self.left)

    def below(self, end: int) -> int:
        """A number from 0 to ``end - 1``; 0 if there is none."""
        if end <= 1:
            return 0
        width = ((end - 1).bit_length() + 7) // 8
        return int.from_bytes(self.take(width), "little") % end

    def chance(self, one_in: int) -> bool:
        """Whether something that happens so rarely happens; never when no bytes are left."""
        return self.left > 0 and self.below(one_in) == one_in - 1

    def pick(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[self.below(len(items))]

    def number(self) -> int:
        """A whole number as nobody expects it."""
        kind = self.below(4)
        if kind == 0:
            return self.pick(NUMBERS)
        if kind == 1:
            return self.pick(NUMBERS) + self.below(17) - 8
        if kind == 2:
            return self.below(200)
        return int.from_bytes(self.take(8), "little", signed=True)

    def real(self) -> float:
        """A floating-point number, also one that is none."""
        kind = self.below(3)
        if kind == 0:
            return self.pick(
                [0.0, -0.0, 1.0, -1.0, 1e-45, 1e38, 3.5e38, 1e308, float("inf"), float("-inf"),
                 float("nan"), 0.5, 1e-6, 65504.0]
            )  # fmt: skip
        if kind == 1:
            return float(struct.unpack("<f", self.take(4).ljust(4, b"\0"))[0])
        return self.below(2000) / 10 - 100
