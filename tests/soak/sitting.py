"""One opening of the program's own window, from its start to its end, with a person at it."""

from __future__ import annotations

import itertools
import os
import random
import shutil
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import shiboken6
from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from gui import app
from gui.failure import Failure
from gui.main_window import MainWindow
from tests.gui.leavings import left_behind
from tests.gui.resting import Rest
from tests.soak.clock import ActiveClock
from tests.soak.person import Person, draw

PATIENCE_S: Final = 60.0
LATE_S: Final = 1.0
"""Processor time of the window's thread without an event of its own: a window that hangs."""
PAUSE_MS: Final = 400
"""At most, of a brisk person, between two things done."""
_HEART_MS: Final = 50


class NoRestError(Exception):
    """The window still had something to do after a minute."""


class LeftError(BaseException):
    """The program was about to leave without cleaning up."""


class PatientRest(Rest):
    """Rest, in active time: while the process is stopped nobody waits."""

    def __init__(self, window: MainWindow, clock: ActiveClock) -> None:
        super().__init__(window)
        self._clock = clock
        self._end = 0.0

    def __call__(self) -> None:
        self._end = self._clock.now() + PATIENCE_S
        # What is decoded at full speed could take minutes: nobody here waits for it.
        while self.window.source._pause.isActive():
            self._until(lambda: not self.window.source._pause.isActive(), 0.0)
        self.window.controller.stop()
        super().__call__()

    def _until(self, done: Callable[[], bool], end: float) -> None:
        while not done():
            if self._clock.now() > self._end:
                raise NoRestError(self._state())
            QTest.qWait(2)


