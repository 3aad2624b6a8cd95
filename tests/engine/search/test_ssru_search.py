"""Searches carry the state of the decoder's cells with the hypotheses."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import torch

from engine.events import Finished
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe
from engine.search.batch import decode_batch
from engine.search.decode import decode
from engine.search.options import SearchOptions
from engine.search.reuse import Reuse
from engine.search.what_if import Force
from engine.trace import SentenceTrace
from tests.engine.search.test_exhaustive import END, best_of, check, tree
from tests.engine.trace_tools import trace_of

TEXTS = [
    "The dog chased the cat.",
    "I",
    "My name is Vikas and I love cricket, finance, and AI very much, and the station.",
    "ok",
]


@pytest.mark.parametrize("seed", range(4))
def test_a_wide_beam_finds_the_best_of_all_outputs(make_network, seed) -> None:
    dice = random.Random(f"ssru {seed}")
    for _ in range(5):
        vocabulary, limit = dice.choice([6, 7]), 4
        model = make_network(dice.randrange(10**6), vocabulary, decoder_self="ssru")
        source = [*dice.choices(range(4, vocabulary), k=dice.randrange(5)), END]
        options = SearchOptions(
            beam=32, n_best=8, max_length=limit, normalisation="average", alpha=1.0
        )
        levels = tree(model, source, options, limit)
        outputs = [path for level in levels for path in level if path.ended] + [
            path for path in levels[-1] if not path.ended
        ]
        (results,) = decode_batch(model, [source], options)
        check(results, best_of(outputs, options)[:8], options)


@pytest.mark.parametrize("options", [{}, {"beam": 4, "n_best": 4}, {"sample": True, "n_best": 3}])
def test_batched_equals_single(make_translator, options) -> None:
    translator = make_translator(2, decoder_self="ssru")
    model, vocabulary = translator.model, translator.vocabulary
    bias = torch.zeros(model.config.vocabulary_size)
    bias[3] = 1.5  # so that sentences end at different steps
    model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    search = SearchOptions(length_extra=12, **options)
    outputs = decode_batch(model, [vocabulary.encode_ids(text) for text in TEXTS], search)
    for text, results in zip(TEXTS, outputs, strict=True):
        *_, last = decode(model, vocabulary, vocabulary.encode(text), 0, search, "none")
        assert isinstance(last, Finished)
        assert len(results) == len(last.hypotheses)
        for result, alone in zip(results, last.hypotheses, strict=True):
            assert result.ids == tuple(piece.id for piece in alone.pieces)
            assert result.log_probabilities == pytest.approx(alone.log_probabilities, abs=1e-5)
    assert len({len(results[0].ids) for results in outputs}) > 1


def whole_pass(translator: Any, sentence: SentenceTrace, step: int, place: int) -> Probe:
    """What one teacher-forced pass over a hypothesis records."""
    probe = Probe()
    source = torch.tensor([[piece.id for piece in sentence.encoded.pieces]])
    written = [piece.id for piece in sentence.pieces(step, place)]
    with torch.inference_mode():
        translator.model(source, torch.tensor([[sentence.encoded.start.id, *written[:-1]]]), probe)
    return probe


def test_every_hypothesis_of_a_beam_has_the_gates_of_its_own_ancestry(make_translator) -> None:
    translator = make_translator(1, decoder_self="ssru")
    trace = trace_of(translator.stream(TEXTS[0], SearchOptions(beam=4, n_best=4, max_length=9)))
    (sentence,) = trace.sentences
    moved = 0
    for step, each in enumerate(sentence.steps):
        for place, live in enumerate(each.hypotheses):
            moved += step > 0 and live.parent != place
            probe = whole_pass(translator, sentence, step, place)
            gates = sentence.gates(step, place)
            assert gates is not None and gates.shape == (3, step + 1, 32)
            assert live.gates is not None and live.decoder_self is None
            np.testing.assert_allclose(gates, probe.stacked_gates()[:, 0].numpy(), atol=1e-5)
            assert np.array_equal(gates[:, -1], live.gates)
            cross = sentence.attention(AttentionKind.CROSS, step, place)
            assert cross is not None
            np.testing.assert_allclose(
                cross.weights, probe.stacked(AttentionKind.CROSS)[:, 0].numpy(), atol=1e-5
            )
            assert sentence.attention(AttentionKind.DECODER_SELF, step, place) is None
    assert moved > 5, "beams that never change places prove nothing"


@pytest.mark.parametrize("search", [{}, {"beam": 3, "n_best": 3}])
def test_what_if_goes_on_from_what_is_known(make_translator, search) -> None:
    translator = make_translator(3, decoder_self="ssru")
    trace = trace_of(translator.stream(TEXTS[0], SearchOptions(max_length=10, **search)))
    steps: list[int] = []
    inner = translator.model.decode_step
    translator.model.decode_step = lambda *args: (steps.append(1), inner(*args))[1]
    path = trace.sentences[0].path()
    change = Force((40,))
    other = trace_of(translator.what_if(trace, 0, 5, path[5], change))
    # Five are known, and what follows the forced piece is new.
    assert len(steps) == len(other.sentences[0].steps) - 5
    translator._reuse = Reuse()
    fresh = trace_of(translator.what_if(trace, 0, 5, path[5], change))
    assert len(steps) == 2 * len(other.sentences[0].steps) - 5
    ours, theirs = other.sentences[0], fresh.sentences[0]
    last = len(ours.steps) - 1
    assert [p.id for p in ours.pieces(last)] == [p.id for p in theirs.pieces(last)]
    np.testing.assert_allclose(ours.gates(last), theirs.gates(last), atol=1e-5)
    np.testing.assert_allclose(
        [live.log_probability for live in ours.ancestry(last)],
        [live.log_probability for live in theirs.ancestry(last)],
        atol=1e-5,
    )
