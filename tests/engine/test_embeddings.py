"""The rows that enter a stack: against what its first layer gets, and against NumPy."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from engine.embeddings import Embeddings, PositionTable, RelativePositions, Side
from engine.errors import SearchError
from engine.events import Encoded, Piece
from engine.model import transformer
from engine.model.step import decoder_step
from engine.model.transformer import Decoder
from engine.search.embed import embed
from engine.search.options import SearchOptions
from engine.trace import Trace
from engine.translator import Translator
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import BERT, LLAMA, T5

TEXT = "The dog chased the cat. Where is the station?"
OPTIONS: list[dict[str, Any]] = [
    {},
    {"scale_embeddings": False},
    {"shared_embeddings": False, "tied_output": False, "seed": 3},
    {"norm": "pre"},
    {"d_model": 20, "heads": 2},
]
SIDES: tuple[Side, Side] = ("source", "target")


@contextmanager
def inputs_of(layer: torch.nn.Module) -> Iterator[list[torch.Tensor]]:
    """What a layer is called with, batch row 0 of each call."""
    seen: list[torch.Tensor] = []
    hook = layer.register_forward_pre_hook(lambda _, given: seen.append(given[0].detach().clone()))
    try:
        yield seen
    finally:
        hook.remove()


@contextmanager
def outputs_of(module: torch.nn.Module) -> Iterator[list[torch.Tensor]]:
    """What a module gives."""
    seen: list[torch.Tensor] = []
    hook = module.register_forward_hook(lambda _, __, out: seen.append(out.detach().clone()))
    try:
        yield seen
    finally:
        hook.remove()


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[torch.Tensor]:
    """What the decoder gets at each step, [rows, d_model]."""
    seen: list[torch.Tensor] = []

    def spy(decoder: Decoder, x: torch.Tensor, *rest: Any) -> torch.Tensor:
        seen.append(x.detach().clone())
        return decoder_step(decoder, x, *rest)

    monkeypatch.setattr(transformer, "decoder_step", spy)
    return seen


def recorded(translator: Translator, **options: Any) -> Trace:
    events = translator.stream(TEXT, SearchOptions(max_length=6, **options))
    trace = Trace(next(events))  # type: ignore[arg-type]
    for event in events:
        trace.add(event)
    return trace


@pytest.mark.parametrize("options", OPTIONS)
def test_the_sum_is_what_the_first_layer_gets_to_the_last_bit(
    make_translator: MakeTranslator, options: dict[str, Any], decoded: list[torch.Tensor]
) -> None:
    translator = make_translator(**options)
    with outputs_of(translator.model.source_embedding) as encoded:
        trace = recorded(translator)
    with inputs_of(translator.model.encoder.layers[0]) as layer:
        translator.model.encode(torch.tensor([[p.id for p in trace.sentences[0].encoded.pieces]]))
    assert len(encoded) == 2 and torch.equal(encoded[0], layer[0])
    steps: list[torch.Tensor] = decoded
    for number, sentence in enumerate(trace.sentences):
        found = translator.embeddings(trace, number, "source")
        np.testing.assert_array_equal(found.total, encoded[number][0].numpy())
        assert found.pieces == sentence.encoded.pieces
        assert found.step is None and found.side == "source"
        own, steps = steps[: len(sentence.steps)], steps[len(sentence.steps) :]
        for step in range(len(sentence.steps)):
            found = translator.embeddings(trace, number, "target", step)
            rows = torch.cat([x[:1] for x in own[: step + 1]])
            np.testing.assert_array_equal(found.total, rows.numpy())
            assert found.pieces[0] == sentence.encoded.start
            assert found.pieces[1:] == sentence.pieces(step)[:-1]
            assert (found.step, found.side) == (step, "target")
    assert steps == []


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("side", SIDES)
def test_every_part_against_numpy(
    make_translator: MakeTranslator, options: dict[str, Any], side: Side
) -> None:
    translator = make_translator(**options)
    trace = recorded(translator)
    found = translator.embeddings(trace, 1, side, 4)
    matrix: npt.NDArray[np.float32] = translator.model.state_dict()[
        f"{side}_embedding.pieces.weight"
    ].numpy()
    d = found.d_model
    scale = 1.0 if options.get("scale_embeddings") is False else math.sqrt(d)
    assert found.scale == scale
    np.testing.assert_array_equal(found.looked_up, matrix[[p.id for p in found.pieces]])
    np.testing.assert_array_equal(found.scaled, found.looked_up * np.float32(scale))
    np.testing.assert_array_equal(found.total, found.scaled + found.positions)
    for position in range(len(found.pieces)):
        for j in range(d):
            angle = position / 10000 ** ((j - j % 2) / d)
            expected = math.cos(angle) if j % 2 else math.sin(angle)
            assert found.positions[position, j] == pytest.approx(expected, abs=1e-7)
    cell = found.cell(2, 5)
    assert cell.weight == found.looked_up[2, 5] and cell.scale == scale
    assert cell.scaled == np.float32(cell.weight) * np.float32(scale)
    assert cell.total == np.float32(cell.scaled) + np.float32(cell.position)
    for array in (found.looked_up, found.scaled, found.positions, found.total):
        assert array.dtype == np.float32 and array.flags.c_contiguous


def test_the_two_sides_have_their_own_matrices(make_translator: MakeTranslator) -> None:
    translator = make_translator(shared_embeddings=False, tied_output=False)
    piece = Piece(7, "x", "normal", "x")
    source, target = (embed(translator.model, side, [piece], 0) for side in SIDES)
    assert (source.looked_up != target.looked_up).any()
    np.testing.assert_array_equal(source.positions, target.positions)


def test_along_every_hypothesis_of_a_beam(make_translator: MakeTranslator) -> None:
    translator = make_translator()
    trace = recorded(translator, beam=3, n_best=3)
    sentence = trace.sentences[0]
    last = len(sentence.steps) - 1
    seen = set()
    for hypothesis in range(len(sentence.steps[last].hypotheses)):
        found = translator.embeddings(trace, 0, "target", last, hypothesis)
        inputs = (sentence.encoded.start, *sentence.pieces(last, hypothesis)[:-1])
        assert found.pieces == inputs
        ids = torch.tensor([[piece.id for piece in inputs]])
        np.testing.assert_array_equal(
            found.total, translator.model.target_embedding(ids)[0].numpy()
        )
        seen.add(inputs)
    assert len(seen) > 1


def test_positions_are_the_network_s_own(make_translator: MakeTranslator) -> None:
    translator = make_translator(max_positions=40)
    table = translator.positions(40)
    assert table.max_positions == 40 and table.d_model == 32
    ids = torch.tensor([[5] * 40])
    embedding = translator.model.source_embedding
    added = embedding(ids)[0] - embedding.pieces.weight[5] * embedding.scale
    np.testing.assert_allclose(table.table, added.numpy(), atol=1e-5)
    np.testing.assert_array_equal(translator.positions(3).table, table.table[:3])
    for length in (0, -1, 41):
        with pytest.raises(ValueError, match="from 1 to 40 positions"):
            translator.positions(length)


@pytest.mark.parametrize(("buckets", "most"), [(8, 20), (32, 128), (5, 9)])
def test_relative_positions_are_the_bias_of_each_distance(
    make_translator: MakeTranslator, buckets: int, most: int
) -> None:
    options = {**T5, "relative_buckets": buckets, "relative_distance": most}
    translator = make_translator(**options)
    found = translator.positions(4)
    assert isinstance(found, RelativePositions)
    assert [table.side for table in found.tables] == ["source", "target"]
    model = translator.model
    for table, relative in zip(
        found.tables, (model.encoder.relative, model.decoder.relative), strict=True
    ):
        bias = relative(300, 300)[0].numpy()
        for distance in (*range(-most - 9, most + 9), -299, 299):
            if distance > 0 and table.side == "target":
                with pytest.raises(IndexError, match="no bucket"):
                    table.row_of(distance)
                continue
            row = table.row_of(distance)
            query, key = (299, 299 + distance) if distance <= 0 else (0, distance)
            np.testing.assert_array_equal(table.biases[row], bias[:, query, key])
            np.testing.assert_array_equal(table.biases[row], relative.weight[table.rows[row]])
        ends = [table.distances[0][0], table.distances[-1][1]]
        assert ends == [None, None if table.side == "source" else 0]
        joints = zip(table.distances, table.distances[1:], strict=False)
        assert all(one[1] is not None and one[1] + 1 == other[0] for one, other in joints)
        assert table.biases.dtype == np.float32 and table.biases.flags.c_contiguous


def test_rotary_positions_are_what_the_heads_are_turned_by(make_translator: MakeTranslator) -> None:
    translator = make_translator(**LLAMA)
    found = translator.positions(9)
    assert isinstance(found, PositionTable)
    assert (found.kind, found.table.shape, found.base) == ("rotary", (9, 8), 50.0)
    for position in range(9):
        for pair in range(4):
            angle = position * 50 ** (-pair / 4)
            assert found.frequencies[pair] == pytest.approx(50 ** (-pair / 4))
            assert found.table[position, pair] == pytest.approx(math.sin(angle), abs=1e-6)
            assert found.table[position, 4 + pair] == pytest.approx(math.cos(angle), abs=1e-6)


def test_an_encoder_alone_adds_its_segment(make_translator: MakeTranslator) -> None:
    translator = make_translator(mask=9, **BERT)
    trace = recorded(translator)
    found = translator.embeddings(trace, 0, "source")
    embedding = translator.model.source_embedding
    assert found.segment is not None and not found.in_attention and found.normalised
    np.testing.assert_array_equal(found.segment, embedding.segments.weight[0].numpy())
    summed = (found.scaled + found.positions + found.segment).astype(np.float64)
    centred = summed - summed.mean(-1, keepdims=True)
    normed = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(found.total, normed, atol=1e-5)
    assert found.cell(1, 2).segment == found.segment[2]


def test_another_number_type_is_rounded_as_the_network_rounds(
    make_translator: MakeTranslator,
) -> None:
    translator = make_translator()
    trace = recorded(translator)
    translator.model.to(torch.bfloat16)
    found = translator.embeddings(trace, 0, "source")
    for array in (found.looked_up, found.scaled, found.positions, found.total):
        again = torch.from_numpy(array).bfloat16().float().numpy()
        np.testing.assert_array_equal(again, array)
    with inputs_of(translator.model.encoder.layers[0]) as seen, torch.inference_mode():
        translator.model.encode(torch.tensor([[piece.id for piece in found.pieces]]))
    np.testing.assert_array_equal(found.total, seen[0][0].float().numpy())
    assert translator.positions(4).table[1, 0] == torch.tensor(math.sin(1)).bfloat16().float()


def test_places_that_are_not_there_are_refused(make_translator: MakeTranslator) -> None:
    translator = make_translator()
    trace = recorded(translator)
    with pytest.raises(IndexError, match="name one"):
        translator.embeddings(trace, 0, "target")
    for sentence, step, hypothesis in ((2, 0, 0), (-1, 0, 0), (0, 99, 0), (0, -1, 0), (0, 0, 9)):
        with pytest.raises(IndexError):
            translator.embeddings(trace, sentence, "target", step, hypothesis)


def test_foreign_and_altered_traces_are_refused(make_translator: MakeTranslator) -> None:
    translator = make_translator()
    trace = recorded(translator)
    other = make_translator()
    other.info = dataclasses.replace(other.info, fingerprint="another", name="other")
    with pytest.raises(SearchError, match="was made by tiny, and other is open"):
        other.embeddings(trace, 0, "source")

    def altered(pieces: tuple[Piece, ...]) -> Trace:
        changed = Trace(trace.started)
        encoded = trace.sentences[0].encoded
        changed.add(
            Encoded(
                0, pieces, encoded.start, None, np.zeros((len(pieces), len(pieces)), np.float32), 9
            )
        )
        return changed

    foreign = Piece(translator.info.vocabulary_size, "?", "normal", "?")
    with pytest.raises(SearchError, match="does not know"):
        translator.embeddings(altered((foreign,)), 0, "source")
    short = make_translator(max_positions=8)
    many = trace.sentences[0].encoded.pieces * 9
    with pytest.raises(SearchError, match=f"{len(many)} pieces in a row.* 8 positions"):
        short.embeddings(altered(many), 0, "source")


def test_data_that_does_not_fit_together_is_refused() -> None:
    rows = np.zeros((2, 4), np.float32)
    piece = Piece(5, "x", "normal", "x")
    with pytest.raises(ValueError, match="1 pieces for a matrix"):
        Embeddings("source", None, (piece,), 1.0, rows, rows, rows, rows)
    with pytest.raises(ValueError, match="positions has the shape"):
        Embeddings("source", None, (piece, piece), 1.0, rows, rows, rows[:1], rows)
    fine = Embeddings("source", None, (piece, piece), 1.0, rows, rows, rows, rows)
    for row, dimension in ((2, 0), (-1, 0), (0, 4), (0, -1)):
        with pytest.raises(IndexError, match="there are 2 and 4"):
            fine.cell(row, dimension)
    with pytest.raises(ValueError, match="for 1 positions"):
        PositionTable(rows, 1)
