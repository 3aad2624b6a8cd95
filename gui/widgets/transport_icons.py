"""The transport's icons, drawn in the theme's colours at any pixel ratio."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPixmap, QPolygonF

from gui import theme

Symbol = Literal["first", "back", "play", "pause", "step", "last"]
SIZE = 20


def _triangle(path: QPainterPath, left: float, right: float) -> None:
    """A triangle that points to the right, or to the left if ``left`` > ``right``."""
    path.addPolygon(QPolygonF([QPointF(left, 4), QPointF(right, 10), QPointF(left, 16)]))
    path.closeSubpath()


def shape(symbol: Symbol) -> QPainterPath:
    """The symbol in a square of 20 × 20."""
    path = QPainterPath()
    match symbol:
        case "first":
            path.addRect(QRectF(3, 4, 2.2, 12))
            _triangle(path, 11.2, 5.2)
            _triangle(path, 17.2, 11.2)
        case "back":
            path.addRect(QRectF(13.2, 4, 2.2, 12))
            _triangle(path, 11.6, 4)
        case "play":
            path.addPolygon(QPolygonF([QPointF(5.5, 3), QPointF(16.5, 10), QPointF(5.5, 17)]))
            path.closeSubpath()
        case "pause":
            path.addRect(QRectF(5, 3.5, 3.6, 13))
            path.addRect(QRectF(11.4, 3.5, 3.6, 13))
        case "step":
            path.addRect(QRectF(4.6, 4, 2.2, 12))
            _triangle(path, 8.4, 16)
        case "last":
            path.addRect(QRectF(14.8, 4, 2.2, 12))
            _triangle(path, 2.8, 8.8)
            _triangle(path, 8.8, 14.8)
    return path


def _pixmap(symbol: Symbol, colour: QColor, ratio: int) -> QPixmap:
    image = QPixmap(SIZE * ratio, SIZE * ratio)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(shape(symbol), colour)
    painter.end()
    return image


def icon(symbol: Symbol) -> QIcon:
    """The symbol in the colours of the current theme, enabled and disabled."""
    made = QIcon()
    colours = theme.current()
    for ratio in (1, 2):
        made.addPixmap(_pixmap(symbol, colours.color("text"), ratio))
        faint = colours.color("muted", 0.45)
        made.addPixmap(_pixmap(symbol, faint, ratio), QIcon.Mode.Disabled)
    return made
