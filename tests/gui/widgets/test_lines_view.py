from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets.lines_art import Word
from gui.widgets.lines_view import LinesView
from gui.widgets.token_axis import AxisToken

SHIFT = Qt.KeyboardModifier.ShiftModifier


def axis(name: str, count: int) -> list[AxisToken]:
    return [AxisToken(f"{name}{i}", f"token {i}") for i in range(count)]


def show(view: LinesView, weights: np.ndarray, current: int | None = None) -> None:
    rows, columns = weights.shape
    view.set_matrix(weights.astype(np.float32), None, axis("q", rows), axis("k", columns), current)


@pytest.fixture
def view(qtbot: QtBot) -> LinesView:
    made = LinesView(lambda word: f"tip {word.side} {word.index}", lambda w: f"{w.side} {w.index}")
    qtbot.addWidget(made)
    made.resize(520, 380)
    made.show()
    show(made, np.random.default_rng(3).dirichlet(np.full(6, 0.4), size=5))
    return made


def point(view: LinesView, word: Word) -> QPoint:
    view.place()
    return view.scene.art.area(word).center().toPoint()


def picture(view: LinesView) -> QImage:
    for _ in range(50):
        image = view.grab().toImage()
        if view.scene._done >= len(view.scene._todo.weights):
            return image
        QApplication.processEvents()
    raise AssertionError("the lines are never all drawn")


def on_line(view: LinesView, image: QImage, row: int, column: int, share: float = 0.5) -> bool:
    """Whether something is drawn at a point of the line that ties two words."""
    begin, end = view.scene.art.ends()
    left, right = view.scene.art.y(column), view.scene.art.y(row)
    x, y = begin + share * (end - begin), left + share * (right - left)
    ground = theme.current().surface
    return any(image.pixelColor(round(x), round(y) + d).name() != ground for d in (-1, 0, 1))


def test_a_line_for_each_weight_that_reaches_the_threshold(view: LinesView) -> None:
    # One key each, so that no two lines cross.
    weights = np.diag([0.9, 0.5, 0.2, 0.06, 0.02])
    show(view, weights)
    for threshold in (0.05, 0.0, 0.3):
        view.set_threshold(threshold)
        image = picture(view)
        for index in range(5):
            drawn = bool(weights[index, index] >= threshold)
            assert on_line(view, image, index, index) is drawn


def test_stronger_is_wider_and_darker(view: LinesView) -> None:
    show(view, np.diag([0.9, 0.3]))
    image = picture(view)
    begin, end = view.scene.art.ends()

    def ink(index: int) -> tuple[int, int]:
        x, y = round((begin + end) / 2), round(view.scene.art.y(index))
        darkness = [255 - image.pixelColor(x, y + d).red() for d in range(-6, 7)]
        return max(darkness), sum(d > 20 for d in darkness)

    strong, weak = ink(0), ink(1)
    assert strong[0] > weak[0]
    assert strong[1] > weak[1] >= 1


def test_a_word_pointed_at_is_alone(qtbot: QtBot, view: LinesView) -> None:
    weights = np.full((5, 6), 0.0)
    weights[1, 1], weights[3, 3] = 0.8, 0.7
    show(view, weights)
    found: list[object] = []
    view.wordPointed.connect(found.append)
    qtbot.mouseMove(view.viewport(), point(view, Word("right", 3)))
    image = view.grab().toImage()
    assert on_line(view, image, 3, 3)
    assert not on_line(view, image, 1, 1)
    assert view.scene.numbers("left") == ["0.0000"] * 3 + ["0.7000"] + ["0.0000"] * 2
    assert view.scene.numbers("right") == []
    qtbot.mouseMove(view.viewport(), point(view, Word("left", 1)))
    image = view.grab().toImage()
    assert on_line(view, image, 1, 1)
    assert not on_line(view, image, 3, 3)
    assert view.scene.numbers("right") == ["0.0000", "0.8000", "0.0000", "0.0000", "0.0000"]
    qtbot.mouseMove(view.viewport(), QPoint(260, view.height() - 5))
    assert found == [Word("right", 3), Word("left", 1), None]
    image = picture(view)
    assert on_line(view, image, 1, 1) and on_line(view, image, 3, 3)


def test_masked_cells_have_no_number(view: LinesView) -> None:
    masked = np.triu(np.ones((3, 3), dtype=bool), 1)
    weights = np.where(masked, 0, 0.5).astype(np.float32)
    view.set_matrix(weights, masked, axis("q", 3), axis("k", 3), None)
    view.set_hover(1, None)
    assert view.scene.numbers("left") == ["0.5000", "0.5000", "masked"]
    view.set_hover(None, 2)
    assert view.scene.numbers("right") == ["masked", "masked", "0.5000"]


def test_keys_move_and_are_told(qtbot: QtBot, view: LinesView) -> None:
    view.setFocus()
    show(view, view.scene.weights, 4)
    keys, moves = Qt.Key, []
    view.cursorMoved.connect(moves.append)
    for key, expected in (
        (keys.Key_Down, Word("right", 4)),
        (keys.Key_Down, Word("right", 4)),
        (keys.Key_Up, Word("right", 3)),
        (keys.Key_Left, Word("left", 3)),
        (keys.Key_End, Word("left", 5)),
        (keys.Key_Right, Word("right", 4)),
        (keys.Key_Home, Word("right", 0)),
    ):
        qtbot.keyClick(view, key)
        assert view.cursor_word == expected
        assert view.scene.isolated() == expected
        assert view.accessibleDescription() == f"{expected.side} {expected.index}"
    qtbot.keyClick(view, keys.Key_Escape)
    assert view.cursor_word is None
    assert view.accessibleDescription() == ""
    assert moves[0] == Word("right", 4) and moves[-1] is None


