"""Colour arithmetic in OKLab, where equal distances look equal.

Björn Ottosson, "A perceptual color space for image processing", 2020.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_LAB = np.linalg.inv(_TO_LAB)
_FROM_LMS = np.linalg.inv(_TO_LMS)

Floats = npt.NDArray[np.float64]


def _linear(srgb: Floats) -> Floats:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def _encoded(linear: Floats) -> Floats:
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def _oklab(colour: QColor) -> Floats:
    srgb = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    lab: Floats = _TO_LAB @ np.cbrt(_TO_LMS @ _linear(srgb))
    return lab


def _srgb(lab: Floats) -> Floats:
    return _encoded(_FROM_LMS @ (_FROM_LAB @ lab) ** 3)


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """The colour ``share`` of the way from ``first`` (0) to ``second`` (1)."""
    share = min(1.0, max(0.0, share))
    red, green, blue = _srgb((1 - share) * _oklab(first) + share * _oklab(second))
    return QColor.fromRgbF(float(red), float(green), float(blue))


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2 defines it, 0 black to 1 white."""
    srgb = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    return float(_linear(srgb) @ np.array([0.2126, 0.7152, 0.0722]))


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
