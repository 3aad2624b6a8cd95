"""A decoder's weights as its steps need them: few matrices, each read in the order it lies in.

A step of a small model on a CPU costs as much by the number of its operations as by what it
computes. So the projections of one input are one matrix, and each is laid out as the product
reads it. The copies follow the modules' weights: whoever changes these gets fresh copies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from engine.model.compiled.decoder import (
    ACTIVATIONS,
    MOST_ROWS,
    CompiledDecoder,
    CompiledProduct,
)
from engine.model.compiled.library import library

if TYPE_CHECKING:
    from engine.model.attention import MultiHeadAttention
    from engine.model.compiled.library import Library
    from engine.model.config import ModelConfig
    from engine.model.ssru import SsruCell
    from engine.model.transformer import Transformer

LARGEST_COPY = 64 << 20
"""Bytes of one matrix; a larger one is used where it lies, its product costs more than that."""

LEAST_BLOCKED = 1 << 19
"""Bytes of one matrix; with a smaller one oneDNN's own overhead is what counts."""

WORTH_ONE_CORE = 64 << 20
"""Bytes of weights that a step reads; more are read faster by several cores together."""

BATCH_HINT = 4
"""Rows that the blocked layout is chosen for; any number can be computed with it."""


class Product:
    """x W + b, with W laid out as it is read.

    Each layout is made when it is first needed. Of a few rows the compiled product is the
    fastest; without it, of one row a walk through W, and of several oneDNN's blocked layout, up
    to twice as fast as the plain one.

    Args:
        weights: [out, in] of layers whose outputs stand side by side.
        biases: of each, [out], or ``None``.
        library: the compiled functions, if they are to be used.

    Attributes:
        outputs: how many.
    """

    __slots__ = ("_bias", "_blocked", "_blocks", "_compiled", "_library", "_plain", "_weights",
                 "outputs")  # fmt: skip

    def __init__(
        self,
        weights: Sequence[Tensor],
        biases: Sequence[Tensor | None],
        library: Library | None = None,
    ) -> None:
        self._weights = [weight.detach() for weight in weights]
        first = self._weights[0]
        self.outputs = sum(weight.shape[0] for weight in weights)
        self._bias: Tensor | None = None
        if any(bias is not None for bias in biases):
            parts = zip(self._weights, biases, strict=True)
            self._bias = torch.cat(
                [w.new_zeros(w.shape[0]) if bias is None else bias.detach() for w, bias in parts]
            )
        exact = first.device.type == "cpu" and first.dtype == torch.float32
        size = sum(weight.nbytes for weight in self._weights)
        self._blocks = (
            exact and LEAST_BLOCKED <= size <= LARGEST_COPY and torch.backends.mkldnn.is_available()
        )
        self._library = library if exact else None
        self._plain: Tensor | None = None
        self._blocked: Tensor | None = None
        self._compiled: CompiledProduct | None = None

    def _weight(self) -> Tensor:
        """[out, in] of all."""
        return self._weights[0] if len(self._weights) == 1 else torch.cat(self._weights)

    def compiled(self) -> CompiledProduct:
        """As compiled functions read it.

        Raises:
            ValueError: they are not used.
        """
        if self._library is None:
            raise ValueError("this product is not compiled")
        if self._compiled is None:
            self._compiled = CompiledProduct(self._library, self._weight(), self._bias)
        return self._compiled

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, in] to [rows, out]."""
        rows = x.shape[0]
        if not torch.is_grad_enabled():
            if rows <= MOST_ROWS and self._library is not None:
                return self.compiled()(x)
            if rows > 1 and self._blocks:
                return self._in_blocks(x)
        if self._plain is None:
            self._plain = laid_out(self._weight())
        if self._bias is None:
            return torch.mm(x, self._plain)
        return torch.addmm(self._bias, x, self._plain)

    def _in_blocks(self, x: Tensor) -> Tensor:
        if self._blocked is None:
            weight = self._weight().contiguous()
            self._blocked = torch.ops.mkldnn._reorder_linear_weight(weight, BATCH_HINT)
        out: Tensor = torch.ops.mkldnn._linear_pointwise(
            x, self._blocked, self._bias, "none", [], ""
        )
        return out


def laid_out(weight: Tensor) -> Tensor:
    """[out, in] as [in, out]: a copy of its own, or a view of one that is too large."""
    turned = weight.detach().t()
    return turned.contiguous() if weight.nbytes <= LARGEST_COPY else turned


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
        inner: its projections of the newest position.
        outer: W_O.
        norm: of its residual connection.

    Attributes:
        inner, outer, norm: these.
        key: under which a probe has its weights.
        heads, groups, shared, d_k: how many heads, how many share keys and values, how many keys
            and values there are, and the width of each.
        scale: of the scores.
        rotary: what turns queries and keys, if anything.
    """

    __slots__ = (
        "d_k", "groups", "heads", "inner", "key", "norm", "outer", "rotary", "scale", "shared",
    )  # fmt: skip

    def __init__(
        self, attention: MultiHeadAttention, inner: Product, outer: Product, norm: Norm
    ) -> None:
        self.inner, self.outer, self.norm = inner, outer, norm
        self.key = (attention.kind, attention.layer)
        self.heads, self.groups, self.d_k = attention.heads, attention.groups, attention.d_k
        self.shared = attention.heads // attention.groups
        self.scale = 1 / attention.divisor
        self.rotary = attention.rotary


