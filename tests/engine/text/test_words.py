from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from engine.events import Piece
from engine.text.words import group_words, word_attention


def pieces(*texts: str) -> list[Piece]:
    """Pieces as written; ``</s>`` is special, ``a|b`` a byte piece named a that shows b."""
    made = []
    for number, text in enumerate(texts):
        if text.startswith("<") and "|" not in text:
            made.append(Piece(number, text, "special", text))
        elif "|" in text:
            name, shown = text.split("|")
            made.append(Piece(number, name, "byte", shown))
        else:
            made.append(Piece(number, text, "normal", text))
    return made


def texts(*spellings: str) -> list[str]:
    return [word.text for word in group_words(pieces(*spellings))]


@pytest.mark.parametrize(
    ("spellings", "expected"),
    [
        (["▁I", "▁lo", "ve", "▁you", ".", "</s>"], ["I", "love", "you", ".", "</s>"]),
        (["▁", "I", "▁", "am"], ["I", "am"]),
        (["▁don", "'", "t"], ["don't"]),
        (["▁l", "’", "IA", "."], ["l’IA", "."]),
        (["▁dogs", "'", "▁tails"], ["dogs", "'", "tails"]),
        (["▁well", "-", "known"], ["well-known"]),
        (["▁U", ".", "S", "."], ["U.S", "."]),
        (["▁1", ",", "0", "00", ",", "▁ok"], ["1,000", ",", "ok"]),
        (["▁red", ",", "green"], ["red", ",", "green"]),
        (["▁12", ":", "30"], ["12:30"]),
        (["▁What", "?", "!", "▁(", "No", ".", ")"], ["What", "?!", "(", "No", ".)"]),
        (["▁Où", "▁", "?"], ["Où", "?"]),
        (["▁$", "5"], ["$", "5"]),
        (["<s>", "▁a", "b", "</s>", "</s>"], ["<s>", "ab", "</s>", "</s>"]),
        (["▁❤\ufe0f", "!", "▁5", "€", ".", "5"], ["❤\ufe0f", "!", "5", "€", ".", "5"]),
        (["▁caf", "e", "\u0301"], ["cafe\u0301"]),
        (["▁"], [""]),
        ([], []),
    ],
)
def test_words(spellings: list[str], expected: list[str]) -> None:
    assert texts(*spellings) == expected


def test_kinds() -> None:
    words = group_words(pieces("<s>", "▁I", "▁", "love", "!", "</s>"))
    assert [w.kind for w in words] == ["special", "word", "word", "punctuation", "special"]
    assert [w.pieces for w in words] == [(0,), (1,), (2, 3), (4,), (5,)]


def test_bytes_of_a_character_stay_together() -> None:
    emoji = ["<0xF0>|", "<0x9F>|", "<0x98>|", "<0x80>|😀"]
    spelling = ["▁", "<0xC5>|", "<0x93>|œ", "u", "f", *emoji, "."]
    words = group_words(pieces(*spelling))
    assert [(w.text, w.kind) for w in words] == [
        ("œuf", "word"),
        ("😀", "symbol"),
        (".", "punctuation"),
    ]
    assert words[1].pieces == (5, 6, 7, 8)


def test_a_hyphen_in_bytes_belongs_to_the_word() -> None:
    assert texts("▁a", "<0xE2>|", "<0x80>|", "<0x91>|\u2011", "b") == ["a\u2011b"]


def test_unknown_pieces_are_words_by_their_source_text() -> None:
    unknown = Piece(1, "<unk>", "unknown", "Жук", (5, 8))
    words = group_words([Piece(9, "▁", "normal", "▁", (4, 5)), unknown, *pieces("!")])
    assert [(w.text, w.kind, w.span) for w in words] == [
        ("Жук", "word", (5, 8)),
        ("!", "punctuation", None),
    ]


