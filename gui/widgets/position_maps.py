"""Matrices of vectors, one row a position: one, or several of one shape with + and = between."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui import theme
from gui.language import tr
from gui.widgets.announce import announce
from gui.widgets.colour_bar import ColourBar
from gui.widgets.matrix_art import Cell
from gui.widgets.matrix_image import MatrixImage
from gui.widgets.matrix_keys import moved
from gui.widgets.position_art import paint_frame, paint_heading, paint_ticks
from gui.widgets.position_layout import MapsLayout, lay_out
from gui.widgets.scale import Scale
from gui.widgets.token_axis import AxisToken, TokenAxis
from gui.widgets.vector import draw_cells, is_vector

_SPACE = 6
_LABEL_SHARE, _LABEL_LIMIT = 0.26, 120.0
_TITLED_FROM = 190
"""Pixels of height from which the dimensions' axis has a title."""


@dataclass(frozen=True, eq=False)
class MapContent:
    """One matrix.

    Attributes:
        title: above it.
        sign: between it and the one before: "+", "=" or nothing.
        values: [row, dimension]
    """

    title: str
    sign: str
    values: npt.NDArray[np.float32]


class PositionMaps(QWidget):
    """Heat maps that share their rows, their dimensions and their colours.

    Arrow keys move a cursor over the cells, Home and End along the row, Page Up and
    Page Down along the column, with Ctrl to the corners; Escape takes it away.

    Signals:
        cellPointed: (row, dimension) under the pointer, or ``None`` once it left.
        rowPointed: row whose label is under the pointer, or ``None``.
        cursorMoved: (row, dimension) of the cursor, or ``None``.
    """

    cellPointed = Signal(object)
    rowPointed = Signal(object)
    cursorMoved = Signal(object)

    def __init__(self, describe: Callable[[int, int], str], parent: QWidget | None = None) -> None:
        """``describe(row, dimension)`` gives a cell's text for tooltips and screen readers."""
        super().__init__(parent)
        self._describe = describe
        self._maps: tuple[MapContent, ...] = ()
        self._images: list[MatrixImage] = []
        self._scale = Scale()
        self._layout = MapsLayout(False, (1.0, 1.0), ())
        self._axes: list[TokenAxis] = []
        self._rows: tuple[AxisToken, ...] = ()
        self._columns: tuple[str, int] | None = None
        self._current: int | None = None
        self._hover: int | None = None
        self._pointer: Cell | None = None
        self._cursor: Cell | None = None
        self.bar = ColourBar(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def set_maps(
        self,
        maps: Sequence[MapContent],
        scale: Scale,
        rows: Sequence[AxisToken],
        current: int | None = None,
        columns: tuple[str, int] | None = None,
    ) -> None:
        """Show other matrices; ``current`` is the row of the current step.

        Args:
            maps, scale, rows, current: the matrices, their colours, their rows.
            columns: what the columns are, and the number of the first; by default dimensions
                from 0 on.

        Raises:
            ValueError: the matrices have not one shape, with a row for each of ``rows``.
        """
        shapes = {content.values.shape for content in maps}
        if len(shapes) != 1 or len(next(iter(shapes))) != 2 or maps[0].values.shape[0] != len(rows):
            raise ValueError(f"{len(rows)} rows named for matrices of {sorted(shapes)}")
        self._maps = tuple(maps)
        self._rows, self._current = tuple(rows), current
        self._columns = columns
        self.bar.set_scale(scale)
        while len(self._axes) < len(maps):
            self._axes.append(self._new_axis())
            self._images.append(MatrixImage())
        for content, image in zip(maps, self._images, strict=False):
            image.set_values(content.values, scale)
        self._scale = scale
        outside = self._pointer is not None and not self._holds(self._pointer)
        if outside:
            self._pointer = None
        if self._cursor is not None and not self._holds(self._cursor):
            count, width = maps[0].values.shape
            self._cursor = (min(self._cursor[0], count - 1), min(self._cursor[1], width - 1))
        for axis in self._axes:
            axis.set_tokens(self._rows)
        self._arrange()
        self._mark()
        if self._cursor is not None:
            self._tell()
        if outside:
            self.cellPointed.emit(None)

    def maps(self) -> tuple[MapContent, ...]:
        """What is shown."""
        return self._maps

    def rows(self) -> tuple[AxisToken, ...]:
        """The labels of the rows."""
        return self._rows

    def set_hover(self, row: int | None) -> None:
        """Mark a row that is pointed at somewhere in the window."""
        if row != self._hover:
            self._hover = row
            self._mark()

    @property
    def hovered_row(self) -> int | None:
        """The row that is marked as pointed at somewhere in the window."""
        return self._hover

    @property
    def pointed_cell(self) -> Cell | None:
        """The (row, dimension) under the pointer."""
        return self._pointer

    @property
    def cursor_cell(self) -> Cell | None:
        """The (row, dimension) of the keyboard cursor."""
        return self._cursor

    def set_cursor_cell(self, cell: Cell | None) -> None:
        """Move the keyboard cursor; ``None``, or a cell that is not there, takes it away."""
        if cell is not None and not self._holds(cell):
            cell = None
        if cell != self._cursor:
            self._cursor = cell
            self._mark()
            self._tell()
            self.cursorMoved.emit(cell)

    def clear_pointer(self) -> None:
        """Forget the pointer and the cursor: the matrix is about something else now."""
        pointed, self._pointer = self._pointer is not None, None
        self.set_cursor_cell(None)
        self._mark()
        if pointed:
            self.cellPointed.emit(None)

    def cells_a_pixel(self) -> tuple[int, int]:
        """How many rows and dimensions at most share a dot, which shows the largest of them."""
        if not self._maps:
            return 1, 1
        rows, columns = self._maps[0].values.shape
        high, wide = self._dots(self._images[0], self._layout.areas[0])
        return -(-rows // high), -(-columns // wide)

    def _dots(self, image: MatrixImage, area: QRectF) -> tuple[int, int]:
        """Rows and columns of dots, each for the same number of cells: an uneven share would show
        as stripes in what is even.
        """
        ratio = self.devicePixelRatioF()
        high, wide = image.dots(area.width() * ratio, area.height() * ratio)
        rows, columns = self._maps[0].values.shape
        return math.ceil(rows / math.ceil(rows / high)), math.ceil(
            columns / math.ceil(columns / wide)
        )

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        for image in self._images:
            image.recolour()
        self.bar.retheme()
        for axis in self._axes:
            axis.update()
        self.update()

    def _new_axis(self) -> TokenAxis:
        axis = TokenAxis(Qt.Orientation.Vertical, self)
        axis.setAccessibleName(tr("Row labels"))
        axis.pointed.connect(self.rowPointed)
        return axis

    def _holds(self, cell: Cell) -> bool:
        if not self._maps:
            return False
        rows, columns = self._maps[0].values.shape
        return bool(0 <= cell[0] < rows and 0 <= cell[1] < columns)

    def _mark(self) -> None:
        looked_at = self._looked_at()
        for axis in self._axes:
            axis.set_marked(self._current)
            axis.set_pointed(self._hover if looked_at is None else looked_at[0])
        self.update()

    def _looked_at(self) -> Cell | None:
        return self._pointer or (self._cursor if self.hasFocus() else None)

    def _tell(self) -> None:
        """Let a screen reader read the cursor's cell."""
        announce(self, "" if self._cursor is None else self._describe(*self._cursor))

    # Geometry ------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(520, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 130)

    def layout_of_maps(self) -> MapsLayout:
        """Where the maps are."""
        return self._layout

    def _line(self) -> int:
        return self.fontMetrics().height()

    def _arrange(self) -> None:
        if not self._maps:
            return
        shape = self._maps[0].values.shape
        line, bar = self._line(), self.bar.wanted_width()
        foot = line + 6 + (line if self.height() >= _TITLED_FROM else 0)
        room = QRectF(0, 0, self.width() - bar - 2 * _SPACE, self.height() - foot)
        limit = min(_LABEL_LIMIT, self.width() * _LABEL_SHARE)
        heading = line + 5.0
        found = self._layout
        labels = math.ceil(self._axes[0].thickness((room.height() - heading) / shape[0], limit))
        for _ in range(2):  # the labels' size depends on the rows' height, and that on theirs
            found = lay_out(
                room, len(self._maps), (shape[0], shape[1]), heading, labels, 2.0 * line
            )
            labels = math.ceil(self._axes[0].thickness(found.cell[1], limit))
        self._layout = found
        pad = math.ceil(line / 2)  # labels are higher than small cells
        for index, axis in enumerate(self._axes):
            shown = index < len(self._maps) and (index == 0 or found.stacked)
            axis.setVisible(shown)
            if shown:
                area = found.areas[index]
                high = math.ceil(area.height())
                axis.setGeometry(
                    int(area.left()) - labels, int(area.top()) - pad, labels, high + 2 * pad
                )
                axis.set_cells(float(pad), found.cell[1])
        last = found.areas[-1]
        top = found.areas[0].top() - line / 2
        down = max(last.bottom() - found.areas[0].top() + line, 100.0)
        self.bar.setGeometry(
            int(last.right()) + 2 * _SPACE,
            int(top),
            bar,
            int(min(down, self.height() - top)),
        )
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._arrange()

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._maps:
            return
        painter = QPainter(self)
        colours = theme.current()
        for index, content in enumerate(self._maps):
            area = self._layout.areas[index]
            self._paint_cells(painter, self._images[index], area)
            painter.setPen(QPen(colours.color("outline"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5))
            paint_heading(painter, area, content.title, content.sign, self._layout.stacked)
            if index == len(self._maps) - 1 or not self._layout.stacked:
                count = content.values.shape[1]
                paint_ticks(painter, area, count, self.height(), self._columns)
            self._paint_marks(painter, index)
        painter.end()

    def _paint_cells(self, painter: QPainter, image: MatrixImage, area: QRectF) -> None:
        dots = self._dots(image, area)
        if is_vector(painter):
            draw_cells(painter, area, image.shades(dots), self._scale.table())
        else:
            painter.drawImage(area, image.image(dots))

    def _paint_marks(self, painter: QPainter, index: int) -> None:
        rows = len(self._rows)
        if self._hover is not None and self._hover < rows:
            paint_frame(painter, self._layout.row_rect(index, self._hover), "accent", 1)
        if self._current is not None and self._current < rows:
            paint_frame(painter, self._layout.row_rect(index, self._current), "marker", 2)
        if self._pointer is not None:
            paint_frame(painter, self._layout.cell_rect(index, *self._pointer), "accent", 2)
        if self._cursor is not None:
            colour = "accent" if self.hasFocus() else "outline"
            paint_frame(painter, self._layout.cell_rect(index, *self._cursor), colour, 2)

    # Events --------------------------------------------------------------------------

    def _cell_at(self, point: QPointF) -> Cell | None:
        found = self._layout.cell_at(point)
        return None if found is None else (found[1], found[2])

    def _point(self, cell: Cell | None) -> None:
        if cell != self._pointer:
            self._pointer = cell
            self._mark()
            self.cellPointed.emit(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.set_cursor_cell(cell)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self._cell_at(QPointF(event.pos()))
            # An empty text hides the tooltip.
            text = "" if cell is None else self._describe(*cell)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._maps:
            event.ignore()
            return
        if event.key() == Qt.Key.Key_Escape and self._cursor is not None:
            self.set_cursor_cell(None)
            return
        rows, columns = self._maps[0].values.shape
        target = moved(event, self._cursor or self._start(), (rows, columns))
        if target is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
            return
        # The first key only shows the cursor.
        row, column = self._start() if self._cursor is None else target
        self.set_cursor_cell((min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)))

    def _start(self) -> Cell:
        return (self._current or 0, 0)

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
