"""What is kept of earlier searches: bounded, counted truly, never mixed up."""

from __future__ import annotations

import copy
import gc
import sys
from typing import Any

import numpy as np
import pytest
import torch

from engine.events import Encoded, Finished, Record, Step
from engine.search.decode import decode
from engine.search.options import SearchOptions
from engine.search.reuse import KnownSentence, Reuse
from tests.engine.trace_tools import equal

TEXTS = ["The dog.", "Where is the station?", "I love you very much.", "The cat.", "ok"]


def run(
    translator: Any, reuse: Reuse | None, text: str, record: Record = "all", **options: Any
) -> tuple[Encoded, list[Step], Finished]:
    """One sentence's events."""
    source = translator.vocabulary.encode(text)
    first, *steps, last = decode(
        translator.model,
        translator.vocabulary,
        source,
        0,
        SearchOptions(max_length=6, **options),
        record,
        reuse=reuse,
    )
    assert isinstance(first, Encoded) and isinstance(last, Finished)
    return first, steps, last  # type: ignore[return-value]


def held(reuse: Reuse) -> int:
    """Bytes of the memory that is really held: every storage and every array's base once."""
    seen: dict[int, int] = {}

    def tensor(each: torch.Tensor) -> None:
        storage = each.untyped_storage()
        seen[storage.data_ptr()] = storage.nbytes()

    def array(each: np.ndarray | None) -> None:
        while each is not None and isinstance(each.base, np.ndarray):
            each = each.base
        if each is not None:
            seen[id(each)] = each.nbytes

    for known in reuse._sentences.values():
        tensor(known.memory)
        tensor(known.mask)
        array(known.attention)
        for pair in known.cross:
            for each in pair:
                tensor(each)
        for ids, step in known.steps.items():
            seen[id(ids)] = sys.getsizeof(ids) - sys.getsizeof(())
            tensor(step.own)
            for each in (step.recorded.decoder_self, step.recorded.cross, step.recorded.gates):
                array(each)
            for candidate in step.candidates:
                numbers = (candidate.probability, candidate.log_probability)
                sizes = map(sys.getsizeof, (candidate, *numbers))
                seen[id(candidate)] = sum(sizes)
    return sum(seen.values())


def keys(reuse: Reuse, translator: Any) -> list[str]:
    """The texts that are known, the least recently used first."""
    texts = {tuple(translator.vocabulary.encode_ids(text)): text for text in TEXTS}
    return [texts[source] for source, _, _ in reuse._sentences]


