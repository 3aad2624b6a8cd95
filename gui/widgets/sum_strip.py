"""The attention of several rows put together: a strip under the matrix, column by column."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from gui import theme
from gui.language import tr
from gui.numbers import fixed
from gui.widgets.scale import WEIGHTS

_TEXT_FROM = 30
"""Pixels of a column's width from which its numbers are written into it."""


class SumStrip(QWidget):
    """The sum of the selected rows and, below it, their mean; the colour is the mean's.

    The mean of rows that sum to 1 lies between 0 and 1, so the matrix' colour bar holds.

    Signals:
        pointed: the column under the pointer, or ``None``.
    """

    pointed = Signal(object)

    def __init__(self, describe: Callable[[int], str], parent: QWidget | None = None) -> None:
        """``describe(column)`` gives a column's sum and mean in words."""
        super().__init__(parent)
        self._describe = describe
        self._total: npt.NDArray[np.float64] = np.zeros(0)
        self._mean: npt.NDArray[np.float64] = np.zeros(0)
        self._count = 0
        self._label = 0.0
        self._offset = 0.0
        self._pitch = 1.0
        self._seen = 0.0
        self.setAccessibleName(tr("Attention of the selected rows together"))
        self.setMouseTracking(True)

    def set_sums(
        self, total: npt.NDArray[np.float64], mean: npt.NDArray[np.float64], count: int
    ) -> None:
        """Show the sum and the mean, [column] each, of ``count`` rows."""
        self._total, self._mean, self._count = total, mean, count
        self.update()

    def set_cells(self, label: float, offset: float, pitch: float, seen: float) -> None:
        """Say where the columns are.

        Args:
            label: pixels at the left for the strip's own label.
            offset: pixel at which the first column begins, be it scrolled out of sight.
            pitch: pixels a column.
            seen: pixels from the label on in which columns can be seen.
        """
        if (label, offset, pitch, seen) != (self._label, self._offset, self._pitch, self._seen):
            self._label, self._offset, self._pitch, self._seen = label, offset, pitch, seen
            self.update()

    def labels(self) -> tuple[str, str]:
        """What the two lines are."""
        return tr("Σ of %n row(s)", "", self._count), tr("mean")

    def wanted_label(self) -> float:
        """Pixels that the label wants."""
        metrics = self.fontMetrics()
        return float(max(metrics.horizontalAdvance(text) for text in self.labels()) + 8)

    def wanted_height(self) -> int:
        """Pixels for two lines of numbers."""
        return 2 * self.fontMetrics().height() + 4

    def sizeHint(self) -> QSize:
        return QSize(200, self.wanted_height())

    def column_at(self, position: QPointF) -> int | None:
        """The column at a point of the widget."""
        x = position.x()
        if not self._label <= x <= self._label + self._seen or self._pitch <= 0:
            return None
        column = int((x - self._offset) // self._pitch)
        return column if 0 <= column < len(self._mean) else None

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if not len(self._mean):
            return
        colours = theme.current()
        painter = QPainter(self)
        high = float(self.height())
        painter.setPen(colours.color("accent"))
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for line, text in enumerate(self.labels()):
            area = QRectF(0, line * high / 2, self._label - 6, high / 2)
            painter.drawText(area, flags, text)
        cells = QRectF(self._label, 0, self._seen, high)
        painter.save()
        painter.setClipRect(cells)
        self._paint_cells(painter, colours)
        painter.restore()
        painter.setPen(QPen(colours.color("accent"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        whole = QRectF(self._offset, 0, len(self._mean) * self._pitch, high)
        painter.drawRect(whole.intersected(cells).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _paint_cells(self, painter: QPainter, colours: theme.Theme) -> None:
        first = max(0, int((self._label - self._offset) // self._pitch))
        last = int((self._label + self._seen - self._offset) // self._pitch) + 1
        means, totals = self._mean[first:last], self._total[first:last]
        shades = WEIGHTS.shades(means.astype(np.float32)).tolist()
        table, inks = WEIGHTS.table().tolist(), WEIGHTS.inks()
        high = float(self.height())
        font = QFont(self.font())
        font.setPixelSize(max(9, min(12, int(high * 0.34))))
        painter.setFont(font)
        written = self._pitch >= _TEXT_FROM
        for index, shade in enumerate(shades):
            x = self._offset + (first + index) * self._pitch
            area = QRectF(x, 0, self._pitch, high)
            red, green, blue = table[shade]
            painter.fillRect(area, (red << 16) | (green << 8) | blue | 0xFF000000)
            if self._pitch >= 10 and first + index:
                painter.setPen(colours.color("border"))
                painter.drawLine(QPointF(x, 0), QPointF(x, high))
            if written:
                painter.setPen(inks[shade])
                for line, value in enumerate((totals[index], means[index])):
                    part = QRectF(x, line * high / 2, self._pitch, high / 2)
                    painter.drawText(part, Qt.AlignmentFlag.AlignCenter, fixed(value, 2))

    # Events --------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointed.emit(self.column_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            column = self.column_at(QPointF(event.pos()))
            # An empty text hides the tooltip.
            text = "" if column is None else self._describe(column)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().event(event))
