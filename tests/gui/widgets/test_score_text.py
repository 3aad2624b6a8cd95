from __future__ import annotations

import random
import re

import pytest

from engine.search.options import NORMALISATIONS, Normalisation, SearchOptions
from engine.search.score import ScoreParts
from gui.widgets.score_text import number, score_formula


def value_of(text: str) -> float:
    """What an expression of the formula comes to."""
    plain = text.replace("\u2212", "-").replace("^", "**")
    assert re.fullmatch(r"[-+*/() .\de]+", plain)
    return float(eval(plain))


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
@pytest.mark.parametrize("seed", range(8))
def test_every_part_of_the_formula_comes_to_the_score(
    normalisation: Normalisation, seed: int
) -> None:
    draw = random.Random(seed)
    options = SearchOptions(normalisation=normalisation, alpha=round(draw.uniform(0, 2), 2))
    penalty = draw.choice((0.0, -0.31, 0.27))
    parts = ScoreParts.of(-draw.uniform(0.5, 40), penalty, draw.randint(1, 60), options)
    text = score_formula(parts, options)
    assert text.startswith("score ")
    first, *rest = text.removeprefix("score ").split(" = ")
    assert value_of(first) == pytest.approx(parts.score, abs=5.1e-5)
    assert len(rest) == (1 if normalisation == "none" else 2)
    for each in rest:
        assert value_of(each) == pytest.approx(parts.score, rel=2e-4, abs=2e-4)


def test_the_paper_s_formula_is_written_out() -> None:
    options = SearchOptions(normalisation="gnmt", alpha=0.6)
    parts = ScoreParts.of(-3.25, -0.5, 4, options)
    assert score_formula(parts, options) == (
        "score −2.9402 = (−3.2500 − 0.5000) / ((5 + 4) / 6)^0.6 = −3.7500 / 1.2754"
    )
    average = SearchOptions(normalisation="average", alpha=1.0)
    parts = ScoreParts.of(-3.0, 0.0, 4, average)
    assert score_formula(parts, average) == "score −0.7500 = (−3.0000 + 0) / 4^1 = −3.0000 / 4.0000"
    none = SearchOptions(normalisation="none")
    parts = ScoreParts.of(-3.0, 0.0, 4, none)
    assert score_formula(parts, none) == "score −3.0000 = (−3.0000 + 0) / 1"


def test_a_formula_that_does_not_give_the_number_is_not_shown() -> None:
    parts = ScoreParts(-6.0, 0.0, 4, 2.0, -3.0)
    text = score_formula(parts, SearchOptions(normalisation="gnmt"))
    assert text == "score −3.0000 = (−6.0000 + 0) / 2.0000 = −6.0000 / 2.0000"


def test_numbers() -> None:
    assert number(-0.0) == "0"
    assert number(-1.23456) == "−1.2346"
    assert number(-0.00001234) == "−1.234e−05"
    assert number(12.345, 2) in ("12.35", "12.34")
    assert number(1.5e9) == "1.500e+09"
