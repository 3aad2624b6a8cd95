from __future__ import annotations

import math

import numpy as np
import pytest

from engine.analysis import positions
from engine.model.positions import sinusoidal_encoding


@pytest.mark.parametrize("d_model", [1, 2, 7, 32, 256])
def test_the_table_is_the_paper_s_formula(d_model: int) -> None:
    table = positions.sinusoids(range(20), d_model)
    for position in (0, 1, 5, 19):
        for i in range((d_model + 1) // 2):
            angle = position / math.pow(10000, 2 * i / d_model)
            assert table[position, 2 * i] == pytest.approx(math.sin(angle), abs=1e-14)
            if 2 * i + 1 < d_model:
                assert table[position, 2 * i + 1] == pytest.approx(math.cos(angle), abs=1e-14)


@pytest.mark.parametrize("d_model", [5, 64, 256, 1024])
def test_the_network_s_table_is_the_formula_rounded_once(d_model: int) -> None:
    ours = positions.sinusoids(range(512), d_model)
    theirs = sinusoidal_encoding(512, d_model).numpy()
    # One unit in the last place: the two float64 computations differ in theirs, and that can
    # tip a rounding.
    np.testing.assert_array_max_ulp(ours.astype(np.float32), theirs, maxulp=1)
    assert (ours.astype(np.float32) == theirs).mean() > 0.999


@pytest.mark.parametrize("d_model", [2, 32, 256])
def test_wavelengths_grow_evenly_and_are_periods(d_model: int) -> None:
    found = positions.wavelengths(d_model)
    assert found[0] == found[1] == pytest.approx(2 * math.pi)
    assert (found[0::2] == found[1::2]).all()
    assert found[-1] == pytest.approx(2 * math.pi * 10000 / 10000 ** (2 / d_model))
    if d_model > 2:
        ratios = found[2::2] / found[:-2:2]
        np.testing.assert_allclose(ratios, 10000 ** (2 / d_model))
    for dimension in range(d_model):
        at = np.array([3.7, 3.7 + found[dimension], 3.7 + found[dimension] / 2])
        here, later, half = positions.sinusoids(at, d_model)[:, dimension]
        assert later == pytest.approx(here, abs=1e-9)
        assert half == pytest.approx(-here, abs=1e-9)


@pytest.mark.parametrize("distance", [0, 1, 7, 50, -3, 0.5])
def test_a_shift_is_one_linear_map_for_all_positions(distance: float) -> None:
    d_model = 64
    matrix = positions.shift(distance, d_model)
    here = np.arange(0, 120, 3.5)
    shifted = positions.sinusoids(here, d_model) @ matrix.T
    np.testing.assert_allclose(shifted, positions.sinusoids(here + distance, d_model), atol=1e-10)
    # Rotations keep lengths; two shifts are one.
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(d_model), atol=1e-12)
    twice = positions.shift(2 * distance, d_model)
    np.testing.assert_allclose(matrix @ matrix, twice, atol=1e-12)
    np.testing.assert_array_equal(matrix[6:8, 6:8], positions.rotation(distance, 7, d_model))


def test_dot_products_depend_on_the_distance_alone() -> None:
    d_model = 48
    table = positions.sinusoids(range(40), d_model)
    products = positions.dot_products(table)
    assert products.dtype == np.float64
    for p in range(40):
        for q in range(40):
            expected = math.fsum(a * b for a, b in zip(table[p], table[q], strict=True))
            assert products[p, q] == pytest.approx(expected, abs=1e-11)
            assert products[p, q] == pytest.approx(positions.product_at(q - p, d_model), abs=1e-10)
    assert products[0, 0] == pytest.approx(d_model / 2)
    assert (products < d_model / 2 + 1e-9).all()


def test_float32_rows_are_multiplied_in_float64() -> None:
    rows = np.array([[1.0, 3e-8], [1.0, 1.0]], dtype=np.float32)
    assert positions.dot_products(rows)[0, 1] == 1.0 + float(np.float32(3e-8))


def test_what_has_no_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="odd"):
        positions.shift(1, 7)
    with pytest.raises(ValueError, match="odd"):
        positions.product_at(1, 7)
    for dimension in (6, 7, -1):
        with pytest.raises(IndexError, match="no pair"):
            positions.rotation(1, dimension, 7)
    with pytest.raises(ValueError, match="at least 1"):
        positions.divisors(0)
