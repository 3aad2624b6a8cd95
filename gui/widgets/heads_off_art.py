"""How a head that is switched off is marked on its thumbnail, and the switch that does it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from gui import theme
from gui.widgets.vector import is_vector

_PITCH = 8.0
"""Pixels between two strokes of the hatching, along the edge."""
LARGEST_SWITCH, SMALLEST_SWITCH = 20.0, 13.0
_EDGE = 2
"""Pixels around a thumbnail that the mark may take."""
_NEEDED = 24.0
"""Pixels of a thumbnail's shorter side below which a switch would hide too much of it."""


def switch_area(area: QRectF) -> QRectF:
    """Where the switch of a thumbnail is; empty if there is no room for one."""
    shorter = min(area.width(), area.height())
    if shorter < _NEEDED:
        return QRectF()
    side = min(LARGEST_SWITCH, max(SMALLEST_SWITCH, shorter * 0.36))
    return QRectF(area.right() - side - 2, area.top() + 2, side, side)


def hatching(area: QRectF) -> list[QLineF]:
    """Strokes that rise to the right, all over an area and nowhere beyond it."""
    wide, high = area.width(), area.height()
    strokes: list[QLineF] = []
    reach = _PITCH / 2
    while reach < wide + high:
        # From the left or the lower edge to the upper or the right one.
        begin = QPointF(max(0.0, reach - high), min(reach, high))
        end = QPointF(min(reach, wide), max(0.0, reach - wide))
        strokes.append(QLineF(begin + area.topLeft(), end + area.topLeft()))
        reach += _PITCH
    return strokes


def paint_off(painter: QPainter, area: QRectF) -> None:
    """Hatch the thumbnail of a head that is off, with its switch; it stays readable below."""
    colours = theme.current()
    painter.fillRect(area, colours.color("surface", 0.35))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colours.color("warn", 0.7), 1.2))
    painter.drawLines(hatching(area))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(colours.color("warn"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5))
    paint_switch(painter, switch_area(area), is_off=True)


class OffCover:
    """What lies over the thumbnail of a head that is off, drawn once for all of one size."""

    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._drawn_for: tuple[object, ...] = ()

    def paint(self, painter: QPainter, areas: Sequence[QRectF], ratio: float) -> None:
        """Cover thumbnails of one size, where a pixel has ``ratio`` dots of the screen."""
        if is_vector(painter):
            for area in areas:
                paint_off(painter, area)
            return
        for area in areas:
            picture = self._of(area.width(), area.height(), ratio)
            painter.drawPixmap(area.topLeft() - QPointF(_EDGE, _EDGE), picture)

    def _of(self, width: float, height: float, ratio: float) -> QPixmap:
        asked = (width, height, ratio, theme.current())
        if self._picture is None or asked != self._drawn_for:
            self._drawn_for = asked
            dots = (round((side + 2 * _EDGE) * ratio) for side in (width, height))
            picture = QPixmap(*dots)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_off(painter, QRectF(_EDGE, _EDGE, width, height))
            painter.end()
            self._picture = picture
        return self._picture


def paint_changing(painter: QPainter, areas: Sequence[QRectF]) -> None:
    """Frame the thumbnails of heads that the next run switches."""
    pen = QPen(theme.current().color("warn"), 2, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRects([area.adjusted(1, 1, -1, -1) for area in areas])


def paint_switch(painter: QPainter, area: QRectF, is_off: bool) -> None:
    """The sign of a power switch on a disc: filled where the head is off."""
    if area.isEmpty():
        return
    colours = theme.current()
    disc, sign = ("warn", "surface") if is_off else ("surface", "text")
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colours.color("warn" if is_off else "outline"), 1))
    painter.setBrush(colours.color(disc))
    painter.drawEllipse(area)
    inner = area.adjusted(*(side * area.width() * 0.27 for side in (1, 1, -1, -1)))
    painter.setPen(
        QPen(colours.color(sign), max(1.2, area.width() / 11), c=Qt.PenCapStyle.RoundCap)
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Degrees times 16, from the right and against the clock: open at the top.
    painter.drawArc(inner, 130 * 16, 280 * 16)
    top = QPointF(inner.center().x(), inner.top() - 0.5)
    painter.drawLine(top, inner.center())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
