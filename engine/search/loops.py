"""Outputs that do not find their end: one short sequence of pieces, again and again.

What Raunak et al. 2021 (arXiv:2104.06683) call oscillatory hallucinations. They find them by
comparison with the source, as is done here: what the source repeats may be repeated. Imports no
torch: events carry what is found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.events import Piece

LEAST_REPEATS: Final = 3
"""Twice is how people write: "again and again"."""
LEAST_PIECES: Final = 12
"""Pieces that a loop has at least. "Very, very, very" has 6, "ha ha ha ha ha ha" about as many.
None of the 330,000 English and French sentences, by people, that the built-in model was trained
and tested on ends in a loop."""
_MORE: Final = 2
"""How much more often than the source the output has to repeat itself (as in Raunak et al.): two
languages do not count alike."""

_BYTE: Final = re.compile("<0x([0-9A-F]{2})>")


@dataclass(frozen=True)
class Loop:
    """The end of an output is one sequence of pieces again and again.

    Attributes:
        begin: index of the first piece of the first round.
        period: pieces of one round.
        repeats: whole rounds; the output may break off in another one.
    """

    begin: int
    period: int
    repeats: int

    def __post_init__(self) -> None:
        if self.begin < 0 or self.period < 1 or self.repeats < LEAST_REPEATS:
            raise ValueError("a loop has rounds that follow one another")


def find_loop(written: Sequence[Piece], source: str) -> Loop | None:
    """The loop that an output ends with, if it does.

    Its last pieces are one sequence of 1, 2, 3 … pieces, at least ``LEAST_REPEATS`` times in a
    row, and ``LEAST_PIECES`` pieces at least in all; and that is at least twice more often than
    anything is repeated in the source. Of several the shortest sequence counts. Special pieces
    and punctuation may follow. The bytes of one character count as one piece.

    Args:
        written: the pieces of the output.
        source: the text it is an output for.
    """
    ids = [piece.id for piece in written]
    counted = _counted(written)
    loop = None
    for end in range(len(written), 0, -1):
        last = written[end - 1]
        if last.kind != "special":
            loop = _ending(ids, counted, end)
        if loop is not None or (last.kind != "special" and any(map(str.isalnum, last.surface))):
            break
    if loop is None or repeats(source, loop.repeats - _MORE + 1):
        return None
    return loop


def repeats(text: str, least: int) -> bool:
    """Whether something in a text, of whatever length, is there ``least`` times in a row.

    A round that breaks off counts, and white space of any kind is one space.
    """
    if least < 2:
        return bool(text.strip())
    import numpy as np  # events carry loops, and are known where no array is needed

    codes = np.array([ord(each) for each in " ".join(text.split())], dtype=np.int32)
    for period in range(1, len(codes) // (least - 1) + 1):
        same = codes[period:] == codes[:-period]
        borders = np.flatnonzero(~same)
        runs = np.diff(borders, prepend=-1, append=len(same)) - 1
        # Beside the first round; one that breaks off has at least one character.
        if runs.max(initial=0) > period * (least - 2):
            return True
    return False


def _counted(written: Sequence[Piece]) -> list[bool]:
    """Which pieces count: all but the bytes that go on with a character."""
    counted: list[bool] = []
    following = 0
    for piece in written:
        byte = _BYTE.fullmatch(piece.text) if piece.kind == "byte" else None
        value = int(byte[1], 16) if byte is not None else 0
        goes_on = following > 0 and 0x80 <= value < 0xC0
        counted.append(not goes_on and (byte is not None or piece.surface != ""))
        if goes_on:
            following -= 1
        else:
            following = sum(value >= first for first in (0xC2, 0xE0, 0xF0))
    return counted


def _ending(ids: Sequence[int], counted: Sequence[bool], end: int) -> Loop | None:
    """The shortest loop that ends before ``end``."""
    for period in range(1, end // LEAST_REPEATS + 1):
        begin = end - period
        while begin and ids[begin - 1] == ids[begin - 1 + period]:
            begin -= 1
        rounds = (end - begin) // period
        if rounds >= LEAST_REPEATS and sum(counted[begin:end]) >= LEAST_PIECES:
            return Loop(begin, period, rounds)
    return None
