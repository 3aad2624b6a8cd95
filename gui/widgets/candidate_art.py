"""The drawing of one row of candidates, and of the header above the rows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen

from gui.language import tr
from gui.theme import Theme
from gui.widgets.candidate_layout import CandidateLayout, Column, drawn_name
from gui.widgets.candidate_model import (
    Row,
    Table,
    blocked_text,
    log_probability_text,
    probability_text,
)
from gui.widgets.colours import legible
from gui.widgets.pieces import axis_token, weight_text
from gui.widgets.token_axis import SPACE

_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True)
class CandidateArt:
    """Draws where the layout says; the header at 0, the rows wherever the painter stands."""

    painter: QPainter
    colours: Theme
    layout: CandidateLayout
    table: Table

    def header(self, width: float) -> None:
        """The names of the columns and the scale of the bars."""
        columns, high = self.layout.columns, self.layout.header - 4
        self.painter.setFont(self.layout.small)
        self.painter.setPen(self.colours.color("muted"))
        left, right = columns.piece
        self.painter.drawText(QRectF(left, 0, right - left, high), _LEFT, tr("piece"))
        for column in (columns.probability, columns.log_probability, columns.chance):
            if column is not None:
                left, right = column.extent
                self.painter.drawText(QRectF(left, 0, right - left, high), _RIGHT, column.name)
        # The ends of the scale, where there is room for them.
        left, right = columns.bar
        if right - left >= 60:
            self.painter.drawText(QRectF(left, 0, 30, high), _LEFT, "0")
            self.painter.drawText(QRectF(right - 30, 0, 30, high), _RIGHT, "1")
        self.painter.setPen(QPen(self.colours.color("border"), 1))
        self.painter.drawLine(QPointF(0, high + 1.5), QPointF(width, high + 1.5))

    def row(self, index: int, *, pointed: bool, cursor: bool, focused: bool) -> None:
        """A row with what marks it."""
        layout, columns = self.layout, self.layout.columns
        row, area = self.table.rows[index], layout.area(index)
        line = QRectF(area.left(), area.top(), area.width(), layout.line)
        self._ground(row, area, pointed, cursor, focused)
        quiet = row.kind == "rest" or row.blocked is not None
        self.painter.setFont(layout.font)
        self.painter.setPen(self.colours.color("muted"))
        rank = str(row.rank) if row.rank is not None else ""
        if row.kind == "outside" and row.rank is None:
            rank = f">{self.table.recorded}"
        self.painter.drawText(_within(line, *columns.rank), _RIGHT, rank)
        self._piece(row, _within(line, *columns.piece))
        self._bar(index, row)
        texts: list[tuple[Column | None, str]] = [
            (columns.probability, probability_text(row)),
            (columns.log_probability, log_probability_text(row)),
        ]
        texts.append((columns.chance, "–" if row.chance is None else weight_text(row.chance)))
        self.painter.setFont(layout.font)
        self.painter.setPen(self.colours.color("muted" if quiet else "text"))
        for column, text in texts:
            if column is not None:
                self.painter.drawText(_within(line, *column.extent), _RIGHT, text)
        if row.blocked is not None:
            self.painter.setFont(layout.small)
            self.painter.setPen(self.colours.color("warn"))
            left, right = columns.bar[0], area.width() - 6
            reason = layout.small_metrics.elidedText(
                blocked_text(row.blocked), Qt.TextElideMode.ElideRight, right - left
            )
            below = QRectF(left, line.bottom() - 3, right - left, layout.reason)
            self.painter.drawText(below, Qt.AlignmentFlag.AlignLeft, reason)

    def _ground(self, row: Row, area: QRectF, pointed: bool, cursor: bool, focused: bool) -> None:
        """What lies behind and before a row: pointer, cursor, the mark of the piece written."""
        box = area.adjusted(2.5, 0.5, -2.5, -0.5)
        self.painter.setPen(Qt.PenStyle.NoPen)
        if pointed:
            self.painter.setBrush(self.colours.color("raised"))
            self.painter.drawRoundedRect(box, 4, 4)
        if row.mark:
            self.painter.setBrush(self.colours.color("marker"))
            self.painter.drawRoundedRect(QRectF(3, area.top() + 4, 3, area.height() - 8), 1.5, 1.5)
        if cursor:
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.setPen(
                QPen(self.colours.color("accent" if focused else "outline"), 1.5 if focused else 1)
            )
            self.painter.drawRoundedRect(box, 4, 4)
        if row.kind == "outside":
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(self.colours.color("outline"))
            left, right = self.layout.columns.rank
            for dot in (-12.0, -8.0, -4.0):
                self.painter.drawEllipse(QPointF((left + right) / 2, area.top() + dot), 1.2, 1.2)
        elif row.kind == "rest":
            self.painter.setPen(QPen(self.colours.color("border"), 1))
            y = area.top() - 4.5
            self.painter.drawLine(QPointF(0, y), QPointF(area.width(), y))

    def _piece(self, row: Row, area: QRectF) -> None:
        layout, begin = self.layout, area.left()
        font = QFont(layout.bold if row.mark else layout.font)
        metrics = layout.bold_metrics if row.mark else layout.metrics
        text, colour = drawn_name(row), "text"
        if row.piece is None:
            colour = "muted"
        else:
            token = axis_token(row.piece)
            font.setItalic(token.special)
            colour = "muted" if token.special or row.blocked is not None else "text"
            if token.spaced:
                self.painter.setFont(layout.bold if row.mark else layout.font)
                self.painter.setPen(self.colours.color("outline"))
                self.painter.drawText(area, _LEFT, SPACE)
                area = area.adjusted(metrics.horizontalAdvance(SPACE), 0, 0, 0)
                text = text.removeprefix(SPACE)
        if metrics.horizontalAdvance(text) > area.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        self.painter.setFont(font)
        self.painter.setPen(self.colours.color(colour))
        self.painter.drawText(area, _LEFT, text)
        if row.blocked is not None:
            # By hand: the font's own line would leave the space mark out.
            end = area.left() + metrics.horizontalAdvance(text) + 2
            y = round(area.center().y()) + 0.5
            self.painter.setPen(QPen(self.colours.color(colour), 1))
            self.painter.drawLine(QPointF(begin - 2, y), QPointF(max(end, begin + 8), y))

    def _bar(self, index: int, row: Row) -> None:
        layout = self.layout
        track = layout.bar(index, 1.0)
        fill = layout.bar(index, row.probability)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.colours.color("border", 0.55))
        self.painter.drawRoundedRect(track, 2, 2)
        colour = self._bar_colour(row)
        if row.probability > 0:
            # What is there is seen, however small.
            self.painter.setBrush(QBrush(colour))
            self.painter.drawRoundedRect(fill.united(QRectF(fill.left(), fill.top(), 1, 1)), 2, 2)
            if row.blocked is not None:
                self.painter.setBrush(
                    QBrush(self.colours.color("surface"), Qt.BrushStyle.BDiagPattern)
                )
                self.painter.drawRect(fill)
        if layout.columns.chance is not None and row.chance is not None:
            self.painter.setBrush(self.colours.color("border", 0.55))
            self.painter.drawRect(layout.bar(index, 1.0, chance=True))
            self.painter.setBrush(self.colours.color("good"))
            self.painter.drawRect(layout.bar(index, row.chance, chance=True))
        self._tag(row, track, fill, colour)

    def _bar_colour(self, row: Row) -> QColor:
        if row.mark:
            return self.colours.color("marker")
        if row.kind == "rest" or row.blocked is not None:
            return self.colours.color("outline")
        return self.colours.color("accent")

    def _tag(
        self,
        row: Row,
        track: QRectF,
        fill: QRectF,
        colour: QColor,
    ) -> None:
        """A word in the bar's free part, or in the filled one if that is the larger."""
        tag = tag_text(row)
        metrics = self.layout.small_metrics
        wide = metrics.horizontalAdvance(tag) + 12
        if not tag:
            return
        self.painter.setFont(self.layout.small)
        if track.right() - fill.right() >= wide:
            self.painter.setPen(self.colours.color("marker" if row.mark else "muted"))
            self.painter.drawText(_within(track, fill.right() + 6, track.right()), _LEFT, tag)
        elif fill.width() >= wide:
            self.painter.setPen(
                legible(colour, self.colours.color("surface"), self.colours.color("text"))
            )
            self.painter.drawText(_within(track, fill.left(), fill.right() - 6), _RIGHT, tag)


def tag_text(row: Row) -> str:
    """The word in a row's bar."""
    if row.mark:
        marks = {"chosen": tr("chosen"), "drawn": tr("drawn"), "forced": tr("forced")}
        return marks[row.mark]
    if row.others:
        return tr("hypothesis {number}").format(number=row.others[0] + 1)
    return ""


def _within(area: QRectF, left: float, right: float) -> QRectF:
    """The part of a row between two places."""
    return QRectF(left, area.top(), right - left, area.height())
