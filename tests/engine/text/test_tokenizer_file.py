"""tokenizer.json out of a stranger's hands: read, or refused with a sentence; never a crash."""

from __future__ import annotations

import base64
import copy
import json
import random
from typing import Any

import pytest

from engine.errors import ModelFolderError
from engine.text.library_segmenter import LibrarySegmenter
from engine.text.tokenizer_file import guarded, open_tokenizer

PLAIN: dict[str, Any] = {
    "version": "1.0",
    "truncation": {"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0},
    "padding": {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None,
                "pad_id": 0, "pad_type_id": 0, "pad_token": "a"},
    "added_tokens": [],
    "normalizer": None,
    "pre_tokenizer": {"type": "Whitespace"},
    "post_processor": None,
    "decoder": None,
    "model": {"type": "WordLevel", "vocab": {"a": 0, "b": 1, "<unk>": 2}, "unk_token": "<unk>"},
}  # fmt: skip
BPE = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "é": 3, "aé": 4}, "merges": ["a b"]}
UNIGRAM = {"type": "Unigram", "vocab": [["a", -1.0], ["b", -2.0]], "unk_id": 0}
ADDED = {"id": 3, "content": "x", "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True}  # fmt: skip


def changed(**parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(PLAIN), **parts}


def refusal(values: dict[str, Any], name: str = "a/tokenizer.json") -> str:
    with pytest.raises(ModelFolderError) as caught:
        LibrarySegmenter(values, name)
    message = str(caught.value)
    assert message.startswith(name) and message.endswith(".") and "\n" not in message
    assert len(message) < 400
    return message


def test_a_batch_s_length_is_nothing_to_a_text() -> None:
    tokenizer = open_tokenizer(PLAIN, "x")
    assert tokenizer.encode("a b a b").ids == [0, 1, 0, 1]
    assert PLAIN["truncation"], "what is given is left as it is"


def test_a_panic_is_a_message_and_an_interrupt_is_not() -> None:
    from tokenizers import Tokenizer

    bad = {**PLAIN, "model": {**BPE, "merges": ["a b"], "vocab": {"a": 0, "b": 1}}}
    with pytest.raises(ModelFolderError, match="x cannot be used"):
        guarded(lambda: Tokenizer.from_str(json.dumps(bad)), "x")

    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guarded(interrupted, "x")


def nested(depth: int) -> dict[str, Any]:
    part: dict[str, Any] = {"type": "Whitespace"}
    for _ in range(depth):
        part = {"type": "Sequence", "pretokenizers": [part]}
    return part


def split(pattern: Any) -> dict[str, Any]:
    return {"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": False}


def put_in(content: str, pattern: str = "a") -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"String": pattern}, "content": content}


def normal(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "normalizers": list(parts)}


