"""How fast a download is, and how long it will take."""

from __future__ import annotations

from collections import deque
from typing import Final

from gui.language import tr

WINDOW_S: Final = 6.0
"""Seconds that the rate is the mean of: it follows the network and does not jump."""
_LEAST_S: Final = 0.5


class Rate:
    """The mean rate of the last seconds. The clock is the caller's."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, int]] = deque()

    def reset(self) -> None:
        """Begin anew: what came before was no download."""
        self._samples.clear()

    def add(self, now: float, done: int) -> None:
        """So many bytes are here at this time, in seconds."""
        if self._samples and done < self._samples[-1][1]:
            # A file that arrived damaged begins again.
            self.reset()
        self._samples.append((now, done))
        while len(self._samples) > 2 and now - self._samples[0][0] > WINDOW_S:
            self._samples.popleft()

    def bytes_a_second(self) -> float | None:
        """``None`` while too little is known."""
        if len(self._samples) < 2:
            return None
        (begin, before), (end, after) = self._samples[0], self._samples[-1]
        return (after - before) / (end - begin) if end - begin >= _LEAST_S else None

    def seconds_left(self, missing: int) -> float | None:
        """How long so many bytes will take; ``None`` while nobody knows."""
        rate = self.bytes_a_second()
        return missing / rate if rate else None


def time_text(seconds: float) -> str:
    """A time to wait, as exact as is of use."""
    if seconds < 60:
        return tr("%n second(s)", "", max(1, round(seconds)))
    if seconds < 3600:
        return tr("%n minute(s)", "", round(seconds / 60))
    return tr("%n hour(s)", "", round(seconds / 3600))
