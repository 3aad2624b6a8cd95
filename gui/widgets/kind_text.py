"""What the rows and columns of each kind of attention are, and why a cell is masked."""

from __future__ import annotations

from engine.events import AttentionKind

KIND_TITLES = {
    AttentionKind.ENCODER_SELF: "Encoder self-attention",
    AttentionKind.DECODER_SELF: "Decoder masked self-attention",
    AttentionKind.CROSS: "Cross-attention",
}
QUERY_NAMES = {
    AttentionKind.ENCODER_SELF: "source piece",
    AttentionKind.DECODER_SELF: "decoder input, shifted right",
    AttentionKind.CROSS: "written piece",
}
KEY_NAMES = {
    AttentionKind.ENCODER_SELF: "source piece",
    AttentionKind.DECODER_SELF: "decoder input, shifted right",
    AttentionKind.CROSS: "source piece",
}

AFTER_QUERY = "the key comes after the query"
PADDING = "the key is padding"


def axis_titles(kind: AttentionKind) -> tuple[str, str]:
    """Titles of the rows and of the columns."""
    return f"query: {QUERY_NAMES[kind]} →", f"key: {KEY_NAMES[kind]} →"


def comes_after(kind: AttentionKind, query: int, key: int) -> bool:
    """Whether the causal mask blocks the key: position i sees positions j ≤ i only."""
    return kind is AttentionKind.DECODER_SELF and key > query


def why_masked(kind: AttentionKind, query: int, key: int) -> str:
    """The reason of a masked cell, where only one mask can be the cause."""
    return AFTER_QUERY if comes_after(kind, query, key) else PADDING
