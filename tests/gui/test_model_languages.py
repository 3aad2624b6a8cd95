"""What languages a model of several is asked for: choices, defaults, what a text says itself."""

from __future__ import annotations

import dataclasses
import json

import pytest

from gui.model_languages import (
    Pair,
    choosable,
    exchanged,
    fits,
    meant,
    name_of,
    said,
    usual,
    without_code,
)
from gui.models.last_languages import MOST, last_languages, remember
from gui.settings import Settings
from gui.widgets.languages import language_name, language_names, normal_code
from tests.gui.traces import MODEL

NLLB = dataclasses.replace(
    MODEL,
    name="nllb", source_language="en", target_language="", fingerprint="nllb",
    source_languages=("arb_Arab", "deu_Latn", "eng_Latn", "fra_Latn", "zho_Hans", "zho_Hant"),
    target_languages=("arb_Arab", "deu_Latn", "eng_Latn", "fra_Latn", "zho_Hans", "zho_Hant"),
)  # fmt: skip
ROMANCE = dataclasses.replace(
    MODEL, name="opus", target_language="", target_languages=("fra", "ita", "por"),
    fingerprint="opus",
)  # fmt: skip


def test_there_is_a_choice_where_there_are_two() -> None:
    assert [choosable(NLLB, side) for side in ("source", "target")] == [True, True]
    assert [choosable(ROMANCE, side) for side in ("source", "target")] == [False, True]
    assert not choosable(MODEL, "target") and not choosable(None, "source")
    one = dataclasses.replace(NLLB, target_languages=("fra_Latn",))
    assert not choosable(one, "target") and usual(one, Pair(), "de").target == "fra_Latn"


@pytest.mark.parametrize(
    ("info", "before", "interface", "expected"),
    [
        # The text that is there is in the language of the model before.
        (NLLB, Pair("fr", "de"), "en", Pair("fra_Latn", "deu_Latn")),
        (NLLB, Pair(), "fr", Pair("eng_Latn", "fra_Latn")),
        (NLLB, Pair(), "en", Pair("eng_Latn", "fra_Latn")),
        (NLLB, Pair("fr", "ja"), "fr", Pair("fra_Latn", "eng_Latn")),
        (NLLB, Pair("en", "zh"), "en", Pair("eng_Latn", "zho_Hans")),
        (NLLB, Pair("ar", "en"), "en", Pair("arb_Arab", "eng_Latn")),
        (ROMANCE, Pair("en", "it"), "en", Pair("", "ita")),
        (ROMANCE, Pair("en", "de"), "en", Pair("", "fra")),
        (MODEL, Pair("de", "it"), "it", Pair()),
    ],
)
def test_the_languages_to_begin_with(
    info: object, before: Pair, interface: str, expected: Pair
) -> None:
    assert usual(info, before, interface) == expected  # type: ignore[arg-type]
    assert fits(info, expected)  # type: ignore[arg-type]


def test_only_what_the_model_has_can_be_asked_for() -> None:
    assert not fits(NLLB, Pair("eng_Latn", "")), "its output cannot begin without a language"
    assert not fits(NLLB, Pair("", "fra_Latn")) and not fits(NLLB, Pair("eng_Latn", "fr"))
    assert fits(ROMANCE, Pair()) and not fits(ROMANCE, Pair("en", "fra"))
    assert fits(MODEL, Pair()) and not fits(MODEL, Pair("en", "fr"))


def test_a_text_that_says_its_language_comes_first() -> None:
    pair = Pair("eng_Latn", "fra_Latn")
    assert said(NLLB, "  >>deu_Latn<< Hi") == ">>deu_Latn<<"
    assert meant(NLLB, pair, ">>deu_Latn<<Hi").target == "deu_Latn"
    assert without_code(" >>deu_Latn<<  Hi", ">>deu_Latn<<") == "Hi"
    assert said(NLLB, ">>de<< Hi") == ">>de<<"
    assert meant(NLLB, pair, ">>de<<Hi").target == "deu_Latn"
    # What a model has not it refuses; what is no code is text to one, an unknown piece to others.
    for info in (NLLB, ROMANCE):
        assert said(info, ">>xyz<< Hi") == ">>xyz<<"
        assert meant(info, Pair("", "fra"), ">>xyz<< Hi").target == ""
    assert said(NLLB, ">>zh<< Hi") == ">>zh<<" and meant(NLLB, pair, ">>zh<< Hi").target == ""
    assert said(NLLB, ">>a b<< Hi") == "" and said(ROMANCE, ">>a b<< Hi") == ">>a b<<"
    assert said(MODEL, ">>fra<< Hi") == "" and said(NLLB, "Hi >>deu_Latn<<") == ""


