"""What a head does, in numbers: how spread out its attention is, and where it looks.

Every measure is first a number a query (``row_measures``), and then the mean over the queries
it can be said of (``head_measures``, ``RunningMeans``). A measure that cannot be said of a
query, such as the weight on the previous position at the first one, is NaN there and does not
count. Imports neither torch nor Qt.

Sources: Voita et al. 2019, "Analyzing Multi-Head Self-Attention" (arXiv:1905.09418), sections
4 and 5.1; Clark et al. 2019, "What Does BERT Look At?" (arXiv:1906.04341), section 3.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Weights = npt.NDArray[np.floating[Any]]
Mask = npt.NDArray[np.bool_]


class Measure(StrEnum):
    """The measures, in the order in which the functions give them."""

    ENTROPY = "entropy"
    CONFIDENCE = "confidence"
    DIAGONAL = "diagonal"
    OWN = "own"
    PREVIOUS = "previous"
    NEXT = "next"
    FIRST = "first"
    END = "end"


def entropy(weights: Weights) -> Floats:
    """The Shannon entropy of each row, −Σ w·ln w, in nats.

    A key of weight 0, as every masked one has, adds exactly 0; so a row of one key, and a row
    that is masked throughout, have entropy 0. A row even over n keys has ln n, the most there
    can be. Averaged over a head's rows in Clark et al. 2019, section 3.3.

    Args:
        weights: [..., key], rows sum to 1.

    Returns:
        [...], at least 0.
    """
    wide = weights.astype(np.float64)
    logarithms = np.log(np.maximum(wide, np.finfo(np.float64).tiny))
    total: Floats = -np.einsum("...k,...k->...", wide, logarithms)
    # A softmax may give 1.0000001 in float32, and so an entropy just below 0.
    return np.maximum(total, 0.0)


def confidence(weights: Weights, counted: Mask | None = None) -> Floats:
    """The largest weight of each row among the keys that count.

    Its mean over the rows is the confidence of a head in Voita et al. 2019, section 4, where
    the end token does not count: it is no real token, and a head with nothing to do rests on it.

    Args:
        weights: [..., key].
        counted: [key]; all keys if ``None``.

    Returns:
        [...], 0 where no key counts.
    """
    if weights.shape[-1] == 0:
        return np.zeros(weights.shape[:-1], dtype=np.float64)
    # Weights are never negative: 0 instead of a key is the same as without it.
    seen = weights if counted is None else weights * counted
    largest: Floats = seen.max(axis=-1).astype(np.float64)
    return largest


def at_offset(weights: Weights, offset: int, first: int = 0, allowed: Mask | None = None) -> Floats:
    """Each query's weight on the key ``offset`` positions after its own place.

    −1 is the previous position, 0 its own, 1 the next (Clark et al. 2019, section 3.1; the
    positional heads of Voita et al. 2019, section 5.1, look mostly at −1 or 1). In cross-attention
    a place in the translation is compared with the same place in the source.

    Args:
        weights: [..., query, key].
        offset: added to the query's position.
        first: position of the first query.
        allowed: [query, key], false where a key is masked; all are allowed if ``None``.

    Returns:
        [..., query], NaN where there is no such key or it is masked.
    """
    queries, keys = weights.shape[-2:]
    found = np.full(weights.shape[:-1], np.nan)
    rows = np.arange(queries)
    columns = rows + first + offset
    there = (columns >= 0) & (columns < keys)
    if allowed is not None:
        there[there] = allowed[rows[there], columns[there]]
    found[..., there] = weights[..., rows[there], columns[there]]
    return found


def near_diagonal(weights: Weights, first: int = 0, allowed: Mask | None = None) -> Floats:
    """Each query's weight on its own position and both neighbours together.

    Args:
        weights: [..., query, key].
        first: position of the first query.
        allowed: [query, key], false where a key is masked; all are allowed if ``None``.

    Returns:
        [..., query], NaN where none of the three keys is there.
    """
    parts = np.stack([at_offset(weights, offset, first, allowed) for offset in (-1, 0, 1)])
    total: Floats = np.where(np.isnan(parts), 0.0, parts).sum(axis=0)
    total[np.isnan(parts).all(axis=0)] = np.nan
    return total


def row_measures(
    weights: Weights,
    first: int = 0,
    counted: Mask | None = None,
    allowed: Mask | None = None,
) -> Floats:
    """Every ``Measure`` of every row.

    FIRST is the weight on the first key, END the weight on all end tokens, which are the keys
    that do not count (the "separator" of Clark et al. 2019, section 3.2).

    Args:
        weights: [..., query, key], rows sum to 1.
        first: position of the first query.
        counted: [key], false for end tokens; without, there are none.
        allowed: [query, key], false where a key is masked; all are allowed if ``None``.

    Returns:
        [measure, ..., query], NaN where a measure cannot be said.
    """
    nothing = np.full(weights.shape[:-1], np.nan)
    ends = nothing
    if counted is not None and not counted.all():
        ends = weights[..., ~counted].sum(axis=-1, dtype=np.float64)
    by_measure = {
        Measure.ENTROPY: entropy(weights),
        Measure.CONFIDENCE: confidence(weights, counted),
        Measure.DIAGONAL: near_diagonal(weights, first, allowed),
        Measure.OWN: at_offset(weights, 0, first, allowed),
        Measure.PREVIOUS: at_offset(weights, -1, first, allowed),
        Measure.NEXT: at_offset(weights, 1, first, allowed),
        Measure.FIRST: weights[..., 0].astype(np.float64) if weights.shape[-1] else nothing,
        Measure.END: ends,
    }
    return np.stack([by_measure[measure] for measure in Measure])


def head_measures(
    weights: Weights, counted: Mask | None = None, allowed: Mask | None = None
) -> Floats:
    """Every ``Measure`` of every head: the mean over the rows of which it can be said.

    Args:
        weights: [..., query, key], rows sum to 1.
        counted: [key], false for end tokens.
        allowed: [query, key], false where a key is masked.

    Returns:
        [measure, ...], NaN where a measure can be said of no row.
    """
    means = RunningMeans()
    means.add(row_measures(weights, 0, counted, allowed))
    return means.means()


class RunningMeans:
    """The means over the rows so far, as rows come and are taken back one by one.

    Sums from the first row on are kept, so that neither costs more for a long sentence.
    """

    def __init__(self) -> None:
        self._sums: list[Floats] = []
        self._counts: list[npt.NDArray[np.int64]] = []

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._sums)

    def add(self, rows: Floats) -> None:
        """Append rows, [..., query]; NaN does not count."""
        said = ~np.isnan(rows)
        sums = np.cumsum(np.where(said, rows, 0.0), axis=-1)
        counts = np.cumsum(said, axis=-1, dtype=np.int64)
        if self._sums:
            sums += self._sums[-1][..., None]
            counts += self._counts[-1][..., None]
        self._sums.extend(np.ascontiguousarray(np.moveaxis(sums, -1, 0)))
        self._counts.extend(np.ascontiguousarray(np.moveaxis(counts, -1, 0)))

    def truncate(self, rows: int) -> None:
        """Keep the first ``rows`` rows."""
        del self._sums[rows:]
        del self._counts[rows:]

    def means(self, rows: int | None = None) -> Floats:
        """The means over the first ``rows`` rows, all by default: [...], NaN where none counts.

        Raises:
            ValueError: there are no such rows.
        """
        rows = len(self) if rows is None else rows
        if not 0 < rows <= len(self):
            raise ValueError(f"there are {len(self)} rows, and no mean of {rows}")
        sums, counts = self._sums[rows - 1], self._counts[rows - 1]
        means: Floats = np.full(sums.shape, np.nan)
        np.divide(sums, counts, out=means, where=counts > 0)
        return means


def order_of(numbers: Floats, highest_first: bool) -> npt.NDArray[np.intp]:
    """The indices that sort ``numbers`` [n]; equal ones keep their order, NaN comes last."""
    return np.argsort(-numbers if highest_first else numbers, kind="stable")
