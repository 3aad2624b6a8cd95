"""How a piece is shown to a reader: on chips, on axes, in tooltips, to a screen reader."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from engine.events import Piece
from gui.widgets.token_axis import SPACE, AxisToken

SPACE_MARK = "\u2581"
"""``▁``, with which SentencePiece writes the space before a word."""

_INVISIBLE = {"\n": "⏎", "\r": "␍", "\t": "⇥", " ": "␣", "\u00a0": "⍽", "\u202f": "⍽"}


def _visible(character: str) -> str:
    if character in _INVISIBLE:
        return _INVISIBLE[character]
    # Zero-width joiners hold emoji together and stay; other controls get their number.
    if unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp"):
        return f"\\u{ord(character):04x}"
    return character


def label(piece: Piece) -> str:
    """The piece on one line, every character visible, the space mark kept."""
    shown = "".join(_visible(character) for character in piece.surface)
    if not shown:
        return piece.text or "∅"
    if unicodedata.combining(shown[0]):
        # A combining mark alone needs something to stand on.
        shown = "\u25cc" + shown
    return shown


def describe(piece: Piece) -> str:
    """The piece for tooltips and screen readers: text, id and what is particular about it."""
    parts = [f"“{label(piece)}”", f"id {piece.id}"]
    if piece.kind == "special":
        parts.append("special token")
    elif piece.kind == "unknown":
        parts.append("unknown to the vocabulary")
    elif piece.kind == "byte":
        parts.append(f"byte fallback {piece.text}")
    return ", ".join(parts)


def weight_text(weight: float) -> str:
    """A weight or probability with at least four significant decimals."""
    if weight == 0 or weight >= 0.001:
        return f"{weight:.6f}"
    return f"{weight:.3e}"


def log_text(value: float) -> str:
    """The natural logarithm of a probability with four significant digits."""
    return f"{value:.4g}".replace("-", "\u2212") if value else "0"


@lru_cache(maxsize=4096)
def axis_token(piece: Piece) -> AxisToken:
    """The piece as a label of a matrix."""
    text = label(piece)
    spaced = text.startswith(SPACE_MARK) and piece.kind != "special"
    if spaced:
        text = SPACE + text[1:]
    return AxisToken(text, describe(piece), piece.kind == "special", spaced)


def axis_tokens(pieces: Sequence[Piece]) -> tuple[AxisToken, ...]:
    """The pieces as labels of a matrix."""
    return tuple(axis_token(piece) for piece in pieces)
