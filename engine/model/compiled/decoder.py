"""A decoder and its matrices as step.c reads them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from engine.model.cache import KeysValues
from engine.model.compiled.structures import (
    Attention,
    Cache,
    Decoder,
    Layer,
    NormOf,
    ProductOf,
)
from engine.model.config import Activation
from engine.model.probe import Probe, Recording

if TYPE_CHECKING:
    from engine.model.cache import DecoderCache
    from engine.model.compiled.library import Library
    from engine.model.packed import Norm, PackedAttention, PackedLayer

BLOCK = 64
"""Columns that lie together; step.c's."""
MOST_ROWS = 8
"""With more, oneDNN's products of whole tiles are faster."""
ACTIVATIONS: dict[Activation, int] = {"relu": 0, "gelu": 1, "silu": 2, "gelu_tanh": 3}
"""Those that step.c has, by its numbers."""


class CompiledProduct:
    """x W + b, of a few rows.

    Args:
        library: the compiled functions.
        weight: [out, in], float32 on the CPU.
        bias: [out], or ``None``.

    Attributes:
        structure: for a decoder that has this product.
        half: whether the weights are kept as 16-bit numbers: all of them are such numbers.
    """

    __slots__ = ("_call", "_kept", "_pointer", "half", "structure")

    def __init__(self, library: Library, weight: Tensor, bias: Tensor | None) -> None:
        outputs, inputs = weight.shape
        blocks = -(-outputs // BLOCK)
        laid = weight.new_zeros(blocks * BLOCK, inputs)
        laid[:outputs] = weight
        laid = laid.view(blocks, BLOCK, inputs).transpose(1, 2).contiguous()
        halves = laid.half()
        self.half = library.halves and torch.equal(halves.float(), laid)
        laid = halves if self.half else laid
        added = weight.new_zeros(blocks * BLOCK)
        if bias is not None:
            added[:outputs] = bias
        self._kept = (laid, added)
        self.structure = ProductOf(
            laid.data_ptr(), added.data_ptr(), int(self.half), inputs, outputs
        )
        self._call, self._pointer = library.product, ctypes.byref(self.structure)

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, in] to [rows, out]."""
        x = x.contiguous()
        rows = x.shape[0]
        out = x.new_empty(rows, self.structure.outputs)
        self._call(self._pointer, x.data_ptr(), out.data_ptr(), rows)
        return out


class CompiledDecoder:
    """A whole step; see :func:`engine.model.step.decoder_step`.

    Args:
        library: the compiled functions.
        layers: with self-attention, all products of which are compiled.
        last: the norm behind the last layer; ``None`` if there is none.
        pre: whether norms stand before the sub-layers.
        d_model: width of the stream.
        activation: one of ``ACTIVATIONS``.
    """

    def __init__(
        self,
        library: Library,
        layers: Sequence[PackedLayer],
        last: Norm | None,
        pre: bool,
        d_model: int,
        activation: Activation,
    ) -> None:
        first = layers[0].own
        assert first is not None
        self._library, self._kept = library, (layers, last)
        self._crossed = layers[0].cross is not None
        self._keys = [(layer.own, layer.cross) for layer in layers]
        self._layers = (Layer * len(layers))(*map(_layer, layers))
        self._decoder = Decoder(
            self._layers,
            NormOf() if last is None else _norm(last),
            len(layers),
            d_model,
            first.heads,
            first.d_k,
            layers[0].inner.outputs,
            int(pre),
            ACTIVATIONS[activation],
        )

    def takes(self, x: Tensor, cache: DecoderCache, probe: Probe | None) -> bool:
        """Whether it can do this step: few rows, no head switched off, no gradient, nothing
        recorded but weights.
        """
        return (
            x.shape[0] <= MOST_ROWS
            and (probe is None or probe.recording is Recording.WEIGHTS)
            and not torch.is_grad_enabled()
            and (cache.cross is None or cache.cross.dead is None)
            and all(own is None and cross is None for own, cross in cache.off)
        )

    def __call__(self, x: Tensor, cache: DecoderCache, probe: Probe | None = None) -> Tensor:
        """As :func:`engine.model.step.decoder_step`."""
        own, cross, decoder = cache.own, cache.cross, self._decoder
        assert isinstance(own, KeysValues)
        x = x.contiguous().clone()
        rows, layers, heads, at = x.shape[0], decoder.count, decoder.heads, own.length
        kept = own.with_room(rows, heads, decoder.d_k, x)
        structure = Cache(kept.data_ptr(), None, None, None, rows, rows, kept.shape[4], at, 0)
        if cross is not None:
            structure.keys = _addresses(cross.keys)
            structure.values = _addresses(cross.values)
            structure.mask = None if cross.added is None else cross.added.data_ptr()
            structure.sentences, structure.source = cross.sentences, cross.keys[0].shape[2]
        # What is not recorded is written over by the next layer's.
        recorded = 1 if probe is None else layers
        own_weights = x.new_empty(recorded, rows, heads, 1, at + 1)
        cross_weights = x.new_empty(recorded, rows, heads, 1, structure.source)
        scratch = x.new_empty(self._library.scratch_size(decoder, rows))
        self._library.step(
            decoder,
            structure,
            x.data_ptr(),
            scratch.data_ptr(),
            own_weights.data_ptr(),
            0 if probe is None else own_weights.stride(0),
            cross_weights.data_ptr(),
            0 if probe is None else cross_weights.stride(0),
        )
        own.length = at + 1
        if probe is not None:
            for number, (attention, other) in enumerate(self._keys):
                assert attention is not None
                probe.weights[attention.key] = own_weights[number]
                if other is not None:
                    probe.weights[other.key] = cross_weights[number]
        return x


def _addresses(tensors: Sequence[Tensor]) -> Any:
    return (ctypes.c_void_p * len(tensors))(*[tensor.data_ptr() for tensor in tensors])


def _layer(layer: PackedLayer) -> Layer:
    assert layer.own is not None
    cross = Attention() if layer.cross is None else _attention(layer.cross)
    return Layer(
        _attention(layer.own),
        cross,
        layer.inner.compiled().structure,
        layer.outer.compiled().structure,
        _norm(layer.norm),
    )


def _attention(attention: PackedAttention) -> Attention:
    return Attention(
        attention.inner.compiled().structure,
        attention.outer.compiled().structure,
        _norm(attention.norm),
        attention.scale,
    )


def _norm(norm: Norm) -> NormOf:
    weight, bias, eps = norm.numbers()
    return NormOf(weight.data_ptr(), bias.data_ptr(), eps)
