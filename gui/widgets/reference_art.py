"""The drawing of the cells of a scored output."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from engine.analysis.reference import ScoredPosition
from engine.events import Piece
from gui import theme
from gui.numbers import fixed
from gui.widgets.pieces import axis_token, weight_text
from gui.widgets.reference_model import POSITION_ROLE, Column, alignment
from gui.widgets.token_axis import SPACE

PAD = 6
"""Pixels left and right of a cell's text."""
NARROWEST_BAR = 40
"""Pixels of a bar, under which there is none."""
_MIDDLE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def figures(font: QFont) -> QFont:
    """The font with figures of one width, so that the digits of the rows stand in columns."""
    font = QFont(font)
    font.setFeature(QFont.Tag.fromString("tnum"), 1)
    return font


def number_width(font: QFont) -> float:
    """The room that the longest probability needs."""
    metrics = QFontMetricsF(figures(font))
    return max(map(metrics.horizontalAdvance, (weight_text(0.5), weight_text(5e-5))))


class ReferenceArt(QStyledItemDelegate):
    """Draws a cell; the row's marks are told by the table.

    Attributes:
        current: the row of the current step.
        pointed: the row of the piece under the pointer, wherever in the window.
        focused: whether the table has the keyboard.
        choice_width: pixels of the model's choice; its column may be wider.
        first: the column that begins the row.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: int | None = None
        self.pointed: int | None = None
        self.focused = False
        self.choice_width = 0.0
        self.first = Column.NUMBER
        self.set_font(QFont())

    def set_font(self, base: QFont) -> None:
        """Draw with another font; measured once, not for every cell."""
        self._plain = figures(base)
        self._bold, self._italic = QFont(self._plain), QFont(self._plain)
        self._bold.setBold(True)
        self._italic.setItalic(True)
        self._number = number_width(base)
        self._metrics = {
            False: QFontMetricsF(self._plain),
            True: QFontMetricsF(self._bold),
        }

    def sizeHint(self, option: QStyleOptionViewItem, index: Any) -> QSize:
        """Rows are as high as everywhere."""
        return QSize(40, round(option.fontMetrics.height()) + 6)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Any) -> None:
        """Draw one cell."""
        position = index.data(POSITION_ROLE)
        if not isinstance(position, ScoredPosition):
            return
        colours = theme.current()
        column, row = Column(index.column()), index.row()
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, area, row, column)
        area = area.adjusted(PAD, 0, -PAD, 0)
        if column is Column.PROBABILITY:
            area = self._bar(painter, area, position, row)
        if column in (Column.INPUT, Column.TARGET):
            piece = position.input if column is Column.INPUT else position.target
            bold = row == self.current and column is Column.TARGET
            self._piece(painter, area, piece, "text", bold)
        elif column is Column.CHOICE:
            self._choice(painter, area, position)
        else:
            quiet = column in (Column.NUMBER, Column.RANK)
            painter.setFont(self._plain)
            painter.setPen(colours.color("muted" if quiet else "text"))
            painter.drawText(area, alignment(column), index.data())
        painter.restore()

    def _ground(self, painter: QPainter, area: QRectF, row: int, column: Column) -> None:
        colours = theme.current()
        painter.setPen(Qt.PenStyle.NoPen)
        if row == self.current:
            painter.fillRect(area, colours.color("raised"))
        elif row == self.pointed:
            painter.fillRect(area, colours.color("raised", 0.6))
        if row == self.current:
            if column is self.first:
                painter.setBrush(colours.color("marker"))
                bar = QRectF(area.left() + 1, area.top() + 3, 3, area.height() - 6)
                painter.drawRoundedRect(bar, 1.5, 1.5)
            if self.focused:
                painter.setPen(QPen(colours.color("accent"), 1.5))
                painter.drawLine(area.topLeft(), area.topRight())
                painter.drawLine(area.bottomLeft(), area.bottomRight())

    def _bar(self, painter: QPainter, area: QRectF, position: ScoredPosition, row: int) -> QRectF:
        """Draw the bar where there is room for one; what is left for the number."""
        room = area.width() - self._number - 2 * PAD
        if room < NARROWEST_BAR:
            return area
        colours = theme.current()
        track = QRectF(area.left(), area.top() + 5, room, area.height() - 10)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.color("border", 0.55))
        painter.drawRoundedRect(track, 2, 2)
        # What is there is seen, however small.
        filled = QRectF(track)
        filled.setWidth(max(1.0, room * min(1.0, position.probability)))
        if position.probability > 0:
            painter.setBrush(colours.color("marker" if row == self.current else "accent"))
            painter.drawRoundedRect(filled, 2, 2)
        return area.adjusted(room + PAD, 0, 0, 0)

    def _choice(self, painter: QPainter, area: QRectF, position: ScoredPosition) -> None:
        other = position.other
        if other is None:
            return
        area.setWidth(min(area.width(), self.choice_width))
        number = weight_text(other.probability)
        if other.probability >= 0.001:
            number = fixed(other.probability, 2)
        wide = self._metrics[False].horizontalAdvance(number)
        painter.setFont(self._plain)
        painter.setPen(theme.current().color("muted"))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        self._piece(painter, area.adjusted(0, 0, -wide - PAD, 0), other.piece, "warn")

    def _piece(
        self, painter: QPainter, area: QRectF, piece: Piece, colour: str, bold: bool = False
    ) -> None:
        """A piece with its space mark pale, shortened to the room there is."""
        colours, token = theme.current(), axis_token(piece)
        metrics, text = self._metrics[bold], token.text
        painter.setFont(self._bold if bold else self._italic if token.special else self._plain)
        if token.spaced:
            painter.setPen(colours.color("outline"))
            painter.drawText(area, _MIDDLE_LEFT, SPACE)
            area = area.adjusted(metrics.horizontalAdvance(SPACE), 0, 0, 0)
            text = text.removeprefix(SPACE)
        painter.setPen(colours.color("muted" if token.special and colour == "text" else colour))
        if metrics.horizontalAdvance(text) > area.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, area.width()))
        painter.drawText(area, _MIDDLE_LEFT, text)
