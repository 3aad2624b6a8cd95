"""Time that counts only while this process is allowed to run."""

from __future__ import annotations

import threading
import time
from typing import Final

TICK_S: Final = 0.25
_MOST_S: Final = 2.0
"""A tick that took longer was held, by a signal or by the machine's sleep."""


class ActiveClock:
    """Seconds since it was made, without those in which the process was stopped.

    A thread counts: it stands still when the process does.
    """

    def __init__(self) -> None:
        self._seconds = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._count, name="active clock", daemon=True)
        self._thread.start()

    def _count(self) -> None:
        before = time.monotonic()
        while not self._ended.wait(TICK_S):
            now = time.monotonic()
            self._seconds += counted(now - before)
            before = now

    def now(self) -> float:
        """Active seconds so far, to a quarter."""
        return self._seconds

    def close(self) -> None:
        """Stop counting."""
        self._ended.set()
        self._thread.join()


def counted(passed: float) -> float:
    """What of a tick's length is active time."""
    return passed if passed <= _MOST_S else TICK_S
