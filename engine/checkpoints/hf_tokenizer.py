"""The tokenizer of a Hugging Face folder, whichever files it is in, through the library.

::

    tokenizer.json                  all of it
    vocab.txt                       WordPiece, one piece a line (BERT)
    vocab.json, merges.txt          byte-level BPE (GPT-2, RoBERTa)
    tokenizer_config.json           special pieces, and a few options that come before the file's
    special_tokens_map.json         (older folders) special pieces
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.checkpoints.files import (
    LARGEST_VOCABULARY,
    and_more,
    is_int,
    read_bytes,
    read_table,
)
from engine.checkpoints.hf_settings import Settings
from engine.checkpoints.hf_vocabulary import TOKENIZER_JSON
from engine.errors import ModelFolderError
from engine.text.library_segmenter import LibrarySegmenter
from engine.text.moses_bpe import END_OF_WORD
from engine.text.tokenizer_file import parts_of

VOCABULARY_TXT, VOCABULARY_JSON, MERGES = "vocab.txt", "vocab.json", "merges.txt"
Values = dict[str, Any]

_BERT_OPTIONS = {
    "do_lower_case": "lowercase",
    "strip_accents": "strip_accents",
    "tokenize_chinese_chars": "handle_chinese_chars",
}
"""Of tokenizer_config.json, and of the library's normalizer."""


def tokenizer_of(folder: Path, settings: Settings) -> LibrarySegmenter:
    """What cuts the text of a folder.

    Raises:
        ModelFolderError: there is no tokenizer that can be read, or it is damaged.
    """
    if (folder / TOKENIZER_JSON).is_file():
        path = folder / TOKENIZER_JSON
        values = read_table(path, LARGEST_VOCABULARY)
        _apply(settings, values)
    elif (folder / VOCABULARY_TXT).is_file():
        path = folder / VOCABULARY_TXT
        _check_class(settings, "Bert")
        values = wordpiece(folder, settings)
    elif (folder / VOCABULARY_JSON).is_file():
        path = folder / VOCABULARY_JSON
        _check_class(settings, "GPT2", "Roberta", "Bart")
        values = byte_level(folder, settings)
    else:
        raise ModelFolderError(
            f"{folder} has no tokenizer that can be read: it needs {TOKENIZER_JSON}, "
            f"{VOCABULARY_TXT}, or {VOCABULARY_JSON} with {MERGES}; get the model folder again."
        )
    _add_tokens(settings, values)
    unknown = settings.role("unk_token")
    special = [settings.role(name) for name in settings.roles if name != "unk_token"]
    return LibrarySegmenter(
        values, str(path), settings.size, [word for word in special if word], unknown
    )


