"""A decoder alone continues a text: the prompt is forced, and what follows is searched for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from engine.errors import InputTooLongError, SearchError
from engine.events import Started, Translated
from engine.model.kinds import NO_ENCODER, AttentionKind
from engine.search.options import SearchOptions
from engine.search.rules import Rules
from engine.search.what_if import Forbid, Force
from engine.trace import Trace
from engine.translator import Translator
from tests.engine.trace_tools import trace_of

DECODER = {"stacks": "decoder", "encoder_layers": 0, "never_written": ()}
TEXT = "The dog chased"


@pytest.fixture(scope="module")
def translator(make_translator) -> Translator:
    return make_translator(**DECODER)


def recorded(translator: Translator, text: str = TEXT, **options: Any) -> Trace:
    record = options.pop("record", "all")
    options = {"max_length": 24, **options}
    return trace_of(translator.stream(text, SearchOptions(**options), record))


def prompt_of(translator: Translator, text: str = TEXT) -> list[int]:
    return translator.vocabulary.encode_ids(text)[:-1]


def full_pass(translator: Translator, ids: list[int]) -> torch.Tensor:
    """[position, V] log-probabilities."""
    model = translator.model
    with torch.no_grad():
        states = model.decode(None, None, torch.tensor([ids]))
        return model.project(states)[0].log_softmax(-1)


def test_the_prompt_is_forced_and_then_the_likeliest_follow(translator) -> None:
    trace = recorded(translator)
    (sentence,) = trace.sentences
    prompt = prompt_of(translator)
    assert sentence.encoded.pieces == () and sentence.encoded.attention is None
    assert sentence.encoded.start.id == prompt[0]
    path = [step.hypotheses[0] for step in sentence.steps]
    given = len(prompt) - 1
    assert [live.piece.id for live in path[:given]] == prompt[1:]
    assert [live.forced for live in path] == [True] * given + [False] * (len(path) - given)
    ids = [prompt[0], *(live.piece.id for live in path)]
    numbers = full_pass(translator, ids)
    for at, live in enumerate(path):
        assert live.log_probability == pytest.approx(numbers[at, ids[at + 1]].item(), abs=1e-5)
        if not live.forced:
            assert ids[at + 1] == numbers[at].argmax().item()
        best = live.candidates[0]
        assert best.log_probability == pytest.approx(numbers[at].max().item(), abs=1e-5)
        assert live.cross is None
        assert live.decoder_self is not None and live.decoder_self.shape == (3, 4, at + 1)
        np.testing.assert_allclose(live.decoder_self.sum(-1), 1, atol=1e-5)


def test_the_text_begins_with_the_prompt(translator, make_translator) -> None:
    trace = recorded(translator)
    assert trace.translated is not None
    assert trace.translated.text.startswith(TEXT)
    assert trace.sentences[0].steps[1].hypotheses[0].text == "The"
    # The first piece is the decoder's input and is written by no step; it is text all the same.
    other = make_translator(**DECODER)
    other.vocabulary.encode = lambda *_: translator.vocabulary.encode(TEXT)[1:]
    assert other.translate(TEXT, SearchOptions(max_length=24)).startswith(TEXT)
    # The end of one line is no end of the text.
    assert len(trace_of(translator.stream("The dog.\nThe cat.")).sentences) == 1


def test_the_score_is_that_of_the_continuation(translator) -> None:
    trace = recorded(translator, beam=3, n_best=3, normalisation="average", alpha=1.0)
    finished = trace.sentences[0].finished
    given = len(prompt_of(translator)) - 1
    assert finished is not None
    for output in finished.hypotheses:
        own = output.log_probabilities[given:]
        assert output.parts.length == len(own)
        assert output.score == pytest.approx(sum(own) / len(own), abs=1e-6)


def test_a_beam_is_that_of_every_continuation(translator) -> None:
    """All continuations by two pieces that a beam of 32 can find, scored apart."""
    prompt = prompt_of(translator)
    limit = len(prompt) - 1 + 2
    width = translator.info.vocabulary_size
    trace = recorded(translator, beam=32, n_best=5, max_length=limit, normalisation="none")
    first = full_pass(translator, prompt)[-1].double().numpy()
    eos = translator.model.config.eos_id
    scored = [(first[eos], (eos,))]
    for piece in range(width):
        if piece != eos and first[piece] > np.sort(first)[-33]:
            second = full_pass(translator, [*prompt, piece])[-1].double().numpy()
            scored += [(first[piece] + second[other], (piece, other)) for other in range(width)]
    scored.sort(key=lambda entry: -entry[0])
    finished = trace.sentences[0].finished
    assert finished is not None
    for output, (score, ids) in zip(finished.hypotheses, scored, strict=False):
        assert tuple(p.id for p in output.pieces[len(prompt) - 1 :]) == ids
        assert output.score == pytest.approx(score, abs=1e-4)


def test_another_piece_in_the_continuation_and_in_the_prompt(translator) -> None:
    trace = recorded(translator)
    given = len(prompt_of(translator)) - 1
    for step in (given + 1, 1):
        piece = trace.sentences[0].steps[step].hypotheses[0].candidates[2].piece.id
        changed = trace_of(translator.what_if(trace, 0, step, 0, Force((piece,))))
        path = [s.hypotheses[0] for s in changed.sentences[0].steps]
        old = [s.hypotheses[0].piece for s in trace.sentences[0].steps]
        assert [live.piece for live in path[:step]] == old[:step]
        assert path[step].piece.id == piece and path[step].forced
        assert not path[step + 1].forced
        ids = [prompt_of(translator)[0], *(live.piece.id for live in path)]
        numbers = full_pass(translator, ids)
        for at, live in enumerate(path):
            assert live.log_probability == pytest.approx(numbers[at, ids[at + 1]].item(), abs=1e-5)
    step = given + 1
    piece = trace.sentences[0].steps[step].hypotheses[0].piece.id
    changed = trace_of(translator.what_if(trace, 0, step, 0, Forbid(piece)))
    assert changed.sentences[0].steps[step].hypotheses[0].piece.id != piece


def test_a_prefix_goes_on_from_the_prompt_and_a_reference_is_scored_after_it(translator) -> None:
    given = len(prompt_of(translator)) - 1
    trace = recorded(translator, prefix=(40, 41))
    ids = [step.hypotheses[0].piece.id for step in trace.sentences[0].steps]
    assert ids[given : given + 2] == [40, 41] and ids[:given] == prompt_of(translator)[1:]
    scored = recorded(translator, reference=(40, 41))
    ids = [step.hypotheses[0].piece.id for step in scored.sentences[0].steps]
    assert ids == [*prompt_of(translator)[1:], 40, 41, translator.model.config.eos_id]


def test_its_heads_layers_and_scores_can_be_asked_for(translator) -> None:
    trace = recorded(translator)
    last = len(trace.sentences[0].steps) - 1
    told = translator.explain(trace, 0, AttentionKind.DECODER_SELF, 2, 1, last)
    live = trace.sentences[0].steps[last].hypotheses[0]
    assert live.decoder_self is not None
    np.testing.assert_allclose(told.stage("weights").values[-1], live.decoder_self[2, 1], atol=1e-6)
    views = translator.layers(trace, 0, last)
    assert views.encoder is None and views.decoder.before.shape[1] == last + 1
    scored = translator.score(trace, 0, last)
    path = [step.hypotheses[0].log_probability for step in trace.sentences[0].steps]
    np.testing.assert_allclose(scored.log_probabilities, path, atol=1e-5)
    rows = translator.embeddings(trace, 0, "target", last)
    assert rows.pieces[0] == trace.sentences[0].encoded.start
    for ask in (
        lambda: translator.embeddings(trace, 0, "source"),
        lambda: translator.explain(trace, 0, AttentionKind.CROSS, 0, 0, last),
        lambda: translator.explain(trace, 0, AttentionKind.ENCODER_SELF, 0, 0, None),
    ):
        with pytest.raises(SearchError, match=NO_ENCODER.split(":")[0]):
            ask()


def test_the_best_alone_can_be_recorded(translator) -> None:
    whole, best = recorded(translator), recorded(translator, record="best")
    output = best.sentences[0].finished.hypotheses[0]
    assert output.cross is None and output.decoder_self is not None
    last = whole.sentences[0].steps[-1].hypotheses[0]
    np.testing.assert_allclose(output.decoder_self[:, :, -1], last.decoder_self, atol=1e-6)


def test_the_length_limit(translator, make_translator) -> None:
    given = len(prompt_of(translator)) - 1
    trace = recorded(translator, max_length=None, length_extra=3, length_factor=0)
    assert trace.sentences[0].encoded.max_length == given + 3
    with pytest.raises(InputTooLongError, match="the length limit is 1"):
        recorded(translator, max_length=1)
    short = make_translator(max_positions=3, **DECODER)
    with pytest.raises(InputTooLongError):
        recorded(short)


def test_blank_text(translator) -> None:
    assert [type(event) for event in translator.stream(" \n")] == [Started, Translated]


def test_an_end_in_the_text_is_one_of_an_earlier_part(make_translator, translator) -> None:
    second, last = prompt_of(translator)[1], prompt_of(translator)[-1]
    plain = recorded(translator)
    for piece in (second, last):
        ending = make_translator(also_ends=(piece,), **DECODER)
        trace = recorded(ending)
        given = len(prompt_of(translator)) - 1
        for step, other in zip(trace.sentences[0].steps, plain.sentences[0].steps, strict=False):
            assert step.hypotheses[0].piece == other.hypotheses[0].piece
        assert len(trace.sentences[0].steps) > given


def test_every_end_ends_an_output(make_translator, translator) -> None:
    plain = recorded(translator, no_repeat_ngram=1).sentences[0]
    given = len(prompt_of(translator)) - 1
    ids = [step.hypotheses[0].piece.id for step in plain.steps]
    stop = next(i for i in range(given + 2, len(ids)) if ids[i] not in ids[given:i])
    other = make_translator(also_ends=(ids[stop],), **DECODER)
    for search in ({}, {"beam": 4}):
        finished = recorded(other, no_repeat_ngram=1, **search).sentences[0].finished
        assert finished is not None
        written = [piece.id for piece in finished.hypotheses[0].pieces]
        assert other.model.config.ends.isdisjoint(written[given:-1])
        assert finished.reason in ("end", "length limit")
    greedy = recorded(other, no_repeat_ngram=1).sentences[0].finished
    assert greedy is not None and greedy.reason == "end"
    assert [piece.id for piece in greedy.hypotheses[0].pieces] == ids[: stop + 1]
    # A required piece that is missing keeps every end from being written.
    reasons = Rules(other.model.config, SearchOptions(beam=4, required=(50,))).reasons(())
    assert all("required" in reasons[end] for end in other.model.config.ends)


def test_many_texts_and_a_batch_of_none(translator) -> None:
    lines = [TEXT, "", "The cat."]
    options = SearchOptions(max_length=24)
    found = list(translator.translate_lines(lines, options))
    assert [line.translated.text for line in found] == [
        translator.translate(text, options) for text in lines
    ]


def test_a_file_keeps_it(translator, tmp_path) -> None:
    from engine.traces.file import load, save

    trace = recorded(translator)
    save(trace, tmp_path / "continued.trace")
    again = load(tmp_path / "continued.trace")
    assert again.started == trace.started and again.translated == trace.translated
    last = len(trace.sentences[0].steps) - 1
    told = translator.explain(again, 0, AttentionKind.DECODER_SELF, 0, 0, last)
    assert told.step == last
