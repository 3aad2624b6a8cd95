"""Which head of which place is asked for, and whether an explanation is about it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import AttentionKind, Piece
from engine.explanation import Explanation
from engine.model.heads_off import layers_of
from engine.trace import Trace
from gui.session import Session


@dataclass(frozen=True)
class Wanted:
    """Which head of which place of which trace; ``step`` is ``None`` for the encoder."""

    trace: Trace
    sentence: int
    kind: AttentionKind
    layer: int
    head: int
    step: int | None
    hypothesis: int

    def queries(self) -> tuple[Piece, ...]:
        """The pieces of the rows."""
        sentence = self.trace.sentences[self.sentence]
        if self.kind is AttentionKind.ENCODER_SELF or self.step is None:
            return sentence.encoded.pieces
        written = sentence.pieces(self.step, self.hypothesis)
        if self.kind is AttentionKind.CROSS:
            return written
        return (sentence.encoded.start, *written[:-1])

    def keys(self) -> tuple[Piece, ...]:
        """The pieces of the columns."""
        if self.kind is AttentionKind.DECODER_SELF:
            return self.queries()
        return self.trace.sentences[self.sentence].encoded.pieces

    def fits(self, explanation: Explanation) -> bool:
        """Whether this is what an explanation is about."""
        asked = (self.kind, self.layer, self.head, self.step)
        if asked != (explanation.kind, explanation.layer, explanation.head, explanation.step):
            return False
        rows, columns = explanation.stage("scores").axes
        return rows.labels == self.queries() and columns.labels == self.keys()


def wanted_head(session: Session) -> Wanted | None:
    """The head chosen in the session at the place shown; ``None`` where there is no such thing."""
    trace, sentence, place = session.trace, session.sentence(), session.place()
    if trace is None or sentence is None or session.head is None:
        return None
    model = trace.started.model
    of_encoder = session.kind is AttentionKind.ENCODER_SELF
    if (place is None and not of_encoder) or session.no_attention():
        return None
    # A trace keeps the shape of the model that made it, whatever is loaded now.
    layers = layers_of(model, session.kind)
    return Wanted(
        trace=trace,
        sentence=sentence.encoded.sentence,
        kind=session.kind,
        layer=max(0, min(session.layer, layers - 1)),
        head=max(0, min(session.head, model.heads - 1)),
        step=None if of_encoder or place is None else place[1],
        hypothesis=0 if of_encoder else session.hypothesis(),
    )
