"""The Transformer of "Attention Is All You Need" (arXiv:1706.03762), and its two halves alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.model.cache import CrossCache, DecoderCache, KeysValues, RecurrentStates
from engine.model.config import ModelConfig
from engine.model.layers import ACTIVATIONS, DecoderLayer, EncoderLayer, make_norm
from engine.model.masks import causal_mask, combine, padding_mask
from engine.model.packed import Packing
from engine.model.positions import NoPositions, make_positions
from engine.model.probe import Probe
from engine.model.product import Product
from engine.model.relative import RelativeBias
from engine.model.rotary import make_rotary
from engine.model.step import decoder_step


class Embedding(nn.Module):
    """Piece embeddings times sqrt(d_model), plus positions, through dropout (3.4, 3.5, 5.4).

    Args:
        config: of the network.
        pieces: [rows, d_model] the embedding matrix, which both sides may share.
        used: whether its stack is there; a network of one stack has nothing but the matrix here.

    Attributes:
        segments: [segments, d_model] of which row 0 is added to every piece; ``None`` where
            there are none.
    """

    def __init__(self, config: ModelConfig, pieces: nn.Embedding, used: bool = True) -> None:
        super().__init__()
        self.pieces = pieces
        self.positions = make_positions(config) if used else NoPositions(config.max_positions)
        self.segments: nn.Embedding | None = None
        if config.segments and used:
            self.segments = _pieces(config.segments, config)
        self.normed = config.embedding_norm and used
        self.norm = make_norm(config) if self.normed else nn.Identity()
        self.dropout = nn.Dropout(config.dropout)
        self.scale = math.sqrt(config.d_model) if config.scale_embeddings else 1.0

    def forward(self, ids: Tensor, start: int = 0) -> Tensor:
        """Args: ids [batch, length] at positions ``start`` on. Returns [batch, length, d_model]."""
        x = F.embedding(ids, self.pieces.weight) * self.scale
        if self.segments is not None:
            x = x + self.segments.weight[0]
        x = x + self.positions(start, ids.shape[1], x)
        out: Tensor = self.norm(x) if self.normed else x
        if self.training:  # training may put another kind of dropout there
            out = self.dropout(out)
        return out


def _pieces(rows: int, config: ModelConfig) -> nn.Embedding:
    pieces = nn.Embedding(rows, config.d_model)
    nn.init.normal_(pieces.weight, std=config.d_model**-0.5)
    return pieces


def _final_norm(config: ModelConfig, layers: int) -> nn.Module:
    """Pre-norm stacks leave their sum unnormalised; a last norm mends that."""
    there = config.stacks == "encoder-decoder" or layers
    return make_norm(config) if config.has_final_norm and there else nn.Identity()


class Encoder(nn.Module):
    """L encoder layers.

    Attributes:
        relative: the bias of relative positions, the same for every layer; ``None`` without.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        rotary = make_rotary(config)
        self.layers = nn.ModuleList(
            EncoderLayer(config, i, rotary) for i in range(config.encoder_layers)
        )
        self.relative = _relative(config, config.encoder_layers, both_ways=True)
        self.norm = _final_norm(config, config.encoder_layers)

    def forward(self, x: Tensor, mask: Tensor, probe: Probe | None = None) -> Tensor:
        """Contextual vectors of the source.

        Args:
            x: [batch, source, d_model]
            mask: additive, broadcastable to [batch, heads, source, source]
            probe: records encoder self-attention.

        Returns:
            [batch, source, d_model]
        """
        length = x.shape[1]
        bias = None if self.relative is None else self.relative(length, length)
        for layer in self.layers:
            x = layer(x, mask, probe, bias)
        out: Tensor = self.norm(x)
        return out

    def typed_layers(self) -> list[EncoderLayer]:
        """The layers, known to be such."""
        return cast("list[EncoderLayer]", self.layers)

    def switched_off(self) -> list[Tensor | None]:
        """Of each layer, which heads are switched off, [heads, 1, 1]; ``None`` where none are."""
        return [layer.self_attention.off for layer in self.typed_layers()]


