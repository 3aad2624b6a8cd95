"""One step of decoding: what the decoder's modules compute, for one position of each hypothesis.

The same function as a whole pass (tests hold them together), with as few operations as it can
have: see :mod:`engine.model.packed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from engine.model.cache import (
    CrossCache,
    DecoderCache,
    KeysValues,
    RecurrentState,
    RecurrentStates,
)
from engine.model.packed import PackedAttention
from engine.model.probe import Probe

if TYPE_CHECKING:
    from engine.model.ssru import SsruCell
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
    compiled = cache.weights.decoder
    if compiled is not None and compiled.takes(cache, probe):
        return compiled(x, cache, probe)
    own, cross, at, pre = cache.own, cache.cross, cache.length, decoder.pre
    zero = cache.weights.zero
    bias = None if decoder.relative is None else decoder.relative(1, at + 1, at)
    for number, layer in enumerate(cache.weights.layers):
        off, cross_off = cache.off[number]
        # The residual connections: section 3.1, and in a pre-norm network the norm goes first.
        if isinstance(own, RecurrentStates):
            assert layer.cell is not None and layer.cell_norm is not None
            norm = layer.cell_norm
            x = x + _cell(layer.cell, norm(x) if pre else x, own.layers[number], probe)
        else:
            assert layer.own is not None
            norm = layer.own.norm
            h = norm(x) if pre else x
            x = x + _own(layer.own, h, own, number, off, probe, bias, zero)
        x = x if pre else norm(x)
        if layer.cross is not None and cross is not None:
            norm = layer.cross.norm
            h = norm(x) if pre else x
            x = x + _cross(layer.cross, h, cross, number, cross_off, probe, zero)
            x = x if pre else norm(x)
        norm = layer.norm
        x = x + layer.outer(layer.activate(layer.inner(norm(x) if pre else x)))
        x = x if pre else norm(x)
    own.length = at + 1
    out: Tensor = decoder.norm(x)
    return out


def _cell(cell: SsruCell, h: Tensor, state: RecurrentState, probe: Probe | None) -> Tensor:
    """The recurrent cell's next state; [rows, d_model] to the same shape."""
    out: Tensor = cell(h[:, None], state, probe)
    return out[:, 0]


def _own(
    attention: PackedAttention,
    h: Tensor,
    own: KeysValues,
    number: int,
    off: Tensor | None,
    probe: Probe | None,
    bias: Tensor | None,
    zero: Tensor,
) -> Tensor:
    """Masked self-attention of the newest position; [rows, d_model] to the same shape."""
    rows, heads, d_k = h.shape[0], attention.heads, attention.d_k
    shared, groups, at = attention.shared, attention.groups, own.length
    projected = attention.inner(h)
    queries = projected.narrow(1, 0, heads * d_k)
    new = projected.narrow(1, heads * d_k, 2 * shared * d_k).view(rows, 2, shared, d_k)
    pair, keys, values = own.layer(number, rows, shared, new)
    if attention.rotary is not None:
        queries = attention.rotary(queries.view(rows, heads, 1, d_k), at)
        pair[0, :, :, at] = attention.rotary(new[:, 0, :, None], at)[:, :, 0]
        pair[1, :, :, at] = new[:, 1]
    else:
        pair.select(3, at).copy_(new.transpose(0, 1))
    # Heads that share keys and values are so many queries to them.
    weights = _weights(
        attention.scale,
        queries.reshape(rows * shared, groups, d_k),
        keys.narrow(1, 0, at + 1).transpose(1, 2),
        None if bias is None else bias.expand(rows, -1, -1, -1).reshape(-1, groups, at + 1),
        None,
        zero,
    )
    if probe is not None:
        probe.weights[attention.key] = weights.view(rows, heads, 1, at + 1)
    mixed = torch.bmm(weights, values.narrow(1, 0, at + 1))
    return attention.outer(_concatenated(attention, mixed, rows, off))


def _cross(
    attention: PackedAttention,
    h: Tensor,
    cross: CrossCache,
    number: int,
    off: Tensor | None,
    probe: Probe | None,
    zero: Tensor,
) -> Tensor:
    """Cross-attention of the newest position; [rows, d_model] to the same shape.

    A sentence's hypotheses are so many queries to the same keys: no copy a beam.
    """
    rows, d_k = h.shape[0], attention.d_k
    sentences, shared, groups = cross.sentences, attention.shared, attention.groups
    beams = rows // sentences
    queries = attention.inner(h)
    # From [sentence, beam, shared, group] to [sentence, shared, beam, group], and back.
    together = (sentences, shared, beams, groups)
    if beams > 1:
        queries = queries.view(sentences, beams, shared, groups, d_k).transpose(1, 2)
    weights = _weights(
        attention.scale,
        queries.reshape(sentences * shared, beams * groups, d_k),
        cross.keys[number],
        cross.added,
        cross.dead,
        zero,
    )
    if probe is not None:
        recorded = weights.view(*together, -1).transpose(1, 2)
        probe.weights[attention.key] = recorded.reshape(rows, attention.heads, 1, -1)
    mixed = torch.bmm(weights, cross.values[number])
    if beams > 1:
        mixed = mixed.view(*together, d_k).transpose(1, 2)
    return attention.outer(_concatenated(attention, mixed, rows, off))


def _weights(
    scale: float,
    queries: Tensor,
    keys: Tensor,
    added: Tensor | None,
    dead: Tensor | None,
    zero: Tensor,
) -> Tensor:
    """softmax(scale * Q K^T + added), [batch, query, key]; zeros where ``dead``.

    Args:
        scale: of the products.
        queries: [batch, query, d_k]
        keys: [batch, d_k, key]
        added: mask or bias, broadcastable to [batch, query, key]
        dead: where the mask closes every key, broadcastable likewise
        zero: what stands for nothing added.
    """
    if added is None:
        scores = torch.baddbmm(zero, queries, keys, beta=0, alpha=scale)
    else:
        scores = torch.baddbmm(added, queries, keys, alpha=scale)
    if dead is None:
        return torch.softmax(scores, dim=-1)
    return scores.masked_fill(dead, 0.0).softmax(dim=-1).masked_fill(dead, 0.0)


def _concatenated(
    attention: PackedAttention, mixed: Tensor, rows: int, off: Tensor | None
) -> Tensor:
    """The heads' mixtures side by side, [rows, heads * d_k]; zeros for those switched off."""
    if off is not None:
        mixed = mixed.reshape(rows, attention.heads, attention.d_k).masked_fill(off[:, 0], 0.0)
    return mixed.reshape(rows, attention.heads * attention.d_k)
