"""Along any hypothesis' ancestry the trace equals a teacher-forced pass over that output."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from engine.events import AttentionKind
from engine.model.probe import Probe
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace
from engine.translator import Translator
from tests.engine.trace_tools import trace_of

MakeTranslator = Callable[..., Translator]


def hypotheses(sentence: SentenceTrace) -> dict[str, list[tuple[int, int]]]:
    """Where hypotheses of each fate end: winner, losers, pruned and finished ones."""
    assert sentence.finished is not None
    outputs = [(output.step, output.index) for output in sentence.finished.hypotheses]
    fates: dict[str, list[tuple[int, int]]] = {
        "winner": outputs[:1],
        "losers": outputs[1:],
        "pruned": [],
        "finished": [],
        "continued": [],
    }
    for index, step in enumerate(sentence.steps):
        after = sentence.steps[index + 1 : index + 2]
        parents = {live.parent for following in after for live in following.hypotheses}
        for place, live in enumerate(step.hypotheses):
            if live.finished:
                fates["finished"].append((index, place))
            elif place in parents:
                fates["continued"].append((index, place))
            else:
                fates["pruned"].append((index, place))
    return fates


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "options",
    [
        SearchOptions(beam=4, n_best=4, max_length=14),
        SearchOptions(beam=4, n_best=4, max_length=14, no_repeat_ngram=2, prefix=(20, 9)),
        SearchOptions(sample=True, n_best=4, seed=5, max_length=14),
    ],
    ids=["beam", "prefix", "sample"],
)
def test_every_ancestry_equals_a_teacher_forced_pass(
    make_translator: MakeTranslator, seed: int, options: SearchOptions
) -> None:
    translator = make_translator(seed)
    model = translator.model
    # The end has to come now and then, so that hypotheses finish at several steps.
    bias = torch.zeros(model.config.vocabulary_size)
    bias[model.config.eos_id] = 1.5
    model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    (sentence,) = trace_of(translator.stream("The dog chased the cat.", options)).sentences
    fates = hypotheses(sentence)
    seen = {place for found in fates.values() for place in found}
    assert fates["winner"] and fates["losers"] and fates["finished"]
    assert options.sample or fates["pruned"]
    source = torch.tensor([[piece.id for piece in sentence.encoded.pieces]])
    for step, place in sorted(seen):
        written = [piece.id for piece in sentence.pieces(step, place)]
        inputs = [sentence.encoded.start.id, *written[:-1]]
        probe = Probe()
        with torch.inference_mode():
            logits = model(source, torch.tensor([inputs]), probe)
        for kind in AttentionKind:
            view = sentence.attention(kind, step, place)
            assert view is not None
            expected = probe.stacked(kind)[:, 0].numpy()
            assert view.weights.shape == expected.shape
            np.testing.assert_allclose(view.weights, expected, atol=1e-5)
        expected_sum = logits[0].log_softmax(-1)[range(len(written)), written].sum()
        parts = sentence.steps[step].hypotheses[place].parts
        assert parts.log_probability == pytest.approx(float(expected_sum), abs=1e-4)


def test_branches_really_cross(make_translator: MakeTranslator) -> None:
    """Otherwise the test above would pass without following parents."""
    crossed = 0
    for seed in range(6):
        options = SearchOptions(beam=4, n_best=4, max_length=14)
        stream = make_translator(seed).stream("The dog chased the cat.", options)
        (sentence,) = trace_of(stream).sentences
        last = len(sentence.steps) - 1
        for place in range(len(sentence.steps[last].hypotheses)):
            crossed += len(set(sentence.places(last, place))) > 1
    assert crossed >= 6
