"""Opening a SentencePiece model, and noticing that it is none or not all there.

The library is written in C++ and trusts what it loads more than a stranger's file deserves, so
that what could take the process down with it is looked at before.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import sentencepiece

from engine.errors import ModelFolderError
from engine.text import charsmap

LARGEST_MODEL = 64 << 20
"""Bytes; the largest known, of a quarter of a million pieces, have 5 MB."""
MOST_PIECES = 1 << 20

# Fields of a model (sentencepiece_model.proto), of its pieces, and of its normalisers.
_PIECE, _NORMALIZER, _DENORMALIZER = 1, 3, 5
_TEXT, _CHARSMAP = 1, 2
# To 0.2.1 a piece that begins with a NUL is an empty one, over which it ends the process. 0.2.3
# leaves a piece that is nothing else aside, as a few models of others' making have it.
_KNOWS_NUL = tuple(map(int, re.findall(r"\d+", sentencepiece.__version__)[:3])) >= (0, 2, 3)
# How a field's value lies there.
_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5


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
    if len(model) > LARGEST_MODEL or not _is_sound(model):
        raise damaged
    try:
        processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        ids = list(range(processor.get_piece_size()))
        # Pieces that are no UTF-8 are loaded, and fail only where they are looked at.
        processor.id_to_piece(ids)
        if processor.unk_id() >= 0:
            processor.decode([processor.unk_id()])
        # A segmentation is the best of all by these.
        finite = all(map(math.isfinite, processor.get_score(ids)))
    except (RuntimeError, ValueError, TypeError, OSError, IndexError):
        raise damaged from None
    if not finite:
        raise damaged
    return processor


def _is_sound(model: bytes) -> bool:
    """Whether the file is all there, its pieces are texts, and its rules lead nowhere else.

    A file cut between two fields is a valid protocol buffer, and SentencePiece would load
    it without its last pieces or without its normalisation.
    """
    seen, pieces, at = set(), 0, 0
    try:
        while at < len(model):
            end = _end_of_usual_piece(model, at)
            if end:
                pieces, at = pieces + 1, end
                continue
            number, wire, begin, at = next(_fields(model, at, len(model)))
            if wire != _BYTES:  # all fields of a model are messages
                return False
            seen.add(number)
            pieces += number == _PIECE
            if number == _PIECE and not _piece_is_sound(model, begin, at):
                return False
            if number in (_NORMALIZER, _DENORMALIZER) and not _rules_are_sound(model, begin, at):
                return False
    except (IndexError, ValueError):
        return False
    return at == len(model) and _NORMALIZER in seen and pieces <= MOST_PIECES


def _end_of_usual_piece(model: bytes, at: int) -> int:
    """The end of a sound piece that is written as nearly all are; 0 for anything else.

    There may be a quarter of a million of them: a short text, a score and, if it is not the
    usual one, a kind of one byte.
    """
    if model[at] != 0x0A or model[at + 1] > 0x7F or model[at + 2] != 0x0A or not model[at + 3]:
        return 0
    end, stop = at + 2 + model[at + 1], at + 4 + model[at + 3]
    plain = end - stop == 5 or (end - stop == 7 and model[stop + 5] == 0x18)
    if plain and model[at + 3] < 0x80 and model[stop] == 0x15 and model.find(0, at, stop) < 0:
        return end
    return 0


def _piece_is_sound(model: bytes, begin: int, end: int) -> bool:
    """Whether a piece is a text that the library can be given."""
    texts = [
        model[start:stop]
        for number, wire, start, stop in _fields(model, begin, end)
        if number == _TEXT and wire == _BYTES
    ]
    return bool(texts) and all(
        text and (0 not in text or (text == b"\0" and _KNOWS_NUL)) for text in texts
    )


def _rules_are_sound(model: bytes, begin: int, end: int) -> bool:
    # Of fields that come twice the last counts, also over several messages: all are looked at.
    return all(
        charsmap.is_sound(model[start:stop])
        for number, wire, start, stop in _fields(model, begin, end)
        if number == _CHARSMAP and wire == _BYTES
    )


def _fields(data: bytes, at: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Number, kind, begin and end of each field of a message.

    Raises:
        ValueError: the fields do not end where the message ends.
        IndexError: the same, at the end of the data.
    """
    while at < end:
        key, at = _varint(data, at)
        wire = key & 7
        begin = at
        if wire == _BYTES:
            length, begin = _varint(data, at)
            at = begin + length
        elif wire == _VARINT:
            _, at = _varint(data, at)
        elif wire in (_EIGHT, _FOUR):
            at += 8 if wire == _EIGHT else 4
        else:
            raise ValueError(f"no field is of the kind {wire}")
        if at > end:
            raise ValueError("a field ends behind its message")
        yield key >> 3, wire, begin, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:  # ten bytes hold 64 bits; a file of nothing else would take hours
            raise ValueError("a number without end")
