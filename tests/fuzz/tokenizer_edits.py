"""Files of the ``tokenizers`` library with something wrong, where it would matter."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

from tests.fuzz.choices import Choices
from tests.fuzz.edits import edit_json, value

_PATTERNS = (
    {"Regex": "(a+)+$"}, {"Regex": "(a|a)*b"}, {"Regex": "("}, {"Regex": "[^"}, {"Regex": ""},
    {"Regex": "(?<=a*)b"}, {"Regex": "(\\w|\\s)*(\\w|\\s)*x"}, {"Regex": "a{1,99999}"},
    {"Regex": "\\p{L}+|\\s+"}, {"Regex": "(?i:'s|'t)|[^\\r\\n\\p{L}]?\\p{L}+"}, {"String": ""},
    {"String": "a"}, {"String": " "}, {"Regex": "x*"}, {"Regex": "(?:a*)*"}, {"Regex": "a**"},
    {"Regex": ".*.*.*.*.*="}, {"Regex": "^"}, {"Regex": "\\G"}, {"Regex": "(?>a+)b"},
)  # fmt: skip
_PARTS: dict[str, tuple[Any, ...]] = {
    "normalizer": (
        {"type": "NFC"}, {"type": "NFKD"}, {"type": "Nmt"}, {"type": "StripAccents"},
        {"type": "Lowercase"}, {"type": "ByteLevel"}, {"type": "Prepend", "prepend": "▁"},
        {"type": "Prepend", "prepend": ""}, {"type": "Strip", "strip_left": True,
                                             "strip_right": True},
        {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"},
        {"type": "Replace", "pattern": {"String": ""}, "content": "x"},
        {"type": "Replace", "pattern": {"String": "e"}, "content": ""},
        {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
         "strip_accents": None, "lowercase": True},
        {"type": "Sequence", "normalizers": []},
    ),
    "pre_tokenizer": (
        {"type": "Whitespace"}, {"type": "WhitespaceSplit"}, {"type": "BertPreTokenizer"},
        {"type": "Punctuation", "behavior": "MergedWithNext"}, {"type": "UnicodeScripts"},
        {"type": "Digits", "individual_digits": True}, {"type": "Digits"},
        {"type": "CharDelimiterSplit", "delimiter": "e"}, {"type": "CharDelimiterSplit"},
        {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": False},
        {"type": "Metaspace", "replacement": "ab", "prepend_scheme": "always"},
        {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": True},
        {"type": "Split", "pattern": {"String": "a"}, "behavior": "Removed", "invert": True},
        {"type": "Sequence", "pretokenizers": []}, {"type": "FixedLength", "length": 0},
        {"type": "FixedLength", "length": 5},
    ),
    "post_processor": (
        {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        {"type": "BertProcessing", "sep": ["</s>", 2], "cls": ["<s>", 99999]},
        {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0],
         "trim_offsets": True, "add_prefix_space": False},
        {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "x", "type_id": 0}}],
         "pair": [], "special_tokens": {}},
        {"type": "TemplateProcessing", "single": [], "pair": [], "special_tokens": {}},
        {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "B", "type_id": 0}}],
         "pair": [], "special_tokens": {"<s>": {"id": "<s>", "ids": [1 << 31], "tokens": []}}},
        {"type": "Sequence", "processors": []},
    ),
    "decoder": (
        {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Metaspace", "replacement": "▁",
                                                     "prepend_scheme": "always"},
        {"type": "Strip", "content": " ", "start": 9, "stop": 9},
        {"type": "Strip", "content": " ", "start": 1 << 40, "stop": 0},
        {"type": "Strip", "content": "ab", "start": 1, "stop": 0},
        {"type": "Replace", "pattern": {"String": ""}, "content": "zz"},
        {"type": "BPEDecoder", "suffix": "</w>"}, {"type": "CTC"}, {"type": "ByteLevel"},
        {"type": "WordPiece", "prefix": "", "cleanup": True}, {"type": "Sequence", "decoders": []},
    ),
}  # fmt: skip
_MODEL = (
    "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk",
    "byte_fallback", "ignore_merges", "unk_id", "max_input_chars_per_word", "type", "vocab",
    "merges", "cache_capacity",
)  # fmt: skip


def edit_tokenizer(data: bytes, choices: Choices) -> bytes:
    """The file with one thing changed: any value, a part, a pattern, the model, the tokens."""
    kind = choices.below(8)
    try:
        values = json.loads(data)
        if kind == 0 or not isinstance(values, dict):
            return edit_json(data, choices)
        if kind <= 2:
            _edit_part(values, choices)
        elif kind == 3:
            _edit_added(values, choices)
        elif kind == 4:
            name = choices.pick(_MODEL)
            values["model"][name] = value(choices, values["model"].get(name))
        else:
            _edit_vocabulary(values["model"], choices)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return edit_json(data, choices)
    return json.dumps(values).encode("utf-8", "surrogatepass")


def _edit_part(values: dict[str, Any], choices: Choices) -> None:
    name = choices.pick(sorted(_PARTS))
    part = dict(choices.pick(_PARTS[name]))
    kind = choices.below(5)
    if kind == 0 and "pattern" in part:
        part["pattern"] = choices.pick(_PATTERNS)
    elif kind == 1 and name == "pre_tokenizer":
        behaviour = choices.pick(["Removed", "Isolated", "MergedWithPrevious", "Contiguous", "x"])
        part = {"type": "Split", "pattern": choices.pick(_PATTERNS), "behavior": behaviour,
                "invert": choices.chance(2)}  # fmt: skip
    elif kind == 1 and name == "normalizer":
        part = {"type": "Precompiled", "precompiled_charsmap": _charsmap(choices)}
    elif kind == 2:
        key = choices.pick(sorted(part))
        part[key] = value(choices, part[key])
    inner = {"normalizer": "normalizers", "pre_tokenizer": "pretokenizers",
             "post_processor": "processors", "decoder": "decoders"}[name]  # fmt: skip
    old = values.get(name)
    how = choices.below(4)
    if how == 0:
        values[name] = part
    elif how == 1:
        values[name] = {"type": "Sequence", inner: [part] * choices.pick([1, 2, 5, 65])}
    elif how == 2:
        values[name] = {"type": "Sequence", inner: [part, old] if old else [part]}
    else:
        for _ in range(choices.pick([1, 3, 5, 100])):
            part = {"type": "Sequence", inner: [part]}
        values[name] = part


def _charsmap(choices: Choices) -> str:
    units = choices.pick([0, 1, 2, 256, 512])
    unit = choices.pick([0x400, 0x80000000, 0xFFFFFC00, 0x7FFFFE00, 0x100, 0])
    texts = choices.pick([b"x\0", b"", b"\xff\0", b"a" * 300 + b"\0", b"abc"])
    body = struct.pack("<I", unit) * units
    changed = bytearray(body)
    for _ in range(choices.below(5)):
        if changed:
            at = 4 * choices.below(units)
            struct.pack_into("<I", changed, at, int.from_bytes(choices.take(4), "little"))
    size = choices.pick([len(body), len(body), len(body) + 4, 0, 1 << 31])
    return base64.b64encode(struct.pack("<I", size) + bytes(changed) + texts).decode()


def _edit_added(values: dict[str, Any], choices: Choices) -> None:
    tokens = values["added_tokens"]
    token = {"id": choices.pick([0, 5, 1000, choices.number()]),
             "content": choices.pick(["", " ", "a", "<s>", "\0", "I see", "\u0301", "☂", "x" * 99]),
             "single_word": choices.chance(2), "lstrip": choices.chance(2),
             "rstrip": choices.chance(2), "normalized": choices.chance(2),
             "special": choices.chance(2)}  # fmt: skip
    kind = choices.below(4)
    if kind == 0:
        tokens.append(token)
    elif kind == 1:
        tokens[choices.below(len(tokens))] = token
    elif kind == 2:
        key = choices.pick(sorted(token))
        tokens[choices.below(len(tokens))][key] = value(choices, token[key])
    else:
        del tokens[choices.below(len(tokens))]


def _edit_vocabulary(model: dict[str, Any], choices: Choices) -> None:
    vocabulary, merges = model["vocab"], model.get("merges")
    kind = choices.below(7)
    if kind == 0 and merges:
        merges.insert(choices.below(len(merges)), choices.pick(
            ["a", "a b c", "", " ", ["a"], ["a", "b", "c"], [1, 2], merges[-1], merges[0][::-1]]
        ))  # fmt: skip
        return
    if kind == 1 and merges:
        del merges[choices.below(len(merges))]
        return
    if isinstance(vocabulary, list):
        at = choices.below(len(vocabulary))
        if kind == 2:
            del vocabulary[at]
        elif kind == 3:
            vocabulary[at][1] = choices.real()
        elif kind == 4:
            vocabulary[at][0] = choices.pick(["", "\0", "a" * 999, "<0x41>", " ", "▁", "\ud800"])
        elif kind == 5:
            vocabulary[at] = vocabulary[choices.below(len(vocabulary))]
        else:
            vocabulary[at] = value(choices, vocabulary[at])
        return
    spelling = choices.pick(sorted(vocabulary))
    number = vocabulary[spelling]
    if kind == 2:
        del vocabulary[spelling]
    elif kind == 3:
        vocabulary[spelling] = choices.number()
    elif kind == 4:
        del vocabulary[spelling]
        vocabulary[choices.pick(["", "\0", "##", "▁", "<0x41>", "é☂", "Ġ", "\ud800"])] = number
    else:
        other = choices.pick(sorted(vocabulary))
        vocabulary[spelling], vocabulary[other] = vocabulary[other], number
