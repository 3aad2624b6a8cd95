"""Which words of the sentence and of its translation the cross-attention ties together."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Slot
from PySide6.QtGui import (
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.alignment import (
    RowReader,
    SoftAlignment,
    hard_alignment,
    soft_alignment,
)
from engine.events import AttentionKind, Piece
from engine.model.kinds import no_attention
from engine.trace import SentenceTrace
from gui.exports.table import Table
from gui.language import QT_TR_NOOP, tr
from gui.model_languages import name_of, of_started
from gui.offer import Offer
from gui.session import Hover, Session, Side
from gui.widgets.alignment_art import Look
from gui.widgets.alignment_controls import AlignmentControls
from gui.widgets.alignment_copies import AlignmentCopies
from gui.widgets.alignment_layout import WordPlace, ties_of
from gui.widgets.alignment_marks import AlignmentMarks
from gui.widgets.alignment_reading import AlignmentReading
from gui.widgets.alignment_text import AlignmentText, axis_words, word_labels
from gui.widgets.alignment_view import AT_MOST, AlignmentView
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, NOT_RECORDED, empty_message
from gui.widgets.heatmap import HeatMap
from gui.widgets.matrix_view import Cell
from gui.widgets.zoom_bar import ZoomBar

ENCODER_ALONE: Final = QT_TR_NOOP(
    "Words are aligned by cross-attention, from a translation to its source. This model is an "
    "encoder alone: it has no cross-attention and writes no translation."
)
DECODER_ALONE: Final = QT_TR_NOOP(
    "Words are aligned by cross-attention, from a translation to its source. This model is a "
    "decoder alone: it has no cross-attention, and what it writes has no source."
)
ASK_TO_TRANSLATE: Final = QT_TR_NOOP(
    "Translate a sentence to see which of its words the words of the translation are tied to."
)
NO_WORDS: Final = QT_TR_NOOP("No word is written yet that could be tied to the source.")
AT_ONCE: Final = 1_000_000
"""Weights that are read within one frame, a few ms; only long sentences have more."""
_ZOOMS_FROM, _WHOLE_FROM = 560, 270
"""Pixels of width for the buttons that zoom, and of height for everything else where that needs
several lines.
"""
_LEAST, _BOTH_LINES = 80, 110
"""Pixels of height that the picture is left, and in which both lines of words fit."""


class AlignmentPanel(QWidget):
    """Words tied by cross-attention, as an interlinear pair or as a matrix; all from the trace."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._reader = RowReader()
        self._text: AlignmentText | None = None
        self._sentence: SentenceTrace | None = None
        self._left_out = 0
        self._possible = True
        self._words_of: dict[Side, dict[int, int]] = {"source": {}, "target": {}}
        self.controls = AlignmentControls()
        self.reading = AlignmentReading(session, self.controls, self)
        self.view = AlignmentView(self.word_text)
        self.heatmap = HeatMap(self.cell_text)
        self.marks = AlignmentMarks(self.heatmap.view)
        self.ties_zoom, self.matrix_zoom = ZoomBar(self.view), ZoomBar(self.heatmap.view)
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.readout = ElidedLabel()
        self.copies = AlignmentCopies(self._newest)
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.setAccessibleName(tr("Alignment"))
        self.heatmap.set_titles(tr("target word →"), tr("source word →"))
        self.heatmap.setAccessibleName(tr("Attention between words"))
        self.matrix_zoom.fit_button.setChecked(True)
        self.readout.setAccessibleName(tr("Word under the pointer"))
        for zoom in (self.ties_zoom, self.matrix_zoom):
            self.copies.add(zoom)
            zoom.hide()
        for widget in (self._stack, self.view, self.heatmap):
            widget.setMinimumHeight(_LEAST)
        for child in (self.message, self.view, self.heatmap):
            self._stack.addWidget(child)
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addWidget(self.controls)
        layout.addWidget(self._stack, 1)
        self._foot = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._foot.setSpacing(6)
        self._foot.addWidget(self.readout, 1)
        self._foot.addWidget(self.copies, 1)
        layout.addLayout(self._foot)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals, self.reading.changed)
        session.hoverChanged.connect(self._on_hover)
        self.view.pointed.connect(self._on_word)
        self.view.cursorMoved.connect(self._update_readout)
        self.heatmap.cellPointed.connect(self._on_cell)
        self.heatmap.rowPointed.connect(self._on_matrix_row)
        self.heatmap.columnPointed.connect(self._on_matrix_column)
        self.heatmap.cursorMoved.connect(self._update_readout)

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frames now."""
        while self._refresh.pending:
            self._refresh.flush()

    def alignment(self) -> AlignmentText | None:
        """What is drawn: the weights, the aligned pairs, the words."""
        return self._text

    def _newest(self) -> AlignmentText | None:
        self.flush()
        return self._text

    def refresh(self) -> None:
        """Draw the alignment up to the current step; while hidden, once it is shown."""
        if not self.isVisible():
            # ``showEvent`` catches up; until then an old trace need not be kept alive.
            self._reader.clear()
            self._sentence = self._text = None
            return
        shape = self._session.shape()
        # What has no cross-attention has nothing to choose from, nor to copy.
        self._possible = shape is None or not no_attention(shape, AttentionKind.CROSS)
        self.controls.setVisible(self._possible)
        self.readout.setVisible(self._possible)
        self.reading.show()
        soft, written, message = self._fetch()
        sentence = self._session.sentence()
        if sentence is not self._sentence:
            # Other words altogether: the old cursor would point at something else.
            self._sentence = sentence
            self.view.forget()
            self.heatmap.clear_pointer()
        self._text = None
        if soft is None or sentence is None:
            self.message.setText(message)
            self._stack.setCurrentWidget(self.message)
        else:
            self._show(soft, sentence.encoded.pieces, written)
        self.copies.show_text(self._text)
        self._spare()
        self._on_hover()

    def _fetch(self) -> tuple[SoftAlignment | None, tuple[Piece, ...], str]:
        """The weights to show and the pieces written, or why there are none."""
        session = self._session
        sentence, place = session.sentence(), session.place()
        shape = session.shape()
        if shape is not None and no_attention(shape, AttentionKind.CROSS):
            self._reader.clear()
            return None, (), tr(ENCODER_ALONE if shape.stacks == "encoder" else DECODER_ALONE)
        if sentence is None or place is None:
            self._reader.clear()
            return None, (), tr(ASK_TO_WAIT if session.unfinished() else ASK_TO_TRANSLATE)
        step, hypothesis = place[1], session.hypothesis()
        attention = self._reader.read(sentence, step, hypothesis, *self.reading.place(), AT_ONCE)
        if attention is None:
            return None, (), tr(NOT_RECORDED)
        if self._reader.missing:
            self._refresh.schedule()
        # What is not read yet is not there yet: for a few frames an earlier step is shown.
        written = sentence.pieces(step, hypothesis)[: len(attention)]
        soft = soft_alignment(attention, written, sentence.encoded.pieces, self.reading.row)
        return (soft, written, "") if soft.weights.size else (None, (), tr(NO_WORDS))

    def _show(
        self, soft: SoftAlignment, pieces: tuple[Piece, ...], written: tuple[Piece, ...]
    ) -> None:
        links = hard_alignment(soft.weights, self.reading.method, self.reading.threshold)
        source, target = word_labels(soft.source, pieces), word_labels(soft.target, written)
        self._text = AlignmentText(soft, links, source, target)
        self._words_of = {
            "source": {i: n for n, word in enumerate(soft.source) for i in word.pieces},
            "target": {i: n for n, word in enumerate(soft.target) for i in word.pieces},
        }
        place = self._session.place()
        current = None if place is None else self._words_of["target"].get(place[1])
        if self.reading.face == "matrix":
            rows, columns = axis_words(target, soft.target), axis_words(source, soft.source)
            self.heatmap.set_matrix(soft.weights, None, rows, columns, current)
            self.marks.set_links(links)
            self._stack.setCurrentWidget(self.heatmap)
            return
        ties, self._left_out = ties_of(soft.weights, links, self.reading.threshold, AT_MOST)
        tied = {("source", s) for s, _ in links} | {("target", t) for _, t in links}
        words: list[WordPlace] = [("source", n) for n in range(len(source))]
        words += [("target", n) for n in range(len(target))]
        look = Look(
            current=current,
            loose=frozenset(word for word in words if word not in tied),
            waiting=frozenset(n for n, rows in enumerate(soft.rows) if not rows),
            shares=tuple((1.0 - soft.special).tolist()),
        )
        self.view.show_alignment(source, target, ties, look, self._captions())
        self._stack.setCurrentWidget(self.view)

    def _captions(self) -> tuple[str, str]:
        trace = self._session.trace
        if trace is None:
            return "", ""
        model, pair = trace.started.model, of_started(trace.started)
        source = tr("source: {language}").format(language=name_of(model, "source", pair.source))
        target = tr("target: {language}").format(language=name_of(model, "target", pair.target))
        return source, target

    # Words ---------------------------------------------------------------------------

    def word_text(self, place: WordPlace) -> str:
        """A word in words: what it is tied to, and how much."""
        return "" if self._text is None else self._text.word(*place)

    def cell_text(self, target: int, source: int) -> str:
        """A cell of the matrix in words."""
        return "" if self._text is None else self._text.cell(target, source)

    def _hovered_word(self) -> WordPlace | None:
        """The word that holds the piece that is pointed at anywhere in the window."""
        hover = self._session.hover
        if hover is None or self._session.hovered() is not self._session.sentence():
            return None
        word = self._words_of[hover.side].get(hover.index)
        return None if word is None else (hover.side, word)

    @Slot()
    def _on_hover(self) -> None:
        place = None if self._text is None else self._hovered_word()
        self.view.set_hover(place)
        row = place[1] if place is not None and place[0] == "target" else None
        column = place[1] if place is not None and place[0] == "source" else None
        self.heatmap.set_hover(row, column)
        self._update_readout()

    @Slot()
    def _update_readout(self, *_: object) -> None:
        self.readout.setText(self._reading_text())

    def _reading_text(self) -> str:
        """What is pointed at; if nothing is, what can be said of the whole."""
        text = self._text
        if text is None:
            return ""
        if self.reading.face == "matrix":
            cell = self.heatmap.pointed_cell or self.heatmap.cursor_cell
            if cell is not None:
                return text.cell(*cell)
            place = self._hovered_word()
        else:
            place = self.view.focus_word()
        if place is not None:
            return text.word(*place)
        summary = text.summary()
        if self._left_out and self.reading.face == "ties":
            note = tr(
                "of the grey ties the {shown} strongest are drawn, %n more not", "", self._left_out
            )
            summary = f"{summary} · {note.format(shown=AT_MOST)}"
        return summary

    @Slot(object)
    def _on_word(self, place: WordPlace | None) -> None:
        self._tell_hover(place)
        self._update_readout()

    @Slot(object)
    def _on_cell(self, cell: Cell | None) -> None:
        self._tell_hover(None if cell is None else ("target", cell[0]))
        self._update_readout()

    @Slot(object)
    def _on_matrix_row(self, row: int | None) -> None:
        self._tell_hover(None if row is None else ("target", row))

    @Slot(object)
    def _on_matrix_column(self, column: int | None) -> None:
        self._tell_hover(None if column is None else ("source", column))

    def _tell_hover(self, place: WordPlace | None) -> None:
        """Share what is pointed at: of a word its first piece."""
        if place is None or self._text is None:
            self._session.set_hover(None)
            return
        side, index = place
        soft = self._text.soft
        word = (soft.source if side == "source" else soft.target)[index]
        self._session.set_hover(Hover(side, word.pieces[0]))

    # Qt ------------------------------------------------------------------------------

    def _spare(self) -> None:
        """Leave out what a small panel has no room for."""
        # Keys and the wheel zoom as well.
        shown = self._stack.currentWidget() if self.width() >= _ZOOMS_FROM else None
        self.ties_zoom.setVisible(shown is self.view)
        self.matrix_zoom.setVisible(shown is self.heatmap)
        low = self.height() < _WHOLE_FROM
        inner = self.rect().marginsRemoved(self._column.contentsMargins())
        # In a low panel that is wide they stand in one line, and cost the picture nothing.
        several = not self.controls.one_line(inner.width())
        self.controls.set_compact(low and several)
        beside = low and not several
        ways = QBoxLayout.Direction
        self._foot.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        lines = self.controls.sizeHint().height(), self.copies.sizeHint().height()
        picture = inner.height() - sum(lines) - 2 * self._column.spacing()
        cramped = several or picture < _BOTH_LINES
        # The keys and the menu copy as well.
        self.copies.setVisible(self._possible and not (low and cramped))

    def offers(self) -> dict[str, Offer]:
        """What can be copied."""
        some = Offer(possible=self._newest() is not None)
        return {"copy_pharaoh": some, "copy_words": some}

    def export_table(self) -> Table | None:
        """The weights, one target word a row."""
        text = self._newest()
        return None if text is None else Table.of_tsv(tr("Alignment"), text.table(), labels=2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Keys that no child has a use for.
        if event.matches(QKeySequence.StandardKey.Copy) and self._text is not None:
            self.copies.copy()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._refresh.schedule()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._spare()

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 190)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
