"""Where matrices of one shape lie beside or above each other. Pure geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

HIGHEST_ROW, WIDEST_COLUMN = 28.0, 20.0
"""Pixels of a cell beyond which it tells nothing more."""
NARROWEST_MAP = 130.0
"""Pixels under which maps are rather stacked, if that leaves their rows some height."""
LOWEST_MAP = 60.0


@dataclass(frozen=True)
class MapsLayout:
    """The places of all maps.

    Attributes:
        stacked: the maps stand above each other.
        cell: width and height of a cell in pixels.
        areas: of the cells of each map.
    """

    stacked: bool
    cell: tuple[float, float]
    areas: tuple[QRectF, ...]

    def cell_at(self, point: QPointF) -> tuple[int, int, int] | None:
        """(map, row, column) at a point."""
        for index, area in enumerate(self.areas):
            if area.contains(point):
                rows = max(1, round(area.height() / self.cell[1]))
                columns = max(1, round(area.width() / self.cell[0]))
                row = int((point.y() - area.top()) / self.cell[1])
                column = int((point.x() - area.left()) / self.cell[0])
                return index, min(row, rows - 1), min(column, columns - 1)
        return None

    def cell_rect(self, index: int, row: int, column: int) -> QRectF:
        """Where a cell of a map is."""
        wide, high = self.cell
        area = self.areas[index]
        return QRectF(area.left() + column * wide, area.top() + row * high, wide, high)

    def row_rect(self, index: int, row: int) -> QRectF:
        """Where a row of a map is."""
        area = self.areas[index]
        return QRectF(area.left(), area.top() + row * self.cell[1], area.width(), self.cell[1])


def _fitted(room: float, count: int, most: float) -> float:
    """Pixels of a cell: whole ones where that costs little, so that cells are of equal size."""
    size = min(max(room, 1.0) / count, most)
    return float(math.floor(size)) if size >= 5 else size


def lay_out(
    room: QRectF,
    count: int,
    shape: tuple[int, int],
    heading: float,
    labels: float,
    gap: float,
) -> MapsLayout:
    """Share ``room`` out among ``count`` maps.

    Args:
        room: for the maps with their headings and their row labels.
        count: of maps, at least 1.
        shape: rows and columns of each.
        heading: height of the line above each map.
        labels: width of the row labels, before the first map or, stacked, before each.
        gap: between maps side by side.
    """
    rows, columns = shape
    beside = (room.width() - labels - gap * (count - 1)) / count
    above = room.height() / count - heading
    stacked = count > 1 and beside < NARROWEST_MAP and above >= LOWEST_MAP
    wide = _fitted(room.width() - labels if stacked else beside, columns, WIDEST_COLUMN)
    high = _fitted(above if stacked else room.height() - heading, rows, HIGHEST_ROW)
    across, down = wide * columns, high * rows
    if stacked:
        left = room.left() + labels
        tops = [room.top() + heading + index * (down + heading) for index in range(count)]
        areas = tuple(QRectF(left, top, across, down) for top in tops)
    else:
        spare = room.width() - labels - count * across - gap * (count - 1)
        left = room.left() + labels + max(0.0, math.floor(spare / 2))
        top = room.top() + heading
        areas = tuple(
            QRectF(left + index * (across + gap), top, across, down) for index in range(count)
        )
    return MapsLayout(stacked, (wide, high), areas)


def tick_step(pixels: float, room: float) -> int:
    """How many cells of ``pixels`` lie between two numbers that need ``room``: a power of 2."""
    return 1 << max(0, math.ceil(math.log2(max(1.0, room / max(pixels, 1e-9)))))
