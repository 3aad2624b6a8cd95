from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.typography import french_spacing

N, W = "\u202f", "\u00a0"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Où est la gare ?", f"Où est la gare{N}?"),
        ("Où est la gare?", f"Où est la gare{N}?"),
        ("Où est la gare\u00a0?", f"Où est la gare{N}?"),
        ("Bonjour! Ça va?", f"Bonjour{N}! Ça va{N}?"),
        ("Quoi ?! Non!!!", f"Quoi{N}?! Non{N}!!!"),
        ("Il part ; elle reste; fin", f"Il part{N}; elle reste{N}; fin"),
        ("Il dit : « Viens ! »", f"Il dit{W}: «{W}Viens{N}!{W}»"),
        ('(Vraiment ?) "Oui?"', f'(Vraiment{N}?) "Oui{N}?"'),
        ("En 2010 ?", f"En 2010{N}?"),
        ("Une ligne ?\nDeux !", f"Une ligne{N}?\nDeux{N}!"),
        ("L'été e\u0301te\u0301?", f"L'été e\u0301te\u0301{N}?"),
    ],
)
def test_french_marks(text: str, expected: str) -> None:
    assert french_spacing(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Il est 12:30.",
        "3.14 1,000 5! 1:2",
        "https://a.fr/x?y=1;z=2 et http://b.fr?",
        "www.a.fr/?q",
        "a@b.fr?",
        ":-) ;-) ;) :) :D",
        "Salut :-) et ;)",
        "a != b",
        "c&eacute; &amp; d",
        "? seul",
        " !",
        "«mot»",
        "Note: ceci",
        "Je t'aime beaucoup.",
        "...",
        "\n: ",
    ],
)
def test_what_stays_as_it_is(text: str) -> None:
    assert french_spacing(text) == text


ANY = st.text(st.characters() | st.sampled_from(f"aé1 {N}{W}?!;:«»().&@/-\n"), max_size=40)


@given(ANY)
def test_twice_is_once(text: str) -> None:
    once = french_spacing(text)
    assert french_spacing(once) == once


@given(ANY)
def test_only_spaces_change(text: str) -> None:
    def rest(value: str) -> str:
        return "".join(c for c in value if c not in f" {N}{W}")

    assert rest(french_spacing(text)) == rest(text)


@pytest.mark.parametrize("part", ["a?", " ", "?", "@", "a;", "&a", "« ", "é ! "])
def test_huge_text_comes_to_an_end(part: str) -> None:
    text = part * (100_000 // len(part))
    assert len(french_spacing(text)) >= len(text) // 100_000
