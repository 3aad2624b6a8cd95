"""Words from pieces, and attention between words.

A reader looks for words. A word begins at a piece with ``▁`` (a space before it). Further:

- Special pieces are groups of their own.
- Punctuation and symbols are apart from the word they touch and from each other; several
  in a row (``?!``, ``...``, an emoji's code points) are one group.
- What stands between letters or digits without a space belongs to the word: the apostrophe
  of "don't", the hyphen of "well-known", the points of "U.S", the comma of "1,000", the
  colon of "12:30".
- The byte pieces of one character stay together.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.events import Piece, PieceKind
from engine.text.alignment import SPACE_MARK

# In functions otherwise: the window groups words where there is no array yet.
if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

WordKind = Literal["word", "punctuation", "symbol", "special"]

_WITHIN_WORDS = "'\u2019.-\u2010\u2011\u00b7"
_WITHIN_NUMBERS = ",:/"


@dataclass(frozen=True)
class Word:
    """Neighbouring pieces that a reader takes for one thing.

    Attributes:
        pieces: their indices in the sequence, ascending, at least one.
        text: what a reader sees, without ``▁``.
        kind: "word" (numbers too), "punctuation", "symbol" (emoji too) or "special".
        span: [start, end) in the text the user typed; ``None`` for pieces without spans.
    """

    pieces: tuple[int, ...]
    text: str
    kind: WordKind
    span: tuple[int, int] | None = None


@dataclass
class _Unit:
    """A piece, or the pieces of one character, or what a word has grown to."""

    indices: list[int]
    text: str
    kind: WordKind
    spaced: bool


def group_words(pieces: Sequence[Piece]) -> tuple[Word, ...]:
    """The words of a sequence of pieces; every piece is in exactly one, in order."""
    units = _units(pieces)
    words: list[_Unit] = []
    for number, unit in enumerate(units):
        following = units[number + 1] if number + 1 < len(units) else None
        if words and _belongs(words[-1], unit, following):
            if not words[-1].text:  # a lone ▁ is what the next piece makes of it
                words[-1].kind = unit.kind
            words[-1].indices += unit.indices
            words[-1].text += unit.text
        else:
            words.append(unit)
    return tuple(
        Word(tuple(w.indices), w.text, w.kind, _span([pieces[i] for i in w.indices])) for w in words
    )


def word_attention(
    weights: npt.NDArray[np.floating[Any]],
    query_groups: Sequence[Sequence[int]],
    key_groups: Sequence[Sequence[int]],
) -> npt.NDArray[np.floating[Any]]:
    """Attention between words: the sum over a word's keys, the mean over its queries.

    So each row is still a distribution: if every key is in one group and the rows of
    ``weights`` sum to 1, those of the result do. Leaving groups out leaves out their
    share.

    Args:
        weights: [..., query, key] attention between pieces.
        query_groups: piece indices of each word on the query side (``Word.pieces``).
        key_groups: the same on the key side.

    Returns:
        [..., len(query_groups), len(key_groups)], of the same type as ``weights``.

    Raises:
        ValueError: a group is empty, an index is in two groups or beyond the matrix.
    """
    import numpy as np

    weights = np.asarray(weights)
    rows, row_starts = flat_groups(query_groups, weights.shape[-2], "query")
    columns, column_starts = flat_groups(key_groups, weights.shape[-1], "key")
    if not rows.size or not columns.size:
        shape = (*weights.shape[:-2], len(query_groups), len(key_groups))
        return np.zeros(shape, dtype=weights.dtype)
    words = weights[..., rows, :][..., columns]
    if columns.size > len(key_groups):
        words = np.add.reduceat(words, column_starts, axis=-1, dtype=np.float64)
    if rows.size > len(query_groups):
        words = np.add.reduceat(words, row_starts, axis=-2, dtype=np.float64)
        words /= np.diff(row_starts, append=rows.size)[:, None]
    return np.ascontiguousarray(words, dtype=weights.dtype)


def flat_groups(
    groups: Sequence[Sequence[int]], size: int, side: str
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The indices of all groups one after another, and where each group begins among them.

    What ``reduceat`` of a NumPy function needs.

    Raises:
        ValueError: a group is empty, an index is in two groups or not below ``size``.
    """
    import numpy as np

    for row, group in enumerate(groups):
        if not group:
            raise ValueError(f"{side} group {row} is empty")
    lengths = [len(group) for group in groups]
    flat = np.array([index for group in groups for index in group], dtype=np.intp)
    outside = np.flatnonzero((flat < 0) | (flat >= size))
    if outside.size:
        row = int(np.repeat(np.arange(len(groups)), lengths)[outside[0]])
        raise ValueError(f"{side} group {row} names piece {flat[outside[0]]} of {size}")
    found, counts = np.unique(flat, return_counts=True)
    if (counts > 1).any():
        raise ValueError(f"{side} piece {found[counts > 1][0]} is in two groups")
    starts = np.cumsum([0, *lengths], dtype=np.intp)[:-1]
    return flat, starts


def _units(pieces: Sequence[Piece]) -> list[_Unit]:
    """The pieces, with the parts of each character put together."""
    units: list[_Unit] = []
    open_kind: PieceKind | None = None
    for index, piece in enumerate(pieces):
        if piece.kind == "special":
            units.append(_Unit([index], piece.surface, "special", spaced=True))
            open_kind = None
            continue
        text = piece.surface
        spaced = piece.kind in ("normal", "unknown") and text.startswith(SPACE_MARK)
        text = text.replace(SPACE_MARK, "") if piece.kind == "normal" else text
        text = text.removeprefix(SPACE_MARK) if spaced else text
        if piece.kind == open_kind and not spaced:
            units[-1].indices.append(index)
            units[-1].text += text
            units[-1].kind = _kind(units[-1].text)
        else:
            units.append(_Unit([index], text, _kind(text), spaced))
        # The last piece of a character in several is the one that shows it.
        open_kind = None if piece.surface else piece.kind
    return units


def _belongs(word: _Unit, unit: _Unit, following: _Unit | None) -> bool:
    if unit.spaced or "special" in (word.kind, unit.kind):
        return False
    if not word.text or word.kind == unit.kind:
        return True
    if word.kind != "word" or len(unit.text) != 1:
        return False
    if following is None or following.spaced or following.kind != "word":
        return False
    if unit.text in _WITHIN_WORDS:
        return True
    return unit.text in _WITHIN_NUMBERS and word.text[-1].isdigit() and following.text[0].isdigit()


def _kind(text: str) -> WordKind:
    if any(character.isalnum() for character in text):
        return "word"
    classes = {unicodedata.category(character)[0] for character in text}
    if "S" in classes:
        return "symbol"
    return "word" if "M" in classes else "punctuation"


def _span(pieces: Sequence[Piece]) -> tuple[int, int] | None:
    spans = [piece.span for piece in pieces if piece.span is not None]
    # The space that a lone ▁ stands for is not part of the word after it.
    inner = [piece.span for piece in pieces if piece.span is not None and piece.text != SPACE_MARK]
    spans = inner or spans
    return (min(s for s, _ in spans), max(e for _, e in spans)) if spans else None
