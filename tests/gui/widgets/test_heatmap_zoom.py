"""Zoom, scrolling, selected rows, and what is drawn for a file."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QWheelEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets.heatmap import HeatMap
from gui.widgets.scale import WEIGHTS
from gui.widgets.token_axis import AxisToken

NONE, CONTROL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def axis(count: int) -> list[AxisToken]:
    return [AxisToken(f"_t{i}", f"token {i}") for i in range(count)]


def show(heatmap: HeatMap, weights: np.ndarray, current: int | None = None) -> None:
    rows, columns = weights.shape
    heatmap.set_matrix(weights.astype(np.float32), None, axis(rows), axis(columns), current)


@pytest.fixture
def heatmap(qtbot: QtBot) -> HeatMap:
    made = HeatMap(lambda row, column: f"cell {row} {column}", describe_sum=lambda c: f"sum {c}")
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    show(made, np.random.default_rng(1).dirichlet(np.ones(40), size=30), 29)
    return made


def turn(heatmap: HeatMap, point: QPointF, delta: int, modifiers: Qt.KeyboardModifier) -> None:
    viewport = heatmap.view.viewport()
    event = QWheelEvent(
        point,
        viewport.mapToGlobal(point),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def assert_labels_at_their_cells(heatmap: HeatMap) -> None:
    placed = heatmap.left.placed()
    assert placed
    for label in placed:
        middle = heatmap.left.mapTo(heatmap, label.origin.toPoint()).y()
        there = heatmap.view.mapTo(
            heatmap, heatmap.view.cell_rect(label.index, 0).center().toPoint()
        ).y()
        assert abs(middle - there) <= 1
        assert 0 <= heatmap.view.cell_rect(label.index, 0).center().y() <= heatmap.view.height()
    for label in heatmap.top.placed():
        middle = heatmap.top.mapTo(heatmap, label.origin.toPoint()).x()
        there = heatmap.view.mapTo(
            heatmap, heatmap.view.cell_rect(0, label.index).center().toPoint()
        ).x()
        assert abs(middle - there) <= 1


def test_all_of_it_fits_at_first(heatmap: HeatMap) -> None:
    view = heatmap.view
    assert view.fitting
    assert not view.scrollable()
    area = view.matrix_rect()
    assert area.topLeft() == QPointF(0, 0)
    assert area.width() <= view.viewport().width() + 1
    assert area.height() <= view.viewport().height() + 1


def test_keys_zoom_and_fit_again(qtbot: QtBot, heatmap: HeatMap) -> None:
    view, zooms = heatmap.view, []
    view.zoomChanged.connect(zooms.append)
    fitting = view.cell
    heatmap.setFocus()
    for _ in range(4):
        qtbot.keyClick(heatmap, Qt.Key.Key_Plus)
    assert not view.fitting
    assert view.cell[0] > 1.9 * fitting[0]
    assert view.scrollable()
    assert zooms == sorted(zooms)
    assert_labels_at_their_cells(heatmap)
    qtbot.keyClick(heatmap, Qt.Key.Key_Minus)
    assert view.cell[0] < 2.3 * fitting[0]
    qtbot.keyClick(heatmap, Qt.Key.Key_0)
    assert view.fitting
    assert view.cell == fitting
    assert not view.scrollable()
    # Smaller than all of it tells nothing more.
    qtbot.keyClick(heatmap, Qt.Key.Key_Minus)
    assert view.fitting
    assert view.cell == fitting


def test_the_wheel_zooms_at_the_pointer(heatmap: HeatMap) -> None:
    view = heatmap.view
    point = view.cell_rect(20, 30).center()
    for _ in range(6):
        turn(heatmap, point, 120, CONTROL)
    found = view.cell_at(point)
    assert found is not None
    assert abs(found[0] - 20) <= 1
    assert abs(found[1] - 30) <= 1
    assert_labels_at_their_cells(heatmap)


def test_the_wheel_alone_scrolls_and_the_labels_follow(heatmap: HeatMap) -> None:
    heatmap.view.set_zoom(1.0)
    before = heatmap.view.verticalScrollBar().value()
    turn(heatmap, QPointF(20, 20), 120, NONE)
    assert heatmap.view.verticalScrollBar().value() < before
    assert_labels_at_their_cells(heatmap)
    heatmap.view.horizontalScrollBar().setValue(222)
    assert_labels_at_their_cells(heatmap)
    named = {label.index for label in heatmap.top.placed()}
    assert named
    assert all(heatmap.view.cell_rect(0, i).center().x() >= -1 for i in named)


def test_dragging_pans(qtbot: QtBot, heatmap: HeatMap) -> None:
    heatmap.view.set_zoom(1.0)
    viewport = heatmap.view.viewport()
    cell = heatmap.view.cell_at(QPointF(100, 100))
    chosen: list[object] = []
    heatmap.view.pressed.connect(chosen.append)
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    for x in (120, 150, 160):
        qtbot.mouseMove(viewport, QPoint(x, x - 20))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(160, 140))
    assert heatmap.view.cell_at(QPointF(160, 140)) == cell
    assert chosen == []
    assert heatmap.cursor_cell is None


def test_zoomed_cells_are_pointed_at(qtbot: QtBot, heatmap: HeatMap) -> None:
    heatmap.view.set_zoom(1.0)
    found: list[object] = []
    heatmap.cellPointed.connect(found.append)
    point = QPoint(111, 77)
    qtbot.mouseMove(heatmap.view.viewport(), point)
    x, y = heatmap.view.offset()
    wide, high = heatmap.view.cell
    assert found == [(int((77 + y) / high), int((111 + x) / wide))]
    # The wheel brings another cell under a pointer that rests.
    turn(heatmap, QPointF(point), 120, NONE)
    x, y = heatmap.view.offset()
    assert found[-1] == (int((77 + y) / high), int((111 + x) / wide))
    assert len(found) == 2


def test_what_is_looked_at_comes_into_view(heatmap: HeatMap) -> None:
    view = heatmap.view

    def seen(row: int, column: int | None = None) -> bool:
        area = view.cell_rect(row, column or 0)
        inside = area.top() >= 0 and area.bottom() <= view.viewport().height()
        beside = area.left() >= 0 and area.right() <= view.viewport().width()
        return inside and (column is None or beside)

    view.set_zoom(1.0)
    for cell in ((0, 0), (29, 39), (3, 20), (15, 1)):
        heatmap.set_cursor_cell(cell)
        assert seen(*cell)
    heatmap.set_cursor_cell(None)
    # The current step, as it goes on.
    weights = np.full((30, 40), 1 / 40)
    for step in (0, 29, 12):
        show(heatmap, weights, step)
        assert seen(step)
    # A row that is pointed at elsewhere in the window.
    heatmap.set_hover(27, None)
    assert seen(27)
    # What is shown again, with nothing new, stays where the user scrolled to.
    view.verticalScrollBar().setValue(0)
    show(heatmap, weights, 12)
    assert view.verticalScrollBar().value() == 0


def test_what_the_own_pointer_is_over_does_not_run_away(qtbot: QtBot, heatmap: HeatMap) -> None:
    heatmap.view.set_zoom(1.0)
    qtbot.mouseMove(heatmap.view.viewport(), QPoint(30, 3))
    cell = heatmap.pointed_cell
    before = heatmap.view.offset()
    assert cell is not None
    heatmap.set_hover(cell[0], None)
    assert heatmap.view.offset() == before


@pytest.mark.parametrize("size", [(260, 180), (420, 300), (900, 600)])
@pytest.mark.parametrize("selected", [(), (2, 3)])
@pytest.mark.parametrize("zoom", [None, 0.6, 1.0, 2.5])
def test_everything_stays_inside(
    qtbot: QtBot,
    heatmap: HeatMap,
    size: tuple[int, int],
    selected: tuple[int, ...],
    zoom: float | None,
) -> None:
    heatmap.resize(*size)
    if zoom is not None:
        heatmap.view.set_zoom(zoom)
    heatmap.set_selected(selected, np.ones(40), np.ones(40))
    parts = [heatmap.view, heatmap.left, heatmap.top, heatmap.bar]
    assert heatmap.strip.isVisible() is bool(selected)
    if selected:
        parts.append(heatmap.strip)
        assert not heatmap.strip.geometry().intersects(heatmap.view.geometry())
    for part in parts:
        assert heatmap.rect().adjusted(-1, -1, 1, 1).contains(part.geometry()), part
    assert not heatmap.bar.geometry().intersects(heatmap.view.geometry())
    assert_labels_at_their_cells(heatmap)
    heatmap.grab()


# Selection ---------------------------------------------------------------------------


def label_point(heatmap: HeatMap, row: int) -> QPoint:
    y = heatmap.view.cell_rect(row, 0).center().y() + heatmap.left._offset
    return QPoint(5, round(y))


def test_clicks_on_labels_pick_rows(qtbot: QtBot, heatmap: HeatMap) -> None:
    picked: list[tuple[int, str]] = []
    heatmap.rowPicked.connect(lambda row, how: picked.append((row, how)))
    left = Qt.MouseButton.LeftButton
    for row, modifiers in ((3, NONE), (7, SHIFT), (9, CONTROL)):
        qtbot.mouseClick(heatmap.left, left, modifiers, label_point(heatmap, row))
    assert picked == [(3, "only"), (7, "range"), (9, "toggle")]
    assert heatmap.hasFocus()


def test_keys_pick_rows(qtbot: QtBot, heatmap: HeatMap) -> None:
    picked: list[tuple[int, str]] = []
    cleared: list[int] = []
    heatmap.rowPicked.connect(lambda row, how: picked.append((row, how)))
    heatmap.clearRequested.connect(lambda: cleared.append(1))
    heatmap.setFocus()
    heatmap.set_cursor_cell((5, 2))
    qtbot.keyClick(heatmap, Qt.Key.Key_Space)
    heatmap.set_selected((5,), np.zeros(40), np.zeros(40))
    qtbot.keyClick(heatmap, Qt.Key.Key_Down, SHIFT)
    qtbot.keyClick(heatmap, Qt.Key.Key_Down)
    # Here nothing is selected yet: the range begins where the cursor was.
    qtbot.keyClick(heatmap, Qt.Key.Key_Up, SHIFT)
    assert picked == [(5, "toggle"), (6, "range"), (7, "only"), (6, "range")]
    assert heatmap.cursor_cell == (6, 2)
    qtbot.keyClick(heatmap, Qt.Key.Key_Escape)
    assert cleared == [1]
    assert heatmap.cursor_cell == (6, 2)
    heatmap.set_selected((), None, None)
    qtbot.keyClick(heatmap, Qt.Key.Key_Escape)
    assert heatmap.cursor_cell is None
    assert cleared == [1]


def test_without_sums_nothing_is_picked(qtbot: QtBot) -> None:
    plain = HeatMap(lambda row, column: "")
    qtbot.addWidget(plain)
    plain.resize(400, 300)
    plain.show()
    show(plain, np.full((4, 4), 0.25))
    picked: list[object] = []
    plain.rowPicked.connect(lambda *args: picked.append(args))
    plain.setFocus()
    plain.set_cursor_cell((1, 1))
    qtbot.keyClick(plain, Qt.Key.Key_Space)
    qtbot.keyClick(plain, Qt.Key.Key_Down, SHIFT)
    assert plain.cursor_cell == (2, 1)
    qtbot.mouseClick(plain.left, Qt.MouseButton.LeftButton, NONE, label_point(plain, 2))
    assert picked == []


def test_the_strip_is_coloured_by_the_mean(qtbot: QtBot, heatmap: HeatMap) -> None:
    show(heatmap, np.full((4, 5), 0.2))
    mean = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
    heatmap.set_selected((0, 2, 3), 3 * mean, mean)
    strip = heatmap.strip
    picture = strip.grab().toImage()
    found: list[object] = []
    heatmap.sumPointed.connect(found.append)
    for column in range(5):
        x = round(strip._offset + (column + 0.12) * strip._pitch)
        shade = int(WEIGHTS.shades(np.float32([mean[column]]))[0])
        expected = QColor(*WEIGHTS.table()[shade].tolist())
        assert picture.pixelColor(x, 4).getRgb() == expected.getRgb()
        qtbot.mouseMove(strip, QPoint(x, 10))
    assert found == [0, 1, 2, 3, 4]
    assert strip.column_at(QPointF(1, 5)) is None
    heatmap.set_selected((), None, None)
    assert not strip.isVisible()


# Files -------------------------------------------------------------------------------


def svg(widget: HeatMap) -> str:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    painter = QPainter(generator)
    try:
        widget.render(painter, QPoint())
    finally:
        painter.end()
    return bytes(data.data()).decode()


def test_a_file_has_shapes_and_text(heatmap: HeatMap) -> None:
    weights = np.array([[0.123, 0.456, 0.421], [0.0, 0.25, 0.75]])
    show(heatmap, weights, 1)
    heatmap.set_selected((0, 1), weights.sum(axis=0), weights.mean(axis=0))
    text = svg(heatmap)
    assert "<image" not in text
    written = re.findall(r">\s*([^<>]+?)\s*</text>", text)
    for number in ("0.12", "0.46", "0.42", "0.75", "0.00", "1.17", "0.59"):
        assert number in written
    for weight in (0.123, 0.456, 0.75):
        shade = int(WEIGHTS.shades(np.float32([weight]))[0])
        assert QColor(*WEIGHTS.table()[shade].tolist()).name() in text


def test_many_numbers_come_over_several_frames(
    qtbot: QtBot, heatmap: HeatMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    heatmap.view.set_zoom(1.0)
    QApplication.processEvents()
    rows: list[int] = []
    original = heatmap.view._art.paint_values

    def noted(painter: QPainter, window, vector: bool) -> None:  # type: ignore[no-untyped-def]
        rows.extend(range(window.top, window.bottom))
        original(painter, window, vector)

    monkeypatch.setattr(heatmap.view._art, "paint_values", noted)
    # The clock counts whole milliseconds: a row or a few in each frame.
    monkeypatch.setattr("gui.widgets.matrix_view.WRITE_MS", 1)
    heatmap.view.retheme()
    seen = heatmap.view.seen()
    assert seen.bottom - seen.top > 5
    qtbot.waitUntil(lambda: heatmap.view._picture is not None and heatmap.view._todo is None)
    assert rows == list(range(seen.top, seen.bottom))


def test_tiny_cells_say_how_many_share_a_dot(heatmap: HeatMap) -> None:
    assert heatmap.view.weights_a_dot() == (1, 1)
    show(heatmap, np.full((500, 600), 1 / 600))
    rows, columns = heatmap.view.weights_a_dot()
    wide, high = heatmap.view.cell
    assert rows == -(-500 // int(np.ceil(500 * high)))
    assert columns == -(-600 // int(np.ceil(600 * wide)))
    assert rows * columns > 1
    picture = heatmap.view.grab().toImage()
    assert picture.pixelColor(20, 20).name() != theme.current().marker
