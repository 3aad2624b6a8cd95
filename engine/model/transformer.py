"""The encoder-decoder Transformer of "Attention Is All You Need" (arXiv:1706.03762)."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.model.cache import DecoderCache, new_cache
from engine.model.config import ModelConfig
from engine.model.layers import DecoderLayer, EncoderLayer
from engine.model.masks import causal_mask, combine, padding_mask
from engine.model.positions import make_positions
from engine.model.probe import Probe


class Embedding(nn.Module):
    """Piece embeddings times sqrt(d_model), plus positions, through dropout (3.4, 3.5, 5.4).

    Args:
        config: of the network.
        pieces: [rows, d_model] the embedding matrix, which both sides may share.
    """

    def __init__(self, config: ModelConfig, pieces: nn.Embedding) -> None:
        super().__init__()
        self.pieces = pieces
        self.positions = make_positions(config)
        self.norm = _norm(config) if config.embedding_norm else nn.Identity()
        self.dropout = nn.Dropout(config.dropout)
        self.scale = math.sqrt(config.d_model) if config.scale_embeddings else 1.0

    def forward(self, ids: Tensor, start: int = 0) -> Tensor:
        """Args: ids [batch, length] at positions ``start`` on. Returns [batch, length, d_model]."""
        x = self.pieces(ids) * self.scale
        out: Tensor = self.dropout(self.norm(x + self.positions(start, ids.shape[1], x)))
        return out


def _pieces(rows: int, config: ModelConfig) -> nn.Embedding:
    pieces = nn.Embedding(rows, config.d_model)
    nn.init.normal_(pieces.weight, std=config.d_model**-0.5)
    return pieces


def _norm(config: ModelConfig) -> nn.LayerNorm:
    return nn.LayerNorm(config.d_model, eps=config.layer_norm_eps)


def _final_norm(config: ModelConfig) -> nn.Module:
    """Pre-norm stacks leave their sum unnormalised; a last layer norm mends that."""
    return _norm(config) if config.has_final_norm else nn.Identity()


class Encoder(nn.Module):
    """L encoder layers."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.layers = nn.ModuleList(EncoderLayer(config, i) for i in range(config.encoder_layers))
        self.norm = _final_norm(config)

    def forward(self, x: Tensor, mask: Tensor, probe: Probe | None = None) -> Tensor:
        """Contextual vectors of the source.

        Args:
            x: [batch, source, d_model]
            mask: additive, broadcastable to [batch, heads, source, source]
            probe: records encoder self-attention.

        Returns:
            [batch, source, d_model]
        """
        for layer in self.layers:
            x = layer(x, mask, probe)
        out: Tensor = self.norm(x)
        return out


class Decoder(nn.Module):
    """L decoder layers."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.decoder_self = config.decoder_self
        self.layers = nn.ModuleList(DecoderLayer(config, i) for i in range(config.decoder_layers))
        self.norm = _final_norm(config)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        self_mask: Tensor,
        cross_mask: Tensor,
        probe: Probe | None = None,
    ) -> Tensor:
        """All target positions at once (teacher forcing).

        Args:
            x: [batch, target, d_model]
            memory: [batch, source, d_model] the encoder's output
            self_mask: additive, broadcastable to [batch, heads, target, target]
            cross_mask: additive, broadcastable to [batch, heads, target, source]
            probe: records decoder self- and cross-attention, or gates and cross-attention.

        Returns:
            [batch, target, d_model]
        """
        for layer in self.layers:
            x = layer(x, memory, self_mask, cross_mask, probe)
        out: Tensor = self.norm(x)
        return out

    def start(self, memory: Tensor, cross_mask: Tensor) -> DecoderCache:
        """A cache holding every layer's cross-attention keys and values, computed once."""
        cross = [layer.cross_attention.project_keys_values(memory) for layer in self._layers()]
        return new_cache(cross, cross_mask, self.decoder_self)

    def step(self, x: Tensor, cache: DecoderCache, probe: Probe | None = None) -> Tensor:
        """One new position. Args: x [rows, 1, d_model]. Returns [rows, 1, d_model]."""
        for layer, layer_cache in zip(self._layers(), cache.layers, strict=True):
            x = layer.step(x, layer_cache, cache.cross_mask, probe)
        out: Tensor = self.norm(x)
        return out

    def _layers(self) -> list[DecoderLayer]:
        return [layer for layer in self.layers if isinstance(layer, DecoderLayer)]


class Transformer(nn.Module):
    """Encoder, decoder, and the projection to the vocabulary."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.source_embedding = Embedding(config, _pieces(config.vocabulary_size, config))
        shared = config.shared_embeddings
        self.target_embedding = Embedding(
            config, self.source_embedding.pieces if shared else _pieces(config.target_size, config)
        )
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.output: nn.Linear | None = None
        self.output_bias: nn.Parameter | None = None
        if not config.tied_output:
            self.output = nn.Linear(config.d_model, config.output_size, bias=False)
        if config.output_bias:
            self.output_bias = nn.Parameter(torch.zeros(config.output_size))
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
        """Padding and causal mask of the decoder's input, [batch, 1, target, target]."""
        causal = causal_mask(target.shape[1], self.dtype, target.device)
        padding = padding_mask(target, self.config.target_pad, self.dtype)
        padding[..., 0] = 0.0  # the start piece is a key, also where it is the padding piece
        return combine(padding, causal)

    def encode(self, source: Tensor, probe: Probe | None = None) -> Tensor:
        """[batch, source] ids to [batch, source, d_model]."""
        out: Tensor = self.encoder(self.source_embedding(source), self.source_mask(source), probe)
        return out

    def decode(
        self, memory: Tensor, source: Tensor, target: Tensor, probe: Probe | None = None
    ) -> Tensor:
        """Decoder states of all target positions.

        Args:
            memory: [batch, source, d_model]
            source: [batch, source] ids, for the padding mask
            target: [batch, target] decoder inputs

        Returns:
            [batch, target, d_model]
        """
        out: Tensor = self.decoder(
            self.target_embedding(target),
            memory,
            self.target_mask(target),
            self.source_mask(source),
            probe,
        )
        return out

    def start_decoding(self, memory: Tensor, source: Tensor) -> DecoderCache:
        """A fresh cache for step-by-step decoding over ``memory``."""
        return self.decoder.start(memory, self.source_mask(source))

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
        x = self.target_embedding(tokens[:, None], cache.length)
        state = self.decoder.step(x, cache, probe)
        cache.length += 1
        return self.project(state[:, 0])

    def project(self, states: Tensor) -> Tensor:
        """Decoder states [..., d_model] to logits [..., V] (section 3.4)."""
        return F.linear(states, self.output_weight, self.output_bias)

    @property
    def output_weight(self) -> Tensor:
        """The output projection [V, d_model]; the target embedding where the two are tied."""
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