def wordpiece(folder: Path, settings: Settings) -> Values:
    """The tokenizer of BERT's vocab.txt.

    Raises:
        ModelFolderError: the file is missing, damaged or lacks a special piece.
    """
    path = folder / VOCABULARY_TXT
    lines = _text(path).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    ids = {line: number for number, line in enumerate(lines[:-1] if not lines[-1] else lines)}
    _check_whole(settings, path, {*ids, *_added_spellings(settings)})
    lower = settings.choice("do_lower_case")
    chinese = settings.choice("tokenize_chinese_chars")
    return {
        "model": {
            "type": "WordPiece",
            "vocab": ids,
            "unk_token": settings.role("unk_token"),
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": chinese is not False,
            "strip_accents": settings.choice("strip_accents"),
            "lowercase": lower is not False,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "post_processor": {
            "type": "BertProcessing",
            "cls": _numbered(settings, ids, "cls_token"),
            "sep": _numbered(settings, ids, "sep_token"),
        },
    }


def byte_level(folder: Path, settings: Settings) -> Values:
    """The tokenizer of GPT-2's and RoBERTa's vocab.json and merges.txt.

    Raises:
        ModelFolderError: a file is missing, damaged or lacks a special piece.
    """
    ids = read_table(folder / VOCABULARY_JSON, LARGEST_VOCABULARY)
    pairs = merges(folder / MERGES)
    special = {settings.role(role) for role in settings.roles} | _added_spellings(settings)
    check_merges(folder / MERGES, pairs, [word for word in ids if word not in special])
    prefix = settings.choice("add_prefix_space") is True
    values: Values = {
        "model": {"type": "BPE", "vocab": ids, "merges": pairs},
        "pre_tokenizer": {
            "type": "ByteLevel",
            "add_prefix_space": prefix,
            "trim_offsets": True,
            "use_regex": True,
        },
        "decoder": {
            "type": "ByteLevel",
            "add_prefix_space": True,
            "trim_offsets": True,
            "use_regex": True,
        },
    }
    if "cls_token" in settings.roles:
        values["post_processor"] = {
            "type": "RobertaProcessing",
            "cls": _numbered(settings, ids, "cls_token"),
            "sep": _numbered(settings, ids, "sep_token"),
            "trim_offsets": True,
            "add_prefix_space": prefix,
        }
    return values


def merges(path: Path) -> list[list[str]]:
    """The pairs of a merges.txt, the first merged first.

    Raises:
        ModelFolderError: it is missing or damaged.
    """
    lines = _text(path).split("\n")
    pairs = [line.split(" ") for line in lines if line and not line.startswith("#version")]
    if not all(len(pair) == 2 for pair in pairs):
        raise ModelFolderError(f"{path} has merges that are no pairs; the folder is damaged.")
    return pairs


def check_merges(
    path: Path, pairs: Iterable[Sequence[str]], spellings: Collection[str], most: int | None = None
) -> None:
    """Refuse merges that make too few of the pieces: the file ends before its end.

    Args:
        path: of the merges, for the message.
        pairs: that are merged.
        spellings: of the pieces that stand for text.
        most: how many no merge need make; by default a few, that are no text all the same
            (RoBERTa's ``madeupword0000``).

    Raises:
        ModelFolderError: more than these are made by none.
    """
    made = {"".join(pair) for pair in pairs}
    lacking = [
        word
        for word in spellings
        if len(word.removesuffix(END_OF_WORD)) > 1
        and word not in made
        # The usual signs of what stands for no text: <s>, [CLS], <|im_start|>.
        and word[0] + word[-1] not in ("<>", "[]")
    ]
    if len(lacking) > (16 + len(spellings) // 256 if most is None else most):
        raise ModelFolderError(
            f"{path} makes the piece {lacking[0]!r}{and_more(lacking)} of the vocabulary by no "
            "merge: the end of the file is missing, or it is another model's; get the model folder "
            "again."
        )


def _check_whole(settings: Settings, path: Path, spellings: Collection[str]) -> None:
    """Refuse a list of pieces that is much shorter than the vocabulary: it ends before its end.

    Rows may have no spelling where they fill the matrix up to a round number.
    """
    size, lacking = settings.size, settings.size - len(spellings)
    # Up to a multiple of 64 or 128, most often; a few models have more to spare.
    if lacking > max(min(127, size // 3), 0 if size % 8 else size // 16):
        raise ModelFolderError(
            f"{path} has {len(spellings):,} pieces, and config.json says {size:,}: the end of the "
            "file is missing, or it is another model's; get the model folder again."
        )


def _added_spellings(settings: Settings) -> set[str]:
    """What the folder's settings add to a vocabulary; :func:`_add_tokens` checks them."""
    listed = settings.tokenizer.get("added_tokens_decoder")
    tokens = listed.values() if isinstance(listed, dict) else ()
    return {str(token.get("content")) for token in tokens if isinstance(token, dict)}


def _text(path: Path) -> str:
    try:
        return read_bytes(path, LARGEST_VOCABULARY).decode("utf-8")
    except UnicodeDecodeError:
        raise ModelFolderError(f"{path} is not UTF-8; the model folder is damaged.") from None


def _numbered(settings: Settings, ids: Mapping[str, Any], role: str) -> list[Any]:
    spelling = settings.role(role)
    if spelling is None or not is_int(ids.get(spelling)):
        raise ModelFolderError(f"{settings.path.parent} has no {role} {spelling!r}.")
    return [spelling, ids[spelling]]


def _check_class(settings: Settings, *families: str) -> None:
    """Refuse a tokenizer that needs more than these files, by its class in the library."""
    ends = ("Tokenizer", "TokenizerFast")
    settings.check_tokenizer(None, *(f"{family}{end}" for family in families for end in ends))


# ------------------------------------------------------------ what comes before tokenizer.json


def _apply(settings: Settings, values: Values) -> None:
    """Put the options of tokenizer_config.json in place of the file's, as the library does."""
    for part in parts_of(values, "normalizer"):
        if part["type"] == "BertNormalizer":
            for theirs, name in _BERT_OPTIONS.items():
                if settings.choice(theirs) is not None:
                    part[name] = settings.choice(theirs)
    wanted = settings.choice("add_prefix_space")
    if wanted is None:
        return
    for part in parts_of(values, "pre_tokenizer"):
        if part["type"] == "ByteLevel":
            part["add_prefix_space"] = wanted
        elif part["type"] == "Metaspace" and (part.get("prepend_scheme") == "never") is wanted:
            raise settings.refusal("add_prefix_space", wanted)
    if not wanted and any(part["type"] == "Prepend" for part in parts_of(values, "normalizer")):
        raise settings.refusal("add_prefix_space", wanted)


def _add_tokens(settings: Settings, values: Values) -> None:
    """Add the special pieces that only the settings name: they are cut out of a text first."""
    model = values.get("model")
    vocabulary = model.get("vocab") if isinstance(model, dict) else None
    if isinstance(vocabulary, list):
        vocabulary = {
            entry[0]: number
            for number, entry in enumerate(vocabulary)
            if isinstance(entry, list) and entry and isinstance(entry[0], str)
        }
    if not isinstance(vocabulary, dict):
        return  # refused where it is opened
    listed = values.get("added_tokens")
    added = [token for token in listed if isinstance(token, dict)] if isinstance(
        listed, list
    ) else []  # fmt: skip
    there = {str(token.get("content")) for token in added}
    found: dict[str, Values] = {}
    decoder = settings.tokenizer.get("added_tokens_decoder")
    for number, token in sorted(
        decoder.items() if isinstance(decoder, dict) else [], key=lambda pair: str(pair[0]).zfill(9)
    ):
        if isinstance(token, dict) and isinstance(token.get("content"), str):
            if not str(number).isdecimal() or len(str(number)) > 9:
                raise settings.refusal("added_tokens_decoder", {number: token})
            found[token["content"]] = {**token, "id": int(number)}
    for role in settings.roles:
        spelling = settings.role(role)
        given = settings.tokenizer.get(role)
        if spelling is not None and spelling in vocabulary:
            own = given if isinstance(given, dict) else {}
            found.setdefault(spelling, {**own, "content": spelling, "special": True})
    for spelling, token in found.items():
        if spelling and spelling not in there:
            special = token.get("special") is True
            added.append({
                "id": vocabulary.get(spelling, token.get("id")),
                "content": spelling,
                "single_word": token.get("single_word") is True,
                "lstrip": token.get("lstrip") is True,
                "rstrip": token.get("rstrip") is True,
                "normalized": token.get("normalized", not special) is True,
                "special": special,
            })  # fmt: skip
    # A piece behind the last row has no numbers, so that its spelling is a text like any other.
    values["added_tokens"] = [
        token
        for token in added
        if str(token.get("content")) in vocabulary
        or not is_int(token.get("id"))
        or token["id"] < settings.size
    ]
