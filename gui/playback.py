"""Playing back what is decoded: only the position moves, over steps that are there."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from gui.session import Session

FASTEST_PLAYBACK_MS: Final = 33
"""At full speed playback still has to be seen."""


class Playback(QObject):
    """Goes a step forward as often as the session's speed says.

    Signals:
        arrived: the newest step is shown, and playback has ended.
        interrupted: the user has chosen a place, where playback ends: they want to stay there.
    """

    arrived = Signal()
    interrupted = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._moving = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_timeout)
        session.speedChanged.connect(self._on_speed)
        session.positionChosen.connect(self._on_chosen)

    @property
    def running(self) -> bool:
        """Whether steps are following one another."""
        return self._timer.isActive()

    def start(self) -> None:
        """Go on from where the session is."""
        self._timer.start(max(FASTEST_PLAYBACK_MS, math.ceil(1000 / self._session.speed)))

    def stop(self) -> None:
        """Stay where the session is."""
        self._timer.stop()

    @Slot(float)
    def _on_speed(self, _: float) -> None:
        if self.running:
            self.start()

    @Slot()
    def _on_chosen(self) -> None:
        if not self._moving:
            self.stop()
            self.interrupted.emit()

    @Slot()
    def _on_timeout(self) -> None:
        session = self._session
        if session.position < session.length() - 1:
            self._moving = True
            session.forward()
            self._moving = False
        if session.position >= session.length() - 1:
            self.stop()
            self.arrived.emit()
