from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.analysis.heads import Measure
from gui import theme
from gui.widgets.heads_grid import HeadsGrid
from gui.widgets.heads_layout import Place
from gui.widgets.heads_model import HeadsModel

KEY = Qt.Key


def filled(layers: int, heads: int, queries: int, keys: int, causal: bool = False) -> HeadsModel:
    logits = np.random.default_rng(layers).normal(scale=2.0, size=(layers, heads, queries, keys))
    allowed = (
        np.tril(np.ones((queries, keys), dtype=bool))
        if causal
        else np.ones((queries, keys), dtype=bool)
    )
    weights = np.where(allowed, np.exp(logits), 0)
    weights = (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)
    model = HeadsModel()
    model.sync(
        (layers,),
        [object() for _ in range(queries)],
        (layers, heads, keys),
        np.ones(keys, dtype=bool),
        lambda first, last: (weights[:, :, first:last], allowed[first:last]),
    )
    return model


def make(
    qtbot: QtBot,
    model: HeadsModel,
    order: list[Place] | None = None,
    size: tuple[int, int] = (640, 360),
) -> HeadsGrid:
    grid = HeadsGrid(lambda place: f"head {place}")
    qtbot.addWidget(grid)
    grid.resize(*size)
    grid.show()
    grid.show_heads(model, model.measure(Measure.ENTROPY), model.most_entropy(), order, None)
    grid.selected.connect(grid.set_selection)
    return grid


def picture(grid: HeadsGrid) -> QImage:
    return grid.viewport().grab().toImage()


def centre(grid: HeadsGrid, place: Place) -> QPoint:
    return grid.area_of(place).center().toPoint()


def test_each_thumbnail_is_its_own_head_s(qtbot: QtBot) -> None:
    model = filled(3, 4, 5, 6)
    grid = make(qtbot, model)
    image = picture(grid)
    high, wide = grid.art.dots()
    tiles = model.tiles(high, wide)
    for layer in range(3):
        for column in range(6):
            area = grid.area_of((layer, column)).toRect()
            for row, key in ((0, 0), (2, 3), (4, 5)):
                x, y = int((key + 0.5) * wide / 6), int((row + 0.5) * high / 5)
                expected = grid.art.colour_of(int(tiles[layer, column, y, x]))
                assert image.pixelColor(area.left() + x, area.top() + y) == expected


def test_masked_cells_are_not_drawn_as_weight_zero(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(1, 2, 4, 4, causal=True), size=(400, 200))
    area = grid.area_of((0, 0))
    corner = picture(grid).pixelColor(int(area.right()) - 4, int(area.top()) + 4)
    assert corner == QColor(theme.current().raised)
    assert corner != grid.art.colour_of(1)


def test_numbers_below_are_the_model_s(qtbot: QtBot) -> None:
    model = filled(2, 3, 5, 6)
    grid = make(qtbot, model)
    numbers = model.measure(Measure.ENTROPY)
    for layer in range(2):
        for column in range(4):
            assert grid.caption_of((layer, column)) == f"{numbers[layer, column]:.2f}"
        # A maximum has no entropy.
        assert grid.caption_of((layer, 4)) == ""


def test_in_a_list_layer_and_head_are_named(qtbot: QtBot) -> None:
    model = filled(2, 3, 5, 6)
    order = [(1, 2), (0, 0), (1, 0), (0, 2), (0, 1), (1, 1)]
    grid = make(qtbot, model, order)
    assert grid.places() == order
    numbers = model.measure(Measure.ENTROPY)
    assert grid.caption_of((1, 2)) == f"2.3 {numbers[1, 2]:.2f}"
    # In reading order.
    spots = [(grid.area_of(place).top(), grid.area_of(place).left()) for place in order]
    assert spots == sorted(spots)
    assert grid.area_of((0, 3)).isEmpty()


