"""Which weights of a matrix are drawn as lines, and how much of the whole that is. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MOST = 4000
"""Lines that are drawn at most: the strongest. More of them are a grey area."""


@dataclass(frozen=True)
class Lines:
    """The lines of a matrix, the strongest first.

    Attributes:
        rows, columns: [line] what each ties.
        weights: [line]
        reaching: how many weights reach the threshold, be they drawn or not.
        share: of the weight of the whole matrix, how much is drawn; 0 of an empty one.
    """

    rows: npt.NDArray[np.intp]
    columns: npt.NDArray[np.intp]
    weights: npt.NDArray[np.float32]
    reaching: int
    share: float

    def of(self, chosen: npt.NDArray[np.bool_]) -> Lines:
        """Only some of them, [line]."""
        return Lines(
            self.rows[chosen],
            self.columns[chosen],
            self.weights[chosen],
            self.reaching,
            self.share,
        )


def lines_of(weights: npt.NDArray[np.float32], threshold: float, most: int = MOST) -> Lines:
    """The lines of the weights that reach a threshold; a weight of 0 is never one.

    Args:
        weights: [row, column]
        threshold: from 0 to 1.
        most: so many are drawn at most.
    """
    flat = weights.reshape(-1)
    found = np.flatnonzero((flat >= np.float32(threshold)) & (flat > 0))
    reaching = int(found.size)
    if reaching > most:
        found = found[np.argpartition(flat[found], reaching - most)[reaching - most :]]
    # Equal ones in the order of reading, whatever the partition made of them.
    found = np.sort(found)
    found = found[np.argsort(-flat[found], kind="stable")]
    picked = flat[found]
    whole = float(flat.sum(dtype=np.float64))
    share = float(picked.sum(dtype=np.float64)) / whole if whole > 0 else 0.0
    columns = max(1, weights.shape[1])
    return Lines(found // columns, found % columns, picked, reaching, share)
