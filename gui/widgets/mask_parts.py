"""The mask of one attention, and the masks that it is the sum of, from the trace."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.events import AttentionKind, Piece
from engine.trace import SentenceTrace
from gui.widgets.kind_text import AFTER_QUERY, PADDING, comes_after

Blocked = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class MaskParts:
    """Masks as matrices [query, key]: true is −∞, false is 0.

    Attributes:
        kind: of the attention.
        padding: pads are never keys.
        causal: position i sees positions j ≤ i only; ``None`` where there is no such mask.
        combined: their sum, which is added to the scores.
        queries, keys: labels of rows and columns, as in ``AttentionView``.
        current: the row of the step; ``None`` for the encoder.
    """

    kind: AttentionKind
    padding: Blocked
    causal: Blocked | None
    combined: Blocked
    queries: tuple[Piece, ...]
    keys: tuple[Piece, ...]
    current: int | None

    def reasons(self, query: int, key: int) -> tuple[str, ...]:
        """Why the combined mask blocks a cell; none if it is open."""
        found = []
        if comes_after(self.kind, query, key):
            found.append(AFTER_QUERY)
        if self.padding[query, key]:
            found.append(PADDING)
        return tuple(found)


def mask_parts(
    sentence: SentenceTrace, kind: AttentionKind, step: int | None, hypothesis: int = 0
) -> MaskParts | None:
    """The masks of one kind of attention up to and with ``step``.

    ``None`` if no step is given for the decoder, which then has not begun.

    Raises:
        IndexError: there is no such step or hypothesis.
    """
    source = sentence.encoded.pieces
    if kind is AttentionKind.ENCODER_SELF:
        padding = np.isneginf(sentence.encoded.mask)
        return MaskParts(kind, padding, None, padding, source, source, None)
    if step is None:
        return None
    written = sentence.pieces(step, hypothesis)
    steps = sentence.steps[: step + 1]
    if kind is AttentionKind.CROSS:
        padding = np.stack([np.isneginf(each.cross_mask) for each in steps])
        return MaskParts(kind, padding, None, padding, written, source, step)
    inputs = (sentence.encoded.start, *written[:-1])
    size = step + 1
    causal = np.triu(np.ones((size, size), dtype=np.bool_), 1)
    # A recorded row ends at its own position. Whether a later key is a pad is the key's own
    # affair, so the newest row, which has all keys, tells it.
    padding = np.tile(np.isneginf(steps[-1].self_mask), (size, 1))
    for index, each in enumerate(steps):
        padding[index, : index + 1] = np.isneginf(each.self_mask)
    return MaskParts(kind, padding, causal, padding | causal, inputs, inputs, step)
