"""The sub-layers of the encoder and of the decoder, named once for the whole program."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stack(StrEnum):
    """The two stacks of the encoder-decoder Transformer (section 3.1)."""

    ENCODER = "encoder"
    DECODER = "decoder"


class Sublayer(StrEnum):
    """What a layer is made of; a layer of the encoder has no cross-attention.

    A decoder layer has self-attention or an SSRU (:mod:`engine.model.ssru`), never both.
    """

    SELF_ATTENTION = "self-attention"
    SSRU = "SSRU"
    CROSS_ATTENTION = "cross-attention"
    FEED_FORWARD = "feed-forward"


@dataclass(frozen=True)
class SublayerPlace:
    """Which sub-layer of which layer of which stack."""

    stack: Stack
    layer: int
    sublayer: Sublayer
