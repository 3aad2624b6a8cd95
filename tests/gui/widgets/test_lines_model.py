from __future__ import annotations

import numpy as np
import pytest

from gui.widgets.lines_model import lines_of


def matrix(seed: int, rows: int = 9, columns: int = 7) -> np.ndarray:
    draw = np.random.default_rng(seed)
    return draw.dirichlet(np.full(columns, 0.3), size=rows).astype(np.float32)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("threshold", [0.0, 0.05, 0.3, 1.0])
def test_lines_are_the_weights_that_reach_it(seed: int, threshold: float) -> None:
    weights = matrix(seed)
    weights[2, 3] = 0.0
    lines = lines_of(weights, threshold)
    found = {
        (r, c): w
        for r, c, w in zip(
            lines.rows.tolist(), lines.columns.tolist(), lines.weights.tolist(), strict=True
        )
    }
    expected = {
        (r, c): float(weights[r, c])
        for r in range(9)
        for c in range(7)
        if weights[r, c] > 0 and weights[r, c] >= np.float32(threshold)
    }
    assert found == expected
    assert lines.weights.tolist() == sorted(expected.values(), reverse=True)
    assert lines.reaching == len(expected)
    assert lines.share == pytest.approx(sum(expected.values()) / float(weights.sum()), abs=1e-6)


def test_only_the_strongest_of_too_many() -> None:
    weights = matrix(5, 40, 40)
    lines = lines_of(weights, 0.0, most=100)
    assert len(lines.weights) == 100
    assert lines.reaching == int((weights > 0).sum())
    np.testing.assert_array_equal(lines.weights, np.sort(weights.reshape(-1))[::-1][:100])
    np.testing.assert_array_equal(lines.weights, weights[lines.rows, lines.columns])
    assert lines.share == pytest.approx(float(lines.weights.sum() / weights.sum()), abs=1e-6)


def test_nothing_to_draw() -> None:
    assert lines_of(np.zeros((0, 4), np.float32), 0.1).share == 0.0
    assert lines_of(np.zeros((3, 4), np.float32), 0.0).weights.size == 0
