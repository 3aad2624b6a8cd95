from __future__ import annotations

import pytest

from engine.events import Piece
from gui.widgets.languages import language_name
from gui.widgets.pieces import axis_tokens, describe, label, log_text, weight_text


def piece(text: str, kind: str = "normal", surface: str | None = None) -> Piece:
    return Piece(7, text, kind, text if surface is None else surface)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("\u2581love", "\u2581love"),
        ("a\nb", "a⏎b"),
        ("\t", "⇥"),
        ("\u00a0", "⍽"),
        ("\x07", "\\u0007"),
        ("\u0301", "\u25cc\u0301"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("שלום", "שלום"),
    ],
)
def test_labels_show_every_character_on_one_line(shown: str, expected: str) -> None:
    assert label(piece("x", surface=shown)) == expected


def test_an_empty_surface_falls_back_to_the_spelling() -> None:
    assert label(piece("<0xF0>", "byte", "")) == "<0xF0>"


def test_descriptions_say_what_is_particular() -> None:
    assert describe(piece("</s>", "special")) == "“</s>”, id 7, special token"
    assert "unknown to the vocabulary" in describe(piece("<unk>", "unknown", "ß"))
    assert "“ß”" in describe(piece("<unk>", "unknown", "ß"))
    assert "byte fallback <0xF0>" in describe(piece("<0xF0>", "byte", "😆"))


def test_axis_tokens_tell_spaces_and_specials() -> None:
    word, end, literal = axis_tokens([piece("\u2581la"), piece("</s>", "special"), piece("_x")])
    assert (word.text, word.spaced, word.special) == ("_la", True, False)
    assert "\u2581la" in word.tooltip
    assert (end.text, end.special) == ("</s>", True)
    assert not literal.spaced


@pytest.mark.parametrize(
    ("weight", "text"),
    [(1.0, "1.000000"), (0.0, "0.000000"), (0.12345678, "0.123457"), (0.000012345, "1.234e−05")],
)
def test_weights_have_at_least_four_digits(weight: float, text: str) -> None:
    assert weight_text(weight) == text


def test_language_names() -> None:
    assert language_name("en") == "English"
    assert language_name("fr") == "French"
    assert language_name("Klingonese, old") == "Klingonese, old"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (-0.09173123, "\u22120.09173"),
        (-2.302585, "\u22122.303"),
        (-104.27, "\u2212104.3"),
        (-0.000012, "\u22121.200e\u221205"),
        (-0.037, "\u22120.03700"),
        (-2.0, "\u22122.000"),
    ],
)
def test_logarithms_keep_four_digits(value: float, expected: str) -> None:
    assert log_text(value) == expected
