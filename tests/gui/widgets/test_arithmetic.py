from __future__ import annotations

import dataclasses
import math
import re
from typing import Literal

import numpy as np
import pytest

from engine.events import AttentionKind
from engine.explanation import Explanation, Stage
from gui.widgets.arithmetic import MOST_TERMS, SHORT_SUM, Line, arithmetic
from gui.widgets.chain import Link, LinkName, chain, links_of
from gui.widgets.scale import MINUS_INFINITY
from tests.gui.explanations import explanation
from tests.gui.traces import long, love, trace_of


def made(
    kind: AttentionKind = AttentionKind.DECODER_SELF,
    d_k: int = 4,
    pieces: int = 0,
    like: Literal["paper", "T5", "LLaMA"] = "paper",
) -> Explanation:
    trace = trace_of(long(pieces, 5) if pieces else love())
    return explanation(trace.sentences[0], kind, 0, 2, 4, d_k=d_k, like=like)


def lines(of: Explanation, name: LinkName, row: int, column: int) -> tuple[Line, ...]:
    return arithmetic(of, link_of(of, name), row, column, "the reason")


def link_of(of: Explanation, name: LinkName) -> Link:
    return next(link for link in chain(of) if link.name == name)


def numeral(text: str) -> float:
    return float(text.strip("()").replace("−", "-").replace("∞", "inf"))


def test_the_chain_goes_as_far_as_the_chosen_matrix() -> None:
    of = made()
    assert [line.link for line in lines(of, "products", 4, 1)] == ["products"]
    assert [line.link for line in lines(of, "scores", 4, 1)] == ["products", "scores"]
    assert [line.link for line in lines(of, "mask", 4, 1)] == ["mask"]
    assert [line.link for line in lines(of, "weights", 4, 1)] == [
        "products",
        "scores",
        "mask",
        "masked scores",
        "weights",
    ]


@pytest.mark.parametrize("cell", [(4, 0), (3, 3), (1, 2)])
def test_results_are_the_stages_numbers(cell: tuple[int, int]) -> None:
    of = made()
    results = {line.link: line.result for line in lines(of, "weights", *cell)}
    for name in ("scores", "mask", "masked scores", "weights"):
        expected = float(of.stage(name).values[cell])
        assert numeral(results[name]) == pytest.approx(expected, rel=1e-5, abs=1e-7)
    q, k = of.stage("queries").values[cell[0]], of.stage("keys").values[cell[1]]
    assert numeral(results["products"]) == pytest.approx(float(q @ k), rel=1e-5)
    mask = next(line for line in lines(of, "mask", *cell))
    assert ("the reason" in mask.note) == (cell[1] > cell[0])


@pytest.mark.parametrize("name", ["queries", "keys", "values", "mixture", "contribution"])
def test_the_other_matrices_give_their_number(name: LinkName) -> None:
    of = made(AttentionKind.CROSS)
    (line,) = lines(of, name, 2, 3)
    assert numeral(line.result) == pytest.approx(float(link_of(of, name).values[2, 3]), rel=1e-5)


@pytest.mark.parametrize("pieces", [4, 40])
def test_a_mixture_is_the_sum_of_its_terms(pieces: int) -> None:
    of = made(AttentionKind.CROSS, pieces=pieces)
    (line,) = lines(of, "mixture", 4, 1)
    assert bool(line.terms) == (pieces > SHORT_SUM)
    terms = [term.split("·") for term in (line.terms or line.numbers).split(" + ")]
    assert len(terms) == pieces
    total = math.fsum(numeral(a) * numeral(b) for a, b in terms)
    assert total == pytest.approx(numeral(line.result), abs=2e-3)


def test_very_long_sums_say_how_much_is_left_out() -> None:
    of = made(AttentionKind.CROSS, d_k=MOST_TERMS + 22)
    dot = lines(of, "products", 0, 0)[0]
    assert dot.terms.count("·") == MOST_TERMS
    assert dot.terms.endswith("… 22 more")
    assert f"({MOST_TERMS + 22} terms, below)" in dot.numbers


def test_a_row_that_is_masked_throughout_gives_0() -> None:
    of = made()
    stages = []
    for stage in of.stages:
        values = stage.values.copy()
        if stage.name in ("mask", "masked scores"):
            values[0] = -np.inf
        elif stage.name == "weights":
            values[0] = 0
        stages.append(Stage(stage.name, stage.symbol, stage.formula, values, stage.axes))
    of = Explanation(of.kind, of.layer, of.head, of.step, of.current, of.d_k, tuple(stages))
    found = {line.link: line for line in lines(of, "weights", 0, 0)}
    assert found["masked scores"].result == MINUS_INFINITY
    assert found["weights"].result == "0"
    assert "whole row" in found["weights"].note


