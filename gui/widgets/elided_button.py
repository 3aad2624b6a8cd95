"""A button with a menu whose text makes do with the room that there is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from gui.offer import named

AROUND: Final = 24
"""Pixels beside the text: frame, padding and the mark of the menu, as the style sheet has them."""


class ElidedButton(QToolButton):
    """Draws as much of its text as fits; a screen reader hears a name and the whole text.

    Args:
        name: what a screen reader says before the text.
        margin: pixels above and below the text together.
        around: pixels beside it together.
    """

    def __init__(
        self, name: str, parent: QWidget | None = None, margin: int = 4, around: int = AROUND
    ) -> None:
        super().__init__(parent)
        self._margin = margin
        self._around = around
        self._name = name
        self._shown = ""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """The whole text."""
        return self._shown

    def setText(self, text: str) -> None:
        """Show another text."""
        self._shown = text
        super().setText(named(text))
        self.setAccessibleName(f"{self._name}: {text}" if text else self._name)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(
            metrics.horizontalAdvance(self._shown) + self._around, metrics.height() + self._margin
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        room = self.width() - self._around + 1
        shown = self.fontMetrics().elidedText(self._shown, Qt.TextElideMode.ElideRight, room)
        option.text = named(shown)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()
