"""Where the pieces of the token strip stand: lines of chips, wrapped like text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF

from gui.widgets.strip_model import Break, Chip, Entry, Given, Note, StripModel
from gui.widgets.token_axis import SPACE

MARGIN = 5.0
PAD = 5.0
GAP = 3.0
WORD_GAP = 5.0
SENTENCE_GAP = 14.0
LINE_GAP = 6.0
PARAGRAPH_GAP = 10.0
NARROWEST = 16.0
TAIL = "…"


class StripLayout:
    """The rectangles of a model's entries, in the coordinates of the whole strip.

    Attributes:
        areas: one a model entry; without width for breaks and hidden chips.
        tail_area: the place kept for the piece that is not decided yet.
        tail: whether there is such a place.
        specials: whether special tokens have a width.
    """

    def __init__(self, model: StripModel, font: QFont) -> None:
        self._model = model
        self.areas: list[QRectF] = []
        self._tops: list[float] = []
        self._bottom = MARGIN
        self.specials = True
        self.tail = False
        self.tail_area = QRectF()
        self.set_font(font)

    def set_font(self, base: QFont) -> None:
        """Measure with another font; lay out anew after that."""
        self.font = QFont(base)
        self.font.setPixelSize(round(QFontInfo(base).pixelSize() * 1.1))
        self.metrics = QFontMetricsF(self.font)
        self.italic = QFont(self.font)
        self.italic.setItalic(True)
        self.italic_metrics = QFontMetricsF(self.italic)
        self._advances: dict[tuple[str, bool], float] = {}
        self.space_width = self.metrics.horizontalAdvance(SPACE)
        self.height = self.metrics.height() + 2 * PAD + 3

    def _width_of(self, entry: Entry) -> float:
        if isinstance(entry, Note):
            return self._advance(entry.text, True) + 2 * PAD
        if isinstance(entry, Break) or (entry.special and not self.specials):
            return 0.0
        width = self._advance(entry.text, entry.special) + 2 * PAD
        return max(width + (self.space_width if entry.spaced else 0.0), NARROWEST)

    def _advance(self, text: str, italic: bool) -> float:
        """The width of a text; the same pieces come again and again."""
        width = self._advances.get((text, italic))
        if width is None:
            metrics = self.italic_metrics if italic else self.metrics
            width = self._advances[text, italic] = metrics.horizontalAdvance(text)
        return width

    def lay_out(self, width: float, first: int) -> None:
        """Place the entries from ``first`` on in lines of ``width``."""
        first = min(first, len(self.areas))
        del self.areas[first:]
        del self._tops[first:]
        limit = width - MARGIN
        x, y = MARGIN, MARGIN
        if first:
            x, y = self.areas[-1].right(), self.areas[-1].top()
        for entry in self._model.entries[first:]:
            if isinstance(entry, Break):
                if entry.lines:
                    # A blank line in the source stays visible as a wider gap.
                    y += self.height + LINE_GAP + (PARAGRAPH_GAP if entry.lines > 1 else 0.0)
                    x = MARGIN
                else:
                    x += SENTENCE_GAP
                self.areas.append(QRectF(x, y, 0, self.height))
                self._tops.append(y)
                continue
            wanted = self._width_of(entry)
            if wanted:
                gap = 0.0 if x <= MARGIN else GAP
                if gap and isinstance(entry, Chip | Given) and entry.spaced:
                    gap = WORD_GAP
                if x > MARGIN and x + gap + wanted > limit:
                    x, y, gap = MARGIN, y + self.height + LINE_GAP, 0.0
                x += gap
            area = QRectF(x, y, min(wanted, max(limit - MARGIN, NARROWEST)), self.height)
            self.areas.append(area)
            self._tops.append(y)
            x = area.right()
        self.tail_area = QRectF()
        if self.tail:
            wanted = self.metrics.horizontalAdvance(TAIL) + 2 * PAD
            if x > MARGIN and x + WORD_GAP + wanted > limit:
                x, y = MARGIN, y + self.height + LINE_GAP
            elif x > MARGIN:
                x += WORD_GAP
            self.tail_area = QRectF(x, y, wanted, self.height)
        self._bottom = y + self.height + MARGIN

    def content_height(self) -> float:
        """Height of the whole strip."""
        return self._bottom

    def between(self, top: float, bottom: float) -> range:
        """The entries whose lines lie between two heights."""
        # Tops ascend, so nothing else has to be looked at.
        return range(bisect_left(self._tops, top - self.height), bisect_right(self._tops, bottom))

    def area_of(self, position: int) -> QRectF:
        """The rectangle of the chip of a position; an empty one if it has no chip."""
        index = self._model.chips[position]
        return self.areas[index] if index >= 0 else QRectF()

    def chip_at(self, place: QPointF) -> Chip | None:
        """The chip at a point of the strip."""
        for index in self.between(place.y(), place.y()):
            entry = self._model.entries[index]
            if isinstance(entry, Chip) and self.areas[index].contains(place):
                return entry
        return None

    def beside(self, position: int, direction: int) -> int | None:
        """The next position with a width to the left (-1) or right (1)."""
        position += direction
        while 0 <= position < len(self._model.chips):
            if self.area_of(position).width() > 0:
                return position
            position += direction
        return None

    def on_next_line(self, position: int, direction: int) -> int | None:
        """The position nearest to this one in the line above (-1) or below (1)."""
        if not 0 <= position < len(self._model.chips):
            return None
        here = self.area_of(position)
        best: int | None = None
        other = self.beside(position, direction)
        while other is not None:
            area = self.area_of(other)
            if area.top() != here.top():
                if best is None:
                    best = other
                elif area.top() != self.area_of(best).top():
                    break
                elif abs(area.center().x() - here.center().x()) < abs(
                    self.area_of(best).center().x() - here.center().x()
                ):
                    best = other
            other = self.beside(other, direction)
        return best
