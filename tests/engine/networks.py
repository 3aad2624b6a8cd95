"""Options of tiny networks with the parts of published families, for ``make_translator``."""

from __future__ import annotations

from typing import Any

T5: dict[str, Any] = {
    "positions": "relative", "relative_buckets": 8, "relative_distance": 20, "norm": "pre",
    "norm_kind": "rms", "scale_attention": False, "attention_bias": False, "head_width": 12,
    "feed_forward_bias": False, "scale_embeddings": False, "scale_output": True,
}  # fmt: skip
LLAMA: dict[str, Any] = {
    "stacks": "decoder", "encoder_layers": 0, "positions": "rotary", "rotary_base": 50.0,
    "key_value_heads": 2, "norm": "pre", "norm_kind": "rms", "attention_bias": False,
    "feed_forward": "gated", "feed_forward_bias": False, "activation": "silu",
    "scale_embeddings": False,
}  # fmt: skip
BERT: dict[str, Any] = {
    "stacks": "encoder", "decoder_layers": 0, "positions": "learned", "max_positions": 64,
    "segments": 2, "embedding_norm": True, "scale_embeddings": False, "activation": "gelu",
    "output": "transform", "output_bias": True,
}  # fmt: skip
