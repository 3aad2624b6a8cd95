from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.analysis.positions import KINDS, Sinusoids
from gui.widgets.position_curves import PositionCurves
from gui.widgets.position_line import curve, pair_colour, round_step


def show(curves: PositionCurves, formula: Sinusoids, count: int) -> None:
    curves.set_table(formula.table(range(count)).astype(np.float32), formula)


@pytest.fixture
def curves(qtbot: QtBot) -> PositionCurves:
    made = PositionCurves()
    qtbot.addWidget(made)
    made.resize(700, 240)
    show(made, Sinusoids(32), 60)
    made.show()
    return made


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("offset", [0, 2])
@pytest.mark.parametrize(("dimension", "last"), [(0, 500), (1, 500), (6, 63), (31, 63), (30, 1)])
def test_a_curve_is_the_formula_in_enough_points(
    kind: str, offset: int, dimension: int, last: int
) -> None:
    formula = Sinusoids(32, kind, offset)
    x, y = curve(dimension, formula, last, 5000)
    assert (x[0], x[-1]) == (0, last)
    np.testing.assert_allclose(y, formula.table(x)[:, dimension], atol=1e-9)
    # No straight piece is longer than a 24th of a wave, so the curve looks round.
    pair = formula.pair_of(dimension)
    assert pair is not None
    assert np.diff(x).max() / formula.divisor(pair) <= 2 * np.pi / 23
    assert len(curve(dimension, formula, last, 90)[0]) == 90


def test_curve_and_dots_stand_where_their_numbers_say(curves: PositionCurves) -> None:
    curves.set_pairs((5,))
    image = curves.grab().toImage()
    x, y = curve(10, Sinusoids(32), 59, 500)
    hits = 0
    for position, value in zip(x.tolist(), y.tolist(), strict=True):
        point = curves.point_of(position, value).toPoint()
        around = [
            image.pixelColor(point.x() + dx, point.y() + dy)
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        ]
        hits += any(
            abs(c.red() - pair_colour(0).red()) + abs(c.blue() - pair_colour(0).blue()) < 90
            for c in around
        )
    assert hits == len(x)


def test_many_positions_have_no_dots_and_an_odd_width_ends_with_a_sine(
    curves: PositionCurves,
) -> None:
    assert curves.has_dots()
    show(curves, Sinusoids(7), 500)
    assert not curves.has_dots()
    curves.set_pairs((3, 1))
    assert [dimension for dimension, _ in curves.dimensions()] == [6, 3, 2]
    curves.grab()
    with pytest.raises(ValueError, match="5 pairs"):
        curves.set_pairs((0, 1, 2, 3, 4))


def test_a_single_position_can_be_shown(curves: PositionCurves) -> None:
    show(curves, Sinusoids(32), 1)
    curves.set_pairs((0,))
    curves.grab()


@pytest.mark.parametrize(("least", "step"), [(0.2, 1), (1, 1), (1.5, 2), (3, 5), (7, 10), (33, 50)])
def test_steps_of_the_axis_are_round(least: float, step: int) -> None:
    assert round_step(least) == step
