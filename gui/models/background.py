"""Work that may wait for a disk or the network, on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from engine.errors import CancelledError
from gui.failure import Failure, describe

CLOSE_MS = 20_000
"""Whatever is asked many times a second whether to go on has ended long before."""


@dataclass(frozen=True)
class Job:
    """What a piece of work may use while it runs.

    Attributes:
        report: tells the window how far it is.
        cancelled: whether to stop; to be asked many times a second.
    """

    report: Callable[[object], None]
    cancelled: Callable[[], bool]


Work = Callable[[Job], object]


@dataclass(frozen=True)
class _Order:
    number: int
    work: Work
    given_up: threading.Event = field(default_factory=threading.Event)


class _Worker(QObject):
    """Lives on the thread; does one order after the other."""

    reported = Signal(int, object)
    done = Signal(int, object)
    failed = Signal(int, object)

    def __init__(self, during: str) -> None:
        super().__init__()
        self._during = during

    @Slot(object)
    def run(self, order: _Order) -> None:
        """Do it, unless it was given up while it waited."""

        def report(value: object) -> None:
            if not order.given_up.is_set():
                self.reported.emit(order.number, value)

        try:
            if order.given_up.is_set():
                raise CancelledError("Given up before it began.")
            answer = order.work(Job(report, order.given_up.is_set))
        # Everything: what gets away leaves a window that waits for ever.
        except BaseException as error:
            self.failed.emit(order.number, describe(error, self._during))
            return
        self.done.emit(order.number, answer)


class Background(QObject):
    """The window's end of the thread. What is asked for newly takes the place of what runs.

    The thread starts with the first work; nothing that was given up is heard of again, but for
    :attr:`stopped`.

    Args:
        during: what it is for; one that :func:`gui.failure.describe` has words for.

    Signals:
        reported: what the work told on its way.
        done: what it gave.
        failed: a :class:`gui.failure.Failure`.
        stopped: it was cancelled, and has ended.
    """

    reported = Signal(object)
    done = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    _ask = Signal(object)

    def __init__(self, during: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._order: _Order | None = None
        self._number = 0
        self._hangs = False
        self._thread = QThread(self)
        self._thread.setObjectName(during)
        self._worker: _Worker | None = _Worker(during)
        self._worker.moveToThread(self._thread)
        queued = Qt.ConnectionType.QueuedConnection
        self._ask.connect(self._worker.run, queued)
        self._worker.reported.connect(self._on_reported, queued)
        self._worker.done.connect(self._on_done, queued)
        self._worker.failed.connect(self._on_failed, queued)

    @property
    def busy(self) -> bool:
        """Whether something was asked for and has not ended; also while it is being cancelled."""
        return self._order is not None

    @property
    def stopping(self) -> bool:
        """Whether it was cancelled and has not ended yet."""
        return self._order is not None and self._order.given_up.is_set()

    def ask(self, work: Work) -> None:
        """Do this, in place of what runs or waits."""
        if self._worker is None:
            return
        if self._order is not None:
            self._order.given_up.set()
        self._number += 1
        self._order = _Order(self._number, work)
        if not self._thread.isRunning():
            self._thread.start()
        self._ask.emit(self._order)

    def cancel(self) -> None:
        """Stop; :attr:`stopped` follows, or what came of it if it ended just then."""
        if self._order is not None:
            self._order.given_up.set()

    def close(self, timeout_ms: int = CLOSE_MS) -> bool:
        """Cancel, leave the thread and wait for it; whether it has ended in time.

        Once it has not, it is waited for no more.
        """
        self.cancel()
        self._order = None
        self._thread.quit()
        if self._thread.isRunning():
            self._hangs = not self._thread.wait(0 if self._hangs else timeout_ms)
            if self._hangs:
                return False
        self._worker = None
        return True

    def _is_newest(self, number: int) -> bool:
        return self._order is not None and self._order.number == number

    @Slot(int, object)
    def _on_reported(self, number: int, value: object) -> None:
        if self._is_newest(number) and not self.stopping:
            self.reported.emit(value)

    @Slot(int, object)
    def _on_done(self, number: int, answer: object) -> None:
        if self._is_newest(number):
            self._order = None
            self.done.emit(answer)

    @Slot(int, object)
    def _on_failed(self, number: int, failure: Failure) -> None:
        if not self._is_newest(number):
            return
        stopping, self._order = self.stopping, None
        if stopping:
            self.stopped.emit()
        else:
            self.failed.emit(failure)
