from __future__ import annotations

import random
import re

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.events import Finished, Hypothesis, Step
from engine.search.options import SearchOptions
from gui import numbers, theme
from gui.panels.candidates import ASK_TO_TRANSLATE, ASK_TO_WAIT, HINT, CandidatesPanel
from gui.session import Session
from gui.widgets.candidate_art import tag_text
from gui.widgets.candidate_list import CHANCE_TOOLTIP, HEADER_TOOLTIP
from gui.widgets.candidate_model import Table, as_text, entropy_text, read_table, reading
from gui.widgets.pieces import log_text, weight_text
from tests.gui.distributions import VOCABULARY, searched
from tests.gui.menus import MenusAsked, menu_key, right_click
from tests.gui.traces import love, paragraphs

Request = tuple[int, int, int, int]


@pytest.fixture
def session() -> Session:
    return Session()


@pytest.fixture
def panel(qtbot: QtBot, themed: None, session: Session) -> CandidatesPanel:
    panel = CandidatesPanel(session)
    qtbot.addWidget(panel)
    panel.resize(640, 480)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    return panel


def drawn(panel: CandidatesPanel) -> Table:
    panel.flush()
    table = panel.table()
    assert table is not None
    return table


def requests(panel: CandidatesPanel) -> tuple[list[Request], list[Request]]:
    forced: list[Request] = []
    forbidden: list[Request] = []
    panel.forceRequested.connect(lambda *place: forced.append(place))
    panel.forbidRequested.connect(lambda *place: forbidden.append(place))
    return forced, forbidden


def centre(panel: CandidatesPanel, row: int) -> QPoint:
    return panel.list.row_area(row).center().toPoint()


def click(qtbot: QtBot, panel: CandidatesPanel, row: int) -> None:
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=centre(panel, row))


# What is drawn -------------------------------------------------------------------------


def test_steps_and_hypotheses_at_random_are_the_trace_s(
    panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(1, steps=6, beam=4).events)
    sentence = session.sentence()
    assert sentence is not None
    choose = random.Random(4)
    for _ in range(40):
        if choose.random() < 0.5:
            session.set_position(choose.randrange(6))
        if choose.random() < 0.5:
            step = choose.randrange(6)
            session.follow(0, step, choose.randrange(len(sentence.steps[step].hypotheses)))
        place = session.place()
        assert place is not None
        shown = session.hypothesis()
        expected = read_table(sentence, place[1], shown, VOCABULARY)
        assert drawn(panel) == expected
        live = sentence.steps[place[1]].hypotheses[shown]
        chosen = expected.rows[expected.chosen]
        assert chosen.piece == live.piece
        assert panel.entropy.value.text() == entropy_text(expected.entropy)
        assert expected.margin is not None
        assert float(panel.margin.value.text()) == pytest.approx(expected.margin, abs=5e-7)
        heading = panel.heading.text()
        assert heading.startswith(f"Step {place[1] + 1} · hypothesis {shown + 1} of 4: ")
        before = sentence.steps[place[1] - 1].hypotheses[live.parent].text if place[1] else ""
        assert heading.endswith(f"after “{before}”" if before else "the first piece")


def test_bars_are_as_long_as_the_probabilities(panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(2, chances=True).events)
    table = drawn(panel)
    left, right = panel.list.columns().bar
    assert right - left > 100
    for index, row in enumerate(table.rows):
        bar = panel.list.bar_area(index)
        assert bar.left() == left
        assert bar.width() == pytest.approx((right - left) * row.probability)
        chance = panel.list.bar_area(index, chance=True)
        assert chance.width() == pytest.approx((right - left) * (row.chance or 0.0))
        assert chance.top() >= bar.bottom()
        assert chance.bottom() <= panel.list.row_area(index).bottom()


