"""Text to sentences and back, without losing a character in between.

The boundaries come from ``sentencex`` (Wikimedia, MIT): maintained, rules and abbreviation
lists for some 300 languages, compiled, no model to download, and its parts
put together are its input, which gives the offsets. pySBD, segtok, syntok and blingfire have
had no release for years; spaCy, Stanza and wtpsplit need a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import sentencex

# What stands for nothing to translate at the ends of a sentence, and alone is no sentence:
# controls, white space, direction marks, the byte-order mark, and what SentencePiece's
# normalisation takes for a space (U+2581, U+FFFD and so lone surrogates).
_BLANK = "".join(
    chr(code)
    for first, last in (
        (0x00, 0x20),
        (0x7F, 0xA0),
        (0x2000, 0x200C),
        (0x200E, 0x200F),
        (0x2028, 0x202F),
        (0x2066, 0x2069),
        *((code, code) for code in (0xAD, 0x61C, 0x1680, 0x205F, 0x2060, 0x2581, 0x3000)),
        *((code, code) for code in (0xFEFF, 0xFFFD)),
    )
    for code in range(first, last + 1)
)
WINDOW = 8192
"""The longest stretch of a line, in characters, in which a sentence boundary is looked for."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def split(text: str, language: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a text.

    A line break always ends a sentence: it may be a heading, an item of a list, a verse.

    Args:
        text: any text, of any number of paragraphs.
        language: of the text, as an ISO 639 code ("en"); an unknown one is split by the
            rules that most languages share.

    Returns:
        [start, end) in ``text`` of each sentence, in order, without the white space around
        it; none for blank text.
    """
    # One character for one, so that the spans fit the original.
    clean = _SURROGATE.sub("\ufffd", text)
    spans: list[tuple[int, int]] = []
    start = 0
    for line in clean.splitlines(keepends=True):
        for part in _parts(line, language):
            content = part.lstrip(_BLANK)
            first = start + len(part) - len(content)
            content = content.rstrip(_BLANK)
            if content:
                spans.append((first, first + len(content)))
            start += len(part)
    return tuple(spans)


def join(text: str, spans: Sequence[tuple[int, int]], translations: Sequence[str]) -> str:
    """The translations with what stood between, before and after the sentences.

    Args:
        text: the original.
        spans: of its sentences, as ``split`` gave them.
        translations: one a sentence.

    Raises:
        ValueError: there are not as many translations as sentences.
    """
    parts: list[str] = []
    end = 0
    for (start, following), translation in zip(spans, translations, strict=True):
        parts += (text[end:start], translation)
        end = following
    parts.append(text[end:])
    return "".join(parts)


def _parts(line: str, language: str) -> Iterator[str]:
    """The line in parts, each a sentence with the white space after it.

    A window slides over a long line, since ``sentencex`` takes quadratic time over quotation
    marks (8 s for 200 kB of ``“a``). Only where it finds no boundary in a whole window
    is the text cut elsewhere; no model takes a sentence of that length.
    """
    start = 0
    while start < len(line):
        window = line[start : start + WINDOW]
        parts = _segment(window, language)
        if start + WINDOW < len(line):
            if len(parts) > 1:
                parts.pop()  # its end may lie beyond the window
            else:
                parts = [window[: window.rfind(" ") + 1] or window]
        yield from parts
        start += sum(map(len, parts))


def _segment(text: str, language: str) -> list[str]:
    if not text.strip(_BLANK):
        return [text]
    parts: list[str] = sentencex.segment(language, text)
    # Spans depend on this; one long sentence is better than wrong ones.
    return parts if "".join(parts) == text else [text]
