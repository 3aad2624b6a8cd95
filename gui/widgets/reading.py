"""The size of text that is there to be read, rather than to be operated."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

FACTOR = 1.15


def enlarge(widget: QWidget) -> None:
    """Give ``widget`` the application's font, somewhat larger; again after a theme change."""
    font = QApplication.font()
    if font.pointSizeF() > 0:
        font.setPointSizeF(font.pointSizeF() * FACTOR)
    else:
        font.setPixelSize(round(font.pixelSize() * FACTOR))
    widget.setFont(font)
