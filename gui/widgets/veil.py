"""A veil over a part of the window that no longer shows what is wanted."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui import theme

WAIT_MS = 120
"""An answer that comes at once should not make a panel flicker."""


class Veil(QWidget):
    """Dims its parent and says why, a moment after it is asked to; lets the pointer through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WAIT_MS)
        self._timer.timeout.connect(self.cover)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        theme.notifier.changed.connect(self._retheme)

    def text(self) -> str:
        """The note."""
        return self._text

    def cover_soon(self, text: str) -> None:
        """Dim the parent, with a note, unless ``lift`` comes first."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.update()
        if self.isHidden() and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def cover(self) -> None:
        """Dim the parent now."""
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()

    def lift(self) -> None:
        """Show the parent as it is."""
        self._timer.stop()
        self.hide()

    @Slot()
    def _retheme(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colours.color("surface", 0.62))
        box = self.fontMetrics().boundingRect(self._text).adjusted(-14, -8, 14, 8)
        box.moveCenter(self.rect().center())
        painter.setPen(colours.color("outline"))
        painter.setBrush(colours.color("raised"))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(colours.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()
