"""Batches side by side: what comes of them, and what happens when one fails."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import torch

from engine.errors import CancelledError, InputTooLongError
from engine.search import many
from engine.search.batch import decode_batch
from engine.search.many import decode_many
from engine.search.options import SearchOptions

SOURCES = [[5 + (i * 7 + k) % 40 for k in range(1 + i % 9)] + [3] for i in range(23)]


@pytest.fixture(params=[1, 2, 3])
def threads(request: pytest.FixtureRequest) -> Iterator[int]:
    before = torch.get_num_threads()
    torch.set_num_threads(request.param)
    yield request.param
    torch.set_num_threads(before)


@pytest.mark.parametrize(
    "options",
    [SearchOptions(), SearchOptions(beam=3, n_best=2), SearchOptions(sample=True, seed=4)],
)
def test_each_sentence_is_what_it_is_alone(make_translator, threads, options) -> None:
    model = make_translator(3).model
    told: list[int] = []
    numbers = [i % 4 for i in range(len(SOURCES))]
    found = decode_many(model, SOURCES, options, numbers, 40, progress=told.append)
    for source, number, results in zip(SOURCES, numbers, found, strict=True):
        (alone,) = decode_batch(model, [source], options, [number])
        assert [result.ids for result in results] == [result.ids for result in alone]
        for result, other in zip(results, alone, strict=True):
            assert result.log_probabilities == pytest.approx(other.log_probabilities, abs=1e-5)
    assert sum(told) == len(SOURCES) and len(told) > 3
    assert torch.get_num_threads() == threads


def test_few_sentences_are_shared_out(make_translator, threads, monkeypatch) -> None:
    """Every core has one, and no more threads compute than were asked for."""
    seen: list[tuple[int, int]] = []
    lock = threading.Lock()

    def watched(model, sources, *arguments):
        with lock:
            seen.append((len(sources), torch.get_num_threads()))
        return decode_batch(model, sources, *arguments)

    monkeypatch.setattr(many, "decode_batch", watched)
    decode_many(make_translator().model, [[5, 6, 3]] * 6)
    assert seen == [(6 // threads, 1)] * threads


def test_nothing_is_nothing(make_translator, threads) -> None:
    assert decode_many(make_translator().model, []) == []


def test_one_failure_stops_the_others(make_translator, threads) -> None:
    """And it is the failure that is told, not that the others were stopped."""
    model = make_translator(max_positions=12).model
    with pytest.raises(InputTooLongError, match="21 pieces"):
        decode_many(model, [*SOURCES, [5] * 20 + [3]], batch_tokens=30)
    assert torch.get_num_threads() == threads
    assert not [thread for thread in threading.enumerate() if "decoding" in thread.name]


def test_cancelling_reaches_every_batch(make_translator, threads) -> None:
    asked = 0
    lock = threading.Lock()

    def cancelled() -> bool:
        nonlocal asked
        with lock:
            asked += 1
            return asked > 4

    with pytest.raises(CancelledError):
        decode_many(make_translator().model, SOURCES, batch_tokens=30, cancelled=cancelled)
    assert asked <= 4 + 3 * threads


def test_whoever_is_told_of_progress_may_stop_it(make_translator, threads) -> None:
    def told(count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decode_many(make_translator().model, SOURCES, batch_tokens=30, progress=told)
    assert not [thread for thread in threading.enumerate() if "decoding" in thread.name]
