from __future__ import annotations

from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import CancelledError, InputTooLongError
from engine.events import Finished
from engine.model.transformer import Transformer
from engine.search.batch import decode_batch
from engine.search.batches import batches_by_length
from engine.search.decode import decode
from engine.search.options import SearchOptions
from engine.translator import Translator

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


@given(st.lists(st.integers(1, 60), max_size=60), st.integers(1, 200), st.integers(1, 20))
def test_batches_hold_every_sentence_once_within_the_budget(lengths, budget, most) -> None:
    batches = batches_by_length(lengths, budget, most)
    assert all(len(batch) <= most for batch in batches)
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or max(lengths[i] for i in batch) * len(batch) <= budget


KINDS: list[dict[str, Any]] = [
    {"beam": 4, "n_best": 4},
    {"beam": 4, "n_best": 4, "normalisation": "average", "alpha": 1.0, "stopping": "first"},
    {"beam": 3, "n_best": 2, "no_repeat_ngram": 2, "repetition_penalty": 1.3},
    {"beam": 5, "n_best": 5, "prefix": (40, 41, 50)},
    {"beam": 4, "n_best": 2, "required": (60, 61), "forbidden": (62,)},
    {"beam": 4, "n_best": 4, "max_length": 3},
    {"beam": 4, "n_best": 3, "length_factor": 0.5, "length_extra": 1, "stopping": "heuristic"},
    {"sample": True, "n_best": 4, "seed": 5, "temperature": 0.8},
    {"sample": True, "n_best": 3, "top_k": 7, "top_p": 0.9, "prefix": (40,), "length_extra": 4},
    {"prefix": (40, 41, 3)},
    {"reference": (40, 41, 42)},
]


def ready_to_end(make_translator, seed: int) -> Translator:
    """A translator whose sentences end at different steps."""
    translator: Translator = make_translator(seed, output_bias=True)
    assert translator.model.output_bias is not None
    translator.model.output_bias[3] = 1.5
    return translator


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_kind_of_search_gives_in_a_batch_what_it_gives_alone(make_translator, kind) -> None:
    """Pieces identical, scores to 1e-5: padding, peers and their different limits do not matter."""
    translator = ready_to_end(make_translator, 7)
    model, vocabulary = translator.model, translator.vocabulary
    options = SearchOptions(**{"length_extra": 8, **kind})
    rows = decode_batch(model, [vocabulary.encode_ids(text) for text in TEXTS], options)
    lengths = set()
    for text, row in zip(TEXTS, rows, strict=True):
        *_, last = decode(model, vocabulary, vocabulary.encode(text), 0, options, "none")
        assert isinstance(last, Finished)
        assert len(row) == len(last.hypotheses)
        for result, alone in zip(row, last.hypotheses, strict=True):
            assert result.ids == tuple(piece.id for piece in alone.pieces)
            assert result.parts.score == pytest.approx(alone.score, abs=1e-5)
            assert result.parts.penalty == pytest.approx(alone.parts.penalty, abs=1e-5)
            assert result.log_probabilities == pytest.approx(alone.log_probabilities, abs=1e-5)
            assert (result.ending, result.step, result.index) == (
                alone.ending,
                alone.step,
                alone.index,
            )
            lengths.add(len(result.ids))
    if options.length_factor < 1 or options.n_best == 5:
        assert len(lengths) > 2


@pytest.mark.parametrize("kind", KINDS[:8:2], ids=str)
def test_the_peers_in_a_batch_and_their_order_do_not_matter(make_translator, kind) -> None:
    translator = ready_to_end(make_translator, 3)
    options = SearchOptions(**{"length_extra": 8, **kind})
    sources = [translator.vocabulary.encode_ids(text) for text in TEXTS]
    together = decode_batch(translator.model, sources, options)
    for chosen in ([3, 0], [5, 4, 3, 2, 1, 0], [1], [4, 4, 4], [2, 3, 4]):
        rows = decode_batch(translator.model, [sources[i] for i in chosen], options)
        for index, row in zip(chosen, rows, strict=True):
            assert [result.ids for result in row] == [result.ids for result in together[index]]
            assert [result.parts.score for result in row] == pytest.approx(
                [result.parts.score for result in together[index]], abs=1e-5
            )


