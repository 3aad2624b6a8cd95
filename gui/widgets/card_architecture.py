"""The architecture of a model in words, for the model card: its parts and what it can show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.model.kinds import (
    NO_DECODER,
    NO_DECODER_SELF,
    NO_ENCODER,
    Stacks,
    no_attention,
)
from engine.model_card import ModelCard
from gui.language import QT_TR_NOOP, tr
from gui.numbers import significant, whole
from gui.widgets.kind_text import KIND_TITLES

_NETWORKS: Final[dict[Stacks, str]] = {
    "encoder-decoder": QT_TR_NOOP("encoder–decoder Transformer"),
    "encoder": QT_TR_NOOP("Transformer encoder alone: it fills in masks"),
    "decoder": QT_TR_NOOP("Transformer decoder alone: it continues a text"),
}
_READ_ONLY: Final = QT_TR_NOOP("Transformer encoder alone, published without its output")
_POSITIONS: Final = {
    "interleaved": QT_TR_NOOP("sines and cosines in turn, the paper's"),
    "halves": QT_TR_NOOP("first all sines, then all cosines"),
    "timescales": QT_TR_NOOP("first all sines, then all cosines, of Marian's timescales"),
    "learned": QT_TR_NOOP("learned"),
    "relative": QT_TR_NOOP("relative: a bias on the scores, of {buckets} buckets of distances"),
    "rotary": QT_TR_NOOP("rotary: queries and keys are turned, base {base}"),
}
_NORMS: Final = {
    "post": QT_TR_NOOP("post-norm, the paper's: {norm}(x + Sublayer(x))"),
    "pre": QT_TR_NOOP("pre-norm: x + Sublayer({norm}(x))"),
}
_KINDS: Final = {
    "normal": QT_TR_NOOP("{count} ordinary"),
    "byte": QT_TR_NOOP("{count} single bytes"),
    "special": QT_TR_NOOP("{count} special (start, end, padding)"),
    "unknown": QT_TR_NOOP("{count} for what is unknown"),
}
_LACKING: Final = {
    NO_DECODER_SELF: QT_TR_NOOP("none: its SSRU has forget gates instead"),
    NO_DECODER: QT_TR_NOOP("none: there is no decoder"),
    NO_ENCODER: QT_TR_NOOP("none: there is no encoder"),
}


def architecture(card: ModelCard) -> Iterator[tuple[str, str]]:
    """What the network is put together of: names and facts."""
    config = card.config
    read_only = config.output == "none"
    yield tr("Network"), tr(_READ_ONLY if read_only else _NETWORKS[config.stacks])
    yield tr("Layers"), _layers(card)
    yield tr("Heads"), _heads(card)
    if config.decoder_self == "ssru":
        yield tr("Decoder"), tr("SSRU, a recurrent cell, in place of masked self-attention")
    yield "d_model", whole(config.d_model)
    yield "d_ff", _inner(card)
    if config.feed_forward == "gated":
        yield tr("Feed-forward"), f"W_2 ({config.activation}(W_gate x) · W_1 x)"
    yield tr("Activation"), config.activation
    rms = config.norm_kind == "rms"
    norm = tr(_NORMS[config.norm]).format(norm="RMSNorm" if rms else "LayerNorm")
    yield tr("RMS norm", "title") if rms else tr("Layer norm"), norm
    if not config.scale_attention:
        yield tr("Scores"), tr("Q Kᵀ, not divided by √d_k")
    biases = "; ".join(_biases(card))
    if biases:
        yield tr("Biases"), biases
    yield tr("Embeddings"), "; ".join(_embeddings(card))
    yield tr("Output projection"), "; ".join(_output(card))
    yield tr("Positions"), _positions(card)
    yield tr("Vocabulary"), _vocabulary(card)


def _layers(card: ModelCard) -> str:
    config = card.config
    if config.stacks != "encoder-decoder":
        return whole(config.encoder_layers + config.decoder_layers)
    return tr("{encoder} of the encoder, {decoder} of the decoder").format(
        encoder=config.encoder_layers, decoder=config.decoder_layers
    )


def _heads(card: ModelCard) -> str:
    config = card.config
    text = tr("{heads} a layer, d_k = {width}").format(heads=config.heads, width=config.d_k)
    if config.kv_heads == config.heads:
        return text
    shared = tr("keys and values of %n head(s), each for {queries} of queries", "", config.kv_heads)
    return f"{text}; {shared.format(queries=config.heads // config.kv_heads)}"


def _inner(card: ModelCard) -> str:
    config = card.config
    inner = whole(config.d_ff)
    if config.stacks != "encoder-decoder" or config.decoder_ff in (None, config.d_ff):
        alone = config.stacks == "decoder" and config.decoder_ff
        return whole(config.decoder_ff or 0) if alone else inner
    return tr("{encoder} in the encoder, {decoder} in the decoder").format(
        encoder=inner, decoder=whole(config.decoder_ff or 0)
    )


def _biases(card: ModelCard) -> Iterator[str]:
    """Where there are other biases than in most networks: all in the layers, none at the end."""
    config = card.config
    inner, output = config.attention_bias, config.attention_output_bias
    output = inner if output is None else output
    if not inner and not output:
        yield tr("none in the attention")
    elif not inner:
        yield tr("in the attention in W_O alone")
    elif not output:
        yield tr("none in W_O")
    if not config.feed_forward_bias:
        yield tr("none in the feed-forward")
    if config.output_bias:
        yield tr("one in the output projection")


def _embeddings(card: ModelCard) -> Iterator[str]:
    config = card.config
    if config.stacks != "encoder-decoder":
        yield tr("one matrix")
    elif config.shared_embeddings:
        yield tr("one matrix for both languages")
    else:
        yield tr("one matrix a language")
    if config.scale_embeddings:
        yield "× √d_model"
    if config.segments:
        # Of several texts; ours is one, so that all pieces have the first.
        yield tr("plus the first of %n segment row(s)", "", config.segments)
    if config.embedding_norm:
        yield tr("then a norm")


def _output(card: ModelCard) -> Iterator[str]:
    config = card.config
    if config.output == "none":
        yield tr("none: nothing is predicted")
        return
    if config.stacks != "encoder-decoder":
        tied = tr("the embedding, transposed")
    else:
        tied = tr("the target embedding, transposed")
    yield tied if config.tied_output else tr("a matrix of its own")
    if config.output == "transform":
        yield tr("before it a dense layer, {activation} and a norm").format(
            activation=config.activation
        )
    if config.scale_output:
        yield tr("the states divided by √d_model")


def _positions(card: ModelCard) -> str:
    config = card.config
    kind = tr(_POSITIONS[config.positions]).format(
        buckets=config.relative_buckets, base=significant(config.rotary_base)
    )
    if config.positions == "rotary" and config.rotary_factor != 1:
        slower = tr("{factor} times slower").format(factor=significant(config.rotary_factor))
        kind = f"{kind}, {slower}"
    if config.positions == "rotary" and config.rotary_llama3 is not None:
        slower = tr("long waves {factor} times slower").format(
            factor=significant(config.rotary_llama3[0])
        )
        kind = f"{kind}, {slower}"
    note = card.origin.positions_note
    count = whole(config.max_positions) + (f" ({note})" if note else "")
    return tr("{kind}; up to {count} pieces").format(kind=kind, count=count)


def _vocabulary(card: ModelCard) -> str:
    kinds = ", ".join(
        (tr(_KINDS[kind]) if kind in _KINDS else f"{{count}} {kind}").format(count=whole(count))
        for kind, count in card.kinds
    )
    if card.config.stacks != "encoder-decoder":
        return tr("{count} pieces: {kinds}").format(count=whole(card.target_pieces), kinds=kinds)
    if card.joint_vocabulary:
        return tr("{count} pieces of both languages: {kinds}").format(
            count=whole(card.target_pieces), kinds=kinds
        )
    return tr("{source} source pieces; {target} target pieces: {kinds}").format(
        source=whole(card.source_pieces), target=whole(card.target_pieces), kinds=kinds
    )


def shown(card: ModelCard) -> Iterator[tuple[str, str]]:
    """Each kind of attention: how many matrices there are to see, or why none."""
    for each in card.attention:
        text = tr("{matrices} matrices: {layers} layers × {heads} heads").format(
            matrices=whole(each.layers * each.heads), layers=each.layers, heads=each.heads
        )
        if not each.layers:
            reason = no_attention(card.config, each.kind)
            text = tr(_LACKING.get(reason, QT_TR_NOOP("none: this network has no such layers")))
        yield tr(KIND_TITLES[each.kind]), text
    if card.config.stacks == "encoder":
        yield tr("Predictions"), _predictions(card)


def _predictions(card: ModelCard) -> str:
    if card.config.output == "none":
        return tr("none: the model was published without its output")
    if not card.mask:
        return tr("none: its vocabulary has no mask")
    return tr("what stands for {mask} in a text").format(mask=card.mask)
