"""Writes the unfinished work of a window down while it is worked on."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from gui import remembered
from gui.logs.log import LOG
from gui.models.background import Background, Job
from gui.presets import PANELS
from gui.runs.limits import MOST_TEXT
from gui.runs.work import Shown, Work, WorkFolder
from gui.settings import Settings

if TYPE_CHECKING:
    from gui.main_window import MainWindow

WAIT_MS: Final = 1500
"""What is done in this time is written down at once."""


class Keeper(QObject):
    """Looks at the window a while after something has changed, and writes on a thread of its own.

    Not on the worker's: that one may be what hangs. A translation that streams in at full speed
    is written once it rests; one that is watched step by step is written as it grows.

    Args:
        window: what is kept.
        folder: that of this process.

    Signals:
        written: what there was to write lies on the disk.
        failed: it could not be written; told once.
    """

    written = Signal()
    failed = Signal()

    def __init__(self, window: MainWindow, folder: Path) -> None:
        super().__init__(window)
        self._window = window
        self._folder = WorkFolder(folder)
        self._failing = False
        self._background = Background("unfinished", self)
        self._background.done.connect(self._on_done)
        self._background.failed.connect(self._on_failed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT_MS)
        self._timer.timeout.connect(self.flush)
        session = window.session
        for signal in (
            *session.place_signals,
            session.selectionChanged,
            session.optionsChanged,
            session.busyChanged,
            window.source.editor.textChanged,
            window.source.live.toggled,
            window.docks.openChanged,
        ):
            signal.connect(self._on_changed)
        for name in PANELS:
            window.docks.dock(name).dockLocationChanged.connect(self._on_changed)
            window.docks.dock(name).topLevelChanged.connect(self._on_changed)

    @Slot()
    def flush(self) -> None:
        """Write down now what there is."""
        self._timer.stop()
        session = self._window.session
        grows = session.playing and session.unfinished() and math.isinf(session.speed)
        work, folder = work_of(self._window), self._folder

        def write(_: Job) -> None:
            folder.write(work, settled=not grows)

        self._background.ask(write)

    @property
    def writing(self) -> bool:
        """Whether something waits to be written, or is being written."""
        return self._timer.isActive() or self._background.busy

    def close(self) -> bool:
        """Write nothing more; whether what was being written has ended in time."""
        self._timer.stop()
        return self._background.close()

    @Slot()
    def _on_changed(self, *_: object) -> None:
        # Started once, not again with each change: who types without a pause is kept too.
        if not self._timer.isActive():
            self._timer.start()

    @Slot(object)
    def _on_done(self, _: object) -> None:
        self._failing = False
        self.written.emit()

    @Slot(object)
    def _on_failed(self, _: object) -> None:
        # Why is in the log. It is tried again with the next change.
        if not self._failing:
            self._failing = True
            LOG.warning("the unfinished work is not kept for now")
            self.failed.emit()


def work_of(window: MainWindow) -> Work:
    """What a window holds now."""
    session, arrangement = window.session, Settings(None)
    remembered.remember(window, arrangement)
    values = arrangement.values()
    # It may be longer than what is remembered.
    text = window.source.text()
    values.pop("source/text", None)
    shown = None
    if session.trace is not None:
        shown = Shown(session.trace, session.position, dict(session.followed))
    return Work(text if len(text) <= MOST_TEXT else "", session.options, values, shown)


def put_back(window: MainWindow, work: Work) -> None:
    """Bring a window to what another one held; what it holds itself stays in its history."""
    session = window.session
    remembered.restore(window, work.settings())
    off = work.options.heads_off
    # Heads are those of the model that made what is shown; another one may have been loaded.
    mine = work.shown is None or session.model is None or _made_by_loaded(window, work.shown)
    session.set_options(work.options if mine or not off else replace(work.options, heads_off=()))
    if work.shown is not None:
        trace = work.shown.trace
        window.controller.reopen(trace, work.shown.position, dict(work.shown.followed))
        if trace.started.text == work.text:
            window.source.show_translated(work.text)
        else:
            window.source.set_text(work.text)
        window.commands.made_by.on_opened()
    elif work.text:
        window.source.set_text(work.text)


def _made_by_loaded(window: MainWindow, shown: Shown) -> bool:
    model = window.session.model
    return model is not None and model.fingerprint == shown.trace.started.model.fingerprint
