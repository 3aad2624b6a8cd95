"""The command, the sentences, the peers and the processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from benchmarks import peers as peers_module
from benchmarks import sentences, threads
from benchmarks.__main__ import main, parse
from benchmarks.errors import BenchmarkError
from benchmarks.gpu import NO_GPU, bandwidth, step_bytes
from benchmarks.peers import Peers
from benchmarks.process import answer, peak_mb, surroundings
from benchmarks.subjects import NAMES, USUAL, subject
from benchmarks.whole_pass import twin
from engine.translator import Translator, builtin_model

KEYS = {"name", "ours", "peer", "ratio", "target", "unit"}


@pytest.fixture(autouse=True)
def variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command sets is put back."""
    for name in threads.environment(1):
        monkeypatch.setenv(name, os.environ.get(name, "1"))


# The command ---------------------------------------------------------------------------


def test_an_unknown_name_is_told_which_there_are(capsys) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--only", "greedy", "speed"])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert "there is no 'speed'" in said
    assert all(name in said for name in NAMES)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rounds", "0"], "'0' is no number of rounds"),
        (["--json", "/nowhere/at/all.json"], "is no place for a file"),
        (["--gpu", "--only", "greedy"], "leave out --only"),
    ],
)
def test_other_arguments_are_refused(arguments, said, capsys) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


def test_every_name_has_its_subject() -> None:
    assert set(USUAL) == set(NAMES) - {"window"}
    for name in set(NAMES) - {"window", "latency"}:
        assert subject(name).__name__ == name
    assert parse([]).only is None


def test_without_a_gpu_it_says_so(monkeypatch, capsys, tmp_path) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    file = tmp_path / "gpu.json"
    assert main(["--gpu", "--json", str(file)]) == 0
    assert capsys.readouterr().out.strip() == NO_GPU
    assert json.loads(file.read_text()) == []


def test_a_subject_from_end_to_end(capsys, tmp_path) -> None:
    file = tmp_path / "results.json"
    assert main(["--quick", "--only", "whole_pass", "lengths", "--json", str(file)]) == 0
    out = capsys.readouterr().out
    found = json.loads(file.read_text(encoding="utf-8"))
    assert len(found) == 7 and all(set(each) == KEYS for each in found)
    rows = [line for line in out.splitlines() if line.startswith("| ")][2:]
    assert [row.split(" | ")[0] for row in rows] == [f"| {each['name']}" for each in found]
    memory = [each["ratio"] for each in found if each["unit"] == "MB"]
    assert len(memory) == 2 and all(1 < ratio <= 4 for ratio in memory)
    assert "torch 2." in out and "Load:" in out


def test_what_cannot_be_measured_is_said_and_the_rest_goes_on(monkeypatch, capsys) -> None:
    monkeypatch.setattr(peers_module, "missing", lambda: ["transformers", "ctranslate2"])
    assert main(["--quick", "--rounds", "1", "--only", "greedy", "whole_pass"]) == 1
    captured = capsys.readouterr()
    assert "greedy: transformers is not installed" in captured.err
    assert "pip install -e '.[benchmarks]'" in captured.err
    assert "torch.nn.Transformer" in captured.out


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the peers' own imports
def test_the_other_engines_from_end_to_end(capsys, tmp_path) -> None:
    pytest.importorskip("ctranslate2")
    file = tmp_path / "results.json"
    # Whoever else is at work on the machine has no part in what is compared: outputs are.
    assert main(["--quick", "--only", "greedy", "recorded", "beam", "--json", str(file)]) == 0
    captured = capsys.readouterr()
    found = {each["name"]: each for each in json.loads(file.read_text(encoding="utf-8"))}
    targets = {name.split(": ")[0]: set() for name in found}
    for name, each in found.items():
        assert each["ours"] > 0 and each["peer"] > 0, name
        targets[name.split(": ")[0]].add(each["target"])
    assert targets == {
        "greedy, one sentence, nothing recorded": {1.0, 4.0, None},
        "greedy, one sentence, every head recorded": {0.85, 4.0, None},
        "beam 4, one sentence": {1.0, 3.0, None},
        "beam 4, one sentence, every head recorded": {None},
    }
    assert "length_penalty 1" in captured.out


