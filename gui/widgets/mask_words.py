"""What a mask is and why a cell of it is blocked, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.analysis.padding import PAD
from engine.events import AttentionKind, Piece
from gui.language import QT_TR_NOOP, tr
from gui.numbers import whole
from gui.widgets.kind_text import AFTER_QUERY, PADDING
from gui.widgets.mask_parts import MaskParts
from gui.widgets.pieces import axis_token
from gui.widgets.token_axis import AxisToken

NO_PADS: Final = QT_TR_NOOP(
    "Padding blocks nothing: the sentence is translated by itself, so there are no pads."
)
WHAT: Final = {
    AttentionKind.ENCODER_SELF: QT_TR_NOOP(
        "Padding mask only: every source piece may look at every source piece. The encoder runs "
        "once, so this mask never grows."
    ),
    AttentionKind.DECODER_SELF: QT_TR_NOOP(
        "Padding + causal: an input may look at itself and at the inputs before it. Grows by "
        "one row and one column a step."
    ),
    AttentionKind.CROSS: QT_TR_NOOP(
        "Padding mask of the source only: every written piece may look at the whole source. "
        "Grows by one row a step."
    ),
}
WHAT_FORCED: Final = {
    AttentionKind.ENCODER_SELF: WHAT[AttentionKind.ENCODER_SELF],
    AttentionKind.DECODER_SELF: QT_TR_NOOP(
        "Padding + causal. Teacher forcing feeds the whole target in at once, shifted right, so "
        "the M\u00a0×\u00a0M triangle is there from the start and never grows."
    ),
    AttentionKind.CROSS: QT_TR_NOOP(
        "Padding mask of the source only. Teacher forcing feeds the whole target in at once, so "
        "all M rows are there from the start."
    ),
}


def tokens(pieces: Sequence[Piece]) -> tuple[AxisToken, ...]:
    """The pieces as labels of a mask, pads among them."""
    told = tr("padding: fills the row up to the longest sentence of the batch")
    pad = AxisToken(PAD.text, told, special=True)
    return tuple(pad if piece is PAD else axis_token(piece) for piece in pieces)


def about(parts: MaskParts) -> str:
    """What the mask is, and what padding does to it."""
    what = (WHAT_FORCED if parts.forced else WHAT)[parts.kind]
    return " ".join(filter(None, (tr(what), _padding(parts), _dead(parts))))


def size(parts: MaskParts) -> str:
    """The size of the mask and how much of it is blocked."""
    rows, columns = parts.combined.shape
    text = tr("{rows} × {columns}, {blocked} blocked").format(
        rows=rows, columns=columns, blocked=whole(int(parts.combined.sum()))
    )
    if parts.current is None:
        return text
    return tr("step {step}: {size}").format(step=parts.current + 1, size=text)


def _padding(parts: MaskParts) -> str:
    if parts.batch:
        return _padding_of_batch(parts)
    blocked = int(parts.padding.any(axis=0).sum())
    if not blocked:
        return tr(NO_PADS)
    return tr("Padding blocks {blocked} of {keys} keys.").format(
        blocked=blocked, keys=len(parts.keys)
    )


def _padding_of_batch(parts: MaskParts) -> str:
    keys, sentences = parts.pads(queries=False), len(parts.batch)
    longest = len(parts.keys)
    if parts.kind is not AttentionKind.DECODER_SELF:
        if not keys:
            return tr("This is the longest source of the {n} in the batch: no pads.").format(
                n=sentences
            )
        return tr(
            "Batch of {n}: the sources are padded to the longest, {longest} pieces; {pads} of "
            "this one are pads, which no query may look at."
        ).format(n=sentences, longest=longest, pads=keys)
    if not parts.forced:
        return tr(
            "A batch of {n} writes one piece of each sentence a step, and a sentence that ends "
            "leaves it: no input is ever a pad."
        ).format(n=sentences)
    if not keys:
        return tr("This is the longest target of the {n} in the batch: no pads.").format(
            n=sentences
        )
    return tr(
        "Batch of {n}: the targets are padded to the longest, {longest} pieces; {pads} of this "
        "one's inputs are pads, which are no keys and count in no loss."
    ).format(n=sentences, longest=longest, pads=keys)


def _dead(parts: MaskParts) -> str:
    dead = parts.dead_rows()
    if dead:
        return tr(
            "%n row(s) blocked throughout: a softmax of −∞ alone would be 0 ÷ 0, so the engine "
            "gives weights of exactly 0 there, never NaN.",
            "",
            len(dead),
        )
    if parts.batch and parts.pads(queries=True):
        return tr(
            "No row is blocked throughout, not even that of a pad; if one were, its weights "
            "would be 0, never NaN."
        )
    return ""


# One cell ------------------------------------------------------------------------------


def blocked_cell(parts: MaskParts, query: int, key: int, causal: bool, padding: bool) -> str:
    """Why a cell is −∞.

    Args:
        parts: the masks.
        query, key: the cell.
        causal, padding: which of the two masks are asked.
    """
    reasons: list[str] = []
    if causal and parts.after(query, key):
        reasons.append(_after(parts, query, key))
    if padding and parts.padded(query, key):
        reasons.append(
            tr("{reason}, up to the batch's longest").format(reason=tr(PADDING))
            if parts.batch
            else tr(PADDING)
        )
    text = tr("{first}; and {second}").format(
        first=reasons[0], second=reasons[1]
    ) if len(reasons) == 2 else "".join(reasons)  # fmt: skip
    if parts.combined[query].all():
        text = tr("{reason}. The whole row is blocked: its weights are 0, never NaN").format(
            reason=text
        )
    return text


def _after(parts: MaskParts, query: int, key: int) -> str:
    if not parts.forced:
        text = tr("{reason}: it is not written yet")
    elif key == query + 1:
        text = tr("{reason}: it is what the query has to predict")
    else:
        text = tr("{reason}: it lies beyond what the query has to predict")
    return text.format(reason=tr(AFTER_QUERY))


def open_cell(parts: MaskParts, query: int, whole: bool) -> str:
    """Why a cell is 0; ``whole`` if of the mask that is added, not of a part of it."""
    if not whole:
        return tr("this mask leaves it open")
    if parts.queries[query] is PAD:
        return tr("the query is padding itself: its row is computed, and nothing reads it")
    return tr("the query may look at the key")