def test_spans_of_real_pieces(byte_vocabulary, plain_vocabulary) -> None:
    text = "Seán doesn't want 👨\u200d👩\u200d👧 today, ok?"
    for vocabulary in (byte_vocabulary, plain_vocabulary):
        words = group_words(vocabulary.encode(text, 10))
        found = [text[w.span[0] - 10 : w.span[1] - 10] for w in words if w.span]
        assert found == ["Seán", "doesn't", "want", "👨\u200d👩\u200d👧", "today", ",", "ok", "?"]
        assert [w.text for w in words] == [*found, "</s>"]
        assert words[-1].span is None


@given(st.text(max_size=40))
def test_every_piece_is_in_one_word(byte_vocabulary, text) -> None:
    encoded = byte_vocabulary.encode(text)
    for sequence in (encoded, byte_vocabulary.target_pieces(p.id for p in encoded)):
        words = group_words(sequence)
        assert [i for word in words for i in word.pieces] == list(range(len(sequence)))
        assert all(word.pieces for word in words)


def test_hand_computed_attention() -> None:
    weights = np.array(
        [
            [0.1, 0.2, 0.3, 0.4],
            [0.5, 0.1, 0.2, 0.2],
            [0.0, 0.0, 0.25, 0.75],
        ],
        dtype=np.float32,
    )
    found = word_attention(weights, [(0, 1), (2,)], [(0,), (1, 2), (3,)])
    np.testing.assert_allclose(found, [[0.3, 0.4, 0.3], [0.0, 0.25, 0.75]], atol=1e-7)
    assert found.dtype == np.float32 and found.flags["C_CONTIGUOUS"]


def test_groups_need_not_be_neighbours_nor_complete() -> None:
    weights = np.arange(12, dtype=np.float64).reshape(3, 4)
    found = word_attention(weights, [(2, 0)], [(3, 0), (1,)])
    np.testing.assert_array_equal(found, [[(3 + 0 + 11 + 8) / 2, (1 + 9) / 2]])


@given(
    hnp.arrays(np.float32, (2, 3, 5, 6), elements=st.floats(0, 1, width=16)),
    st.lists(st.integers(0, 3), min_size=5, max_size=5),
    st.lists(st.integers(0, 3), min_size=6, max_size=6),
)
def test_rows_still_sum_to_one(scores, query_labels, key_labels) -> None:
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)

    def groups(labels: list[int]) -> list[list[int]]:
        return [[i for i, own in enumerate(labels) if own == label] for label in sorted({*labels})]

    queries, keys = groups(query_labels), groups(key_labels)
    found = word_attention(weights, queries, keys)
    assert found.shape == (2, 3, len(queries), len(keys))
    np.testing.assert_allclose(found.sum(-1), 1, atol=1e-5)
    for q, query in enumerate(queries):
        for k, key in enumerate(keys):
            block = weights[:, :, query][:, :, :, key]
            np.testing.assert_allclose(found[:, :, q, k], block.sum(-1).mean(-1), atol=1e-6)


def test_pieces_alone_change_nothing() -> None:
    weights = np.random.default_rng(0).random((4, 3, 2)).astype(np.float32)
    same = word_attention(weights, [[0], [1], [2]], [[0], [1]])
    np.testing.assert_array_equal(same, weights)


@pytest.mark.parametrize(
    ("queries", "keys", "message"),
    [
        ([[0], []], [[0]], "query group 1 is empty"),
        ([[0]], [[2]], "key group 0 names piece 2 of 2"),
        ([[-1]], [[0]], "query group 0 names piece -1 of 3"),
        ([[0]], [[0, 1], [1]], "key piece 1 is in two groups"),
        ([[0, 0]], [[0]], "query piece 0 is in two groups"),
    ],
)
def test_wrong_groups_are_named(queries, keys, message) -> None:
    with pytest.raises(ValueError, match=message):
        word_attention(np.zeros((3, 2), dtype=np.float32), queries, keys)
