from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from engine.analysis.positions import KINDS, Sinusoids, dot_products, formula_of
from engine.model.config import ModelConfig
from engine.model.positions import sinusoidal_encoding
from engine.model.rotary import frequencies, make_rotary


@pytest.mark.parametrize("d_model", [1, 2, 7, 32, 256])
def test_the_table_is_the_paper_s_formula(d_model: int) -> None:
    table = Sinusoids(d_model).table(range(20))
    for position in (0, 1, 5, 19):
        for i in range((d_model + 1) // 2):
            angle = position / math.pow(10000, 2 * i / d_model)
            assert table[position, 2 * i] == pytest.approx(math.sin(angle), abs=1e-14)
            if 2 * i + 1 < d_model:
                assert table[position, 2 * i + 1] == pytest.approx(math.cos(angle), abs=1e-14)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("d_model", [5, 64, 255, 256, 1024])
@pytest.mark.parametrize("offset", [0, 2])
def test_the_network_s_table_is_the_formula_rounded_once(
    kind: str, d_model: int, offset: int
) -> None:
    ours = Sinusoids(d_model, kind, offset).table(range(512)).astype(np.float32)
    theirs = sinusoidal_encoding(512, d_model, kind=kind, offset=offset).numpy()  # type: ignore[arg-type]
    # The two float64 computations differ in their last place, which near a zero is many places
    # of a float32, and can tip a rounding elsewhere.
    np.testing.assert_allclose(ours, theirs, rtol=1.2e-7, atol=1e-10)
    assert (ours == theirs).mean() > 0.999


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("d_model", [4, 9, 32])
def test_every_dimension_is_of_one_pair(kind: str, d_model: int) -> None:
    formula = Sinusoids(d_model, kind)
    found: list[int] = []
    for pair in range(formula.pairs):
        columns = formula.columns(pair)
        found += columns
        assert [formula.pair_of(column) for column in columns] == [pair] * len(columns)
        assert [formula.is_cosine(column) for column in columns] == [False, True][: len(columns)]
        over, under = formula.power(pair)
        assert formula.divisor(pair) == pytest.approx(10000 ** (over / under))
    rest = sorted(set(range(d_model)) - set(found))
    assert len(found) == len(set(found))
    assert rest == ([8] if (kind, d_model) == ("timescales", 9) else [])
    for column in rest:
        assert formula.pair_of(column) is None
        assert not formula.table([1, 2])[:, column].any()


@pytest.mark.parametrize("d_model", [2, 32, 256])
def test_wavelengths_grow_evenly_and_are_periods(d_model: int) -> None:
    formula = Sinusoids(d_model)
    found = np.array([formula.wavelength(pair) for pair in range(formula.pairs)])
    assert found[0] == pytest.approx(2 * math.pi)
    assert found[-1] == pytest.approx(2 * math.pi * 10000 / 10000 ** (2 / d_model))
    np.testing.assert_allclose(found[1:] / found[:-1], 10000 ** (2 / d_model))
    for dimension in range(d_model):
        length = found[formula.pair_of(dimension)]  # type: ignore[index]
        at = np.array([3.7, 3.7 + length, 3.7 + length / 2])
        here, later, half = formula.table(at)[:, dimension]
        assert later == pytest.approx(here, abs=1e-9)
        assert half == pytest.approx(-here, abs=1e-9)


def test_the_last_of_the_timescales_is_ten_thousand() -> None:
    formula = Sinusoids(32, "timescales")
    assert formula.divisor(0) == 1
    assert formula.divisor(15) == pytest.approx(10000)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("distance", [0, 1, 7, 50, -3, 0.5])
def test_a_shift_is_one_linear_map_for_all_positions(kind: str, distance: float) -> None:
    formula = Sinusoids(64, kind, offset=1)
    matrix = formula.shift(distance)
    here = np.arange(0, 120, 3.5)
    shifted = formula.table(here) @ matrix.T
    np.testing.assert_allclose(shifted, formula.table(here + distance), atol=1e-10)
    # Rotations keep lengths; two shifts are one.
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(64), atol=1e-12)
    np.testing.assert_allclose(matrix @ matrix, formula.shift(2 * distance), atol=1e-12)
    columns = formula.columns(3)
    np.testing.assert_array_equal(matrix[np.ix_(columns, columns)], formula.rotation(distance, 3))


