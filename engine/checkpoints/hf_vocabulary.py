"""Vocabularies of Hugging Face folders: tables of ids, fairseq's numbering, language pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.checkpoints.files import (
    LARGEST_SENTENCEPIECE,
    LARGEST_VOCABULARY,
    is_int,
    read_bytes,
    read_table,
)
from engine.checkpoints.hf_settings import TOKENIZER, Settings, optional
from engine.errors import ModelFolderError
from engine.text.languages import Languages
from engine.text.library_segmenter import LibrarySegmenter
from engine.text.lookup import from_table
from engine.text.model_file import open_processor
from engine.text.pieces import Cuts, PieceVocabulary

PIECES = "sentencepiece.bpe.model"
TOKENIZER_JSON, SPECIAL_TOKENS = "tokenizer.json", "special_tokens_map.json"

# A table may leave out a few ids; a much larger vocabulary than it names is damage or malice.
_MOST_GAPS = 1 << 16

_FAIRSEQ = ("<s>", "<pad>", "</s>", "<unk>")
"""What fairseq puts before the pieces; SentencePiece has three in their place, without padding."""


def check_table(path: Path, ids: Mapping[str, Any], size: int) -> None:
    """Refuse a table from spellings to ids that a vocabulary of ``size`` rows cannot have.

    Raises:
        ModelFolderError: an id is none, or the sizes do not go together.
    """
    for spelling, number in ids.items():
        if not is_int(number) or not 0 <= number < size:
            raise ModelFolderError(
                f"{path} gives {spelling!r} the id {number!r}; config.json has room for the ids 0 "
                f"to {size - 1}."
            )
    if size > len(ids) + _MOST_GAPS:
        raise ModelFolderError(
            f"{path} has {len(ids)} spellings, and config.json says {size}; the two belong to "
            "different models."
        )


def read_pieces(folder: Path) -> tuple[bytes, Path]:
    """The SentencePiece model of a folder, and its path.

    Raises:
        ModelFolderError: it is missing or cannot be read.
    """
    path = folder / PIECES
    return read_bytes(path, LARGEST_SENTENCEPIECE), path


def library_of(folder: Path, settings: Settings) -> LibrarySegmenter | None:
    """What cuts the text of a folder that has a tokenizer.json and no SentencePiece model.

    Raises:
        ModelFolderError: the file is damaged, or asks for what is not done here.
    """
    path = folder / TOKENIZER_JSON
    if (folder / PIECES).is_file() or not path.is_file():
        return None
    special = (settings.token("pad_token", "<pad>"), settings.token("eos_token", "</s>"))
    return LibrarySegmenter(read_table(path, LARGEST_VOCABULARY), str(path), settings.size, special)


def fairseq_table(model: bytes, path: Path) -> dict[str, int]:
    """Spelling to id as fairseq numbers the pieces of a SentencePiece model: one further on.

    Raises:
        ModelFolderError: it is no SentencePiece model, or begins with other special pieces.
    """
    processor = open_processor(model, str(path))
    if (processor.unk_id(), processor.bos_id(), processor.eos_id()) != (0, 1, 2):
        raise ModelFolderError(
            f"{path} does not begin with an unknown, a start and an end piece, as fairseq's "
            "numbering asks for; it belongs to another model."
        )
    ids = {spelling: number for number, spelling in enumerate(_FAIRSEQ)}
    for number in range(3, processor.get_piece_size()):
        ids.setdefault(processor.id_to_piece(number), number + 1)
    return ids


def added_tokens(folder: Path, tokenizer: Mapping[str, Any], first: int) -> dict[str, int]:
    """The pieces that a folder has beside those of its SentencePiece model.

    They stand with their ids in tokenizer_config.json or tokenizer.json; older folders only list
    them, in their order.

    Args:
        folder: of the model.
        tokenizer: what tokenizer_config.json says.
        first: the id of the first that is only listed.
    """
    found = tokenizer.get("added_tokens_decoder")
    if isinstance(found, dict) and found:
        pairs = [(_content(token), number) for number, token in found.items()]
    elif (folder / TOKENIZER_JSON).is_file():
        tokens = read_table(folder / TOKENIZER_JSON, LARGEST_VOCABULARY).get("added_tokens")
        tokens = [token for token in _list(tokens) if isinstance(token, dict)]
        pairs = [(_content(token), str(token.get("id"))) for token in tokens]
    else:
        places = (tokenizer, optional(folder / SPECIAL_TOKENS))
        names = ("additional_special_tokens", "extra_special_tokens")
        lists = [_list(place.get(name)) for place in places for name in names]
        tokens = next(filter(None, lists), [])
        pairs = [(_content(token), str(first + i)) for i, token in enumerate(tokens)]
    return {
        spelling: int(number)
        for spelling, number in pairs
        if spelling and re.fullmatch("[0-9]{1,9}", number)
    }


def language_vocabulary(
    folder: Path,
    settings: Settings,
    ids: Mapping[str, int],
    codes: Mapping[str, str],
    *,
    usual_source: str,
    source_last: bool = False,
    library: LibrarySegmenter | None = None,
) -> PieceVocabulary:
    """The vocabulary of a model that is told its languages by pieces.

    Args:
        folder, settings: of the model.
        ids: of every spelling, those of the languages included.
        codes: of the languages, with the spelling of each.
        usual_source: what the library takes where the folder does not say a source language.
        source_last: whether the source's language stands behind the end piece.
        library: what cuts the text, where no SentencePiece model does.

    Raises:
        ModelFolderError: the files do not fit each other.
    """
    check_table(folder / (PIECES if library is None else TOKENIZER_JSON), ids, settings.size)
    if not codes:
        raise ModelFolderError(
            f"{folder} does not say which pieces stand for languages: {TOKENIZER} and "
            f"{SPECIAL_TOKENS} list none; get the model folder again."
        )
    unknown, end = settings.token("unk_token", "<unk>"), settings.token("eos_token", "</s>")
    for role, spelling in (("unknown", unknown), ("end", end)):
        if spelling not in ids:
            raise ModelFolderError(f"{folder} has no {role} piece {spelling!r}.")
    cuts: Cuts
    if library is None:
        model, path = read_pieces(folder)
        special = sorted({*codes.values(), *_FAIRSEQ, "<mask>"} - {unknown})
        side = from_table(
            model, str(path), ids, settings.size, unknown=unknown, end=end, special=special
        )
        cuts, table = side.segmenter, side.pieces
    else:
        cuts, table = library, library.pieces
    eos_id = settings.number("eos_token_id")
    for name, number, spelling in (
        ("eos_token_id", eos_id, end),
        ("pad_token_id", settings.pad_id, settings.token("pad_token", "<pad>")),
    ):
        if ids.get(spelling) != number:
            raise ModelFolderError(
                f"{folder} has {spelling!r} as {ids.get(spelling)}, and config.json says {name} "
                f"{number}; the two belong to different models."
            )
    if settings.start_id >= settings.size:
        raise settings.refusal("decoder_start_token_id", settings.start_id)
    pieces = {code: table[ids[spelling]] for code, spelling in codes.items()}
    languages = Languages(
        sources=pieces,
        targets=pieces,
        in_output=True,
        source_last=source_last,
        source=_known(settings.tokenizer.get("src_lang") or usual_source, codes),
        target=_usual_target(settings, {piece.id: code for code, piece in pieces.items()}),
    )
    return PieceVocabulary(
        cuts,
        cuts,
        table,
        table,
        pad_id=settings.pad_id,
        unk_id=ids[unknown],
        start_id=settings.start_id,
        source_eos_id=eos_id,
        eos_id=eos_id,
        languages=languages,
        decoding=library,
    )


def special_spellings(library: LibrarySegmenter) -> list[str]:
    """The spellings of the pieces that stand for no text."""
    return [piece.text for piece in library.pieces if piece.kind == "special"]


def _usual_target(settings: Settings, by_id: Mapping[int, str]) -> str:
    """The language that the folder's own settings force."""
    forced = settings.generation.get("forced_bos_token_id")
    if forced is None:
        return _known(settings.tokenizer.get("tgt_lang"), by_id.values())
    if not is_int(forced) or forced not in by_id:
        raise settings.refusal("forced_bos_token_id", forced)
    return by_id[forced]


def _known(code: object, codes: Iterable[str]) -> str:
    return code if isinstance(code, str) and code in set(codes) else ""


def _content(token: object) -> str:
    """The spelling of a piece, which stands there plain or with its properties."""
    found = token.get("content") if isinstance(token, dict) else token
    return found if isinstance(found, str) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
