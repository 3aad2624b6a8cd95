"""What if: the events are those of a fresh search, and nothing known is computed again."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest
import torch

from engine.errors import InputTooLongError, SearchError
from engine.events import AttentionKind, Encoded, Event, Finished, Started, Step, Translated
from engine.search.decode import decode
from engine.search.options import SearchOptions
from engine.search.reuse import Reuse
from engine.search.what_if import Change, Forbid, Force, changed
from engine.trace import Trace
from engine.translator import Translator

TEXT = "The dog chased the cat. Where is the station? I love you."
LIMIT = 7
SEARCHES: dict[str, dict[str, Any]] = {
    "greedy": {"no_repeat_ngram": 2},
    "beam": {"beam": 4, "n_best": 4, "repetition_penalty": 1.3},
    "sample": {"sample": True, "n_best": 3, "seed": 5, "top_k": 20, "temperature": 1.5},
}


def gather(events: Iterable[Event]) -> Trace:
    """A stream's trace, to its end."""
    events = iter(events)
    started = next(events)
    assert isinstance(started, Started)
    trace = Trace(started)
    for event in events:
        trace.add(event)
    assert isinstance(trace.translated, Translated)
    return trace


def some_end(translator: Translator) -> Translator:
    """Let some hypotheses end before the limit."""
    bias = torch.zeros(translator.model.config.vocabulary_size)
    bias[translator.model.config.eos_id] = 4.0
    translator.model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    return translator


def sentence_events(trace: Trace, number: int) -> list[Event]:
    """Encoded, steps, finished."""
    sentence = trace.sentences[number]
    assert sentence.finished is not None
    return [sentence.encoded, *sentence.steps, sentence.finished]


def fresh(translator: Translator, trace: Trace, number: int, options: SearchOptions) -> list[Event]:
    """One sentence's search from nothing."""
    source = trace.sentences[number].encoded.pieces
    return list(
        decode(
            translator.model,
            translator.vocabulary,
            source,
            number,
            options,
            trace.started.record,
            translator.read,
        )
    )


def assert_equal(ours: Any, theirs: Any, path: str = "") -> None:
    """Everything identical, but numbers to 1e-5."""
    assert type(ours) is type(theirs), path
    if isinstance(ours, np.ndarray):
        np.testing.assert_allclose(ours, theirs, atol=1e-5, rtol=0, err_msg=path)
    elif isinstance(ours, float):
        assert ours == pytest.approx(theirs, abs=1e-5), path
    elif isinstance(ours, tuple | list):
        assert len(ours) == len(theirs), path
        for index, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            assert_equal(a, b, f"{path}[{index}]")
    elif is_dataclass(ours) and not isinstance(ours, SearchOptions):
        for field in fields(ours):
            name = f"{path}.{field.name}"
            assert_equal(getattr(ours, field.name), getattr(theirs, field.name), name)
    else:
        assert ours == theirs, path


def written_before(trace: Trace, number: int, step: int, hypothesis: int) -> tuple[int, ...]:
    """What the hypothesis had written before the step."""
    return tuple(p.id for p in trace.sentences[number].pieces(step, hypothesis))[:-1]


def all_places(trace: Trace) -> list[tuple[int, int, int]]:
    """(sentence, step, hypothesis), all there are."""
    return [
        (number, step.index, hypothesis)
        for number, sentence in enumerate(trace.sentences)
        for step in sentence.steps
        for hypothesis in range(len(step.hypotheses))
    ]


