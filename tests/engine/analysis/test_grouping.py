"""Grouping against the same sums in plain Python, one number at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.analysis.grouping import grouped, groups_of
from engine.events import Piece
from engine.text.words import Word
from engine.trace import AttentionMatrix

END = Piece(3, "</s>", "special", "</s>")
START = Piece(2, "<s>", "special", "<s>")


def piece(text: str) -> Piece:
    return Piece(10 + len(text), text, "normal", text)


PIECES = (START, *(piece(text) for text in ("▁do", "n", "'", "t", "▁go", ".")), END)


def matrix(queries: int, keys: int, seed: int, current: int | None = None) -> AttentionMatrix:
    draw = np.random.default_rng(seed)
    weights = draw.dirichlet(np.ones(keys), size=queries).astype(np.float32)
    masked = draw.random((queries, keys)) < 0.4
    weights[masked] = 0
    pieces = (PIECES * 3)[: max(queries, keys)]
    return AttentionMatrix(weights, masked, pieces[:queries], pieces[:keys], current)


def random_groups(draw: random.Random, size: int) -> tuple[Word, ...]:
    """Stretches of neighbours, some of them left out."""
    found = []
    start = 0
    while start < size:
        stop = min(size, start + draw.randint(1, 3))
        if draw.random() < 0.75:
            found.append(Word(tuple(range(start, stop)), "w", "word"))
        start = stop
    return tuple(found)


@pytest.mark.parametrize("seed", range(12))
def test_against_plain_sums(seed: int) -> None:
    draw = random.Random(seed)
    queries, keys = draw.randint(1, 9), draw.randint(1, 9)
    current = draw.randrange(queries)
    given = matrix(queries, keys, seed, current)
    rows, columns = random_groups(draw, queries), random_groups(draw, keys)
    found = grouped(given, rows, columns)
    assert found.weights.shape == (len(rows), len(columns))
    assert found.weights.dtype == np.float32
    for r, row in enumerate(rows):
        for c, column in enumerate(columns):
            cells = [(q, k) for q in row.pieces for k in column.pieces]
            total = sum(float(given.weights[cell]) for cell in cells)
            assert found.weights[r, c] == pytest.approx(total / len(row.pieces), abs=1e-6)
            assert found.masked[r, c] == all(given.masked[cell] for cell in cells)
        shown = {key for column in columns for key in column.pieces}
        left_out = sum(
            float(given.weights[q, k]) for q in row.pieces for k in range(keys) if k not in shown
        )
        assert found.hidden[r] == pytest.approx(left_out / len(row.pieces), abs=1e-6)
    assert found.current == next((r for r, row in enumerate(rows) if current in row.pieces), None)


def test_pieces_keep_their_numbers_bit_by_bit() -> None:
    given = matrix(8, 8, 1)
    every = groups_of(given.queries, words=False, specials=True)
    same = grouped(given, every, every)
    np.testing.assert_array_equal(same.weights, given.weights)
    np.testing.assert_array_equal(same.masked, given.masked)
    assert not same.hidden.any()
    some = groups_of(given.queries, words=False, specials=False)
    inner = grouped(given, some, some)
    np.testing.assert_array_equal(inner.weights, given.weights[1:7, 1:7])
    np.testing.assert_allclose(
        inner.weights.sum(axis=1) + inner.hidden, given.weights[1:7].sum(axis=1), atol=1e-6
    )


def test_groups() -> None:
    def texts(words: bool, specials: bool) -> list[tuple[str, tuple[int, ...]]]:
        return [(word.text, word.pieces) for word in groups_of(PIECES, words, specials)]

    assert texts(True, True) == [
        ("<s>", (0,)),
        ("don't", (1, 2, 3, 4)),
        ("go", (5,)),
        (".", (6,)),
        ("</s>", (7,)),
    ]
    assert texts(True, False) == texts(True, True)[1:-1]
    assert [pieces for _, pieces in texts(False, False)] == [(i,) for i in range(1, 7)]
    assert groups_of((END,), words=True, specials=False) == ()


def test_nothing_left_to_show() -> None:
    given = matrix(3, 4, 2, current=2)
    rows = groups_of(given.queries, words=False, specials=True)
    assert grouped(given, rows, ()).weights.shape == (3, 0)
    assert grouped(given, (), rows).hidden.shape == (0,)
    assert grouped(given, (), rows).current is None


def test_sums_of_rows() -> None:
    given = matrix(6, 5, 3)
    rows = groups_of(given.queries, words=False, specials=True)
    columns = groups_of(given.keys, words=False, specials=True)
    made = grouped(given, rows, columns)
    total, mean = made.summed((1, 4, 5))
    for column in range(5):
        expected = sum(float(given.weights[row, column]) for row in (1, 4, 5))
        assert total[column] == pytest.approx(expected, abs=1e-12)
        assert mean[column] == pytest.approx(expected / 3, abs=1e-12)
    with pytest.raises(ValueError, match="no rows to sum"):
        made.summed(())
    assert (made.row_of(5), made.row_of(6), made.column_of(4), made.column_of(5)) == (
        5,
        None,
        4,
        None,
    )
