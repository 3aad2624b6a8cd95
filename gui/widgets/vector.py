"""Pictures of shapes and text rather than of pixels, for SVG, PDF and sharp PNG files.

A widget that draws through a cached pixmap on the screen draws the shapes themselves where
:func:`is_vector` says so: at another size, or as a file to be edited, the pixmap would be a blur.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPaintEngine, QPainter

_VECTOR: Final = frozenset(
    {QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture}
)
_wanted = 0

ON_SCREEN_ONLY: Final = "onScreenOnly"
"""Property of a widget that has no place in an exported picture, such as a hint what to click."""


def is_vector(painter: QPainter) -> bool:
    """Whether shapes and text are wanted: the file keeps them, or a picture is being exported."""
    engine = painter.paintEngine()
    return bool(_wanted) or (engine is not None and engine.type() in _VECTOR)


@contextmanager
def shapes_wanted() -> Iterator[None]:
    """Within it every painter is told to draw shapes and text; on the window's thread."""
    global _wanted
    _wanted += 1
    try:
        yield
    finally:
        _wanted -= 1


def draw_cells(
    painter: QPainter,
    area: QRectF,
    shades: npt.NDArray[np.ubyte],
    table: npt.NDArray[np.ubyte],
) -> None:
    """One rectangle a cell, those of one colour together: large matrices stay small files.

    Args:
        painter: draws.
        area: of the whole matrix.
        shades: [row, column] the row of ``table`` of each cell.
        table: [n, 3] colours.
    """
    rows, columns = shades.shape
    if not rows or not columns:
        return
    wide, high = area.width() / columns, area.height() / rows
    order = np.argsort(shades, axis=None, kind="stable")
    sorted_shades = shades.reshape(-1)[order]
    found, starts = np.unique(sorted_shades, return_index=True)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    for shade, run in zip(found.tolist(), np.split(order, starts[1:]), strict=True):
        red, green, blue = table[shade].tolist()
        painter.setBrush(QColor(red, green, blue))
        painter.drawRects(
            [
                QRectF(area.left() + column * wide, area.top() + row * high, wide, high)
                for row, column in (divmod(index, columns) for index in run.tolist())
            ]
        )
    painter.restore()


def draw_hatch(
    painter: QPainter,
    area: QRectF,
    masked: npt.NDArray[np.bool_],
    plain: QColor,
    ink: QColor,
) -> None:
    """Hatch masked cells, [row, column]; neighbours in a row share a rectangle."""
    rows, columns = masked.shape
    if not rows or not columns:
        return
    wide, high = area.width() / columns, area.height() / rows
    hatch = QBrush(ink, Qt.BrushStyle.BDiagPattern)
    edges = np.diff(np.pad(masked.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    begins, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)[:, 1]
    for (row, begin), end in zip(begins.tolist(), ends.tolist(), strict=True):
        run = QRectF(
            area.left() + begin * wide, area.top() + row * high, (end - begin) * wide, high
        )
        painter.fillRect(run, plain)
        painter.fillRect(run, hatch)
