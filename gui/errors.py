"""The last resort: whatever nobody caught reaches a dialog, and the app goes on."""

from __future__ import annotations

import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from gui.language import tr
from gui.logs.log import LOG, error_of


class ErrorReporter(QObject):
    """Turns uncaught exceptions of any thread into a signal on the window's thread.

    Attributes:
        used: whether there was one.
    """

    raised = Signal(str, str)
    """A sentence and the traceback."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._previous = (sys.excepthook, threading.excepthook)
        self._installed = False
        self.used = False

    def install(self) -> None:
        """Take over from Python's own hooks."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        self._installed = True

    def remove(self) -> None:
        """Give the hooks back."""
        if self._installed:
            sys.excepthook, threading.excepthook = self._previous
            self._installed = False

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, (KeyboardInterrupt, SystemExit)):
            self._previous[0](kind, error, trace)
            return
        self.used = True
        LOG.error("nobody caught this:\n%s", error_of(error))
        details = "".join(traceback.format_exception(kind, error, trace))
        if sys.stderr is not None:
            print(details, file=sys.stderr, end="")
        lines = str(error).strip().splitlines()
        reason = f" ({lines[0]})" if lines else ""
        message = tr(
            "Something went wrong inside Diaphane: {error}. You can go on; the details help to "
            "mend it."
        )
        self.raised.emit(message.format(error=f"{kind.__name__}{reason}"), details)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)
