from __future__ import annotations

import csv
import io
import math
import re
from pathlib import Path

import numpy as np
import pytest

from engine.errors import DiaphaneError
from engine.search.forced import forced_pieces
from engine.search.options import SearchOptions
from engine.search.what_if import Forbid, Force
from engine.trace import SentenceTrace
from engine.translator import Translator
from gui.widgets.candidate_model import (
    Entropy,
    Table,
    as_text,
    entropy_text,
    log_probability_text,
    probability_text,
    read_table,
    reading,
    tooltip,
)
from tests.gui.distributions import VOCABULARY, Made, searched
from tests.gui.traces import trace_of


def sentence_of(made: Made) -> SentenceTrace:
    return trace_of(made.events).sentences[0]


def table_of(made: Made, step: int = 0, hypothesis: int = 0) -> Table:
    return read_table(sentence_of(made), step, hypothesis, VOCABULARY)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_not_shown_is_exactly_what_is_left(seed: int) -> None:
    made = searched(seed, recorded=1 + seed % 9, spread=0.3 + seed / 3)
    sentence = sentence_of(made)
    for step, event in enumerate(sentence.steps):
        for index, live in enumerate(event.hypotheses):
            table = read_table(sentence, step, index, VOCABULARY)
            whole = made.whole[step, max(0, live.parent)]
            shown = [row for row in table.rows if row.piece is not None]
            ids = [row.piece.id for row in shown if row.piece is not None]
            assert ids[: table.recorded] == np.argsort(-whole)[: table.recorded].tolist()
            np.testing.assert_allclose([row.probability for row in shown], whole[ids], rtol=1e-12)
            last = table.rows[-1]
            assert last.kind == "rest"
            left = np.delete(whole, ids)
            assert last.probability == table.rest == pytest.approx(left.sum(), abs=1e-12)
            assert table.unseen == len(left)
            # Whatever the pieces are that nobody recorded, the truth lies within.
            truth = float(-(whole * np.log(whole)).sum())
            assert table.entropy.low <= truth + 1e-12
            assert truth <= table.entropy.high + 1e-12
            coarse = np.append(whole[ids], left.sum())
            assert table.entropy.coarse == pytest.approx(-(coarse * np.log(coarse)).sum())
            assert table.entropy.low >= table.entropy.coarse - 1e-12


def test_entropy_is_exact_once_everything_is_recorded() -> None:
    made = searched(3, recorded=VOCABULARY)
    table = table_of(made)
    whole = made.whole[0, 0]
    assert table.unseen == 0
    assert all(row.kind == "candidate" for row in table.rows)
    assert table.entropy.low == table.entropy.high == table.entropy.coarse
    assert table.entropy.low == pytest.approx(-(whole * np.log(whole)).sum())
    assert entropy_text(table.entropy) == f"{table.entropy.low:.3f} nats"


@pytest.mark.parametrize("recorded", [30, VOCABULARY])
def test_of_very_many_only_the_likeliest_have_a_row(recorded: int) -> None:
    made = searched(3, recorded=recorded, chances=True)
    sentence = sentence_of(made)
    beyond = 0
    for step in range(4):
        for index, live in enumerate(sentence.steps[step].hypotheses):
            whole = read_table(sentence, step, index, VOCABULARY)
            table = read_table(sentence, step, index, VOCABULARY, most=5)
            assert (table.listed, table.recorded) == (5, recorded)
            assert table.rows[:5] == whole.rows[:5]
            # Nothing that is recorded is forgotten: not in the entropy, not where it was chosen.
            assert (table.entropy.low, table.entropy.high) == (
                whole.entropy.low,
                whole.entropy.high,
            )
            row, expected = table.rows[table.chosen], whole.rows[whole.chosen]
            assert (row.piece, row.rank, row.chance) == (
                expected.piece,
                expected.rank,
                expected.chance,
            )
            assert row.piece == live.piece
            if table.chosen == 5:
                beyond += 1
                assert row.kind == "outside"
            total = sum(row.probability for row in table.rows)
            assert total == pytest.approx(1)
            assert table.rows[-1].kind == "rest"
            assert table.unseen == VOCABULARY - len(table.rows) + 1
    assert beyond


