"""Text and numbers as HTML, and what a report has room for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np

from engine.events import Piece

MINUS = "\u2212"

# What HTML may not have in it is drawn as its control picture.
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r"}
_CONTROLS |= {0x7F: 0x2421, **dict.fromkeys(range(0x80, 0xA0), 0xFFFD)}
_CONTROLS |= dict.fromkeys((0xFFFE, 0xFFFF), 0xFFFD)
_IN_PIECES = {10: 0x240A, 13: 0x240D, 9: 0x2409}


def text(value: object) -> str:
    """Escaped for HTML, in an attribute too."""
    return escape(str(value).translate(_CONTROLS))


def piece_text(piece: Piece) -> str:
    """What a reader sees of a piece, on one line, not escaped."""
    return (piece.surface or piece.text).translate(_IN_PIECES)


def piece_mark(piece: Piece) -> str:
    """The piece as HTML."""
    kind = "" if piece.kind == "normal" else f" {piece.kind}"
    return f'<span class="piece{kind}" title="id {piece.id}">{text(piece_text(piece))}</span>'


def number(value: float | np.floating, digits: int = 6) -> str:
    """A number to so many significant digits, with all of them for programs that read the page."""
    exact = str(value) if isinstance(value, np.floating) else repr(float(value))
    return f'<data value="{exact}">{short(float(value), digits)}</data>'


def short(value: float, digits: int = 6) -> str:
    """A number to so many significant digits, with a true minus."""
    return f"{value:.{digits}g}".replace("-", MINUS).replace("inf", "∞")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], name: str = "") -> str:
    """A table of cells that are HTML already."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    kind = f' class="{name}"' if name else ""
    return (
        f'<div class="wide"><table{kind}>\n<thead><tr>{top}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Names and values, the values HTML already."""
    body = "\n".join(f"<dt>{text(name)}</dt><dd>{value}</dd>" for name, value in rows)
    return f'<dl class="facts">\n{body}\n</dl>'


def note(words: str) -> str:
    """A remark."""
    return f'<p class="note">{text(words)}</p>'


@dataclass
class Room:
    """How much more the page may hold, and what had no place in it.

    Attributes:
        cells: of matrices.
        steps: rows of the tables of steps.
        nodes: of the search trees.
        left_out: what was left out, in words.
    """

    cells: int = 40_000
    steps: int = 1_500
    nodes: int = 4_000
    left_out: list[str] = field(default_factory=list)

    def leave_out(self, words: str) -> str:
        """Note what is left out; the remark for its place."""
        self.left_out.append(words)
        return note(f"Left out: {words}.")