def test_bars_are_painted(panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(2, spread=1.2, beam=1, options=SearchOptions()).events)
    session.set_position(0)
    table = drawn(panel)
    picture = panel.list.viewport().grab().toImage()
    colours = theme.current()
    for index, row in enumerate(table.rows):
        bar = panel.list.bar_area(index)
        if bar.width() < 6 or row.blocked is not None:
            continue
        colour = "marker" if row.mark else "outline" if row.kind == "rest" else "accent"
        # Beside the word that may stand in it.
        found = QColor(picture.pixel(QPointF(bar.left() + 3, bar.center().y()).toPoint()))
        assert found == colours.color(colour), row
        after = QColor(picture.pixel(QPointF(bar.right() + 2, bar.top() + 2).toPoint()))
        assert after != colours.color(colour), row
    assert any(row.kind == "candidate" and row.probability > 0.05 for row in table.rows)


def test_mark_of_what_was_written(panel: CandidatesPanel, session: Session) -> None:
    for forced, chances, word in (
        (False, False, "chosen"),
        (False, True, "drawn"),
        (True, False, "forced"),
        (True, True, "forced"),
    ):
        session.add_events(searched(3, forced=forced, chances=chances).events)
        table = drawn(panel)
        tags = [tag_text(row) for row in table.rows if row.mark]
        assert tags == [word]
        assert tag_text(table.rows[table.chosen]) == word


def test_blocked_candidates_have_room_for_their_reason(
    panel: CandidatesPanel, session: Session
) -> None:
    reasons = dict.fromkeys(range(4, 30), "it would repeat 3 pieces in a row")
    session.add_events(searched(4, blocked=reasons).events)
    table = drawn(panel)
    heights = [panel.list.row_area(index).height() for index in range(len(table.rows))]
    blocked = [index for index, row in enumerate(table.rows) if row.blocked is not None]
    free = [index for index, row in enumerate(table.rows) if row.blocked is None]
    assert blocked and free
    assert min(heights[index] for index in blocked) > max(heights[index] for index in free)
    tops = [panel.list.row_area(index).top() for index in range(len(table.rows))]
    ends = [panel.list.row_area(index).bottom() for index in range(len(table.rows))]
    assert all(end <= top for end, top in zip(ends, tops[1:], strict=False))


def test_the_end_of_a_sentence_may_change_what_is_shown(
    panel: CandidatesPanel, session: Session
) -> None:
    """The best hypothesis is known only then."""
    made = searched(5)
    session.add_events(made.events)
    before = drawn(panel)
    sentence = session.sentence()
    assert sentence is not None
    last = sentence.steps[-1].hypotheses[2]
    done = Hypothesis((), "", last.parts, (), "length limit", len(sentence.steps) - 1, 2)
    session.add_event(Finished(0, (done,)))
    assert session.hypothesis() == 2
    assert drawn(panel) == read_table(sentence, len(sentence.steps) - 1, 2, VOCABULARY) != before


def test_empty_states_say_what_would_be_there(panel: CandidatesPanel, session: Session) -> None:
    def message() -> str | None:
        panel.flush()
        return panel.message.text() if panel.message.isVisible() else None

    assert message() == ASK_TO_TRANSLATE
    happened = love()
    session.add_event(happened[0])
    assert message() == ASK_TO_WAIT
    session.add_event(happened[1])
    assert message() == ASK_TO_WAIT
    session.set_can_decode(False)
    assert message() == ASK_TO_TRANSLATE
    session.add_event(happened[2])
    assert message() is None
    session.reset(None)
    assert message() == ASK_TO_TRANSLATE
    assert panel.table() is None


def test_one_recorded_piece_has_no_margin(panel: CandidatesPanel, session: Session) -> None:
    session.add_events(love())
    drawn(panel)
    assert panel.margin.value.text() == panel.ratio.value.text() == "–"
    assert "no second" in panel.margin.value.toolTip()
    assert panel.heading.text() == "Step 7: after “Je t'aime beaucoup.”"


