"""The mask of an attention as a matrix of 0 and −∞, and the masks it is made of."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.padding import PAD
from engine.analysis.reference import is_reference
from engine.events import AttentionKind
from engine.trace import SentenceTrace
from gui.language import QT_TR_NOOP, quoted, tr
from gui.model_words import alone
from gui.numbers import whole
from gui.session import Hover, Session, Side
from gui.widgets import mask_words
from gui.widgets.card_row import CardRow
from gui.widgets.choice import ChoiceBox
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.heatmap import HeatMap
from gui.widgets.kind_box import KindBox
from gui.widgets.kind_text import axis_titles
from gui.widgets.mask_parts import Blocked, MaskParts, Place, batch_of, batch_parts, mask_parts
from gui.widgets.matrix_card import CardContent
from gui.widgets.matrix_view import Cell
from gui.widgets.pieces import label
from gui.widgets.scale import MASK, MINUS_INFINITY
from gui.widgets.see_through import see_through
from gui.widgets.vector import ON_SCREEN_ONLY
from gui.widgets.why_not import ask_to_run, why_no_attention

ASK_TO_TRANSLATE = QT_TR_NOOP("Translate a sentence to see its masks.")
HINT = QT_TR_NOOP(
    "Point at a cell, or move over the cells with the arrow keys, to read why it is blocked."
)
PADDING_TOLD = QT_TR_NOOP("Pads are never keys")
CAUSAL_TOLD = QT_TR_NOOP("Position i sees positions j ≤ i only")
COMBINED_TOLD = QT_TR_NOOP("What is added to the scores before the softmax: the sum of both")
FORCING_TOLD = QT_TR_NOOP(
    "All positions of the output at once, as in training: the static triangle.\n"
    "Without it, the mask as it grows while the sentence is written."
)
REFERENCE_TOLD = QT_TR_NOOP("A reference is being scored: that is teacher forcing.")
BATCH_TOLD = QT_TR_NOOP(
    "The sentences in one rectangle, padded to the longest, as many texts are translated and as "
    "the model was trained"
)
_BESIDE_FROM = 600
_BESIDE_ASPECT = 1.2
"""Width, and width by height, from which the words stand beside the matrix, not above it."""
_ONE_LINE_FROM = 620
"""Pixels of width from which all that can be chosen stands on one line, if it has room there."""
_BOXES = 330
"""Pixels that the kind, the sentence of the batch and the size of the mask make do with."""
_COMPACT_BELOW = 400
"""Pixels of height under which the cards shrink."""


class MasksPanel(QWidget):
    """The masks of the current kind of attention, up to the current step."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._parts: MaskParts | None = None
        self._view_of: tuple[object, ...] = ()
        self._forcing = False
        self.kind_box = KindBox()
        self.forcing_box = QCheckBox(tr("Teacher forcing"))
        self.batch_box = QCheckBox(tr("As a batch"))
        self.sentence_box = ChoiceBox(narrowest=6)
        self.size_label = ElidedLabel(colour="muted")
        self.what = QLabel()
        self.cards = CardRow(self._card_text)
        self.heatmap = HeatMap(self.cell_text)
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.readout = ElidedLabel()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        caption = QLabel(tr("Kind"))
        caption.setBuddy(self.kind_box)
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(caption)
        first.addWidget(self.kind_box)
        second = QHBoxLayout()
        second.setSpacing(10)
        second.addWidget(self.forcing_box)
        second.addWidget(self.batch_box)
        second.addWidget(self.size_label, 1)
        first.addWidget(self.sentence_box)
        self._lines = (first, second)
        self._top = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._top.setSpacing(6)
        self._top.addLayout(first)
        self._top.addLayout(second, 1)
        self.batch_box.setToolTip(tr(BATCH_TOLD))
        self.sentence_box.setAccessibleName(tr("Sentence of the batch"))
        self.sentence_box.setToolTip(tr("Which sentence of the batch is shown, here and elsewhere"))
        self.size_label.setAccessibleName(tr("Size of the mask"))
        self.what.setWordWrap(True)
        self.what.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.what.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.cards.setAccessibleName(tr("Masks that make it up"))
        self.heatmap.setAccessibleName(tr("Mask"))
        self.heatmap.view.setAccessibleName(tr("Cells of the mask"))
        self.heatmap.set_scale(MASK)
        self.heatmap.setMinimumSize(180, 150)
        # In a scroll area a size hint would be a minimum.
        self.heatmap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.readout.setAccessibleName(tr("Cell under the pointer"))
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
        layout.addLayout(self._top)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals, session.selectionChanged)
        self.kind_box.chosen.connect(self._on_kind)
        self.forcing_box.clicked.connect(self._on_forcing)
        self.batch_box.toggled.connect(self._refresh.schedule)
        self.sentence_box.activated.connect(self._on_sentence)
        self.cards.chosen.connect(self._on_card)
        self.cards.cellChosen.connect(self._on_card_cell)
        self.cards.cellPointed.connect(self._on_card_pointed)
        self.heatmap.cellPointed.connect(self._on_pointed)
        session.hoverChanged.connect(self._on_hover)
        self.heatmap.cursorMoved.connect(self._update_readout)

    @Slot(object)
    def _on_kind(self, kind: AttentionKind) -> None:
        self._session.select(kind=kind)

    @Slot(bool)
    def _on_forcing(self, checked: bool) -> None:
        self._forcing = checked
        self._refresh.schedule()

    @Slot(int)
    def _on_sentence(self, row: int) -> None:
        """Show another sentence of the batch everywhere, at the end of its output."""
        session = self._session
        parts, trace = self._parts, session.trace
        if parts is None or trace is None or not 0 <= row < len(parts.batch):
            return
        number = parts.batch[row]
        last = len(session.followed_path(trace.sentences[number])) - 1
        session.set_position(session.position_of(number, max(0, last)))

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
        self._show_choices()
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
        number = None if sentence is None else sentence.encoded.sentence
        view_of = (session.trace, parts.kind, number, parts.forced, parts.batch)
        if view_of != self._view_of:
            # Another matrix altogether: the old cursor would point at something else.
            self._view_of = view_of
            self.heatmap.clear_pointer()
            self.cards.choose(2)
        self._list_batch(parts, number)
        self.what.setText(mask_words.about(parts))
        self.size_label.setText(mask_words.size(parts))
        self._draw_cards(parts)
        self._place()
        self._draw_chosen()
        self._stack.setCurrentIndex(1)

    def _fetch(self) -> tuple[MaskParts | None, str]:
        """The masks to show, or why there are none."""
        session = self._session
        sentence, trace = session.sentence(), session.trace
        message = tr(ASK_TO_WAIT) if session.unfinished() else ask_to_run(session, ASK_TO_TRANSLATE)
        if sentence is None or trace is None:
            return None, message
        lacking = why_no_attention(session)
        if lacking:
            return None, lacking
        forced = self.forcing_box.isChecked()
        if self.batch_box.isVisibleTo(self) and self.batch_box.isChecked():
            number = sentence.encoded.sentence
            members = [self._place_of(each) for each in batch_of(trace.sentences, number)]
            return batch_parts(members, number, session.kind, forced), message
        return mask_parts(self._place_of(sentence), session.kind, forced), message

    def _place_of(self, sentence: SentenceTrace) -> Place:
        """What is shown of a sentence: the current step, or of another one its whole output."""
        session = self._session
        path, place = session.path(sentence), session.place()
        step = len(path) - 1 if path else None
        if place is not None and place[0] == sentence.encoded.sentence:
            step = place[1]
        return Place(sentence, tuple(path), step)

    def _show_choices(self) -> None:
        """Offer what can be chosen: a reference leaves no choice, one sentence is no batch."""
        session = self._session
        sentence, trace = session.sentence(), session.trace
        reference = sentence is not None and is_reference(sentence)
        self.forcing_box.setChecked(reference or self._forcing)
        self.forcing_box.setEnabled(not reference)
        self.forcing_box.setToolTip(tr(REFERENCE_TOLD) if reference else tr(FORCING_TOLD))
        decoder = session.kind is not AttentionKind.ENCODER_SELF
        self.forcing_box.setVisible(sentence is not None and decoder)
        several = trace is not None and len(trace.started.sentences) > 1 and sentence is not None
        self.batch_box.setVisible(several)
        self.sentence_box.setVisible(several and self.batch_box.isChecked())

    def _list_batch(self, parts: MaskParts, number: int | None) -> None:
        """The sentences of the batch, the one that is shown chosen."""
        names = [tr("Sentence {n}").format(n=each + 1) for each in parts.batch]
        box = self.sentence_box
        if [box.itemText(i) for i in range(box.count())] != names:
            box.clear()
            box.addItems(names)
        if number in parts.batch:
            box.setCurrentIndex(parts.batch.index(number))

    def parts(self) -> MaskParts | None:
        """What is drawn."""
        return self._parts

    def _draw_cards(self, parts: MaskParts) -> None:
        causal = parts.causal
        self.cards.setVisible(causal is not None)
        if causal is None:
            return
        contents = [
            self._content(tr("Padding"), tr(PADDING_TOLD), parts.padding, parts.current),
            self._content(tr("Causal"), tr(CAUSAL_TOLD), causal, parts.current),
            self._content(tr("Combined"), tr(COMBINED_TOLD), parts.combined, parts.current),
        ]
        first = self.cards.count() == 0
        self.cards.set_cards(contents, (("+", ""), ("=", "")))
        if first:
            self.cards.choose(2)

    @staticmethod
    def _content(title: str, told: str, blocked: Blocked, current: int | None) -> CardContent:
        count = int(blocked.sum())
        caption = tr("{n} blocked").format(n=whole(count)) if count else tr("blocks nothing")
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
        self.heatmap.set_titles(*axis_titles(parts.kind, alone(self._session.shape())))
        self.heatmap.set_matrix(
            np.zeros(blocked.shape, dtype=np.float32),
            blocked,
            mask_words.tokens(parts.queries),
            mask_words.tokens(parts.keys),
            parts.current,
        )
        self._on_hover()
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
        pair = f"{quoted(label(parts.queries[row]))} → {quoted(label(parts.keys[column]))}"
        # One mask by itself has one reason.
        whole = parts.causal is None or index == 2
        if not self._part(index)[row, column]:
            return f"{pair}   0: {mask_words.open_cell(parts, row, whole)}"
        why = mask_words.blocked_cell(parts, row, column, whole or index == 1, whole or index == 0)
        return f"{pair}   {MINUS_INFINITY}: {why}"

    @Slot()
    def _update_readout(self, *_: object) -> None:
        cell = self.heatmap.pointed_cell or self.heatmap.cursor_cell
        self.readout.setProperty(ON_SCREEN_ONLY, cell is None)
        if self._parts is None:
            self.readout.setText("")
        elif cell is None:
            self.readout.setText(tr(HINT))
        else:
            self._read(self.cell_text(*cell), cell)

    def _read(self, text: str, cell: Cell) -> None:
        place = tr("row {row}, column {column}").format(row=cell[0] + 1, column=cell[1] + 1)
        self.readout.setText(f"{text}   {place}")
        self.readout.setProperty(ON_SCREEN_ONLY, False)

    @Slot(object)
    def _on_pointed(self, cell: Cell | None) -> None:
        """A row is a source piece in the encoder, and the piece it writes in the decoder."""
        parts, hover = self._parts, None
        if cell is not None and parts is not None and parts.queries[cell[0]] is not PAD:
            side: Side = "source" if parts.kind is AttentionKind.ENCODER_SELF else "target"
            hover = Hover(side, cell[0])
        self._session.set_hover(hover)
        self._update_readout()

    @Slot()
    def _on_hover(self) -> None:
        session, parts, row, column = self._session, self._parts, None, None
        hover = session.hover
        if hover is not None and parts is not None and session.hovered() is session.sentence():
            rows, columns = parts.combined.shape
            encoder = parts.kind is AttentionKind.ENCODER_SELF
            if hover.index < rows and (hover.side == "source") == encoder:
                row = hover.index
            elif hover.index < columns and parts.kind is AttentionKind.CROSS:
                column = hover.index if hover.side == "source" else None
        self.heatmap.set_hover(row, column)

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
        one_line = wide >= max(_ONE_LINE_FROM, self._line_width())
        top = QBoxLayout.Direction.LeftToRight if one_line else QBoxLayout.Direction.TopToBottom
        if self._top.direction() is not top:
            self._top.setDirection(top)
            # Behind the box that it belongs to, or where there is room for it.
            self._lines[one_line].insertWidget(2, self.sentence_box)
        self.cards.set_compact(self.height() < _COMPACT_BELOW and not beside)
        if self._page_layout.direction() is not direction:
            self._page_layout.setDirection(direction)

    def _line_width(self) -> int:
        """What all that can be chosen takes on one line: the words differ by language."""
        shown = [box for box in (self.forcing_box, self.batch_box) if not box.isHidden()]
        return sum(box.sizeHint().width() + 10 for box in shown) + _BOXES

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 200)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
