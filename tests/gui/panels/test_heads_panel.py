from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engine.analysis.heads import Measure, head_measures
from engine.events import AttentionKind, Event, Finished, LiveHypothesis, Step
from engine.trace import AttentionView
from gui import theme
from gui.panels.heads import (
    ASK_TO_TRANSLATE,
    ASK_TO_WAIT,
    NOT_RECORDED,
    HeadsPanel,
)
from gui.session import Session
from gui.widgets.head_orders import ORDERS, Order
from gui.widgets.heads_layout import Place
from gui.widgets.heads_model import shade
from gui.widgets.heads_words import MAX_HINT
from tests.gui.traces import LOVE, MODEL, Sentence, events, long, love, paragraphs

CROSS, ENCODER, DECODER = (
    AttentionKind.CROSS,
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
)


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


def beam(seed: int = 5) -> list[Event]:
    """``love`` with a second hypothesis at every step, of random parents."""
    generator = np.random.default_rng(seed)
    happened: list[Event] = []
    for event in love():
        if isinstance(event, Step):
            best = event.hypotheses[0]
            parent = int(generator.integers(0, 2)) if event.index else -1
            assert best.cross is not None
            assert best.decoder_self is not None

            def shuffled(rows: np.ndarray) -> np.ndarray:
                return np.ascontiguousarray(generator.permuted(rows, axis=-1))

            other: LiveHypothesis = dataclasses.replace(
                best,
                parent=parent,
                cross=shuffled(best.cross),
                decoder_self=shuffled(best.decoder_self),
            )
            event = dataclasses.replace(event, hypotheses=(best, other))
        happened.append(event)
    return happened


def view_of(session: Session) -> AttentionView:
    sentence, place = session.sentence(), session.place()
    assert sentence is not None
    step = None if place is None else place[1]
    view = sentence.attention(session.kind, step, session.hypothesis())
    assert view is not None
    return view


def check(panel: HeadsPanel, session: Session) -> None:
    """What is drawn and said is what the trace says."""
    panel.flush()
    view = view_of(session)
    model = panel.model()
    layers, heads, queries, keys = view.weights.shape
    assert (model.layers, model.heads, model.queries, model.keys) == view.weights.shape
    tiles = model.tiles(queries, keys)
    allowed = np.ones((queries, keys), dtype=bool)
    counted = np.ones(keys, dtype=bool)
    if session.kind is DECODER:
        allowed = np.tril(allowed)
    else:
        counted[-1] = False
    mean = view.weights.mean(axis=1, dtype=np.float32)
    columns = [*view.weights.swapaxes(0, 1), mean, view.weights.max(axis=1)]
    for column, weights in enumerate(columns):
        np.testing.assert_array_equal(tiles[:, column], np.where(allowed, shade(weights), 0))
    shown = model.measures()
    np.testing.assert_allclose(
        shown[:, :, :heads], head_measures(view.weights, counted, allowed), rtol=1e-9
    )
    np.testing.assert_allclose(shown[:, :, heads], head_measures(mean, counted, allowed), rtol=1e-9)
    expected = (min(session.layer, layers - 1), heads if session.head is None else session.head)
    assert panel.grid.selection == expected


def test_it_agrees_with_the_trace_wherever_one_goes(panel: HeadsPanel, session: Session) -> None:
    generator = np.random.default_rng(1)
    session.add_events(beam())
    for _ in range(40):
        act = int(generator.integers(0, 4))
        if act == 0:
            session.set_position(int(generator.integers(0, session.length())))
        elif act == 1:
            session.follow(0, int(generator.integers(0, 7)), int(generator.integers(0, 2)))
        elif act == 2:
            session.select(kind=list(AttentionKind)[int(generator.integers(0, 3))])
        else:
            head = int(generator.integers(-1, 4))
            session.select(layer=int(generator.integers(0, 3)), head=None if head < 0 else head)
        check(panel, session)


def test_it_agrees_while_steps_arrive_and_sentences_change(
    panel: HeadsPanel, session: Session
) -> None:
    for event in paragraphs():
        session.add_event(event)
        if session.place() is not None:
            check(panel, session)
    session.set_position(session.position_of(1, 1))
    check(panel, session)
    session.select(kind=ENCODER)
    check(panel, session)


