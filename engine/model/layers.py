"""The sub-layers around attention, and the encoder and decoder layer (section 3.1)."""

from __future__ import annotations

from collections.abc import Callable

import torch.nn.functional as F
from torch import Tensor, nn

from engine.model.attention import MultiHeadAttention
from engine.model.cache import DecoderLayerCache
from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "gelu": F.gelu,
    "silu": F.silu,
}


class FeedForward(nn.Module):
    """activation(x W_1 + b_1) W_2 + b_2, each position by itself (section 3.3)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.w_1 = nn.Linear(config.d_model, config.d_ff)
        self.w_2 = nn.Linear(config.d_ff, config.d_model)
        self.activation = ACTIVATIONS[config.activation]

    def forward(self, x: Tensor) -> Tensor:
        """[batch, length, d_model] to the same shape."""
        out: Tensor = self.w_2(self.activation(self.w_1(x)))
        return out


class Residual(nn.Module):
    """A residual connection with layer norm around a sub-layer.

    Post-norm, the paper: LayerNorm(x + Dropout(Sublayer(x))).
    Pre-norm: x + Dropout(Sublayer(LayerNorm(x))).
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.dropout)
        self.pre = config.norm == "pre"

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """[batch, length, d_model] to the same shape."""
        if self.pre:
            out: Tensor = x + self.dropout(sublayer(self.norm(x)))
        else:
            out = self.norm(x + self.dropout(sublayer(x)))
        return out


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in its residual."""

    def __init__(self, config: ModelConfig, layer: int) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config, AttentionKind.ENCODER_SELF, layer)
        self.feed_forward = FeedForward(config)
        self.self_attention_residual = Residual(config)
        self.feed_forward_residual = Residual(config)

    def forward(self, x: Tensor, mask: Tensor, probe: Probe | None = None) -> Tensor:
        """Args and result as :class:`Encoder`."""
        x = self.self_attention_residual(x, lambda h: self.self_attention(h, h, mask, probe))
        out: Tensor = self.feed_forward_residual(x, self.feed_forward)
        return out


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward, each in its residual."""

    def __init__(self, config: ModelConfig, layer: int) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config, AttentionKind.DECODER_SELF, layer)
        self.cross_attention = MultiHeadAttention(config, AttentionKind.CROSS, layer)
        self.feed_forward = FeedForward(config)
        self.self_attention_residual = Residual(config)
        self.cross_attention_residual = Residual(config)
        self.feed_forward_residual = Residual(config)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        self_mask: Tensor,
        cross_mask: Tensor,
        probe: Probe | None = None,
    ) -> Tensor:
        """Args and result as :class:`Decoder`."""
        x = self.self_attention_residual(x, lambda h: self.self_attention(h, h, self_mask, probe))
        x = self.cross_attention_residual(
            x, lambda h: self.cross_attention(h, memory, cross_mask, probe)
        )
        out: Tensor = self.feed_forward_residual(x, self.feed_forward)
        return out

    def step(
        self,
        x: Tensor,
        cache: DecoderLayerCache,
        cross_mask: Tensor,
        probe: Probe | None = None,
    ) -> Tensor:
        """One new position against the cache. The causal mask's row is all open: every cached
        position is at or before the new one.

        Args:
            x: [rows, 1, d_model]
            cache: this layer's; the new position's keys and values are appended.
            cross_mask: [sentences, 1, 1, source]
            probe: records weights, [rows, heads, 1, positions so far] and [.., 1, source].

        Returns:
            [rows, 1, d_model]
        """
        own, cross = self.self_attention, self.cross_attention

        def self_sublayer(h: Tensor) -> Tensor:
            keys, values = cache.own.append(*own.project_keys_values(h))
            return own.attend(own.project_queries(h), keys, values, None, probe)

        def cross_sublayer(h: Tensor) -> Tensor:
            # A sentence's hypotheses are so many queries to the same keys: no copy a beam.
            rows, _, d_model = h.shape
            queries = cross.project_queries(h.reshape(cross_mask.shape[0], -1, d_model))
            mixed = cross.attend(queries, *cache.cross, cross_mask, probe)
            if probe is not None:
                recorded = probe.weights[cross.kind, cross.layer]
                probe.weights[cross.kind, cross.layer] = recorded.transpose(1, 2).reshape(
                    rows, cross.heads, 1, -1
                )
            return mixed.reshape(rows, 1, d_model)

        x = self.self_attention_residual(x, self_sublayer)
        x = self.cross_attention_residual(x, cross_sublayer)
        out: Tensor = self.feed_forward_residual(x, self.feed_forward)
        return out
