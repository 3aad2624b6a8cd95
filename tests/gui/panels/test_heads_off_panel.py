"""Switching heads off in the Heads panel: by mouse, keys and menus; and how they are marked."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from engine.model.heads_off import HeadPlace
from engine.search.options import SearchOptions
from gui import theme
from gui.panels.heads import HeadsPanel
from gui.session import Session
from gui.widgets import head_mark
from gui.widgets.heads_layout import Place
from gui.widgets.heads_off_art import hatching, switch_area
from tests.gui.menus import MenusAsked, menu_key, right_click
from tests.gui.traces import MODEL, long, love, trace_of, without

CROSS, ENCODER = AttentionKind.CROSS, AttentionKind.ENCODER_SELF
LEFT = Qt.MouseButton.LeftButton
A: HeadPlace = ("cross", 0, 1)
B: HeadPlace = ("cross", 1, 3)
E: HeadPlace = ("encoder self", 2, 0)
ROW: tuple[HeadPlace, ...] = tuple(("cross", 1, head) for head in range(4))


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> HeadsPanel:
    panel = HeadsPanel(session)
    qtbot.addWidget(panel)
    panel.resize(640, 420)
    panel.show()
    return panel


@pytest.fixture
def menus(panel: HeadsPanel) -> MenusAsked:
    return MenusAsked(panel)


@pytest.fixture
def asked(panel: HeadsPanel, session: Session) -> list[tuple[HeadPlace, ...]]:
    """What the panel has asked for, each done at once as the window would do it."""
    found: list[tuple[HeadPlace, ...]] = []

    def translate_again(heads: tuple[HeadPlace, ...]) -> None:
        found.append(heads)
        show(session, heads)
        panel.flush()

    panel.headsOffRequested.connect(translate_again)
    return found


def show(session: Session, heads: tuple[HeadPlace, ...]) -> None:
    """A translation with these heads off, and nothing else to come."""
    session.set_options(SearchOptions(heads_off=heads))
    session.show(trace_of(without(love(), *heads)))


def press(qtbot: QtBot, panel: HeadsPanel, spot: QPoint) -> None:
    panel.flush()
    qtbot.mouseMove(panel.grid.viewport(), spot)
    qtbot.mouseClick(panel.grid.viewport(), LEFT, pos=spot)


def of_name(panel: HeadsPanel, layer: int) -> QPoint:
    area = panel.grid.area_of((layer, 0))
    return QPoint(int(area.left()) - 15, int(area.center().y()))


def test_the_switch_of_a_thumbnail(
    qtbot: QtBot, panel: HeadsPanel, session: Session, asked: list[object]
) -> None:
    show(session, ())
    panel.flush()
    selected = session.layer, session.head
    press(qtbot, panel, panel.grid.switch_of((0, 1)).center().toPoint())
    assert asked == [(A,)]
    press(qtbot, panel, panel.grid.switch_of((1, 3)).center().toPoint())
    assert asked[-1] == (A, B)
    press(qtbot, panel, panel.grid.switch_of((0, 1)).center().toPoint())
    assert asked[-1] == (B,)
    assert (session.layer, session.head) == selected, "it selects nothing"
    press(qtbot, panel, panel.grid.area_of((0, 1)).center().toPoint())
    assert len(asked) == 3 and session.head == 1, "the rest of the thumbnail selects"


def test_means_and_maxima_have_no_switch(panel: HeadsPanel, session: Session) -> None:
    show(session, ())
    panel.flush()
    for column in (4, 5):
        assert panel.grid.switch_of((0, column)).isEmpty()
    assert not panel.grid.switch_of((0, 3)).isEmpty()


@pytest.mark.parametrize("key", [Qt.Key.Key_X, Qt.Key.Key_Delete])
def test_keys(
    qtbot: QtBot, panel: HeadsPanel, session: Session, asked: list[object], key: Qt.Key
) -> None:
    show(session, (E,))
    session.select(layer=0, head=1)
    panel.flush()
    qtbot.keyClick(panel.grid, key)
    assert asked[-1] == (E, A)
    qtbot.keyClick(panel.grid, key)
    assert asked[-1] == (E,)
    session.select(layer=1)
    panel.flush()
    qtbot.keyClick(panel.grid, key, Qt.KeyboardModifier.ShiftModifier)
    assert asked[-1] == (E, *ROW)
    session.select(head=None)
    panel.flush()
    qtbot.keyClick(panel.grid, key)
    assert asked[-1] == (E,), "the mean stands for its layer"
    before = len(asked)
    for modifier in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier):
        qtbot.keyClick(panel.grid, key, modifier)
    assert len(asked) == before


def test_faster_than_the_translations_come(
    qtbot: QtBot, panel: HeadsPanel, session: Session
) -> None:
    """Each click adds to what was asked for, though nothing of it is shown yet."""
    show(session, ())
    session.set_busy(True)
    panel.headsOffRequested.connect(
        lambda heads: session.set_options(SearchOptions(heads_off=heads))
    )
    panel.flush()
    for place in ((0, 1), (1, 3)):
        press(qtbot, panel, panel.grid.switch_of(place).center().toPoint())
    assert session.options.heads_off == (A, B)
    panel.flush()
    assert panel.head_text((0, 1)).splitlines()[0] == "layer 1, head 2 (next run: off)"


def test_the_button_switches_what_is_selected(
    qtbot: QtBot, panel: HeadsPanel, session: Session, asked: list[object]
) -> None:
    button = panel.switch_button
    assert not button.isEnabled()
    show(session, ())
    session.select(layer=0, head=1)
    panel.flush()
    assert button.text() == "Switch off"
    assert button.accessibleName() == "Switch off layer 1, head 2"
    assert "Michel" in button.toolTip()
    qtbot.mouseClick(button, LEFT)
    assert asked == [(A,)]
    assert button.text() == "Switch on"
    session.select(layer=1, head=None)
    panel.flush()
    assert button.accessibleName() == "Switch off all heads of layer 2"
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert asked[-1] == (A, *ROW)
    assert button.accessibleName() == "Switch on all heads of layer 2"


def test_what_is_still_drawn_of_a_larger_model_switches_nothing(
    qtbot: QtBot, panel: HeadsPanel, session: Session, asked: list[object]
) -> None:
    """Another model has come, and the grid has the heads and layers of the one before."""
    for layer, head in ((0, 3), (1, 0), (1, None)):
        session.set_model(MODEL)
        show(session, ())
        session.select(layer=layer, head=head)
        panel.flush()
        selected = panel.grid.selection
        assert selected is not None and panel.switch_button.isEnabled()
        session.reset(None)
        session.set_model(replace(MODEL, heads=2, decoder_layers=1))
        panel.switch_button.click()
        panel.switch(selected)
    assert asked == []
    panel.switch((0, 1))
    assert asked == [(A,)]


def test_the_strip_names_all_and_restores_them(
    qtbot: QtBot, panel: HeadsPanel, session: Session, asked: list[object]
) -> None:
    strip = panel.switched_off
    assert not strip.isVisible()
    show(session, ())
    panel.flush()
    assert strip.hint.isVisible() and not strip.text.isVisible()
    assert not strip.button.isVisible()
    places = panel.grid.geometry(), panel.grid.area_of((1, 3))
    show(session, (A, B, E))
    panel.flush()
    assert strip.text.isVisible() and not strip.hint.isVisible()
    assert (panel.grid.geometry(), panel.grid.area_of((1, 3))) == places, "nothing moves"
    assert strip.text.text().endswith(": encoder self 3.1; cross 1.2, 2.4")
    session.select(kind=ENCODER)
    panel.flush()
    assert strip.button.isVisible(), "heads of other kinds are off too"
    qtbot.mouseClick(strip.button, LEFT)
    assert asked == [()]
    assert strip.hint.isVisible()


# ------------------------------------------------------------------------------- menus


def test_the_menu_of_a_head(
    panel: HeadsPanel, session: Session, asked: list[object], menus: MenusAsked
) -> None:
    show(session, (A, E))
    panel.flush()
    view, centre = panel.grid.viewport(), panel.grid.area_of((1, 3)).center().toPoint()
    right_click(view, centre)
    assert (session.layer, session.head) == (1, 3), "the menu is about what is selected"
    assert menus.texts() == {
        "switch_head": "Switch off layer 2, head 4",
        "switch_layer": "Switch off all heads of layer 2",
        "leave_head": "Leave only head 4 on in layer 2",
    }
    assert all("Michel" in offer.tip and offer.possible for offer in menus.offers.values())
    for do, expected in (
        (panel.switch_selected, (E, A, B)),
        (panel.switch_layer, (E, A, *ROW)),
        (panel.leave_selected, (E, A, *ROW[:3])),
    ):
        show(session, (A, E))
        do()
        assert asked[-1] == expected


def test_the_menu_of_a_layer_is_at_its_name(
    qtbot: QtBot, panel: HeadsPanel, session: Session, asked: list[object], menus: MenusAsked
) -> None:
    show(session, ROW)
    panel.flush()
    press(qtbot, panel, of_name(panel, 1))
    assert menus.texts() == {"switch_layer": "Switch on all heads of layer 2"}
    assert not menus.offers["switch_head"].possible and not menus.offers["leave_head"].possible
    right_click(panel.grid.viewport(), of_name(panel, 0))
    assert (session.layer, session.head) == (0, None)
    assert menus.texts()["switch_layer"] == "Switch off all heads of layer 1"
    panel.switch_layer()
    assert asked == [(*(("cross", 0, head) for head in range(4)), *ROW)]
    right_click(panel.grid.viewport(), panel.grid.area_of((1, 4)).center().toPoint())
    text = menus.texts()["switch_layer"]
    assert text == "Switch on all heads of layer 2", "the mean is its whole layer"


def test_the_menu_key_opens_that_of_the_selected_head(
    panel: HeadsPanel, session: Session, menus: MenusAsked
) -> None:
    show(session, (A,))
    session.select(layer=0, head=1)
    panel.flush()
    menu_key(panel.grid)
    assert menus.texts()["switch_head"] == "Switch on layer 1, head 2"
    (where,) = menus.places
    assert panel.grid.area_of((0, 1)).contains(panel.grid.viewport().mapFromGlobal(where))


def test_beside_the_heads_the_menu_is_about_the_panel(
    panel: HeadsPanel, session: Session, menus: MenusAsked
) -> None:
    view = panel.grid.viewport()
    right_click(view, QPoint(30, 30))
    assert menus.offers["switch_layer"].possible, "for the first run to come"
    show(session, ())
    session.select(layer=1, head=2)
    panel.flush()
    for spot in (panel.grid.area_of((0, 5)).center().toPoint(), QPoint(2, view.height() - 2)):
        right_click(view, spot)
        assert menus.places[-1] == view.mapToGlobal(spot)
        assert (session.layer, session.head) == (1, 2)


def test_what_changes_nothing_cannot_be_chosen(
    panel: HeadsPanel, session: Session, asked: list[object], menus: MenusAsked
) -> None:
    show(session, ROW[:3])
    panel.flush()
    right_click(panel.grid.viewport(), panel.grid.area_of((1, 3)).center().toPoint())
    assert not menus.offers["leave_head"].possible
    panel.leave_selected()
    assert asked == []


# ------------------------------------------------------------------------------- marks


def picture(panel: HeadsPanel, place: Place) -> QImage:
    panel.flush()
    area: QRect = panel.grid.area_of(place).toRect()
    return panel.grid.viewport().grab(area).toImage()


@pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK])
def test_a_head_that_is_off_looks_it_in_grid_and_list(
    panel: HeadsPanel, session: Session, look: theme.Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "_current", look)
    theme.notifier.changed.emit(look)
    show(session, ())
    for order in (0, 1):
        panel.order_box.setCurrentIndex(order)
        panel.order_box.activated.emit(order)
        show(session, ())
        plain, other = picture(panel, (0, 1)), picture(panel, (1, 3))
        show(session, (A,))
        marked = picture(panel, (0, 1))
        assert marked != plain
        assert picture(panel, (1, 3)) == other, "and no other does"
        switch = switch_area(panel.grid.area_of((0, 1))).translated(
            -panel.grid.area_of((0, 1)).topLeft()
        )
        disc = marked.pixelColor(int(switch.left()) + 3, int(switch.center().y()))
        assert disc.name() == QColor(look.warn).name()
        session.set_options(SearchOptions())
        assert picture(panel, (0, 1)) != marked, "switched by the next run"


def test_the_words_say_so(panel: HeadsPanel, session: Session) -> None:
    show(session, (A,))
    session.select(layer=0, head=1)
    panel.flush()
    assert panel.readout.text().startswith("layer 1, head 2 (off)   entropy ")
    text = panel.head_text((0, 1))
    assert text.startswith("layer 1, head 2 (off)\nentropy ")
    assert text.endswith(head_mark.OFF_HINT)
    assert panel.grid.accessibleDescription() == text
    assert panel.head_text((0, 4)).startswith("layer 1, mean over heads (1 off)\n")
    assert "off" not in panel.head_text((1, 1)).splitlines()[0]
    assert head_mark.OFF_HINT not in panel.head_text((1, 1))
    session.set_options(SearchOptions())
    panel.flush()
    assert panel.readout.text().startswith("layer 1, head 2 (off; next run: on) ")


def test_hints_of_names_and_switches(panel: HeadsPanel, session: Session) -> None:
    show(session, ())
    panel.flush()
    view = panel.grid.viewport()
    for spot, expected in (
        (of_name(panel, 1), "Click to switch the heads of layer 2 off or on"),
        (panel.grid.switch_of((0, 1)).center().toPoint(), "Switch this head off or on (X)"),
        (panel.grid.area_of((0, 1)).center().toPoint(), panel.head_text((0, 1))),
    ):
        QApplication.sendEvent(
            view, QHelpEvent(QHelpEvent.Type.ToolTip, spot, view.mapToGlobal(spot))
        )
        assert QToolTip.text() == expected
    QToolTip.hideText()


def test_the_numbers_of_a_head_that_is_off_are_its_own(panel: HeadsPanel, session: Session) -> None:
    """Its attention is shown as it was computed: the mark changes no number."""
    show(session, ())
    panel.flush()
    before = panel.model().measures().copy()
    show(session, (A,))
    panel.flush()
    assert (panel.model().measures() == before).all()


@pytest.mark.parametrize("size", [(900, 600), (420, 300), (260, 200)])
def test_many_heads_in_little_room(
    qtbot: QtBot, panel: HeadsPanel, session: Session, size: tuple[int, int]
) -> None:
    """Thumbnails too small for a switch are still hatched, and keys still switch."""
    generator = random.Random(1)
    off = tuple(("cross", generator.randrange(12), generator.randrange(16)) for _ in range(90))
    session.show(trace_of(without(long(20, 12), *off)))
    panel.resize(*size)
    panel.flush()
    view = panel.grid.viewport()
    marked = view.grab().toImage()
    session.show(trace_of(long(20, 12)))
    panel.flush()
    assert view.grab().toImage() != marked
    assert panel.switch_button.accessibleName()
    with qtbot.waitSignal(panel.headsOffRequested):
        qtbot.keyClick(panel.grid, Qt.Key.Key_X)


def test_hatching_stays_in_its_area() -> None:
    from PySide6.QtCore import QRectF

    for area in (QRectF(10, 20, 50, 30), QRectF(0.5, 0, 12, 40), QRectF(3, 3, 100, 100)):
        strokes = hatching(area)
        assert len(strokes) >= (area.width() + area.height()) / 8 - 1
        bounds = area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6)
        for stroke in strokes:
            assert bounds.contains(stroke.p1()) and bounds.contains(stroke.p2())
            # All rise alike, at 45 degrees.
            assert stroke.dx() == pytest.approx(-stroke.dy())
            assert stroke.dx() >= 0
