from __future__ import annotations

import pytest

from engine.text.graphemes import continues, is_invisible


def clusters(text: str) -> list[str]:
    found: list[str] = []
    for character in text:
        if found and continues(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("abc", ["a", "b", "c"]),
        ("e\u0301a", ["e\u0301", "a"]),
        ("👨\u200d👩\u200d👧x", ["👨\u200d👩\u200d👧", "x"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("🇫🇷🇩🇪🇫", ["🇫🇷", "🇩🇪", "🇫"]),
        ("1\ufe0f\u20e32", ["1\ufe0f\u20e3", "2"]),
        ("ن\u200dن", ["ن\u200d", "ن"]),
    ],
)
def test_clusters(text: str, expected: list[str]) -> None:
    assert clusters(text) == expected


def test_nothing_continues_nothing() -> None:
    assert not continues("", "\u0301")


def test_invisible_characters() -> None:
    assert all(map(is_invisible, "\u200d\u200f\ufe0f\x00"))
    assert not any(map(is_invisible, "aé\u0301😀 "))
