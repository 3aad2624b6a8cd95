"""A model without decoder self-attention: its gates are kept, and what it lacks is said."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from engine.__main__ import main
from engine.analysis.memory import held_bytes
from engine.cli.trace_summary import describe
from engine.errors import SearchError, TraceFileError
from engine.events import AttentionKind, Finished, Step
from engine.search.options import SearchOptions
from engine.trace import Trace
from engine.traces import container, export
from engine.traces.check import check
from engine.traces.file import load, save
from engine.traces.report import report
from engine.translator import Translator
from tests.engine.trace_tools import equal, trace_of

TEXT = "The dog chased the cat. I love you."
SEARCH = SearchOptions(beam=3, n_best=2, max_length=6)
OWN = AttentionKind.DECODER_SELF


@pytest.fixture(scope="module")
def translator(make_translator) -> Translator:
    made: Translator = make_translator(1, decoder_self="ssru", d_model=16, heads=2)
    return made


@pytest.fixture(scope="module")
def trace(translator: Translator) -> Trace:
    return trace_of(translator.stream(TEXT, SEARCH))


def test_the_best_alone_has_the_same_gates(translator: Translator, trace: Trace) -> None:
    best = trace_of(translator.stream(TEXT, SEARCH, "best"))
    for few, all_ in zip(best.sentences, trace.sentences, strict=True):
        path = all_.path()
        last = len(path) - 1
        found = few.gates(last, path[-1])
        assert found is not None and found.shape == (3, last + 1, 16)
        np.testing.assert_allclose(found, all_.gates(last, path[-1]), atol=1e-5)
        early = few.gates(1, path[1])
        assert early is not None and np.array_equal(early, found[:, :2])
        lost = [place for place in range(len(few.steps[1].hypotheses)) if place != path[1]]
        assert all(few.gates(1, place) is None for place in lost)
        with pytest.raises(IndexError):
            few.gates(99)
    none = trace_of(translator.stream(TEXT, SEARCH, "none"))
    assert none.sentences[0].gates(0) is None


def test_a_model_with_self_attention_has_no_gates(make_translator) -> None:
    trace = trace_of(make_translator(1).stream("The dog.", SearchOptions(max_length=4)))
    assert trace.started.model.decoder_self == "attention"
    assert trace.sentences[0].gates(2) is None


@pytest.mark.parametrize("record", ["all", "best", "none"])
def test_a_file_gives_the_gates_back(translator: Translator, tmp_path: Path, record) -> None:
    trace = trace_of(translator.stream(TEXT, SEARCH, record))
    save(trace, tmp_path / "t")
    again = load(tmp_path / "t")
    assert equal(again, trace)
    assert again.started.model.decoder_self == "ssru"
    assert held_bytes(again) == held_bytes(trace)
    save(trace, tmp_path / "half", "float16")
    half = load(tmp_path / "half").sentences[0]
    path = half.path()
    whole = trace.sentences[0].gates(len(path) - 1, path[-1])
    found = half.gates(len(path) - 1, path[-1])
    assert (found is None) == (whole is None) == (record == "none")
    if found is not None:
        np.testing.assert_allclose(found, whole, rtol=5e-4)


def test_files_of_before_there_were_gates_open(make_translator, tmp_path: Path) -> None:
    trace = trace_of(make_translator(1).stream("The dog.", SearchOptions(max_length=4)))
    save(trace, tmp_path / "new")
    arrays = container.read(tmp_path / "new")
    values = json.loads(arrays["events"].tobytes().decode())
    del values["started"]["model"]["decoder_self"]
    for sentence in values["sentences"]:
        for each in (h for step in sentence["steps"] for h in step["hypotheses"]):
            assert each.pop("gates") is None
        for each in sentence["finished"]["hypotheses"]:
            assert each.pop("gates") is None
    arrays["events"] = container.bytes_array(json.dumps(values).encode())
    container.write(tmp_path / "old", arrays)
    assert equal(load(tmp_path / "old"), trace)


def altered(trace: Trace, **changes: object) -> Trace:
    """The same with its first step's hypotheses changed."""
    sentence = trace.sentences[0]
    first: Step = sentence.steps[0]
    lives = tuple(dataclasses.replace(live, **changes) for live in first.hypotheses)  # type: ignore[arg-type]
    other = Trace(trace.started)
    other.add(sentence.encoded)
    other.add(dataclasses.replace(first, hypotheses=lives))
    return other


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"gates": np.zeros((3, 15), np.float32)}, r"\[3, 15\] where float32 \[3, 16\]"),
        ({"gates": np.full((3, 16), 1.5, np.float32)}, "not between 0 and 1"),
        ({"gates": np.full((3, 16), np.nan, np.float32)}, "not between 0 and 1"),
        ({"decoder_self": np.ones((3, 2, 1), np.float32)}, "no decoder self-attention"),
    ],
)
def test_gates_that_cannot_be_are_refused(trace: Trace, changes, words) -> None:
    check(altered(trace))
    with pytest.raises(ValueError, match=words):
        check(altered(trace, **changes))


