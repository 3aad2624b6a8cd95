"""The table, the list for JSON, and when a target is reached."""

from __future__ import annotations

import json
import math

import pytest

from benchmarks.errors import BenchmarkError
from benchmarks.result import RATES, Result, table

FASTER = Result("greedy", 1234.5, 1000.0, "tokens/s", 1.2345, 1.0, (1.1, 1.4))
SLOWER = Result("start: empty", 1.6, 1.0, "s", 1.6, 1.5, (1.55, 1.65))
ALONE = Result("typing", 123.4, None, "ms", target=400, spread=(99.94, 250.2))
TOLD = Result("greedy: eight bits", 9.87, 20.0, "tokens/s", 0.49)
WORDED = Result("memory", 476.2, 252.7, "MB", 1.88, 1.99, wording="peer + 250 MB")


def test_the_table() -> None:
    assert table([FASTER, SLOWER, ALONE, TOLD, WORDED]) == "\n".join(
        [
            "| what | ours | peer | ratio | target | reached |",
            "| --- | ---: | ---: | ---: | ---: | :---: |",
            "| greedy | 1,234 tokens/s | 1,000 tokens/s | 1.23 × (1.10–1.40) | ≥ 1 × | yes |",
            "| start: empty | 1.60 s | 1.00 s | 1.60 × (1.55–1.65) | ≤ 1.5 × | no |",
            "| typing | 123 ms (99.9–250) |  |  | ≤ 400 ms | yes |",
            "| greedy: eight bits | 9.87 tokens/s | 20.0 tokens/s | 0.49 × (0.49–0.49) |  |  |",
            "| memory | 476 MB | 253 MB | 1.88 × (1.88–1.88) | ≤ peer + 250 MB | yes |",
        ]
    )


def test_the_list() -> None:
    found = json.loads(json.dumps([each.as_object() for each in (FASTER, ALONE)]))
    assert found == [
        {
            "name": "greedy",
            "ours": 1234.5,
            "peer": 1000.0,
            "ratio": 1.2345,
            "target": 1.0,
            "unit": "tokens/s",
        },
        {
            "name": "typing",
            "ours": 123.4,
            "peer": None,
            "ratio": None,
            "target": 400,
            "unit": "ms",
        },
    ]


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_what_is_no_number_is_in_no_list(value: float) -> None:
    with pytest.raises(BenchmarkError, match=r"greedy: ours is (nan|inf)\."):
        Result("greedy", value, 1.0, "tokens/s").as_object()


@pytest.mark.parametrize(
    ("unit", "at_least"),
    [("tokens/s", True), ("passes/s", True), ("sentences/s", True),
     ("s", False), ("ms", False), ("MB", False)],
)  # fmt: skip
def test_of_a_rate_more_is_better_and_of_all_else_less(unit, at_least) -> None:
    assert (unit in RATES) == at_least
    for ratio, above in ((1.01, True), (0.99, False)):
        assert Result("x", 1, 1, unit, ratio, 1.0).reached == (above == at_least)
        assert Result("x", ratio, None, unit, None, 1.0).reached == (above == at_least)
    assert Result("x", 1, 1, unit, 1.0, 1.0).reached
    assert Result("x", 1, 1, unit, 1.0).reached is None
