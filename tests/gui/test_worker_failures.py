"""The worker fails, runs out of memory or of its device, hangs or dies; the window goes on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.errors import ModelFolderError
from engine.events import Event, Record, Step
from engine.search.options import SearchOptions
from engine.traces import file as trace_file
from engine.translator import Translator
from gui import engine_thread
from gui.engine_thread import EngineThread
from gui.main_window import MainWindow
from gui.worker import Loader, LoadRequest, Translation, load_translator
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.traces import LOVE, MODEL

MakeEngine = Callable[[Loader], EngineThread]
CPU_FULL = RuntimeError("[enforce fail at a.cpp:1] DefaultCPUAllocator: can't allocate memory: …")
GPU_FULL = torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 MiB.")
GPU_GONE = torch.AcceleratorError("CUDA error: unspecified launch failure\nCUDA kernel errors …")
SAID = [
    (MemoryError(), "There is not enough memory for this: use a shorter text"),
    (CPU_FULL, "There is not enough memory for this: use a shorter text"),
    (GPU_FULL, "The memory of the graphics card is full: close what else uses it"),
    (GPU_GONE, "The device that computed stopped working (AcceleratorError (CUDA error: unsp"),
]
IDS = ["memory", "cpu memory", "gpu memory", "gpu gone"]


def finish(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """The window translates as if nothing had happened."""
    window.source.set_text(text)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    assert window.session.finished() and not window.session.busy
    assert window.translation.text() == text.upper()


def resting(window: MainWindow) -> bool:
    """Whether nothing is under way, as far as the window knows."""
    return not window.session.busy and not window.session.playing


# Memory and device ----------------------------------------------------------------------


@pytest.mark.parametrize(("error", "said"), SAID, ids=IDS)
def test_in_mid_translation_the_steps_stay_and_can_be_saved(
    qtbot: QtBot,
    window: MainWindow,
    fake: FakeTranslator,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    error: BaseException,
    said: str,
) -> None:
    fake.fails["break it here"] = error
    window.source.set_text("break it here")
    with qtbot.waitSignal(window.controller.problem):
        window.commands.translate()
    session = window.session
    assert window.message_bar.isVisible() and said in window.message_bar.label.text()
    assert session.length() == 1 and not session.busy and not session.playing
    assert window.source.text() == "break it here" and session.model is MODEL
    name = tmp_path / "kept.trace"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(name), ""))
    with qtbot.waitSignal(window.engine.answered):
        window.actions_["save_trace"].trigger()
    assert len(trace_file.load(name).sentences[0].steps) == 1
    finish(qtbot, window, "go on")


@pytest.mark.parametrize(("error", "said"), SAID, ids=IDS)
def test_in_loading_the_model_in_use_stays(
    qtbot: QtBot, window: MainWindow, loader: FakeLoader, error: BaseException, said: str
) -> None:
    finish(qtbot, window, "before")
    good, loader.result = loader.result, error
    with qtbot.waitSignal(window.controller.problem):
        window.load_model(Path("elsewhere"))
    assert said in window.message_bar.label.text()
    assert window.session.model is MODEL and window.translation.text() == "BEFORE"
    finish(qtbot, window, "with the old one")
    loader.result = good
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)


@pytest.mark.parametrize("error", [GPU_FULL, GPU_GONE], ids=["full", "gone"])
def test_nobody_asked_for_the_gpu_so_the_cpu_will_do(
    monkeypatch: pytest.MonkeyPatch, error: Exception, tiny_folder: Path
) -> None:
    tried: list[str] = []

    def load(folder: object, device: str, **_: object) -> str:
        tried.append(device)
        if device != "cpu":
            raise error
        return "a translator"

    monkeypatch.setattr(Translator, "load", load)
    assert load_translator(LoadRequest(tiny_folder, "auto")) == "a translator"  # type: ignore[comparison-overlap]
    assert tried == ["auto", "cpu"]
    with pytest.raises(type(error)):
        load_translator(LoadRequest(tiny_folder, "cuda"))
    assert tried == ["auto", "cpu", "cuda"]


@pytest.mark.parametrize("error", [CPU_FULL, MemoryError(), ModelFolderError("None here.")])
def test_what_the_cpu_cannot_do_either_is_not_tried_twice(
    monkeypatch: pytest.MonkeyPatch, error: Exception, tiny_folder: Path
) -> None:
    tried: list[str] = []

    def load(folder: object, device: str, **_: object) -> str:
        tried.append(device)
        raise error

    monkeypatch.setattr(Translator, "load", load)
    with pytest.raises(type(error)):
        load_translator(LoadRequest(tiny_folder, "auto"))
    assert tried == ["auto"]


# Hanging --------------------------------------------------------------------------------


class Stuck(FakeTranslator):
    """Hangs inside a step, or in asking for the card, until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.let_go = threading.Event(), threading.Event()

    def _hang(self) -> None:
        self.inside.set()
        assert self.let_go.wait(60)

    def stream(
        self, text: str, options: SearchOptions | None = None, record: Record = "all"
    ) -> Iterator[Event]:
        for event in super().stream(text, options, record):
            if text == "hang" and isinstance(event, Step):
                self._hang()
            yield event


