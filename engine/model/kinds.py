"""The three kinds of attention, named once for the whole program."""

from __future__ import annotations

from enum import StrEnum


class AttentionKind(StrEnum):
    """The kinds of attention of the encoder-decoder Transformer (section 3.2.3)."""

    ENCODER_SELF = "encoder self"
    DECODER_SELF = "decoder masked self"
    CROSS = "cross"