def test_sentence_is_named_where_there_are_several(
    panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(paragraphs())
    session.set_position(session.position_of(1, 2))
    drawn(panel)
    assert panel.heading.text() == "Step 3 · sentence 2: after “Regarde 😆”"


def test_nothing_is_computed_while_hidden(
    panel: CandidatesPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = searched(6)
    session.add_events(made.events[:4])
    before = drawn(panel)
    panel.hide()
    read: list[int] = []

    def counted(*place: object) -> Table:
        read.append(1)
        return read_table(*place)  # type: ignore[arg-type]

    monkeypatch.setattr("gui.panels.candidates.read_table", counted)
    session.add_events(made.events[4:])
    panel.flush()
    assert (read, panel.table()) == ([], before)
    panel.show()
    sentence = session.sentence()
    assert sentence is not None
    assert panel.table() == read_table(sentence, 3, session.hypothesis(), VOCABULARY)
    assert read == [1]


# By mouse ------------------------------------------------------------------------------


def test_a_click_asks_what_if_this_one(
    qtbot: QtBot, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(7).events)
    session.set_position(2)
    session.follow(0, 2, 1)
    table = drawn(panel)
    forced, forbidden = requests(panel)
    for index, row in enumerate(table.rows):
        panel.list.set_cursor_row(index)  # scrolls to it
        click(qtbot, panel, index)
        if row.piece is None or row.mark or row.piece.id in (0, 2):
            assert forced == []
        else:
            assert forced == [(0, 2, 1, row.piece.id)]
        forced.clear()
    assert forbidden == []


def test_padding_and_start_cannot_be_forced_but_other_blocked_ones_can(
    qtbot: QtBot, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(7, recorded=VOCABULARY, blocked={9: "no more of it"}).events)
    table = drawn(panel)
    forced, forbidden = requests(panel)
    place = {row.piece.id: index for index, row in enumerate(table.rows) if row.piece is not None}
    for number in (0, 1, 2, 9):
        index = place[number]
        panel.list.set_cursor_row(index)
        click(qtbot, panel, index)
        qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
        qtbot.mouseMove(panel.list.viewport(), centre(panel, index))
        hand = panel.list.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
        assert hand == (number in (1, 9))
        text = panel.list.tooltip_at(QPointF(centre(panel, index)))
        assert ("Cannot be written instead: nothing can write it, forced or not" in text) == (
            number in (0, 2)
        )
        assert table.rows[index].blocked is not None
        assert f"blocked: {table.rows[index].blocked}" in text
    assert [each[3] for each in forced] == [1, 9]
    assert [each[3] for each in forbidden] == [9]


def test_who_leaves_the_row_before_letting_go_asks_for_nothing(
    qtbot: QtBot, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(7).events)
    table = drawn(panel)
    forced, _ = requests(panel)
    viewport = panel.list.viewport()
    free = [index for index, row in enumerate(table.rows) if not row.force_refusal]
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=centre(panel, free[0]))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=centre(panel, free[1]))
    qtbot.mouseClick(viewport, Qt.MouseButton.RightButton, pos=centre(panel, free[0]))
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=centre(panel, free[0]))
    assert len(forced) <= 1  # of the two clicks of a double click only the first counts
    forced.clear()
    # Beside the rows, too.
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(20, 4))
    assert forced == []


def test_a_step_that_came_meanwhile_is_not_what_was_clicked(
    qtbot: QtBot, panel: CandidatesPanel, session: Session
) -> None:
    """A click means what was seen; where that is gone, it means nothing."""
    made = searched(7)
    session.add_events(made.events[:4])
    table = drawn(panel)
    forced, _ = requests(panel)
    words: list[object] = []
    panel.forceTextRequested.connect(lambda *each: words.append(each))
    free = next(index for index, row in enumerate(table.rows) if not row.force_refusal)
    piece = table.rows[free].piece
    assert piece is not None
    session.add_events(made.events[4:])
    panel.list.force(free)
    assert forced == [(0, 1, 0, piece.id)]
    session.reset(None)
    panel.list.force(free)
    panel.words.setText("abc")
    qtbot.keyClick(panel.words, Qt.Key.Key_Return)
    assert len(forced) == 1
    assert words == []


