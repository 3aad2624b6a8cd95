"""An application that notes how long each event on the window's thread took."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True)
class Delivery:
    """One event that Qt delivered, nested ones within their outer.

    Attributes:
        end: when it was done, in seconds of ``time.perf_counter``.
        wall: milliseconds that went by.
        processor: milliseconds of processor time of the window's thread, which leaves out
            what other programs and threads took.
        paints: whether something was painted in it.
    """

    end: float
    wall: float
    processor: float
    paints: bool


class TimedApplication(QApplication):
    """Keeps a list of all deliveries."""

    def __init__(self) -> None:
        super().__init__(sys.argv[:1])
        self.deliveries: list[Delivery] = []
        self._depth = 0
        self._paints = False

    def notify(self, receiver: QObject, event: QEvent) -> bool:
        """Deliver, and note how long it took."""
        if threading.current_thread() is not threading.main_thread():
            # Qt calls this for the worker thread's events too.
            return super().notify(receiver, event)
        if event.type() == QEvent.Type.Paint:
            self._paints = True
        self._depth += 1
        wall, processor = time.perf_counter(), time.thread_time()
        try:
            return super().notify(receiver, event)
        finally:
            self._depth -= 1
            if self._depth == 0:
                end = time.perf_counter()
                took = 1000 * (end - wall), 1000 * (time.thread_time() - processor)
                self.deliveries.append(Delivery(end, *took, self._paints))
                self._paints = False