def test_bounds_are_reached() -> None:
    """The upper one by unseen pieces that share evenly, the lower one by ones as likely as the
    last that is seen; here all pieces are equal, so both are.
    """
    made = searched(5, recorded=1, spread=0.0, options=SearchOptions())
    table = table_of(made)
    assert table.entropy.low == pytest.approx(math.log(VOCABULARY))
    assert table.entropy.high == pytest.approx(math.log(VOCABULARY))


def test_entropy_is_rounded_outwards() -> None:
    assert entropy_text(Entropy(1.2346, 1.5001, 1.2)) == "1.234 to 1.501 nats"
    assert entropy_text(Entropy(1.23456, 1.23461, 1.2)) == "1.235 nats"
    assert entropy_text(Entropy(0.0, 0.0, 0.0)) == "0.000 nats"


def test_margin_and_ratio_are_of_the_two_likeliest() -> None:
    made = searched(1)
    table = table_of(made)
    first, second = np.sort(made.whole[0, 0])[::-1][:2]
    assert table.margin == pytest.approx(first - second)
    assert table.log_ratio == pytest.approx(math.log(first / second))
    alone = table_of(searched(1, recorded=1))
    assert alone.margin is None
    assert alone.log_ratio is None


def test_chosen_piece_beyond_those_recorded_has_a_row_of_its_own() -> None:
    found = 0
    for seed in range(8):
        sentence = sentence_of(searched(seed, recorded=4, chances=True))
        for step in range(4):
            live = sentence.steps[step].hypotheses[0]
            table = read_table(sentence, step, 0, VOCABULARY)
            row = table.rows[table.chosen]
            assert row.piece == live.piece
            assert row.probability == pytest.approx(math.exp(live.log_probability))
            assert [r.mark for r in table.rows if r.mark] == ["drawn"]
            assert row.force_refusal
            inside = live.piece.id in {c.piece.id for c in live.candidates}
            rest = table.rows[-1]
            if inside:
                assert row.rank == 1 + [c.piece.id for c in live.candidates].index(live.piece.id)
                assert rest.chance == pytest.approx(
                    1 - sum(c.chance or 0.0 for c in live.candidates)
                )
                continue
            found += 1
            assert (row.kind, row.rank, row.chance) == ("outside", None, None)
            assert table.chosen == 4
            assert "not among the 4 recorded, so its rank is not known" in reading(table, row)
            # Its chance is part of what is left, and nobody knows which part.
            assert rest.chance is None
            assert "not recorded apart" in tooltip(table, rest)
    assert found > 3


def test_what_is_forced_says_so_and_what_others_wrote_is_named() -> None:
    table = table_of(searched(2, forced=True))
    assert [row.mark for row in table.rows if row.mark] == ["forced"]
    assert "forced, not chosen" in reading(table, table.rows[table.chosen])
    sentence = sentence_of(searched(2, beam=4, recorded=VOCABULARY))
    step = sentence.steps[0]
    table = read_table(sentence, 0, 1, VOCABULARY)
    others = {row.piece.id: row.others for row in table.rows if row.piece and row.others}
    assert others == {step.hypotheses[index].piece.id: (index,) for index in (0, 2, 3)}
    row = next(row for row in table.rows if row.others == (3,))
    assert "hypothesis 4 wrote it" in reading(table, row)


def test_others_have_the_same_parent() -> None:
    sentence = sentence_of(searched(4, beam=6, recorded=VOCABULARY))
    seen = set()
    for step in (1, 2, 3):
        hypotheses = sentence.steps[step].hypotheses
        for index, live in enumerate(hypotheses):
            table = read_table(sentence, step, index, VOCABULARY)
            named = {other for row in table.rows for other in row.others}
            brothers = {
                other
                for other, one in enumerate(hypotheses)
                if one.parent == live.parent and other != index
            }
            assert named == brothers
            seen |= {len(brothers)}
    assert len(seen) > 1


