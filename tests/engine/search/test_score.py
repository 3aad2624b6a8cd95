"""A shown score can be taken apart, and the parts are the network's own numbers."""

from __future__ import annotations

import math
import random

import pytest
import torch

from engine.events import Finished, Step
from engine.search.decode import decode
from engine.search.options import NORMALISATIONS, STOPPINGS, SearchOptions
from engine.search.score import ScoreParts, normaliser


@pytest.mark.parametrize(
    ("normalisation", "length", "alpha", "expected"),
    [
        ("none", 7, 0.6, 1.0),
        ("average", 7, 1.0, 7.0),
        ("average", 4, 0.5, 2.0),
        ("average", 9, 0.0, 1.0),
        ("gnmt", 1, 0.6, 1.0),  # (5 + 1) / 6
        ("gnmt", 7, 1.0, 2.0),
        ("gnmt", 19, 0.5, 2.0),
        ("gnmt", 19, 0.0, 1.0),
    ],
)
def test_normalisers_by_hand(normalisation, length, alpha, expected) -> None:
    options = SearchOptions(normalisation=normalisation, alpha=alpha)
    assert normaliser(length, options) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
def test_an_empty_output_has_a_score(normalisation) -> None:
    parts = ScoreParts.of(0.0, 0.0, 0, SearchOptions(normalisation=normalisation))
    assert parts.score == 0 and parts.normaliser > 0


def test_the_parts_by_hand() -> None:
    parts = ScoreParts.of(-6.0, -2.0, 4, SearchOptions(normalisation="average", alpha=0.5))
    assert parts == ScoreParts(-6.0, -2.0, 4, 2.0, -4.0)


@pytest.mark.parametrize("seed", range(8))
def test_the_parts_reproduce_every_score_of_a_run(make_translator, seed) -> None:
    """Live, finished and lost hypotheses: recomputed along their ancestry, to 1e-6.

    The log-probabilities themselves are a teacher-forced pass's, to 1e-5.
    """
    dice = random.Random(f"score {seed}")
    translator = make_translator(seed, output_bias=True)
    model, vocabulary = translator.model, translator.vocabulary
    model.output_bias[3] = dice.choice([0.0, 1.5, 3.0])
    factor = (0.7, 1.4, 1.0, 2.0)[seed % 4]
    options = SearchOptions(
        beam=dice.choice([2, 4, 7]),
        n_best=2,
        normalisation=NORMALISATIONS[seed % 3],
        alpha=dice.choice([0.2, 0.6, 1.0, 1.8]),
        stopping=dice.choice(STOPPINGS),
        max_length=9,
        no_repeat_ngram=dice.choice([0, 3]),
        repetition_penalty=factor,
        prefix=(40, 40, 41) if seed % 2 else (),
    )
    source = vocabulary.encode("Where is the station?")
    _, *steps, finished = decode(model, vocabulary, source, 0, options, "none")
    assert isinstance(finished, Finished)

    def divisor(length: int) -> float:
        alpha = options.alpha
        return {"none": 1.0, "average": length**alpha, "gnmt": ((5 + length) / 6) ** alpha}[
            options.normalisation
        ]

    def check(ids: tuple[int, ...], values: tuple[float, ...], parts: ScoreParts) -> None:
        total = math.fsum(values)
        penalty = math.fsum(
            value * (factor - 1) for place, value in enumerate(values) if ids[place] in ids[:place]
        )
        assert parts.length == len(ids)
        assert parts.log_probability == pytest.approx(total, abs=1e-6)
        assert parts.penalty == pytest.approx(penalty, abs=1e-6)
        assert parts.normaliser == pytest.approx(divisor(len(ids)), abs=1e-12)
        assert parts.score == pytest.approx((total + penalty) / divisor(len(ids)), abs=1e-6)
        assert parts.score == (parts.log_probability + parts.penalty) / parts.normaliser

    paths: list[list[tuple[tuple[int, ...], tuple[float, ...]]]] = []
    penalised = 0
    for step in steps:
        assert isinstance(step, Step)
        level = []
        for hypothesis in step.hypotheses:
            ids, values = paths[-1][hypothesis.parent] if paths else ((), ())
            ids = (*ids, hypothesis.piece.id)
            values = (*values, hypothesis.log_probability)
            check(ids, values, hypothesis.parts)
            assert hypothesis.score == hypothesis.parts.score
            penalised += hypothesis.parts.penalty != 0
            level.append((ids, values))
        paths.append(level)
    assert penalised or not options.prefix
    assert not penalised or factor != 1
    for output in finished.hypotheses:
        ids, values = paths[output.step][output.index]
        assert tuple(piece.id for piece in output.pieces) == ids
        assert output.log_probabilities == values
        check(ids, values, output.parts)
    scores = [output.score for output in finished.hypotheses]
    assert len(scores) == 2 and scores[0] >= scores[1]

    every = [path for level in paths for path in level]
    for ids, values in every:
        logits = model(
            torch.tensor([[piece.id for piece in source]]), torch.tensor([[2, *ids[:-1]]])
        )
        rows = logits[0].log_softmax(-1)
        expected = rows[torch.arange(len(ids)), list(ids)].tolist()
        assert values == pytest.approx(expected, abs=1e-5)
