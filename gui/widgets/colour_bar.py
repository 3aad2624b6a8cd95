"""The colour bar of a matrix: attention weights from 0 to 1, or another scale."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui import theme
from gui.language import QT_TR_NOOP, tr
from gui.widgets.scale import MINUS_INFINITY, WEIGHTS, Scale, number
from gui.widgets.vector import draw_cells, is_vector

WEIGHTS_TOLD: Final = QT_TR_NOOP("Attention weights from 0 to 1, the same for every view")
_BAR = 14


def lookup_table() -> npt.NDArray[np.ubyte]:
    """[256, 3] colours for weights from 0 to 1 in the current theme."""
    return WEIGHTS.table()


class ColourBar(QWidget):
    """A vertical bar, 1 at the top, with ticks and a name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Colour bar"))
        self.setAccessibleDescription(tr(WEIGHTS_TOLD))
        self.setToolTip(tr("Attention weight, from 0 to 1. The scale never changes."))
        self._scale = WEIGHTS
        self._strip = QImage()
        self.retheme()

    def set_scale(self, scale: Scale) -> None:
        """Show another range of numbers."""
        if scale == self._scale:
            return
        self._scale = scale
        low, high = number(scale.low, 4), number(scale.high, 4)
        told = tr("Numbers from {low} to {high}").format(low=low, high=high)
        if scale.kind == "weights":
            told = tr(WEIGHTS_TOLD)
        elif scale.kind == "mask":
            told = tr("0 where the query may look, {masked} where not").format(
                masked=MINUS_INFINITY
            )
        self.setAccessibleDescription(told)
        self.setToolTip(told)
        self.retheme()

    def scale(self) -> Scale:
        """What the colours stand for."""
        return self._scale

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        column = self._scale.table()[::-1].reshape(-1, 1, 3)
        padded = np.zeros((column.shape[0], 1, 4), dtype=np.ubyte)
        padded[..., :3] = column
        padded[..., 3] = 255
        image = QImage(padded.tobytes(), 1, padded.shape[0], 4, QImage.Format.Format_RGBA8888)
        # The bytes above are gone after this line; the copy owns its own.
        self._strip = image.copy()
        self.update()

    def wanted_width(self) -> int:
        """Pixels for the bar and its ticks."""
        widest = max((_tick(tick) for tick in self._scale.ticks()), key=len)
        if self._scale.kind != "signed":
            widest = "0.00"
        return _BAR + 10 + self.fontMetrics().horizontalAdvance(widest) + 2

    def sizeHint(self) -> QSize:
        return QSize(self.wanted_width(), 160)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        line = self.fontMetrics().height()
        if self._scale.kind == "mask":
            self._paint_mask(painter, colours, line)
            painter.end()
            return
        # Half a line above and below, so that the first and last tick labels fit.
        bar = QRectF(0.5, line / 2, _BAR, max(1.0, self.height() - line - 1))
        if is_vector(painter):
            shades = np.arange(255, -1, -1, dtype=np.ubyte).reshape(-1, 1)
            draw_cells(painter, bar, shades, self._scale.table())
        else:
            painter.drawImage(bar, self._strip)
        painter.setPen(colours.color("outline"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        ticks = self._scale.ticks()
        if bar.height() < 8 * line:
            ticks = ticks[::2]
        low, high = self._scale.low, self._scale.high
        for tick in ticks:
            y = bar.bottom() - (tick - low) / (high - low) * bar.height()
            painter.setPen(colours.color("outline"))
            painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 4, y))
            painter.setPen(colours.color("muted"))
            text = _tick(tick)
            area = QRectF(bar.right() + 7, y - line / 2, self.width() - bar.right() - 7, line)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def _paint_mask(self, painter: QPainter, colours: theme.Theme, line: int) -> None:
        """The two things that a cell of a mask can be."""
        for index, text in enumerate(("0", MINUS_INFINITY)):
            box = QRectF(0.5, line / 2 + index * (line + 8), _BAR, _BAR)
            painter.fillRect(box, colours.color("raised" if index else "surface"))
            if index:
                hatch = QBrush(colours.color("outline", 0.6), Qt.BrushStyle.BDiagPattern)
                painter.fillRect(box, hatch)
            painter.setPen(colours.color("outline"))
            painter.drawRect(box)
            painter.setPen(colours.color("muted"))
            area = QRectF(box.right() + 7, box.center().y() - line / 2, self.width(), line)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _tick(value: float) -> str:
    return number(value, 3)
