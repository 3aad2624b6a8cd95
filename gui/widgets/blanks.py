"""The masks that an encoder alone fills in, one a step: where they stand among the pieces."""

from __future__ import annotations

from engine.events import ModelInfo
from engine.trace import SentenceTrace
from gui.session import Session


def fills_in(model: ModelInfo | None) -> bool:
    """Whether a model fills in masks: its steps are not positions of an output."""
    return model is not None and model.stacks == "encoder"


def blanks(model: ModelInfo, sentence: SentenceTrace) -> tuple[int, ...]:
    """The source pieces that are masks, in the order of the steps that fill them in."""
    if not fills_in(model) or not model.mask:
        return ()
    pieces = sentence.encoded.pieces
    return tuple(index for index, piece in enumerate(pieces) if piece.text == model.mask)


def blank_of(session: Session, sentence: SentenceTrace, step: int) -> int | None:
    """The piece that a step fills in; ``None`` where the model writes an output instead."""
    if session.trace is None:
        return None
    found = blanks(session.trace.started.model, sentence)
    return found[step] if 0 <= step < len(found) else None
