from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputTooLongError
from engine.search.batch import batches_by_length, decode_batch
from engine.search.decode import decode
from engine.search.options import SearchOptions

TEXTS = [
    "The dog chased the cat.",
    "I",
    "Where is the station?",
    "My name is Vikas and I love cricket, finance, and AI very much, and the station.",
    "ok",
    "The bank approved the loan.",
]


@pytest.mark.parametrize("seed", range(3))
def test_batched_equals_single(make_translator, seed) -> None:
    """Pieces identical, log-probabilities to 1e-5, whatever else is in the batch."""
    translator = make_translator(seed)
    model, vocabulary = translator.model, translator.vocabulary
    torch.manual_seed(seed)
    bias = torch.zeros(model.config.vocabulary_size)
    bias[3] = 1.5  # so that sentences end at different steps
    model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    options = SearchOptions(length_extra=12)
    outputs = decode_batch(model, [vocabulary.encode_ids(text) for text in TEXTS], options)
    for text, (output,) in zip(TEXTS, outputs, strict=True):
        *_, last = decode(model, vocabulary, vocabulary.encode(text), 0, options, "none")
        alone = last.hypotheses[0]
        assert output.ids == tuple(piece.id for piece in alone.pieces)
        assert output.cut is (last.reason == "length limit")
        assert output.log_probabilities == pytest.approx(alone.log_probabilities, abs=1e-5)
    assert len({len(output.ids) for (output,) in outputs}) > 1


def test_an_empty_batch_is_empty(make_translator) -> None:
    assert decode_batch(make_translator().model, []) == []


def test_too_long_a_sentence_is_refused_before_any_work(make_translator) -> None:
    translator = make_translator(max_positions=8)
    with pytest.raises(InputTooLongError, match="9 pieces"):
        decode_batch(translator.model, [[5, 3], [5] * 9])


@given(st.lists(st.integers(1, 60), max_size=60), st.integers(1, 200))
def test_batches_hold_every_sentence_once_within_the_budget(lengths, budget) -> None:
    batches = batches_by_length(lengths, budget)
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or max(lengths[i] for i in batch) * len(batch) <= budget
