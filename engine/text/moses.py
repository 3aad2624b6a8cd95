"""The tokeniser of Moses (Koehn et al. 2007), as fairseq's WMT19 models have it, with spans.

The rules are those of ``sacremoses``: punctuation is made plain, words and punctuation are parted,
``-`` between letters becomes ``@-@``, and what means something to XML is escaped (``&apos;``).
Detokenising puts it together again. What is here besides finds which characters of the text each
token came from.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.text.traced import Traced

HYPHEN = "@-@"
"""A hyphen between letters or digits, as a token."""

_ESCAPED = {
    "&amp;": "&", "&#124;": "|", "&lt;": "<", "&gt;": ">", "&apos;": "'", "&quot;": '"',
    "&#91;": "[", "&#93;": "]",
}  # fmt: skip
_UNIT = re.compile(f"{'|'.join(_ESCAPED)}|.", re.DOTALL)
_BEGUN = re.compile("&[a-z0-9#]*$")
_FAR = 64
"""Characters within which a token is looked for that is not where it should be."""


@dataclass(frozen=True)
class Token:
    """A word or a punctuation mark as the rules write it.

    Attributes:
        text: with escapes.
        origins: for each character of it, [start, end) in the text; of an escape all have that of
            the one character that it stands for.
        spaced: whether a space stood before it, or nothing.
    """

    text: str
    origins: tuple[tuple[int, int], ...]
    spaced: bool


def shown(token: str) -> str:
    """What a reader sees of a token: escapes as what they stand for.

    >>> shown("&apos;s"), shown("@-@")
    ("'s", '-')
    """
    if token == HYPHEN:
        return "-"
    return "".join(_ESCAPED.get(unit, unit) for unit in _UNIT.findall(token))


def shown_last(before: str, last: str) -> str:
    """What a reader sees of a token's last part: of an escape in parts, nothing before its end.

    >>> shown_last("", "a&ap"), shown_last("a&ap", "os;t")
    ('a', "'t")
    """
    whole = shown(_BEGUN.sub("", before + last) if before or last != HYPHEN else last)
    return whole[len(shown(_BEGUN.sub("", before))) :]


class MosesTokenizer:
    """Cuts text of one language.

    Args:
        language: ISO 639-1; of one that Moses has no rules for, it takes those of English.
        lower: whether the text is put in small letters first.
    """

    def __init__(self, language: str, lower: bool = False) -> None:
        # Loaded by the models alone that need it: its tables take a third of a second.
        from sacremoses import MosesPunctNormalizer
        from sacremoses import MosesTokenizer as Rules

        self._rules = Rules(lang=language)
        normalizer = MosesPunctNormalizer(lang=language)
        self._changes: list[tuple[str, str]] = [
            *normalizer.REPLACE_UNICODE_PUNCTUATION,
            *normalizer.substitutions,
        ]
        self._lower = lower

    def tokens(self, text: str) -> list[Token]:
        """The tokens of any text, in order. Controls and lone surrogates are left out of it."""
        traced = Traced(text)
        if self._lower:
            traced.lower()
        for pattern, template in self._changes:
            traced.sub(pattern, template)
        traced.strip()
        traced.keep(_prints)
        words: list[str] = self._rules.tokenize(traced.text, aggressive_dash_splits=True)
        return list(_placed(words, traced))


def _prints(character: str) -> bool:
    return not unicodedata.category(character).startswith("C")


def _placed(words: Sequence[str], traced: Traced) -> Iterator[Token]:
    """The tokens with their origins.

    But for spaces they are the text, with hyphens and escapes written otherwise, so each next
    character stands right behind the last. Where it does not (the rules take a word that they use
    as a mark, ``DOTMULTI``, for theirs), it is looked for near by, or has no origin.
    """
    text = traced.text
    at = 0
    for word in words:
        begin = at
        while at < len(text) and text[at].isspace():
            at += 1
        spaced = at > begin or at == 0
        origins: list[tuple[int, int]] = []
        hyphen = word == HYPHEN and text.startswith("-", at)
        for unit in [word] if hyphen else _UNIT.findall(word):
            place = text.find(shown(unit), at, at + _FAR)
            end = at if place < 0 else place + 1
            origins += [_origin(traced, at if place < 0 else place, end)] * len(unit)
            at = end
        yield Token(word, tuple(origins), spaced)


def _origin(traced: Traced, first: int, end: int) -> tuple[int, int]:
    if first < end <= len(traced.text):
        return min(traced.starts[first:end]), max(traced.ends[first:end])
    last = max(traced.ends, default=0)
    return (traced.starts[first],) * 2 if first < len(traced.text) else (last, last)


class MosesDetokenizer:
    """Puts tokens of one language together to text.

    Args:
        language: as for :class:`MosesTokenizer`.
    """

    def __init__(self, language: str) -> None:
        self._rules = _detokenizer(language)

    def text(self, tokens: Sequence[str]) -> str:
        """The text of tokens, without escapes."""
        joined: str = self._rules.detokenize(list(tokens))
        return joined


@lru_cache(maxsize=8)
def _detokenizer(language: str) -> Any:
    from sacremoses import MosesDetokenizer as Rules

    return Rules(lang=language)
