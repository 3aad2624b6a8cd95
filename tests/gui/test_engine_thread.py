from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.errors import ModelFolderError
from engine.events import Encoded, Event, Record, Started, Step, Translated
from engine.search.options import SearchOptions
from gui.engine_thread import EngineThread
from gui.failure import Failure, describe
from gui.worker import Loader, LoadRequest, Mailbox, Translation, Worker
from tests.gui.fakes import FakeLoader, FakeTranslator, script
from tests.gui.traces import LOVE, MODEL, PARAGRAPHS

MakeEngine = Callable[[Loader], EngineThread]


class Heard:
    """What an engine said, in order."""

    def __init__(self, engine: EngineThread) -> None:
        self.events: list[Event] = []
        self.failures: list[Failure] = []
        self.models: list[object] = []
        self.ends = 0
        self.pauses = 0
        engine.eventsReady.connect(self.events.extend)
        engine.failed.connect(self.failures.append)
        engine.modelLoaded.connect(self.models.append)
        engine.ended.connect(self._on_end)
        engine.paused.connect(self._on_pause)

    def _on_end(self) -> None:
        self.ends += 1

    def _on_pause(self) -> None:
        self.pauses += 1

    def texts(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Started)]

    def steps(self) -> int:
        return sum(isinstance(event, Step) for event in self.events)


@pytest.fixture
def engine(make_engine: MakeEngine, loader: FakeLoader) -> EngineThread:
    engine = make_engine(loader)
    engine.start()
    return engine


@pytest.fixture
def heard(engine: EngineThread) -> Heard:
    return Heard(engine)


def test_all_events_arrive_in_order_and_the_end_comes_last(
    qtbot: QtBot, engine: EngineThread, heard: Heard, loader: FakeLoader
) -> None:
    engine.load(LoadRequest())
    engine.translate(Translation(PARAGRAPHS))
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.models == [MODEL]
    kinds = [type(event).__name__ for event in heard.events]
    assert kinds == [type(event).__name__ for event in script(PARAGRAPHS)]
    assert loader.thread_names == ["engine"]


