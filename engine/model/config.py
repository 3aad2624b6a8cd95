"""The shape of a network: one frozen dataclass for every family."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

Activation = Literal["relu", "gelu", "silu"]
NormPlacement = Literal["post", "pre"]


@dataclass(frozen=True)
class ModelConfig:
    """Everything that decides which function the network computes, but its weights.

    Attributes:
        vocabulary_size: V, rows of the (joint) vocabulary.
        d_model: width of the residual stream.
        heads: h, attention heads a layer; d_k = d_model / h.
        d_ff: inner width of the feed-forward sub-layer.
        encoder_layers: L of the encoder.
        decoder_layers: L of the decoder.
        activation: of the feed-forward sub-layer.
        norm: "post" = LayerNorm(x + Sublayer(x)), the paper; "pre" =
            x + Sublayer(LayerNorm(x)) with a final LayerNorm on each stack.
        layer_norm_eps: added to the variance.
        dropout: on embeddings and on every sub-layer's output (section 5.4).
        attention_dropout: on attention weights; not in the paper, 0 by default.
        shared_embeddings: source and target embedding are one matrix.
        tied_output: the output projection is the target embedding (section 3.4).
        output_bias: the output projection has a bias.
        attention_bias: W_Q, W_K, W_V, W_O have biases.
        scale_embeddings: multiply embeddings by sqrt(d_model).
        max_positions: longest sequence in pieces, special pieces included.
        pad_id, unk_id, start_id, eos_id: special rows of the vocabulary.
    """

    vocabulary_size: int
    d_model: int = 256
    heads: int = 8
    d_ff: int = 1024
    encoder_layers: int = 3
    decoder_layers: int = 3
    activation: Activation = "relu"
    norm: NormPlacement = "post"
    layer_norm_eps: float = 1e-5
    dropout: float = 0.1
    attention_dropout: float = 0.0
    shared_embeddings: bool = True
    tied_output: bool = True
    output_bias: bool = False
    attention_bias: bool = True
    scale_embeddings: bool = True
    max_positions: int = 512
    pad_id: int = 0
    unk_id: int = 1
    start_id: int = 2
    eos_id: int = 3

    def __post_init__(self) -> None:
        for name in ("vocabulary_size", "d_model", "heads", "d_ff", "max_positions"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("encoder_layers", "decoder_layers"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative")
        if self.d_model % self.heads:
            raise ValueError(f"d_model {self.d_model} is not a multiple of heads {self.heads}")
        if self.activation not in ("relu", "gelu", "silu"):
            raise ValueError(f"activation {self.activation!r} is not one of relu, gelu, silu")
        if self.norm not in ("post", "pre"):
            raise ValueError(f"norm {self.norm!r} is not one of post, pre")
        for name in ("dropout", "attention_dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name} must be in [0, 1), not {getattr(self, name)}")
        if not 0 < self.layer_norm_eps <= sys.float_info.max:  # NaN is neither
            raise ValueError(
                f"layer_norm_eps must be a finite number above 0, not {self.layer_norm_eps}"
            )
        for name in ("pad_id", "unk_id", "start_id", "eos_id"):
            if not 0 <= getattr(self, name) < self.vocabulary_size:
                raise ValueError(f"{name} {getattr(self, name)} is outside the vocabulary")

    @property
    def d_k(self) -> int:
        """Width of one head."""
        return self.d_model // self.heads

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary of all fields."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ModelConfig:
        """The inverse of :meth:`to_dict`.

        Raises:
            ValueError: an option is unknown, missing or out of range. Unknown options are
                refused, since ignoring one would compute a different function.
        """
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise ValueError(f"unknown model option {unknown[0]!r}")
        if "vocabulary_size" not in values:
            raise ValueError("the model option 'vocabulary_size' is missing")
        return cls(**values)