@pytest.mark.parametrize("size", [(900, 600), (640, 300), (420, 200), (260, 120)])
@pytest.mark.parametrize("heads", [1, 8, 16])
@pytest.mark.parametrize("listed", [False, True])
def test_nothing_overlaps_and_all_can_be_scrolled_to(
    qtbot: QtBot, size: tuple[int, int], heads: int, listed: bool
) -> None:
    model = filled(12, heads, 7, 9)
    order = [(layer, head) for head in range(heads) for layer in range(12)] if listed else None
    grid = make(qtbot, model, order, size)
    places = grid.places()
    assert len(places) == 12 * (heads if listed else heads + 2)
    areas = [grid._layout.area(place).adjusted(-1, -1, 1, 2) for place in places]
    for index, area in enumerate(areas):
        assert not any(area.intersects(other) for other in areas[index + 1 :])
    view = grid.viewport().rect()
    for place in (places[0], places[len(places) // 2], places[-1 if listed else -2]):
        grid.set_selection(place)
        assert view.contains(grid.area_of(place).toRect())


def test_twelve_layers_of_sixteen_heads_are_seen_at_once(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(12, 16, 7, 9), size=(400, 300))
    assert grid.horizontalScrollBar().maximum() == 0
    grid.resize(900, 500)
    assert grid.verticalScrollBar().maximum() == 0


def test_a_click_selects_a_head_or_the_mean_and_never_the_maximum(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(3, 4, 5, 6))
    found: list[object] = []
    grid.selected.connect(found.append)
    for place in ((0, 0), (2, 3), (1, 4), (1, 5)):
        qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=centre(grid, place))
    assert found == [(0, 0), (2, 3), (1, 4)]
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert len(found) == 3


def test_arrow_keys_in_the_grid(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(3, 4, 5, 6))
    grid.set_selection((1, 1))
    control, none = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    for key, modifier, expected in (
        (KEY.Key_Right, none, (1, 2)),
        (KEY.Key_Down, none, (2, 2)),
        (KEY.Key_Down, none, (2, 2)),
        (KEY.Key_End, none, (2, 4)),
        (KEY.Key_Right, none, (2, 4)),
        (KEY.Key_PageUp, none, (0, 4)),
        (KEY.Key_Home, none, (0, 0)),
        (KEY.Key_Left, none, (0, 0)),
        (KEY.Key_Up, none, (0, 0)),
        (KEY.Key_End, control, (2, 4)),
        (KEY.Key_Home, control, (0, 0)),
        (KEY.Key_PageDown, none, (2, 0)),
    ):
        qtbot.keyClick(grid, key, modifier)
        assert grid.selection == expected


def test_arrow_keys_in_the_list(qtbot: QtBot) -> None:
    order = [(layer, head) for head in range(4) for layer in range(3)]
    grid = make(qtbot, filled(3, 4, 5, 6), order)
    in_row = grid._layout.in_row()
    assert 1 < in_row < 12
    # The mean is not in the list: the first key goes to its start.
    grid.set_selection((0, 4))
    qtbot.keyClick(grid, KEY.Key_Right)
    assert grid.selection == order[0]
    for key, expected in (
        (KEY.Key_Up, 0),
        (KEY.Key_Left, 0),
        (KEY.Key_Right, 1),
        (KEY.Key_Down, 1 + in_row),
        (KEY.Key_End, 11),
        (KEY.Key_Down, 11),
        (KEY.Key_Right, 11),
        (KEY.Key_Home, 0),
    ):
        qtbot.keyClick(grid, key)
        assert grid.selection == order[expected]


def test_other_keys_are_left_to_the_window(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(2, 2, 3, 3))
    found: list[object] = []
    grid.selected.connect(found.append)
    qtbot.keyClick(grid, KEY.Key_A)
    qtbot.keyClick(grid, KEY.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert found == []


def test_the_selected_head_has_a_ring_in_the_accent_colour(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(2, 3, 5, 6))
    grid.set_selection((1, 1))
    accent = QColor(theme.current().accent)

    def ringed(place: Place) -> bool:
        area, image = grid.area_of(place), picture(grid)
        x, y = int(area.left()) - 2, int(area.center().y())
        return image.pixelColor(x, y).name() == accent.name()

    assert ringed((1, 1))
    assert not ringed((0, 1))
    grid.set_selection((0, 1))
    assert ringed((0, 1))
    assert not ringed((1, 1))


def test_focus_is_visible(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(2, 3, 5, 6))
    middle = grid.viewport().height() // 2
    accent = QColor(theme.current().accent).name()
    grid.clearFocus()
    assert picture(grid).pixelColor(0, middle).name() != accent
    with qtbot.waitActive(grid):
        grid.activateWindow()
    grid.setFocus()
    assert picture(grid).pixelColor(0, middle).name() == accent


def test_pointing_names_the_head_and_leaving_ends_it(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(2, 3, 5, 6))
    found: list[object] = []
    grid.pointed.connect(found.append)
    qtbot.mouseMove(grid.viewport(), centre(grid, (1, 2)))
    qtbot.mouseMove(grid.viewport(), centre(grid, (0, 4)))
    assert found == [(1, 2), (0, 4)]
    assert grid.viewport().cursor().shape() is Qt.CursorShape.ArrowCursor
    qtbot.mouseMove(grid.viewport(), QPoint(1, 1))
    assert found[-1] is None
    # A head that another model does not have is no longer pointed at.
    qtbot.mouseMove(grid.viewport(), centre(grid, (1, 2)))
    small = filled(1, 1, 2, 2)
    grid.show_heads(small, small.measure(Measure.ENTROPY), 1.0, None, (0, 0))
    assert grid.pointed_place is None
    assert found[-1] is None


def test_tooltip_and_description_are_what_is_said_of_the_head(qtbot: QtBot) -> None:
    grid = make(qtbot, filled(2, 3, 5, 6))
    place = centre(grid, (1, 2))
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, grid.viewport().mapToGlobal(place))
    QApplication.sendEvent(grid.viewport(), event)
    assert QToolTip.text() == "head (1, 2)"
    QToolTip.hideText()
    grid.set_selection((0, 1))
    assert grid.accessibleDescription() == "head (0, 1)"


def test_theme_changes_the_mosaic(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = make(qtbot, filled(2, 3, 5, 6))
    point = QPointF(grid.area_of((0, 0)).topLeft() + QPointF(3, 3)).toPoint()
    before = picture(grid).pixelColor(point)
    other = theme.DARK if theme.current() is theme.LIGHT else theme.LIGHT
    monkeypatch.setattr(theme, "_current", other)
    grid.retheme()
    after = picture(grid).pixelColor(point)
    assert after != before
    high, wide = grid.art.dots()
    assert after == grid.art.colour_of(int(grid._model.tiles(high, wide)[0, 0, 3, 3]))


def test_the_mosaic_is_made_anew_for_another_size_only(qtbot: QtBot) -> None:
    model = filled(2, 3, 5, 6)
    grid = make(qtbot, model)
    grid.set_selection((0, 1))
    first = grid.art.mosaic()
    grid.set_selection((1, 1))
    picture(grid)
    assert grid.art.mosaic() is first
    grid.resize(300, 160)
    assert grid.art.mosaic().size() != first.size()
    high, wide = grid.art.dots()
    assert grid.art.mosaic().height() == 2 * high
    assert grid.art.mosaic().width() == 5 * wide


def test_an_empty_grid_paints_and_ignores_keys(qtbot: QtBot) -> None:
    grid = HeadsGrid(lambda place: "")
    qtbot.addWidget(grid)
    grid.show()
    picture(grid)
    found: list[object] = []
    grid.selected.connect(found.append)
    qtbot.keyClick(grid, KEY.Key_Right)
    assert found == []
