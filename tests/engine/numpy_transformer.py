"""Transformers over again in NumPy: float64, from the weights, without the engine's modules.

The paper's (arXiv:1706.03762), T5's (arXiv:1910.10683) and LLaMA's (arXiv:2302.13971) parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from engine.explanation import StageName
from engine.model.config import ModelConfig
from engine.model.kinds import AttentionKind as Kind

Array = npt.NDArray[np.float64]


def bucket(distance: int, buckets: int, most: int, both_ways: bool) -> int:
    """T5's bucket of key position - query position."""
    first, far = 0, max(0, -distance)
    if both_ways:
        buckets //= 2
        first, far = (buckets if distance > 0 else 0), abs(distance)
    exact = buckets // 2
    if far < exact:
        return first + far
    more = math.log(far / exact) / math.log(most / exact) * (buckets - exact)
    return first + min(buckets - 1, exact + int(more))


def turn(x: Array, base: float) -> Array:
    """[heads, length, d_k] as complex numbers, each times e^(i · position · frequency)."""
    half = x.shape[-1] // 2
    points = x[..., :half] + 1j * x[..., half:]
    angles = np.outer(np.arange(x.shape[1]), base ** (-np.arange(half) / half))
    turned = points * np.exp(1j * angles)
    return np.concatenate([turned.real, turned.imag], axis=-1)


