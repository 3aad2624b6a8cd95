from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from engine.search.options import SearchOptions
from engine.search.score import normaliser

REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"beam": 0}, "beam must be at least 1, not 0"),
    ({"beam": 33}, "beam must be at most 32, not 33"),
    ({"beam": 2.5}, "beam must be a whole number, not 2.5"),
    ({"beam": True}, "beam must be a whole number, not True"),
    ({"beam": "4"}, "beam must be a whole number, not '4'"),
    ({"n_best": 0}, "n_best must be at least 1, not 0"),
    ({"n_best": 2}, "n_best 2 asks for more hypotheses than beam 1 keeps"),
    ({"n_best": 5, "beam": 4}, "n_best 5 asks for more hypotheses than beam 4 keeps"),
    ({"n_best": 33, "sample": True}, "n_best must be at most 32 draws, not 33"),
    ({"normalisation": "median"}, "normalisation must be one of none, average, gnmt"),
    ({"alpha": -0.1}, "alpha must be at least 0, not -0.1"),
    ({"alpha": float("nan")}, "alpha must be at least 0, not nan"),
    ({"alpha": float("inf")}, "alpha must be"),
    ({"alpha": 1000.0}, "alpha must be at most 10, not 1000.0"),
    ({"alpha": "x"}, "alpha must be a number, not 'x'"),
    ({"stopping": "never"}, "stopping must be one of exact, heuristic, first"),
    ({"max_length": 0}, "max_length must be at least 1, not 0"),
    ({"max_length": float("nan")}, "max_length must be a whole number, not nan"),
    ({"length_factor": -1}, "length_factor must be at least 0, not -1"),
    ({"length_factor": float("inf")}, "length_factor must be"),
    ({"length_extra": 0}, "length_extra must be at least 1, not 0"),
    ({"candidates": 0}, "candidates must be at least 1, not 0"),
    ({"no_repeat_ngram": -1}, "no_repeat_ngram must be at least 0, not -1"),
    ({"repetition_penalty": 0}, "repetition_penalty must be above 0, not 0"),
    ({"repetition_penalty": float("nan")}, "repetition_penalty must be above 0, not nan"),
    ({"sample": 1}, "sample must be true or false, not 1"),
    ({"sample": True, "beam": 2}, "sample draws one piece at a time and beam 2 keeps the best"),
    ({"sample": True, "temperature": 0}, "temperature must be above 0, not 0"),
    ({"sample": True, "temperature": float("inf")}, "temperature must be at most 1000, not"),
    ({"sample": True, "temperature": 10**400}, "temperature must be at most 1000, not"),
    ({"repetition_penalty": 10**400}, "repetition_penalty must be at most 1000, not"),
    ({"sample": True, "top_k": -1}, "top_k must be at least 0, not -1"),
    ({"sample": True, "top_p": 0}, "top_p must be above 0 and at most 1, not 0"),
    ({"sample": True, "top_p": 1.1}, "top_p must be above 0 and at most 1, not 1.1"),
    ({"sample": True, "top_p": float("nan")}, "top_p must be above 0 and at most 1, not nan"),
    ({"sample": True, "seed": -1}, "seed must be at least 0, not -1"),
    ({"temperature": 0.5}, "temperature has a meaning only with sample"),
    ({"top_k": 5}, "top_k has a meaning only with sample"),
    ({"top_p": 0.9}, "top_p has a meaning only with sample"),
    ({"seed": 7}, "seed has a meaning only with sample"),
    ({"beam": 4, "required": (5,), "forbidden": (5,)}, "piece 5 is both required and forbidden"),
    ({"required": (5,)}, "1 required pieces need a beam of at least 2"),
    ({"beam": 2, "required": (5, 6)}, "2 required pieces need a beam of at least 3"),
    ({"sample": True, "required": (5,)}, "1 required pieces need a beam"),
    ({"forbidden": "abc"}, "forbidden must be"),
    ({"forbidden": (1.5,)}, "forbidden must be"),
    ({"required": 5}, "required must be"),
    ({"prefix": 5}, "prefix must be"),
    ({"prefix": None}, "prefix must be"),
    ({"reference": (None,)}, "reference must be"),
    ({"reference": "a", "prefix": "b"}, "reference is the whole output; prefix contradicts it"),
    ({"reference": (5,), "required": (6,), "beam": 2}, "required contradicts it"),
    ({"reference": (5,), "beam": 2}, "reference leaves nothing to search or to draw"),
    ({"reference": (5,), "sample": True}, "reference leaves nothing to search or to draw"),
    ({"source_language": 3}, "source_language must be text, not 3"),
    ({"target_language": None}, "target_language must be text, not None"),
    ({"begins_with": "abc"}, "begins_with must be a tuple of piece ids"),
    ({"heads_off": "cross"}, "heads_off must be a tuple of (kind, layer, head), not 'cross'"),
    ({"heads_off": (("cross", 0),)}, "heads_off must hold (kind, layer, head)"),
    ({"heads_off": (("Cross", 0, 0),)}, "the kind of heads_off must be one of encoder self"),
    ({"heads_off": (("cross", 0, -1),)}, "heads_off must count layers and heads from 0"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "message"), REFUSED, ids=lambda value: str(value)[:60])
