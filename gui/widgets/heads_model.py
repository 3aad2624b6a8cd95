"""All heads of one kind of attention, kept small: shades for thumbnails, and numbers.

Rows are taken in as steps bring them, and kept when the user goes back, so that a step of a long
sentence costs one row or none, and not the whole matrix. Knows no Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.analysis.heads import Floats, Measure, RunningMeans, row_measures
from engine.events import FloatArray

Shades = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
Block = Callable[[int, int], tuple[FloatArray, Mask]]
"""From the first row to the one after the last: weights [layers, heads, query, key], and
[query, key], true where the mask lets the key be seen."""

MASKED: Final = 0
"""The shade of what the mask hides; weights from 0 to 1 are shades from 1 to 255."""
RESOLUTION: Final = 128
"""Keys beyond which several share a place in a thumbnail, whatever its size."""
_CHUNK: Final = 200_000
"""Weights that are taken in at once: as many as stay in the processor's cache."""


def shade(weights: FloatArray) -> Shades:
    """Shades of weights from 0 to 1, rounded to the nearest."""
    shades: Shades = (weights * np.float32(254) + np.float32(1.5)).astype(np.uint8)
    return shades


def resample(shades: Shades, axis: int, size: int) -> Shades:
    """Stretch an axis to ``size`` by repeating, or shrink it, keeping the largest of each run."""
    count = shades.shape[axis]
    places = np.arange(size) * count // size
    if count <= size:
        repeated: Shades = np.take(shades, places, axis=axis)
        return repeated
    # Much faster than ``np.maximum.reduceat``, whose runs are too short to be worth its while.
    ends = np.append(places[1:], count) - 1
    shrunk: Shades = np.take(shades, places, axis=axis)
    for further in range(1, int((ends - places).max()) + 1):
        also = np.take(shades, np.minimum(places + further, ends), axis=axis)
        np.maximum(shrunk, also, out=shrunk)
    return shrunk


class HeadsModel:
    """Columns are a layer's heads, then their mean, then their maximum.

    Attributes:
        layers, heads: of the kind that is shown; 0 while there is nothing.
        queries, keys: rows and columns of each head's matrix, as far as it has been taken in.
        missing: rows that have not been taken in yet.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.layers = self.heads = self.queries = self.keys = self.missing = 0
        self._view_of: tuple[object, ...] = ()
        self._marks: list[object] = []
        self._key_block = 1
        self._shades: Shades = np.zeros((0, 0, 0, 0), dtype=np.uint8)
        self._numbers = RunningMeans()
        self._most = RunningMeans()

    @property
    def mean_column(self) -> int:
        """The column of the mean over heads."""
        return self.heads

    @property
    def max_column(self) -> int:
        """The column of the largest weight of any head."""
        return self.heads + 1

    # Taking in ----------------------------------------------------------------------

    def sync(
        self,
        view_of: tuple[object, ...],
        marks: Sequence[object],
        shape: tuple[int, int, int],
        counted: Mask,
        block: Block,
        at_most: int | None = None,
    ) -> int:
        """Show these rows; only those that are new are asked for.

        Args:
            view_of: what the matrix is about; nothing is kept if that changes.
            marks: one object a row; a row whose object is the very one it was has not changed.
            shape: layers, heads and keys.
            counted: [key], false for end tokens.
            block: gives rows.
            at_most: how many weights to take in, one row at least; what is left over is
                ``missing``. All if ``None``.

        Returns:
            How many rows were taken in.
        """
        layers, heads, keys = shape
        key_block = 1
        while keys > RESOLUTION * key_block:
            key_block *= 2
        if (view_of, layers, heads, key_block) != (
            self._view_of,
            self.layers,
            self.heads,
            self._key_block,
        ):
            self.clear()
            self._view_of, self._key_block = view_of, key_block
            self.layers, self.heads = layers, heads
        kept = 0
        for old, new in zip(self._marks, marks, strict=False):
            if old is not new:
                break
            kept += 1
        if kept < len(marks):
            # Rows after the last wanted one stay for the way forward again; others go.
            self._truncate(kept)
        self.keys = keys
        row = max(1, layers * (heads + 2) * keys)
        until = len(marks)
        if at_most is not None:
            until = min(until, kept + max(1, at_most // row))
        chunk = max(1, _CHUNK // row)
        for first in range(kept, until, chunk):
            last = min(first + chunk, until)
            self._append(first, *block(first, last), counted)
        self._marks.extend(marks[kept:until])
        self.queries, self.missing = until, len(marks) - until
        return until - kept

    def _truncate(self, rows: int) -> None:
        del self._marks[rows:]
        self._numbers.truncate(rows)
        self._most.truncate(rows)
        self._shades[:, :, rows:] = MASKED

    def _append(self, first: int, weights: FloatArray, allowed: Mask, counted: Mask) -> None:
        mean = weights.mean(axis=1, keepdims=True, dtype=np.float32)
        largest = weights.max(axis=1, keepdims=True)
        columns = np.concatenate([weights, mean, largest], axis=1)
        # A maximum over heads is no distribution: there is nothing to measure in it.
        self._numbers.add(row_measures(columns[:, :-1], first, counted, allowed))
        seen = np.maximum(allowed.sum(axis=-1), 1)
        self._most.add(np.log(seen)[None])
        shades = np.where(allowed, shade(columns), np.uint8(MASKED))
        if self._key_block > 1:
            starts = np.arange(0, shades.shape[-1], self._key_block)
            shades = np.maximum.reduceat(shades, starts, axis=-1)
        rows, keys = shades.shape[-2:]
        self._make_room(first + rows, keys)
        self._shades[:, :, first : first + rows, :keys] = shades

    def _make_room(self, rows: int, keys: int) -> None:
        have = self._shades.shape[2:]
        if self._shades.shape[0] and have[0] >= rows and have[1] >= keys:
            return
        wanted = (max(rows, have[0] * 2, 16), max(keys, min(have[1] * 2, RESOLUTION), 16))
        grown = np.full((self.layers, self.heads + 2, *wanted), MASKED, dtype=np.uint8)
        if self._shades.shape[0]:
            grown[:, :, : have[0], : have[1]] = self._shades
        self._shades = grown

    # Giving out ---------------------------------------------------------------------

    def tiles(self, height: int, width: int) -> Shades:
        """Every thumbnail in shades, [layers, columns, height, width].

        Where several weights share a dot it shows the largest of them.
        """
        blocks = -(-self.keys // self._key_block)
        shades = self._shades[:, :, : self.queries, :blocks]
        # The shrinking side first: less is left to do.
        if self.queries > height:
            return resample(resample(shades, 2, height), 3, width)
        return resample(resample(shades, 3, width), 2, height)

    def weights_a_dot(self, height: int, width: int) -> tuple[int, int]:
        """How many queries and keys share a dot of a thumbnail of this size, at most."""
        blocks = -(-self.keys // self._key_block)
        return (
            max(1, -(-self.queries // height)),
            max(1, -(-blocks // width)) * self._key_block,
        )

    def measures(self) -> Floats:
        """Every ``Measure`` of every head and of the mean, [measure, layers, heads + 1]."""
        return self._numbers.means(self.queries)

    def measure(self, measure: Measure) -> Floats:
        """One measure of every head and of the mean, [layers, heads + 1]."""
        chosen: Floats = self.measures()[list(Measure).index(measure)]
        return chosen

    def most_entropy(self) -> float:
        """The entropy of heads that look evenly at every key they may see."""
        return float(self._most.means(self.queries)[0])
