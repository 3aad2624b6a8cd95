"""The log of the program: what is needed to find a fault, and no text of the user's.

Everybody may write to :data:`LOG`; without :class:`Log`, as in tests and for ``--shot``, it goes
nowhere. A text of the user's is only ever passed through :func:`text_of`, and an error through
:func:`error_of`.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qVersion

import engine
from gui.logs import places
from gui.logs.private import error_text, masked
from gui.logs.shared_file import SharedFile

LOG: Final = logging.getLogger("diaphane")
LOG.addHandler(logging.NullHandler())
LOG.propagate = False

_FORM: Final = "%(asctime)s.%(msecs)03d [%(process)d] %(levelname)-7s %(message)s"
_LEVELS: Final = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_MOST_REPEATS: Final = 3
_texts_allowed = False


def allow_texts(allowed: bool) -> None:
    """Whether texts of the user's may be written into the log from now on."""
    global _texts_allowed
    if allowed != _texts_allowed:
        _texts_allowed = allowed
        LOG.info("texts are %s from here on", "written" if allowed else "left out")


def text_of(text: str) -> str:
    """A text of the user's as it may be logged: its length, or if that is allowed itself."""
    length = f"{len(text)} characters"
    return f"{length}: {text!r}" if _texts_allowed else length


def error_of(error: BaseException) -> str:
    """An error as it may be logged, with its traceback."""
    return error_text(error, _texts_allowed)


class Log(QObject):
    """The log file of this user, while the program runs.

    Attributes:
        path: the file.
        reason: why nothing is written, or no longer; empty while something is.

    Signals:
        failed: nothing more can be written, for this reason.
    """

    failed = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        """Begin to write; where that is not possible, :attr:`reason` says why."""
        super().__init__(parent)
        self.path = folder / places.LOG_NAME
        self.reason = ""
        self._handler: SharedFile | None = None
        try:
            places.make_private(folder)
            self._handler = SharedFile(self.path, self._on_failed)
        except OSError as error:
            self.reason = error.strerror or type(error).__name__
            return
        self._handler.setFormatter(logging.Formatter(_FORM, "%Y-%m-%d %H:%M:%S"))
        LOG.addHandler(self._handler)
        LOG.setLevel(logging.INFO)
        LOG.info("Diaphane %s begins on %s", engine.__version__, sys.platform)

    def close(self) -> None:
        """Write the last line."""
        if self._handler is not None:
            LOG.info("Diaphane ends")
            LOG.removeHandler(self._handler)
            LOG.setLevel(logging.NOTSET)
            self._handler.close()
            self._handler = None

    def _on_failed(self, reason: str) -> None:
        self.reason = reason
        # From whatever thread it was: Qt hands it over to the window's.
        self.failed.emit(reason)


def log_machine(platform_name: str) -> None:
    """Write down what the program runs on; takes a few milliseconds.

    Args:
        platform_name: what Qt draws with.
    """
    # PySide itself is not asked: its module says it without importing more.
    import PySide6

    LOG.info(
        "Python %s, PySide6 %s, Qt %s (%s), %s, %s cores",
        platform.python_version(),
        PySide6.__version__,
        qVersion(),
        platform_name,
        platform.platform(terse=True),
        os.cpu_count(),
    )


def torch_version() -> str:
    """Of the PyTorch that the worker has imported; empty if it has not."""
    # Not imported for that: it takes seconds.
    module = sys.modules.get("torch")
    return str(getattr(module, "__version__", ""))


class QtMessages:
    """Qt's own messages, for the log and for stderr.

    Args:
        known: texts of the user's that a message may quote; asked on the window's thread.
    """

    def __init__(self) -> None:
        self.known: Callable[[], Iterable[str]] = tuple
        self._last = ""
        self._repeats = 0

    def take(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        """Write one down; to be given to ``qInstallMessageHandler``."""
        if message.startswith("This plugin does not support"):
            # What the offscreen platform says of itself.
            return
        if sys.stderr is not None:
            print(message, file=sys.stderr)
        self._repeats = self._repeats + 1 if message == self._last else 0
        self._last = message
        if self._repeats > _MOST_REPEATS:
            return
        more = " (further ones are left out)" if self._repeats == _MOST_REPEATS else ""
        LOG.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s%s", self._shown(message), more)

    def _shown(self, message: str) -> str:
        if _texts_allowed:
            return message
        if threading.current_thread() is not threading.main_thread():
            # Nobody can be asked here for what must not be written.
            return message.partition(":")[0] + ": …" if ":" in message else "…"
        try:
            return masked(message, self.known())
        except Exception:
            # The window may be gone already.
            return "…"
