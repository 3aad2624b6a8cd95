"""Texts that broke other translators, and some that might break this one."""

from __future__ import annotations

import unicodedata
from typing import Final

HARD: Final = {
    # What people reported of other translators.
    "endless salad": "salad",
    "one word": "increasingly",
    "capitals": "GAS RUN/INSPECTION PROPANE FIREPOTS",
    "a question in capitals": "DID YOU KNOW?",
    "odd capitals": "HAllo",
    "an emoji in the middle": "I love cats 😆 and you love dogs.",
    "paragraphs": "I love you.\n\nGood night.\n\n\nHello.\n",
    "a line break and a tab within": "I love\nyou very\tmuch.",
    "braces": "{ }",
    "markup": "<b>d</b><i>o</i>",
    # What lies in clipboards and files.
    "controls": "I love\x00you\x01 very\x1bmuch\x7f. \x85Yes.\x0bNo.\x0cWell.\x1cOh.",
    "nothing but controls": "\x00\x01\x02\x1b\x7f",
    "Windows' line ends": "I love you.\r\nGood night.\rHello.\r\n\r\n",
    "separators of lines": "I love you.\u2028Good night.\u2029Hello.",
    "private use": "I love \ue000\uf8ff\U000f0000\U0010fffd you.",
    "no characters at all": "I love \ufdd0\ufdd1\uffff\U0001fffe you.",
    "lone surrogates": "I \ud800love\udfff you \udc00\ud83d.",
    "marks of direction": "I \u202elove\u202c you \u2067very\u2069 \u200fmuch\u200e \u061c.",
    "right to left": "שלום עולם. مرحبا بالعالم!",
    "marks that pile up": "Z" + "\u0335\u0321\u0489" * 20 + "algo",
    "joined emoji": "👨\u200d👩\u200d👧 🇫🇷 👍🏽 "
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "only spaces": " " * 300,
    "all kinds of spaces": "\t \u00a0\u2003\u3000\u200b\ufeff\u205f\u1680",
    "only line breaks": "\n" * 50,
    "only punctuation": "?!.,;:—…«»“”" * 5,
    "a space mark": "I▁love▁you ▁ ▁▁.",
    "pieces of the vocabulary": "<s> </s> <unk> <pad> <0xF0> ▁",
    "percent and braces of formats": "%s %1 %n {0} {name} %%",
}


def _blocks() -> str:
    """A character of every block, 16 a line.

    Of every 16 code points (of 1,024 where one script fills thousands) the first one of each
    script or use: blocks begin at such borders.
    """
    taken, seen = [], set[tuple[int, str]]()
    for code in range(0x10, 0x110000):
        name = unicodedata.name(chr(code), "")
        kind = name.partition(" ")[0] if name else unicodedata.category(chr(code))
        place = (code // 16 if code < 0x3100 or 0xA000 <= code < 0x20000 else code // 0x400, kind)
        if kind not in ("Cn", "Cs") and place not in seen and (kind != "Co" or code % 0x400 == 0):
            seen.add(place)
            taken.append(chr(code))
    return "\n".join("".join(taken[start : start + 16]) for start in range(0, len(taken), 16))


BLOCKS: Final = _blocks()


def words(count: int) -> str:
    """So many words, in sentences of a dozen or so of which no two are the same."""
    said = "yesterday my old friend told me that he loves the sun and the sea"
    some = said.split()
    sentences = []
    while count > 0:
        number = len(sentences)
        length = min(count, 10 + number % 7)
        chosen = [some[(number * 3 + place * 5) % len(some)] for place in range(length - 1)]
        sentences.append(" ".join([*chosen, f"{number}."]).capitalize())
        count -= length
    return " ".join(sentences)


def lines(count: int) -> str:
    """So many lines, some of them blank."""
    return "\n".join("" if number % 10 == 9 else f"I love {number}." for number in range(count))
