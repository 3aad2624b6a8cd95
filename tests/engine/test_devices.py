from __future__ import annotations

from pathlib import Path

import pytest
import torch

from engine.__main__ import main
from engine.devices import resolve_device, resolve_dtype
from engine.errors import DeviceError
from engine.translator import Translator


@pytest.mark.parametrize(
    ("cuda", "mps", "expected"),
    [(True, True, "cuda"), (False, True, "mps"), (False, False, "cpu")],
)
def test_auto_takes_cuda_else_mps_else_cpu(monkeypatch, cuda, mps, expected) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert resolve_device("auto").type == expected


@pytest.mark.parametrize("name", ["cuda", "cuda:0", "mps"])
def test_a_device_that_is_not_there_is_named(monkeypatch, name) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(DeviceError, match=f"'{name}' is not on this machine"):
        resolve_device(name)


def test_it_is_named_before_anything_is_read(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tiny_folder: Path,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    read: list[object] = []
    monkeypatch.setattr("engine.translator.load_checkpoint", read.append)
    with pytest.raises(DeviceError, match="'cuda' is not on this machine: use auto or cpu"):
        Translator.load(tiny_folder, device="cuda", report=read.append)
    data = tmp_path / "data.tsv"
    data.write_text("I love cats.\tJ'aime les chats.\n")
    asked = ["--model", str(tiny_folder), "--device", "cuda"]
    for command in (
        ["translate", *asked, "I love cats."],
        ["trace", *asked, "-o", str(tmp_path / "a.trace"), "I love cats."],
        ["evaluate", *asked, "--data", str(data)],
    ):
        assert main(command) == 2
        assert "'cuda' is not on this machine" in capsys.readouterr().err
    assert read == [] and list(tmp_path.iterdir()) == [data]


def test_a_gpu_number_beyond_the_last_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    assert resolve_device("cuda:1").index == 1
    with pytest.raises(DeviceError, match="cuda:2"):
        resolve_device("cuda:2")


@pytest.mark.parametrize("name", ["gpu", "", "meta", "cuda:x", "tpu"])
def test_an_unknown_device_lists_the_known_ones(name) -> None:
    with pytest.raises(DeviceError, match="auto, cpu, cuda, mps"):
        resolve_device(name)


def test_half_precision_is_for_gpus() -> None:
    cpu, cuda = torch.device("cpu"), torch.device("cuda")
    assert resolve_dtype("float32", cpu) is torch.float32
    assert resolve_dtype("bfloat16", cuda) is torch.bfloat16
    with pytest.raises(DeviceError, match="float16 needs a GPU"):
        resolve_dtype("float16", cpu)
    with pytest.raises(DeviceError, match="'int8' is unknown"):
        resolve_dtype("int8", cuda)
