"""The picture of a panel as a file or on the clipboard: PNG, SVG, PDF.

All of a panel's content, also what is scrolled out of sight, without its buttons and boxes;
texts stay text and cells stay shapes where the format has them.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtWidgets import QWidget

from engine import __version__
from engine.errors import DataError, OutputError
from engine.traces.atomic import check_place, replacing
from gui import theme
from gui.exports.parts import parts_of, whole
from gui.exports.svg import put_together
from gui.language import tr
from gui.widgets.vector import shapes_wanted

ENDINGS: Final = (".png", ".svg", ".pdf")
"""Of the files that can be written."""
RATIO: Final = 2.0
"""Dots of a PNG in a pixel of the panel, unless that would be too many."""
_MOST_DOTS: Final = 60_000_000
_LONGEST_SIDE: Final = 30_000
_LONGEST_PAGE: Final = 14_400.0
"""Points: PDF knows no longer page."""
_POINTS_AN_INCH: Final = 72.0


def image_of(panel: QWidget, ratio: float = RATIO) -> QImage:
    """The picture of a panel, ``ratio`` dots a pixel, fewer if it is very large.

    Raises:
        DataError: the panel is not shown.
    """
    _check_shown(panel)
    with whole(panel) as size, shapes_wanted():
        wide, high = size.width(), size.height()
        ratio = min(ratio, math.sqrt(_MOST_DOTS / (wide * high)), _LONGEST_SIDE / max(wide, high))
        image = QImage(
            max(1, round(wide * ratio)),
            max(1, round(high * ratio)),
            QImage.Format.Format_ARGB32_Premultiplied,
        )
        if image.isNull():
            raise DataError(tr("There is not enough memory for a picture of this size."))
        image.setDevicePixelRatio(ratio)
        image.fill(theme.current().color("surface"))
        with QPainter(image) as painter:
            _draw(painter, panel)
    return image


def view_bytes(panel: QWidget, ending: str, title: str = "") -> bytes:
    """The picture of a panel as the content of a file.

    Args:
        panel: it; has to be shown.
        ending: one of ``ENDINGS``.
        title: what the picture is of; the panel's own name if empty.

    Raises:
        DataError: the panel is not shown.
        OutputError: there is no such format.
    """
    title = title or panel.accessibleName() or panel.windowTitle() or "Diaphane"
    if ending == ".png":
        return _png(image_of(panel), title)
    if ending == ".svg":
        _check_shown(panel)
        with whole(panel) as size, shapes_wanted():
            return put_together(parts_of(panel), size, theme.current().surface, title)
    if ending == ".pdf":
        return _pdf(panel, title)
    raise OutputError(
        tr("A picture cannot be written as {ending}: name a file that ends in {endings}.").format(
            ending=ending or tr("a file without an ending"), endings=", ".join(ENDINGS)
        )
    )


def write_view(data: bytes, path: Path | str) -> None:
    """Write what :func:`view_bytes` gave, whole or not at all; may run on any thread.

    Raises:
        OutputError: it cannot be written there.
    """
    with replacing(path) as file:
        file.write(data)


def export_view(panel: QWidget, path: Path | str, title: str = "") -> None:
    """Write the picture of a panel; the ending of ``path`` says in which format.

    Raises:
        DataError: the panel is not shown.
        OutputError: there is no such format, or it cannot be written there.
    """
    check_place(path)
    write_view(view_bytes(panel, Path(path).suffix.lower(), title), path)


def copy_view(panel: QWidget) -> None:
    """Put the picture of a panel on the clipboard.

    Raises:
        DataError: the panel is not shown.
    """
    QGuiApplication.clipboard().setImage(image_of(panel))


def _check_shown(panel: QWidget) -> None:
    if not panel.isVisible() or panel.size().isEmpty():
        raise DataError(tr("This panel is not shown: bring it to the front first."))


def _draw(painter: QPainter, panel: QWidget) -> None:
    for part in parts_of(panel):
        painter.save()
        painter.setClipRect(part.seen)
        painter.translate(part.place)
        part.draw(painter)
        painter.restore()


def _png(image: QImage, title: str) -> bytes:
    image.setText("Title", title)
    image.setText("Software", f"Diaphane {__version__}")
    # So that a program that lays out by size takes it as large as it was on the screen.
    dots_a_metre = round(96 * image.devicePixelRatio() / 0.0254)
    image.setDotsPerMeterX(dots_a_metre)
    image.setDotsPerMeterY(dots_a_metre)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise DataError(tr("There is not enough memory for a picture of this size."))
    return bytes(buffer.data().data())


def _pdf(panel: QWidget, title: str) -> bytes:
    _check_shown(panel)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    with whole(panel) as size, shapes_wanted():
        dots = panel.logicalDpiX()
        points = QSizeF(size) * (_POINTS_AN_INCH / dots)
        scale = min(1.0, _LONGEST_PAGE / max(points.width(), points.height()))
        writer = QPdfWriter(buffer)
        writer.setTitle(title)
        writer.setCreator(f"Diaphane {__version__}")
        writer.setResolution(dots)
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        # Qt's pages have whole points.
        sides = math.ceil(points.width() * scale), math.ceil(points.height() * scale)
        page = QPageSize(QSizeF(*sides), QPageSize.Unit.Point, "", exact)
        # Portrait whatever the shape: Qt turns nothing then.
        upright = QPageLayout.Orientation.Portrait
        writer.setPageLayout(QPageLayout(page, upright, QMarginsF(0, 0, 0, 0)))
        with QPainter(writer) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(painter.viewport(), theme.current().color("surface"))
            painter.scale(scale, scale)
            _draw(painter, panel)
    return bytes(buffer.data().data())
