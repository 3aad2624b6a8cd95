"""The three kinds of attention, named once for the whole program; and what can stand for one."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, Protocol


class AttentionKind(StrEnum):
    """The kinds of attention of the encoder-decoder Transformer (section 3.2.3)."""

    ENCODER_SELF = "encoder self"
    DECODER_SELF = "decoder masked self"
    CROSS = "cross"


DecoderSelf = Literal["attention", "ssru"]
"""What a decoder layer sees the earlier positions with: masked self-attention as in the paper,
or an SSRU, a recurrent cell that has no attention (:mod:`engine.model.ssru`)."""

Stacks = Literal["encoder-decoder", "encoder", "decoder"]
"""Which stacks a network has: both as in the paper, or one alone."""


IN_ATTENTION: Final = ("relative", "rotary")
"""Kinds of positions that no embedding has: each attention computes with them."""


class Shape(Protocol):
    """What decides which attention there is: a network's config, a model's description."""

    @property
    def stacks(self) -> Stacks:
        """Which stacks it has."""
        ...

    @property
    def decoder_self(self) -> DecoderSelf:
        """What a decoder layer sees the earlier positions with."""
        ...


NO_DECODER_SELF: Final = (
    "This model has no decoder self-attention: each of its decoder layers has an SSRU instead, a "
    "recurrent cell with forget gates."
)
NO_DECODER: Final = (
    "This model is an encoder alone: it has encoder self-attention, and no decoder that would have "
    "other kinds."
)
NO_ENCODER: Final = (
    "This model is a decoder alone: it has masked self-attention over its own text, and no encoder "
    "to look at or to attend to."
)


def no_attention(model: Shape, kind: str) -> str:
    """Why a model has no attention of a kind, as a sentence; empty where it has."""
    if model.stacks == "encoder":
        return "" if kind == AttentionKind.ENCODER_SELF else NO_DECODER
    if model.stacks == "decoder":
        return "" if kind == AttentionKind.DECODER_SELF else NO_ENCODER
    ssru = model.decoder_self == "ssru" and kind == AttentionKind.DECODER_SELF
    return NO_DECODER_SELF if ssru else ""


def kinds_of(model: Shape) -> tuple[AttentionKind, ...]:
    """The kinds of attention that a model has."""
    return tuple(kind for kind in AttentionKind if not no_attention(model, kind))
