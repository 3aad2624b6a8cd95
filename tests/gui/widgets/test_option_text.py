from __future__ import annotations

import dataclasses

import pytest

from engine.search.options import SearchOptions
from engine.trace import SentenceTrace
from gui.language import tr
from gui.widgets.option_text import OPTION_NAMES, brief, forced_text, option_name, option_value
from tests.gui.traces import love, trace_of


def sentence(**options: object) -> SentenceTrace:
    found = trace_of(love()).sentences[0]
    found.encoded = dataclasses.replace(
        found.encoded,
        options=SearchOptions(**options),  # type: ignore[arg-type]
    )
    return found


def test_every_option_has_a_name_and_a_value(qapp: object) -> None:
    place = sentence()
    options = SearchOptions()
    for field in dataclasses.fields(SearchOptions):
        assert field.name in OPTION_NAMES, "a new option needs words"
        assert option_value(field.name, getattr(options, field.name), place)
    assert option_name("something_else") == "something else"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, []),
        ({"beam": 4, "n_best": 4}, ["beam 4"]),
        ({"beam": 4, "n_best": 2}, ["beam 4", "2 outputs"]),
        (
            {"sample": True, "temperature": 0.8, "top_k": 5, "top_p": 0.9, "seed": 3},
            ["sampling", "T 0.8", "top-k 5", "top-p 0.9", "seed 3"],
        ),
        ({"sample": True, "n_best": 1}, ["sampling"]),
        ({"max_length": 20}, ["at most 20 pieces"]),
        ({"repetition_penalty": 1.2}, ["Repetition penalty 1.2"]),
        ({"no_repeat_ngram": 3}, ["Repeated n-grams none of 3 pieces"]),
    ],
)
def test_briefly(qapp: object, options: dict[str, object], words: list[str]) -> None:
    assert brief(sentence(**options)) == words


def test_ids_find_their_pieces(qapp: object) -> None:
    steps = trace_of(love()).sentences[0].steps
    ids = tuple(step.hypotheses[0].piece.id for step in steps)
    place = sentence(prefix=ids[:3], forbidden=(ids[3], 7999))
    assert brief(place) == ["never “aime”, “piece 7999”", "begins “Je t'”"]
    assert forced_text(place, "as typed") == "as typed"
    # Of a translation that has not got so far, piece by piece.
    del place.steps[2:]
    assert forced_text(place, ids[:3]) == f"\u2581Je \u2581t piece {ids[2]}"


def test_heads_are_named_from_one(qapp: object) -> None:
    heads = tuple(("cross", 0, head) for head in range(8))
    place = sentence(heads_off=heads)
    value = option_value("heads_off", place.encoded.options.heads_off, place)
    assert value.startswith("cross layer 1 head 1, cross layer 1 head 2, ")
    assert value.endswith(tr("and %n more", "heads", 2))
    assert brief(place) == [tr("%n head(s) off", "", 8)]
    assert option_value("heads_off", (), place) == "none"
