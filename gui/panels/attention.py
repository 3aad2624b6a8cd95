"""The attention of one kind, layer and head (or the mean over heads), as a map or as lines."""

from __future__ import annotations

from typing import Final, cast

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.grouping import grouped
from engine.events import AttentionKind
from engine.trace import AttentionMatrix
from gui.language import QT_TR_NOOP, tr
from gui.model_words import alone
from gui.session import Hover, Session
from gui.widgets.attention_controls import (
    Face,
    FaceSegments,
    SpecialsBox,
    ThresholdSlider,
    UnitSegments,
)
from gui.widgets.attention_groups import GroupCache
from gui.widgets.attention_selectors import AttentionSelectors
from gui.widgets.attention_text import ShownAttention, dots_note, lines_note
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import empty_message
from gui.widgets.flow_layout import FlowLayout
from gui.widgets.heatmap import HeatMap
from gui.widgets.lines_art import Word
from gui.widgets.lines_view import LinesView
from gui.widgets.matrix_view import Cell
from gui.widgets.row_selection import Pick, RowSelection
from gui.widgets.wanted_attention import wanted_attention
from gui.widgets.why_not import ask_to_run
from gui.widgets.zoom_bar import ZoomBar

ASK_TO_TRANSLATE: Final = QT_TR_NOOP("Type a sentence and translate it to see attention.")
ALL_HIDDEN: Final = QT_TR_NOOP("There are only special tokens here, and these are hidden.")
HINT: Final = QT_TR_NOOP(
    "Point at a cell, or move over the cells with the arrow keys, to read its weight."
)
THINNED_HINT: Final = QT_TR_NOOP(
    "Dots are labels that do not fit: point at a cell to read its two pieces."
)
LINES_HINT: Final = QT_TR_NOOP(
    "Point at a word, or move over the words with the arrow keys, to see its lines alone."
)


