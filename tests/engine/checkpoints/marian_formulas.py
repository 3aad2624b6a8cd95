"""Marian's Transformer in NumPy and float64, from its formulas and its names of the weights.

It shares no code with the engine: the oracle that the engine's reader is compared with.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


class MarianFormulas:
    """One sentence at a time, no batch and no cache.

    Args:
        arrays: the weights by Marian's names.
        options: of ``special:model.yml``.
    """

    def __init__(self, arrays: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.w = {name: np.asarray(array, dtype=np.float64) for name, array in arrays.items()}
        self.o = options
        self.weights: dict[str, Array] = {}
        """By the name of each attention what the last call of it gave, [head, query, key]."""
        self.gates: dict[str, Array] = {}
        """By the name of each recurrent cell its forget gates, [position, d]."""

    def logits(self, source: Sequence[int], target: Sequence[int]) -> Array:
        """[len(target) + 1, V]: what follows nothing, the first piece, the first two …"""
        memory = self.encoder(source)
        x = self.embed("decoder", [None, *target])
        causal = np.triu(np.full((len(x), len(x)), -np.inf), 1)
        tied = self.o.get("transformer-tied-layers") or range(1, self.o["dec-depth"] + 1)
        for layer in tied:
            if self.o.get("transformer-decoder-autoreg") == "rnn":
                x = self.ssru(f"decoder_l{layer}_rnn", x)
            else:
                x = self.attention(f"decoder_l{layer}_self", x, x, causal)
            x = self.attention(f"decoder_l{layer}_context", x, memory, 0.0)
            x = self.feed_forward(f"decoder_l{layer}_ffn", x)
        x = self.top("decoder", x)
        if self.o.get("tied-embeddings-all") or self.o.get("tied-embeddings"):
            weight = self.w["Wemb" if "Wemb" in self.w else "decoder_Wemb"].T
        elif "decoder_ff_logit_out_Wt" in self.w:
            weight = self.w["decoder_ff_logit_out_Wt"].T
        else:
            weight = self.w["decoder_ff_logit_out_W"]
        bias = 0.0 if self.o.get("output-omit-bias") else self.w["decoder_ff_logit_out_b"]
        out: Array = x @ weight + bias
        return out

    def encoder(self, source: Sequence[int]) -> Array:
        x = self.embed("encoder", source)
        for layer in range(1, self.o["enc-depth"] + 1):
            x = self.attention(f"encoder_l{layer}_self", x, x, 0.0)
            x = self.feed_forward(f"encoder_l{layer}_ffn", x)
        return self.top("encoder", x)

    def embed(self, stack: str, ids: Sequence[int | None]) -> Array:
        table = self.w["Wemb" if "Wemb" in self.w else f"{stack}_Wemb"]
        d = table.shape[1]
        x = np.stack([np.zeros(d) if i is None else table[i] for i in ids])
        if "Wpos" in self.w:
            x = x + self.w["Wpos"][: len(x)]
        else:
            scales = d // 2
            increment = math.log(10000.0) / (scales - 1)
            angle = np.arange(len(x))[:, None] * np.exp(-increment * np.arange(scales))
            x = math.sqrt(d) * x + np.concatenate([np.sin(angle), np.cos(angle)], axis=1)
        if "n" in self.o.get("transformer-postprocess-emb", "d"):
            x = self.norm(x, f"{stack}_emb_ln", "_pre")
        return x

    def attention(self, prefix: str, x: Array, keys: Array, mask: Array | float) -> Array:
        w, heads = self.w, self.o["transformer-heads"]
        y = self.before(x, f"{prefix}_Wo_ln")
        if keys is x:
            keys = y
        q, k, v = (
            (each @ w[f"{prefix}_W{letter}"] + w[f"{prefix}_b{letter}"])
            for each, letter in ((y, "q"), (keys, "k"), (keys, "v"))
        )
        width = q.shape[1] // heads
        parts, seen = [], []
        for head in range(heads):
            cut = slice(head * width, (head + 1) * width)
            scores = q[:, cut] @ k[:, cut].T / math.sqrt(width) + mask
            weights = np.exp(scores - scores.max(axis=1, keepdims=True))
            seen.append(weights / weights.sum(axis=1, keepdims=True))
            parts.append(seen[-1] @ v[:, cut])
        self.weights[prefix] = np.stack(seen)
        out = np.concatenate(parts, axis=1) @ w[f"{prefix}_Wo"] + w[f"{prefix}_bo"]
        return self.after(out + x, f"{prefix}_Wo_ln")

    def ssru(self, prefix: str, x: Array) -> Array:
        w = self.w
        y = self.before(x, f"{prefix}_ffn_ln")
        forget = 1 / (1 + np.exp(-(y @ w[f"{prefix}_Wf"] + w[f"{prefix}_bf"])))
        new = y @ w[f"{prefix}_W"]
        state, out = np.zeros(x.shape[1]), np.zeros_like(x)
        for t in range(len(x)):
            state = forget[t] * state + (1 - forget[t]) * new[t]
            out[t] = np.maximum(state, 0)
        self.gates[prefix] = forget
        return self.after(out + x, f"{prefix}_ffn_ln")

    def feed_forward(self, prefix: str, x: Array) -> Array:
        w = self.w
        y = self.before(x, f"{prefix}_ffn_ln")
        y = y @ w[f"{prefix}_W1"] + w[f"{prefix}_b1"]
        relu = self.o["transformer-ffn-activation"] == "relu"
        y = np.maximum(y, 0) if relu else y / (1 + np.exp(-y))
        return self.after(y @ w[f"{prefix}_W2"] + w[f"{prefix}_b2"] + x, f"{prefix}_ffn_ln")

    def before(self, x: Array, name: str) -> Array:
        return self.norm(x, name, "_pre") if "n" in self.o["transformer-preprocess"] else x

    def after(self, x: Array, name: str) -> Array:
        return self.norm(x, name) if "n" in self.o["transformer-postprocess"] else x

    def top(self, stack: str, x: Array) -> Array:
        return self.norm(x, f"{stack}_top_ln") if self.o.get("transformer-postprocess-top") else x

    def norm(self, x: Array, name: str, suffix: str = "") -> Array:
        centred = x - x.mean(axis=1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-6)
        scale, bias = self.w[f"{name}_scale{suffix}"], self.w[f"{name}_bias{suffix}"]
        out: Array = centred / deviation * scale + bias
        return out


def random_arrays(
    options: Mapping[str, Any], sizes: tuple[int, int], seed: int = 0, positions: int = 0
) -> dict[str, npt.NDArray[np.float32]]:
    """Random weights with the names and shapes that Marian gives such a network."""
    dice = np.random.default_rng(seed)
    d, ffn = options["dim-emb"], options["transformer-dim-ffn"]
    arrays: dict[str, Any] = {}

    def matrix(name: str, rows: int, columns: int) -> None:
        arrays[name] = dice.normal(0, rows**-0.5, (rows, columns))

    def vector(name: str, size: int, middle: float = 0.0) -> None:
        arrays[name] = middle + dice.normal(0, 0.3, (1, size))

    def norm(name: str, suffix: str = "") -> None:
        vector(f"{name}_ln_scale{suffix}", d, 1.0)
        vector(f"{name}_ln_bias{suffix}", d)

    suffix = "_pre" if "n" in options["transformer-preprocess"] else ""
    tied = set(options.get("transformer-tied-layers") or range(1, options["dec-depth"] + 1))
    layers = [("encoder", n, ["self"]) for n in range(1, options["enc-depth"] + 1)]
    recurrent = options.get("transformer-decoder-autoreg") == "rnn"
    own = ["context"] if recurrent else ["self", "context"]
    layers += [("decoder", n, own) for n in sorted(tied)]
    for stack, number, kinds in layers:
        for kind in kinds:
            prefix = f"{stack}_l{number}_{kind}"
            for letter in "qkvo":
                matrix(f"{prefix}_W{letter}", d, d)
                vector(f"{prefix}_b{letter}", d)
            norm(f"{prefix}_Wo", suffix)
        if stack == "decoder" and recurrent:
            prefix = f"decoder_l{number}_rnn"
            matrix(f"{prefix}_W", d, d)
            matrix(f"{prefix}_Wf", d, d)
            vector(f"{prefix}_bf", d)
            norm(f"{prefix}_ffn", suffix)
        prefix = f"{stack}_l{number}_ffn"
        width = ffn
        if stack == "decoder":
            width = options.get("transformer-decoder-dim-ffn") or ffn
        matrix(f"{prefix}_W1", d, width)
        vector(f"{prefix}_b1", width)
        matrix(f"{prefix}_W2", width, d)
        vector(f"{prefix}_b2", d)
        norm(f"{prefix}_ffn", suffix)
    for stack in ("encoder", "decoder"):
        if "n" in options.get("transformer-postprocess-emb", "d"):
            norm(f"{stack}_emb", "_pre")
        if options.get("transformer-postprocess-top"):
            norm(f"{stack}_top")
    everything = options.get("tied-embeddings-all")
    one = everything or options.get("tied-embeddings-src")
    names = ["Wemb"] if one else ["encoder_Wemb", "decoder_Wemb"]
    for name, size in zip(names, sizes, strict=False):
        arrays[name] = dice.normal(0, d**-0.5, (size, d))
    if not (everything or options.get("tied-embeddings")):
        arrays["decoder_ff_logit_out_Wt"] = dice.normal(0, d**-0.5, (sizes[1], d))
    if not options.get("output-omit-bias"):
        vector("decoder_ff_logit_out_b", sizes[1])
    if positions:
        arrays["Wpos"] = dice.normal(0, d**-0.5, (positions, d))
    return {name: array.astype(np.float32) for name, array in arrays.items()}