class Decoder(nn.Module):
    """L decoder layers.

    Attributes:
        relative: as of :class:`Encoder`, of the self-attention.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.pre = config.norm == "pre"
        rotary = make_rotary(config)
        self.layers = nn.ModuleList(
            DecoderLayer(config, i, rotary) for i in range(config.decoder_layers)
        )
        self.relative = _relative(config, config.decoder_layers, both_ways=False)
        self.norm = _final_norm(config, config.decoder_layers)

    def forward(
        self,
        x: Tensor,
        memory: Tensor | None,
        self_mask: Tensor,
        cross_mask: Tensor | None,
        probe: Probe | None = None,
    ) -> Tensor:
        """All target positions at once (teacher forcing).

        Args:
            x: [batch, target, d_model]
            memory: [batch, source, d_model] the encoder's output, if there is an encoder
            self_mask: additive, broadcastable to [batch, heads, target, target]
            cross_mask: additive, broadcastable to [batch, heads, target, source], likewise
            probe: records decoder self- and cross-attention, or gates and cross-attention.

        Returns:
            [batch, target, d_model]
        """
        length = x.shape[1]
        bias = None if self.relative is None else self.relative(length, length)
        for layer in self.layers:
            x = layer(x, memory, self_mask, cross_mask, probe, bias)
        out: Tensor = self.norm(x)
        return out

    def typed_layers(self) -> list[DecoderLayer]:
        """The layers, known to be such."""
        return cast("list[DecoderLayer]", self.layers)


def _relative(config: ModelConfig, layers: int, both_ways: bool) -> RelativeBias | None:
    there = config.positions == "relative" and layers
    return RelativeBias(config, both_ways) if there else None


class OutputTransform(nn.Module):
    """What BERT has before its projection: dense, activation, norm (arXiv:1810.04805)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.dense = nn.Linear(config.d_model, config.d_model)
        self.activation = ACTIVATIONS[config.activation]
        self.norm = make_norm(config)

    def forward(self, states: Tensor) -> Tensor:
        """[..., d_model] to the same shape."""
        out: Tensor = self.norm(self.activation(self.dense(states)))
        return out