class Count:
    """Counts what the network computes: sentences encoded, and rows of each decoder step."""

    def __init__(self, translator: Translator) -> None:
        self.encoded = 0
        self.passes = 0
        self.steps: list[int] = []
        model = translator.model
        model.source_embedding.register_forward_hook(lambda *_: self._encoded())
        model.decoder.register_forward_hook(lambda *_: self._passed())
        original = model.decode_step

        def decode_step(tokens: torch.Tensor, *args: Any) -> torch.Tensor:
            self.steps.append(len(tokens))
            return original(tokens, *args)

        model.decode_step = decode_step  # type: ignore[assignment]

    def _encoded(self) -> None:
        self.encoded += 1

    def _passed(self) -> None:
        self.passes += 1

    def reset(self) -> None:
        self.encoded = self.passes = 0
        self.steps.clear()


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(("seed", "record"), [(0, "all"), (1, "all"), (2, "best"), (3, "none")])
def test_it_equals_a_fresh_search_from_any_place(make_translator, seed, record, search) -> None:
    """With a forced candidate, forced words and a forbidden piece."""
    translator = some_end(make_translator(seed))
    other = some_end(make_translator(seed))
    options = SearchOptions(max_length=LIMIT, **SEARCHES[search])
    trace = gather(translator.stream(TEXT, options, record))
    draw = random.Random(f"{seed} {record} {search}")
    # Every kind of place: what won and what fell away, first and last steps.
    every = all_places(trace)
    places = draw.sample(every, min(5, len(every)))
    places += [(1, 0, 0), (0, len(trace.sentences[0].steps) - 1, 0)]
    for number, step, hypothesis in places:
        live = trace.sentences[number].steps[step].hypotheses[hypothesis]
        written = written_before(trace, number, step, hypothesis)
        candidate = draw.choice([c.piece.id for c in live.candidates if c.piece.id > 3])
        words = translator.vocabulary.encode_ids("gare ?")[:-1]
        changes: list[tuple[Change, tuple[int, ...], tuple[int, ...]]] = [
            (Force((candidate,)), (candidate,), ()),
            (Forbid(live.piece.id), (), (live.piece.id,)),
        ]
        if step + len(words) <= LIMIT:
            changes.append((Force("gare ?"), tuple(words), ()))
        for change, pieces, forbidden in changes:
            result = gather(translator.what_if(trace, number, step, hypothesis, change))
            expected = replace(options, prefix=(*written, *pieces), forbidden=forbidden)
            assert result.sentences[number].encoded.options == expected
            assert_equal(sentence_events(result, number), fresh(other, trace, number, expected))
            for each, sentence in enumerate(result.sentences):
                if each != number:  # untouched, to the very object
                    before = sentence_events(trace, each)
                    after = sentence_events(result, each)
                    assert all(a is b for a, b in zip(before, after, strict=True))
                    assert sentence.finished is trace.sentences[each].finished
            assert result.translated is not None
            assert result.text == result.translated.text
            assert result.sentences[number].text in result.text


def test_blocked_reasons_of_the_reused_steps_are_those_of_the_new_rules(make_translator) -> None:
    translator = make_translator(3)
    trace = gather(translator.stream("The dog.", SearchOptions(max_length=LIMIT)))
    step = trace.sentences[0].steps[5]
    piece = trace.sentences[0].steps[2].hypotheses[0].candidates[4].piece.id
    result = gather(translator.what_if(trace, 0, step.index, 0, Forbid(piece)))
    blocked = {
        (s.index, c.piece.id): c.blocked
        for s in result.sentences[0].steps
        for c in s.hypotheses[0].candidates
        if c.piece.id > 2 and c.blocked
    }
    assert blocked[2, piece] == "the options forbid this piece"
    assert {where[1] for where in blocked} == {piece}
    assert all(s.hypotheses[0].forced is (s.index < 5) for s in result.sentences[0].steps)


