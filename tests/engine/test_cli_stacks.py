"""The command line of models of one stack: words that fit, and nothing left out silently."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from safetensors.torch import load_file, save_file

from engine.__main__ import main
from engine.cli.common import report_cut
from engine.cli.trace_summary import _languages
from engine.events import ModelInfo, Started, Translated
from engine.model.kinds import Stacks
from engine.search.options import SearchOptions
from engine.trace import Trace
from tests.engine.checkpoints.tiny_folders import bert, gpt2

WORDS: dict[Stacks, str] = {
    "encoder-decoder": "translation", "encoder": "text", "decoder": "continuation",
}  # fmt: skip


def info(stacks: Stacks, note: str = "") -> ModelInfo:
    return ModelInfo(
        "m", "", "", "", "", 1, 1, 1, 8, 8, 9, 9, 50, "cpu", "float32",
        stacks=stacks, positions_note=note,
    )  # fmt: skip


@pytest.mark.parametrize("blocked", [False, True])
@pytest.mark.parametrize("full", [(), (0,)])
@pytest.mark.parametrize("stacks", WORDS)
def test_what_ends_early_has_its_own_name(capsys, stacks, full, blocked) -> None:
    report_cut("line 1", Translated("x"), blocked, info(stacks))
    assert capsys.readouterr().err == ""
    report_cut("line 1", Translated("x", (0,), full), blocked, info(stacks, "sliding_window 50"))
    said = capsys.readouterr().err
    assert said.startswith("diaphane: line 1: ") and said.count("\n") == 1
    assert f"the {WORDS[stacks]} " in said
    others = {*WORDS.values()} - {WORDS[stacks], "text"}
    assert not any(word in said for word in others)
    assert ("50 (sliding_window 50) pieces" in said) is (bool(full) and not blocked)


def test_a_continuation_is_called_one(tmp_path: Path, capsys) -> None:
    gpt2(tmp_path)
    (tmp_path / "generation_config.json").unlink(missing_ok=True)
    arguments = ["--model", str(tmp_path), "--device", "cpu", "--max-length", "12", "I love"]
    assert main(["translate", *arguments]) == 0
    said = capsys.readouterr().err
    assert "translation" not in said and "continuation" in said
    assert main(["trace", *arguments, "-o", str(tmp_path / "x.trace")]) == 0
    said = capsys.readouterr().err
    assert "translation" not in said and "continuation" in said


def test_an_encoder_without_an_output_says_so_once(tmp_path: Path, capsys) -> None:
    bert(tmp_path)
    arguments = ["translate", "--model", str(tmp_path), "--device", "cpu", "I love", "a house"]
    assert main(arguments) == 0
    assert capsys.readouterr().err == ""
    path = tmp_path / "model.safetensors"
    tensors = load_file(path)
    save_file({name: each for name, each in tensors.items() if not name.startswith("cls.")}, path)
    values = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "config.json").write_text(json.dumps({**values, "architectures": ["BertModel"]}))
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert out == "I love\na house\n"
    assert err.count("\n") == 1 and "has no output layer" in err and "printed as it is" in err


@pytest.mark.parametrize(
    ("source", "target", "shown"),
    [("", "", ()), ("en", "fr", ("en → fr",)), ("en", "", ("en → not said",)),
     ("", "fr", ("not said → fr",))],
)  # fmt: skip
@pytest.mark.parametrize("stacks", WORDS)
def test_languages_of_a_summary(stacks, source, target, shown) -> None:
    options = SearchOptions(source_language=source, target_language=target)
    assert _languages(Trace(Started("a", ((0, 1),), options, info(stacks)))) == shown