class Transformer(nn.Module):
    """Encoder, decoder, and the projection to the vocabulary.

    In a network of one stack the other has no layers, and the embedding of its side is the matrix
    alone, which both share.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        pieces = _pieces(config.vocabulary_size, config)
        self.source_embedding = Embedding(config, pieces, config.stacks != "decoder")
        if not config.shared_embeddings:
            pieces = _pieces(config.target_size, config)
        self.target_embedding = Embedding(config, pieces, config.stacks != "encoder")
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.output_transform: OutputTransform | None = None
        self.output: nn.Linear | None = None
        self.output_bias: nn.Parameter | None = None
        if config.output == "transform":
            self.output_transform = OutputTransform(config)
        if config.output != "none":
            if not config.tied_output:
                self.output = nn.Linear(config.d_model, config.output_size, bias=False)
            if config.output_bias:
                self.output_bias = nn.Parameter(torch.zeros(config.output_size))
        self._packing = Packing()
        self.output_scale = config.d_model**-0.5 if config.scale_output else 1.0
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)

    def forward(self, source: Tensor, target: Tensor, probe: Probe | None = None) -> Tensor:
        """Teacher forcing: every target position predicted in one pass.

        Args:
            source: [batch, source] ids, ``</s>`` at the end, padded with ``pad_id``.
            target: [batch, target] decoder inputs: shifted right, the start piece first.
            probe: what to record.

        Returns:
            Logits [batch, target, V]; position t predicts what follows ``target[:, t]``.
        """
        memory = self.encode(source, probe)
        return self.project(self.decode(memory, source, target, probe))

    def source_mask(self, source: Tensor) -> Tensor:
        """The padding mask of the source, [batch, 1, 1, source], in the model's dtype."""
        return padding_mask(source, self.config.pad_id, self.dtype)

    def target_mask(self, target: Tensor) -> Tensor:
        """Padding and causal mask of the decoder's input, [batch, 1, target, target].

        A decoder alone may have its padding as a piece of its text, and has no other kind of
        batch than of texts that are padded behind: its mask is the causal one.
        """
        causal = causal_mask(target.shape[1], self.dtype, target.device)
        if self.config.stacks == "decoder":
            return causal[None, None]
        padding = padding_mask(target, self.config.target_pad, self.dtype)
        padding[..., 0] = 0.0  # the start piece is a key, also where it is the padding piece
        return combine(padding, causal)

    def encode(self, source: Tensor, probe: Probe | None = None) -> Tensor:
        """[batch, source] ids to [batch, source, d_model]."""
        x = self.source_embedding(source)
        if not torch.is_grad_enabled() and not self.training:
            compiled, real = self._packing.of(self).encoder, source != self.config.pad_id
            if compiled is not None and compiled.takes(real, probe):
                return compiled(x, real, self.encoder.switched_off(), probe)
        out: Tensor = self.encoder(x, self.source_mask(source), probe)
        return out

    def decode(
        self,
        memory: Tensor | None,
        source: Tensor | None,
        target: Tensor,
        probe: Probe | None = None,
    ) -> Tensor:
        """Decoder states of all target positions.

        Args:
            memory: [batch, source, d_model]; ``None`` for a decoder alone
            source: [batch, source] ids, for the padding mask, likewise
            target: [batch, target] decoder inputs

        Returns:
            [batch, target, d_model]
        """
        out: Tensor = self.decoder(
            self.target_embedding(target),
            memory,
            self.target_mask(target),
            None if source is None else self.source_mask(source),
            probe,
        )
        return out

    def states(
        self, source: Sequence[int], inputs: Sequence[int], probe: Probe | None = None
    ) -> tuple[Tensor | None, Tensor | None]:
        """One sentence through the stacks that there are, in whole passes.

        Args:
            source: ids, the end piece included; for a decoder alone they are not looked at.
            inputs: of the decoder; with none it does not run.
            probe: what to record.

        Returns:
            The encoder's output [1, source, d_model] and the decoder's [1, inputs, d_model];
            ``None`` for a stack that did not run.
        """
        memory = ids = None
        if self.config.stacks != "decoder":
            ids = torch.tensor([list(source)], device=self.device)
            memory = self.encode(ids, probe)
        if not inputs:
            return memory, None
        return memory, self.decode(
            memory, ids, torch.tensor([list(inputs)], device=self.device), probe
        )

    def start_decoding(
        self, memory: Tensor | None = None, source: Tensor | None = None
    ) -> DecoderCache:
        """A fresh cache for step-by-step decoding over ``memory``, if there is an encoder."""
        if memory is None or source is None:
            return self.new_cache((), None)
        return self.new_cache(self.cross(memory), self.source_mask(source))

    def cross(self, memory: Tensor) -> list[tuple[Tensor, Tensor]]:
        """Every layer's cross-attention keys and values, [batch, heads, source, d_k] each.

        Args:
            memory: [batch, source, d_model] the encoder's output.
        """
        return self._packing.of(self).cross(memory)

    def new_cache(
        self, cross: Sequence[tuple[Tensor, Tensor]], cross_mask: Tensor | None
    ) -> DecoderCache:
        """A fresh cache around what :meth:`cross` and :meth:`source_mask` gave."""
        recurrent = self.config.decoder_self == "ssru"
        own = (RecurrentStates if recurrent else KeysValues)(self.config.decoder_layers)
        sources = None if cross_mask is None else CrossCache(cross, cross_mask)
        attentions = [(x.self_attention, x.cross_attention) for x in self.decoder.typed_layers()]
        off = [
            (None if own is None else own.off, None if other is None else other.off)
            for own, other in attentions
        ]
        return DecoderCache(self._packing.of(self), own, sources, off)

    def decode_step(
        self, tokens: Tensor, cache: DecoderCache, probe: Probe | None = None
    ) -> Tensor:
        """One step of inference at the cost of one token's work.

        Args:
            tokens: [rows] the decoder's next inputs (the start piece at first); as many rows a
                sentence as hypotheses live, the first sentence's first.
            cache: from :meth:`start_decoding`; grows by one position.
            probe: records weights [rows, heads, 1, positions so far] and [.., 1, source], or
                gates [rows, 1, d_model] in place of the former.

        Returns:
            Logits [rows, V] of the piece that follows.
        """
        x = self.target_embedding(tokens[:, None], cache.length)[:, 0]
        states = decoder_step(self.decoder, x, cache, probe)
        return self.project(states, cache.weights.output)

    def project(self, states: Tensor, packed: Product | None = None) -> Tensor:
        """Last states [..., d_model] to logits [..., V] (section 3.4).

        Args:
            packed: the output projection as a step has it.

        Raises:
            ValueError: this network has no output.
        """
        if self.config.output == "none":
            raise ValueError("a network with output 'none' predicts nothing")
        if self.output_transform is not None:
            states = self.output_transform(states)
        if self.config.scale_output:
            states = states * self.output_scale
        if packed is not None:
            return packed(states)
        return F.linear(states, self.output_weight, self.output_bias)

    @property
    def output_weight(self) -> Tensor:
        """The output projection [V, d_model]; the embedding where the two are tied."""
        if self.output is not None:
            return self.output.weight
        weight = self.target_embedding.pieces.weight
        return weight[: self.config.output_size] if self.config.input_only else weight

    @property
    def dtype(self) -> torch.dtype:
        """The number type of the weights."""
        return self.source_embedding.pieces.weight.dtype

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.source_embedding.pieces.weight.device

    def parameter_count(self) -> int:
        """Trained numbers, shared matrices counted once."""
        return sum(parameter.numel() for parameter in self.parameters())