@pytest.mark.parametrize("record", ["all", "none"])
@pytest.mark.parametrize(
    "search",
    [
        {},
        {"beam": 4},
        {"sample": True, "n_best": 4},
        # All draws write the same, which is kept once.
        {"sample": True, "n_best": 16, "top_k": 1, "candidates": 1},
    ],
)
@pytest.mark.parametrize("decoder_self", ["attention", "ssru"])
def test_the_bytes_are_counted_truly(make_translator, record, search, decoder_self) -> None:
    """Never less than is held, and not much more; searches that overlap included."""
    translator, reuse = make_translator(1, decoder_self=decoder_self), Reuse()
    for text in TEXTS:
        _, steps, _ = run(translator, reuse, text, record, **search)
        for step in (steps[2], steps[4]):
            written = [40, 41][: step.index // 2]
            run(translator, reuse, text, record, prefix=tuple(written), **search)
    run(translator, reuse, TEXTS[0], record, **{**search, "candidates": 40})
    counted = sum(known.bytes for known in reuse._sentences.values())
    gc.collect()
    real = held(reuse)
    assert real <= counted <= 3 * real
    assert counted == sum(
        KnownSentence(k.memory, k.cross, k.mask, k.attention).bytes
        + sum(step.bytes + 8 * len(ids) for ids, step in k.steps.items())
        for k in reuse._sentences.values()
    )


def test_the_bound_holds_and_the_least_recently_used_goes_first(make_translator) -> None:
    translator, unbound = make_translator(2), Reuse()
    for text in TEXTS[:3]:
        run(translator, unbound, text, beam=2)
    sizes = {
        text: known.bytes for text, known in zip(TEXTS, unbound._sentences.values(), strict=False)
    }
    limit = sum(sizes.values())
    reuse = Reuse(limit)
    for text in TEXTS[:3]:
        run(translator, reuse, text, beam=2)
    assert keys(reuse, translator) == TEXTS[:3]
    run(translator, reuse, TEXTS[0], beam=2)  # used again
    assert keys(reuse, translator) == [TEXTS[1], TEXTS[2], TEXTS[0]]
    run(translator, reuse, TEXTS[3], beam=2)
    assert keys(reuse, translator) == [TEXTS[2], TEXTS[0], TEXTS[3]]
    assert sum(known.bytes for known in reuse._sentences.values()) <= limit


def test_a_search_that_is_left_is_bound_too(make_translator) -> None:
    translator, reuse = make_translator(), Reuse(limit=60_000)
    source = translator.vocabulary.encode(TEXTS[2])
    options = SearchOptions(beam=4, candidates=300)
    stream = decode(translator.model, translator.vocabulary, source, 0, options, reuse=reuse)
    for _ in range(4):
        next(stream)
    (known,) = reuse._sentences.values()
    assert known.bytes > 60_000
    stream.close()
    assert not reuse._sentences


def test_one_long_search_keeps_no_more_than_there_is_room_for(make_translator) -> None:
    translator, reuse, unbound = make_translator(), Reuse(limit=200_000), Reuse()
    source = translator.vocabulary.encode(TEXTS[2])
    options = SearchOptions(beam=4, max_length=40)
    for kept in (reuse, unbound):
        stream = decode(translator.model, translator.vocabulary, source, 0, options, reuse=kept)
        most = 0
        for _ in stream:
            most = max([most, *(known.bytes for known in kept._sentences.values())])
        assert (most < 2 * 200_000) is (kept is reuse)


def test_records_are_not_mixed(make_translator) -> None:
    translator, reuse = make_translator(3), Reuse()
    for record in ("none", "best", "all", "best", "none"):
        encoded, steps, finished = run(translator, reuse, TEXTS[1], record, prefix=(50, 51))
        plain = run(translator, None, TEXTS[1], record, prefix=(50, 51))
        assert (encoded.attention is None) is (record == "none")
        assert (finished.hypotheses[0].cross is None) is (record != "best")
        for step, fresh in zip(steps, plain[1], strict=True):
            live, expected = step.hypotheses[0], fresh.hypotheses[0]
            assert live.piece == expected.piece
            for ours, theirs in (
                (live.cross, expected.cross),
                (live.decoder_self, expected.decoder_self),
            ):
                assert (ours is None) is (theirs is None) is (record != "all")
                if ours is not None:
                    np.testing.assert_allclose(ours, theirs, atol=1e-5)


def test_candidate_counts_are_not_mixed(make_translator) -> None:
    translator, reuse = make_translator(4), Reuse()
    calls: list[int] = []
    original = translator.model.decode_step
    translator.model.decode_step = lambda *a, **k: (calls.append(1), original(*a, **k))[1]
    # (asked for, steps that are computed): fewer are a part of more, and more replace fewer. All
    # pieces of the vocabulary are as many as can be asked for.
    size = translator.model.config.vocabulary_size
    for candidates, computed in (
        (5, 6),
        (3, 4),
        (20, 6),
        (20, 4),
        (7, 4),
        (size + 9, 6),
        (10**4, 4),
    ):
        plain = run(translator, None, TEXTS[0], prefix=(50, 51), candidates=candidates)
        calls.clear()
        _, steps, _ = run(translator, reuse, TEXTS[0], prefix=(50, 51), candidates=candidates)
        assert len(calls) == computed
        for step, fresh in zip(steps, plain[1], strict=True):
            ours, theirs = step.hypotheses[0].candidates, fresh.hypotheses[0].candidates
            assert len(ours) == min(candidates, size)
            assert [c.piece.id for c in ours[:20]] == [c.piece.id for c in theirs[:20]]
            assert [c.log_probability for c in ours] == pytest.approx(
                [c.log_probability for c in theirs], abs=1e-5
            )


@pytest.mark.parametrize("decoder_self", ["attention", "ssru"])
def test_what_goes_on_after_reuse_leaves_what_is_known_alone(make_translator, decoder_self) -> None:
    translator, reuse = make_translator(5, decoder_self=decoder_self), Reuse()
    run(translator, reuse, TEXTS[1], beam=4)
    (known,) = reuse._sentences.values()
    before = {
        ids: (step.own.clone(), copy.deepcopy(step.recorded)) for ids, step in known.steps.items()
    }
    cross = [(k.clone(), v.clone()) for k, v in known.cross]
    prefix = max(before, key=len)[:3]
    run(translator, reuse, TEXTS[1], beam=4, prefix=prefix)
    run(translator, reuse, TEXTS[1], sample=True, n_best=3, prefix=prefix[:2])
    assert len(known.steps) > len(before)
    for ids, (own, recorded) in before.items():
        assert torch.equal(known.steps[ids].own, own)
        assert equal(known.steps[ids].recorded, recorded)
    for (k, v), (old_k, old_v) in zip(known.cross, cross, strict=True):
        assert torch.equal(k, old_k) and torch.equal(v, old_v)