class Sitting(QObject):
    """Acts on the window from within the program's own loop.

    Args:
        rng: draws what is done.
        clock: active time.
        seconds: how long it lasts, once there is a window with a model.
        every: seconds between two calls of ``measure``.
        pause: seconds at most between two things done.
        measure: told the window, at rest.
        find: told the kind and the words of what is wrong.
        note: told of what is worth a line, and no finding.
        acted: told each thing done.

    Attributes:
        broken_off: somebody else has closed the window, as a polite kill does.
    """

    def __init__(
        self,
        rng: random.Random,
        clock: ActiveClock,
        folder: Path,
        seconds: float,
        every: float,
        pause: float,
        measure: Callable[[MainWindow], None],
        find: Callable[[str, str], None],
        note: Callable[[str], None],
        acted: Callable[[str, str], None],
    ) -> None:
        super().__init__()
        self._rng, self._clock, self._folder = rng, clock, folder
        self._begun, self._seconds, self._every = clock.now(), seconds, every
        self._end = self._next = 0.0
        self._pause_ms = round(1000 * pause)
        self._measure, self._find, self._note, self._acted = measure, find, note, acted
        self._window: MainWindow | None = None
        self._person: Person | None = None
        self._rest: PatientRest | None = None
        self._doing = "starting"
        self.broken_off = False
        self._closing = 0
        self._tick = QTimer(self, singleShot=True)
        self._tick.timeout.connect(self._on_tick)
        self._heart = QTimer(self, interval=_HEART_MS)
        self._heart.timeout.connect(self._on_beat)
        self._beat = time.thread_time()

    def run(self) -> int:
        """Run the program until its window is closed; its exit code."""
        self._tick.start(0)
        self._heart.start()
        self._beat = time.thread_time()
        try:
            with one_application(), quick_exits():
                code = app.main([])
            self.broken_off = not self._closing
            return code
        finally:
            self._tick.stop()
            self._heart.stop()
            window, self._window = self._window, None
            self._person = self._rest = None
            if window is not None:
                # These end with the process of the program; here they have to end before it.
                for part in (window, window.engine, window.session):
                    if shiboken6.isValid(part):
                        shiboken6.delete(part)

    # In the program's loop -----------------------------------------------------------

    def _on_beat(self) -> None:
        now = time.thread_time()
        late, self._beat = now - self._beat, now
        if late > LATE_S:
            self._note(f"the window's thread was busy for {late:.1f} s: {self._doing}")

    def _on_tick(self) -> None:
        try:
            self._go_on()
        except NoRestError as error:
            self._find("no rest", f"{error}; last: {self._doing}")
            self._next = self._clock.now() + self._every
        except Exception:
            self._find("exception", f"{self._doing}\n{traceback.format_exc()}")
        self._tick.start(self._rng.randint(self._pause_ms // 4, self._pause_ms))

    def _go_on(self) -> None:
        window = self._window
        if window is None:
            self._begin()
            if self._window is None and self._clock.now() > self._begun + PATIENCE_S:
                self._find("no start", "there is no window with a model")
                QApplication.exit(1)
            return
        if self._closing:
            self._close(window)
            return
        assert self._person is not None and self._rest is not None
        if self._clock.now() >= self._end:
            self._closing = 1
            return
        if self._clock.now() >= self._next:
            self._doing = "resting"
            self._person.close_dialogs()
            self._rest()
            # Whatever model is loaded counts in tens of MB: always the same one.
            window.only_load(None)
            self._rest()
            self._doing = "measuring"
            self._measure(window)
            self._next += self._every
            self._beat = time.thread_time()
            return
        act = draw(self._rng)
        self._doing = f"{act.name} (seed {act.seed})"
        self._acted(act.name, f"{act.seed}")
        self._doing = said = self._person.do(act)
        self._acted("", said)

    def _begin(self) -> None:
        found = [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)]
        found = [each for each in found if each.isVisible() and each.session.model is not None]
        if not found:
            return
        self._end = self._clock.now() + self._seconds
        self._next = self._clock.now() + self._every
        self._window = found[-1]
        self._person = Person(self._window, self._folder, self._pause_ms / PAUSE_MS)
        self._rest = PatientRest(self._window, self._clock)
        self._window.controller.problem.connect(self._on_problem)

    def _on_problem(self, failure: Failure) -> None:
        if not failure.expected:
            self._find("failure", f"{failure.message}\n{failure.details}")

    def _close(self, window: MainWindow) -> None:
        """Close the window as users do: with dialogs open, and perhaps in the middle of a run."""
        self._closing += 1
        if self._closing == 2:
            assert self._person is not None
            self._doing = "closing"
            if self._rng.random() < 0.5:
                window.actions_["translate"].trigger()
            else:
                self._person.close_dialogs()
            self._person._rescue.stop()
            window.close()
            for left in left_behind(window):
                self._find("left behind", left)
        elif self._closing > 40:
            self._find("no end", "the program goes on though its window is closed")
            QApplication.exit(0)


# What stands between the program and this process -------------------------------------


@contextmanager
def one_application() -> Iterator[None]:
    """Let the program's start, which makes an application, get the one of this process."""
    real = QtWidgets.QApplication
    existing = QApplication.instance()

    def get(_: list[str]) -> object:
        QtWidgets.QApplication = real  # type: ignore[misc]
        return existing

    QtWidgets.QApplication = get  # type: ignore[misc, assignment]
    try:
        yield
    finally:
        QtWidgets.QApplication = real  # type: ignore[misc]


@contextmanager
def quick_exits() -> Iterator[None]:
    """Raise where the program would leave without cleaning up."""
    real = os._exit

    def leave(code: int) -> None:
        raise LeftError(f"with code {code}")

    os._exit = leave  # type: ignore[assignment]
    try:
        yield
    finally:
        os._exit = real


def answer_dialogs(files: Path, models: Path, rng: random.Random) -> None:
    """Let file dialogs answer at once, for as long as the process lives; nothing opens outside."""
    names = itertools.cycle(
        ("view.svg", "", "view.png", "report.html", "all.npz", "one.csv", "t.trace", "page.pdf")
    )

    def save(parent: Any, title: str, start: str, kinds: str = "") -> tuple[str, str]:
        name = next(names)
        if name and "*.trace" in kinds:
            name = f"{rng.randrange(4)}.trace"
        return (str(files / name) if name else "", "")

    def opened(*_: Any) -> tuple[str, str]:
        found = sorted(files.glob("*.trace"))
        # Sometimes one that is none.
        return (str(rng.choice([*found, *found, files / "none.trace"])), "")

    def folder(*_: Any) -> str:
        found = sorted(path for path in models.iterdir() if path.is_dir())
        return str(rng.choice(found))

    QFileDialog.getSaveFileName = save  # type: ignore[method-assign, assignment]
    QFileDialog.getOpenFileName = opened  # type: ignore[method-assign, assignment]
    QFileDialog.getExistingDirectory = folder  # type: ignore[method-assign, assignment]
    QDesktopServices.openUrl = lambda *_: True  # type: ignore[method-assign]


def clean(folder: Path) -> None:
    """Make an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
