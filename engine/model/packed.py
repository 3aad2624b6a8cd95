"""A network's weights as its steps need them: few matrices, each read in the order it lies in.

A step of a small model on a CPU costs as much by the number of its operations as by what it
computes. So the projections of one input are one matrix, and each is laid out as the product
reads it. The copies follow the modules' weights: whoever changes these gets fresh copies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from engine.model.compiled.library import library
from engine.model.compiled.stacks import ACTIVATIONS, CompiledDecoder, CompiledEncoder
from engine.model.product import Product

if TYPE_CHECKING:
    from engine.model.attention import MultiHeadAttention
    from engine.model.compiled.library import Library
    from engine.model.config import ModelConfig
    from engine.model.layers import EncoderLayer, FeedForward, Residual
    from engine.model.ssru import SsruCell
    from engine.model.transformer import Transformer

WORTH_ONE_CORE = 64 << 20
"""Bytes of weights that a step reads; more are read faster by several cores together."""

FEW_CORES = 2
"""With no more than these, waiting for each other costs as much as they gain."""


class Norm:
    """A module's norm, without the cost of calling a module."""

    __slots__ = ("_bias", "_eps", "_rms", "_shape", "_weight")

    def __init__(self, norm: nn.LayerNorm | nn.RMSNorm) -> None:
        self._shape = tuple(norm.normalized_shape)
        self._weight, self._eps = norm.weight, norm.eps
        self._rms = isinstance(norm, nn.RMSNorm)
        self._bias = None if isinstance(norm, nn.RMSNorm) else norm.bias

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, d_model] to the same shape."""
        if self._rms:
            return torch.rms_norm(x, self._shape, self._weight, self._eps)
        assert self._eps is not None
        return torch.layer_norm(x, self._shape, self._weight, self._bias, self._eps)

    def numbers(self) -> tuple[Tensor, Tensor, float]:
        """Of a layer norm: what it multiplies by, what it adds, and epsilon.

        Raises:
            ValueError: it is another norm.
        """
        if self._bias is None or self._eps is None:
            raise ValueError("not a layer norm")
        return self._weight, self._bias, self._eps


class PackedAttention:
    """One attention: its matrices, and what its modules would be asked for at every step.

    Args:
        attention: the module.
        residual: its residual connection.
        library: the compiled functions, if they are to be used.
        crossed: whether keys and values come from elsewhere than queries.

    Attributes:
        inner: the projections of the newest position: Q, K and V side by side, or Q alone.
        source: those of the source, K and V; ``None`` in self-attention.
        outer, norm: W_O, and the norm of the residual connection.
        key: under which a probe has its weights.
        heads, groups, shared, d_k: how many heads, how many share keys and values, how many keys
            and values there are, and the width of each.
        scale: of the scores.
        rotary: what turns queries and keys, if anything.
    """

    __slots__ = (
        "d_k", "groups", "heads", "inner", "key", "norm", "outer", "rotary", "scale", "shared",
        "source",
    )  # fmt: skip

    def __init__(
        self,
        attention: MultiHeadAttention,
        residual: Residual,
        library: Library | None,
        crossed: bool = False,
    ) -> None:
        queries, others = attention.w_q, (attention.w_k, attention.w_v)
        self.inner = _product(library, *((queries,) if crossed else (queries, *others)))
        self.source = _product(library, *others) if crossed else None
        self.outer, self.norm = _product(library, attention.w_o), Norm(residual.norm)
        self.key = (attention.kind, attention.layer)
        self.heads, self.groups, self.d_k = attention.heads, attention.groups, attention.d_k
        self.shared = attention.heads // attention.groups
        self.scale = 1 / attention.divisor
        self.rotary = attention.rotary

    def keys_values(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Of cross-attention: [batch, source, d_model] to K and V.

        Returns:
            [batch, key and value heads, source, d_k] each.
        """
        assert self.source is not None
        batch, source, d_model = memory.shape
        projected = self.source(memory.reshape(-1, d_model))
        both = projected.view(batch, source, 2, self.shared, self.d_k).permute(2, 0, 3, 1, 4)
        return both[0], both[1]


@dataclass(frozen=True, slots=True)
class PackedLayer:
    """One layer of the decoder, or of the encoder.

    Attributes:
        own: its self-attention; ``None`` with a cell.
        cell, cell_norm: the recurrent cell in its place.
        cross: its cross-attention, if it has one.
        inner: the first matrix of the feed-forward, behind that of the gate if it has one.
        activate: what is between that and the second.
        outer, norm: the second, and the norm of its residual connection.
    """

    own: PackedAttention | None
    cell: SsruCell | None
    cell_norm: Norm | None
    cross: PackedAttention | None
    inner: Product
    activate: Callable[[Tensor], Tensor]
    outer: Product
    norm: Norm


