"""Files of the ``tokenizers`` library with something wrong: refused, or text is cut; no panic."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import ModelFolderError
from engine.text.library_segmenter import LibrarySegmenter
from tests.fuzz.choices import Choices
from tests.fuzz.tokenizer_edits import edit_tokenizer

SIZE = 300
TEXTS = ("I see ☂ the ﬁ dog ½.", "", " \u3000 a\u0301 <unk> </s> ▁▁ \ud800", "ab" * 40, "é")
_LETTERS = {letter: 4 + i for i, letter in enumerate("▁abcdegihnost.é")}
_SPECIAL = {"<unk>": 0, "<s>": 1, "</s>": 2, "<pad>": 3}
_BYTES = {f"<0x{byte:02X}>": 30 + byte for byte in range(256)}


def added(*spellings: str) -> list[dict[str, Any]]:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return [
        {"id": _SPECIAL[spelling], "content": spelling, "special": True, **flags}
        for spelling in spellings
    ]


FILES: dict[str, dict[str, Any]] = {
    "wordpiece": {
        "added_tokens": added("<unk>", "<s>"),
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "lowercase": True,
                       "handle_chinese_chars": True, "strip_accents": None},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["</s>", 2], "cls": ["<s>", 1]},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "<unk>", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100,
                  "vocab": {**_SPECIAL, **_LETTERS, "##o": 20, "##g": 21}},
    },
    "unigram": {
        "added_tokens": added("<unk>", "</s>"),
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always",
                          "split": True},
        "post_processor": None,
        "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always",
                    "split": True},
        "model": {"type": "Unigram", "unk_id": 0,
                  "vocab": [[word, -1.5 * i] for i, word in enumerate([*_SPECIAL, *_LETTERS])]},
    },
    "bpe with bytes": {
        "added_tokens": added("<unk>", "<s>"),
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        "pre_tokenizer": None,
        "post_processor": {"type": "TemplateProcessing", "pair": [], "single": [
            {"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}},
        "decoder": {"type": "Sequence", "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
            {"type": "ByteFallback"}, {"type": "Fuse"},
            {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
        "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True,
                  "merges": [["a", "b"], ["▁", "I"]],
                  "vocab": {**_SPECIAL, **_LETTERS, "I": 25, "ab": 26, "▁I": 27, **_BYTES}},
    },
}  # fmt: skip


def use(values: dict[str, Any]) -> bool:
    """Open a file and cut texts by it; whether it was opened."""
    segmenter = LibrarySegmenter(values, "tokenizer.json", SIZE)
    if max(segmenter.ids.values(), default=0) >= SIZE:
        return False  # which its readers refuse
    for text in TEXTS:
        pieces = segmenter.encode(text)
        for piece in pieces:
            piece.surface.encode()
            assert piece.span is not None and 0 <= piece.span[0] <= piece.span[1] <= len(text)
        segmenter.text_of([piece.id for piece in pieces])
    return True


@pytest.mark.parametrize("name", FILES)
def test_as_they_are_they_open(name) -> None:
    assert use(copy.deepcopy(FILES[name]))


@pytest.mark.parametrize("name", FILES)
@given(recipe=st.binary(min_size=6, max_size=60))
@settings(deadline=None, max_examples=60)
def test_any_change_is_refused_or_cuts_text(name, recipe) -> None:
    choices = Choices(recipe)
    data = json.dumps(FILES[name]).encode()
    for _ in range(1 + choices.below(3)):
        data = edit_tokenizer(data, choices)
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(values, dict):
        return
    try:
        use(values)
    except ModelFolderError as error:
        message = str(error)
        message.encode()
        assert "\n" not in message and message.endswith("."), message


@pytest.mark.parametrize("unknown", [[], ["<unk>"], {}, 5, True])
@pytest.mark.parametrize("name", ["wordpiece", "bpe with bytes"])
def test_the_unknown_piece_is_named_by_a_text(name, unknown) -> None:
    values = copy.deepcopy(FILES[name])
    values["model"]["unk_token"] = unknown
    with pytest.raises(ModelFolderError, match="unknown"):
        use(values)


def test_an_unknown_piece_beyond_the_rows_of_the_weights() -> None:
    """Its reader says so; there must be something to say it of."""
    values = copy.deepcopy(FILES["wordpiece"])
    values["model"]["vocab"]["<unk>"] = SIZE + 5
    values["added_tokens"] = []
    segmenter = LibrarySegmenter(values, "tokenizer.json", SIZE)
    assert len(segmenter.pieces) == SIZE and segmenter.ids["<unk>"] == SIZE + 5


@pytest.mark.parametrize("number", [SIZE, 99_999, (1 << 32) - 1])
def test_what_is_put_around_a_text_has_a_row(number) -> None:
    """These ids stand in the file by themselves, whatever the vocabulary says."""
    values = copy.deepcopy(FILES["wordpiece"])
    values["post_processor"]["cls"] = ["<s>", number]
    with pytest.raises(ModelFolderError, match="post_processor"):
        LibrarySegmenter(values, "tokenizer.json", SIZE)


@pytest.mark.parametrize("suffix", ["\0", "</w>", "☂", "x" * 50])
def test_the_suffix_of_a_word_covers_nothing_behind_the_text(suffix) -> None:
    values = copy.deepcopy(FILES["bpe with bytes"])
    values["model"]["end_of_word_suffix"] = suffix
    assert use(values)
