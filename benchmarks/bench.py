"""The real window, driven from a plain script, with a note of what its thread does."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

# Before Qt is loaded.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop, QObject
from PySide6.QtTest import QTest

from benchmarks.timing import Delivery, TimedApplication
from gui import language, theme
from gui.engine_thread import EngineThread
from gui.main_window import DEFAULT_SIZE, MainWindow
from gui.session import Session
from gui.settings import Settings

PATIENCE_S = 300


class FirstPiece(QObject):
    """Waits for the translation of a text to have a piece painted.

    Attributes:
        delivery: the number, among the application's deliveries, of the one in which that was.
    """

    def __init__(self, app: TimedApplication, window: MainWindow, text: str) -> None:
        super().__init__()
        self._app, self._window, self._text = app, window, text
        self._strip = window.translation.strip
        self.delivery: int | None = None
        self._strip.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at what is painted; it is left as it is."""
        if self.delivery is None and event.type() == QEvent.Type.Paint:
            trace = self._window.session.trace
            if trace is not None and trace.started.text == self._text and self._strip.chips():
                self.delivery = len(self._app.deliveries)
        return False

    def over(self) -> bool:
        """Whether it was painted, and control is back."""
        return self.delivery is not None and len(self._app.deliveries) > self.delivery

    def close(self) -> None:
        """Look at nothing more."""
        self._strip.viewport().removeEventFilter(self)


class Bench:
    """The window with its engine."""

    def __init__(self) -> None:
        self._app = TimedApplication()
        # A blinking caret is painted too, and would be taken for the step.
        self._app.setCursorFlashTime(0)
        language.install(self._app, "en")
        theme.apply(self._app, theme.LIGHT)
        self._ended = 0
        self.session, self._thread = Session(), EngineThread()
        self.window = MainWindow(self.session, self._thread, Settings(None), "auto")
        self.window.resize(*DEFAULT_SIZE)
        self.window.source.live.setChecked(False)
        self.window.controller.translationEnded.connect(self._on_ended)
        self.window.show()
        self._thread.start()

    def _on_ended(self) -> None:
        self._ended += 1

    def _until(self, done: Callable[[], bool]) -> None:
        deadline = QDeadlineTimer(1000 * PATIENCE_S)
        while not done():
            if deadline.hasExpired():
                raise TimeoutError(f"The window did not get done within {PATIENCE_S} s.")
            self._app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)

    def rest(self, seconds: float) -> None:
        """Let the window do what it has to do."""
        end = time.perf_counter() + seconds
        self._until(lambda: time.perf_counter() >= end)

    def load(self, model: Path | None) -> None:
        """Load a model and wait for it; all panels are there then, as a while after a start."""
        self.window.filling.finish()
        self.session.set_model(None)
        self.window.load_model(model)
        self._until(lambda: self.session.model is not None)

    def decode(self, text: str) -> list[Delivery]:
        """What the window's thread did while ``text`` was translated, panels and all."""
        before, ended = len(self._app.deliveries), self._ended
        self.window.source.set_text(text)
        self.window.commands.translate()
        self._until(lambda: self._ended > ended)
        self.rest(0.3)
        return self._app.deliveries[before:]

    def steps_by_hand(self, chance: random.Random, count: int) -> list[float]:
        """Milliseconds from each step by hand, to one that was decoded, until it was painted."""
        took = []
        for _ in range(count):
            before, begun = len(self._app.deliveries), time.perf_counter()
            now = self.session.position
            places = [i for i in range(self.session.length()) if i != now]
            self.window.controller.pause()
            self.session.set_position(chance.choice(places))
            took.append(1000 * (self._painted(before, begun) - begun))
        return took

    def decoded_by_hand(self, text: str, most: int) -> list[float]:
        """Milliseconds from asking for each next step of ``text`` until it was painted."""
        self.window.source.set_text(text)
        self.window.controller.step_into(text)
        self._until(lambda: self._shown() == text and self.session.length() == 1)
        self.rest(0.3)
        took: list[float] = []
        while len(took) < most and not self.session.finished():
            before, length = len(self._app.deliveries), self.session.length()
            begun = time.perf_counter()
            self.window.controller.step()
            self._until(partial(self._longer, length))
            took.append(1000 * (self._painted(before, time.perf_counter()) - begun))
        return took

    def typed(self, text: str) -> float:
        """Milliseconds from the last key of ``text`` until the first piece was painted."""
        self.window.source.set_text("")
        self.window.source.live.setChecked(True)
        self.rest(0.6)
        QTest.keyClicks(self.window.source.editor, text[:-1])
        first = FirstPiece(self._app, self.window, text)
        begun = time.perf_counter()
        QTest.keyClicks(self.window.source.editor, text[-1])
        self._until(first.over)
        first.close()
        assert first.delivery is not None
        painted = self._app.deliveries[first.delivery].end
        self.window.source.live.setChecked(False)
        self._until(self.session.finished)
        self.rest(0.3)
        return 1000 * (painted - begun)

    def _longer(self, length: int) -> bool:
        return self.session.length() > length

    def _shown(self) -> str | None:
        trace = self.session.trace
        return None if trace is None else trace.started.text

    def _painted(self, before: int, since: float) -> float:
        """When the last panel had drawn what changed at the moment ``since``.

        Panels draw with the next frame; a panel that asks the worker for its numbers (Scores)
        paints when it has them, which may be later than what is waited for here.
        """
        self.rest(0.12)
        self._until(lambda: self._paints(before) != [])
        painted = self._paints(before)
        early = [end for end in painted if end - since < 0.1]
        return (early or painted)[-1]

    def _paints(self, start: int) -> list[float]:
        return [one.end for one in self._app.deliveries[start:] if one.paints]

    def close(self) -> None:
        """Leave."""
        self.window.close()
        self._thread.close()


def leave(code: int = 0) -> NoReturn:
    """End the process at once.

    Qt's teardown delivers events inside one another, each through a Python frame of the timed
    application: more than the interpreter allows.
    """
    sys.stdout.flush()
    os._exit(code)
