"""What leaves the program of a filled text and of a continued one: summary, report, npz, CSV."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.cli.trace_summary import describe
from engine.events import AttentionKind, Record
from engine.search.options import SearchOptions
from engine.trace import Trace
from engine.traces import export, file
from engine.traces.report import report
from engine.translator import Translator
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import BERT, LLAMA
from tests.engine.test_trace_report import Page
from tests.engine.trace_tools import trace_of

ENCODER, DECODER, CROSS = (
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
    AttentionKind.CROSS,
)


def filled(
    make_translator: MakeTranslator,
    record: Record = "all",
    text: str = "The dog chased.",
    **more: Any,
) -> Trace:
    """With "g" as the mask."""
    plain: Translator = make_translator()
    mask = next(p.id for p in plain.vocabulary.encode("dog") if p.text == "g")
    translator = make_translator(mask=mask, **{**BERT, **more})
    return trace_of(translator.stream(text, SearchOptions(beam=2, n_best=2), record))


def continued(make_translator: MakeTranslator, record: Record = "all") -> Trace:
    options = SearchOptions(beam=2, n_best=2, max_length=24)
    return trace_of(make_translator(**LLAMA).stream("The dog chased", options, record))


def written(trace: Trace, path: Path) -> dict[str, np.ndarray]:
    """The npz of the best output."""
    (sentence,) = trace.sentences
    assert sentence.finished is not None
    best = sentence.finished.hypotheses[0]
    step = None if best.step < 0 else best.step
    export.write_npz(sentence, path, step, best.index, trace.started.model.stacks)
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)


def test_npz_of_a_filled_text(make_translator: MakeTranslator, tmp_path: Path) -> None:
    trace = filled(make_translator)
    arrays = written(trace, tmp_path / "a.npz")
    assert arrays.keys() == {
        "encoder_self", "encoder_mask", "source", "source_ids", "output", "output_ids",
    }  # fmt: skip
    (sentence,) = trace.sentences
    np.testing.assert_array_equal(arrays["encoder_self"], sentence.encoded.attention)
    assert arrays["source_ids"].tolist() == [piece.id for piece in sentence.encoded.pieces]
    assert arrays["output_ids"].tolist() == [
        piece.id
        for piece in sentence.finished.hypotheses[0].pieces  # type: ignore[union-attr]
    ]
    unmasked = filled(make_translator, text="A cat.")
    assert written(unmasked, tmp_path / "b.npz").keys() == {
        "encoder_self", "encoder_mask", "source", "source_ids",
    }  # fmt: skip


@pytest.mark.parametrize("record", ["all", "best"])
def test_npz_of_a_continuation(
    make_translator: MakeTranslator, tmp_path: Path, record: Record
) -> None:
    trace = continued(make_translator, record)
    arrays = written(trace, tmp_path / "a.npz")
    assert arrays.keys() == {
        "decoder_self", "self_mask", "inputs", "inputs_ids", "output", "output_ids",
    }  # fmt: skip
    (sentence,) = trace.sentences
    ids = arrays["output_ids"].tolist()
    assert arrays["inputs_ids"].tolist() == [sentence.encoded.start.id, *ids[:-1]]
    assert arrays["decoder_self"].shape == (3, 4, len(ids), len(ids))
    np.testing.assert_allclose(arrays["decoder_self"].sum(-1), 1, atol=1e-5)
    assert (arrays["decoder_self"][:, :, np.isneginf(arrays["self_mask"])] == 0).all()


def test_csv_of_either(make_translator: MakeTranslator, tmp_path: Path) -> None:
    for trace, kind in ((filled(make_translator), ENCODER), (continued(make_translator), DECODER)):
        step = len(trace.sentences[0].steps) - 1
        for head in (None, 2):
            matrix = trace.sentences[0].attention_matrix(kind, 1, head, step)
            assert matrix is not None
            export.write_csv(matrix, tmp_path / "m.csv")
            with (tmp_path / "m.csv").open(encoding="utf-8", newline="") as text:
                first, *rows = csv.reader(text)
            assert first[1:] == [export.label(piece) for piece in matrix.keys]
            again = np.array([row[1:] for row in rows], dtype=np.float32)
            np.testing.assert_array_equal(again, matrix.weights)
        assert trace.sentences[0].attention_matrix(CROSS, 0, 0, step) is None


def test_report_of_a_filled_text(make_translator: MakeTranslator) -> None:
    trace = filled(make_translator)
    html = report(trace)
    page, words = Page(html), " ".join(Page(html).words)
    assert "Report of a text with its masks filled in" in words
    assert "ranslat" not in words.replace("Saved translation", "")
    assert page.texts["translation"].startswith(trace.text)
    names = [caption for caption, _ in page.figures]
    assert names == [f"Encoder self-attention, layer {n}, mean over heads" for n in (1, 2)]
    (steps,) = page.texts_of("steps")
    assert len(steps) == len(trace.sentences[0].steps) == 1
    assert "no decoder that would have other kinds" in words
    assert "Encoder layers" in words and "Decoder layers" not in words
    for other in (filled(make_translator, text="A cat."), filled(make_translator, "none")):
        Page(report(other, [(CROSS, 0, 0), (DECODER, 1, None)]))
    nothing = " ".join(Page(report(filled(make_translator, text="A cat."))).words)
    assert "No mask was filled in." in nothing and "Nothing was searched for." in nothing


def test_report_of_a_continuation(make_translator: MakeTranslator) -> None:
    trace = continued(make_translator)
    html = report(trace, [(ENCODER, 0, 0), (DECODER, 2, 3)])
    page, words = Page(html), " ".join(Page(html).words)
    assert "Report of a continuation" in words and "ranslat" not in words
    assert page.texts["source"].startswith("The dog chased")
    start = trace.sentences[0].encoded.start
    assert f"its first input is “{start.surface}”, id {start.id}," in words
    names = {caption for caption, _ in page.figures}
    layers = {f"Decoder masked self-attention, layer {n}, mean over heads" for n in (1, 2, 3)}
    assert names == layers | {"Decoder masked self-attention, layer 3, head 4"}
    (steps,) = page.texts_of("steps")
    forced = ["forced" in row[1] for row in steps]
    live = [step.hypotheses[0] for step in trace.sentences[0].steps]
    given = sum(each.forced for each in live)
    assert forced == [True] * given + [False] * (len(steps) - given)
    assert "Decoder layers" in words and "Encoder layers" not in words


def test_summaries(make_translator: MakeTranslator, tmp_path: Path) -> None:
    path = tmp_path / "x.trace"
    trace = filled(make_translator)
    file.save(trace, path)
    told = describe(file.load(path), path)
    pieces = len(trace.sentences[0].encoded.pieces)
    assert f"  text      {pieces} pieces, 1 mask filled in" in told
    assert "filled in  " in told and "; 2 layers, 4 heads" in told and "ranslat" not in told
    trace = continued(make_translator)
    file.save(trace, path)
    told = describe(file.load(path), path)
    given = sum(step.hypotheses[0].forced for step in trace.sentences[0].steps) + 1
    assert f"  text      {given} pieces given, at most 24 to be written" in told
    assert "continuation" in told and "; 3 layers, 4 heads" in told and "ranslat" not in told
