"""The colours of a matrix' cells as an image of one pixel a cell, or less where they are small."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

from gui.widgets.scale import Scale

Shades = npt.NDArray[np.ubyte]


class MatrixImage:
    """Shades of [row, column], drawn in so and so many dots.

    Where there are more cells than dots, a dot stands for several cells and has the colour of
    the largest of them, by magnitude on a signed scale: what stands out never disappears.
    """

    def __init__(self) -> None:
        self._shades: Shades = np.zeros((0, 0), dtype=np.ubyte)
        self._scale = Scale()
        self._pooled: tuple[tuple[int, int], Shades] | None = None
        self._image: QImage | None = None
        self._pixels: npt.NDArray[np.uint32] | None = None

    def set_values(self, values: npt.NDArray[np.float32], scale: Scale) -> None:
        """Take other numbers."""
        self._shades = scale.shades(values)
        self._scale = scale
        self._pooled = self._image = None

    def recolour(self) -> None:
        """Take the colours of the current theme."""
        self._image = None

    def dots(self, across: float, down: float) -> tuple[int, int]:
        """Rows and columns of dots for a matrix drawn this many device pixels wide and high."""
        rows, columns = self._shades.shape
        return min(rows, max(1, math.ceil(down))), min(columns, max(1, math.ceil(across)))

    def shades(self, dots: tuple[int, int]) -> Shades:
        """[row, column] of dots, the row of the scale's table of each."""
        if self._pooled is None or self._pooled[0] != dots:
            signed = self._scale.kind == "signed"
            self._pooled = (dots, pooled(self._shades, dots, signed))
            self._image = None
        return self._pooled[1]

    def image(self, dots: tuple[int, int]) -> QImage:
        """The dots as an image of one pixel each."""
        shades = self.shades(dots)
        if self._image is None:
            table = self._scale.table().astype(np.uint32)
            colours = 0xFF000000 | table[:, 0] << 16 | table[:, 1] << 8 | table[:, 2]
            # The image does not own its pixels.
            self._pixels = np.ascontiguousarray(colours[shades], dtype=np.uint32)
            rows, columns = shades.shape
            self._image = QImage(
                self._pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32
            )
        return self._image


def pooled(shades: Shades, dots: tuple[int, int], signed: bool) -> Shades:
    """The largest shade of the cells that each dot stands for, [row, column] of dots.

    Args:
        shades: [row, column] from 0 to 255.
        dots: rows and columns of the result, at most those of ``shades``.
        signed: largest is what is farthest from the middle.
    """
    if dots == shades.shape:
        return shades
    starts = [np.arange(n) * size // n for n, size in zip(dots, shades.shape, strict=True)]

    def over(function: np.ufunc, values: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        across = function.reduceat(values, starts[1], axis=1)
        down: npt.NDArray[np.int16] = function.reduceat(across, starts[0], axis=0)
        return down

    middle = 128 if signed else 0
    values = shades.astype(np.int16) - middle
    largest = over(np.maximum, values)
    if signed:
        smallest = over(np.minimum, values)
        largest = np.where(largest >= -smallest, largest, smallest)
    return (largest + middle).astype(np.ubyte)