class AttentionPanel(QWidget):
    """Chooses and shows one attention matrix; all numbers come from the trace.

    Signals:
        choicesChanged: ``face``, ``words``, ``specials`` or ``threshold`` is another one.
    """

    choicesChanged = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: ShownAttention | None = None
        self._view_of: tuple[object, ...] = ()
        self._selection = RowSelection()
        self._groups = GroupCache()
        self.selectors = AttentionSelectors(session, self)
        self.kind_box = self.selectors.kind_box
        self.layer_box = self.selectors.layer_box
        self.head_box = self.selectors.head_box
        self.face_box = FaceSegments()
        self.unit_box = UnitSegments()
        self.specials_box = SpecialsBox()
        self.threshold_box = ThresholdSlider()
        self.heatmap = HeatMap(
            self.cell_text, spoken=self._spoken_cell, describe_sum=self._sum_text
        )
        self.lines = LinesView(self._word_tooltip, self._spoken_word)
        self.matrix_zoom = ZoomBar(self.heatmap.view)
        self.lines_zoom = ZoomBar(self.lines)
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.note = ElidedLabel(colour="muted")
        self.readout = ElidedLabel()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.matrix_zoom.fit_button.setChecked(True)
        controls = FlowLayout()
        for control in (
            *self.selectors.captioned(),
            self.face_box,
            self.unit_box,
            self.specials_box,
            self.threshold_box,
        ):
            controls.addWidget(control)
        for page in (self.message, self.heatmap, self.lines):
            page.setMinimumSize(200, 60)
            self._stack.addWidget(page)
        self.note.setAccessibleName(tr("How the numbers are shown"))
        self.readout.setAccessibleName(tr("Weight under the pointer"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(8)
        layout.addLayout(controls)
        layout.addWidget(self._stack, 1)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(self.note)
        texts.addWidget(self.readout)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addLayout(texts, 1)
        foot.addWidget(self.matrix_zoom)
        foot.addWidget(self.lines_zoom)
        layout.addLayout(foot)
        self._show_face()

    def _connect(self) -> None:
        session, heatmap, lines = self._session, self.heatmap, self.lines
        self._refresh.listen(*session.place_signals, session.selectionChanged)
        session.hoverChanged.connect(self._on_hover)
        self.face_box.chosen.connect(self._on_face)
        self.unit_box.chosen.connect(self._on_choice)
        self.specials_box.toggled.connect(self._on_choice)
        self.threshold_box.changed.connect(self._on_threshold)
        heatmap.cellPointed.connect(self._on_cell)
        heatmap.rowPointed.connect(self._on_row)
        heatmap.columnPointed.connect(self._on_column)
        heatmap.sumPointed.connect(self._on_sum)
        heatmap.labelsPlaced.connect(self._update_readout)
        heatmap.view.zoomChanged.connect(self._update_note)
        lines.wordPointed.connect(self._on_word)
        for face in (heatmap, lines):
            face.cursorMoved.connect(self._update_readout)
            face.rowPicked.connect(self._on_picked)
            face.clearRequested.connect(self.clear_rows)

    # How it is shown -----------------------------------------------------------------

    @property
    def face(self) -> Face:
        """Whether it is a matrix or lines."""
        return cast(Face, self.face_box.current)

    def set_face(self, face: Face) -> None:
        """Show the matrix or the lines."""
        self.face_box.choose(face)

    @Slot()
    def toggle_face(self) -> None:
        """Show the other face of the same numbers."""
        self.set_face("lines" if self.face == "matrix" else "matrix")

    @property
    def words(self) -> bool:
        """Whether whole words are shown, not pieces."""
        return self.unit_box.current == "words"

    @Slot(bool)
    def set_words(self, words: bool) -> None:
        """Show whole words or pieces."""
        self.unit_box.choose("words" if words else "pieces")

    @property
    def specials(self) -> bool:
        """Whether special tokens are shown."""
        return self.specials_box.isChecked()

    @Slot(bool)
    def set_specials(self, specials: bool) -> None:
        """Show special tokens or leave them out."""
        self.specials_box.setChecked(specials)

    @property
    def threshold(self) -> float:
        """The weight from which on lines are drawn."""
        return self.threshold_box.threshold()

    def set_threshold(self, threshold: float) -> None:
        """Draw lines from this weight on, to the hundredth."""
        self.threshold_box.set_threshold(threshold)

    def selected_rows(self) -> tuple[int, ...]:
        """The rows, as they are shown, that the user has selected."""
        return () if self._shown is None else self._shown.selected

    @Slot()
    def clear_rows(self) -> None:
        """Select no rows any more."""
        self._selection.clear()
        self.refresh()

    def entrance(self) -> QWidget:
        """What takes the focus first: the face that is shown, or what is said in its place."""
        return self._stack.currentWidget() or self.message

    def _show_face(self) -> None:
        lines = self.face == "lines"
        self.threshold_box.setVisible(lines)
        self.lines_zoom.setVisible(lines)
        self.matrix_zoom.setVisible(not lines)

    @Slot(str)
    def _on_face(self, _: str) -> None:
        # What the old face pointed at is no longer pointed at.
        self._forget_pointers()
        self._show_face()
        self.refresh()
        self.choicesChanged.emit()

    @Slot()
    def _on_choice(self, *_: object) -> None:
        # Rows and columns are others now.
        self._forget_pointers()
        self.refresh()
        self.choicesChanged.emit()

    @Slot(float)
    def _on_threshold(self, threshold: float) -> None:
        self.lines.set_threshold(threshold)
        self._update_note()
        self.choicesChanged.emit()

    def _forget_pointers(self) -> None:
        self.heatmap.clear_pointer()
        self.lines.clear_pointer()

    @Slot(int, str)
    def _on_picked(self, row: int, how: str) -> None:
        shown = self._shown
        if shown is not None and row < len(shown.grouped.rows):
            self._selection.pick(row, cast(Pick, how), self._row_pieces(shown))
            self.refresh()

    @staticmethod
    def _row_pieces(shown: ShownAttention) -> list[tuple[int, ...]]:
        return [word.pieces for word in shown.grouped.rows]

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Draw the selected attention at the current place; while hidden, once it is shown."""
        if not self.isVisible():
            return
        session = self._session
        matrix, message = wanted_attention(session, ask_to_run(session, ASK_TO_TRANSLATE))
        view_of = (session.trace, session.kind, self._sentence_number())
        if matrix is not None and view_of != self._view_of:
            # Another matrix altogether: the old cursor would point at something else.
            self._view_of = view_of
            self._selection.clear()
            self._forget_pointers()
        self._shown = None if matrix is None else self._prepared(matrix)
        if self._shown is not None and 0 in self._shown.grouped.weights.shape:
            self._shown, message = None, tr(ALL_HIDDEN)
        if self._shown is None:
            self.message.setText(message)
            self._stack.setCurrentWidget(self.message)
            self._forget_pointers()
        else:
            self._draw(self._shown)
        for zoom in (self.matrix_zoom, self.lines_zoom):
            zoom.setEnabled(self._shown is not None)
        self._on_hover()
        self._update_note()
        self._update_readout()

    def _prepared(self, matrix: AttentionMatrix) -> ShownAttention:
        """The matrix as the reader wants it."""
        rows = self._groups.rows(matrix.queries, self.words, self.specials)
        columns = self._groups.columns(matrix.keys, self.words, self.specials)
        made = grouped(matrix, rows, columns)
        selected = self._selection.rows([word.pieces for word in rows])
        kind, own = self._session.kind, alone(self._session.shape())
        if not selected:
            return ShownAttention(kind, matrix, made, self.words, alone=own)
        total, mean = made.summed(selected)
        return ShownAttention(kind, matrix, made, self.words, selected, total, mean, own)

    def _draw(self, shown: ShownAttention) -> None:
        face = self.lines if self.face == "lines" else self.heatmap
        rows, columns = shown.titles()
        made = shown.grouped
        row_tokens, column_tokens = self._groups.tokens()
        sums = (shown.total, shown.mean) if shown.selected else (None, None)
        if face is self.lines:
            rows, columns = rows.removesuffix(" →"), columns.removesuffix(" →")
        face.set_titles(rows, columns)
        face.set_matrix(made.weights, made.masked, row_tokens, column_tokens, made.current)
        face.set_selected(shown.selected, *sums)
        self._stack.setCurrentWidget(face)

    def _sentence_number(self) -> int | None:
        sentence = self._session.sentence()
        return None if sentence is None else sentence.encoded.sentence

    def matrix(self) -> AttentionMatrix | None:
        """What is drawn, between pieces, as the trace has it."""
        return None if self._shown is None else self._shown.matrix

    def shown(self) -> ShownAttention | None:
        """What is drawn, as it is drawn."""
        return self._shown

    # Hover and readout ---------------------------------------------------------------

    def cell_text(self, row: int, column: int) -> str:
        """A cell in words: what it ties, its exact weight, where it comes from."""
        return "" if self._shown is None else self._shown.cell_text(row, column)

    def _spoken_cell(self, row: int, column: int) -> str:
        return "" if self._shown is None else self._shown.spoken_cell(row, column)

    def _sum_text(self, column: int) -> str:
        shown = self._shown
        return "" if shown is None or not shown.selected else shown.sum_reading(column)

    def _word_tooltip(self, word: Word) -> str:
        return "" if self._shown is None else self._shown.word_tooltip(word)

    def _spoken_word(self, word: Word) -> str:
        return "" if self._shown is None else self._shown.spoken_word(word)

    @Slot()
    def _update_note(self, *_: object) -> None:
        """What has been done to the numbers, always in the same line."""
        shown = self._shown
        if shown is None:
            self.note.setText("")
            return
        notes = shown.notes()
        if self.face == "lines":
            notes.insert(0, lines_note(self.lines.lines(), self.threshold))
        else:
            rows, columns = self.heatmap.view.weights_a_dot()
            if rows * columns > 1:
                notes.insert(0, dots_note(rows, columns))
        self.note.setText("  ".join(notes))

    @Slot()
    def _update_readout(self, *_: object) -> None:
        shown = self._shown
        if shown is None:
            self.readout.setText("")
        elif self.face == "lines":
            word = self.lines.pointed_word or self.lines.cursor_word
            self.readout.setText(tr(LINES_HINT) if word is None else shown.word_text(word))
        else:
            cell = self.heatmap.pointed_cell or self.heatmap.cursor_cell
            if cell is None:
                self.readout.setText(tr(THINNED_HINT if self.heatmap.thinned() else HINT))
                return
            row, column = cell
            place = tr("row {row}, column {column}").format(row=row + 1, column=column + 1)
            self.readout.setText(f"{shown.cell_text(row, column)}   {place}")

    @Slot(object)
    def _on_cell(self, cell: Cell | None) -> None:
        self._hover_row(None if cell is None else cell[0])
        self._update_readout()

    @Slot(object)
    def _on_row(self, row: int | None) -> None:
        self._hover_row(row)
        if row is None or self._shown is None:
            self._update_readout()
        else:
            self.readout.setText(self._shown.row_text(row))

    @Slot(object)
    def _on_column(self, column: int | None) -> None:
        if column is None or self._shown is None:
            self._update_readout()
        else:
            self.readout.setText(self._shown.column_text(column))
        self._hover_column(column)

    @Slot(object)
    def _on_sum(self, column: int | None) -> None:
        if column is None or self._shown is None or not self._shown.selected:
            self._update_readout()
        else:
            self.readout.setText(self._shown.sum_reading(column))

    @Slot(object)
    def _on_word(self, word: Word | None) -> None:
        if word is None:
            self._session.set_hover(None)
        elif word.side == "right":
            self._hover_row(word.index)
        elif self._session.kind is AttentionKind.DECODER_SELF:
            # Its keys are inputs, which are nobody's hover.
            self._session.set_hover(None)
        else:
            self._hover_column(word.index)
        self._update_readout()

    def _hover_row(self, row: int | None) -> None:
        """A row is a source piece in the encoder, and the piece it writes in the decoder."""
        if row is None or self._shown is None:
            self._session.set_hover(None)
            return
        piece = self._shown.grouped.rows[row].pieces[0]
        source = self._session.kind is AttentionKind.ENCODER_SELF
        self._session.set_hover(Hover("source" if source else "target", piece))

    def _hover_column(self, column: int | None) -> None:
        """A column is a source piece, but in the decoder's self-attention an input."""
        if self._session.kind is AttentionKind.DECODER_SELF:
            return
        if column is None or self._shown is None:
            self._session.set_hover(None)
            return
        piece = self._shown.grouped.columns[column].pieces[0]
        self._session.set_hover(Hover("source", piece))

    @Slot()
    def _on_hover(self) -> None:
        row, column = self._pointed_elsewhere()
        self.heatmap.set_hover(row, column)
        self.lines.set_hover(row, column)

    def _pointed_elsewhere(self) -> tuple[int | None, int | None]:
        """The row and the column of the piece that is pointed at anywhere in the window."""
        session, shown = self._session, self._shown
        elsewhere = session.hovered() is not session.sentence()
        # A frame may lie between the choice of another kind and its drawing.
        if session.hover is None or shown is None or elsewhere or shown.kind is not session.kind:
            return None, None
        word = self.lines.pointed_word
        keys = self.face == "lines" and word is not None and word.side == "left"
        return shown.place_of(session.hover.side, session.hover.index, keys)

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(640, 460)

    def minimumSizeHint(self) -> QSize:
        # A narrow panel has three lines of controls.
        return QSize(392, 200)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
