from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets.colour_bar import lookup_table
from gui.widgets.heatmap import HeatMap
from gui.widgets.matrix_art import MatrixArt
from gui.widgets.token_axis import AxisToken


def axis(count: int) -> list[AxisToken]:
    return [AxisToken(f"_t{i}", f"token {i}") for i in range(count)]


def make(
    qtbot: QtBot,
    weights: np.ndarray,
    masked: np.ndarray | None = None,
    current: int | None = None,
    size: tuple[int, int] = (500, 400),
) -> HeatMap:
    heatmap = HeatMap(lambda row, column: f"cell {row} {column}")
    qtbot.addWidget(heatmap)
    heatmap.resize(*size)
    heatmap.show()
    rows, columns = weights.shape
    heatmap.set_matrix(weights.astype(np.float32), masked, axis(rows), axis(columns), current)
    return heatmap


def picture(heatmap: HeatMap) -> QImage:
    return heatmap.view.grab().toImage()


def near_corner(heatmap: HeatMap, row: int, column: int) -> QPoint:
    """A point of a cell away from its value and its edges."""
    area = heatmap.view.cell_rect(row, column)
    return QPointF(area.left() + area.width() * 0.12, area.top() + area.height() * 0.2).toPoint()


def colour(heatmap: HeatMap, row: int, column: int) -> QColor:
    return picture(heatmap).pixelColor(near_corner(heatmap, row, column))


def table_colour(weight: float) -> QColor:
    return QColor(*(int(value) for value in lookup_table()[round(weight * 255)]))


def close(first: QColor, second: QColor) -> bool:
    pairs = zip(first.getRgb()[:3], second.getRgb()[:3], strict=True)
    return all(abs(a - b) <= 6 for a, b in pairs)


def test_colours_are_of_the_fixed_scale(qtbot: QtBot) -> None:
    weights = np.array([[0.0, 0.25, 0.5], [0.75, 1.0, 0.1]])
    heatmap = make(qtbot, weights)
    for row in range(2):
        for column in range(3):
            assert close(colour(heatmap, row, column), table_colour(weights[row, column]))


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_a_constant_matrix_keeps_the_scale(qtbot: QtBot, weight: float) -> None:
    heatmap = make(qtbot, np.full((1, 1), weight))
    assert close(colour(heatmap, 0, 0), table_colour(weight))


def test_masked_cells_do_not_look_like_weight_zero(qtbot: QtBot) -> None:
    weights = np.array([[1.0, 0.0], [1.0, 0.0]])
    masked = np.array([[False, True], [False, False]])
    heatmap = make(qtbot, weights, masked)
    image = picture(heatmap)

    def colours(row: int, column: int) -> set[str]:
        area = heatmap.view.cell_rect(row, column).toRect().adjusted(4, 4, -4, -4)
        return {
            image.pixelColor(x, y).name()
            for x in range(area.left(), area.left() + 16)
            for y in range(area.top(), area.top() + 12)
        }

    hatched, plain = colours(0, 1), colours(1, 0 + 1)
    assert len(hatched) >= 2
    assert theme.current().raised in hatched
    assert len(plain) == 1
    assert not plain & hatched


def test_current_row_is_outlined_and_its_label_marked(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((4, 4), 0.25), current=2)
    image = picture(heatmap)
    row = heatmap.view.cell_rect(2, 0)
    marker = QColor(theme.current().marker)
    assert close(image.pixelColor(20, int(row.top()) + 1), marker)
    other = heatmap.view.cell_rect(1, 0)
    assert not close(image.pixelColor(20, int(other.top()) + 1), marker)
    assert [label.index for label in heatmap.left.placed() if label.bold] == [2]


def test_pointer_names_the_cell_it_is_over(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.random.default_rng(0).random((7, 9)))
    found: list[object] = []
    heatmap.cellPointed.connect(found.append)
    for row, column in ((0, 0), (6, 8), (3, 4)):
        place = heatmap.view.cell_rect(row, column).center().toPoint()
        qtbot.mouseMove(heatmap.view.viewport(), place)
        assert heatmap.pointed_cell == (row, column)
        assert heatmap.view.cell_at(QPointF(place)) == (row, column)
    assert found == [(0, 0), (6, 8), (3, 4)]
    assert heatmap.view.cell_at(QPointF(-1, 5)) is None


