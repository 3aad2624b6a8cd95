"""Which words of the source a piece attends to, which pieces attend to a word, and how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.events import AttentionKind, Piece
from engine.text.words import group_words
from engine.trace import SentenceTrace, select_head
from gui.session import Session
from gui.widgets.blanks import blank_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

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


def words(text: str, pieces: Sequence[Piece], row: npt.NDArray[np.float32]) -> tuple[Attended, ...]:
    """The words of ``text`` with the sum of ``row`` [piece] over their pieces.

    Words are those of :mod:`engine.text.words`. Special pieces cover no text and light
    nothing up; nothing is renormalised for them.
    """
    weights = row.tolist()
    found: list[Attended] = []
    for word in group_words(pieces):
        if word.kind == "special" or word.span is None:
            continue
        start, end = _trimmed(text, word.span)
        if start >= end:
            continue
        weight = sum(weights[index] for index in word.pieces)
        if found and start < found[-1].end:
            # Parts of one character, as of ½ read as 1⁄2: it can only be lit as a whole.
            last = found.pop()
            start, end, weight = last.start, max(last.end, end), last.weight + weight
        found.append(Attended(start, end, weight))
    return tuple(word for word in found if word.weight >= LEAST)


def attended_row(session: Session) -> npt.NDArray[np.float32] | None:
    """The weights [source piece] to show in the source text, or ``None``.

    Those of the hovered piece; with nothing hovered, those of the piece that the
    current step wrote. Cross-attention of the chosen layer and head, but for a source
    piece the encoder's self-attention, if that is the chosen kind. In an encoder alone
    those of the mask that the step fills in.
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
        return _row_of_step(sentence, session, hover.index)
    return None if place is None else _row_of_step(sentence, session, place[1])


def pointed_word(session: Session) -> tuple[int, ...]:
    """The pieces of the source word under the pointer; none if it is elsewhere."""
    sentence, hover = session.hovered(), session.hover
    if sentence is None or hover is None or hover.side != "source":
        return ()
    for word in group_words(sentence.encoded.pieces):
        if hover.index in word.pieces:
            return word.pieces
    return ()


def attending(session: Session) -> dict[int, float] | None:
    """How much each step's piece looks at the source word under the pointer.

    Returns:
        The sum of its attention over the word's pieces, in the chosen layer and head, by
        step; ``None`` if the pointer is on no source word.
    """
    sentence, pieces = session.hovered(), pointed_word(session)
    if sentence is None or not pieces:
        return None
    found = {}
    for step in range(len(session.path(sentence))):
        row = _row_of_step(sentence, session, step)
        if row is not None:
            found[step] = float(row[list(pieces)].sum(dtype="float64"))
    return found


def span_of(text: str, pieces: Sequence[Piece]) -> tuple[int, int] | None:
    """Where these pieces stand in ``text``, without the space around them."""
    spans = [piece.span for piece in pieces if piece.span is not None]
    if not spans:
        return None
    start, end = _trimmed(text, (min(first for first, _ in spans), max(last for _, last in spans)))
    return (start, end) if start < end else None


def _row_of_step(
    sentence: SentenceTrace, session: Session, step: int
) -> npt.NDArray[np.float32] | None:
    """What a step's piece attends to in the source."""
    blank = blank_of(session, sentence, step)
    if blank is not None:
        return _row(sentence, session, AttentionKind.ENCODER_SELF, blank)
    return _row(sentence, session, AttentionKind.CROSS, step)


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
        # Its own row needs no stitching. Where the hypothesis has ended, the best went on.
        path = session.path(sentence)
        hypotheses = sentence.steps[index].hypotheses
        cross = hypotheses[path[index] if index < len(path) else 0].cross
        if cross is None:
            return None
        weights = cross
    # [layers, heads, source]: the kinds may differ in their number of layers.
    layers, heads = weights.shape[:2]
    head = None if session.head is None else min(session.head, heads - 1)
    return select_head(weights, min(session.layer, layers - 1), head)
