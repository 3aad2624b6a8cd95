"""The log and what a crash has left: shown, and put back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from gui.language import QT_TR_NOOP, tr
from gui.logs.listener import Listener
from gui.logs.log import LOG, Log
from gui.logs.places import without_home
from gui.logs.shared_file import tail
from gui.models.background import Background, Job
from gui.runs.keeper import Keeper, put_back
from gui.runs.run import DeadRun, Run, dead_runs
from gui.runs.work import Work, read

if TYPE_CHECKING:
    from gui.logs.viewer import LogDialog
    from gui.main_window import MainWindow

NO_LOG: Final = QT_TR_NOOP("No log is written: {reason}.")
NOT_KEPT: Final = QT_TR_NOOP("If Diaphane died now, unfinished work would be lost: {reason}.")
SHOWN_BYTES: Final = 64 << 10
"""Of the log's end: some six hundred lines."""
_SAID_MS: Final = 15_000


class LogCommands(QObject):
    """Carries out the commands of one window that are about what went wrong.

    Attributes:
        keeper: writes unfinished work down; ``None`` where nothing is kept, as in a picture.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._log: Log | None = None
        self._listener: Listener | None = None
        self.keeper: Keeper | None = None
        self._runs: Path | None = None
        self._own: Path | None = None
        self._dead: list[DeadRun] = []
        self._done: list[DeadRun] = []
        self._taken: list[DeadRun] = []
        self._offered: set[Path] = set()
        self._said: list[str] = []
        self._dialog: LogDialog | None = None
        self._background = Background("unfinished", self)
        self._background.done.connect(self._on_found)
        window.recovery_bar.detailsRequested.connect(self.show_crash)
        window.recovery_bar.offerTaken.connect(self.put_back)
        window.recovery_bar.close_button.clicked.connect(self._on_dismissed)

    # The log --------------------------------------------------------------------------

    def write_log(self, log: Log) -> Listener:
        """Write down from here on what the window does."""
        self._log = log
        self._listener = Listener(self._window)
        log.failed.connect(self._on_log_failed)
        if log.reason:
            self._on_log_failed(log.reason)
        return self._listener

    @Slot(str)
    def _on_log_failed(self, reason: str) -> None:
        self.say(tr(NO_LOG).format(reason=reason))

    def say(self, text: str) -> None:
        """Say for a while what this process cannot write, beside what was said so before."""
        if text not in self._said:
            self._said.append(text)
        # Over the status, which says something else in a moment.
        self._window.statusBar().showMessage("  ".join(self._said), _SAID_MS)

    @Slot()
    def show_log(self) -> None:
        """Show the end of the log."""
        log = self._log
        if log is None:
            message, text, note, folder = tr("No log is written."), "", "", None
        else:
            place = without_home(str(log.path))
            message = tr("The newest lines of {path}").format(path=place)
            if log.reason:
                message = tr(NO_LOG).format(reason=log.reason) + "\n" + message
            text, folder = tail(log.path, SHOWN_BYTES), log.path.parent
            note = self._note()
        self._show(tr("Log of Diaphane"), message, text, note, folder, True)

    def _note(self) -> str:
        if self._window.commands.looks.preferences.log_texts:
            return tr("Your texts are written into the log; the settings can leave them out.")
        return tr("Your texts are not in the log, unless the settings were told to write them.")

    def _show(
        self, title: str, message: str, text: str, note: str, folder: Path | None, end: bool
    ) -> None:
        if self._dialog is None:
            from gui.logs.viewer import LogDialog

            self._dialog = LogDialog(self._window)
        self._dialog.show_text(title, message, text, note, folder, end)

    # Unfinished work ------------------------------------------------------------------

    def keep_work(self, run: Run, runs: Path) -> None:
        """Write unfinished work down from here on, and look for what others have left."""
        self.keeper = Keeper(self._window, run.folder)
        self.keeper.failed.connect(self._on_not_kept)
        self.keeper.written.connect(self._on_written)
        self._runs, self._own = runs, run.folder

    def cannot_keep(self, reason: str) -> None:
        """Say that nothing of unfinished work is kept."""
        self.say(tr(NOT_KEPT).format(reason=reason))

    @Slot()
    def look_for_dead(self) -> None:
        """Look whether a process of this user has died; the window's bar says so."""
        runs, own = self._runs, self._own
        if runs is None:
            return

        def look(_: Job) -> list[DeadRun]:
            found = dead_runs(runs, own)
            for dead in found:
                # It may be offered at several starts.
                if dead.tell_once():
                    crash = without_home(dead.crash()) or "it left no trace"
                    LOG.warning("process %s died without closing: %s", dead.process, crash)
            return found

        self._background.ask(look)

    @Slot(object)
    def _on_found(self, found: object) -> None:
        if isinstance(found, list):
            self._dead = found
            self._offer()
        elif isinstance(found, Work):
            LOG.info("unfinished work is put back")
            put_back(self._window, found)
            # Until it is written here, the folder of the process that died has the only copy.
            self._taken, self._done = self._done, []
            if self.keeper is not None:
                self.keeper.flush()
            self._offer()
        elif found is None:
            self._window.message_bar.show_message(
                tr("The unfinished work cannot be read: nothing of it is put back.")
            )
            self._offer()

    def _offer(self) -> None:
        """Say of the newest process that it died, and offer what it has left."""
        if not self._dead:
            self._window.recovery_bar.hide()
            return
        newest = self._dead[0]
        has_work = newest.has_work()
        message = tr("Diaphane ended unexpectedly the last time.")
        if not self._offered <= {newest.folder}:
            # The bar would else look as if it had not heard.
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(newest.last_sign))
            message = tr("Diaphane had ended unexpectedly before that too, after {when}.")
            message = message.format(when=when)
        self._offered.add(newest.folder)
        if has_work:
            message += " " + tr("What you were working on can be put back.")
        offer = tr("Put my work back") if has_work else ""
        self._window.recovery_bar.show_message(message, "…", offer)

    @Slot()
    def put_back(self) -> None:
        """Put the work of the process that died back into this window."""
        if self._dead:
            folder = self._dead[0].folder
            self._done.append(self._dead.pop(0))
            self._background.ask(lambda _: read(folder))

    @Slot()
    def _on_dismissed(self) -> None:
        # Kept until this process ends well: if it dies, all is offered again.
        if self._dead:
            self._done.append(self._dead.pop(0))
            self._offer()

    @Slot()
    def show_crash(self, *_: object) -> None:
        """Show the trace of the crash and what was logged before."""
        if not self._dead:
            return
        crash = without_home(self._dead[0].crash())
        log = self._log
        lines = "" if log is None else _lines_of(tail(log.path, 8 * SHOWN_BYTES), self._dead[0])
        parts = [crash] if crash else []
        if lines:
            parts += [tr("Its last lines in the log:"), lines]
        if crash:
            message = tr(
                "What the program was doing in each of its threads when it crashed, the newest "
                "call first, and what it had logged before. This helps to mend the fault."
            )
        else:
            message = tr(
                "There is no trace of a crash: it was ended from outside, or the machine went off."
            )
        folder = None if log is None else log.path.parent
        self._show(
            tr("What happened"), message, "\n\n".join(parts), self._note(), folder, end=False
        )

    @Slot()
    def _on_not_kept(self) -> None:
        self.say(tr(NOT_KEPT).format(reason=tr("it cannot be written to the disk")))

    @Slot()
    def _on_written(self) -> None:
        # What was put back is this process' own work now.
        taken, self._taken = self._taken, []
        for dead in taken:
            dead.forget()

    def close(self) -> bool:
        """Stop what runs; whether it has ended in time."""
        # Its timer would go on.
        self._window.statusBar().clearMessage()
        ended = self._background.close()
        return (self.keeper is None or self.keeper.close()) and ended

    def end(self) -> None:
        """The process ends well: forget what was dealt with, leave the rest to the next start."""
        for dead in (*self._done, *self._taken):
            dead.forget()
        for dead in self._dead:
            dead.give_back()
        self._done, self._taken, self._dead = [], [], []


def _lines_of(log: str, dead: DeadRun) -> str:
    """The lines that a process has written, with those that belong to them."""
    mark, lines, own = f" [{dead.process}] ", [], False
    for line in log.splitlines():
        head = line[:60]
        if head[:4].isdigit() and " [" in head:
            own = mark in head
        if own:
            lines.append(line)
    return "\n".join(lines[-200:])
