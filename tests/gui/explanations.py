"""Explanations of made-up heads, for tests of the window: the paper's formulas in NumPy."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from engine.events import AttentionKind, Piece
from engine.explanation import STAGES, Axis, Explanation, Stage
from engine.trace import SentenceTrace


def labels(
    sentence: SentenceTrace, kind: AttentionKind, step: int | None, hypothesis: int = 0
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The pieces of the rows and of the columns."""
    source = sentence.encoded.pieces
    if kind is AttentionKind.ENCODER_SELF or step is None:
        return source, source
    written = sentence.pieces(step, hypothesis)
    if kind is AttentionKind.CROSS:
        return written, source
    inputs = (sentence.encoded.start, *written[:-1])
    return inputs, inputs


def explanation(
    sentence: SentenceTrace,
    kind: AttentionKind,
    layer: int,
    head: int,
    step: int | None,
    hypothesis: int = 0,
    d_k: int = 4,
    seed: int = 0,
    like: Literal["paper", "T5", "LLaMA"] = "paper",
) -> Explanation:
    """Random Q, K and V of the right sizes, and everything that follows from them.

    Like T5: with a bias of relative positions, undivided; like LLaMA: with rotary positions, keys
    and values shared by two heads.
    """
    queries, keys = labels(sentence, kind, step, hypothesis)
    generator = np.random.default_rng([seed, layer, head, len(queries), len(keys)])
    q, k, v = (
        generator.normal(scale=1.5, size=(size, d_k)).astype(np.float32)
        for size in (len(queries), len(keys), len(keys))
    )
    t5, llama = like == "T5", like == "LLaMA"
    scores = q @ k.T / np.float32(1 if t5 else math.sqrt(d_k))
    distances = np.arange(len(keys)) - np.arange(len(queries))[:, None]
    bias = (generator.normal(size=201).astype(np.float32)[distances + 100]) * np.float32(t5)
    mask = np.zeros_like(scores)
    if kind is AttentionKind.DECODER_SELF:
        mask[np.triu_indices(len(queries), 1)] = -np.inf
    masked = scores + bias + mask
    weights = np.exp(masked - masked.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    mixture = weights @ v
    output = mixture @ generator.normal(size=(d_k, 3 * d_k)).astype(np.float32)
    query, key = Axis("query", queries), Axis("key", keys)
    narrow, wide = Axis("d_k"), Axis("d_model")
    total = "S + B + mask" if t5 else "S + mask"
    turned = ", turned by its position" if llama else ""
    matrices = {
        "queries": ("Q", f"X W_Q{turned}", q, (query, narrow)),
        "keys": ("K", f"X W_K{turned}", k, (key, narrow)),
        "values": ("V", "X W_V", v, (key, narrow)),
        "scores": ("S", "Q Kᵀ" if t5 else "Q Kᵀ / √d_k", scores, (query, key)),
        "mask": ("mask", "0 or -∞", mask, (query, key)),
        "masked scores": (total, total, masked, (query, key)),
        "weights": ("A", f"softmax({total})", weights, (query, key)),
        "mixture": ("A V", "A V", mixture, (query, narrow)),
        "contribution": ("A V W_O", "A V W_O", output, (query, wide)),
    }
    if t5:
        matrices["bias"] = ("B", "b, by head and distance", bias, (query, key))
    stages = tuple(Stage(name, *matrices[name]) for name in STAGES if name in matrices)
    told: dict[str, Any] = {"divided": not t5}
    if llama:
        first = head - head % 2
        told["frequencies"] = tuple(100.0 ** (-i / (d_k // 2)) for i in range(d_k // 2))
        told["group"] = (first, first + 1)
    return Explanation(kind, layer, head, step, step, d_k, stages, **told)
