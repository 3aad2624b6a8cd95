"""The three kinds of attention, named once for the whole program; and what can stand for one."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal


class AttentionKind(StrEnum):
    """The kinds of attention of the encoder-decoder Transformer (section 3.2.3)."""

    ENCODER_SELF = "encoder self"
    DECODER_SELF = "decoder masked self"
    CROSS = "cross"


DecoderSelf = Literal["attention", "ssru"]
"""What a decoder layer sees the earlier positions with: masked self-attention as in the paper,
or an SSRU, a recurrent cell that has no attention (:mod:`engine.model.ssru`)."""

NO_DECODER_SELF: Final = (
    "This model has no decoder self-attention: each of its decoder layers has an SSRU instead, a "
    "recurrent cell with forget gates."
)
"""What is said wherever it is asked for."""


def has_attention(decoder_self: str, kind: str) -> bool:
    """Whether a model with this ``decoder_self`` has attention of a kind."""
    return decoder_self == "attention" or kind != AttentionKind.DECODER_SELF
