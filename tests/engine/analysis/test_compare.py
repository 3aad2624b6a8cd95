"""Differences agree with the traces' own matrices, and reach as far as the axes agree."""

from __future__ import annotations

import dataclasses
import math
import random

import numpy as np
import pytest

from engine.analysis.compare import (
    AttentionDifference,
    Mismatch,
    Missing,
    Side,
    attention_difference,
    differing_options,
    matrix_of,
    shared,
    step_rows,
)
from engine.events import AttentionKind, Piece
from engine.search.options import SearchOptions
from engine.search.what_if import Force
from engine.trace import AttentionMatrix, SentenceTrace, Trace
from engine.translator import Translator
from tests.engine.conftest import MakeTranslator

TEXT = "The dog chased the cat."
OTHER = "The dog chased the bank."
CROSS, ENCODER, DECODER = (
    AttentionKind.CROSS,
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
)


def traced(translator: Translator, text: str, **options: object) -> Trace:
    settings = SearchOptions(**{"max_length": 8, **options})  # type: ignore[arg-type]
    events = translator.stream(text, settings)
    trace = Trace(next(events))  # type: ignore[arg-type]
    for event in events:
        trace.add(event)
    return trace


def forced(translator: Translator, trace: Trace, step: int, piece: int) -> Trace:
    events = translator.what_if(trace, 0, step, 0, Force((piece,)))
    changed = Trace(next(events))  # type: ignore[arg-type]
    for event in events:
        changed.add(event)
    return changed


def side(trace: Trace, end: tuple[int, int] | None = None) -> Side:
    sentence = trace.sentences[0]
    return Side(sentence, tuple(sentence.path(end)))


def matrix(of: Side, kind: AttentionKind, layer: int, head: int | None) -> AttentionMatrix:
    found = matrix_of(of, kind, layer, head, 9, 9)
    assert isinstance(found, AttentionMatrix)
    return found


def recorded(
    sentence: SentenceTrace, path: tuple[int, ...], kind: AttentionKind, layer: int, row: int
) -> np.ndarray:
    """[heads, key] one row straight from the events."""
    if kind is ENCODER:
        assert sentence.encoded.attention is not None
        return sentence.encoded.attention[layer, :, row]
    live = sentence.steps[row].hypotheses[path[row]]
    rows = live.cross if kind is CROSS else live.decoder_self
    assert rows is not None
    return rows[layer]


def test_differences_are_those_of_the_recorded_rows(make_translator: MakeTranslator) -> None:
    one, other = make_translator(0), make_translator(1)
    chance = random.Random(3)
    traces = [
        traced(one, TEXT),
        traced(one, TEXT, beam=3, n_best=2),
        traced(other, TEXT),
        traced(one, OTHER),
        traced(one, TEXT, max_length=5),
        traced(one, TEXT),
    ]
    traces += [forced(one, traces[0], step, chance.randrange(10, 300)) for step in (0, 2, 3, 5)]
    seen = set()
    for _ in range(300):
        pair = chance.sample(traces, 2)
        sides = tuple(
            side(
                trace,
                (step := chance.randrange(len(trace.sentences[0].steps)),
                 chance.randrange(len(trace.sentences[0].steps[step].hypotheses))),
            )
            for trace in pair
        )  # fmt: skip
        kind = chance.choice(list(AttentionKind))
        layer, head = chance.randrange(2), chance.choice([None, 0, 1, 2, 3])
        first, second = (matrix(each, kind, layer, head) for each in sides)
        found = attention_difference(kind, (sides[0], sides[1]), first, second)
        same_source = pair[0].started.text == pair[1].started.text
        if not same_source and kind is not DECODER:
            assert found is Mismatch.SOURCE
            continue
        assert isinstance(found, AttentionDifference)
        written = [[live.piece.id for live in each.written] for each in sides]
        agreeing = 0
        for a, b in zip(*written, strict=False):
            if a != b:
                break
            agreeing += 1
        rows = len(first.queries)
        if kind is not ENCODER:
            rows = min(agreeing + 1, len(written[0]), len(written[1]))
            assert found.parted == (agreeing if agreeing < rows else None)
        assert found.values.shape == (rows, rows if kind is DECODER else len(first.keys))
        for row in range(rows):
            ends = []
            for each in sides:
                own = recorded(each.sentence, each.path, kind, layer, row)
                ends.append(own.mean(axis=0, dtype=np.float32) if head is None else own[head])
            expected = ends[1].astype(np.float64) - ends[0].astype(np.float64)
            width = len(expected)
            np.testing.assert_array_equal(found.values[row, :width], expected)
            assert not found.values[row, width:].any()
            assert found.masked[row, width:].all()
            assert abs(found.values[row].sum()) < 1e-5
        assert [p.text for p in found.queries[: min(rows, agreeing)]] == [
            p.text for p in second.queries[: min(rows, agreeing)]
        ]
        assert found.rows == (len(first.queries), len(second.queries))
        seen.add((kind, found.whole, found.parted is None))
    for kind in (CROSS, DECODER):
        # Whole; parting; one merely longer than the other.
        assert {(kind, True, True), (kind, False, False), (kind, False, True)} <= seen


