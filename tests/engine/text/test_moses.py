"""Rewriting that remembers where characters came from; Moses' tokens; BPE with marked ends."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from engine.text.moses import MosesDetokenizer, MosesTokenizer, shown, shown_last
from engine.text.moses_bpe import Merges
from engine.text.traced import Traced, in_order


def origins(traced: Traced, original: str) -> list[str]:
    return [original[a:b] for a, b in zip(traced.starts, traced.ends, strict=True)]


def test_what_a_rule_writes_stands_for_what_it_replaced() -> None:
    text = 'say "yes", — 10 %'
    traced = Traced(text)
    for pattern, template in ((r'"([,.]+)', r'\g<1>"'), ("—", " - "), (r"(\d) %", r"\g<1>%")):
        traced.sub(pattern, template)
    assert traced.text == 'say "yes,"  -  10%'
    assert "".join(origins(traced, text)) == 'say "yes,"  ——— 10%'.replace("  ———", " ———")
    assert (traced.starts[-1], traced.ends[-1]) == (16, 17), "the sign, without the space"


def test_every_rule_is_that_of_re() -> None:
    dice = random.Random(1)
    rules = [
        ("a(b+)", r"[\g<1>]"),
        (" +", " "),
        ("(a)(b)", r"\g<2>-\g<1>"),
        ("c", ""),
        ("d", "xyz"),
    ]
    for _ in range(200):
        text = "".join(dice.choices("aabbcd  ", k=dice.randrange(20)))
        traced, expected = Traced(text), text
        for pattern, template in rules:
            traced.sub(pattern, template)
            expected = re.sub(pattern, template, expected)
            assert traced.text == expected
            assert len(traced.starts) == len(traced.ends) == len(expected)
            for character, origin in zip(traced.text, origins(traced, text), strict=True):
                assert origin and (character in origin or character not in "abcd")


def test_letters_that_become_several_share_their_origin() -> None:
    text = " İΣ\u200b x "
    traced = Traced(text)
    traced.lower()
    traced.strip()
    traced.keep(str.isprintable)
    assert traced.text == text.lower().strip().replace("\u200b", "")
    assert origins(traced, text) == ["İ", "İ", "Σ", " ", "x"]


def test_spans_are_widened_until_they_go_on() -> None:
    assert in_order([(0, 2), (4, 5), (3, 4), (5, 6)]) == [(0, 2), (3, 5), (3, 5), (5, 6)]
    assert in_order([]) == []
    dice = random.Random(2)
    for _ in range(100):
        spans = [(a, a + dice.randrange(4)) for a in dice.choices(range(9), k=dice.randrange(9))]
        found = in_order(spans)
        for (a, b), (c, d) in zip(spans, found, strict=True):
            assert c <= a and b <= d
        for (a, b), (c, d) in itertools.pairwise(found):
            assert a <= c and b <= d


def test_an_escape_in_parts_is_seen_at_its_end() -> None:
    assert shown("&apos;s") == "'s" and shown("@-@") == "-" and shown("a@-@b") == "a@-@b"
    assert [shown_last("", "a&ap"), shown_last("a&ap", "os;"), shown_last("a&apos;", "t")] == [
        "a", "'", "t",
    ]  # fmt: skip
    assert shown_last("", "@-@") == "-"
    word = "x&amp;&#124;y&quot;"
    for cuts in itertools.combinations(range(1, len(word)), 3):
        parts = [word[a:b] for a, b in itertools.pairwise((0, *cuts, len(word)))]
        before, seen = "", []
        for part in parts:
            seen.append(shown_last(before, part))
            before += part
        assert "".join(seen) == 'x&|y"'


@pytest.mark.parametrize("language", ["en", "de", "ru", "fr", "xx"])
def test_tokens_together_are_the_text(language) -> None:
    text = "A well-known “word” isn’t here (or there)."
    tokens = MosesTokenizer(language).tokens(text)
    joined = MosesDetokenizer(language).text([token.text for token in tokens])
    if language == "en":
        assert joined == 'A well-known "word" isn\'t here (or there).'
    assert [token.spaced for token in tokens][:3] == [True, True, False]
    for token in tokens:
        assert len(token.origins) == len(token.text)
        start, end = token.origins[0][0], token.origins[-1][1]
        assert shown(token.text) == text[start:end].translate(
            {0x201C: '"', 0x201D: '"', 0x2019: "'"}
        )


def test_the_lowest_rank_is_merged_everywhere_first() -> None:
    merges = Merges([("a", "b"), ("ab", "c"), ("c", "ab"), ("a", "a")])
    assert merges.cut("abcab") == ["abc", "ab"]
    assert merges.cut("aaab") == ["aa", "ab"]
    assert merges.cut("aaa") == ["aa", "a"]
    assert merges.cut("") == [] and merges.cut("x") == ["x"]
    # Of a pair that stands there twice, the later place counts.
    assert Merges([("a", "b"), ("b", "c"), ("a", "b")]).cut("abc") == ["a", "bc"]