def test_encoder_and_decoder_may_differ_in_depth(panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    for kind, layers in ((ENCODER, 3), (CROSS, 2), (DECODER, 2)):
        session.select(kind=kind)
        panel.flush()
        assert panel.model().layers == layers
        assert len(panel.grid.places()) == layers * (4 + 2)


def click(qtbot: QtBot, panel: HeadsPanel, place: Place) -> None:
    panel.flush()
    spot = panel.grid.area_of(place).center().toPoint()
    qtbot.mouseClick(panel.grid.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_clicks_and_keys_select_in_the_session(
    qtbot: QtBot, panel: HeadsPanel, session: Session
) -> None:
    session.add_events(love())
    click(qtbot, panel, (1, 2))
    assert (session.layer, session.head) == (1, 2)
    click(qtbot, panel, (0, 4))
    assert (session.layer, session.head) == (0, None)
    click(qtbot, panel, (1, 5))
    assert (session.layer, session.head) == (0, None)
    qtbot.keyClick(panel.grid, Qt.Key.Key_Left)
    assert (session.layer, session.head) == (0, 3)
    # Faster than frames come.
    for _ in range(3):
        qtbot.keyClick(panel.grid, Qt.Key.Key_Left)
    assert (session.layer, session.head) == (0, 0)
    qtbot.keyClick(panel.grid, Qt.Key.Key_Down)
    assert (session.layer, session.head) == (1, 0)
    session.select(layer=0, head=2)
    panel.flush()
    assert panel.grid.selection == (0, 2)


def test_the_kind_is_the_session_s(qtbot: QtBot, panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    assert panel.kind_box.currentText() == "Cross"
    panel.kind_box.setFocus()
    qtbot.keyClick(panel.kind_box, Qt.Key.Key_Home)
    assert session.kind is ENCODER
    session.select(kind=DECODER)
    panel.flush()
    assert panel.kind_box.currentText() == "Decoder masked self"


def choose(panel: HeadsPanel, name: str) -> None:
    index = panel.order_box.findText(name)
    assert index >= 0
    panel.order_box.setCurrentIndex(index)
    panel.order_box.activated.emit(index)


@pytest.mark.parametrize("order", ORDERS[1:])
@pytest.mark.parametrize("kind", list(AttentionKind))
def test_sorting(panel: HeadsPanel, session: Session, order: Order, kind: AttentionKind) -> None:
    session.add_events(love())
    session.select(kind=kind)
    panel.flush()
    if kind not in order.kinds:
        assert panel.order_box.findText(order.name) == -1
        return
    choose(panel, order.name)
    assert order.measure is not None
    numbers = panel.model().measure(order.measure)
    assert not np.isnan(numbers).any()
    places = panel.grid.places()
    layers = panel.model().layers
    assert sorted(places) == [(layer, head) for layer in range(layers) for head in range(4)]
    shown = [float(numbers[place]) for place in places]
    assert shown == sorted(shown, reverse=order.highest_first)
    first = places[0]
    assert panel.grid.caption_of(first) == f"{first[0] + 1}.{first[1] + 1} {shown[0]:.2f}"


def test_an_order_that_does_not_fit_the_kind_waits(panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    choose(panel, "Next position")
    session.select(kind=DECODER)
    panel.flush()
    assert panel.order_box.currentText() == "Layer and head"
    assert len(panel.grid.places()) == 2 * 6
    session.select(kind=ENCODER)
    panel.flush()
    assert panel.order_box.currentText() == "Next position"
    assert len(panel.grid.places()) == 3 * 4


def test_the_list_is_sorted_anew_at_every_step(panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    choose(panel, "Entropy, low first")
    seen = set()
    for position in range(7):
        session.set_position(position)
        panel.flush()
        entropies = panel.model().measure(Measure.ENTROPY)
        shown = [float(entropies[place]) for place in panel.grid.places()]
        assert shown == sorted(shown)
        seen.add(tuple(panel.grid.places()))
    assert len(seen) > 1


def test_readout_of_the_head_under_the_pointer(
    qtbot: QtBot, panel: HeadsPanel, session: Session
) -> None:
    session.add_events(love())
    session.select(layer=1, head=0)
    panel.flush()
    assert panel.readout.text().startswith("layer 2, head 1 ")
    view = view_of(session)
    counted = np.array([True] * 5 + [False])
    numbers = dict(zip(Measure, head_measures(view.weights[0, 3], counted).tolist(), strict=True))
    qtbot.mouseMove(panel.grid.viewport(), panel.grid.area_of((0, 3)).center().toPoint())
    text = panel.readout.text() + "   " + panel.patterns.text()
    assert text.startswith("layer 1, head 4 ")
    for word, measure in (
        ("entropy", Measure.ENTROPY),
        ("confidence", Measure.CONFIDENCE),
        ("diagonal ±1", Measure.DIAGONAL),
        ("own", Measure.OWN),
        ("previous", Measure.PREVIOUS),
        ("next", Measure.NEXT),
        ("first", Measure.FIRST),
        ("end token", Measure.END),
    ):
        found = re.search(rf"\b{re.escape(word)} (\d\.\d+)", text)
        assert found is not None, word
        assert float(found[1]) == pytest.approx(numbers[measure], abs=5.1e-5)
        assert f"{word} {numbers[measure]:.6f}" in panel.head_text((0, 3))
    assert f"highest possible entropy {np.log(6):.4f}" in text
    qtbot.mouseMove(panel.grid.viewport(), panel.grid.area_of((0, 5)).center().toPoint())
    assert panel.readout.text() == "layer 1, maximum over heads"
    assert panel.patterns.text() == MAX_HINT
    assert MAX_HINT in panel.head_text((0, 5))
    qtbot.mouseMove(panel.grid.viewport(), QPoint(1, 1))
    assert panel.readout.text().startswith("layer 2, head 1 ")


def test_what_the_mask_forbids_is_not_read_out(panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    session.select(kind=DECODER, layer=0, head=1)
    panel.flush()
    assert "next" not in panel.patterns.text()
    assert "end token" not in panel.patterns.text()
    assert "previous" in panel.patterns.text()
    session.set_position(0)
    panel.flush()
    # The start token has nothing before it.
    assert "previous" not in panel.patterns.text()


def test_the_selected_head_is_described_for_screen_readers(
    qtbot: QtBot, panel: HeadsPanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    before = panel.grid.accessibleDescription()
    assert before == panel.head_text((0, 4))
    qtbot.keyClick(panel.grid, Qt.Key.Key_Down)
    assert panel.grid.accessibleDescription() == panel.head_text((1, 4)) != before
    for widget in (panel.kind_box, panel.order_box, panel.grid, panel.readout, panel.patterns):
        assert widget.accessibleName()


def message(panel: HeadsPanel) -> str | None:
    panel.flush()
    return panel.message.text() if panel.message.isVisible() else None


def test_empty_states_say_what_would_be_there(panel: HeadsPanel, session: Session) -> None:
    assert message(panel) == ASK_TO_TRANSLATE
    happened = love()
    session.add_event(happened[0])
    assert message(panel) == ASK_TO_WAIT
    session.add_event(happened[1])
    assert message(panel) == ASK_TO_WAIT
    assert panel.readout.text() == ""
    session.select(kind=ENCODER)
    assert message(panel) is None
    session.select(kind=DECODER)
    session.add_event(happened[2])
    assert message(panel) is None
    session.reset(None)
    assert message(panel) == ASK_TO_TRANSLATE
    assert panel.readout.text() == ""
    session.add_events(list(events(LOVE, [Sentence(LOVE, ("a", "</s>"))], record=False)))
    for kind in AttentionKind:
        session.select(kind=kind)
        assert message(panel) == NOT_RECORDED


def test_attention_of_the_best_hypothesis_alone(panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    whole = {}
    for kind in (CROSS, DECODER):
        session.select(kind=kind)
        whole[kind] = view_of(session).weights
    happened = []
    for event in love():
        if isinstance(event, Step):
            bare = dataclasses.replace(event.hypotheses[0], cross=None, decoder_self=None)
            event = dataclasses.replace(event, hypotheses=(bare,))
        elif isinstance(event, Finished):
            best = dataclasses.replace(
                event.hypotheses[0], cross=whole[CROSS], decoder_self=whole[DECODER]
            )
            event = dataclasses.replace(event, hypotheses=(best,))
        happened.append(event)
    session.reset(None)
    session.add_events(happened[:6])
    assert message(panel) == NOT_RECORDED
    session.add_events(happened[6:])
    for kind in (CROSS, DECODER):
        session.select(kind=kind)
        for position in (6, 2, 4):
            session.set_position(position)
            check(panel, session)


def test_a_trace_of_another_model_shows_its_own_heads(panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    session.set_model(dataclasses.replace(MODEL, decoder_layers=6, heads=16))
    session.select(layer=5, head=15)
    panel.flush()
    assert (panel.model().layers, panel.model().heads) == (2, 4)
    assert panel.grid.selection == (1, 3)


def test_hidden_it_computes_nothing_and_catches_up(
    qtbot: QtBot, panel: HeadsPanel, session: Session
) -> None:
    panel.hide()
    session.add_events(love())
    session.select(kind=DECODER, head=1)
    panel.flush()
    assert panel.model().queries == 0
    panel.show()
    check(panel, session)
    panel.hide()
    session.set_position(2)
    panel.flush()
    # What is not seen keeps no trace alive.
    assert panel.model().queries == 0
    panel.show()
    check(panel, session)


def test_a_long_sentence_is_read_over_several_frames(
    panel: HeadsPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.panels.heads.AT_ONCE", 1)
    session.add_events(love())
    session.select(kind=ENCODER)
    panel.refresh()
    assert panel.model().missing == 5
    # Numbers of some of the rows would be wrong numbers.
    assert all(panel.grid.caption_of(place) == "" for place in panel.grid.places())
    assert panel.patterns.text() == "1 of 6 rows have been read"
    assert "entropy" not in panel.readout.text() + panel.head_text((0, 0))
    panel.flush()
    assert panel.model().missing == 0
    assert panel.grid.caption_of((0, 0)) != ""
    check(panel, session)


def test_shared_dots_are_told(panel: HeadsPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    assert not panel.note.isVisible()
    session.add_events(long(300, 40))
    panel.flush()
    queries, keys = panel.grid.weights_a_dot()
    assert keys > 1
    assert f"up to {queries} × {keys} weights" in panel.note.text()
    assert panel.note.isVisible()
    session.reset(None)
    session.add_events(long(60, 40))
    panel.resize(900, 600)
    panel.flush()
    assert not panel.note.isVisible()
    panel.resize(320, 260)
    panel.flush()
    assert panel.note.isVisible()


def test_a_burst_of_events_is_drawn_once(
    qtbot: QtBot, panel: HeadsPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    original = panel.grid.show_heads

    def counted(*arguments: object) -> None:
        drawn.append(1)
        original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(panel.grid, "show_heads", counted)
    session.add_events(long(20, 40))
    qtbot.waitUntil(lambda: len(drawn) > 0)
    assert drawn == [1]


@pytest.mark.parametrize("size", [(900, 600), (420, 300), (240, 200)])
def test_it_paints_at_any_size_in_both_themes(
    panel: HeadsPanel, session: Session, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    session.add_events(love())
    panel.resize(*size)
    panel.flush()
    pictures = []
    for look in (theme.LIGHT, theme.DARK):
        monkeypatch.setattr(theme, "_current", look)
        theme.notifier.changed.emit(look)
        pictures.append(panel.grid.viewport().grab().toImage())
    assert pictures[0] != pictures[1]


def test_what_was_given_up_is_not_waited_for(panel: HeadsPanel, session: Session) -> None:
    happened = love()
    session.add_events(happened[:2])
    session.select(kind=CROSS)
    assert message(panel) == ASK_TO_WAIT
    session.set_can_decode(False)
    assert message(panel) == ASK_TO_TRANSLATE


def test_keys_take_the_readout_over_from_the_pointer(
    qtbot: QtBot, panel: HeadsPanel, session: Session
) -> None:
    session.add_events(love())
    session.select(layer=1, head=0)
    panel.flush()
    qtbot.mouseMove(panel.grid.viewport(), panel.grid.area_of((0, 3)).center().toPoint())
    assert panel.readout.text().startswith("layer 1, head 4 ")
    qtbot.keyClick(panel.grid, Qt.Key.Key_Right)
    panel.flush()
    assert panel.readout.text().startswith("layer 2, head 2 ")
    qtbot.mouseMove(panel.grid.viewport(), panel.grid.area_of((0, 2)).center().toPoint())
    assert panel.readout.text().startswith("layer 1, head 3 ")


def test_a_step_by_hand_is_not_made_to_wait_by_its_own_beginning(
    panel: HeadsPanel, session: Session
) -> None:
    happened = love()
    session.add_events(happened[:4])
    panel.flush()
    session.set_busy(True)
    assert not panel._refresh.pending, "what is drawn is right until the step is there"
    session.add_event(happened[4])
    assert panel._refresh.pending
    check(panel, session)
    session.set_busy(False)
    check(panel, session)
