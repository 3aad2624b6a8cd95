"""At most one refresh a display frame, however many signals ask for one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, SignalInstance, Slot

FRAME_MS = 16


class Coalescer(QObject):
    """Calls ``callback`` once for any number of ``schedule()`` calls within a frame.

    The first request after a quiet time runs with the next turn of the event loop,
    so that a click is answered at once; a burst is answered once a frame.
    """

    def __init__(
        self, callback: Callable[[], None], parent: QObject, frame_ms: int = FRAME_MS
    ) -> None:
        super().__init__(parent)
        self._callback = callback
        self._frame_ms = frame_ms
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._run)

    def listen(self, *signals: SignalInstance) -> None:
        """Refresh after any of these."""
        for signal in signals:
            signal.connect(self.schedule)

    @property
    def pending(self) -> bool:
        """Whether a refresh is due."""
        return self._timer.isActive()

    @Slot()
    def schedule(self) -> None:
        """Ask for a refresh soon."""
        if self._timer.isActive():
            return
        wait = 0
        if self._since.isValid():
            wait = max(0, self._frame_ms - self._since.elapsed())
        self._timer.start(wait)

    @Slot()
    def flush(self) -> None:
        """Refresh now if one is due."""
        if self._timer.isActive():
            self._timer.stop()
            self._run()

    @Slot()
    def _run(self) -> None:
        self._since.start()
        self._callback()
