"""Why a panel has nothing to show of a model: which part of a Transformer it lacks."""

from __future__ import annotations

from typing import Final

from engine.model.kinds import NO_DECODER, NO_DECODER_SELF, NO_ENCODER
from gui.language import QT_TR_NOOP, tr
from gui.model_words import words_of
from gui.session import Session

NO_ATTENTION: Final = {
    NO_DECODER_SELF: QT_TR_NOOP(
        "This model has no decoder self-attention: each of its decoder layers has an SSRU "
        "instead, a recurrent cell with forget gates. The Gates panel shows them."
    ),
    NO_DECODER: QT_TR_NOOP(
        "This model is an encoder alone: it has encoder self-attention, and no decoder that "
        "would have other kinds."
    ),
    NO_ENCODER: QT_TR_NOOP(
        "This model is a decoder alone: it has masked self-attention over its own text, and no "
        "encoder to look at or to attend to."
    ),
}
"""What the engine says, as the window says it."""
NO_OUTPUT: Final = QT_TR_NOOP(
    "This model was published without the layer that predicts pieces: its attention and its "
    "states can be looked at, and nothing is filled in."
)
NO_MASK_PIECE: Final = QT_TR_NOOP(
    "The vocabulary of this model has no mask, so there is nothing to fill in; its attention and "
    "its states can be looked at."
)
NO_MASK: Final = QT_TR_NOOP("Put {mask} where a piece is to be filled in: the text has none.")


def why_no_attention(session: Session) -> str:
    """Why the model has no attention of the kind that is selected; empty where it has."""
    reason = session.no_attention()
    return tr(NO_ATTENTION[reason]) if reason else ""


def why_nothing_filled(session: Session) -> str:
    """Why an encoder alone has filled in nothing of what is shown; empty where it has, or may
    yet, and of other models.
    """
    trace = session.trace
    if trace is None or trace.started.model.stacks != "encoder":
        return ""
    if not trace.sentences or session.length() or session.unfinished():
        return ""
    return why_nothing_to_fill(session)


def why_nothing_to_fill(session: Session) -> str:
    """Why a text without a mask is only read, and what to do."""
    model = session.shape()
    if model is None or model.stacks != "encoder":
        return ""
    if not model.predicts:
        return tr(NO_OUTPUT)
    return tr(NO_MASK).format(mask=model.mask) if model.mask else tr(NO_MASK_PIECE)


def ask_to_run(session: Session, for_translators: str) -> str:
    """What to do before there is anything to show.

    Args:
        session: whose loaded model it is to be done with.
        for_translators: what a panel says of a model that translates; English.
    """
    return tr(words_of(session.model).ask_for or for_translators)
