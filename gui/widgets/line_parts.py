"""A line of parts, each of which can be read without the others."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

APART: Final = "   "
"""Between the parts."""
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
