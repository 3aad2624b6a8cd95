from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets.position_maps import MapContent, PositionMaps
from gui.widgets.scale import Scale
from gui.widgets.token_axis import AxisToken

SCALE = Scale("signed", -2.0, 2.0)


def tokens(count: int) -> list[AxisToken]:
    return [AxisToken(f"r{index}", f"row {index}") for index in range(count)]


def contents(rows: int, columns: int, count: int = 3, seed: int = 0) -> list[MapContent]:
    generator = np.random.default_rng(seed)
    signs = ("", "+", "=")
    return [
        MapContent(f"map {i}", signs[i], generator.normal(size=(rows, columns)).astype(np.float32))
        for i in range(count)
    ]


@pytest.fixture
def maps(qtbot: QtBot) -> PositionMaps:
    made = PositionMaps(lambda row, column: f"cell {row}, {column}")
    qtbot.addWidget(made)
    made.resize(760, 300)
    made.show()
    made.set_maps(contents(6, 16), SCALE, tokens(6))
    return made


def point(maps: PositionMaps, index: int, row: int, column: int) -> QPoint:
    return maps.layout_of_maps().cell_rect(index, row, column).center().toPoint()


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK])
def test_every_cell_has_its_number_s_colour(
    themed: None, maps: PositionMaps, look: theme.Theme
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, look)
    image = maps.grab().toImage()
    table = SCALE.table()
    for index, content in enumerate(maps.maps()):
        shades = SCALE.shades(content.values)
        for row in range(6):
            for column in range(16):
                drawn = image.pixelColor(point(maps, index, row, column))
                assert drawn == QColor(*map(int, table[shades[row, column]]))


def test_small_cells_share_a_dot_which_has_the_largest(maps: PositionMaps) -> None:
    values = np.zeros((300, 900), dtype=np.float32)
    values[123, 456] = -2.0
    maps.resize(420, 260)
    maps.set_maps([MapContent("one", "", values)], SCALE, tokens(300))
    rows, columns = maps.cells_a_pixel()
    assert rows > 1 and columns > 1
    image = maps.grab().toImage()
    strongest = QColor(*map(int, SCALE.table()[0]))
    area = maps.layout_of_maps().areas[0].toRect()
    found = [
        (x, y)
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
        if image.pixelColor(x, y) == strongest
    ]
    assert found
    cell = point(maps, 0, 123, 456)
    assert all(abs(x - cell.x()) <= 2 and abs(y - cell.y()) <= 2 for x, y in found)


def test_large_matrices_do_not_hide_a_cell_from_the_keyboard(
    qtbot: QtBot, maps: PositionMaps
) -> None:
    maps.set_maps(contents(500, 1024), SCALE, tokens(500))
    assert maps.cells_a_pixel() != (1, 1)
    maps.set_cursor_cell((250, 500))
    maps.setFocus()
    qtbot.keyClick(maps, Qt.Key.Key_Right)
    qtbot.keyClick(maps, Qt.Key.Key_Down)
    assert maps.cursor_cell == (251, 501)
    assert maps.accessibleDescription() == "cell 251, 501"
    maps.grab()


def test_pointer_reads_the_cell_in_every_map(qtbot: QtBot, maps: PositionMaps) -> None:
    seen: list[object] = []
    maps.cellPointed.connect(seen.append)
    for index, row, column in ((0, 0, 0), (1, 3, 7), (2, 5, 15)):
        qtbot.mouseMove(maps, point(maps, index, row, column))
        assert maps.pointed_cell == (row, column)
    qtbot.mouseMove(maps, QPoint(2, maps.height() - 2))
    assert maps.pointed_cell is None
    assert seen == [(0, 0), (3, 7), (5, 15), None]


def test_click_and_keys_move_the_cursor(qtbot: QtBot, maps: PositionMaps) -> None:
    qtbot.mouseClick(maps, Qt.MouseButton.LeftButton, pos=point(maps, 1, 2, 5))
    assert maps.cursor_cell == (2, 5)
    control = Qt.KeyboardModifier.ControlModifier
    for key, modifier, cell in (
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, (2, 6)),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, (1, 6)),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, (1, 5)),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, (1, 0)),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, (1, 0)),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, (5, 0)),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, (5, 15)),
        (Qt.Key.Key_Home, control, (0, 0)),
        (Qt.Key.Key_End, control, (5, 15)),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, (0, 15)),
    ):
        qtbot.keyClick(maps, key, modifier)
        assert maps.cursor_cell == cell
    qtbot.keyClick(maps, Qt.Key.Key_Escape)
    assert maps.cursor_cell is None
    assert maps.accessibleDescription() == ""


def test_a_smaller_matrix_keeps_the_cursor_inside(maps: PositionMaps) -> None:
    maps.set_cursor_cell((5, 15))
    maps.set_maps(contents(3, 8, 1), SCALE, tokens(3))
    assert maps.cursor_cell == (2, 7)
    maps.set_cursor_cell((3, 0))
    assert maps.cursor_cell is None


def test_row_labels_are_pointed_at_in_every_arrangement(qtbot: QtBot, maps: PositionMaps) -> None:
    seen: list[object] = []
    maps.rowPointed.connect(seen.append)
    for size, shown in (((760, 300), 1), ((330, 620), 3)):
        maps.resize(*size)
        QApplication.processEvents()
        axes = [axis for axis in maps._axes if axis.isVisible()]
        assert len(axes) == shown
        seen.clear()
        for index, axis in enumerate(axes):
            area = maps.layout_of_maps().row_rect(index, 4)
            pos = axis.mapFrom(maps, QPointF(area.left() - 8, area.center().y()).toPoint())
            qtbot.mouseMove(axis, pos)
        assert seen[-1] == 4


def test_rows_that_do_not_fit_are_refused(maps: PositionMaps) -> None:
    with pytest.raises(ValueError, match="5 rows named"):
        maps.set_maps(contents(6, 16), SCALE, tokens(5))
    with pytest.raises(ValueError, match="rows named"):
        maps.set_maps([*contents(6, 16, 1), *contents(6, 8, 1)], SCALE, tokens(6))
