"""The command line, in this process and as a process of its own."""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from engine import __version__
from engine.__main__ import main
from engine.search import rules
from engine.translator import Translator

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs ``main`` and returns (exit code, output, errors)."""

    def call(*arguments: object, stdin: bytes | None = None) -> tuple[int, str, str]:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as exit_:  # argparse
            code = exit_.code if isinstance(exit_.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return call


def failure(result: tuple[int, str, str]) -> str:
    """The one sentence on standard error; nothing was printed."""
    code, out, err = result
    assert code == 2
    assert out == ""
    assert err.startswith("diaphane: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    return err


# ------------------------------------------------------------------------------------- help


@pytest.mark.parametrize("command", ["translate", "info"])
def test_help_has_examples(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "examples:" in out


def test_help_lists_every_command(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for command in ("translate", "info", "train", "evaluate"):
        assert re.search(rf"^ +{command} +\w", out, re.MULTILINE)


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"diaphane {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["dance"], "COMMAND: invalid choice: 'dance' (choose from "),
        (["translate", "--batch-tokens", "0", "x"], "--batch-tokens: '0' is not a whole number of"),
        (["translate", "--max-length", "many", "x"], "--max-length: 'many' is not a whole number;"),
        (["translate", "--alpha", "much", "x"], "--alpha: 'much' is not a number;"),
        (["translate", "--batch-lines", "-3", "x"], "'-3' is not a whole number of at least 1;"),
        (["translate", "--heads-off", "foo", "x"], "--heads-off: 'foo' is no head like cross:2:4"),
        (["translate", "--file", "f", "text"], "give TEXT or --file, not both;"),
        (["translate", "--bogus", "x"], "unrecognized arguments: --bogus;"),
        (["translate", "x", "--two\nlines"], "unrecognized arguments: --two\\nlines;"),
        (["translate", "--file", ""], "--file: an empty name;"),
        (["translate", "--model", "", "x"], "--model: an empty name;"),
        (["trace", "Hi", "-o", ""], "-o/--out: an empty name;"),
        (["trace", "--show", ""], "--show: an empty name;"),
        (["report", "", "-o", "x"], "TRACE: an empty name;"),
        (["export", "--format", "hf-marian", "-o", ""], "-o/--out: an empty name;"),
        (["info", ""], "MODEL: an empty name;"),
        (["info", ".", "b"], "unrecognized arguments: b;"),
        (["train", "--steps", "few"], "--steps: 'few' is not a whole number;"),
        (["evaluate", "--data", ""], "--data: an empty name;"),
    ],
)
def test_wrong_usage(run: Run, arguments: list[str], expected: str) -> None:
    message = failure(run(*arguments))
    assert expected in message
    # The command that was asked for, and not all of them.
    speaks = f" {arguments[0]}" if arguments and arguments[0] != "dance" else ""
    assert re.search(rf"; see (python -m engine|diaphane-engine){speaks} --help\.\n$", message)


def test_the_training_extra_is_asked_for_by_name(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.split(".")[0] == "sacrebleu" or name.startswith("engine.training"):
            monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == "sacrebleu":
            raise ModuleNotFoundError("No module named 'sacrebleu'", name="sacrebleu")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    assert run("--help")[0] == 0
    message = failure(run("evaluate", "--data", "d.tsv"))
    assert "sacrebleu" in message
    assert "pip install 'diaphane[train]'" in message


# -------------------------------------------------------------------------------- translate


@pytest.fixture
def translated(tiny_folder: Path) -> Callable[[str], str]:
    """What the façade makes of a line."""
    translator = Translator.load(tiny_folder, device="cpu")
    return translator.translate


LINES = ["I love cats.", "", "you see dogs.", "   ", "We like bread. I see you."]


def test_arguments_are_lines(run: Run, tiny_folder: Path, translated: Callable[[str], str]) -> None:
    code, out, _ = run("translate", "--model", tiny_folder, "--device", "cpu", *LINES)
    assert code == 0
    assert out.split("\n") == [*(translated(line) for line in LINES), ""]
    assert out.split("\n")[1].strip() == out.split("\n")[3].strip() == ""
    assert translated(LINES[0]).strip()


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_text_of_two_lines_gives_two(run: Run, tiny_folder: Path, ending: str) -> None:
    text = f"I love cats.{ending}you see dogs.{ending}"
    together = run("translate", "--model", tiny_folder, text)
    assert together == run("translate", "--model", tiny_folder, "I love cats.", "you see dogs.")
    assert together[1].count("\n") == 2


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("batch", [(), ("--batch-lines", "2")])
def test_a_file_and_stdin_give_the_same(
    run: Run, tiny_folder: Path, tmp_path: Path, ending: str, last: bool, batch: tuple[str, ...]
) -> None:
    expected = run("translate", "--model", tiny_folder, *LINES)
    data = (ending.join(LINES) + ending * last).encode()
    file = tmp_path / "lines.txt"
    file.write_bytes(b"\xef\xbb\xbf" + data)
    common = ("translate", "--model", tiny_folder, *batch)
    assert run(*common, "--file", file) == expected
    assert run(*common, stdin=data) == expected
    assert run(*common, "--file", "-", stdin=data) == expected


def test_only_line_feeds_end_lines(run: Run, tiny_folder: Path) -> None:
    text = "I love cats.\u2028you see\x0bdogs.\x85x\x1ey"
    code, out, _ = run("translate", "--model", tiny_folder, stdin=text.encode() + b"\n\n")
    assert code == 0
    assert out.count("\n") == 2


def test_no_lines_no_output(run: Run, tiny_folder: Path) -> None:
    assert run("translate", "--model", tiny_folder, stdin=b"") == (0, "", "")


def test_a_cut_is_reported_with_its_line(run: Run, tiny_folder: Path) -> None:
    arguments = ("translate", "--model", tiny_folder, "--max-length", "1")
    code, out, err = run(*arguments, "", "I love cats.", "you see dogs.")
    assert code == 0
    assert out.count("\n") == 3
    assert [line.split(": the length limit")[0] for line in err.splitlines()] == [
        "diaphane: line 2",
        "diaphane: line 3",
    ]


@pytest.mark.parametrize("option", [(), ("--max-length", "500")])
def test_a_cut_at_the_models_positions_gives_no_useless_advice(
    run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, option: tuple[str, ...]
) -> None:
    # The end is never written: on to 20 more than twice the source, beyond 64 positions.
    monkeypatch.setattr(
        rules, "never_written", lambda config: dict.fromkeys(range(config.eos_id + 1), "")
    )
    long = "cats " * 15
    code, out, err = run("translate", "--model", tiny_folder, *option, long)
    assert code == 0
    assert out.count("\n") == 1
    assert "line 1: " in err
    assert "at the 64 pieces" in err
    assert "--max-length" not in err


def after_one_line(result: tuple[int, str, str]) -> str:
    """The one sentence on standard error, after the translation of the one good line."""
    code, out, err = result
    assert out.count("\n") == 1
    # Random weights may write on to the length limit, the same again and again.
    odd = ("diaphane: line 1: the length limit", "diaphane: line 1: the translation repeats")
    lines = [line for line in err.splitlines(True) if not line.startswith(odd)]
    return failure((code, "", "".join(lines)))


@pytest.mark.parametrize("batch", [(), ("--batch-lines", "1"), ("--batch-lines", "2")])
def test_too_long_a_line_is_named_after_the_good_ones(
    run: Run, tiny_folder: Path, batch: tuple[str, ...]
) -> None:
    long = "cats " * 500
    common = ("translate", "--model", tiny_folder, *batch)
    message = after_one_line(run(*common, "I love cats.", long, "you see dogs."))
    assert "Line 2" in message
    assert "64" in message


@pytest.mark.parametrize(
    ("data", "expected", "check"),
    [
        (b"good\nb\xe9d\nnot read\n", "line 2: byte 0xe9 is not UTF-8", after_one_line),
        (b"b\xe9d\n", "line 1: byte 0xe9 is not UTF-8", failure),
        (b"\xff\xfeh\0i\0", "UTF-16", failure),
    ],
)
def test_bytes_that_are_no_utf8(
    run: Run,
    tiny_folder: Path,
    tmp_path: Path,
    data: bytes,
    expected: str,
    check: Callable[[tuple[int, str, str]], str],
) -> None:
    file = tmp_path / "latin.txt"
    file.write_bytes(data)
    for message in (
        check(run("translate", "--model", tiny_folder, "--file", file)),
        check(run("translate", "--model", tiny_folder, stdin=data)),
    ):
        assert expected in message


def test_an_argument_that_is_no_utf8(run: Run, tiny_folder: Path) -> None:
    assert "UTF-8" in failure(run("translate", "--model", tiny_folder, "b\udce9d"))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--model", "nowhere", "x"], "There is no model folder nowhere"),
        (["--device", "abacus", "x"], "abacus"),
        (["--dtype", "float8", "x"], "float8"),
        (["--file", "nowhere.txt"], "There is no file nowhere.txt"),
        (["--file", "."], "cannot be read"),
    ],
)
def test_what_is_not_there(
    run: Run, tiny_folder: Path, arguments: list[str], expected: str
) -> None:
    model = [] if "--model" in arguments else ["--model", tiny_folder]
    assert expected in failure(run("translate", *model, *arguments))


def test_ctrl_c(run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Translator, "load", interrupted)
    assert run("translate", "--model", tiny_folder, "x") == (130, "", "")


@pytest.mark.parametrize(
    "command", [["translate"], ["trace"], ["info"], ["evaluate", "--data", "d.tsv"]]
)
def test_ctrl_c_while_the_program_is_still_loading(command: list[str]) -> None:
    # Everything that takes time to load is loaded where `main` hears of it.
    code = (
        "import builtins, sys; before = set(sys.modules); from engine.__main__ import main\n"
        "slow = {'numpy', 'torch', 'safetensors', 'sentencepiece'}\n"
        "assert not slow & (sys.modules.keys() - before)\n"
        "real = builtins.__import__\n"
        "def interrupted(name, *rest):\n"
        "    if name.split('.')[0] in slow: raise KeyboardInterrupt\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = interrupted\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    child = [sys.executable, "-c", code, *command]
    result = subprocess.run(child, cwd=ROOT, capture_output=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")


# ------------------------------------------------------------------------ options of a search


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--n-best", "3"], "--n-best 3 needs --beam of at least as many"),
        (["--n-best", "0"], "--n-best must be at least 1, not 0"),
        (["--beam", "2", "--n-best", "3"], "--n-best 3 asks for more hypotheses than --beam 2"),
        (["--beam", "33"], "--beam must be at most 32"),
        (["--max-length", "0"], "--max-length must be at least 1"),
        (["--no-repeat-ngram", "-1"], "--no-repeat-ngram must be"),
        (["--repetition-penalty", "0"], "--repetition-penalty must be above 0"),
        (["--top-k", "3"], "--top-k has a meaning only with --sample"),
        (["--sample", "--top-p", "0"], "--top-p must be above 0"),
        (["--sample", "--temperature", "inf"], "--temperature must be at most"),
        (["--sample", "--beam", "4"], "--sample draws one piece at a time and --beam 4"),
    ],
)
def test_a_refused_option_has_its_name_on_the_command_line(
    run: Run, tiny_folder: Path, arguments: list[str], expected: str
) -> None:
    message = failure(run("translate", "--model", tiny_folder, *arguments, "x"))
    assert expected in message
    assert "_" not in message


def test_heads_are_switched_off(
    run: Run, tiny_folder: Path, tmp_path: Path, translated: Callable[[str], str]
) -> None:
    from engine.search.options import SearchOptions
    from engine.translator import Translator

    text = "I love cats."
    heads = (("encoder self", 0, 0), ("decoder masked self", 1, 1), ("cross", 1, 0))
    translator = Translator.load(tiny_folder, device="cpu")
    expected = translator.translate(text, SearchOptions(heads_off=heads))
    assert expected != translated(text)
    (tmp_path / "a.txt").write_text(f"{text}\n", encoding="utf-8")
    asked = ("--heads-off", "encoder:1:1,self:2:2,cross:2:1", "--model", tiny_folder)
    assert run("translate", text, *asked)[1] == f"{expected}\n"
    assert run("translate", "--file", tmp_path / "a.txt", *asked)[1] == f"{expected}\n"


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        ("cross:0:1", "--heads-off: 'cross:0:1' is no head like cross:2:4"),
        ("decoder:1:1", "'decoder:1:1' is no head like cross:2:4 (encoder, self, cross;"),
        ("cross:1:1,", "'' is no head like"),
        ("cross:3:1", "there is no cross head 1 in layer 3: this model has 2 such layers of 2"),
        ("encoder:1:1,encoder:1:3", "there is no encoder self head 3 in layer 1"),
    ],
)
def test_heads_that_cannot_be_switched_off(
    run: Run, tiny_folder: Path, heads: str, expected: str
) -> None:
    code, out, err = run("translate", "--model", tiny_folder, "--heads-off", heads, "x")
    assert (code, out) == (2, "")
    assert expected in err


def test_one_best_is_what_there_is_without_a_beam(run: Run, tiny_folder: Path) -> None:
    plain = ("translate", "--model", tiny_folder, "I love cats.")
    assert run(*plain, "--n-best", 1) == run(*plain)


# --------------------------------------------------------------- closed streams and memory


@pytest.mark.parametrize("arguments", [(), ("--file", "-")])
def test_closed_standard_input_is_one_sentence(
    run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    command = ("translate", "--model", tiny_folder)
    assert "Standard input is closed" in failure(run(*command, *arguments))
    assert run(*command, "I love cats.")[0] == 0


def test_closed_standard_output_is_one_sentence(
    run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    for command in (("translate", "--model", tiny_folder, "I love cats."), ("info", tiny_folder)):
        assert "Standard output is closed" in failure(run(*command))


def test_closed_standard_error_keeps_the_exit_code(
    run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command, expected in ((("info", "nowhere"), 2), (("info", tiny_folder), 0)):
        monkeypatch.setattr(sys, "stderr", None)
        code, out, _ = run(*command)
        sys.stderr.close()
        assert code == expected
        assert bool(out) == (expected == 0)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize(("closed", "name"), [("<&-", "input"), (">&-", "output")])
def test_streams_that_the_shell_closed(closed: str, name: str) -> None:
    command = f'exec "$0" -m engine translate {closed}'
    result = subprocess.run(
        ["sh", "-c", command, sys.executable], cwd=ROOT, stderr=subprocess.PIPE, check=False
    )
    assert result.returncode == 2
    assert f"Standard {name} is closed".encode() in result.stderr
    assert result.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "error",
    [
        torch.cuda.OutOfMemoryError("CUDA out of memory.\nTried …"),
        RuntimeError("[enforce fail at a.cpp:1] . DefaultCPUAllocator: can't allocate memory: …"),
        MemoryError(),
    ],
    ids=["device", "cpu", "host"],
)
def test_full_memory_is_one_sentence(
    run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def full(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Translator, "translate_lines", full)
    message = failure(run("translate", "--model", tiny_folder, "I love cats."))
    assert "not enough memory for 'translate'" in message
    assert "--batch-tokens" in message


def test_a_fault_of_the_program_keeps_its_traceback(
    run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(Translator, "load", broken)
    with pytest.raises(RuntimeError, match="a fault"):
        run("translate", "--model", tiny_folder, "x")


# ------------------------------------------------------------------------------------- info


def test_info_as_json(run: Run, tiny_folder: Path) -> None:
    code, out, _ = run("info", tiny_folder, "--json")
    assert code == 0
    values = json.loads(out)
    assert values["name"] == "tiny"
    assert (values["source_language"], values["target_language"]) == ("en", "fr")
    assert values["license"] == "CC0-1.0"
    assert values["architecture"]["decoder_layers"] == 2
    size, width = values["architecture"]["vocabulary_size"], 16
    parameters = values["parameters"]
    assert parameters["source embedding"] == size * width
    assert parameters["total"] == sum(
        count for part, count in parameters.items() if part != "total"
    )
    # By hand: four projections, two feed-forward matrices, norms, all with biases.
    attention, norm = 4 * (width * width + width), 2 * width
    feed_forward = 2 * width * 32 + width + 32
    assert parameters["encoder"] == attention + feed_forward + 2 * norm
    assert parameters["decoder"] == 2 * (2 * attention + feed_forward + 3 * norm)
    assert sum(values["vocabulary"]["kinds"].values()) == values["vocabulary"]["size"] == size
    assert values["vocabulary"]["kinds"]["byte"] == 256
    assert values["files"] == {path.name: path.stat().st_size for path in tiny_folder.iterdir()}


def test_info_as_a_table(run: Run, tiny_folder: Path) -> None:
    code, out, _ = run("info", tiny_folder)
    assert code == 0
    for text in ("en → fr", "CC0-1.0", "post-norm", "1 encoder, 2 decoder", "model.safetensors"):
        assert text in out


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("", "compiled for this processor"),
        ("no C compiler", "of PyTorch's operations (no C compiler)"),
    ],
)
def test_info_says_how_steps_are_computed(
    run: Run, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, why: str, said: str
) -> None:
    monkeypatch.setattr("engine.model.compiled.library._look", lambda: (None, why))
    code, out, _ = run("info", tiny_folder)
    assert code == 0 and out.splitlines()[-1].split(maxsplit=1) == ["steps", said]
    values = json.loads(run("info", tiny_folder, "--json")[1])
    assert (values["compiled"], values["not_compiled"]) == (not why, why)


def test_info_of_a_zip_file_is_that_of_the_folder(
    run: Run, tiny_folder: Path, tmp_path: Path
) -> None:
    path = shutil.make_archive(str(tmp_path / "another-name"), "zip", tiny_folder)
    found, expected = (json.loads(run("info", each, "--json")[1]) for each in (path, tiny_folder))
    assert (found.pop("folder"), expected.pop("folder")) == (path, str(tiny_folder))
    assert found.pop("files") != expected.pop("files")
    assert found == expected


def test_the_help_of_info_has_every_format(run: Run) -> None:
    from engine.checkpoints.formats import FORMATS

    out = " ".join(run("info", "--help")[1].split())
    for known in FORMATS:
        names = known.name.removeprefix("Hugging Face ").replace(" and ", ", ").split(", ")
        for name in names:
            assert name.split()[0] in out, known.name


def test_info_of_a_damaged_folder(run: Run, tiny_folder: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_folder, tmp_path / "model")
    with (folder / "model.safetensors").open("r+b") as file:
        file.truncate(100)
    assert "truncated" in failure(run("info", folder))
    assert "is a file" in failure(run("info", folder / "config.json"))


# ------------------------------------------------------------------------------- as a process


def process(*arguments: object, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "engine", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, **options)


def test_utf8_whatever_the_locale(run: Run, tiny_folder: Path) -> None:
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    text = "Seán aime les chats 😆."
    command = ("translate", "--model", tiny_folder, "--device", "cpu")
    expected = run(*command, text)[1].encode()
    assert not expected.isascii()
    argument = process(*command, text, env=plain)
    assert (argument.returncode, argument.stdout) == (0, expected)
    piped = process(*command, input=text.encode(), env=plain)
    assert (piped.returncode, piped.stdout) == (0, expected)


def test_a_reader_that_goes_away_is_no_traceback(tiny_folder: Path) -> None:
    command = [sys.executable, "-m", "engine", "translate", "--model", str(tiny_folder)]
    child = subprocess.Popen(
        [*command, "--batch-lines", "1"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    with contextlib.suppress(BrokenPipeError), child.stdin:
        child.stdin.write(b"I love cats.\n" * 3)
    with child.stderr:
        err = child.stderr.read()
    assert child.wait() == 141
    assert err == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["models", "--help", "--version", "translate --help"])
def test_a_full_disk_is_one_sentence(command: str, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "engine", *command.split()],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert result.returncode == 2
    assert result.stderr.startswith(b"diaphane: ")
    assert result.stderr.count(b"\n") == 1
    assert b"No space left" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [("info", "nowhere"), ("translate", "--beam", "99", "x")])
def test_errors_that_nobody_can_read_keep_the_exit_code(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "engine", *arguments]
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (result.returncode, result.stdout) == (2, b"")