@pytest.mark.parametrize("record", ["all", "best", "none"])
def test_only_the_steps_from_the_changed_one_on_are_computed(make_translator, record) -> None:
    translator = make_translator(2)
    count = Count(translator)
    trace = gather(translator.stream(TEXT, SearchOptions(max_length=LIMIT), record))
    assert count.encoded == 3 and count.steps == [1] * 3 * LIMIT
    for step in (0, 3, LIMIT - 1):
        live = trace.sentences[1].steps[step].hypotheses[0]
        new = next(
            c.piece.id for c in live.candidates if c.piece.id not in (0, 1, 2, 3, live.piece.id)
        )
        count.reset()
        gather(translator.what_if(trace, 1, step, 0, Force((new,))))
        assert count.encoded == 0
        assert count.steps == [1] * (LIMIT - step)
        # Where the winner's attention is asked for, it is one more pass of the decoder alone.
        assert count.passes == (record == "best")
        # The step's own piece is known too, so nothing is left but what follows it.
        count.reset()
        gather(translator.what_if(trace, 1, step, 0, Force((live.piece.id,))))
        assert count.encoded == 0 and count.steps == [1] * (LIMIT - step - 1)
        # And what has been tried once is known.
        count.reset()
        gather(translator.what_if(trace, 1, step, 0, Force((new,))))
        assert count.encoded == 0 and count.steps == [1] * (LIMIT - step - 1)


@pytest.mark.parametrize("search", ["beam", "sample"])
def test_every_hypothesis_prefix_is_known(make_translator, search) -> None:
    """Losers and pruned branches too: the beam's width is back at the changed step."""
    translator = some_end(make_translator(6))
    options = SearchOptions(max_length=LIMIT, **SEARCHES[search])
    count = Count(translator)
    trace = gather(translator.stream("The dog chased the cat.", options))
    for _, step, hypothesis in all_places(trace):
        live = trace.sentences[0].steps[step].hypotheses[hypothesis]
        count.reset()
        result = gather(translator.what_if(trace, 0, step, hypothesis, Forbid(live.piece.id)))
        assert count.encoded == 0
        ahead = len(result.sentences[0].steps) - step
        assert len(count.steps) in (ahead, ahead + 1)  # one that found nothing to write
        assert count.steps[0] == 1


def test_a_sentence_that_was_forgotten_is_computed_again(make_translator) -> None:
    translator, other = make_translator(4), make_translator(4)
    translator._reuse = Reuse(limit=0)
    options = SearchOptions(max_length=LIMIT, beam=4)
    count = Count(translator)
    trace = gather(translator.stream(TEXT, options))
    assert not translator._reuse._sentences
    count.reset()
    result = gather(translator.what_if(trace, 1, 3, 1, Force((40, 41))))
    assert count.encoded == 1 and len(count.steps) == LIMIT
    expected = replace(options, prefix=(*written_before(trace, 1, 3, 1), 40, 41))
    assert_equal(sentence_events(result, 1), fresh(other, trace, 1, expected))


def test_changes_can_follow_each_other(make_translator) -> None:
    translator, other = some_end(make_translator(5)), some_end(make_translator(5))
    options = SearchOptions(max_length=LIMIT, beam=3, n_best=2)
    trace = gather(translator.stream(TEXT, options))
    first = gather(translator.what_if(trace, 0, 2, 1, Force((50,))))
    second = gather(translator.what_if(first, 0, 4, 0, Forbid(60)))
    third = gather(translator.what_if(second, 1, 1, 0, Force((70,))))
    fourth = gather(translator.what_if(third, 0, 5, 0, Forbid(61)))

    assert written_before(first, 0, 4, 0)[2] == 50
    expected = replace(options, prefix=written_before(first, 0, 4, 0), forbidden=(60,))
    assert_equal(sentence_events(second, 0), fresh(other, trace, 0, expected))
    # A change of one sentence leaves an earlier change of another where it is.
    assert sentence_events(third, 0) == sentence_events(second, 0)
    expected = replace(options, prefix=(*written_before(second, 1, 1, 0), 70))
    assert_equal(sentence_events(third, 1), fresh(other, trace, 1, expected))
    expected = replace(options, prefix=written_before(third, 0, 5, 0), forbidden=(60, 61))
    assert_equal(sentence_events(fourth, 0), fresh(other, trace, 0, expected))
    assert sentence_events(fourth, 1) == sentence_events(third, 1)


