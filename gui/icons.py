"""Icons: drawn from SVG files, in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from engine.resources import resource_path


def pixmap(name: str, size: int, color: str | None = None, ratio: float = 1.0) -> QPixmap:
    """An icon of ``size`` logical pixels; ``color`` takes the place of ``currentColor``.

    Raises:
        FileNotFoundError: there is no such icon.
    """
    svg = resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")
    if color is not None:
        svg = svg.replace("currentColor", color)
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    image = QPixmap(round(size * ratio), round(size * ratio))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, image.width(), image.height()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def icon(name: str, color: str | None = None, size: int = 20) -> QIcon:
    """An icon for a button, sharp at one and two pixels a point."""
    made = QIcon(pixmap(name, size, color))
    made.addPixmap(pixmap(name, size, color, 2.0))
    return made


def application_icon() -> QIcon:
    """The program's own icon in the sizes that window systems ask for."""
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(pixmap("diaphane", size))
    return made
