"""Whatever the window is doing, any two things done one after the other leave it sound.

In every state every ordered pair of actions is done: nothing may be raised, what was typed stays,
the newest choice of model and options holds, and the window still translates. The worker lives on
the window's own thread here, so that what happens is the same each time, and nothing waits for a
clock: what is decoded step by step waits for ever, what is not runs at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThread
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.errors import ModelFolderError
from engine.search.options import SearchOptions
from engine.search.what_if import Forbid
from engine.traces import file as trace_file
from gui import engine_thread
from gui.engine_thread import EngineThread
from gui.failure import Failure
from gui.main_window import MainWindow
from gui.session import FULL_SPEED, Session
from gui.settings import Settings
from gui.worker import LoadRequest, Worker
from tests.gui.fakes import FakeTranslator
from tests.gui.leavings import left_behind
from tests.gui.models_at_hand import AtHand
from tests.gui.traces import LOVE, MODEL, love, trace_of

OTHER = dataclasses.replace(MODEL, name="other")
FAULT = "a made-up fault"
FOR_EVER: Final = 1e-6
"""Steps a second: the next one is days away."""
TURNS: Final = 2_000
"""So many turns of the loop are enough for anything that was asked for."""


def load(request: LoadRequest) -> FakeTranslator:
    """The model of a folder that is named after it."""
    name = "" if request.model is None else request.model.name
    if name == "broken":
        raise ModelFolderError("This folder holds no model.")
    translator = FakeTranslator(OTHER if name == "other" else MODEL)
    translator.fails["break it here"] = RuntimeError(FAULT)
    return translator


class Here(Worker):
    """A worker that stays on the window's thread."""

    def moveToThread(self, thread: QThread) -> bool:
        return True


class Trial:
    """One window, which is never shown, and what is to be true of it.

    Attributes:
        text: what stands in the source; ``None`` if a trace that is opened decides that.
        models: names of which the model has one: a newer request replaces one that waits.
        beam: the newest choice.
    """

    def __init__(self) -> None:
        self.engine = EngineThread(load)
        self.window = MainWindow(Session(), self.engine, Settings(None), sources=AtHand().sources())
        self.window.source.live.setChecked(False)
        self.problems: list[Failure] = []
        self.window.controller.problem.connect(self.problems.append)
        self.text: str | None = self.window.source.text()
        self.models, self.beam, self.typed = {""}, 1, 0

    def settle(self) -> None:
        """Let everything happen that is due; hold what waits for a clock."""
        session, engine = self.window.session, self.engine
        session.set_speed(FULL_SPEED)
        quiet = 0
        for _ in range(TURNS):
            QApplication.processEvents()
            if engine._flusher.isActive():
                engine._flush()
            if session.playing and not self.window.controller._decoding:
                self.window.controller.pause()
            worker = engine._worker
            waits = worker is not None and (
                worker._timer.isActive() or worker._mailbox._translate or worker._mailbox._load
                or worker._mailbox._errands
            )  # fmt: skip
            busy = session.busy or session.playing or waits or engine._flusher.isActive()
            # What was emitted last is handed over in the turns that follow.
            quiet = 0 if busy else quiet + 1
            if quiet == 4:
                return
        raise AssertionError(f"it does not come to rest: “{session.status}”")

    def model(self) -> str:
        """Name of the model in use; empty if there is none."""
        model = self.window.session.model
        return model.name if model else ""

    def write(self, text: str) -> None:
        """Put a text into the source, which stays unless a trace is on its way."""
        self.window.source.set_text(text)
        self.text = text if self.text is not None else None

    def some_turns(self) -> None:
        for _ in range(8):
            QApplication.processEvents()
        if self.engine._flusher.isActive():
            self.engine._flush()

    def begin_anew(self) -> None:
        """As after the start: a model, no text, the usual search."""
        window = self.window
        if window.session.model is not MODEL:
            window.load_model(None)
            self.settle()
        window.source.live.setChecked(False)
        window.commands.clear()
        window.session.set_options(SearchOptions())
        self.settle()
        self.text, self.models, self.beam = "", {MODEL.name}, 1
        self.problems.clear()

    def check(self, done: str) -> None:
        """All is as it was asked for, and the window still works."""
        self.settle()
        window, session = self.window, self.window.session
        if self.text is not None:
            assert window.source.text() == self.text, done
        assert self.model() in self.models, done
        assert session.options.beam == self.beam, done
        assert -1 <= session.position < max(1, session.length()), done
        if session.trace is not None and session.length():
            assert session.position >= 0, done
        for problem in self.problems:
            assert problem.expected or FAULT in problem.details, f"{done}: {problem.details}"
        if not self.model():
            return
        window.source.set_text("is it sound")
        window.commands.translate()
        self.settle()
        assert session.finished() and window.translation.text() == "IS IT SOUND", done
        assert not session.busy and not session.playing and not window.progress.isVisible(), done


Act = Callable[[Trial], object]


def _type(trial: Trial) -> None:
    trial.typed += 1
    trial.write(f"one two three {trial.typed % 3}")


def _type_live(trial: Trial) -> None:
    trial.window.source.live.setChecked(True)
    _type(trial)
    trial.window.source.translate_now()
    trial.window.source.live.setChecked(False)


def _fail(trial: Trial) -> None:
    trial.write("break it here")
    trial.window.commands.translate()


def _clear(trial: Trial) -> None:
    trial.write("")
    trial.window.commands.clear()


