"""The four faces of positions and embeddings, drawn from the model's answers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from engine.analysis.positions import ROTARY, Floats
from engine.embeddings import Embeddings, Side
from gui.language import QT_TR_NOOP, tr
from gui.numbers import significant
from gui.widgets.heatmap import HeatMap
from gui.widgets.matrix_art import Cell
from gui.widgets.pieces import axis_tokens, describe
from gui.widgets.position_controls import EMBEDDINGS, MATRIX, PRODUCTS, Between
from gui.widgets.position_maps import MapContent, PositionMaps
from gui.widgets.position_request import Answer, RelativeAnswer, SentenceAnswer, TableAnswer
from gui.widgets.position_text import (
    bias_cell,
    distances,
    distances_told,
    embedding_cell,
    encoding,
    place,
    sentence_product,
    table_cell,
    table_product,
    wave,
)
from gui.widgets.position_waves import PositionWaves
from gui.widgets.scale import Scale, signed
from gui.widgets.token_axis import AxisToken

HINT = QT_TR_NOOP(
    "Point at a cell, or move over the cells with the arrow keys, to read its arithmetic."
)
HINT_CURVES = QT_TR_NOOP(
    "Point at a position, or move along the positions with the arrow keys, to read its numbers."
)


class PositionFaces(QStackedWidget):
    """Matrix, curves, embeddings and dot products, in the order of ``FACES``.

    Signals:
        read: something else is looked at.
        rowPointed: the row, position or column under the pointer, or ``None``.
    """

    read = Signal()
    rowPointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._between: Between = "positions"
        self._side: Side = "source"
        self._answer: Answer | None = None
        self._drawn: tuple[object, ...] = ()
        self._view_of: tuple[object, ...] = ()
        self._label: int | None = None
        self.matrix = PositionMaps(self.cell_text)
        self.waves = PositionWaves()
        self.embeddings = PositionMaps(self.cell_text)
        self.products = HeatMap(self.cell_text)
        self.matrix.setAccessibleName(tr("Positional encoding"))
        self.embeddings.setAccessibleName(tr("Embeddings and positions"))
        self.products.setAccessibleName(tr("Dot products"))
        self.products.view.setAccessibleName(tr("Cells of the dot products"))
        for face in (self.matrix, self.waves, self.embeddings, self.products):
            self.addWidget(face)
        for map_ in (self.matrix, self.embeddings, self.products):
            map_.cellPointed.connect(self._on_cell)
            map_.cursorMoved.connect(self.read)
            map_.rowPointed.connect(self._on_label)
        self.products.columnPointed.connect(self._on_label)
        self.waves.pointed.connect(self._on_position)
        self.waves.pair_box.valueChanged.connect(self.read)

    # What is shown -------------------------------------------------------------------

    def show_answer(self, face: int, between: Between, side: Side, answer: Answer) -> str:
        """Draw an answer on a face, of a side if it has two; what it is, in words."""
        self._between, self._side, self._answer = between, side, answer
        self.setCurrentIndex(face)
        sentence: tuple[object, ...] | None = None
        if isinstance(answer, SentenceAnswer):
            wanted = answer.wanted
            sentence = (wanted.trace, wanted.sentence, wanted.side)
        if isinstance(answer, RelativeAnswer):
            sentence = (answer, None, side)
        view_of = (face, between, sentence)
        if view_of != self._view_of:
            # Another matrix altogether: the old cursor would point at something else.
            self._view_of = view_of
            for part in (self.matrix, self.embeddings, self.products, self.waves.curves):
                part.clear_pointer()
        drawn = (face, between, side, answer)
        if drawn != self._drawn:
            self._drawn = drawn
            self._draw(answer)
        return self._about(answer)

    def forget(self) -> None:
        """Keep nothing of an old trace alive."""
        self._answer, self._drawn, self._view_of = None, (), ()

    def answer(self) -> Answer | None:
        """What is drawn."""
        return self._answer

    def shown_embeddings(self) -> Embeddings | None:
        """The sentence's vectors, if it is those that are drawn."""
        return self._answer.embeddings if isinstance(self._answer, SentenceAnswer) else None

    def set_hover(self, row: int | None) -> None:
        """Mark a row that is pointed at somewhere in the window."""
        # A row of biases is a distance, not a piece.
        self.matrix.set_hover(None if isinstance(self._answer, RelativeAnswer) else row)
        self.embeddings.set_hover(row)
        self.products.set_hover(row, None)
        self.waves.curves.set_hover(row)

    def _draw(self, answer: Answer) -> None:
        face = self.currentIndex()
        if isinstance(answer, SentenceAnswer):
            found = answer.embeddings
            rows = axis_tokens(found.pieces)
            if face == EMBEDDINGS:
                self._draw_embeddings(answer, rows)
                return
            total = self._between == "total"
            products = answer.total_products if total else answer.scaled_products
            assert products is not None
            self._draw_products(products, rows, found.step)
            return
        if isinstance(answer, RelativeAnswer):
            self._draw_biases(answer)
            return
        table = answer.table.table
        rows = _numbered(len(table))
        if face == MATRIX:
            symbol = "sin θ | cos θ" if answer.table.kind == ROTARY else "PE"
            title = f"{symbol}  [{len(table)} × {table.shape[1]}]"
            scale = Scale("signed", -1.0, 1.0) if answer.formula is not None else signed(table)
            self.matrix.set_maps([MapContent(title, "", table)], scale, rows)
        elif face == PRODUCTS:
            self._draw_products(answer.products, rows, None)
        else:
            self.waves.set_table(table, answer.formula)

    def _draw_biases(self, answer: RelativeAnswer) -> None:
        """The biases of the chosen side: distances by heads."""
        table = answer.table_of(self._side)
        rows = tuple(AxisToken(distances(*each), distances_told(*each)) for each in table.distances)
        title = f"b  [{table.biases.shape[0]} × {table.biases.shape[1]}]"
        self.matrix.set_maps(
            [MapContent(title, "", table.biases)],
            signed(table.biases),
            rows,
            columns=(tr("head →"), 1),
        )

    def _draw_embeddings(self, answer: SentenceAnswer, rows: tuple[AxisToken, ...]) -> None:
        found = answer.embeddings
        norm = found.normalised
        symbol = "E" if found.scale == 1 else f"E · √{found.d_model}"
        maps = [MapContent(tr("{symbol}, embedding").format(symbol=symbol), "", found.scaled)]
        if not found.in_attention:
            maps.append(MapContent(tr("PE, position"), "+", found.positions))
        if found.segment is not None:
            segments = np.ascontiguousarray(np.broadcast_to(found.segment, found.total.shape))
            maps.append(MapContent(tr("S, segment"), "+", segments))
        if norm or len(maps) > 1:
            # Where nothing is added the embedding is what the layer gets.
            title = tr("norm of the sum") if norm else tr("sum")
            maps.append(MapContent(title, "→" if norm else "=", found.total))
        # One scale for all, or the eye could not add them.
        scale = signed(np.array([answer.usual, 1.0], dtype=np.float32))
        self.embeddings.set_maps(maps, scale, rows, found.step)

    def _draw_products(
        self, products: Floats, tokens: tuple[AxisToken, ...], current: int | None
    ) -> None:
        values = products.astype(np.float32)
        rows, columns = tr("piece →"), tr("piece →")
        if self._between == "positions":
            rows, columns = tr("position p →"), tr("position q →")
        self.products.set_titles(rows, columns)
        self.products.set_scale(signed(values))
        self.products.set_matrix(values, None, tokens, tokens, current)

    # Words ---------------------------------------------------------------------------

    def _about(self, answer: Answer) -> str:
        products = self.currentIndex() == PRODUCTS
        if isinstance(answer, RelativeAnswer):
            return tr(
                "Relative positions: each head adds a bias to the score of a query and a key, by "
                "the distance from the query to the key; the same in every layer"
            )
        if isinstance(answer, TableAnswer):
            if not products:
                return encoding(answer.formula)
            told = tr("PE(p) · PE(q): largest on the diagonal, the same for equal distances")
            if answer.table.kind == ROTARY:
                told = tr("Σ cos(θ(p) − θ(q)): what turning leaves of equal queries and keys")
            return f"{len(answer.products)} × {len(answer.products)}   {told}"
        found = answer.embeddings
        count = len(found.pieces)
        if products:
            told = tr("Each piece’s embedding with each other’s, before positions are added")
            if found.in_attention:
                told = tr("Each piece’s embedding with each other’s; positions enter the attention")
            elif self._between == "total":
                told = tr("With positions added: what attention’s projections start from")
            return f"{count} × {count}   {told}"
        told = tr("what the encoder’s first layer gets")
        if found.step is not None:
            told = tr("what the decoder’s first layer gets: its input up to step {step}")
            told = told.format(step=found.step + 1)
        return f"{count} × {found.d_model}   {told}"

    def cell_text(self, row: int, column: int) -> str:
        """A cell of the face that is shown, in words and numbers."""
        answer, products = self._answer, self.currentIndex() == PRODUCTS
        if answer is None:
            return ""
        if isinstance(answer, SentenceAnswer):
            found = answer.embeddings
            if products:
                return sentence_product(found, row, column, self._between == "total")
            return f"{place(found, row)}   {embedding_cell(found, row, column)}"
        if isinstance(answer, RelativeAnswer):
            return bias_cell(answer.table_of(self._side), row, column)
        formula = answer.formula
        if products:
            return table_product(row, column, formula, float(answer.products[row, column]))
        text = table_cell(row, column, formula, float(answer.table.table[row, column]))
        pair = None if formula is None else formula.pair_of(column)
        return text if pair is None else f"{text}   {wave(pair, formula)}"

    def text(self) -> str:
        """What is looked at, with its numbers, or how to look at something."""
        face, found = self.currentWidget(), self.shown_embeddings()
        if self._answer is None:
            return ""
        if not isinstance(face, PositionMaps | HeatMap):
            return self.waves.text() or self._hint_curves()
        if self._label is not None and found is not None and self._label < len(found.pieces):
            return f"{place(found, self._label)}: {describe(found.pieces[self._label])}"
        cell = face.pointed_cell or face.cursor_cell
        return self._hint(face) if cell is None else self.cell_text(*cell)

    def _hint(self, face: PositionMaps | HeatMap) -> str:
        """How to read a number, and what is to be known about all of them."""
        parts = [tr(HINT)]
        answer = self._answer
        if isinstance(answer, TableAnswer) and answer.formula and face is self.matrix:
            told = tr("This is the model’s own table; the formula differs by {most} at most.")
            parts.append(told.format(most=significant(answer.difference, 2)))
        found = self.shown_embeddings()
        if face is self.embeddings and found is not None and found.in_attention:
            parts.append(tr("No position is added here: positions enter the attention."))
        if face is self.embeddings:
            parts.append(tr("The colours’ ends hold 99 % of the numbers."))
        if isinstance(face, PositionMaps) and face.cells_a_pixel() != (1, 1):
            rows, columns = face.cells_a_pixel()
            told = tr("Cells are smaller than pixels: of {rows} × {columns}, the largest shows.")
            parts.append(told.format(rows=rows, columns=columns))
        return " ".join(parts)

    def _hint_curves(self) -> str:
        assert isinstance(self._answer, TableAnswer)
        formula = self._answer.formula
        if formula is None or formula.slowed:
            return tr(HINT_CURVES)
        longest = formula.wavelength(formula.pairs - 1)
        told = tr("The wavelengths are a geometric progression from 2π to {longest} positions.")
        return f"{tr(HINT_CURVES)} {told.format(longest=significant(longest, 6))}"

    # Pointing ------------------------------------------------------------------------

    def _point(self, row: int | None) -> None:
        self.rowPointed.emit(None if isinstance(self._answer, RelativeAnswer) else row)

    @Slot(object)
    def _on_cell(self, cell: Cell | None) -> None:
        self._point(None if cell is None else cell[0])
        self.read.emit()

    @Slot(object)
    def _on_label(self, row: int | None) -> None:
        self._label = row
        self._point(row)
        self.read.emit()

    @Slot(object)
    def _on_position(self, position: int | None) -> None:
        self.rowPointed.emit(position)
        self.read.emit()


@lru_cache(maxsize=16)
def _numbered(count: int) -> tuple[AxisToken, ...]:
    return tuple(
        AxisToken(str(index), tr("position {position}").format(position=index))
        for index in range(count)
    )
