"""A scored output as a table in which the current step is marked and can be chosen."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QCursor,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from engine.analysis.reference import FullPass, ScoredOutput
from gui import theme
from gui.language import tr
from gui.widgets.pieces import axis_token
from gui.widgets.reference_art import NARROWEST_BAR, PAD, ReferenceArt, figures, number_width
from gui.widgets.reference_model import Column, ReferenceModel

_PIECE_LIMIT = 0.24
"""Share of the width that a column of pieces takes at most."""
_NARROWEST_PIECE = 52.0
_WIDEST_BAR = 260.0


class ReferenceTable(QTableView):
    """The rows of a :class:`ReferenceModel`; the cursor is the current step.

    Signals:
        chosen: the row that the user went to.
        pointed: the row under the pointer, or ``None``.
    """

    chosen = Signal(int)
    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scores = ReferenceModel(self)
        self.art = ReferenceArt(self)
        self._under_pointer: int | None = None
        self._showing = False
        self.setModel(self.scores)
        self.setItemDelegate(self.art)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAutoScroll(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(tr("Positions of the output"))
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setMinimumSectionSize(8)
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.selectionModel().currentRowChanged.connect(self._on_current)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme.notifier.changed.connect(self.retheme)
        self._fit()

    # What is shown -------------------------------------------------------------------

    def set_output(self, output: ScoredOutput | None, full: FullPass | None) -> None:
        """Show another output."""
        self._showing = True
        self.scores.set_output(output, full)
        self._showing = False
        if self._under_pointer is not None:
            self._under_pointer = self._row_under_mouse()
        self._fit()

    def set_current(self, row: int | None) -> None:
        """Mark the current step and bring it into view; tells nobody."""
        before, self.art.current = self.art.current, row
        self._showing = True
        index = QModelIndex() if row is None else self.scores.index(row, int(Column.TARGET))
        if self.currentIndex() != index:
            self.setCurrentIndex(index)
        self._showing = False
        if row != before:
            self._reveal()
            self._update_rows(before, row)

    def _reveal(self) -> None:
        """Scroll so that the current step can be seen."""
        if self.currentIndex().isValid():
            self.executeDelayedItemsLayout()  # new rows are not in the scroll bar's range yet
            self.scrollTo(self.currentIndex())

    def set_pointed(self, row: int | None) -> None:
        """Mark a row that is pointed at somewhere in the window."""
        if row != self.art.pointed:
            before, self.art.pointed = self.art.pointed, row
            self._update_rows(before, row)

    def _update_rows(self, *rows: int | None) -> None:
        """Paint these rows again, and no others."""
        for row in rows:
            if row is not None:
                top, high = self.rowViewportPosition(row), self.rowHeight(row)
                self.viewport().update(0, top - 1, self.viewport().width(), high + 2)

    def looked_at(self) -> int | None:
        """The row under the pointer, else that of the current step."""
        return self.art.current if self._under_pointer is None else self._under_pointer

    @Slot()
    def copy(self) -> None:
        """Put the table on the clipboard, for a spreadsheet."""
        if self.scores.rowCount():
            QGuiApplication.clipboard().setText(self.scores.as_text())

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.viewport().update()

    # Geometry ------------------------------------------------------------------------

    def _fit(self) -> None:
        """Share the width out; what there is no room for is left out, the least told first."""
        width = float(self.viewport().width())
        font = figures(self.font())
        bold = figures(self.font())
        bold.setBold(True)
        self.art.set_font(self.font())
        metrics, heavy = QFontMetricsF(font), QFontMetricsF(bold)
        self.verticalHeader().setDefaultSectionSize(round(metrics.height()) + 6)

        def named(column: Column, wide: float) -> float:
            return max(wide, metrics.horizontalAdvance(self.scores.header(column))) + 2 * PAD

        output = self.scores.output()
        positions = () if output is None else output.positions
        others = [each.other.piece for each in positions if each.other is not None]
        limit = max(_NARROWEST_PIECE, width * _PIECE_LIMIT)
        pieces: dict[Column, list[str]] = {
            Column.INPUT: [axis_token(each.input).text for each in positions],
            Column.TARGET: [axis_token(each.target).text for each in positions],
            Column.CHOICE: [axis_token(piece).text for piece in others],
        }
        wanted: dict[Column, float] = {}
        for column, texts in pieces.items():
            # Of hundreds only the longest are measured.
            longest = sorted(set(texts), key=len)[-12:]
            widest = max(map(heavy.horizontalAdvance, longest), default=0.0)
            extra = metrics.horizontalAdvance("0.00") + PAD if column is Column.CHOICE else 0.0
            wanted[column] = min(limit + extra, named(column, max(widest, 24.0) + extra))
        number = number_width(font)
        wanted[Column.NUMBER] = metrics.horizontalAdvance("0" * len(str(max(99, len(positions)))))
        wanted[Column.NUMBER] += 2 * PAD
        wanted[Column.PROBABILITY] = named(Column.PROBABILITY, number)
        wanted[Column.LOSS] = named(Column.LOSS, metrics.horizontalAdvance("00.0000"))
        longest_rank = max((len(self.scores.rank_text(each)) for each in positions), default=1)
        wanted[Column.RANK] = named(Column.RANK, metrics.horizontalAdvance("0" * longest_rank))
        hidden: list[Column] = []
        for column in (Column.CHOICE, Column.RANK, Column.NUMBER):
            if sum(wanted.values()) > width:
                hidden.append(column)
                wanted.pop(column)
        over = max(0.0, sum(wanted.values()) - width)
        for column in (Column.INPUT, Column.TARGET):  # narrower than all their words, at last
            wanted[column] -= min(over / 2, wanted[column] - _NARROWEST_PIECE / 2)
        spare = max(0.0, width - sum(wanted.values()))
        bar = min(spare, _WIDEST_BAR)
        if bar >= NARROWEST_BAR + PAD:
            wanted[Column.PROBABILITY] += bar
            spare -= bar
        self.art.choice_width = wanted.get(Column.CHOICE, 0.0) - 2 * PAD
        self.art.first, last = min(wanted), max(wanted)
        wanted[last] += spare  # the ground of a row reaches to the edge
        for column in Column:
            self.setColumnHidden(int(column), column in hidden)
            if column in wanted:
                self.setColumnWidth(int(column), math.floor(wanted[column]))

    def sizeHint(self) -> QSize:
        return QSize(560, 260)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 70)

    # Events --------------------------------------------------------------------------

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, index: QModelIndex, _: QModelIndex) -> None:
        if not self._showing and index.isValid():
            self.chosen.emit(index.row())

    @Slot(int)
    def _on_scrolled(self, _: int) -> None:
        if self._under_pointer is not None:
            self._point_at(self._row_under_mouse())

    def _row_under_mouse(self) -> int | None:
        place = self.viewport().mapFromGlobal(QCursor.pos())
        return self._row_at(place) if self.viewport().rect().contains(place) else None

    def _row_at(self, point: QPoint) -> int | None:
        row = self.rowAt(point.y())
        return row if row >= 0 else None

    def _point_at(self, row: int | None) -> None:
        if row != self._under_pointer:
            self._under_pointer = row
            self.pointed.emit(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._row_at(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        return bool(super().viewportEvent(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._reveal()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.art.focused = True
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.art.focused = False
        self.viewport().update()