def test_what_is_replaced_never_shows(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    gate = fake.gates["slow one"] = threading.Semaphore(2)
    engine.load(LoadRequest())
    engine.translate(Translation("slow one"))
    qtbot.waitUntil(lambda: len(heard.events) == 2)
    # The worker is inside next() for the old text when the new one is asked for.
    engine.translate(Translation("new one"))
    before = list(heard.events)
    gate.release(100)
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.events[len(before) :] != []
    assert heard.texts() == ["slow one", "new one"]
    assert isinstance(heard.events[len(before)], Started)
    assert fake.closed == ["slow one"]


def test_a_newer_request_replaces_the_one_that_waits(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    gate = fake.gates["first"] = threading.Semaphore(0)
    engine.load(LoadRequest())
    engine.translate(Translation("first"))
    qtbot.waitUntil(fake.waiting.is_set)
    for text in ("second", "third", "fourth"):
        engine.translate(Translation(text))
    gate.release(100)
    with qtbot.waitSignal(engine.ended):
        pass
    assert fake.begun == ["first", "fourth"]
    assert heard.texts() == ["fourth"]
    assert heard.ends == 1


def test_cancel_closes_the_generator_and_silences_it(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    gate = fake.gates["give up"] = threading.Semaphore(3)
    engine.load(LoadRequest())
    engine.translate(Translation("give up"))
    qtbot.waitUntil(lambda: len(heard.events) == 3)
    engine.cancel()
    gate.release(100)
    qtbot.waitUntil(lambda: fake.closed == ["give up"])
    engine.translate(Translation("next"))
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.texts() == ["give up", "next"]
    assert heard.ends == 1


def test_a_step_decodes_one_step_and_the_last_one_ends_the_sentence(
    qtbot: QtBot, engine: EngineThread, heard: Heard
) -> None:
    engine.load(LoadRequest())
    engine.translate(Translation(LOVE), play=False)
    for number in range(1, 7):
        with qtbot.waitSignal(engine.paused):
            engine.step()
        assert heard.steps() == number
    assert isinstance(heard.events[1], Encoded)
    with qtbot.waitSignal(engine.ended):
        engine.step()
    assert isinstance(heard.events[-1], Translated)
    assert heard.pauses == 6


def test_a_step_does_not_run_into_the_next_sentence(
    qtbot: QtBot, engine: EngineThread, heard: Heard
) -> None:
    engine.load(LoadRequest())
    engine.translate(Translation(PARAGRAPHS), play=False)
    for _ in range(5):
        with qtbot.waitSignal(engine.paused):
            engine.step()
    assert sum(isinstance(event, Encoded) for event in heard.events) == 1
    with qtbot.waitSignal(engine.paused):
        engine.step()
    assert sum(isinstance(event, Encoded) for event in heard.events) == 2
    engine.play()
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.steps() == 11


def test_the_speed_holds_decoding_back_and_can_change_under_way(
    qtbot: QtBot, engine: EngineThread, heard: Heard
) -> None:
    engine.set_speed(0.0001)
    engine.load(LoadRequest())
    engine.translate(Translation(LOVE))
    qtbot.waitUntil(lambda: heard.steps() == 1)
    qtbot.wait(50)
    assert heard.steps() == 1
    engine.set_speed(float("inf"))
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.steps() == 7


def test_pause_holds_and_play_goes_on(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    gate = fake.gates[LOVE] = threading.Semaphore(4)
    engine.load(LoadRequest())
    engine.translate(Translation(LOVE))
    qtbot.waitUntil(lambda: len(heard.events) == 4)
    engine.pause()
    gate.release(1)
    qtbot.waitUntil(lambda: len(heard.events) == 5)
    gate.release(100)
    qtbot.wait(50)
    assert len(heard.events) == 5
    engine.play()
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.steps() == 7


def test_an_error_in_the_stream_is_reported_and_the_next_text_works(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    fake.fails["break"] = RuntimeError("a matrix\nthat does not fit")
    engine.load(LoadRequest())
    engine.translate(Translation("break"))
    with qtbot.waitSignal(engine.failed):
        pass
    (failure,) = heard.failures
    assert not failure.expected
    assert failure.message == "The translation stopped: RuntimeError (a matrix)."
    assert "in stream" in failure.details
    # What came before the error was shown first.
    assert heard.steps() == 1
    engine.translate(Translation("go on"))
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.texts() == ["break", "go on"]


def test_a_model_that_cannot_be_loaded_is_reported_in_its_own_words(
    qtbot: QtBot, make_engine: MakeEngine, fake: FakeTranslator
) -> None:
    loader = FakeLoader(ModelFolderError("/x is not a model folder: name another."))
    engine = make_engine(loader)
    heard = Heard(engine)
    engine.start()
    engine.load(LoadRequest())
    with qtbot.waitSignal(engine.failed):
        pass
    engine.translate(Translation("anything"))
    with qtbot.waitSignal(engine.failed):
        pass
    load, translate = heard.failures
    assert (load.message, load.expected, load.during) == (
        "/x is not a model folder: name another.",
        True,
        "load",
    )
    assert (translate.expected, translate.during) == (True, "translate")
    assert "model" in translate.message
    loader.result = fake
    engine.load(LoadRequest())
    with qtbot.waitSignal(engine.modelLoaded):
        pass


class Panic(BaseException):
    """As a Rust extension raises it: no Exception."""


def test_a_panic_in_the_stream_is_reported_and_the_next_text_works(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    fake.fails["break"] = Panic("index out of bounds")
    engine.load(LoadRequest())
    engine.translate(Translation("break"))
    with qtbot.waitSignal(engine.failed):
        pass
    (failure,) = heard.failures
    assert failure.message == "The translation stopped: Panic (index out of bounds)."
    engine.translate(Translation("go on"))
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.texts() == ["break", "go on"]


def test_a_panic_in_loading_is_reported(
    qtbot: QtBot, make_engine: MakeEngine, fake: FakeTranslator
) -> None:
    loader = FakeLoader(Panic("no tokenizer"))
    engine = make_engine(loader)
    heard = Heard(engine)
    engine.start()
    engine.load(LoadRequest())
    with qtbot.waitSignal(engine.failed):
        pass
    assert heard.failures[0].message == "The model could not be loaded: Panic (no tokenizer)."
    loader.result = fake
    engine.load(LoadRequest())
    with qtbot.waitSignal(engine.modelLoaded):
        pass


def test_a_model_that_cannot_describe_itself_is_not_loaded(
    qtbot: QtBot, make_engine: MakeEngine
) -> None:
    class Nameless(FakeTranslator):
        info = property(lambda self: {}["name"], lambda self, value: None)  # type: ignore[assignment]

    engine = make_engine(FakeLoader(Nameless()))
    heard = Heard(engine)
    engine.start()
    engine.load(LoadRequest())
    with qtbot.waitSignal(engine.failed):
        pass
    assert heard.failures[0].during == "load"
    assert "KeyError" in heard.failures[0].message


def test_a_stream_that_fails_at_the_start_is_reported_and_one_that_fails_in_closing_is_logged(
    qtbot: QtBot, make_engine: MakeEngine, logged: list[logging.LogRecord]
) -> None:
    class Fragile(FakeTranslator):
        def stream(
            self, text: str, options: SearchOptions | None = None, record: Record = "all"
        ) -> Iterator[Event]:
            if text == "start":
                raise Panic("start")
            return self._unclosable(text) if text == "close" else super().stream(text)

        def _unclosable(self, text: str) -> Iterator[Event]:
            try:
                yield from super().stream(text)
            finally:
                raise Panic("close")

    engine = make_engine(FakeLoader(Fragile()))
    heard = Heard(engine)
    engine.start()
    engine.load(LoadRequest())
    engine.translate(Translation("start"))
    with qtbot.waitSignal(engine.failed):
        pass
    engine.translate(Translation("close"), play=False)
    with qtbot.waitSignal(engine.paused):
        engine.step()
    # The generation is the new one already: the failure of the old one is not shown.
    engine.translate(Translation("start"))
    with qtbot.waitSignal(engine.failed):
        pass
    assert [failure.message for failure in heard.failures] == [
        "The translation stopped: Panic (start)."
    ] * 2
    told = [each.getMessage() for each in logged if each.levelno == logging.ERROR]
    assert len(told) == 3 and all("failed: translate" in each for each in told)
    assert "_unclosable" in told[1]
    engine.translate(Translation("go on"))
    with qtbot.waitSignal(engine.ended):
        pass
    assert heard.texts()[-1] == "go on" and len(heard.failures) == 2


def test_a_load_drops_the_translation_that_waits(
    qtbot: QtBot, make_engine: MakeEngine, loader: FakeLoader, fake: FakeTranslator
) -> None:
    engine = make_engine(loader)
    engine.load(LoadRequest())
    engine.translate(Translation("for the first model"))
    engine.load(LoadRequest())
    # Only now does the worker look into its mailbox.
    engine.start()
    with qtbot.waitSignal(engine.modelLoaded):
        pass
    qtbot.wait(50)
    assert fake.begun == []
    engine.translate(Translation("for the second model"))
    with qtbot.waitSignal(engine.ended):
        pass
    assert fake.begun == ["for the second model"]


def test_a_thread_that_hangs_is_waited_for_only_once(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    gate = fake.gates[LOVE] = threading.Semaphore(3)
    engine.load(LoadRequest())
    engine.translate(Translation(LOVE))
    qtbot.waitUntil(lambda: len(heard.events) == 3)
    assert not engine.close(timeout_ms=20)
    # If this waited, the gate would give up in the meantime and the thread end.
    assert not engine.close()
    gate.release(1)
    assert engine.close(timeout_ms=20_000)


def test_close_waits_for_the_step_in_hand_and_nothing_arrives_afterwards(
    qtbot: QtBot, engine: EngineThread, heard: Heard, fake: FakeTranslator
) -> None:
    gate = fake.gates[LOVE] = threading.Semaphore(3)
    engine.load(LoadRequest())
    engine.translate(Translation(LOVE))
    qtbot.waitUntil(lambda: len(heard.events) == 3)
    assert not engine.close(timeout_ms=20)
    gate.release(1)
    assert engine.close(timeout_ms=20_000)
    assert fake.closed == [LOVE]
    qtbot.wait(30)
    assert len(heard.events) == 3
    assert engine.close(timeout_ms=1)


def test_commands_of_an_old_generation_are_ignored(fake: FakeTranslator) -> None:
    mailbox = Mailbox()
    worker = Worker(mailbox, FakeLoader(fake))
    produced: list[tuple[int, object]] = []
    worker.produced.connect(lambda generation, event: produced.append((generation, event)))
    mailbox.put_load(1, LoadRequest())
    mailbox.put_translate(5, Translation(LOVE), False)
    worker.wake()
    worker.step(4)
    worker.cancel(4)
    assert produced == []
    worker.step(5)
    assert [generation for generation, _ in produced] == [5, 5, 5]
    worker.cancel(5)
    assert fake.closed == [LOVE]


@pytest.mark.parametrize(
    ("error", "during", "beginning"),
    [
        (MemoryError(), "translate", "There is not enough memory"),
        (KeyError("x"), "load", "The model could not be loaded: KeyError"),
        (ValueError(""), "translate", "The translation stopped: ValueError."),
    ],
)
def test_unforeseen_errors_become_one_sentence(
    error: Exception, during: str, beginning: str
) -> None:
    failure = describe(error, during)
    assert failure.message.startswith(beginning)
    assert "\n" not in failure.message
    assert type(error).__name__ in failure.details


def test_what_waits_to_be_written_is_written_before_the_thread_ends(
    make_engine: MakeEngine, fake: FakeTranslator
) -> None:
    engine = make_engine(FakeLoader(fake))
    done: list[str] = []
    busy, go_on = threading.Event(), threading.Event()

    def hold(_: object) -> None:
        busy.set()
        assert go_on.wait(20)

    engine.start()
    engine.ask("open", hold)
    assert busy.wait(20)
    engine.ask("save", lambda _: done.append("save"))
    engine.ask("export", lambda _: done.append("export"))
    engine.ask("explain", lambda _: done.append("explain"))
    threading.Timer(0.05, go_on.set).start()
    assert engine.close(20_000)
    assert sorted(done) == ["export", "save"]


class SlowLoader:
    """Loads nothing for as long as it is held, as while torch is imported."""

    def __init__(self, fake: FakeTranslator) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self._fake = fake

    def __call__(self, request: LoadRequest) -> FakeTranslator:
        self.begun.set()
        assert self.go_on.wait(20)
        return self._fake


def test_closing_hardly_waits_for_a_model_that_is_being_loaded(
    make_engine: MakeEngine, fake: FakeTranslator
) -> None:
    loader = SlowLoader(fake)
    engine = make_engine(loader)
    engine.start()
    engine.load(LoadRequest())
    assert loader.begun.wait(20)
    # If this waited, the loader would give up in the meantime.
    assert not engine.close()
    assert not loader.go_on.is_set()
    loader.go_on.set()
    assert engine.close(20_000)


def test_closing_while_a_model_is_loaded_writes_what_was_to_be_written(
    make_engine: MakeEngine, fake: FakeTranslator
) -> None:
    loader = SlowLoader(fake)
    engine = make_engine(loader)
    done: list[str] = []
    engine.start()
    engine.load(LoadRequest())
    assert loader.begun.wait(20)
    engine.ask("save", lambda _: done.append("save"))
    threading.Timer(0.3, loader.go_on.set).start()
    assert engine.close()
    assert done == ["save"]


def test_what_was_taken_to_be_written_is_written_though_the_window_closes_meanwhile(
    make_engine: MakeEngine, fake: FakeTranslator
) -> None:
    engine = make_engine(FakeLoader(fake))
    done: list[str] = []
    busy, go_on = threading.Event(), threading.Event()

    def hold(_: object) -> None:
        busy.set()
        assert go_on.wait(20)

    # Both are taken at once, since the thread begins only now.
    engine.ask("open", hold)
    engine.ask("save", lambda _: done.append("save"))
    engine.start()
    assert busy.wait(20)
    threading.Timer(0.1, go_on.set).start()
    assert engine.close(20_000)
    assert done == ["save"]


def test_what_is_written_is_known() -> None:
    mailbox = Mailbox()
    mailbox.put_errand("explain", 1, lambda _: None)
    assert not mailbox.unwritten()
    mailbox.put_errand("save", 1, lambda _: None)
    mailbox.take_errands()
    assert mailbox.unwritten(), "it may be written just now"
    mailbox.put_errand("save", 2, lambda _: None)
    mailbox.written("save")
    assert mailbox.unwritten(), "another one waits"
    mailbox.take_errands()
    mailbox.written("save")
    assert not mailbox.unwritten()
