"""Pieces drawn into boxes that may be too narrow for them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from gui import theme
from gui.widgets.token_axis import SPACE, AxisToken

_MOST_CACHED = 4000


class PieceArt:
    """Draws pieces in one font; what is measured and shortened is remembered."""

    def __init__(self, font: QFont) -> None:
        self._fonts: dict[tuple[bool, bool], tuple[QFont, QFontMetricsF]] = {}
        for bold in (False, True):
            for italic in (False, True):
                made = QFont(font)
                made.setBold(bold)
                made.setItalic(italic)
                self._fonts[bold, italic] = (made, QFontMetricsF(made))
        self._fitted: dict[tuple[str, bool, bool, int], tuple[str, float]] = {}
        # Of numbers with two or three decimals: there are a thousand of them at most.
        self._digits: dict[str, float] = {}
        self.line = self._fonts[True, False][1].height()

    def width(self, text: str, bold: bool = False) -> float:
        """Pixels that a text takes."""
        return self._fonts[bold, False][1].horizontalAdvance(text)

    def fitted(self, token: AxisToken, bold: bool, room: float) -> tuple[str, float]:
        """As much of a piece as there is room for, and its width."""
        key = (token.text, bold, token.special, int(room))
        found = self._fitted.get(key)
        if found is None:
            metrics = self._fonts[bold, token.special][1]
            text = token.text
            if metrics.horizontalAdvance(text) > room:
                text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            if len(self._fitted) > _MOST_CACHED:
                self._fitted.clear()
            found = self._fitted[key] = (text, metrics.horizontalAdvance(text))
        return found

    def draw(
        self,
        painter: QPainter,
        box: QRectF,
        token: AxisToken,
        colour: QColor,
        *,
        bold: bool = False,
        centred: bool = True,
    ) -> None:
        """Draw a piece into a box; the space before a word is pale."""
        text, width = self.fitted(token, bold, box.width())
        font, metrics = self._fonts[bold, token.special]
        left = box.left() + (max(0.0, (box.width() - width) / 2) if centred else 0.0)
        # From the baseline: text that is fitted into a rectangle takes several times as long.
        at = QPointF(left, self._baseline(box))
        painter.setFont(font)
        if token.spaced and text.startswith(SPACE):
            painter.setPen(theme.current().color("outline"))
            painter.drawText(at, SPACE)
            at.setX(left + metrics.horizontalAdvance(SPACE))
            text = text.removeprefix(SPACE)
        painter.setPen(colour)
        painter.drawText(at, text)

    def number(self, painter: QPainter, box: QRectF, text: str, *, centred: bool) -> None:
        """Write a number in the painter's pen, in the middle of a box or at its right."""
        font, _ = self._fonts[False, False]
        width = self._digits.get(text)
        if width is None:
            width = self._digits[text] = self.width(text)
        left = box.center().x() - width / 2 if centred else box.right() - width
        painter.setFont(font)
        painter.drawText(QPointF(left, self._baseline(box)), text)

    def _baseline(self, box: QRectF) -> float:
        metrics = self._fonts[False, False][1]
        return box.center().y() + (metrics.ascent() - metrics.descent()) / 2
