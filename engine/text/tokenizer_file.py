"""Opening a tokenizer of the ``tokenizers`` library, and noticing what it must not be given.

The library (https://github.com/huggingface/tokenizers) trusts its files: a few wrong ones end
the process, others take all memory, or for ever. What is handed to it here has been looked at
first, and is handed over as it has been understood.
"""

from __future__ import annotations

import base64
import binascii
import copy
import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeGuard, TypeVar

import tokenizers

from engine.errors import ModelFolderError
from engine.text import charsmap
from engine.text.patterns import can_take_for_ever

Values = dict[str, Any]
T = TypeVar("T")

_SEQUENCES = {
    "normalizer": "normalizers",
    "pre_tokenizer": "pretokenizers",
    "post_processor": "processors",
    "decoder": "decoders",
}
"""Where a Sequence of each kind of part has its parts."""
_KINDS = {
    "normalizer": {
        "BertNormalizer", "NFC", "NFD", "NFKC", "NFKD", "Nmt", "Precompiled", "Lowercase",
        "StripAccents", "Strip", "Replace", "Prepend", "ByteLevel",
    },
    "pre_tokenizer": {
        "BertPreTokenizer", "ByteLevel", "Metaspace", "Split", "Whitespace", "WhitespaceSplit",
        "Punctuation", "Digits", "CharDelimiterSplit", "UnicodeScripts",
    },
    "post_processor": {
        "BertProcessing", "RobertaProcessing", "ByteLevel", "TemplateProcessing",
    },
    "decoder": {
        "ByteLevel", "WordPiece", "Metaspace", "BPEDecoder", "Replace", "ByteFallback", "Fuse",
        "Strip",
    },
}  # fmt: skip
"""Which parts there may be besides."""
_MOST_PARTS, _DEEPEST = 64, 4
_MOST_GROWTH = 64
"""How many times longer its replacements may make a text."""
_LONGEST_WORD = 1000
_MOST_ADDED = 1 << 20
_LARGEST_TRIE = 1 << 22
"""Characters of all pieces of a Unigram model, each of which is a node in memory."""
_LONGEST_PATTERN = 4096


def open_tokenizer(values: Mapping[str, Any], name: str) -> tokenizers.Tokenizer:
    """The tokenizer of the values of a tokenizer.json, ready for use.

    It neither truncates nor pads, whatever the file says of a batch it was once used for.

    Args:
        values: the JSON object; its size has been limited.
        name: what to call it in a message.

    Raises:
        ModelFolderError: it is damaged, or asks for what is not done here; the message names it.
    """
    checked = {"version": values.get("version", "1.0")} | {
        key: values.get(key) for key in _SEQUENCES
    }
    for place, value in ((place, checked[place]) for place in _SEQUENCES):
        _check_parts(name, place, _flat(name, place, value))
    # A piece that is a space and nothing else has its place too.
    checked["post_processor"] = copy.deepcopy(checked["post_processor"])
    for part in parts_of(checked, "post_processor"):
        if "trim_offsets" in part:
            part["trim_offsets"] = False
    checked["added_tokens"] = _added(name, values.get("added_tokens"))
    checked["model"] = _model(name, values.get("model"))
    checked["truncation"] = checked["padding"] = None
    return guarded(lambda: tokenizers.Tokenizer.from_str(json.dumps(checked)), name)


def guarded(call: Callable[[], T], name: str) -> T:
    """What ``call`` gives, the library's own refusals and panics as a message.

    Raises:
        ModelFolderError: it failed.
    """
    try:
        return call()
    # A panic of Rust is no Exception, so that it ends the program unless it is meant.
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        # The library quotes a part of the file, at any length.
        reason = str(error).strip().split("\n")[0][:160].rstrip(". ") or type(error).__name__
        raise ModelFolderError(
            f"{name} cannot be used ({reason}); the model folder is damaged, get it again."
        ) from None


def parts_of(values: Mapping[str, Any], place: str) -> list[Values]:
    """The parts of the normalizer, the pre_tokenizer, the post_processor or the decoder."""
    return _flat("", place, values.get(place))


def refusal(name: str, option: str, value: object) -> ModelFolderError:
    """For what a file asks for and is not done."""
    shown = repr(value) if len(repr(value)) <= 80 else f"{repr(value)[:80]}…"
    return ModelFolderError(
        f"{name} asks for {option} {shown}, which Diaphane does not do; the pieces would be "
        "others, so the model is not opened."
    )


def _damaged(name: str, what: str) -> ModelFolderError:
    return ModelFolderError(f"{name} {what}; the model folder is damaged, get it again.")


# --------------------------------------------------------------------------------- the parts


def _flat(name: str, place: str, value: object, depth: int = 0) -> list[Values]:
    """The parts one after another, those of sequences in their place."""
    if value is None:
        return []
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise _damaged(name, f"has a {place} that is none")
    if value["type"] != "Sequence":
        return [value]
    inner = value.get(_SEQUENCES[place])
    if not isinstance(inner, list) or depth >= _DEEPEST:
        raise _damaged(name, f"has a {place} that is none")
    found: list[Values] = []
    for each in inner:
        found += _flat(name, place, each, depth + 1)
        if len(found) > _MOST_PARTS:
            raise _damaged(name, f"has a {place} of more than {_MOST_PARTS} parts")
    return found