def test_queries_are_selected_by_key_and_click(qtbot: QtBot, view: LinesView) -> None:
    picked: list[tuple[int, str]] = []
    cleared: list[int] = []
    view.rowPicked.connect(lambda row, how: picked.append((row, how)))
    view.clearRequested.connect(lambda: cleared.append(1))
    left = Qt.MouseButton.LeftButton
    qtbot.mouseClick(view.viewport(), left, SHIFT, point(view, Word("right", 2)))
    qtbot.mouseClick(view.viewport(), left, pos=point(view, Word("left", 2)))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    view.set_cursor_word(Word("right", 1))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    assert picked == [(2, "range"), (1, "toggle"), (1, "only"), (2, "range")]
    view.set_selected((1, 2), np.arange(6) / 10, np.arange(6) / 20)
    # The selected ones are looked at together, not the cursor's alone.
    qtbot.mouseMove(view.viewport(), QPoint(260, view.height() - 5))
    assert view.scene.isolated() is None
    assert view.scene.numbers("left") == [f"{i / 10:.4f}" for i in range(6)]
    chosen = view.scene._emphasised()
    assert chosen is not None and set(chosen.rows.tolist()) <= {1, 2}
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert cleared == [1]


def test_long_sentences_scroll_and_the_step_stays_in_view(view: LinesView) -> None:
    weights = np.random.default_rng(0).dirichlet(np.full(60, 0.1), size=60)
    show(view, weights, 0)

    def seen(word: Word) -> bool:
        view.place()
        area = view.scene.art.area(word)
        return view.body().top() <= area.top() and area.bottom() <= view.body().bottom() + 1

    assert view.verticalScrollBar().maximum() > 0
    for step in (59, 0, 31):
        show(view, weights, step)
        assert seen(Word("right", step))
    view.set_hover(None, 58)
    assert seen(Word("left", 58))
    view.fit()
    assert view.verticalScrollBar().maximum() == 0
    assert view.zoom < 1
    QApplication.processEvents()
    view.setFocus()
    view.zoom_in()
    assert not view.fitting


def test_zoom_keys(qtbot: QtBot, view: LinesView) -> None:
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom == pytest.approx(1.25)
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.zoom == pytest.approx(1.0)
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.fitting


def test_words_that_go_take_pointer_and_cursor_along(qtbot: QtBot, view: LinesView) -> None:
    found: list[object] = []
    view.wordPointed.connect(found.append)
    qtbot.mouseMove(view.viewport(), point(view, Word("right", 4)))
    view.set_cursor_word(Word("right", 4))
    show(view, np.full((2, 6), 1 / 6), 1)
    assert found == [Word("right", 4), None]
    assert view.cursor_word == Word("right", 1)
    show(view, np.zeros((0, 6)))
    assert view.cursor_word is None
    view.grab()


@pytest.mark.parametrize("size", [(260, 160), (420, 300), (1400, 700)])
@pytest.mark.parametrize("zoom", [0.3, 1.0, 2.0])
def test_words_do_not_overlap_their_lines(
    view: LinesView, size: tuple[int, int], zoom: float
) -> None:
    view.resize(*size)
    show(view, np.full((12, 30), 1 / 30), 3)
    view.set_zoom(zoom)
    view.place()
    begin, end = view.scene.art.ends()
    assert begin < end
    for side, count in (("left", 30), ("right", 12)):
        for index in range(count):
            word = Word(side, index)  # type: ignore[arg-type]
            area = view.scene.art.area(word)
            assert area.right() <= begin + 1e-6 if side == "left" else area.left() >= end - 1e-6
            assert view.scene.art.word_at(area.center()) == word
    assert view.scene.art.word_at(QPointF((begin + end) / 2, 60)) is None
    view.grab()


def test_a_file_has_lines_and_text(view: LinesView) -> None:
    show(view, np.diag([0.9, 0.6, 0.02]), 1)
    view.set_titles("query", "key")
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(view.size())
    painter = QPainter(generator)
    try:
        view.render(painter, QPoint())
    finally:
        painter.end()
    text = bytes(data.data()).decode()
    assert "<image" not in text
    written = re.findall(r">\s*([^<>]+?)\s*</text>", text)
    assert {"query", "key", "q0", "q1", "q2", "k0", "k1", "k2"} <= set(written)
    # The two lines, and the current step's once more in its own colour.
    assert text.count("<polyline") + text.count("<path") >= 3
    assert theme.current().marker in text and theme.current().accent in text


def test_theme_changes_recolour(view: LinesView) -> None:
    light = picture(view)
    before = theme.current()
    try:
        theme._current = theme.DARK
        theme.notifier.changed.emit(theme.DARK)
        assert picture(view) != light
        assert view.grab().toImage().pixelColor(260, 377).name() == theme.DARK.surface
    finally:
        theme._current = before
        theme.notifier.changed.emit(before)