def test_a_trace_that_was_left_unfinished_is_finished(make_translator) -> None:
    """Sentences that never came are translated by the trace's options, those begun by their own."""
    translator, other = make_translator(7), make_translator(7)
    options = SearchOptions(max_length=LIMIT, prefix=(90,))
    whole = gather(other.stream(TEXT, options))
    stream = translator.stream(TEXT, options)
    trace = Trace(next(stream))  # type: ignore[arg-type]
    while len(trace.sentences) < 2 or len(trace.sentences[1].steps) < 3:
        trace.add(next(stream))
    stream.close()
    result = gather(translator.what_if(trace, 0, 0, 0, Force((91,))))
    assert result.sentences[0].steps[0].hypotheses[0].piece.id == 91
    for number in (1, 2):
        assert_equal(sentence_events(result, number), sentence_events(whole, number))
    # A change of the second sentence, stopped there, and then one of the first.
    stream = translator.what_if(whole, 1, 2, 0, Force((92,)))
    trace = Trace(next(stream))  # type: ignore[arg-type]
    while len(trace.sentences) < 2 or len(trace.sentences[1].steps) < 4:
        trace.add(next(stream))
    stream.close()
    result = gather(translator.what_if(trace, 0, 1, 0, Force((93,))))
    assert result.sentences[1].steps[2].hypotheses[0].piece.id == 92
    assert result.sentences[0].steps[0].hypotheses[0].piece.id == 90


def test_a_scored_reference_can_be_gone_on_from(make_translator) -> None:
    translator, other = make_translator(1), make_translator(1)
    options = SearchOptions(reference="Où est la gare ?")
    trace = gather(translator.stream("Where is the station?", options))
    result = gather(translator.what_if(trace, 0, 3, 0, Force((44,))))
    encoded = result.sentences[0].encoded
    assert encoded.options.reference is None
    expected = SearchOptions(prefix=(*written_before(trace, 0, 3, 0), 44))
    assert_equal(sentence_events(result, 0), fresh(other, trace, 0, expected))
    assert len(result.sentences[0].steps) > 4


def test_forcing_the_end_piece_ends_it(make_translator) -> None:
    translator = make_translator(1)
    for search in SEARCHES.values():
        options = SearchOptions(max_length=LIMIT, **search)
        trace = gather(translator.stream("The dog.", options))
        result = gather(translator.what_if(trace, 0, 3, 0, Force((3,))))
        sentence = result.sentences[0]
        assert len(sentence.steps) == 4 and sentence.steps[3].last
        assert sentence.finished is not None and sentence.finished.reason == "end"
        (output,) = sentence.finished.hypotheses
        assert [p.id for p in output.pieces] == [*written_before(trace, 0, 3, 0), 3]
        assert result.translated is not None and result.translated.cut == ()


def test_forbidding_the_end_piece_leads_to_the_limit(make_translator) -> None:
    translator = make_translator(1)
    bias = torch.zeros(translator.model.config.vocabulary_size)
    bias[3] = 1e4
    translator.model.output_bias = torch.nn.Parameter(bias, requires_grad=False)
    trace = gather(translator.stream("The dog.", SearchOptions(max_length=LIMIT)))
    assert len(trace.sentences[0].steps) == 1
    result = gather(translator.what_if(trace, 0, 0, 0, Forbid(3)))
    assert len(result.sentences[0].steps) == LIMIT
    assert result.translated is not None and result.translated.cut == (0,)


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("the network has run")


def refused(
    translator: Translator, trace: Trace, change: Change, place: tuple[int, int, int] = (0, 3, 0)
) -> None:
    """Nothing is computed and no event comes before the refusal."""
    translator.model.encode = never  # type: ignore[method-assign]
    translator.model.decode_step = never  # type: ignore[method-assign]
    next(translator.what_if(trace, *place, change))


def test_too_long_a_prefix_is_refused_with_the_numbers(make_translator) -> None:
    translator = make_translator()
    trace = gather(translator.stream(TEXT, SearchOptions(max_length=LIMIT)))
    with pytest.raises(InputTooLongError, match=r"prefix has 8 pieces.*limit is 7"):
        refused(translator, trace, Force((50,) * 5), (2, 3, 0))


