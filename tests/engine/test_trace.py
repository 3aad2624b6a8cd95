"""The trace follows ancestry: rows belong to the hypothesis they were computed for."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from engine.events import (
    AttentionKind,
    Encoded,
    Finished,
    Hypothesis,
    LiveHypothesis,
    Piece,
    Started,
    Step,
    Translated,
)
from engine.events import ModelInfo as Info
from engine.search.options import SearchOptions
from engine.search.score import ScoreParts
from engine.trace import Trace

INFO = Info("m", "", "en", "fr", "", 1, 1, 1, 4, 8, 9, 1, 16, "cpu", "float32")


PARTS = ScoreParts(-1.0, 0.0, 1, 1.0, -1.0)


def piece(number: int) -> Piece:
    return Piece(number, f"p{number}", "normal", f"p{number}")


def live(parent: int, number: int, width: int, mark: float) -> LiveHypothesis:
    """A hypothesis whose attention rows are filled with ``mark``."""
    return LiveHypothesis(
        parent,
        piece(number),
        -1.0,
        PARTS,
        "",
        (),
        np.full((1, 1, width), mark, np.float32),
        np.full((1, 1, 2), mark, np.float32),
    )


@pytest.fixture
def trace() -> Trace:
    """Two beams that cross: the winner of step 2 comes from the loser of step 0."""
    trace = Trace(Started("a", ((0, 1),), SearchOptions(), INFO))
    mask = np.zeros((2, 2), np.float32)
    trace.add(Encoded(0, (piece(1), piece(2)), piece(0), np.ones((1, 1, 2, 2), "f4"), mask, 9))
    beams = [
        ((-1, 10, 0.1), (-1, 11, 0.2)),
        ((1, 12, 0.3), (0, 13, 0.4)),
        ((0, 14, 0.5), (1, 15, 0.6)),
    ]
    for index, beam in enumerate(beams):
        hypotheses = tuple(live(p, n, index + 1, m) for p, n, m in beam)
        trace.add(Step(0, index, hypotheses, np.zeros(index + 1, "f4"), np.zeros(2, "f4")))
    return trace


def test_tokens_and_rows_follow_the_parents(trace: Trace) -> None:
    sentence = trace.sentences[0]
    assert [p.id for p in sentence.pieces(2, 0)] == [11, 12, 14]
    assert [p.id for p in sentence.pieces(2, 1)] == [10, 13, 15]
    view = sentence.attention(AttentionKind.CROSS, 2, 0)
    np.testing.assert_allclose(view.weights[0, 0, :, 0], [0.2, 0.3, 0.5])
    assert [p.id for p in view.queries] == [11, 12, 14]
    own = sentence.attention(AttentionKind.DECODER_SELF, 2, 1)
    np.testing.assert_allclose(
        own.weights[0, 0], [[0.1, 0, 0], [0.4, 0.4, 0], [0.6, 0.6, 0.6]], atol=1e-7
    )
    assert [p.id for p in own.queries] == [p.id for p in own.keys] == [0, 10, 13]


def test_a_place_that_does_not_exist_is_an_error(trace: Trace) -> None:
    for step, hypothesis in ((3, 0), (0, 2), (-1, 0), (0, -1)):
        with pytest.raises(IndexError):
            trace.sentences[0].ancestry(step, hypothesis)


def test_events_out_of_order_are_refused(trace: Trace) -> None:
    step = trace.sentences[0].steps[0]
    for event in (step, trace.started, trace.sentences[0].encoded, Step(4, 0, (), None, None)):
        with pytest.raises(ValueError):
            trace.add(event)
    trace.add(Translated("b"))
    assert trace.translated is not None


def test_nothing_recorded_means_none_not_zeros() -> None:
    trace = Trace(Started("a", ((0, 1),), SearchOptions(), INFO))
    trace.add(Encoded(0, (piece(1),), piece(0), None, np.zeros((1, 1), "f4"), 9))
    bare = LiveHypothesis(-1, piece(4), -1.0, PARTS, "", (), None, None)
    trace.add(Step(0, 0, (bare,), np.zeros(1, "f4"), np.zeros(1, "f4")))
    for kind in AttentionKind:
        assert trace.sentences[0].attention(kind, 0) is None
    assert trace.sentences[0].attention(AttentionKind.CROSS) is None


def finish(trace: Trace, step: int, index: int) -> None:
    """End the sentence; the best output's last piece stands at ``step``, ``index``."""
    pieces = trace.sentences[0].pieces(step, index)
    trace.add(Finished(0, (Hypothesis(pieces, "best", PARTS, (-1.0,), "end", step, index),)))


def test_a_path_leads_through_a_hypothesis_to_its_best_descendant(trace: Trace) -> None:
    sentence = trace.sentences[0]
    assert sentence.path() == sentence.path((2, 0)) == [1, 0, 0]
    assert sentence.path((2, 1)) == [0, 1, 1]
    assert sentence.path((0, 0)) == [0, 1, 1]
    assert sentence.path((0, 1)) == [1, 0, 0]
    with pytest.raises(IndexError):
        sentence.path((3, 0))


def test_a_path_ends_where_the_hypothesis_ends(trace: Trace) -> None:
    sentence = trace.sentences[0]
    # Of step 3 both come from the first; the second of step 2 was pruned.
    both = tuple(live(0, number, 4, 0.7) for number in (16, 17))
    trace.add(Step(0, 3, both, np.zeros(4, "f4"), np.zeros(2, "f4")))
    assert sentence.path((2, 1)) == [0, 1, 1]
    assert sentence.path((1, 0)) == [1, 0, 0, 0]
    assert sentence.path((3, 1)) == [1, 0, 0, 1]


def test_the_path_of_a_finished_sentence_is_that_of_its_best_output(trace: Trace) -> None:
    sentence = trace.sentences[0]
    finish(trace, 2, 1)
    assert sentence.path() == [0, 1, 1]
    empty = Trace(Started("a", ((0, 1),), SearchOptions(), INFO))
    empty.add(Encoded(0, (piece(1),), piece(0), None, np.zeros((1, 1), "f4"), 9))
    assert empty.sentences[0].path() == []


def test_the_text_along_another_hypothesis(trace: Trace) -> None:
    finish(trace, 2, 0)
    assert trace.text == trace.text_along({}) == "best"
    step = trace.sentences[0].steps[2]
    other = dataclasses.replace(step.hypotheses[1], text="other")
    trace.sentences[0].steps[2] = dataclasses.replace(step, hypotheses=(step.hypotheses[0], other))
    assert trace.text_along({0: (2, 1)}) == trace.text_along({0: (0, 0)}) == "other"


def test_nothing_comes_after_a_sentences_end_but_the_next_sentence(trace: Trace) -> None:
    encoded = trace.sentences[0].encoded
    with pytest.raises(ValueError, match="before the end of the last"):
        trace.add(dataclasses.replace(encoded, sentence=1))
    late = dataclasses.replace(trace.sentences[0].steps[2], index=3)
    finish(trace, 2, 0)
    with pytest.raises(ValueError, match="after the sentence's end"):
        trace.add(late)
    trace.add(dataclasses.replace(encoded, sentence=1))
    assert len(trace.sentences) == 2
