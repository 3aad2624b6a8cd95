"""Relative positions as a bias on the scores of attention (T5, arXiv:1910.10683, section 2.1)."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from engine.model.config import ModelConfig


def bucket_of(distances: Tensor, buckets: int, most: int, both_ways: bool) -> Tensor:
    """Which row of the table a distance has: near ones each their own, far ones shared.

    Of the buckets of one direction the first half are the distances 0, 1, 2 …; the others grow
    with the logarithm up to ``most``, and what lies beyond shares the last.

    Args:
        distances: int64, key position - query position.
        buckets: rows of the table.
        most: the distance from which on all are one.
        both_ways: half of the rows are for keys behind the query; otherwise there are none.

    Returns:
        int64, of the same shape.
    """
    first = torch.zeros_like(distances)
    if both_ways:
        buckets //= 2
        first = (distances > 0) * buckets
        far = distances.abs()
    else:
        far = (-distances).clamp(min=0)
    exact = buckets // 2
    # In float32, as the networks were trained: another rounding would be another bucket.
    share = (far.clamp(min=1).float() / exact).log() / math.log(most / exact)
    shared = exact + (share * (buckets - exact)).long()
    return first + torch.where(far < exact, far, shared.clamp(max=buckets - 1))


class RelativeBias(nn.Module):
    """A trained number for each head and bucket of distances; one table a stack.

    Attributes:
        weight: [buckets, heads]
    """

    def __init__(self, config: ModelConfig, both_ways: bool) -> None:
        super().__init__()
        self.most = config.relative_distance
        self.both_ways = both_ways
        self.weight = nn.Parameter(torch.empty(config.relative_buckets, config.heads))
        nn.init.normal_(self.weight, std=config.d_model**-0.5)

    def rows_of(self, distances: Tensor) -> Tensor:
        """The row of the table of each distance, key position - query position."""
        return bucket_of(distances, self.weight.shape[0], self.most, self.both_ways)

    def forward(self, queries: int, keys: int, start: int = 0) -> Tensor:
        """The bias of ``queries`` positions from ``start`` on, over keys from position 0 on.

        Returns:
            [1, heads, queries, keys], to be added to the scores.
        """
        device = self.weight.device
        query = torch.arange(start, start + queries, device=device)[:, None]
        distances = torch.arange(keys, device=device)[None] - query
        return self.weight[self.rows_of(distances)].permute(2, 0, 1)[None]