def value_of(text: str) -> float:
    return float(text.replace("\u2212", "-"))


@pytest.mark.parametrize("recorded", [5, VOCABULARY])
def test_texts_have_the_numbers(recorded: int) -> None:
    table = table_of(searched(6, recorded=recorded, chances=True))
    for row in table.rows:
        for text in (reading(table, row), tooltip(table, row)):
            found = re.search(r"probability (\d\.\d+(?:e−\d+)?)", text)
            assert found is not None
            assert value_of(found[1]) == pytest.approx(row.probability, rel=5e-4, abs=5e-7)
            if row.chance is not None:
                drawn = re.search(r"chance of being drawn (\d\.\d+(?:e−\d+)?)", text)
                assert drawn is not None
                assert value_of(drawn[1]) == pytest.approx(row.chance, rel=5e-4, abs=5e-7)
        value = value_of(log_probability_text(row))
        assert value == pytest.approx(row.log_probability, rel=5e-4)


def test_a_remainder_within_rounding_is_no_number() -> None:
    made = searched(7, recorded=VOCABULARY - 1, spread=12)
    table = table_of(made)
    rest = table.rows[-1]
    assert rest.kind == "rest"
    assert rest.probability < 1e-6
    assert probability_text(rest) == "< 0.000001"
    assert log_probability_text(rest) == "< \u221213.82"


def test_table_for_a_spreadsheet() -> None:
    table = table_of(searched(8, chances=True))
    lines = list(csv.DictReader(io.StringIO(as_text(table)), dialect="excel-tab"))
    assert len(lines) == len(table.rows)
    for line, row in zip(lines, table.rows, strict=True):
        assert line["piece"] == row.name
        assert float(line["probability"]) == row.probability
        assert float(line["log_probability"]) == row.log_probability
        assert line["rank"] == ("" if row.rank is None else str(row.rank))


def test_no_such_place() -> None:
    with pytest.raises(IndexError):
        table_of(searched(1), 9)


def test_refusals_are_the_engine_s(tiny_folder: Path) -> None:
    """What a row allows, the engine does; what it refuses, the engine refuses or has no use for."""
    translator = Translator.load(tiny_folder, device="cpu")
    size = translator.info.vocabulary_size
    options = SearchOptions(candidates=size, forbidden=(9,), beam=3, required=(11,), max_length=6)
    trace = trace_of(list(translator.stream("I love cats.", options)))
    sentence = trace.sentences[0]
    live = sentence.steps[1].hypotheses[0]
    table = read_table(sentence, 1, 0, size, most=size)
    written = [one.piece.id for one in sentence.ancestry(1, 0)[:-1]]
    assert table.unseen == 0
    assert table.shown == pytest.approx(1, abs=1e-5)
    refused: dict[int, str] = {}
    kept: dict[int, str] = {}
    for row in table.rows:
        assert row.piece is not None
        number = row.piece.id
        forcing = SearchOptions(prefix=(*written, number))
        if row.force_refusal and number != live.piece.id:
            refused[number] = row.force_refusal
            with pytest.raises(DiaphaneError):
                forced_pieces(translator.model.config, forcing)
        else:
            forced_pieces(translator.model.config, forcing)
        if row.forbid_refusal:
            kept[number] = row.forbid_refusal
    config = translator.model.config
    assert refused.keys() == {config.pad_id, config.start_id}
    assert kept.keys() == {config.pad_id, config.start_id, config.unk_id, 9, 11}
    with pytest.raises(DiaphaneError, match="required and forbidden"):
        next(translator.what_if(trace, 0, 1, 0, Forbid(11)))
    blocked = next(row for row in table.rows if row.piece is not None and row.piece.id == 9)
    assert blocked.blocked == "the options forbid this piece"
    events = list(translator.what_if(trace, 0, 1, 0, Force((9,))))
    again = read_table(trace_of(events).sentences[0], 1, 0, size)
    chosen = again.rows[again.chosen]
    assert chosen.mark == "forced"
    assert chosen.piece is not None and chosen.piece.id == 9
    assert chosen.blocked == "the options forbid this piece"
