"""Labels never overlap, at any number of tokens and any size."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPolygonF
from pytestqt.qtbot import QtBot

from gui.widgets.heatmap import HeatMap
from gui.widgets.label_layout import PlacedLabel, chosen, stride_for
from gui.widgets.token_axis import AxisToken, TokenAxis

WORDS = ["_I", "_love", "'", "_uncharacteristically", "_WWWWWWWW", "</s>", "_😆", "ing", "_中文"]
COUNTS = [1, 3, 5, 8, 13, 21, 34, 60, 90, 120]
SIZES = [(260, 180), (420, 300), (640, 460), (1100, 420), (1500, 900)]


def tokens(count: int) -> list[AxisToken]:
    return [AxisToken(WORDS[i % len(WORDS)], str(i), i % 9 == 5) for i in range(count)]


def shown(qtbot: QtBot, rows: int, columns: int, size: tuple[int, int]) -> HeatMap:
    heatmap = HeatMap(lambda row, column: f"{row},{column}")
    qtbot.addWidget(heatmap)
    heatmap.resize(*size)
    weights = np.full((rows, columns), 1 / columns, dtype=np.float32)
    heatmap.set_matrix(weights, None, tokens(rows), tokens(columns), rows - 1)
    return heatmap


def shrunk(label: PlacedLabel) -> QPolygonF:
    # What merely touches does not overlap.
    return label.transform().map(QPolygonF(label.box.adjusted(0.25, 0.25, -0.25, -0.25)))


def assert_apart(axis: TokenAxis) -> None:
    placed = axis.placed()
    assert placed
    for before, after in pairwise(placed):
        assert before.index < after.index
        assert not shrunk(before).intersects(shrunk(after)), (before, after)
    # Slanted labels could reach a label farther away.
    for number, first in enumerate(placed):
        for second in placed[number + 2 : number + 8]:
            assert not shrunk(first).intersects(shrunk(second)), (first, second)


def assert_inside(axis: TokenAxis) -> None:
    room = QRectF(axis.rect()).adjusted(-1, -1, 1, 1)
    for label in axis.placed():
        assert room.contains(label.outline().boundingRect()), (label, room)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("columns", COUNTS)
def test_labels_do_not_overlap(qtbot: QtBot, columns: int, size: tuple[int, int]) -> None:
    for rows in (1, 7, columns):
        heatmap = shown(qtbot, rows, columns, size)
        for axis in (heatmap.left, heatmap.top):
            assert_apart(axis)
            assert_inside(axis)


@pytest.mark.parametrize("count", [3, 21, 60, 120])
@pytest.mark.parametrize("size", SIZES)
def test_still_apart_with_marked_and_pointed_labels(
    qtbot: QtBot, count: int, size: tuple[int, int]
) -> None:
    heatmap = shown(qtbot, count, count, size)
    for marked, pointed in ((0, count - 1), (count // 2, count // 2 - 1), (2, 2)):
        for axis in (heatmap.left, heatmap.top):
            axis.set_marked(marked)
            axis.set_pointed(pointed)
            assert_apart(axis)
            named = {label.index for label in axis.placed()}
            assert marked in named
            assert [label.bold for label in axis.placed() if label.index == marked] == [True]


def test_every_label_stays_while_there_is_room(qtbot: QtBot) -> None:
    heatmap = shown(qtbot, 5, 6, (640, 460))
    assert [label.index for label in heatmap.left.placed()] == list(range(5))
    assert [label.index for label in heatmap.top.placed()] == list(range(6))
    assert not heatmap.thinned()


def test_thinning_is_even_and_told(qtbot: QtBot) -> None:
    heatmap = shown(qtbot, 120, 120, (640, 460))
    heatmap.left.set_marked(None)
    indices = [label.index for label in heatmap.left.placed()]
    steps = {after - before for before, after in pairwise(indices)}
    assert len(steps) == 1
    assert steps.pop() > 1
    assert heatmap.thinned()


def test_labels_stand_at_their_cells(qtbot: QtBot) -> None:
    for count in (4, 30, 110):
        heatmap = shown(qtbot, count, count, (900, 700))
        for label in heatmap.left.placed():
            middle = label.outline().boundingRect().center()
            in_view = heatmap.view.mapFrom(heatmap, heatmap.left.mapTo(heatmap, middle.toPoint()))
            expected = heatmap.view.cell_rect(label.index, 0).center().y()
            assert abs(in_view.y() - expected) <= 1.5
        for label in heatmap.top.placed():
            in_view = heatmap.view.mapFrom(
                heatmap, heatmap.top.mapTo(heatmap, label.origin.toPoint())
            )
            expected = heatmap.view.cell_rect(0, label.index).center().x()
            assert abs(in_view.x() - expected) <= 1.5


def test_long_labels_are_shortened_not_dropped(qtbot: QtBot) -> None:
    heatmap = shown(qtbot, 4, 4, (260, 180))
    long = next(label for label in heatmap.left.placed() if label.index == 3)
    assert long.text.endswith("…")
    assert long.text.startswith("_u")


def test_stride_and_choice() -> None:
    assert stride_for(14, 14) == 1
    assert stride_for(14, 13.9) == 2
    assert stride_for(14, 3) == 5
    assert chosen(10, 3, []) == [0, 3, 6, 9]
    # The marked one drives its neighbours away; the pointed one gives way to it.
    assert chosen(10, 3, [4, 5]) == [0, 4, 9]
    assert chosen(10, 3, [4, 8]) == [0, 4, 8]