def test_pointing_reads_the_row(qtbot: QtBot, panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(8).events)
    table = drawn(panel)
    assert panel.readout.text() == HINT
    for index in (0, 3):
        qtbot.mouseMove(panel.list.viewport(), centre(panel, index))
        row = table.rows[index]
        assert panel.readout.text() == reading(table, row)
        found = re.search(r"probability (\S+)", panel.readout.text())
        assert found is not None
        assert float(found[1]) == pytest.approx(row.probability, rel=5e-4)
    QApplication.sendEvent(panel.list.viewport(), QEvent(QEvent.Type.Leave))
    assert panel.readout.text() == HINT


def test_tooltips(qtbot: QtBot, panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(8, chances=True).events)
    table = drawn(panel)
    viewport = panel.list.viewport()

    def tip(place: QPoint) -> str:
        event = QHelpEvent(QHelpEvent.Type.ToolTip, place, viewport.mapToGlobal(place))
        QApplication.sendEvent(viewport, event)
        return QToolTip.text()

    piece = table.rows[1].piece
    assert piece is not None
    assert f"id {piece.id}" in tip(centre(panel, 1))
    assert f"rank 2 of {VOCABULARY}" in tip(centre(panel, 1))
    chance = panel.list.columns().chance
    assert chance is not None
    assert tip(QPoint(round(chance.extent[0]) + 2, 5)) == CHANCE_TOOLTIP
    assert tip(QPoint(60, 5)) == HEADER_TOOLTIP
    QToolTip.hideText()


@pytest.mark.parametrize("keyboard", [False, True])
def test_the_menu_is_about_a_row(panel: CandidatesPanel, session: Session, keyboard: bool) -> None:
    session.add_events(searched(9).events)
    table = drawn(panel)
    forced, forbidden = requests(panel)
    menus = MenusAsked(panel)
    index = next(i for i, row in enumerate(table.rows) if not row.force_refusal)
    row = table.rows[index]
    assert row.piece is not None
    if keyboard:
        panel.list.set_cursor_row(index)
        menu_key(panel.list)
        spot = QPointF(panel.list.viewport().mapFromGlobal(menus.places[-1]))
        assert abs(spot.y() - panel.list.row_area(index).bottom()) < 2
    else:
        right_click(panel.list.viewport(), centre(panel, index))
    assert panel.list.cursor_row() == index
    assert menus.texts() == {
        "write_candidate": f"What if “{row.name}” is written here",
        "forbid_candidate": f"What if “{row.name}” is never written from here on",
    }
    panel.write_offered()
    assert forced == [(0, 3, 0, row.piece.id)]
    panel.forbid_offered()
    assert forbidden == [(0, 3, 0, row.piece.id)]


def test_menu_of_the_rest_says_why_nothing_can_be_done(
    panel: CandidatesPanel, session: Session
) -> None:
    assert not any(offer.possible for offer in panel.offers().values()), "nothing is shown yet"
    session.add_events(searched(9).events)
    table = drawn(panel)
    panel.list.set_cursor_row(len(table.rows) - 1)
    offers = panel.offers()
    assert not any(offer.possible for offer in offers.values())
    assert f"{table.unseen} pieces" in offers["write_candidate"].tip


def test_the_field_for_words_names_its_step(panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(9).events)
    for position in (0, 2):
        session.set_position(position)
        panel.flush()
        assert panel.words.placeholderText() == f"Force words from step {position + 1} on…"


# By keyboard ---------------------------------------------------------------------------


