"""Where the thumbnails of the heads stand: layers × heads, or one ordered list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

Place = tuple[int, int]
"""(layer, column); the columns after the heads are their mean and their maximum."""

NARROWEST, LOWEST, LARGEST = 10, 18, 168
"""Pixels of a thumbnail's sides; where there is less room it is scrolled."""
ASPECT = 2.0
"""How far a thumbnail may be from square."""
MARGIN = 5
_ROOMY = 24


@dataclass(frozen=True)
class Texts:
    """Pixels that the words around the thumbnails take.

    Attributes:
        line: height of digits.
        row: width of a row's name.
        summary: width of the name of the mean's and the maximum's column.
        entry: width of a list entry's name and number.
    """

    line: int
    row: int
    summary: int
    entry: int


class HeadsLayout:
    """Areas in content pixels; the thumbnails all have one size.

    Attributes:
        width, height: of a thumbnail.
        across, down: of everything.
        listed: whether it is a list.
    """

    def __init__(self) -> None:
        self.width = self.height = LOWEST
        self.across = self.down = 0
        self.listed = False
        self.left = self.top = 0
        self.gap = 4
        self.places: list[Place] = []
        self._areas: dict[Place, QRectF] = {}
        self._captions: dict[Place, QRectF] = {}
        self._wholes: dict[Place, QRectF] = {}
        self._texts = Texts(12, 40, 24, 60)
        self._in_row = 1

    def grid(self, room: tuple[int, int], layers: int, heads: int, texts: Texts) -> None:
        """Rows are layers; columns are heads, then mean and maximum, set apart."""
        self.listed, self._texts = False, texts
        self.left, self.top = texts.row + 8, texts.line + 7
        columns = heads + 2
        free = room[0] - self.left - 2 * MARGIN - self._apart()
        self.gap = 6 if free / columns >= _ROOMY + 6 else 3
        wide = free // columns - self.gap
        # The names of the last two columns may be wider than their thumbnails.
        over = 2 * max(0, texts.summary - wide)
        if over:
            wide = (free - over) // columns - self.gap
        high = (room[1] - self.top - 2 * MARGIN) // max(1, layers) - self._below()
        self._size(wide, high)
        pitch = self.height + self._below()
        last_pitch = max(self.width, texts.summary) + self.gap
        self._areas = {}
        for layer in range(layers):
            y = MARGIN + self.top + layer * pitch
            for column in range(columns):
                x = MARGIN + self.left + min(column, heads) * (self.width + self.gap)
                if column >= heads:
                    x += self._apart() + (column - heads) * last_pitch
                    x += (last_pitch - self.gap - self.width) // 2
                self._areas[layer, column] = QRectF(x, y, self.width, self.height)
        self.places = list(self._areas)
        self._in_row = columns
        self._measure()

    def ordered(self, room: tuple[int, int], order: Sequence[Place], texts: Texts) -> None:
        """The heads in order, as many in a row as make them largest."""
        self.listed, self._texts = True, texts
        self.left = self.top = 0
        self.gap = 8
        count = max(1, len(order))
        best = (0, 0, 0)
        most = max(1, (room[0] - 2 * MARGIN) // (texts.entry + self.gap))
        for in_row in range(1, min(most, count) + 1):
            rows = -(-count // in_row)
            wide = (room[0] - 2 * MARGIN) // in_row - self.gap
            high = (room[1] - 2 * MARGIN) // rows - self._below()
            side = min(wide, high, LARGEST)
            # Of equally large ones, the one with the longer rows.
            best = max(best, (side, in_row, high))
        self._in_row = best[1] or min(most, count)
        if best[0] < LOWEST:
            # It has to be scrolled anyway.
            self._in_row = min(most, count)
        wide = (room[0] - 2 * MARGIN) // self._in_row - self.gap
        high = (room[1] - 2 * MARGIN) // -(-count // self._in_row) - self._below()
        self._size(max(wide, texts.entry), max(high, min(wide, 2 * LOWEST)))
        self._areas = {}
        for index, place in enumerate(order):
            row, column = divmod(index, self._in_row)
            x = MARGIN + column * (max(self.width, texts.entry) + self.gap)
            y = MARGIN + row * (self.height + self._below())
            self._areas[place] = QRectF(x, y, self.width, self.height)
        self.places = list(order)
        self._measure()

    def _size(self, wide: int, high: int) -> None:
        wide, high = min(wide, LARGEST), min(high, LARGEST)
        wide, high = max(wide, NARROWEST), max(high, LOWEST)
        self.width = max(NARROWEST, min(wide, int(high * ASPECT)))
        self.height = max(LOWEST, min(high, int(wide * ASPECT)))

    def _apart(self) -> int:
        return 10

    def _below(self) -> int:
        """Pixels from the foot of a thumbnail to the next: a bar, a line of text, a gap."""
        return 6 + self._texts.line + 5

    def _below_of(self, area: QRectF) -> QRectF:
        least = self._texts.entry if self.listed else area.width() + self.gap
        wide = max(area.width(), least)
        x = area.left() if self.listed else area.center().x() - wide / 2
        return QRectF(x, area.bottom() + 6, wide, self._texts.line)

    def _measure(self) -> None:
        whole = QRectF()
        for area in self._areas.values():
            whole = whole.united(area)
        self._captions = {place: self._below_of(area) for place, area in self._areas.items()}
        self._wholes = {
            place: area.united(self._captions[place]).adjusted(-4, -4, 4, 4)
            for place, area in self._areas.items()
        }
        # What is written may be wider than the thumbnail: from its left side, or centred.
        over = self._texts.entry - self.width
        if not self.listed:
            over = (self._texts.summary - self.width + 1) // 2
        self.across = round(whole.right() + max(0, over)) + MARGIN
        self.down = round(whole.bottom()) + self._below()
        if not self._areas:
            self.across = self.down = 0

    # Asking -------------------------------------------------------------------------

    def area(self, place: Place) -> QRectF:
        """The thumbnail of a place; empty if it is not shown."""
        return QRectF(self._areas.get(place, QRectF()))

    def caption(self, place: Place) -> QRectF:
        """The line of text under a thumbnail."""
        return QRectF(self._captions.get(place, QRectF()))

    def whole(self, place: Place) -> QRectF:
        """All that is drawn of a place, its mark included."""
        return QRectF(self._wholes.get(place, QRectF()))

    def at(self, point: QPointF) -> Place | None:
        """The place whose thumbnail or caption is at a point."""
        for place, area in self._areas.items():
            if area.adjusted(-1, -1, 1, 6 + self._texts.line).contains(point):
                return place
        return None

    def row_at(self, point: QPointF) -> int | None:
        """The layer whose name, beside its first thumbnail, is at a point."""
        if self.listed:
            return None
        for (layer, column), area in self._areas.items():
            if column == 0 and area.top() <= point.y() <= area.bottom():
                return layer if MARGIN <= point.x() < area.left() - 1 else None
        return None

    def beside(self, place: Place, step: int) -> Place:
        """The place before or after in the list, the same one at its ends."""
        index = self.places.index(place) + step
        return self.places[min(max(index, 0), len(self.places) - 1)]

    def in_row(self) -> int:
        """How many places stand in a row."""
        return self._in_row
