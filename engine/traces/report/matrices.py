"""An attention matrix as an inline SVG: one square a cell, its number in its title."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import AttentionKind, Piece
from engine.trace import AttentionMatrix
from engine.traces.report.markup import piece_text, text

CELL = 15
_LETTER = 6.6
"""Pixels that a letter takes at most, on the average."""
_LONGEST = 16
"""Letters of a label; the whole piece is in its title."""

KINDS = {
    AttentionKind.ENCODER_SELF: "Encoder self-attention",
    AttentionKind.DECODER_SELF: "Decoder masked self-attention",
    AttentionKind.CROSS: "Cross-attention",
}


def name_of(kind: AttentionKind, layer: int, head: int | None) -> str:
    """What a matrix is called: kind, layer and head, counted from 1."""
    which = "mean over heads" if head is None else f"head {head + 1}"
    return f"{KINDS[kind]}, layer {layer + 1}, {which}"


def figure(name: str, matrix: AttentionMatrix) -> str:
    """The matrix under its name, rows queries, columns keys."""
    rows, columns = matrix.weights.shape
    left = _room(matrix.queries)
    top = _room(matrix.keys)
    wide, high = left + columns * CELL + 2, top + rows * CELL + 2
    parts = [
        f"<figure><figcaption>{text(name)}</figcaption>\n"
        f'<svg class="matrix" role="img" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" aria-label="{text(name)}: {rows} queries, {columns} keys">'
    ]
    for column, key in enumerate(matrix.keys):
        x = left + column * CELL + CELL / 2 + 4
        parts.append(
            f'<text transform="translate({x:g},{top - 5}) rotate(-90)">{_label(key)}</text>'
        )
    for row, query in enumerate(matrix.queries):
        y = top + row * CELL + CELL / 2 + 4
        current = ' class="current"' if row == matrix.current else ""
        parts.append(
            f'<text x="{left - 5}" y="{y:g}" text-anchor="end"{current}>{_label(query)}</text>'
        )
    for row, query in enumerate(matrix.queries):
        parts.append("\n")
        for column, key in enumerate(matrix.keys):
            x, y = left + column * CELL, top + row * CELL
            pair = f"{text(piece_text(query))} → {text(piece_text(key))}"
            place = f'x="{x}" y="{y}" width="{CELL}" height="{CELL}"'
            weight = matrix.weights[row, column]
            if matrix.masked[row, column]:
                parts.append(f'<rect class="masked" {place}><title>{pair}: masked</title></rect>')
            else:
                # The fewest digits that give the recorded float32 again.
                parts.append(
                    f'<rect {place} fill-opacity="{float(weight):.3f}">'
                    f"<title>{pair}: {weight!s}</title></rect>"
                )
    parts.append(
        f'\n<rect class="frame" x="{left}" y="{top}" width="{columns * CELL}" '
        f'height="{rows * CELL}"/></svg></figure>'
    )
    return "".join(parts)


def _room(pieces: Sequence[Piece]) -> int:
    longest = max((len(piece_text(piece)) for piece in pieces), default=0)
    return round(min(longest, _LONGEST) * _LETTER) + 14


def _label(piece: Piece) -> str:
    shown = piece_text(piece)
    if len(shown) <= _LONGEST:
        return text(shown)
    return f"<title>{text(shown)}</title>{text(shown[: _LONGEST - 1])}…"
