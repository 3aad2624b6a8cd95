"""How a piece is shown to a reader: on chips, on axes, in tooltips, to a screen reader."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from engine.events import Piece
from gui import numbers
from gui.language import tr
from gui.widgets.token_axis import SPACE, AxisToken

SPACE_MARK = "\u2581"
"""``▁``, with which SentencePiece writes the space before a word."""

_INVISIBLE = {"\n": "⏎", "\r": "␍", "\t": "⇥", " ": "␣", "\u00a0": "⍽", "\u202f": "⍽"}


def visible(character: str) -> str:
    """A character that can be seen: itself, or a sign or a number in its place."""
    if character in _INVISIBLE:
        return _INVISIBLE[character]
    # Zero-width joiners hold emoji together and stay; other controls get their number.
    if unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp"):
        return f"\\u{ord(character):04x}"
    return character


@lru_cache(maxsize=4096)
def label(piece: Piece) -> str:
    """The piece on one line, every character visible, the space mark kept."""
    shown = "".join(visible(character) for character in piece.surface)
    if not shown:
        return piece.text or "∅"
    if unicodedata.combining(shown[0]):
        # A combining mark alone needs something to stand on.
        shown = "\u25cc" + shown
    return shown


def describe(piece: Piece) -> str:
    """The piece for tooltips and screen readers: text, id and what is particular about it."""
    text = tr("“{piece}”, id {id}")
    if piece.kind == "special":
        text = tr("“{piece}”, id {id}, special token")
    elif piece.kind == "unknown":
        text = tr("“{piece}”, id {id}, unknown to the vocabulary")
    elif piece.kind == "byte":
        text = tr("“{piece}”, id {id}, byte fallback {byte}")
    return text.format(piece=label(piece), id=piece.id, byte=piece.text)


def weight_text(weight: float) -> str:
    """A weight or a probability, with as many digits as the user chose."""
    return numbers.share(weight)


def log_digits() -> int:
    """Significant digits of a logarithm: as many as :func:`weight_text` gives a small weight."""
    return max(3, numbers.style().digits - 2)


def log_text(value: float) -> str:
    """The natural logarithm of a probability, with the zeros at its end.

    So digits stand below one another, and one number reads alike wherever it stands.
    """
    if not value or not math.isfinite(value):
        return numbers.significant(value, log_digits())
    digits = log_digits()
    exponent = int(f"{value:.{digits - 1}e}".partition("e")[2])
    if -5 < exponent < digits:
        return numbers.fixed(value, digits - 1 - exponent)
    return numbers.scientific(value, digits - 1)


def axis_token(piece: Piece) -> AxisToken:
    """The piece as a label of a matrix."""
    return _axis_token(piece, describe(piece))


@lru_cache(maxsize=4096)
def _axis_token(piece: Piece, described: str) -> AxisToken:
    text = label(piece)
    spaced = text.startswith(SPACE_MARK) and piece.kind != "special"
    if spaced:
        text = SPACE + text[1:]
    return AxisToken(text, described, piece.kind == "special", spaced)


def axis_tokens(pieces: Sequence[Piece]) -> tuple[AxisToken, ...]:
    """The pieces as labels of a matrix."""
    return tuple(axis_token(piece) for piece in pieces)
