"""The cells of a matrix, all of them fitted into the room there is, or zoomed and scrolled.

What does not change while the pointer and the cursor move is drawn once and kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from gui import theme
from gui.widgets.coalesce import Coalescer
from gui.widgets.matrix_art import Cell as Cell
from gui.widgets.matrix_art import Marks, MatrixArt, Window
from gui.widgets.scale import Scale
from gui.widgets.vector import is_vector
from gui.widgets.zoom_area import LARGEST_ZOOM, SMALLEST_ZOOM, ZoomArea

NATURAL_CELL = (38.0, 19.0)
"""Pixels of a cell's width and height at least at zoom 1: its number can be read."""

WRITE_MS = 5
"""How long one frame may write numbers into cells; the rest comes with the next ones."""


class MatrixView(ZoomArea):
    """Cells of weights from 0 to 1, or of the numbers of another scale.

    It fits until the user zooms; zooming out far enough fits again. Where it is placed and
    how large fitting cells are is its parent's affair.

    Signals:
        pointed: the (row, column) under the pointer, or ``None``.
        pressed: the (row, column) that was clicked.
        cellsChanged: the cells want to be of another size, or to fit again.
        scrolled: other cells can be seen.
    """

    pointed = Signal(object)
    pressed = Signal(object)
    cellsChanged = Signal()
    scrolled = Signal()

    def __init__(self, tooltip: Callable[[int, int], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tooltip = tooltip
        self._art = MatrixArt()
        self._marks = Marks()
        self._fit = True
        self._unit = NATURAL_CELL
        self._smallest = SMALLEST_ZOOM
        self._fitting_width = 0.0
        self._point: QPointF | None = None
        self._picture: QPixmap | None = None
        self._picture_of: tuple[object, ...] = ()
        # What of the numbers is still to be written into the picture.
        self._todo: Window | None = None
        self._more = Coalescer(self.viewport().update, self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            bar.valueChanged.connect(self._on_scrolled)
        self._art.font = self.font()
        self.retheme()

    # What is shown -------------------------------------------------------------------

    def set_matrix(
        self,
        weights: npt.NDArray[np.float32] | None,
        masked: npt.NDArray[np.bool_] | None,
    ) -> None:
        """Show [query, key] weights; ``masked`` cells are hatched, whatever their weight."""
        self._art.set_matrix(weights, masked)
        self.arrange()

    def set_scale(self, scale: Scale) -> None:
        """Say what the colours stand for."""
        if scale != self._art.scale:
            self._art.set_scale(scale)
            self.retheme()

    def set_marks(self, current: int | None, row: int | None, column: int | None) -> None:
        """Mark the current step's row and the row and column that are pointed at elsewhere."""
        marks = self._marks
        if (current, row, column) != (marks.current, marks.row, marks.column):
            marks.current, marks.row, marks.column = current, row, column
            self.viewport().update()

    def set_selected(self, rows: frozenset[int]) -> None:
        """Frame the rows that the user has selected."""
        if rows != self._marks.selected:
            self._marks.selected = rows
            self.viewport().update()

    def set_cursor_cell(self, cell: Cell | None, focused: bool) -> None:
        """Outline the keyboard cursor's cell."""
        if (cell, focused) != (self._marks.cursor, self._marks.focused):
            self._marks.cursor, self._marks.focused = cell, focused
            self.viewport().update()

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self._art.retheme()
        self._redraw()

    def _redraw(self) -> None:
        self._picture = None
        self.viewport().update()

    @property
    def _weights(self) -> npt.NDArray[np.float32] | None:
        return self._art.weights

    @property
    def _masked(self) -> npt.NDArray[np.bool_] | None:
        return self._art.masked

    @property
    def _table(self) -> npt.NDArray[np.ubyte]:
        return self._art.scale.table()

    def weights_a_dot(self) -> tuple[int, int]:
        """How many rows and columns a dot stands for at most; 1, 1 unless cells are tiny."""
        return self._art.weights_a_dot(self.devicePixelRatioF())

    # Size of the cells ---------------------------------------------------------------

    @property
    def cell(self) -> tuple[float, float]:
        """Pixels of a cell's width and height."""
        return self._art.cell

    def set_fitting_cell(self, width: float, height: float) -> None:
        """Say how large the cells are when all of them fit."""
        high = max(NATURAL_CELL[1], NATURAL_CELL[0] * height / width)
        self._fitting_width = width
        never, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(never if self._fit else needed)
        self.setVerticalScrollBarPolicy(never if self._fit else needed)
        if self._fit:
            self._unit = (NATURAL_CELL[0], high)
        # What zooms out further than to where all of it can be seen fits again.
        self._smallest = min(width / self._unit[0], height / self._unit[1])
        if not self._fit:
            return
        self._set_cell(width, height)
        zoom = self._smallest
        if zoom != self._zoom:
            self._zoom = zoom
            self.zoomChanged.emit(zoom)

    def _set_cell(self, width: float, height: float) -> None:
        if (width, height) != self._art.cell:
            self._art.cell = (width, height)
            self._redraw()

    def fit(self) -> None:
        """Show all of it, and go on doing so as it grows."""
        self._fit = True
        self.cellsChanged.emit()
        self.zoomChanged.emit(self._zoom)

    def _zoom_to(self, zoom: float, anchor: QPointF | None = None) -> None:
        zoom = min(zoom, max(LARGEST_ZOOM, self._smallest))
        if zoom <= self._smallest * 1.001:
            # All of it can be seen already: smaller tells nothing more.
            self.fit()
            return
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        point = anchor or self.anchor()
        before = self._art.cell
        x = (point.x() + across.value()) / before[0]
        y = (point.y() + down.value()) / before[1]
        self._zoom = zoom
        # Columns that are wide for their labels' sake need not grow before the rows are high.
        wide = max(self._fitting_width, self._unit[0] * zoom)
        self._set_cell(*_whole(wide, self._unit[1] * zoom))
        self.cellsChanged.emit()
        self._set_scroll_range()
        across.setValue(round(x * self.cell[0] - point.x()))
        down.setValue(round(y * self.cell[1] - point.y()))
        self.viewport().update()
        self.zoomChanged.emit(zoom)

    def anchor(self) -> QPointF:
        cursor = self._marks.cursor
        if cursor is not None:
            centre = self.cell_rect(*cursor).center()
            if QRectF(self.body()).contains(centre):
                return centre
        return super().anchor()

    def content(self) -> QSizeF:
        return self._art.whole().size() / self._zoom

    def arrange(self) -> None:
        self._set_scroll_range()
        self._picture = None
        self.viewport().update()

    # Geometry ------------------------------------------------------------------------

    def offset(self) -> tuple[int, int]:
        """How far it is scrolled to the right and down."""
        return self.horizontalScrollBar().value(), self.verticalScrollBar().value()

    def matrix_rect(self) -> QRectF:
        """The rectangle of all cells in the viewport, some perhaps out of sight."""
        x, y = self.offset()
        return self._art.whole().translated(-x, -y)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """The rectangle of one cell in the viewport."""
        x, y = self.offset()
        return self._art.area(row, column).translated(-x, -y)

    def cell_at(self, position: QPointF) -> Cell | None:
        """The cell at a point of the viewport."""
        rows, columns = self._art.shape
        inside = position - self.matrix_rect().topLeft()
        if not rows or not self._art.whole().contains(inside):
            return None
        row = min(rows - 1, int(inside.y() / self.cell[1]))
        column = min(columns - 1, int(inside.x() / self.cell[0]))
        return row, column

    def seen(self) -> Window:
        """The cells that can be seen."""
        rows, columns = self._art.shape
        (x, y), (width, height) = self.offset(), self.cell
        body = self.viewport().size()
        return Window(
            min(rows, int(y / height)),
            min(rows, math.ceil((y + body.height()) / height)),
            min(columns, int(x / width)),
            min(columns, math.ceil((x + body.width()) / width)),
        )

    def reveal(self, row: int | None, column: int | None) -> None:
        """Scroll as far as it takes to see a row, a column, or both."""
        if self._fit or not self._art.shape[0] or (row is None and column is None):
            return
        body = QRectF(self.body())
        area = self.cell_rect(row or 0, column or 0)
        if row is None:
            area.setTop(body.top())
            area.setHeight(1)
        if column is None:
            area.setLeft(body.left())
            area.setWidth(1)
        self.reveal_area(area, 0.0 if column is None else 4.0, 0.0 if row is None else 4.0)

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self.paint_on(painter, is_vector(painter))
        painter.end()

    def paint_on(self, painter: QPainter, vector: bool) -> None:
        """Draw what can be seen: as shapes and text, or from what is kept."""
        if self._art.weights is None:
            painter.fillRect(self.viewport().rect(), theme.current().color("surface"))
            return
        x, y = self.offset()
        if not vector:
            painter.drawPixmap(0, 0, self._kept())
        painter.save()
        painter.translate(-x, -y)
        if vector:
            painter.fillRect(
                self.viewport().rect().translated(x, y), theme.current().color("surface")
            )
            self._art.paint_cells(painter, self.seen(), True, 1.0)
            if self._art.has_room_for_values():
                self._art.paint_values(painter, self.seen(), True)
        marks = self._marks
        if vector and not marks.focused:
            # Nobody moves a cursor in a file.
            marks = replace(marks, cursor=None)
        self._art.paint_marks(painter, marks)
        painter.restore()

    def _kept(self) -> QPixmap:
        """The cells that can be seen, as drawn before."""
        size, ratio = self.viewport().size(), self.devicePixelRatioF()
        of = (self.offset(), size.width(), size.height(), ratio)
        if self._picture is None or self._picture_of != of:
            picture = QPixmap(size * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(theme.current().color("surface"))
            painter = self._painter(picture)
            self._art.paint_cells(painter, self.seen(), False, ratio)
            painter.end()
            self._picture, self._picture_of = picture, of
            self._todo = self.seen() if self._art.has_room_for_values() else None
        if self._todo is not None:
            self._write_values(self._picture)
        return self._picture

    def _painter(self, picture: QPixmap) -> QPainter:
        painter = QPainter(picture)
        x, y = self.offset()
        painter.translate(-x, -y)
        return painter

    def _write_values(self, picture: QPixmap) -> None:
        """Write numbers, row by row, for as long as a frame allows."""
        clock = QElapsedTimer()
        clock.start()
        painter = self._painter(picture)
        todo = self._todo
        while todo is not None and clock.elapsed() < WRITE_MS:
            self._art.paint_values(painter, replace(todo, bottom=todo.top + 1), False)
            todo = replace(todo, top=todo.top + 1) if todo.top + 1 < todo.bottom else None
        painter.end()
        self._todo = todo
        if todo is not None:
            self._more.schedule()

    # Events --------------------------------------------------------------------------

    def _on_scrolled(self) -> None:
        self.viewport().update()
        self.scrolled.emit()
        if self._point is not None and not self._panning:
            # Another cell has come under the pointer.
            self.pointed.emit(self.cell_at(self._point))

    def scrollable(self) -> bool:
        """Whether some cells are out of sight."""
        return bool(self.horizontalScrollBar().maximum() or self.verticalScrollBar().maximum())

    def point_at(self, point: QPointF | None) -> None:
        self._point = point
        self.pointed.emit(None if point is None else self.cell_at(point))

    def click_at(self, point: QPointF) -> None:
        cell = self.cell_at(point)
        if cell is not None:
            self.pressed.emit(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is not None and not self.scrollable():
            self.point_at(event.position())
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._panning:
            self.viewport().unsetCursor()
        super().mouseReleaseEvent(event)

    def turn(self, event: QWheelEvent, point: QPointF) -> None:
        """The wheel was turned beside the cells, at a point of the viewport."""
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * 2 ** (turned.y() / 480), point)
        elif self.scrollable():
            for bar, by in (
                (self.horizontalScrollBar(), turned.x()),
                (self.verticalScrollBar(), turned.y()),
            ):
                bar.setValue(bar.value() - round(by / 120 * 3 * bar.singleStep()))
        else:
            event.ignore()
            return
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not control and not self.scrollable():
            # What stands around it may be scrolled.
            event.ignore()
            return
        super().wheelEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._art.font = self.font()
            self._art.forget_texts()
            self._redraw()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.point_at(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(QPointF(event.pos()))
            # An empty text hides the tooltip.
            text = "" if cell is None else self._tooltip(*cell)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().viewportEvent(event))


def _whole(width: float, height: float) -> tuple[float, float]:
    """Whole pixels make cells of equal size; small cells need every pixel there is."""
    wide = float(math.floor(width)) if width >= 5 else width
    high = float(math.floor(height)) if height >= 5 else height
    return wide, high
