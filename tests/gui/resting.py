"""Waiting until a window has nothing left to do, its worker neither."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtTest import QTest

from gui import shot
from gui.main_window import MainWindow
from gui.worker import Errand

PATIENCE_S = 20


class Rest(QObject):
    """Called, it waits until the worker has done all it was asked for and all of it is drawn.

    What is being played step by step is held; what is decoded at full speed runs to its end.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window = window
        self._asked = 0
        self._probed = False
        self._ask: Callable[[str, Errand], None] = window.engine.ask
        window.engine.answered.connect(self._on_answered)
        window.filling.finish()
        for panel in window.asking.values():
            panel.wanted.connect(self._on_wanted)

    def _on_wanted(self, _: object) -> None:
        self._asked += 1

    def _on_answered(self, name: str, _: object) -> None:
        if name == "probe":
            self._probed = True

    def __call__(self) -> None:
        window, session = self.window, self.window.session
        end = time.monotonic() + PATIENCE_S
        shot.settle(window)
        while True:
            if session.playing and session.speed < 1000:
                window.controller.pause()
            self._until(lambda: not session.busy and not session.playing, end)
            self._until(lambda: not window.source._pause.isActive(), end)
            if session.busy or session.playing:
                continue
            before, self._probed = self._asked, False
            # Errands of one kind keep their place in the queue, so this one comes last.
            self._ask("probe", lambda _: None)
            self._until(lambda: self._probed, end)
            # A step that was in hand when the pause came waits for the next frame.
            self._until(lambda: not window.engine._flusher.isActive(), end)
            shot.settle(window)
            if self._asked == before and not session.busy and not session.playing:
                return

    def _until(self, done: Callable[[], bool], end: float) -> None:
        while not done():
            assert time.monotonic() < end, f"the window does not come to rest: {self._state()}"
            QTest.qWait(1)
            QCoreApplication.processEvents()

    def _state(self) -> str:
        session = self.window.session
        return f"busy {session.busy}, playing {session.playing}, “{session.status}”"
