"""At steps that come after the end of the best output, another hypothesis is shown by all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from engine.events import Event, Finished, Translated
from gui import shot
from gui.main_window import MainWindow
from gui.session import Session
from tests.gui.traces import MODEL, beams, trace_of


def short_winner() -> list[Event]:
    """The search of :func:`beams`, in which "Moi </s>", ended at step 1, wins."""
    happened = beams()
    outputs = next(each for each in happened if isinstance(each, Finished)).hypotheses[::-1]
    return [
        replace(each, hypotheses=outputs)
        if isinstance(each, Finished)
        else replace(each, text=outputs[0].text)
        if isinstance(each, Translated)
        else each
        for each in happened
    ]


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    session.add_events(short_winner())
    return session


def test_a_finished_search_stands_at_the_end_of_its_winner(session: Session) -> None:
    assert session.place() == (0, 1) and session.ended_at() is None
    assert session.text() == "Moi" and session.length() == 4


def test_what_is_shown_is_one_hypothesis_at_every_step(session: Session, qtbot: QtBot) -> None:
    sentence = session.sentence()
    assert sentence is not None
    told: list[int] = []
    session.hypothesisChanged.connect(lambda: told.append(session.position))
    seen = []
    for position in (1, 2, 3, 2, 1, 0):
        session.set_position(position)
        path = session.path(sentence)
        assert path[position] == session.hypothesis()
        assert path[: position + 1] == sentence.places(position, session.hypothesis())
        seen.append((session.text(), session.ended_at()))
    moi, crossing = ("Moi", None), ("Je t'aime", 1)
    assert seen == [moi, crossing, crossing, crossing, moi, moi]
    # Where it becomes another one, and nowhere else.
    assert told == [2, 1]


def test_what_the_user_follows_may_end_too() -> None:
    session = Session()
    session.set_model(MODEL)
    session.add_events(beams())
    sentence = session.sentence()
    assert sentence is not None and session.place() == (0, 3)
    session.follow(0, 1, 2)
    assert session.place() == (0, 1), "its end: at the last step there is nothing of it"
    assert session.text() == "Moi" and session.ended_at() is None
    session.set_position(3)
    assert session.text() == "Je t'aime" and session.ended_at() == 1
    # Asked for again, it is shown again.
    session.follow(0, 1, 2)
    assert session.place() == (0, 1) and session.text() == "Moi"
    session.set_position(3)
    session.follow_best()
    assert session.place() == (0, 3) and session.text() == "Je t'aime"
    assert session.ended_at() is None


def test_a_trace_is_shown_at_a_step_after_the_end(session: Session) -> None:
    session.show(trace_of(short_winner()), 3)
    assert session.ended_at() == 1 and session.text() == "Je t'aime"
    told: list[int] = []
    session.hypothesisChanged.connect(lambda: told.append(session.position))
    session.back()
    assert told == [], "it is the same one"
    session.follow_best()
    assert session.place() == (0, 1)


def test_the_window_says_so_and_leads_back(window: MainWindow) -> None:
    session = window.session
    session.set_model(MODEL)
    session.add_events(short_winner())
    window.docks.reveal("beams")
    shot.settle(window)
    best = window.actions_["follow_best"]
    assert not best.isEnabled() and not window.translation.remark.isVisible()
    session.set_position(2)
    shot.settle(window)
    assert "ended at step 2" in window.translation.remark.text()
    assert window.translation.remark.isVisible() and window.beams.best_button.isVisible()
    assert window.translation.text_view.shown_text() == session.text() == "Je t'aime"
    pieces = [chip.text for chip in window.translation.strip.chips()]
    assert pieces[:3] == ["Je", "t'", "aime"]
    assert best.isEnabled()
    best.trigger()
    shot.settle(window)
    assert session.place() == (0, 1) and window.translation.text_view.shown_text() == "Moi"
    assert not best.isEnabled() and not window.translation.remark.isVisible()
