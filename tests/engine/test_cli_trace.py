"""``python -m engine trace``."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.__main__ import main
from engine.cli.trace_summary import printable
from engine.search.options import SearchOptions
from engine.traces.file import load
from engine.translator import Translator
from tests.engine.trace_tools import equal, trace_of

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., tuple[int, str, str]]
TEXT = "I love cats. You see dogs."
CUT = (
    "diaphane: the trace: the length limit ended the translation early; "
    "a larger --max-length allows more.\n"
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``main`` and returns (exit code, output, errors)."""

    def call(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as exit_:  # argparse
            code = exit_.code if isinstance(exit_.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def record(run: Run, tiny_folder: Path, tmp_path: Path) -> Callable[..., Path]:
    """Records a translation and returns the trace file."""

    def call(*options: object, text: str = TEXT) -> Path:
        path = tmp_path / "made.trace"
        common = ("--model", tiny_folder, "--device", "cpu", "--max-length", 6)
        code, _, err = run("trace", text, "-o", path, *common, *options)
        assert code == 0 and err in ("", CUT)
        return path

    return call


def failure(result: tuple[int, str, str]) -> str:
    """The one sentence on standard error; nothing was printed."""
    code, out, err = result
    assert (code, out) == (2, "")
    assert err.startswith("diaphane: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    return err


def test_help_has_examples(run: Run) -> None:
    code, out, _ = run("trace", "--help")
    assert code == 0
    for text in ("examples:", "--show love.trace", "--float16", "--npz", "--beam"):
        assert text in out


def test_what_is_written_is_what_the_stream_gives(
    run: Run, tiny_folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "a.trace"
    search = ("--beam", 3, "--n-best", 2, "--max-length", 6, "--no-repeat-ngram", 2)
    code, out, err = run(
        "trace", TEXT, "-o", path, "--model", tiny_folder, "--device", "cpu", *search
    )
    options = SearchOptions(beam=3, n_best=2, max_length=6, no_repeat_ngram=2)
    expected = trace_of(Translator.load(tiny_folder, device="cpu").stream(TEXT, options))
    assert equal(load(path), expected)
    cut = expected.translated is not None and expected.translated.cut
    assert (code, out, err) == (0, expected.text + "\n", CUT if cut else "")


def test_options_of_the_record(run: Run, record: Callable[..., Path]) -> None:
    full = record().stat().st_size
    assert record("--float16").stat().st_size < full
    best = load(record("--record", "best"))
    assert best.started.record == "best"
    assert best.sentences[0].steps[0].hypotheses[0].cross is None
    assert load(record("--record", "none")).sentences[0].encoded.attention is None


def test_the_summary(run: Run, record: Callable[..., Path]) -> None:
    path = record("--beam", 3, "--n-best", 2, "--no-repeat-ngram", 1)
    code, out, err = run("trace", "--show", path)
    assert (code, err) == (0, "")
    trace = load(path)
    model = trace.started.model
    for text in (
        TEXT,
        printable(trace.text),
        model.fingerprint,
        "tiny, en → fr",
        "beam 3, n_best 2, max_length 6, no_repeat_ngram 1",
        "sentencepiece",
        "sentence 1: I love cats.",
        "sentence 2: You see dogs.",
    ):
        assert text in out
    for sentence in trace.sentences:
        assert sentence.finished is not None
        for output in sentence.finished.hypotheses:
            assert f"{output.parts.score:.6f}" in out
            assert f"{output.parts.log_probability:.6f}" in out
        live = sum(not each.finished for step in sentence.steps for each in step.hypotheses)
        blocked = sum(
            candidate.blocked is not None
            for candidates in {
                id(each.candidates): each.candidates
                for step in sentence.steps
                for each in step.hypotheses
            }.values()
            for candidate in candidates
        )
        assert blocked
        assert f"{len(sentence.steps)} steps, {live} live hypotheses" in out
        assert f"{blocked} blocked candidates" in out
    assert "the defaults" not in out


def test_an_empty_text_and_the_default_options(run: Run, tiny_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "t"
    assert run("trace", "", "-o", path, "--model", tiny_folder) == (0, "\n", "")
    code, out, _ = run("trace", "--show", path)
    assert code == 0
    assert "the defaults" in out and "no attention" in out


@pytest.mark.parametrize("kind", ["encoder", "self", "cross"])
@pytest.mark.parametrize(("head", "shown"), [("1", "1"), ("2", "2"), ("mean", "mean")])
def test_csv(
    run: Run, record: Callable[..., Path], tmp_path: Path, kind: str, head: str, shown: str
) -> None:
    path = record("--beam", 3, "--n-best", 2)
    out = tmp_path / "m.csv"
    arguments = ("--sentence", 2, "--kind", kind, "--layer", 1, "--head", head, "--hypothesis", 2)
    assert run("trace", "--show", path, "--csv", out, *arguments) == (0, "", "")
    sentence = load(path).sentences[1]
    assert sentence.finished is not None
    second = sentence.finished.hypotheses[1]
    npz = tmp_path / "a.npz"
    assert run("trace", "--show", path, "--npz", npz, "--sentence", 2, "--hypothesis", 2)[0] == 0
    with np.load(npz, allow_pickle=False) as arrays:
        assert arrays["output_ids"].tolist() == [piece.id for piece in second.pieces]
        names = {"encoder": "encoder_self", "self": "decoder_self", "cross": "cross"}
        layer = arrays[names[kind]][0]
    weights = layer.mean(axis=0) if shown == "mean" else layer[int(shown) - 1]
    rows = [line.rsplit(",", weights.shape[1])[1:] for line in out.read_text().splitlines()[1:]]
    np.testing.assert_array_equal(np.array(rows, dtype=np.float32), weights)


def test_mean_is_the_default_head(run: Run, record: Callable[..., Path], tmp_path: Path) -> None:
    path = record()
    common = ("trace", "--show", path, "--kind", "cross", "--layer", 2, "--csv")
    run(*common, tmp_path / "a", "--head", "mean")
    run(*common, tmp_path / "b")
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--sentence", "3"], "no sentence 3: the trace has 2"),
        (["--hypothesis", "2"], "no hypothesis 2: the sentence has 1"),
        (["--layer", "3"], "no layer 3: there are 2"),
        (["--kind", "encoder", "--layer", "2"], "no layer 2: there is 1"),
        (["--head", "3"], "no head 3: each layer has 2"),
        (["--csv", "."], ". is a folder"),
        (["--csv", "nowhere/m.csv"], "no folder nowhere"),
    ],
)
def test_what_the_trace_does_not_have(
    run: Run, record: Callable[..., Path], tmp_path: Path, arguments: list[str], expected: str
) -> None:
    given = ["--kind", "cross", "--layer", "1", "--csv", str(tmp_path / "m.csv"), *arguments]
    assert expected in failure(run("trace", "--show", record(), *given))
    assert not (tmp_path / "m.csv").exists()


def test_what_was_not_recorded(run: Run, record: Callable[..., Path], tmp_path: Path) -> None:
    path = record("--record", "best", "--beam", 2, "--n-best", 2)
    csv = ("trace", "--show", path, "--kind", "cross", "--layer", 1, "--csv", tmp_path / "m")
    assert run(*csv) == (0, "", "")
    assert "--record all" in failure(run(*csv, "--hypothesis", 2))
    path = record("--record", "none")
    assert "--record all" in failure(run(*csv))
    assert "--record all" in failure(run("trace", "--show", path, "--npz", tmp_path / "n"))


@pytest.mark.parametrize("export", [["--npz"], ["--kind", "cross", "--layer", "1", "--csv"]])
@pytest.mark.parametrize("name", ["same", "link"])
def test_an_export_does_not_replace_its_trace(
    run: Run, record: Callable[..., Path], tmp_path: Path, export: list[str], name: str
) -> None:
    path = record()
    before = path.read_bytes()
    out = path
    if name == "link":
        out = tmp_path / "link"
        out.symlink_to(path)
    assert "is the trace itself" in failure(run("trace", "--show", path, *export, out))
    assert path.read_bytes() == before


@pytest.mark.parametrize("change", ["cut", "flip", "text", "newer", "folder", "missing"])
def test_a_file_that_is_no_good(
    run: Run, record: Callable[..., Path], tmp_path: Path, change: str
) -> None:
    data = record().read_bytes()
    path = tmp_path / "other"
    if change == "folder":
        path.mkdir()
    elif change != "missing":
        contents = {
            "cut": data[:-100],
            "flip": data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
            "text": b"hello\n" * 20,
            "newer": data.replace(b'"version":"1"', b'"version":"2"', 1),
        }
        path.write_bytes(contents[change])
    message = failure(run("trace", "--show", path))
    assert str(path) in message
    assert ("newer" in message) == (change == "newer")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-o", "nowhere/a.trace"], "no folder nowhere"),
        (["-o", "."], ". is a folder"),
        (["-o", "{}", "--model", "nowhere"], "There is no model folder nowhere"),
        (["-o", "{}", "--device", "abacus"], "abacus"),
        (["-o", "{}", "--n-best", "3"], "needs --beam"),
        (["-o", "{}", "--beam", "99"], "--beam must be at most 32"),
        (["-o", "{}", "--sample", "--beam", "2"], "choose one"),
    ],
)
def test_what_cannot_be_recorded(
    run: Run, tiny_folder: Path, tmp_path: Path, arguments: list[str], expected: str
) -> None:
    filled = [argument.format(tmp_path / "t") for argument in arguments]
    model = [] if "--model" in arguments else ["--model", tiny_folder]
    assert expected in failure(run("trace", TEXT, *model, *filled))
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_refused_before_a_model_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    monkeypatch.setattr("engine.translator.load_checkpoint", read.append)
    assert "there is no folder" in failure(run("trace", TEXT, "-o", tmp_path / "none" / "a.trace"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "is write-protected" in failure(run("trace", TEXT, "-o", tmp_path / "a.trace"))
    assert read == [] and list(tmp_path.iterdir()) == []


def test_too_much_to_record(run: Run, tiny_folder: Path, tmp_path: Path) -> None:
    common = ("trace", "cats " * 8, "-o", tmp_path / "t", "--model", tiny_folder)
    message = failure(run(*common, "--beam", 32, "--memory-limit", 1))
    assert 'Recording "all" may take' in message
    assert "limit" in message
    assert list(tmp_path.iterdir()) == []
    assert run(*common, "--beam", 32, "--memory-limit", 500)[0] == 0


def test_an_argument_that_is_no_utf8(run: Run, tiny_folder: Path, tmp_path: Path) -> None:
    result = run("trace", "b\udce9d", "-o", tmp_path / "t", "--model", tiny_folder)
    assert "UTF-8" in failure(result)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["text"],
        ["-o", "f"],
        ["text", "-o", "f", "--csv", "m"],
        ["text", "-o", "f", "--head", "1"],
        ["text", "--show", "f"],
        ["--show", "f", "-o", "g"],
        ["--show", "f", "--beam", "4"],
        ["--show", "f", "--float16"],
        ["--show", "f", "--record", "none"],
        ["--show", "f", "--device", "cpu"],
        ["--show", "f", "--dtype", "float16"],
        ["--show", "f", "--model", "."],
        ["--show", "f", "--memory-limit", "3"],
        ["--show", "f", "--csv", "m"],
        ["--show", "f", "--csv", "m", "--kind", "cross"],
        ["--show", "f", "--csv", "m", "--npz", "n"],
        ["--show", "f", "--npz", "n", "--layer", "1"],
        ["--show", "f", "--sentence", "1"],
        ["--show", "f", "--csv", "m", "--kind", "odd", "--layer", "1"],
        ["--show", "f", "--csv", "m", "--kind", "cross", "--layer", "0"],
        ["--show", "f", "--csv", "m", "--kind", "cross", "--layer", "1", "--head", "no"],
        ["text", "-o", "f", "--memory-limit", "-1"],
        ["text", "-o", "f", "--record", "some"],
    ],
)
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    assert failure(run("trace", *arguments)).endswith(" trace --help.\n")


def test_full_memory_is_one_sentence(
    run: Run, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Translator, "stream", full)
    result = run("trace", TEXT, "-o", tmp_path / "t", "--model", tiny_folder)
    assert "--record best" in failure(result)


def test_showing_does_not_load_torch(record: Callable[..., Path]) -> None:
    path = record()
    code = (
        "import sys; from engine.__main__ import main; "
        f"code = main(['trace', '--show', {str(path)!r}]); "
        "sys.exit(code or 'torch' in sys.modules)"
    )
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=plain, capture_output=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert "→".encode() in result.stdout


def test_a_cut_translation_is_not_silent(run: Run, tiny_folder: Path, tmp_path: Path) -> None:
    common = ("trace", TEXT, "-o", tmp_path / "a.trace", "--model", tiny_folder, "--device", "cpu")
    code, _, err = run(*common, "--max-length", 1)
    assert (code, err) == (0, CUT)


def test_heads_are_switched_off_and_shown(run: Run, record: Callable[..., Path]) -> None:
    path = record("--heads-off", "cross:2:1, encoder:1:1")
    trace = load(path)
    assert trace.started.options.heads_off == (("encoder self", 0, 0), ("cross", 1, 0))
    code, out, _ = run("trace", "--show", path)
    assert code == 0
    assert "heads_off encoder:1:1,cross:2:1" in out
