"""One head's chain of matrices as cards, one of them large, and the arithmetic of a cell."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QScrollArea,
    QSplitter,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.explanation import Axis, Explanation
from gui import theme
from gui.language import QT_TR_NOOP, quoted, tr
from gui.widgets.arithmetic import arithmetic
from gui.widgets.arithmetic_html import to_html
from gui.widgets.card_row import CardRow
from gui.widgets.chain import BETWEEN_QUERIES_AND_KEYS, Link, LinkName, chain, marks, operators
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.head_formula import formula_html
from gui.widgets.heatmap import HeatMap
from gui.widgets.kind_text import axis_titles, why_masked
from gui.widgets.matrix_card import CardContent
from gui.widgets.matrix_view import Cell
from gui.widgets.pieces import axis_tokens, label
from gui.widgets.scale import number
from gui.widgets.see_through import see_through
from gui.widgets.token_axis import AxisToken

HINT = QT_TR_NOOP(
    "Point at a cell, or move over the cells with the arrow keys, to read its arithmetic."
)
_DIMENSION = QT_TR_NOOP("dimension {number} of {axis}")
_SIDE_BY_SIDE_FROM = 600
"""Pixels of width from which the arithmetic stands beside the large matrix."""
_MAP_HEIGHT, _TALL_MAP_HEIGHT, _TEXT_HEIGHT = 150, 210, 120
_COMPACT_BELOW = 370
"""Pixels of height under which the formula goes and the cards shrink."""


class ChainView(QWidget):
    """Q, K and V to what the head adds.

    Signals:
        read: what is to be read about the cell looked at, or how to look at one.
    """

    read = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.alone = False
        """Whether the model is one stack, which has but its own text."""
        self._explanation: Explanation | None = None
        self._links: tuple[Link, ...] = ()
        self._name: LinkName = "scores"
        self._marked: int | None = None
        self._cell: Cell | None = None
        self._drawn_axes: tuple[str, ...] = ()
        self.title = ElidedLabel()
        self.formula = QLabel()
        self.cards = CardRow(self._card_text)
        self.cards_scroll = QScrollArea()
        self.heading = ElidedLabel()
        self.heatmap = HeatMap(self.cell_text)
        self.arithmetic = QTextEdit()
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._build()
        self.cards.chosen.connect(self._on_card)
        self.cards.cellChosen.connect(self._on_card_cell)
        self.cards.cellPointed.connect(self._on_card_pointed)
        self.heatmap.cellPointed.connect(self._on_cell)
        self.heatmap.cursorMoved.connect(self._on_cell)
        theme.notifier.changed.connect(self.retheme)

    def _build(self) -> None:
        self.title.setAccessibleName(tr("Head"))
        self.formula.setTextFormat(Qt.TextFormat.RichText)
        self.formula.setMinimumWidth(10)
        self.cards.setAccessibleName(tr("From Q, K and V to what the head adds"))
        self.cards_scroll.setWidget(self.cards)
        self.cards_scroll.setWidgetResizable(True)
        self.cards_scroll.setFrameShape(QFrame.Shape.NoFrame)
        self.cards_scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cards_scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        see_through(self.cards_scroll)
        self.heatmap.setAccessibleName(tr("Chosen matrix"))
        self.heatmap.view.setAccessibleName(tr("Cells of the chosen matrix"))
        self.arithmetic.setReadOnly(True)
        self.arithmetic.setFrameShape(QFrame.Shape.NoFrame)
        self.arithmetic.setTabChangesFocus(True)
        self.arithmetic.setAccessibleName(tr("Arithmetic of the cell"))
        self.arithmetic.viewport().setAutoFillBackground(False)
        self.arithmetic.document().setDocumentMargin(6)
        self.heatmap.setMinimumSize(self.heatmap.minimumSizeHint().width(), _MAP_HEIGHT)
        self.arithmetic.setMinimumSize(180, _TEXT_HEIGHT)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.heading)
        column.addWidget(self.heatmap, 1)
        self._split.addWidget(left)
        self._split.addWidget(self.arithmetic)
        self._split.setChildrenCollapsible(False)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self._split.setSizes([580, 420])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.title)
        layout.addWidget(self.formula)
        layout.addWidget(self.cards_scroll)
        layout.addWidget(self._split, 1)

    # What is shown -------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation, title: str, anew: bool) -> None:
        """Show another head; ``anew`` forgets the cell that was looked at."""
        self._explanation = explanation
        self._links = chain(explanation)
        self.title.setText(title)
        self._write_formula()
        self.cards.set_cards([self._content(link) for link in self._links], operators(explanation))
        # Another model's head may have a matrix more or less.
        names = [link.name for link in self._links]
        self.cards.choose(names.index(self._name if self._name in names else "scores"))
        if anew:
            self._cell = None
            self.heatmap.clear_pointer()
        self._fit_cards()
        self._draw_chosen()

    def set_current(self, row: int | None) -> None:
        """Mark a query of an encoder's head, which has no step of its own: the mask that the
        step shown fills in.
        """
        if row != self._marked:
            self._marked = row
            self.retheme()

    def explanation(self) -> Explanation | None:
        """What is shown."""
        return self._explanation

    def forget(self) -> None:
        """Show nothing, and keep no large matrices."""
        self._explanation = None
        self._links = ()
        self._cell = None

    def _write_formula(self) -> None:
        if self._explanation is not None:
            text = formula_html(self._explanation, theme.current().muted)
            self.formula.setText(text)
            self.formula.setToolTip(text)

    def _content(self, link: Link) -> CardContent:
        rows, columns = link.values.shape
        low, high = number(float(link.values.min()), 4), number(float(link.values.max()), 4)
        told = tr("{title}, {formula}; {rows} rows, {columns} columns; from {low} to {high}")
        if link.name == "mask":
            told = tr("{title}, {formula}; {rows} rows, {columns} columns")
        told = told.format(
            title=link.title, formula=link.formula, rows=rows, columns=columns, low=low, high=high
        )
        return CardContent(
            link.symbol, link.size, told, link.values, link.masked, link.scale, self._current(link)
        )

    def _current(self, link: Link) -> int | None:
        """The row of the step, where rows are queries."""
        assert self._explanation is not None
        if link.axes[0].name != "query":
            return None
        current = self._explanation.current
        if current is None and self._marked is not None:
            return self._marked if self._marked < link.values.shape[0] else None
        return current

    def chosen(self) -> Link | None:
        """The matrix that is shown large."""
        return self._links[self.cards.current] if self._links else None

    def _draw_chosen(self) -> None:
        link = self.chosen()
        if link is None or self._explanation is None:
            return
        rows, columns = link.axes
        self._drawn_axes = _axis_names(link)
        self.heading.setText(f"{link.title}   {link.symbol} = {link.formula}   [{link.size}]")
        if link.symbol == link.formula or link.name == "mask":
            self.heading.setText(f"{link.title}   {link.formula}   [{link.size}]")
        self.heatmap.set_titles(self._axis_title(rows), self._axis_title(columns))
        self.heatmap.set_scale(link.scale)
        self.heatmap.set_matrix(
            link.values,
            link.masked,
            _tokens(rows, link.values.shape[0]),
            _tokens(columns, link.values.shape[1]),
            self._current(link),
        )
        self._tell_cell()

    def _axis_title(self, axis: Axis) -> str:
        assert self._explanation is not None
        kind = self._explanation.kind
        if axis.name in ("query", "key"):
            return axis_titles(kind, self.alone)[axis.name == "key"]
        return f"{axis.name} →"

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme, and how numbers are written now."""
        if self._explanation is not None:
            self.show_explanation(self._explanation, self.title.text(), anew=False)

    # Cells ---------------------------------------------------------------------------

    def cell(self) -> Cell | None:
        """The cell of the chosen matrix whose arithmetic is written out.

        The one pointed at, else the keyboard cursor's, else the last one, else the largest
        of the current step.
        """
        link = self.chosen()
        if link is None:
            return None
        rows, columns = link.values.shape
        for cell in (self.heatmap.pointed_cell, self.heatmap.cursor_cell, self._cell):
            if cell is not None and cell[0] < rows and cell[1] < columns:
                return cell
        row = self._current(link) or 0
        assert self._explanation is not None
        if link.name in BETWEEN_QUERIES_AND_KEYS:
            return row, int(self._explanation.stage("weights").values[row].argmax())
        return row, 0

    def cell_text(self, row: int, column: int) -> str:
        """A cell of the chosen matrix in words."""
        return self._card_text(self.cards.current, row, column)

    def _card_text(self, index: int, row: int, column: int) -> str:
        if not self._links or self._explanation is None:
            return ""
        link = self._links[index]
        text = f"{self._named(link, row, column)}   {link.symbol} = {link.number(row, column)}"
        if link.masked is not None and link.masked[row, column]:
            why = why_masked(self._explanation.kind, row, column)
            text = f"{text}   {tr('masked: {why}').format(why=why)}"
        return text

    @staticmethod
    def _named(link: Link, row: int, column: int) -> str:
        first, second = (
            f"{axis.name} {index + 1}" if axis.labels is None else quoted(label(axis.labels[index]))
            for axis, index in zip(link.axes, (row, column), strict=True)
        )
        return f"{first} → {second}" if link.axes[1].labels is not None else f"{first}, {second}"

    @Slot(object)
    def _on_cell(self, cell: Cell | None) -> None:
        if cell is not None:
            self._cell = cell
        self._tell_cell()

    def _tell_cell(self) -> None:
        """Write the arithmetic of the cell looked at, and mark what it is made of."""
        link, cell, explanation = self.chosen(), self.cell(), self._explanation
        if link is None or cell is None or explanation is None:
            return
        row, column = cell
        self.heatmap.set_hover(row, column)
        found = marks(link.name, row, column)
        for index, other in enumerate(self._links):
            self.cards.card(index).set_marks(*found.get(other.name, (None, None)))
        why = why_masked(explanation.kind, row, column)
        lines = arithmetic(explanation, link, row, column, why)
        heading = f"{self._named(link, row, column)}   {link.symbol} = {link.number(row, column)}"
        place = tr("row {row}, column {column}").format(row=row + 1, column=column + 1)
        self.arithmetic.setHtml(to_html(heading, place, lines))
        self.tell()

    def tell(self) -> None:
        """Say what is to be read now."""
        cell = self.cell()
        pointed = self.heatmap.pointed_cell or self.heatmap.cursor_cell
        if cell is None or self._explanation is None:
            self.read.emit("")
        elif pointed is None:
            self.read.emit(tr(HINT))
        else:
            self.read.emit(self.cell_text(*cell))

    # The cards -----------------------------------------------------------------------

    @Slot(int)
    def _on_card(self, index: int) -> None:
        card = self.cards.card(index)
        self._name = self._links[index].name
        self.cards_scroll.ensureWidgetVisible(card, 30, 0)
        if _axis_names(self._links[index]) != self._drawn_axes:
            # A cell of another kind of matrix: the old one means nothing here.
            self._cell = None
            self.heatmap.clear_pointer()
        self._draw_chosen()

    @Slot(object)
    def _on_card_cell(self, picked: tuple[int, Cell]) -> None:
        self._cell = picked[1]
        self.heatmap.set_cursor_cell(None)
        self._tell_cell()

    @Slot(object)
    def _on_card_pointed(self, pointed: tuple[int, Cell] | None) -> None:
        if pointed is None:
            self.tell()
        else:
            index, cell = pointed
            self.read.emit(self._card_text(index, *cell))

    # Qt ------------------------------------------------------------------------------

    def _fit_cards(self) -> None:
        """As high as a card, and as the scroll bar if the row is too long."""
        high = self.cards.minimumSizeHint().height()
        bar = self.cards_scroll.horizontalScrollBar()
        if self.cards.minimumSizeHint().width() > self.width():
            high += bar.sizeHint().height() + 3
        if self.cards_scroll.height() != high or self.cards_scroll.minimumHeight() != high:
            self.cards_scroll.setFixedHeight(high)

    def set_room(self, width: int, height: int) -> None:
        """Arrange the parts for a window of this size, through which the view may be scrolled."""
        wide = width >= _SIDE_BY_SIDE_FROM
        side = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self._split.orientation() is not side:
            self._split.setOrientation(side)
        # One above the other they are scrolled through anyway.
        self.heatmap.setMinimumHeight(_MAP_HEIGHT if wide else _TALL_MAP_HEIGHT)
        low = height < _COMPACT_BELOW
        self.formula.setVisible(not low)
        self.cards.set_compact(low)
        self._fit_cards()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_cards()

    def sizeHint(self) -> QSize:
        return QSize(860, 460)


@lru_cache(maxsize=64)
def _numbered(name: str, size: int, told: str) -> tuple[AxisToken, ...]:
    return tuple(
        AxisToken(str(number), told.format(number=number, axis=name))
        for number in range(1, size + 1)
    )


def _axis_names(link: Link) -> tuple[str, ...]:
    return tuple(axis.name for axis in link.axes)


def _tokens(axis: Axis, size: int) -> tuple[AxisToken, ...]:
    if axis.labels is not None:
        return axis_tokens(axis.labels)
    return _numbered(axis.name, size, tr(_DIMENSION))
