"""What is kept of a sitting: the rule for typing, the bounds, where entries come from."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from datetime import datetime

import pytest
from pytestqt.qtbot import QtBot

from engine.analysis.memory import held_bytes
from engine.events import Encoded, Event, Started
from engine.search.options import SearchOptions
from engine.search.what_if import Forbid, Force
from engine.trace import Trace
from gui.history import History, HistoryFullError
from gui.history_entry import Entry, Origin, is_what_if, put_in
from gui.session import Session
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import LOVE, MODEL, Sentence, beams, events, love, paragraphs, trace_of

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary


def clock() -> datetime:
    return datetime(2026, 11, 29, 14, 5)


@pytest.fixture
def session(qapp: object) -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def history(session: Session) -> History:
    return History(session, now=clock)


def said(text: str) -> list[Event]:
    """The events of translating any text into its words."""
    words = tuple("\u2581" + word for word in text.split())
    return list(events(text, [Sentence(text, (*words, "</s>"))]))


def texts(history: History) -> list[str]:
    """Oldest first."""
    return [entry.text for entry in reversed(history.entries())]


def translate(session: Session, text: str) -> Trace:
    session.add_events(said(text))
    assert session.trace is not None
    return session.trace


def type_(session: Session, history: History, *steps: str) -> None:
    for text in steps:
        history.expect_typed(text)
        translate(session, text)


# What becomes an entry ------------------------------------------------------------------


def test_a_finished_translation_is_kept_with_what_it_was(
    session: Session, history: History
) -> None:
    session.add_events(love()[:-1])
    assert history.entries() == ()
    session.add_events(love()[-1:])
    (entry,) = history.entries()
    assert entry.trace is session.trace
    assert entry is history.current()
    assert (entry.text, entry.translation) == (LOVE, session.text())
    assert (entry.origin, entry.stopped, entry.cut) == (Origin.TRANSLATED, False, False)
    assert entry.when == clock()
    assert entry.size == history.size == held_bytes(entry.trace)


def test_newest_first(session: Session, history: History) -> None:
    for text in ("one", "two", "three"):
        translate(session, text)
    assert [entry.text for entry in history.entries()] == ["three", "two", "one"]


def test_what_was_given_up_is_kept_once_another_takes_its_place(
    session: Session, history: History
) -> None:
    session.add_events(love()[:5])
    translate(session, "another")
    assert texts(history) == [LOVE, "another"]
    stopped = history.entries()[1]
    assert stopped.stopped
    assert len(stopped.trace.sentences[0].steps) == 3


def test_what_failed_is_kept_at_once_but_not_before_its_first_step(
    session: Session, history: History
) -> None:
    session.add_events(love()[:2])
    session.set_can_decode(False)
    assert history.entries() == ()
    session.set_can_decode(True)
    session.add_events(love()[2:4])
    session.set_can_decode(False)
    assert texts(history) == [LOVE]
    assert history.entries()[0].stopped
    translate(session, "another")
    assert texts(history) == [LOVE, "another"]


def test_while_the_next_is_awaited_nothing_is_decided(session: Session, history: History) -> None:
    session.add_events(love()[:5])
    session.set_busy(True)
    session.set_can_decode(False)
    assert history.entries() == ()


def test_an_empty_text_leaves_nothing(session: Session, history: History) -> None:
    session.add_events(list(events("", [])))
    session.reset(None)
    assert history.entries() == ()


def test_cut_and_paragraphs(session: Session, history: History) -> None:
    session.add_events(paragraphs())
    (entry,) = history.entries()
    assert entry.cut
    assert entry.translation == session.text()


def test_opened_and_shown_again(session: Session, history: History) -> None:
    opened = trace_of(paragraphs())
    translate(session, "one")
    first = session.trace
    assert first is not None
    session.show(opened)
    assert [entry.origin for entry in history.entries()] == [Origin.OPENED, Origin.TRANSLATED]
    session.show(first)
    session.show(opened)
    assert len(history.entries()) == 2
    # A removed one that comes back, as by undo, was still translated here.
    entry = history.entry_of(first)
    assert entry is not None
    history.remove(entry)
    session.show(first)
    assert history.entries()[0].trace is first
    assert history.entries()[0].origin is Origin.TRANSLATED


def test_what_ifs_of_a_real_translator(
    session: Session, history: History, make_translator: MakeTranslator
) -> None:
    translator = make_translator(0)
    options = SearchOptions(max_length=6)
    session.add_events(list(translator.stream(LOVE, options)))
    trace = session.trace
    assert trace is not None
    assert not is_what_if(trace)
    for change in (Force((40,)), Forbid(trace.sentences[0].steps[2].hypotheses[0].piece.id)):
        session.add_events(list(translator.what_if(trace, 0, 2, 0, change)))
        assert history.entries()[0].origin is Origin.WHAT_IF
    assert history.entries()[2].origin is Origin.TRANSLATED
    # A prefix of the whole text is no "what if", not even in its second sentence.
    text = f"{LOVE} Where is the station?"
    session.add_events(list(translator.stream(text, SearchOptions(max_length=6, prefix="Je"))))
    assert history.entries()[0].origin is Origin.TRANSLATED


# How it was looked at -------------------------------------------------------------------


def test_the_place_and_the_hypothesis_come_back(session: Session, history: History) -> None:
    session.add_events(beams())
    trace = session.trace
    assert trace is not None
    session.follow(0, 2, 1)
    session.set_position(1)
    translate(session, "another")
    entry = history.entry_of(trace)
    assert entry is not None
    assert (entry.position, entry.followed) == (1, {0: (2, 1)})
    assert entry.translation == trace.text_along({0: (2, 1)})
    session.show(entry.trace, entry.position, entry.followed)
    assert (session.place(), session.hypothesis()) == ((0, 1), trace.sentences[0].path((2, 1))[1])


# Typing ---------------------------------------------------------------------------------


def test_what_grows_replaces_its_beginnings(session: Session, history: History) -> None:
    type_(session, history, "I", "I lo", "I love", "I love you.")
    assert texts(history) == ["I love you."]
    # Something put in before the full stop.
    type_(session, history, "I love you v.", "I love you very much.")
    assert texts(history) == ["I love you very much."]


def test_the_way_back_leaves_its_two_ends(session: Session, history: History) -> None:
    type_(session, history, "I love you", "I love", "I", "I see", "I see a dog")
    assert texts(history) == ["I love you", "I see a dog"]


def test_another_word_is_another_sentence(session: Session, history: History) -> None:
    type_(session, history, "The cat eats.", "The dog eats.", "The dog sleeps.")
    assert texts(history) == ["The cat eats.", "The dog eats.", "The dog sleeps."]


def test_a_word_taken_out_stays_to_be_compared(session: Session, history: History) -> None:
    type_(session, history, "The big cat eats.", "The cat eats.")
    assert texts(history) == ["The big cat eats.", "The cat eats."]
    type_(session, history, "Good night.")
    assert texts(history) == ["The big cat eats.", "The cat eats.", "Good night."]


def test_asked_for_by_hand_it_stays(session: Session, history: History) -> None:
    for text in ("I", "I love", "I love you"):
        translate(session, text)
    assert texts(history) == ["I", "I love", "I love you"]
    type_(session, history, "I love you so")
    assert texts(history)[-2:] == ["I love you", "I love you so"]
    # Typed, then asked for by hand before its translation began.
    history.expect_typed("I love you so much")
    history.expect_asked()
    translate(session, "I love you so much")
    type_(session, history, "I love you so much.")
    assert texts(history)[-2:] == ["I love you so much", "I love you so much."]


@pytest.mark.parametrize(
    "touch", ["step", "follow", "pin", "compare", "reopen", "model", "options"]
)
def test_another_kind_of_action_makes_it_final(
    session: Session, history: History, touch: str
) -> None:
    type_(session, history, "I love")
    entry = history.entries()[0]
    if touch == "step":
        session.set_position(0)
    elif touch == "follow":
        session.follow(0, 1, 0)
    elif touch == "pin":
        history.pin(entry, True)
        history.pin(entry, False)
    elif touch == "compare":
        history.touch(entry)
    elif touch == "reopen":
        session.reset(None)
        session.show(entry.trace)
    happened = said("I love you")
    assert isinstance(happened[0], Started)
    if touch == "model":
        model = dataclasses.replace(MODEL, fingerprint="other")
        happened[0] = dataclasses.replace(happened[0], model=model)
    elif touch == "options":
        happened[0] = dataclasses.replace(happened[0], options=SearchOptions(beam=2))
    history.expect_typed("I love you")
    session.add_events(happened)
    assert texts(history) == ["I love", "I love you"]


def test_a_step_chosen_while_it_runs_counts(session: Session, history: History) -> None:
    history.expect_typed("I love")
    happened = said("I love")
    session.add_events(happened[:4])
    session.set_position(0)
    session.add_events(happened[4:])
    type_(session, history, "I love you")
    assert texts(history) == ["I love", "I love you"]


def test_interrupted_by_typing_it_leaves_nothing(session: Session, history: History) -> None:
    history.expect_typed("I love")
    session.add_events(said("I love")[:4])
    type_(session, history, "I love you")
    assert texts(history) == ["I love you"]
    history.expect_typed("I love you so")
    session.add_events(said("I love you so")[:4])
    session.reset(None)
    assert texts(history) == ["I love you"]


def test_interrupted_by_hand_it_stays(session: Session, history: History) -> None:
    history.expect_typed("I love")
    session.add_events(said("I love")[:4])
    translate(session, "Good night.")
    assert texts(history) == ["I love", "Good night."]


def test_put_in_against_its_definition() -> None:
    chance = random.Random(1)
    hits = 0
    for _ in range(3000):
        more = "".join(chance.choices("ab ", k=chance.randrange(7)))
        less = "".join(chance.choices("ab ", k=chance.randrange(6)))
        if chance.random() < 0.5 and more:
            start = chance.randrange(len(more))
            less = more[:start] + more[chance.randrange(start, len(more) + 1) :]
        expected = len(less) < len(more) and any(
            more[:start] + more[start + len(more) - len(less) :] == less
            for start in range(len(less) + 1)
        )
        assert put_in(less, more) == expected, (less, more)
        hits += expected
    assert 500 < hits < 2500


def test_typing_at_random_keeps_no_beginning_of_its_successor(
    session: Session, history: History
) -> None:
    chance = random.Random(4)
    for _ in range(20):
        history.clear()
        text = "x"
        typed: list[str] = []
        for _ in range(12):
            if chance.random() < 0.4 and len(text) > 2:
                text = text[: -chance.randrange(1, len(text) - 1)]
            else:
                text += "".join(chance.choices("abc", k=chance.randrange(1, 3)))
            typed.append(text)
        type_(session, history, *typed)
        kept = texts(history)
        assert kept[-1] == typed[-1]
        # Nothing kept is a mere beginning of what was typed next, and every full length is there.
        peaks = [
            word
            for word, after in zip(typed, [*typed[1:], "#"], strict=True)
            if not put_in(word, after)
        ]
        assert set(kept) <= set(peaks)
        tops = [
            word
            for before, word, after in zip(["", *typed], typed, [*typed[1:], ""], strict=False)
            # Typed twice it is one entry, which may have grown the second time.
            if not put_in(word, after) and not put_in(word, before) and typed.count(word) == 1
        ]
        assert set(tops) <= set(kept)


# Once more ------------------------------------------------------------------------------


def test_the_same_again_is_one_entry(session: Session, history: History) -> None:
    first = translate(session, "one")
    entry = history.entries()[0]
    history.pin(entry, True)
    translate(session, "two")
    again = translate(session, "one")
    assert texts(history) == ["two", "one"]
    assert history.entries()[0].trace is again is not first
    assert history.entries()[0].pinned
    happened = said("one")
    assert isinstance(happened[1], Encoded)
    happened[1] = dataclasses.replace(happened[1], options=SearchOptions(beam=2))
    session.add_events(happened)
    assert texts(history) == ["two", "one", "one"]


# Bounds ---------------------------------------------------------------------------------


def sizes(words: Sequence[str]) -> list[int]:
    return [held_bytes(trace_of(said(word))) for word in words]


def test_the_oldest_go_when_memory_is_short(session: Session) -> None:
    words = ["one", "two", "three", "four"]
    history = History(session, limit=sum(sizes(words[1:])))
    for word in words[:3]:
        translate(session, word)
    assert history.dropped == 0
    translate(session, words[3])
    assert texts(history) == words[1:]
    assert history.dropped == 1
    assert history.size <= history.limit
    history.clear()
    assert (history.entries(), history.dropped) == ((), 0)


def test_pinned_and_shown_ones_stay(session: Session) -> None:
    words = ["one", "two", "three", "four"]
    history = History(session, limit=max(sizes(words)) * 2)
    translate(session, "one")
    history.pin(history.entries()[0], True)
    for word in words[1:]:
        translate(session, word)
    assert texts(history) == ["one", "four"]
    newest = history.entries()[0]
    history._limit = newest.size
    with pytest.raises(HistoryFullError, match="pinned"):
        history.pin(newest, True)
    assert not newest.pinned


def test_no_more_than_so_many(session: Session) -> None:
    history = History(session, most=3)
    for number in range(6):
        translate(session, f"text {number}")
    assert texts(history) == ["text 3", "text 4", "text 5"]
    assert history.dropped == 3


def test_one_that_is_larger_than_all_is_shown_all_the_same(session: Session) -> None:
    history = History(session, limit=1)
    translate(session, "one")
    assert texts(history) == ["one"]
    translate(session, "two")
    assert texts(history) == ["two"]


def test_remove_and_clear(qtbot: QtBot, session: Session, history: History) -> None:
    for text in ("one", "two", "three"):
        translate(session, text)
    three, two, _ = history.entries()
    history.pin(two, True)
    with qtbot.waitSignal(history.changed):
        history.remove(three)
    assert texts(history) == ["one", "two"]
    assert history.current() is None
    history.clear()
    assert texts(history) == ["two"]
    history.remove(two)
    assert history.entries() == ()


def test_entries_are_equal_to_themselves_alone(history: History) -> None:
    one = Entry(trace_of(love()), Origin.TRANSLATED, clock(), 1)
    assert one != Entry(one.trace, Origin.TRANSLATED, clock(), 1)
