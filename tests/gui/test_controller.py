from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from engine.events import Event, Step
from engine.search.options import SearchOptions
from engine.search.what_if import Force
from gui.controller import Controller
from gui.failure import Failure
from gui.playback import FASTEST_PLAYBACK_MS
from gui.session import Session
from gui.worker import Job, LoadRequest
from tests.gui.traces import (
    LOVE,
    MODEL,
    PARAGRAPHS,
    Sentence,
    beams,
    events,
    love,
    paragraphs,
    without,
)


class Recorder(QObject):
    """An engine that only writes down what it is asked; the test plays its answers."""

    loadingStarted = Signal()
    loadingStage = Signal(str)
    modelLoaded = Signal(object)
    eventsReady = Signal(object)
    paused = Signal()
    ended = Signal()
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[object] = []

    def load(self, request: LoadRequest) -> None:
        self.asked.append(request)

    def translate(self, job: Job, play: bool = True) -> None:
        self.asked.append((job.text, play))

    def play(self) -> None:
        self.asked.append("play")

    def pause(self) -> None:
        self.asked.append("pause")

    def step(self) -> None:
        self.asked.append("step")

    def cancel(self) -> None:
        self.asked.append("cancel")

    def set_speed(self, speed: float) -> None:
        self.asked.append(speed)


@pytest.fixture
def engine(qapp: object) -> Recorder:
    return Recorder()


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def controller(session: Session, engine: Recorder) -> Controller:
    return Controller(session, engine)  # type: ignore[arg-type]


def part(happened: list[Event], steps: int) -> list[Event]:
    """The events up to and with so many steps."""
    taken: list[Event] = []
    for event in happened:
        taken.append(event)
        if sum(isinstance(each, Step) for each in taken) == steps:
            break
    return taken


