from __future__ import annotations

import numpy as np
import pytest

from gui.widgets.matrix_image import MatrixImage, pooled
from gui.widgets.scale import WEIGHTS, Scale


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("dots", [(1, 1), (3, 7), (10, 20), (29, 41)])
def test_a_dot_has_the_largest_of_its_cells(dots: tuple[int, int], signed: bool) -> None:
    shades = np.random.default_rng(4).integers(0, 256, size=(30, 41)).astype(np.ubyte)
    found = pooled(shades, dots, signed)
    assert found.shape == dots
    middle = 128 if signed else 0
    for row in range(dots[0]):
        for column in range(dots[1]):
            cells = [
                int(shades[r, c])
                for r in range(row * 30 // dots[0], (row + 1) * 30 // dots[0])
                for c in range(column * 41 // dots[1], (column + 1) * 41 // dots[1])
            ]
            assert int(found[row, column]) in cells
            assert abs(int(found[row, column]) - middle) == max(abs(v - middle) for v in cells)


def test_one_strong_weight_among_500_is_never_lost() -> None:
    weights = np.zeros((500, 500), dtype=np.float32)
    weights[123, 377] = 1.0
    image = MatrixImage()
    image.set_values(weights, WEIGHTS)
    dots = image.dots(310.4, 200.2)
    assert dots == (201, 311)
    picture = image.image(dots)
    assert (picture.width(), picture.height()) == (311, 201)
    strongest = tuple(WEIGHTS.table()[255].tolist())
    found = [
        (y, x)
        for y in range(201)
        for x in range(311)
        if picture.pixelColor(x, y).getRgb()[:3] == strongest
    ]
    # The dot in whose stretch of cells it lies.
    row = max(dot for dot in range(201) if dot * 500 // 201 <= 123)
    column = max(dot for dot in range(311) if dot * 500 // 311 <= 377)
    assert found == [(row, column)]


def test_with_room_every_cell_is_a_dot() -> None:
    values = np.array([[-2.0, 0.0, 2.0]], dtype=np.float32)
    scale = Scale("signed", -2.0, 2.0)
    image = MatrixImage()
    image.set_values(values, scale)
    assert image.dots(90, 30) == (1, 3)
    picture = image.image((1, 3))
    for column, shade in enumerate(scale.shades(values)[0].tolist()):
        assert picture.pixelColor(column, 0).getRgb()[:3] == tuple(scale.table()[shade].tolist())