def test_the_models_positions_bound_the_prefix(make_translator) -> None:
    translator = make_translator(max_positions=16)
    trace = gather(translator.stream("The dog."))
    with pytest.raises(InputTooLongError, match=r"prefix has 17 pieces.*writes at most 16"):
        refused(translator, trace, Force((50,) * 14))


def test_a_change_that_cannot_be_is_refused(make_translator) -> None:
    translator = make_translator()
    options = SearchOptions(max_length=LIMIT, beam=2, required=(77,))
    trace = gather(translator.stream("The dog.", options))
    for change, message in (
        (Forbid(77), "77 is both required and forbidden"),
        (Force((3, 50)), "goes on after the end piece"),
        (Force((0,)), "start or padding piece"),
        (Force((10**6,)), "has the pieces 0 to"),
        (Forbid(-1), "has the pieces 0 to"),
    ):
        with pytest.raises(SearchError, match=message):
            refused(translator, trace, change)


def test_a_place_that_is_not_there_is_an_error(make_translator) -> None:
    translator = make_translator()
    trace = gather(translator.stream("The dog.", SearchOptions(max_length=LIMIT)))
    for place in ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, LIMIT, 0), (0, 0, 1), (0, 0, -1)):
        with pytest.raises(IndexError):
            refused(translator, trace, Force((50,)), place)


def test_another_models_trace_is_refused(make_translator) -> None:
    translator, other = make_translator(0), make_translator(1)
    translator.info = replace(translator.info, name="first", fingerprint="11")
    other.info = replace(other.info, name="second", fingerprint="22")
    trace = gather(translator.stream("The dog.", SearchOptions(max_length=LIMIT)))
    with pytest.raises(SearchError, match="made by first, and second is open"):
        refused(other, trace, Force((50,)))
    assert isinstance(next(translator.what_if(trace, 0, 1, 0, Force((50,)))), Started)


@pytest.mark.parametrize("where", ["source", "written"])
def test_a_trace_with_pieces_the_model_lacks_is_refused(make_translator, where) -> None:
    """As a file put together by hand may have them: no index error, and none on a GPU."""
    translator = make_translator(0)
    trace = gather(translator.stream("The dog.", SearchOptions(max_length=LIMIT)))
    place = trace.sentences[0]
    alien = replace(place.encoded.pieces[0], id=translator.info.vocabulary_size)
    if where == "source":
        place.encoded = replace(place.encoded, pieces=(alien, *place.encoded.pieces[1:]))
    else:
        live = replace(place.steps[1].hypotheses[0], piece=alien)
        place.steps[1] = replace(place.steps[1], hypotheses=(live,))
    with pytest.raises(SearchError, match="pieces that this model does not know"):
        refused(translator, trace, Force((50,)))
    with pytest.raises(SearchError, match="pieces that this model does not know"):
        translator.explain(trace, 0, AttentionKind.CROSS, 0, 0, 2)


def test_the_changed_options() -> None:
    options = SearchOptions(beam=1, reference=(5, 6, 3), forbidden=(9,))
    assert changed(options, [5], Force((7, 8))) == SearchOptions(prefix=(5, 7, 8), forbidden=(9,))
    assert changed(options, [5], Forbid(8)) == SearchOptions(prefix=(5,), forbidden=(9, 8))
    assert changed(options, [], Forbid(9)) == SearchOptions(forbidden=(9,))
    with pytest.raises(ValueError, match="must be pieces"):
        changed(options, [], Force("gare"))


def test_the_events_come_one_by_one(make_translator) -> None:
    translator = make_translator()
    trace = gather(translator.stream("The dog.", SearchOptions(max_length=LIMIT)))
    count = Count(translator)
    stream = translator.what_if(trace, 0, 4, 0, Force((50,)))
    kinds = [(Started, 0), (Encoded, 0), *[(Step, n) for n in (0, 0, 0, 0, 1, 2, 3)], (Finished, 3)]
    for kind, steps in kinds:
        assert isinstance(next(stream), kind)
        assert len(count.steps) == steps
