"""Everything that is said of something wrong, wherever it is said."""

from __future__ import annotations

import logging
import sys
import traceback
import warnings
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, TextIO

from gui.logs.log import LOG

Say = Callable[[str, str], None]
"""Told the kind of a finding and what was said."""
_OWN_QT: Final = "Qt: "


class Ears(logging.Handler):
    """Hears the program's log, Python's warnings and what nobody caught.

    While the window is open the program takes uncaught exceptions to its log; before and after
    they are heard here.
    """

    def __init__(self, say: Say) -> None:
        super().__init__(logging.WARNING)
        self._say = say
        self._before = sys.unraisablehook, warnings.showwarning, sys.excepthook

    def listen(self) -> None:
        """From here on."""
        LOG.addHandler(self)
        sys.unraisablehook = self._on_unraisable
        sys.excepthook = self._on_exception
        warnings.showwarning = self._on_warning
        warnings.simplefilter("default")

    def close(self) -> None:
        """No more."""
        LOG.removeHandler(self)
        sys.unraisablehook, warnings.showwarning, sys.excepthook = self._before
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """A line of the log: of Qt's a warning is one too many, of the program's an error."""
        message = record.getMessage()
        if message.startswith(_OWN_QT):
            self._say("Qt warning", message)
        elif record.levelno >= logging.ERROR:
            self._say("error in the log", message)

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        self._say("exception", "".join(traceback.format_exception(kind, error, trace)))

    def _on_unraisable(self, told: Any) -> None:
        lines = traceback.format_exception(told.exc_type, told.exc_value, told.exc_traceback)
        self._say("unraisable", f"{told.err_msg or ''} {told.object!r}\n{''.join(lines)}")

    def _on_warning(
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        self._say("Python warning", f"{filename}:{lineno}: {category.__name__}: {message}")
