"""Sinusoidal positions by their formula: wavelengths, shifts, dot products.

"Attention Is All You Need" (arXiv:1706.03762), section 3.5::

    PE(pos, 2i)   = sin(pos / 10000^(2i/d_model))
    PE(pos, 2i+1) = cos(pos / 10000^(2i/d_model))

A sine and the cosine of the same angle are a pair; the angle grows evenly with the position.
Other programs put the columns elsewhere, count from another position or take other frequencies;
:class:`Sinusoids` has the kinds of :class:`engine.model.config.ModelConfig`. All in float64, from
the formula alone and not from any network's table. Imports neither torch nor Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
BASE: Final = 10000.0
KINDS: Final = ("interleaved", "halves", "timescales")
"""Of those that are added to embeddings."""
ROTARY: Final = "rotary"


@dataclass(frozen=True)
class Sinusoids:
    """A positional encoding that a formula gives.

    Attributes:
        d_model: its width.
        kind: "interleaved", the paper: each sine has its cosine beside it; an odd ``d_model`` ends
            with a sine. "halves": the same columns, all sines before all cosines. "timescales":
            halves with the frequencies 10000^(-i/(n - 1)) of n = d_model // 2 pairs; an odd
            ``d_model`` ends with a zero. "rotary" (RoFormer, arXiv:2104.09864): halves that are not
            added but turn each pair of a head's dimensions, so that ``d_model`` is the head's d_k.
        offset: what is added to a position before the encoding is computed.
        base: in the place of 10000.
        frequencies: [pair] angle a position, where they are not the powers of ``base`` alone.

    Raises:
        ValueError: no such kind, not a frequency a pair, or a width that it cannot have.
    """

    d_model: int
    kind: str = "interleaved"
    offset: int = 0
    base: float = BASE
    frequencies: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in (*KINDS, ROTARY):
            raise ValueError(f"{self.kind!r} is no formula for positions, but {KINDS} are")
        if self.kind == ROTARY and self.d_model % 2:
            raise ValueError(f"an odd width, {self.d_model}, cannot be turned in pairs")
        if self.frequencies and len(self.frequencies) != self.pairs:
            raise ValueError(f"{len(self.frequencies)} frequencies for {self.pairs} pairs")
        least = 4 if self.kind == "timescales" else 1
        if self.d_model < least:
            raise ValueError(f"d_model must be at least {least}, not {self.d_model}")

    @property
    def slowed(self) -> bool:
        """Whether the frequencies are others than the powers of the base."""
        powers = [
            self.base ** (-over / under) for over, under in map(self.power, range(self.pairs))
        ]
        return bool(self.frequencies) and not np.allclose(self.frequencies, powers, rtol=1e-9)

    @property
    def pairs(self) -> int:
        """How many frequencies there are; the last sine of an odd ``d_model`` is one too."""
        return self.d_model // 2 if self.kind == "timescales" else (self.d_model + 1) // 2

    @property
    def has_lone_sine(self) -> bool:
        """Whether the last sine has no cosine."""
        return self.d_model % 2 == 1 and self.kind != "timescales"

    def columns(self, pair: int) -> tuple[int, ...]:
        """The dimensions of a pair: its sine, and its cosine if it has one.

        Raises:
            IndexError: there is no such pair.
        """
        if not 0 <= pair < self.pairs:
            raise IndexError(f"pair {pair} of {self.pairs}")
        first, second = (2 * pair, 2 * pair + 1)
        if self.kind != "interleaved":
            first, second = pair, self.pairs + pair
        return (first, second) if second < self.d_model else (first,)

    def pair_of(self, dimension: int) -> int | None:
        """The pair that a dimension belongs to; ``None`` for the zero of an odd ``d_model``.

        Raises:
            IndexError: there is no such dimension.
        """
        if not 0 <= dimension < self.d_model:
            raise IndexError(f"dimension {dimension} of {self.d_model}")
        if self.kind == "interleaved":
            return dimension // 2
        return None if dimension >= 2 * self.pairs else dimension % self.pairs

    def is_cosine(self, dimension: int) -> bool:
        """Whether a dimension is a cosine, and not a sine."""
        if self.kind == "interleaved":
            return dimension % 2 == 1
        return self.pairs <= dimension < 2 * self.pairs

    def power(self, pair: int) -> tuple[int, int]:
        """The position is divided by the base to the power of the first over the second."""
        if self.kind == "timescales":
            return pair, self.pairs - 1
        return 2 * pair, self.d_model

    def divisor(self, pair: int) -> float:
        """What the position is divided by in a pair: 1 in the first, and more from there on."""
        if self.frequencies:
            return 1 / self.frequencies[pair]
        over, under = self.power(pair)
        return float(self.base ** (over / under))

    def divisors(self) -> Floats:
        """[pair]"""
        return np.array([self.divisor(pair) for pair in range(self.pairs)])

    def wavelength(self, pair: int) -> float:
        """After how many positions a pair repeats.

        A geometric progression from 2π towards 10000·2π, which the paper's last pair stops short
        of by a factor of 10000^(2/d_model), and the last of "timescales" reaches.
        """
        return 2 * float(np.pi) * self.divisor(pair)

    def table(self, positions: npt.ArrayLike) -> Floats:
        """PE at any positions, whole or between, before and after those of a network.

        Args:
            positions: [position], without the offset.

        Returns:
            [position, d_model]
        """
        at = np.asarray(positions, dtype=np.float64)[:, None] + self.offset
        angles = at / self.divisors()
        sines = [self.columns(pair)[0] for pair in range(self.pairs)]
        cosines = [columns[1] for p in range(self.pairs) if len(columns := self.columns(p)) == 2]
        table = np.zeros((len(at), self.d_model))
        table[:, sines] = np.sin(angles)
        table[:, cosines] = np.cos(angles[:, : len(cosines)])
        return table

    def rotation(self, distance: float, pair: int) -> Floats:
        """How ``distance`` positions turn a pair.

        With a = distance / divisor, by the addition theorems::

            (sin, cos) at pos + distance  =  [[cos a, sin a], [-sin a, cos a]] · (sin, cos) at pos

        Returns:
            [2, 2], the same for every position.

        Raises:
            IndexError: there is no such pair, or it is a sine without its cosine.
        """
        if len(self.columns(pair)) < 2:
            raise IndexError(f"the sine {pair} has no pair in {self.d_model} dimensions")
        angle = distance / self.divisor(pair)
        return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])

    def shift(self, distance: float) -> Floats:
        """The linear map M with PE(pos + distance) = M · PE(pos), whatever the position.

        Returns:
            [d_model, d_model], a rotation for each pair.

        Raises:
            ValueError: the last sine has no cosine to be turned with.
        """
        if self.has_lone_sine:
            raise ValueError(
                f"an odd d_model, {self.d_model}, has a sine without a cosine: no linear map"
            )
        matrix = np.zeros((self.d_model, self.d_model))
        for pair in range(self.pairs):
            columns = self.columns(pair)
            matrix[np.ix_(columns, columns)] = self.rotation(distance, pair)
        return matrix

    def product_at(self, distance: float) -> float:
        """PE(p) · PE(p + distance) = Σ cos(distance / divisor) over the pairs.

        It does not depend on p, falls off from the number of pairs at distance 0 and is the same
        to the left and to the right.

        Raises:
            ValueError: the last sine has no cosine: the product then depends on the place too.
        """
        if self.has_lone_sine:
            raise ValueError(f"an odd d_model, {self.d_model}, has a sine without a cosine")
        return float(np.cos(distance / self.divisors()).sum())


def formula_of(kind: str, d_model: int, offset: int = 0) -> Sinusoids | None:
    """The formula of an encoding; ``None`` for learned positions, which have none."""
    return Sinusoids(d_model, kind, offset) if kind in KINDS else None


def dot_products(rows: npt.NDArray[np.floating[Any]]) -> Floats:
    """Every row times every row.

    Args:
        rows: [row, dimension]

    Returns:
        [row, row], symmetric.
    """
    wide = rows.astype(np.float64)
    products: Floats = wide @ wide.T
    return products