def charsmap(data: bytes) -> dict[str, Any]:
    return {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(data).decode()}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"model": None}, "has no model"),
        ({"model": {"type": "CRF"}}, "asks for model 'CRF'"),
        ({"model": {**PLAIN["model"], "vocab": ["a"]}}, "no vocabulary of spellings with ids"),
        ({"model": {**PLAIN["model"], "vocab": {"a": -1}}}, "no vocabulary of spellings with ids"),
        ({"model": {**PLAIN["model"], "vocab": {"a": 2**40}}}, "no vocabulary"),
        ({"model": {**PLAIN["model"], "vocab": {"a": True}}}, "no vocabulary"),
        ({"model": {**PLAIN["model"], "vocab": {"a": 0, "b": 0}}}, "one id to several"),
        ({"model": {**PLAIN["model"], "unk_token": "?"}}, "no piece '?' for what is unknown"),
        ({"model": {**PLAIN["model"], "unk_token": {}}}, "for what is unknown"),
        ({"model": {**BPE, "merges": ["a b", "a c"]}}, "no piece 'c'"),
        ({"model": {**BPE, "merges": ["b a"]}}, "no piece 'ba'"),
        ({"model": {**BPE, "merges": ["a b c"]}}, "merges that are no pairs"),
        ({"model": {**BPE, "merges": [["a", 1]]}}, "merges that are no pairs"),
        ({"model": {**BPE, "merges": 3}}, "merges that are no pairs"),
        ({"model": {**BPE, "dropout": 0.1}}, "asks for dropout 0.1"),
        # The library cuts this prefix off by bytes, in the middle of é, and ends the process.
        (
            {"model": {**BPE, "merges": ["a é"], "continuing_subword_prefix": "#"}},
            "asks for continuing_subword_prefix '#'",
        ),
        ({"model": {**UNIGRAM, "vocab": []}}, "cannot be used"),
        ({"model": {**UNIGRAM, "unk_id": 7}}, "cannot be used"),
        ({"model": {**UNIGRAM, "vocab": [["a", float("nan")]]}}, "spellings with scores"),
        ({"model": {**UNIGRAM, "vocab": [["a"]]}}, "spellings with scores"),
        ({"model": {**UNIGRAM, "vocab": [["a" * (5 << 20), -1.0]]}}, "characters of pieces"),
        (
            {"model": {"type": "WordPiece", "vocab": {"a": 0}, "max_input_chars_per_word": 10**9}},
            "asks for max_input_chars_per_word",
        ),
        ({"pre_tokenizer": nested(50)}, "has a pre_tokenizer that is none"),
        ({"pre_tokenizer": {"type": "Sequence", "pretokenizers": [nested(0)] * 99}}, "64 parts"),
        ({"pre_tokenizer": {"type": "Reverse"}}, "asks for pre_tokenizer 'Reverse'"),
        ({"pre_tokenizer": "Whitespace"}, "has a pre_tokenizer that is none"),
        ({"pre_tokenizer": split({"Regex": "(a+)+$"})}, "asks for pre_tokenizer pattern '(a+)+$'"),
        ({"pre_tokenizer": split({"Regex": "(a|a)*$"})}, "asks for pre_tokenizer pattern"),
        ({"pre_tokenizer": split({"Regex": r"(a)\1"})}, "asks for pre_tokenizer pattern"),
        ({"pre_tokenizer": split({"Regex": r"(?<x>a\g<x>?)"})}, "asks for pre_tokenizer pattern"),
        ({"pre_tokenizer": split({"Regex": "a" * 5000})}, "asks for pre_tokenizer pattern"),
        ({"pre_tokenizer": split({"Regex": "(("})}, "cannot be used"),
        ({"pre_tokenizer": split("a")}, "has a pre_tokenizer without a pattern"),
        ({"normalizer": put_in("b" * 10**6)}, "1000000 times longer"),
        ({"normalizer": normal(*[put_in("aa")] * 40)}, "times longer"),
        ({"normalizer": {"type": "Prepend", "prepend": 3}}, "has a Prepend without text"),
        ({"normalizer": charsmap(b"")}, "precompiled_charsmap that is none"),
        # A trie of 4 GB that is not there; the library allocates it, and ends the process.
        ({"normalizer": charsmap(b"\xff" * 4 + bytes(7))}, "precompiled_charsmap that is none"),
        ({"normalizer": {"type": "Precompiled", "precompiled_charsmap": 3}}, "that is none"),
        ({"decoder": {"type": "Strip", "content": "a", "start": 2**40, "stop": 1}}, "Strip"),
        ({"decoder": {"type": "CTC"}}, "asks for decoder 'CTC'"),
        (
            {"post_processor": {"type": "TemplateProcessing", "pair": [], "special_tokens": {},
                                "single": [{"SpecialToken": {"id": "x", "type_id": 0}}]}},
            "cannot be used",
        ),
        ({"added_tokens": [{**ADDED, "content": ""}]}, "added_tokens that are none"),
        ({"added_tokens": [{**ADDED, "id": -1}]}, "added_tokens that are none"),
        ({"added_tokens": [3]}, "added_tokens that are none"),
        ({"added_tokens": [{**ADDED, "content": "x" * (2 << 20)}]}, "characters of added_tokens"),
        ({"added_tokens": [{**ADDED, "content": "\ud800"}]}, "cannot be used"),
    ],
)  # fmt: skip
def test_what_is_damaged_or_worse_is_refused(parts, expected) -> None:
    assert expected in refusal(changed(**parts))


def test_the_patterns_of_well_known_models_are_taken() -> None:
    for pattern in (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
        r" ?[^(\s|[.,!?…。，、।۔،])]+",
        r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}]*[\p{Ll}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        " {2,}",
    ):
        LibrarySegmenter(changed(pre_tokenizer=split({"Regex": pattern})), "x").encode("a b's 12")


def test_random_changes_are_refused_or_give_pieces() -> None:
    dice = random.Random(7)
    values: list[Any] = [None, True, 0, -1, 2**31, 0.5, "", "é", "\ud800", [], {}, [[]], PLAIN]
    seeds = [changed(model=model, added_tokens=[ADDED]) for model in (PLAIN["model"], BPE, UNIGRAM)]
    opened = 0
    for _ in range(600):
        made = copy.deepcopy(dice.choice(seeds))
        place: Any = made
        while True:
            key = dice.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], dict | list) or not place[key] or dice.random() < 0.3:
                break
            place = place[key]
        place[key] = copy.deepcopy(dice.choice(values))
        try:
            cuts = LibrarySegmenter(made, "x")
            for text in ("a b x é ☂", "", "ab" * 50):
                pieces = cuts.encode(text)
                spans = [piece.span for piece in pieces]
                assert spans == sorted(spans)
                cuts.text_of([piece.id for piece in pieces])
        except ModelFolderError:
            continue
        opened += 1
    assert 50 < opened < 550
