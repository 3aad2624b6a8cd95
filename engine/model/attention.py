"""Scaled dot-product attention and multi-head attention (sections 3.2.1 and 3.2.2)."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.masks import BLOCKED
from engine.model.probe import AttentionInputs, Probe, Recording
from engine.model.rotary import Rotary


def attention_scores(queries: Tensor, keys: Tensor, divisor: float) -> Tensor:
    """Q K^T / divisor, which is sqrt(d_k) in the paper.

    Args:
        queries: [batch, heads, query, d_k]
        keys: [batch, heads, key, d_k]

    Returns:
        [batch, heads, query, key]
    """
    return queries @ keys.transpose(-2, -1) / divisor


def masked_softmax(scores: Tensor, mask: Tensor | None) -> Tensor:
    """softmax(scores + mask) over the keys; a row with no open key is all zeros, not NaN.

    Args:
        scores: [batch, heads, query, key]
        mask: additive 0 / -inf, broadcastable to ``scores``, or ``None``.

    Returns:
        [batch, heads, query, key]
    """
    if mask is None:
        return scores.softmax(dim=-1)
    scores = scores + mask
    # A row of -inf alone has no softmax. Such rows are computed on zeros, which keeps
    # their gradient finite too, and then set to 0.
    dead = (scores == BLOCKED).all(dim=-1, keepdim=True)
    return scores.masked_fill(dead, 0.0).softmax(dim=-1).masked_fill(dead, 0.0)


def explicit_attention(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: Tensor | None,
    dropout: float = 0.0,
    divisor: float | None = None,
) -> tuple[Tensor, Tensor]:
    """softmax(Q K^T / sqrt(d_k) + mask) V, with the weights in hand.

    Args:
        divisor: of the scores, where it is not sqrt(d_k).

    Returns:
        The mixture [batch, heads, query, d_k] and the weights [batch, heads, query, key]
        (before dropout).
    """
    if divisor is None:
        divisor = math.sqrt(queries.shape[-1])
    weights = masked_softmax(attention_scores(queries, keys, divisor), mask)
    used = F.dropout(weights, dropout) if dropout else weights
    return used @ values, weights


def fused_attention(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: Tensor | None,
    dropout: float = 0.0,
    divisor: float | None = None,
) -> Tensor:
    """The same function in one kernel that never writes the weights down.

    Returns:
        [batch, heads, query, d_k]
    """
    if mask is not None:
        mask = mask.to(queries.dtype)
    scale = None if divisor is None else 1 / divisor
    return F.scaled_dot_product_attention(
        queries, keys, values, mask, dropout_p=dropout, scale=scale
    )


@dataclass(frozen=True)
class AttentionStages:
    """Every stage of one attention, in the order of the paper.

    Attributes:
        queries, keys, values: [batch, heads, query or key, d_k]; rotary positions have turned
            the first two, and heads that share keys and values have them each
        scores: [batch, heads, query, key] QK^T / sqrt(d_k), or QK^T where nothing is divided
        bias: of relative positions, added to ``scores``, broadcastable; ``None`` if there is none
        mask: additive, broadcastable to ``scores``; ``None`` if there is none
        masked_scores: [batch, heads, query, key] the sum of the three
        weights: [batch, heads, query, key]
        mixed: [batch, heads, query, d_k] weights times V, of heads that are switched off too
        projected: [batch, query, d_model] heads concatenated, through W_O; a head that is
            switched off has zeros there
    """

    queries: Tensor
    keys: Tensor
    values: Tensor
    scores: Tensor
    bias: Tensor | None
    mask: Tensor | None
    masked_scores: Tensor
    weights: Tensor
    mixed: Tensor
    projected: Tensor


class MultiHeadAttention(nn.Module):
    """h attentions side by side in d_k dimensions each, blended by W_O.

    Args:
        config: of the network.
        kind, layer: where it stands.
        rotary: what turns its queries and keys, if anything.

    Attributes:
        divisor: of the scores: sqrt(d_k), or 1.
        off: [heads, 1, 1] true where a head is switched off, so that its mixture is replaced by
            zeros before W_O; ``None``, which costs nothing, where all are on.
    """

    def __init__(
        self, config: ModelConfig, kind: AttentionKind, layer: int, rotary: Rotary | None = None
    ) -> None:
        super().__init__()
        self.heads = config.heads
        self.dropout = config.attention_dropout
        self.kind = kind
        self.layer = layer
        self.rotary = rotary
        self.off: Tensor | None = None
        d_model, d_k, bias = config.d_model, config.d_k, config.attention_bias
        self.d_k = d_k
        self.divisor = math.sqrt(d_k) if config.scale_attention else 1.0
        self.groups = config.heads // config.kv_heads
        last_bias = config.attention_output_bias
        self.w_q = nn.Linear(d_model, config.heads * d_k, bias=bias)
        self.w_k = nn.Linear(d_model, config.kv_heads * d_k, bias=bias)
        self.w_v = nn.Linear(d_model, config.kv_heads * d_k, bias=bias)
        self.w_o = nn.Linear(
            config.heads * d_k, d_model, bias=bias if last_bias is None else last_bias
        )

    def split_heads(self, x: Tensor) -> Tensor:
        """[batch, length, heads * d_k] to [batch, heads, length, d_k]."""
        batch, length, _ = x.shape
        return x.view(batch, length, -1, self.d_k).transpose(1, 2)

    def merge_heads(self, x: Tensor) -> Tensor:
        """[batch, heads, length, d_k] to [batch, length, heads * d_k]."""
        batch, heads, length, d_k = x.shape
        return x.transpose(1, 2).reshape(batch, length, heads * d_k)

    def project_queries(self, x: Tensor, start: int = 0) -> Tensor:
        """[batch, query, d_model] at positions ``start`` on to Q, [batch, heads, query, d_k]."""
        queries = self.split_heads(self.w_q(x))
        return queries if self.rotary is None else self.rotary(queries, start)

    def project_keys_values(self, x: Tensor, start: int = 0) -> tuple[Tensor, Tensor]:
        """[batch, key, d_model] at positions ``start`` on to K and V.

        Returns:
            [batch, key and value heads, key, d_k] each.
        """
        keys, values = self.split_heads(self.w_k(x)), self.split_heads(self.w_v(x))
        return (keys if self.rotary is None else self.rotary(keys, start)), values

    def of_every_head(self, x: Tensor) -> Tensor:
        """Keys or values as each head sees them: those of its group.

        Returns:
            [batch, heads, key, d_k]
        """
        return x if self.groups == 1 else x.repeat_interleave(self.groups, dim=1)

    def without(self, heads: Sequence[int]) -> MultiHeadAttention:
        """The same attention, all weights shared, with these heads switched off.

        They still attend, and their weights can be recorded; what they mix reaches nothing.
        """
        twin = copy.copy(self)
        twin.off = torch.zeros(self.heads, 1, 1, dtype=torch.bool, device=self.w_o.weight.device)
        twin.off[list(heads)] = True
        return twin

    def blend(self, mixed: Tensor) -> Tensor:
        """Heads that are on, concatenated, through W_O (section 3.2.2).

        Args:
            mixed: [batch, heads, query, d_k]

        Returns:
            [batch, query, d_model]
        """
        if self.off is not None:
            # Not a product: what is no number times zero would stay none.
            mixed = mixed.masked_fill(self.off, 0.0)
        projected: Tensor = self.w_o(self.merge_heads(mixed))
        return projected

    def attend(
        self,
        queries: Tensor,
        keys: Tensor,
        values: Tensor,
        mask: Tensor | None,
        probe: Probe | None = None,
        bias: Tensor | None = None,
    ) -> Tensor:
        """Attention on projected heads, then W_O.

        Args:
            queries: [batch, heads, query, d_k]
            keys, values: [batch, key and value heads, key, d_k]
            mask: additive, broadcastable to [batch, heads, query, key], or ``None``.
            probe: if it asks for weights, the explicit path runs and they are recorded.
            bias: of relative positions, added to the scores as the mask is.

        Returns:
            [batch, query, d_model]
        """
        dropout = self.dropout if self.training else 0.0
        keys, values = self.of_every_head(keys), self.of_every_head(values)
        added = _sum(bias, mask)
        if probe is None or not probe.of_attention:
            mixed = fused_attention(queries, keys, values, added, dropout, self.divisor)
        else:
            mixed, weights = explicit_attention(queries, keys, values, added, dropout, self.divisor)
            probe.weights[self.kind, self.layer] = weights.detach()
        return self.blend(mixed)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None,
        probe: Probe | None = None,
        bias: Tensor | None = None,
    ) -> Tensor:
        """Queries from ``x``, keys and values from ``memory`` (self-attention: ``x`` again).

        Args:
            x: [batch, query, d_model]
            memory: [batch, key, d_model]
            mask: additive, broadcastable to [batch, heads, query, key], or ``None``.
            probe: records weights, and the inputs if it asks for everything.
            bias: of relative positions, broadcastable likewise.

        Returns:
            [batch, query, d_model]
        """
        if probe is not None and probe.recording is Recording.EVERYTHING:
            probe.inputs[self.kind, self.layer] = AttentionInputs(
                x.detach(),
                memory.detach(),
                None if mask is None else mask.detach(),
                None if bias is None else bias.detach(),
            )
        keys_values = self.project_keys_values(memory)
        return self.attend(self.project_queries(x), *keys_values, mask, probe, bias)

    def contribution(self, mixed: Tensor, head: int) -> Tensor:
        """What one head adds to the output: its mixture through its own part of W_O.

        The concatenation of section 3.2.2 times W_O is the sum of the heads' contributions;
        the bias of W_O, if it has one, comes on top once. Zeros if the head is switched off.

        Args:
            mixed: [batch, heads, query, d_k]
            head: which of them.

        Returns:
            [batch, query, d_model]
        """
        if self.off is not None and bool(self.off[head]):
            return mixed.new_zeros(mixed.shape[0], mixed.shape[2], self.w_o.out_features)
        d_k = mixed.shape[-1]
        return mixed[:, head] @ self.w_o.weight[:, head * d_k : (head + 1) * d_k].T

    @torch.no_grad()
    def stages(self, given: AttentionInputs) -> AttentionStages:
        """Every intermediate of :meth:`forward` on what it was given, without dropout."""
        queries = self.project_queries(given.queries)
        keys, values = map(self.of_every_head, self.project_keys_values(given.keys_values))
        scores = attention_scores(queries, keys, self.divisor)
        added = _sum(given.bias, given.mask)
        weights = masked_softmax(scores, added)
        mixed = weights @ values
        return AttentionStages(
            queries=queries,
            keys=keys,
            values=values,
            scores=scores,
            bias=given.bias,
            mask=given.mask,
            masked_scores=scores if added is None else scores + added,
            weights=weights,
            mixed=mixed,
            projected=self.blend(mixed),
        )


def _sum(bias: Tensor | None, mask: Tensor | None) -> Tensor | None:
    if bias is None or mask is None:
        return mask if bias is None else bias
    return bias + mask
