"""Where the words of an interlinear pair and the ties between them stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QPainterPath

from engine.analysis.alignment import Link
from engine.events import FloatArray
from gui.session import Side

Floats = npt.NDArray[np.floating[Any]]
WordPlace = tuple[Side, int]
"""A word: its side, and its number there."""

SIDES: Final[tuple[Side, Side]] = ("source", "target")

MARGIN: Final = 12.0
PAD: Final = 6.0
"""Between a word's letters and the edge of its box."""
NARROWEST_GAP, WIDEST_GAP = 6.0, 44.0
"""Between neighbouring words."""
WIDEST_WORD: Final = 190.0
LEAST_BETWEEN, MOST_BETWEEN = 40.0, 230.0
"""Between the two lines."""
SHARE_BAR: Final = 6.0
"""Height that the bar under a target word takes."""
_EDGE: Final = 4.0


@dataclass(frozen=True)
class Tie:
    """A line from a target word to a source word.

    Attributes:
        source, target: the numbers of the words.
        weight: of the attention, from 0 to 1.
        hard: whether the pair is aligned.
    """

    source: int
    target: int
    weight: float
    hard: bool


def ties_of(
    weights: FloatArray, links: Sequence[Link], threshold: float, at_most: int
) -> tuple[tuple[Tie, ...], int]:
    """What is drawn: every aligned pair, and the others whose weight reaches the threshold.

    Args:
        weights: [target word, source word].
        links: the aligned pairs.
        threshold: from 0 to 1.
        at_most: how many pairs that are not aligned are drawn, the strongest first.

    Returns:
        The ties from the weakest to the strongest, those that are aligned last; and how many
        were left out since there are too many.
    """
    hard = [Tie(s, t, float(weights[t, s]), True) for s, t in links]
    there = (weights > 0) & (weights >= np.float32(threshold))
    for source, target in links:
        there[target, source] = False
    targets, sources = np.nonzero(there)
    values = weights[targets, sources]
    order = np.argsort(values, kind="stable")
    left_out = max(0, len(order) - at_most)
    soft = [
        Tie(int(sources[i]), int(targets[i]), float(values[i]), False) for i in order[left_out:]
    ]
    return (*soft, *sorted(hard, key=lambda tie: tie.weight)), left_out


