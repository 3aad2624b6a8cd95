"""What the rows and columns of each kind of attention are, and why a cell is masked."""

from __future__ import annotations

from typing import Final

from engine.events import AttentionKind
from gui.language import QT_TR_NOOP, tr

KIND_TITLES: Final = {
    AttentionKind.ENCODER_SELF: QT_TR_NOOP("Encoder self-attention"),
    AttentionKind.DECODER_SELF: QT_TR_NOOP("Decoder masked self-attention"),
    AttentionKind.CROSS: QT_TR_NOOP("Cross-attention"),
}
QUERY_NAMES: Final = {
    AttentionKind.ENCODER_SELF: QT_TR_NOOP("source piece"),
    AttentionKind.DECODER_SELF: QT_TR_NOOP("decoder input, shifted right"),
    AttentionKind.CROSS: QT_TR_NOOP("written piece"),
}
KEY_NAMES: Final = {
    AttentionKind.ENCODER_SELF: QT_TR_NOOP("source piece"),
    AttentionKind.DECODER_SELF: QT_TR_NOOP("decoder input, shifted right"),
    AttentionKind.CROSS: QT_TR_NOOP("source piece"),
}

OWN_PIECE: Final = QT_TR_NOOP("piece of the text")
"""What one stack alone looks from and at."""
AFTER_QUERY: Final = QT_TR_NOOP("the key comes after the query")
PADDING: Final = QT_TR_NOOP("the key is padding")


def query_name(kind: AttentionKind, alone: bool) -> str:
    """What a row is; ``alone`` is whether the model is one stack, which has but its own text."""
    return tr(OWN_PIECE if alone else QUERY_NAMES[kind])


def axis_titles(kind: AttentionKind, alone: bool) -> tuple[str, str]:
    """Titles of the rows and of the columns; ``alone`` as in :func:`query_name`."""
    query, key = query_name(kind, alone), tr(OWN_PIECE if alone else KEY_NAMES[kind])
    return tr("query: {what} →").format(what=query), tr("key: {what} →").format(what=key)


def comes_after(kind: AttentionKind, query: int, key: int) -> bool:
    """Whether the causal mask blocks the key: position i sees positions j ≤ i only."""
    return kind is AttentionKind.DECODER_SELF and key > query


def why_masked(kind: AttentionKind, query: int, key: int) -> str:
    """The reason of a masked cell, where only one mask can be the cause."""
    return tr(AFTER_QUERY) if comes_after(kind, query, key) else tr(PADDING)
