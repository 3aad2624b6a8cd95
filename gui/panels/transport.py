"""First, back, play or pause, step, last; where we are; how fast."""

from __future__ import annotations

import math

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from gui import theme
from gui.language import tr
from gui.numbers import significant
from gui.session import FULL_SPEED, Session
from gui.widgets.coalesce import Coalescer
from gui.widgets.transport_icons import SIZE, Symbol, icon
from gui.widgets.wheel import wheel_needs_focus

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, FULL_SPEED)
"""Steps a second, doubling from notch to notch; the last has no limit."""


def speed_text(steps_per_second: float) -> str:
    """A speed in words."""
    if math.isinf(steps_per_second):
        return tr("max")
    if steps_per_second == 1:
        return tr("1 step/s")
    return tr("{number} steps/s").format(number=significant(steps_per_second, 6))


def nearest_notch(steps_per_second: float) -> int:
    """The notch of the speed slider nearest to a speed, on the logarithmic scale."""
    if steps_per_second > SPEEDS[-2] * math.sqrt(2):
        return len(SPEEDS) - 1
    finite = SPEEDS[:-1]
    return min(
        range(len(finite)), key=lambda notch: abs(math.log(finite[notch] / steps_per_second))
    )


class TransportPanel(QWidget):
    """Moves through the steps that are there, and asks the worker for new ones.

    Signals:
        playRequested, pauseRequested: play or hold.
        stepRequested: decode one more step; only at the newest step.
    """

    playRequested = Signal()
    pauseRequested = Signal()
    stepRequested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.first_button = self._button(tr("First step"))
        self.back_button = self._button(tr("Step back"))
        self.play_button = self._button(tr("Play"))
        self.step_button = self._button(tr("Step"))
        self.last_button = self._button(tr("Last step"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.label = QLabel()
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed_label = QLabel()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self._draw_icons()
        self._on_speed_changed()
        self.refresh()

    def _button(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(name)
        button.setIconSize(QSize(SIZE, SIZE))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _build(self) -> None:
        self.first_button.setToolTip(tr("Show the first step"))
        self.back_button.setToolTip(tr("Show the step before"))
        self.last_button.setToolTip(tr("Show the newest step"))
        self.slider.setAccessibleName(tr("Step"))
        self.slider.setToolTip(tr("The step that is shown"))
        self.slider.setMinimumWidth(90)
        self.slider.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slider.setTracking(True)
        caption = QLabel(tr("Speed"))
        caption.setObjectName("muted")
        caption.setBuddy(self.speed)
        self.speed.setAccessibleName(tr("Speed"))
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setPageStep(1)
        self.speed.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.speed.setTickInterval(1)
        self.speed.setFixedWidth(96)
        # The other slider keeps it: nothing scrolls beneath, and the wheel only looks at another
        # step, which it takes back the other way.
        wheel_needs_focus(self.speed)
        # So that nothing moves when the text changes.
        metrics = QFontMetrics(self.speed_label.font())
        widest = max(metrics.horizontalAdvance(speed_text(speed)) for speed in SPEEDS)
        self.speed_label.setMinimumWidth(widest + 4)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 4, 10, 4)
        layout.setSpacing(4)
        for button in (
            self.first_button,
            self.back_button,
            self.play_button,
            self.step_button,
            self.last_button,
        ):
            layout.addWidget(button)
        layout.addSpacing(6)
        layout.addWidget(self.slider, 1)
        layout.addSpacing(6)
        layout.addWidget(self.label)
        layout.addSpacing(12)
        layout.addWidget(caption)
        layout.addWidget(self.speed)
        layout.addWidget(self.speed_label)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(
            session.traceReset,
            session.eventAdded,
            session.positionChanged,
            session.playingChanged,
            session.busyChanged,
            session.canDecodeChanged,
        )
        session.speedChanged.connect(self._on_speed_changed)
        theme.notifier.changed.connect(self._draw_icons)
        self.first_button.clicked.connect(self._on_first)
        self.back_button.clicked.connect(self._on_back)
        self.play_button.clicked.connect(self._on_play)
        self.step_button.clicked.connect(self._on_step)
        self.last_button.clicked.connect(self._on_last)
        self.slider.valueChanged.connect(self._on_slider)
        self.speed.valueChanged.connect(self._on_speed)

    # What is shown -------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Show where the session is and what can be done there."""
        session = self._session
        length, position, playing = session.length(), session.position, session.playing
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, length - 1))
        self.slider.setPageStep(max(1, length // 10))
        self.slider.setValue(max(0, position))
        self.slider.blockSignals(False)
        self.slider.setEnabled(length > 1)
        place = self.place_text()
        self.label.setText(place)
        # A name is read instead of the text: it has to hold it.
        self.label.setAccessibleName(tr("Place in the translation: {place}").format(place=place))
        self.first_button.setEnabled(position > 0)
        self.back_button.setEnabled(position > 0)
        self.last_button.setEnabled(position < length - 1)
        self.play_button.setEnabled(playing or session.unfinished() or length > 1)
        self.step_button.setEnabled(position < length - 1 or session.unfinished())
        self.play_button.setIcon(self._icons["pause" if playing else "play"])
        self.play_button.setAccessibleName(tr("Pause") if playing else tr("Play"))
        self.play_button.setToolTip(
            tr("Hold") if playing else tr("Play the steps one after the other")
        )
        newest = position >= length - 1
        self.step_button.setToolTip(
            tr("Decode one more step")
            if newest and session.unfinished()
            else tr("Show the next step")
        )

    def place_text(self) -> str:
        """``step 3 / 12 · sentence 1 / 2``; an ellipsis where the number may still grow."""
        session = self._session
        trace, place = session.trace, session.place()
        if trace is None or place is None:
            return tr("no steps") if session.finished() else tr("no steps yet")
        sentence = trace.sentences[place[0]]
        more = "…" if sentence.finished is None and session.can_decode else ""
        return tr("step {step} / {steps} · sentence {sentence} / {sentences}").format(
            step=place[1] + 1,
            steps=f"{len(sentence.steps)}{more}",
            sentence=place[0] + 1,
            sentences=len(trace.started.sentences),
        )

    @Slot()
    def _draw_icons(self) -> None:
        symbols: tuple[Symbol, ...] = ("first", "back", "play", "pause", "step", "last")
        self._icons = {symbol: icon(symbol) for symbol in symbols}
        self.first_button.setIcon(self._icons["first"])
        self.back_button.setIcon(self._icons["back"])
        self.step_button.setIcon(self._icons["step"])
        self.last_button.setIcon(self._icons["last"])
        self.play_button.setIcon(self._icons["pause" if self._session.playing else "play"])

    # Commands ------------------------------------------------------------------------

    def _halt_film(self) -> None:
        """Going back stops what is being watched; decoding at full speed may go on."""
        if self._session.playing and math.isfinite(self._session.speed):
            self.pauseRequested.emit()

    @Slot()
    def _on_first(self) -> None:
        self._halt_film()
        self._session.first()

    @Slot()
    def _on_back(self) -> None:
        self._halt_film()
        self._session.back()

    @Slot()
    def _on_play(self) -> None:
        if self._session.playing:
            self.pauseRequested.emit()
        else:
            self.playRequested.emit()

    @Slot()
    def _on_step(self) -> None:
        session = self._session
        if session.playing:
            self.pauseRequested.emit()
        if session.position < session.length() - 1:
            session.forward()
        elif session.unfinished():
            self.stepRequested.emit()

    @Slot()
    def _on_last(self) -> None:
        self._session.last()

    @Slot(int)
    def _on_slider(self, position: int) -> None:
        self._session.set_position(position)

    @Slot(int)
    def _on_speed(self, notch: int) -> None:
        self._session.set_speed(SPEEDS[notch])

    @Slot()
    def _on_speed_changed(self) -> None:
        speed = self._session.speed
        self.speed.blockSignals(True)
        self.speed.setValue(nearest_notch(speed))
        self.speed.blockSignals(False)
        text = speed_text(speed)
        self.speed_label.setText(text)
        self.speed.setToolTip(tr("Speed of decoding and playback: {speed}").format(speed=text))
        self.speed.setAccessibleDescription(text)
