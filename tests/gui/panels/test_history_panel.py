from __future__ import annotations

import dataclasses
import gc
import weakref
from datetime import datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.events import Encoded, Event, Started
from engine.search.options import SearchOptions
from gui import theme
from gui.history import History
from gui.language import tr
from gui.offer import plain
from gui.panels.history import HistoryPanel
from gui.session import Session
from gui.widgets.history_model import ROW_ROLE
from gui.widgets.history_text import RowText
from tests.gui.menus import MenusAsked, right_click
from tests.gui.traces import (
    LOVE,
    MODEL,
    PARAGRAPHS,
    Sentence,
    events,
    love,
    paragraphs,
    trace_of,
)

LOADED = dataclasses.replace(MODEL, name="<b>Émile</b>")


def clock() -> datetime:
    return datetime(2026, 11, 29, 14, 5)


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def history(session: Session) -> History:
    return History(session, now=clock)


@pytest.fixture
def panel(qtbot: QtBot, session: Session, history: History) -> HistoryPanel:
    panel = HistoryPanel(session, history)
    qtbot.addWidget(panel)
    panel.resize(480, 420)
    panel.show()
    return panel


def filled(session: Session) -> None:
    """Three entries: "Good night", the paragraphs, and LOVE by another model with a beam."""
    session.add_events(
        list(events("Good night", [Sentence("Good night", ("\u2581Bonne", "\u2581nuit", "</s>"))]))
    )
    session.add_events(paragraphs())
    changed: list[Event] = []
    options = SearchOptions(beam=4, n_best=4, alpha=0.8)
    for event in love():
        if isinstance(event, Started):
            event = dataclasses.replace(event, model=LOADED, options=options)
        elif isinstance(event, Encoded):
            event = dataclasses.replace(event, options=options)
        changed.append(event)
    session.add_events(changed)


def rows(panel: HistoryPanel) -> list[RowText]:
    panel.flush()
    found = [panel.model.index(row).data(ROW_ROLE) for row in range(panel.model.rowCount())]
    assert all(isinstance(row, RowText) for row in found)
    return found


def click(qtbot: QtBot, panel: HistoryPanel, row: int, ctrl: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    spot = panel.list.visualRect(panel.model.index(row)).center()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, modifier, spot)


def badges(row: RowText) -> list[str]:
    return [badge.text for badge in row.badges]


def test_empty_it_says_what_will_be_here(panel: HistoryPanel) -> None:
    panel.flush()
    assert panel.message.isVisible()
    assert panel.message.text().startswith("Nothing has been done yet")
    assert not panel.reopen_button.isEnabled()
    assert not panel.compare_button.isEnabled()
    assert not any(offer.possible for offer in panel.offers().values())