@pytest.mark.parametrize(("kind", "d_model"), [*((kind, 48) for kind in KINDS), ("timescales", 49)])
def test_dot_products_depend_on_the_distance_alone(kind: str, d_model: int) -> None:
    formula = Sinusoids(d_model, kind)
    table = formula.table(range(40))
    products = dot_products(table)
    assert products.dtype == np.float64
    for p in range(40):
        for q in range(40):
            expected = math.fsum(a * b for a, b in zip(table[p], table[q], strict=True))
            assert products[p, q] == pytest.approx(expected, abs=1e-11)
            assert products[p, q] == pytest.approx(formula.product_at(q - p), abs=1e-10)
    assert products[0, 0] == pytest.approx(24)
    assert (products < 24 + 1e-9).all()


def test_float32_rows_are_multiplied_in_float64() -> None:
    rows = np.array([[1.0, 3e-8], [1.0, 1.0]], dtype=np.float32)
    assert dot_products(rows)[0, 1] == 1.0 + float(np.float32(3e-8))


@pytest.mark.parametrize("kind", ["interleaved", "halves"])
def test_what_has_no_pair_is_refused(kind: str) -> None:
    formula = Sinusoids(7, kind)
    with pytest.raises(ValueError, match="odd"):
        formula.shift(1)
    with pytest.raises(ValueError, match="odd"):
        formula.product_at(1)
    with pytest.raises(IndexError, match="no pair"):
        formula.rotation(1, 3)
    for pair in (4, -1):
        with pytest.raises(IndexError, match="pair"):
            formula.rotation(1, pair)
    with pytest.raises(IndexError, match="dimension 7 of 7"):
        formula.pair_of(7)


def test_what_is_no_formula_is_refused() -> None:
    assert formula_of("learned", 32) is None
    assert formula_of("halves", 32, 2) == Sinusoids(32, "halves", 2)
    with pytest.raises(ValueError, match="at least 1"):
        Sinusoids(0)
    with pytest.raises(ValueError, match="at least 4"):
        Sinusoids(3, "timescales")
    with pytest.raises(ValueError, match="learned"):
        Sinusoids(8, "learned")


@pytest.mark.parametrize("scaled", [None, (8.0, 1.0, 4.0, 64.0)])
def test_rotary_positions_are_what_turns_a_head(
    scaled: tuple[float, float, float, float] | None,
) -> None:
    """The formula against the engine's table, and turning by it against the engine's turn."""
    config = ModelConfig(
        9, d_model=64, heads=4, positions="rotary", rotary_base=500.0, rotary_llama3=scaled
    )
    found = tuple(frequencies(config).tolist())
    formula = Sinusoids(16, "rotary", base=500.0, frequencies=found)
    assert formula.slowed is (scaled is not None)
    rotary = make_rotary(config)
    assert rotary is not None
    one = torch.zeros(1)
    table = rotary.table(40, one).numpy()
    np.testing.assert_allclose(formula.table(range(40)), table, atol=1e-7)
    x = torch.randn(1, 1, 40, 16, generator=torch.Generator().manual_seed(1))
    turned = rotary(x, 0)[0, 0].double().numpy()
    rows = x[0, 0].double().numpy()
    for position in (0, 7, 39):
        for pair in range(8):
            sine, cosine = (table[position, column] for column in formula.columns(pair))
            a, b = rows[position, pair], rows[position, 8 + pair]
            assert turned[position, pair] == pytest.approx(a * cosine - b * sine, abs=1e-6)
            assert turned[position, 8 + pair] == pytest.approx(b * cosine + a * sine, abs=1e-6)
    if scaled is None:
        plain = Sinusoids(16, "rotary", base=500.0)
        assert plain.divisor(3) == pytest.approx(500 ** (6 / 16))
        np.testing.assert_allclose(plain.table(range(9)), formula.table(range(9)), atol=1e-12)


def test_rotary_positions_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="an odd width, 7"):
        Sinusoids(7, "rotary")
    with pytest.raises(ValueError, match="3 frequencies for 4 pairs"):
        Sinusoids(8, "rotary", frequencies=(1.0, 0.5, 0.2))
