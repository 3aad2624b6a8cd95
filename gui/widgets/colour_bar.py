"""The colour bar of attention weights, fixed to 0–1."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui import theme

TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_BAR = 14


def lookup_table() -> npt.NDArray[np.ubyte]:
    """[256, 3] colours for weights from 0 to 1 in the current theme."""
    colours = pg.colormap.get(theme.current().colormap)
    table = colours.getLookupTable(0.0, 1.0, 256, alpha=False)
    return np.ascontiguousarray(table[:, :3], dtype=np.ubyte)


class ColourBar(QWidget):
    """A vertical bar, 1 at the top, with ticks and a name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Colour bar")
        self.setAccessibleDescription("Attention weights from 0 to 1, the same for every view")
        self.setToolTip("Attention weight, from 0 to 1. The scale never changes.")
        self._strip = QImage()
        self.retheme()

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        column = lookup_table()[::-1].reshape(-1, 1, 3)
        padded = np.zeros((column.shape[0], 1, 4), dtype=np.ubyte)
        padded[..., :3] = column
        padded[..., 3] = 255
        image = QImage(padded.tobytes(), 1, padded.shape[0], 4, QImage.Format.Format_RGBA8888)
        # The bytes above are gone after this line; the copy owns its own.
        self._strip = image.copy()
        self.update()

    def wanted_width(self) -> int:
        """Pixels for the bar and its ticks."""
        return _BAR + 10 + self.fontMetrics().horizontalAdvance("0.00") + 2

    def sizeHint(self) -> QSize:
        return QSize(self.wanted_width(), 160)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        line = self.fontMetrics().height()
        # Half a line above and below, so that the first and last tick labels fit.
        bar = QRectF(0.5, line / 2, _BAR, max(1.0, self.height() - line - 1))
        painter.drawImage(bar, self._strip)
        painter.setPen(colours.color("outline"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        ticks = TICKS if bar.height() >= 8 * line else TICKS[::2]
        for tick in ticks:
            y = bar.bottom() - tick * bar.height()
            painter.setPen(colours.color("outline"))
            painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 4, y))
            painter.setPen(colours.color("muted"))
            text = f"{tick:g}"
            area = QRectF(bar.right() + 7, y - line / 2, self.width() - bar.right() - 7, line)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()