class NumpyTransformer:
    """The network of a config, as far as its options are the ones used here."""

    def __init__(self, config: ModelConfig, state: dict[str, torch.Tensor]) -> None:
        self.config = config
        self.state = {name: np.asarray(value.double()) for name, value in state.items()}
        self.inputs: dict[tuple[Kind, int], tuple[Array, Array, bool]] = {}

    def linear(self, name: str, x: Array) -> Array:
        """x W + b."""
        out: Array = x @ self.state[f"{name}.weight"].T
        bias = self.state.get(f"{name}.bias")
        return out if bias is None else out + bias

    def norm(self, name: str, x: Array) -> Array:
        """Layer norm, or RMS norm."""
        if self.config.norm_kind == "rms":
            size = np.sqrt((x**2).mean(-1, keepdims=True) + self.config.layer_norm_eps)
            rms: Array = x / size * self.state[f"{name}.weight"]
            return rms
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred / np.sqrt(
            (centred**2).mean(-1, keepdims=True) + self.config.layer_norm_eps
        )
        out: Array = scaled * self.state[f"{name}.weight"] + self.state[f"{name}.bias"]
        return out

    def embed(self, ids: Sequence[int]) -> Array:
        """Pieces and positions."""
        d = self.config.d_model
        x = self.state["source_embedding.pieces.weight"][list(ids)]
        if self.config.scale_embeddings:
            x = x * math.sqrt(d)
        if self.config.positions != "interleaved":
            return x
        for position in range(len(ids)):
            for i in range(d // 2):
                angle = position / 10000 ** (2 * i / d)
                x[position, 2 * i] += math.sin(angle)
                x[position, 2 * i + 1] += math.cos(angle)
        return x

    def heads(self, x: Array) -> Array:
        """[length, heads · d_k] to [heads, length, d_k]; a group's keys for each of its heads."""
        split = x.reshape(len(x), -1, self.config.d_k).swapaxes(0, 1)
        return np.repeat(split, self.config.heads // len(split), axis=0)

    def bias(self, stack: str, queries: int, keys: int) -> Array:
        """[heads, query, key] of T5's table."""
        config, table = self.config, self.state[f"{stack}.relative.weight"]
        sizes = (config.relative_buckets, config.relative_distance, stack == "encoder")
        rows = [[table[bucket(k - q, *sizes)] for k in range(keys)] for q in range(queries)]
        return np.moveaxis(np.array(rows), -1, 0)

    def head(self, name: str, x: Array, memory: Array, causal: bool) -> dict[StageName, Array]:
        """Every stage, all heads: [heads, ...]."""
        q, k, v = (
            self.heads(self.linear(f"{name}.{w}", y))
            for w, y in (("w_q", x), ("w_k", memory), ("w_v", memory))
        )
        of_itself = name.endswith("self_attention")
        if self.config.positions == "rotary" and of_itself:
            q, k = (turn(each, self.config.rotary_base) for each in (q, k))
        scores = q @ k.swapaxes(1, 2)
        if self.config.scale_attention:
            scores = scores / math.sqrt(q.shape[-1])
        extra: dict[StageName, Array] = {}
        if self.config.positions == "relative" and of_itself:
            extra["bias"] = self.bias(name.split(".")[0], len(x), len(memory))
        mask = np.zeros((len(x), len(memory)))
        if causal:
            mask[np.triu_indices(len(x), 1)] = -np.inf
        masked = scores + extra.get("bias", 0) + mask
        weights = np.exp(masked - masked.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mixture = weights @ v
        w_o = self.state[f"{name}.w_o.weight"].T.reshape(self.config.heads, q.shape[-1], -1)
        return {
            "queries": q,
            "keys": k,
            "values": v,
            "scores": scores,
            "mask": np.broadcast_to(mask, scores.shape),
            "masked scores": masked,
            "weights": weights,
            "mixture": mixture,
            "contribution": mixture @ w_o,
            **extra,
        }

    def sublayer(self, name: str, x: Array, function: Any) -> Array:
        """The residual connection."""
        norm = f"{name}_residual.norm"
        if self.config.norm == "pre":
            out: Array = x + function(self.norm(norm, x))
            return out
        return self.norm(norm, x + function(x))

    def attend(self, kind: Kind, name: str, x: Array, memory: Array | None) -> Array:
        """One attention in its residual; remembers its input."""

        def function(h: Array) -> Array:
            m = h if memory is None else memory
            causal = kind is Kind.DECODER_SELF
            self.inputs[kind, int(name.split(".")[2])] = (h, m, causal)
            total: Array = self.head(name, h, m, causal)["contribution"].sum(0)
            bias: Array | float = self.state.get(f"{name}.w_o.bias", 0.0)
            return total + bias

        return self.sublayer(name, x, function)

    def feed_forward(self, name: str, x: Array) -> Array:
        """With ReLU, or gated with SiLU."""

        def function(h: Array) -> Array:
            inner = self.linear(f"{name}.w_1", h)
            if self.config.feed_forward == "plain":
                return self.linear(f"{name}.w_2", np.maximum(inner, 0))
            gate = self.linear(f"{name}.w_gate", h)
            return self.linear(f"{name}.w_2", gate / (1 + np.exp(-gate)) * inner)

        return self.sublayer(name, x, function)

    def final(self, stack: str, x: Array) -> Array:
        """The last norm of a pre-norm stack."""
        return self.norm(f"{stack}.norm", x) if self.config.norm == "pre" else x

    def run(self, source: Sequence[int], target: Sequence[int]) -> None:
        """The stacks there are."""
        memory: Array | None = None
        if self.config.stacks != "decoder":
            x = self.embed(source)
            for layer in range(self.config.encoder_layers):
                name = f"encoder.layers.{layer}"
                x = self.attend(Kind.ENCODER_SELF, f"{name}.self_attention", x, None)
                x = self.feed_forward(f"{name}.feed_forward", x)
            memory = self.final("encoder", x)
        if self.config.stacks == "encoder":
            return
        y = self.embed(target)
        for layer in range(self.config.decoder_layers):
            name = f"decoder.layers.{layer}"
            y = self.attend(Kind.DECODER_SELF, f"{name}.self_attention", y, None)
            if memory is not None:
                y = self.attend(Kind.CROSS, f"{name}.cross_attention", y, memory)
            y = self.feed_forward(f"{name}.feed_forward", y)

    def stages(self, kind: Kind, layer: int) -> dict[StageName, Array]:
        """Of one attention."""
        stack = "encoder" if kind is Kind.ENCODER_SELF else "decoder"
        name = "cross_attention" if kind is Kind.CROSS else "self_attention"
        return self.head(f"{stack}.layers.{layer}.{name}", *self.inputs[kind, layer])
