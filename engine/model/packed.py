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

if TYPE_CHECKING:
    from engine.model.attention import MultiHeadAttention
    from engine.model.ssru import SsruCell
    from engine.model.transformer import Transformer

LARGEST_COPY = 64 << 20
"""Bytes of one matrix; a larger one is used where it lies, its product costs more than that."""

LEAST_BLOCKED = 1 << 19
"""Bytes of one matrix; with a smaller one oneDNN's own overhead is what counts."""

BATCH_HINT = 4
"""Rows that the blocked layout is chosen for; any number can be computed with it."""


class Product:
    """x W + b, with W laid out as it is read.

    Of one row a product is a walk through W. Of several rows oneDNN's blocked layout is faster
    than the plain one, up to twice; it is made when it is first needed.

    Args:
        weights: [out, in] of layers whose outputs stand side by side.
        biases: of each, [out], or ``None``.
    """

    __slots__ = ("_bias", "_blocked", "_blocks", "_weight")

    def __init__(self, weights: Sequence[Tensor], biases: Sequence[Tensor | None]) -> None:
        weight = weights[0].detach() if len(weights) == 1 else torch.cat(list(weights))
        self._weight = laid_out(weight)
        self._bias: Tensor | None = None
        if any(bias is not None for bias in biases):
            parts = zip(weights, biases, strict=True)
            self._bias = torch.cat(
                [w.new_zeros(w.shape[0]) if bias is None else bias for w, bias in parts]
            )
        self._blocks = (
            weight.device.type == "cpu"
            and weight.dtype == torch.float32
            and LEAST_BLOCKED <= weight.nbytes <= LARGEST_COPY
            and torch.backends.mkldnn.is_available()
        )
        self._blocked: Tensor | None = None

    @classmethod
    def of(cls, *layers: nn.Linear) -> Product:
        """Of modules."""
        return cls([layer.weight for layer in layers], [layer.bias for layer in layers])

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, in] to [rows, out]."""
        if self._blocks and x.shape[0] > 1 and not torch.is_grad_enabled():
            if self._blocked is None:
                plain = self._weight.t().contiguous()
                self._blocked = torch.ops.mkldnn._reorder_linear_weight(plain, BATCH_HINT)
            out: Tensor = torch.ops.mkldnn._linear_pointwise(
                x, self._blocked, self._bias, "none", [], ""
            )
            return out
        if self._bias is None:
            return torch.mm(x, self._weight)
        return torch.addmm(self._bias, x, self._weight)


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


class PackedAttention:
    """One attention: its matrices, and what its modules would be asked for at every step.

    Args:
        attention: the module.
        inner: its projections of the newest position.
        norm: of its residual connection.

    Attributes:
        inner, outer, norm: these, and W_O.
        key: under which a probe has its weights.
        heads, groups, shared, d_k: how many heads, how many share keys and values, how many keys
            and values there are, and the width of each.
        scale: of the scores.
        rotary: what turns queries and keys, if anything.
    """

    __slots__ = (
        "d_k", "groups", "heads", "inner", "key", "norm", "outer", "rotary", "scale", "shared",
    )  # fmt: skip

    def __init__(self, attention: MultiHeadAttention, inner: Product, norm: Norm) -> None:
        self.inner, self.outer, self.norm = inner, Product.of(attention.w_o), norm
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
    """

    layers: tuple[PackedLayer, ...]
    output: Product
    zero: Tensor


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
                    Product.of(own.w_q, own.w_k, own.w_v),
                    Norm(layer.self_attention_residual.norm),
                ),
                cell=layer.ssru,
                cell_norm=None if layer.ssru is None else Norm(layer.ssru_residual.norm),
                cross=None
                if cross is None
                else PackedAttention(
                    cross, Product.of(cross.w_q), Norm(layer.cross_attention_residual.norm)
                ),
                inner=Product.of(*first),
                activate=inner.inner,
                outer=Product.of(inner.w_2),
                norm=Norm(layer.feed_forward_residual.norm),
            )
        )
    weight = network.output_weight
    output = Product([weight], [network.output_bias])
    return PackedDecoder(tuple(layers), output, weight.new_zeros(()))
