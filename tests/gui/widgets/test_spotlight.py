from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.widgets.spotlight import GAP, Spotlight, place_words

ROOM = QRect(0, 0, 1000, 700)


def high(width: int) -> int:
    return 60_000 // width


@pytest.mark.parametrize(
    ("lit", "expected"),
    [
        (QRect(10, 100, 400, 300), (410 + GAP, 100)),
        (QRect(500, 100, 490, 560), (500 - GAP - 300, 100)),
        (QRect(10, 20, 980, 100), (12, 120 + GAP)),
        (QRect(10, 500, 980, 180), (12, 500 - GAP - 200)),
    ],
)
def test_words_stand_beside_what_they_are_about(lit: QRect, expected: tuple[int, int]) -> None:
    box = place_words(ROOM, [lit], (240, 300), high)
    assert (box.width(), box.height()) == (300, 200)
    assert (box.left(), box.top()) == pytest.approx(expected, abs=2)


def test_words_are_narrower_where_that_makes_room() -> None:
    box = place_words(ROOM, [QRect(300, 10, 690, 680)], (240, 300), high)
    assert 240 <= box.width() < 300
    assert box.height() == high(box.width())
    assert box.right() < 300


def test_words_with_nothing_lit_stand_in_the_middle() -> None:
    assert place_words(ROOM, [], (240, 300), high).center() == ROOM.center()


def test_words_stay_inside_and_cover_little() -> None:
    draw = random.Random(5)
    free = 0
    for _ in range(300):
        room = QRect(0, 0, draw.randint(200, 1600), draw.randint(200, 1000))
        lit = [
            QRect(
                draw.randint(0, room.width() - 40),
                draw.randint(0, room.height() - 40),
                draw.randint(20, room.width()),
                draw.randint(20, room.height()),
            ).intersected(room)
            for _ in range(draw.randint(1, 3))
        ]
        box = place_words(room, lit[:-1], (200, 320), high, lit[-1:])
        assert room.contains(box)
        assert box.width() <= 320
        free += not any(place.intersects(box) for place in lit)
    assert free > 100


def test_words_in_a_window_that_is_too_small_are_cut_at_its_edges() -> None:
    room = QRect(0, 0, 150, 120)
    assert room.contains(place_words(room, [QRect(0, 0, 150, 40)], (240, 300), high))


class _Opaque(QWidget):
    """Counts its paintings, and covers what is behind it as the inside of a scroll area does."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.painted = QRegion()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += event.region()


def test_what_is_lit_anew_is_drawn_again(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    place = QRect(200, 50, 150, 200)
    beneath = _Opaque(window)
    beneath.setGeometry(place.adjusted(10, 10, -10, -10))
    spot = Spotlight(window)
    spot.setGeometry(window.rect())
    spot.light([QRect(20, 50, 150, 200)], QRect())
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()
    beneath.painted = QRegion()
    spot.light([place], QRect())
    QApplication.processEvents()
    assert beneath.painted == QRegion(beneath.rect())
