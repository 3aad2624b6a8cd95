"""The curves of the positional encoding with what chooses them, and how a shift turns them."""

from __future__ import annotations

import html

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QSlider, QSpinBox, QVBoxLayout, QWidget

from engine.analysis.positions import Sinusoids
from engine.events import FloatArray
from gui import theme
from gui.language import tr
from gui.widgets.flow_layout import FlowLayout
from gui.widgets.position_controls import captioned
from gui.widgets.position_curves import PositionCurves
from gui.widgets.position_line import MOST_PAIRS, columns_of, pair_colour, pair_count
from gui.widgets.position_text import table_cell, turned, wave
from gui.widgets.spin_box import indent


class PositionWaves(QWidget):
    """Sine and cosine of the chosen pair of dimensions, and of those that are kept.

    Signals:
        pointed: the position under the pointer or the cursor, or ``None``.
    """

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: FloatArray | None = None
        self._formula: Sinusoids | None = None
        self._kept: list[int] = []
        self._low = False
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.pair_box = QSpinBox()
        indent(self.pair_box)
        self.keep_button = QPushButton(tr("Keep"))
        self.clear_button = QPushButton(tr("Clear"))
        self.shift_box = QSpinBox()
        indent(self.shift_box)
        self.curves = PositionCurves()
        self.legend = QLabel()
        self.turned = QLabel()
        self._build()
        self.slider.valueChanged.connect(self.pair_box.setValue)
        self.pair_box.valueChanged.connect(self.slider.setValue)
        self.pair_box.valueChanged.connect(self._on_pairs)
        self.keep_button.clicked.connect(self._on_keep)
        self.clear_button.clicked.connect(self._on_clear)
        self.shift_box.valueChanged.connect(self._write)
        self.curves.pointed.connect(self._on_pointed)
        self.curves.cursorMoved.connect(self._on_pointed)
        theme.notifier.changed.connect(self._write)

    def _build(self) -> None:
        for box in (self.slider, self.pair_box):
            box.setAccessibleName(tr("Pair of dimensions"))
        self.slider.setMinimumWidth(110)
        self.keep_button.setToolTip(tr("Keep this pair’s curves beside those of the next"))
        self.clear_button.setToolTip(tr("Show only the chosen pair’s curves"))
        self.shift_box.setRange(-999, 999)
        self.shift_box.setValue(1)
        self.shift_box.setAccessibleName(tr("Shift k in positions"))
        self.shift_box.setToolTip(
            tr("How far PE(pos + k) lies from PE(pos): the same turn of each pair at every pos")
        )
        self.curves.setAccessibleName(tr("Sinusoids over the positions"))
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.legend.setWordWrap(True)
        self.legend.setToolTip(
            tr("λ is the wavelength: after how many positions sine and cosine repeat")
        )
        self.turned.setWordWrap(True)
        self.turned.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        row = FlowLayout()
        row.addWidget(captioned(tr("Pair i"), self.pair_box, self.slider))
        row.addWidget(captioned("", self.keep_button, self.clear_button))
        self._shift = captioned(tr("Shift k"), self.shift_box)
        row.addWidget(self._shift)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self.curves, 1)
        layout.addWidget(self.legend)
        layout.addWidget(self.turned)

    # What is shown -------------------------------------------------------------------

    def set_table(self, table: FloatArray, formula: Sinusoids | None) -> None:
        """Show the positions of ``table`` [position, d_model], and what they are computed by."""
        self._table, self._formula = table, formula
        last = pair_count(formula, table.shape[1]) - 1
        which = tr("Pair i: two neighbouring dimensions")
        if formula is not None:
            which = tr("Pair i: a sine, and the cosine of the same angle")
        for box in (self.slider, self.pair_box):
            box.setToolTip(which)
        # Told once all of it is of the new table: a pair of the old one may not be there any more.
        with QSignalBlocker(self.slider), QSignalBlocker(self.pair_box):
            self.slider.setRange(0, last)
            self.slider.setPageStep(max(1, last // 8))
            self.pair_box.setRange(0, last)
        self._kept = [pair for pair in self._kept if pair <= last]
        self.curves.set_table(table, formula)
        self._on_pairs()

    def set_low(self, low: bool) -> None:
        """Leave the curves the room in a low panel: without the shift."""
        if low != self._low:
            self._low = low
            self._shift.setVisible(not low)
            self.turned.setVisible(not low)
            self.curves.set_titled(not low)
            self._write()

    def kept(self) -> tuple[int, ...]:
        """The pairs that stay when another is chosen."""
        return tuple(self._kept)

    @Slot()
    def _on_pairs(self, *_: object) -> None:
        chosen = self.pair_box.value()
        shown = [*self._kept, *([] if chosen in self._kept else [chosen])]
        self.curves.set_pairs(shown)
        full = len(self._kept) >= MOST_PAIRS - 1
        self.keep_button.setEnabled(chosen not in self._kept and not full)
        self.clear_button.setEnabled(bool(self._kept))
        self._write()

    @Slot()
    def _on_keep(self) -> None:
        chosen = self.pair_box.value()
        if chosen not in self._kept and len(self._kept) < MOST_PAIRS - 1:
            self._kept.append(chosen)
            self._on_pairs()

    @Slot()
    def _on_clear(self) -> None:
        self._kept = []
        self._on_pairs()

    @Slot()
    def _write(self, *_: object) -> None:
        if self._table is None:
            return
        muted = theme.current().muted
        parts = []
        for index, pair in enumerate(self.curves.pairs()):
            colour, named = pair_colour(index).name(), _unbroken(f"▬ i = {pair}")
            told = _unbroken(wave(pair, self._formula))
            parts.append(f"<span style='color:{colour}'><b>{named}</b></span>&nbsp;{told}")
        if not self._low:
            how = tr("the first of each pair strong, the second pale")
            if self._formula is not None:
                how = tr("sines strong, cosines pale")
            parts.append(f"<span style='color:{muted}'>{html.escape(how)}</span>")
        self.legend.setText("&nbsp;&nbsp; ".join(parts))
        self.turned.setText(turned(self.shift_box.value(), self.pair_box.value(), self._formula))

    # Reading -------------------------------------------------------------------------

    @Slot(object)
    def _on_pointed(self, _: object) -> None:
        self.pointed.emit(self.curves.reading())

    def text(self) -> str:
        """The numbers of the chosen pair at the position looked at; empty if there is none."""
        position = self.curves.position()
        if position is None or self._table is None:
            return ""
        formula, width = self._formula, self._table.shape[1]
        return ";  ".join(
            table_cell(position, dimension, formula, float(self._table[position, dimension]))
            for dimension in columns_of(self.pair_box.value(), formula, width)
        )


def _unbroken(text: str) -> str:
    """Rich text that is not broken into lines."""
    return html.escape(text).replace(" ", "&nbsp;")
