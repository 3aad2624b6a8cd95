"""The line of one dimension over the positions: its points, its colour, the steps of its axis."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtGui import QColor

from engine.analysis.positions import Floats, Sinusoids
from gui import theme
from gui.widgets.colours import mix

MOST_PAIRS = 4
"""Pairs that are shown at once: so many colours stay apart."""
_LIGHT = ("#0072b2", "#c14a00", "#007a58", "#a5487f")
_DARK = ("#56b4e9", "#f09a3e", "#2fd0a0", "#e79fc8")
"""After Okabe and Ito's palette, which colour-blind eyes tell apart."""
_PALE = 0.5
"""Share of the surface's colour in a cosine's: the other one of its pair is the stronger."""
_A_WAVE, _FEWEST = 24, 100
"""Points of a curve from one crest to the next, and over the whole width at least."""


def pair_colour(index: int, cosine: bool = False) -> QColor:
    """The colour of a shown pair: of its sine, or of its cosine."""
    colours = theme.current()
    colour = QColor((_DARK if colours.dark else _LIGHT)[index % MOST_PAIRS])
    return mix(colour, colours.color("surface"), _PALE) if cosine else colour


def pair_count(formula: Sinusoids | None, d_model: int) -> int:
    """How many pairs of dimensions there are; learned ones are neighbours and no more."""
    return (d_model + 1) // 2 if formula is None else formula.pairs


def columns_of(pair: int, formula: Sinusoids | None, d_model: int) -> tuple[int, ...]:
    """The dimensions of a pair: two, or the last one of an odd ``d_model``."""
    if formula is not None:
        return formula.columns(pair)
    return tuple(column for column in (2 * pair, 2 * pair + 1) if column < d_model)


def curve(dimension: int, formula: Sinusoids, last: int, most: int) -> tuple[Floats, Floats]:
    """One dimension from position 0 to ``last`` by the formula, in enough points to look smooth.

    Args:
        dimension: of a pair.
        formula: what it is computed by.
        last: up to where.
        most: points that can be told apart on the screen.

    Returns:
        Positions and values, [point] each.
    """
    pair = formula.pair_of(dimension)
    assert pair is not None
    waves = last / formula.wavelength(pair)
    x = np.linspace(0.0, last, min(most, max(_FEWEST, math.ceil(_A_WAVE * waves))))
    angle = (x + formula.offset) / formula.divisor(pair)
    return x, np.cos(angle) if formula.is_cosine(dimension) else np.sin(angle)


def round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is at least so much."""
    power = int(10 ** max(0, math.floor(math.log10(max(least, 1.0)))))
    return next(
        factor * power for factor in (1, 2, 5, 10) if factor * power >= least or factor == 10
    )
