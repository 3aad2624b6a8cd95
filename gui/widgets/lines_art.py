"""Two sentences side by side and lines between their words, as wide and strong as the attention.

Coordinates are those of the view's viewport. Keys stand on the left, queries on the right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPen

from gui import theme
from gui.widgets.lines_model import Lines
from gui.widgets.token_axis import SPACE, AxisToken

Side = Literal["left", "right"]
MARGIN = 8.0
GAP = 7.0
"""Pixels between a word and its lines at zoom 1."""
_LINES_WIDTH = 90.0
"""Pixels between the two sentences at zoom 1 at least."""
_WIDEST = 620.0
"""Pixels between the two sentences at zoom 1 at most: longer lines are hard to follow."""
_LABEL_LIMIT = 190.0
_PITCH = 1.36
_LEVELS = 24


@dataclass(frozen=True)
class Word:
    """A word of one side."""

    side: Side
    index: int


class LinesArt:
    """The words, where they stand, and how they and the lines are painted."""

    def __init__(self, font: QFont) -> None:
        self.left: tuple[AxisToken, ...] = ()
        self.right: tuple[AxisToken, ...] = ()
        self.zoom = 1.0
        self._base = QFont(font)
        self._widths: dict[str, float] = {}
        self._fonts: dict[tuple[bool, bool], tuple[QFont, QFontMetricsF]] = {}
        self._span = (0.0, 0.0)
        self._top = 0.0
        self.set_font(font)

    def set_font(self, font: QFont) -> None:
        """Take another font."""
        self._base = QFont(font)
        self._size = max(9, QFontInfo(self._base).pixelSize())
        bold = QFont(self._base)
        bold.setPixelSize(self._size)
        bold.setBold(True)
        self._bold = QFontMetricsF(bold)
        self._widths.clear()
        self._fonts.clear()

    def set_zoom(self, zoom: float) -> None:
        """Draw larger or smaller."""
        self.zoom = zoom
        self._fonts.clear()

    def set_words(self, left: Sequence[AxisToken], right: Sequence[AxisToken]) -> None:
        """Show other words."""
        self.left, self.right = tuple(left), tuple(right)
        if len(self._widths) > 4000:
            self._widths.clear()

    def words(self, side: Side) -> tuple[AxisToken, ...]:
        """The words of one side."""
        return self.left if side == "left" else self.right

    # Geometry ------------------------------------------------------------------------

    @property
    def pitch(self) -> float:
        """Pixels from one word to the next."""
        return self._bold.height() * _PITCH * self.zoom

    @property
    def head(self) -> int:
        """Pixels of the titles above."""
        return math.ceil(self._bold.height() * 1.5)

    def _numbers(self) -> float:
        """Pixels of a number beside a word, at zoom 1."""
        return self._width("0.0000") + 8

    def _width(self, text: str) -> float:
        width = self._widths.get(text)
        if width is None:
            width = self._bold.horizontalAdvance(text) + 1.0
            self._widths[text] = width
        return width

    def _column(self, side: Side) -> float:
        """Pixels of a side's words at zoom 1."""
        widest = max((self._width(token.text) for token in self.words(side)), default=0.0)
        return min(_LABEL_LIMIT, widest)

    def content(self) -> QSizeF:
        """The room at zoom 1, without the titles."""
        sides = self._column("left") + self._column("right") + 2 * self._numbers()
        rows = max(len(self.left), len(self.right), 1)
        return QSizeF(
            2 * MARGIN + sides + 2 * GAP + _LINES_WIDTH,
            rows * self._bold.height() * _PITCH + MARGIN,
        )

    def place(self, body: QRect, across: int, down: int) -> None:
        """Stand in ``body`` of the viewport, scrolled this far."""
        wide = max(float(body.width()), self.content().width() * self.zoom)
        outer = MARGIN + self._numbers() * self.zoom
        left = outer + self._column("left") * self.zoom
        right = wide - outer - self._column("right") * self.zoom
        spare = right - left - 2 * GAP * self.zoom - _WIDEST * max(1.0, self.zoom)
        if spare > 0:
            left, right = left + spare / 2, right - spare / 2
        self._span = (left - across, right - across)
        self._top = body.top() + MARGIN / 2 - down

    def y(self, index: int) -> float:
        """The middle of a word's line."""
        return self._top + (index + 0.5) * self.pitch

    def ends(self) -> tuple[float, float]:
        """Where lines begin and end."""
        gap = GAP * self.zoom
        return self._span[0] + gap, self._span[1] - gap

    def word_at(self, point: QPointF) -> Word | None:
        """The word at a point; its number and its line's end belong to it."""
        index = math.floor((point.y() - self._top) / self.pitch)
        begin, end = self.ends()
        for side, inside in (("left", point.x() <= begin), ("right", point.x() >= end)):
            if inside and 0 <= index < len(self.words(_side(side))):
                return Word(_side(side), index)
        return None

    def area(self, word: Word) -> QRectF:
        """Where a word stands, with its number."""
        y = self.y(word.index) - self.pitch / 2
        wide = (self._column(word.side) + self._numbers()) * self.zoom
        left = self._span[0] - wide if word.side == "left" else self._span[1]
        return QRectF(left, y, wide, self.pitch)

    def seen(self, side: Side, body: QRect) -> range:
        """The words of one side that can be seen."""
        count = len(self.words(side))
        first = math.floor((body.top() - self._top) / self.pitch)
        last = math.ceil((body.bottom() + 1 - self._top) / self.pitch)
        return range(min(max(first, 0), count), min(max(last, 0), count))

    def crossing(self, lines: Lines, body: QRect) -> Lines:
        """Those of the lines that pass through ``body``."""
        left = self._top + (lines.columns + 0.5) * self.pitch
        right = self._top + (lines.rows + 0.5) * self.pitch
        above = np.maximum(left, right) < body.top() - 3
        below = np.minimum(left, right) > body.bottom() + 3
        return lines.of(~(above | below))

    # Painting ------------------------------------------------------------------------

    def paint_lines(self, painter: QPainter, lines: Lines, colour: QColor, first: int) -> int:
        """Draw lines of one width and strength, from number ``first`` on; the next number.

        The order does not matter to the result: layers of one colour add up alike.
        """
        weights = lines.weights
        level = _level(float(weights[first]))
        # They are sorted: all of one level stand together.
        last = first
        while last < len(weights) and last - first < 100 and _level(float(weights[last])) == level:
            last += 1
        strength = min(1.0, (level + 0.5) / _LEVELS)
        ink = QColor(colour)
        ink.setAlphaF(0.2 + 0.75 * strength)
        pen = QPen(ink, max(0.6, (0.8 + 5.0 * strength) * min(1.5, max(0.6, self.zoom))))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        begin, end = self.ends()
        painter.drawLines(
            [
                QLineF(begin, self.y(column), end, self.y(row))
                for row, column in zip(
                    lines.rows[first:last].tolist(),
                    lines.columns[first:last].tolist(),
                    strict=True,
                )
            ]
        )
        return last

    def paint_word(
        self, painter: QPainter, word: Word, colour: QColor, bold: bool, number: str
    ) -> None:
        """A word, and a number outside of it."""
        token = self.words(word.side)[word.index]
        font, metrics = self._font(bold, token.special)
        painter.setFont(font)
        painter.setPen(colour)
        room = self._column(word.side) * self.zoom
        text = token.text
        if metrics.horizontalAdvance(text) > room + 1:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        area = self.area(word)
        middle = Qt.AlignmentFlag.AlignVCenter
        flags = int(middle) | int(Qt.TextFlag.TextSingleLine) | int(Qt.TextFlag.TextDontClip)
        left = word.side == "left"
        wide = metrics.horizontalAdvance(text)
        x = area.right() - wide if left else area.left()
        box = QRectF(x, area.top(), wide, area.height())
        if token.spaced and text.startswith(SPACE):
            painter.setPen(theme.current().color("outline"))
            painter.drawText(box, flags, SPACE)
            box.setLeft(box.left() + metrics.horizontalAdvance(SPACE))
            text = text.removeprefix(SPACE)
            painter.setPen(colour)
        painter.drawText(box, flags, text)
        if number:
            font, metrics = self._font(False, False)
            painter.setFont(font)
            wide = metrics.horizontalAdvance(number)
            gap = 8 * self.zoom
            # All numbers of a side in one column, next to the longest word.
            x = area.left() if left else area.right() - wide
            x = min(x, box.left() - gap - wide) if left else max(x, box.right() + gap)
            painter.drawText(QRectF(x, area.top(), wide, area.height()), flags, number)

    def paint_titles(self, painter: QPainter, body: QRect, left: str, right: str) -> None:
        """What the two sides are, above them."""
        painter.setFont(self._base)
        metrics = QFontMetricsF(self._base)
        painter.setPen(theme.current().color("muted"))
        middle = (self._span[0] + self._span[1]) / 2
        first, last = body.left() + MARGIN, body.right() - MARGIN
        # Flush with the words, if there is room for that.
        end = min(max(self._span[0], first + metrics.horizontalAdvance(left)), middle - MARGIN)
        begin = max(min(self._span[1], last - metrics.horizontalAdvance(right)), middle + MARGIN)
        for text, edge, side in (
            (left, QRectF(first, 0, end - first, self.head), Qt.AlignmentFlag.AlignRight),
            (right, QRectF(begin, 0, last - begin, self.head), Qt.AlignmentFlag.AlignLeft),
        ):
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, edge.width())
            painter.drawText(edge, side | Qt.AlignmentFlag.AlignVCenter, elided)

    def _font(self, bold: bool, italic: bool) -> tuple[QFont, QFontMetricsF]:
        found = self._fonts.get((bold, italic))
        if found is None:
            font = QFont(self._base)
            font.setPixelSize(max(1, round(self._size * self.zoom)))
            font.setBold(bold)
            font.setItalic(italic)
            found = self._fonts[bold, italic] = (font, QFontMetricsF(font))
        return found


def _level(weight: float) -> int:
    return min(_LEVELS - 1, int(weight * _LEVELS))


def _side(name: str) -> Side:
    return "left" if name == "left" else "right"
