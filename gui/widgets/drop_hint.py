"""What a drop would do, over the whole window while something is dragged."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui import theme

_MARGIN = 18


class DropHint(QWidget):
    """A sheet with a sentence on it; the pointer goes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._text = ""
        self._possible = True
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._text

    def show_text(self, text: str, possible: bool) -> None:
        """Say what would be done, or that nothing would."""
        if self.isVisible() and (text, possible) == (self._text, self._possible):
            return
        self._text, self._possible = text, possible
        self.setAccessibleName(text)
        self.setGeometry(self._over.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        colour = look.color("accent" if self._possible else "warn")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), look.color("window", 0.88))
        frame = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        painter.setPen(QPen(colour, 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, 12, 12)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(look.color("text"))
        inside = frame.adjusted(2 * _MARGIN, 0, -2 * _MARGIN, 0)
        painter.drawText(
            inside, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._text
        )
        painter.end()
