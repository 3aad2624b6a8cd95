"""What is written down of the attention: all of it, the best hypothesis', or none."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import torch

from engine.errors import TraceTooLargeError
from engine.events import RECORDS, AttentionKind, FloatArray, Started
from engine.model.probe import Probe
from engine.search.footprint import recorded_bytes
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from engine.translator import Translator

TEXT = "The dog chased the cat. Where is the station?"
DECODER_KINDS = (AttentionKind.DECODER_SELF, AttentionKind.CROSS)
SEARCHES: dict[str, dict[str, Any]] = {
    "greedy": {},
    "beam": {"beam": 4, "n_best": 4},
    "sample": {"sample": True, "n_best": 3, "seed": 3},
    "reference": {"reference": "Où est la gare ?"},
}


def recorded(translator: Translator, record: Any, text: str = TEXT, **options: Any) -> Trace:
    """A whole trace."""
    events = translator.stream(text, SearchOptions(max_length=8, **options), record)
    trace = Trace(next(events))  # type: ignore[arg-type]
    for event in events:
        trace.add(event)
    return trace


def some_end(translator: Translator) -> Translator:
    """Let some hypotheses end before the limit."""
    bias = torch.zeros(translator.model.config.vocabulary_size)
    bias[3] = 4.0
    translator.model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    return translator


def teacher_forced(
    translator: Translator, sentence: SentenceTrace, written: list[int]
) -> dict[AttentionKind, FloatArray]:
    """[layers, heads, query, key] of one pass over an output."""
    probe = Probe()
    source = torch.tensor([[piece.id for piece in sentence.encoded.pieces]])
    translator.model(source, torch.tensor([[2, *written[:-1]]]), probe)
    return {kind: probe.stacked(kind)[:, 0].numpy() for kind in AttentionKind}


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_winners_attention_is_that_of_a_teacher_forced_pass(
    make_translator, seed, search
) -> None:
    translator = some_end(make_translator(seed))
    text = "Where is the station?" if search == "reference" else TEXT
    trace = recorded(translator, "best", text, **SEARCHES[search])
    for sentence in trace.sentences:
        assert sentence.finished is not None
        winner, *others = sentence.finished.hypotheses
        expected = teacher_forced(translator, sentence, [piece.id for piece in winner.pieces])
        for kind, ours in zip(DECODER_KINDS, (winner.decoder_self, winner.cross), strict=True):
            assert ours is not None and ours.dtype == np.float32 and ours.flags.c_contiguous
            np.testing.assert_allclose(ours, expected[kind], atol=1e-5, rtol=0)
        assert sentence.encoded.attention is not None
        np.testing.assert_allclose(
            sentence.encoded.attention, expected[AttentionKind.ENCODER_SELF], atol=1e-5, rtol=0
        )
        assert all(other.cross is None and other.decoder_self is None for other in others)
        lives = [live for step in sentence.steps for live in step.hypotheses]
        assert all(live.cross is None and live.decoder_self is None for live in lives)


@pytest.mark.parametrize("search", ["greedy", "beam", "sample"])
def test_the_trace_gives_the_winners_prefixes_and_nothing_of_the_others(
    make_translator, search
) -> None:
    translator = some_end(make_translator(1))
    trace = recorded(translator, "best", **SEARCHES[search])
    full = recorded(some_end(make_translator(1)), "all", **SEARCHES[search])
    seen = {True: 0, False: 0}
    for sentence, whole in zip(trace.sentences, full.sentences, strict=True):
        assert sentence.finished is not None
        winner = [piece.id for piece in sentence.finished.hypotheses[0].pieces]
        for step in sentence.steps:
            for hypothesis in range(len(step.hypotheses)):
                ids = [piece.id for piece in sentence.pieces(step.index, hypothesis)]
                shares = ids == winner[: len(ids)]
                seen[shares] += 1
                for kind in DECODER_KINDS:
                    view = sentence.attention(kind, step.index, hypothesis)
                    part = sentence.attention_matrix(kind, 1, 2, step.index, hypothesis)
                    assert (view is not None) is (part is not None) is shares
                    if view is None or part is None:
                        continue
                    expected = whole.attention(kind, step.index, hypothesis)
                    slice_ = whole.attention_matrix(kind, 1, 2, step.index, hypothesis)
                    assert expected is not None and slice_ is not None
                    np.testing.assert_allclose(view.weights, expected.weights, atol=1e-5)
                    np.testing.assert_allclose(part.weights, slice_.weights, atol=1e-5)
                    np.testing.assert_array_equal(part.masked, slice_.masked)
                    assert (view.queries, view.keys) == (expected.queries, expected.keys)
                    assert view.current == part.current == step.index
    assert seen[True] and (seen[False] or search == "greedy")


def test_the_winners_attention_comes_with_the_end(make_translator) -> None:
    translator = make_translator(2)
    events = translator.stream("The dog.", SearchOptions(max_length=4), "best")
    trace = Trace(next(events))  # type: ignore[arg-type]
    for _ in range(5):
        trace.add(next(events))
    assert trace.sentences[0].attention(AttentionKind.CROSS, 3) is None
    assert trace.sentences[0].attention(AttentionKind.ENCODER_SELF) is not None
    trace.add(next(events))
    assert trace.sentences[0].attention(AttentionKind.CROSS, 3) is not None


def test_nothing_of_the_attention_is_recorded(make_translator) -> None:
    trace = recorded(make_translator(), "none", beam=3)
    for sentence in trace.sentences:
        assert sentence.finished is not None
        assert all(output.cross is None for output in sentence.finished.hypotheses)
        for kind in AttentionKind:
            for step in range(8):
                assert sentence.attention(kind, step) is None
                assert sentence.attention_matrix(kind, 0, 0, step) is None


@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_recorded_changes_nothing_else(make_translator, search) -> None:
    text = "Where is the station?"
    traces = [
        recorded(some_end(make_translator(5)), record, text, **SEARCHES[search])
        for record in RECORDS
    ]
    first = traces[0].sentences[0]
    assert first.finished is not None
    for trace in traces[1:]:
        other = trace.sentences[0]
        assert other.finished is not None
        assert [h.pieces for h in other.finished.hypotheses] == [
            h.pieces for h in first.finished.hypotheses
        ]
        for ours, theirs in zip(other.finished.hypotheses, first.finished.hypotheses, strict=True):
            assert ours.log_probabilities == pytest.approx(theirs.log_probabilities, abs=1e-5)
            assert (ours.step, ours.index) == (theirs.step, theirs.index)


@pytest.mark.parametrize("search", ["beam", "sample"])
def test_each_rows_arrays_stand_alone(make_translator, search) -> None:
    """A kept hypothesis does not keep those of the others alive."""
    trace = recorded(make_translator(), "all", **SEARCHES[search])
    for step in trace.sentences[0].steps:
        for live in step.hypotheses:
            for array in (live.decoder_self, live.cross):
                assert array is not None
                assert array.base is None or array.base.nbytes == array.nbytes


# --------------------------------------------------------------------- the limit


def needs(translator: Translator, options: SearchOptions, text: str = TEXT) -> dict[str, int]:
    """Bytes of each kind of record."""
    started = next(translator.stream(text, options, memory_limit=None))
    assert isinstance(started, Started)
    lengths = [len(translator.vocabulary.encode_ids(text[a:b])) for a, b in started.sentences]
    return {
        record: recorded_bytes(translator.model.config, options, lengths, record)
        for record in RECORDS
    }


def refusal(translator: Translator, options: SearchOptions, record: Any, limit: int) -> str:
    """The message; nothing is computed before it."""

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("the network has run")

    translator.model.encode = never  # type: ignore[method-assign]
    with pytest.raises(TraceTooLargeError) as caught:
        next(translator.stream(TEXT, options, record, limit))
    return str(caught.value)


def test_a_record_beyond_the_limit_is_refused_with_the_numbers_and_what_fits(
    make_translator,
) -> None:
    translator = make_translator(heads=8, decoder_layers=6)
    options = SearchOptions(beam=16, max_length=400)
    need = needs(translator, options)
    assert need["all"] > need["best"] > need["none"] > 10e6
    message = refusal(translator, options, "all", need["best"])
    sizes = [f"{need[record] / 1e6:,.1f} MB" for record in ("all", "best", "best", "none")]
    assert re.findall(r"[\d,.]+ [kM]B", message) == sizes
    assert message == (
        f'Recording "all" may take up to {sizes[0]}, more than the limit of {sizes[1]}; record '
        f'"best" (up to {sizes[2]}) or "none" (up to {sizes[3]}), raise the limit, or translate '
        "less at once."
    )
    # What would not fit either is not offered.
    message = refusal(translator, options, "all", need["none"])
    assert '"none"' in message and '"best"' not in message
    message = refusal(translator, options, "best", need["none"] - 1)
    assert message.startswith('Recording "best"') and '"none"' not in message
    assert "; raise the limit, or translate less at once." in message


def test_all_of_a_greedy_search_is_offered_where_it_is_less_than_the_best(make_translator) -> None:
    """One hypothesis' rows end at the diagonal; its whole matrix is a square."""
    translator = make_translator(heads=8, decoder_layers=6)
    options = SearchOptions(max_length=300, candidates=1)
    need = needs(translator, options)
    assert need["all"] < need["best"]
    assert 'record "all" (up to' in refusal(translator, options, "best", need["all"])


def test_exactly_the_limit_is_allowed_and_none_is_any(make_translator) -> None:
    translator = make_translator()
    options = SearchOptions(max_length=5)
    for record, need in needs(translator, options).items():
        for limit in (need, None):
            assert isinstance(next(translator.stream(TEXT, options, record, limit)), Started)
        with pytest.raises(TraceTooLargeError, match=r"\d kB"):
            next(translator.stream(TEXT, options, record, need - 1))


def test_a_translation_alone_has_no_limit(make_translator, monkeypatch) -> None:
    translator, options = make_translator(1), SearchOptions(max_length=4)
    monkeypatch.setattr("engine.search.admission.recorded_bytes", lambda *_: 1 << 60)
    with pytest.raises(TraceTooLargeError):
        next(translator.stream("The dog.", options, "none"))
    translated = translator.translate("The dog.", options)
    (line,) = translator.translate_lines(["The dog."], options)
    assert translated == line.translated.text