def test_the_masked_scores_keep_the_colours_of_the_scores() -> None:
    links = {link.name: link for link in chain(made())}
    before, after = links["scores"].scale, links["masked scores"].scale
    assert (before.low, before.high) == (after.low, after.high)


def test_the_contribution_of_a_head_that_is_off_is_0_and_says_why() -> None:
    of = made(AttentionKind.CROSS)
    stages = tuple(
        dataclasses.replace(stage, values=np.zeros_like(stage.values))
        if stage.name == "contribution"
        else stage
        for stage in of.stages
    )
    (line,) = lines(dataclasses.replace(of, stages=stages, off=True), "contribution", 1, 2)
    assert (line.result, line.formula) == ("0", "0 · column 3 of W_O")
    assert "switched off" in line.note
    (line,) = lines(of, "contribution", 1, 2)
    assert "switched off" not in line.note and line.formula.startswith("(A V)")


@pytest.mark.parametrize("cell", [(4, 0), (3, 3), (1, 2)])
def test_undivided_scores_with_a_bias_are_added_up(cell: tuple[int, int]) -> None:
    of = made(like="T5")
    assert links_of(of) == (
        "queries", "keys", "values", "scores", "bias", "mask", "masked scores", "weights",
        "mixture", "contribution",
    )  # fmt: skip
    found = {line.link: line for line in lines(of, "weights", *cell)}
    assert list(found) == ["scores", "bias", "mask", "masked scores", "weights"]
    q, k = of.stage("queries").values[cell[0]], of.stage("keys").values[cell[1]]
    assert numeral(found["scores"].result) == pytest.approx(float(q @ k), rel=1e-5)
    assert "÷" not in found["scores"].formula + found["scores"].numbers
    assert "does not divide" in found["scores"].note
    for name in ("bias", "masked scores", "weights"):
        expected = float(of.stage(name).values[cell])
        assert numeral(found[name].result) == pytest.approx(expected, rel=1e-5, abs=1e-7)
    distance = f"{cell[1] - cell[0]}".replace("-", "−")
    assert f"key − query = {distance};" in found["bias"].note
    assert [line.link for line in lines(of, "bias", *cell)] == ["bias"]
    total = found["masked scores"]
    assert total.formula == "score + bias + mask"
    score, bias, mask = (numeral(each) for each in total.numbers.split(" + "))
    assert score + bias + mask == pytest.approx(numeral(total.result), rel=1e-5)
    scales = {link.name: link.scale for link in chain(of)}
    assert scales["scores"].high == scales["masked scores"].high
    assert scales["scores"].high >= np.abs(link_of(of, "masked scores").values).max()
    titles = {link.name: link.title for link in chain(of)}
    assert (titles["scores"], titles["bias"]) == ("Scores", "Bias by distance")


@pytest.mark.parametrize("name", ["queries", "keys"])
@pytest.mark.parametrize("cell", [(0, 1), (4, 0), (3, 3)])
def test_a_turn_by_the_position_is_written_out(name: LinkName, cell: tuple[int, int]) -> None:
    of = made(like="LLaMA")
    (line,) = lines(of, name, *cell)
    found = re.fullmatch(r"(\S+) · cos (\S+) ([+−]) (\S+) · sin (\S+)", line.numbers)
    assert found is not None
    own, angle, sign, other, again = found.groups()
    assert angle == again and sign == ("−" if cell[1] < 2 else "+")
    theta = cell[0] * 100 ** (-(cell[1] % 2) / 2)
    assert numeral(angle) == pytest.approx(theta, rel=1e-3)
    signed = numeral(other) * (-1 if sign == "−" else 1)
    result = numeral(own) * math.cos(theta) + signed * math.sin(theta)
    assert result == pytest.approx(numeral(line.result), rel=2e-3, abs=2e-3)
    assert numeral(line.result) == pytest.approx(float(link_of(of, name).values[cell]), rel=1e-5)
    partner = (cell[1] + 2) % 4 + 1
    assert line.formula == f"x[{cell[1] + 1}] · cos θ {sign} x[{partner}] · sin θ"
    assert f"position {cell[0]}:" in line.note
    assert f"x = X W_{name[0].upper()};" in line.note and "turned by its" not in line.note
    assert ("the same for the heads 3, 4" in line.note) is (name == "keys")
    (value,) = lines(of, "values", 1, 1)
    assert value.numbers == "" and "the same for the heads 3, 4" in value.note
