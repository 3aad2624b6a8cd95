"""The sub-layers around attention, and the encoder and decoder layer (section 3.1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch.nn.functional as F
from torch import Tensor, nn

from engine.model.attention import MultiHeadAttention
from engine.model.config import Activation, ModelConfig
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe, Recording, StreamStates
from engine.model.rotary import Rotary
from engine.model.ssru import SsruCell
from engine.model.sublayers import Stack, Sublayer, SublayerPlace


def _gelu_sigmoid(x: Tensor) -> Tensor:
    return x * (1.702 * x).sigmoid()


def _relu2(x: Tensor) -> Tensor:
    return F.relu(x).square()


ACTIVATIONS: dict[Activation, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "gelu": F.gelu,
    "silu": F.silu,
    "gelu_tanh": partial(F.gelu, approximate="tanh"),
    "gelu_sigmoid": _gelu_sigmoid,
    "relu2": _relu2,
    "relu6": F.relu6,
    "leaky_relu": F.leaky_relu,
    "tanh": F.tanh,
    "sigmoid": F.sigmoid,
    "hardswish": F.hardswish,
    "mish": F.mish,
}
"""Elementwise functions by name. gelu is x Φ(x), its two others the approximations of Hendrycks
& Gimpel 2016 (arXiv:1606.08415) by tanh and by x σ(1.702 x); silu is x σ(x), also called swish;
relu2 is the square of relu; leaky_relu has the slope 0.01 below 0."""


class FeedForward(nn.Module):
    """Each position by itself (section 3.3).

    "plain": activation(x W_1 + b_1) W_2 + b_2; "gated": (activation(x W_gate) * x W_1) W_2, with
    biases if the config has them.
    """

    def __init__(self, config: ModelConfig, width: int) -> None:
        super().__init__()
        bias = config.feed_forward_bias
        self.w_1 = nn.Linear(config.d_model, width, bias=bias)
        self.w_2 = nn.Linear(width, config.d_model, bias=bias)
        self.w_gate: nn.Linear | None = None
        if config.feed_forward == "gated":
            self.w_gate = nn.Linear(config.d_model, width, bias=bias)
        self.activation = ACTIVATIONS[config.activation]

    def forward(self, x: Tensor) -> Tensor:
        """[batch, length, d_model] to the same shape."""
        if self.w_gate is None:
            inner = self.activation(self.w_1(x))
        else:
            inner = self.activation(self.w_gate(x)) * self.w_1(x)
        out: Tensor = self.w_2(inner)
        return out

    def inner(self, projected: Tensor) -> Tensor:
        """What W_2 gets of x W_1, or of x W_gate and x W_1 side by side."""
        if self.w_gate is None:
            return self.activation(projected)
        gate, linear = projected.chunk(2, dim=-1)
        return self.activation(gate) * linear


def make_norm(config: ModelConfig) -> nn.LayerNorm | nn.RMSNorm:
    """The norm of a network of this config."""
    if config.norm_kind == "rms":
        return nn.RMSNorm(config.d_model, eps=config.layer_norm_eps)
    return nn.LayerNorm(config.d_model, eps=config.layer_norm_eps)


class Residual(nn.Module):
    """A residual connection with a norm around a sub-layer.

    Post-norm, the paper: LayerNorm(x + Dropout(Sublayer(x))).
    Pre-norm: x + Dropout(Sublayer(LayerNorm(x))).
    """

    def __init__(self, config: ModelConfig, place: SublayerPlace) -> None:
        super().__init__()
        self.norm = make_norm(config)
        self.dropout = nn.Dropout(config.dropout)
        self.pre = config.norm == "pre"
        self.place = place

    def forward(
        self, x: Tensor, sublayer: Callable[[Tensor], Tensor], probe: Probe | None = None
    ) -> Tensor:
        """[batch, length, d_model] to the same shape; a probe of the stream keeps both."""
        if self.pre:
            contribution = self.dropout(sublayer(self.norm(x)))
            out: Tensor = x + contribution
        else:
            contribution = self.dropout(sublayer(x))
            out = self.norm(x + contribution)
        if probe is not None and probe.recording is Recording.STREAM:
            probe.stream[self.place] = StreamStates(x.detach(), contribution.detach(), out.detach())
        return out


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in its residual."""

    def __init__(self, config: ModelConfig, layer: int, rotary: Rotary | None = None) -> None:
        super().__init__()

        def residual(sublayer: Sublayer) -> Residual:
            return Residual(config, SublayerPlace(Stack.ENCODER, layer, sublayer))

        self.self_attention = MultiHeadAttention(config, AttentionKind.ENCODER_SELF, layer, rotary)
        self.feed_forward = FeedForward(config, config.d_ff)
        self.self_attention_residual = residual(Sublayer.SELF_ATTENTION)
        self.feed_forward_residual = residual(Sublayer.FEED_FORWARD)

    def forward(
        self, x: Tensor, mask: Tensor, probe: Probe | None = None, bias: Tensor | None = None
    ) -> Tensor:
        """Args and result as :class:`Encoder`; bias of relative positions, if it has them."""
        x = self.self_attention_residual(
            x, lambda h: self.self_attention(h, h, mask, probe, bias), probe
        )
        out: Tensor = self.feed_forward_residual(x, self.feed_forward, probe)
        return out


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward, each in its residual.

    Attributes:
        self_attention: ``None`` in a network whose decoder has no self-attention.
        ssru: what such a network has in its place.
        cross_attention: ``None`` in a network that has no encoder.
    """

    def __init__(self, config: ModelConfig, layer: int, rotary: Rotary | None = None) -> None:
        super().__init__()

        def residual(sublayer: Sublayer) -> Residual:
            return Residual(config, SublayerPlace(Stack.DECODER, layer, sublayer))

        self.self_attention: MultiHeadAttention | None = None
        self.ssru: SsruCell | None = None
        self.cross_attention: MultiHeadAttention | None = None
        if config.decoder_self == "attention":
            self.self_attention = MultiHeadAttention(
                config, AttentionKind.DECODER_SELF, layer, rotary
            )
        else:
            self.ssru = SsruCell(config, layer)
        if config.stacks != "decoder":
            self.cross_attention = MultiHeadAttention(config, AttentionKind.CROSS, layer)
        self.feed_forward = FeedForward(config, config.decoder_ff or config.d_ff)
        if self.ssru is None:
            self.self_attention_residual = residual(Sublayer.SELF_ATTENTION)
        else:
            self.ssru_residual = residual(Sublayer.SSRU)
        if self.cross_attention is not None:
            self.cross_attention_residual = residual(Sublayer.CROSS_ATTENTION)
        self.feed_forward_residual = residual(Sublayer.FEED_FORWARD)

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None,
        self_mask: Tensor,
        cross_mask: Tensor | None,
        probe: Probe | None = None,
        bias: Tensor | None = None,
    ) -> Tensor:
        """Args and result as :class:`Decoder`; bias of relative positions, if it has them."""
        own, ssru, cross = self.self_attention, self.ssru, self.cross_attention
        if own is not None:
            x = self.self_attention_residual(x, lambda h: own(h, h, self_mask, probe, bias), probe)
        elif ssru is not None:
            x = self.ssru_residual(x, lambda h: ssru(h, None, probe), probe)
        if cross is not None:
            x = self.cross_attention_residual(
                x, lambda h: cross(h, memory, cross_mask, probe), probe
            )
        out: Tensor = self.feed_forward_residual(x, self.feed_forward, probe)
        return out
