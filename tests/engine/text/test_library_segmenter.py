"""Pieces through the ``tokenizers`` library: spans, marks, text again, also in mid-stream."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from engine.text.library_segmenter import LibrarySegmenter
from engine.text.words import group_words

WORDS = ["<unk>", "<s>", "</s>", "▁", "▁a", "a", "b", "▁the", "cat", "s", "½", "1", "2", "⁄"]


def values_of(tokenizer: Tokenizer) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(tokenizer.to_str())
    return values


def unigram(fallback: bool = False) -> Tokenizer:
    more = [f"<0x{byte:02X}>" for byte in range(256)] if fallback else []
    scored = [(word, -1.0 - 0.1 * i) for i, word in enumerate([*WORDS, *more])]
    tokenizer = Tokenizer(models.Unigram(scored, unk_id=0, byte_fallback=fallback))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.decoder = decoders.Sequence(
        [decoders.ByteFallback(), decoders.Metaspace(prepend_scheme="always")]
    )
    tokenizer.add_special_tokens(["<s>", "</s>"])
    return tokenizer


def shown(cuts: LibrarySegmenter, text: str, offset: int = 0) -> list[tuple[str, Any]]:
    return [(piece.surface, piece.span) for piece in cuts.encode(text, offset)]


def test_the_space_before_a_word_is_not_part_of_its_span() -> None:
    cuts = LibrarySegmenter(values_of(unigram()), "x")
    assert shown(cuts, "the cats a") == [
        ("▁the", (0, 3)), ("▁", (3, 4)), ("cat", (4, 7)), ("s", (7, 8)), ("▁a", (9, 10)),
    ]  # fmt: skip
    assert [span for _, span in shown(cuts, " a  the", 7)] == [(8, 9), (9, 10), (11, 14)]


def test_a_mark_that_the_library_adds_covers_nothing() -> None:
    cuts = LibrarySegmenter(values_of(unigram()), "x")
    assert shown(cuts, "cat") == [("▁", (0, 0)), ("cat", (0, 3))]
    assert [word.span for word in group_words(cuts.encode("cat"))] == [(0, 3)]


def test_what_is_unknown_shows_its_text() -> None:
    cuts = LibrarySegmenter(values_of(unigram()), "x")
    pieces = cuts.encode("a ☂☂ \ud83d")
    assert [(p.kind, p.surface) for p in pieces if p.kind == "unknown"] == [
        ("unknown", "☂☂"), ("unknown", "\ufffd"),
    ]  # fmt: skip
    assert cuts.unk_id == 0 and cuts.pieces[0].surface == "⁇"
    assert cuts.text_of([4, 0, 4]) == "a<unk> a"


def test_a_part_of_a_normalised_character_has_all_of_its_span() -> None:
    tokenizer = unigram()
    tokenizer.normalizer = normalizers.NFKC()
    cuts = LibrarySegmenter(values_of(tokenizer), "x")
    assert [piece.span for piece in cuts.encode("a½a")] == [(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)]


def test_byte_pieces_of_one_visible_character_share_span_and_text() -> None:
    cuts = LibrarySegmenter(values_of(unigram(fallback=True)), "x")
    family = "👩‍👩‍👧"
    pieces = cuts.encode(f"a{family}é🇫🇷a", 2)
    runs = [piece for piece in pieces if piece.kind == "byte"]
    surfaces = [piece.surface for piece in runs if piece.surface]
    assert surfaces == [family, "é", "🇫🇷"]
    assert {piece.span for piece in runs} == {(3, 8), (8, 9), (9, 11)}
    assert [piece.text for piece in runs[:4]] == ["<0xF0>", "<0x9F>", "<0x91>", "<0xA9>"]


def test_text_grows_piece_by_piece() -> None:
    cuts = LibrarySegmenter(values_of(unigram(fallback=True)), "x")
    text = "a ☂é the 👩a"
    ids = [piece.id for piece in cuts.encode(text)]
    grown = [cuts.text_of(ids[:count]) for count in range(len(ids) + 1)]
    assert grown[-1] == text
    for part in grown:
        assert text.startswith(part.rstrip("\ufffd")) and part.count("\ufffd") <= 1
    # What can be no character is shown as the library shows it, one for each byte.
    lone = [cuts.ids["<0xFF>"], cuts.ids["▁a"]]
    assert cuts.text_of(lone).count("\ufffd") == 1
    assert cuts.text_of(lone[:1]) == "\ufffd"


def test_special_pieces_of_the_text_and_around_it() -> None:
    tokenizer = unigram()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)]
    )
    cuts = LibrarySegmenter(values_of(tokenizer), "x")
    assert (cuts.before, cuts.after) == ((1,), (2,))
    assert [(p.text, p.kind, p.span) for p in cuts.encode("a</s>", 1)] == [
        ("▁a", "normal", (1, 2)), ("</s>", "special", (2, 6)),
    ]  # fmt: skip
    assert cuts.text_of([1, 4, 2]) == "a"


@pytest.mark.parametrize("rows", [14, 20])
def test_a_row_without_a_spelling_is_shown_by_its_number(rows) -> None:
    cuts = LibrarySegmenter(values_of(unigram()), "x", rows)
    assert len(cuts.pieces) == rows
    assert {piece.text for piece in cuts.pieces[14:]} == {f"<{i}>" for i in range(14, rows)}


def test_a_vocabulary_of_whole_words() -> None:
    tokenizer = Tokenizer(models.WordLevel({"the": 0, "cat": 1, ",": 2, "?": 3}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    cuts = LibrarySegmenter(values_of(tokenizer), "x")
    assert [surface for surface, _ in shown(cuts, "the,cat the")] == ["▁the", ",", "cat", "▁the"]
    assert cuts.text_of([0, 1]) == "the cat"
