from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from engine.analysis.reference import FullPass, perplexity, reference_ids, score_output
from engine.errors import InputTooLongError, SearchError
from engine.events import Candidate, Step
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from engine.training.loss import smoothed_cross_entropy
from engine.translator import Translator
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import trace_of

SOURCE = "The dog chased the cat."
REFERENCE = "Le chien a poursuivi le chat."


def record(translator: Translator, text: str, **options: object) -> Trace:
    return trace_of(list(translator.stream(text, SearchOptions(**options))))  # type: ignore[arg-type]


def logits_of(translator: Translator, sentence: SentenceTrace, written: list[int]) -> torch.Tensor:
    """[position, V] of one teacher-forced pass."""
    model = translator.model
    source = torch.tensor([[piece.id for piece in sentence.encoded.pieces]])
    inputs = torch.tensor([[model.config.start_id, *written[:-1]]])
    with torch.inference_mode():
        logits: torch.Tensor = model(source, inputs)[0]
    return logits


@pytest.mark.parametrize("seed", range(4))
def test_loss_is_the_cross_entropy_of_a_teacher_forced_pass(
    make_translator: MakeTranslator, seed: int
) -> None:
    translator = make_translator(seed)
    sentence = record(translator, SOURCE, reference=REFERENCE).sentences[0]
    ids = translator.vocabulary.encode_ids(REFERENCE)
    output = score_output(sentence, len(ids) - 1)
    assert [position.target.id for position in output.positions] == ids
    assert ids[-1] == translator.vocabulary.eos_id  # it is scored too
    assert [p.input.id for p in output.positions] == [translator.vocabulary.start_id, *ids[:-1]]
    assert output.reference
    assert output.expected == len(ids)
    assert all(position.forced for position in output.positions)
    logits, targets = logits_of(translator, sentence, ids), torch.tensor(ids)
    losses = F.cross_entropy(logits, targets, reduction="none")
    np.testing.assert_allclose([p.loss for p in output.positions], losses.numpy(), atol=1e-5)
    total = F.cross_entropy(logits, targets, reduction="sum").item()
    assert output.cross_entropy == pytest.approx(total, abs=1e-4)
    mean = F.cross_entropy(logits, targets).item()
    assert output.mean == pytest.approx(mean, abs=1e-5)
    assert output.perplexity == pytest.approx(math.exp(mean), rel=1e-4)
    assert sentence.finished is not None
    parts = sentence.finished.hypotheses[0].parts
    assert output.cross_entropy == pytest.approx(-parts.log_probability, abs=1e-9)


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.3])
def test_the_full_pass_tells_rank_entropy_and_smoothed_loss(
    make_translator: MakeTranslator, smoothing: float
) -> None:
    translator = make_translator(2)
    trace = record(translator, SOURCE, reference=REFERENCE)
    sentence = trace.sentences[0]
    ids = [piece.id for piece in sentence.pieces(len(sentence.steps) - 1)]
    full = translator.score(trace, 0, len(ids) - 1)
    logits = logits_of(translator, sentence, ids)
    expected = smoothed_cross_entropy(logits, torch.tensor(ids), smoothing).item()
    assert float(full.smoothed(smoothing).sum()) == pytest.approx(expected, abs=1e-4)
    distribution = logits.double().log_softmax(dim=-1)
    for row, piece in enumerate(ids):
        values = distribution[row].tolist()
        order = sorted(range(len(values)), key=lambda i: (-values[i], i))
        assert full.ranks[row] == order.index(piece) + 1
        assert full.entropies[row] == pytest.approx(
            -math.fsum(math.exp(v) * v for v in values), abs=1e-5
        )
        assert full.log_probabilities[row] == pytest.approx(values[piece], abs=1e-5)
    # What the trace has recorded agrees with it.
    for position in score_output(sentence, len(ids) - 1).positions:
        assert position.log_probability == pytest.approx(
            float(full.log_probabilities[position.index]), abs=1e-5
        )
        if position.rank is not None:
            assert position.rank == full.ranks[position.index]
        else:
            assert full.ranks[position.index] > position.listed
    written = sentence.pieces(len(ids) - 1)
    assert full.fits("", sentence.encoded, written)
    assert not full.fits("", sentence.encoded, written[:-1])
    assert not full.fits("other", sentence.encoded, written)
    off = replace(sentence.encoded.options, heads_off=(("cross", 0, 1),))
    assert not full.fits("", replace(sentence.encoded, options=off), written)


def test_blocks_of_positions_are_one_pass(
    make_translator: MakeTranslator, monkeypatch: pytest.MonkeyPatch
) -> None:
    translator = make_translator(3)
    trace = record(translator, SOURCE, reference=REFERENCE)
    last = len(trace.sentences[0].steps) - 1
    whole = translator.score(trace, 0, last)
    monkeypatch.setattr("engine.search.teacher_forcing._BLOCK", 3)
    parts = translator.score(trace, 0, last)
    np.testing.assert_allclose(whole.mean_log_probabilities, parts.mean_log_probabilities, 1e-5)
    np.testing.assert_array_equal(whole.ranks, parts.ranks)
    assert whole.ranks.shape == (last + 1,)


