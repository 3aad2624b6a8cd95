"""An attention matrix with token labels on both axes, a colour bar and a cell cursor."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui import theme
from gui.widgets.colour_bar import ColourBar
from gui.widgets.matrix_view import Cell, MatrixView
from gui.widgets.scale import Scale
from gui.widgets.token_axis import AxisToken, TokenAxis

WIDEST_CELL, HIGHEST_CELL = 92.0, 60.0
"""Pixels: beyond this a cell tells nothing more."""
ASPECT = 2.0
"""How far a cell may be from square."""
READABLE_ROW = 18.0
"""Pixels of a row's height that its label needs."""
_SPACE = 6
_LABEL_SHARE = 0.34
_LABEL_LIMIT = 150.0


class HeatMap(QWidget):
    """Weights [query, key] as cells; what ``set_matrix`` gets is drawn as it is.

    Arrow keys move a cursor over the cells, Home and End along the row, Page Up and
    Page Down along the column, with Ctrl to the corners; Escape takes it away.

    Signals:
        cellPointed: (row, column) under the pointer, or ``None`` once it left.
        rowPointed: row whose label is under the pointer, or ``None``.
        columnPointed: column whose label is under the pointer, or ``None``.
        cursorMoved: (row, column) of the cursor, or ``None``.
    """

    cellPointed = Signal(object)
    rowPointed = Signal(object)
    columnPointed = Signal(object)
    cursorMoved = Signal(object)

    def __init__(self, describe: Callable[[int, int], str], parent: QWidget | None = None) -> None:
        """``describe(row, column)`` gives a cell's text for tooltips and screen readers."""
        super().__init__(parent)
        self._describe = describe
        self._shape = (0, 0)
        self._rows_title = ""
        self._columns_title = ""
        self._columns_area = QRectF()
        self._rows_area = QRectF()
        self._current: int | None = None
        self._hover: tuple[int | None, int | None] = (None, None)
        self._pointer: Cell | None = None
        self._cursor: Cell | None = None
        self.view = MatrixView(describe, self)
        self.left = TokenAxis(Qt.Orientation.Vertical, self)
        self.top = TokenAxis(Qt.Orientation.Horizontal, self)
        self.bar = ColourBar(self)
        self.left.setAccessibleName("Row labels")
        self.top.setAccessibleName("Column labels")
        self.view.setAccessibleName("Attention weights")
        self.setAccessibleName("Attention heat map")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.view.pointed.connect(self._on_pointed)
        self.view.pressed.connect(self._on_pressed)
        self.left.pointed.connect(self.rowPointed)
        self.top.pointed.connect(self.columnPointed)
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
        self._current = current
        outside = self._pointer is not None and not self._holds(self._pointer)
        if outside:
            self._pointer = None
        if self._cursor is not None and not self._holds(self._cursor):
            self._cursor = (
                min(self._cursor[0], len(rows) - 1),
                min(self._cursor[1], len(columns) - 1),
            )
        self.left.set_tokens(rows)
        self.top.set_tokens(columns)
        # Place the cells before the image, so that it is drawn once.
        self._arrange()
        self.view.set_matrix(np.ascontiguousarray(weights, dtype=np.float32), masked)
        self._mark()
        if self._cursor is not None:
            self._tell()
        if outside:
            self.cellPointed.emit(None)

    def set_scale(self, scale: Scale) -> None:
        """Say what the colours stand for; the next ``set_matrix`` is drawn with it."""
        self.view.set_scale(scale)
        self.bar.set_scale(scale)

    def set_titles(self, rows: str, columns: str) -> None:
        """Name what the rows and the columns are."""
        if (rows, columns) != (self._rows_title, self._columns_title):
            self._rows_title, self._columns_title = rows, columns
            self._arrange()
            self.update()

    def set_hover(self, row: int | None, column: int | None) -> None:
        """Mark a row and a column that are pointed at somewhere in the window."""
        if (row, column) != self._hover:
            self._hover = (row, column)
            self._mark()

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
        self._mark()
        self._tell()
        self.cursorMoved.emit(cell)

    def thinned(self) -> bool:
        """Whether labels are left out on one of the axes."""
        return self.left.thinned() or self.top.thinned()

    def clear_pointer(self) -> None:
        """Forget the pointer and the cursor: the matrix is about something else now."""
        pointed = self._pointer is not None
        self._pointer = None
        self.set_cursor_cell(None)
        self._mark()
        if pointed:
            self.cellPointed.emit(None)

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.view.retheme()
        self.bar.retheme()
        self.left.update()
        self.top.update()
        self.update()

    def _holds(self, cell: Cell) -> bool:
        return cell[0] < self._shape[0] and cell[1] < self._shape[1]

    def _mark(self) -> None:
        row, column = self._hover
        self.view.set_marks(self._current, row, column)
        self.view.set_cursor_cell(self._cursor, self.hasFocus())
        looked_at = self._pointer or (self._cursor if self.hasFocus() else None)
        self.left.set_marked(self._current)
        self.left.set_pointed(row if looked_at is None else looked_at[0])
        self.top.set_pointed(column if looked_at is None else looked_at[1])

    def _tell(self) -> None:
        """Let a screen reader read the cursor's cell."""
        text = "" if self._cursor is None else self._describe(*self._cursor)
        self.setAccessibleDescription(text)
        if not text or not QAccessible.isActive():
            return
        QAccessible.updateAccessibility(
            QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
        )
        if self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # Geometry ------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(520, 380)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 180)

    def _arrange(self) -> None:
        """Share the widget out between cells, labels, titles and the colour bar."""
        rows, columns = self._shape
        if not rows or not columns:
            return
        width, height = float(self.width()), float(self.height())
        title = float(self.fontMetrics().height()) + 2
        bar = self.bar.wanted_width()
        line = self.fontMetrics().height()
        # Labels are higher than small cells: half a line of room at both ends.
        pad = math.ceil(line / 2)
        limit_left = min(_LABEL_LIMIT, width * _LABEL_SHARE)
        limit_top = min(_LABEL_LIMIT, height * _LABEL_SHARE)
        cell_height = height / rows
        cell_width = width / columns
        left = top = over = 0.0
        # What the labels need depends on the cells' size, and that on the labels.
        for _ in range(3):
            left = math.ceil(self.left.thickness(cell_height, limit_left))
            top = math.ceil(self.top.thickness(cell_width, limit_top))
            over = min(self.top.overhang(cell_width, limit_top), 0.25 * width)
            over = max(0.0, over - bar - 2 * _SPACE)
            free_width = width - title - left - over - bar - 2 * _SPACE - 2
            free_height = height - title - top - pad
            cell_width, cell_height = _cell_size(free_width, free_height, rows, columns)
        across, down = columns * cell_width, rows * cell_height
        spare = width - (title + left + across + over + bar + 2 * _SPACE)
        x = round(max(0.0, spare / 2)) + title + left
        y = title + top
        wide, high = math.ceil(across), math.ceil(down)
        self.view.setGeometry(QRect(int(x), int(y), wide, high))
        self.left.setGeometry(QRect(int(x - left), int(y) - pad, int(left), high + 2 * pad))
        reach = max(wide + pad, min(int(width - x), wide + bar + 2 * _SPACE + math.ceil(over)))
        self.top.setGeometry(QRect(int(x) - pad, int(title), reach + pad, int(top)))
        # A short matrix gets a readable bar all the same.
        bar_height = int(min(max(down + line, 110.0), max(40.0, height - y + line / 2)))
        self.bar.setGeometry(QRect(int(x + wide + 2 * _SPACE), int(y - line / 2), bar, bar_height))
        self.left.set_cells(float(pad), cell_height)
        self.top.set_cells(float(pad), cell_width)
        self.view.set_cell_size(cell_width, cell_height)
        self._columns_area = QRectF(x, 0, max(across, width - x), title)
        self._rows_area = QRectF(x - left - title, y, title, max(down, height - y))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.setPen(colours.color("muted"))
        metrics = self.fontMetrics()
        elide = Qt.TextElideMode.ElideRight
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        area = self._columns_area
        painter.drawText(
            area, flags, metrics.elidedText(self._columns_title, elide, int(area.width()))
        )
        area = self._rows_area
        painter.translate(area.left(), area.top())
        painter.rotate(90)
        # Reads downwards, the way the rows follow one another.
        turned = QRectF(0, -area.width(), area.height(), area.width())
        painter.drawText(
            turned, flags, metrics.elidedText(self._rows_title, elide, int(area.height()))
        )
        painter.end()

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows, columns = self._shape
        if not rows or not columns:
            event.ignore()
            return
        key = event.key()
        corner = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Escape and self._cursor is not None:
            self.set_cursor_cell(None)
            return
        row, column = self._cursor or self._start()
        moves: dict[int, Cell] = {
            Qt.Key.Key_Left: (row, column - 1),
            Qt.Key.Key_Right: (row, column + 1),
            Qt.Key.Key_Up: (row - 1, column),
            Qt.Key.Key_Down: (row + 1, column),
            Qt.Key.Key_Home: (0 if corner else row, 0),
            Qt.Key.Key_End: (rows - 1 if corner else row, columns - 1),
            Qt.Key.Key_PageUp: (0, column),
            Qt.Key.Key_PageDown: (rows - 1, column),
        }
        if key not in moves or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
            return
        # The first key only shows the cursor.
        self.set_cursor_cell(self._start() if self._cursor is None else moves[key])

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


def _cell_size(width: float, height: float, rows: int, columns: int) -> tuple[float, float]:
    """Width and height of a cell that fill the room, but stay near square and in bounds."""
    wide = min(max(width, 1.0) / columns, WIDEST_CELL)
    high = min(max(height, 1.0) / rows, HIGHEST_CELL)
    wide = min(wide, high * ASPECT)
    # Narrow columns are no reason for rows whose labels cannot be read.
    high = min(high, max(wide * ASPECT, READABLE_ROW))
    # Whole pixels make cells of equal size; small cells need every pixel there is.
    if wide >= 5:
        wide = float(math.floor(wide))
    if high >= 5:
        high = float(math.floor(high))
    return wide, high
