"""The stacks as network.c computes them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from engine.model.cache import KeysValues
from engine.model.compiled.structures import Attention, Cache, Layer, NormOf, Stack
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe, Recording

if TYPE_CHECKING:
    from engine.model.cache import DecoderCache
    from engine.model.compiled.library import Library
    from engine.model.config import Activation, ModelConfig
    from engine.model.packed import Norm, PackedAttention, PackedLayer

ACTIVATIONS: dict[Activation, int] = {"relu": 0, "gelu": 1, "silu": 2, "gelu_tanh": 3}
"""Those that network.c has, by its numbers."""


class CompiledStack:
    """What the two have in common.

    Args:
        library: the compiled functions.
        layers: with self-attention, all products of which are compiled; at least one.
        last: the norm behind the last layer; ``None`` if there is none.
        config: of the network, with one of ``ACTIVATIONS``.
    """

    def __init__(
        self,
        library: Library,
        layers: Sequence[PackedLayer],
        last: Norm | None,
        config: ModelConfig,
    ) -> None:
        first = layers[0].own
        assert first is not None
        self._library, self._kept = library, (layers, last)
        self._layers = (Layer * len(layers))(*map(_layer, layers))
        self._stack = Stack(
            self._layers,
            NormOf() if last is None else _norm(last),
            len(layers),
            config.d_model,
            first.heads,
            first.d_k,
            layers[0].inner.outputs,
            int(config.norm == "pre"),
            ACTIVATIONS[config.activation],
        )


class CompiledDecoder(CompiledStack):
    """A whole step; see :func:`engine.model.step.decoder_step`."""

    def takes(self, cache: DecoderCache, probe: Probe | None) -> bool:
        """Whether it can do this step: no gradient, no sentence without a key, nothing recorded
        but weights.
        """
        return (
            (probe is None or probe.recording is Recording.WEIGHTS)
            and not torch.is_grad_enabled()
            and (cache.cross is None or cache.cross.dead is None)
        )

    def __call__(self, x: Tensor, cache: DecoderCache, probe: Probe | None = None) -> Tensor:
        """As :func:`engine.model.step.decoder_step`."""
        own, cross, stack = cache.own, cache.cross, self._stack
        assert isinstance(own, KeysValues)
        x = x.contiguous().clone()
        rows, heads, at = x.shape[0], stack.heads, own.length
        kept = own.with_room(rows, heads, stack.d_k, x)
        structure = Cache(kept.data_ptr(), rows=rows, sentences=rows, room=kept.shape[4], at=at)
        structure.own_off = _switched_off([off for off, _ in cache.off], heads)
        if cross is not None:
            structure.cross_off = _switched_off([off for _, off in cache.off], heads)
            structure.keys = _addresses(cross.keys)
            structure.values = _addresses(cross.values)
            structure.mask = None if cross.added is None else cross.added.data_ptr()
            structure.sentences, structure.source = cross.sentences, cross.keys[0].shape[2]
        shape = (1, 1, 1) if probe is None else (stack.count, rows, heads)
        own_weights = x.new_empty(*shape, 1, at + 1)
        cross_weights = x.new_empty(*shape, 1, structure.source)
        scratch = x.new_empty(self._library.scratch_size(stack, rows, 0))
        self._library.step(
            stack,
            structure,
            x.data_ptr(),
            scratch.data_ptr(),
            int(probe is not None),
            own_weights.data_ptr(),
            cross_weights.data_ptr(),
        )
        own.length = at + 1
        if probe is not None:
            probe.together[AttentionKind.DECODER_SELF] = own_weights
            if cross is not None:
                probe.together[AttentionKind.CROSS] = cross_weights
        return x


class CompiledEncoder(CompiledStack):
    """A whole pass; see :class:`engine.model.transformer.Encoder`."""

    def takes(self, real: Tensor, probe: Probe | None) -> bool:
        """Whether it can do this pass: no gradient, nothing recorded but weights, and those of
        one sentence without padding.

        Args:
            real: [batch, source] false where a position is padding.
        """
        return not torch.is_grad_enabled() and (
            probe is None
            or (probe.recording is Recording.WEIGHTS and len(real) == 1 and bool(real.all()))
        )

    def __call__(
        self,
        x: Tensor,
        real: Tensor,
        off: Sequence[Tensor | None],
        probe: Probe | None = None,
    ) -> Tensor:
        """All sentences, without their padding.

        Args:
            x: [batch, source, d_model] embedded.
            real: [batch, source] false where a position is padding.
            off: of each layer [heads, 1, 1] true where a head is switched off, or ``None``.
            probe: records weights.

        Returns:
            [batch, source, d_model]; zeros where there is padding.
        """
        stack, padded = self._stack, not bool(real.all())
        batch, source, d_model = x.shape
        lengths = real.sum(dim=1).tolist() if padded else [source] * batch
        x = x.reshape(-1, d_model)
        places = real.flatten().nonzero()[:, 0] if padded else None
        flat = x.clone() if places is None else x.index_select(0, places)
        longest = max(lengths)
        shape = (1, 1, 1, 1) if probe is None else (stack.count, 1, stack.heads, source)
        weights = flat.new_empty(*shape, longest)
        scratch = flat.new_empty(self._library.scratch_size(stack, len(flat), longest))
        self._library.encode(
            stack,
            flat.data_ptr(),
            (ctypes.c_int32 * batch)(*lengths),
            batch,
            _switched_off(off, stack.heads),
            scratch.data_ptr(),
            int(probe is not None),
            weights.data_ptr(),
        )
        if probe is not None:
            probe.together[AttentionKind.ENCODER_SELF] = weights
        if places is None:
            return flat.view(batch, source, d_model)
        return x.new_zeros(x.shape).index_copy_(0, places, flat).view(batch, source, d_model)


def _switched_off(layers: Sequence[Tensor | None], heads: int) -> bytes | None:
    """[layers, heads] 1 where a head is switched off; ``None`` where none is."""
    if all(off is None for off in layers):
        return None
    on = bytes(heads)
    return b"".join(on if off is None else bytes(off.flatten().tolist()) for off in layers)


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
