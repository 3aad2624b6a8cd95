from __future__ import annotations

import pytest
import torch

from engine.devices import resolve_device, resolve_dtype
from engine.errors import DeviceError


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
