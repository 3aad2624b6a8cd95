"""How the room of a heat map is shared out between cells, labels, titles and colour bar.

Pure geometry: the labels say how much room they want through :class:`Labels`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, Protocol

from PySide6.QtCore import QRect, QRectF, QSizeF

from gui.widgets.label_layout import GAP

WIDEST_CELL, HIGHEST_CELL = 92.0, 60.0
"""Pixels: beyond this a cell tells nothing more."""
ASPECT = 2.0
"""How far a cell may be from square for no other reason than that there is room."""
READABLE_ROW, READABLE_COLUMN = 18.0, 38.0
"""Pixels of a row's height that its label needs, and of a column's width that its numbers need."""
WIDEST_LABEL = 128.0
"""Pixels: columns do not get wider than this for their labels to lie flat."""
SPACE = 6
_LOW = 7
"""Lines of text: in a lower heat map the cells need the room of the columns' title."""
_NEARLY = 0.9
_LABEL_SHARE = 0.34
_LABEL_LIMIT = 150.0

Size = tuple[float, float]
"""Width and height."""


class Labels(Protocol):
    """The labels of one axis."""

    def thickness(self, pitch: float, limit: float) -> float:
        """Pixels across the axis that they want at ``pitch`` pixels a cell."""
        ...

    def overhang(self, pitch: float, limit: float) -> float:
        """Pixels that they reach past the last cell."""
        ...

    def flat(self) -> float:
        """Pixels a cell from which on they lie flat side by side; 0 if there are none."""
        ...


Place = Literal["above", "beside", "nowhere"]
"""Of the columns' title: above their labels, left of them in the same line, or left out."""


@dataclass(frozen=True)
class Room:
    """What there is to share out, in pixels.

    Attributes:
        width, height: of the heat map.
        rows, columns: of the matrix.
        line: height of a line of text.
        bar: width of the colour bar.
        scroll: thickness of a scroll bar.
        strip: height of the strip of sums under the matrix; 0 if there is none.
        strip_label: width of that strip's own label.
        columns_title: width of the columns' title.
    """

    width: float
    height: float
    rows: int
    columns: int
    line: int
    bar: int
    scroll: int
    strip: float = 0.0
    strip_label: float = 0.0
    columns_title: float = 0.0

    @property
    def pad(self) -> int:
        """Labels are higher than small cells: half a line of room at both ends."""
        return math.ceil(self.line / 2)

    @property
    def title(self) -> float:
        """Height of an axis' title."""
        return float(self.line + 2)

    def head(self, place: Place) -> float:
        """Height above the columns' labels."""
        return self.title if place == "above" else 0.0

    def lead(self, left: float, place: Place) -> float:
        """Width before the cells where the row labels take ``left`` pixels."""
        own = self.title + left
        return max(own, self.columns_title + 2 * SPACE) if place == "beside" else own


@dataclass(frozen=True)
class Arrangement:
    """Where everything goes.

    Attributes:
        view: the cells, with their scroll bars.
        left, top: the labels; they reach ``pad`` pixels beyond the cells at both ends.
        strip: the sums, as wide as labels and cells.
        bar: the colour bar.
        columns_title, rows_title: the titles' areas; the columns' is empty if it is left out.
        fitting: the size of a cell with which all of them fit.
        seen: how much of the view shows cells: all but its scroll bars.
    """

    view: QRect
    left: QRect
    top: QRect
    strip: QRect
    bar: QRect
    columns_title: QRectF
    rows_title: QRectF
    fitting: Size
    seen: QSizeF


@dataclass(frozen=True)
class _Margins:
    left: float
    top: float
    over: float


def arrange(room: Room, left: Labels, top: Labels, cell: Size | None) -> Arrangement:
    """Share out the room.

    Args:
        room: what there is.
        left, top: the labels of the rows and of the columns.
        cell: the size of a cell; ``None`` to make all of them fit.
    """
    fitting, place = _fitting(room, left, top)
    size = cell or fitting
    margins = _margins(room, left, top, size)
    free_width, free_height = _free(room, margins, place)
    across, down = room.columns * size[0], room.rows * size[1]
    wide, high = float(math.ceil(across)), float(math.ceil(down))
    seen = QSizeF(wide, high)
    if cell is not None:
        # A scroll bar takes room, which may call for the other one.
        sideways = wide > free_width
        upright = high > free_height - (room.scroll if sideways else 0)
        sideways = wide > free_width - (room.scroll if upright else 0)
        beside, below = (room.scroll if upright else 0), (room.scroll if sideways else 0)
        wide = max(1.0, min(wide + beside, math.floor(free_width)))
        high = max(1.0, min(high + below, math.floor(free_height)))
        seen = QSizeF(wide - beside, high - below)
    pad, line, title = room.pad, room.line, room.title
    spare = room.width - (title + margins.left + wide + margins.over + room.bar + 2 * SPACE)
    # In the middle, as far as a title beside the labels leaves it there.
    x = round(max(0.0, spare / 2)) + title + margins.left
    x = max(x, math.ceil(room.lead(margins.left, place)))
    y = room.head(place) + margins.top
    reach = max(
        wide + pad,
        min(int(room.width - x), wide + room.bar + 2 * SPACE + math.ceil(margins.over)),
    )
    # A short matrix gets a readable bar all the same.
    most = max(40.0, room.height - y + line / 2)
    bar_height = int(min(max(high + line, 110.0), most))
    return Arrangement(
        view=QRect(int(x), int(y), int(wide), int(high)),
        left=QRect(int(x - margins.left), int(y) - pad, int(margins.left), int(high) + 2 * pad),
        top=QRect(int(x) - pad, int(room.head(place)), int(reach) + pad, int(margins.top)),
        strip=QRect(
            int(x - margins.left),
            int(y + high) + SPACE,
            int(margins.left + wide),
            int(room.strip),
        ),
        bar=QRect(int(x + wide + 2 * SPACE), int(y - line / 2), room.bar, bar_height),
        columns_title=_title_area(room, x, y, max(wide, room.width - x), place),
        rows_title=QRectF(x - margins.left - title, y, title, max(high, room.height - y)),
        fitting=fitting,
        seen=seen,
    )


