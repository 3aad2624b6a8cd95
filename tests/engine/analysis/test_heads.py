"""Each measure against the same arithmetic in plain Python, one number at a time."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from engine.analysis.heads import (
    Measure,
    RunningMeans,
    at_offset,
    confidence,
    entropy,
    head_measures,
    near_diagonal,
    order_of,
    row_measures,
)

NAN = float("nan")


def softmax(seed: int, *shape: int, causal: bool = False) -> np.ndarray:
    generator = np.random.default_rng(seed)
    logits = generator.normal(scale=2.0, size=shape)
    if causal:
        logits[..., np.triu_indices(shape[-1], 1)[0], np.triu_indices(shape[-1], 1)[1]] = -np.inf
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    rows: np.ndarray = (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)
    return rows


def mean(values: list[float]) -> float:
    said = [value for value in values if not math.isnan(value)]
    return sum(said) / len(said) if said else NAN


def plain(
    weights: np.ndarray, counted: list[bool] | None, allowed: np.ndarray | None
) -> dict[Measure, float]:
    """The measures of one head, [query, key]."""
    rows = [[float(weight) for weight in row] for row in weights]

    def at(query: int, key: int) -> float:
        there = 0 <= key < len(rows[query]) and (allowed is None or bool(allowed[query, key]))
        return rows[query][key] if there else NAN

    def near(query: int) -> float:
        found = [at(query, query + offset) for offset in (-1, 0, 1)]
        said = [weight for weight in found if not math.isnan(weight)]
        return sum(said) if said else NAN

    real = counted or [True] * len(rows[0])
    numbers = range(len(rows))
    ends = [
        sum(w for w, c in zip(row, real, strict=True) if not c) if not all(real) else NAN
        for row in rows
    ]
    return {
        Measure.ENTROPY: mean([-sum(w * math.log(w) for w in row if w > 0) for row in rows]),
        Measure.CONFIDENCE: mean(
            [max(w for w, c in zip(row, real, strict=True) if c) for row in rows]
        ),
        Measure.DIAGONAL: mean([near(query) for query in numbers]),
        Measure.OWN: mean([at(query, query) for query in numbers]),
        Measure.PREVIOUS: mean([at(query, query - 1) for query in numbers]),
        Measure.NEXT: mean([at(query, query + 1) for query in numbers]),
        Measure.FIRST: mean([row[0] for row in rows]),
        Measure.END: mean(ends),
    }


@pytest.mark.parametrize(
    ("queries", "keys", "causal", "end"),
    [(6, 6, False, True), (5, 9, False, True), (9, 4, False, True), (7, 7, True, False)],
)
def test_measures_are_the_plain_arithmetic(
    queries: int, keys: int, causal: bool, end: bool
) -> None:
    weights = softmax(queries, 2, 3, queries, keys, causal=causal)
    counted = [True] * (keys - 1) + [not end]
    allowed = np.tril(np.ones((queries, keys), dtype=bool)) if causal else None
    found = head_measures(weights, np.array(counted), allowed)
    assert found.shape == (len(Measure), 2, 3)
    for layer in range(2):
        for head in range(3):
            expected = plain(weights[layer, head], counted, allowed)
            got = dict(zip(Measure, found[:, layer, head].tolist(), strict=True))
            assert got == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_masked_keys_add_exactly_nothing_to_entropy() -> None:
    row = softmax(0, 5)
    padded = np.concatenate([row, np.zeros(40, dtype=np.float32)])
    assert entropy(padded) == entropy(row) > 0
    assert entropy(np.array([0.0, 1.0, 0.0], dtype=np.float32)) == 0.0
    assert entropy(np.zeros(7, dtype=np.float32)) == 0.0
    assert not np.signbit(entropy(np.array([1.0], dtype=np.float32)))


@pytest.mark.parametrize("keys", [1, 2, 17, 512])
def test_an_even_row_has_the_highest_entropy(keys: int) -> None:
    even = np.full(keys, 1 / keys)
    assert entropy(even) == pytest.approx(math.log(keys), abs=1e-12)
    assert np.all(entropy(softmax(keys, 20, keys)) <= math.log(keys) + 1e-6)


def test_a_rounding_error_makes_no_negative_entropy() -> None:
    assert entropy(np.array([1.0000001, 0.0], dtype=np.float32)) == 0.0


def test_confidence_leaves_the_end_token_out() -> None:
    rows = np.array([[0.1, 0.2, 0.7], [0.5, 0.4, 0.1]], dtype=np.float32)
    counted = np.array([True, True, False])
    np.testing.assert_allclose(confidence(rows), [0.7, 0.5], rtol=1e-6)
    np.testing.assert_allclose(confidence(rows, counted), [0.2, 0.5], rtol=1e-6)
    assert confidence(rows, np.zeros(3, dtype=bool)).tolist() == [0.0, 0.0]


def test_a_head_that_looks_back_is_told_from_one_that_looks_ahead() -> None:
    back, ahead = np.eye(5, k=-1, dtype=np.float32), np.eye(5, k=1, dtype=np.float32)
    back[0, 0] = ahead[4, 4] = 1
    found = head_measures(np.stack([back, ahead]))
    by_measure = dict(zip(Measure, found.tolist(), strict=True))
    assert by_measure[Measure.PREVIOUS] == [1.0, 0.0]
    assert by_measure[Measure.NEXT] == [0.0, 1.0]
    assert by_measure[Measure.OWN] == pytest.approx([0.2, 0.2])
    assert by_measure[Measure.DIAGONAL] == [1.0, 1.0]
    assert by_measure[Measure.FIRST] == pytest.approx([0.4, 0.0])


def test_what_cannot_be_said_is_nan() -> None:
    one = np.ones((1, 1), dtype=np.float32)
    assert np.isnan(at_offset(one, -1)).all()
    assert np.isnan(at_offset(one, 1)).all()
    assert at_offset(one, 0).tolist() == [1.0]
    # Row 6 of three keys: none of places 5, 6 and 7 is there.
    assert np.isnan(near_diagonal(np.full((1, 3), 1 / 3), first=6)).all()
    assert near_diagonal(np.full((1, 3), 1 / 3), first=3).tolist() == pytest.approx([1 / 3])
    assert np.isnan(head_measures(one)[list(Measure).index(Measure.END)])


def test_rows_may_come_in_any_portions_and_be_taken_back() -> None:
    weights = softmax(4, 2, 3, 11, 8)
    counted = np.array([True] * 7 + [False])
    whole = head_measures(weights, counted)
    generator = np.random.default_rng(0)
    for _ in range(10):
        cuts = np.sort(generator.choice(np.arange(1, 11), size=3, replace=False))
        means = RunningMeans()
        for first, last in zip([0, *cuts], [*cuts, 11], strict=True):
            means.add(row_measures(weights[:, :, first:last], int(first), counted))
        np.testing.assert_allclose(means.means(), whole, rtol=1e-12)
        kept = int(generator.integers(1, 11))
        earlier = means.means(kept)
        means.truncate(kept)
        assert len(means) == kept
        rows = row_measures(weights[:, :, :kept], 0, counted)
        expected = np.apply_along_axis(lambda row: mean(row.tolist()), -1, rows)
        np.testing.assert_allclose(means.means(), expected, rtol=1e-12)
        np.testing.assert_array_equal(means.means(), earlier)


def test_no_row_has_no_mean() -> None:
    with pytest.raises(ValueError, match="0 rows"):
        RunningMeans().means()


def test_order_keeps_equal_numbers_and_puts_nan_last() -> None:
    numbers = np.array([0.5, NAN, 0.1, 0.5, 0.9])
    assert order_of(numbers, highest_first=False).tolist() == [2, 0, 3, 4, 1]
    assert order_of(numbers, highest_first=True).tolist() == [4, 0, 3, 2, 1]


def test_it_loads_no_torch() -> None:
    check = "import sys, engine.analysis.heads; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
