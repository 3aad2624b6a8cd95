"""A network with some heads switched off, beside the one that has them all."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from torch import nn

from engine.model.heads_off import HeadPlace
from engine.model.kinds import AttentionKind
from engine.model.layers import DecoderLayer, EncoderLayer
from engine.model.transformer import Transformer

_Module = TypeVar("_Module", bound=nn.Module)
_Off = dict[tuple[str, int], list[int]]


def without_heads(model: Transformer, heads: Iterable[HeadPlace]) -> Transformer:
    """The network with heads switched off (:mod:`engine.model.heads_off` says how).

    The result shares every weight with ``model``, which stays as it is, so it costs a few
    Python objects; with no heads it is ``model`` itself. It is for computing: moving it to
    another device or loading weights into it would reach ``model`` too.

    Args:
        model: the whole network.
        heads: which; all must be heads that it has.
    """
    off: _Off = defaultdict(list)
    for kind, layer, head in heads:
        off[kind, layer].append(head)
    if not off:
        return model
    twin = _twin(model)
    for name in ("encoder", "decoder"):
        stack = getattr(model, name)
        layers = [_layer(layer, number, off) for number, layer in enumerate(stack.layers)]
        if any(new is not old for new, old in zip(layers, stack.layers, strict=True)):
            changed = _twin(stack)
            changed.layers = nn.ModuleList(layers)
            setattr(twin, name, changed)
    return twin


def _layer(layer: nn.Module, number: int, off: _Off) -> nn.Module:
    """A layer without the heads; the layer itself where it loses none."""
    attentions = {}
    if isinstance(layer, EncoderLayer):
        attentions[AttentionKind.ENCODER_SELF] = ("self_attention", layer.self_attention)
    elif isinstance(layer, DecoderLayer):
        if layer.self_attention is not None:
            attentions[AttentionKind.DECODER_SELF] = ("self_attention", layer.self_attention)
        if layer.cross_attention is not None:
            attentions[AttentionKind.CROSS] = ("cross_attention", layer.cross_attention)
    changed = layer
    for kind, (name, attention) in attentions.items():
        heads = off.get((kind.value, number))
        if heads:
            changed = _twin(layer) if changed is layer else changed
            setattr(changed, name, attention.without(heads))
    return changed


def _twin(module: _Module) -> _Module:
    """Another module with the same parts, of which some may then be replaced."""
    twin = copy.copy(module)
    # The copy would replace the parts of the module itself: they stand in one table.
    twin._modules = dict(module._modules)
    return twin
