"""A model's files are changed, cut off or deleted: while it is in use, and while it is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from engine.checkpoints import native
from engine.checkpoints.detect import load_checkpoint
from engine.checkpoints.safetensors_file import read_safetensors
from engine.checkpoints.tensors import read_tensors
from engine.errors import ModelFolderError
from engine.translator import Translator

ROOT = Path(__file__).resolve().parents[3]
WEIGHTS = "model.safetensors"


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_folder, tmp_path / "model"))


def cut_off(path: Path) -> None:
    os.truncate(path, 100)


def write_over(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.write(b"\x7f" * size)


def delete(path: Path) -> None:
    path.unlink()


CHANGES: list[Callable[[Path], None]] = [cut_off, write_over, delete]


@pytest.mark.parametrize("change", CHANGES)
def test_a_model_in_use_is_in_memory(folder: Path, change: Callable[[Path], None]) -> None:
    """Nothing of it is the file: it would end the process, or change the translation."""
    translator = Translator.load(folder)
    before = translator.translate("I love cats.")
    for name in (WEIGHTS, "sentencepiece.model", "config.json"):
        change(folder / name)
    assert translator.translate("I love cats.") == before
    # Nothing that was kept from the first time is all that was looked at.
    fresh = Translator(translator.model, translator.vocabulary, translator.info)
    assert fresh.translate("I love cats.") == before


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs a list of what is mapped")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_no_file_of_weights_stays_mapped(tmp_path: Path, dtype: torch.dtype) -> None:
    path = tmp_path / "mapped.safetensors"
    save_file({"a": torch.ones(50_000, dtype=dtype), "b": torch.zeros(3, 7, dtype=dtype)}, path)
    tensors = read_tensors(path)
    assert path.name not in Path("/proc/self/maps").read_text()
    assert tensors["a"].shape == (50_000,) and tensors["b"].shape == (3, 7)


@pytest.mark.parametrize(
    "dtype",
    [
        torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.float8_e4m3fn,
        torch.float8_e5m2, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8,
        torch.bool,
    ],
)  # fmt: skip
def test_what_is_read_is_what_the_library_reads(tmp_path: Path, dtype: torch.dtype) -> None:
    from safetensors.torch import load_file

    numbers = torch.randint(0, 2 if dtype is torch.bool else 100, (4, 6))
    shapes = {"matrix": (4, 6), "vector": (24,), "scalar": (), "nothing": (0, 3)}
    state = {
        name: numbers.flatten()[: torch.Size(shape).numel()].reshape(shape).to(dtype).clone()
        for name, shape in shapes.items()
    }
    save_file(state, tmp_path / "x.safetensors", metadata={"format": "pt"})
    found, expected = (
        read_safetensors(tmp_path / "x.safetensors"),
        load_file(tmp_path / "x.safetensors"),
    )
    assert found.keys() == expected.keys() == shapes.keys()
    for name, tensor in expected.items():
        assert found[name].dtype == dtype and found[name].shape == tensor.shape
        assert torch.equal(found[name].view(torch.uint8) if tensor.dim() else found[name],
                           tensor.view(torch.uint8) if tensor.dim() else tensor)  # fmt: skip


def test_another_number_type_is_named(tmp_path: Path) -> None:
    save_file({"a": torch.ones(3, dtype=torch.complex64)}, tmp_path / "x.safetensors")
    with pytest.raises(ModelFolderError, match="number type C64"):
        read_tensors(tmp_path / "x.safetensors")


@pytest.mark.parametrize("change", [cut_off, delete])
def test_weights_that_shrink_between_check_and_reading(
    folder: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    path = folder / WEIGHTS
    opening = Path.open

    def late(self: Path, *arguments: object, **names: object) -> object:
        if self == path:
            change(path)
        return opening(self, *arguments, **names)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", late)
    with pytest.raises(ModelFolderError):
        read_tensors(path)


@pytest.mark.parametrize("name", [WEIGHTS, "sentencepiece.model", "config.json"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_folder_that_changes_while_it_is_read_is_not_taken_half(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, change: Callable[[Path], None]
) -> None:
    reading = native._read_weights

    def meanwhile(path: Path, config: object) -> object:
        state = reading(path, config)  # type: ignore[arg-type]
        change(folder / name)
        return state

    monkeypatch.setattr(native, "_read_weights", meanwhile)
    with pytest.raises(ModelFolderError, match="has changed while it was read: wait") as error:
        load_checkpoint(folder)
    assert name in str(error.value)


def test_a_folder_that_vanishes_while_it_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = native._read_vocabulary

    def meanwhile(path: Path, config: object) -> object:
        shutil.rmtree(folder)
        return reading(path, config)  # type: ignore[arg-type]

    monkeypatch.setattr(native, "_read_vocabulary", meanwhile)
    with pytest.raises(ModelFolderError, match="has changed while it was read"):
        load_checkpoint(folder)


def test_what_is_written_beside_a_model_does_not_matter(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = native._read_vocabulary

    def meanwhile(path: Path, config: object) -> object:
        (folder / "notes.txt").write_text("mine")
        return reading(path, config)  # type: ignore[arg-type]

    monkeypatch.setattr(native, "_read_vocabulary", meanwhile)
    load_checkpoint(folder)


def test_a_process_survives_that_its_model_is_cut_off(tmp_path: Path, tiny_pieces: bytes) -> None:
    """Where the file is mapped, this is a bus error, which nothing in the process can catch."""
    code = """
        import os, sys
        from pathlib import Path
        import torch
        from safetensors.torch import save_file
        from engine.checkpoints.tensors import read_tensors
        path = Path(sys.argv[1])
        save_file({"a": torch.arange(100_000.0)}, path)
        tensor = read_tensors(path)["a"]
        os.truncate(path, 100)
        print(float(tensor.sum()) == float(torch.arange(100_000.0).sum()))
    """
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(tmp_path / "x.safetensors")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stdout) == (0, "True\n"), result.stderr


@pytest.mark.parametrize("reader", ["tensors", "native"])
def test_full_memory_is_not_taken_for_a_damaged_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    full = RuntimeError("[enforce fail at x.cpp:1] DefaultCPUAllocator: can't allocate memory")

    def cannot(_: Path) -> dict[str, torch.Tensor]:
        raise full

    monkeypatch.setattr(f"engine.checkpoints.{reader}.read_safetensors", cannot)
    with pytest.raises(RuntimeError) as error:
        read_tensors(folder / WEIGHTS) if reader == "tensors" else load_checkpoint(folder)
    assert error.value is full
