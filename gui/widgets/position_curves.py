"""The numbers of chosen pairs of dimensions over the positions: sinusoids, or learned ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.analysis.positions import Floats, Sinusoids
from engine.events import FloatArray
from gui import theme
from gui.language import tr
from gui.numbers import significant
from gui.widgets.position_line import MOST_PAIRS, columns_of, curve, pair_colour, round_step
from gui.widgets.vector import is_vector

_LOOSE_FROM = 20.0
"""Pixels of a wavelength from which a curve is drawn wide: closer ones would be a band."""
_DOTS_FROM = 5.0
"""Pixels between two positions from which each has its dot."""
_REACH = 1.12
_MARGIN = 6.0


class PositionCurves(QWidget):
    """Sines strong, cosines pale; a dot for each number of the model's own table.

    Learned positions have no curve: straight lines join their numbers.

    Left and Right move along the positions, Home and End to the first and the last, Escape
    lets go.

    Signals:
        pointed: the position under the pointer, or ``None`` once it left.
        cursorMoved: the position of the keyboard cursor, or ``None``.
    """

    pointed = Signal(object)
    cursorMoved = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: FloatArray | None = None
        self._formula: Sinusoids | None = None
        self._most = 1.0
        self._pairs: tuple[int, ...] = ()
        self._pointer: int | None = None
        self._cursor: int | None = None
        self._hover: int | None = None
        self._titled = True
        self._picture: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def set_table(self, table: FloatArray, formula: Sinusoids | None) -> None:
        """Show as many positions as ``table`` [position, d_model] has.

        Args:
            table: the model's numbers.
            formula: what they are computed by; learned ones by none.
        """
        self._table, self._formula = table, formula
        self._most = 1.0 if formula is not None else float(np.abs(table).max()) or 1.0
        last = len(table) - 1
        if self._pointer is not None and self._pointer > last:
            self._point(None)
        if self._cursor is not None:
            self._move(min(self._cursor, last))
        self.retheme()

    def set_pairs(self, pairs: Sequence[int]) -> None:
        """Show these pairs of dimensions.

        Raises:
            ValueError: more than ``MOST_PAIRS``.
        """
        if len(pairs) > MOST_PAIRS:
            raise ValueError(f"{len(pairs)} pairs, and {MOST_PAIRS} colours")
        if tuple(pairs) != self._pairs:
            self._pairs = tuple(pairs)
            self.retheme()

    def pairs(self) -> tuple[int, ...]:
        """The pairs that are shown."""
        return self._pairs

    def dimensions(self) -> tuple[tuple[int, QColor], ...]:
        """The dimensions that are shown with their colours; what is drawn last comes last."""
        if self._table is None:
            return ()
        width = self._table.shape[1]
        return tuple(
            (column, pair_colour(index, bool(second)))
            for index, pair in enumerate(self._pairs)
            for second, column in reversed([*enumerate(columns_of(pair, self._formula, width))])
        )

    def has_dots(self) -> bool:
        """Whether there is room for a dot at each position."""
        last = 1 if self._table is None else max(1, len(self._table) - 1)
        return (self.plot().width() - 2 * _MARGIN) / last >= _DOTS_FROM

    def set_titled(self, titled: bool) -> None:
        """Name the axis of the positions, or leave its room to the curves."""
        if titled != self._titled:
            self._titled = titled
            self.retheme()

    def set_hover(self, position: int | None) -> None:
        """Mark a position that is pointed at somewhere in the window."""
        if position != self._hover:
            self._hover = position
            self.update()

    def position(self) -> int | None:
        """The position that is looked at: by pointer, by keyboard, or elsewhere in the window."""
        for found in (self._pointer, self._cursor, self._hover):
            if found is not None and self._table is not None and found < len(self._table):
                return found
        return None

    def reading(self) -> int | None:
        """The position under the pointer or, without one, of the keyboard cursor."""
        return self._cursor if self._pointer is None else self._pointer

    @Slot()
    def retheme(self) -> None:
        """Draw anew, in the colours of the current theme."""
        self._picture = None
        self.update()

    # Geometry ------------------------------------------------------------------------

    def plot(self) -> QRectF:
        """Where the curves are."""
        metrics = self.fontMetrics()
        line = metrics.height()
        left = metrics.horizontalAdvance(significant(-self._most, 2)) + 10
        foot = line + 7 + (line if self._titled else 0)
        return QRectF(left, 2, max(1, self.width() - left - 2), max(1, self.height() - foot))

    def point_of(self, position: float, value: float = 0.0) -> QPointF:
        """Where a value at a position stands."""
        plot = self.plot()
        last = 1 if self._table is None else max(1, len(self._table) - 1)
        x = plot.left() + _MARGIN + position / last * (plot.width() - 2 * _MARGIN)
        reach = _REACH * self._most
        return QPointF(x, plot.center().y() - value / reach * plot.height() / 2)

    def _position_at(self, point: QPointF) -> int | None:
        if self._table is None or not self.plot().contains(point):
            return None
        first, second = self.point_of(0).x(), self.point_of(1).x()
        return min(max(round((point.x() - first) / (second - first)), 0), len(self._table) - 1)

    def sizeHint(self) -> QSize:
        return QSize(420, 200)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 80)

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if is_vector(painter):
            self._paint(painter)
        else:
            ratio = self.devicePixelRatioF()
            if self._picture is None or self._picture.devicePixelRatio() != ratio:
                self._picture = QPixmap(self.size() * ratio)
                self._picture.setDevicePixelRatio(ratio)
                self._picture.fill(Qt.GlobalColor.transparent)
                inner = QPainter(self._picture)
                inner.setFont(self.font())
                self._paint(inner)
                inner.end()
            painter.drawPixmap(0, 0, self._picture)
        position = self.position()
        if position is not None:
            plot, x = self.plot(), self.point_of(position).x()
            painter.setPen(QPen(theme.current().color("accent"), 1.5))
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        """Everything but the mark."""
        if self._table is None:
            return
        plot, colours = self.plot(), theme.current()
        painter.fillRect(plot, colours.color("surface"))
        self._paint_axes(painter, plot, colours)
        for dimension, colour in self.dimensions():
            self._paint_curve(painter, dimension, colour)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(colours.color("outline"), 1))
        painter.drawRect(plot)

    def _paint_axes(self, painter: QPainter, plot: QRectF, colours: theme.Theme) -> None:
        assert self._table is not None
        metrics = self.fontMetrics()
        line = metrics.height()
        for value in (-self._most, 0.0, self._most):
            y = self.point_of(0, value).y()
            painter.setPen(QPen(colours.color("border"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(colours.color("muted"))
            room = QRectF(0, y - line / 2, plot.left() - 5, line)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(room, right, significant(value, 2))
        pitch = self.point_of(1).x() - self.point_of(0).x()
        step = round_step((metrics.horizontalAdvance("0000") + 12) / pitch)
        centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        for position in range(0, len(self._table), step):
            x = self.point_of(position).x()
            painter.setPen(colours.color("outline"))
            painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3))
            painter.setPen(colours.color("muted"))
            painter.drawText(QRectF(x - 40, plot.bottom() + 4, 80, line), centre, str(position))
        if self._titled:
            room = QRectF(plot.left(), plot.bottom() + 4 + line, plot.width(), line)
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft, tr("position →"))

    def _paint_curve(self, painter: QPainter, dimension: int, colour: QColor) -> None:
        table = self._table
        assert table is not None
        formula, last = self._formula, max(1, len(table) - 1)
        at, numbers = (
            np.arange(len(table), dtype=np.float64),
            table[:, dimension].astype(np.float64),
        )
        zero, unit = self.point_of(0), self.point_of(1, 1)
        wide, high = unit.x() - zero.x(), unit.y() - zero.y()

        def polygon(x: Floats, y: Floats) -> QPolygonF:
            across, down = zero.x() + x * wide, zero.y() + y * high
            pairs = zip(across.tolist(), down.tolist(), strict=True)
            return QPolygonF([QPointF(*pair) for pair in pairs])

        pair = None if formula is None else formula.pair_of(dimension)
        length = 1.0 if formula is None or pair is None else formula.wavelength(pair)
        loose = length * wide >= _LOOSE_FROM
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        flat, round_ = Qt.PenCapStyle.FlatCap, Qt.PenCapStyle.RoundCap
        painter.setPen(QPen(colour, 1.8 if loose else 1.0, Qt.PenStyle.SolidLine, flat))
        points = polygon(at, numbers)
        if formula is not None:
            points = polygon(*curve(dimension, formula, last, round(self.plot().width())))
        if is_vector(painter):
            painter.drawPolyline(points)
        else:
            # Ten times as fast as one long line.
            painter.drawLines([QLineF(*pair) for pair in pairwise(points.toList())])
        if self.has_dots():
            painter.setPen(QPen(colour, 5, Qt.PenStyle.SolidLine, round_))
            painter.drawPoints(polygon(at, numbers))

    # Events --------------------------------------------------------------------------

    def _point(self, position: int | None) -> None:
        if position != self._pointer:
            self._pointer = position
            self.update()
            self.pointed.emit(position)

    def _move(self, position: int | None) -> None:
        if position != self._cursor:
            self._cursor = position
            self.update()
            self.cursorMoved.emit(position)

    def clear_pointer(self) -> None:
        """Forget the pointer and the cursor."""
        self._point(None)
        self._move(None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._position_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        position = self._position_at(event.position())
        if position is not None and event.button() == Qt.MouseButton.LeftButton:
            self._move(position)

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._table is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
            return
        last, at = len(self._table) - 1, self._cursor or 0
        moves: dict[int, int | None] = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_Escape: None,
        }
        if event.key() not in moves or (self._cursor is None and moves[event.key()] is None):
            event.ignore()
            return
        target = moves[event.key()]
        # The first key only shows the cursor.
        if target is not None:
            target = 0 if self._cursor is None else min(max(target, 0), last)
        self._move(target)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_tab = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
        )
        if by_tab and self._table is not None and self._cursor is None:
            # Whoever comes by keyboard sees where they are.
            self._move(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.retheme()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.retheme()