@dataclass(frozen=True, slots=True)
class PackedLayer:
    """One decoder layer.

    Attributes:
        own: its masked self-attention, with Q, K and V as one product; ``None`` with a cell.
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
class PackedDecoder:
    """A decoder and what is above it.

    Attributes:
        layers: one of each.
        output: the projection to the vocabulary, with its bias.
        zero: [] of the weights' number type, to add where nothing is added.
        compiled: the same as one compiled function; ``None`` where there is none.
    """

    layers: tuple[PackedLayer, ...]
    output: Product
    zero: Tensor
    compiled: CompiledDecoder | None


class Packing:
    """Packs a network's decoder, and again when its weights have changed."""

    def __init__(self) -> None:
        self._of: object = None
        self._packed: PackedDecoder | None = None

    def of(self, network: Transformer) -> PackedDecoder:
        """The packed decoder of a network; of one that shares its weights, the same."""
        weights = [*network.decoder.parameters(), network.output_weight]
        if network.output_bias is not None:
            weights.append(network.output_bias)
        # In-place changes count up; others, like a move to another device, bring other memory.
        state = [(each.data_ptr(), each.dtype, each.device, _version(each)) for each in weights]
        if self._packed is None or state != self._of:
            with torch.no_grad():
                self._packed = _pack(network)
            self._of = state
        return self._packed


def _version(weight: Tensor) -> int:
    return -1 if weight.is_inference() else weight._version


def _pack(network: Transformer) -> PackedDecoder:
    library = _library(network)

    def product(*layers: nn.Linear) -> Product:
        return Product([x.weight for x in layers], [x.bias for x in layers], library)

    layers = []
    for layer in network.decoder.typed_layers():
        own, cross, inner = layer.self_attention, layer.cross_attention, layer.feed_forward
        first = (inner.w_1,) if inner.w_gate is None else (inner.w_gate, inner.w_1)
        layers.append(
            PackedLayer(
                own=None
                if own is None
                else PackedAttention(
                    own,
                    product(own.w_q, own.w_k, own.w_v),
                    product(own.w_o),
                    Norm(layer.self_attention_residual.norm),
                ),
                cell=layer.ssru,
                cell_norm=None if layer.ssru is None else Norm(layer.ssru_residual.norm),
                cross=None
                if cross is None
                else PackedAttention(
                    cross,
                    product(cross.w_q),
                    product(cross.w_o),
                    Norm(layer.cross_attention_residual.norm),
                ),
                inner=product(*first),
                activate=inner.inner,
                outer=product(inner.w_2),
                norm=Norm(layer.feed_forward_residual.norm),
            )
        )
    weight = network.output_weight
    output = Product([weight], [network.output_bias], library)
    compiled = None
    if library is not None and layers and _is_plain(network.config):
        last = network.decoder.norm
        compiled = CompiledDecoder(
            library,
            layers,
            Norm(last) if isinstance(last, nn.LayerNorm) else None,
            network.decoder.pre,
            network.config.d_model,
            network.config.activation,
        )
    return PackedDecoder(tuple(layers), output, weight.new_zeros(()), compiled)


def _library(network: Transformer) -> Library | None:
    """The compiled functions, where they are faster: they use one core."""
    if network.device.type != "cpu" or network.dtype != torch.float32:
        return None
    read = sum(p.nbytes for p in network.decoder.parameters()) + network.output_weight.nbytes
    return library() if torch.get_num_threads() == 1 or read <= WORTH_ONE_CORE else None


def _is_plain(config: ModelConfig) -> bool:
    """Whether a decoder has only what the compiled step has."""
    return (
        config.decoder_self == "attention"
        and config.norm_kind == "layer"
        and config.feed_forward == "plain"
        and config.activation in ACTIVATIONS
        and config.positions not in ("relative", "rotary")
        and config.kv_heads == config.heads
    )
