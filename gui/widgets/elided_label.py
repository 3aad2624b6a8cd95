"""A one-line label that shortens its text instead of forcing its width on the panel."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from gui import theme

APART: Final = "   "
"""Between the parts of a line, each of which can be read without the others."""
_ELLIPSIS: Final = "\u2026"
_NUMBER: Final = re.compile(r"[-+\u2212]?\d+(?:[.,\u202f]\d+)*(?:e[-+\u2212]?\d+)?")


def shortened(text: str, metrics: QFontMetrics, width: int) -> str:
    """As much of a line as fits, from its beginning: parts as a whole, and no half of a number,
    which would read as another one.

    Args:
        text: parts with :data:`APART` between.
        metrics: of the font that draws it.
        width: in pixels.
    """
    if metrics.horizontalAdvance(text) <= width:
        return text
    parts = text.split(APART)
    for count in range(len(parts) - 1, 0, -1):
        line = APART.join((*parts[:count], _ELLIPSIS))
        if metrics.horizontalAdvance(line) <= width:
            return line
    line = metrics.elidedText(parts[0], Qt.TextElideMode.ElideRight, width)
    if line == parts[0]:
        return line
    end = len(line.removesuffix(_ELLIPSIS))
    for number in _NUMBER.finditer(parts[0]):
        if number.start() < end < number.end():
            end = number.start()
    kept = parts[0][:end].rstrip()
    return f"{kept}{_ELLIPSIS}"


class ElidedLabel(QLabel):
    """Draws as much of the text as fits; the whole text is in ``text()`` and the tooltip.

    Args:
        text: at first.
        parent: Qt's.
        colour: of :class:`gui.theme.Theme`.
        cut: where something is left out if need be.
    """

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        colour: str = "text",
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(text, parent)
        self._cut = cut
        self._colour = colour
        self._name = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.notifier.changed.connect(self._retheme)

    @Slot()
    def _retheme(self) -> None:
        self.update()

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self.text():
            super().setText(text)
            self.setToolTip(text)
            self._tell()
            self.update()

    def setAccessibleName(self, name: str) -> None:
        """Say what the text is; a screen reader hears this and the text."""
        self._name = name
        self._tell()

    def _tell(self) -> None:
        # A name by itself would be read instead of the text.
        spoken = f"{self._name}: {self.text()}" if self._name and self.text() else self._name
        super().setAccessibleName(spoken)

    def sizeHint(self) -> QSize:
        return QSize(80, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(20, self.fontMetrics().height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme.current().color(self._colour))
        painter.drawText(
            self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.shown()
        )
        painter.end()

    def shown(self) -> str:
        """What is drawn of the text."""
        if self._cut is Qt.TextElideMode.ElideRight:
            return shortened(self.text(), self.fontMetrics(), self.width())
        return self.fontMetrics().elidedText(self.text(), self._cut, self.width())
