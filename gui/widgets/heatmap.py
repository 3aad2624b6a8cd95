"""An attention matrix with token labels on both axes, a colour bar and a cell cursor."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui import theme
from gui.language import tr
from gui.widgets.announce import announce
from gui.widgets.colour_bar import ColourBar
from gui.widgets.matrix_keys import moved, pick_of, zoom_key
from gui.widgets.matrix_layout import Arrangement, Room, arrange
from gui.widgets.matrix_view import Cell, MatrixView
from gui.widgets.scale import Scale
from gui.widgets.sum_strip import SumStrip
from gui.widgets.token_axis import AxisToken, TokenAxis

_STRIP_FROM = 130
"""Pixels of height from which there is room for the sums of selected rows."""


class HeatMap(QWidget):
    """Weights [query, key] as cells; what ``set_matrix`` gets is drawn as it is.

    Arrow keys move a cursor over the cells, Home and End along the row, Page Up and
    Page Down along the column, with Ctrl to the corners; Escape takes it away. Plus, minus
    and 0 zoom and fit, Ctrl and the wheel zoom; the labels stay where they are.

    Where rows can be selected, Space selects the cursor's, and Shift with Up and Down all from
    there on; so do clicks on the labels, with Shift and Ctrl. Escape first clears these.

    Signals:
        cellPointed: (row, column) under the pointer, or ``None`` once it left.
        rowPointed: row whose label is under the pointer, or ``None``.
        columnPointed: column whose label is under the pointer, or ``None``.
        sumPointed: column whose sum is under the pointer, or ``None``.
        cursorMoved: (row, column) of the cursor, or ``None``.
        rowPicked: a row to be selected, and how: "only", "toggle" or "range".
        clearRequested: no row is to be selected any more.
        labelsPlaced: the labels stand elsewhere; others may have got room, or lost it.
    """

    cellPointed = Signal(object)
    rowPointed = Signal(object)
    columnPointed = Signal(object)
    sumPointed = Signal(object)
    cursorMoved = Signal(object)
    rowPicked = Signal(int, str)
    clearRequested = Signal()
    labelsPlaced = Signal()

    def __init__(
        self,
        describe: Callable[[int, int], str],
        parent: QWidget | None = None,
        *,
        spoken: Callable[[int, int], str] | None = None,
        describe_sum: Callable[[int], str] | None = None,
    ) -> None:
        """Make one.

        Args:
            describe: a cell's text for tooltips, by row and column.
            parent: as usual.
            spoken: the same for screen readers; ``describe`` if there is none.
            describe_sum: a column's text in the strip of sums. With it, rows can be selected.
        """
        super().__init__(parent)
        self._spoken = spoken or describe
        self._selectable = describe_sum is not None
        self._shape = (0, 0)
        self._titles = ("", "")
        self._areas: Arrangement | None = None
        self._current: int | None = None
        self._hover: tuple[int | None, int | None] = (None, None)
        self._pointer: Cell | None = None
        # Labels under the pointer: which row, which column.
        self._named: list[int | None] = [None, None]
        self._cursor: Cell | None = None
        self._selected: frozenset[int] = frozenset()
        self.view = MatrixView(describe, self)
        self.left = TokenAxis(Qt.Orientation.Vertical, self)
        self.top = TokenAxis(Qt.Orientation.Horizontal, self)
        self.bar = ColourBar(self)
        self.strip = SumStrip(describe_sum or str, self)
        self.strip.hide()
        self.left.setAccessibleName(tr("Row labels"))
        self.top.setAccessibleName(tr("Column labels"))
        self.view.setAccessibleName(tr("Attention weights"))
        self.setAccessibleName(tr("Attention heat map"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.view.pointed.connect(self._on_pointed)
        self.view.pressed.connect(self._on_pressed)
        self.view.cellsChanged.connect(self._arrange)
        self.view.scrolled.connect(self._place_labels)
        self.left.pointed.connect(self._on_row_named)
        self.top.pointed.connect(self._on_column_named)
        self.left.pressed.connect(self._on_label_pressed)
        self.strip.pointed.connect(self.sumPointed)
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def set_matrix(
        self,
        weights: npt.NDArray[np.float32],
        masked: npt.NDArray[np.bool_] | None,
        rows: Sequence[AxisToken],
        columns: Sequence[AxisToken],
        current: int | None,
    ) -> None:
        """Show other weights; ``current`` is the row of the current step.

        Raises:
            ValueError: the tokens do not fit the matrix.
        """
        if weights.shape != (len(rows), len(columns)):
            raise ValueError(
                f"{len(rows)} rows and {len(columns)} columns named for a matrix of "
                f"{weights.shape[0]} × {weights.shape[1]}"
            )
        self._shape = (len(rows), len(columns))
        moved_on = current != self._current
        self._current = current
        outside = self._pointer is not None and not self._holds(self._pointer)
        if outside:
            self._pointer = None
        if self._cursor is not None and not self._holds(self._cursor):
            inside = (
                min(self._cursor[0], len(rows) - 1),
                min(self._cursor[1], len(columns) - 1),
            )
            self._cursor = None if 0 in self._shape else inside
        self.left.set_tokens(rows)
        self.top.set_tokens(columns)
        # Place the cells before the image, so that it is drawn once.
        self._arrange()
        self.view.set_matrix(np.ascontiguousarray(weights, dtype=np.float32), masked)
        self._mark()
        if moved_on and current is not None and self._pointer is None:
            self.view.reveal(current, None)
        self._tell()
        if outside:
            self.cellPointed.emit(None)

    def set_scale(self, scale: Scale) -> None:
        """Say what the colours stand for; the next ``set_matrix`` is drawn with it."""
        self.view.set_scale(scale)
        self.bar.set_scale(scale)

    def set_titles(self, rows: str, columns: str) -> None:
        """Name what the rows and the columns are; the next ``set_matrix`` makes room for it."""
        if (rows, columns) != self._titles:
            self._titles = (rows, columns)
            self.update()

    def set_hover(self, row: int | None, column: int | None) -> None:
        """Mark a row and a column that are pointed at somewhere in the window."""
        if (row, column) != self._hover:
            self._hover = (row, column)
            self._mark()
            if self._pointer is None and self._named == [None, None]:
                # It is pointed at elsewhere: here it may be out of sight.
                self.view.reveal(row, column)

    def set_selected(
        self,
        rows: Sequence[int],
        total: npt.NDArray[np.float64] | None,
        mean: npt.NDArray[np.float64] | None,
    ) -> None:
        """Mark rows as selected and show their sum and their mean, [column] each, below."""
        if not rows and not self._selected:
            return
        self._selected = frozenset(rows)
        if total is not None and mean is not None:
            self.strip.set_sums(total, mean, len(rows))
        before = self.strip.isHidden()
        self._arrange()
        self._mark()
        if before and not self.strip.isHidden():
            # The strip takes room: what is looked at should not end up below it.
            row = self._current if self._cursor is None else self._cursor[0]
            self.view.reveal(row, None)
        self._tell()

    @property
    def cursor_cell(self) -> Cell | None:
        """The (row, column) of the keyboard cursor."""
        return self._cursor

    @property
    def pointed_cell(self) -> Cell | None:
        """The (row, column) under the pointer."""
        return self._pointer

    def set_cursor_cell(self, cell: Cell | None) -> None:
        """Move the keyboard cursor, clamped to the matrix; ``None`` takes it away."""
        if 0 in self._shape:
            cell = None
        if cell is not None:
            cell = (
                min(max(cell[0], 0), self._shape[0] - 1),
                min(max(cell[1], 0), self._shape[1] - 1),
            )
        if cell == self._cursor:
            return
        self._cursor = cell
        if cell is not None:
            self.view.reveal(*cell)
        self._mark()
        self._tell()
        self.cursorMoved.emit(cell)

    def thinned(self) -> bool:
        """Whether labels are left out on one of the axes."""
        return self.left.thinned() or self.top.thinned()

    def clear_pointer(self) -> None:
        """Forget the pointer and the cursor: the matrix is about something else now."""
        pointed, named = self._pointer is not None, self._named != [None, None]
        self._pointer = None
        self._named = [None, None]
        self.set_cursor_cell(None)
        self._mark()
        if named:
            self.rowPointed.emit(None)
        if pointed:
            self.cellPointed.emit(None)

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.view.retheme()
        self.bar.retheme()
        for part in (self.left, self.top, self.strip, self):
            part.update()

    def _holds(self, cell: Cell) -> bool:
        return cell[0] < self._shape[0] and cell[1] < self._shape[1]

    def _mark(self) -> None:
        row, column = self._hover
        self.view.set_marks(self._current, row, column)
        self.view.set_selected(self._selected)
        self.view.set_cursor_cell(self._cursor, self.hasFocus())
        looked_at = self._pointer or (self._cursor if self.hasFocus() else None)
        self.left.set_marked(self._current)
        self.left.set_selected(self._selected)
        self.left.set_pointed(row if looked_at is None else looked_at[0])
        self.top.set_pointed(column if looked_at is None else looked_at[1])

    def _tell(self) -> None:
        """Let a screen reader read the cursor's cell."""
        announce(self, "" if self._cursor is None else self._spoken(*self._cursor))

    # Geometry ------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(520, 380)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 180)

    @Slot()
    def _arrange(self) -> None:
        """Share the widget out between cells, labels, titles and the colour bar."""
        rows, columns = self._shape
        if not rows or not columns:
            return
        # In a very low panel the cells need the room; the sums are read at the cursor then.
        strip = bool(self._selected) and self.height() >= _STRIP_FROM
        if strip is self.strip.isHidden():
            self.strip.setVisible(strip)
        room = Room(
            self.width(),
            self.height(),
            rows,
            columns,
            self.fontMetrics().height(),
            self.bar.wanted_width(),
            self.view.verticalScrollBar().sizeHint().width(),
            self.strip.wanted_height() if strip else 0.0,
            self.strip.wanted_label() if strip else 0.0,
            math.ceil(self.fontMetrics().horizontalAdvance(self._titles[1])) + 1.0,
        )
        areas = arrange(room, self.left, self.top, None if self.view.fitting else self.view.cell)
        self._areas = areas
        self.view.set_fitting_cell(*areas.fitting)
        for part, area in (
            (self.view, areas.view),
            (self.left, areas.left),
            (self.top, areas.top),
            (self.strip, areas.strip),
            (self.bar, areas.bar),
        ):
            part.setGeometry(area)
        self._place_labels()
        self.update()

    @Slot()
    def _place_labels(self) -> None:
        """Put the labels where the cells are that can be seen just now."""
        areas = self._areas
        if areas is None:
            return
        (x, y), (wide, high) = self.view.offset(), self.view.cell
        seen, pad = areas.seen, float(areas.view.top() - areas.left.top())
        self.left.set_cells(pad - y, high, pad, pad + seen.height())
        self.top.set_cells(pad - x, wide, pad, pad + seen.width())
        label = float(areas.view.left() - areas.strip.left())
        self.strip.set_cells(label, label - x, wide, seen.width())
        self.labelsPlaced.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._areas is None or 0 in self._shape:
            return
        painter = QPainter(self)
        painter.setPen(theme.current().color("muted"))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        rows, columns = self._titles
        area = self._areas.columns_title
        painter.drawText(area, flags, self._shortened(columns, area.width()))
        area = self._areas.rows_title
        painter.translate(area.left(), area.top())
        painter.rotate(90)
        # Reads downwards, the way the rows follow one another.
        turned = QRectF(0, -area.width(), area.height(), area.width())
        painter.drawText(turned, flags, self._shortened(rows, area.height()))
        painter.end()

    def _shortened(self, title: str, width: float) -> str:
        """A title as far as it fits in whole words: what comes before a colon, or nothing."""
        name = title.partition(":")[0].strip() if ":" in title else title
        arrow = " →" if title.endswith(" →") else ""
        advance = self.fontMetrics().horizontalAdvance
        for text in (title, name.removesuffix(arrow) + arrow, name.removesuffix(arrow)):
            if advance(text) <= width:
                return text
        return ""

    # Events --------------------------------------------------------------------------

    @Slot(object)
    def _on_pointed(self, cell: Cell | None) -> None:
        if cell != self._pointer:
            self._pointer = cell
            self._mark()
            self.cellPointed.emit(cell)

    @Slot(object)
    def _on_pressed(self, cell: Cell) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.set_cursor_cell(cell)

    @Slot(object)
    def _on_row_named(self, row: int | None) -> None:
        if row != self._named[0]:
            self._named[0] = row
            self.rowPointed.emit(row)

    @Slot(object)
    def _on_column_named(self, column: int | None) -> None:
        if column != self._named[1]:
            self._named[1] = column
            self.columnPointed.emit(column)

    @Slot(int, Qt.KeyboardModifier)
    def _on_label_pressed(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        if self._selectable:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.rowPicked.emit(row, pick_of(modifiers))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Over labels and margins the wheel does what it does over the cells."""
        self.view.turn(event, QPointF(self.view.mapFrom(self, event.position().toPoint())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if 0 in self._shape or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        elif zoom_key(event, self.view) or self._selection_key(event):
            event.accept()
        elif event.key() == Qt.Key.Key_Escape and self._cursor is not None:
            self.set_cursor_cell(None)
        else:
            cell = moved(event, self._cursor or self._start(), self._shape)
            if cell is None:
                event.ignore()
                return
            # Who uses the keys does not mean the pointer, until that moves again.
            self.view.point_at(None)
            # The first key only shows the cursor.
            self.set_cursor_cell(self._start() if self._cursor is None else cell)

    def _selection_key(self, event: QKeyEvent) -> bool:
        """Select or clear rows by key; whether it was such a key."""
        if not self._selectable:
            return False
        key, before = event.key(), self._cursor
        if key == Qt.Key.Key_Escape and self._selected:
            self.clearRequested.emit()
            return True
        if before is None:
            return False
        if key == Qt.Key.Key_Space:
            self.rowPicked.emit(before[0], "toggle")
            return True
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if not shift or key not in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return False
        if before[0] not in self._selected:
            self.rowPicked.emit(before[0], "only")
        self.set_cursor_cell((before[0] + (1 if key == Qt.Key.Key_Down else -1), before[1]))
        self.rowPicked.emit(self._cursor[0] if self._cursor else before[0], "range")
        return True

    def _start(self) -> Cell:
        """Where the cursor appears: in the current row, or at the start."""
        return (self._current if self._current is not None else 0, 0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_key = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        if by_key and self._cursor is None:
            # Whoever comes by keyboard sees where they are.
            self.set_cursor_cell(self._start())
        self._mark()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._mark()

    def cell_centre(self, row: int, column: int) -> QPointF:
        """The middle of a cell in the coordinates of ``view``'s viewport."""
        return self.view.cell_rect(row, column).center()