def _check_parts(name: str, place: str, parts: Iterable[Values]) -> None:
    growth = 1
    for part in parts:
        kind = part["type"]
        if kind not in _KINDS[place]:
            raise refusal(name, place, kind)
        if kind in ("Replace", "Split"):
            _check_pattern(name, place, part.get("pattern"))
        if kind in ("Replace", "Prepend"):
            content = part.get("content" if kind == "Replace" else "prepend")
            if not isinstance(content, str):
                raise _damaged(name, f"has a {kind} without text")
            growth *= max(1, len(content))
        if kind == "Precompiled":
            _check_charsmap(name, part.get("precompiled_charsmap"))
        if kind == "Strip" and place == "decoder":
            ends = (part.get("start"), part.get("stop"))
            if not all(_is_number(end) and end <= _LONGEST_WORD for end in ends):
                raise refusal(name, "Strip", ends)
    if growth > _MOST_GROWTH:
        raise refusal(name, place, f"that makes a text {growth} times longer")


def _check_pattern(name: str, place: str, pattern: object) -> None:
    """Refuse a pattern that could take for ever; the library's expressions go back and retry."""
    if not isinstance(pattern, dict) or len(pattern) != 1:
        raise _damaged(name, f"has a {place} without a pattern")
    (kind, text), *_ = pattern.items()
    if kind not in ("String", "Regex") or not isinstance(text, str):
        raise _damaged(name, f"has a {place} without a pattern")
    if len(text) > _LONGEST_PATTERN:
        raise refusal(name, f"{place} pattern", text)
    if kind == "Regex" and can_take_for_ever(text):
        raise refusal(name, f"{place} pattern", text)


def _check_charsmap(name: str, value: object) -> None:
    """Refuse rules of SentencePiece that lead elsewhere."""
    try:
        data = base64.b64decode(value if isinstance(value, str) else "", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if not data or not charsmap.is_sound(data):
        raise _damaged(name, "has a precompiled_charsmap that is none")


# --------------------------------------------------------------------------------- the pieces


def _added(name: str, tokens: object) -> list[Values]:
    found: list[Values] = []
    total = 0
    for token in tokens if isinstance(tokens, list) else []:
        content = token.get("content") if isinstance(token, dict) else None
        if not isinstance(content, str) or not content or not _is_number(token.get("id")):
            raise _damaged(name, "has added_tokens that are none")
        total += len(content)
        found.append(token)
    if total > _MOST_ADDED:
        raise _damaged(name, f"has more than {_MOST_ADDED:,} characters of added_tokens")
    return found


def _model(name: str, model: object) -> Values:
    if not isinstance(model, dict):
        raise _damaged(name, "has no model")
    vocabulary = model.get("vocab")
    kind = model.get("type") or _kind_of(model)
    if kind == "Unigram":
        return {**_unigram(name, model), "type": kind}
    if kind not in ("BPE", "WordPiece", "WordLevel"):
        raise refusal(name, "model", kind)
    if not isinstance(vocabulary, dict) or not all(map(_is_number, vocabulary.values())):
        raise _damaged(name, "has no vocabulary of spellings with ids")
    if len(set(vocabulary.values())) != len(vocabulary):
        raise _damaged(name, "gives one id to several spellings")
    unknown = model.get("unk_token")
    if unknown is not None and not (isinstance(unknown, str) and unknown in vocabulary):
        raise _damaged(name, f"has no piece {str(unknown)[:80]!r} for what is unknown")
    if kind == "BPE":
        return {**_bpe(name, model, vocabulary), "type": kind}
    longest = model.get("max_input_chars_per_word", 100)
    if kind == "WordPiece" and not (_is_number(longest) and longest <= _LONGEST_WORD):
        raise refusal(name, "max_input_chars_per_word", longest)
    return {**model, "type": kind}


def _kind_of(model: Values) -> str:
    """Which model it is; older files do not say."""
    if isinstance(model.get("vocab"), list):
        return "Unigram"
    if "merges" in model:
        return "BPE"
    return "WordPiece" if "continuing_subword_prefix" in model else "WordLevel"


def _unigram(name: str, model: Values) -> Values:
    vocabulary = model.get("vocab")
    total = 0
    for entry in vocabulary if isinstance(vocabulary, list) else [None]:
        if not isinstance(entry, list) or [*map(type, entry)] not in ([str, float], [str, int]):
            raise _damaged(name, "has no vocabulary of spellings with scores")
        if not math.isfinite(entry[1]):
            raise _damaged(name, "has no vocabulary of spellings with scores")
        total += len(entry[0])
    if total > _LARGEST_TRIE:
        raise _damaged(name, f"has more than {_LARGEST_TRIE:,} characters of pieces")
    return model


def _bpe(name: str, model: Values, vocabulary: Mapping[str, int]) -> Values:
    # Where pieces that go on are spelled with a prefix, the library cuts within a character.
    for option in ("dropout", "continuing_subword_prefix"):
        if model.get(option):
            raise refusal(name, option, model[option])
    merges = model.get("merges")
    pairs: list[list[str]] = []
    for each in merges if isinstance(merges, list) else [None]:
        pair = each.split(" ") if isinstance(each, str) else each
        if not isinstance(pair, list) or [*map(type, pair)] != [str, str]:
            raise _damaged(name, "has merges that are no pairs")
        one, other = pair
        if one not in vocabulary or other not in vocabulary or one + other not in vocabulary:
            lacking = next(each for each in (one, other, one + other) if each not in vocabulary)
            raise _damaged(name, f"has no piece {lacking[:80]!r}, which its merges need")
        pairs.append(pair)
    return {**model, "merges": pairs}


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31