class AlignmentLayout:
    """The boxes of both lines of words, at zoom 1.

    Attributes:
        font, small: of the words; of their numbers.
        texts: by side, what is drawn for each word.
        lefts, widths: by side, [word] where its box begins and how wide it is.
        width: of everything.
        number_height: of the numbers of the words, above the source and under the target; 0
            where there is no room for them.
        caption_height: the same of what names the two lines.
    """

    def __init__(self, font: QFont) -> None:
        self.texts: dict[Side, tuple[str, ...]] = {"source": (), "target": ()}
        self.lefts: dict[Side, Floats] = {"source": np.zeros(0), "target": np.zeros(0)}
        self.widths: dict[Side, Floats] = {"source": np.zeros(0), "target": np.zeros(0)}
        self.width = 2 * MARGIN
        self._labels: dict[Side, tuple[str, ...]] = {"source": (), "target": ()}
        self._room = 0.0
        self._between = LEAST_BETWEEN
        self._top = 0.0
        self.number_height = self.caption_height = 0.0
        self.set_font(font)

    def set_font(self, font: QFont) -> None:
        """Measure with another font."""
        self.font = QFont(font)
        self.font.setPixelSize(round(QFontInfo(font).pixelSize() * 1.12))
        self.small = QFont(font)
        self.small.setPixelSize(max(9, round(QFontInfo(font).pixelSize() * 0.78)))
        self.metrics, self.small_metrics = QFontMetricsF(self.font), QFontMetricsF(self.small)
        self._measured: dict[str, tuple[str, float]] = {}
        self._lay_out()

    def set_words(self, source: Sequence[str], target: Sequence[str]) -> None:
        """Place other words."""
        labels: dict[Side, tuple[str, ...]] = {"source": tuple(source), "target": tuple(target)}
        if labels != self._labels:
            self._labels = labels
            if len(self._measured) > 4000:
                self._measured.clear()
            self._lay_out()

    def set_room(self, width: float, height: float) -> None:
        """Make use of so much room, as far as it helps."""
        if width != self._room:
            self._room = width
            self._lay_out()
        # What names the lines is the first to go where room is short, the numbers the second.
        small, bare = self.small_metrics.height(), self.least_height()
        self.number_height, self.caption_height = small + 2, small + 4
        if height < bare + 2 * (self.number_height + self.caption_height):
            self.caption_height = 0.0
        if height < bare + 2 * self.number_height:
            self.number_height = 0.0
        spare = height - bare - 2 * (self.number_height + self.caption_height) + LEAST_BETWEEN
        self._between = min(max(spare, LEAST_BETWEEN), MOST_BETWEEN)
        self._top = max(0.0, (spare - self._between) / 2)

    def _measure(self, label: str) -> tuple[str, float]:
        """What is drawn of a label, and how wide its box is."""
        found = self._measured.get(label)
        if found is None:
            shown, width = label, self.metrics.horizontalAdvance(label)
            most = WIDEST_WORD - 2 * PAD
            if width > most:
                shown = self.metrics.elidedText(label, Qt.TextElideMode.ElideRight, most)
                width = self.metrics.horizontalAdvance(shown)
            # Room for the number over it, and for the weight that may stand beside it.
            width = max(width, self.small_metrics.horizontalAdvance("0.00")) + 2 * PAD
            found = self._measured[label] = (shown, width)
        return found

    def _lay_out(self) -> None:
        measured = {side: [self._measure(text) for text in self._labels[side]] for side in SIDES}
        gap = WIDEST_GAP
        for boxes in measured.values():
            if len(boxes) > 1:
                # The longer line decides for both: words of one number stay near each other.
                spare = self._room - 2 * MARGIN - sum(width for _, width in boxes)
                gap = min(gap, max(spare / (len(boxes) - 1), NARROWEST_GAP))
        for side, boxes in measured.items():
            self.texts[side] = tuple(text for text, _ in boxes)
            widths = np.array([width for _, width in boxes])
            self.widths[side] = widths
            self.lefts[side] = (
                MARGIN + np.concatenate([[0.0], np.cumsum(widths + gap)[:-1]])[: len(widths)]
            )
        ends = [float(self.lefts[s][-1] + self.widths[s][-1]) for s in SIDES if measured[s]]
        self.width = max(ends, default=MARGIN) + MARGIN

    # Where things are ----------------------------------------------------------------

    @property
    def word_height(self) -> float:
        """Of a word's box."""
        return self.metrics.height() + 6

    def least_height(self) -> float:
        """What both lines need by themselves, with the least room between them."""
        return 2 * (_EDGE + self.word_height) + SHARE_BAR + LEAST_BETWEEN

    def line_top(self, side: Side) -> float:
        """The upper edge of a line's boxes."""
        top = self._top + _EDGE + self.caption_height + self.number_height
        return top if side == "source" else top + self.word_height + self._between

    def box(self, place: WordPlace) -> QRectF:
        """The box of a word."""
        side, index = place
        left, width = self.lefts[side][index], self.widths[side][index]
        return QRectF(float(left), self.line_top(side), float(width), self.word_height)

    def number_area(self, place: WordPlace) -> QRectF:
        """Where a word's number stands: outside of the pair."""
        box = self.box(place)
        top = box.top() - self.number_height
        if place[0] == "target":
            top = box.bottom() + SHARE_BAR
        return QRectF(box.left(), top, box.width(), self.number_height)

    def caption_top(self, side: Side) -> float:
        """The upper edge of what names a line."""
        if side == "source":
            return self._top + _EDGE
        line = self.line_top(side) + self.word_height + SHARE_BAR
        return line + self.number_height

    def anchor(self, place: WordPlace) -> QPointF:
        """The point of a word where its ties begin."""
        box = self.box(place)
        edge = box.bottom() if place[0] == "source" else box.top()
        return QPointF(box.center().x(), edge)

    def curve(self, tie: Tie) -> QPainterPath:
        """The line of a tie."""
        begin, end = self.anchor(("source", tie.source)), self.anchor(("target", tie.target))
        bend = (end.y() - begin.y()) * 0.5
        path = QPainterPath(begin)
        path.cubicTo(begin + QPointF(0, bend), end - QPointF(0, bend), end)
        return path

    def between(self, side: Side, left: float, right: float) -> range:
        """The words of a line that can be seen between two places."""
        lefts, widths = self.lefts[side], self.widths[side]
        first = int(np.searchsorted(lefts + widths, left))
        return range(first, int(np.searchsorted(lefts, right, side="right")))

    def word_at(self, point: QPointF) -> WordPlace | None:
        """The word at a point, its number and its bar included."""
        for side in SIDES:
            top = self.line_top(side)
            upper, lower = top, top + self.word_height
            if side == "source":
                upper -= self.number_height
            else:
                lower += SHARE_BAR + self.number_height
            if upper <= point.y() <= lower:
                for index in self.between(side, point.x(), point.x()):
                    return side, index
        return None

    def nearest(self, side: Side, x: float) -> int | None:
        """The word of a line whose middle is nearest to a place."""
        middles = self.lefts[side] + self.widths[side] / 2
        return int(np.abs(middles - x).argmin()) if len(middles) else None
