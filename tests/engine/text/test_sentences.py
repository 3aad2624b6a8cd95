from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.sentences import WINDOW, join, split


def sentences(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in split(text, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My name is Vikas. I love cricket, finance, and AI.",
            ["My name is Vikas.", "I love cricket, finance, and AI."],
        ),
        ("Mr. Smith paid $3.14. He left.", ["Mr. Smith paid $3.14.", "He left."]),
        ("Dr. Jones and Mrs. Lee came.", ["Dr. Jones and Mrs. Lee came."]),
        ("Cats, e.g. mine, eat fish.", ["Cats, e.g. mine, eat fish."]),
        ("The U.S. is big. Really?! Yes.", ["The U.S. is big.", "Really?!", "Yes."]),
        ("Wait... what? No!", ["Wait... what?", "No!"]),
        ("“Are you OK?” she asked. “Yes.”", ["“Are you OK?” she asked.", "“Yes.”"]),
        ('He said "Stop!" and left. She stayed.', ['He said "Stop!" and left.', "She stayed."]),
        ("He left at 10:30 p.m. Then he slept.", ["He left at 10:30 p.m.", "Then he slept."]),
        ("Seán Murray is here", ["Seán Murray is here"]),
        ("Hi 👨\u200d👩\u200d👧. 🇫🇷 Yes! 👍🏽", ["Hi 👨\u200d👩\u200d👧.", "🇫🇷 Yes!", "👍🏽"]),
        ("שלום עולם. מה שלומך? טוב.", ["שלום עולם.", "מה שלומך?", "טוב."]),
        ("مرحبا. كيف حالك؟ جيد.", ["مرحبا.", "كيف حالك؟", "جيد."]),
        ("12 + 30 = 42", ["12 + 30 = 42"]),
        ("A heading\nA line. Another.\r\n\r\n\tLast", ["A heading", "A line.", "Another.", "Last"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "blank",
    ["", " ", "\n", "\r\n\t\u00a0\u202f", "\ufeff", "\u200b\u200e", "\x00\x1f", "\ud800", "▁"],
)
def test_blank_text_has_no_sentence(blank: str) -> None:
    assert split(blank, "en") == ()
    assert join(blank, (), ()) == blank


@pytest.mark.parametrize("language", ["en", "fr", "de", "en-GB", "", "xx", "English"])
def test_any_language_name_will_do(language: str) -> None:
    assert sentences("Hello there. How are you?", language) == ["Hello there.", "How are you?"]


def test_translations_come_back_between_the_original_white_space() -> None:
    text = "\ufeff  One.  Two.\r\n\r\n\tThree\u00a0\n \n"
    spans = split(text, "en")
    assert join(text, spans, ["Un.", "Deux.", "Trois"]) == (
        "\ufeff  Un.  Deux.\r\n\r\n\tTrois\u00a0\n \n"
    )


def test_a_flag_of_tags_keeps_its_end() -> None:
    flag = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert sentences(f"England {flag}") == [f"England {flag}"]


def test_as_many_translations_as_sentences() -> None:
    with pytest.raises(ValueError):
        join("One. Two.", split("One. Two.", "en"), ["Un."])


def check(text: str) -> tuple[tuple[int, int], ...]:
    spans = split(text, "en")
    before = 0
    for start, end in spans:
        assert before <= start < end <= len(text)
        assert not any(c.isalnum() for c in text[before:start])
        sentence = text[start:end]
        assert sentence == sentence.strip()
        assert len(sentence.splitlines()) == 1
        before = end
    assert not any(c.isalnum() for c in text[before:])
    assert join(text, spans, [text[a:b] for a, b in spans]) == text
    return spans


@given(st.text(st.characters() | st.sampled_from("aB. ?!\n\r\t\"'()…\u2028\ud800"), max_size=60))
def test_no_character_is_lost(text: str) -> None:
    check(text)


def test_a_huge_line_is_split_like_a_small_one() -> None:
    part = "My name is Vikas. I love cricket, e.g. on Sundays, in the U.S. team. Mr. Lee?! "
    text = part * 2500
    assert len(text) > 190_000
    small, whole = sentences(part), sentences(text)
    assert whole == small * 2500
    check(text)


def test_a_text_without_boundaries_is_cut_between_words() -> None:
    text = "word " * (WINDOW // 2)
    assert {len(sentence) % 5 for sentence in sentences(text)} == {4}
    assert all(len(sentence) <= WINDOW for sentence in sentences(text))
    assert sentences("word " * (WINDOW // 5)) == [("word " * (WINDOW // 5)).strip()]
    check(text)


@pytest.mark.parametrize("part", ["\n", " \n", "(", "'", "“a ", "«a. ", " ", "\u200b", "a", "."])
def test_huge_odd_text_comes_to_an_end(part: str) -> None:
    check(part * (200_000 // len(part)))
