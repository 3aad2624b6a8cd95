"""Drawing the window into a picture: ``--shot``, and the command of the same kind."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QIODevice, QObject, QSaveFile, QTimer, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from gui.failure import Failure
from gui.language import tr
from gui.widgets.coalesce import Coalescer

if TYPE_CHECKING:
    from gui.main_window import MainWindow

_ROUNDS = 5
_WAIT_MS, _PATIENCE = 20, 500


def settle(window: QWidget) -> None:
    """Let all pending layout and drawing happen."""
    for _ in range(_ROUNDS):
        for coalescer in window.findChildren(Coalescer):
            coalescer.flush()
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


def grab(window: QWidget) -> QPixmap:
    """The whole window as it is shown."""
    settle(window)
    return window.grab()


def save(picture: QPixmap, path: Path) -> str | None:
    """Write a PNG, whole or not at all; a sentence if that is not possible."""
    file = QSaveFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        return _refusal(path, file)
    written = picture.save(file, "PNG")
    if not written or not file.commit():
        file.cancelWriting()
        return _refusal(path, file)
    return None


def _refusal(path: Path, file: QSaveFile) -> str:
    reason = file.errorString()
    return tr("The picture cannot be written to {path}: {reason}.").format(path=path, reason=reason)


class Shot(QObject):
    """Waits for the translation's end, goes to a step, saves the picture and leaves.

    Attributes:
        code: the exit code: 0 once the picture is saved; else 2, with what was wrong on
            stderr.
    """

    def __init__(self, window: MainWindow, path: Path, step: int | None) -> None:
        super().__init__(window)
        self._window = window
        self._path = path
        self._step = step
        self._left = False
        self._patience = _PATIENCE
        self.code = 2
        # A text cursor that may or may not blink just then has no place in a picture.
        window.setFocus()
        window.controller.translationEnded.connect(self._on_ended)
        window.controller.problem.connect(self._on_problem)

    @Slot()
    def _on_ended(self) -> None:
        session = self._window.session
        steps = session.length()
        if self._step is not None and not 1 <= self._step <= steps:
            there = f"the translation has the steps 1 to {steps}" if steps else "there are no steps"
            self._leave(f"--step {self._step} is out of range: {there}.")
            return
        if self._step is not None:
            session.set_position(self._step - 1)
        # Through the event loop, so that what the last events have posted comes first.
        QTimer.singleShot(0, self._draw)

    @Slot()
    def _draw(self) -> None:
        settle(self._window)
        asking = self._window.asking.values()
        if any(panel.isVisible() and panel.waiting() for panel in asking) and self._patience:
            # The worker still computes what a panel asked for.
            self._patience -= 1
            QTimer.singleShot(_WAIT_MS, self._draw)
            return
        picture = grab(self._window)
        # Something may have gone wrong in drawing, with nothing raised here.
        if not self._left:
            self._leave(save(picture, self._path))

    @Slot(object)
    def _on_problem(self, failure: Failure) -> None:
        self._leave(failure.message if failure.expected else failure.details.rstrip())

    @Slot(str, str)
    def give_up(self, message: str, details: str) -> None:
        """Leave after an exception that nobody caught; its details are on stderr already."""
        self._leave("No picture was written.")

    def refuse(self, sentence: str) -> None:
        """Leave without a picture, and say why."""
        self._leave(sentence)

    def give_way(self) -> None:
        """The program is being left for another reason: no picture, and nothing to say."""
        self._left = True

    def _leave(self, error: str | None) -> None:
        if self._left:
            return
        self._left = True
        if error is None:
            self.code = 0
        else:
            print(error, file=sys.stderr)
        # Not at once: this may be in the middle of painting.
        QTimer.singleShot(0, self._close)

    @Slot()
    def _close(self) -> None:
        self._window.close()
        QCoreApplication.exit(self.code)
