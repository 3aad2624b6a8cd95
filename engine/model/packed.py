"""A decoder's weights as its steps need them: few matrices, each read in the order it lies in.

A step of a small model on a CPU costs as much by the number of its operations as by what it
computes. So the projections of one input are one matrix, and each is laid out as the product
reads it. The copies follow the modules' weights: whoever changes these gets fresh copies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

if TYPE_CHECKING:
    from engine.model.transformer import Transformer

LARGEST_COPY = 64 << 20
"""Bytes of one matrix; a larger one is used where it lies, its product costs more than that."""


class Product:
    """x W + b, with W laid out as it is read.

    Args:
        layers: whose outputs stand side by side.
    """

    __slots__ = ("_bias", "_weight")

    def __init__(self, *layers: nn.Linear) -> None:
        weights = [layer.weight for layer in layers]
        weight = weights[0] if len(weights) == 1 else torch.cat(weights)
        self._weight = laid_out(weight)
        self._bias: Tensor | None = None
        if any(layer.bias is not None for layer in layers):
            self._bias = torch.cat(
                [
                    layer.weight.new_zeros(layer.out_features) if layer.bias is None else layer.bias
                    for layer in layers
                ]
            )

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, in] to [rows, out]."""
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


@dataclass(frozen=True, slots=True)
class PackedLayer:
    """One decoder layer.

    Attributes:
        own: Q, K and V of the self-attention, side by side; ``None`` with a recurrent cell.
        own_out: its W_O.
        own_norm: of its residual connection, or of the cell's.
        cross, cross_out, cross_norm: Q, W_O and norm of the cross-attention; ``None`` without one.
        inner: the first matrix of the feed-forward, behind that of the gate if it has one.
        outer, norm: the second, and the norm of its residual connection.
    """

    own: Product | None
    own_out: Product | None
    own_norm: Norm
    cross: Product | None
    cross_out: Product | None
    cross_norm: Norm | None
    inner: Product
    outer: Product
    norm: Norm


@dataclass(frozen=True, slots=True)
class PackedDecoder:
    """A decoder and what is above it.

    Attributes:
        layers: one of each.
        output: [d_model, V] the projection.
    """

    layers: tuple[PackedLayer, ...]
    output: Tensor


class Packing:
    """Packs a network's decoder, and again when its weights have changed."""

    def __init__(self) -> None:
        self._of: object = None
        self._packed: PackedDecoder | None = None

    def of(self, network: Transformer) -> PackedDecoder:
        """The packed decoder of a network; of one that shares its weights, the same."""
        weights = [*network.decoder.parameters(), network.output_weight]
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
        residual = layer.ssru_residual if own is None else layer.self_attention_residual
        first = (inner.w_1,) if inner.w_gate is None else (inner.w_gate, inner.w_1)
        layers.append(
            PackedLayer(
                own=None if own is None else Product(own.w_q, own.w_k, own.w_v),
                own_out=None if own is None else Product(own.w_o),
                own_norm=Norm(residual.norm),
                cross=None if cross is None else Product(cross.w_q),
                cross_out=None if cross is None else Product(cross.w_o),
                cross_norm=None if cross is None else Norm(layer.cross_attention_residual.norm),
                inner=Product(*first),
                outer=Product(inner.w_2),
                norm=Norm(layer.feed_forward_residual.norm),
            )
        )
    return PackedDecoder(tuple(layers), laid_out(network.output_weight))