def test_random_hypotheses_of_a_search(make_translator: MakeTranslator) -> None:
    translator = make_translator(5)
    sentence = record(translator, SOURCE, beam=3, n_best=2, max_length=7).sentences[0]
    chance = random.Random(3)
    for _ in range(8):
        step = chance.randrange(len(sentence.steps))
        place = chance.randrange(len(sentence.steps[step].hypotheses))
        output = score_output(sentence, step, place)
        ids = [piece.id for piece in sentence.pieces(step, place)]
        losses = F.cross_entropy(
            logits_of(translator, sentence, ids), torch.tensor(ids), reduction="none"
        )
        np.testing.assert_allclose([p.loss for p in output.positions], losses.numpy(), atol=1e-5)
        assert not output.reference
        assert output.expected is None
        for position in output.positions:
            live = sentence.ancestry(step, place)[position.index]
            assert position.best == live.candidates[0]
            other = position.other
            assert (other is None) == (live.candidates[0].piece.id == live.piece.id)
    with pytest.raises(IndexError):
        score_output(sentence, len(sentence.steps))


def test_a_sum_is_exact_and_a_certain_piece_loses_nothing(make_translator: MakeTranslator) -> None:
    sentence = record(make_translator(0), SOURCE, reference="Le").sentences[0]
    step: Step = sentence.steps[0]
    piece = step.hypotheses[0].piece
    sure = replace(
        step.hypotheses[0], log_probability=0.0, candidates=(Candidate(piece, 1.0, 0.0),)
    )
    sentence.steps[0] = replace(step, hypotheses=(sure,))
    (position,) = score_output(sentence, 0).positions
    assert math.copysign(1.0, position.loss) == 1.0
    assert (position.loss, position.probability, position.rank) == (0.0, 1.0, 1)
    assert position.other is None
    assert perplexity(0.0) == 1.0
    assert perplexity(1e6) == math.inf
    assert math.isnan(perplexity(math.nan))


def test_a_reference_half_scored(make_translator: MakeTranslator) -> None:
    translator = make_translator(0)
    stream = translator.stream(SOURCE, SearchOptions(reference=REFERENCE))
    trace = trace_of([next(stream) for _ in range(5)])
    stream.close()  # type: ignore[attr-defined]
    output = score_output(trace.sentences[0], 2)
    assert len(output.positions) == 3
    ids = translator.vocabulary.encode_ids(REFERENCE)
    assert output.expected == len(ids)
    assert list(reference_ids(trace.sentences[0])) == ids


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f"])
def test_french_spaces_are_plain_ones(make_translator: MakeTranslator, space: str) -> None:
    """So what the program shows can be pasted and scored."""
    translator = make_translator(0)
    sentence = record(translator, "Where is the station?", reference=f"Où est la gare{space}?")
    plain = tuple(translator.vocabulary.encode_ids("Où est la gare ?"))
    assert sentence.sentences[0].encoded.options.reference == plain


def test_ids_get_their_end_and_text_that_looks_like_one_does_not(
    make_translator: MakeTranslator,
) -> None:
    translator = make_translator(0)
    end = translator.vocabulary.eos_id
    sentence = record(translator, SOURCE, reference=(40, 41)).sentences[0]
    assert reference_ids(sentence) == (40, 41, end)
    assert [p.target.id for p in score_output(sentence, 2).positions] == [40, 41, end]
    spelt = record(translator, SOURCE, reference="</s> a").sentences[0]
    assert list(reference_ids(spelt)).count(end) == 1
    empty = record(translator, SOURCE, reference="").sentences[0]
    assert [p.target.id for p in score_output(empty, 0).positions] == [end]


def test_what_cannot_be_scored_is_refused_before_any_work(make_translator: MakeTranslator) -> None:
    translator = make_translator(0, max_positions=12)
    for text, reference, error, words in (
        ("I love you. The dog sat.", "x", SearchError, r"2 sentences, and .* scored against one"),
        ("  \n", "x", SearchError, "no source sentence"),
        ("I love you.", "chat " * 12, InputTooLongError, "at most 12"),
    ):
        with pytest.raises(error, match=words):
            next(translator.stream(text, SearchOptions(reference=reference)))


def test_a_trace_that_is_not_this_models_is_not_scored(make_translator: MakeTranslator) -> None:
    translator = make_translator(0)
    trace = record(translator, SOURCE, reference=REFERENCE)
    with pytest.raises(IndexError):
        translator.score(trace, 1, 0)
    with pytest.raises(IndexError):
        translator.score(trace, 0, 99)
    short = make_translator(0, max_positions=4)
    with pytest.raises(SearchError, match="positions"):
        short.score(trace, 0, 8)
    foreign = Trace(replace(trace.started, model=replace(trace.started.model, fingerprint="x")))
    with pytest.raises(SearchError, match="was made by"):
        translator.score(foreign, 0, 0)


def test_a_full_pass_is_plain_numbers(make_translator: MakeTranslator) -> None:
    translator = make_translator(0)
    full = translator.score(record(translator, SOURCE, reference="Le chat."), 0, 1)
    assert isinstance(full, FullPass)
    for name in ("log_probabilities", "mean_log_probabilities", "ranks", "entropies"):
        array = getattr(full, name)
        assert isinstance(array, np.ndarray)
        assert array.shape == (2,)
