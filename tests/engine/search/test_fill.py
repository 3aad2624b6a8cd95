"""Filling in masks: against the distribution that the network gives, computed apart."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
import torch

from engine.errors import InputTooLongError, SearchError
from engine.events import Encoded, Finished, Started, Step, Translated
from engine.model.kinds import NO_DECODER, AttentionKind
from engine.search.options import SearchOptions
from engine.search.what_if import Force
from engine.trace import Trace
from engine.translator import Translator
from tests.engine.trace_tools import trace_of

ENCODER = {"stacks": "encoder", "decoder_layers": 0, "output_bias": True, "output": "transform"}
TEXT = "The dog chased the cat.\nWhere is the dog?  "


@pytest.fixture(scope="module")
def translator(make_translator, tiny_vocabulary) -> Translator:
    return make_translator(mask=mask_of(tiny_vocabulary), **ENCODER)


def mask_of(vocabulary: Any) -> int:
    """The piece "g", which stands twice in the text, plays the mask."""
    return next(p.id for p in vocabulary.encode("dog") if p.text == "g")


def recorded(translator: Translator, text: str = TEXT, **options: Any) -> Trace:
    record = options.pop("record", "all")
    return trace_of(translator.stream(text, SearchOptions(**options), record))


def distributions(translator: Translator, trace: Trace) -> np.ndarray:
    """[mask, V] log-probabilities, from one pass of the network."""
    pieces = trace.sentences[0].encoded.pieces
    model = translator.model
    with torch.no_grad():
        states = model.encode(torch.tensor([[p.id for p in pieces]]))[0]
        logits = model.project(states).double()
    masks = [i for i, p in enumerate(pieces) if p.id == translator.vocabulary.mask_id]
    assert len(masks) == 2
    return logits[masks].log_softmax(-1).numpy()


def test_each_mask_has_the_network_s_candidates(translator) -> None:
    trace = recorded(translator, candidates=20)
    (sentence,) = trace.sentences
    expected = distributions(translator, trace)
    assert len(sentence.steps) == 2
    config = translator.model.config
    special = {config.pad_id, config.unk_id, config.start_id, config.eos_id}
    for row, step in zip(expected, sentence.steps, strict=True):
        (live,) = step.hypotheses
        ranked = np.argsort(-row, kind="stable")
        assert [c.piece.id for c in live.candidates] == ranked[:20].tolist()
        for candidate in live.candidates:
            assert candidate.log_probability == pytest.approx(row[candidate.piece.id], abs=1e-5)
            assert (candidate.blocked is not None) == (candidate.piece.id in special)
        best = next(i for i in ranked.tolist() if i not in special)
        assert live.piece.id == best and not live.forced
        assert live.decoder_self is None and live.cross is None


def test_the_text_is_the_user_s_own_with_the_masks_filled(translator) -> None:
    trace = recorded(translator)
    (sentence,) = trace.sentences
    first, second = (step.hypotheses[0] for step in sentence.steps)
    one, other = (translator.vocabulary.decode([each.piece.id]) for each in (first, second))
    assert trace.translated is not None
    filled = TEXT.replace("g", one, 1)
    assert first.text == filled
    assert trace.translated.text == second.text == other.join(filled.rsplit("g", 1))
    assert trace.translated.cut == ()
    assert sentence.finished is not None and sentence.finished.reason == "end"
    assert trace.started.sentences == ((0, len(TEXT)),)


def test_the_attention_is_the_encoder_s(translator) -> None:
    trace = recorded(translator)
    encoded = trace.sentences[0].encoded
    n = len(encoded.pieces)
    assert encoded.attention is not None and encoded.attention.shape == (2, 4, n, n)
    np.testing.assert_allclose(encoded.attention.sum(-1), 1, atol=1e-5)
    told = translator.explain(trace, 0, AttentionKind.ENCODER_SELF, 1, 2, None)
    np.testing.assert_allclose(told.stage("weights").values, encoded.attention[1, 2], atol=1e-6)
    assert recorded(translator, record="none").sentences[0].encoded.attention is None


def test_a_beam_finds_the_best_sets(translator) -> None:
    trace = recorded(translator, beam=4, n_best=4, normalisation="none")
    rows = distributions(translator, trace)
    config = translator.model.config
    rows[:, [config.pad_id, config.unk_id, config.start_id, config.eos_id]] = -math.inf
    top = [np.argsort(-row)[:8].tolist() for row in rows]
    sets = sorted((-(rows[0, a] + rows[1, b]), a, b) for a, b in itertools.product(*top))[:4]
    finished = trace.sentences[0].finished
    assert finished is not None
    found = [(-h.score, *(p.id for p in h.pieces)) for h in finished.hypotheses]
    for (score, *ids), (expected, *theirs) in zip(found, sets, strict=True):
        assert ids == theirs and score == pytest.approx(expected, abs=1e-4)
    assert all(h.ending == "end" for h in finished.hypotheses)


def test_another_filling_leaves_the_other_masks_alone(translator) -> None:
    trace = recorded(translator)
    candidate = trace.sentences[0].steps[0].hypotheses[0].candidates[3].piece
    assert candidate.kind != "special"
    changed = trace_of(translator.what_if(trace, 0, 0, 0, Force((candidate.id,))))
    one, other = (step.hypotheses[0] for step in changed.sentences[0].steps)
    assert one.piece.id == candidate.id and one.forced
    assert other.piece == trace.sentences[0].steps[1].hypotheses[0].piece and not other.forced


def test_forbidden_and_drawn_pieces(translator) -> None:
    best = recorded(translator).sentences[0].steps[0].hypotheses[0].piece.id
    assert (
        recorded(translator, forbidden=(best,)).sentences[0].steps[0].hypotheses[0].piece.id != best
    )
    drawn = {
        recorded(translator, sample=True, seed=seed).sentences[0].steps[0].hypotheses[0].piece.id
        for seed in range(8)
    }
    assert len(drawn) > 3


@pytest.mark.parametrize("text", ["The cat chased the cat.", "?"])
def test_without_a_mask_the_text_stays_and_its_attention_is_there(translator, text) -> None:
    trace = recorded(translator, text)
    (sentence,) = trace.sentences
    assert sentence.steps == () or list(sentence.steps) == []
    assert sentence.encoded.attention is not None
    assert trace.translated is not None and trace.translated.text == text
    assert sentence.finished is not None and sentence.finished.hypotheses[0].pieces == ()


def test_a_model_without_output_shows_its_attention(make_translator, tiny_vocabulary) -> None:
    options = {**ENCODER, "output": "none"}
    translator = make_translator(mask=mask_of(tiny_vocabulary), **options)
    assert not translator.info.predicts
    kinds = [type(event) for event in translator.stream(TEXT)]
    assert kinds == [Started, Encoded, Finished, Translated]


def test_blank_text_and_too_long_text(translator, make_translator, tiny_vocabulary) -> None:
    assert [type(e) for e in translator.stream("  \n")] == [Started, Translated]
    short = make_translator(mask=mask_of(tiny_vocabulary), max_positions=4, **ENCODER)
    with pytest.raises(InputTooLongError, match="this model reads at most 4"):
        next(iter(short.stream(TEXT)))


def test_many_texts(translator) -> None:
    lines = [TEXT, "", "A dog."]
    found = list(translator.translate_lines(lines))
    assert [line.translated.text for line in found] == [translator.translate(t) for t in lines]
    assert [len(line.sentences) for line in found] == [1, 0, 1]


def test_what_a_decoder_would_have_to_answer_is_refused(translator) -> None:
    trace = recorded(translator)
    for ask in (
        lambda: translator.layers(trace, 0, 0),
        lambda: translator.score(trace, 0, 0),
        lambda: translator.embeddings(trace, 0, "target", 0),
        lambda: translator.explain(trace, 0, AttentionKind.CROSS, 0, 0, 0),
    ):
        with pytest.raises(SearchError, match=NO_DECODER.split(":")[0]):
            ask()


def test_a_prefix_longer_than_the_masks_is_refused(translator) -> None:
    with pytest.raises(InputTooLongError, match="3 pieces, and the length limit is 2"):
        list(translator.stream(TEXT, SearchOptions(prefix=(9, 9, 9))))


def test_heads_can_be_switched_off(translator) -> None:
    heads = tuple(("encoder self", layer, head) for layer in range(2) for head in range(4))
    whole, off = recorded(translator), recorded(translator, heads_off=heads)
    one, other = (t.sentences[0].steps[0].hypotheses[0].candidates for t in (whole, off))
    assert [c.probability for c in one] != [c.probability for c in other]


def test_a_file_keeps_it(translator, tmp_path) -> None:
    from engine.traces.file import load, save

    trace = recorded(translator)
    save(trace, tmp_path / "filled.trace")
    again = load(tmp_path / "filled.trace")
    assert again.started == trace.started
    assert again.translated == trace.translated
    assert len(again.sentences[0].steps) == 2
    step = again.sentences[0].steps[1]
    assert isinstance(step, Step)
    assert step.hypotheses[0].candidates == trace.sentences[0].steps[1].hypotheses[0].candidates
