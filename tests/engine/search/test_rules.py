"""What may not be written, ties, dead ends, and outputs that have to have something."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
import torch

from engine.errors import InputTooLongError, SearchError
from engine.events import Finished, Step
from engine.model.config import ModelConfig
from engine.search.batch import decode_batch
from engine.search.decode import decode
from engine.search.forced import forced_pieces
from engine.search.options import NORMALISATIONS, STOPPINGS, SearchOptions
from engine.search.propose import likeliest, propose
from engine.search.rules import Rules, repeating
from engine.search.sentence import Proposal, SentenceSearch

SOURCE = [4, 5, 3]
CONFIG = ModelConfig(vocabulary_size=9, max_positions=12)


def rules(**options: object) -> Rules:
    return Rules(CONFIG, SearchOptions(**options))  # type: ignore[arg-type]


# ---------------------------------------------------------------------- reasons


def test_each_blocked_piece_has_its_reason() -> None:
    reasons = rules(beam=4, forbidden=(7,), no_repeat_ngram=2, required=(8, 8)).reasons(
        [4, 5, 8, 4]
    )
    assert reasons == {
        0: "padding is never written",
        1: "the unknown piece stands for no text",
        2: "the start piece only begins a sentence",
        3: "required pieces are missing: 1",
        5: "it would repeat 2 pieces in a row",
        7: "the options forbid this piece",
    }
    assert set(rules().reasons([4, 4, 4])) == {0, 1, 2}


def test_what_can_never_be_written_keeps_its_own_reason_where_it_is_forbidden_too() -> None:
    assert rules(forbidden=(0,)).reasons([])[0] == "padding is never written"


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_repeated_ngrams_by_brute_force(size) -> None:
    dice = random.Random(size)
    for _ in range(300):
        written = dice.choices(range(3), k=dice.randrange(9))
        ngrams = Counter(tuple(written[i : i + size]) for i in range(len(written) - size + 1))
        last = tuple(written[len(written) - size + 1 :])
        expected = {piece for piece in range(3) if ngrams[(*last, piece)]}
        assert repeating(written, size) == (expected if len(last) == size - 1 else set())
    assert repeating([1, 1, 1], 0) == set()


def test_penalties_and_blocks_leave_the_rest_and_the_input_alone() -> None:
    distribution = torch.randn(3, 9, generator=torch.Generator().manual_seed(1)).log_softmax(-1)
    kept = distribution.clone()
    histories = [(), (4, 5, 4), (6, 6)]
    found = rules(repetition_penalty=1.5, no_repeat_ngram=2, forbidden=(8,)).apply(
        distribution, histories
    )
    assert torch.equal(distribution, kept)
    expected = distribution.clone()
    expected[1, [4, 5]] *= 1.5
    expected[2, 6] *= 1.5
    expected[1, 5] = expected[2, 6] = -math.inf
    expected[:, [0, 1, 2, 8]] = -math.inf
    assert torch.equal(found, expected)


def test_a_penalty_is_what_it_adds() -> None:
    several = rules(repetition_penalty=1.25)
    assert several.penalty(-2.0, 4, (4, 5)) == -0.5
    assert several.penalty(-2.0, 6, (4, 5)) == 0.0
    assert rules().penalty(-2.0, 4, (4,)) == 0.0


@pytest.mark.parametrize("beam", [1, 4])
def test_blocked_candidates_are_shown_with_their_reason_and_never_taken(
    make_translator, beam
) -> None:
    translator = make_translator(1)
    model, vocabulary = translator.model, translator.vocabulary
    source = vocabulary.encode("The dog chased the cat.")
    free = list(decode(model, vocabulary, source, 0, SearchOptions(beam=beam), "none"))
    assert isinstance(free[1], Step)
    loved = free[1].hypotheses[0].piece.id
    options = SearchOptions(
        beam=beam, forbidden=(loved,), no_repeat_ngram=1, max_length=8, candidates=330
    )
    written: list[tuple[int, ...]] = [()]
    reasons: set[str] = set()
    for step in decode(model, vocabulary, source, 0, options, "none"):
        if not isinstance(step, Step):
            continue
        now = []
        for hypothesis in step.hypotheses:
            before = written[max(0, hypothesis.parent)]
            blocked = {c.piece.id: c.blocked for c in hypothesis.candidates if c.blocked}
            assert set(blocked) == {0, 1, 2, loved, *before}
            assert hypothesis.piece.id not in blocked
            reasons.update(blocked.values())
            now.append((*before, hypothesis.piece.id))
        written = now
    assert "the options forbid this piece" in reasons
    assert "it would repeat 1 pieces in a row" in reasons


# ---------------------------------------------------------------------- forced pieces


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"forbidden": (9,)}, "forbidden names the piece 9, and this model has the pieces 0 to 8"),
        ({"beam": 2, "required": (-1,)}, "required names the piece -1"),
        ({"beam": 2, "required": (3,)}, "The piece 3 is special; it cannot be required"),
        ({"beam": 2, "required": (1,)}, "The piece 1 is special; it cannot be required"),
        ({"prefix": (4, 90)}, "prefix names the piece 90"),
        ({"prefix": "Je"}, "The prefix is text, and a search needs pieces"),
        ({"prefix": (2, 4)}, "The prefix has a start or padding piece"),
        ({"prefix": (4, 3, 5)}, "The prefix goes on after the end piece"),
        ({"reference": "Je"}, "The reference is text"),
        ({"reference": (0,)}, "The reference has a start or padding piece"),
        ({"reference": (3, 3)}, "The reference goes on after the end piece"),
    ],
)
def test_pieces_that_do_not_fit_the_model_are_refused_before_any_work(
    make_network, options, message
) -> None:
    model = make_network(0, vocabulary_size=9)
    model.encode = lambda *_: pytest.fail("work was done")
    with pytest.raises(SearchError) as refused:
        decode_batch(model, [SOURCE], SearchOptions(**options))
    assert message in str(refused.value)


def test_a_reference_ends_and_a_prefix_need_not() -> None:
    assert forced_pieces(CONFIG, SearchOptions(reference=(4, 5))) == (4, 5, 3)
    assert forced_pieces(CONFIG, SearchOptions(reference=(4, 3))) == (4, 3)
    assert forced_pieces(CONFIG, SearchOptions(reference=())) == (3,)
    assert forced_pieces(CONFIG, SearchOptions(prefix=(4, 5))) == (4, 5)


def test_what_is_forced_must_fit_into_the_limit() -> None:
    def search(**options: object) -> SentenceSearch:
        return SentenceSearch(CONFIG, rules(**options), 3)

    assert search(prefix=(4,) * 5, max_length=5).limit == 5
    with pytest.raises(InputTooLongError, match=r"The prefix has 6 pieces.*limit is 5"):
        search(prefix=(4,) * 6, max_length=5)
    # A limit that follows the source makes room for the prefix, up to the model's positions.
    assert search(prefix=(4,) * 6, length_factor=0, length_extra=2).limit == 8
    assert search(prefix=(4,) * 11, length_factor=0, length_extra=2).limit == 12
    with pytest.raises(InputTooLongError, match=r"13 pieces, and this model writes at most 12"):
        search(prefix=(4,) * 13)
    assert search(reference=(4,) * 6, max_length=2).limit == 7
    with pytest.raises(InputTooLongError, match=r"The reference has 13 pieces.*at most 12"):
        search(reference=(4,) * 12)


def test_a_length_factor_may_be_any_number() -> None:
    assert SentenceSearch(CONFIG, rules(length_factor=1e308), 5).limit == 12


@pytest.mark.parametrize("beam", [1, 3])
def test_what_is_forced_is_written_even_where_a_rule_forbids_it(make_network, beam) -> None:
    model = make_network(1, vocabulary_size=9)
    options = SearchOptions(
        beam=beam, prefix=(6, 6, 1), forbidden=(6,), no_repeat_ngram=1, max_length=6,
        repetition_penalty=1.5,
    )  # fmt: skip
    ((best, *_),) = decode_batch(model, [SOURCE], options)
    assert best.ids[:3] == (6, 6, 1) and 6 not in best.ids[3:]
    assert best.parts.penalty == pytest.approx(0.5 * best.log_probabilities[1], abs=1e-6)


def test_a_prefix_that_ends_is_the_output(make_network) -> None:
    model = make_network(1, vocabulary_size=9)
    for beam in (1, 4):
        (results,) = decode_batch(model, [SOURCE], SearchOptions(beam=beam, prefix=(5, 6, 3)))
        assert [(result.ids, result.ending) for result in results] == [((5, 6, 3), "end")]


# ---------------------------------------------------------------------- required pieces


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
@pytest.mark.parametrize("required", [(8,), (17, 9), (8, 8, 20)])
def test_required_pieces_appear(make_network, normalisation, required) -> None:
    for seed in range(6):
        model = make_network(seed, vocabulary_size=24, end_bias=1.5)
        assert model.output_bias is not None
        model.output_bias[list(required)] -= 4.0  # the network would not write them
        for beam in (len(required) + 1, 8):
            options = SearchOptions(
                beam=beam, n_best=beam, required=required, max_length=10,
                normalisation=normalisation,
            )  # fmt: skip
            free = SearchOptions(beam=beam, max_length=10)
            ((plain, *_),) = decode_batch(model, [SOURCE], free)
            assert Counter(required) - Counter(plain.ids), "no test without need"
            (results,) = decode_batch(model, [SOURCE], options)
            assert len(results) == beam and len({result.ids for result in results}) == beam
            for result in results:
                assert not Counter(required) - Counter(result.ids)


def test_at_the_limit_all_that_have_the_required_pieces_stand_before_those_that_lack_them(
    make_network,
) -> None:
    """And the n best are complete: no share of the beam is kept for what is lost anyway."""
    model = make_network(4, vocabulary_size=9)
    options = SearchOptions(beam=4, n_best=4, required=(5,), forbidden=(3,), max_length=2)
    (results,) = decode_batch(model, [SOURCE], options)
    assert len(results) == 4 and all(5 in result.ids for result in results)


# ---------------------------------------------------------------------- ties


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])  # compiled, and torch's
def test_of_equal_values_the_smaller_columns_come_first(dtype) -> None:
    values = torch.tensor(
        [[1.0, 3.0, 3.0, 2.0, 3.0, 1.0], [0.0] * 6, [-math.inf] * 5 + [1.0]], dtype=dtype
    )

    def columns(count: int) -> list[list[int]]:
        found = likeliest(values, count)
        for row, pairs in enumerate(found):
            assert all(value == values[row, column] for column, value in pairs)
        return [[column for column, _ in pairs] for pairs in found]

    assert columns(2)[:2] == [[1, 2], [0, 1]]
    assert columns(4)[:2] == [[1, 2, 4, 3], [0, 1, 2, 3]]
    assert columns(6)[0] == [1, 2, 4, 3, 0, 5]
    assert [row[0] for row in columns(3)] == [1, 0, 5]


def flat(make_network, vocabulary_size=9):
    """A network to which every piece is as likely as any other."""
    model = make_network(0, vocabulary_size)
    model.source_embedding.pieces.weight.zero_()
    model.output_bias.zero_()
    return model


def test_ties_fall_to_the_better_parent_then_to_the_smaller_id(make_network) -> None:
    model = flat(make_network)
    options = SearchOptions(beam=3, n_best=3, max_length=2, forbidden=(3,))
    (results,) = decode_batch(model, [SOURCE], options)
    assert [result.ids for result in results] == [(4, 4), (4, 5), (4, 6)]
    (greedy,) = decode_batch(model, [SOURCE], SearchOptions(max_length=3, forbidden=(3,)))
    assert greedy[0].ids == (4, 4, 4)


def test_of_equal_scores_the_one_that_finished_first_is_the_best(make_network) -> None:
    model = flat(make_network)
    options = SearchOptions(beam=3, n_best=3, max_length=2, normalisation="average", alpha=1.0)
    (results,) = decode_batch(model, [SOURCE], options)
    assert [result.ids for result in results] == [(3,), (4, 3), (4, 4)]
    assert len({result.parts.score for result in results}) == 1


@pytest.mark.parametrize("beam", [1, 4, 32])
def test_ties_do_not_depend_on_the_batch(make_network, beam) -> None:
    model = flat(make_network, 60)
    options = SearchOptions(beam=beam, n_best=beam, max_length=5)
    (alone,) = decode_batch(model, [SOURCE], options)
    rows = decode_batch(model, [[5, 3], SOURCE, [6] * 9, [3]], options)
    for row in rows:
        assert [result.ids for result in row] == [result.ids for result in alone]


# ---------------------------------------------------------------------- the end


def test_the_end_piece_cannot_starve_the_beam(make_network) -> None:
    """Where ending is the likeliest after everything, a full beam goes on living all the same."""
    model = make_network(2, vocabulary_size=40, end_bias=6.0)
    search_rules = Rules(model.config, SearchOptions(beam=4, n_best=4, max_length=6))
    search = SentenceSearch(model.config, search_rules, 3)
    for step in range(5):
        targets = torch.tensor([[2, *node.ids] for node in search.live])
        logits = model(torch.tensor([SOURCE] * len(targets)), targets)[:, -1]
        rows = [(search, place) for place in range(len(search.live))]
        proposals = propose(logits.float().log_softmax(-1), rows, search_rules)
        assert all(row[0].piece == 3 for row in proposals)
        children = search.advance(proposals)
        if search.over:
            break
        assert len(search.live) == 4
        assert all(node.ids[-1] != 3 for node in search.live)
        assert 1 <= len(children) - 4 <= 4, f"some finish at step {step}"
    assert search.over and len(search.results()) == 4


@pytest.mark.parametrize("stopping", STOPPINGS)
@pytest.mark.parametrize("limit", [1, 2, 5])
def test_the_n_best_are_complete_at_the_length_limit(make_network, stopping, limit) -> None:
    for seed, end_bias in enumerate((-9.0, 0.0, 3.0)):
        model = make_network(seed, vocabulary_size=40, end_bias=end_bias)
        options = SearchOptions(beam=6, n_best=6, max_length=limit, stopping=stopping)
        (results,) = decode_batch(model, [SOURCE], options)
        assert len({result.ids for result in results}) == 6
        scores = [result.parts.score for result in results]
        assert scores == sorted(scores, reverse=True)
        for result in results:
            assert result.cut is (result.ids[-1] != 3)
            assert len(result.ids) == limit if result.cut else len(result.ids) <= limit


@pytest.mark.parametrize(
    ("options", "step"),
    [
        ({"forbidden": (3, *range(4, 9))}, -1),
        ({"forbidden": (3, *range(4, 9)), "prefix": (5,)}, 0),
        ({"forbidden": (3, 6, 7, 8), "no_repeat_ngram": 1}, 1),
        ({"forbidden": (3, 5, 6, 7, 8), "no_repeat_ngram": 2, "prefix": (4, 4)}, 1),
    ],
)
@pytest.mark.parametrize(
    "kind", [{}, {"beam": 4, "n_best": 4}, {"sample": True}, {"sample": True, "n_best": 3}], ids=str
)
def test_where_everything_is_blocked_the_search_ends_with_a_reason(
    make_network, options, step, kind
) -> None:
    """At the first step and at a later one; never with a number that is none."""
    model = make_network(1, vocabulary_size=9)
    (results,) = decode_batch(model, [SOURCE], SearchOptions(max_length=9, **options, **kind))
    assert results
    for result in results:
        assert result.ending == "nothing allowed" and result.cut
        assert result.step == step and len(result.ids) == step + 1
        assert math.isfinite(result.parts.score)
        assert all(math.isfinite(value) for value in result.log_probabilities)


def test_fewer_outputs_than_n_are_all_that_there_are(make_network) -> None:
    model = make_network(1, vocabulary_size=6)
    # After 5 nothing but the required 4 may come, and after both nothing but the end.
    options = SearchOptions(beam=8, n_best=4, required=(4,), no_repeat_ngram=1, max_length=9)
    (results,) = decode_batch(model, [SOURCE], options)
    assert {result.ids for result in results} == {(4, 3), (4, 5, 3), (5, 4, 3)}
    assert all(result.ending == "end" for result in results)


def test_required_pieces_that_the_rules_make_impossible_end_it_with_a_reason(make_network) -> None:
    model = make_network(1, vocabulary_size=6)
    options = SearchOptions(beam=4, n_best=4, required=(4, 4), no_repeat_ngram=1, max_length=9)
    (results,) = decode_batch(model, [SOURCE], options)
    assert {result.ids for result in results} == {(4, 5), (5, 4)}
    assert all(result.ending == "nothing allowed" for result in results)


def test_a_dead_end_does_not_count_where_another_hypothesis_has_ended(make_network) -> None:
    """Nothing may follow 4, and of what begins with 5 one output has ended."""
    model = make_network(1, vocabulary_size=6)
    rules_ = Rules(
        model.config,
        SearchOptions(beam=6, n_best=3, required=(5,), no_repeat_ngram=1, max_length=9),
    )
    search = SentenceSearch(model.config, rules_, 3)
    search.advance([[Proposal(4, -1.0, -1.0), Proposal(5, -1.5, -1.5)]])
    search.advance([[], [Proposal(3, -0.1, -0.1)]])
    assert search.over
    assert [result.ids for result in search.results()] == [(5, 3)]


@pytest.mark.parametrize("beam", [1, 4])
def test_a_sentence_that_is_blocked_at_once_finishes_empty(make_translator, beam) -> None:
    translator = make_translator(0)
    vocabulary = translator.vocabulary
    options = SearchOptions(beam=beam, forbidden=tuple(range(3, vocabulary.size)))
    source = vocabulary.encode("The dog.")
    for record in ("all", "best", "none"):
        _, last = decode(translator.model, vocabulary, source, 0, options, record)
        assert isinstance(last, Finished) and last.reason == "nothing allowed"
        (only,) = last.hypotheses
        assert only.pieces == () and only.text == "" and only.score == 0 and only.step == -1


@pytest.mark.parametrize("where", ["bias", "weights", "encoder"])
@pytest.mark.parametrize(
    "options",
    [{}, {"beam": 4}, {"sample": True}, {"prefix": (5,)}, {"reference": (5, 6)}],
    ids=str,
)
def test_no_number_is_an_error(make_translator, where, options) -> None:
    translator = make_translator(0)
    model, vocabulary = translator.model, translator.vocabulary
    if where == "bias":
        model.output_bias = torch.nn.Parameter(torch.zeros(vocabulary.size), requires_grad=False)
        model.output_bias[9] = math.nan
    elif where == "weights":
        model.decoder.layers[1].feed_forward.w_2.weight[0, 0] = math.inf
        model.decoder.layers[1].feed_forward.w_2.weight[0, 1] = -math.inf
    else:
        model.encoder.layers[0].self_attention.w_v.weight[3, 3] = math.nan
    for record in ("all", "none"):
        with pytest.raises(SearchError, match=r"no number.*damaged"):
            list(
                decode(
                    model, vocabulary, vocabulary.encode("A dog."), 0,
                    SearchOptions(**options), record,
                )
            )  # fmt: skip
    with pytest.raises(SearchError, match=r"no number.*damaged"):
        decode_batch(model, [vocabulary.encode_ids("A dog.")], SearchOptions(**options))
