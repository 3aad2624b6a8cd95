from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from engine.errors import InputTooLongError
from engine.events import AttentionKind, Encoded, Finished, Started, Step
from engine.model.probe import Probe
from engine.search.decode import decode
from engine.search.options import SearchOptions
from engine.trace import Trace

TEXT = "The dog chased the cat."


def run(translator, text=TEXT, record="all", **options):
    """The events of one sentence: encoded, steps, finished."""
    source = translator.vocabulary.encode(text)
    events = list(
        decode(
            translator.model,
            translator.vocabulary,
            source,
            0,
            SearchOptions(**options),
            record,
        )
    )
    assert isinstance(events[0], Encoded) and isinstance(events[-1], Finished)
    steps = events[1:-1]
    assert all(isinstance(step, Step) for step in steps)
    return events[0], steps, events[-1]


@pytest.mark.parametrize("seed", range(4))
def test_every_step_is_the_argmax_of_a_teacher_forced_pass(make_translator, seed) -> None:
    """Tokens, probabilities, candidates and attention, against one uncached pass."""
    translator = make_translator(seed)
    model = translator.model
    encoded, steps, finished = run(translator, max_length=30)
    written = [step.hypotheses[0].piece.id for step in steps]
    source = torch.tensor([[piece.id for piece in encoded.pieces]])
    target = torch.tensor([[model.config.start_id, *written[:-1]]])
    probe = Probe()
    expected = model(source, target, probe)[0].log_softmax(-1)

    for index, step in enumerate(steps):
        live = step.hypotheses[0]
        allowed = expected[index].clone()
        allowed[[0, 1, 2]] = -math.inf
        assert live.piece.id == int(allowed.argmax())
        assert live.log_probability == pytest.approx(
            float(expected[index, live.piece.id]), abs=1e-5
        )
        values, ids = expected[index].topk(10)
        assert [candidate.piece.id for candidate in live.candidates] == ids.tolist()
        for candidate, value in zip(live.candidates, values.tolist(), strict=True):
            assert candidate.log_probability == pytest.approx(value, abs=1e-5)
            assert candidate.probability == pytest.approx(math.exp(value), abs=1e-6)
        own = probe.stacked(AttentionKind.DECODER_SELF)[:, 0, :, index, : index + 1]
        np.testing.assert_allclose(live.decoder_self, own.numpy(), atol=1e-5)
        cross = probe.stacked(AttentionKind.CROSS)[:, 0, :, index]
        np.testing.assert_allclose(live.cross, cross.numpy(), atol=1e-5)
    encoder = probe.stacked(AttentionKind.ENCODER_SELF)[:, 0]
    np.testing.assert_allclose(encoded.attention, encoder.numpy(), atol=1e-5)
    hypothesis = finished.hypotheses[0]
    assert hypothesis.parts.log_probability == pytest.approx(sum(hypothesis.log_probabilities))
    assert [piece.id for piece in hypothesis.pieces] == written


def test_recording_does_not_change_the_translation(make_translator) -> None:
    translator = make_translator(2)
    _, with_attention, _ = run(translator, max_length=25)
    _, without, _ = run(translator, record="none", max_length=25)
    assert [s.hypotheses[0].piece for s in with_attention] == [
        s.hypotheses[0].piece for s in without
    ]
    assert all(s.hypotheses[0].cross is None for s in without)


def test_the_length_limit_is_reported_never_silent(make_translator) -> None:
    _, steps, finished = run(make_translator(), max_length=3)
    assert len(steps) == 3
    assert finished.reason == "length limit"
    assert finished.hypotheses[0].pieces[-1].text != "</s>"


def test_the_limit_follows_the_source_and_the_models_positions(make_translator) -> None:
    encoded, _, _ = run(make_translator(), length_factor=1.5, length_extra=4)
    assert encoded.max_length == int(len(encoded.pieces) * 1.5) + 4
    encoded, _, _ = run(make_translator(max_positions=30), max_length=10**6)
    assert encoded.max_length == 30


def test_the_end_piece_ends_it(make_translator) -> None:
    translator = make_translator()
    bias = torch.zeros(translator.model.config.vocabulary_size)
    bias[3] = 1e4
    translator.model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    _, steps, finished = run(translator)
    assert len(steps) == 1 and finished.reason == "end"
    assert finished.hypotheses[0].text == ""


@pytest.mark.parametrize("special", [0, 1, 2])
def test_pad_unknown_and_start_are_never_written_but_shown_with_a_reason(
    make_translator, special
) -> None:
    translator = make_translator()
    bias = torch.zeros(translator.model.config.vocabulary_size)
    bias[special] = 1e4
    translator.model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    _, steps, _ = run(translator, max_length=4)
    for step in steps:
        live = step.hypotheses[0]
        assert live.piece.id != special
        assert live.candidates[0].piece.id == special
        assert live.candidates[0].blocked
        assert all(c.blocked is None for c in live.candidates[1:] if c.piece.id > 2)


def test_too_long_a_sentence_is_refused_with_the_numbers(make_translator) -> None:
    translator = make_translator(max_positions=8)
    source = translator.vocabulary.encode("cat " * 20)
    with pytest.raises(InputTooLongError, match=rf"{len(source)} pieces.*at most 8"):
        next(decode(translator.model, translator.vocabulary, source))


def test_arrays_are_float32_copies_that_later_steps_leave_alone(make_translator) -> None:
    translator = make_translator()
    stream = decode(translator.model, translator.vocabulary, translator.vocabulary.encode(TEXT))
    next(stream)
    first = next(stream).hypotheses[0]
    kept = first.cross.copy()
    for _ in range(5):
        next(stream)
    assert first.cross.dtype == np.float32 and first.cross.flags.c_contiguous
    np.testing.assert_array_equal(first.cross, kept)


def test_a_suspended_search_leaves_gradients_switched_on(make_translator) -> None:
    translator = make_translator()
    stream = decode(translator.model, translator.vocabulary, translator.vocabulary.encode(TEXT))
    next(stream)
    next(stream)
    assert torch.is_grad_enabled() and not torch.is_inference_mode_enabled()


def test_a_trace_stitches_the_rows(make_translator) -> None:
    translator = make_translator(1)
    encoded, steps, _ = run(translator, max_length=7)
    trace = Trace(Started(TEXT, ((0, len(TEXT)),), SearchOptions(), translator.info))
    for event in (encoded, *steps):
        trace.add(event)
    view = trace.sentences[0].attention(AttentionKind.CROSS, 4)
    assert view.weights.shape == (3, 4, 5, len(encoded.pieces)) and view.current == 4
    np.testing.assert_allclose(view.weights.sum(-1), 1, atol=1e-5)
    own = trace.sentences[0].attention(AttentionKind.DECODER_SELF, 4)
    assert own.queries[0] == encoded.start
    np.testing.assert_array_equal(np.triu(own.weights[0, 0], 1), 0)
    for step in range(5):
        row = steps[step].hypotheses[0].decoder_self
        np.testing.assert_array_equal(own.weights[:, :, step, : step + 1], row)
