"""Where the bars of the norms stand, and how they are drawn."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from gui import theme
from gui.language import tr
from gui.numbers import MINUS, fixed, significant
from gui.widgets.layer_norm_model import SHORT, NormRow, NormTable, row_name

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_GAP = 8.0
_SHORT_BELOW, _COSINE_FROM, _NUMBERS_FROM = 400, 300, 250
"""Pixels of width under which names are short, and from which there is room for the numbers."""
_TALLEST = 1.5
"""How much higher than necessary a row is at most."""
_KEY = 12.0
"""Pixels of a key of the bars."""


@dataclass(frozen=True)
class Columns:
    """Left edges; each column ends where the next begins. Those of numbers may have no width."""

    layer: float
    name: float
    bars: float
    stream: float
    added: float
    cosine: float
    right: float


class NormArt:
    """One look at a table through a viewport of some width, scrolled by so much.

    Attributes:
        line: height of a row.
        header: height of the names of the columns.
        columns: where they are.
    """

    def __init__(
        self,
        table: NormTable | None,
        metrics: QFontMetricsF,
        size: QSize,
        scrolled: int,
        painter: QPainter | None = None,
    ) -> None:
        self._rows = () if table is None else table.rows
        self._most = 1.0 if table is None else table.most
        self._metrics, self._width, self._scrolled = metrics, size.width(), scrolled
        self._painter = painter
        self._colours = theme.current()
        self._short = self._width < _SHORT_BELOW
        self.header = metrics.height() + 8
        least = max(20.0, metrics.height() + 5)
        room = (size.height() - self.header) / max(1, len(self._rows))
        self.line = min(max(least, room), _TALLEST * least)
        self.columns = self._find_columns()

    def _find_columns(self) -> Columns:
        measure = self._metrics.horizontalAdvance
        layers = max((row.layer for row in self._rows if row.layer is not None), default=0)
        names = max((measure(self._name(row)) for row in self._rows if row.sublayer), default=60)
        keys = max(measure(tr("stream")), measure(tr("added"))) + _KEY
        figure = max(measure("000.00"), keys) + _GAP if self._width >= _NUMBERS_FROM else 0
        cosine = max(measure(f"{MINUS}0.00"), measure("cos")) + _GAP
        right = float(self._width) - 4
        cosine_left = right - (cosine if self._width >= _COSINE_FROM else 0)
        name = 4 + measure(self._layer_name(layers)) + _GAP
        bars = name + names + _GAP
        return Columns(
            4, name, bars, cosine_left - 2 * figure, cosine_left - figure, cosine_left, right
        )

    def _name(self, row: NormRow) -> str:
        if self._short and row.sublayer is not None:
            return tr(SHORT[row.sublayer])
        return row_name(row)

    def _layer_name(self, layer: int) -> str:
        return str(layer + 1) if self._short else tr("layer {layer}").format(layer=layer + 1)

    def content(self) -> float:
        """Height of all rows."""
        return len(self._rows) * self.line

    def row_area(self, index: int) -> QRectF:
        """Where a row is; row 0, the embedding, is the lowest."""
        y = self.header + (len(self._rows) - 1 - index) * self.line - self._scrolled
        return QRectF(0, y, self._width, self.line)

    def row_at(self, point: QPointF) -> int | None:
        """The row at a point."""
        if point.y() < self.header:
            return None
        index = len(self._rows) - 1 - int((point.y() - self.header + self._scrolled) // self.line)
        return index if index >= 0 else None

    def bars(self, index: int) -> tuple[QRectF, QRectF]:
        """The bars of a row: of the stream and of the contribution, which may have no width."""
        row, area = self._rows[index], self.row_area(index)
        room = max(0.0, self.columns.stream - self.columns.bars - _GAP) / self._most
        high = min(area.height() - 6, 20.0)
        top = area.center().y() - high / 2
        stream = QRectF(self.columns.bars, top, room * row.stream, high * 0.55)
        long = room * (row.contribution or 0.0)
        return stream, QRectF(self.columns.bars, stream.bottom() + 1, long, high * 0.35)

    # Drawing -------------------------------------------------------------------------

    def names_of_columns(self) -> None:
        """The header: names of the numbers, with the colours of their bars."""
        painter, columns, high = self._painter, self.columns, self.header - 4
        assert painter is not None
        painter.setPen(self._colours.color("muted"))
        x = columns.name
        for left, right, text, colour in (
            (columns.stream, columns.added, tr("stream"), self._stream()),
            (columns.added, columns.cosine, tr("added"), self._added()),
            (columns.cosine, columns.right, "cos", None),
        ):
            wide = self._metrics.horizontalAdvance(text)
            if colour is not None and right <= left:
                # Without numbers the keys stand where the bars do.
                left, right, x = x, x + _KEY + wide, x + _KEY + wide + _GAP
            if right <= left:
                continue
            painter.drawText(QRectF(left, 0, right - left, high), _RIGHT, text)
            if colour is not None:
                key = QRectF(right - wide - _KEY, high / 2 - 4, 8, 8)
                painter.fillRect(key, colour)
        painter.setPen(QPen(self._colours.color("border"), 1))
        painter.drawLine(QPointF(0, high + 1.5), QPointF(self._width, high + 1.5))

    def row(self, index: int, *, pointed: bool, cursor: bool) -> None:
        """A row: its name, its bars, its numbers."""
        painter, columns, row = self._painter, self.columns, self._rows[index]
        assert painter is not None
        area = self.row_area(index)
        if pointed:
            painter.fillRect(area, self._colours.color("raised"))
        elif row.layer is not None and row.layer % 2 == 0:
            painter.fillRect(area, self._colours.color("raised", 0.45))
        if cursor:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._colours.color("accent"), 1.5))
            painter.drawRoundedRect(area.adjusted(1, 0.5, -1, -0.5), 3, 3)
        self._names(index, row, area)
        for bar, colour in zip(self.bars(index), (self._stream(), self._added()), strict=True):
            painter.fillRect(bar, colour)
        painter.setPen(self._colours.color("text"))
        for left, right, value, decimals in (
            (columns.stream, columns.added, row.stream, None),
            (columns.added, columns.cosine, row.contribution, None),
            (columns.cosine, columns.right, row.cosine, 2),
        ):
            if value is not None and right > left:
                cell = QRectF(left, area.top(), right - left, area.height())
                painter.drawText(cell, _RIGHT, _written(value, decimals))

    def _names(self, index: int, row: NormRow, area: QRectF) -> None:
        painter, columns = self._painter, self.columns
        assert painter is not None
        last = index + 1 == len(self._rows) or self._rows[index + 1].layer != row.layer
        if row.layer is not None and last:
            painter.setPen(self._colours.color("text"))
            box = QRectF(columns.layer, area.top(), columns.name, area.height())
            painter.drawText(box, _LEFT, self._layer_name(row.layer))
        left = columns.layer if row.layer is None else columns.name
        box = QRectF(left, area.top(), columns.bars - left - 4, area.height())
        text = self._metrics.elidedText(
            self._name(row), Qt.TextElideMode.ElideRight, box.width() + 1
        )
        painter.setPen(self._colours.color("muted"))
        painter.drawText(box, _LEFT, text)

    def _stream(self) -> QColor:
        return self._colours.color("accent")

    def _added(self) -> QColor:
        return self._colours.color("warn")


def _written(value: float, decimals: int | None) -> str:
    """A number as short as its column: four digits, or so many decimals."""
    if decimals is not None:
        return fixed(value, decimals)
    return fixed(value, 0) if abs(value) >= 999.5 else significant(value, 4, zeros=True)
