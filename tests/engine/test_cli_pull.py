"""``pull``, ``find`` and ``models`` against a stand-in for the hub."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.checkpoints.hub import named_model
from tests.engine.checkpoints.hub_server import (
    NEEDED,
    HubServer,
    Repo,
    break_after,
    opus,
    stall_after,
    standing_in,
    status,
)

REPO = "Helsinki-NLP/opus-mt-en-de"
WEIGHTS = "model.safetensors"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[HubServer]:
    with standing_in(monkeypatch, tmp_path) as server:
        server.repos[REPO] = opus()
        yield server


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


def failure(result: tuple[int, str, str]) -> str:
    """The one sentence on standard error; nothing was printed."""
    code, out, err = result
    assert (code, out) == (2, "")
    *before, last = err.splitlines()
    assert last.startswith("diaphane: ") and last.endswith(".")
    assert not [line for line in before if line.startswith("diaphane: ")]
    return last


@pytest.mark.parametrize("command", ["pull", "find", "models"])
def test_help_has_examples(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert "examples:" in out
    assert re.search(rf"^ +{command} +\w", run("--help")[1], re.MULTILINE)


@pytest.mark.parametrize(
    "arguments",
    [
        ["pull"],
        ["pull", "a/b", "c/d"],
        ["find"],
        ["find", "en"],
        ["find", "en", "de", "--limit", "0"],
    ],
)
def test_wrong_usage(run: Run, arguments: list[str]) -> None:
    assert failure(run(*arguments)).endswith(f" {arguments[0]} --help.")


def test_pull(run: Run, server: HubServer, tmp_path: Path) -> None:
    code, out, err = run("pull", REPO)
    folder = tmp_path / "data" / "models" / "Helsinki-NLP" / "opus-mt-en-de"
    assert (code, out) == (0, f"{folder}\n")
    lines = err.splitlines()
    assert lines[0] == "317 kB in 8 files; licence: cc-by-4.0"
    assert [line.split("  ")[0] for line in lines[1:-1]] == list(NEEDED)
    assert lines[-2] == f"{WEIGHTS}  300 kB"
    commit = server.repos[REPO].commit[:12]
    assert lines[-1] == f"{REPO} at {commit}: 317 kB downloaded and checked."
    code, out, err = run("pull", REPO)
    assert (code, out) == (0, f"{folder}\n")
    assert err.splitlines()[-1] == f"{REPO} at {commit} was here already."


def test_pull_a_revision_to_a_folder(run: Run, server: HubServer, tmp_path: Path) -> None:
    old = opus(size=1000)
    server.repos[f"{REPO}@v1"] = old
    code, out, _ = run("pull", REPO, "--revision", "v1", "--to", tmp_path / "here")
    assert (code, out) == (0, f"{tmp_path / 'here'}\n")
    assert (tmp_path / "here" / WEIGHTS).read_bytes() == old.files[WEIGHTS]


def test_progress_on_a_terminal(
    run: Run, server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.checkpoints.hub.download._NEWS", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    code, _, err = run("pull", REPO)
    assert code == 0
    shown = [line for line in re.split(r"[\r\n]", err) if re.match(r" *\d+%", line)]
    percents = [int(line.split("%")[0]) for line in shown]
    assert percents == sorted(percents) and percents[-1] == 100
    assert all(len(line) == 59 for line in shown)
    assert "317 kB of 317 kB  model.safetensors" in shown[-1]
    assert err.splitlines()[-1].endswith("downloaded and checked.")


def test_what_goes_wrong_is_one_sentence(run: Run, server: HubServer, tmp_path: Path) -> None:
    assert "owner/name" in failure(run("pull", "opus"))
    assert "has no model a/b" in failure(run("pull", "a/b"))
    assert "no revision 'v9'" in failure(run("pull", REPO, "--revision", "v9"))
    server.faults[WEIGHTS] = [status(429, retry_after="40")]
    assert "40 seconds" in failure(run("pull", REPO))
    (tmp_path / "file").write_text("")
    assert "is a file" in failure(run("pull", REPO, "--to", tmp_path / "file"))
    assert "two or three letters" in failure(run("find", "english", "de"))
    server.faults["/api/models"] = [status(503)]
    assert "HTTP 503" in failure(run("find", "en", "de"))


def test_what_it_waits_for_is_said(
    run: Run, server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.checkpoints.hub.download.waiting.pause", lambda *_: None)
    server.faults[WEIGHTS] = [break_after(100_000)]
    code, _, err = run("pull", REPO)
    assert code == 0
    assert [line for line in err.splitlines() if line.startswith("diaphane: ")] == [
        f"diaphane: The connection to 127.0.0.1:{server.port} broke off in the middle of "
        f"{WEIGHTS} of {REPO}; try again. What has arrived is kept."
    ]


@pytest.mark.skipif(os.name == "nt", reason="no signals between threads")
def test_ctrl_c_keeps_what_has_arrived_and_says_so(run: Run, server: HubServer) -> None:
    def interrupt() -> None:
        threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()

    server.faults[WEIGHTS] = [stall_after(100_000, interrupt)]
    before = time.monotonic()
    code, out, err = run("pull", REPO)
    assert time.monotonic() - before < 10  # the server would be waited for much longer
    assert (code, out) == (130, "")
    assert "Traceback" not in err
    said = err.splitlines()[-1]
    assert re.fullmatch(
        r"diaphane: stopped; \d+ kB of 317 kB are kept, and the same command goes on from there\.",
        said,
    )
    code, out, err = run("pull", REPO)
    assert code == 0
    assert "200 kB downloaded and checked." in err


def test_find(run: Run, server: HubServer) -> None:
    tags = ("translation", "en", "de")
    server.repos |= {
        "a/gated-en-de": opus(gated="manual", downloads=12_345, card={}, tags=tags),
        "a/shards": Repo({"model.safetensors.index.json": b""}, tags=tags),
        "b/opus-mt-de-en": opus(),
    }
    code, out, err = run("find", "en", "de")
    assert code == 0
    assert out == (
        "Helsinki-NLP/opus-mt-en-de   317 kB       1,000  cc-by-4.0\n"
        "a/gated-en-de                317 kB      12,345  not said; its terms have to be accepted "
        "first\n"
    )
    assert err == "diaphane: 1 more cannot be opened and are left out.\n"
    code, out, _ = run("find", "en", "de", "--json")
    first, second = json.loads(out)
    files = server.repos[REPO].files
    assert (first["repo"], first["gated"]) == (REPO, False)
    assert first["size"] == sum(len(files[name]) for name in NEEDED)
    assert second["gated"] is True
    assert run("find", "en", "tlh") == (0, "", "diaphane: no model of this pair was found.\n")


def test_find_says_what_it_could_not_learn(run: Run, server: HubServer) -> None:
    server.faults[f"/api/models/{REPO}"] = [status(429)]
    code, out, err = run("find", "en", "de")
    assert code == 0
    assert out.split() == [REPO, "size", "?", "1,000", "cc-by-4.0"]
    assert "too many requests" in err


def test_what_was_pulled_is_opened_by_its_name(
    run: Run,
    server: HubServer,
    tmp_path: Path,
    tiny_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path(run("pull", REPO)[1].strip())
    for name in (REPO, "opus-mt-en-de", "OPUS-MT-en-de", REPO.lower()):
        assert named_model(name) == folder
    # Whoever puts one there by hand opens it the same way.
    mine = folder.parent.parent / "me" / "mine"
    shutil.copytree(tiny_folder, mine)
    path = run("translate", "--model", mine, "I love cats.")
    assert path[0] == 0
    assert run("translate", "--model", "mine", "I love cats.") == path
    assert run("translate", "--model", "me/mine", "I love cats.") == path
    assert json.loads(run("info", "mine", "--json")[1])["folder"] == str(mine)
    trace = tmp_path / "cats.trace"
    assert run("trace", "--model", "mine", "I love cats.", "-o", trace)[0] == 0
    out = tmp_path / "exported"
    assert run("export", "--format", "hf-marian", "--model", "mine", "-o", out)[0] == 0
    # What is here comes first.
    (tmp_path / "mine").mkdir()
    assert "mine is not a model folder" in failure(run("info", "mine"))


def test_a_name_of_several_models_or_of_none(
    run: Run, server: HubServer, tmp_path: Path, tiny_folder: Path
) -> None:
    models = Path(run("pull", REPO)[1].strip()).parent.parent
    for owner in ("me", "you"):
        shutil.copytree(tiny_folder, models / owner / "opus-mt-en-de")
    message = failure(run("translate", "--model", "opus-mt-en-de", "x"))
    assert "opus-mt-en-de is the name of 3 models" in message
    for owner in ("Helsinki-NLP", "me", "you"):
        assert str(models / owner / "opus-mt-en-de") in message
    assert named_model("me/opus-mt-en-de") == models / "me" / "opus-mt-en-de"
    shutil.copytree(tiny_folder, models / "me" / "Opus-MT-en-de")
    assert named_model("Opus-MT-en-de") == models / "me" / "Opus-MT-en-de", "as it is spelt"
    for command in (["translate"], ["info"]):
        asked = ["--model", "opus-mt-en-fr"] if command == ["translate"] else ["opus-mt-en-fr"]
        message = failure(run(*command, *asked))
        assert message.startswith("diaphane: There is no model folder opus-mt-en-fr, and no model")
        assert "'python -m engine models' lists those at hand" in message


def test_models(run: Run, server: HubServer, tmp_path: Path) -> None:
    code, out, err = run("models")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    assert "en → fr" in out
    folder = run("pull", REPO)[1].strip()
    code, out, _ = run("models")
    built_in, pulled = out.splitlines()
    assert built_in.startswith("Diaphane English to French")
    assert pulled.startswith(f"{REPO}  ")
    assert re.search(r"  en → de  \d+ kB +cc-by-4\.0 .*  ", pulled)
    assert pulled.endswith(f"  {folder}")
    _, values = json.loads(run("models", "--json")[1])
    assert values["folder"] == folder
    assert (values["origin"], values["languages"]) == ("downloaded", ["en", "de"])
    assert server.asked and not [path for path in server.asked if "agent" in path]
