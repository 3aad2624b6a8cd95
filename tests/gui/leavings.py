"""What goes on after a window was closed, and should not."""

from __future__ import annotations

import gc
import threading

import shiboken6
from PySide6.QtCore import QObject, QThread, QTimer

from gui.main_window import MainWindow


def left_behind(window: MainWindow) -> list[str]:
    """The threads that still run, and the timers that would fire for ever, of a closed window."""
    found: list[str] = []
    for part in (window, window.engine):
        threads = [each for each in part.findChildren(QThread) if each.isRunning()]
        timers = [each for each in part.findChildren(QTimer) if for_ever(each)]
        found += [f"thread {each.objectName()!r}" for each in threads]
        found += [f"timer of {type(each.parent()).__name__}" for each in timers]
    return found


def for_ever(timer: QTimer) -> bool:
    """Whether a timer fires again and again."""
    return timer.isActive() and not timer.isSingleShot()


def active() -> list[QObject]:
    """All timers and threads of the process that Python knows and that are active.

    Not to be asked while a worker computes: what looks at all objects gets hold of tuples that
    are still being made, and Python then refuses to finish them.
    """
    # Not ``isinstance``, which asks objects for their class: some of torch's warn then.
    found = [each for each in gc.get_objects() if issubclass(type(each), QTimer | QThread)]
    return [
        each
        for each in found
        if shiboken6.isValid(each)
        and (each.isActive() if isinstance(each, QTimer) else each.isRunning())
    ]


def python_threads() -> set[threading.Thread]:
    """The threads that Python started itself; Qt's, once seen, only look like some."""
    dummy = threading._DummyThread  # type: ignore[attr-defined]
    return {each for each in threading.enumerate() if not isinstance(each, dummy)}
