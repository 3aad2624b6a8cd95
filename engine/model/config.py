"""The shape of a network: one frozen dataclass for every family."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from engine.model.kinds import DecoderSelf, Stacks

Activation = Literal[
    "relu", "gelu", "silu", "gelu_tanh", "gelu_sigmoid", "relu2", "relu6", "leaky_relu", "tanh",
    "sigmoid", "hardswish", "mish",
]  # fmt: skip
NormPlacement = Literal["post", "pre"]
NormKind = Literal["layer", "rms"]
FeedForwardKind = Literal["plain", "gated"]
PositionKind = Literal["interleaved", "halves", "timescales", "learned", "relative", "rotary"]
OutputKind = Literal["linear", "transform", "none"]


@dataclass(frozen=True)
class ModelConfig:
    """Everything that decides which function the network computes, but its weights.

    The defaults are the paper's architecture; the families of other programs differ from it by
    these options only. The special ids are rows of the target vocabulary, ``pad_id`` of the
    source's; with a joint vocabulary there is only one.

    Attributes:
        vocabulary_size: V, rows of the (joint, else the source) vocabulary.
        d_model: width of the residual stream.
        heads: h, attention heads a layer; d_k = d_model / h unless ``head_width`` says more.
        d_ff: inner width of the feed-forward sub-layer.
        encoder_layers: L of the encoder.
        decoder_layers: L of the decoder.
        activation: of the feed-forward sub-layer; :data:`engine.model.layers.ACTIVATIONS`.
        norm: "post" = LayerNorm(x + Sublayer(x)), the paper; "pre" =
            x + Sublayer(LayerNorm(x)).
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
        target_vocabulary_size: rows of the target's vocabulary where it is another one; none
            where it is joint.
        input_only: how many of the target's last rows can be the decoder's input but are no
            outputs: they have no logit. A start of decoding that is no piece (a zero vector in
            Marian) is such a row.
        target_pad_id: the target's padding, where it is another id than the source's.
        never_written: pieces that no search may write; by default padding, start and unknown.
        decoder_ff: inner width of the decoder's feed-forward, where it is another.
        final_norm: a LayerNorm at the end of each stack; by default with "pre".
        embedding_norm: a LayerNorm on the sum of embedding and position.
        positions: the positional encoding: "interleaved" sines and cosines, the paper; in
            "halves", all sines first; "timescales", halves with the frequencies
            10000^(-i / (d_model/2 - 1)); or "learned". See :mod:`engine.model.positions`.
        position_offset: the first piece is at this row of the encoding, not at row 0.
        decoder_self: what a decoder layer sees the earlier positions with: "attention", the
            paper, or "ssru", a recurrent cell; see :mod:`engine.model.ssru`.
        stacks: which of the two stacks there are. In an "encoder" each position predicts its own
            piece (BERT, arXiv:1810.04805); a "decoder" has no cross-attention and continues its
            own input (GPT-2). The stack that is not there has 0 layers.
        norm_kind: "layer" norm, the paper, or "rms": x / sqrt(mean(x²) + eps) times a weight,
            without a bias (Zhang & Sennrich 2019, arXiv:1910.07467).
        head_width: d_k, where it is not d_model / h.
        key_value_heads: how many heads keys and values have, where it is fewer than h; each
            serves h / key_value_heads heads of queries (Ainslie et al. 2023, arXiv:2305.13245).
        scale_attention: divide the scores by sqrt(d_k).
        attention_output_bias: W_O has a bias, where it is otherwise than W_Q, W_K and W_V.
        feed_forward: "plain", the paper, or "gated": W_2 (activation(W_gate x) * W_1 x)
            (Shazeer 2020, arXiv:2002.05202).
        feed_forward_bias: its matrices have biases.
        relative_buckets, relative_distance: of positions "relative"; see
            :mod:`engine.model.relative`.
        rotary_base, rotary_factor, rotary_llama3: of positions "rotary"; see
            :mod:`engine.model.rotary`.
        scale_output: divide what is projected to the vocabulary by sqrt(d_model).
        segments: rows of a further embedding that says which of several texts a piece is of; ours
            is one text, so that row 0 is added to every piece. 0 for none.
        also_ends: pieces beside ``eos_id`` that end an output.
        output: what makes logits of the last states: "linear", a projection; "transform", a
            projection behind a dense layer, the activation and a norm (BERT); or "none", in a
            checkpoint that predicts nothing.
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
    target_vocabulary_size: int | None = None
    input_only: int = 0
    target_pad_id: int | None = None
    never_written: tuple[int, ...] | None = None
    decoder_ff: int | None = None
    final_norm: bool | None = None
    embedding_norm: bool = False
    positions: PositionKind = "interleaved"
    position_offset: int = 0
    decoder_self: DecoderSelf = "attention"
    stacks: Stacks = "encoder-decoder"
    norm_kind: NormKind = "layer"
    head_width: int | None = None
    key_value_heads: int | None = None
    scale_attention: bool = True
    attention_output_bias: bool | None = None
    feed_forward: FeedForwardKind = "plain"
    feed_forward_bias: bool = True
    relative_buckets: int = 32
    relative_distance: int = 128
    rotary_base: float = 10000.0
    rotary_factor: float = 1.0
    rotary_llama3: tuple[float, float, float, float] | None = None
    scale_output: bool = False
    segments: int = 0
    output: OutputKind = "linear"
    also_ends: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name in (
            "vocabulary_size", "d_model", "heads", "d_ff", "max_positions",
            "target_vocabulary_size", "decoder_ff", "head_width", "key_value_heads",
        ):  # fmt: skip
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        for name in (
            "encoder_layers", "decoder_layers", "input_only", "position_offset", "segments",
        ):  # fmt: skip
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must not be negative")
        for name, kinds in (
            ("activation", Activation),
            ("norm", NormPlacement),
            ("norm_kind", NormKind),
            ("feed_forward", FeedForwardKind),
            ("positions", PositionKind),
            ("decoder_self", DecoderSelf),
            ("stacks", Stacks),
            ("output", OutputKind),
        ):
            if getattr(self, name) not in get_args(kinds):
                raise ValueError(
                    f"{name} {getattr(self, name)!r} is not one of {', '.join(get_args(kinds))}"
                )
        for name in ("dropout", "attention_dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name} must be in [0, 1), not {getattr(self, name)}")
        for name in ("layer_norm_eps", "rotary_base", "rotary_factor"):
            if not 0 < getattr(self, name) <= sys.float_info.max:  # NaN is neither
                raise ValueError(
                    f"{name} must be a finite number above 0, not {getattr(self, name)}"
                )
        self._check_heads()
        self._check_positions()
        self._check_stacks()
        self._check_vocabularies()

    def _check_heads(self) -> None:
        if self.head_width is None and self.d_model % self.heads:
            raise ValueError(f"d_model {self.d_model} is not a multiple of heads {self.heads}")
        if self.heads % self.kv_heads:
            raise ValueError(
                f"heads {self.heads} is not a multiple of key_value_heads {self.kv_heads}"
            )

    def _check_positions(self) -> None:
        if self.positions == "timescales" and self.d_model < 4:
            raise ValueError(f"positions 'timescales' need a d_model of 4, not {self.d_model}")
        if self.positions == "relative":
            # An encoder has half of them for either direction, and half of these are exact; a
            # decoder has all of them for one direction.
            if self.relative_buckets < 4:
                raise ValueError(
                    f"relative_buckets must be at least 4, not {self.relative_buckets}"
                )
            exact = self.relative_buckets // 2
            if self.relative_distance <= exact:
                raise ValueError(
                    f"relative_distance must be above {exact}, not {self.relative_distance}"
                )
        if self.positions == "rotary" and self.d_k % 2:
            raise ValueError(f"positions 'rotary' need an even width of a head, not {self.d_k}")
        if self.rotary_llama3 is not None:
            object.__setattr__(self, "rotary_llama3", tuple(self.rotary_llama3))
            scaled = self.rotary_llama3
            if len(scaled) != 4 or not all(0 < value <= sys.float_info.max for value in scaled):
                raise ValueError(f"rotary_llama3 must be four numbers above 0, not {scaled}")
            if scaled[1] >= scaled[2]:
                raise ValueError("rotary_llama3: the low factor must be below the high one")

    def _check_stacks(self) -> None:
        absent = {"encoder": "decoder", "decoder": "encoder"}.get(self.stacks)
        if absent is None:
            if self.output != "linear":
                raise ValueError(f"output {self.output!r} is of stacks 'encoder' only")
            return
        if getattr(self, f"{absent}_layers"):
            raise ValueError(f"stacks {self.stacks!r} have no {absent}_layers")
        if not self.shared_embeddings:
            raise ValueError(f"stacks {self.stacks!r} have one embedding: shared_embeddings")
        if self.stacks == "decoder" and (self.output != "linear" or self.segments):
            raise ValueError("stacks 'decoder' have output 'linear' and no segments")
        if self.stacks == "decoder" and self.decoder_self != "attention":
            raise ValueError("stacks 'decoder' have decoder_self 'attention'")

    def _check_vocabularies(self) -> None:
        if self.target_vocabulary_size is not None and self.shared_embeddings:
            raise ValueError("shared_embeddings need one vocabulary, without a target's own")
        if not self.input_only < self.target_size:
            raise ValueError(f"input_only {self.input_only} leaves no piece to write")
        for name in ("never_written", "also_ends"):
            if getattr(self, name) is not None:  # a list, if it comes out of JSON
                object.__setattr__(self, name, tuple(getattr(self, name)))
        bounds = {
            "pad_id": self.vocabulary_size, "unk_id": self.target_size,
            "start_id": self.target_size, "eos_id": self.output_size,
            "target_pad_id": self.target_size,
        }  # fmt: skip
        ids = [(name, getattr(self, name)) for name in bounds]
        ids += [("never_written", piece) for piece in self.never_written or ()]
        ids += [("also_ends", piece) for piece in self.also_ends]
        for name, number in ids:
            if number is not None and not 0 <= number < bounds.get(name, self.target_size):
                raise ValueError(f"{name} {number} is outside the vocabulary")

    @property
    def target_size(self) -> int:
        """Rows of the target embedding."""
        size = self.target_vocabulary_size
        return self.vocabulary_size if size is None else size

    @property
    def output_size(self) -> int:
        """Pieces that have a logit: the first rows of the target vocabulary."""
        return self.target_size - self.input_only

    @property
    def ends(self) -> frozenset[int]:
        """The pieces that end an output."""
        return frozenset((self.eos_id, *self.also_ends))

    @property
    def target_pad(self) -> int:
        """What fills up the shorter sentences of a batch of targets."""
        return self.pad_id if self.target_pad_id is None else self.target_pad_id

    @property
    def has_final_norm(self) -> bool:
        """Whether each stack ends with a layer norm."""
        return self.norm == "pre" if self.final_norm is None else self.final_norm

    @property
    def d_k(self) -> int:
        """Width of one head."""
        return self.d_model // self.heads if self.head_width is None else self.head_width

    @property
    def kv_heads(self) -> int:
        """Heads of keys and values."""
        return self.heads if self.key_value_heads is None else self.key_value_heads

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
