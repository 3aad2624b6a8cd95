"""The attention of one kind, layer and head (or the mean over heads) as a heat map."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.events import AttentionKind
from engine.trace import AttentionMatrix
from gui.session import Hover, Session
from gui.widgets.choice import ChoiceBox
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, NOT_RECORDED, empty_message
from gui.widgets.heatmap import HeatMap
from gui.widgets.kind_box import KindBox
from gui.widgets.kind_text import axis_titles, why_masked
from gui.widgets.matrix_view import Cell
from gui.widgets.pieces import axis_tokens, describe, label, weight_text

ASK_TO_TRANSLATE = "Type a sentence and translate it to see attention."
MEAN = "mean over heads"
HINT = "Point at a cell, or move over the cells with the arrow keys, to read its weight."

THINNED_HINT = "Dots are labels that do not fit: point at a cell to read its two pieces."


class AttentionPanel(QWidget):
    """Chooses and shows one attention matrix; all numbers come from the trace."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._matrix: AttentionMatrix | None = None
        self._view_of: tuple[object, ...] = ()
        self.kind_box = KindBox()
        self.layer_box = ChoiceBox(narrowest=6)
        self.head_box = ChoiceBox(narrowest=8)
        self.heatmap = HeatMap(self.cell_text)
        self.message = empty_message(ASK_TO_TRANSLATE)
        self.readout = ElidedLabel()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._fill_layers_and_heads()
        self._show_selection()
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.layer_box.setAccessibleName("Layer")
        self.layer_box.setToolTip("Layer of the stack, counted from its input")
        self.head_box.setAccessibleName("Attention head")
        self.head_box.setToolTip("One head, or the mean over all heads")
        row = QHBoxLayout()
        row.setSpacing(6)
        for text, box in (
            ("&Kind", self.kind_box),
            ("La&yer", self.layer_box),
            ("&Head", self.head_box),
        ):
            caption = QLabel(text)
            caption.setBuddy(box)
            row.addWidget(caption)
            row.addWidget(box)
            row.addSpacing(6)
        row.addStretch(1)
        self._stack.addWidget(self.message)
        self._stack.addWidget(self.heatmap)
        self.readout.setAccessibleName("Weight under the pointer")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals, session.selectionChanged)
        for signal in (session.selectionChanged, session.modelChanged, session.traceReset):
            signal.connect(self._show_selection)
        session.hoverChanged.connect(self._on_hover)
        self.kind_box.chosen.connect(self._on_kind)
        self.layer_box.activated.connect(self._on_layer)
        self.head_box.activated.connect(self._on_head)
        self.heatmap.cellPointed.connect(self._on_cell)
        self.heatmap.rowPointed.connect(self._on_row)
        self.heatmap.columnPointed.connect(self._on_column)
        self.heatmap.cursorMoved.connect(self._update_readout)

    # Selection -----------------------------------------------------------------------

    def _fill_layers_and_heads(self) -> None:
        session = self._session
        known = session.shape() is not None
        if known:
            layers = session.layers()
            layer_names = [f"{layer + 1} of {layers}" for layer in range(layers)]
            head_names = [MEAN, *(f"head {head + 1}" for head in range(session.heads()))]
        else:
            # What is remembered can be seen; what else there is only the model knows.
            layer_names = [f"{session.layer + 1}"]
            head_names = [MEAN if session.head is None else f"head {session.head + 1}"]
        for box, names in ((self.layer_box, layer_names), (self.head_box, head_names)):
            box.setEnabled(known)
            if [box.itemText(index) for index in range(box.count())] != names:
                box.clear()
                box.addItems(names)

    @Slot()
    def _show_selection(self) -> None:
        session = self._session
        self._fill_layers_and_heads()
        self.kind_box.show_kind(session.kind)
        if session.shape() is None:
            return
        self.layer_box.setCurrentIndex(session.layer)
        self.head_box.setCurrentIndex(0 if session.head is None else session.head + 1)

    @Slot(object)
    def _on_kind(self, kind: AttentionKind) -> None:
        self._session.select(kind=kind)

    @Slot(int)
    def _on_layer(self, index: int) -> None:
        self._session.select(layer=index)

    @Slot(int)
    def _on_head(self, index: int) -> None:
        self._session.select(head=None if index == 0 else index - 1)

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Draw the selected attention at the current place; while hidden, once it is shown."""
        if not self.isVisible():
            return
        self._matrix, message = self._fetch()
        matrix = self._matrix
        if matrix is None:
            self.message.setText(message)
            self._stack.setCurrentWidget(self.message)
            self.heatmap.clear_pointer()
            self._update_readout()
            return
        session = self._session
        view_of = (session.trace, session.kind, self._sentence_number())
        if view_of != self._view_of:
            # Another matrix altogether: the old cursor would point at something else.
            self._view_of = view_of
            self.heatmap.clear_pointer()
        self.heatmap.set_titles(*axis_titles(session.kind))
        self.heatmap.set_matrix(
            matrix.weights,
            matrix.masked,
            axis_tokens(matrix.queries),
            axis_tokens(matrix.keys),
            matrix.current,
        )
        self._stack.setCurrentWidget(self.heatmap)
        self._on_hover()
        self._update_readout()

    def _sentence_number(self) -> int | None:
        sentence = self._session.sentence()
        return None if sentence is None else sentence.encoded.sentence

    def _fetch(self) -> tuple[AttentionMatrix | None, str]:
        """The matrix to show, or why there is none."""
        session = self._session
        sentence = session.sentence()
        message = ASK_TO_WAIT if session.unfinished() else ASK_TO_TRANSLATE
        if sentence is None:
            return None, message
        place = session.place()
        if place is None and session.kind is not AttentionKind.ENCODER_SELF:
            return None, message
        recorded: np.ndarray | None = sentence.encoded.attention
        if session.kind is not AttentionKind.ENCODER_SELF and place is not None:
            live = sentence.steps[place[1]].hypotheses[session.hypothesis()]
            cross = session.kind is AttentionKind.CROSS
            recorded = live.cross if cross else live.decoder_self
        if recorded is None:
            return None, NOT_RECORDED
        # A trace keeps the shape of the model that made it, whatever is loaded now.
        layer = min(session.layer, recorded.shape[0] - 1)
        head = session.head
        if head is not None:
            head = min(head, recorded.shape[1] - 1)
        step = None if place is None else place[1]
        matrix = sentence.attention_matrix(session.kind, layer, head, step, session.hypothesis())
        return matrix, NOT_RECORDED

    def matrix(self) -> AttentionMatrix | None:
        """What is drawn."""
        return self._matrix

    # Hover and readout ---------------------------------------------------------------

    def cell_text(self, row: int, column: int) -> str:
        """A cell in words: its two pieces, its exact weight, where it comes from."""
        matrix = self._matrix
        if matrix is None:
            return ""
        query, key = matrix.queries[row], matrix.keys[column]
        pair = f"“{label(query)}” → “{label(key)}”"
        if matrix.masked[row, column]:
            return f"{pair}   masked: {why_masked(self._session.kind, row, column)}"
        return f"{pair}   weight {weight_text(float(matrix.weights[row, column]))}"

    @Slot()
    def _update_readout(self, *_: object) -> None:
        cell = self.heatmap.pointed_cell or self.heatmap.cursor_cell
        if self._matrix is None:
            self.readout.setText("")
            return
        if cell is not None:
            row, column = cell
            place = f"   row {row + 1}, column {column + 1}"
            self.readout.setText(self.cell_text(row, column) + place)
            return
        hint = HINT
        if self.heatmap.thinned():
            hint = THINNED_HINT
        self.readout.setText(hint)

    @Slot(object)
    def _on_cell(self, cell: Cell | None) -> None:
        self._hover_row(None if cell is None else cell[0])
        self._update_readout()

    @Slot(object)
    def _on_row(self, row: int | None) -> None:
        self._hover_row(row)
        self._name_label(row, columns=False)

    @Slot(object)
    def _on_column(self, column: int | None) -> None:
        self._name_label(column, columns=True)
        if self._session.kind is AttentionKind.DECODER_SELF:
            return
        self._session.set_hover(None if column is None else Hover("source", column))

    def _name_label(self, index: int | None, columns: bool) -> None:
        """The whole name of a label that may be shortened or left out."""
        matrix = self._matrix
        if index is None or matrix is None:
            self._update_readout()
            return
        piece = (matrix.keys if columns else matrix.queries)[index]
        where = "column" if columns else "row"
        self.readout.setText(f"{where} {index + 1}: {describe(piece)}")

    def _hover_row(self, row: int | None) -> None:
        """A row is a source piece in the encoder, and the piece it writes in the decoder."""
        if row is None:
            self._session.set_hover(None)
        elif self._session.kind is AttentionKind.ENCODER_SELF:
            self._session.set_hover(Hover("source", row))
        else:
            self._session.set_hover(Hover("target", row))

    @Slot()
    def _on_hover(self) -> None:
        hover = self._session.hover
        elsewhere = self._session.hovered() is not self._session.sentence()
        if hover is None or self._matrix is None or elsewhere:
            self.heatmap.set_hover(None, None)
            return
        kind = self._session.kind
        if hover.side == "target":
            row = None if kind is AttentionKind.ENCODER_SELF else hover.index
            self.heatmap.set_hover(row, None)
        elif kind is AttentionKind.ENCODER_SELF:
            self.heatmap.set_hover(hover.index, None)
        elif kind is AttentionKind.CROSS:
            self.heatmap.set_hover(None, hover.index)
        else:
            self.heatmap.set_hover(None, None)

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(640, 460)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
