"""How a row of the history is painted: source and time, translation, what made it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui import theme
from gui.widgets.colours import mix
from gui.widgets.history_model import ROW_ROLE
from gui.widgets.history_text import Badge, RowText

_PAD = 8.0
_GAP = 2.0
_BAR = 3.0
_SMALL = 0.9
_BADGE_SHARE = 0.7
"""Of the last line's width, the most that badges may take from what made the translation."""


class HistoryDelegate(QStyledItemDelegate):
    """Paints a :class:`RowText` on three lines."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        line = QFontMetricsF(option.font).height()
        small = QFontMetricsF(_small(option.font)).height()
        return QSize(120, round(2 * _PAD + 2 * line + small + 4 * _GAP))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, RowText):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme.current()
        area = QRectF(option.rect)
        self._paint_ground(painter, option, area, colours, row.shown)
        # On the colour of a selection the quiet one would be too quiet.
        quiet = "text" if option.state & QStyle.StateFlag.State_Selected else "muted"
        inner = area.adjusted(_PAD + _BAR, _PAD, -_PAD, -_PAD)
        line = QFontMetricsF(option.font).height()
        top = QRectF(inner.left(), inner.top(), inner.width(), line)
        _text(painter, top, row.time, _small(option.font), quiet, colours, right=True)
        metrics = QFontMetricsF(_small(option.font))
        top.setRight(top.right() - metrics.horizontalAdvance(row.time) - 2 * _PAD)
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        _text(painter, top, row.source, bold, "text", colours)
        second = QRectF(inner.left(), top.bottom() + _GAP, inner.width(), line)
        _text(painter, second, row.translation or "–", option.font, "text", colours)
        last = QRectF(inner.left(), second.bottom() + 2 * _GAP, inner.width(), 0)
        last.setBottom(inner.bottom())
        self._paint_last(painter, last, row, option.font, quiet, colours)
        painter.restore()

    def _paint_ground(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        area: QRectF,
        colours: theme.Theme,
        shown: bool,
    ) -> None:
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        box = area.adjusted(1, 1, -1, -1)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.color("selection" if selected else "raised"))
            painter.drawRoundedRect(box, 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colours.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if shown:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.color("accent"))
            bar = QRectF(box.left() + 2, box.top() + 6, _BAR, box.height() - 12)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if not selected:
            painter.setPen(QPen(colours.color("border"), 1))
            painter.drawLine(area.bottomLeft(), area.bottomRight())

    def _paint_last(
        self,
        painter: QPainter,
        area: QRectF,
        row: RowText,
        base: QFont,
        quiet: str,
        colours: theme.Theme,
    ) -> None:
        """The badges as far as there is room, then the model and its options."""
        font = _small(base)
        metrics = QFontMetricsF(font)
        x = area.left()
        limit = area.left() + area.width() * _BADGE_SHARE
        for badge in row.badges:
            room = limit - x - 2 * _GAP
            if room < metrics.averageCharWidth() * 6:
                break
            wanted = metrics.horizontalAdvance(badge.text) + 12
            box = QRectF(x, area.top(), min(wanted, room), area.height())
            _paint_badge(painter, box, badge, font, colours)
            x = box.right() + 3 * _GAP
        made = " · ".join(part for part in (row.model, row.options) if part)
        rest = QRectF(x, area.top(), area.right() - x, area.height())
        _text(painter, rest, made, font, quiet, colours)


def _small(font: QFont) -> QFont:
    small = QFont(font)
    if font.pointSizeF() > 0:
        small.setPointSizeF(font.pointSizeF() * _SMALL)
    else:
        small.setPixelSize(round(font.pixelSize() * _SMALL))
    return small


def _text(
    painter: QPainter,
    area: QRectF,
    text: str,
    font: QFont,
    colour: str,
    colours: theme.Theme,
    right: bool = False,
) -> None:
    """One line, shortened to the room there is."""
    painter.setFont(font)
    painter.setPen(colours.color(colour))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    flags = int(side) | int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextSingleLine)
    painter.drawText(area, flags, shown)


def _paint_badge(
    painter: QPainter, box: QRectF, badge: Badge, font: QFont, colours: theme.Theme
) -> None:
    tone = "muted" if badge.tone == "plain" else badge.tone
    ground = mix(colours.color("surface"), colours.color(tone), 0.12)
    painter.setPen(QPen(mix(colours.color("surface"), colours.color(tone), 0.45), 1))
    painter.setBrush(ground)
    edge = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(edge, edge.height() / 2, edge.height() / 2)
    painter.setFont(font)
    painter.setPen(colours.color("text"))
    inner = box.adjusted(6, 0, -6, 0)
    text = QFontMetricsF(font).elidedText(badge.text, Qt.TextElideMode.ElideRight, inner.width())
    flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextSingleLine)
    painter.drawText(inner, flags, text)
