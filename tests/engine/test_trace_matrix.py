"""One slice of the attention equals the same slice of the whole, and knows its masks."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from engine.events import AttentionKind, Encoded, Step
from tests.gui.traces import PARAGRAPHS, Sentence, events, long, love, paragraphs, trace_of


@pytest.mark.parametrize("kind", list(AttentionKind))
@pytest.mark.parametrize("step", [0, 3, 6])
def test_slices_equal_the_whole(kind: AttentionKind, step: int) -> None:
    sentence = trace_of(love()).sentences[0]
    whole = sentence.attention(kind, step)
    assert whole is not None
    for layer in range(whole.weights.shape[0]):
        for head in (None, 0, 3):
            part = sentence.attention_matrix(kind, layer, head, step)
            assert part is not None
            expected = whole.weights[layer]
            expected = expected.mean(axis=0) if head is None else expected[head]
            np.testing.assert_allclose(part.weights, expected, atol=1e-7)
            assert (part.queries, part.keys) == (whole.queries, whole.keys)
            assert part.current == whole.current
            assert part.weights.dtype == np.float32
            assert part.weights.flags.c_contiguous


def test_causal_mask_covers_exactly_the_future() -> None:
    sentence = trace_of(love()).sentences[0]
    part = sentence.attention_matrix(AttentionKind.DECODER_SELF, 1, 2, 4)
    assert part is not None
    np.testing.assert_array_equal(part.masked, np.triu(np.ones((5, 5), dtype=bool), k=1))
    assert np.all(part.weights[part.masked] == 0)


def test_padding_masks_are_passed_on() -> None:
    happened = love()
    for place, event in enumerate(happened):
        if isinstance(event, Encoded):
            mask = event.mask.copy()
            mask[:, -1] = -np.inf
            happened[place] = dataclasses.replace(event, mask=mask)
        if isinstance(event, Step):
            row = event.cross_mask.copy()
            row[0] = -np.inf
            happened[place] = dataclasses.replace(event, cross_mask=row)
    sentence = trace_of(happened).sentences[0]
    encoder = sentence.attention_matrix(AttentionKind.ENCODER_SELF, 0, None)
    cross = sentence.attention_matrix(AttentionKind.CROSS, 0, None, 2)
    assert encoder is not None
    assert cross is not None
    assert encoder.masked[:, -1].all()
    assert not encoder.masked[:, :-1].any()
    assert cross.masked[:, 0].all()
    assert not cross.masked[:, 1:].any()


@pytest.mark.parametrize(("layer", "head"), [(-1, 0), (0, -1), (99, 0), (0, 99), (99, None)])
def test_no_such_layer_or_head(layer: int, head: int | None) -> None:
    sentence = trace_of(love()).sentences[0]
    with pytest.raises(IndexError):
        sentence.attention_matrix(AttentionKind.CROSS, layer, head, 1)


def test_nothing_recorded_gives_nothing() -> None:
    text = "Hello"
    trace = trace_of(list(events(text, [Sentence(text, ("Salut", "</s>"))], record=False)))
    for kind in AttentionKind:
        assert trace.sentences[0].attention_matrix(kind, 0, None, 0) is None
    assert trace_of(love()).sentences[0].attention_matrix(AttentionKind.CROSS, 0, 0) is None


def test_text_grows_with_the_steps_and_keeps_line_breaks() -> None:
    happened = paragraphs()
    assert trace_of(happened).text == "Le chat mange. Regarde 😆!\n\nBonne nuit"
    seen = [trace_of(happened[: number + 1]).text for number in range(len(happened))]
    assert seen[0] == ""
    assert "Le chat" in seen
    assert "Le chat mange. Regarde" in seen
    assert seen[-2] == seen[-1]
    assert PARAGRAPHS.count("\n") == seen[-1].count("\n")


def test_slice_of_a_long_sentence_is_for_the_asked_step_only() -> None:
    sentence = trace_of(long(40, 50)).sentences[0]
    part = sentence.attention_matrix(AttentionKind.CROSS, 0, 1, 20)
    assert part is not None
    assert part.weights.shape == (21, 40)
    np.testing.assert_allclose(part.weights.sum(axis=1), 1.0, atol=1e-5)
