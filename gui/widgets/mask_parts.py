"""The mask of one attention, and the masks that it is the sum of, from the trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.analysis.padding import (
    PAD,
    batches_by_length,
    causal_mask,
    pad,
    padding_mask,
    target_mask,
    teacher_forced,
)
from engine.analysis.reference import reference_ids
from engine.events import AttentionKind, Piece
from engine.trace import SentenceTrace
from gui.widgets.kind_text import comes_after

Blocked = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Place:
    """What is shown of one sentence.

    Attributes:
        sentence: of the trace.
        path: where the output that is shown stands among each step's hypotheses.
        step: the current one, on that path; ``None`` before the first.
    """

    sentence: SentenceTrace
    path: tuple[int, ...]
    step: int | None

    @property
    def number(self) -> int:
        """Which of the text's sentences it is."""
        return self.sentence.encoded.sentence

    def written(self, until: int | None = None) -> tuple[Piece, ...]:
        """The pieces of the output that is shown, up to and with a step or all of them."""
        last = len(self.path) - 1 if until is None else until
        return self.sentence.pieces(last, self.path[last]) if last >= 0 else ()

    def target(self) -> tuple[Piece, ...]:
        """What teacher forcing feeds in: the reference, or else what is written so far."""
        written = self.written()
        rest = reference_ids(self.sentence)[len(written) :]
        # Of a piece that no step has reached yet the trace knows the id alone.
        return (*written, *(Piece(each, f"#{each}", "normal", f"#{each}") for each in rest))


@dataclass(frozen=True, eq=False)
class MaskParts:
    """Masks as matrices [query, key]: true is −∞, false is 0.

    Attributes:
        kind: of the attention.
        padding: pads are never keys.
        causal: position i sees positions j ≤ i only; ``None`` where there is no such mask.
        combined: their sum, which is added to the scores.
        queries, keys: labels of rows and columns, as in ``AttentionView``; ``PAD`` where a
            row of the batch is filled up.
        current: the row of the step; ``None`` for the encoder.
        forced: all positions at once (teacher forcing), so the mask is static.
        batch: the sentences of the batch in its order; of one alone, none.
    """

    kind: AttentionKind
    padding: Blocked
    causal: Blocked | None
    combined: Blocked
    queries: tuple[Piece, ...]
    keys: tuple[Piece, ...]
    current: int | None
    forced: bool = False
    batch: tuple[int, ...] = ()

    def after(self, query: int, key: int) -> bool:
        """Whether the causal mask blocks a cell."""
        return comes_after(self.kind, query, key)

    def padded(self, query: int, key: int) -> bool:
        """Whether the padding mask blocks a cell."""
        return bool(self.padding[query, key])

    def dead_rows(self) -> list[int]:
        """The rows that are blocked throughout."""
        return np.flatnonzero(self.combined.all(axis=1)).tolist()

    def pads(self, queries: bool) -> int:
        """How many rows or columns are there to fill the batch up."""
        return sum(piece is PAD for piece in (self.queries if queries else self.keys))


def batch_of(sentences: Sequence[SentenceTrace], number: int) -> list[SentenceTrace]:
    """The sentences that would share a padded batch with one of them, in the batch's order.

    As ``Translator.translate_lines`` forms its batches: by length, up to so many padded tokens.
    """
    lengths = [len(sentence.encoded.pieces) for sentence in sentences]
    for group in batches_by_length(lengths):
        members = [sentences[index] for index in group]
        if any(member.encoded.sentence == number for member in members):
            return members
    return []


def mask_parts(place: Place, kind: AttentionKind, forced: bool = False) -> MaskParts | None:
    """The masks of one kind of attention, as the trace has them.

    Args:
        place: the sentence by itself.
        kind: of attention.
        forced: all positions of the output at once, not those up to the current step.

    Returns:
        ``None`` for the decoder before it has begun.
    """
    encoded = place.sentence.encoded
    source = encoded.pieces
    if kind is AttentionKind.ENCODER_SELF:
        padding = np.isneginf(encoded.mask)
        return MaskParts(kind, padding, None, padding, source, source, None)
    if place.step is None:
        return None
    target = place.target() if forced else place.written(place.step)
    steps = place.sentence.steps[: min(len(target), len(place.sentence.steps))]
    size = len(target)
    if kind is AttentionKind.CROSS:
        rows = np.stack([np.isneginf(each.cross_mask) for each in steps])
        # What no step has reached yet sees the source as the others do.
        padding = np.concatenate([rows, np.repeat(rows[-1:], size - len(rows), axis=0)])
        return MaskParts(kind, padding, None, padding, target, source, place.step, forced)
    inputs = (encoded.start, *target[:-1])
    causal = np.isneginf(causal_mask(size))
    # A recorded row ends at its own position. Whether a later key is a pad is the key's own
    # affair, so the newest row, which has all keys, tells it.
    newest = np.zeros(size, dtype=np.bool_)
    newest[: len(steps)] = np.isneginf(steps[-1].self_mask)
    padding = np.tile(newest, (size, 1))
    for index, each in enumerate(steps):
        padding[index, : index + 1] = np.isneginf(each.self_mask)
    combined = padding | causal
    return MaskParts(kind, padding, causal, combined, inputs, inputs, place.step, forced)


def batch_parts(
    members: Sequence[Place], number: int, kind: AttentionKind, forced: bool = False
) -> MaskParts | None:
    """The masks of one sentence of a padded batch, as the engine's batches make them.

    Args:
        members: the sentences of the batch in its order.
        number: which of them is asked for.
        kind: of attention.
        forced: training, with the targets padded too, not one step of decoding.

    Returns:
        ``None`` for the decoder before it has begun.
    """
    row = [member.number for member in members].index(number)
    place = members[row]
    batch = tuple(member.number for member in members)
    sources = pad([_ids(member.sentence.encoded.pieces) for member in members])
    width = sources.shape[1]
    keys = _padded(place.sentence.encoded.pieces, width)
    of_source = np.isneginf(padding_mask(sources)[row, 0])  # [1, key]
    if kind is AttentionKind.ENCODER_SELF:
        padding = np.repeat(of_source, width, axis=0)
        return MaskParts(kind, padding, None, padding, keys, keys, None, batch=batch)
    if place.step is None:
        return None
    start = place.sentence.encoded.start
    targets = [member.target() for member in members] if forced else [place.written(place.step)]
    own = targets[row] if forced else targets[0]
    height = max(map(len, targets))
    if kind is AttentionKind.CROSS:
        padding = np.repeat(of_source, height, axis=0)
        queries = _padded(own, height)
        return MaskParts(kind, padding, None, padding, queries, keys, place.step, forced, batch)
    if not forced:
        # All live sentences of a batch are at the same step: inputs have no pads.
        own = own[:-1]
    inputs = _padded((start, *own), height) if forced else (start, *own)
    fed, _ = teacher_forced([_ids(target) for target in targets], start.id)
    of_this = fed[row : row + 1] if forced else fed[:1]
    combined = np.isneginf(target_mask(of_this)[0, 0])
    padding = np.repeat(np.isneginf(padding_mask(of_this)[0, 0]), height, axis=0)
    causal = np.isneginf(causal_mask(height))
    return MaskParts(kind, padding, causal, combined, inputs, inputs, place.step, forced, batch)


def _ids(pieces: Sequence[Piece]) -> tuple[int, ...]:
    return tuple(piece.id for piece in pieces)


def _padded(pieces: Sequence[Piece], length: int) -> tuple[Piece, ...]:
    """The pieces, with pads or without the last ones up to a length."""
    return (*pieces[:length], *[PAD] * (length - len(pieces)))
