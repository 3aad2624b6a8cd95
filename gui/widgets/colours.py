"""Colour arithmetic in OKLab, where equal distances look equal.

Björn Ottosson, "A perceptual color space for image processing", 2020.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]
Rows = tuple[Triple, Triple, Triple]


def _times(rows: Rows, vector: Sequence[float]) -> Triple:
    """A matrix times a vector; for three numbers NumPy takes longer, and so does its import."""
    first, second, third = vector
    one, two, three = (a * first + b * second + c * third for a, b, c in rows)
    return one, two, three


def _inverse(rows: Rows) -> Rows:
    """By the rule of Cramer."""
    (a, b, c), (d, e, f), (g, h, i) = rows
    all_of_it = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return (
        ((e * i - f * h) / all_of_it, (c * h - b * i) / all_of_it, (b * f - c * e) / all_of_it),
        ((f * g - d * i) / all_of_it, (a * i - c * g) / all_of_it, (c * d - a * f) / all_of_it),
        ((d * h - e * g) / all_of_it, (b * g - a * h) / all_of_it, (a * e - b * d) / all_of_it),
    )


_TO_LMS: Rows = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB: Rows = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB = _inverse(_TO_LAB)
_FROM_LMS = _inverse(_TO_LMS)
_LUMINANCE: Triple = (0.2126, 0.7152, 0.0722)


def _linear(colour: QColor) -> list[float]:
    """Red, green and blue in proportion to light."""
    srgb = (colour.redF(), colour.greenF(), colour.blueF())
    return [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in srgb]


def _encoded(light: float) -> float:
    light = min(1.0, max(0.0, light))
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _oklab(colour: QColor) -> Triple:
    return _times(_TO_LAB, [math.cbrt(each) for each in _times(_TO_LMS, _linear(colour))])


def _srgb(lab: Sequence[float]) -> Triple:
    red, green, blue = _times(_FROM_LMS, [each**3 for each in _times(_FROM_LAB, lab)])
    return _encoded(red), _encoded(green), _encoded(blue)


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """The colour ``share`` of the way from ``first`` (0) to ``second`` (1)."""
    share = min(1.0, max(0.0, share))
    ends = zip(_oklab(first), _oklab(second), strict=True)
    return QColor.fromRgbF(*_srgb([(1 - share) * one + share * other for one, other in ends]))


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2 defines it, 0 black to 1 white."""
    return sum(share * light for share, light in zip(_LUMINANCE, _linear(colour), strict=True))


def contrast(first: QColor, second: QColor) -> float:
    """The WCAG 2 contrast ratio, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def legible(background: QColor, *choices: QColor) -> QColor:
    """The one of ``choices`` (black and white if none) that stands out most on ``background``."""
    options = choices or (QColor("black"), QColor("white"))
    return max(options, key=lambda choice: contrast(background, choice))


def with_alpha(colour: QColor, alpha: float) -> QColor:
    """``colour`` with opacity ``alpha`` in [0, 1]."""
    result = QColor(colour)
    result.setAlphaF(min(1.0, max(0.0, alpha)))
    return result
