from __future__ import annotations

import dataclasses

import pytest
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind, Encoded, Finished, Started, Step
from gui.session import FULL_SPEED, Hover, Session
from tests.gui.traces import MODEL, beams, love, paragraphs, trace_of


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


def test_the_newest_step_is_followed(session: Session) -> None:
    positions: list[int] = []
    session.positionChanged.connect(positions.append)
    for event in love():
        session.add_event(event)
    assert positions == [-1, 0, 1, 2, 3, 4, 5, 6]
    assert session.place() == (0, 6)
    assert session.length() == 7
    assert session.finished()


def test_a_batch_moves_the_position_once(session: Session) -> None:
    positions: list[int] = []
    added: list[object] = []
    session.positionChanged.connect(positions.append)
    session.eventAdded.connect(added.append)
    happened = love()
    session.add_events(happened)
    assert positions == [-1, 6]
    assert added == happened[1:]


def test_looking_back_stops_following_and_the_end_resumes(session: Session) -> None:
    happened = love()
    session.add_events(happened[:6])
    session.first()
    assert (session.position, session.following) == (0, False)
    session.add_event(happened[6])
    assert session.position == 0
    session.last()
    assert session.following
    session.add_event(happened[7])
    assert session.position == session.length() - 1


def test_going_to_a_step_is_told_even_if_it_is_shown_already(session: Session) -> None:
    chosen: list[int] = []
    session.positionChosen.connect(lambda: chosen.append(session.position))
    session.set_position(0)
    session.add_events(love())
    assert chosen == [], "nobody chose"
    session.last()
    session.back()
    assert chosen == [6, 6]


def test_a_trace_is_unfinished_while_more_steps_may_come(session: Session) -> None:
    happened = love()
    assert not session.unfinished()
    session.add_events(happened[:4])
    assert session.unfinished()
    session.set_can_decode(False)
    assert not session.unfinished()
    session.set_can_decode(True)
    session.add_events(happened[4:])
    assert not session.unfinished()


def test_positions_run_over_all_sentences_and_are_clamped(session: Session) -> None:
    session.add_events(paragraphs())
    places = [(0, i) for i in range(5)] + [(1, i) for i in range(4)] + [(2, i) for i in range(2)]
    assert session.length() == len(places)
    for position, place in enumerate(places):
        session.set_position(position)
        assert session.place() == place
        assert session.position_of(*place) == position
        sentence = session.sentence()
        assert sentence is not None
        assert sentence.encoded.sentence == place[0]
    session.forward()
    session.set_position(99)
    assert session.position == len(places) - 1
    session.set_position(-5)
    session.back()
    assert session.position == 0
    assert session.position_of(7, 0) == -1


def test_before_the_first_step_the_encoded_sentence_is_current(session: Session) -> None:
    started, encoded, *_ = love()
    assert session.sentence() is None
    session.add_event(started)
    assert session.sentence() is None
    session.add_event(encoded)
    assert isinstance(encoded, Encoded)
    sentence = session.sentence()
    assert sentence is not None
    assert sentence.encoded is encoded
    assert session.place() is None
    session.set_position(3)
    assert session.position == -1


def test_a_new_translation_begins_a_new_trace(session: Session, qtbot: QtBot) -> None:
    session.add_events(love())
    session.set_hover(Hover("target", 1))
    old = session.trace
    with qtbot.waitSignals([session.traceReset, session.hoverChanged]):
        session.add_event(love()[0])
    assert session.trace is not old
    assert (session.position, session.length(), session.hover) == (-1, 0, None)


def test_events_out_of_order_are_refused(session: Session) -> None:
    started, encoded, step, second, *_ = love()
    with pytest.raises(ValueError, match="Started"):
        session.add_event(step)
    session.add_events([started, encoded])
    with pytest.raises(ValueError, match="out of order"):
        session.add_event(second)
    assert isinstance(started, Started)
    assert isinstance(second, Step)
    assert session.length() == 0


def test_moving_to_another_sentence_forgets_the_hover(session: Session) -> None:
    session.add_events(paragraphs())
    session.set_position(0)
    session.set_hover(Hover("source", 0))
    session.set_position(1)
    assert session.hover == Hover("source", 0)
    session.set_position(6)
    assert session.hover is None


def test_a_hover_may_name_another_sentence(session: Session) -> None:
    happened = paragraphs()
    session.add_events(happened[:3])
    session.set_hover(Hover("target", 0, sentence=0))
    session.add_events(happened[3:])
    assert session.hover == Hover("target", 0, sentence=0)
    assert session.trace is not None
    assert session.hovered() is session.trace.sentences[0]
    assert session.sentence() is session.trace.sentences[2]
    session.set_hover(Hover("target", 0, sentence=9))
    assert session.hovered() is None
    session.set_hover(None)
    assert session.hovered() is session.sentence()


def test_a_new_step_leaves_the_hover_of_its_sentence_alone(session: Session) -> None:
    happened = paragraphs()
    session.add_events(happened[:3])
    session.set_hover(Hover("target", 0))
    session.add_events(happened[3:5])
    assert session.hover == Hover("target", 0)
    session.add_events(happened[5:])
    assert session.hover is None, "the current sentence is another one"


def test_the_selection_is_clamped_to_the_model_and_kind(session: Session) -> None:
    changes: list[None] = []
    session.selectionChanged.connect(lambda: changes.append(None))
    session.select(kind=AttentionKind.ENCODER_SELF, layer=99, head=99)
    assert (session.layer, session.head) == (MODEL.encoder_layers - 1, MODEL.heads - 1)
    session.select(kind=AttentionKind.CROSS)
    assert session.layer == MODEL.decoder_layers - 1
    session.select(layer=-3)
    assert (session.layer, session.head) == (0, MODEL.heads - 1)
    session.select(head=None)
    assert session.head is None
    assert len(changes) == 4
    session.select(kind=AttentionKind.CROSS, layer=0)
    assert len(changes) == 4


