"""A matrix as a small picture on a card."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gui import theme
from gui.widgets.matrix_view import Cell
from gui.widgets.scale import Scale
from gui.widgets.vector import draw_cells, draw_hatch, is_vector

NARROWEST = 58
"""Pixels of a card; a longer title makes it wider."""
PAD = 7
"""Pixels between a card's edge and what is on it."""
_LARGEST_CELL = 16.0
_ASPECT = 2.5


@dataclass(frozen=True, eq=False)
class CardContent:
    """What a card shows.

    Attributes:
        title: above the picture; short.
        caption: under it.
        told: in words, for tooltips and screen readers.
        values: [row, column], all finite.
        masked: [row, column], true where a cell is hatched; ``None`` if nowhere.
        scale: of the colours.
        current: the row of the current step.
    """

    title: str
    caption: str
    told: str
    values: npt.NDArray[np.float32]
    masked: npt.NDArray[np.bool_] | None
    scale: Scale
    current: int | None = None


class MatrixCard(QWidget):
    """One small matrix; a click chooses it.

    Signals:
        clicked: the card, and the (row, column) under the pointer or ``None``.
        pointed: the (row, column) under the pointer, or ``None`` once it left.
    """

    clicked = Signal(object)
    pointed = Signal(object)

    def __init__(self, describe: Callable[[int, int], str], parent: QWidget) -> None:
        """``describe(row, column)`` gives a cell's text for its tooltip."""
        super().__init__(parent)
        self._describe = describe
        self._content: CardContent | None = None
        self._image = QImage()
        self._shades: npt.NDArray[np.ubyte] | None = None
        self._pixmap: QPixmap | None = None
        self._marks: tuple[int | None, int | None] = (None, None)
        self._chosen = False
        self._focused = False
        self.setMouseTracking(True)

    def set_content(self, content: CardContent) -> None:
        """Show another matrix."""
        self._content = content
        shades = content.scale.shades(content.values)
        rows, columns = shades.shape
        # Qt wants rows of whole 32-bit words.
        padded = np.zeros((rows, (columns + 3) // 4 * 4), dtype=np.ubyte)
        padded[:, :columns] = shades
        self._shades = padded
        self._image = QImage(
            padded.data, columns, rows, padded.shape[1], QImage.Format.Format_Indexed8
        )
        self.setAccessibleName(f"{content.title}: {content.told}")
        self.retheme()

    def content(self) -> CardContent | None:
        """What is shown."""
        return self._content

    def set_marks(self, row: int | None, column: int | None) -> None:
        """Frame a row, a column, or the cell of both."""
        if (row, column) != self._marks:
            self._marks = (row, column)
            self.update()

    def wanted_width(self) -> int:
        """The pixels that the title and the caption need."""
        if self._content is None:
            return NARROWEST
        bold = QFont(self.font())
        bold.setBold(True)
        words = QFontMetricsF(bold).horizontalAdvance(self._content.title)
        words = max(words, self.fontMetrics().horizontalAdvance(self._content.caption))
        return max(NARROWEST, math.ceil(words) + 2 * PAD)

    def marks(self) -> tuple[int | None, int | None]:
        """The framed row and column."""
        return self._marks

    def set_chosen(self, chosen: bool, focused: bool) -> None:
        """Frame the card as the one that is shown large."""
        if (chosen, focused) != (self._chosen, self._focused):
            self._chosen, self._focused = chosen, focused
            self.update()

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        if self._content is not None:
            table = self._content.scale.table().astype(np.uint32)
            packed = 0xFF000000 | table[:, 0] << 16 | table[:, 1] << 8 | table[:, 2]
            self._image.setColorTable(packed.tolist())
        self._pixmap = None
        self.update()

    # Geometry ------------------------------------------------------------------------

    def picture_rect(self) -> QRectF:
        """Where the cells are."""
        if self._content is None or self._content.values.size == 0:
            return QRectF()
        rows, columns = self._content.values.shape
        line = self.fontMetrics().height()
        area = QRectF(self.rect()).adjusted(PAD, PAD + line + 3, -PAD, -PAD - line - 3)
        wide = min(area.width() / columns, _LARGEST_CELL * 1.5)
        high = min(area.height() / rows, _LARGEST_CELL)
        # Near square, but a long thin matrix is drawn thick enough to see its rows.
        wide = min(wide, max(high * _ASPECT, 0.6 * area.width() / columns))
        high = min(high, max(wide * _ASPECT, 0.6 * area.height() / rows))
        size = QSize(max(round(wide * columns), 3), max(round(high * rows), 3))
        found = QRectF(0, 0, size.width(), size.height())
        found.moveCenter(QPointF(round(area.center().x()), round(area.center().y())))
        return found

    def cell_at(self, position: QPointF) -> Cell | None:
        """The cell at a point of the card."""
        area = self.picture_rect()
        if self._content is None or area.isEmpty() or not area.contains(position):
            return None
        rows, columns = self._content.values.shape
        row = int((position.y() - area.top()) / area.height() * rows)
        column = int((position.x() - area.left()) / area.width() * columns)
        return min(rows - 1, row), min(columns - 1, column)

    def cell_centre(self, row: int, column: int) -> QPointF:
        """The middle of a cell in the card's coordinates."""
        return self._area(row, column).center()

    def _area(self, row: int | None, column: int | None) -> QRectF:
        """The rectangle of a cell, of a whole row or of a whole column."""
        assert self._content is not None
        whole = self.picture_rect()
        rows, columns = self._content.values.shape
        high, wide = whole.height() / rows, whole.width() / columns
        if row is not None:
            whole = QRectF(whole.left(), whole.top() + row * high, whole.width(), high)
        if column is not None:
            whole = QRectF(whole.left() + column * wide, whole.top(), wide, whole.height())
        return whole

    # Painting ------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._pixmap = None

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._pixmap = None
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        content = self._content
        if content is None:
            return
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        thick = 2 if self._chosen else 1
        frame = QRectF(self.rect()).adjusted(thick / 2, thick / 2, -thick / 2, -thick / 2)
        colour = colours.color("border")
        if self._chosen:
            colour = colours.color("accent" if self._focused else "outline")
        painter.setPen(QPen(colour, thick))
        painter.setBrush(colours.color("raised") if self._chosen else colours.color("surface"))
        painter.drawRoundedRect(frame, 6, 6)
        self._paint_words(painter, content, colours)
        area = self.picture_rect()
        if is_vector(painter):
            self._paint_shapes(painter, content, area, colours)
        else:
            if self._pixmap is None:
                ratio = self.devicePixelRatioF()
                self._pixmap = self._drawn(content, area.size().toSize(), ratio)
            painter.drawPixmap(area.topLeft(), self._pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colours.color("outline"), 1))
        painter.drawRect(area.adjusted(-1, -1, 0, 0))
        rows, columns = content.values.shape
        if content.current is not None and content.current < rows:
            self._frame(painter, self._area(content.current, None), "marker")
        row, column = self._marks
        row = None if row is None or row >= rows else row
        column = None if column is None or column >= columns else column
        if row is not None or column is not None:
            self._frame(painter, self._area(row, column), "accent")
        painter.end()

    def _paint_words(self, painter: QPainter, content: CardContent, colours: theme.Theme) -> None:
        line = self.fontMetrics().height()
        room = QRectF(3, PAD - 2, self.width() - 6, line + 2)
        font = QFont(self.font())
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(colours.color("text"))
        elide = Qt.TextElideMode.ElideRight
        title = QFontMetricsF(font).elidedText(content.title, elide, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, title)
        painter.setFont(self.font())
        painter.setPen(colours.color("muted"))
        room.moveBottom(self.height() - PAD + 2)
        caption = QFontMetricsF(self.font()).elidedText(content.caption, elide, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, caption)

    @staticmethod
    def _paint_shapes(
        painter: QPainter, content: CardContent, area: QRectF, colours: theme.Theme
    ) -> None:
        """The cells as rectangles, for a file that keeps them."""
        draw_cells(painter, area, content.scale.shades(content.values), content.scale.table())
        if content.masked is not None:
            plain, ink = colours.color("raised"), colours.color("outline")
            draw_hatch(painter, area, content.masked, plain, ink)

    def _drawn(self, content: CardContent, size: QSize, ratio: float) -> QPixmap:
        """The cells, drawn once for this size."""
        colours = theme.current()
        pixmap = QPixmap(size * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(colours.color("surface"))
        painter = QPainter(pixmap)
        rows, columns = content.values.shape
        crowded = rows > size.height() * ratio or columns > size.width() * ratio
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, crowded)
        whole = QRectF(0, 0, size.width(), size.height())
        # Qt averages only in true colour.
        image = self._image.convertToFormat(QImage.Format.Format_RGB32)
        if crowded:
            image = image.scaled(
                size * ratio,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        painter.drawImage(whole, image)
        if content.masked is not None and content.masked.any():
            self._hatch(painter, content.masked, whole, colours)
        painter.end()
        return pixmap

    def _hatch(
        self,
        painter: QPainter,
        masked: npt.NDArray[np.bool_],
        whole: QRectF,
        colours: theme.Theme,
    ) -> None:
        """Hatch the masked cells, through a one-bit image of them."""
        rows, columns = masked.shape
        size = whole.size().toSize()
        # The pixel's cell, for every pixel: cheaper than one rectangle a cell.
        of_row = np.arange(size.height()) * rows // max(size.height(), 1)
        of_column = np.arange(size.width()) * columns // max(size.width(), 1)
        shown = masked[np.ix_(of_row, of_column)]
        veil = np.zeros((*shown.shape, 4), dtype=np.ubyte)
        plain, ink = colours.color("raised"), colours.color("outline")
        y, x = np.indices(shown.shape)
        stripe = (x + y) % 4 == 0
        veil[shown] = (plain.blue(), plain.green(), plain.red(), 255)
        veil[shown & stripe] = (ink.blue(), ink.green(), ink.red(), 255)
        height, width = shown.shape
        image = QImage(veil.tobytes(), width, height, 4 * width, QImage.Format.Format_ARGB32)
        painter.drawImage(whole, image)

    def _frame(self, painter: QPainter, area: QRectF, colour: str) -> None:
        """A frame around a row, a column or a cell, at least 3 pixels wide."""
        area = QRectF(
            round(area.left()) - 1,
            round(area.top()) - 1,
            max(3, round(area.width()) + 1),
            max(3, round(area.height()) + 1),
        )
        painter.setPen(QPen(theme.current().color(colour), 1.5))
        painter.drawRect(area)

    # Events --------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointed.emit(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(self.cell_at(event.position()))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(QPointF(event.pos()))
            told = "" if self._content is None else self._content.told
            text = told if cell is None else f"{self._describe(*cell)}\n{told}"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().event(event))
