"""Whole runs on tiny networks: exact resume, averaging, the commands, bad input."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.__main__ import main
from engine.checkpoints.native import load
from engine.errors import DataError, DiaphaneError, ModelFolderError, OutputError
from engine.training.epochs import EpochPlan
from engine.training.options import TrainingOptions
from engine.training.pieces import EOS_ID, Segmenter, train_pieces
from engine.training.progress import TrainingLog, read_log
from engine.training.saved import average_checkpoints, checkpoint_paths, read_checkpoint
from engine.training.step import resolve_precision
from engine.training.trainer import Run, train

SHAPE = {"d_model": 32, "heads": 2, "d_ff": 64, "encoder_layers": 1, "decoder_layers": 1}
NOUNS = {
    "cat": "chat", "dog": "chien", "bread": "pain", "book": "livre", "horse": "cheval",
    "wine": "vin", "garden": "jardin", "castle": "château", "picture": "tableau", "ship": "bateau",
    "mirror": "miroir", "village": "village",
}  # fmt: skip
VERBS = {"see": "vois", "want": "veux", "sell": "vends", "hear": "entends"}
PAIRS = [
    (f"{i} {verb} the {noun}.", f"{je} {verbe} le {nom}.")
    for i, je in (("I", "Je"), ("You", "Tu"))
    for verb, verbe in VERBS.items()
    for noun, nom in NOUNS.items()
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """train.tsv, valid.tsv (two references for its first source) and pieces.model."""
    folder = tmp_path_factory.mktemp("data")
    lines = [f"{source}\t{target}\n" for source, target in PAIRS]
    (folder / "train.tsv").write_text("".join(lines), encoding="utf-8")
    (folder / "valid.tsv").write_text("".join([*lines[:6], "I see the cat.\tx\n"]))
    texts = [text for pair in PAIRS for text in pair]
    (folder / "pieces.model").write_bytes(train_pieces(texts, 310, threads=1))
    return folder


def _options(files: Path, out: Path, **values: Any) -> TrainingOptions:
    defaults: dict[str, Any] = {
        "train": files / "train.tsv",
        "out": out,
        "vocabulary": files / "pieces.model",
        "steps": 12,
        "warmup": 4,
        "cooldown": 4,
        "batch_tokens": 160,
        "learning_rate": 3e-3,
        "precision": "float32",
        "device": "cpu",
        "sample_source": 0.5,
        "sample_target": 0.5,
        "ema": 0.9,
        "log_steps": 1,
        "checkpoint_minutes": 0.0,
        "valid_minutes": 0.0,
    }
    return TrainingOptions(**{**defaults, **values})


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor):
        return torch.equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _figures(run: Path) -> list[tuple[Any, ...]]:
    return [
        (line["step"], line["epoch"], line["learning_rate"], line["loss"])
        for line in read_log(run / "log.jsonl")
        if line["event"] == "train"
    ]


# ------------------------------------------------------------------ epochs and pieces


def test_epochs_are_a_function_of_seed_and_number(files: Path) -> None:
    segmenter = Segmenter(files / "pieces.model")

    def plan(seed: int = 1) -> EpochPlan:
        return EpochPlan(PAIRS, segmenter, seed, 64, 100, None, 0.2, 0.7, 0.7)

    first = plan().build(3)
    again = plan().build(3)
    assert (first.examples, first.batches) == (again.examples, again.batches)
    assert first.examples != plan().build(4).examples
    assert first.examples != plan(seed=2).build(3).examples
    assert sorted(i for batch in first.batches for i in batch) == list(range(len(PAIRS)))


def test_sampled_segmentations_read_the_same(files: Path) -> None:
    segmenter = Segmenter(files / "pieces.model")
    best = segmenter.encode_pairs(PAIRS)
    sampled = segmenter.sample_pairs(PAIRS, 7, alpha=0.1, source_share=1, target_share=0)
    assert [target for _, target in sampled] == [target for _, target in best]
    differing = sum(one[0] != other[0] for one, other in zip(sampled, best, strict=True))
    assert differing > len(PAIRS) / 2
    for (ids, _), (source, _) in zip(sampled, PAIRS, strict=True):
        assert ids[-1] == EOS_ID
        assert segmenter.decode(ids) == source


def test_too_long_pairs_are_left_out(files: Path) -> None:
    segmenter = Segmenter(files / "pieces.model")
    longest = max(len(ids) for pair in segmenter.encode_pairs(PAIRS) for ids in pair)
    epoch = EpochPlan(PAIRS, segmenter, 1, 64, longest - 1).build(0)
    assert 0 < len(epoch.examples) < len(PAIRS)


def test_vocabulary_knows_digits_bytes_and_spaces() -> None:
    texts = [text for pair in PAIRS for text in pair] + ["In 2024 or 1999."]
    segmenter = Segmenter(train_pieces(texts, 320, threads=1))
    assert segmenter.size == 320
    for text in ("I see 20241 cats.", "Seán 😀", "l'œuvre"):
        assert segmenter.decode(segmenter.encode([text])[0]) == text
    assert len(segmenter.encode(["2024"])[0]) >= 5
    with pytest.raises(DataError, match="vocabulary of 5000 pieces"):
        train_pieces(texts, 5000, threads=1)


# ------------------------------------------------------------------ resume


def test_a_resumed_run_is_the_uninterrupted_run_bit_for_bit(files: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    train(_options(files, whole), SHAPE)
    parts = tmp_path / "parts"
    # 96 short pairs make fewer than 12 batches: the place spans epochs.
    options = _options(files, parts, checkpoint_steps=5, keep=9)

    def interrupt(self: Run, bar: object) -> None:
        housekeeping(self, bar)
        if self.place.step == 7:
            raise KeyboardInterrupt

    housekeeping = Run._housekeeping
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "_housekeeping", interrupt)
        with pytest.raises(KeyboardInterrupt):
            train(options, SHAPE)
    assert [path.name for path in checkpoint_paths(parts)] == ["step-0000005.pt"]
    torch.rand(3)  # another state of the generator than at the checkpoint
    train(_options(files, parts, resume=True, keep=9), {})

    one = read_checkpoint(checkpoint_paths(whole)[-1])
    other = read_checkpoint(checkpoint_paths(parts)[-1])
    assert one["step"] == other["step"] == 12
    assert one["epoch"] >= 1
    for key in ("epoch", "batch", "model", "average", "optimizer", "random"):
        assert _same(one[key], other[key]), key
    assert _figures(whole) == _figures(parts)
    assert len({loss for *_, loss in _figures(whole)}) > 6
    for name in ("model.safetensors", "sentencepiece.model"):
        assert (whole / "model" / name).read_bytes() == (parts / "model" / name).read_bytes()


def test_a_resumed_run_may_be_longer_and_says_what_changed(files: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    train(_options(files, out, steps=6, cooldown=2), SHAPE)
    train(_options(files, out, steps=9, cooldown=3, resume=True), {})
    lines = read_log(out / "log.jsonl")
    (resumed,) = [line for line in lines if line["event"] == "resume"]
    assert resumed["changed"] == {"steps": [6, 9], "cooldown": [2, 3]}
    assert [step for step, *_ in _figures(out)] == list(range(1, 10))
    assert read_checkpoint(checkpoint_paths(out)[-1])["step"] == 9


def test_a_signal_stops_after_a_checkpoint(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    update = Run._update

    def signalled(self: Run, *batch: Any) -> Any:
        if self.place.step == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return update(self, *batch)

    monkeypatch.setattr(Run, "_update", signalled)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        train(_options(files, out), SHAPE)
    assert signal.getsignal(signal.SIGINT) is before
    assert [read_checkpoint(path)["step"] for path in checkpoint_paths(out)] == [3]


def test_rewinding_the_log_drops_later_and_broken_lines(tmp_path: Path) -> None:
    log = TrainingLog(tmp_path / "log.jsonl")
    for step in (1, 2, 3):
        log.write("train", step, loss=1.0)
    with log.path.open("a") as file:
        file.write('{"event": "tra')
    log.rewind(2)
    assert [line["step"] for line in read_log(log.path)] == [1, 2]


# ------------------------------------------------------------------ checkpoints


def test_only_the_newest_checkpoints_stay_and_are_averaged(files: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    train(_options(files, out, checkpoint_steps=3, keep=2, steps=10), SHAPE)
    paths = checkpoint_paths(out)
    assert [read_checkpoint(path)["step"] for path in paths] == [9, 10]
    mean = average_checkpoints(paths)
    for name, tensor in mean.items():
        parts = [read_checkpoint(path)["model"][name] for path in paths]
        torch.testing.assert_close(tensor, (parts[0] + parts[1]) / 2)
    assert not list(out.rglob("*.tmp"))


def test_average_command_writes_each_kind_of_weights(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from engine.checkpoints import native

    out = tmp_path / "run"
    train(_options(files, out, checkpoint_steps=4, keep=9), SHAPE)
    newest = read_checkpoint(checkpoint_paths(out)[-1])
    for arguments, weights in (
        (["--last", "3"], "average-3"),
        (["--last", "1"], "last"),
        (["--ema"], "ema"),
    ):
        folder = tmp_path / weights
        command = ["average", "--run", str(out), "--out", str(folder), *arguments]
        assert main(command) == 0
        checkpoint = native.load(folder)
        assert checkpoint.metadata["training"]["weights"] == weights
        assert weights in (folder / "README.md").read_text(encoding="utf-8")
        first = checkpoint.state["source_embedding.pieces.weight"]
        expected = {
            "average-3": average_checkpoints(checkpoint_paths(out))[
                "source_embedding.pieces.weight"
            ],
            "last": newest["model"]["source_embedding.pieces.weight"],
            "ema": newest["average"][0],
        }[weights]
        torch.testing.assert_close(first, expected, rtol=1e-3, atol=1e-4)
    assert main(["average", "--run", str(tmp_path / "no"), "--out", str(tmp_path / "x")]) == 2
    assert "no checkpoint" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_damaged_checkpoint_is_named(files: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    train(_options(files, out, steps=4), SHAPE)
    (path,) = checkpoint_paths(out)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(DataError, match=r"step-0000004\.pt is damaged"):
        train(_options(files, out, resume=True), {})


# ------------------------------------------------------------------ from a model


def test_a_run_starts_from_a_models_weights_shape_and_vocabulary(
    files: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    train(_options(files, first, ema=0.0, average=0), SHAPE)
    model = load(first / "model")
    other_shape = {**SHAPE, "d_model": 16, "d_ff": 16}
    options = _options(
        files, second, vocabulary=None, start_from=first / "model", steps=2, cooldown=0,
        warmup=10**9, learning_rate=1e-9, ema=0.0, average=0,
    )  # fmt: skip
    train(options, other_shape)
    after = load(second / "model")
    assert after.config == model.config
    assert after.vocabulary.to_bytes() == model.vocabulary.to_bytes()
    for name, tensor in model.state.items():  # two steps at no rate to speak of
        torch.testing.assert_close(after.state[name], tensor, atol=2e-3, rtol=0)
    # Going on needs the model no more.
    shutil.rmtree(first)
    train(replace(options, steps=3, resume=True), {})
    assert read_log(second / "log.jsonl")[-1]["step"] == 3


def test_what_a_run_cannot_start_from_is_named(files: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelFolderError, match=r"config\.json is missing"):
        train(_options(files, tmp_path / "run", vocabulary=None, start_from=tmp_path / "empty"), {})
    assert not (tmp_path / "run").exists()
    with pytest.raises(ValueError, match="start_from brings its own vocabulary"):
        _options(files, tmp_path / "run", start_from=tmp_path / "empty")


# ------------------------------------------------------------------ the commands


def test_command_line_learns_its_sentences(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    arguments = [
        "train", "--data", str(files / "train.tsv"), "--valid", str(files / "valid.tsv"),
        "--out", str(out), "--vocabulary-size", "310", "--steps", "300", "--warmup", "30",
        "--cooldown", "150", "--batch-tokens", "256", "--learning-rate", "5e-3", "--valid-steps",
        "250", "--d-model", "64", "--heads", "2", "--d-ff", "128", "--encoder-layers", "1",
        "--decoder-layers", "1", "--dropout", "0", "--ema", "0.8", "--average", "2",
        "--checkpoint-steps", "280", "--device", "cpu", "--precision", "float32",
        "--license", "CC0-1.0", "--attribution", "By us.", "--name", "Tiny",
    ]  # fmt: skip
    assert main(arguments) == 0
    assert capsys.readouterr().out.strip() == str(out / "model")

    log = read_log(out / "log.jsonl")
    losses = [line["loss"] for line in log if line["event"] == "train"]
    assert losses[-1] < losses[0] / 2
    validated = [line for line in log if line["event"] == "valid"]
    assert [line["step"] for line in validated] == [250, 300, 300, 300]
    assert {line["weights"] for line in validated} == {"ema", "last", "average-2"}
    assert all({"valid_loss", "bleu", "chrf"} <= line.keys() for line in validated)
    card = (out / "model" / "README.md").read_text(encoding="utf-8")
    assert "By us." in card
    assert "BLEU" in card

    assert main(["evaluate", "--model", str(out / "model"), "--data", str(files / "valid.tsv"),
                 "--device", "cpu"]) == 0  # fmt: skip
    figures = json.loads(capsys.readouterr().out)
    assert figures["sentences"] == 6
    assert figures["references"] == 7
    assert figures["bleu"] == pytest.approx(100)
    assert figures["chrf"] == pytest.approx(100)
    assert "tok:13a" in figures["bleu_signature"]

    sources = [source for source, _ in PAIRS]
    assert main(["translate", "--model", str(out / "model"), "--device", "cpu", *sources]) == 0
    translations = capsys.readouterr().out.splitlines()
    assert translations == [target for _, target in PAIRS]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--data", "absent.tsv"], "There is no data file absent.tsv"),
        (["--data", "empty.tsv"], "empty.tsv is empty"),
        (["--data", "prose.tsv"], "prose.tsv, line 1: not a sentence pair"),
        (["--valid", "prose.tsv"], "prose.tsv, line 1: not a sentence pair"),
        (["--device", "cuda:7"], "'cuda:7' is not on this machine"),
        (["--out", "prose.tsv"], "prose.tsv is a file"),
        (["--out", "prose.tsv/run"], "prose.tsv"),
        (["--resume"], "no checkpoint in"),
        (["--vocabulary-size", "9000"], "smaller --vocabulary-size"),
        (["--vocabulary", "absent.model"], "vocabulary absent.model cannot be read"),
        (["--heads", "7", "--vocabulary-size", "310"], "not a multiple of heads"),
        (["--cooldown", "99999999"], "cool-down"),
        (["--steps", "0"], "steps must be at least 1"),
        (["--sample-source", "1.5"], "sample_source must be in"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing(
    files: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.tsv").touch()
    Path("prose.tsv").write_text("Once upon a time.\n")
    before = sorted(tmp_path.rglob("*"))
    command = ["train", "--data", str(files / "train.tsv"), "--out", "run", *arguments]
    assert main(command) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
    assert len(error.strip().splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_evaluate_names_bad_input(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(files / "valid.tsv")
    for arguments, message in (
        (["--data", str(tmp_path / "no.tsv")], "no data file"),
        (["--data", data, "--model", str(tmp_path / "no")], str(tmp_path / "no")),
        (["--data", data, "--batch-tokens", "0"], "--batch-tokens"),
    ):
        assert main(["evaluate", *arguments]) == 2
        assert message in capsys.readouterr().err


def test_a_run_is_not_overwritten(files: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    train(_options(files, out, steps=4), SHAPE)
    with pytest.raises(OutputError, match="holds a run already"):
        train(_options(files, out), SHAPE)


def test_a_diverged_run_says_so(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update = Run._update

    def diverging(self: Run, *batch: Any) -> Any:
        loss, likelihood, count = update(self, *batch)
        return loss * float("nan"), likelihood, count

    monkeypatch.setattr(Run, "_update", diverging)
    with pytest.raises(DiaphaneError, match="diverged"):
        train(_options(files, tmp_path / "run"), SHAPE)


def test_bfloat16_products_learn_too(files: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    options = _options(
        files, out, precision="bfloat16", steps=80, warmup=20, batch_tokens=256, smoothing=0.0
    )
    train(options, {**SHAPE, "dropout": 0.0})
    losses = [loss for *_, loss in _figures(out)]
    assert losses[-1] < losses[0] / 3
    state = read_checkpoint(checkpoint_paths(out)[-1])["model"]
    assert all(tensor.dtype == torch.float32 for tensor in state.values())


def test_unknown_precision_is_refused() -> None:
    assert resolve_precision("float32", torch.device("cpu")) is torch.float32
    with pytest.raises(DiaphaneError, match="float64"):
        resolve_precision("float64", torch.device("cpu"))


def test_two_processes_share_the_work(files: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [
        sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2",
        "-m", "engine", "train", "--data", str(files / "train.tsv"), "--valid",
        str(files / "valid.tsv"), "--vocabulary-size", "310", "--out", str(out), "--steps", "6",
        "--batch-tokens", "64", "--d-model", "32", "--heads", "2", "--d-ff", "64", "--device",
        "cpu", "--encoder-layers", "1", "--decoder-layers", "1", "--precision", "float32",
        "--log-steps", "1", "--threads", "1", "--warmup", "2",
    ]  # fmt: skip
    result = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert result.returncode == 0, result.stderr
    log = read_log(out / "log.jsonl")
    assert log[0]["processes"] == 2
    assert [line["step"] for line in log if line["event"] == "train"] == list(range(1, 7))
    assert [line["step"] for line in log if line["event"] == "valid"] == [6]
    saved = read_checkpoint(checkpoint_paths(out)[-1])
    assert len(saved["random"]) == 2
    assert (out / "model" / "model.safetensors").is_file()
