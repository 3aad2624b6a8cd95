"""Heads switched off through all of translating: streams, what ifs, files, explanations."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.cli.trace_summary import describe
from engine.errors import SearchError, TraceFileError
from engine.events import RECORDS, AttentionKind, Event, Record, Started
from engine.model.heads_off import HeadPlace
from engine.search.batch import decode_batch
from engine.search.decode import decode
from engine.search.explain import explain
from engine.search.options import SearchOptions
from engine.search.reuse import Reuse
from engine.search.what_if import Forbid, Force
from engine.trace import Trace
from engine.traces.file import load, save
from engine.translator import Translator
from tests.engine.trace_tools import equal, events_of, trace_of

MakeTranslator = Callable[..., Translator]
TEXT = "The dog chased the cat. Where is the station?"
CROSS, ENCODER, DECODER = "cross", "encoder self", "decoder masked self"
OFF: tuple[HeadPlace, ...] = ((ENCODER, 1, 2), (DECODER, 0, 1), (CROSS, 0, 0), (CROSS, 2, 3))
SEARCHES: dict[str, dict[str, Any]] = {
    "greedy": {},
    "beam": {"beam": 3, "n_best": 3, "no_repeat_ngram": 2},
    "sample": {"sample": True, "n_best": 2, "seed": 3},
}


def zeroed(translator: Translator, heads: tuple[HeadPlace, ...]) -> Translator:
    """Another translator, in whose weights W_O ignores the heads."""
    model = copy.deepcopy(translator.model)
    d_k = model.config.d_model // model.config.heads
    for kind, layer, head in heads:
        stack = model.encoder if kind == ENCODER else model.decoder
        name = "cross_attention" if kind == CROSS else "self_attention"
        weight = getattr(stack.layers[layer], name).w_o.weight
        weight[:, head * d_k : (head + 1) * d_k] = 0
    return Translator(model, translator.vocabulary, translator.info)


def assert_like(ours: Trace, theirs: Trace) -> None:
    """The same pieces, and every number of the attention, scores and candidates to 1e-6."""
    assert len(ours.sentences) == len(theirs.sentences)
    for mine, other in zip(ours.sentences, theirs.sentences, strict=True):
        assert_close(mine.encoded.attention, other.encoded.attention)
        assert len(mine.steps) == len(other.steps)
        for step, expected in zip(mine.steps, other.steps, strict=True):
            assert len(step.hypotheses) == len(expected.hypotheses)
            for live, wanted in zip(step.hypotheses, expected.hypotheses, strict=True):
                assert (live.piece, live.parent) == (wanted.piece, wanted.parent)
                assert_close(live.cross, wanted.cross)
                assert_close(live.decoder_self, wanted.decoder_self)
                assert live.log_probability == pytest.approx(wanted.log_probability, abs=1e-5)
                got = [each.log_probability for each in live.candidates]
                want = [each.log_probability for each in wanted.candidates]
                assert got == pytest.approx(want, abs=1e-5)
        assert mine.finished is not None and other.finished is not None
        for output, wanted_output in zip(
            mine.finished.hypotheses, other.finished.hypotheses, strict=True
        ):
            assert output.text == wanted_output.text
            assert_close(output.cross, wanted_output.cross)
            assert_close(output.decoder_self, wanted_output.decoder_self)
    assert ours.text == theirs.text


def assert_close(ours: np.ndarray | None, theirs: np.ndarray | None) -> None:
    assert (ours is None) is (theirs is None)
    if ours is not None:
        np.testing.assert_allclose(ours, theirs, atol=1e-6, rtol=0)


@pytest.fixture(scope="module")
def tiny(make_translator: MakeTranslator) -> Translator:
    return make_translator(2)


def run(translator: Translator, record: Record = "all", **options: Any) -> Trace:
    return trace_of(translator.stream(TEXT, SearchOptions(max_length=7, **options), record))


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("search", SEARCHES)
def test_a_stream_equals_that_of_the_zeroed_network(tiny, search, record) -> None:
    options = SEARCHES[search]
    ours = run(tiny, record, heads_off=OFF, **options)
    assert_like(ours, run(zeroed(tiny, OFF), record, **options))
    assert ours.started.options.heads_off == OFF
    assert all(sentence.encoded.options.heads_off == OFF for sentence in ours.sentences)
    whole = run(tiny, record, **options)
    first, other = (each.sentences[0].steps[0].hypotheses[0] for each in (ours, whole))
    assert first.candidates[0].log_probability != other.candidates[0].log_probability


def test_a_reference_is_scored_without_the_heads(tiny) -> None:
    text, options = "The dog chased the cat.", SearchOptions(reference="Le chien.", heads_off=OFF)
    ours = trace_of(tiny.stream(text, options))
    theirs = trace_of(zeroed(tiny, OFF).stream(text, replace(options, heads_off=())))
    assert_like(ours, theirs)
    last = len(ours.sentences[0].steps) - 1
    scored, expected = tiny.score(ours, 0, last), zeroed(tiny, OFF).score(theirs, 0, last)
    assert_close(scored.log_probabilities, expected.log_probabilities)
    steps = [step.hypotheses[0].log_probability for step in ours.sentences[0].steps]
    assert steps == pytest.approx(scored.log_probabilities.tolist(), abs=1e-5)


def test_what_the_layers_say_is_said_without_the_heads(tiny) -> None:
    ours = run(tiny, heads_off=OFF)
    other = zeroed(tiny, OFF)
    theirs = run(other)
    last = len(ours.sentences[0].steps) - 1
    mine, expected = tiny.layers(ours, 0, last), other.layers(theirs, 0, last)
    assert_close(mine.written_log_probabilities, expected.written_log_probabilities)
    for name in ("contribution", "after"):
        for stack in ("encoder", "decoder"):
            np.testing.assert_allclose(
                getattr(getattr(mine, stack), name),
                getattr(getattr(expected, stack), name),
                rtol=1e-5,
            )


@pytest.mark.parametrize("search", SEARCHES)
def test_a_batch_gives_what_one_sentence_alone_gives(tiny, search) -> None:
    options = SearchOptions(max_length=6, heads_off=OFF, **SEARCHES[search])
    texts = ["The dog.", "Where is the station?", "I love you very much.", "ok"]
    sources = [tiny.vocabulary.encode_ids(text) for text in texts]
    together = decode_batch(tiny.model, sources, options)
    for text, outputs in zip(texts, together, strict=True):
        source = tiny.vocabulary.encode(text)
        alone = [*decode(tiny.model, tiny.vocabulary, source, 0, options, "none")][-1]
        assert [tuple(p.id for p in output.pieces) for output in alone.hypotheses] == [
            output.ids for output in outputs
        ]
        assert [output.score for output in alone.hypotheses] == pytest.approx(
            [output.parts.score for output in outputs], abs=1e-5
        )
    lines = [line.translated.text for line in tiny.translate_lines(texts, options)]
    assert lines == [
        zeroed(tiny, OFF).translate(text, replace(options, heads_off=())) for text in texts
    ]
    assert lines != [
        line.translated.text for line in tiny.translate_lines(texts, replace(options, heads_off=()))
    ]


SETS: list[tuple[HeadPlace, ...]] = [
    (), OFF, ((ENCODER, 0, 0),), ((CROSS, 1, 1),), ((DECODER, 1, 1),), (*OFF, (CROSS, 1, 1)),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_what_is_known_is_never_mixed_with_other_heads(tiny, seed) -> None:
    """One memory for many runs of one sentence, each with other heads off and another prefix."""
    generator = random.Random(seed)
    reuse, source = Reuse(), tiny.vocabulary.encode("The dog chased the cat.")
    written = tiny.vocabulary.encode_ids("Le chien a poursuivi")[:-1]
    for heads, length in generator.sample(list(itertools.product(SETS, range(4))), 24):
        options = SearchOptions(
            max_length=8, beam=2, prefix=tuple(written[:length]), heads_off=heads
        )
        found, fresh = (
            list(decode(tiny.model, tiny.vocabulary, source, 0, options, "all", reuse=memory))
            for memory in (reuse, None)
        )
        started = Started("", ((0, 0),), options, tiny.info)
        assert_like(grown(started, found), grown(started, fresh))


def grown(started: Started, events: list[Event]) -> Trace:
    trace = Trace(started)
    for event in events:
        trace.add(event)
    return trace


@pytest.mark.parametrize("change", ["force", "forbid", "text"])
def test_a_what_if_keeps_the_heads_and_equals_a_fresh_run(make_translator, change) -> None:
    translator = make_translator(4)
    whole = run(translator, beam=2)  # known, and of no use to what follows
    trace = run(translator, beam=2, heads_off=OFF)
    for step in (0, 2, 4):
        live = trace.sentences[0].steps[step].hypotheses[0]
        other = next(c.piece.id for c in live.candidates[1:] if c.blocked is None)
        what = {"force": Force((other,)), "forbid": Forbid(live.piece.id), "text": Force("Le")}
        changed = trace_of(translator.what_if(trace, 0, step, 0, what[change]))
        options = changed.sentences[0].encoded.options
        assert options.heads_off == OFF
        fresh = zeroed(translator, OFF)
        source = trace.sentences[0].encoded.pieces
        happened = decode(
            fresh.model,
            fresh.vocabulary,
            source,
            0,
            replace(options, heads_off=()),
            "all",
            fresh.read,
        )
        first = Trace(changed.started)
        first.add(changed.sentences[0].encoded)
        for event in (*changed.sentences[0].steps, changed.sentences[0].finished):
            first.add(event)
        assert_like(first, grown(changed.started, list(happened)))
        assert changed.sentences[1].steps == trace.sentences[1].steps
    assert whole.started.options.heads_off == ()


def test_a_head_that_is_off_is_explained(tiny) -> None:
    trace, whole = run(tiny, heads_off=OFF), run(tiny)
    step = len(trace.sentences[0].steps) - 1
    other = zeroed(tiny, OFF)
    for kind, layer, head in [*OFF, (ENCODER, 1, 3), (CROSS, 2, 2)]:
        story = tiny.explain(trace, 0, AttentionKind(kind), layer, head, step)
        is_off = (kind, layer, head) in OFF
        assert story.off is is_off
        encoded, written = trace.sentences[0].encoded, trace.sentences[0].pieces(step)
        expected = explain(
            other.model, encoded.pieces, encoded.start, written, AttentionKind(kind), layer, head
        )
        for stage, wanted in zip(story.stages, expected.stages, strict=True):
            np.testing.assert_allclose(stage.values, wanted.values, atol=1e-5, rtol=0)
        contribution = story.stage("contribution")
        assert (not contribution.values.any()) is is_off
        assert ("switched off" in contribution.formula) is is_off
        assert story.stage("mixture").values.any()
        view = trace.sentences[0].attention(AttentionKind(kind), step)
        assert view is not None
        assert_close(story.stage("weights").values, view.weights[layer, head])
    plain = tiny.explain(whole, 0, AttentionKind.CROSS, 0, 0, step=0)
    assert not plain.off
    assert plain.stage("contribution").values.any()


def test_a_trace_file_keeps_them(tiny, tmp_path: Path) -> None:
    trace = run(tiny, heads_off=OFF, beam=2)
    path = tmp_path / "a.trace"
    save(trace, path)
    again = load(path)
    assert equal(again, trace)
    assert again.sentences[1].encoded.options.heads_off == OFF
    shown = "heads_off encoder:2:3,self:1:2,cross:1:1,cross:3:4"
    assert shown in describe(again, path)
    step = tiny.explain(again, 0, AttentionKind.CROSS, 0, 0, step=1)
    assert step.off


def test_a_trace_with_heads_that_its_model_does_not_have_is_refused(tiny, tmp_path: Path) -> None:
    trace = run(tiny, heads_off=OFF)
    for place in ("started", "sentence"):
        wrong = Trace(trace.started)
        for event in events_of(trace)[1:]:
            wrong.add(event)
        beyond = SearchOptions(max_length=7, heads_off=((CROSS, 3, 0),))
        if place == "started":
            wrong.started = replace(trace.started, options=beyond)
        else:
            wrong.sentences[0].encoded = replace(wrong.sentences[0].encoded, options=beyond)
        with pytest.raises(ValueError, match="a head is switched off that the model does not have"):
            save(wrong, tmp_path / "b.trace")
        if place == "sentence":
            with pytest.raises(SearchError, match="names heads that this model does not have"):
                tiny.explain(wrong, 0, AttentionKind.CROSS, 0, 0, step=0)
            with pytest.raises(SearchError, match="names heads that this model does not have"):
                list(tiny.what_if(wrong, 0, 0, 0, Force((9,))))


def test_a_file_that_was_changed_by_hand_is_refused(tiny, tmp_path: Path, monkeypatch) -> None:
    """What the writer would refuse, the reader refuses too."""
    import engine.traces.file as trace_file

    trace = run(tiny, heads_off=((CROSS, 0, 0),))
    trace.sentences[0].encoded = replace(
        trace.sentences[0].encoded,
        options=SearchOptions(heads_off=((CROSS, 0, 4),)),
    )
    monkeypatch.setattr(trace_file, "check", lambda _: None)
    save(trace, tmp_path / "c.trace")
    monkeypatch.undo()
    with pytest.raises(TraceFileError, match="sentence 1: a head is switched off"):
        load(tmp_path / "c.trace")


@pytest.mark.parametrize(
    "place", [(ENCODER, 2, 0), (DECODER, 3, 0), (CROSS, 0, 4), (CROSS, 99, 99)]
)
def test_heads_that_there_are_not_are_refused_before_any_work(tiny, place) -> None:
    options = SearchOptions(heads_off=(place,))
    message = (
        f"The heads cannot be switched off: there is no {place[0]} head {place[2] + 1} in layer"
    )
    source = tiny.vocabulary.encode("The dog.")
    for start in (
        lambda: next(iter(tiny.stream("The dog.", options))),
        lambda: tiny.check("The dog.", options),
        lambda: next(tiny.translate_lines(["The dog."], options)),
        lambda: decode(tiny.model, tiny.vocabulary, source, 0, options),
        lambda: decode_batch(tiny.model, [[5, 3]], options),
    ):
        with pytest.raises(SearchError, match=message):
            start()


def test_nothing_off_builds_no_other_network(tiny, monkeypatch) -> None:
    import engine.model.without_heads as module

    def never(*_: object) -> None:
        raise AssertionError("a network was built")

    monkeypatch.setattr(module, "_twin", never)
    run(tiny)
    decode_batch(tiny.model, [[5, 3]])
    with pytest.raises(AssertionError):
        run(tiny, heads_off=OFF)


def test_the_network_is_whole_again_after_a_run_without_heads(tiny) -> None:
    before = run(tiny)
    run(tiny, heads_off=OFF)
    list(itertools.islice(tiny.stream(TEXT, SearchOptions(heads_off=OFF)), 4))  # not to its end
    assert_like(run(tiny), before)
    assert not any(
        isinstance(getattr(module, "off", None), torch.Tensor) for module in tiny.model.modules()
    )
