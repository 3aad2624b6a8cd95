"""What a process leaves behind: begun before anything else of it, ended after everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication

from gui.logs import places
from gui.logs.log import LOG, Log, QtMessages, error_of, log_machine
from gui.runs.run import Run

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class Trail:
    """The log, the trace of a crash and the unfinished work of this process.

    Whatever of it is not possible, as in a folder without write access, is left out; the window
    says so once.

    Args:
        quiet: leave nothing at all on the disk.
    """

    def __init__(self, quiet: bool = False) -> None:
        self._messages = QtMessages()
        self._log = None if quiet else Log(places.log_folder())
        self._run: Run | None = None
        self._reason = ""
        self._runs = places.runs_folder()
        if not quiet:
            try:
                self._run = Run(self._runs)
                self._run.catch_faults()
            except OSError as error:
                self._reason = error.strerror or type(error).__name__
                LOG.error("no unfinished work can be kept\n%s", error_of(error))
        qInstallMessageHandler(self._messages.take)

    def follow(self, window: MainWindow) -> None:
        """Write down from here on what a window does and holds."""
        logs = window.commands.logs
        if self._log is not None:
            self._messages.known = logs.write_log(self._log).known
        if self._run is not None:
            logs.keep_work(self._run, self._runs)
        elif self._reason:
            logs.cannot_keep(self._reason)
        window.painted.connect(self._on_painted)
        window.painted.connect(logs.look_for_dead)

    def has_started(self) -> None:
        """From here on a signal closes the window: whatever ends the process without that did so
        unexpectedly.
        """
        if self._run is not None:
            self._run.has_started()

    def _on_painted(self) -> None:
        if self._log is not None:
            # Not before the window is there: it takes some milliseconds.
            QTimer.singleShot(0, lambda: log_machine(QGuiApplication.platformName()))

    def end(self, window: MainWindow) -> bool:
        """The process ends well: of unfinished work and crashes nothing is left.

        Returns:
            whether all that ran for it has ended in time.
        """
        ended = window.commands.logs.close()
        self._messages.known = tuple
        if ended:
            window.commands.logs.end()
            if self._run is not None:
                self._run.end()
        if self._log is not None:
            self._log.close()
        return ended