def test_keys_move_read_force_and_forbid(
    qtbot: QtBot, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(10).events)
    table = drawn(panel)
    forced, forbidden = requests(panel)
    # It got the focus when the message that had it went.
    panel.list.clearFocus()
    panel.list.setFocus(Qt.FocusReason.TabFocusReason)
    assert panel.list.cursor_row() == table.chosen

    def heard() -> str:
        interface = QAccessible.queryAccessibleInterface(panel.list)
        return interface.text(QAccessible.Text.Description)

    last = len(table.rows) - 1
    here = table.chosen
    for key, there in (
        (Qt.Key.Key_Home, lambda at: 0),
        (Qt.Key.Key_Up, lambda at: 0),
        (Qt.Key.Key_Down, lambda at: at + 1),
        (Qt.Key.Key_Down, lambda at: at + 1),
        (Qt.Key.Key_Up, lambda at: at - 1),
        (Qt.Key.Key_End, lambda at: last),
        (Qt.Key.Key_Down, lambda at: last),
        (Qt.Key.Key_PageUp, None),
    ):
        qtbot.keyClick(panel.list, key)
        now = panel.list.cursor_row()
        assert now is not None
        here = now if there is None else there(here)
        assert now == here
        assert now < last or key is not Qt.Key.Key_PageUp
        row = table.rows[now]
        assert heard() == f"row {now + 1} of {len(table.rows)}: {reading(table, row)}"
        assert panel.readout.text() == reading(table, row)
        area = panel.list.row_area(now)
        assert area.top() >= 0 and area.bottom() <= panel.list.viewport().height() + 1
    for index, row in enumerate(table.rows):
        panel.list.set_cursor_row(index)
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)
        qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
        number = -1 if row.piece is None else row.piece.id
        assert forced == ([] if row.force_refusal else [(0, 3, 0, number)])
        assert forbidden == ([] if row.forbid_refusal else [(0, 3, 0, number)])
        forced.clear()
        forbidden.clear()
    qtbot.keyClick(panel.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == as_text(table)


def test_cursor_goes_to_what_another_step_wrote(
    qtbot: QtBot, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(11).events)
    drawn(panel)
    panel.list.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(panel.list, Qt.Key.Key_End)
    session.set_position(1)
    table = drawn(panel)
    assert panel.list.cursor_row() == table.chosen
    assert panel.readout.text() == reading(table, table.rows[table.chosen])


def test_typed_words_are_forced(qtbot: QtBot, panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(12).events)
    session.set_position(1)
    session.follow(0, 1, 2)
    drawn(panel)
    asked: list[object] = []
    panel.forceTextRequested.connect(lambda *each: asked.append(each))
    panel.words.setFocus()
    qtbot.keyClick(panel.words, Qt.Key.Key_Return)
    qtbot.keyClicks(panel.words, "   ")
    qtbot.keyClick(panel.words, Qt.Key.Key_Return)
    assert asked == []
    qtbot.keyClicks(panel.words, "deux chats ")
    qtbot.keyClick(panel.words, Qt.Key.Key_Return)
    assert asked == [(0, 1, 2, "deux chats")]
    assert panel.words.text() == ""
    panel.words.undo()
    assert "deux chats" in panel.words.text()


def test_tab_goes_from_the_list_to_the_words(
    qtbot: QtBot, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(12).events)
    drawn(panel)
    panel.list.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(panel.list, Qt.Key.Key_Tab)
    assert panel.words.hasFocus()


# Looks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chances", [False, True])
@pytest.mark.parametrize("size", [(300, 220), (420, 300), (640, 420), (1200, 800)])
def test_columns_do_not_run_into_one_another(
    qtbot: QtBot, panel: CandidatesPanel, session: Session, size: tuple[int, int], chances: bool
) -> None:
    session.add_events(searched(13, chances=chances).events)
    panel.resize(*size)
    table = drawn(panel)
    columns = panel.list.columns()
    numbers = (columns.probability, columns.log_probability, columns.chance)
    places = [columns.rank, columns.piece, columns.bar]
    places += [column.extent for column in numbers if column is not None]
    edges = [edge for place in places for edge in place]
    assert edges == sorted(edges)
    assert edges[-1] <= panel.list.viewport().width()
    assert columns.bar[1] - columns.bar[0] >= (20 if chances else 40)
    assert (columns.chance is not None) == chances
    if size[0] > 600:
        assert columns.log_probability is not None
    # Whatever has no column is in the tooltip.
    tip = panel.list.tooltip_at(QPointF(centre(panel, 0)))
    assert "its natural logarithm" in tip
    assert len(table.rows) >= 9
    panel.grab()


def test_theme_changes_the_colours(
    qapp: QApplication, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(2, spread=0.5, recorded=3).events)
    table = drawn(panel)
    rest = panel.list.bar_area(len(table.rows) - 1)
    point = QPointF(rest.left() + 4, rest.center().y()).toPoint()
    for look in (theme.DARK, theme.LIGHT):
        theme.apply(qapp, look)
        picture = panel.list.viewport().grab().toImage()
        assert QColor(picture.pixel(point)) == look.color("outline")
        assert QColor(picture.pixel(1, 30)) == look.color("surface")


def test_larger_text_takes_more_room(
    qapp: QApplication, panel: CandidatesPanel, session: Session
) -> None:
    session.add_events(searched(2).events)
    drawn(panel)
    before = panel.list.row_area(0).height()
    theme.apply(qapp, theme.LIGHT, 20.0)
    assert panel.list.row_area(0).height() > 1.5 * before
    assert panel.heading.font().bold()
    assert panel.heading.font().pointSizeF() == 20.0


def test_names(panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(2).events)
    drawn(panel)
    for widget in (panel, panel.list, panel.readout, panel.words, panel.heading):
        assert widget.accessibleName()
    assert panel.entropy.value.accessibleName().startswith("Entropy: ")
    assert "Σ p ln p" in panel.entropy.value.accessibleDescription()


def test_made_up_steps_have_all_kinds_of_rows() -> None:
    """The tests above would say little if the traces had no such rows."""
    kinds: set[str] = set()
    blocked = 0
    for seed in range(1, 13):
        for event in searched(seed).events:
            if isinstance(event, Step):
                for live in event.hypotheses:
                    ids = [candidate.piece.id for candidate in live.candidates]
                    kinds.add("candidate" if live.piece.id in ids else "outside")
                    blocked += any(c.blocked is not None for c in live.candidates)
    assert kinds == {"candidate", "outside"}
    assert blocked


def test_a_menu_of_another_step_does_nothing(panel: CandidatesPanel, session: Session) -> None:
    session.add_events(searched(9).events)
    table = drawn(panel)
    forced, forbidden = requests(panel)
    panel.list.set_cursor_row(next(i for i, row in enumerate(table.rows) if not row.force_refusal))
    assert panel.offers()["write_candidate"].possible
    session.first()
    assert drawn(panel) != table
    panel.write_offered()
    panel.forbid_offered()
    assert forced == forbidden == []


@pytest.mark.parametrize("digits", [4, 6, 9])
@pytest.mark.parametrize("width", [300, 420, 900])
def test_every_number_fits_its_column(
    panel: CandidatesPanel, session: Session, digits: int, width: int
) -> None:
    before = numbers.style()
    numbers.set_style(numbers.Style(digits=digits))
    try:
        session.add_events(searched(9).events)
        panel.resize(width, 480)
        QApplication.processEvents()
        drawn(panel)
        layout = panel.list._layout
        columns, metrics = layout.columns, layout.metrics
        # Of any size that a probability can have, not only of those in this table.
        for power in range(40):
            for lead in (1.0, 2.345678912, 9.87654321):
                value = lead * 10.0**-power
                texts = [(columns.probability, weight_text(min(value, 1.0)))]
                texts.append((columns.log_probability, log_text(-value)))
                texts.append((columns.log_probability, log_text(-value * 100)))
                for column, text in texts:
                    if column is not None:
                        left, right = column.extent
                        assert metrics.horizontalAdvance(text) <= right - left, text
    finally:
        numbers.set_style(before)