# What is measured ----------------------------------------------------------------------


def test_the_sentences_are_the_same_at_every_run() -> None:
    first = sentences.many()
    assert first == sentences.many() and sentences.many(50) == first[:50]
    assert len(first) == len(set(first)) == 2000
    lengths = [len(text.split()) for text in first]
    assert min(lengths) <= 4 and max(lengths) >= 20
    assert sum(length <= 8 for length in lengths) > 500 < sum(length > 10 for length in lengths)
    assert all(text[0].isupper() and text[-1] in ".?" for text in first)


@pytest.mark.parametrize("count", [1, 2, 5, 6, 17])
def test_a_source_has_as_many_pieces_as_asked_for(count) -> None:
    found = sentences.of_pieces(count, [7, 8, 9, 10], end=3)
    assert len(found) == count and found[-1] == 3 and 3 not in found[:-1]


def test_torchs_own_transformer_has_the_weights_of_ours() -> None:
    model = Translator.load(device="cpu").model
    theirs = twin(model).state_dict()
    stacks = [*model.encoder.parameters(), *model.decoder.parameters()]
    assert sum(each.numel() for each in theirs.values()) == sum(each.numel() for each in stacks)


def test_a_step_reads_the_decoder_and_the_output() -> None:
    model = Translator.load(device="cpu").model
    config, d = model.config, model.config.d_model
    # Self-attention four matrices, cross-attention two (W_Q and W_O), three norms.
    layer = 6 * (d * d + d) + 2 * d * config.d_ff + config.d_ff + d + 3 * 2 * d
    assert step_bytes(model) == 4 * (config.decoder_layers * layer + config.output_size * d)


def test_the_bandwidth_is_one() -> None:
    assert 1e8 < bandwidth(torch.device("cpu"), size=1 << 22, rounds=3) < 1e13


def test_a_peer_that_is_missing_is_named(monkeypatch) -> None:
    monkeypatch.setattr(peers_module.importlib.util, "find_spec", lambda name: None)
    translator = Translator.load(device="cpu")
    with Peers(translator) as peers:
        with pytest.raises(BenchmarkError, match=r"transformers is not installed.*benchmarks"):
            peers.library("sdpa")
        with pytest.raises(BenchmarkError, match=r"ctranslate2 is not installed.*benchmarks"):
            peers.ctranslate2()


# Processes -----------------------------------------------------------------------------


def test_children_have_their_own_home_and_threads(tmp_path) -> None:
    found = surroundings(tmp_path, given=3)
    assert all(found[name] == "3" for name in threads.VARIABLES)
    homes = {value for name, value in found.items() if name.startswith("XDG_C")}
    assert homes and all(Path(home).parent == tmp_path for home in homes)


def test_a_child_says_when_its_window_was_painted(tmp_path) -> None:
    found = answer("empty_window", tmp_path)
    assert 0 < found["painted"] - found["begun"] < 60


def test_a_child_that_fails_is_quoted(tmp_path) -> None:
    with pytest.raises(BenchmarkError, match=r"(?s)weights ended with 1 and said: .*Error"):
        answer("weights", tmp_path, str(tmp_path))


@pytest.mark.slow
def test_the_program_says_when_it_is_ready_and_what_it_took(tmp_path) -> None:
    app, bare = answer("app", tmp_path), answer("weights", tmp_path, str(builtin_model()))
    assert app["begun"] < app["painted"] < app["filled"] < app["ready"]
    assert bare["begun"] < bare["ready"] and bare["tensors"] > 100
    assert app["peak"] > answer("imports", tmp_path)["peak"] > 50


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_the_peak_of_memory_is_that_of_the_process() -> None:
    code = (
        "from benchmarks.process import peak_mb; before = peak_mb(); x = bytearray(50_000_000); "
        "del x; print(peak_mb() - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(peers_module.__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert 45 < float(done.stdout) < 60
    assert peak_mb() > 20
