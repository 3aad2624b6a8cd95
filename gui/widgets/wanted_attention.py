"""The attention that the session has selected, along the hypothesis that is followed."""

from __future__ import annotations

from dataclasses import replace

from engine.events import AttentionKind, FloatArray, Hypothesis, LiveHypothesis
from engine.trace import AttentionMatrix
from gui.language import tr
from gui.session import Session
from gui.widgets.blanks import blank_of
from gui.widgets.empty_message import ASK_TO_WAIT, NOT_RECORDED
from gui.widgets.why_not import why_no_attention


def wanted_attention(session: Session, ask_to_translate: str) -> tuple[AttentionMatrix | None, str]:
    """The matrix that is selected at the current place, or why there is none.

    ``ask_to_translate`` is the reason where nothing has been translated yet.
    """
    sentence = session.sentence()
    message = tr(ASK_TO_WAIT) if session.unfinished() else ask_to_translate
    if sentence is None:
        return None, message
    lacking = why_no_attention(session)
    if lacking:
        return None, lacking
    place = session.place()
    if place is None and session.kind is not AttentionKind.ENCODER_SELF:
        return None, message
    recorded = sentence.encoded.attention
    if session.kind is not AttentionKind.ENCODER_SELF and place is not None:
        live = sentence.steps[place[1]].hypotheses[session.hypothesis()]
        recorded = _recorded(live, session.kind)
        if recorded is None and sentence.finished is not None:
            # Of the best hypothesis alone it may stand in one piece at the end.
            recorded = _recorded(sentence.finished.hypotheses[0], session.kind)
    if recorded is None:
        return None, tr(NOT_RECORDED)
    # A trace keeps the shape of the model that made it, whatever is loaded now.
    layer = min(session.layer, recorded.shape[0] - 1)
    head = session.head
    if head is not None:
        head = min(head, recorded.shape[1] - 1)
    step = None if place is None else place[1]
    matrix = sentence.attention_matrix(session.kind, layer, head, step, session.hypothesis())
    blank = None if step is None else blank_of(session, sentence, step)
    if matrix is not None and blank is not None:
        # The row of the mask that the step fills in.
        matrix = replace(matrix, current=blank)
    return matrix, tr(NOT_RECORDED)


def _recorded(hypothesis: LiveHypothesis | Hypothesis, kind: AttentionKind) -> FloatArray | None:
    """[layers, heads, ...] what was written down of a decoder's attention."""
    return hypothesis.cross if kind is AttentionKind.CROSS else hypothesis.decoder_self