def test_nonsense_is_refused_by_name(values, message) -> None:
    with pytest.raises(ValueError) as refused:
        SearchOptions(**values)
    assert message in str(refused.value)
    with pytest.raises(ValueError) as refused:
        SearchOptions.from_dict(values)
    assert message in str(refused.value)


ACCEPTED: list[dict[str, Any]] = [
    {},
    {"beam": 32, "n_best": 32, "normalisation": "average", "alpha": 1, "stopping": "first"},
    {"beam": 3, "required": (5, 5), "forbidden": (6, 7), "no_repeat_ngram": 3},
    {"sample": True, "n_best": 32, "temperature": 0.3, "top_k": 4, "top_p": 0.5, "seed": 10**30},
    {"prefix": (4, 5), "max_length": 9, "repetition_penalty": 1.2, "candidates": 3},
    {"prefix": "Je vous", "length_factor": 0, "length_extra": 5},
    {"reference": (4, 5)},
    {"reference": ()},
    {"reference": "Je vous aime."},
    {"heads_off": (("cross", 1, 3), ("encoder self", 0, 0), ("cross", 1, 3))},
]


@pytest.mark.parametrize("values", ACCEPTED, ids=str)
def test_options_survive_a_journey_through_json(values) -> None:
    options = SearchOptions(**values)
    assert SearchOptions.from_dict(json.loads(json.dumps(asdict(options)))) == options


def test_equal_sets_of_heads_are_equal_options() -> None:
    first = SearchOptions(heads_off=(("cross", 1, 3), ("encoder self", 0, 0)))
    second = SearchOptions(heads_off=(("encoder self", 0, 0), ("cross", 1, 3), ("cross", 1, 3)))
    assert first == second and hash(first) == hash(second)
    assert second.heads_off == (("encoder self", 0, 0), ("cross", 1, 3))
    assert second.of_sentence(2) == second


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="the search option 'beams' is unknown"):
        SearchOptions.from_dict({"beams": 4})


def test_the_greatest_options_still_give_numbers() -> None:
    """Whatever is accepted can be computed with: no overflow in the longest output's score."""
    for normalisation in ("average", "gnmt"):
        options = SearchOptions(normalisation=normalisation, alpha=10)
        assert 1 < normaliser(100_000, options) < float("inf")


def test_a_prefix_belongs_to_the_first_sentence() -> None:
    options = SearchOptions(beam=4, prefix=(5,), forbidden=(6,))
    assert options.of_sentence(0) is options
    assert options.of_sentence(1) == SearchOptions(beam=4, forbidden=(6,))
    plain = SearchOptions(beam=4)
    assert plain.of_sentence(3) is plain


def test_the_options_that_are_not_the_usual_ones() -> None:
    assert SearchOptions().differing() == {}
    options = SearchOptions(beam=4, n_best=2, max_length=9)
    assert options.differing() == {"beam": 4, "n_best": 2, "max_length": 9}