def test_rows_say_what_the_traces_say(
    panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    newest, middle, oldest = rows(panel)
    assert (newest.source, newest.model, newest.options) == (LOVE, "<b>Émile</b>", "beam 4, α 0.8")
    assert newest.translation == session.text()
    assert badges(newest) == ["shown now"]
    # Line breaks would leave the row.
    assert middle.source == " ".join(PARAGRAPHS.split())
    assert badges(middle) == ["cut at the length limit"]
    assert (oldest.source, oldest.translation, oldest.options) == ("Good night", "Bonne nuit", "")
    assert all("5" in row.time for row in (newest, middle, oldest))
    session.show(trace_of(love()))
    assert badges(rows(panel)[0]) == ["shown now", "opened"]
    assert badges(rows(panel)[1]) == []
    history.pin(history.entries()[1], True)
    assert badges(rows(panel)[1]) == ["pinned"]


def test_heads_off_and_what_if_and_stopped_are_marked(
    panel: HistoryPanel, session: Session
) -> None:
    happened = love()
    assert isinstance(happened[0], Started)
    assert isinstance(happened[1], Encoded)
    piece = trace_of(love()).sentences[0].steps[2].hypotheses[0].piece.id
    off = SearchOptions(heads_off=(("cross", 1, 2), ("cross", 0, 1)))
    happened[0] = dataclasses.replace(happened[0], options=off)
    happened[1] = dataclasses.replace(happened[1], options=off)
    session.add_events(happened)
    happened = love()
    ids = tuple(step.hypotheses[0].piece.id for step in trace_of(love()).sentences[0].steps[:2])
    assert isinstance(happened[1], Encoded)
    changed = SearchOptions(prefix=ids, forbidden=(piece,))
    happened[1] = dataclasses.replace(happened[1], options=changed)
    session.add_events(happened[:5])
    session.reset(None)
    what_if, heads = rows(panel)
    assert badges(what_if) == ["what if: never “'” after “Je t”", "stopped"]
    assert badges(heads) == [tr("%n head(s) off", "", 2)]
    # A badge is enough: the options do not say it once more.
    assert (what_if.options, heads.options) == ("", "")


def test_filter_ignores_case_and_accents(
    qtbot: QtBot, panel: HistoryPanel, session: Session
) -> None:
    filled(session)
    panel.flush()
    panel.filter.setFocus()
    qtbot.keyClicks(panel.filter, "EMILE love")
    assert [row.source for row in rows(panel)] == [LOVE]
    qtbot.keyClicks(panel.filter, "x")
    assert rows(panel) == []
    assert panel.message.isVisible()
    assert "empty the filter" in panel.message.text()
    panel.filter.setText("nuit")
    assert [row.source for row in rows(panel)] == [" ".join(PARAGRAPHS.split()), "Good night"]
    panel.filter.clear()
    assert len(rows(panel)) == 3
    assert not panel.message.isVisible()


def test_reopen_by_double_click_and_by_keys_alone(
    qtbot: QtBot, panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    oldest = history.entries()[2]
    with qtbot.waitSignal(panel.reopenRequested) as caught:
        spot = panel.list.visualRect(panel.model.index(2)).center()
        qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        qtbot.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert caught.args == [oldest]
    # From the filter down into the list, and further.
    panel.list.clearSelection()
    panel.filter.setFocus()
    qtbot.keyClick(panel.filter, Qt.Key.Key_Down)
    assert panel.list.hasFocus()
    assert panel.selected() == [history.entries()[0]]
    qtbot.keyClick(panel.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.reopenRequested) as caught:
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert caught.args == [history.entries()[1]]


def test_pin_and_remove_by_keys(
    qtbot: QtBot, panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    newest, middle, oldest = history.entries()
    panel.select(middle)
    qtbot.keyClick(panel.list, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert middle.pinned
    panel.flush()
    assert plain(panel.offers()["history_pin"].text) == "Unpin"
    qtbot.keyClick(panel.list, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert not middle.pinned
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert history.entries() == (newest, oldest)
    assert panel.selected() == [oldest]
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert history.entries() == ()
    # With nothing selected nothing happens.
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_C):
        qtbot.keyClick(panel.list, key)


def test_a_pin_too_many_is_refused_in_words(
    panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    panel.select(history.entries()[0])
    history._limit = 10
    panel.toggle_pin()
    assert "cannot be pinned" in session.status


def test_clear_leaves_the_pinned(panel: HistoryPanel, session: Session, history: History) -> None:
    filled(session)
    kept = history.entries()[1]
    history.pin(kept, True)
    panel.flush()
    assert panel.offers()["history_clear"].possible
    panel.clear()
    assert history.entries() == (kept,)
    panel.flush()
    assert not panel.offers()["history_clear"].possible


def test_dropped_ones_are_told(qtbot: QtBot, session: Session) -> None:
    history = History(session, most=1)
    panel = HistoryPanel(session, history)
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.notice.isVisible()
    filled(session)
    panel.flush()
    assert panel.notice.isVisible()
    assert panel.notice.text().startswith("2 old")


def test_one_alone_is_not_compared_and_it_is_said_why(
    qtbot: QtBot, panel: HistoryPanel, session: Session, history: History
) -> None:
    session.add_events(paragraphs())
    panel.flush()
    (only,) = history.entries()
    for chosen in ((), (only,)):
        panel.select(*chosen)
        assert not panel.compare_button.isEnabled()
        assert "nothing to compare with" in panel.compare_button.toolTip()
        offer = panel.offers()["history_compare"]
        assert not offer.possible and offer.tip == panel.compare_button.toolTip()
    # A translation that has only been asked for has nothing to be compared either.
    running = love()
    session.add_events(running[:1])
    panel.flush()
    panel.select(only)
    assert session.trace is not only.trace
    assert not panel.compare_button.isEnabled()
    assert "nothing to compare with" in panel.compare_button.toolTip()
    session.add_events(running[1:2])
    assert panel.compare_button.isEnabled()
    assert "shown now" in panel.compare_button.toolTip()
    session.add_events(running[2:])
    panel.flush()
    panel.select(history.entries()[0])
    assert not panel.compare_button.isEnabled()
    assert "Select two" in panel.compare_button.toolTip()


def test_which_two_are_compared(
    qtbot: QtBot, panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    newest, middle, oldest = history.entries()
    click(qtbot, panel, 0)
    assert not panel.compare_button.isEnabled(), "it is shown: there is nothing beside it"
    click(qtbot, panel, 2)
    assert panel.compare_button.isEnabled()
    assert "shown now" in panel.compare_button.toolTip()
    qtbot.mouseClick(panel.compare_button, Qt.MouseButton.LeftButton)
    assert panel.page.isVisible()
    assert panel.page.pair() == (oldest, None)
    qtbot.keyClick(panel.page.controls.face.button("steps"), Qt.Key.Key_Escape)
    assert not panel.page.isVisible()
    assert panel.list.hasFocus()
    assert panel.page.pair() is None
    click(qtbot, panel, 2)
    click(qtbot, panel, 1, ctrl=True)
    assert panel.selected() == [middle, oldest]
    assert not panel.reopen_button.isEnabled()
    qtbot.keyClick(panel.list, Qt.Key.Key_C)
    assert panel.page.pair() == (oldest, middle)
    assert middle.touched
    assert newest is history.current()


def test_the_selection_stays_as_others_come(
    panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    middle = history.entries()[1]
    panel.select(middle)
    session.add_events(list(events("New", [Sentence("New", ("\u2581Neuf", "</s>"))])))
    panel.flush()
    assert panel.selected() == [middle]
    history.remove(history.entries()[-1])
    panel.flush()
    assert panel.selected() == [middle]


def test_hidden_it_lists_nothing(panel: HistoryPanel, session: Session) -> None:
    panel.hide()
    filled(session)
    panel.flush()
    assert panel.model.rowCount() == 0
    panel.show()
    assert panel.model.rowCount() == 3


def test_hidden_it_keeps_nothing_alive(
    panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    panel.select(history.entries()[2])
    panel.compare()
    panel.page.controls.face.choose("beside")
    panel.flush()
    panel.show_list()
    oldest = weakref.ref(history.entries()[2].trace)
    panel.hide()
    history.remove(history.entries()[2])
    panel.flush()
    gc.collect()
    assert oldest() is None


def test_tooltips_do_not_take_a_text_for_html(
    panel: HistoryPanel, session: Session, history: History
) -> None:
    text = "<b>Bold</b> & <i>more</i>"
    session.add_events(list(events(text, [Sentence(text, ("\u2581Gras", "</s>"))])))
    panel.flush()
    tip = panel.model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    # Qt looks at what the first line begins with.
    assert tip.startswith("Translated at")
    assert text in tip


def test_it_is_heard(panel: HistoryPanel, session: Session) -> None:
    filled(session)
    panel.flush()
    spoken = panel.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    for part in ("The cat eats.", "Le chat mange.", "cut at the length limit", MODEL.name):
        assert part in spoken
    for widget in (panel, panel.list, panel.filter, panel.more_button, panel.sizes):
        interface = QAccessible.queryAccessibleInterface(widget)
        assert interface.text(QAccessible.Text.Name), widget


def test_any_size_and_theme(
    qapp: QApplication, themed: None, panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    panel.select(history.entries()[0])
    for look, sizes in (
        (theme.LIGHT, ((280, 200), (460, 420))),
        (theme.DARK, ((460, 420), (1200, 800))),
    ):
        theme.apply(qapp, look)
        for size in sizes:
            panel.resize(*size)
            QApplication.processEvents()
            assert (panel.width(), panel.height()) == size
            for button in (panel.reopen_button, panel.compare_button, panel.more_button):
                place = button.rect().translated(button.mapTo(panel, QPoint(0, 0)))
                assert panel.rect().contains(place), button.text()
            image = panel.list.grab().toImage()
            spot = panel.list.visualRect(panel.model.index(0)).topRight() + QPoint(-9, 6)
            spot *= image.devicePixelRatio()
            assert image.pixelColor(spot) == look.color("selection")


def test_the_menu_offers_what_can_be_done_with_the_selected_ones(
    qtbot: QtBot, panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    menus = MenusAsked(panel)
    newest, middle, oldest = history.entries()

    def possible() -> set[str]:
        return {name for name, offer in menus.offers.items() if offer.possible}

    panel.select(oldest)
    right_click(panel.list.viewport(), panel.list.visualRect(panel.model.index(2)).center())
    assert possible() == set(menus.offers)
    panel.select(middle, oldest)
    qtbot.mouseClick(panel.more_button, Qt.MouseButton.LeftButton)
    assert len(menus.places) == 2
    assert possible() == set(menus.offers) - {"history_reopen"}
    panel.list.clearSelection()
    panel.more_button.click()
    assert possible() == {"history_clear"}
    panel.select(newest, middle)
    panel.compare()
    right_click(panel.page, QPoint(3, 3))
    assert possible() == {"history_clear"}, "the list is not seen now"


def test_the_keyboard_always_finds_something_selected(
    qtbot: QtBot, panel: HistoryPanel, session: Session, history: History
) -> None:
    filled(session)
    panel.flush()
    panel.filter.setFocus()
    panel.list.setCurrentIndex(panel.model.index(2))
    panel.list.clearSelection()
    panel.list.setFocus(Qt.FocusReason.TabFocusReason)
    assert panel.selected() == [history.entries()[2]]
    qtbot.keyClick(panel.list, Qt.Key.Key_End)
    assert panel.selected() == [history.entries()[2]]
    with qtbot.waitSignal(panel.reopenRequested) as caught:
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert caught.args == [history.entries()[2]]
