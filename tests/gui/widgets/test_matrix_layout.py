"""How the room of a heat map is shared out."""

import math

import pytest

from gui.widgets import label_layout as layout
from gui.widgets.matrix_layout import (
    ASPECT,
    HIGHEST_CELL,
    READABLE_COLUMN,
    READABLE_ROW,
    WIDEST_CELL,
    WIDEST_LABEL,
    Arrangement,
    Room,
    arrange,
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


def test_useful_width_is_used_however_low_the_rows_are() -> None:
    assert cell_size(1600, 80, 8, 8, 70) == (70, 10)
    assert cell_size(1600, 80, 8, 8, 110) == (110, 10)
    # There is no more than there is.
    assert cell_size(400, 80, 8, 8, 70) == (50, 10)


LINE = 17


class Labels:
    """Labels of one width, in a font of one size."""

    def __init__(self, width: float, rows: bool) -> None:
        self.width, self.rows = width, rows

    def thickness(self, pitch: float, limit: float) -> float:
        if self.rows:
            return min(limit, self.width + layout.GAP)
        return min(limit, layout.column_thickness(self.width, LINE, pitch))

    def overhang(self, pitch: float, limit: float) -> float:
        return 0.0 if self.rows else layout.column_overhang([self.width], LINE, pitch)

    def flat(self) -> float:
        return 0.0 if self.rows else self.width + layout.FLAT_GAP


def arranged(
    size: tuple[int, int], shape: tuple[int, int], label: float = 60.0, title: float = 130.0
) -> Arrangement:
    room = Room(*size, *shape, LINE, 50, 12, columns_title=title)
    return arrange(room, Labels(label, True), Labels(label, False), None)


def test_columns_are_wide_enough_for_flat_labels_where_there_is_room() -> None:
    places = arranged((760, 200), (12, 8))
    assert places.fitting[0] == 68
    # What upright labels would take the rows have.
    assert places.fitting[1] >= 12
    assert places.top.height() <= LINE + layout.GAP + 1
    # With little width all stays near square, or as wide as it can be.
    narrow = arranged((300, 400), (8, 8))
    assert narrow.fitting[0] < 68
    assert narrow.fitting[1] <= narrow.fitting[0] * ASPECT
    # Nor do labels make columns wider than is any good.
    long = arranged((1600, 200), (12, 8), label=WIDEST_LABEL)
    assert long.fitting[0] == READABLE_COLUMN


@pytest.mark.parametrize("label", [10.0, 60.0, 119.0, 300.0])
@pytest.mark.parametrize("shape", [(1, 1), (8, 8), (15, 12), (40, 45), (3, 60), (60, 3)])
@pytest.mark.parametrize("height", [60, 100, 118, 119, 150, 250, 400, 900])
def test_parts_stay_inside_and_apart(label: float, shape: tuple[int, int], height: int) -> None:
    for width in (200, 301, 480, 760, 1230, 2000):
        places = arranged((width, height), shape, label)
        cells, title = places.view, places.columns_title
        wide, high = places.fitting
        assert wide * shape[1] <= cells.width() <= math.ceil(wide * shape[1])
        assert high * shape[0] <= cells.height() <= math.ceil(high * shape[0])
        assert cells.right() < places.bar.left()
        assert places.bar.right() <= width
        assert places.left.left() >= places.rows_title.width() - 1
        assert places.left.right() < cells.left()
        assert places.top.bottom() < cells.top()
        assert title.left() >= 0 and title.right() <= width and title.bottom() <= cells.top()
        above = title.bottom() <= places.top.top()
        assert title.isEmpty() or above or title.right() < cells.left()


def test_the_title_makes_room_for_low_rows_but_takes_none_from_the_columns() -> None:
    high = arranged((760, 400), (12, 8))
    assert high.columns_title.bottom() <= high.top.top()
    assert high.columns_title.left() == high.view.left()
    low = arranged((760, 200), (12, 8))
    assert low.top.top() == 0
    assert low.columns_title.right() < low.view.left()
    # Its line is that of the labels.
    assert low.columns_title.bottom() <= low.top.bottom() + 1
    without = arranged((760, 200), (12, 8), title=0.0)
    assert low.fitting[0] == without.fitting[0]
    assert low.fitting[1] > without.fitting[1]
    # No width to spare: above the labels, and in a very low heat map nowhere.
    assert arranged((300, 160), (12, 12)).columns_title.top() == 0
    assert arranged((300, 160), (12, 12)).top.top() > 0
    assert arranged((300, 100), (12, 12)).columns_title.isEmpty()
