"""The colour of words and pieces that are lit by attention."""

from __future__ import annotations

from PySide6.QtGui import QColor

from gui import theme
from gui.widgets.colours import mix, with_alpha

GAIN = 1.5
"""Opacity a unit of weight; attention is often spread, and 0.3 has to be seen."""


def highlight_colour(weight: float) -> QColor:
    """The background of what has ``weight``: opacity in proportion, at most full."""
    colours = theme.current()
    strong = mix(colours.color("highlight"), colours.color("marker"), 0.2)
    return with_alpha(strong, GAIN * weight)
