"""One download: how far it is, stopped, gone on with, opened."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout

from gui.failure import Failure
from gui.language import tr
from gui.models.background import Background, Job
from gui.models.rate import Rate, time_text
from gui.models.sources import Sources
from gui.numbers import file_size
from gui.widgets.elided_label import ElidedLabel

if TYPE_CHECKING:
    from pathlib import Path

    from engine.checkpoints.hub import Progress, Pulled

_STEPS: Final = 1000


class DownloadPane(QFrame):
    """Hidden until something is downloaded; goes on while its window is closed.

    Signals:
        begun: it has begun, or goes on.
        finished: what came of it, a ``Pulled``.
        ended: it is over, in whatever way.
        openRequested: the ``Path`` of the model that was downloaded.
        detailsRequested: a message and its details.
    """

    begun = Signal()
    finished = Signal(object)
    ended = Signal()
    openRequested = Signal(object)
    detailsRequested = Signal(str, str)

    def __init__(self, sources: Sources) -> None:
        super().__init__()
        self.setObjectName("card")
        self._sources = sources
        self._repo = ""
        self._folder: Path | None = None
        self._details = ""
        self._progress: Progress | None = None
        self._rate = Rate()
        self._background = Background("download", self)
        self.title = ElidedLabel(cut=Qt.TextElideMode.ElideMiddle)
        self.title.setAccessibleName(tr("Download"))
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("How far the download is"))
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel_button = QPushButton(tr("Ca&ncel"))
        self.cancel_button.setToolTip(tr("Stop here; what has arrived is kept"))
        self.again_button = QPushButton(tr("&Go on"))
        self.again_button.setToolTip(tr("Go on from where it stopped"))
        self.details_button = QPushButton(tr("Deta&ils…"))
        self.open_button = QPushButton(tr("O&pen it"))
        self.open_button.setProperty("primary", True)
        self._build()
        self._background.reported.connect(self._on_reported)
        self._background.done.connect(self._on_done)
        self._background.failed.connect(self._on_failed)
        self._background.stopped.connect(self._on_stopped)
        self.cancel_button.clicked.connect(self.cancel)
        self.again_button.clicked.connect(self._on_again)
        self.details_button.clicked.connect(self._on_details)
        self.open_button.clicked.connect(self._on_open)
        self.hide()

    def _build(self) -> None:
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        buttons = QHBoxLayout()
        for button in (
            self.cancel_button,
            self.again_button,
            self.details_button,
            self.open_button,
        ):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(self.title)
        words.addWidget(self.bar)
        words.addWidget(self.message)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(14)
        layout.addLayout(words, 1)
        layout.addLayout(buttons)

    @property
    def busy(self) -> bool:
        """Whether something is being downloaded."""
        return self._background.busy

    @property
    def repo(self) -> str:
        """What is, or was last, downloaded."""
        return self._repo

    @Slot(str)
    def begin(self, repo: str) -> None:
        """Download a model, from where an earlier download of it broke off."""
        if self.busy:
            return
        self._repo = repo
        self._folder, self._progress, self._details = None, None, ""
        self._rate.reset()
        sources = self._sources

        def work(job: Job) -> object:
            return sources.pull(sources.hub(), repo, job.report, job.cancelled)

        self._background.ask(work)
        self.bar.setValue(0)
        self._show(tr("Asking for the list of files…"), (self.cancel_button,), bar=True)
        self.begun.emit()

    @Slot()
    def cancel(self) -> None:
        """Stop; what has arrived is kept."""
        self._background.cancel()
        self.cancel_button.setEnabled(False)
        self.message.setText(tr("Stopping…"))

    def close_down(self) -> bool:
        """Stop and leave the thread, as the program ends; it can be gone on with."""
        return self._background.close()

    # Showing -------------------------------------------------------------------------

    def _show(self, message: str, buttons: tuple[QPushButton, ...], bar: bool = False) -> None:
        self.title.setText(self._repo)
        self.message.setText(message)
        self.bar.setVisible(bar)
        for button in (
            self.cancel_button,
            self.again_button,
            self.details_button,
            self.open_button,
        ):
            button.setVisible(button in buttons)
            button.setEnabled(True)
        self.show()

    def _amount(self) -> str:
        """How much is here of how much; empty while that is not known."""
        progress = self._progress
        if progress is None or not progress.size:
            return ""
        return tr("{done} of {size}").format(
            done=file_size(progress.done), size=file_size(progress.size)
        )

    @Slot(object)
    def _on_reported(self, progress: Progress) -> None:
        before, self._progress = self._progress, progress
        if before is None or before.stage != progress.stage or progress.stage != "download":
            self._rate.reset()
        self.message.setText(self._words(progress))
        if progress.size:
            self.bar.setValue(round(_STEPS * progress.done / progress.size))
        if progress.license or progress.size:
            licence = progress.license or tr("not said")
            self.title.setText(
                tr("{model}  ·  licence: {licence}").format(model=self._repo, licence=licence)
            )

    def _words(self, progress: Progress) -> str:
        if progress.stage == "list":
            return tr("Asking for the list of files…")
        if progress.stage == "wait":
            return tr("{amount}.  Waiting to try again: {reason}").format(
                amount=self._amount(), reason=progress.note
            )
        if progress.stage == "check":
            return tr("{amount}.  Checking what is here of {file}").format(
                amount=self._amount(), file=progress.file
            )
        self._rate.add(time.monotonic(), progress.done)
        rate = self._rate.bytes_a_second()
        left = self._rate.seconds_left(progress.size - progress.done)
        parts = [self._amount(), progress.file]
        if rate is not None:
            parts.append(tr("{rate} a second").format(rate=file_size(round(rate))))
        if left is not None:
            parts.append(tr("{time} left").format(time=time_text(left)))
        return "  ·  ".join(parts)

    @Slot(object)
    def _on_done(self, pulled: Pulled) -> None:
        self._folder = pulled.folder
        if pulled.received:
            text = tr("{size} downloaded and checked.").format(size=file_size(pulled.received))
        else:
            text = tr("All of it was here already, and nothing newer is there.")
        self._show(text, (self.open_button,))
        self.open_button.setFocus()
        self.finished.emit(pulled)
        self.ended.emit()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self._details = failure.details
        self._show(failure.message, (self.again_button, self.details_button))
        self.again_button.setText(tr("Try &again"))
        self.ended.emit()

    @Slot()
    def _on_stopped(self) -> None:
        amount = self._amount()
        if amount:
            text = tr("Stopped at {amount}. It goes on from there when you want it to.").format(
                amount=amount
            )
        else:
            text = tr("Stopped before anything was downloaded.")
        self._show(text, (self.again_button,))
        self.again_button.setText(tr("&Go on"))
        self.ended.emit()

    # Slots ---------------------------------------------------------------------------

    @Slot()
    def _on_again(self) -> None:
        self.begin(self._repo)

    @Slot()
    def _on_details(self) -> None:
        self.detailsRequested.emit(self.message.text(), self._details)

    @Slot()
    def _on_open(self) -> None:
        if self._folder is not None:
            self.openRequested.emit(self._folder)
