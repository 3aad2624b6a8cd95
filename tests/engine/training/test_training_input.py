"""What a run refuses before it writes its first byte, and what it never writes."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import torch

from engine.__main__ import main
from engine.checkpoints import native
from engine.checkpoints.detect import load_checkpoint
from engine.errors import DataError, DiaphaneError, OutputError
from engine.model.transformer import Transformer
from engine.training import setup
from engine.training.options import TrainingOptions
from engine.training.pieces import Segmenter, train_pieces
from engine.training.progress import read_log
from engine.training.saved import checkpoint_paths, read_checkpoint, write_checkpoint
from engine.training.setup import make_run_folder
from engine.training.step import resolve_precision
from engine.training.trainer import Run, train
from engine.translator import Translator

SHAPE = {"d_model": 16, "heads": 2, "d_ff": 16, "encoder_layers": 1, "decoder_layers": 1}
PAIRS = [
    (f"I see the {noun} {adverb}.", f"Je vois le {nom} {adverbe}.")
    for noun, nom in (("cat", "chat"), ("dog", "chien"), ("bread", "pain"), ("book", "livre"))
    for adverb, adverbe in (("today", "aujourd'hui"), ("again", "encore"), ("here", "ici"))
]
TEXTS = [text for pair in PAIRS for text in pair]
Options = Callable[..., TrainingOptions]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """train.tsv and pieces.model."""
    folder = tmp_path_factory.mktemp("data")
    lines = "".join(f"{source}\t{target}\n" for source, target in PAIRS)
    (folder / "train.tsv").write_text(lines, encoding="utf-8")
    (folder / "pieces.model").write_bytes(train_pieces(TEXTS, 290, threads=1))
    return folder


@pytest.fixture
def options(files: Path, tmp_path: Path) -> Options:
    def make(**values: Any) -> TrainingOptions:
        defaults: dict[str, Any] = {
            "train": files / "train.tsv",
            "out": tmp_path / "run",
            "vocabulary": files / "pieces.model",
            "steps": 6,
            "warmup": 2,
            "batch_tokens": 64,
            "precision": "float32",
            "device": "cpu",
            "checkpoint_minutes": 0.0,
            "valid_minutes": 0.0,
        }
        return TrainingOptions(**{**defaults, **values})

    return make


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# ------------------------------------------------------------------ the run's folder


@pytest.mark.parametrize("kind", ["model folder", "model folder with a log", "other files"])
def test_what_no_run_has_made_is_left_alone(options: Options, tmp_path: Path, kind: str) -> None:
    out = tmp_path / "run"
    if kind == "other files":
        out.mkdir()
        (out / "notes.txt").write_text("mine")
        message = "is not empty and holds no run"
    else:
        train(options(out=tmp_path / "first", steps=1), SHAPE)
        (tmp_path / "first" / "model").rename(out)
        message = "is a model folder"
    (out / "sentencepiece.model").write_bytes(b"mine")
    if kind == "model folder with a log":
        (out / "log.jsonl").touch()
    before = _contents(out)
    with pytest.raises(OutputError, match=message) as caught:
        train(options(out=out), SHAPE)
    assert str(out) in str(caught.value)
    assert _contents(out) == before


def test_a_place_that_cannot_be_written_is_refused_before_the_data_is_read(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    monkeypatch.setattr(setup, "read_pairs", read.append)
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="file"):
        train(options(out=tmp_path / "file" / "run"), SHAPE)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OutputError, match="Nothing can be written in"):
        train(options(out=tmp_path / "run"), SHAPE)
    assert read == [] and [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_empty_folder_and_a_run_without_checkpoint_are_used(
    options: Options, tmp_path: Path, files: Path
) -> None:
    out = tmp_path / "run"
    out.mkdir()
    # Of a run that was stopped early, with another vocabulary.
    make_run_folder(out, b"another")
    assert (out / "sentencepiece.model").read_bytes() == b"another"
    train(options(out=out, steps=1), SHAPE)
    assert (out / "sentencepiece.model").read_bytes() == (files / "pieces.model").read_bytes()
    assert not list(out.rglob("*.tmp"))


def test_an_equal_vocabulary_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_run_folder(tmp_path, b"pieces")

    def never(*_: object) -> int:
        raise AssertionError("written again")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", never)
        make_run_folder(tmp_path, b"pieces")

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OutputError, match="No space left"):
        make_run_folder(tmp_path, b"others")
    assert _contents(tmp_path) == {"log.jsonl": b"", "sentencepiece.model": b"pieces"}


# ------------------------------------------------------------------ the vocabulary


def _foreign(**ids: int) -> bytes:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS),
        model_writer=model,
        vocab_size=60,
        hard_vocab_limit=False,
        num_threads=1,
        minloglevel=2,
        **ids,
    )
    return model.getvalue()


def _bad_vocabulary(kind: str, good: bytes) -> tuple[bytes, str]:
    return {
        "empty": (b"", "is no SentencePiece model or is damaged"),
        "prose": (b"Once upon a time.\n", "is no SentencePiece model or is damaged"),
        "truncated": (good[:-500], "is no SentencePiece model or is damaged"),
        "no padding": (_foreign(), "has no padding piece"),
        "other ids": (
            _foreign(pad_id=3, unk_id=0, bos_id=1, eos_id=2),
            "has the special ids 3, 0, 1, 2; train it with pad_id=0",
        ),
    }[kind]


@pytest.mark.parametrize("kind", ["empty", "prose", "truncated", "no padding", "other ids"])
def test_a_vocabulary_that_cannot_serve_is_refused(
    options: Options, files: Path, tmp_path: Path, kind: str
) -> None:
    content, message = _bad_vocabulary(kind, (files / "pieces.model").read_bytes())
    path = tmp_path / "bad.model"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message) as caught:
        train(options(vocabulary=path), SHAPE)
    assert str(path) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("kind", ["empty", "truncated", "other ids"])
def test_a_damaged_vocabulary_is_named_on_resume(
    options: Options, tmp_path: Path, kind: str
) -> None:
    train(options(), SHAPE)
    path = tmp_path / "run" / "sentencepiece.model"
    content, message = _bad_vocabulary(kind, path.read_bytes())
    path.write_bytes(content)
    before = _contents(tmp_path / "run")
    with pytest.raises(DataError, match=message):
        train(options(resume=True, steps=9), {})
    assert _contents(tmp_path / "run") == before


@pytest.mark.parametrize(
    ("size", "direction"), [(3, "larger"), (100, "larger"), (280, "larger"), (5000, "smaller")]
)
def test_the_advice_on_the_vocabulary_size_points_the_right_way(size: int, direction: str) -> None:
    with pytest.raises(DataError, match=f"try a {direction} --vocabulary-size"):
        train_pieces(TEXTS, size, threads=1)


# ------------------------------------------------------------------ options


def test_an_impossible_shape_is_refused_before_the_vocabulary_is_trained(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> bytes:
        raise AssertionError("the vocabulary was trained")

    monkeypatch.setattr(setup, "train_pieces", never)
    for shape in ({"heads": 7}, {"d_ff": 0}, {"dropout": float("nan")}):
        with pytest.raises(DataError, match="cannot have that shape"):
            train(options(vocabulary=None), {**SHAPE, **shape})
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("long", ["both", "source", "target"])
def test_pairs_that_are_all_too_long_are_said_so(
    options: Options, tmp_path: Path, long: str
) -> None:
    data = tmp_path / "long.tsv"
    more = " again and again" * 5
    source, target = more * (long != "target"), more * (long != "source")
    data.write_text("".join(f"Yes{source}\tOui{target}\n" for _ in range(3)))
    with pytest.raises(DataError, match="max_positions, 12 pieces") as caught:
        train(options(train=data), {**SHAPE, "max_positions": 12})
    assert str(data) in str(caught.value)
    assert not (tmp_path / "run").exists()
    # One that fits is enough.
    with data.open("a") as file:
        file.write("Yes\tOui\n")
    assert train(options(train=data, steps=1), {**SHAPE, "max_positions": 12}).is_dir()


def test_pairs_that_sampling_makes_too_long_are_said_so(
    options: Options, tmp_path: Path, files: Path
) -> None:
    data = tmp_path / "one.tsv"
    data.write_text("\t".join(PAIRS[0]) + "\n", encoding="utf-8")
    examples = Segmenter(files / "pieces.model").encode_pairs(PAIRS[:1])
    longest = max(len(ids) for ids in examples[0])
    # All segmentations are about as likely, and nearly all have more pieces.
    sampled = {"sample_source": 1.0, "sample_target": 1.0, "sample_alpha": 1e-4}
    with pytest.raises(DataError, match=f"max_positions, {longest} pieces"):
        train(options(train=data, **sampled), {**SHAPE, "max_positions": longest})


@pytest.mark.parametrize("seed", [-1, 2**32, 2**64])
def test_a_seed_out_of_range_is_one_sentence(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    command = ["train", "--data", str(files / "train.tsv"), "--out", str(tmp_path / "run")]
    assert main([*command, "--vocabulary-size", "290", "--seed", str(seed)]) == 2
    error = capsys.readouterr().err
    assert f"seed must lie in 0 to 4294967295, not {seed}" in error
    assert len(error.splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("seed", [0, 2**32 - 1])
def test_every_seed_in_range_trains(options: Options, seed: int) -> None:
    assert train(
        options(seed=seed, vocabulary=None, vocabulary_size=290, steps=1, sample_source=0.5), SHAPE
    ).is_dir()


def test_an_average_of_more_than_is_kept_is_refused(options: Options) -> None:
    with pytest.raises(ValueError, match="average 3 is more than the 2"):
        options(average=3, keep=2)
    assert options(average=2, keep=2).average == 2


@pytest.mark.parametrize(
    ("values", "chosen"),
    [
        ({"average": 2, "ema": 0.9}, "ema"),
        ({"average": 2}, "average-2"),
        ({"average": 0}, "last"),
    ],
)
def test_weights_chosen_without_validation_data(
    options: Options, tmp_path: Path, values: dict[str, Any], chosen: str
) -> None:
    train(options(checkpoint_steps=2, **values), SHAPE)
    assert read_log(tmp_path / "run" / "log.jsonl")[-1]["weights"] == chosen


def test_bfloat16_that_is_only_emulated_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    device = torch.device("cuda")
    monkeypatch.setattr(
        torch.cuda, "is_bf16_supported", lambda including_emulation=True: including_emulation
    )
    assert resolve_precision("auto", device) is torch.float32
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation=True: True)
    assert resolve_precision("auto", device) is torch.bfloat16


# ------------------------------------------------------------------ checkpoints


@pytest.mark.parametrize("occasion", ["steps", "signal", "the last step"])
def test_weights_that_are_no_numbers_are_never_saved(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, occasion: str
) -> None:
    at = {"steps": 3, "signal": 3, "the last step": 6}[occasion]
    update = Run._update

    def poisoned(self: Run, *batch: Any) -> Any:
        values = update(self, *batch)
        if self.place.step == at:
            with torch.no_grad():
                self.parameters[-1].view(-1)[0] = float("nan")
            if occasion == "signal":
                os.kill(os.getpid(), signal.SIGINT)
        return values

    monkeypatch.setattr(Run, "_update", poisoned)
    every = {"steps": 2, "signal": 0, "the last step": 5}[occasion]
    with pytest.raises(DiaphaneError, match="diverged"):
        train(options(checkpoint_steps=every, log_steps=100), SHAPE)
    paths = checkpoint_paths(tmp_path / "run")
    assert [read_checkpoint(path)["step"] for path in paths] == {
        "steps": [2],
        "signal": [],
        "the last step": [5],
    }[occasion]
    for path in paths:
        assert all(t.isfinite().all() for t in read_checkpoint(path)["model"].values())
    assert not (tmp_path / "run" / "model").exists()


def test_a_moving_average_that_is_no_number_is_never_saved(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update = Run._update

    def poisoned(self: Run, *batch: Any) -> Any:
        values = update(self, *batch)
        assert self.average is not None
        self.average.values[0].view(-1)[0] = float("inf")
        return values

    monkeypatch.setattr(Run, "_update", poisoned)
    with pytest.raises(DiaphaneError, match="diverged"):
        train(options(ema=0.9, checkpoint_steps=2), SHAPE)
    assert not checkpoint_paths(tmp_path / "run")


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (OSError(28, "No space left on device"), OutputError),
        (RuntimeError("unexpected pos"), OutputError),
        (KeyboardInterrupt(), KeyboardInterrupt),
        (ValueError("odd"), ValueError),
    ],
)
def test_a_checkpoint_that_fails_leaves_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    raised: type[BaseException],
) -> None:
    kept = write_checkpoint(tmp_path, 1, {"model": {}, "step": 1}, keep=5)

    def failing(values: Any, file: Any) -> None:
        file.write(b"half")
        raise error

    monkeypatch.setattr(torch, "save", failing)
    with pytest.raises(raised):
        write_checkpoint(tmp_path, 2, {"model": {}, "step": 2}, keep=5)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [kept]


def test_a_file_in_place_of_the_checkpoints_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "checkpoints").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        write_checkpoint(tmp_path, 1, {"model": {}, "step": 1}, keep=5)


# ------------------------------------------------------------------ evaluation


@pytest.mark.parametrize("long", ["cats " * 70, "cats" * 100])
def test_evaluate_names_the_sentence_that_is_too_long(
    tiny_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    long: str,
) -> None:
    data = tmp_path / "test.tsv"
    data.write_text(f"I see you.\tx\nI see you.\ty\n\n{long}\tz\n")

    def never(*_: object, **__: object) -> None:
        raise AssertionError("translated")

    monkeypatch.setattr(Translator, "translate_lines", never)
    command = ["evaluate", "--model", str(tiny_folder), "--data", str(data), "--device", "cpu"]
    assert main(command) == 2
    error = capsys.readouterr().err
    assert f"{data}, the line of '{long[:20]}" in error
    assert "…'" in error
    assert "at most 64" in error
    assert "Line " not in error
    assert len(error) < len(str(data)) + 200
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_one_stack_alone_is_not_evaluated(
    tiny_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], stack: str
) -> None:
    own = load_checkpoint(tiny_folder)
    other = "decoder" if stack == "encoder" else "encoder"
    config = replace(own.config, stacks=stack, **{f"{other}_layers": 0})
    state = Transformer(config).state_dict()
    pieces = (tiny_folder / "sentencepiece.model").read_bytes()
    folder = native.save(
        tmp_path / "one", config, state, pieces, source_language="en", target_language="fr",
        name="one",
    )  # fmt: skip
    data = tmp_path / "test.tsv"
    data.write_text("I see you.\tx\n")
    assert main(["evaluate", "--model", str(folder), "--data", str(data)]) == 2
    error = capsys.readouterr().err
    assert f"one stack alone, the {stack}, and does not translate" in error