def test_a_wish_for_a_layer_waits_for_the_model() -> None:
    session = Session()
    session.select(layer=1, head=3)
    assert (session.layer, session.head) == (1, 3)
    session.set_model(MODEL)
    assert (session.layer, session.head) == (1, 3)


@pytest.mark.parametrize("speed", [0.0, -1.0, float("nan")])
def test_no_speed_without_motion(session: Session, speed: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        session.set_speed(speed)
    assert session.speed == FULL_SPEED


# ------------------------------------------------------------------ hypotheses


def test_the_winner_is_shown_at_every_step(session: Session) -> None:
    session.add_events(beams())
    shown = []
    for position in range(4):
        session.set_position(position)
        shown.append(session.hypothesis())
    assert shown == [1, 0, 0, 0]
    assert session.text() == session.trace.text  # type: ignore[union-attr]


def test_following_another_hypothesis_shows_its_past_and_its_future(
    session: Session, qtbot: QtBot
) -> None:
    session.add_events(beams())
    with qtbot.waitSignal(session.hypothesisChanged):
        session.follow(0, 1, 1)
    sentence = session.trace.sentences[0]  # type: ignore[union-attr]
    assert session.path(sentence) == [0, 1, 1, 1]
    session.set_position(2)
    assert session.hypothesis() == 1
    assert session.text() == sentence.steps[3].hypotheses[1].text
    with qtbot.assertNotEmitted(session.hypothesisChanged):
        session.follow(0, 1, 1)
    with qtbot.waitSignal(session.hypothesisChanged):
        session.follow_best()
    assert session.hypothesis() == 0


def test_where_the_followed_one_has_ended_the_best_of_the_others_is_shown(
    session: Session,
) -> None:
    session.add_events(beams())
    session.follow(0, 1, 2)
    session.set_position(3)
    assert session.hypothesis() == 0
    session.set_position(1)
    assert session.hypothesis() == 2
    assert session.text() == "Moi"


def test_what_is_not_there_cannot_be_followed(session: Session) -> None:
    with pytest.raises(IndexError):
        session.follow(0, 0, 0)
    session.add_events(beams())
    for place in ((1, 0, 0), (-1, 0, 0), (0, 4, 0), (0, 0, 2), (0, 0, -1)):
        with pytest.raises(IndexError):
            session.follow(*place)
    assert session.followed == {}


def test_a_new_translation_follows_nothing(session: Session) -> None:
    session.add_events(beams())
    session.follow(0, 1, 1)
    session.add_events(love())
    assert session.followed == {}


def test_a_trace_that_is_there_is_shown_at_a_position(session: Session, qtbot: QtBot) -> None:
    session.add_events(beams())
    trace = session.trace
    session.add_events(love())
    assert trace is not None
    with qtbot.waitSignal(session.traceReset):
        session.show(trace, 2)
    assert session.trace is trace and session.place() == (0, 2) and not session.following
    session.show(trace)
    assert session.place() == (0, 3) and session.following


def test_a_trace_is_shown_at_once_and_not_bit_by_bit(session: Session) -> None:
    session.add_events(love())
    seen: list[tuple[str, int, int, dict[int, tuple[int, int]]]] = []

    def note(signal: str) -> None:
        assert session.trace is not None
        seen.append((signal, len(session.trace.sentences), session.position, session.followed))

    session.traceReset.connect(lambda: note("reset"))
    session.positionChanged.connect(lambda _: note("position"))
    session.show(trace_of(beams()), 1, {0: (1, 2)})
    assert seen == [("reset", 1, 1, {0: (1, 2)}), ("position", 1, 1, {0: (1, 2)})]
    assert session.hypothesis() == 2


def test_the_selection_is_that_of_the_model_that_made_the_trace(session: Session) -> None:
    session.set_model(dataclasses.replace(MODEL, decoder_layers=6, heads=16))
    session.select(layer=5, head=15)
    changes: list[None] = []
    session.selectionChanged.connect(lambda: changes.append(None))
    session.show(trace_of(beams()))
    assert (session.layers(), session.heads()) == (MODEL.decoder_layers, MODEL.heads)
    assert (session.layer, session.head) == (MODEL.decoder_layers - 1, MODEL.heads - 1)
    assert len(changes) == 1
    session.set_model(dataclasses.replace(MODEL, decoder_layers=1, heads=2))
    assert (session.layer, session.head) == (MODEL.decoder_layers - 1, MODEL.heads - 1)
    session.reset(None)
    assert (session.layer, session.head) == (0, 1)


def test_following_ends_where_the_best_output_ends(session: Session) -> None:
    """A beam search may go on after its winner has ended: the translation is what is shown."""
    *events, finished, translated = beams()
    assert isinstance(finished, Finished)
    swapped = dataclasses.replace(finished, hypotheses=finished.hypotheses[::-1])
    positions: list[int] = []
    session.positionChanged.connect(positions.append)
    session.add_events([*events, swapped, translated])
    assert positions == [-1, 1]
    assert session.place() == (0, 1) and session.hypothesis() == 2
    trace = session.trace
    assert trace is not None
    session.show(trace)
    assert session.place() == (0, 1)
    # Who looks elsewhere stays there.
    session.add_events(events)
    session.set_position(0)
    session.add_events([swapped, translated])
    assert session.place() == (0, 0)
