"""Regular expressions that would take for ever are known by looking at them."""

from __future__ import annotations

import time

import pytest
import tokenizers

from engine.text.patterns import can_take_for_ever

WELL_KNOWN = [
    # GPT-2, GPT-4 and LLaMA 3, cl100k, BLOOM, DeepSeek, o200k, Qwen, CLIP
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    r" ?[^(\s|[.,!?…。，、।۔،])]+",
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
    r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}]+[\p{Ll}\p{M}]*(?i:'s|'t)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
    r"\p{N}{1,3}", " {2,}", r"\d", r"(?=(\d{3})(?!\d))", "",
]  # fmt: skip
HARMLESS = [
    *WELL_KNOWN, r"a*b+|c*d+|e*f+", r"(a*|b+)c+", r"a++b*+", r"a*?b+?", "a?" * 8, "a{3}b+",
    r"[*+?{][(|)]\*\+\?\{", "(a|b)?c+", r"(?<x>a+)", "(((a)))", "a?" * 40,
]  # fmt: skip
ENDLESS = [
    r"[a-z]*[a-z]*\d", r"[a-z]*[a-z]*[a-z]*\d", r"a+?b*c{2,}d", "a?" * 9 + "b", r"(a*|b+)(c|d*)e+",
    r"(a*(b*(c*)))d", r"x|(?:a+|b)c+(?=d+)|y", r"a{1,99}b{0,50}c", "a{1,3}" * 9 + "b",
    r"(a+)+$", r"(a|a)*$", r"(a)\1", r"(?<x>a\g<x>?)", r"a+(b+)(?!c)", "a*" * 20 + "b",
    "(" * 60 + "a" + ")" * 60, r"\s+\S+\s+x", r".*.*=", "(?:a{0,99}){0,99}x",
]  # fmt: skip


@pytest.mark.parametrize("pattern", HARMLESS)
def test_harmless_patterns(pattern) -> None:
    assert not can_take_for_ever(pattern)


@pytest.mark.parametrize("pattern", ENDLESS)
def test_patterns_without_end(pattern) -> None:
    assert can_take_for_ever(pattern)


@pytest.mark.parametrize("pattern", HARMLESS)
@pytest.mark.parametrize("text", ["a", "ab", "A", " ", "é", "1", "a b ", "\n "])
def test_harmless_ones_take_no_time(pattern, text) -> None:
    """Over the worst of texts for them: one kind of character without end."""
    if not pattern:
        return
    cut = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    begun = time.process_time()
    cut.pre_tokenize_str(text * 1000)
    assert time.process_time() - begun < 5


def test_time_of_any_pattern_is_short() -> None:
    begun = time.process_time()
    for pattern in ("(" * 4000, "a*" * 2000, "(a|" * 1300, "[" * 4000, "a{" * 2000, "\\" * 4001):
        can_take_for_ever(pattern)
    assert time.process_time() - begun < 5
