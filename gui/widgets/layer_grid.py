"""What each layer would say at each step, as a grid: layers upwards, steps to the right."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from gui import numbers, theme
from gui.language import tr
from gui.widgets.announce import announce
from gui.widgets.layer_art import PieceArt
from gui.widgets.layer_grid_art import INSET, ROUND, GridArt, content_of
from gui.widgets.layer_layout import LayerLayout
from gui.widgets.layer_model import (
    Cell,
    LensTable,
    as_text,
    cell_text,
    cell_tooltip,
    state_told,
)
from gui.widgets.pieces import describe

_MOST_COLUMNS = 48
"""Columns whose drawing is kept, those drawn last."""


class LayerGrid(QAbstractScrollArea):
    """Cells with the likeliest piece; the input stands below, as in the paper's drawings.

    Arrow keys choose a cell, Home and End the first and last step, Page Up and Page Down the last
    layer and the embedding; Enter goes to the cell's step, Space selects its layer; Ctrl+C
    copies the grid.

    Signals:
        cellChosen: the (state, step) that was clicked or moved to.
        pointed: the (state, step) under the pointer, or ``None``.
        stepPointed: the step whose column is under the pointer, or ``None``.
        stepChosen: the step whose column was clicked at its ends, or Enter pressed in.
        layerChosen: the layer, from 0, whose name was clicked, or Space pressed in.
    """

    cellChosen = Signal(object)
    pointed = Signal(object)
    stepPointed = Signal(object)
    stepChosen = Signal(int)
    layerChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: LensTable | None = None
        self._cursor: Cell | None = None
        self._pointed: Cell | None = None
        self._column: int | None = None
        self._hover: int | None = None
        self._layer: int | None = None
        self._layout = LayerLayout()
        self._art = PieceArt(self.font())
        self._columns: dict[tuple[object, ...], QPixmap] = {}
        self._drawn: tuple[object, ...] = ()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCornerWidget(QWidget())
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(tr("What each layer would say"))
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def set_table(self, table: LensTable | None, cursor: Cell | None) -> None:
        """Show other numbers, with this cell chosen."""
        before, self._table = self._table, table
        moved = cursor != self._cursor
        self._cursor = cursor
        self._lay_out()
        if moved or (table is not None and (before is None or before.steps != table.steps)):
            self._reveal(cursor)
        if table is None:
            self._pointed = self._column = None
        self._tell()
        self.viewport().update()

    def set_hover(self, step: int | None) -> None:
        """Mark the step that is pointed at somewhere in the window."""
        if step != self._hover:
            self._hover = step
            self.viewport().update()

    def set_layer(self, layer: int | None) -> None:
        """Mark the layer, from 0, whose attention is selected."""
        if layer != self._layer:
            self._layer = layer
            self.viewport().update()

    def table(self) -> LensTable | None:
        """What is shown."""
        return self._table

    def cursor_cell(self) -> Cell | None:
        """The chosen cell."""
        return self._cursor

    def pointed_cell(self) -> Cell | None:
        """The cell under the pointer."""
        return self._pointed

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.viewport().update()

    @Slot()
    def copy(self) -> None:
        """Put the grid on the clipboard, for a spreadsheet."""
        if self._table is not None:
            QGuiApplication.clipboard().setText(as_text(self._table))

    # Geometry ------------------------------------------------------------------------

    def place(self) -> LayerLayout:
        """Where everything is, in viewport pixels."""
        x, y = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        self._layout.seen_through(self.viewport().size(), x, y)
        return self._layout

    def _lay_out(self) -> None:
        states, steps = (1, 1) if self._table is None else (self._table.states, self._table.steps)
        extent = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        layout = self._layout
        layout.lay_out(self.maximumViewportSize(), states, steps, self._art, extent)
        across, down = layout.content()
        for scroll, content, page, single in (
            (self.horizontalScrollBar(), across, layout.across, layout.wide),
            (self.verticalScrollBar(), down, layout.down, layout.row),
        ):
            scroll.setPageStep(max(1, round(page)))
            scroll.setSingleStep(round(single))
            scroll.setRange(0, max(0, round(content - page)))
        self.viewport().update()

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell at a point of the viewport."""
        state, step = self._state_at(point), self._step_at(point)
        return None if step is None or state is None else (state, step)

    def _step_at(self, point: QPointF) -> int | None:
        return None if self._table is None else self.place().step_at(point)

    def _state_at(self, point: QPointF) -> int | None:
        return None if self._table is None else self.place().state_at(point)

    def _reveal(self, cell: Cell | None) -> None:
        if cell is not None and self._table is not None:
            x, y = self.place().scrolled_to(cell)
            self.horizontalScrollBar().setValue(x)
            self.verticalScrollBar().setValue(y)

    def sizeHint(self) -> QSize:
        return QSize(480, round(2 * self._layout.axis + 5 * (self._art.line + 12)))

    def minimumSizeHint(self) -> QSize:
        return QSize(150, round(2 * self._layout.axis + 2 * (self._art.line + 10)))

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        table, place = self._table, self.place()
        if table is None or not table.steps:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        art = GridArt(painter, theme.current(), table, place, self._art, self.font())
        cells, steps = place.cells(), place.seen_steps()
        art.names(self._layer)
        painter.setClipRect(QRectF(cells.left(), 0, cells.width(), self.viewport().height()))
        for step in steps:
            art.ends(step, pointed=step in (self._hover, self._column))
        painter.setClipRect(cells.adjusted(-1, 0, 0, 1))
        for step in steps:
            at = place.cell_area((table.layers, step)).topLeft()
            painter.drawPixmap(at, self._column_of(table, step))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for cell, name, width in (
            (self._pointed, "accent", 1.0),
            (self._cursor, "accent" if self.hasFocus() else "outline", 2.0),
        ):
            if cell is not None:
                painter.setPen(QPen(theme.current().color(name), width))
                painter.drawRoundedRect(place.cell_area(cell).adjusted(*INSET), ROUND, ROUND)
        painter.end()

    def _column_of(self, table: LensTable, step: int) -> QPixmap:
        """The cells of a step, drawn once: a step more changes little of what is seen."""
        place, colours, ratio = self._layout, theme.current(), self.devicePixelRatioF()
        drawn = (
            place.row, place.wide, ratio, colours.name, self.font().key(), numbers.style()
        )  # fmt: skip
        if drawn != self._drawn:
            self._drawn = drawn
            self._columns.clear()
        content = content_of(table, step)
        column = self._columns.get(content)
        if column is None:
            size = QSizeF(place.wide, place.row * table.states) * ratio
            column = QPixmap(math.ceil(size.width()), math.ceil(size.height()))
            column.setDevicePixelRatio(ratio)
            column.fill(Qt.GlobalColor.transparent)
            painter = QPainter(column)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            GridArt(painter, colours, table, place, self._art, self.font()).column(step)
            painter.end()
            if len(self._columns) >= _MOST_COLUMNS:
                del self._columns[next(iter(self._columns))]
        else:
            del self._columns[content]
        self._columns[content] = column
        return column

    # Telling -------------------------------------------------------------------------

    def _tell(self) -> None:
        """Let a screen reader read the chosen cell."""
        text = ""
        if self._table is not None and self._cursor is not None:
            text = cell_text(self._table, self._cursor)
        announce(self, text)

    def tooltip_at(self, point: QPointF) -> str:
        """What is said about a point of the viewport."""
        table = self._table
        cell, step, state = self.cell_at(point), self._step_at(point), self._state_at(point)
        if table is None:
            return ""
        if cell is not None:
            return cell_tooltip(table, cell)
        if step is not None:
            above = point.y() < self.place().cells().top()
            what = (
                tr("what step {step} wrote: {piece}")
                if above
                else tr("the decoder's input at step {step}, shifted right: {piece}")
            )
            piece = table.written[step] if above else table.inputs[step]
            told = what.format(step=step + 1, piece=describe(piece))
            return f"{told}\n{tr('Click to go to this step')}"
        if state is not None and point.x() < self.place().cells().left():
            return state_told(state, table.layers)
        return ""

    # Events --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        self._reveal(self._cursor)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._art = PieceArt(self.font())
            self._lay_out()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(event.position())

    def _point(self, point: QPointF | None) -> None:
        cell = None if point is None else self.cell_at(point)
        step = None if point is None else self._step_at(point)
        state = None if point is None else self._state_at(point)
        hand = step is not None or (state is not None and state > 0 and self._layer is not None)
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        if cell != self._pointed:
            self._pointed = cell
            self.viewport().update()
            self.pointed.emit(cell)
        if step != self._column:
            self._column = step
            self.viewport().update()
            self.stepPointed.emit(step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        cell, step, state = self.cell_at(point), self._step_at(point), self._state_at(point)
        if cell is not None:
            self.cellChosen.emit(cell)
        elif step is not None:
            self.stepChosen.emit(step)
        elif state is not None and state > 0:
            self.layerChosen.emit(state - 1)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.stepChosen.emit(cell[1])

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tooltip.
            QToolTip.showText(event.globalPos(), self.tooltip_at(QPointF(event.pos())), self)
            return True
        return bool(super().viewportEvent(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        table, key = self._table, event.key()
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if table is None or self._cursor is None or not plain:
            event.ignore()
            return
        state, step = self._cursor
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepChosen.emit(step)
            return
        if key == Qt.Key.Key_Space and state > 0:
            self.layerChosen.emit(state - 1)
            return
        moves: dict[int, Cell] = {
            Qt.Key.Key_Left: (state, step - 1),
            Qt.Key.Key_Right: (state, step + 1),
            Qt.Key.Key_Up: (state + 1, step),
            Qt.Key.Key_Down: (state - 1, step),
            Qt.Key.Key_Home: (state, 0),
            Qt.Key.Key_End: (state, table.steps - 1),
            Qt.Key.Key_PageUp: (table.layers, step),
            Qt.Key.Key_PageDown: (0, step),
        }
        if key not in moves:
            event.ignore()
            return
        state, step = moves[key]
        cell = (min(max(state, 0), table.layers), min(max(step, 0), table.steps - 1))
        self.cellChosen.emit(cell)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
