"""What one layer would say at one step: its likeliest pieces with their numbers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.layer_views import Guess
from gui import theme
from gui.language import tr
from gui.numbers import whole
from gui.widgets.layer_art import PieceArt
from gui.widgets.layer_model import Cell, LensTable, cell_tooltip, entropy_text, place_text
from gui.widgets.pieces import axis_token, log_text, weight_text

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_GAP = 8.0
_LONGEST = 8
"""Rows: the five likeliest pieces, and the one that was written."""


class LayerList(QWidget):
    """The likeliest pieces of a cell, and where among all pieces the written one stands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: LensTable | None = None
        self._cell: Cell | None = None
        self._art = PieceArt(self.font())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("What this layer would say"))
        theme.notifier.changed.connect(self.retheme)

    def show_cell(self, table: LensTable | None, cell: Cell | None) -> None:
        """Show another cell; ``None`` shows none."""
        self._table, self._cell = table, cell
        text = "" if table is None or cell is None else cell_tooltip(table, cell)
        self.setAccessibleDescription(text)
        self.setToolTip(text)
        self.update()

    def rows(self) -> list[tuple[int, Guess, bool]]:
        """What is listed: rank, piece, whether it is the one that was written."""
        table, cell = self._table, self._cell
        views = None if table is None or cell is None else table.known(cell)
        if views is None or cell is None:
            return []
        written, rank = views.wrote(*cell), int(views.written_ranks[cell])
        listed = [(place, guess, place == rank) for place, guess in enumerate(views.top(*cell), 1)]
        if rank > len(listed):
            listed.append((rank, written, True))
        return listed

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.update()

    # Geometry ------------------------------------------------------------------------

    def _line(self) -> float:
        return self._art.line + 7

    def _columns(self) -> tuple[float, float, float, float]:
        """Where the piece, the bar and the two numbers begin; what has no room has no width.

        The last two are the left edges of the columns of p and ln p.
        """
        right = float(self.width()) - 4
        probability = max(map(self._art.width, (weight_text(0.5), weight_text(5e-5)))) + 2
        logs = [self._art.width(log_text(guess.log_probability)) for _, guess, _ in self.rows()]
        logarithm = max([self._art.width(log_text(-10.01)), *logs]) + 2 * _GAP
        rank = self._art.width(whole(99_999)) + _GAP
        least = rank + 56 + _GAP + probability
        log_left = right - logarithm if right - logarithm > least else right
        p_left = log_left - probability
        spare = p_left - rank - _GAP
        bar = max(0.0, min(120.0, spare - 88.0)) if spare > 120 else 0.0
        return rank, p_left - bar - (_GAP if bar else 0.0), p_left, log_left

    def sizeHint(self) -> QSize:
        return QSize(250, round(self._line() * _LONGEST + self._art.line + 18))

    def minimumSizeHint(self) -> QSize:
        return QSize(150, round(self._line() * 5))

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        table, cell = self._table, self._cell
        if table is None or cell is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, wide = theme.current(), float(self.width())
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(colours.color("text"))
        y, line = 2.0, self._line()
        painter.drawText(QRectF(4, y, wide - 8, line), _LEFT, place_text(table, cell))
        painter.setFont(self.font())
        y += line
        rows = self.rows()
        if not rows:
            painter.setPen(colours.color("muted"))
            painter.drawText(QRectF(4, y, wide - 8, line), _LEFT, tr("Being computed …"))
            painter.end()
            return
        y = self._paint_header(painter, colours, y)
        for index, row in enumerate(rows):
            if index and row[0] != rows[index - 1][0] + 1:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colours.color("outline"))
                for dot in (3.0, 7.0, 11.0):
                    painter.drawEllipse(QPointF(self._columns()[0] / 2 + 6, y + dot), 1.2, 1.2)
                y += 14
            self._paint_row(painter, colours, y, row)
            y += line
        painter.setPen(colours.color("muted"))
        painter.drawText(QRectF(4, y + 4, wide - 8, line), _LEFT, entropy_text(table, cell))
        painter.end()

    def _paint_header(self, painter: QPainter, colours: theme.Theme, y: float) -> float:
        piece, _, p_left, log_left = self._columns()
        right, high = self.width() - 4.0, self._art.line
        painter.setPen(colours.color("muted"))
        painter.drawText(QRectF(piece, y, 200, high), _LEFT, tr("piece"))
        painter.drawText(QRectF(p_left, y, log_left - p_left, high), _RIGHT, "p")
        if right > log_left:
            painter.drawText(QRectF(log_left, y, right - log_left, high), _RIGHT, "ln p")
        painter.setPen(QPen(colours.color("border"), 1))
        painter.drawLine(QPointF(0, y + high + 2.5), QPointF(self.width(), y + high + 2.5))
        return y + high + 5

    def _paint_row(
        self, painter: QPainter, colours: theme.Theme, y: float, row: tuple[int, Guess, bool]
    ) -> None:
        rank, guess, written = row
        piece, bar, p_left, log_left = self._columns()
        line, right = self._line(), self.width() - 4.0
        painter.setFont(self.font())
        if written:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.color("marker"))
            painter.drawRoundedRect(QRectF(1, y + 4, 3, line - 8), 1.5, 1.5)
        painter.setPen(colours.color("muted"))
        painter.drawText(QRectF(0, y, piece - _GAP, line), _RIGHT, whole(rank))
        area = QRectF(piece, y, bar - piece - _GAP / 2, line)
        self._art.draw(
            painter,
            area,
            axis_token(guess.piece),
            colours.color("text"),
            bold=written,
            centred=False,
        )
        painter.setFont(self.font())
        if p_left - bar > _GAP:
            track = QRectF(bar, y + line / 2 - 4, p_left - bar - _GAP, 8)
            painter.fillRect(track, colours.color("raised"))
            track.setWidth(track.width() * guess.probability)
            painter.fillRect(track, colours.color("accent"))
        painter.setPen(colours.color("text"))
        number = QRectF(p_left - 8, y, log_left - p_left + 8, line)
        painter.drawText(number, _RIGHT, weight_text(guess.probability))
        if right > log_left:
            painter.drawText(
                QRectF(log_left, y, right - log_left, line),
                _RIGHT,
                log_text(guess.log_probability),
            )

    # Qt ------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._art = PieceArt(self.font())
            self.updateGeometry()
            self.update()
