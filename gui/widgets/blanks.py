"""The masks that an encoder alone fills in, one a step: where they stand among the pieces."""

from __future__ import annotations

from engine.events import ModelInfo
from engine.trace import SentenceTrace
from gui.session import Session

_NEAR = 40
"""Characters on each side of a mask that are named with it."""


def fills_in(model: ModelInfo | None) -> bool:
    """Whether a model fills in masks: its steps are not positions of an output."""
    return model is not None and model.stacks == "encoder"


def blanks(model: ModelInfo, sentence: SentenceTrace) -> tuple[int, ...]:
    """The source pieces that are masks, in the order of the steps that fill them in."""
    if not fills_in(model) or not model.mask:
        return ()
    pieces = sentence.encoded.pieces
    return tuple(index for index, piece in enumerate(pieces) if piece.text == model.mask)


def text_with_masks(text: str, sentence: SentenceTrace, place: int) -> tuple[str, str]:
    """The text as the network read it, all its masks open, with arrows at one of them.

    The distribution of a mask is that of the one pass over this text: no filling of another mask
    has a part in it.

    Returns:
        All of it, and the surroundings of the mask alone.
    """
    span = sentence.encoded.pieces[place].span
    if span is None:
        return text, text
    start, end = span
    marked = f"→{text[start:end]}←"
    before, after = text[:start].lstrip(), text[end:].rstrip()
    near, rest = before, after
    if len(before) > _NEAR:
        near = f"…{_from_word(before[-_NEAR:])}"
    if len(after) > _NEAR:
        rest = f"{_from_word(after[:_NEAR][::-1])[::-1]}…"
    return f"{before}{marked}{after}", f"{near}{marked}{rest}"


def _from_word(text: str) -> str:
    """A text that was cut at its beginning, from its first whole word on, if that is near."""
    head, space, rest = text.partition(" ")
    return rest if space and len(head) < _NEAR // 2 else text


def blank_of(session: Session, sentence: SentenceTrace, step: int) -> int | None:
    """The piece that a step fills in; ``None`` where the model writes an output instead."""
    if session.trace is None:
        return None
    found = blanks(session.trace.started.model, sentence)
    return found[step] if 0 <= step < len(found) else None