def _margins(room: Room, left: Labels, top: Labels, size: Size) -> _Margins:
    limit_left = min(_LABEL_LIMIT, room.width * _LABEL_SHARE)
    limit_top = min(_LABEL_LIMIT, room.height * _LABEL_SHARE)
    over = min(top.overhang(size[0], limit_top), 0.25 * room.width)
    return _Margins(
        max(math.ceil(left.thickness(size[1], limit_left)), room.strip_label),
        math.ceil(top.thickness(size[0], limit_top)),
        max(0.0, over - room.bar - 2 * SPACE),
    )


def _title_area(room: Room, x: float, y: float, width: float, place: Place) -> QRectF:
    """Where the columns' title goes if the first cell's corner is at ``x``, ``y``."""
    if place == "nowhere":
        return QRectF()
    if place == "above":
        return QRectF(x, 0, width, room.title)
    # On the line on which flat labels stand.
    end = x - SPACE
    return QRectF(end - room.columns_title, y - GAP - room.line, room.columns_title, room.line)


def _free(room: Room, margins: _Margins, place: Place) -> Size:
    """Width and height that are left for the cells."""
    strip = room.strip + SPACE if room.strip else 0.0
    lead = room.lead(margins.left, place)
    width = room.width - lead - margins.over - room.bar - 2 * SPACE - 2
    height = room.height - room.head(place) - margins.top - max(room.pad, strip)
    return max(width, 1.0), max(height, 1.0)


def _fitting(room: Room, left: Labels, top: Labels) -> tuple[Size, Place]:
    """The size of a cell with which all of them fit, and where the columns' title goes."""
    above = _fitting_with(room, left, top, "above")
    if above[1] >= READABLE_ROW or not room.columns_title:
        return above, "above"
    # The rows need the title's line more than the columns a little of their width.
    beside = _fitting_with(room, left, top, "beside")
    if beside[0] >= _least_width(room, top, above[0]):
        return beside, "beside"
    if room.height < _LOW * room.line:
        return _fitting_with(room, left, top, "nowhere"), "nowhere"
    return above, "above"


def _least_width(room: Room, top: Labels, wide: float) -> float:
    """Which width does columns ``wide`` pixels wide no harm: their labels stand as before."""
    if wide >= top.flat():
        return top.flat()
    slanted = room.line * math.sqrt(2)
    return max(_NEARLY * wide, slanted) if wide >= slanted else wide


def _fitting_with(room: Room, left: Labels, top: Labels, place: Place) -> Size:
    useful = _useful_width(room, left, top, place)
    size = room.width / room.columns, room.height / room.rows
    # What the labels need depends on the cells' size, and that on the labels.
    for _ in range(3):
        free = _free(room, _margins(room, left, top, size), place)
        size = cell_size(*free, room.rows, room.columns, useful)
    return size


def _useful_width(room: Room, left: Labels, top: Labels, place: Place) -> float:
    """The width up to which columns gain from room that there is.

    Flat labels leave the rows the height that slanted or upright ones take. Row labels of
    full size are counted with, so that what the rows gain does not turn the labels again.
    """
    flat = math.ceil(top.flat())
    limit = min(_LABEL_LIMIT, room.width * _LABEL_SHARE)
    margins = _Margins(max(left.thickness(math.inf, limit), room.strip_label), 0.0, 0.0)
    if flat > WIDEST_LABEL or flat * room.columns > _free(room, margins, place)[0]:
        return READABLE_COLUMN
    return max(READABLE_COLUMN, float(flat))


def cell_size(
    width: float, height: float, rows: int, columns: int, useful: float = READABLE_COLUMN
) -> Size:
    """Width and height of a cell that fill the room, but stay near square and in bounds.

    Columns may be up to ``useful`` pixels wide however low the rows are.
    """
    wide = max(width, 1.0) / columns
    high = min(max(height, 1.0) / rows, HIGHEST_CELL)
    # Low rows are no reason for columns whose labels cannot be read, nor the other way round.
    wide = min(wide, max(min(high * ASPECT, WIDEST_CELL), useful))
    high = min(high, max(wide * ASPECT, READABLE_ROW))
    # Whole pixels make cells of equal size; small cells need every pixel there is.
    if wide >= 5:
        wide = float(math.floor(wide))
    if high >= 5:
        high = float(math.floor(high))
    return wide, high
