"""Which words of the source a piece attends to, and how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.events import AttentionKind, Piece
from engine.trace import SentenceTrace
from gui.session import Session

LEAST = 0.01
"""Weights below this are too faint to see."""


@dataclass(frozen=True)
class Attended:
    """A word of the source text, [start, end) code points, and the weight on its pieces."""

    start: int
    end: int
    weight: float


def _trimmed(text: str, span: tuple[int, int]) -> tuple[int, int]:
    start, end = span
    part = text[start:end]
    start += len(part) - len(part.lstrip())
    end = start + len(part.strip())
    return start, end


def _separate(text: str, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether two neighbouring spans belong to different words."""
    if text[before[1] : after[0]].strip() != text[before[1] : after[0]] or before[1] < after[0]:
        return True
    # A comma is no part of the word before it; an apostrophe or a hyphen is.
    joins = "'’-"
    return (
        text[before[1] - 1].isalnum() != text[after[0]].isalnum()
        and text[before[1] - 1] not in joins
        and text[after[0]] not in joins
    )


def words(text: str, pieces: Sequence[Piece], row: npt.NDArray[np.float32]) -> tuple[Attended, ...]:
    """The words of ``text`` with the sum of ``row`` [piece] over their pieces.

    Special pieces cover no text and light nothing up; nothing is renormalised for them.
    """
    found: list[Attended] = []
    last: tuple[int, int] | None = None
    for piece, weight in zip(pieces, row.tolist(), strict=True):
        if piece.span is None:
            last = None
            continue
        start, end = _trimmed(text, piece.span)
        if start >= end:
            continue
        if last is not None and start < last[1]:
            # Several pieces of one character (byte fallback) share its span.
            joined = True
        else:
            joined = last is not None and not _separate(text, last, (start, end))
        if joined:
            word = found[-1]
            found[-1] = Attended(word.start, max(word.end, end), word.weight + weight)
        else:
            found.append(Attended(start, end, weight))
        last = (start, end)
    return tuple(word for word in found if word.weight >= LEAST)


def attended_row(session: Session) -> npt.NDArray[np.float32] | None:
    """The weights [source piece] to show in the source text, or ``None``.

    Those of the hovered piece; with nothing hovered, those of the piece that the
    current step wrote. Cross-attention of the chosen layer and head, but for a source
    piece the encoder's self-attention, if that is the chosen kind.
    """
    sentence = session.hovered()
    if sentence is None:
        return None
    hover, place = session.hover, session.place()
    if hover is not None and hover.side == "source":
        if session.kind is not AttentionKind.ENCODER_SELF:
            return None
        return _row(sentence, session, AttentionKind.ENCODER_SELF, hover.index)
    if hover is not None:
        return _row(sentence, session, AttentionKind.CROSS, hover.index)
    if place is None:
        return None
    return _row(sentence, session, AttentionKind.CROSS, place[1])


def _row(
    sentence: SentenceTrace, session: Session, kind: AttentionKind, index: int
) -> npt.NDArray[np.float32] | None:
    """Row ``index`` of ``kind``, in the layer and head chosen in the session."""
    if kind is AttentionKind.ENCODER_SELF:
        recorded = sentence.encoded.attention
        if recorded is None or not 0 <= index < recorded.shape[2]:
            return None
        weights = recorded[:, :, index]
    else:
        if not 0 <= index < len(sentence.steps):
            return None
        # Written along the best hypothesis; its own row needs no stitching.
        cross = sentence.ancestry(len(sentence.steps) - 1)[index].cross
        if cross is None:
            return None
        weights = cross
    # [layers, heads, source]: the kinds may differ in their number of layers.
    layer = weights[min(session.layer, weights.shape[0] - 1)]
    picked: npt.NDArray[np.float32]
    if session.head is None:
        picked = layer.mean(axis=0, dtype=np.float32)
    else:
        picked = layer[min(session.head, layer.shape[0] - 1)]
    return picked
