"""How the tree of a search is painted: fonts, measures, nodes and lines, more or less by zoom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from engine.events import LiveHypothesis, Piece
from gui import theme
from gui.widgets.colours import mix
from gui.widgets.pieces import axis_token
from gui.widgets.probability import Tints
from gui.widgets.score_text import number
from gui.widgets.token_axis import SPACE

PAD = 7.0
GAP = 30.0
ROW_GAP = 11.0
MARGIN = 12.0
WIDEST, NARROWEST = 132.0, 38.0
MARK = 17.0
"""Pixels that the mark of a finished hypothesis takes."""

Detail = Literal["full", "piece", "block"]
FULL_FROM, PIECE_FROM = 0.62, 0.3
"""The zooms from which on scores and pieces can be read."""
SMALLEST_PITCH = 4.0
"""Pixels a row needs for its nodes to be told apart."""
SMALLEST_FONT = 9

_DIM = 0.4
_STEPS = 64


class Face(NamedTuple):
    """What a node says.

    Attributes:
        text: the piece, without the space mark.
        spaced: whether a space mark comes before it.
        special: start, end or pad.
        score: rounded.
        probability: of the piece; ``None`` of the start token, which nobody chose.
        finished: whether the hypothesis ended here.
        cut: whether the length limit ended it.
        forced: whether the piece was given.
    """

    text: str
    spaced: bool
    special: bool
    score: str
    probability: float | None
    finished: bool = False
    cut: bool = False
    forced: bool = False

    @classmethod
    def of(cls, live: LiveHypothesis, filling: bool = False) -> Face:
        """The face of a hypothesis; ``filling`` in masks ends by itself, without an end piece."""
        text, spaced, special = _written(live.piece)
        return cls(
            text,
            spaced,
            special,
            number(live.score, 2),
            math.exp(live.log_probability),
            live.finished,
            live.finished and not special and not filling,
            live.forced,
        )

    @classmethod
    def of_start(cls, piece: Piece) -> Face:
        """The face of the start token, from which everything grows."""
        return cls(*_written(piece), "", None)


def _written(piece: Piece) -> tuple[str, bool, bool]:
    token = axis_token(piece)
    return token.text[1:] if token.spaced else token.text, token.spaced, token.special


class Look(NamedTuple):
    """How a node stands out of the others.

    Attributes:
        kept: whether it is not pruned.
        path: whether it is on the path that is shown.
    """

    kept: bool = True
    path: bool = False


class BeamArt:
    """Draws nodes and lines in the colours of the theme, at a zoom."""

    def __init__(self, font: QFont) -> None:
        self.zoom = 1.0
        self.set_font(font)
        self.retheme()

    # Measures ------------------------------------------------------------------------

    def set_font(self, base: QFont) -> None:
        """Measure and write with another font."""
        self._base = QFont(base)
        size = QFontInfo(base).pixelSize()
        self._sizes = round(size * 1.05), round(size * 0.86)
        metrics, small = QFontMetricsF(self._font(1.0)), QFontMetricsF(self._font(1.0, small=True))
        bold = QFontMetricsF(self._font(1.0, bold=True))
        italic = QFontMetricsF(self._font(1.0, italic=True))
        self._advance = bold.horizontalAdvance
        self._digit_width = small.horizontalAdvance("0")
        self._space_width = math.ceil(metrics.horizontalAdvance(SPACE))
        self._italic_advance = italic.horizontalAdvance
        self.node_height = math.ceil(metrics.height() + small.height() + 11)
        self.pitch = self.node_height + ROW_GAP
        self.head_height = math.ceil(small.height() + 9)
        self.head_font = self._font(1.0, small=True)
        self.head_metrics = QFontMetricsF(self.head_font)
        self._score_line = metrics.height()
        self._widths: dict[tuple[str, bool], float] = {}
        self.set_zoom(self.zoom)

    def _font(
        self, zoom: float, bold: bool = False, italic: bool = False, small: bool = False
    ) -> QFont:
        font = QFont(self._base)
        font.setPixelSize(max(SMALLEST_FONT, round(self._sizes[small] * zoom)))
        font.setItalic(italic)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def set_zoom(self, zoom: float) -> None:
        """Draw larger or smaller."""
        self.zoom = zoom
        self.plain, self.bold = self._font(zoom), self._font(zoom, bold=True)
        self.italic, self.small = self._font(zoom, italic=True), self._font(zoom, small=True)
        self._metrics = [QFontMetricsF(font) for font in (self.plain, self.bold, self.italic)]
        self._space = self._metrics[0].horizontalAdvance(SPACE)
        self._elided: dict[tuple[str, int, int], str] = {}

    @property
    def runs(self) -> bool:
        """Whether nodes are too small to be told apart at this zoom."""
        return self.zoom * self.pitch < SMALLEST_PITCH

    @property
    def detail(self) -> Detail:
        """How much can be read at this zoom."""
        if self.zoom >= FULL_FROM:
            return "full"
        return "piece" if self.zoom >= PIECE_FROM else "block"

    def width(self, face: Face) -> float:
        """What a node wants, at zoom 1."""
        key = (face.text, face.special)
        text = self._widths.get(key)
        if text is None:
            advance = self._italic_advance if face.special else self._advance
            text = self._widths[key] = math.ceil(advance(face.text) + 1)
        if face.spaced:
            text += self._space_width
        if face.finished:
            text += MARK
        # Digits are about of one width; to measure every score would take long.
        wanted = max(text, len(face.score) * self._digit_width) + 2 * PAD
        return min(max(wanted, NARROWEST), WIDEST)

    # Colours -------------------------------------------------------------------------

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        colours = self.colours = theme.current()
        tints = Tints(colours)
        surface, outline = colours.color("surface"), colours.color("outline")
        shades = [tints(each / _STEPS) for each in range(_STEPS + 1)]
        self._fills = [shades, [mix(surface, shade, _DIM) for shade in shades]]
        self.dim = mix(surface, outline, 0.5)
        self.soft = mix(surface, outline, 0.75)
        self.line = outline
        self.accent = colours.color("accent")

    def fill(self, probability: float | None, kept: bool) -> QColor:
        """The background of a node."""
        if probability is None:
            return self.colours.color("raised")
        return self._fills[not kept][round(min(1.0, max(0.0, probability)) * _STEPS)]

    # Lines ---------------------------------------------------------------------------

    def draw_lines(self, painter: QPainter, lines: Sequence[QLineF], pen: QPen) -> None:
        """Lines from parents to children, as curves where that can be seen."""
        if not lines:
            return
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.detail != "full":
            painter.drawLines(lines)
            return
        for line in lines:
            begin, end = line.p1(), line.p2()
            if abs(end.y() - begin.y()) < 0.5:
                painter.drawLine(line)
                continue
            middle = (begin.x() + end.x()) / 2
            path = QPainterPath(begin)
            path.cubicTo(QPointF(middle, begin.y()), QPointF(middle, end.y()), end)
            painter.drawPath(path)

    def pens(self) -> tuple[QPen, QPen, QPen]:
        """Of the lines to pruned, kept and shown hypotheses."""
        thick = max(1.6, min(3.0, 3.0 * self.zoom))
        return (
            QPen(self.dim, 1),
            QPen(self.soft if self.detail == "block" else self.line, 1.3),
            QPen(self.accent, thick),
        )

    # Nodes ---------------------------------------------------------------------------

    def draw_blocks(
        self, painter: QPainter, blocks: Iterable[tuple[QRectF, float | None, bool]]
    ) -> None:
        """Many nodes so small that nothing on them can be read.

        Args:
            painter: draws.
            blocks: the area, the probability, and whether it is kept, of each.
        """
        groups: dict[int, list[QRectF]] = {}
        for area, probability, kept in blocks:
            shade = -1 if probability is None else round(probability * _STEPS)
            groups.setdefault(2 * shade + kept, []).append(area)
        if self.zoom * self.node_height >= 6:
            painter.setPen(QPen(self.dim, 1))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        for group, areas in groups.items():
            shade = group >> 1
            kept = bool(group & 1)
            painter.setBrush(self.fill(None if shade < 0 else shade / _STEPS, kept))
            painter.drawRects(areas)

    def draw_runs(self, painter: QPainter, kept: list[QRectF], pruned: list[QRectF]) -> None:
        """Stretches of neighbours that are too small to be told apart."""
        painter.setPen(Qt.PenStyle.NoPen)
        for areas, colour in ((pruned, self.colours.color("border")), (kept, self.soft)):
            if areas:
                painter.setBrush(colour)
                painter.drawRects(areas)

    def draw_path(self, painter: QPainter, areas: list[QRectF]) -> None:
        """The small nodes of the path that is shown."""
        if areas:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.accent)
            painter.drawRects(areas)

    def picture(self, face: Face, kept: bool, path: bool, size: QSizeF, ratio: float) -> QPixmap:
        """One node as a picture, which is drawn again faster than a text is."""
        image = QPixmap(math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw_node(painter, QRectF(QPointF(0, 0), size), face, Look(kept, path))
        painter.end()
        return image

    def draw_node(self, painter: QPainter, area: QRectF, face: Face, look: Look) -> None:
        """One node with its piece, and its score if there is room."""
        zoom, colours = self.zoom, self.colours
        radius = min(6.0, 6.0 * zoom)
        pen = QPen(self.line if look.kept else self.dim, 1)
        if look.path:
            pen = QPen(self.accent, 2)
        if face.forced:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(self.fill(face.probability, look.kept))
        inset = pen.widthF() / 2
        painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), radius, radius)
        if face.finished:
            painter.setPen(QPen(pen.color(), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            inset = pen.widthF() + 1.5 + max(0.0, zoom - 0.5)
            inner = max(1.0, radius - 2)
            painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), inner, inner)
        full = self.detail == "full"
        pad = PAD * zoom if full else 3.0
        text = area.adjusted(pad, 0, -pad + 1, 0)
        if not full and face.finished:
            text.adjust(2, 0, -2, 0)
        if full and face.probability is not None:
            text.setTop(area.top() + 3 * zoom)
            text.setHeight(self._score_line * zoom)
        if face.finished and full:
            mark = MARK * zoom
            place = QRectF(text.right() - mark + 3, text.top(), mark - 3, text.height())
            self._draw_mark(painter, place, face, look)
            text.setRight(text.right() - mark)
        self._write(painter, text, face, look)
        if full and face.probability is not None:
            painter.setFont(self.small)
            painter.setPen(colours.color("text" if look.kept else "muted"))
            top = area.top() + (3 + self._score_line) * zoom
            below = QRectF(text.left(), top, area.width(), area.bottom() - 6 * zoom - top)
            painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, face.score)
            self._draw_bar(painter, area, face.probability, look.kept)

    def _write(self, painter: QPainter, area: QRectF, face: Face, look: Look) -> None:
        colours = self.colours
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        which = 2 if face.special else 1 if look.path else 0
        painter.setFont((self.plain, self.bold, self.italic)[which])
        full = self.detail == "full"
        if face.spaced and full:
            painter.setPen(self.line if look.kept else self.dim)
            painter.drawText(area, flags, SPACE)
            area = area.adjusted(self._space, 0, 0, 0)
        key = (face.text, which, int(area.width()))
        shown = self._elided.get(key)
        if shown is None:
            shown, metrics = face.text or SPACE * (not full), self._metrics[which]
            room = area.width() + 1.5
            if full:
                if metrics.horizontalAdvance(shown) > room:
                    shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room)
            else:
                # In a small node dots would take the place of the letters.
                while len(shown) > 1 and metrics.horizontalAdvance(shown) > room:
                    shown = shown[:-1]
            self._elided[key] = shown
        painter.setPen(colours.color("text" if look.kept else "muted"))
        painter.drawText(area, flags, shown)

    def _draw_bar(self, painter: QPainter, area: QRectF, probability: float, kept: bool) -> None:
        """The probability once more as a length: colour alone would not do."""
        pad = PAD * self.zoom
        track = QRectF(area.left() + pad, area.bottom() - 6 * self.zoom, area.width() - 2 * pad, 2)
        painter.fillRect(track, self.colours.color("border"))
        track.setWidth(track.width() * probability)
        painter.fillRect(track, self.colours.color("muted") if kept else self.line)

    def _draw_mark(self, painter: QPainter, area: QRectF, face: Face, look: Look) -> None:
        """A check for what ended by itself, a bar for what the length limit ended."""
        colour = self.colours.color(("warn" if face.cut else "good") if look.kept else "muted")
        pen = QPen(colour, max(1.4, 2 * self.zoom))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        centre, size = area.center(), 4.5 * self.zoom
        if face.cut:
            x = centre.x() + size / 2
            painter.drawLine(QPointF(x, centre.y() - size), QPointF(x, centre.y() + size))
            painter.drawLine(QPointF(centre.x() - size, centre.y()), QPointF(x, centre.y()))
            return
        points = [(-size, 0.0), (-size / 4, size * 0.75), (size, -size * 0.8)]
        painter.drawPolyline(QPolygonF([centre + QPointF(x, y) for x, y in points]))

    def draw_pointed(self, painter: QPainter, area: QRectF) -> None:
        """The frame of the node under the pointer."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.colours.color("text"), 1.5))
        painter.drawRoundedRect(area.adjusted(-1, -1, 1, 1), 6, 6)

    def draw_ring(self, painter: QPainter, area: QRectF) -> None:
        """The ring of the hypothesis that is shown now."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.accent, 2))
        painter.drawRoundedRect(area.adjusted(-4, -4, 4, 4), 8, 8)
