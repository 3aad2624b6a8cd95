"""Alignments against the same arithmetic in plain Python, from the trace's own matrices."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from engine.analysis.alignment import (
    Method,
    Row,
    RowReader,
    SoftAlignment,
    align,
    from_pharaoh,
    hard_alignment,
    soft_alignment,
    to_pharaoh,
)
from engine.errors import DataError
from engine.events import AttentionKind, Piece
from engine.search.options import SearchOptions
from engine.text.words import group_words
from engine.trace import SentenceTrace
from tests.engine.conftest import MakeTranslator
from tests.engine.trace_tools import trace_of

TEXT = "Seán doesn't love 😀, ok?"


def piece(text: str) -> Piece:
    kind = "special" if text.startswith("<") else "normal"
    return Piece(7, text, kind, text)  # type: ignore[arg-type]


def plain(
    sentence: SentenceTrace,
    step: int,
    hypothesis: int,
    layer: int | None,
    head: int | None,
    row: Row,
) -> tuple[list[list[float]], list[float], list[list[int]]]:
    """Weights, shares of the special tokens, and rows, one number at a time."""
    view = sentence.attention(AttentionKind.CROSS, step, hypothesis)
    assert view is not None
    layers, heads, queries, _ = view.weights.shape
    picked = [
        view.weights[a, b]
        for a in range(layers)
        for b in range(heads)
        if layer in (None, a) and head in (None, b)
    ]

    def at(query: int, key: int) -> float:
        return sum(float(each[query, key]) for each in picked) / len(picked)

    source = group_words(sentence.encoded.pieces)
    weights, shares, rows = [], [], []
    for word in group_words(sentence.pieces(step, hypothesis)):
        if word.kind == "special":
            continue
        own = [index + (row is Row.READS) for index in word.pieces]
        own = [index for index in own if index < queries]
        rows.append(own)
        cells = [
            sum(at(query, key) for query in own for key in each.pieces) / max(1, len(own))
            for each in source
        ]
        weights.append([c for c, s in zip(cells, source, strict=True) if s.kind != "special"])
        shares.append(sum(c for c, s in zip(cells, source, strict=True) if s.kind == "special"))
    return weights, shares, rows


def check(
    soft: SoftAlignment | None, expected: tuple[list[list[float]], list[float], list[list[int]]]
) -> None:
    assert soft is not None
    weights, shares, rows = expected
    assert soft.weights.dtype == soft.special.dtype == np.float32
    np.testing.assert_allclose(
        soft.weights, np.reshape(weights, (len(soft.target), len(soft.source))), atol=1e-6
    )
    np.testing.assert_allclose(soft.special, shares, atol=1e-6)
    assert [list(each) for each in soft.rows] == rows
    there = [bool(each) for each in rows]
    np.testing.assert_allclose((soft.weights.sum(axis=1) + soft.special)[there], 1, atol=1e-5)


@pytest.mark.parametrize("record", ["all", "best"])
def test_it_agrees_with_the_trace(make_translator: MakeTranslator, record: str) -> None:
    translator = make_translator(3)
    options = SearchOptions(beam=3, n_best=2, max_length=9)
    sentence = trace_of(translator.stream(TEXT, options, record)).sentences[0]  # type: ignore[arg-type]
    generator = np.random.default_rng(0)
    reader = RowReader()
    path = sentence.path()
    for _ in range(40):
        step = int(generator.integers(len(sentence.steps if record == "all" else path)))
        places = len(sentence.steps[step].hypotheses)
        hypothesis = int(generator.integers(places)) if record == "all" else path[step]
        layer, head = (int(generator.integers(-1, n)) for n in (3, 4))
        asked = (None if layer < 0 else layer, None if head < 0 else head)
        row = list(Row)[int(generator.integers(2))]
        soft = align(sentence, step, hypothesis, *asked, row)
        check(soft, plain(sentence, step, hypothesis, *asked, row))
        # Whatever was read before, the reader gives the very same rows.
        read = reader.read(sentence, step, hypothesis, *asked)
        fresh = RowReader().read(sentence, step, hypothesis, *asked)
        assert read is not None
        assert fresh is not None
        np.testing.assert_array_equal(read, fresh)
        if asked[0] is not None:
            matrix = sentence.attention_matrix(
                AttentionKind.CROSS, asked[0], asked[1], step, hypothesis
            )
            assert matrix is not None
            np.testing.assert_array_equal(read, matrix.weights)


def test_rows_are_read_a_few_at_a_time(make_translator: MakeTranslator) -> None:
    translator = make_translator(3)
    sentence = trace_of(translator.stream(TEXT, SearchOptions(max_length=9))).sentences[0]
    step = len(sentence.path()) - 1
    assert step >= 4
    size = sentence.steps[0].hypotheses[0].cross.size  # type: ignore[union-attr]
    whole = RowReader().read(sentence, step, 0, None, None)
    reader = RowReader()
    for count in (2, 4):
        rows = reader.read(sentence, step, 0, None, None, at_most=2 * size)
        np.testing.assert_array_equal(rows, whole[:count])  # type: ignore[index]
        assert reader.missing == step + 1 - count
    np.testing.assert_array_equal(reader.read(sentence, step, 0, None, None), whole)  # type: ignore[arg-type]
    assert reader.missing == 0
    # A weight less than a row is a row all the same: reading comes to an end.
    assert len(RowReader().read(sentence, step, 0, 0, 0, at_most=1)) == 1  # type: ignore[arg-type]
    reader.clear()
    assert reader.missing == 0


def test_what_is_not_there(make_translator: MakeTranslator) -> None:
    translator = make_translator(3)
    events = list(translator.stream(TEXT, SearchOptions(max_length=4), "none"))
    sentence = trace_of(iter(events)).sentences[0]
    assert align(sentence, 0, 0, 0, None) is None
    sentence = trace_of(translator.stream(TEXT, SearchOptions(max_length=4))).sentences[0]
    for wrong in ((9, 0, 0, 0), (0, 9, 0, 0), (0, 0, 9, 0), (0, 0, 0, 9), (0, 0, -1, 0)):
        with pytest.raises(IndexError):
            align(sentence, *wrong)
    with pytest.raises(IndexError):
        align(sentence, 0, 0, None, -1)


def test_by_hand() -> None:
    source = [piece(text) for text in ("▁ca", "t", ".", "</s>")]
    written = [piece(text) for text in ("▁ch", "at", ".", "</s>")]
    attention = np.array(
        [[0.5, 0.25, 0.125, 0.125], [0.25, 0.25, 0.25, 0.25], [0, 0, 1, 0], [0, 0.5, 0, 0.5]],
        dtype=np.float32,
    )
    writes = soft_alignment(attention, written, source, Row.WRITES)
    assert [word.text for word in writes.source] == ["cat", "."]
    assert [word.text for word in writes.target] == ["chat", "."]
    assert writes.rows == ((0, 1), (2,))
    np.testing.assert_array_equal(writes.weights, [[0.625, 0.1875], [0, 1]])
    np.testing.assert_array_equal(writes.special, [0.1875, 0])
    reads = soft_alignment(attention, written, source, Row.READS)
    assert reads.rows == ((1, 2), (3,))
    np.testing.assert_array_equal(reads.weights, [[0.25, 0.625], [0.5, 0]])
    np.testing.assert_array_equal(reads.special, [0.125, 0.5])
    # While it is written: of "chat" one row is there, of "." none.
    reads = soft_alignment(attention[:2], written[:2], source, Row.READS)
    assert reads.rows == ((1,),)
    reads = soft_alignment(attention[:3], written[:3], source, Row.READS)
    assert reads.rows == ((1, 2), ())
    np.testing.assert_array_equal(reads.weights[1], [0, 0])
    assert hard_alignment(reads.weights, Method.ARGMAX) == ((1, 0),)


def test_nothing_but_special_tokens() -> None:
    end = [piece("</s>")]
    attention = np.ones((1, 1), dtype=np.float32)
    soft = soft_alignment(attention, end, end, Row.WRITES)
    assert soft.weights.shape == (0, 0)
    soft = soft_alignment(attention, [piece("▁a")], end, Row.WRITES)
    assert soft.weights.shape == (1, 0)
    assert soft.special.tolist() == [1.0]
    for method in Method:
        assert hard_alignment(soft.weights, method) == ()


@given(
    hnp.arrays(
        np.float32,
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=6),
        # Few values, so that there are ties.
        elements=st.sampled_from([0.0, 0.125, 0.25, 0.5, 1.0]),
    ),
    st.sampled_from([0.0, 0.125, 0.3, 0.5, 1.0]),
)
def test_hard_alignments_one_pair_at_a_time(weights: np.ndarray, threshold: float) -> None:
    numbers = weights.tolist()
    targets, sources = range(len(numbers)), range(len(numbers[0]))
    forward = {(max(sources, key=lambda s: numbers[t][s]), t) for t in targets}
    backward = {(s, max(targets, key=lambda t: numbers[t][s])) for s in sources}
    expected = {
        Method.ARGMAX: forward,
        Method.INTERSECTION: forward & backward,
        Method.THRESHOLD: {(s, t) for t in targets for s in sources if numbers[t][s] >= threshold},
    }
    for method in Method:
        wanted = sorted((s, t) for s, t in expected[method] if numbers[t][s] > 0)
        assert list(hard_alignment(weights, method, threshold)) == wanted


def test_a_threshold_is_met_by_the_weight_it_names() -> None:
    weights = np.array([[0.1, 0.7]], dtype=np.float32)
    assert hard_alignment(weights, Method.THRESHOLD, 0.1) == ((0, 0), (1, 0))
    assert hard_alignment(weights, Method.THRESHOLD, 0.7) == ((1, 0),)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500))))
def test_pharaoh_there_and_back(links: list[tuple[int, int]]) -> None:
    assert from_pharaoh(to_pharaoh(links)) == tuple(links)


def test_pharaoh_is_source_first() -> None:
    assert to_pharaoh([(0, 0), (1, 2)]) == "0-0 1-2"
    assert from_pharaoh("  0-0\t1-2\n") == ((0, 0), (1, 2))
    assert from_pharaoh("") == ()
    for wrong in ("0", "0-", "0-1-2", "a-b", "-1-0", "0–1", "1?2", "²-1"):
        with pytest.raises(DataError, match="is no link of an alignment"):
            from_pharaoh(f"0-0 {wrong}")


def test_it_loads_no_torch() -> None:
    code = "import sys, engine.analysis.alignment; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
