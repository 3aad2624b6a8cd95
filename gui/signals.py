"""Ctrl+C in the terminal, a polite kill, a terminal that is closed.

While the program starts there is nothing to save, and Python code that is broken off in the
middle of Qt's set-up may crash: the system ends the process. Later the window is closed.

Needs no Qt at first, so that it can come before everything else.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

_NUMBERS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_CODE: Final = 128
"""A shell adds the signal's number to this."""


def end_at_once() -> None:
    """Let a signal end the process without a word, whatever it is doing."""
    for number in _heard():
        signal.signal(number, signal.SIG_DFL)


def _heard() -> list[int]:
    """The signals that the caller of the program has not told it to ignore, as nohup does."""
    return [each for each in _NUMBERS if signal.getsignal(each) is not signal.SIG_IGN]


class Signals:
    """From here on a signal has ``leave`` called with the next turn of Qt's loop.

    Python handles signals between two bytecodes only, and Qt's loop runs none while it waits:
    the wake-up socket makes it run some.

    Args:
        leave: closes the window. Not called at once, since a signal comes in the middle of
            whatever Python code is running.
        parent: whose thread the loop runs on.
    """

    def __init__(self, leave: Callable[[], object], parent: QObject) -> None:
        from PySide6.QtCore import QSocketNotifier, QTimer

        self._came = 0
        self._ours, self._theirs = socket.socketpair()
        for end in (self._ours, self._theirs):
            end.setblocking(False)
        signal.set_wakeup_fd(self._theirs.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, parent)
        self._notifier.activated.connect(lambda *_: self._ours.recv(64))

        def on_signal(number: int, _: FrameType | None) -> None:
            self._came = self._came or number
            QTimer.singleShot(0, leave)

        for number in _heard():
            signal.signal(number, on_signal)

    def code(self, otherwise: int) -> int:
        """The exit code: what a shell says of a signal, if one came."""
        return _CODE + self._came if self._came else otherwise

    def forget(self) -> None:
        """From here on a signal ends the process at once."""
        end_at_once()
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()
