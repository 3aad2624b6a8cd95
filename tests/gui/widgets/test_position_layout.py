from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPointF, QRectF

from gui.widgets.position_layout import HIGHEST_ROW, WIDEST_COLUMN, lay_out, tick_step


@pytest.mark.parametrize("seed", range(40))
def test_maps_fit_do_not_overlap_and_find_their_cells(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.choice((1, 2, 3))
    rows, columns = chance.randint(1, 500), chance.choice((8, 20, 256, 1024))
    room = QRectF(3, 5, chance.randint(200, 1400), chance.randint(120, 900))
    found = lay_out(room, count, (rows, columns), 20.0, 40.0, 30.0)
    assert len(found.areas) == count
    for index, area in enumerate(found.areas):
        assert room.adjusted(-0.5, -0.5, 0.5, 0.5).contains(area)
        assert area.left() >= room.left() + 40 - 1e-6
        assert area.top() >= room.top() + 20 - 1e-6
        for other in found.areas[:index]:
            assert not other.intersects(area)
        row, column = chance.randrange(rows), chance.randrange(columns)
        cell = found.cell_rect(index, row, column)
        assert found.cell_at(cell.center()) == (index, row, column)
        assert found.row_rect(index, row).adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(cell)
    wide, high = found.cell
    assert 0 < wide <= WIDEST_COLUMN and 0 < high <= HIGHEST_ROW
    assert found.cell_at(QPointF(room.right() + 1, room.top())) is None


def test_narrow_and_high_stacks_the_maps() -> None:
    shape = (12, 256)
    assert lay_out(QRectF(0, 0, 360, 500), 3, shape, 20, 50, 30).stacked
    assert not lay_out(QRectF(0, 0, 900, 500), 3, shape, 20, 50, 30).stacked
    assert not lay_out(QRectF(0, 0, 360, 150), 3, shape, 20, 50, 30).stacked
    assert not lay_out(QRectF(0, 0, 100, 900), 1, shape, 20, 50, 30).stacked


@pytest.mark.parametrize(("pixels", "room"), [(0.3, 30), (1, 30), (7, 30), (40, 30)])
def test_numbers_have_room_and_are_no_sparser_than_need_be(pixels: float, room: float) -> None:
    step = tick_step(pixels, room)
    assert step * pixels >= room
    assert step == 1 or step / 2 * pixels < room
