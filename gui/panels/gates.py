"""The forget gates of a recurrent decoder: what its layers keep of their state at each step."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from engine.events import FloatArray, Piece
from gui.language import QT_TR_NOOP, tr
from gui.numbers import percent
from gui.session import Hover, Session
from gui.widgets.choice import ChoiceBox
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.flow_layout import FlowLayout
from gui.widgets.matrix_art import Cell
from gui.widgets.pieces import axis_tokens, label, weight_text
from gui.widgets.position_controls import captioned
from gui.widgets.position_maps import MapContent, PositionMaps
from gui.widgets.scale import Scale
from gui.widgets.vector import ON_SCREEN_ONLY

ASK_TO_TRANSLATE = QT_TR_NOOP("Translate a sentence to see what each layer keeps and forgets.")
ATTENDS = QT_TR_NOOP(
    "This decoder sees what it has written by masked self-attention, which has no gates. Models "
    "with an SSRU in its place, such as Firefox's, have them."
)
ENCODER_ALONE = QT_TR_NOOP(
    "Gates stand in the place of a decoder’s self-attention, as in Firefox's models. This model is "
    "an encoder alone: it has no decoder."
)
NOT_RECORDED = QT_TR_NOOP(
    "The gates of this translation were not recorded. Translate again to see them."
)
FORMULA = (
    "f_t = σ(x_t W_f + b_f)   c_t = f_t ⊙ c_{t−1} + (1 − f_t) ⊙ x_t W   "
    "h_t = LayerNorm(ReLU(c_t) + x_t)"
)
HINT = QT_TR_NOOP("Point at a cell, or move over the cells with the arrow keys, to read its gate.")


class GatesPanel(QWidget):
    """One layer's gates, a row for each input of the decoder, a column for each dimension.

    Signals:
        layerChanged: another layer is shown.
    """

    layerChanged = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._layer = 0
        self._gates: FloatArray | None = None
        self._inputs: tuple[Piece, ...] = ()
        self._view_of: tuple[object, ...] = ()
        self._choice = QWidget()
        self.layer_box = ChoiceBox()
        self.view = PositionMaps(self.cell_text)
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.formula = ElidedLabel(FORMULA, colour="muted")
        self.summary = QLabel()
        self.readout = ElidedLabel()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._refresh.listen(*session.place_signals)
        session.hoverChanged.connect(self._on_hover)
        self.layer_box.activated.connect(self.set_layer)
        self.view.cellPointed.connect(self._on_cell)
        self.view.rowPointed.connect(self._hover_row)
        self.view.cursorMoved.connect(self._read)
        self.refresh()

    def _build(self) -> None:
        self.layer_box.setAccessibleName(tr("Layer"))
        self.view.setAccessibleName(tr("Forget gates"))
        self.readout.setAccessibleName(tr("Gate under the pointer"))
        self.summary.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.summary.setToolTip(
            tr("The mean over the dimensions at the current step: 1 keeps all, 0 forgets all")
        )
        row = FlowLayout()
        self._choice = captioned(tr("La&yer"), self.layer_box)
        row.addWidget(self._choice)
        row.addWidget(self.summary)
        for page in (self.message, self.view):
            page.setMinimumSize(200, 60)
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self.formula)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)

    # What is shown -------------------------------------------------------------------

    def gates(self) -> FloatArray | None:
        """What is drawn: [step, d_model], of the layer that is chosen."""
        return self._gates

    @property
    def layer(self) -> int:
        """The layer that is shown, from 0."""
        return self._layer

    @Slot(int)
    def set_layer(self, layer: int) -> None:
        """Show another layer of the decoder."""
        if layer != self._layer:
            self._layer = layer
            self.refresh()
            self.layerChanged.emit()

    def entrance(self) -> QWidget:
        """What takes the focus first: the message where there is nothing else."""
        return self.message if self._gates is None else self.view

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Draw the gates up to the current step; nothing while hidden."""
        if not self.isVisible():
            self._gates = None
            return
        recorded, message = self._fetch()
        shown = recorded is not None
        for part in (self._choice, self.summary, self.formula):
            part.setVisible(shown)
        if recorded is None:
            self._gates, self._inputs = None, ()
            self.message.setText(message)
            self._stack.setCurrentWidget(self.message)
            self.view.clear_pointer()
            self._read()
            return
        self._list_layers(len(recorded))
        self._gates = recorded[self._layer]
        count, width = self._gates.shape
        session = self._session
        view_of = (session.trace, session.sentence(), self._layer)
        if view_of != self._view_of:
            self._view_of = view_of
            self.view.clear_pointer()
        title = tr("f  [{rows} × {columns}]").format(rows=count, columns=width)
        content = MapContent(title, "", np.ascontiguousarray(self._gates, dtype=np.float32))
        tokens = axis_tokens(self._inputs)
        self.view.set_maps([content], Scale(), tokens, count - 1)
        self._stack.setCurrentWidget(self.view)
        kept = percent(float(self._gates[-1].mean(dtype=np.float64)), 1)
        self.summary.setText(
            tr("step {step} keeps {share} of the state on average").format(step=count, share=kept)
        )
        self._on_hover()

    def _fetch(self) -> tuple[FloatArray | None, str]:
        """[layers, steps, d_model] up to the current step, or why there are none."""
        session = self._session
        shape, sentence, place = session.shape(), session.sentence(), session.place()
        if shape is not None and shape.stacks == "encoder":
            return None, tr(ENCODER_ALONE)
        if shape is not None and shape.decoder_self == "attention":
            return None, tr(ATTENDS)
        if sentence is None or place is None:
            return None, tr(ASK_TO_WAIT if session.unfinished() else ASK_TO_TRANSLATE)
        recorded = sentence.gates(place[1], session.hypothesis())
        if recorded is not None:
            written = sentence.pieces(place[1], session.hypothesis())
            self._inputs = (sentence.encoded.start, *written[:-1])
        return recorded, tr(NOT_RECORDED)

    def _list_layers(self, layers: int) -> None:
        names = [
            tr("{layer} of {layers}").format(layer=layer + 1, layers=layers)
            for layer in range(layers)
        ]
        box = self.layer_box
        if [box.itemText(index) for index in range(box.count())] != names:
            box.clear()
            box.addItems(names)
        self._layer = min(self._layer, layers - 1)
        box.setCurrentIndex(self._layer)

    # Reading -------------------------------------------------------------------------

    def cell_text(self, row: int, column: int) -> str:
        """A gate in words: where it stands, and what it keeps and takes."""
        gates = self._gates
        if gates is None or row >= len(gates):
            return ""
        gate = float(gates[row, column])
        return tr(
            "step {step}, input “{piece}”, dimension {dimension}: f = {gate}: keeps {kept} of the "
            "state, takes {taken} of the new number"
        ).format(
            step=row + 1,
            piece=label(self._inputs[row]),
            dimension=column,
            gate=weight_text(gate),
            kept=percent(gate, 1),
            taken=percent(1 - gate, 1),
        )

    @Slot()
    def _read(self, *_: object) -> None:
        cell = None if self._gates is None else self.view.pointed_cell or self.view.cursor_cell
        hint = "" if self._gates is None else tr(HINT)
        self.readout.setText(hint if cell is None else self.cell_text(*cell))
        self.readout.setProperty(ON_SCREEN_ONLY, cell is None)

    @Slot(object)
    def _on_cell(self, cell: Cell | None) -> None:
        self._hover_row(None if cell is None else cell[0])
        self._read()

    @Slot(object)
    def _hover_row(self, row: int | None) -> None:
        """A row is the decoder's input, which was written one step before."""
        self._session.set_hover(Hover("target", row - 1) if row else None)

    @Slot()
    def _on_hover(self) -> None:
        hover, row = self._session.hover, None
        here = self._session.hovered() is self._session.sentence()
        if hover is not None and here and hover.side == "target":
            row = hover.index + 1
        inside = row is not None and row < len(self._inputs)
        self.view.set_hover(row if inside else None)
        self._read()

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 180)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