def test_of_one_model_the_shared_beginning_has_no_difference(
    make_translator: MakeTranslator,
) -> None:
    translator = make_translator(0)
    trace = traced(translator, TEXT)
    taken = trace.sentences[0].steps[3].hypotheses[0].piece.id
    other = forced(translator, trace, 3, 20 if taken != 20 else 21)
    sides = (side(trace), side(other))
    for kind in AttentionKind:
        difference = attention_difference(
            kind, sides, matrix(sides[0], kind, 1, 2), matrix(sides[1], kind, 1, 2)
        )
        assert isinstance(difference, AttentionDifference)
        # The row of the step that parts them is still the same query.
        np.testing.assert_allclose(difference.values, 0, atol=1e-6)
        assert difference.values.shape[0] == (len(difference.keys) if kind is ENCODER else 4)
        assert difference.parted == (None if kind is ENCODER else 3)
    rows = step_rows(*sides)
    assert [row.same_inputs for row in rows[:4]] == [True] * 4
    assert [row.same_piece for row in rows[:4]] == [True, True, True, False]
    assert not any(row.same_inputs for row in rows[4:])
    assert all(abs(row.difference or 0.0) < 1e-6 for row in rows[:3])
    assert rows[3].differs


def test_steps_agree_with_the_events(make_translator: MakeTranslator) -> None:
    chance = random.Random(8)
    translators = [make_translator(seed) for seed in (0, 1)]
    traces = [traced(each, text) for each in translators for text in (TEXT, OTHER)]
    traces += [forced(translators[0], traces[0], step, 30 + step) for step in (0, 1, 4)]
    for _ in range(40):
        sides = tuple(side(trace) for trace in chance.sample(traces, 2))
        rows = step_rows(sides[0], sides[1])
        # Every step of both stands in the table once, in order.
        for which, each in enumerate(sides):
            steps = [(row.first, row.second)[which] for row in rows]
            assert [step for step in steps if step is not None] == list(range(len(each.path)))
        for row in rows:
            logs = []
            for which, step in enumerate((row.first, row.second)):
                if step is None:
                    assert row.probabilities[which] is None
                    continue
                live = sides[which].written[step]
                assert row.probabilities[which] == math.exp(live.log_probability)
                logs.append(live)
            if len(logs) < 2:
                assert row.difference is None
                assert row.log_ratio is None
                assert not row.same_piece
                assert row.differs
                continue
            assert row.same_piece == (logs[0].piece.text == logs[1].piece.text)
            assert row.difference == math.exp(logs[1].log_probability) - math.exp(
                logs[0].log_probability
            )
            assert row.log_ratio == pytest.approx(logs[1].log_probability - logs[0].log_probability)


def test_a_translation_does_not_differ_from_itself(make_translator: MakeTranslator) -> None:
    sides = (side(traced(make_translator(0), TEXT)), side(traced(make_translator(0), TEXT)))
    rows = step_rows(*sides)
    assert len(rows) == len(sides[0].path)
    assert not any(row.differs for row in rows)
    for kind in AttentionKind:
        difference = attention_difference(
            kind, sides, matrix(sides[0], kind, 0, None), matrix(sides[1], kind, 0, None)
        )
        assert isinstance(difference, AttentionDifference)
        assert not difference.values.any()
        assert difference.whole
        assert difference.parted is None


def test_why_there_is_no_matrix(make_translator: MakeTranslator) -> None:
    trace = traced(make_translator(0), TEXT)
    whole = side(trace)
    nothing = Side(whole.sentence, ())
    assert matrix_of(whole, CROSS, 3, 0, 3, 4) is Missing.LAYER
    assert matrix_of(whole, CROSS, 2, 4, 3, 4) is Missing.HEAD
    assert matrix_of(nothing, CROSS, 0, 0, 3, 4) is Missing.STEP
    assert isinstance(matrix_of(nothing, ENCODER, 0, None, 2, 4), AttentionMatrix)
    bare = Trace(trace.started)
    bare.add(dataclasses.replace(trace.sentences[0].encoded, attention=None))
    assert matrix_of(side(bare), ENCODER, 0, 0, 2, 4) is Missing.RECORD


def test_other_start_pieces_are_not_compared(make_translator: MakeTranslator) -> None:
    trace = traced(make_translator(0), TEXT)
    other = Trace(trace.started)
    start = Piece(9, "<go>", "special", "<go>")
    other.add(dataclasses.replace(trace.sentences[0].encoded, start=start))
    for step in trace.sentences[0].steps:
        other.add(step)
    sides = (side(trace), side(other))
    for kind in (CROSS, DECODER):
        found = attention_difference(
            kind, sides, matrix(sides[0], kind, 0, 0), matrix(sides[1], kind, 0, 0)
        )
        assert found is Mismatch.START
    assert not any(row.same_inputs for row in step_rows(*sides))


def test_options_that_differ(make_translator: MakeTranslator) -> None:
    translator = make_translator(0)
    greedy = traced(translator, TEXT).sentences[0]
    beam = traced(translator, TEXT, beam=3, alpha=1.0).sentences[0]
    assert differing_options(greedy, greedy) == {}
    assert differing_options(greedy, beam) == {"beam": (1, 3), "alpha": (0.6, 1.0)}
    assert differing_options(beam, greedy) == {"beam": (3, 1), "alpha": (1.0, 0.6)}


def test_pieces_are_compared_by_their_spelling() -> None:
    def piece(number: int, text: str, surface: str = "") -> Piece:
        return Piece(number, text, "normal", surface or text)

    one = [piece(1, "a"), piece(2, "b"), piece(3, "<unk>", "x")]
    assert shared(one, [piece(7, "a"), piece(8, "b"), piece(9, "<unk>", "x")]) == 3
    assert shared(one, [piece(1, "a"), piece(2, "b"), piece(3, "<unk>", "y")]) == 2
    assert shared(one, [piece(1, "z")]) == 0
    assert shared(one, []) == 0
