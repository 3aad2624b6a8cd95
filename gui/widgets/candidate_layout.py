"""Where the rows and columns of the candidates stand."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF

from gui.language import tr
from gui.widgets.candidate_model import Row, Table
from gui.widgets.pieces import axis_token, log_text, weight_text

MARGIN = 4.0
GAP = 10.0
OUTSIDE_GAP = 16.0
"""Room for the dots that say that ranks are left out here."""
REST_GAP = 9.0
NARROWEST_BAR = 44.0
CHANCE_HEIGHT = 3.0
_NARROWEST_PIECE = 64.0
_PIECE_SHARE = 0.36
_LONG_LOGARITHMS = (-0.0001234567, -0.00001234567, -1234.567)
"""Their texts are the widest that a logarithm has."""
_ROOMY_BAR = 200.0
"""Pixels of bar that have to be left beside the long names of the columns."""

Extent = tuple[float, float]
"""Left and right, in pixels."""


@dataclass(frozen=True)
class Column:
    """A column of numbers."""

    name: str
    extent: Extent


@dataclass(frozen=True)
class Columns:
    """The columns from left to right; ``chance`` only where pieces are drawn, and
    ``log_probability`` only where there is room for it.
    """

    rank: Extent
    piece: Extent
    bar: Extent
    probability: Column
    log_probability: Column | None
    chance: Column | None


def drawn_name(row: Row) -> str:
    """What stands in the column of the pieces."""
    return row.name if row.piece is None else axis_token(row.piece).text


class CandidateLayout:
    """The rectangles of a table, its header left out; rows begin at 0.

    Attributes:
        line: height of a row without a reason.
        height: of all rows.
        columns: as placed for the width.
    """

    def __init__(self, font: QFont) -> None:
        self._table: Table | None = None
        self._tops: list[float] = []
        self._width = 0.0
        self.height = 0.0
        self.set_font(font)
        self.lay_out(None, 400.0)

    def set_font(self, base: QFont) -> None:
        """Measure with another font; lay out anew after that."""
        self.font = QFont(base)
        # Figures of one width, so that the digits of the rows stand below one another.
        self.font.setFeature(QFont.Tag.fromString("tnum"), 1)
        self.bold = QFont(self.font)
        self.bold.setBold(True)
        self.small = QFont(self.font)
        self.small.setPixelSize(max(10, round(QFontInfo(base).pixelSize() * 0.9)))
        self.metrics = QFontMetricsF(self.font)
        self.bold_metrics = QFontMetricsF(self.bold)
        self.small_metrics = QFontMetricsF(self.small)
        self._line = float(round(self.metrics.height()) + 6)
        self.reason = float(round(self.small_metrics.height()) + 3)
        self.header = float(round(self.small_metrics.height()) + 7)

    def lay_out(self, table: Table | None, width: float) -> None:
        """Place the rows of a table in so many pixels."""
        self._table, self._width = table, width
        self._drawn = table is not None and table.drawn
        self.line = self._line + (CHANCE_HEIGHT + 1 if self._drawn else 0)
        self._tops = []
        top = 0.0
        for row in () if table is None else table.rows:
            if row.kind == "outside":
                top += OUTSIDE_GAP
            elif row.kind == "rest":
                top += REST_GAP
            self._tops.append(top)
            top += self._height_of(row)
        self.height = top + 3
        self.columns = self._place()

    def _height_of(self, row: Row) -> float:
        return self.line + (self.reason if row.blocked is not None else 0.0)

    def area(self, index: int) -> QRectF:
        """A row, with the line of its reason."""
        assert self._table is not None
        return QRectF(0, self._tops[index], self._width, self._height_of(self._table.rows[index]))

    def between(self, top: float, bottom: float) -> range:
        """The rows that reach into a stretch."""
        first = max(0, bisect_right(self._tops, top) - 1)
        return range(first, bisect_right(self._tops, bottom))

    def at(self, y: float) -> int | None:
        """The row at a height."""
        index = bisect_right(self._tops, y) - 1
        return index if index >= 0 and y < self.area(index).bottom() else None

    def bar(self, index: int, share: float, chance: bool = False) -> QRectF:
        """The part of a row's bar that a share of 1 fills; that of the chance runs below it."""
        left, right = self.columns.bar
        high = self._line - 8
        top = self._tops[index] + 4
        width = (right - left) * min(1.0, max(0.0, share))
        if chance:
            return QRectF(left, top + high + 1, width, CHANCE_HEIGHT)
        return QRectF(left, top, width, high)

    def _place(self) -> Columns:
        table, metrics = self._table, self.metrics
        recorded = 0 if table is None else table.recorded
        left = MARGIN + 6
        rank = (left, left + metrics.horizontalAdvance(f">{max(recorded, 10)}"))
        begin = rank[1] + GAP
        rows = () if table is None else table.rows
        widest = max(
            (self.bold_metrics.horizontalAdvance(drawn_name(row)) for row in rows), default=0.0
        )
        wanted = min(max(widest + 2, _NARROWEST_PIECE), self._width * _PIECE_SHARE)
        drawn = self._drawn
        numbers: list[Column | None] = []
        room = 0.0
        # The long names, then short ones, then without the logarithm, which tooltips tell too.
        chance = tr("chance")
        for names, least in (
            ((tr("probability"), tr("log-probability"), chance), _ROOMY_BAR),
            ((tr("prob."), tr("log-prob."), chance), NARROWEST_BAR),
            ((tr("prob."), "", chance), NARROWEST_BAR),
        ):
            numbers, end = self._numbers(names if drawn else names[:2])
            room = end - 2 - (begin + wanted + GAP)
            if room >= least:
                break
        else:
            wanted = max(_NARROWEST_PIECE / 2, wanted - (NARROWEST_BAR - room))
        piece = (begin, begin + wanted)
        bar = (piece[1] + GAP, max(piece[1] + GAP + 1, end - 2))
        probability, log_probability = numbers[0], numbers[1]
        assert probability is not None
        return Columns(
            rank, piece, bar, probability, log_probability, numbers[2] if drawn else None
        )

    def _numbers(self, names: tuple[str, ...]) -> tuple[list[Column | None], float]:
        """The columns of these names up to the right edge, and how far the bar may reach."""
        right = self._width - MARGIN - 2
        share = max(weight_text(1e-9), weight_text(0.0), key=self.metrics.horizontalAdvance)
        logarithm = max(map(log_text, _LONG_LOGARITHMS), key=self.metrics.horizontalAdvance)
        widest = (share, logarithm, share)
        columns: list[Column | None] = []
        for name, sample in reversed(list(zip(names, widest, strict=False))):
            if not name:
                columns.insert(0, None)
                continue
            width = max(
                self.metrics.horizontalAdvance(sample), self.small_metrics.horizontalAdvance(name)
            )
            columns.insert(0, Column(name, (right - width, right)))
            right -= width + GAP
        return columns, right
