"""One step of decoding: what the decoder's modules compute, for one position of each hypothesis.

The same function as a whole pass (tests hold them together), with as few operations as it can
have: see :mod:`engine.model.packed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from engine.model.attention import MultiHeadAttention
from engine.model.cache import CrossCache, DecoderCache, KeysValues, RecurrentStates
from engine.model.packed import PackedLayer
from engine.model.probe import Probe

if TYPE_CHECKING:
    from engine.model.layers import DecoderLayer
    from engine.model.transformer import Decoder


def decoder_step(
    decoder: Decoder, x: Tensor, cache: DecoderCache, probe: Probe | None = None
) -> Tensor:
    """One new position against the cache. The causal mask's row is all open: every cached
    position is at or before the new one.

    Args:
        decoder: in evaluation mode.
        x: [rows, d_model] the new position of each hypothesis.
        cache: grows by one position.
        probe: records weights, [rows, heads, 1, positions so far] and [.., 1, source], or gates,
            [rows, 1, d_model], in place of the former.

    Returns:
        [rows, d_model]
    """
    own, at, pre = cache.own, cache.length, decoder.pre
    bias = None if decoder.relative is None else decoder.relative(1, at + 1, at)
    for number, (layer, packed) in enumerate(
        zip(decoder.typed_layers(), cache.weights.layers, strict=True)
    ):
        # The residual connections: section 3.1, and in a pre-norm network the norm goes first.
        h = packed.own_norm(x) if pre else x
        if isinstance(own, RecurrentStates):
            x = x + _cell(layer, h, own, number, probe)
        else:
            x = x + _own(layer, packed, h, own, number, probe, bias)
        x = x if pre else packed.own_norm(x)
        if cache.cross is not None and packed.cross_norm is not None:
            h = packed.cross_norm(x) if pre else x
            x = x + _cross(layer, packed, h, cache.cross, number, probe)
            x = x if pre else packed.cross_norm(x)
        h = packed.norm(x) if pre else x
        x = x + packed.outer(layer.feed_forward.inner(packed.inner(h)))
        x = x if pre else packed.norm(x)
    own.length = at + 1
    out: Tensor = decoder.norm(x)
    return out


def _cell(
    layer: DecoderLayer, h: Tensor, own: RecurrentStates, number: int, probe: Probe | None
) -> Tensor:
    """The recurrent cell's next state; [rows, d_model] to the same shape."""
    cell = layer.ssru
    assert cell is not None
    out: Tensor = cell(h[:, None], own.layers[number], probe)
    return out[:, 0]


def _own(
    layer: DecoderLayer,
    packed: PackedLayer,
    h: Tensor,
    own: KeysValues,
    number: int,
    probe: Probe | None,
    bias: Tensor | None,
) -> Tensor:
    """Masked self-attention of the newest position; [rows, d_model] to the same shape."""
    attention = layer.self_attention
    assert attention is not None and packed.own is not None and packed.own_out is not None
    rows, heads, d_k, groups = h.shape[0], attention.heads, attention.d_k, attention.groups
    shared, at = heads // groups, own.length
    projected = packed.own(h)
    queries = projected[:, : heads * d_k]
    new = projected[:, heads * d_k :].view(rows, 2, shared, d_k).transpose(0, 1)
    pair, keys, values = own.layer(number, rows, shared, new)
    if attention.rotary is not None:
        queries = attention.rotary(queries.view(rows, heads, 1, d_k), at)
        pair[0, :, :, at] = attention.rotary(new[0][:, :, None], at)[:, :, 0]
        pair[1, :, :, at] = new[1]
    else:
        pair.select(3, at).copy_(new)
    # Heads that share keys and values are so many queries to them.
    weights = _weights(
        attention,
        queries.reshape(rows * shared, groups, d_k),
        keys.narrow(1, 0, at + 1).transpose(1, 2),
        None if bias is None else bias.expand(rows, -1, -1, -1).reshape(-1, groups, at + 1),
        None,
    )
    if probe is not None:
        probe.weights[attention.kind, attention.layer] = weights.view(rows, heads, 1, at + 1)
    mixed = torch.bmm(weights, values.narrow(1, 0, at + 1)).view(rows, heads, d_k)
    return packed.own_out(_on(attention, mixed).reshape(rows, heads * d_k))


def _cross(
    layer: DecoderLayer,
    packed: PackedLayer,
    h: Tensor,
    cross: CrossCache,
    number: int,
    probe: Probe | None,
) -> Tensor:
    """Cross-attention of the newest position; [rows, d_model] to the same shape.

    A sentence's hypotheses are so many queries to the same keys: no copy a beam.
    """
    attention = layer.cross_attention
    assert attention is not None and packed.cross is not None and packed.cross_out is not None
    rows, heads, d_k, groups = h.shape[0], attention.heads, attention.d_k, attention.groups
    sentences, shared = cross.sentences, heads // groups
    beams = rows // sentences
    # From [sentence, beam, shared, group] to [sentence, shared, beam, group], and back.
    apart = (sentences, beams, shared, groups)
    queries = packed.cross(h).view(*apart, d_k).transpose(1, 2)
    weights = _weights(
        attention,
        queries.reshape(sentences * shared, beams * groups, d_k),
        cross.keys[number],
        cross.added,
        cross.dead,
    )
    together = (sentences, shared, beams, groups)
    if probe is not None:
        recorded = weights.view(*together, -1).transpose(1, 2)
        probe.weights[attention.kind, attention.layer] = recorded.reshape(rows, heads, 1, -1)
    mixed = torch.bmm(weights, cross.values[number]).view(*together, d_k).transpose(1, 2)
    mixed = mixed.reshape(rows, heads, d_k)
    return packed.cross_out(_on(attention, mixed).reshape(rows, heads * d_k))


def _weights(
    attention: MultiHeadAttention,
    queries: Tensor,
    keys: Tensor,
    added: Tensor | None,
    dead: Tensor | None,
) -> Tensor:
    """softmax(Q K^T / divisor + added), [batch, query, key]; zeros where ``dead``.

    Args:
        queries: [batch, query, d_k]
        keys: [batch, d_k, key]
        added: mask or bias, broadcastable to [batch, query, key]
        dead: where the mask closes every key, broadcastable likewise
    """
    if added is None:
        added = queries.new_zeros(())
        scores = torch.baddbmm(added, queries, keys, beta=0, alpha=1 / attention.divisor)
    else:
        scores = torch.baddbmm(added, queries, keys, alpha=1 / attention.divisor)
    if dead is None:
        return torch.softmax(scores, dim=-1)
    return scores.masked_fill(dead, 0.0).softmax(dim=-1).masked_fill(dead, 0.0)


def _on(attention: MultiHeadAttention, mixed: Tensor) -> Tensor:
    """Zeros in place of the mixture of heads that are switched off; [rows, heads, d_k]."""
    return mixed if attention.off is None else mixed.masked_fill(attention.off[:, 0], 0.0)
