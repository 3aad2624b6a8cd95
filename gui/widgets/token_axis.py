"""The token labels along one side of a matrix.

A widget of its own: pyqtgraph's axes cannot turn labels and drop them at the edges
(pyqtgraph #322, #2385, #2836). Where the labels go is computed in ``label_layout``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui import theme
from gui.widgets import label_layout as layout

SPACE = "_"
"""Drawn for ``▁``, whose own glyph is a bar that outshines the letters in many fonts."""

SMALLEST_FONT = 10
"""Pixels below which labels are left out rather than made smaller."""


@dataclass(frozen=True)
class AxisToken:
    """One token on an axis.

    Attributes:
        text: what is drawn; a leading ``_`` stands for the space before a word.
        tooltip: the whole truth about it.
        special: start, end or pad; drawn in a style of its own.
        spaced: whether ``text`` begins with that ``_``, which is then drawn pale.
    """

    text: str
    tooltip: str
    special: bool = False
    spaced: bool = False


class TokenAxis(QWidget):
    """Labels left of the rows or above the columns of a matrix, one a token.

    Signals:
        pointed: index of the token under the pointer, or ``None``.
        pressed: index of the token that was clicked, and the keyboard modifiers held.
    """

    pointed = Signal(object)
    pressed = Signal(int, Qt.KeyboardModifier)

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = orientation is Qt.Orientation.Vertical
        self._tokens: tuple[AxisToken, ...] = ()
        self._offset = 0.0
        self._pitch = 1.0
        self._seen = (-math.inf, math.inf)
        self._selected: frozenset[int] = frozenset()
        self._marked: int | None = None
        self._pointed: int | None = None
        self._placed: list[layout.PlacedLabel] | None = None
        self._fonts: dict[tuple[int, bool, bool], tuple[QFont, QFontMetricsF]] = {}
        # Of the tokens shown: measuring text is most of the work of placing labels.
        self._measured: dict[tuple[int, bool, str], float] = {}
        self._all_widths: dict[int, list[float]] = {}
        self._size = self._base_size()
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    # What is shown -------------------------------------------------------------------

    def set_tokens(self, tokens: Sequence[AxisToken]) -> None:
        """Show other tokens."""
        if self._tokens != tuple(tokens):
            self._tokens = tuple(tokens)
            self._all_widths.clear()
            if len(self._measured) > 4000:
                self._measured.clear()
            self._invalidate()

    def set_cells(
        self, offset: float, pitch: float, begin: float = -math.inf, end: float = math.inf
    ) -> None:
        """Say where the first cell begins and how many pixels a cell takes.

        Args:
            offset: pixel at which the first cell begins, be it scrolled out of sight.
            pitch: pixels a cell.
            begin, end: pixels between which cells can be seen.
        """
        if (offset, pitch, (begin, end)) != (self._offset, self._pitch, self._seen):
            self._offset, self._pitch, self._seen = offset, pitch, (begin, end)
            self._invalidate()

    def set_selected(self, indices: frozenset[int]) -> None:
        """Mark the tokens that are selected."""
        if indices != self._selected:
            self._selected = indices
            self.update()

    def set_marked(self, index: int | None) -> None:
        """Mark the current step's token: bold, and never left out."""
        if index != self._marked:
            self._marked = index
            self._invalidate()

    def set_pointed(self, index: int | None) -> None:
        """Mark the token under the pointer: never left out."""
        if index != self._pointed:
            self._pointed = index
            self._invalidate()

    def tokens(self) -> tuple[AxisToken, ...]:
        """The tokens shown."""
        return self._tokens

    # Geometry ------------------------------------------------------------------------

    def thickness(self, pitch: float, limit: float) -> float:
        """The room across the axis that its labels want at ``pitch``, at most ``limit``."""
        if not self._tokens:
            return 0.0
        size = self._size_for(pitch)
        widest = max(self._widths(size))
        if self._rows:
            return min(limit, widest + layout.GAP + 2)
        return min(limit, layout.column_thickness(widest, self._line(size), pitch) + 1)

    def overhang(self, pitch: float, limit: float) -> float:
        """How far slanted column labels of at most ``limit`` height reach past the last column."""
        if self._rows or not self._tokens:
            return 0.0
        size = self._size_for(pitch)
        longest = limit * 1.4142
        widths = [min(width, longest) for width in self._widths(size)]
        return layout.column_overhang(widths, self._line(size), pitch)

    def flat(self) -> float:
        """Pixels a cell from which on column labels lie flat, in the font's full size."""
        if self._rows or not self._tokens:
            return 0.0
        return max(self._widths(self._base_size())) + layout.FLAT_GAP

    def placed(self) -> list[layout.PlacedLabel]:
        """The labels as they are drawn."""
        if self._placed is None:
            self._size = self._size_for(self._pitch)
            across, along = (
                (self.width(), self.height()) if self._rows else (self.height(), self.width())
            )
            geometry = self._geometry(across, along)
            place = layout.place_rows if self._rows else layout.place_columns
            self._placed = place(
                [token.text for token in self._tokens],
                geometry,
                self._line(self._size),
                self._measure,
                self._elide,
                self._marked,
                self._pointed,
            )
        return self._placed

    def thinned(self) -> bool:
        """Whether some labels are left out for want of room."""
        return len(self.placed()) < len(self.seen())

    def seen(self) -> range:
        """The tokens whose cells can be seen."""
        return self._geometry(0, 0).visible(len(self._tokens))

    def _geometry(self, across: float, along: float) -> layout.AxisGeometry:
        return layout.AxisGeometry(self._offset, self._pitch, across, along, *self._seen)

    def index_at(self, position: QPointF) -> int | None:
        """The token whose cell lies beside a point of the widget."""
        along = position.y() if self._rows else position.x()
        if self._pitch <= 0 or along < max(self._offset, self._seen[0]) or along > self._seen[1]:
            return None
        index = int((along - self._offset) // self._pitch)
        return index if index < len(self._tokens) else None

    def _base_size(self) -> int:
        return max(SMALLEST_FONT, QFontInfo(self.font()).pixelSize())

    def _size_for(self, pitch: float) -> int:
        """The font size at which neighbouring labels fit, down to the smallest."""
        size = self._base_size()
        while size > SMALLEST_FONT and self._line(size) > pitch:
            size -= 1
        return size

    def _font(self, size: int, bold: bool, italic: bool) -> tuple[QFont, QFontMetricsF]:
        key = (size, bold, italic)
        if key not in self._fonts:
            font = QFont(self.font())
            font.setPixelSize(size)
            font.setBold(bold)
            font.setItalic(italic)
            self._fonts[key] = (font, QFontMetricsF(font))
        return self._fonts[key]

    def _line(self, size: int) -> float:
        return self._font(size, True, False)[1].height()

    def _measure(self, text: str, bold: bool) -> float:
        return self._width(self._size, bold, text)

    def _width(self, size: int, bold: bool, text: str) -> float:
        key = (size, bold, text)
        width = self._measured.get(key)
        if width is None:
            # Italic glyphs lean out of their advance; a pixel more keeps the last one whole.
            width = self._font(size, bold, False)[1].horizontalAdvance(text) + 1.0
            self._measured[key] = width
        return width

    def _elide(self, text: str, bold: bool, room: float) -> str:
        if self._measure(text, bold) <= room:
            return text
        metrics = self._font(self._size, bold, False)[1]
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)

    def _widths(self, size: int) -> list[float]:
        widths = self._all_widths.get(size)
        if widths is None:
            # Bold, so that marking a label does not move anything.
            widths = [self._width(size, True, token.text) for token in self._tokens]
            self._all_widths[size] = widths
        return widths

    def _invalidate(self) -> None:
        self._placed = None
        self.update()

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(80, 80)

    def resizeEvent(self, event: QEvent) -> None:
        self._invalidate()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fonts.clear()
            self._measured.clear()
            self._all_widths.clear()
            self._invalidate()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        placed = self.placed()
        self._paint_selected(painter, colours)
        if self.thinned():
            self._paint_ticks(painter, placed, colours.color("outline"))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        flags = int(align) | int(Qt.TextFlag.TextSingleLine) | int(Qt.TextFlag.TextDontClip)
        for label in placed:
            token = self._tokens[label.index]
            colour = "muted" if token.special else "text"
            if label.index == self._pointed:
                colour = "accent"
            if label.bold:
                colour = "marker"
            font, metrics = self._font(self._size, label.bold, token.special)
            painter.setFont(font)
            painter.setTransform(label.transform())
            box, text = label.box, label.text
            if token.spaced and text.startswith(SPACE):
                painter.setPen(colours.color("outline"))
                painter.drawText(box, flags, SPACE)
                box = box.adjusted(metrics.horizontalAdvance(SPACE), 0, 0, 0)
                text = text.removeprefix(SPACE)
            painter.setPen(colours.color(colour))
            painter.drawText(box, flags, text)
        painter.end()

    def _paint_selected(self, painter: QPainter, colours: theme.Theme) -> None:
        """Stretches of selected tokens get a ground of their own, and a bar along the cells."""
        for first, last in runs(self._selected):
            begin = max(self._offset + first * self._pitch, self._seen[0])
            end = min(self._offset + (last + 1) * self._pitch, self._seen[1])
            if end <= begin:
                continue
            edge = float(self.width() if self._rows else self.height())
            area, bar = QRectF(0, begin, edge, end - begin), QRectF(edge - 3, begin, 3, end - begin)
            if not self._rows:
                area, bar = (QRectF(r.y(), r.x(), r.height(), r.width()) for r in (area, bar))
            painter.fillRect(area, colours.color("selection", 0.7))
            painter.fillRect(bar, colours.color("accent"))

    def _paint_ticks(
        self, painter: QPainter, placed: list[layout.PlacedLabel], colour: QColor
    ) -> None:
        """A dot for every token that has no label: the visible hint that some are left out."""
        named = {label.index for label in placed}
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        edge = (self.width() if self._rows else self.height()) - 2.5
        radius = min(1.0, self._pitch / 3)
        for index in self.seen():
            if index in named:
                continue
            along = self._offset + (index + 0.5) * self._pitch
            centre = QPointF(edge, along) if self._rows else QPointF(along, edge)
            painter.drawEllipse(centre, radius, radius)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointed.emit(self.index_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.index_at(event.position())
        if index is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.pressed.emit(index, event.modifiers())

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.index_at(QPointF(event.pos()))
            # An empty text hides the tooltip.
            text = "" if index is None else self._tokens[index].tooltip
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().event(event))


def runs(indices: Iterable[int]) -> list[tuple[int, int]]:
    """(first, last) of every stretch of neighbours among some indices, in order."""
    found: list[tuple[int, int]] = []
    for index in sorted(indices):
        if found and found[-1][1] == index - 1:
            found[-1] = (found[-1][0], index)
        else:
            found.append((index, index))
    return found
