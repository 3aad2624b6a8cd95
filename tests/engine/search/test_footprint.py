"""The estimate of a record is an upper bound, and not wildly above what is really held."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.errors import InputTooLongError
from engine.events import ModelInfo, Piece
from engine.search.footprint import recorded_bytes
from engine.search.options import SearchOptions

TEXT = "The dog chased the cat. My name is Vikas. I love cricket, finance, and AI."


def held(value: Any, seen: set[int]) -> int:
    """Bytes of a value and all that hangs on it, each object once.

    Pieces and the model's description are the translator's own.
    """
    if id(value) in seen or isinstance(value, Piece | ModelInfo | SearchOptions | type):
        return 0
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        if id(value) in seen and value.base is not None:
            return 0
        seen.add(id(value))
        return int(value.nbytes)
    total = sys.getsizeof(value)
    if isinstance(value, tuple | list):
        return total + sum(held(each, seen) for each in value)
    if hasattr(value, "__dict__"):
        inner = vars(value)
        return total + sys.getsizeof(inner) + sum(held(each, seen) for each in inner.values())
    return total


def arrays(value: Any, seen: set[int]) -> int:
    """Bytes of the distinct arrays alone."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        fresh = id(value) not in seen
        seen.add(id(value))
        return int(value.nbytes) if fresh else 0
    if isinstance(value, tuple | list):
        return sum(arrays(each, seen) for each in value)
    return (
        sum(arrays(each, seen) for each in vars(value).values())
        if hasattr(value, "__dict__")
        else 0
    )


@pytest.mark.parametrize("record", ["all", "best", "none"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"beam": 4, "n_best": 4},
        {"beam": 4, "candidates": 1},
        {"sample": True, "n_best": 5, "seed": 1},
        {"prefix": (50,) * 40, "max_length": None, "length_extra": 5},
        {"candidates": 10_000, "max_length": 5},
    ],
)
@pytest.mark.parametrize("decoder_self", ["attention", "ssru"])
def test_the_estimate_bounds_what_runs_to_the_limit_hold(
    make_translator, record, options, decoder_self
) -> None:
    translator = make_translator(1, decoder_self=decoder_self)
    options = SearchOptions(**{"max_length": 20, "forbidden": (3,), **options})
    events = list(translator.stream(TEXT, options, record, memory_limit=None))
    lengths = [len(event.pieces) for event in events if hasattr(event, "pieces")]
    assert len(lengths) == 3
    estimate = recorded_bytes(translator.model.config, options, lengths, record)
    real = held(events, set())
    assert arrays(events, set()) < real <= estimate < 3 * real


def test_arrays_dominate_a_wide_network_and_the_bound_is_near(make_translator) -> None:
    translator = make_translator(2, d_model=64, heads=32, decoder_layers=4)
    options = SearchOptions(max_length=40, forbidden=(3,), candidates=1)
    events = list(translator.stream(TEXT, options))
    lengths = [len(event.pieces) for event in events if hasattr(event, "pieces")]
    estimate = recorded_bytes(translator.model.config, options, lengths, "all")
    assert arrays(events, set()) <= estimate < 1.2 * arrays(events, set())


@pytest.mark.parametrize("heads", [1, 2])
def test_masks_count_where_little_else_is_recorded(make_translator, heads) -> None:
    translator = make_translator(2, heads=heads, encoder_layers=0, decoder_layers=1)
    options = SearchOptions(max_length=3, candidates=1)
    text = "love " * 120
    events = list(translator.stream(text, options, "none"))
    (length,) = [len(event.pieces) for event in events if hasattr(event, "pieces")]
    assert recorded_bytes(translator.model.config, options, [length], "none") > length**2 * 4


def test_a_reference_counts_as_long_as_it_is(make_translator) -> None:
    translator = make_translator()
    config = translator.model.config
    short = SearchOptions(max_length=6, reference=(50,) * 5, candidates=2)
    long = replace(short, reference=(50,) * 300)
    for record in ("all", "best", "none"):
        few, many = (recorded_bytes(config, each, [8], record) for each in (short, long))
        assert many > 40 * few
    events = list(translator.stream("The dog.", long))
    source = len(events[1].pieces)
    real = held(events, set())
    assert real <= recorded_bytes(config, long, [source], "all") < 3 * real


def test_a_prefix_belongs_to_the_first_sentence_alone(make_translator) -> None:
    config = make_translator().model.config
    plain, forced = SearchOptions(), SearchOptions(prefix=(50,) * 100)
    one, two = (recorded_bytes(config, forced, lengths, "all") for lengths in ([8], [8, 9]))
    assert two - one == recorded_bytes(config, plain, [9], "all")
    assert one > recorded_bytes(config, plain, [8], "all")


def test_no_sentence_takes_nothing(make_translator) -> None:
    assert recorded_bytes(make_translator().model.config, SearchOptions(), [], "all") == 0


def test_what_cannot_be_forced_is_refused_as_the_search_would(make_translator) -> None:
    options = SearchOptions(max_length=3, prefix=(50,) * 4)
    with pytest.raises(InputTooLongError, match="prefix has 4 pieces"):
        recorded_bytes(make_translator().model.config, options, [5], "all")
