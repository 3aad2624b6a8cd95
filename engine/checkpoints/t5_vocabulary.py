"""The vocabulary of a Hugging Face T5 or mT5 folder.

Its pieces are those of ``spiece.model``, and behind them T5's sentinels, ``<extra_id_0>`` with the
highest id; rows behind these belong to no piece, but have logits as all others. Where there is a
``tokenizer.json``, it says the same, and is taken as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.checkpoints.files import (
    LARGEST_SENTENCEPIECE,
    LARGEST_VOCABULARY,
    is_int,
    read_bytes,
    read_table,
)
from engine.checkpoints.hf_settings import optional
from engine.checkpoints.hf_vocabulary import SPECIAL_TOKENS, TOKENIZER_JSON, check_table
from engine.checkpoints.t5_settings import T5Settings
from engine.errors import ModelFolderError
from engine.events import Piece
from engine.text.alignment import SPACE_MARK
from engine.text.languages import Languages
from engine.text.library_segmenter import LibrarySegmenter
from engine.text.model_file import open_processor
from engine.text.pieces import Cuts, Decoding, PieceVocabulary
from engine.text.segmenter import Segmenter
from engine.text.sentinels import SentinelSegmenter
from engine.text.vocabulary import describe_pieces

PIECES, ADDED = "spiece.model", "added_tokens.json"
_SENTINEL = re.compile("<extra_id_([0-9]{1,6})>")
# MADLAD-400, a T5: <2de> at the beginning of the text asks for German.
_LANGUAGE = re.compile(f"{SPACE_MARK}?(<2([a-z]{{2,3}}(?:_[A-Z][A-Za-z]{{1,3}})?)>)")


def read_vocabulary(folder: Path, settings: T5Settings) -> PieceVocabulary:
    """Read it from the files that the folder has.

    Raises:
        ModelFolderError: there are none, they are damaged, or do not fit the settings.
    """
    cuts: Cuts
    decoding: Decoding | None = None
    if (folder / TOKENIZER_JSON).is_file():
        path = folder / TOKENIZER_JSON
        cuts = decoding = library = _from_library(path, settings)
        pieces, unk_id = library.pieces, library.unk_id
        if unk_id is None:
            raise ModelFolderError(f"{path} has no unknown piece; the model folder is damaged.")
    elif (folder / PIECES).is_file():
        path = folder / PIECES
        cuts, pieces, unk_id = _from_sentencepiece(path, settings)
    else:
        raise ModelFolderError(
            f"{folder} has neither {TOKENIZER_JSON} nor {PIECES}; the model folder is incomplete, "
            "get it again."
        )
    eos_id = settings.number("eos_token_id")
    for name, number, role, usual in (
        ("eos_token_id", eos_id, "eos_token", "</s>"),
        ("pad_token_id", settings.pad_id, "pad_token", "<pad>"),
    ):
        spelling = settings.token(role, usual)
        if number >= len(pieces) or pieces[number].text != spelling:
            found = pieces[number].text if number < len(pieces) else "nothing"
            raise ModelFolderError(
                f"{path} has {found!r} as {number}, and the settings say that {name} is that of "
                f"{spelling!r}; the two belong to different models."
            )
    return PieceVocabulary(
        cuts,
        cuts,
        pieces,
        pieces,
        pad_id=settings.pad_id,
        unk_id=unk_id,
        start_id=settings.start_id,
        source_eos_id=eos_id,
        eos_id=eos_id,
        languages=Languages(prompts={**_languages(pieces), **settings.prompts()}),
        decoding=decoding,
    )


def _languages(pieces: Iterable[Piece]) -> dict[str, str]:
    """The beginning of a text for each language that has a piece to ask for it."""
    found = (_LANGUAGE.fullmatch(piece.text) for piece in pieces)
    return {match[2]: f"{match[1]} " for match in found if match}


def _from_library(path: Path, settings: T5Settings) -> LibrarySegmenter:
    values = read_table(path, LARGEST_VOCABULARY)
    segmenter = LibrarySegmenter(
        values,
        str(path),
        settings.size,
        special=[settings.token("eos_token", "</s>"), settings.token("pad_token", "<pad>")],
        unknown=settings.token("unk_token", "<unk>"),
    )
    check_table(path, segmenter.ids, settings.size)
    around = (segmenter.before, segmenter.after)
    if around != ((), (settings.number("eos_token_id"),)):
        raise settings.refusal("post_processor", f"pieces {around[0]} before, {around[1]} behind")
    return segmenter


def _from_sentencepiece(path: Path, settings: T5Settings) -> tuple[Cuts, tuple[Piece, ...], int]:
    """What cuts the text, the pieces, and the id of the unknown one."""
    processor = open_processor(read_bytes(path, LARGEST_SENTENCEPIECE), str(path))
    own = describe_pieces(processor)
    if len(own) > settings.size:
        raise ModelFolderError(
            f"{path} has {len(own)} pieces, and config.json says {settings.size}; the two belong "
            "to different models."
        )
    unk_id = int(processor.unk_id())
    if unk_id < 0:
        raise ModelFolderError(f"{path} has no unknown piece; it belongs to another model.")
    pieces = [*own, *(
        Piece(i, f"<{i}>", "special", f"<{i}>") for i in range(len(own), settings.size)
    )]  # fmt: skip
    marks = {}
    for spelling, number in _sentinels(path.parent, settings, len(own)).items():
        if len(own) <= number < settings.size:
            marks[spelling] = pieces[number] = Piece(number, spelling, "special", spelling)
    table = tuple(pieces)
    cuts = SentinelSegmenter(Segmenter(processor, lambda number, _: table[number]), marks)
    return cuts, table, unk_id


def _sentinels(folder: Path, settings: T5Settings, first: int) -> dict[str, int]:
    """The ids of the sentinels, the last of which has the first id behind the pieces.

    Raises:
        ModelFolderError: there are other words added, which the library cuts out of a text first.
    """
    count = settings.extra_ids()
    found = {f"<extra_id_{i}>": first + count - 1 - i for i in range(count)}
    known = {
        settings.token(f"{role}_token", usual)
        for role, usual in (("eos", "</s>"), ("pad", "<pad>"), ("unk", "<unk>"))
    }
    for spelling, number in _added(folder, settings.tokenizer).items():
        if _SENTINEL.fullmatch(spelling):
            found[spelling] = found.get(spelling, -1) if number is None else number
        elif spelling not in known:
            raise settings.refusal("added_tokens", spelling)
    return found


def _added(folder: Path, tokenizer: Mapping[str, object]) -> dict[str, int | None]:
    """The spellings that the settings add, with their ids where these are said."""
    found: dict[str, int | None] = {}
    for place in (tokenizer, optional(folder / SPECIAL_TOKENS)):
        for name in ("additional_special_tokens", "extra_special_tokens"):
            listed = place.get(name)
            for token in listed if isinstance(listed, list) else []:
                found.setdefault(_content(token), None)
    decoder = tokenizer.get("added_tokens_decoder")
    for number, token in decoder.items() if isinstance(decoder, dict) else []:
        if re.fullmatch("[0-9]{1,9}", number):
            found[_content(token)] = int(number)
    for spelling, number in optional(folder / ADDED).items():
        found[spelling] = number if is_int(number) else None
    return found


def _content(token: object) -> str:
    """The spelling of a piece, which stands there plain or with its properties."""
    found = token.get("content") if isinstance(token, dict) else token
    return found if isinstance(found, str) else str(found)
