"""The search against all there is: every output of a tiny network, scored by teacher forcing.

The tree of outputs is written down without the engine's search, rules or scores. A beam
into which every level of the tree fits has to find the best outputs of all, and a narrow one
what the textbook's algorithm, run over the same tree up to the length limit, finds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch

from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.options import (
    NORMALISATIONS,
    STOPPINGS,
    WIDEST_BEAM,
    SearchOptions,
    Stopping,
)
from engine.search.sentence import Result

END = 3
NEVER = (0, 1, 2)
ALPHAS = (0.0, 0.3, 0.6, 1.0, 2.0)


@dataclass(frozen=True)
class Path:
    """A way down the tree: its pieces and the sum of their penalised log-probabilities."""

    ids: tuple[int, ...]
    total: float

    @property
    def ended(self) -> bool:
        return self.ids[-1] == END

    def score(self, options: SearchOptions) -> float:
        length = len(self.ids)
        divisor = {
            "none": 1.0,
            "average": math.pow(length, options.alpha),
            "gnmt": math.pow(5 + length, options.alpha) / math.pow(6, options.alpha),
        }[options.normalisation]
        return self.total / divisor

    def missing(self, options: SearchOptions) -> int:
        return sum((Counter(options.required) - Counter(self.ids)).values())


def allowed(written: tuple[int, ...], piece: int, options: SearchOptions) -> bool:
    after = (*written, piece)
    if len(written) < len(options.prefix):
        return piece == options.prefix[len(written)]
    if piece in NEVER or piece in options.forbidden:
        return False
    if piece == END and Path(written, 0.0).missing(options):
        return False
    size = options.no_repeat_ngram
    if size:
        ngrams = [after[i : i + size] for i in range(len(after) - size + 1)]
        return not ngrams or ngrams[-1] not in ngrams[:-1]
    return True


def tree(
    model: Transformer, source: Sequence[int], options: SearchOptions, limit: int
) -> list[list[Path]]:
    """All paths of 1, 2, ... ``limit`` pieces; what has ended goes on no more."""
    levels: list[list[Path]] = []
    alive = [Path((), 0.0)]
    for _ in range(limit):
        if not alive:
            break
        targets = torch.tensor([[model.config.start_id, *path.ids] for path in alive])
        sources = torch.tensor([list(source)] * len(alive))
        rows = model(sources, targets)[:, -1].double().log_softmax(dim=-1).tolist()
        level = [
            Path(
                (*path.ids, piece),
                path.total + value * (options.repetition_penalty if piece in path.ids else 1.0),
            )
            for path, row in zip(alive, rows, strict=True)
            for piece, value in enumerate(row)
            if allowed(path.ids, piece, options)
        ]
        levels.append(level)
        alive = [path for path in level if not path.ended]
    return levels


def best_of(paths: Sequence[Path], options: SearchOptions) -> list[Path]:
    return sorted(paths, key=lambda path: (path.missing(options), -path.score(options)))


def run(
    model: Transformer, source: Sequence[int], options: SearchOptions
) -> tuple[list[Result], int]:
    """The outputs and the number of steps that they took."""
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    (results,) = decode_batch(model, [source], options, cancelled=count)
    return results, steps


def check(results: Sequence[Result], expected: Sequence[Path], options: SearchOptions) -> None:
    """Pieces and scores. Of outputs whose scores agree to 1e-5 either may stand first."""
    assert len(results) == min(options.n_best, len(expected))
    known = {path.ids: path for path in expected}
    assert len({result.ids for result in results}) == len(results)
    for place, result in enumerate(results):
        path = known[result.ids]
        assert result.parts.score == pytest.approx(path.score(options), abs=1e-5)
        assert result.parts.score == pytest.approx(expected[place].score(options), abs=1e-5)
        assert path.missing(options) == expected[place].missing(options)
        assert result.cut is not path.ended
    if len(expected) == 1 or expected[0].score(options) - expected[1].score(options) > 1e-5:
        assert results[0].ids == expected[0].ids


def draw_rules(dice: random.Random, vocabulary: int, limit: int) -> dict[str, Any]:
    pieces = range(4, vocabulary)
    rules: dict[str, Any] = {
        "normalisation": dice.choice(NORMALISATIONS),
        "alpha": dice.choice(ALPHAS),
        "max_length": limit,
    }
    if dice.random() < 0.35:
        rules["no_repeat_ngram"] = dice.choice([1, 2, 3])
    if dice.random() < 0.35:
        rules["repetition_penalty"] = dice.choice([0.5, 1.3, 2.0])
    if dice.random() < 0.25:
        rules["forbidden"] = tuple(dice.sample(pieces, 1))
    if dice.random() < 0.25:
        rules["prefix"] = tuple(dice.choices([1, *pieces], k=dice.choice([1, 2])))
    return rules


def draw_case(
    dice: random.Random, make_network, vocabularies: Sequence[int]
) -> tuple[Transformer, list[int], int]:
    vocabulary = dice.choice(vocabularies)
    model = make_network(dice.randrange(10**6), vocabulary, end_bias=dice.choice([-1.0, 0.0, 2.0]))
    source = [*dice.choices(range(4, vocabulary), k=dice.randrange(5)), END]
    return model, source, vocabulary


def holding(options: SearchOptions, before_limit: int) -> list[Stopping]:
    """The stopping rules under which nothing better can be missed.

    "exact" always. "heuristic" compares with the present length, which is no bound where
    longer outputs are divided by more. But no other rule stops before ``beam`` outputs have
    finished: where there are not as many before the limit, all rules are one.
    """
    if before_limit < options.beam:
        return list(STOPPINGS)
    constant = options.normalisation == "none" or options.alpha == 0
    return ["exact", "heuristic"] if constant else ["exact"]


@pytest.mark.parametrize("seed", range(8))
def test_a_wide_beam_finds_the_best_of_all_outputs(make_network, seed) -> None:
    """25 cases each: the n best of the whole enumeration, under every normalisation and rule."""
    dice = random.Random(f"wide {seed}")
    seen: Counter[str] = Counter()
    early = cases = 0
    while cases < 25:
        model, source, vocabulary = draw_case(dice, make_network, (6, 6, 7, 8))
        limit = dice.choice([3, 4, 5] if vocabulary == 6 else [2, 3, 4])
        options = SearchOptions(**draw_rules(dice, vocabulary, limit))
        levels = tree(model, source, options, limit)
        outputs = outputs_of(levels, limit)
        # At the limit all are of one length, so that the best of them are the best in any case.
        needed = max((len(level) for level in levels[: limit - 1]), default=1)
        if needed > WIDEST_BEAM or not outputs:
            continue
        beam = dice.choice([max(2, needed), WIDEST_BEAM])
        options = replace(options, beam=beam, n_best=dice.choice([1, 1, min(3, beam), beam]))
        before = sum(len(path.ids) < limit for path in outputs)
        options = replace(options, stopping=dice.choice(holding(options, before)))
        results, steps = run(model, source, options)
        check(results, best_of(outputs, options), options)
        seen.update([options.stopping, options.normalisation])
        early += steps < len(levels)
        cases += 1
    assert early, "some searches end before the tree does, and still miss nothing"
    assert set(seen) == {*NORMALISATIONS, *STOPPINGS}


@pytest.mark.parametrize("seed", range(4))
def test_required_pieces_are_in_the_best_of_all_outputs_that_have_them(make_network, seed) -> None:
    """15 cases each: every level fits into each number of missing pieces' share of the beam."""
    dice = random.Random(f"required {seed}")
    cut_short = cases = 0
    while cases < 15:
        model, source, vocabulary = draw_case(dice, make_network, (6, 7))
        limit = dice.choice([3, 4])
        rules = draw_rules(dice, vocabulary, limit)
        left = sorted(set(range(4, vocabulary)) - set(rules.get("forbidden", ())))
        required = tuple(dice.choices(left, k=dice.choice([1, 1, 2])))
        options = SearchOptions(beam=WIDEST_BEAM, required=required, **rules)
        levels = tree(model, source, options, limit)
        outputs = outputs_of(levels, limit)
        share = WIDEST_BEAM // (len(required) + 1)
        banks = Counter(
            (len(path.ids), path.missing(options)) for level in levels[:-1] for path in level
        )
        if max(banks.values()) > share or not outputs:
            continue
        options = replace(options, n_best=dice.choice([1, 5, WIDEST_BEAM]))
        results, _ = run(model, source, options)
        check(results, best_of(outputs, options), options)
        for result in results:
            assert result.cut or not Counter(required) - Counter(result.ids)
        cut_short += results[-1].cut
        cases += 1
    assert 0 < cut_short < cases


