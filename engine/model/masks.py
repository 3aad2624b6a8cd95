"""Attention masks as additive matrices: 0 where a query may look, -inf where not.

A mask is added to the scores before the softmax (section 3.2.3), so that a blocked
key gets weight exactly 0. Masks combine by addition.
"""

from __future__ import annotations

import torch
from torch import Tensor

BLOCKED = float("-inf")


def padding_mask(ids: Tensor, pad_id: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Pads are never keys.

    Args:
        ids: [batch, key] piece ids.
        pad_id: the id of the padding piece.
        dtype: of the result.

    Returns:
        [batch, 1, 1, key], to be broadcast over heads and queries.
    """
    mask = torch.zeros(ids.shape, dtype=dtype, device=ids.device)
    return mask.masked_fill_(ids == pad_id, BLOCKED)[:, None, None, :]


def causal_mask(
    length: int, dtype: torch.dtype = torch.float32, device: torch.device | None = None
) -> Tensor:
    """Position i sees positions j <= i only.

    Returns:
        [query, key], both of ``length``: the upper triangle without the diagonal is -inf.
    """
    blocked = torch.full((length, length), BLOCKED, dtype=dtype, device=device)
    return blocked.triu_(1)


def combine(*masks: Tensor) -> Tensor:
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
