"""How attention is shown: matrix or lines, pieces or words, with or without special tokens."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSlider, QWidget

from gui.language import tr
from gui.numbers import fixed
from gui.widgets.lines_scene import DEFAULT_THRESHOLD
from gui.widgets.segments import Segments

Face = Literal["matrix", "lines"]
_HIGHEST = 50
"""Percent: the highest threshold that the slider has."""


class FaceSegments(Segments):
    """Matrix or lines."""

    def __init__(self) -> None:
        super().__init__(
            tr("Attention shown as"),
            (
                ("matrix", tr("Matrix"), tr("One cell a weight: rows are queries, columns keys")),
                (
                    "lines",
                    tr("Lines"),
                    tr("One line a weight, from the keys on the left to the queries on the right"),
                ),
            ),
        )


class UnitSegments(Segments):
    """Pieces or words."""

    def __init__(self) -> None:
        super().__init__(
            tr("Attention between"),
            (
                ("pieces", tr("Pieces"), tr("The pieces that the model reads and writes")),
                (
                    "words",
                    tr("Words"),
                    tr("Whole words: the columns of a word are summed, its rows averaged"),
                ),
            ),
        )


class SpecialsBox(QCheckBox):
    """Special tokens shown or hidden."""

    def __init__(self) -> None:
        super().__init__(tr("Specials"))
        self.setChecked(True)
        self.setToolTip(
            tr(
                "Show the special tokens, start and end. Where they are hidden nothing is "
                "renormalised: the rows shown then sum to less than 1."
            )
        )


class ThresholdSlider(QWidget):
    """From which weight on lines are drawn.

    Signals:
        changed: the threshold, from 0 to 1.
    """

    changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _HIGHEST)
        self.slider.setPageStep(5)
        self.slider.setFixedWidth(96)
        self.slider.setAccessibleName(tr("Lines from weight"))
        self.slider.setToolTip(tr("Lines of smaller weights are not drawn"))
        self.caption = QLabel(tr("Lines from"))
        self.caption.setBuddy(self.slider)
        self.value = QLabel()
        self.value.setFixedWidth(self.value.fontMetrics().horizontalAdvance("0.00") + 6)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for part in (self.caption, self.slider, self.value):
            layout.addWidget(part)
        self.slider.valueChanged.connect(self._on_value)
        self.set_threshold(DEFAULT_THRESHOLD)
        self._tell()

    def threshold(self) -> float:
        """The smallest weight that is drawn."""
        return self.slider.value() / 100

    def set_threshold(self, threshold: float) -> None:
        """Choose it, to the hundredth."""
        self.slider.setValue(round(100 * threshold))

    @Slot(int)
    def _on_value(self, _: int) -> None:
        self._tell()
        self.changed.emit(self.threshold())

    def _tell(self) -> None:
        text = fixed(self.threshold(), 2)
        self.value.setText(text)
        self.slider.setAccessibleDescription(text)