@dataclass(frozen=True, slots=True)
class PackedNetwork:
    """A decoder and what is above it, and the encoder where it is compiled.

    Attributes:
        layers: of the decoder, one of each.
        output: the projection to the vocabulary, with its bias.
        zero: [] of the weights' number type, to add where nothing is added.
        decoder, encoder: these as compiled functions; ``None`` where there are none.
    """

    layers: tuple[PackedLayer, ...]
    output: Product
    zero: Tensor
    decoder: CompiledDecoder | None
    encoder: CompiledEncoder | None

    def cross(self, memory: Tensor) -> list[tuple[Tensor, Tensor]]:
        """Every layer's cross-attention keys and values, [batch, heads, source, d_k] each."""
        return [layer.cross.keys_values(memory) for layer in self.layers if layer.cross is not None]


class Packing:
    """Packs a network, and again when its weights have changed."""

    def __init__(self) -> None:
        self._tables: list[dict[str, nn.Parameter | None]] = []
        self._of: object = None
        self._packed: PackedNetwork | None = None

    def __reduce__(self) -> tuple[type[Packing], tuple[()]]:
        # A copy has weights of its own to pack, and addresses are nobody else's.
        return Packing, ()

    def of(self, network: Transformer) -> PackedNetwork:
        """The packed network; of one that shares its weights, the same."""
        if not self._tables:  # which of them there are stays, whatever becomes of the weights
            stacks = (network.encoder, network.decoder)
            modules = [module for stack in stacks for module in stack.modules()]
            self._tables = [module._parameters for module in modules if module._parameters]
        weights = [each for table in self._tables for each in table.values() if each is not None]
        weights += [network.output_weight]  # type: ignore[list-item]
        if network.output_bias is not None:
            weights.append(network.output_bias)
        # In-place changes count up; others, like a move to another device, bring other memory.
        try:
            versions = [each._version for each in weights]
        except RuntimeError:  # those of inference do not count
            versions = [-1 if each.is_inference() else each._version for each in weights]
        state = ([each.data_ptr() for each in weights], versions)
        if self._packed is None or state != self._of:
            with torch.no_grad():
                self._packed = _pack(network)
            self._of = state
        return self._packed


def _product(library: Library | None, *layers: nn.Linear) -> Product:
    return Product([x.weight for x in layers], [x.bias for x in layers], library)


def _pack(network: Transformer) -> PackedNetwork:
    library, config = _library(network), network.config
    layers = []
    for layer in network.decoder.typed_layers():
        own, cell, cross = layer.self_attention, layer.ssru, layer.cross_attention
        layers.append(
            _layer(
                layer.feed_forward,
                layer.feed_forward_residual,
                library,
                own=None
                if own is None
                else PackedAttention(own, layer.self_attention_residual, library),
                cell=cell,
                cell_norm=None if cell is None else Norm(layer.ssru_residual.norm),
                cross=None
                if cross is None
                else PackedAttention(cross, layer.cross_attention_residual, library, crossed=True),
            )
        )
    weight = network.output_weight
    output = Product([weight], [network.output_bias], library)
    decoder, encoder = None, None
    if library is not None and _is_plain(config):
        if layers and config.decoder_self == "attention":
            last = _last(network.decoder.norm)
            decoder = CompiledDecoder(library, layers, last, config)
        if config.encoder_layers:
            inner = [_encoder_layer(each, library) for each in network.encoder.typed_layers()]
            encoder = CompiledEncoder(library, inner, _last(network.encoder.norm), config)
    return PackedNetwork(tuple(layers), output, weight.new_zeros(()), decoder, encoder)


def _layer(
    inner: FeedForward,
    residual: Residual,
    library: Library | None,
    own: PackedAttention | None,
    cell: SsruCell | None = None,
    cell_norm: Norm | None = None,
    cross: PackedAttention | None = None,
) -> PackedLayer:
    first = (inner.w_1,) if inner.w_gate is None else (inner.w_gate, inner.w_1)
    return PackedLayer(
        own=own,
        cell=cell,
        cell_norm=cell_norm,
        cross=cross,
        inner=_product(library, *first),
        activate=inner.inner,
        outer=_product(library, inner.w_2),
        norm=Norm(residual.norm),
    )


def _encoder_layer(layer: EncoderLayer, library: Library) -> PackedLayer:
    own = PackedAttention(layer.self_attention, layer.self_attention_residual, library)
    return _layer(layer.feed_forward, layer.feed_forward_residual, library, own)


def _last(norm: nn.Module) -> Norm | None:
    return Norm(norm) if isinstance(norm, nn.LayerNorm) else None


def _library(network: Transformer) -> Library | None:
    """The compiled functions, where they are faster: they use one core."""
    if network.device.type != "cpu" or network.dtype != torch.float32:
        return None
    read = sum(p.nbytes for p in network.decoder.parameters()) + network.output_weight.nbytes
    return library() if torch.get_num_threads() <= FEW_CORES or read <= WORTH_ONE_CORE else None


def _is_plain(config: ModelConfig) -> bool:
    """Whether layers have only what the compiled ones have."""
    return (
        config.norm_kind == "layer"
        and config.feed_forward == "plain"
        and config.activation in ACTIVATIONS
        and config.positions not in ("relative", "rotary")
        and config.kv_heads == config.heads
    )
