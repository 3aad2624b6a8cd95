"""One attention matrix between pieces or between words, with or without special tokens.

The columns of a word are summed and its rows averaged, so that a row stays a distribution.
What is left out is left out: nothing is renormalised, and :attr:`Grouped.hidden` says how
much of each row it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.events import FloatArray, Piece
from engine.text.words import Word, flat_groups, group_words, word_attention
from engine.trace import AttentionMatrix


@dataclass(frozen=True)
class Grouped:
    """An attention matrix between groups of pieces.

    Attributes:
        weights: [row, column], the sum over a column's keys and the mean over a row's queries.
        masked: [row, column], true where the mask forbids every key to every query.
        rows: the pieces of each row, as indices of queries.
        columns: the pieces of each column, as indices of keys.
        current: the row that holds the current step's query; ``None`` if none does.
        hidden: [row] the share of the row that lies on keys without a column.
    """

    weights: FloatArray
    masked: npt.NDArray[np.bool_]
    rows: tuple[Word, ...]
    columns: tuple[Word, ...]
    current: int | None
    hidden: npt.NDArray[np.float64]

    def row_of(self, query: int) -> int | None:
        """The row that holds a query; ``None`` if it is left out."""
        return _holding(self.rows, query)

    def column_of(self, key: int) -> int | None:
        """The column that holds a key; ``None`` if it is left out."""
        return _holding(self.columns, key)

    def summed(self, rows: Sequence[int]) -> tuple[npt.NDArray[np.float64], ...]:
        """The sum and the mean of some rows, [column] each.

        Raises:
            ValueError: there are no rows to sum.
        """
        if not rows:
            raise ValueError("no rows to sum")
        picked = self.weights[list(rows)].astype(np.float64)
        total = picked.sum(axis=0)
        return total, total / len(rows)


def groups_of(pieces: Sequence[Piece], words: bool, specials: bool) -> tuple[Word, ...]:
    """What a sequence of pieces is grouped into.

    Args:
        pieces: of one axis.
        words: whole words (:func:`engine.text.words.group_words`), or each piece by itself.
        specials: whether special tokens are among them.
    """
    if words:
        found = group_words(pieces)
    else:
        found = tuple(
            Word(
                (index,),
                piece.surface,
                "special" if piece.kind == "special" else "word",
                piece.span,
            )
            for index, piece in enumerate(pieces)
        )
    return found if specials else tuple(word for word in found if word.kind != "special")


def grouped(matrix: AttentionMatrix, rows: tuple[Word, ...], columns: tuple[Word, ...]) -> Grouped:
    """``matrix`` between these groups of its queries and keys.

    Groups of one piece each keep the matrix' own numbers, bit by bit.

    Raises:
        ValueError: an index is in two groups or beyond the matrix.
    """
    queries = [word.pieces for word in rows]
    keys = [word.pieces for word in columns]
    weights = word_attention(matrix.weights, queries, keys)
    current = None if matrix.current is None else _holding(rows, matrix.current)
    return Grouped(
        weights=weights,
        masked=_masked(matrix.masked, queries, keys),
        rows=rows,
        columns=columns,
        current=current,
        hidden=_hidden(matrix.weights, queries, keys),
    )


def _holding(words: tuple[Word, ...], piece: int) -> int | None:
    return next((index for index, word in enumerate(words) if piece in word.pieces), None)


def _masked(
    masked: npt.NDArray[np.bool_],
    queries: Sequence[Sequence[int]],
    keys: Sequence[Sequence[int]],
) -> npt.NDArray[np.bool_]:
    """[row, column], true where all of a cell's pieces are masked."""
    rows, row_starts = flat_groups(queries, masked.shape[0], "query")
    columns, column_starts = flat_groups(keys, masked.shape[1], "key")
    if not rows.size or not columns.size:
        return np.zeros((len(queries), len(keys)), dtype=np.bool_)
    found = masked[rows][:, columns]
    if columns.size > len(keys):
        found = np.logical_and.reduceat(found, column_starts, axis=1)
    if rows.size > len(queries):
        found = np.logical_and.reduceat(found, row_starts, axis=0)
    return found


def _hidden(
    weights: FloatArray, queries: Sequence[Sequence[int]], keys: Sequence[Sequence[int]]
) -> npt.NDArray[np.float64]:
    """[row] the mean over a row's queries of what lies on keys that are in no group."""
    left_out = sorted(set(range(weights.shape[1])) - {key for group in keys for key in group})
    if not left_out or not queries:
        return np.zeros(len(queries))
    share = weights[:, left_out].astype(np.float64).sum(axis=1, keepdims=True)
    return np.asarray(word_attention(share, queries, [(0,)])[:, 0], dtype=np.float64)
