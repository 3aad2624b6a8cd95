"""Attention for other programs: CSV and npz."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.errors import DataError, OutputError
from engine.events import AttentionKind, Piece
from engine.search.options import SearchOptions
from engine.trace import AttentionMatrix, SentenceTrace
from engine.traces.export import label, write_csv, write_npz
from engine.translator import Translator
from tests.engine.trace_tools import trace_of

MakeTranslator = Callable[..., Translator]


@pytest.fixture(scope="module")
def sentence(make_translator: MakeTranslator) -> SentenceTrace:
    options = SearchOptions(beam=3, n_best=3, max_length=7)
    return trace_of(make_translator(4).stream("Where is the 😆 station?", options)).sentences[0]


def read(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@pytest.mark.parametrize("kind", AttentionKind)
@pytest.mark.parametrize("head", [None, 1])
def test_csv_has_labels_and_every_bit(
    sentence: SentenceTrace, tmp_path: Path, kind: AttentionKind, head: int | None
) -> None:
    matrix = sentence.attention_matrix(kind, 1, head, 5, 2)
    assert matrix is not None
    write_csv(matrix, tmp_path / "m.csv")
    first, *rows = read(tmp_path / "m.csv")
    assert first == ["", *map(label, matrix.keys)]
    assert [row[0] for row in rows] == list(map(label, matrix.queries))
    again = np.array([row[1:] for row in rows], dtype=np.float32)
    assert again.tobytes() == matrix.weights.tobytes()
    assert sum(map(len, rows)) == matrix.weights.size + len(rows)


def test_csv_quotes_what_needs_it(tmp_path: Path) -> None:
    texts = ('"', ",", "a\nb", "\r", ";", "=1+1", "x\0", "\ud800", "", " ")
    pieces = tuple(Piece(i, f"p{i}", "normal", text) for i, text in enumerate(texts))
    powers = np.arange(100, dtype=np.float64).reshape(10, 10)
    weights = (10.0 ** (-powers / 3)).astype(np.float32)
    matrix = AttentionMatrix(weights, weights == 0, pieces, pieces, None)
    write_csv(matrix, tmp_path / "m.csv")
    first, *rows = read(tmp_path / "m.csv")
    expected = [*texts[:6], "x\u2400", "\\ud800", "p8", " "]
    assert first[1:] == [row[0] for row in rows] == expected
    again = np.array([row[1:] for row in rows], dtype=np.float32)
    assert again.tobytes() == weights.tobytes()


def test_npz_has_all_that_is_known(sentence: SentenceTrace, tmp_path: Path) -> None:
    assert sentence.finished is not None
    for output in sentence.finished.hypotheses:
        write_npz(sentence, tmp_path / "a.npz", output.step, output.index)
        with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
            read_again = dict(arrays)
        names = {"encoder_self", "decoder_self", "cross", "encoder_mask", "self_mask", "cross_mask"}
        labels = {"source", "inputs", "output"}
        assert read_again.keys() == names | labels | {f"{name}_ids" for name in labels}
        for name, kind in (
            ("encoder_self", AttentionKind.ENCODER_SELF),
            ("decoder_self", AttentionKind.DECODER_SELF),
            ("cross", AttentionKind.CROSS),
        ):
            view = sentence.attention(kind, output.step, output.index)
            assert view is not None
            assert read_again[name].tobytes() == view.weights.tobytes()
            assert read_again[name].shape == view.weights.shape
        length = len(output.pieces)
        assert read_again["output_ids"].tolist() == [piece.id for piece in output.pieces]
        assert read_again["inputs_ids"][0] == sentence.encoded.start.id
        assert read_again["inputs_ids"][1:].tolist() == read_again["output_ids"][:-1].tolist()
        assert read_again["source"].tolist() == [label(p) for p in sentence.encoded.pieces]
        upper = np.triu(np.ones((length, length), bool), 1)
        assert (np.isneginf(read_again["self_mask"]) == upper).all()
        assert read_again["cross_mask"].shape == (length, len(sentence.encoded.pieces))


def test_only_the_encoder_before_the_first_step(sentence: SentenceTrace, tmp_path: Path) -> None:
    write_npz(SentenceTrace(sentence.encoded), tmp_path / "a.npz", None)
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        assert set(arrays) == {"encoder_self", "encoder_mask", "source", "source_ids"}


def test_nothing_recorded_is_said(make_translator: MakeTranslator, tmp_path: Path) -> None:
    stream = make_translator().stream("ok", SearchOptions(max_length=2), "none")
    with pytest.raises(DataError, match="--record all"):
        write_npz(trace_of(stream).sentences[0], tmp_path / "a.npz", 1)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_half_written(sentence: SentenceTrace, tmp_path: Path) -> None:
    matrix = sentence.attention_matrix(AttentionKind.CROSS, 0, 0, 1)
    assert matrix is not None
    writers: list[Callable[[Path], None]] = [
        lambda path: write_csv(matrix, path),
        lambda path: write_npz(sentence, path, 1),
    ]
    for write in writers:
        with pytest.raises(OutputError, match="is a folder"):
            write(tmp_path)
        with pytest.raises(OutputError, match="no folder"):
            write(tmp_path / "nowhere" / "x")
    assert list(tmp_path.iterdir()) == []
