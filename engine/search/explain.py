"""One head's attention in full, computed again from the pieces of a translation."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.errors import SearchError
from engine.events import FloatArray, Piece
from engine.explanation import STAGES, Axis, Explanation, Stage, StageName
from engine.model.attention import AttentionStages, MultiHeadAttention
from engine.model.heads_off import HeadPlace
from engine.model.kinds import AttentionKind, no_attention
from engine.model.layers import DecoderLayer, EncoderLayer
from engine.model.probe import Probe, Recording
from engine.model.rotary import frequencies
from engine.model.transformer import Transformer
from engine.model.without_heads import without_heads
from engine.search.recorded import to_array


@torch.inference_mode()
def explain(
    model: Transformer,
    source: Sequence[Piece],
    start: Piece,
    written: Sequence[Piece],
    kind: AttentionKind,
    layer: int,
    head: int,
    heads_off: Sequence[HeadPlace] = (),
) -> Explanation:
    """Every stage of one head, from one teacher-forced pass over an output.

    Args:
        model: in evaluation mode.
        source: the source pieces, the end piece included.
        start: the decoder's first input.
        written: the output up to the step that is asked for, that step's piece included; the
            encoder's attention needs none.
        kind, layer, head: which head.
        heads_off: the heads that were switched off in that output, all of which there are.

    Raises:
        IndexError: there is no such layer or head, or a decoder's head is asked for and nothing
            is written.
        SearchError: the model has no attention of this kind.
    """
    if lacking := no_attention(model.config, kind):
        raise SearchError(f"{lacking} There is no such head to explain.")
    model = without_heads(model, heads_off)
    attention = _attention(model, kind, layer)
    if not 0 <= head < attention.heads:
        raise IndexError(f"no head {head}: a layer has {attention.heads}")
    of_encoder = kind is AttentionKind.ENCODER_SELF
    if not of_encoder and not written:
        raise IndexError("nothing is written, so the decoder has no attention")
    inputs = (start, *written[:-1])
    probe = Probe(Recording.EVERYTHING)
    fed = [] if of_encoder else [piece.id for piece in inputs]
    model.states([piece.id for piece in source], fed, probe)
    stages = attention.stages(probe.inputs[kind, layer])

    queries, keys = {
        AttentionKind.ENCODER_SELF: (source, source),
        AttentionKind.DECODER_SELF: (inputs, inputs),
        AttentionKind.CROSS: (written, source),
    }[kind]
    step = None if of_encoder else len(written) - 1
    return Explanation(
        kind=kind,
        layer=layer,
        head=head,
        step=step,
        current=step,
        d_k=stages.queries.shape[-1],
        stages=_stages(attention, stages, head, tuple(queries), tuple(keys)),
        off=(kind.value, layer, head) in heads_off,
        divided=model.config.scale_attention,
        frequencies=() if attention.rotary is None else tuple(frequencies(model.config).tolist()),
        group=_group(attention, head),
    )


def _group(attention: MultiHeadAttention, head: int) -> tuple[int, ...]:
    """The heads that share a head's keys and values; none where each has its own."""
    first = head - head % attention.groups
    return () if attention.groups == 1 else tuple(range(first, first + attention.groups))


def _attention(model: Transformer, kind: AttentionKind, layer: int) -> MultiHeadAttention:
    stack = model.encoder if kind is AttentionKind.ENCODER_SELF else model.decoder
    if not 0 <= layer < len(stack.layers):
        raise IndexError(f"no layer {layer}: there are {len(stack.layers)}")
    found = stack.layers[layer]
    assert isinstance(found, EncoderLayer | DecoderLayer)
    if kind is AttentionKind.CROSS:
        assert isinstance(found, DecoderLayer) and found.cross_attention is not None
        return found.cross_attention
    assert found.self_attention is not None
    return found.self_attention


def _stages(
    attention: MultiHeadAttention,
    stages: AttentionStages,
    head: int,
    queries: tuple[Piece, ...],
    keys: tuple[Piece, ...],
) -> tuple[Stage, ...]:
    query, key = Axis("query", queries), Axis("key", keys)
    d_k, d_model = Axis("d_k"), Axis("d_model")
    scores, bias = stages.scores, stages.bias
    mask = torch.zeros_like(scores) if stages.mask is None else stages.mask.expand_as(scores)
    biased = attention.w_q.bias is not None
    # X is what the queries are made of, M the encoder's output.
    memory = "M" if attention.kind is AttentionKind.CROSS else "X"
    q, k, v = (
        f"{x} W_{name}" + f" + b_{name}" * biased
        for x, name in (("X", "Q"), (memory, "K"), (memory, "V"))
    )
    if attention.rotary is not None:
        q, k = (f"{each}, turned by its position" for each in (q, k))
    product = "Q Kᵀ / √d_k" if attention.divisor != 1 else "Q Kᵀ"
    total = "S + mask" if bias is None else "S + B + mask"

    def of_head(tensor: Tensor) -> FloatArray:
        return to_array(tensor[0, head])

    contents: dict[StageName, tuple[str, str, FloatArray, tuple[Axis, Axis]]] = {
        "queries": ("Q", q, of_head(stages.queries), (query, d_k)),
        "keys": ("K", k, of_head(stages.keys), (key, d_k)),
        "values": ("V", v, of_head(stages.values), (key, d_k)),
        "scores": ("S", product, of_head(scores), (query, key)),
        "mask": ("mask", "0 where the query may look, -∞ where not", of_head(mask), (query, key)),
        "masked scores": (total, total, of_head(stages.masked_scores), (query, key)),
        "weights": ("A", f"softmax({total})", of_head(stages.weights), (query, key)),
        "mixture": ("A V", "A V", of_head(stages.mixed), (query, d_k)),
        "contribution": (
            "A V W_O",
            "0 W_O: the head is switched off, so zeros take the place of A V"
            if attention.off is not None and bool(attention.off[head])
            else "A V W_O, with the rows of W_O that belong to this head",
            to_array(attention.contribution(stages.mixed, head)[0]),
            (query, d_model),
        ),
    }
    if bias is not None:
        numbers = to_array(bias.expand_as(scores)[0, head])
        contents["bias"] = ("B", "b, by head and distance", numbers, (query, key))
    return tuple(Stage(name, *contents[name]) for name in STAGES if name in contents)
