from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from engine.errors import CancelledError, HubError
from gui.failure import Failure
from gui.models.background import Background, Job

WAIT_S = 20


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background("find")
    yield made
    assert made.close(), "the thread did not end"


def wait_for(job: Job) -> None:
    """Until it is given up."""
    for _ in range(WAIT_S * 100):
        if job.cancelled():
            raise CancelledError("Stopped.")
        QThread.msleep(10)
    raise AssertionError("nobody gave it up")


def test_it_works_on_a_thread_of_its_own(qtbot: QtBot, background: Background) -> None:
    told: list[object] = []
    background.reported.connect(told.append)

    def work(job: Job) -> str:
        job.report(1)
        job.report("two")
        return QThread.currentThread().objectName()

    assert not background.busy and not background._thread.isRunning()
    with qtbot.waitSignal(background.done) as done:
        background.ask(work)
    assert done.args == ["find"] and told == [1, "two"] and not background.busy


def test_a_failure_has_words_and_details(qtbot: QtBot, background: Background) -> None:
    for error, expected in ((HubError("No such hub."), True), (KeyError("x"), False)):

        def work(_: Job, error: BaseException = error) -> object:
            raise error

        with qtbot.waitSignal(background.failed) as failed:
            background.ask(work)
        failure = failed.args[0]  # type: ignore[index]
        assert isinstance(failure, Failure) and failure.expected is expected
        assert type(error).__name__ in failure.details and failure.during == "find"
    assert failure.message == "The search for models stopped: KeyError ('x')."


def test_cancelling_stops_it_and_says_when_it_has_ended(
    qtbot: QtBot, background: Background
) -> None:
    begun = threading.Event()
    heard: list[object] = []

    def work(job: Job) -> None:
        begun.set()
        wait_for(job)

    background.failed.connect(heard.append)
    background.ask(work)
    assert begun.wait(WAIT_S)
    with qtbot.waitSignal(background.stopped):
        background.cancel()
        assert background.stopping
    assert not background.busy
    assert heard == []


def test_a_newer_one_takes_its_place(qtbot: QtBot, background: Background) -> None:
    begun = threading.Event()
    answers: list[object] = []

    def first(job: Job) -> None:
        begun.set()
        wait_for(job)

    background.done.connect(answers.append)
    background.ask(first)
    assert begun.wait(WAIT_S)
    background.ask(lambda _: pytest.fail("it was given up while it waited"))
    with qtbot.waitSignal(background.done):
        background.ask(lambda _: "third")
    assert answers == ["third"]


def test_closing_cancels(qtbot: QtBot, background: Background) -> None:
    begun, ended = threading.Event(), threading.Event()

    def work(job: Job) -> None:
        begun.set()
        try:
            wait_for(job)
        finally:
            ended.set()

    background.ask(work)
    assert begun.wait(WAIT_S)
    assert background.close()
    assert ended.is_set() and not background._thread.isRunning()
    background.ask(lambda _: pytest.fail("closed"))


def test_what_cannot_be_stopped_is_waited_for_once(qtbot: QtBot, background: Background) -> None:
    begun, release = threading.Event(), threading.Event()

    def work(_: Job) -> None:
        begun.set()
        assert release.wait(WAIT_S)

    background.ask(work)
    assert begun.wait(WAIT_S)
    assert not background.close(10) and not background.close()
    release.set()
    assert background._thread.wait(WAIT_S * 1000)