def test_a_forgotten_pointer_is_told_once(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((6, 6), 1 / 6))
    found: list[object] = []
    heatmap.cellPointed.connect(found.append)
    heatmap.clear_pointer()
    assert found == []
    viewport = heatmap.view.viewport()
    qtbot.mouseMove(viewport, heatmap.view.cell_rect(1, 1).center().toPoint())
    heatmap.clear_pointer()
    heatmap.clear_pointer()
    assert found == [(1, 1), None]
    qtbot.mouseMove(viewport, heatmap.view.cell_rect(5, 2).center().toPoint())
    heatmap.set_matrix(np.full((2, 6), 1 / 6, np.float32), None, axis(2), axis(6), 1)
    assert heatmap.pointed_cell is None
    assert found == [(1, 1), None, (5, 2), None]


def test_keyboard_moves_the_cursor_and_tells(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((4, 5), 0.2), current=2)
    heatmap.setFocus()
    moves: list[object] = []
    heatmap.cursorMoved.connect(moves.append)
    key = Qt.Key
    qtbot.keyClick(heatmap, key.Key_Right)
    assert heatmap.cursor_cell == (2, 0)
    for pressed, expected in (
        (key.Key_Right, (2, 1)),
        (key.Key_Down, (3, 1)),
        (key.Key_Down, (3, 1)),
        (key.Key_End, (3, 4)),
        (key.Key_Right, (3, 4)),
        (key.Key_PageUp, (0, 4)),
        (key.Key_Left, (0, 3)),
        (key.Key_Home, (0, 0)),
        (key.Key_PageDown, (3, 0)),
        (key.Key_Up, (2, 0)),
    ):
        qtbot.keyClick(heatmap, pressed)
        assert heatmap.cursor_cell == expected
        assert heatmap.accessibleDescription() == f"cell {expected[0]} {expected[1]}"
    qtbot.keyClick(heatmap, key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert heatmap.cursor_cell == (3, 4)
    qtbot.keyClick(heatmap, key.Key_Escape)
    assert heatmap.cursor_cell is None
    assert heatmap.accessibleDescription() == ""
    assert moves[0] == (2, 0)
    assert moves[-1] is None


def test_click_puts_the_cursor(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((4, 5), 0.2))
    place = heatmap.view.cell_rect(1, 3).center().toPoint()
    qtbot.mouseClick(heatmap.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heatmap.cursor_cell == (1, 3)


def test_cursor_stays_inside_when_the_matrix_shrinks(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((6, 6), 1 / 6))
    heatmap.set_cursor_cell((5, 5))
    heatmap.set_matrix(np.full((2, 6), 1 / 6, np.float32), None, axis(2), axis(6), 1)
    assert heatmap.cursor_cell == (1, 5)


def test_tokens_must_fit(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((2, 2), 0.5))
    with pytest.raises(ValueError, match="3 rows and 2 columns named for a matrix of 2 × 2"):
        heatmap.set_matrix(np.full((2, 2), 0.5, np.float32), None, axis(3), axis(2), None)


def test_cells_are_drawn_once_while_marks_move(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heatmap = make(qtbot, np.full((6, 6), 1 / 6))
    drawn: list[int] = []
    original = MatrixArt.paint_cells

    def counted(art: MatrixArt, *arguments: object) -> None:
        drawn.append(1)
        original(art, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(MatrixArt, "paint_cells", counted)
    heatmap.view.grab()
    before = len(drawn)
    for row in range(6):
        heatmap.set_cursor_cell((row, 2))
        heatmap.set_hover(row, None)
        heatmap.view.grab()
    assert len(drawn) == before
    heatmap.set_matrix(np.full((6, 6), 0.5, np.float32), None, axis(6), axis(6), None)
    heatmap.view.grab()
    assert len(drawn) == before + 1


@pytest.mark.parametrize("shape", [(1, 1), (1, 30), (30, 1), (5, 6), (60, 60), (120, 40)])
@pytest.mark.parametrize("size", [(260, 180), (640, 460), (1400, 500)])
def test_everything_stays_inside_the_widget(
    qtbot: QtBot, shape: tuple[int, int], size: tuple[int, int]
) -> None:
    heatmap = make(qtbot, np.full(shape, 1 / shape[1]), size=size)
    for part in (heatmap.view, heatmap.left, heatmap.top, heatmap.bar):
        assert heatmap.rect().adjusted(-1, -1, 1, 1).contains(part.geometry()), part
    area = heatmap.view.matrix_rect()
    assert area.width() <= heatmap.view.width()
    assert area.height() <= heatmap.view.height()
    assert not heatmap.bar.geometry().intersects(heatmap.view.geometry())


def test_theme_changes_recolour(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.zeros((2, 2)))
    light = colour(heatmap, 0, 0)
    before = theme.current()
    try:
        theme._current = theme.DARK
        theme.notifier.changed.emit(theme.DARK)
        assert close(colour(heatmap, 0, 0), table_colour(0.0))
        assert not close(colour(heatmap, 0, 0), light)
    finally:
        theme._current = before
        theme.notifier.changed.emit(before)


def test_keys_take_over_from_the_pointer(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((3, 3), 1 / 3))
    qtbot.mouseMove(heatmap.view.viewport(), heatmap.cell_centre(2, 2).toPoint())
    assert heatmap.pointed_cell == (2, 2)
    qtbot.keyClick(heatmap, Qt.Key.Key_Right)
    qtbot.keyClick(heatmap, Qt.Key.Key_Right)
    assert heatmap.pointed_cell is None
    assert heatmap.cursor_cell == (0, 1)
    qtbot.mouseMove(heatmap.view.viewport(), heatmap.cell_centre(1, 2).toPoint())
    assert heatmap.pointed_cell == (1, 2)


def test_a_wide_low_heat_map_has_flat_labels_and_names_every_row(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((12, 8), 1 / 8), size=(760, 200))
    names = ["_Where", "_is", "_the", "_near", "est", "_hospital", "?", "</s>"]
    heatmap.set_titles("query: written piece →", "key: source piece →")
    columns = [AxisToken(name, name) for name in names]
    heatmap.set_matrix(np.full((12, 8), 1 / 8, np.float32), None, axis(12), columns, None)
    placed = heatmap.top.placed()
    assert [label.text for label in placed] == names
    assert {label.angle for label in placed} == {0.0}
    assert not heatmap.thinned()
    # It stays exact which cell is where.
    for row, column in ((0, 0), (11, 7), (5, 3)):
        assert heatmap.view.cell_at(heatmap.cell_centre(row, column)) == (row, column)
    # Columns that are wide enough do not grow before the rows are high.
    wide, high = heatmap.view.cell
    heatmap.view.zoom_in()
    assert heatmap.view.cell[0] == wide
    assert heatmap.view.cell[1] > high
    heatmap.view.set_zoom(3.0)
    assert heatmap.view.cell == (114, 57)
    heatmap.view.fit()
    assert heatmap.view.cell == (wide, high)


def test_titles_are_shortened_by_whole_words(qtbot: QtBot) -> None:
    heatmap = make(qtbot, np.full((2, 2), 0.5))
    width = heatmap.fontMetrics().horizontalAdvance
    title = "query: written piece →"
    found: list[str] = []
    for room in range(width(title) + 2, -1, -1):
        text = heatmap._shortened(title, room)
        assert width(text) <= room
        if not found or found[-1] != text:
            found.append(text)
    assert found == [title, "query →", "query", ""]
    assert heatmap._shortened("requête : pièce écrite →", width("requête →")) == "requête →"
    assert heatmap._shortened("target word →", width("target word")) == "target word"
    assert heatmap._shortened("target word →", width("target wo")) == ""


@pytest.mark.parametrize("size", [(500, 400), (500, 150)])
@pytest.mark.parametrize("column", [0, 2, 4])
def test_a_cursor_without_focus_does_not_break_the_current_row_s_frame(
    qtbot: QtBot, size: tuple[int, int], column: int
) -> None:
    heatmap = make(qtbot, np.full((5, 5), 0.2), current=2, size=size)
    heatmap.view.set_cursor_cell(None, False)
    row = heatmap.view.cell_rect(2, 0)
    whole = row.united(heatmap.view.cell_rect(2, 4))
    plain = picture(heatmap)
    heatmap.view.set_cursor_cell((2, column), False)
    marked = picture(heatmap)
    assert marked != plain
    marker = QColor(theme.current().marker)
    for x in range(int(whole.left()), int(whole.right())):
        assert close(marked.pixelColor(x, int(whole.top())), marker)
        assert close(marked.pixelColor(x, int(whole.bottom()) - 1), marker)
    for y in range(int(whole.top()), int(whole.bottom())):
        assert close(marked.pixelColor(int(whole.left()), y), marker)
        assert close(marked.pixelColor(int(whole.right()) - 1, y), marker)
    # It can be moved: that stands out.
    heatmap.view.set_cursor_cell((2, column), True)
    accent = QColor(theme.current().accent)
    image, cell = picture(heatmap), heatmap.view.cell_rect(2, column)
    middle = int(cell.center().y())
    assert any(
        close(image.pixelColor(x, middle), accent)
        for x in range(int(cell.left()), int(cell.center().x()))
    )
