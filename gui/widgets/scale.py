"""What the colours of a matrix stand for: the range of its numbers and how they are written."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

from gui import numbers, theme
from gui.colour_maps import colour_map
from gui.widgets.colours import legible, mix

MINUS = numbers.MINUS
MINUS_INFINITY = MINUS + "∞"

_ENDS = {False: ("#134f9c", "#a3173c"), True: ("#63b0ff", "#ff7c98")}
"""Negative and positive, light and dark theme: blue and red stay apart for colour-blind eyes."""
_HALF = 128

Table = npt.NDArray[np.ubyte]


def number(value: float, digits: int | None = None) -> str:
    """A number to ``digits`` significant digits, by default as many as the user chose."""
    return numbers.significant(value, digits)


def _rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


@lru_cache(maxsize=8)
def _signed_table(colours: theme.Theme) -> Table:
    """[256, 3]: zero is the surface itself, the ends are the strongest."""
    surface = colours.color("surface")
    negative, positive = (QColor(end) for end in _ENDS[colours.dark])
    steps = [mix(negative, surface, i / (_HALF - 1)) for i in range(_HALF)]
    steps += [mix(surface, positive, i / (_HALF - 1)) for i in range(_HALF)]
    return np.array([_rgb(c) for c in steps], dtype=np.ubyte)


@lru_cache(maxsize=8)
def _weight_table(colours: theme.Theme) -> Table:
    return np.array(colour_map(colours.colormap), dtype=np.ubyte)


@lru_cache(maxsize=8)
def _mask_table(colours: theme.Theme) -> Table:
    return np.tile(np.array(_rgb(colours.color("surface")), dtype=np.ubyte), (256, 1))


_TABLES = {"weights": _weight_table, "signed": _signed_table, "mask": _mask_table}


@lru_cache(maxsize=8)
def _inks(colours: theme.Theme, kind: str) -> tuple[QColor, ...]:
    return tuple(legible(QColor(*map(int, entry))) for entry in _TABLES[kind](colours))


@dataclass(frozen=True)
class Scale:
    """The range of a matrix' numbers, and how they look.

    Attributes:
        kind: "weights" from 0 to 1, "signed" with 0 in the middle, or "mask", where a cell
            is 0 or −∞.
        low, high: the numbers at the two ends of the colours.
        masked_text: what is written into a masked cell; nothing if empty.
    """

    kind: Literal["weights", "signed", "mask"] = "weights"
    low: float = 0.0
    high: float = 1.0
    masked_text: str = ""

    def table(self) -> Table:
        """[256, 3] colours from ``low`` to ``high`` in the current theme."""
        return _TABLES[self.kind](theme.current())

    def inks(self) -> tuple[QColor, ...]:
        """The colour of writing on each of the table's colours."""
        return _inks(theme.current(), self.kind)

    def shades(self, values: npt.NDArray[np.float32]) -> npt.NDArray[np.ubyte]:
        """The row of ``table`` of each number; numbers beyond the ends get those of the ends."""
        share = (values - self.low) * (255.0 / (self.high - self.low))
        shades: Table = np.rint(np.clip(share, 0.0, 255.0)).astype(np.ubyte)
        return shades

    def room_for_text(self) -> tuple[int, int]:
        """Width and height in pixels a cell needs before its number is written into it."""
        return (24, 15) if self.kind == "mask" else (36, 17)

    def text(self, value: float) -> str:
        """A number as it is written into a cell: short."""
        if self.kind == "mask":
            return "0"
        return numbers.fixed(value, 2 if abs(value) < 99.95 else 0)

    def ticks(self) -> tuple[float, ...]:
        """Five numbers from one end to the other; the middle one is every second."""
        return tuple(self.low + (self.high - self.low) * i / 4 for i in range(5))


WEIGHTS = Scale()
MASK = Scale("mask", 0.0, 1.0, MINUS_INFINITY)


def signed(values: npt.NDArray[np.float32], masked_text: str = "") -> Scale:
    """A scale with 0 in the middle that holds all finite ``values``; its ends are short numbers."""
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max()) if finite.size else 0.0
    if largest == 0.0:
        return Scale("signed", -1.0, 1.0, masked_text)
    # Up to two digits, so that the bar's numbers and those between them are short.
    unit = 10.0 ** (math.floor(math.log10(largest)) - 1)
    end = float(f"{math.ceil(largest / unit - 1e-9) * unit:.3g}")
    end = max(end, largest)
    return Scale("signed", -end, end, masked_text)
