"""Sinusoidal positions by their formula: wavelengths, shifts, dot products.

"Attention Is All You Need" (arXiv:1706.03762), section 3.5::

    PE(pos, 2i)   = sin(pos / 10000^(2i/d_model))
    PE(pos, 2i+1) = cos(pos / 10000^(2i/d_model))

Dimensions 2i and 2i+1 are a pair: the sine and the cosine of one angle, which grows evenly
with the position. All in float64, from the formula alone and not from any network's table.
Imports neither torch nor Qt.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
BASE = 10000.0


def exponent(dimension: int) -> int:
    """2i of a dimension: the power of 10000 in its formula is this over d_model."""
    return dimension - dimension % 2


def divisors(d_model: int) -> Floats:
    """10000^(2i/d_model) of every dimension: what the position is divided by.

    Returns:
        [d_model], from 1 up.

    Raises:
        ValueError: ``d_model`` is below 1.
    """
    if d_model < 1:
        raise ValueError(f"d_model must be at least 1, not {d_model}")
    even = np.arange(d_model, dtype=np.float64) // 2 * 2
    found: Floats = BASE ** (even / d_model)
    return found


def wavelengths(d_model: int) -> Floats:
    """After how many positions each dimension repeats.

    A geometric progression from 2π towards 10000·2π, which the last pair stops short of by a
    factor of 10000^(2/d_model).

    Returns:
        [d_model]; the two dimensions of a pair have the same.
    """
    return 2 * np.pi * divisors(d_model)


def sinusoids(positions: npt.ArrayLike, d_model: int) -> Floats:
    """PE at any positions, whole or between, before and after those of a network.

    Args:
        positions: [position]
        d_model: odd ones end with a sine.

    Returns:
        [position, d_model]
    """
    angles = np.asarray(positions, dtype=np.float64)[:, None] / divisors(d_model)
    table = np.empty_like(angles)
    table[:, 0::2] = np.sin(angles[:, 0::2])
    table[:, 1::2] = np.cos(angles[:, 1::2])
    return table


def rotation(distance: float, dimension: int, d_model: int) -> Floats:
    """How ``distance`` positions turn the pair that a dimension belongs to.

    With a = distance / 10000^(2i/d_model), by the addition theorems::

        (sin, cos) at pos + distance  =  [[cos a, sin a], [-sin a, cos a]] · (sin, cos) at pos

    Returns:
        [2, 2], the same for every position.

    Raises:
        IndexError: there is no such dimension, or it is the last of an odd ``d_model``, a
            sine without its cosine.
    """
    if not 0 <= exponent(dimension) + 1 < d_model:
        raise IndexError(f"dimension {dimension} has no pair in {d_model}")
    angle = distance / divisors(d_model)[dimension]
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def shift(distance: float, d_model: int) -> Floats:
    """The linear map M with PE(pos + distance) = M · PE(pos), whatever the position.

    Returns:
        [d_model, d_model], one rotation a pair along the diagonal.

    Raises:
        ValueError: ``d_model`` is odd: its last sine has no cosine to be turned with.
    """
    if d_model % 2:
        raise ValueError(f"an odd d_model, {d_model}, has a sine without a cosine: no linear map")
    matrix = np.zeros((d_model, d_model))
    for even in range(0, d_model, 2):
        matrix[even : even + 2, even : even + 2] = rotation(distance, even, d_model)
    return matrix


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


def product_at(distance: float, d_model: int) -> float:
    """PE(p) · PE(p + distance) = Σ cos(distance / 10000^(2i/d_model)) over the pairs.

    It does not depend on p, falls off from d_model/2 at distance 0 and is the same to the left
    and to the right.

    Raises:
        ValueError: ``d_model`` is odd: the product then depends on the place too.
    """
    if d_model % 2:
        raise ValueError(f"an odd d_model, {d_model}, has a sine without a cosine")
    return float(np.cos(distance / divisors(d_model)[0::2]).sum())