def test_dead_ends_leave_the_batch_with_their_reason(make_translator) -> None:
    """After 40 nothing but 41, after both nothing: one sentence ends so, the others go on."""
    translator = ready_to_end(make_translator, 1)
    model, size = translator.model, translator.vocabulary.size
    forbidden = tuple(sorted(set(range(3, size)) - {40, 41}))
    options = SearchOptions(beam=2, no_repeat_ngram=1, forbidden=forbidden, prefix=(40, 41, 42))
    sources = [translator.vocabulary.encode_ids(text) for text in TEXTS[:3]]
    first, second, third = decode_batch(model, sources, options, sentences=[1, 0, 2])
    assert [len(row[0].ids) for row in (first, second, third)] == [2, 3, 2]
    assert {row[0].ending for row in (first, second, third)} == {"nothing allowed"}


def test_a_prefix_and_a_draw_belong_to_a_sentences_place_in_its_text(make_translator) -> None:
    translator = ready_to_end(make_translator, 1)
    source = translator.vocabulary.encode_ids(TEXTS[0])
    options = SearchOptions(beam=3, prefix=(40, 41), max_length=6)
    rows = decode_batch(translator.model, [source] * 3, options, sentences=[1, 0, 2])
    assert [row[0].ids[:2] == (40, 41) for row in rows] == [False, True, False]
    assert rows[0][0].ids == rows[2][0].ids
    assert rows[0][0].log_probabilities == pytest.approx(rows[2][0].log_probabilities, abs=1e-5)
    ((plain,),) = decode_batch(translator.model, [source], SearchOptions(beam=3, max_length=6))
    assert rows[0][0].ids == plain.ids


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_cancelling_stops_at_the_next_step(make_translator, steps, monkeypatch) -> None:
    translator = make_translator(2)
    asked = 0
    computed = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > steps

    def count() -> None:
        nonlocal computed
        computed += 1

    step = Transformer.decode_step
    monkeypatch.setattr(Transformer, "decode_step", lambda *given: (count(), step(*given))[1])
    sources = [translator.vocabulary.encode_ids(text) for text in TEXTS]
    with pytest.raises(CancelledError, match="stopped"):
        decode_batch(translator.model, sources, SearchOptions(beam=4), cancelled=cancelled)
    assert (asked, computed) == (steps + 1, steps)


def test_a_search_that_is_never_cancelled_is_asked_at_every_step(make_translator) -> None:
    translator = make_translator(2)
    asked: list[None] = []
    options = SearchOptions(beam=2, max_length=5, forbidden=(3,))
    source = translator.vocabulary.encode_ids(TEXTS[0])
    (row,) = decode_batch(
        translator.model, [source], options, cancelled=lambda: bool(asked.append(None))
    )
    assert len(row[0].ids) == len(asked) == 5


def test_sentences_that_are_done_cost_nothing_more(make_translator) -> None:
    """The network's rows are those of the hypotheses that live; no beam copies a sentence."""
    translator = ready_to_end(make_translator, 7)
    rows: list[int] = []
    sentences: list[int] = []
    step = translator.model.decode_step

    def counted(tokens, cache, probe=None):
        rows.append(len(tokens))
        sentences.append(cache.cross.sentences)
        assert all(len(keys) == 4 * cache.cross.sentences for keys in cache.cross.keys)
        return step(tokens, cache, probe)

    translator.model.decode_step = counted
    options = SearchOptions(beam=4, length_factor=1.0, length_extra=1)
    sources = [translator.vocabulary.encode_ids(text) for text in TEXTS]
    decode_batch(translator.model, sources, options)
    assert rows[0] == len(TEXTS) and rows[1] == 4 * len(TEXTS)
    assert sentences == sorted(sentences, reverse=True) and sentences[-1] < sentences[0]
    assert all(row <= 4 * count for row, count in zip(rows, sentences, strict=True))


def test_a_wide_beam_makes_smaller_batches(make_translator, monkeypatch) -> None:
    """What bounds a step's memory is its rows: sentences times hypotheses."""
    translator = make_translator(1)
    seen: list[tuple[int, int]] = []

    def counted(model, sources, options, *rest):
        seen.append((len(sources), options.beam))
        return decode_batch(model, sources, options, *rest)

    monkeypatch.setattr("engine.search.many.decode_batch", counted)
    monkeypatch.setattr("engine.search.many.MOST_ROWS", 8 * torch.get_num_threads())
    for beam in (1, 4):
        options = SearchOptions(beam=beam, max_length=3)
        list(translator.translate_lines(["ok"] * 20, options))
    ones = sorted(batch for batch in seen if batch[1] == 1)
    assert ones == [(4, 1), (8, 1), (8, 1)]
    assert [batch for batch in seen if batch[1] == 4] == [(2, 4)] * 10
