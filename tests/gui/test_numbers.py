from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from gui import numbers
from gui.numbers import Style


@pytest.fixture(params=[False, True], ids=["point", "comma"])
def comma(request: pytest.FixtureRequest) -> Iterator[bool]:
    numbers.set_style(Style(request.param))
    yield request.param
    numbers.set_style(Style())


def back(text: str) -> float:
    plain = text.replace(numbers.MINUS, "-").replace("\u202f", "")
    return float(plain.replace(",", ".") if numbers.style().comma else plain.replace(",", ""))


def test_what_is_written_reads_back(comma: bool) -> None:
    chance = np.random.default_rng(1)
    for value in [*chance.normal(0, 1, 50), *np.exp(chance.normal(0, 20, 50)), 0.0]:
        assert back(numbers.significant(value, 9)) == pytest.approx(value, rel=1e-8)
        assert back(numbers.scientific(value, 9)) == pytest.approx(value, rel=1e-8)
        assert back(numbers.fixed(value, 3)) == pytest.approx(value, abs=0.00051)
        assert numbers.fixed(value, 2, sign=True)[0] in (f"+{numbers.MINUS}0123456789")
    for whole in (0, 7, 999, 1000, -1234567):
        assert back(numbers.whole(whole)) == whole


def test_signs_and_thousands() -> None:
    assert numbers.whole(1234567) == "1,234,567"
    assert numbers.fixed(-0.001, 2) == "0.00"
    assert numbers.fixed(-1.5, 1) == "−1.5"
    assert numbers.fixed(1.5, 1, sign=True) == "+1.5"
    assert numbers.percent(0.125, 1) == "12.5 %"
    numbers.set_style(Style(comma=True))
    try:
        assert numbers.whole(1234567) == "1\u202f234\u202f567"
        assert numbers.fixed(-1.5, 1) == "−1,5"
    finally:
        numbers.set_style(Style())


def test_nine_digits_tell_float32_numbers_apart() -> None:
    numbers.set_style(Style(digits=9))
    try:
        value = np.float32(0.3)
        after = np.nextafter(value, np.float32(1))
        assert numbers.significant(float(value)) != numbers.significant(float(after))
    finally:
        numbers.set_style(Style())


def test_what_is_no_finite_number_has_a_sign() -> None:
    for write in (numbers.significant, numbers.share, numbers.scientific):
        assert write(math.inf) == "∞"
        assert write(-math.inf) == "−∞"
        assert write(math.nan) == "not a number"


def test_small_shares_keep_their_digits() -> None:
    assert numbers.share(0.25) == "0.250000"
    assert numbers.share(0) == "0.000000"
    assert numbers.share(1.2345678e-5) == "1.235e−05"
