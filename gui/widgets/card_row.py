"""Small matrices in a row, with a sign between each and the next."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QBrush,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui import theme
from gui.widgets.matrix_card import PAD, CardContent, MatrixCard
from gui.widgets.matrix_view import Cell

WIDEST = 132
"""Pixels of a card, unless its title needs more."""
_PICTURE, _SMALL_PICTURE = 66, 40
_SIGNS = ("+", "=")


class CardRow(QWidget):
    """Cards side by side with a sign between each and the next.

    Left and Right, Home and End choose a card.

    Signals:
        chosen: the index of the card that the user chose.
        cellChosen: (index, (row, column)) of the cell that was clicked.
        cellPointed: (index, (row, column)) under the pointer, or ``None``.
    """

    chosen = Signal(int)
    cellChosen = Signal(object)
    cellPointed = Signal(object)

    def __init__(
        self, describe: Callable[[int, int, int], str], parent: QWidget | None = None
    ) -> None:
        """``describe(index, row, column)`` gives a cell's text."""
        super().__init__(parent)
        self._describe = describe
        self._cards: list[MatrixCard] = []
        self._count = 0
        self._operators: tuple[tuple[str, str], ...] = ()
        self._current = 0
        self._picture = _PICTURE
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier.changed.connect(self.retheme)

    def set_cards(
        self, contents: Sequence[CardContent], operators: Sequence[tuple[str, str]]
    ) -> None:
        """Show other matrices; ``operators`` are (sign, number) between neighbours.

        Raises:
            ValueError: there is not one operator fewer than there are cards.
        """
        if len(operators) != max(0, len(contents) - 1):
            raise ValueError(f"{len(operators)} signs between {len(contents)} cards")
        # Cards are kept for the next matrices: none is ever deleted.
        while len(self._cards) < len(contents):
            self._cards.append(self._new_card(len(self._cards)))
        self._count = len(contents)
        self._operators = tuple(operators)
        for index, card in enumerate(self._cards):
            card.setVisible(index < self._count)
            if index < self._count:
                card.set_content(contents[index])
        self._current = min(self._current, max(0, self._count - 1))
        self._fit()
        self._mark()

    def set_compact(self, compact: bool) -> None:
        """Make the pictures lower, or as they were."""
        picture = _SMALL_PICTURE if compact else _PICTURE
        if picture != self._picture:
            self._picture = picture
            self._fit()

    def _fit(self) -> None:
        self.setMinimumWidth(self.minimumSizeHint().width())
        self.updateGeometry()
        self._arrange()

    def card(self, index: int) -> MatrixCard:
        """One of the cards that are shown."""
        return self._cards[: self._count][index]

    def count(self) -> int:
        """How many cards are shown."""
        return self._count

    @property
    def current(self) -> int:
        """The index of the chosen card."""
        return self._current

    def choose(self, index: int) -> None:
        """Choose a card, clamped to those there are; tells nobody."""
        self._current = min(max(index, 0), max(0, self._count - 1))
        self._mark()

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        for card in self._cards:
            card.retheme()
        self.update()

    def _new_card(self, index: int) -> MatrixCard:
        card = MatrixCard(lambda row, column: self._describe(index, row, column), self)
        card.pointed.connect(
            lambda cell: self.cellPointed.emit(None if cell is None else (index, cell))
        )
        card.clicked.connect(lambda cell: self._on_clicked(index, cell))
        return card

    def _on_clicked(self, index: int, cell: Cell | None) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pick(index)
        if cell is not None:
            self.cellChosen.emit((index, cell))

    def _pick(self, index: int) -> None:
        index = min(max(index, 0), max(0, self._count - 1))
        if index != self._current:
            self.choose(index)
            self._tell()
            self.chosen.emit(index)

    def _mark(self) -> None:
        for index, card in enumerate(self._cards[: self._count]):
            card.set_chosen(index == self._current, self.hasFocus())
        if self._count:
            self.setAccessibleDescription(self._cards[self._current].accessibleName())

    def _tell(self) -> None:
        if QAccessible.isActive() and self.hasFocus():
            text = self.accessibleDescription()
            QAccessible.updateAccessibility(
                QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            )
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # Geometry ------------------------------------------------------------------------

    def _gap(self, operator: tuple[str, str]) -> int:
        """The room between two cards for what stands there."""
        words = [text for text in operator if text]
        if not words:
            return 6
        metrics = QFontMetricsF(self._small_font())
        widest = math.ceil(max(metrics.horizontalAdvance(text) for text in words))
        return widest + 8 if operator[0] in _SIGNS else max(widest + 8, 26)

    def _small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(max(1.0, font.pointSizeF()) * 0.9)
        return font

    def _gaps(self) -> list[int]:
        return [self._gap(operator) for operator in self._operators]

    def sizeHint(self) -> QSize:
        return QSize(self.minimumSizeHint().width(), self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        line = self.fontMetrics().height()
        wide = sum(self._widths()) + sum(self._gaps())
        return QSize(wide, 2 * line + self._picture + 2 * PAD + 6)

    def _widths(self) -> list[int]:
        return [card.wanted_width() for card in self._cards[: self._count]]

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _arrange(self) -> None:
        if not self._count:
            return
        gaps = self._gaps()
        widths = self._widths()
        spare = max(0, self.width() - sum(gaps) - sum(widths)) // self._count
        high = min(self.height(), self.minimumSizeHint().height())
        x = 0
        for index, card in enumerate(self._cards[: self._count]):
            wide = max(widths[index], min(widths[index] + spare, WIDEST))
            card.setGeometry(x, 0, wide, high)
            x += wide + (gaps[index] if index < len(gaps) else 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small_font())
        line = self.fontMetrics().height()
        for index, (sign, number) in enumerate(self._operators):
            if not sign:
                continue
            left = self._cards[index].geometry()
            right = self._cards[index + 1].geometry()
            middle = left.center().y()
            begin, end = left.right() + 1.0, float(right.left())
            painter.setPen(colours.color("text"))
            if sign in _SIGNS:
                room = QRectF(begin, middle - line, end - begin, 2 * line)
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, sign)
                continue
            above = QRectF(begin, middle - line - 5, end - begin, line)
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, sign)
            painter.setPen(colours.color("muted"))
            under = QRectF(begin, middle + 5, end - begin, line)
            painter.drawText(under, Qt.AlignmentFlag.AlignCenter, number)
            painter.setPen(QPen(colours.color("outline"), 1.4))
            tip = QPointF(end - 4, middle)
            painter.drawLine(QPointF(begin + 4, middle), tip)
            head = QPolygonF([tip + QPointF(-4, -3.5), tip, tip + QPointF(-4, 3.5)])
            painter.setBrush(QBrush(Qt.BrushStyle.NoBrush))
            painter.drawPolyline(head)
        painter.end()

    # Events --------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves: dict[int, int] = {
            Qt.Key.Key_Left: self._current - 1,
            Qt.Key.Key_Right: self._current + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self._count - 1,
        }
        if event.key() in moves and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._pick(moves[event.key()])
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._mark()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._mark()
        self.update()
