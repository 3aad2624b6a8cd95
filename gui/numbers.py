"""How numbers are written for a reader: the decimal sign and the digits that the user chose.

What is copied, exported or read by another program is never written with these.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from gui.language import tr

if TYPE_CHECKING:
    import numpy as np

MINUS = "\u2212"
_THIN_SPACE = "\u202f"

DIGITS = (4, 6, 9)
"""Significant digits of an exact number; nine tell any two float32 numbers apart."""


@dataclass(frozen=True)
class Style:
    """How numbers are written.

    Attributes:
        comma: whether the decimal sign is a comma; thousands then stand apart by a space.
        digits: significant digits of a number that is shown as exactly as may be.
    """

    comma: bool = False
    digits: int = 6


_style = Style()


def style() -> Style:
    """How numbers are written now."""
    return _style


def set_style(wanted: Style) -> None:
    """Write numbers like this from now on; what is drawn already has to be drawn anew."""
    global _style
    _style = wanted


def _localised(text: str) -> str:
    text = text.replace("-", MINUS)
    return text.replace(".", ",") if _style.comma else text


def _not_finite(value: float) -> str:
    if math.isnan(value):
        return tr("not a number")
    return "∞" if value > 0 else f"{MINUS}∞"


def fixed(value: float, decimals: int, sign: bool = False) -> str:
    """A number with so many decimals, never "−0.00"; with ``sign``, a plus where it is above 0."""
    if not math.isfinite(value):
        return _not_finite(value)
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.removeprefix("-")
    elif sign and value > 0:
        text = f"+{text}"
    return _localised(text)


def significant(
    value: float, digits: int | None = None, sign: bool = False, zeros: bool = False
) -> str:
    """A number with so many significant digits; by default as many as the user chose.

    With ``zeros`` those at its end stay, so that numbers below one another have one width.
    """
    if not math.isfinite(value):
        return _not_finite(value)
    if not value:
        return "0"
    digits = _style.digits if digits is None else digits
    text = f"{value:#.{digits}g}".removesuffix(".") if zeros else f"{value:.{digits}g}"
    return _localised(f"+{text}" if sign and value > 0 else text)


def exact(value: float | np.float32) -> str:
    """The shortest number that is this float and no other, whatever digits the user chose."""
    if not math.isfinite(value):
        return _not_finite(float(value))
    if not value:
        return "0"
    ordinary = 1e-4 <= abs(float(value)) < 1e7
    import numpy as np

    write = np.format_float_positional if ordinary else np.format_float_scientific
    return _localised(write(value, trim="-"))


def scientific(value: float, decimals: int = 3) -> str:
    """A number as a power of ten: ``1.234e−05``."""
    if not math.isfinite(value):
        return _not_finite(value)
    return _localised(f"{value:.{decimals}e}")


def share(value: float) -> str:
    """A weight or a probability from 0 to 1, with as many digits as the user chose."""
    if value == 0 or value >= 0.001 or not math.isfinite(value):
        return fixed(value, _style.digits)
    return scientific(value, max(1, _style.digits - 3))


def percent(value: float, decimals: int = 0) -> str:
    """A share from 0 to 1 in percent."""
    return tr("{number} %").format(number=fixed(100 * value, decimals))


def whole(value: int) -> str:
    """A whole number, its thousands apart."""
    text = f"{value:,}".replace("-", MINUS)
    return text.replace(",", _THIN_SPACE) if _style.comma else text


def megabytes(size: int) -> str:
    """Bytes for a reader: ``34.1 MB``."""
    number = size / (1 << 20)
    return tr("{number} MB").format(number=fixed(number, 1 if number < 100 else 0))


def file_size(size: int) -> str:
    """Bytes in thousands, as hubs of models count them: ``298 MB``."""
    if size < 1000:
        return tr("%n byte(s)", "", size)
    number, units = size / 1000, [tr("TB"), tr("GB"), tr("MB"), tr("kB")]
    unit = units.pop()
    while number >= 999.5 and units:
        number, unit = number / 1000, units.pop()
    return f"{fixed(number, 1 if number < 9.95 else 0)} {unit}"


def locale() -> QLocale:
    """For boxes that numbers are typed into: their decimal sign is the user's."""
    return QLocale(QLocale.Language.French) if _style.comma else QLocale.c()
