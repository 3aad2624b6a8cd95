"""How the room of a heat map is shared out."""

import pytest

from gui.widgets.matrix_layout import (
    HIGHEST_CELL,
    READABLE_COLUMN,
    READABLE_ROW,
    WIDEST_CELL,
    cell_size,
)

SIZES = (1, 2, 16, 17, 60)
ROOMS = [(600, 60), (600, 300), (90, 400), (300, 300), (1600, 900), (20, 20)]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("rows", SIZES)
@pytest.mark.parametrize("columns", SIZES)
def test_cells_fit_and_the_short_side_does_not_take_the_long_side_s_labels(
    room: tuple[int, int], rows: int, columns: int
) -> None:
    width, height = room
    wide, high = cell_size(width, height, rows, columns)
    assert 0 < wide <= WIDEST_CELL and 0 < high <= HIGHEST_CELL
    assert wide * columns <= width and high * rows <= height
    assert wide >= int(min(width / columns, READABLE_COLUMN))
    assert high >= int(min(height / rows, READABLE_ROW))


def test_cells_with_room_are_near_square() -> None:
    wide, high = cell_size(1600, 400, 8, 8)
    assert (wide, high) == (92, 50)
    wide, high = cell_size(400, 1600, 8, 40)
    assert (wide, high) == (10, 20)
