"""Where the labels of a token axis go, so that they stay readable and never overlap.

Pure geometry: no widget, no painter. Labels first try to lie flat, then diagonally,
then upright; if even that is too dense every k-th label stays, and the labels a reader
is looking at (the marked row, the one under the pointer) always stay.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF, QTransform

GAP = 5.0
"""Pixels between a label and the matrix."""

FLAT_GAP = 8.0
"""Pixels at least between the labels of columns that lie flat."""

Measure = Callable[[str, bool], float]
"""Width in pixels of a text, plain or bold."""

Elide = Callable[[str, bool, float], str]
"""The text, shortened with an ellipsis to a width."""


@dataclass(frozen=True)
class PlacedLabel:
    """One label to draw.

    Attributes:
        index: the token it names.
        text: what to draw, shortened if need be.
        origin: the point about which it turns, in widget pixels.
        angle: degrees, clockwise as Qt counts; 0 is flat.
        box: the text's rectangle before turning, relative to ``origin``.
        bold: whether it is the marked one.
    """

    index: int
    text: str
    origin: QPointF
    angle: float
    box: QRectF
    bold: bool

    def transform(self) -> QTransform:
        """From the box's coordinates to the widget's."""
        return QTransform().translate(self.origin.x(), self.origin.y()).rotate(self.angle)

    def outline(self) -> QPolygonF:
        """The four corners of the drawn label, in widget pixels."""
        return self.transform().map(QPolygonF(self.box))


@dataclass(frozen=True)
class AxisGeometry:
    """Where the cells of an axis lie along it.

    Attributes:
        offset: pixel at which the first cell begins.
        pitch: pixels a cell.
        thickness: pixels across the axis that labels may use.
        length: pixels along the axis that labels may use, beyond the cells too.
        begin, end: pixels between which cells can be seen; the others get no label.
    """

    offset: float
    pitch: float
    thickness: float
    length: float
    begin: float = -math.inf
    end: float = math.inf

    def centre(self, index: int) -> float:
        """The middle of a cell."""
        return self.offset + (index + 0.5) * self.pitch

    def visible(self, count: int) -> range:
        """Those of ``count`` cells whose middle can be seen."""
        if self.pitch <= 0 or (math.isinf(self.begin) and math.isinf(self.end)):
            return range(count)
        first = math.ceil((self.begin - self.offset) / self.pitch - 0.5 - 1e-6)
        last = math.floor((self.end - self.offset) / self.pitch - 0.5 + 1e-6)
        return range(min(max(first, 0), count), min(max(last + 1, 0), count))


def chosen(count: int, stride: int, always: Sequence[int]) -> list[int]:
    """Every ``stride``-th index, making room for the ``always`` ones, in order."""
    kept: list[int] = []
    for index in always:
        # Earlier ones matter more: the marked row before the hovered one.
        if 0 <= index < count and all(abs(index - other) >= stride for other in kept):
            kept.append(index)
    fixed = tuple(kept)
    kept.extend(
        index
        for index in range(0, count, stride)
        if all(abs(index - other) >= stride for other in fixed)
    )
    return sorted(kept)


def stride_for(line: float, pitch: float) -> int:
    """How many cells a label of height ``line`` takes up."""
    if pitch <= 0:
        return 1
    return max(1, math.ceil(line / pitch - 1e-6))


def place_rows(
    texts: Sequence[str],
    geometry: AxisGeometry,
    line: float,
    measure: Measure,
    elide: Elide,
    marked: int | None = None,
    pointed: int | None = None,
) -> list[PlacedLabel]:
    """Labels left of the rows, set flush right."""
    always = [index for index in (marked, pointed) if index is not None]
    room = max(0.0, geometry.thickness - GAP)
    placed = []
    seen = geometry.visible(len(texts))
    for index in chosen(len(texts), stride_for(line, geometry.pitch), always):
        if index not in seen:
            continue
        bold = index == marked
        text = elide(texts[index], bold, room)
        width = min(room, measure(text, bold))
        origin = QPointF(geometry.thickness - GAP, geometry.centre(index))
        box = QRectF(-width, -line / 2, width, line)
        placed.append(PlacedLabel(index, text, origin, 0.0, box, bold))
    return placed


def column_angle(widest: float, line: float, pitch: float) -> float:
    """The gentlest angle at which column labels of this size do not touch."""
    if widest + FLAT_GAP <= pitch:
        return 0.0
    # Neighbours on a slant are pitch × sin 45° apart.
    if pitch * math.sin(math.pi / 4) >= line:
        return -45.0
    return -90.0


def column_thickness(widest: float, line: float, pitch: float) -> float:
    """The height above the columns that the longest label needs."""
    angle = column_angle(widest, line, pitch)
    if angle == 0.0:
        return line + GAP
    if angle == -90.0:
        return widest + GAP
    return (widest + line) * math.sin(math.pi / 4) + GAP


def column_overhang(widths: Sequence[float], line: float, pitch: float) -> float:
    """How far slanted labels reach beyond the last column's right edge."""
    if not widths or column_angle(max(widths), line, pitch) != -45.0:
        return 0.0
    count = len(widths)
    slant = math.sin(math.pi / 4)
    reach = max(
        (index + 0.5) * pitch + (width + line) * slant for index, width in enumerate(widths)
    )
    return max(0.0, reach - count * pitch)


def place_columns(
    texts: Sequence[str],
    geometry: AxisGeometry,
    line: float,
    measure: Measure,
    elide: Elide,
    marked: int | None = None,
    pointed: int | None = None,
) -> list[PlacedLabel]:
    """Labels above the columns: flat, slanted or upright, one way for all of them."""
    if not texts:
        return []
    widest = max(measure(text, True) for text in texts)
    angle = column_angle(widest, line, geometry.pitch)
    always = [index for index in (marked, pointed) if index is not None]
    stride = 1 if angle != -90.0 else stride_for(line, geometry.pitch)
    bottom = geometry.thickness - GAP
    slant = math.sin(math.pi / 4)
    placed = []
    seen = geometry.visible(len(texts))
    for index in chosen(len(texts), stride, always):
        if index not in seen:
            continue
        bold = index == marked
        centre = geometry.centre(index)
        if angle == 0.0:
            room = geometry.pitch
            origin = QPointF(centre, bottom - line / 2)
        elif angle == -90.0:
            room = bottom
            origin = QPointF(centre, bottom)
        else:
            origin = QPointF(centre, bottom - line / 2 * slant)
            high = origin.y() / slant - line / 2
            # Not beyond the right edge of the axis either.
            wide = (geometry.length - centre) / slant - line / 2
            room = min(high, wide)
        room = max(0.0, room)
        text = elide(texts[index], bold, room)
        width = min(room, measure(text, bold))
        left = -width / 2 if angle == 0.0 else 0.0
        box = QRectF(left, -line / 2, width, line)
        placed.append(PlacedLabel(index, text, origin, angle, box, bold))
    return placed
