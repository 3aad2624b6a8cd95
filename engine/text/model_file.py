"""Opening a SentencePiece model, and noticing that it is none or not all there."""

from __future__ import annotations

import sentencepiece

from engine.errors import ModelFolderError

_NORMALIZER_FIELD = 3


def open_processor(model: bytes, name: str) -> sentencepiece.SentencePieceProcessor:
    """The model, ready for use.

    Args:
        model: the serialised SentencePiece model.
        name: what to call it in a message.

    Raises:
        ModelFolderError: it is damaged or something else.
    """
    damaged = ModelFolderError(
        f"{name} is no SentencePiece model or is damaged; get the model folder again."
    )
    if not _is_whole(model):
        raise damaged
    try:
        processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        # Pieces that are no UTF-8 are loaded, and fail only where they are looked at.
        processor.id_to_piece(list(range(processor.get_piece_size())))
    except (RuntimeError, ValueError, TypeError, OSError):
        raise damaged from None
    return processor


def _is_whole(model: bytes) -> bool:
    """Whether the fields of the file end where it ends, the normaliser's rules among them.

    A file cut between two fields is a valid protocol buffer, and SentencePiece would load
    it without its last pieces or without its normalisation.
    """
    at, fields = 0, set()
    try:
        while at < len(model):
            key, at = _varint(model, at)
            fields.add(key >> 3)
            if key & 7 != 2:  # all fields of a model are messages
                return False
            length, at = _varint(model, at)
            at += length
    except IndexError:
        return False
    return at == len(model) and _NORMALIZER_FIELD in fields


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
