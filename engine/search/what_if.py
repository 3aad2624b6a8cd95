"""What if: the options that go on from a step of an earlier search in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.search.options import SearchOptions


@dataclass(frozen=True)
class Force:
    """Write these pieces at the step and go on: another candidate, or several words.

    Attributes:
        pieces: ids, or text that is cut into pieces.
    """

    pieces: str | tuple[int, ...]


@dataclass(frozen=True)
class Forbid:
    """Write this piece neither at the step nor after it.

    Attributes:
        piece: its id.
    """

    piece: int


Change = Force | Forbid


def changed(options: SearchOptions, written: Sequence[int], change: Change) -> SearchOptions:
    """The options of a fresh search that is equal to going on from there.

    Args:
        options: of the earlier search.
        written: what the hypothesis had written before the step, as ids.
        change: pieces as ids.

    Raises:
        ValueError: the change contradicts the options.
    """
    prefix = tuple(written)
    # Where the language's piece itself is changed, it is not forced any more.
    begin = options.begins_with[: len(prefix)]
    forbidden = options.forbidden
    if isinstance(change, Forbid):
        forbidden = (*forbidden, change.piece) if change.piece not in forbidden else forbidden
    else:
        if isinstance(change.pieces, str):
            raise ValueError("the forced words must be pieces here")
        prefix = (*prefix, *change.pieces)
    return replace(options, prefix=prefix, forbidden=forbidden, reference=None, begins_with=begin)