def test_a_translation_plays_to_its_end(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    assert engine.asked == [(LOVE, True)]
    assert (session.playing, session.busy) == (True, True)
    engine.eventsReady.emit(part(love(), 3))
    assert session.status == "Translating… 3 steps"
    engine.eventsReady.emit(love()[5:])
    engine.ended.emit()
    assert session.finished()
    assert (session.playing, session.busy) == (False, False)
    assert session.status == "Translated in 7 steps."


def test_a_cut_translation_says_so(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(PARAGRAPHS)
    engine.eventsReady.emit(paragraphs())
    assert session.status == (
        "Translated in 11 steps, 3 sentences; sentence 3 cut at the length limit of 2 pieces."
    )


def test_blank_text_is_no_failure(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(" ")
    engine.eventsReady.emit(list(events(" ", [])))
    engine.ended.emit()
    assert session.status == "Nothing to translate."
    assert not session.playing


def test_pause_and_play_hold_and_resume_the_worker(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    controller.toggle()
    assert engine.asked[-1] == "pause"
    assert (session.playing, session.busy) == (False, False)
    assert session.status == "Paused after 3 steps."
    controller.toggle()
    assert engine.asked[-1] == "play"
    assert session.playing


def test_play_shows_what_is_decoded_before_it_decodes_more(
    controller: Controller, session: Session, engine: Recorder, qtbot: QtBot
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    controller.pause()
    session.first()
    before = list(engine.asked)
    controller.play()
    assert engine.asked == before
    assert session.playing
    qtbot.waitUntil(lambda: session.position == 2)
    assert engine.asked[-1] == "play"
    assert session.following


def test_play_at_the_end_begins_again(
    controller: Controller, session: Session, engine: Recorder, qtbot: QtBot
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(love())
    engine.ended.emit()
    controller.play()
    assert session.position == 0
    with qtbot.waitSignal(session.playingChanged, check_params_cb=lambda playing: not playing):
        pass
    assert session.position == 6
    assert engine.asked == [(LOVE, True)]


def test_step_moves_before_it_decodes(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    session.set_position(1)
    controller.step()
    assert session.position == 2
    assert engine.asked == [(LOVE, True), "pause"]
    controller.step()
    assert engine.asked[-1] == "step"
    assert session.busy
    engine.eventsReady.emit([love()[5]])
    engine.paused.emit()
    assert session.position == 3
    assert not session.busy
    assert session.status == "Paused after 4 steps."


def test_going_back_stops_a_slow_film_but_not_decoding_at_full_speed(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    controller.back()
    assert "pause" not in engine.asked
    assert session.playing
    assert session.position == 1
    session.set_speed(2.0)
    assert engine.asked[-1] == 2.0
    controller.first()
    assert engine.asked[-1] == "pause"
    assert not session.playing
    assert session.position == 0


def test_stop_keeps_what_is_there_and_can_go_on(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    controller.stop()
    assert engine.asked[-1] == "pause"
    assert session.length() == 3
    controller.play()
    assert engine.asked[-1] == "play"


def test_stop_gives_up_what_only_waits(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.load(LoadRequest())
    controller.translate(LOVE)
    controller.stop()
    assert engine.asked[-1] == "cancel"
    assert not session.playing
    assert session.busy, "the model is still being loaded"
    engine.modelLoaded.emit(MODEL)
    assert not session.busy
    assert session.status == "Ready."


def test_a_failure_takes_away_what_belongs_to_another_text(
    controller: Controller, session: Session, engine: Recorder, qtbot: QtBot
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(love())
    engine.ended.emit()
    controller.translate("too long")
    failure = Failure("Too long.", "details", True, "translate")
    with qtbot.waitSignal(controller.problem) as caught:
        engine.failed.emit(failure)
    assert caught.args == [failure]
    assert session.trace is None
    assert (session.playing, session.busy) == (False, False)


def test_a_failure_leaves_the_steps_of_its_own_text(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    engine.failed.emit(Failure("It broke.", "details", False, "translate"))
    assert session.length() == 3
    controller.step()
    assert "step" not in engine.asked


def test_a_model_that_fails_takes_the_waiting_text_with_it(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.load(LoadRequest())
    controller.translate(LOVE)
    engine.failed.emit(Failure("No such model.", "details", True, "load"))
    assert engine.asked[-1] == "cancel"
    assert (session.playing, session.busy) == (False, False)
    assert session.model is MODEL


def test_a_user_who_goes_to_a_step_in_a_replay_stays_there(
    controller: Controller, session: Session, engine: Recorder, qtbot: QtBot
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(love())
    engine.ended.emit()
    for goes in (session.back, session.first, lambda: session.set_position(session.position)):
        session.set_position(2)
        with qtbot.waitSignal(session.positionChanged):
            controller.play()
        assert session.playing
        goes()
        position = session.position
        assert not session.playing
        qtbot.wait(3 * FASTEST_PLAYBACK_MS)
        assert session.position == position


def test_the_last_step_of_a_paused_stream_is_shown_without_decoding_more(
    controller: Controller, session: Session, engine: Recorder, qtbot: QtBot
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    controller.pause()
    for last in (session.last, controller.last):
        session.first()
        controller.play()
        last()
        assert (session.position, session.playing) == (2, False)
        qtbot.wait(3 * FASTEST_PLAYBACK_MS)
        assert engine.asked == [(LOVE, True), "pause"]


def test_an_abandoned_trace_gets_no_more_steps(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    assert session.unfinished()
    changes: list[bool] = []
    session.canDecodeChanged.connect(changes.append)
    controller.load(LoadRequest())
    assert not session.unfinished()
    # The next one waits: what is shown is still the trace of the last.
    controller.translate(PARAGRAPHS)
    engine.modelLoaded.emit(MODEL)
    assert not session.unfinished()
    engine.eventsReady.emit(part(paragraphs(), 1))
    assert session.unfinished()
    engine.failed.emit(Failure("It broke.", "details", False, "translate"))
    assert not session.unfinished()
    assert changes == [False, True, False]


def test_pausing_what_has_not_begun_says_no_more_than_that(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(love())
    engine.ended.emit()
    controller.load(LoadRequest())
    controller.translate(PARAGRAPHS)
    assert session.status == "Loading the model…"
    controller.pause()
    assert session.status == "Paused."
    engine.modelLoaded.emit(MODEL)
    assert session.status == "Paused."
    session.first()
    controller.play()
    assert engine.asked[-1] == "play"
    assert session.position == 0, "no playback of the text before"
    assert session.status == "Translating…"
    assert (session.playing, session.busy) == (True, True)


def test_the_step_in_hand_when_the_pause_came_does_not_say_that_it_goes_on(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(part(love(), 3))
    controller.pause()
    engine.eventsReady.emit([love()[5]])
    assert session.status == "Paused after 4 steps."


def test_a_single_step_is_nothing_to_play(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    assert not controller.can_continue()
    controller.translate(LOVE)
    assert controller.can_continue()
    engine.eventsReady.emit(part(love(), 1))
    engine.failed.emit(Failure("It broke.", "details", False, "translate"))
    assert not controller.can_continue()


def test_abandoning_ends_playback_and_leaves_the_loading_alone(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    controller.translate(LOVE)
    engine.eventsReady.emit(love())
    engine.ended.emit()
    controller.play()
    controller.abandon("Ready.")
    assert not session.playing
    assert session.status == "Translated in 7 steps."
    controller.load(LoadRequest())
    controller.translate(LOVE)
    controller.abandon("Ready.")
    assert engine.asked[-1] == "cancel"
    assert session.status == "Loading the model…"


# ------------------------------------------------------------------ heads switched off

OFF = (("encoder self", 0, 0), ("cross", 1, 3))


def other() -> list[Event]:
    """LOVE, translated otherwise."""
    return list(events(LOVE, [Sentence(LOVE, ("\u2581Je", "\u2581vous", "\u2581aime", "</s>"))]))


def run(controller: Controller, engine: Recorder, happened: list[Event], text: str = LOVE) -> None:
    controller.translate(text)
    engine.eventsReady.emit(happened)
    engine.ended.emit()


def switch(session: Session, *heads: tuple[str, int, int]) -> None:
    session.set_options(dataclasses.replace(session.options, heads_off=heads))


def test_a_run_with_other_heads_off_can_be_undone_and_its_heads_with_it(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    session.set_options(SearchOptions(beam=3))
    run(controller, engine, love())
    first, text = session.trace, session.text()
    session.set_position(2)
    assert not controller.can_undo() and controller.before() is None
    switch(session, *OFF[:1])
    run(controller, engine, without(other(), *OFF[:1]))
    second = session.trace
    assert controller.before() == text != session.text()
    switch(session, *OFF)
    run(controller, engine, without(other(), *OFF))
    assert controller.before() == "Je vous aime"
    controller.undo()
    assert session.trace is second
    assert session.options == SearchOptions(beam=3, heads_off=OFF[:1])
    assert controller.before() == text
    controller.undo()
    assert session.trace is first and session.position == 2
    assert session.options == SearchOptions(beam=3)
    assert not controller.can_undo() and controller.before() is None


def test_before_is_what_was_shown(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    run(controller, engine, beams(), beams()[0].text)  # type: ignore[union-attr]
    session.follow(0, 1, 1)
    shown = session.text()
    session.follow_best()
    assert shown != session.text()
    session.follow(0, 1, 1)
    switch(session, *OFF)
    run(controller, engine, without(beams(), *OFF), beams()[0].text)  # type: ignore[union-attr]
    assert controller.before() == shown
    controller.undo()
    assert session.text() == shown


def test_only_other_heads_and_what_ifs_are_kept(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    switch(session, *OFF)
    run(controller, engine, without(love(), *OFF))
    run(controller, engine, without(love(), *OFF))
    assert not controller.can_undo(), "the same once more"
    run(controller, engine, love())
    assert controller.can_undo()
    run(controller, engine, without(paragraphs(), *OFF), PARAGRAPHS)
    assert not controller.can_undo(), "another text"
    elsewhere = [
        dataclasses.replace(event, model=dataclasses.replace(MODEL, fingerprint="other"))
        if index == 0
        else event
        for index, event in enumerate(paragraphs())
    ]
    run(controller, engine, elsewhere, PARAGRAPHS)
    assert not controller.can_undo(), "another model"


def test_a_what_if_between_leaves_the_heads_alone(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    run(controller, engine, love())
    switch(session, *OFF)
    run(controller, engine, without(other(), *OFF))
    controller.what_if(0, 1, 0, Force((77,)))
    engine.eventsReady.emit(without(love(), *OFF))
    engine.ended.emit()
    controller.undo()
    assert session.options.heads_off == OFF
    assert session.text() == "Je vous aime"
    controller.undo()
    assert session.options.heads_off == ()


def test_a_refused_run_of_the_same_text_leaves_what_is_shown(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    run(controller, engine, love())
    trace = session.trace
    switch(session, *OFF)
    controller.translate(LOVE)
    engine.failed.emit(Failure("No such head.", "details", True, "translate"))
    assert session.trace is trace
    assert session.status == "The translation stopped."
    assert not session.busy


def test_heads_are_on_again_with_another_model(
    controller: Controller, session: Session, engine: Recorder
) -> None:
    session.set_options(SearchOptions(beam=2, heads_off=OFF))
    controller.load(LoadRequest())
    assert session.options == SearchOptions(beam=2)
    engine.modelLoaded.emit(MODEL)
    first = Session()
    fresh = Controller(first, engine)  # type: ignore[arg-type]
    first.set_options(SearchOptions(heads_off=OFF))
    engine.modelLoaded.emit(MODEL)
    assert first.options.heads_off == OFF, "what was asked for before any model"
    first.set_options(SearchOptions(heads_off=(("cross", 2, 0),)))
    engine.modelLoaded.emit(MODEL)
    assert first.options.heads_off == (), "and this model has no such head"
    assert not fresh.can_undo()