def test_gates_of_a_model_with_self_attention_are_refused(make_translator) -> None:
    trace = trace_of(make_translator(1).stream("The dog.", SearchOptions(max_length=4)))
    with pytest.raises(ValueError, match="its model has none"):
        check(altered(trace, gates=np.zeros((3, 32), np.float32)))


def test_an_unknown_kind_in_a_file_is_refused(trace: Trace, tmp_path: Path) -> None:
    save(trace, tmp_path / "t")
    arrays = container.read(tmp_path / "t")
    text = arrays["events"].tobytes().replace(b'"decoder_self":"ssru"', b'"decoder_self":"grus"')
    arrays["events"] = container.bytes_array(text)
    container.write(tmp_path / "t", arrays)
    with pytest.raises(TraceFileError, match="one of attention, ssru"):
        load(tmp_path / "t")


# ------------------------------------------------------------------- what there is not is said


def test_explaining(translator: Translator, trace: Trace) -> None:
    with pytest.raises(SearchError, match=r"no decoder self-attention.*SSRU"):
        translator.explain(trace, 0, OWN, 0, 0, 1)
    cross = translator.explain(trace, 0, AttentionKind.CROSS, 1, 1, 2)
    shown = trace.sentences[0].attention(AttentionKind.CROSS, 2)
    assert shown is not None
    np.testing.assert_allclose(cross.stage("weights").values, shown.weights[1, 1], atol=1e-6)
    with pytest.raises(IndexError):
        translator.explain(trace, 0, AttentionKind.CROSS, 3, 0, 2)


def test_heads_off(translator: Translator) -> None:
    with pytest.raises(SearchError, match=r"cannot be switched off: .*no decoder self-attention"):
        list(translator.stream(TEXT, SearchOptions(heads_off=((OWN.value, 0, 0),))))
    heads = (("encoder self", 0, 0), ("cross", 2, 1))
    off = trace_of(translator.stream(TEXT, SearchOptions(max_length=4, heads_off=heads)))
    explained = translator.explain(off, 0, AttentionKind.CROSS, 2, 1, 2)
    assert explained.off and not explained.stage("contribution").values.any()


def test_analyses_that_need_no_attention(translator: Translator, trace: Trace) -> None:
    views = translator.layers(trace, 0, 3)
    assert [place.sublayer.value for place in views.decoder.places[:3]] == [
        "SSRU", "cross-attention", "feed-forward",
    ]  # fmt: skip
    live = trace.sentences[0].ancestry(3)[-1]
    assert views.wrote(3, 3).log_probability == pytest.approx(live.log_probability, abs=1e-5)
    scored = translator.score(trace, 0, 3)
    assert scored.log_probabilities[-1] == pytest.approx(live.log_probability, abs=1e-5)
    assert translator.embeddings(trace, 0, "target", 3).total.shape == (4, 16)


def test_matrices_and_masks(trace: Trace) -> None:
    sentence = trace.sentences[0]
    assert sentence.attention(OWN, 2) is None
    assert sentence.attention_matrix(OWN, 0, None, 2) is None
    assert not sentence.steps[2].self_mask.any(), "it depends on all inputs so far"


def test_arrays_for_numpy(trace: Trace, tmp_path: Path) -> None:
    sentence = trace.sentences[0]
    export.write_npz(sentence, tmp_path / "a.npz", 3, 1)
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        assert np.array_equal(arrays["gates"], sentence.gates(3, 1))
        assert {"encoder_self", "cross", "cross_mask"} <= set(arrays)
        assert not {"decoder_self", "self_mask"} & set(arrays)


def test_the_report(trace: Trace) -> None:
    page = report(trace, [(OWN, 1, 0), (AttentionKind.CROSS, 1, 1)])
    assert "This model has no decoder self-attention" in page
    assert "Decoder masked self-attention, layer 2, head 1: This model has no" in page
    assert "Cross-attention, layer 2, head 2" in page


@pytest.mark.parametrize(
    "arguments",
    [
        ("trace", "--show", "{trace}", "--csv", "{out}", "--kind", "self", "--layer", "1"),
        ("report", "{trace}", "-o", "{out}", "--attention", "self:1:1"),
    ],
)
def test_the_command_line(trace: Trace, tmp_path: Path, capsys, arguments) -> None:
    places = {"trace": tmp_path / "t.trace", "out": tmp_path / "out"}
    save(trace, places["trace"])
    assert main([each.format(**places) for each in arguments]) != 0
    error = capsys.readouterr().err
    assert "This model has no decoder self-attention" in error and error.count("\n") == 1
    assert not places["out"].exists()
    assert "3 layers, 2 heads" in describe(trace, places["trace"])


def test_the_end_carries_the_gates_of_the_best(translator: Translator) -> None:
    *_, finished, _ = translator.stream("The dog.", SearchOptions(max_length=5), "best")
    assert isinstance(finished, Finished)
    best = finished.hypotheses[0]
    assert best.decoder_self is None and best.gates is not None
    assert best.gates.shape == (3, len(best.pieces), 16)
    assert ((best.gates > 0) & (best.gates < 1)).all()