def test_the_other_direction() -> None:
    assert exchanged(NLLB, Pair("eng_Latn", "fra_Latn")) == Pair("fra_Latn", "eng_Latn")
    assert exchanged(ROMANCE, Pair("en", "fra")) is None
    assert exchanged(MODEL, Pair("en", "fr")) is None
    half = dataclasses.replace(NLLB, target_languages=("fra_Latn", "deu_Latn"))
    assert exchanged(half, Pair("eng_Latn", "fra_Latn")) is None


def test_names_tell_the_languages_of_a_model_apart() -> None:
    names = language_names(NLLB.target_languages)
    assert list(names.values()) == [
        *("Arabic", "German", "English", "French", "Chinese (simplified)", "Chinese (traditional)")
    ]
    assert language_names(["fr", "fra"]) == {"fr": "French (fr)", "fra": "French (fra)"}
    assert name_of(NLLB, "target", "zho_Hant") == "Chinese (traditional)"
    assert name_of(NLLB, "target", "") == "" and name_of(MODEL, "source", "en") == "English"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        *(("fra_Latn", "French"), ("fr_XX", "French"), ("pt-BR", "Portuguese"), ("oci", "Occitan")),
        *(("ace_Arab", "Acehnese"), ("zsm_Latn", "Malay"), ("no", "Norwegian")),
        *(("ns", "Northern Sotho"),),
        *(("amh_Ethi", "Amharic"), ("gaz_Latn", "Oromo"), ("", ""), ("xx", "xx"), ("roa", "roa")),
    ],
)  # fmt: skip
def test_a_code_of_any_standard_has_its_name(code: str, name: str) -> None:
    assert language_name(code) == name


def test_codes_of_one_language_are_alike() -> None:
    assert len({normal_code(code) for code in ("fr", "fra", "fra_Latn", "fr_XX", "FR")}) == 1
    assert normal_code("acm_Arab") != normal_code("arb_Arab")


# Remembered ----------------------------------------------------------------------------


def test_languages_are_remembered_by_model() -> None:
    settings = Settings(None)
    assert last_languages(settings, NLLB) is None
    remember(settings, NLLB, Pair("fra_Latn", "deu_Latn"))
    remember(settings, ROMANCE, Pair("", "por"))
    remember(settings, NLLB, Pair("fra_Latn", "eng_Latn"))
    moved = dataclasses.replace(NLLB, folder="/elsewhere")
    assert last_languages(settings, moved) == Pair("fra_Latn", "eng_Latn")
    assert last_languages(settings, ROMANCE) == Pair("", "por")
    smaller = dataclasses.replace(NLLB, target_languages=("deu_Latn", "fra_Latn"))
    assert last_languages(settings, smaller) is None, "the model has it no longer"
    for number in range(MOST):
        remember(settings, dataclasses.replace(ROMANCE, fingerprint=str(number)), Pair("", "fra"))
    assert last_languages(settings, NLLB) is None
    assert len(json.loads(settings.text("models/languages"))) == MOST


@pytest.mark.parametrize(
    "damaged", ["", "{", "{}", "[1]", '[["nllb"]]', '[["nllb", 1, 2]]', "[" * 9999]
)
def test_what_is_damaged_counts_as_not_remembered(damaged: str) -> None:
    settings = Settings(None)
    settings.set("models/languages", damaged)
    assert last_languages(settings, NLLB) is None
    remember(settings, NLLB, Pair("fra_Latn", "eng_Latn"))
    assert last_languages(settings, NLLB) == Pair("fra_Latn", "eng_Latn")
