"""How the thumbnails of the heads are painted: one mosaic, and what is written around it."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QImage,
    QPainter,
    QPen,
    QPixmap,
)

from engine.analysis.heads import Floats
from gui import theme
from gui.language import QT_TR_NOOP, tr
from gui.numbers import fixed
from gui.widgets.colour_bar import lookup_table
from gui.widgets.heads_layout import HeadsLayout, Place, Texts
from gui.widgets.heads_model import RESOLUTION, HeadsModel
from gui.widgets.heads_off_art import OffCover, paint_changing, paint_switch, switch_area
from gui.widgets.vector import draw_cells, is_vector

MEAN, MAX = QT_TR_NOOP("mean"), QT_TR_NOOP("max")
_CAPTION_SHARE = 0.85
_MOST_CELLS = 150_000
"""Of an exported picture; with more than this it has the mosaic, as the screen does."""
_SMALLEST_TEXT = 9
# Digits and capitals stand in the middle of a line, so that this centres them in a low area.
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip


def layer_name(number: int) -> str:
    """A row's name; layers count from 1."""
    return tr("layer {layer}").format(layer=number)


class HeadsArt:
    """Paints a ``HeadsModel`` where a ``HeadsLayout`` says, in content pixels.

    Attributes:
        font: of names and numbers.
    """

    def __init__(self, layout: HeadsLayout, font: QFont) -> None:
        self._layout = layout
        self._model = HeadsModel()
        self._values: Floats = np.zeros((0, 0))
        self._most = 1.0
        self._captions: dict[Place, tuple[str, str]] = {}
        self._off: frozenset[Place] = frozenset()
        self._changing: frozenset[Place] = frozenset()
        self._cover = OffCover()
        self._mosaic: QPixmap | None = None
        self._ratio = 1.0
        self._colours: list[int] = []
        self.font = font
        self.take_font(font)
        self.retheme()

    # What is shown -------------------------------------------------------------------

    def set_heads(self, model: HeadsModel, values: Floats, most: float) -> None:
        """Paint other heads; ``HeadsGrid.show_heads`` says what these are."""
        self._model, self._values, self._most = model, values, most
        self._mosaic = None

    def set_off(self, off: Collection[Place], changing: Collection[Place]) -> None:
        """Mark heads as off, and those that the next run switches."""
        self._off, self._changing = frozenset(off), frozenset(changing)

    def take_font(self, font: QFont) -> None:
        """Write somewhat smaller than ``font``."""
        self.font = QFont(font)
        size = QFontInfo(font).pixelSize()
        self.font.setPixelSize(max(_SMALLEST_TEXT, round(size * _CAPTION_SHARE)))

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        table = lookup_table()
        # Shade 0 is masked; 1 to 255 are weights from 0 to 1.
        shades = np.rint(np.arange(255) / 254 * 255).astype(int)
        self._colours = [QColor(theme.current().raised).rgb()]
        self._colours += [QColor(*map(int, table[index])).rgb() for index in shades]
        self._mosaic = None

    def set_ratio(self, ratio: float) -> None:
        """Say how many dots of the screen a pixel has."""
        if ratio != self._ratio:
            self._ratio = ratio
            self._mosaic = None

    def colour_of(self, shade: int) -> QColor:
        """The colour of a shade of ``HeadsModel``."""
        return QColor(self._colours[shade])

    def dots(self) -> tuple[int, int]:
        """Height and width of a thumbnail in dots of the screen."""
        return round(self._layout.height * self._ratio), round(self._layout.width * self._ratio)

    def mosaic(self) -> QPixmap:
        """Every thumbnail in one picture, layers down, columns across."""
        high, wide = self.dots()
        layers, columns = self._model.layers, self._model.heads + 2
        whole = QSize(columns * wide, layers * high)
        if self._mosaic is None or self._mosaic.size() != whole:
            tiles = self._model.tiles(high, wide)
            flat = np.ascontiguousarray(tiles.transpose(0, 2, 1, 3).reshape(layers * high, -1))
            indexed = QImage.Format.Format_Indexed8
            image = QImage(flat.data, whole.width(), whole.height(), whole.width(), indexed)
            image.setColorTable(self._colours)
            # The pixmap owns its pixels; the array's are gone after this.
            self._mosaic = QPixmap.fromImage(image)
        return self._mosaic

    # Words ---------------------------------------------------------------------------

    def texts(self) -> Texts:
        """How much room names and numbers take."""
        metrics = QFontMetrics(self.font)

        def width(text: str) -> int:
            return int(metrics.horizontalAdvance(text))

        layers, heads = max(1, self._model.layers), max(1, self._model.heads)
        return Texts(
            line=metrics.capHeight() + 1,
            row=width(layer_name(layers)),
            summary=max(width(tr(MEAN)), width(tr(MAX))),
            entry=width(f"{layers}.{heads}  {fixed(0, 2)}"),
        )

    def write(self) -> None:
        """Work out what is written below the thumbnails."""
        metrics = QFontMetrics(self.font)
        self._captions = {place: self._caption(place, metrics) for place in self._layout.places}

    def caption(self, place: Place) -> tuple[str, str]:
        """Name and number below a thumbnail; empty where there is no room."""
        return self._captions[place]

    def _value(self, place: Place) -> float:
        """The number of a place; NaN for a maximum, which has none."""
        if place[1] >= self._values.shape[1]:
            return float("nan")
        return float(self._values[place])

    def _caption(self, place: Place, metrics: QFontMetrics) -> tuple[str, str]:
        """Name and number below a thumbnail, in as many digits as there is room for."""
        value = self._value(place)
        listed = self._layout.listed
        name = f"{place[0] + 1}.{place[1] + 1}" if listed else ""
        if np.isnan(value):
            return name, "–" if listed else ""
        number = fixed(value, 2)
        if listed:
            return name, number
        room = self._layout.width + self._layout.gap - 1
        if metrics.horizontalAdvance(fixed(0, 2)) > room:
            number = fixed(value, 1)
            if metrics.horizontalAdvance(fixed(0, 1)) > room:
                number = ""
        return name, number

    # Painting ------------------------------------------------------------------------

    def paint(
        self,
        painter: QPainter,
        seen: QRectF,
        pointed: Place | None,
        selection: Place | None,
        focused: bool,
    ) -> None:
        """Draw what lies in ``seen``."""
        colours = theme.current()
        painter.setFont(self.font)
        if not self._layout.listed:
            self._paint_names(painter, colours)
        self._paint_heads(painter, colours, seen)
        self._paint_marks(painter, colours, pointed, selection, focused)

    def _paint_names(self, painter: QPainter, colours: theme.Theme) -> None:
        metrics = QFontMetrics(self.font)
        middle = Qt.AlignmentFlag.AlignHCenter | _LINE
        model, line = self._model, self.texts().line
        widest = metrics.horizontalAdvance(tr("head {head}").format(head=model.heads))
        written_out = widest <= self._layout.width + self._layout.gap - 2
        painter.setPen(colours.color("muted"))
        for column in range(model.heads + 2):
            area = self._layout.area((0, column))
            text = tr("head {head}").format(head=column + 1) if written_out else f"{column + 1}"
            if column >= model.heads:
                text = tr(MEAN) if column == model.mean_column else tr(MAX)
            wide = max(area.width(), metrics.horizontalAdvance(text) + 2)
            top = area.top() - line - 5
            painter.drawText(QRectF(area.center().x() - wide / 2, top, wide, line), middle, text)
        for layer in range(model.layers):
            area = self._layout.area((layer, 0))
            wide = self._layout.left
            beside = QRectF(area.left() - wide - 7, area.top(), wide, area.height())
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(beside, flags, layer_name(layer + 1))

    def _paint_heads(self, painter: QPainter, colours: theme.Theme, seen: QRectF) -> None:
        """The thumbnails in ``seen`` with their bars and captions, one kind of stroke at a time."""
        layout = self._layout
        places = [place for place in layout.places if layout.whole(place).intersects(seen)]
        areas = [layout.area(place) for place in places]
        shown = dict(zip(places, areas, strict=True))
        if is_vector(painter) and len(places) * self._cells() <= _MOST_CELLS:
            self._paint_cells(painter, shown)
        else:
            mosaic, (high, wide) = self.mosaic(), self.dots()
            for (layer, column), area in shown.items():
                painter.drawPixmap(area, mosaic, QRectF(column * wide, layer * high, wide, high))
        painter.setPen(QPen(colours.color("border"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRects([area.adjusted(-0.5, -0.5, 0.5, 0.5) for area in areas])
        covered = [area for place, area in shown.items() if place in self._off]
        self._cover.paint(painter, covered, self._ratio)
        changing = [area for place, area in shown.items() if place in self._changing]
        if changing:
            paint_changing(painter, changing)
        tracks: list[QRectF] = []
        bars: list[QRectF] = []
        for place, area in zip(places, areas, strict=True):
            value = self._value(place)
            if not np.isnan(value):
                share = 0.0 if self._most <= 0 else min(1.0, value / self._most)
                tracks.append(QRectF(area.left(), area.bottom() + 2, area.width(), 2))
                bars.append(QRectF(area.left(), area.bottom() + 2, area.width() * share, 2))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.color("border"))
        painter.drawRects(tracks)
        painter.setBrush(colours.color("muted"))
        painter.drawRects(bars)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        side = right if layout.listed else Qt.AlignmentFlag.AlignHCenter
        struck = QFont(self.font)
        struck.setStrikeOut(True)
        for some, font, number, name in (
            ([place for place in places if place not in self._off], self.font, "muted", "text"),
            ([place for place in places if place in self._off], struck, "warn", "warn"),
        ):
            painter.setFont(font)
            painter.setPen(colours.color(number))
            for place in some:
                painter.drawText(layout.caption(place), side | _LINE, self._captions[place][1])
            if layout.listed:
                painter.setPen(colours.color(name))
                for place in some:
                    painter.drawText(layout.caption(place), left | _LINE, self._captions[place][0])
        painter.setFont(self.font)

    def _cells(self) -> int:
        """How many shades a thumbnail has."""
        return self._model.queries * min(self._model.keys, RESOLUTION)

    def _paint_cells(self, painter: QPainter, shown: dict[Place, QRectF]) -> None:
        """The thumbnails as rectangles, for a file that keeps them."""
        tiles = self._model.tiles(self._model.queries, min(self._model.keys, RESOLUTION))
        colours = [QColor(each) for each in self._colours]
        rgb = [(each.red(), each.green(), each.blue()) for each in colours]
        table = np.array(rgb, dtype=np.ubyte)
        for place, area in shown.items():
            draw_cells(painter, area, tiles[place], table)

    def _paint_marks(
        self,
        painter: QPainter,
        colours: theme.Theme,
        pointed: Place | None,
        selection: Place | None,
        focused: bool,
    ) -> None:
        if pointed is not None and pointed[1] < self._model.heads and pointed not in self._off:
            paint_switch(painter, switch_area(self._layout.area(pointed)), is_off=False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place, colour, thickness in (
            (pointed, "outline", 1.5),
            (selection, "accent", 3.0 if focused else 2.0),
        ):
            if place is None or self._layout.area(place).isEmpty():
                continue
            away = thickness / 2 + 0.5
            ring = self._layout.area(place).adjusted(-away, -away, away, away)
            if colour == "accent":
                # A thin edge of the background keeps the ring apart from any colour.
                painter.setPen(QPen(colours.color("surface"), 1))
                painter.drawRect(self._layout.area(place).adjusted(0.5, 0.5, -0.5, -0.5))
            painter.setPen(QPen(colours.color(colour), thickness))
            painter.drawRoundedRect(ring, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
