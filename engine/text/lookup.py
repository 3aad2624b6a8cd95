"""Vocabularies whose ids come from elsewhere than from the model that segments.

In the folders of OPUS-MT a SentencePiece model for each language only cuts the text, and a
table from spellings to ids says what the pieces are. Marian itself can also take its ids from
a SentencePiece model for each language. Both are had here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sentencepiece

from engine.events import Piece
from engine.text.language_codes import is_language_code
from engine.text.model_file import open_processor
from engine.text.segmenter import Segmenter
from engine.text.vocabulary import describe_pieces

_BYTE = re.compile("<0x[0-9A-F]{2}>")
UNKNOWN_SURFACE = "⁇"


@dataclass(frozen=True)
class Side:
    """One language of a vocabulary.

    Attributes:
        segmenter: cuts its text.
        pieces: by id.
        unk_id, eos_id: of the pieces.
    """

    segmenter: Segmenter
    pieces: tuple[Piece, ...]
    unk_id: int
    eos_id: int


def from_table(
    model: bytes,
    name: str,
    ids: Mapping[str, int],
    size: int,
    *,
    unknown: str = "<unk>",
    end: str = "</s>",
    special: Sequence[str] = (),
) -> Side:
    """A language whose text SentencePiece cuts and whose ids stand in a table.

    A piece that the table lacks is the unknown piece, whatever SentencePiece thinks of it.

    Args:
        model: the serialised SentencePiece model.
        name: what to call it in messages.
        ids: of each spelling, below ``size``.
        size: rows of the vocabulary; a row without a spelling is shown by its number.
        unknown, end: the spellings of these pieces; both are in the table.
        special: more spellings that stand for no text; language codes always are.

    Raises:
        ModelFolderError: ``model`` is damaged or is none.
        KeyError: ``unknown`` or ``end`` is not in the table.
    """
    processor = open_processor(model, name)
    unk_id, eos_id = ids[unknown], ids[end]
    silent = {end, *special}
    pieces = [Piece(number, f"<{number}>", "special", f"<{number}>") for number in range(size)]
    for text, number in ids.items():
        pieces[number] = _piece(processor, number, text, silent)
    pieces[unk_id] = Piece(unk_id, unknown, "unknown", UNKNOWN_SURFACE)
    table = tuple(pieces)

    def piece_of(_: int, spelling: str) -> Piece:
        number = ids.get(spelling, unk_id)
        # A special piece comes from the program, never out of a text.
        return table[number if table[number].kind != "special" else unk_id]

    return Side(Segmenter(processor, piece_of), table, unk_id, eos_id)


def _piece(
    processor: sentencepiece.SentencePieceProcessor, number: int, text: str, silent: set[str]
) -> Piece:
    if text in silent or is_language_code(text):
        return Piece(number, text, "special", text)
    if _BYTE.fullmatch(text) and processor.is_byte(processor.piece_to_id(text)):
        value = int(text[3:-1], 16)
        return Piece(number, text, "byte", chr(value) if 0x20 <= value < 0x7F else "")
    return Piece(number, text, "normal", text)


def from_sentencepiece(model: bytes, name: str) -> Side:
    """A language whose ids are those of its SentencePiece model.

    Raises:
        ModelFolderError: ``model`` is damaged or is none.
        KeyError: it has no end piece or no unknown piece.
    """
    processor = open_processor(model, name)
    unk_id, eos_id = int(processor.unk_id()), int(processor.eos_id())
    for role, number in (("unknown", unk_id), ("end", eos_id)):
        if number < 0:
            raise KeyError(f"{role} piece")
    table = describe_pieces(processor)
    return Side(Segmenter(processor, lambda number, _: table[number]), table, unk_id, eos_id)
