from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtGui import QColor

from gui import theme
from gui.widgets.colours import contrast
from gui.widgets.scale import MASK, MINUS_INFINITY, WEIGHTS, number, signed


def test_numbers_are_written_with_a_true_minus() -> None:
    assert number(0.0) == "0"
    assert number(-0.0) == "0"
    assert number(-1.5) == "−1.5"
    assert number(math.inf) == "∞"
    assert number(-math.inf) == MINUS_INFINITY
    assert number(1234.5678, 4) == "1235"
    assert number(-1.25e-7) == "−1.25e−07"


@pytest.mark.parametrize("seed", range(20))
def test_a_signed_scale_holds_all_numbers_with_0_in_the_middle(seed: int) -> None:
    generator = np.random.default_rng(seed)
    values = (generator.normal(size=(3, 4)) * 10.0 ** generator.integers(-6, 6)).astype(np.float32)
    values[0, 0] = -np.inf
    scale = signed(values)
    finite = values[np.isfinite(values)]
    largest = float(np.abs(finite).max())
    assert scale.low == -scale.high
    assert largest <= scale.high <= 1.11 * largest
    assert scale.ticks()[2] == 0
    shades = scale.shades(finite)
    assert (shades[finite > 0] >= 127).all()
    assert (shades[finite < 0] <= 128).all()


def test_an_all_zero_matrix_has_a_scale() -> None:
    scale = signed(np.zeros((2, 2), dtype=np.float32))
    assert (scale.low, scale.high) == (-1.0, 1.0)
    assert signed(np.full((1, 1), -np.inf, dtype=np.float32)) == scale


def test_shades_end_where_the_scale_ends() -> None:
    values = np.array([-1.0, 0.0, 0.5, 1.0, 2.0], dtype=np.float32)
    assert WEIGHTS.shades(values).tolist() == [0, 0, 128, 255, 255]


def test_numbers_in_cells_are_short() -> None:
    scale = signed(np.array([[200.0]], dtype=np.float32))
    texts = [scale.text(value) for value in (-0.001, 3.14159, -3.14159, 123.4, -99.96)]
    assert texts == ["0.00", "3.14", "−3.14", "123", "−100"]
    assert WEIGHTS.text(0.125) == "0.12"
    assert MASK.text(0.0) == "0"


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK])
def test_writing_stands_out_on_every_colour(
    look: theme.Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "_current", look)
    scale = signed(np.array([[1.0]], dtype=np.float32))
    table, inks = scale.table(), scale.inks()
    for entry, ink in zip(table, inks, strict=True):
        assert contrast(QColor(*map(int, entry)), ink) >= 4.5
    surface = look.color("surface")
    middle = QColor(*map(int, table[128]))
    assert contrast(middle, surface) < 1.05
    for end in (table[0], table[255]):
        assert contrast(QColor(*map(int, end)), surface) > 3