def _load(name: str) -> Act:
    def act(trial: Trial) -> None:
        # One that cannot be loaded leaves the one in use, and may have replaced one that waited.
        trial.models = {name} if name == "other" else {trial.model(), *trial.models}
        trial.window.load_model(Path(name))

    return act


def _options(trial: Trial) -> None:
    trial.beam = trial.beam % 4 + 1
    options = trial.window.session.options
    trial.window.session.set_options(dataclasses.replace(options, beam=trial.beam, n_best=1))


def _what_if(trial: Trial) -> None:
    if trial.window.session.length():
        trial.window.controller.what_if(0, 0, 0, Forbid(5))


def _score(trial: Trial) -> None:
    trial.window.controller.score(trial.window.source.text() or LOVE, "Je vous aime.")


def _command(name: str) -> Act:
    return lambda trial: trial.window.actions_[name].trigger()


def _open(trial: Trial) -> None:
    trial.text = None
    trial.window.actions_["open_trace"].trigger()


def _undo(trial: Trial) -> None:
    trial.window.actions_["undo"].trigger()


ACTIONS: Final[dict[str, Act]] = {
    "type": _type,
    "type live": _type_live,
    "clear": _clear,
    **{name: _command(name) for name in ("translate", "step", "play", "stop", "back", "last")},
    "undo": _undo,
    "load another": _load("other"),
    "load a broken one": _load("broken"),
    "change options": _options,
    "translate what fails": _fail,
    "what if": _what_if,
    "score": _score,
    "save": _command("save_trace"),
    "open": _open,
}


def _ready(trial: Trial) -> None:
    pass


def _begun(trial: Trial) -> None:
    _type(trial)
    trial.window.commands.translate()


def _middle(trial: Trial) -> None:
    trial.window.session.set_speed(FOR_EVER)
    _begun(trial)
    trial.some_turns()
    assert trial.window.session.length() == 1 and trial.window.session.playing


def _paused(trial: Trial) -> None:
    _middle(trial)
    trial.window.actions_["stop"].trigger()
    trial.window.actions_["step"].trigger()
    trial.some_turns()
    assert trial.window.session.length() == 2 and not trial.window.session.busy


def _finished(trial: Trial) -> None:
    _begun(trial)
    trial.settle()
    assert trial.window.session.finished()


def _replaying(trial: Trial) -> None:
    _finished(trial)
    trial.window.actions_["first"].trigger()
    trial.window.session.set_speed(FOR_EVER)
    trial.window.actions_["play"].trigger()
    assert trial.window.session.playing


def _failed(trial: Trial) -> None:
    _fail(trial)
    trial.settle()
    assert trial.problems


def _loading(trial: Trial) -> None:
    _finished(trial)
    _load("other")(trial)
    assert trial.window.session.busy


def _waiting(trial: Trial) -> None:
    _loading(trial)
    trial.window.commands.translate()


def _changed(trial: Trial) -> None:
    _finished(trial)
    _what_if(trial)
    trial.settle()
    assert trial.window.controller.can_undo()


STATES: Final[dict[str, Act]] = {
    "ready": _ready,
    "typed": _type,
    "asked for": _begun,
    "in the middle": _middle,
    "paused": _paused,
    "finished": _finished,
    "played back": _replaying,
    "failed": _failed,
    "loading": _loading,
    "loading with a text that waits": _waiting,
    "after a what if": _changed,
}


@pytest.fixture
def trial(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[[], Trial]]:
    monkeypatch.setattr(engine_thread, "Worker", Here)
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "saved.trace"), "")
    )
    trace_file.save(trace_of(love()), tmp_path / "kept.trace")
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "kept.trace"), "")
    )
    made: list[Trial] = []

    def make() -> Trial:
        made.append(Trial())
        return made[-1]

    yield make
    for each in made:
        each.window.close()
        assert not left_behind(each.window)
        # At once: windows that linger are styled anew with every one that comes.
        each.window.deleteLater()
        QCoreApplication.sendPostedEvents(each.window, QEvent.Type.DeferredDelete)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_any_two_actions_in_any_state(trial: Callable[[], Trial], state: str) -> None:
    one = trial()
    for first, act in ACTIONS.items():
        for number, (second, then) in enumerate(ACTIONS.items()):
            done = f"{state}: {first}, {second}"
            one.begin_anew()
            STATES[state](one)
            act(one)
            # At once, or after what the first has led to.
            if (number + len(first)) % 2:
                one.some_turns()
            then(one)
            one.check(done)


def test_any_two_actions_before_there_is_a_model(trial: Callable[[], Trial]) -> None:
    one = trial()
    without = {name: act for name, act in ACTIONS.items() if name != "load another"}
    for first, act in without.items():
        for second, then in without.items():
            one.window.commands.clear()
            one.window.session.set_options(SearchOptions())
            one.text, one.beam = "", 1
            act(one)
            then(one)
            one.check(f"no model: {first}, {second}")
            assert all("model" in each.message for each in one.problems), (first, second)
            one.problems.clear()
    _load("other")(one)
    one.check("a model at last")


@pytest.mark.parametrize("state", STATES)
def test_closing_in_any_state_after_any_action(trial: Callable[[], Trial], state: str) -> None:
    for name in list(ACTIONS)[list(STATES).index(state) % 6 :: 6]:
        one = trial()
        one.begin_anew()
        STATES[state](one)
        ACTIONS[name](one)
        one.window.close()
        assert not one.window.isVisible() and not left_behind(one.window), f"{state}: {name}"
        # Nothing is done for a window that is closed, and nothing is raised.
        for _ in range(5):
            QApplication.processEvents()
        assert one.window.engine._worker is None
