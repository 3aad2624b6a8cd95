"""How an interlinear pair is painted: words, numbers, ties, and what is pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from gui import theme
from gui.numbers import fixed
from gui.widgets.alignment_layout import SIDES, AlignmentLayout, Tie, WordPlace
from gui.widgets.colours import mix

_LEVELS: Final = 24
_THINNEST, _THICKEST = 0.5, 5.0
_FAINTEST: Final = 0.3
"""Of a tie of weight 0: it can still be seen."""
NUMBERS_FROM: Final = 0.55
"""The zoom from which on small writing can be read."""


@dataclass(frozen=True)
class Look:
    """What of the words is marked.

    Attributes:
        current: the target word that the current step writes at.
        loose: words that are not aligned.
        waiting: target words whose row is not there yet.
        shares: [target word] the weight on source words, from 0 to 1.
        focus: the word that is pointed at, here or in another panel, or that the cursor is on.
        cursor: the word that the keyboard's cursor is on.
    """

    current: int | None = None
    loose: frozenset[WordPlace] = frozenset()
    waiting: frozenset[int] = frozenset()
    shares: tuple[float, ...] = ()
    focus: WordPlace | None = None
    cursor: WordPlace | None = None


def touches(tie: Tie, place: WordPlace) -> bool:
    """Whether a tie begins or ends at a word."""
    return (tie.source if place[0] == "source" else tie.target) == place[1]


def other_end(tie: Tie, place: WordPlace) -> WordPlace:
    """The word that a tie leads to from a word."""
    return ("target", tie.target) if place[0] == "source" else ("source", tie.source)


class AlignmentArt:
    """Paints in the current theme; coordinates are those of the layout."""

    def __init__(self, layout: AlignmentLayout) -> None:
        self._layout = layout
        self.retheme()

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        colours = theme.current()
        surface = colours.color("surface")

        def ramp(name: str, most: float) -> tuple[QColor, ...]:
            steps = (_FAINTEST + (most - _FAINTEST) * i / _LEVELS for i in range(_LEVELS + 1))
            return tuple(mix(surface, colours.color(name), share) for share in steps)

        self._hard, self._soft = ramp("accent", 1.0), ramp("outline", 0.85)

    # Ties ----------------------------------------------------------------------------

    def draw_ties(self, painter: QPainter, ties: Iterable[Tie], left: float, right: float) -> None:
        """Draw those of ``ties`` that can be seen between two places, in their order.

        Both the width and the strength of the colour say the weight.
        """
        painter.setBrush(Qt.BrushStyle.NoBrush)
        layout = self._layout
        source, target = (layout.lefts[s] + layout.widths[s] / 2 for s in SIDES)
        # Neighbours of one look are one path: a stroke has its price.
        path: QPainterPath | None = None
        before: tuple[bool, int] | None = None
        for tie in ties:
            ends = float(source[tie.source]), float(target[tie.target])
            if max(ends) < left or min(ends) > right:
                continue
            look = tie.hard, round(min(tie.weight, 1.0) * _LEVELS)
            if path is None or look != before:
                self._stroke(painter, path, before)
                path, before = QPainterPath(), look
            path.addPath(layout.curve(tie))
        self._stroke(painter, path, before)

    def _stroke(
        self, painter: QPainter, path: QPainterPath | None, look: tuple[bool, int] | None
    ) -> None:
        if path is None or look is None:
            return
        hard, level = look
        # Lines of one pixel are drawn much faster, and most ties are faint.
        width = max(1.0, _THINNEST + (_THICKEST - _THINNEST) * level / _LEVELS)
        pen = QPen((self._hard if hard else self._soft)[level], width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.strokePath(path, pen)

    # Words ---------------------------------------------------------------------------

    def draw_words(
        self, painter: QPainter, look: Look, left: float, right: float, zoom: float
    ) -> None:
        """Draw the words between two places, their numbers and the shares under the target."""
        for side in SIDES:
            for index in self._layout.between(side, left, right):
                self._draw_word(painter, (side, index), look, zoom)

    def _draw_word(self, painter: QPainter, place: WordPlace, look: Look, zoom: float) -> None:
        colours, layout = theme.current(), self._layout
        side, index = place
        box = layout.box(place)
        current = side == "target" and index == look.current
        if place == look.focus:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.color("selection"))
            painter.drawRoundedRect(box, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if place == look.cursor:
            painter.setPen(QPen(colours.color("accent"), 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
        elif current:
            painter.setPen(QPen(colours.color("marker"), 2))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
        elif place in look.loose:
            pen = QPen(colours.color("outline"), 1, Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setFont(layout.font)
        painter.setPen(colours.color("muted" if place in look.loose else "text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, layout.texts[side][index])
        if zoom >= NUMBERS_FROM and layout.number_height:
            painter.setFont(layout.small)
            painter.setPen(colours.color("muted"))
            area = layout.number_area(place)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, str(index))
        if side == "target" and index not in look.waiting:
            track = QRectF(box.left() + 3, box.bottom() + 2, box.width() - 6, 2)
            painter.fillRect(track, colours.color("border"))
            track.setWidth(track.width() * min(1.0, look.shares[index]))
            painter.fillRect(track, colours.color("muted"))

    def draw_weights(
        self, painter: QPainter, ties: Sequence[Tie], focus: WordPlace, left: float, right: float
    ) -> None:
        """Write the weight of each tie of a word beside the word it leads to."""
        colours, layout = theme.current(), self._layout
        font = QFont(layout.small)
        font.setBold(True)
        painter.setFont(font)
        height = layout.small_metrics.height()
        for tie in ties:
            place = other_end(tie, focus)
            anchor = layout.anchor(place)
            if not left <= anchor.x() <= right:
                continue
            text = fixed(tie.weight, 2)
            width = layout.small_metrics.horizontalAdvance(text) + 10
            down = 4 if place[0] == "source" else -4 - height
            area = QRectF(anchor.x() - width / 2, anchor.y() + down, width, height)
            painter.setPen(QPen(colours.color("accent" if tie.hard else "outline"), 1))
            painter.setBrush(colours.color("surface"))
            painter.drawRoundedRect(area, 4, 4)
            painter.setPen(colours.color("text"))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
