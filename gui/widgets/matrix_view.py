"""The cells of an attention matrix: a pyqtgraph image with marks drawn over it.

One image item and one overlay item for the life of the view; nothing is added or
removed as steps come (pyqtgraph #2665 leaks). Scene coordinates are widget pixels.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QToolTip, QWidget

from gui import theme
from gui.widgets.scale import WEIGHTS, Scale

Cell = tuple[int, int]
"""(row, column)."""

LINES_FROM = 10
"""Pixels a cell needs before lines are drawn between cells."""


class _Overlay(QGraphicsItem):
    """Masked cells, grid, values and marks."""

    def __init__(self, view: MatrixView) -> None:
        super().__init__()
        self._view = view
        self.setZValue(10)

    def boundingRect(self) -> QRectF:
        return self._view.matrix_rect().adjusted(-4, -4, 4, 4)

    def geometry_changes(self) -> None:
        self.prepareGeometryChange()

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        self._view.paint_overlay(painter)


class MatrixView(pg.GraphicsView):
    """Cells of weights from 0 to 1, or of the numbers of another scale.

    Signals:
        pointed: the (row, column) under the pointer, or ``None``.
        pressed: the (row, column) that was clicked.
    """

    pointed = Signal(object)
    pressed = Signal(object)

    def __init__(self, tooltip: Callable[[int, int], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tooltip = tooltip
        self._weights: npt.NDArray[np.float32] | None = None
        self._runs: list[tuple[int, int, int]] = []
        self._masked: npt.NDArray[np.bool_] | None = None
        self._scale = WEIGHTS
        self._cell = (1.0, 1.0)
        self._current: int | None = None
        self._row: int | None = None
        self._column: int | None = None
        self._cursor: Cell | None = None
        self._focused = False
        self._image = pg.ImageItem(axisOrder="row-major", autoDownsample=False)
        self._image.setVisible(False)
        self._overlay = _Overlay(self)
        self.scene().addItem(self._image)
        self.scene().addItem(self._overlay)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseTracking(True)
        self.setAntialiasing(False)
        self.retheme()

    # What is shown -------------------------------------------------------------------

    def set_matrix(
        self,
        weights: npt.NDArray[np.float32] | None,
        masked: npt.NDArray[np.bool_] | None,
    ) -> None:
        """Show [query, key] weights; ``masked`` cells are hatched, whatever their weight."""
        self._weights = weights
        self._masked = masked
        if weights is None or weights.size == 0:
            self._weights = None
            self._runs = []
            self._image.setVisible(False)
            self._refresh()
            return
        self._runs = [] if masked is None else _runs(masked)
        # Levels always: a constant matrix would get 0–255 and be drawn black.
        levels = (self._scale.low, self._scale.high)
        self._image.setImage(weights, autoLevels=False, levels=levels, lut=self._table)
        self._image.setVisible(True)
        self._place()

    def set_scale(self, scale: Scale) -> None:
        """Say what the colours stand for; the next ``set_matrix`` is drawn with it."""
        if scale != self._scale:
            self._scale = scale
            self.retheme()

    def set_cell_size(self, width: float, height: float) -> None:
        """Pixels a cell takes."""
        if (width, height) != self._cell:
            self._cell = (width, height)
            self._place()

    def set_marks(self, current: int | None, row: int | None, column: int | None) -> None:
        """Mark the current step's row and the row and column that are pointed at elsewhere."""
        if (current, row, column) != (self._current, self._row, self._column):
            self._current, self._row, self._column = current, row, column
            self._refresh()

    def set_cursor_cell(self, cell: Cell | None, focused: bool) -> None:
        """Outline the keyboard cursor's cell."""
        if (cell, focused) != (self._cursor, self._focused):
            self._cursor, self._focused = cell, focused
            self._refresh()

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self._table = self._scale.table()
        self._ink = self._scale.inks()
        self.setBackground(theme.current().surface)
        self._image.setLookupTable(self._table)
        self._refresh()

    # Geometry ------------------------------------------------------------------------

    def matrix_rect(self) -> QRectF:
        """The rectangle of all cells."""
        if self._weights is None:
            return QRectF()
        rows, columns = self._weights.shape
        return QRectF(0, 0, columns * self._cell[0], rows * self._cell[1])

    def cell_rect(self, row: int, column: int) -> QRectF:
        """The rectangle of one cell."""
        width, height = self._cell
        return QRectF(column * width, row * height, width, height)

    def cell_at(self, position: QPointF) -> Cell | None:
        """The cell at a point of the view."""
        if self._weights is None or not self.matrix_rect().contains(position):
            return None
        rows, columns = self._weights.shape
        row = min(rows - 1, int(position.y() / self._cell[1]))
        column = min(columns - 1, int(position.x() / self._cell[0]))
        return row, column

    def _place(self) -> None:
        self._overlay.geometry_changes()
        if self._weights is not None:
            self._image.setRect(self.matrix_rect())
        self._refresh()

    def _refresh(self) -> None:
        self._overlay.update()
        self.viewport().update()

    # Painting ------------------------------------------------------------------------

    def paint_overlay(self, painter: QPainter) -> None:
        """Draw everything but the cells' colours."""
        if self._weights is None:
            return
        colours = theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._paint_masked(painter, colours)
        width, height = self._cell
        rows, columns = self._weights.shape
        whole = self.matrix_rect()
        painter.setPen(QPen(colours.color("border"), 1))
        if width >= LINES_FROM and height >= LINES_FROM:
            for column in range(1, columns):
                x = round(column * width)
                painter.drawLine(QPointF(x, 0), QPointF(x, whole.height()))
            for row in range(1, rows):
                y = round(row * height)
                painter.drawLine(QPointF(0, y), QPointF(whole.width(), y))
        painter.setPen(QPen(colours.color("outline"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(whole.adjusted(0, 0, -1, -1))
        across, down = self._scale.room_for_text()
        if width >= across and height >= down:
            self._paint_values(painter)
        self._paint_marks(painter, colours)

    def _paint_masked(self, painter: QPainter, colours: theme.Theme) -> None:
        if not self._runs:
            return
        width, height = self._cell
        hatch = QBrush(colours.color("outline", 0.6), Qt.BrushStyle.BDiagPattern)
        for row, begin, end in self._runs:
            area = QRectF(begin * width, row * height, (end - begin) * width, height)
            painter.fillRect(area, colours.color("raised"))
            painter.fillRect(area, hatch)

    def _paint_values(self, painter: QPainter) -> None:
        weights = self._weights
        assert weights is not None
        font = QFont(self.font())
        font.setPixelSize(max(9, min(12, int(self._cell[1] * 0.5))))
        painter.setFont(font)
        shades = self._scale.shades(weights)
        plain = theme.current().color("text")
        for row in range(weights.shape[0]):
            for column in range(weights.shape[1]):
                text = self._scale.text(float(weights[row, column]))
                ink = self._ink[shades[row, column]]
                if self._masked is not None and self._masked[row, column]:
                    text, ink = self._scale.masked_text, plain
                if text:
                    painter.setPen(ink)
                    painter.drawText(
                        self.cell_rect(row, column), Qt.AlignmentFlag.AlignCenter, text
                    )

    def _paint_marks(self, painter: QPainter, colours: theme.Theme) -> None:
        weights = self._weights
        assert weights is not None
        rows, columns = weights.shape
        whole = self.matrix_rect()
        width, height = self._cell
        if self._column is not None and self._column < columns:
            area = QRectF(self._column * width, 0, width, whole.height())
            self._frame(painter, area, colours.color("accent"), 1)
        if self._row is not None and self._row < rows:
            area = QRectF(0, self._row * height, whole.width(), height)
            self._frame(painter, area, colours.color("accent"), 1)
        if self._current is not None and self._current < rows:
            area = QRectF(0, self._current * height, whole.width(), height)
            self._frame(painter, area, colours.color("marker"), 2)
        if self._cursor is not None and self._cursor[0] < rows and self._cursor[1] < columns:
            self._frame(
                painter,
                self.cell_rect(*self._cursor),
                colours.color("accent" if self._focused else "outline"),
                2 if self._focused else 1,
            )

    def _frame(self, painter: QPainter, area: QRectF, colour: QColor, thickness: int) -> None:
        """A frame inside ``area`` with a thin contrasting edge, seen on any colour."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.current().color("surface"), thickness + 2))
        inset = (thickness + 2) / 2
        if min(area.width(), area.height()) > 2 * thickness + 6:
            painter.drawRect(area.adjusted(inset, inset, -inset, -inset))
        pen = QPen(colour, thickness)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        inset = thickness / 2
        painter.drawRect(area.adjusted(inset, inset, -inset, -inset))

    # Events: the scene's own handling of the mouse is not needed ----------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointed.emit(self.cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(QPointF(event.pos()))
            if cell is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self._tooltip(*cell), self)
            return True
        return bool(super().viewportEvent(event))


def _runs(masked: npt.NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """(row, first column, column after the last) of every stretch of masked cells."""
    edges = np.diff(np.pad(masked.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    rows, begins = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    return list(zip(rows.tolist(), begins.tolist(), ends.tolist(), strict=True))