@pytest.fixture
def stuck() -> Iterator[Stuck]:
    translator = Stuck()
    yield translator
    translator.let_go.set()


@pytest.fixture
def hanging(qtbot: QtBot, make_window: Callable[..., MainWindow], stuck: Stuck) -> MainWindow:
    """A window whose worker hangs in the middle of a step."""
    window = make_window(FakeLoader(stuck))
    window.source.live.setChecked(False)
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    window.source.set_text("hang")
    window.commands.translate()
    qtbot.waitUntil(stuck.inside.is_set)
    return window


def test_a_worker_that_hangs_can_be_cancelled_and_typed_over(
    qtbot: QtBot, hanging: MainWindow, stuck: Stuck
) -> None:
    window = hanging
    window.actions_["stop"].trigger()
    assert resting(window)
    window.commands.clear()
    assert resting(window) and window.session.trace is None and not window.source.text()
    window.source.set_text("something else")
    window.commands.translate()
    assert not resting(window) and window.source.text() == "something else"
    stuck.let_go.set()
    qtbot.waitUntil(window.session.finished)
    assert window.translation.text() == "SOMETHING ELSE"
    assert stuck.begun == ["hang", "something else"]


def test_closing_does_not_wait_for_a_worker_that_hangs(
    hanging: MainWindow, stuck: Stuck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_thread, "STEP_MS", 20)
    # If this waited for the step, the step would give up and the thread end.
    hanging.close()
    assert not hanging.isVisible()
    assert not stuck.let_go.is_set() and hanging.engine._thread.isRunning()
    stuck.let_go.set()
    assert hanging.engine.close(20_000)


def test_how_long_closing_waits_depends_on_what_would_be_lost(
    hanging: MainWindow, stuck: Stuck
) -> None:
    engine = hanging.engine
    assert engine._patience() == engine_thread.STEP_MS <= 10_000
    engine.ask("card", lambda _: None)
    assert engine._patience() == engine_thread.STEP_MS
    engine.ask("save", lambda _: None)
    assert engine._patience() == engine_thread.CLOSE_MS <= 60_000
    stuck.let_go.set()


# Dying ----------------------------------------------------------------------------------


def end_thread(engine: EngineThread) -> None:
    """End the worker's thread as nobody should."""
    thread = engine._thread
    thread.quit()
    assert thread.wait(20_000)


def test_a_thread_that_ends_is_replaced_and_the_model_is_still_there(
    qtbot: QtBot, window: MainWindow, loader: FakeLoader, logged: list[logging.LogRecord]
) -> None:
    finish(qtbot, window, "before")
    for text in ("after one", "after two"):
        logged.clear()
        end_thread(window.engine)
        finish(qtbot, window, text)
        told = [each.getMessage() for each in logged if each.levelno == logging.ERROR]
        assert told == ["the worker's thread has ended by itself: another one goes on"]
    assert len(loader.requests) == 1, "the model did not have to be loaded again"


def test_what_was_under_way_goes_on(qtbot: QtBot, window: MainWindow, fake: FakeTranslator) -> None:
    window.source.set_text("one two three four")
    window.session.set_speed(0.0001)
    window.commands.translate()
    qtbot.waitUntil(lambda: window.session.length() == 1)
    end_thread(window.engine)
    window.session.set_speed(float("inf"))
    qtbot.waitUntil(window.session.finished)
    assert window.translation.text() == "ONE TWO THREE FOUR"
    assert fake.begun == fake.finished == ["one two three four"]


def test_what_was_asked_of_a_thread_that_had_ended_is_done(
    qtbot: QtBot, make_engine: MakeEngine, fake: FakeTranslator
) -> None:
    engine = make_engine(FakeLoader(fake))
    done: list[str] = []
    engine.start()
    end_thread(engine)
    engine.load(LoadRequest())
    engine.translate(Translation(LOVE))
    engine.ask("save", lambda _: done.append("save"))
    with qtbot.waitSignal(engine.answered):
        pass
    qtbot.waitUntil(lambda: fake.finished == [LOVE])
    assert done == ["save"]


def test_a_thread_that_has_ended_does_not_keep_the_window_from_closing(
    qtbot: QtBot, window: MainWindow
) -> None:
    end_thread(window.engine)
    window.close()
    assert not window.isVisible() and not window.engine._thread.isRunning()
