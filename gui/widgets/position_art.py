"""What stands around the cells of the maps of positions: headings, numbers, frames."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui import theme
from gui.language import tr
from gui.widgets.position_layout import tick_step


def paint_heading(painter: QPainter, area: QRectF, title: str, sign: str, stacked: bool) -> None:
    """A map's title above it, and the sign between it and the map before: left or above."""
    metrics = painter.fontMetrics()
    line = metrics.height()
    painter.setPen(theme.current().color("text"))
    if sign and stacked:
        title = f"{sign} {title}"
    elif sign:
        plain = painter.font()
        large = painter.font()
        large.setPointSizeF(max(1.0, large.pointSizeF()) * 1.4)
        painter.setFont(large)
        between = QRectF(area.left() - 2 * line, area.top(), 2 * line, area.height())
        painter.drawText(between, Qt.AlignmentFlag.AlignCenter, sign)
        painter.setFont(plain)
    room = QRectF(area.left(), area.top() - line - 4, area.width() + 2 * line - 4, line)
    shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def paint_ticks(
    painter: QPainter,
    area: QRectF,
    columns: int,
    bottom: float,
    named: tuple[str, int] | None = None,
) -> None:
    """Numbers of columns under a map, and what they are if there is room above ``bottom``.

    They are dimensions from 0 on, if ``named`` does not give a name and the first number.
    """
    name, first = named or (tr("dimension →"), 0)
    colours, metrics = theme.current(), painter.fontMetrics()
    line, wide = metrics.height(), area.width() / columns
    step = tick_step(wide, metrics.horizontalAdvance(str(columns)) + 14)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    for column in range(0, columns, step):
        x = area.left() + (column + 0.5) * wide
        painter.setPen(colours.color("outline"))
        painter.drawLine(QPointF(x, area.bottom() + 1), QPointF(x, area.bottom() + 4))
        painter.setPen(colours.color("muted"))
        room = QRectF(x - 40, area.bottom() + 4, 80, line)
        painter.drawText(room, flags, str(column + first))
    if area.bottom() + 4 + 2 * line <= bottom:
        room = QRectF(area.left(), area.bottom() + 3 + line, area.width(), line)
        title = metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft, title)


def paint_frame(painter: QPainter, area: QRectF, colour: str, thickness: int) -> None:
    """A frame with a contrasting edge, around what may be smaller than itself."""
    colours = theme.current()
    across, down = (max(0.0, 5.0 - side) / 2 for side in (area.width(), area.height()))
    area = area.adjusted(-across, -down, across, down)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colours.color("surface"), thickness + 2))
    painter.drawRect(area)
    painter.setPen(QPen(colours.color(colour), thickness))
    painter.drawRect(area)
