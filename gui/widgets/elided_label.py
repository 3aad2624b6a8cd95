"""A one-line label that shortens its text instead of forcing its width on the panel."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from gui import theme
from gui.widgets.line_parts import shortened


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
