"""Sentences of unequal length in one rectangle, and the masks that make the pads harmless.

NumPy twins of what the network's own batches are made with, for views that know no torch:
``engine.model.masks``, ``Transformer.source_mask`` and ``target_mask``, the padding of
``engine.search.batch`` and of ``engine.training.data.collate``. Tests hold them equal; which
sentences share a batch is asked of the engine's own ``batches_by_length``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.events import FloatArray, Piece
from engine.search.batches import batches_by_length as batches_by_length

BLOCKED = -np.inf

PAD = Piece(-1, "<pad>", "special", "<pad>")
"""Stands for the padding piece of any vocabulary: no piece of a sentence has its id."""

Ids = npt.NDArray[np.int64]


def pad(rows: Sequence[Sequence[int]], pad_id: int = PAD.id) -> Ids:
    """The rows in one rectangle, the shorter ones filled up on the right.

    Args:
        rows: piece ids of each sentence.
        pad_id: what they are filled up with.

    Returns:
        [batch, longest].
    """
    padded = np.full((len(rows), max(map(len, rows), default=0)), pad_id, dtype=np.int64)
    for number, row in enumerate(rows):
        padded[number, : len(row)] = row
    return padded


def teacher_forced(
    targets: Sequence[Sequence[int]], start_id: int, pad_id: int = PAD.id
) -> tuple[Ids, Ids]:
    """What the decoder is fed in training, and what it has to predict.

    The input is the target shifted right, the start piece first. Of a sentence that is not
    the longest the end piece is fed in too; what follows it is padding, which counts in no loss.

    Args:
        targets: piece ids of each target, the end piece included.
        start_id: the decoder's first input.
        pad_id: what the shorter targets are filled up with.

    Returns:
        Inputs and outputs, [batch, longest target] each.
    """
    whole = pad([(start_id, *target) for target in targets], pad_id)
    return whole[:, :-1], whole[:, 1:]


def padding_mask(ids: Ids, pad_id: int = PAD.id) -> FloatArray:
    """Pads are never keys.

    Args:
        ids: [batch, key] piece ids.
        pad_id: the id of the padding piece.

    Returns:
        [batch, 1, 1, key], to be broadcast over heads and queries.
    """
    return np.where(ids == pad_id, BLOCKED, 0.0).astype(np.float32)[:, None, None, :]


def causal_mask(length: int) -> FloatArray:
    """Position i sees positions j <= i only.

    Returns:
        [query, key], both of ``length``: the upper triangle without the diagonal is -inf.
    """
    later = np.triu(np.ones((length, length), dtype=np.bool_), 1)
    return np.where(later, BLOCKED, 0.0).astype(np.float32)


def combine(*masks: FloatArray) -> FloatArray:
    """A key is open only where every mask leaves it open; shapes broadcast.

    Raises:
        ValueError: no mask was given.
    """
    if not masks:
        raise ValueError("combine needs at least one mask")
    total = masks[0]
    for mask in masks[1:]:
        total = total + mask
    return total


def target_mask(inputs: Ids, pad_id: int = PAD.id) -> FloatArray:
    """Padding and causal mask of the decoder's input under teacher forcing.

    Args:
        inputs: [batch, target], the start piece first. It is always a key, also in a model
            that starts with its padding piece.
        pad_id: the id of the padding piece.

    Returns:
        [batch, 1, target, target].
    """
    padding = padding_mask(inputs, pad_id)
    padding[..., :1] = 0.0
    return combine(padding, causal_mask(inputs.shape[1]))
