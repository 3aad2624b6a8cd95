"""Turns, ratios, lines, threads, and the comparison of outputs."""

from __future__ import annotations

import random
import statistics

import numpy as np
import pytest
import torch

from benchmarks import threads
from benchmarks.errors import BenchmarkError
from benchmarks.latency import percentile
from benchmarks.lengths import live_bytes
from benchmarks.measure import Times, against, alike, compared, fit_line, in_turns, same


def test_contestants_take_turns_and_each_is_first_as_often() -> None:
    calls: list[str] = []
    contestants = {name: (lambda name=name: calls.append(name)) for name in "abc"}
    times = in_turns("x", contestants, rounds=3, given=None)
    assert "".join(calls) == "abcbcacab"
    for name in "abc":
        assert len(times.seconds[name]) == len(times.used[name]) == 3
        assert all(value > 0 for value in times.seconds[name])


def test_a_ratio_is_the_median_of_those_of_the_rounds() -> None:
    ours, peer = [10.0, 20.0, 90.0], [10.0, 10.0, 100.0]
    result = compared("x", ours, peer, "tokens/s", 1.0)
    assert result.ratio == 1.0 != statistics.median(ours) / statistics.median(peer)
    assert (result.ours, result.peer, result.spread) == (20.0, 10.0, (0.9, 2.0))


@pytest.mark.parametrize(
    ("unit", "ours", "peer", "ratio"),
    [("tokens/s", 50.0, 25.0, 2.0), ("s", 0.02, 0.04, 0.5), ("ms", 20.0, 40.0, 0.5)],
)
def test_seconds_become_the_unit(unit, ours, peer, ratio) -> None:
    times = Times({"a": [2.0, 2.0], "b": [4.0, 4.0]})
    result = against("x", times, "a", "b", unit, work=100)
    assert (result.ours, result.peer, result.ratio) == pytest.approx((ours, peer, ratio))


def test_by_processor_time_what_others_took_is_left_out() -> None:
    # Twice the wall, half the processor: another program was at work.
    times = Times({"a": [1.0, 2.0], "b": [3.0, 3.0]}, {"a": [1.0, 0.5], "b": [1.0, 1.0]})
    assert times.by_processor("a", {"b": "the other"}) == "3.00 × the other"


def test_an_engine_that_takes_more_cores_than_it_was_given_is_refused() -> None:
    threads.check("x", 1, {"ours": 1.0, "peer": 1.1})
    threads.check("x", 2, {"ours": 2.1})
    with pytest.raises(BenchmarkError, match=r"peer kept 1\.90 cores busy and was given 1 "):
        threads.check("x", 1, {"ours": 1.0, "peer": 1.9})


def test_torch_gets_its_threads_back() -> None:
    before = torch.get_num_threads()
    with threads.torch_threads(before + 1):
        assert torch.get_num_threads() == before + 1
    assert torch.get_num_threads() == before

    def fail() -> None:
        with threads.torch_threads(before + 1):
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert torch.get_num_threads() == before


def test_a_line_through_points_on_a_line() -> None:
    line = fit_line([125, 250, 500], [3.25, 4.5, 7.0])
    assert (line.start, line.slope, line.fit) == pytest.approx((2.0, 0.01, 1.0))
    assert line.at(1000) == pytest.approx(12.0)


def test_a_line_is_that_of_least_squares() -> None:
    dice = random.Random(3)
    for _ in range(20):
        xs = [float(x) for x in dice.sample(range(1, 500), 9)]
        ys = [dice.gauss(3, 1) + 0.01 * x for x in xs]
        line = fit_line(xs, ys)
        slope, start = np.polyfit(xs, ys, 1)
        assert (line.slope, line.start) == pytest.approx((slope, start))
        assert line.fit == pytest.approx(np.corrcoef(xs, ys)[0, 1] ** 2)


def test_a_bend_is_seen() -> None:
    xs = [1.0, 2.0, 3.0, 4.0]
    assert fit_line(xs, [x**2 for x in xs]).fit < 0.99
    assert fit_line(xs[:2], [1.0, 4.0]).at(4) < 16


def test_a_line_without_enough_places_is_refused() -> None:
    for xs, ys in (([1.0], [2.0]), ([1.0, 1.0], [2.0, 3.0]), ([1.0, 2.0], [1.0])):
        with pytest.raises(ValueError, match="two different places"):
            fit_line(xs, ys)
    assert fit_line([1.0, 2.0], [5.0, 5.0]).fit == 1.0


def test_outputs_that_are_the_same_are_let_through() -> None:
    same("x", [[1, 2], [3]], {"a": [[1, 2], [3]], "b": [[1, 2], [3]]})


def test_a_difference_is_refused_and_named() -> None:
    said = r"greedy: 1 of 2 outputs of slow are others .* sentence 2: ours \[3\], slow \[4\]"
    with pytest.raises(BenchmarkError, match=said):
        same("greedy", [[1, 2], [3]], {"a": [[1, 2], [3]], "slow": [[1, 2], [4]]})
    with pytest.raises(BenchmarkError, match="ours wrote 2 outputs and slow 1"):
        same("greedy", [[1, 2], [3]], {"slow": [[1, 2]]})
    with pytest.raises(BenchmarkError, match="1 of 1"):
        same("greedy", [[1, 2]], {"slow": [[1]]})


def test_what_need_not_be_the_same_is_counted() -> None:
    assert alike([[1], [2], [3]], [[1], [0], [3]]) == "2 of 3"


def test_percentiles_are_values_that_there_were() -> None:
    values = list(range(100, 0, -1))
    assert percentile(values, 0.5) == 51
    assert percentile(values, 0.95) == 96
    assert percentile(values, 1.0) == 100


def test_bytes_of_tensors_are_counted_once() -> None:
    before = live_bytes()
    tensor = torch.zeros(1000, 1000)
    views = [tensor[1:], tensor.t(), tensor.view(-1)]
    assert live_bytes() - before == 4_000_000
    del tensor, views
    assert live_bytes() == before