@pytest.mark.parametrize("seed", range(6))
def test_a_narrow_beam_finds_what_the_textbooks_beam_finds(make_network, seed) -> None:
    """30 cases each, ends likely: they must not starve the beam, and an early stop not matter."""
    dice = random.Random(f"narrow {seed}")
    early = missed = 0
    for _ in range(30):
        model, source, vocabulary = draw_case(dice, make_network, (7, 8, 9))
        limit = dice.choice([3, 4])
        beam = dice.choice([2, 3, 4, 6])
        options = SearchOptions(
            beam=beam, n_best=dice.randint(1, beam), **draw_rules(dice, vocabulary, limit)
        )
        levels = tree(model, source, options, limit)
        expected = textbook(levels, options, limit)
        if not expected:  # nothing but dead ends
            continue
        results, steps = run(model, source, options)
        check(results, expected, options)
        early += steps < len(levels)
        best = best_of(outputs_of(levels, limit), options)[0]
        missed += best.score(options) > expected[0].score(options) + 1e-5
    assert early and missed, "narrow beams stop early, and sometimes miss the best of all"


def test_a_reference_is_scored_as_the_enumeration_scores_it(make_network) -> None:
    for seed, normalisation in enumerate(NORMALISATIONS):
        model = make_network(seed, 6)
        options = SearchOptions(
            normalisation=normalisation, alpha=0.7, repetition_penalty=1.5, max_length=4
        )
        paths = [path for level in tree(model, [4, END], options, 4) for path in level]
        for path in [path for path in paths if path.ended][::3]:
            (result,), _ = run(model, [4, END], replace(options, reference=path.ids[:-1]))
            assert result.ids == path.ids
            assert result.parts.score == pytest.approx(path.score(options), abs=1e-5)


def outputs_of(levels: Sequence[Sequence[Path]], limit: int) -> list[Path]:
    """What has ended, and what the limit cuts."""
    return [path for level in levels for path in level if path.ended or len(path.ids) == limit]


def textbook(levels: Sequence[Sequence[Path]], options: SearchOptions, limit: int) -> list[Path]:
    """Beam search as it is taught, down the written tree, never stopping before the limit."""
    alive: list[tuple[int, ...]] = [()]
    finished: list[Path] = []
    for level in levels:
        ranked = sorted(
            (path for path in level if path.ids[:-1] in alive), key=lambda path: -path.total
        )
        finished += outputs_of([ranked[: options.beam]], limit)
        alive = [path.ids for path in ranked if not path.ended][: options.beam]
    return best_of(finished, options)
