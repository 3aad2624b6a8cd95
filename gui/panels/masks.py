"""The mask of an attention as a matrix of 0 and −∞, and the masks it is made of."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.events import AttentionKind
from gui.session import Session
from gui.widgets.card_row import CardRow
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.heatmap import HeatMap
from gui.widgets.kind_box import KindBox
from gui.widgets.kind_text import axis_titles
from gui.widgets.mask_parts import Blocked, MaskParts, mask_parts
from gui.widgets.matrix_card import CardContent
from gui.widgets.matrix_view import Cell
from gui.widgets.pieces import axis_tokens, label
from gui.widgets.scale import MASK, MINUS_INFINITY
from gui.widgets.see_through import see_through

ASK_TO_TRANSLATE = "Translate a sentence to see its masks."
HINT = "Point at a cell, or move over the cells with the arrow keys, to read why it is blocked."
NO_PADS = "Padding blocks nothing: the sentence is translated by itself, so there are no pads."
WHAT = {
    AttentionKind.ENCODER_SELF: (
        "Padding mask only: every source piece may look at every source piece. The encoder runs "
        "once, so this mask never grows."
    ),
    AttentionKind.DECODER_SELF: (
        "Padding + causal: an input may look at itself and at the inputs before it. Grows by "
        "one row and one column a step."
    ),
    AttentionKind.CROSS: (
        "Padding mask of the source only: every written piece may look at the whole source. "
        "Grows by one row a step."
    ),
}
PADDING_TOLD = "Pads are never keys"
CAUSAL_TOLD = "Position i sees positions j ≤ i only"
COMBINED_TOLD = "What is added to the scores before the softmax: the sum of both"
_BESIDE_FROM = 600
_BESIDE_ASPECT = 1.2
"""Width, and width by height, from which the words stand beside the matrix, not above it."""
_COMPACT_BELOW = 400
"""Pixels of height under which the cards shrink."""


class MasksPanel(QWidget):
    """The masks of the current kind of attention, up to the current step."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._parts: MaskParts | None = None
        self._view_of: tuple[object, ...] = ()
        self.kind_box = KindBox()
        self.size_label = ElidedLabel(colour="muted")
        self.what = QLabel()
        self.cards = CardRow(self._card_text)
        self.heatmap = HeatMap(self.cell_text)
        self.message = empty_message(ASK_TO_TRANSLATE)
        self.readout = ElidedLabel()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        caption = QLabel("Kind")
        caption.setBuddy(self.kind_box)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(caption)
        top.addWidget(self.kind_box)
        top.addSpacing(6)
        top.addWidget(self.size_label, 1)
        self.size_label.setAccessibleName("Size of the mask")
        self.what.setWordWrap(True)
        self.what.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.what.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.cards.setAccessibleName("Masks that make it up")
        self.heatmap.setAccessibleName("Mask")
        self.heatmap.view.setAccessibleName("Cells of the mask")
        self.heatmap.set_scale(MASK)
        self.heatmap.setMinimumSize(180, 150)
        # In a scroll area a size hint would be a minimum.
        self.heatmap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.readout.setAccessibleName("Cell under the pointer")
        words = QWidget()
        self._words = words
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.what)
        column.addWidget(self.cards)
        column.addStretch(1)
        page = QWidget()
        self._page_layout = QBoxLayout(QBoxLayout.Direction.TopToBottom, page)
        self._page_layout.setContentsMargins(0, 0, 0, 0)
        self._page_layout.setSpacing(10)
        self._page_layout.addWidget(words)
        self._page_layout.addWidget(self.heatmap, 1)
        self._stack.addWidget(self.message)
        scroll = QScrollArea()
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        see_through(scroll)
        self._stack.addWidget(scroll)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals, session.selectionChanged)
        self.kind_box.chosen.connect(self._on_kind)
        self.cards.chosen.connect(self._on_card)
        self.cards.cellChosen.connect(self._on_card_cell)
        self.cards.cellPointed.connect(self._on_card_pointed)
        self.heatmap.cellPointed.connect(self._update_readout)
        self.heatmap.cursorMoved.connect(self._update_readout)

    @Slot(object)
    def _on_kind(self, kind: AttentionKind) -> None:
        self._session.select(kind=kind)

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Draw the masks of the current place; nothing while hidden."""
        if not self.isVisible():
            return
        session = self._session
        self.kind_box.show_kind(session.kind)
        self._parts, message = self._fetch()
        parts = self._parts
        if parts is None:
            self.message.setText(message)
            self._stack.setCurrentIndex(0)
            self.size_label.setText("")
            self.heatmap.clear_pointer()
            self._update_readout()
            return
        sentence = session.sentence()
        view_of = (session.trace, parts.kind, sentence and sentence.encoded.sentence)
        if view_of != self._view_of:
            # Another matrix altogether: the old cursor would point at something else.
            self._view_of = view_of
            self.heatmap.clear_pointer()
            self.cards.choose(2)
        self.what.setText(f"{WHAT[parts.kind]} {self._padding_words(parts)}")
        self.size_label.setText(self._size_words(parts))
        self._draw_cards(parts)
        self._place()
        self._draw_chosen()
        self._stack.setCurrentIndex(1)

    def _fetch(self) -> tuple[MaskParts | None, str]:
        """The masks to show, or why there are none."""
        session = self._session
        sentence, place = session.sentence(), session.place()
        message = ASK_TO_WAIT if session.unfinished() else ASK_TO_TRANSLATE
        if sentence is None:
            return None, message
        step = None if place is None else place[1]
        return mask_parts(sentence, session.kind, step, session.hypothesis()), message

    def parts(self) -> MaskParts | None:
        """What is drawn."""
        return self._parts

    @staticmethod
    def _padding_words(parts: MaskParts) -> str:
        blocked = int(parts.padding.any(axis=0).sum())
        if not blocked:
            return NO_PADS
        return f"Padding blocks {blocked} of {len(parts.keys)} keys."

    @staticmethod
    def _size_words(parts: MaskParts) -> str:
        rows, columns = parts.combined.shape
        text = f"{rows} × {columns}, {int(parts.combined.sum())} blocked"
        if parts.current is None:
            return text
        return f"step {parts.current + 1}: {text}"

    def _draw_cards(self, parts: MaskParts) -> None:
        causal = parts.causal
        self.cards.setVisible(causal is not None)
        if causal is None:
            return
        contents = [
            self._content("Padding", PADDING_TOLD, parts.padding, parts.current),
            self._content("Causal", CAUSAL_TOLD, causal, parts.current),
            self._content("Combined", COMBINED_TOLD, parts.combined, parts.current),
        ]
        first = self.cards.count() == 0
        self.cards.set_cards(contents, (("+", ""), ("=", "")))
        if first:
            self.cards.choose(2)

    @staticmethod
    def _content(title: str, told: str, blocked: Blocked, current: int | None) -> CardContent:
        count = int(blocked.sum())
        caption = f"{count} blocked" if count else "blocks nothing"
        values = np.zeros(blocked.shape, dtype=np.float32)
        return CardContent(title, caption, f"{told}; {caption}", values, blocked, MASK, current)

    def shown(self) -> Blocked | None:
        """[query, key] the mask that is shown large; true is −∞."""
        parts = self._parts
        if parts is None:
            return None
        return self._part(self.cards.current if parts.causal is not None else 2)

    def _part(self, index: int) -> Blocked:
        parts = self._parts
        assert parts is not None
        if parts.causal is None:
            return parts.combined
        return (parts.padding, parts.causal, parts.combined)[index]

    def _draw_chosen(self) -> None:
        parts, blocked = self._parts, self.shown()
        if parts is None or blocked is None:
            return
        self.heatmap.set_titles(*axis_titles(parts.kind))
        self.heatmap.set_matrix(
            np.zeros(blocked.shape, dtype=np.float32),
            blocked,
            axis_tokens(parts.queries),
            axis_tokens(parts.keys),
            parts.current,
        )
        self._update_readout()

    # Cells ---------------------------------------------------------------------------

    def cell_text(self, row: int, column: int) -> str:
        """A cell of the mask that is shown large, in words."""
        return self._text(2 if self._parts is None else self.cards.current, row, column)

    def _card_text(self, index: int, row: int, column: int) -> str:
        return self._text(index, row, column)

    def _text(self, index: int, row: int, column: int) -> str:
        parts = self._parts
        if parts is None:
            return ""
        pair = f"“{label(parts.queries[row])}” → “{label(parts.keys[column])}”"
        if not self._part(index)[row, column]:
            return f"{pair}   0: {self._open_words(index)}"
        reasons = parts.reasons(row, column)
        if parts.causal is not None and index < 2:
            # One mask by itself has one reason.
            reasons = reasons[-1:] if index == 0 else reasons[:1]
        return f"{pair}   {MINUS_INFINITY}: {', and '.join(reasons)}"

    def _open_words(self, index: int) -> str:
        parts = self._parts
        if parts is not None and parts.causal is not None and index < 2:
            return "this mask leaves it open"
        return "the query may look at the key"

    @Slot()
    def _update_readout(self, *_: object) -> None:
        cell = self.heatmap.pointed_cell or self.heatmap.cursor_cell
        if self._parts is None:
            self.readout.setText("")
        elif cell is None:
            self.readout.setText(HINT)
        else:
            self._read(self.cell_text(*cell), cell)

    def _read(self, text: str, cell: Cell) -> None:
        self.readout.setText(f"{text}   row {cell[0] + 1}, column {cell[1] + 1}")

    @Slot(int)
    def _on_card(self, _: int) -> None:
        self._draw_chosen()

    @Slot(object)
    def _on_card_cell(self, picked: tuple[int, Cell]) -> None:
        self.heatmap.set_cursor_cell(picked[1])

    @Slot(object)
    def _on_card_pointed(self, pointed: tuple[int, Cell] | None) -> None:
        if pointed is None:
            self._update_readout()
        else:
            self._read(self._card_text(pointed[0], *pointed[1]), pointed[1])

    # Qt ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put the words beside the matrix or above it."""
        wide = self.width()
        beside = wide >= _BESIDE_FROM and wide > _BESIDE_ASPECT * self.height()
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        most = max(self.cards.minimumSizeHint().width(), 280, wide // 3)
        self._words.setMaximumWidth(most if beside else 16_777_215)
        self.cards.set_compact(self.height() < _COMPACT_BELOW and not beside)
        if self._page_layout.direction() is not direction:
            self._page_layout.setDirection(direction)

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 200)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
