"""What the machine ran out of, told by the errors that libraries raise."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch

from engine.__main__ import main
from engine.errors import DiaphaneError, shortage
from engine.translator import Translator

GPU_FULL = torch.OutOfMemoryError(
    "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 139 GiB"
)
GPU_GONE = torch.AcceleratorError("CUDA error: unspecified launch failure\nCUDA kernel errors …")


def real(make: object) -> BaseException:
    try:
        make()  # type: ignore[operator]
    except BaseException as error:
        return error
    pytest.skip("this machine has that much memory")


@pytest.mark.parametrize(
    ("error", "lacking"),
    [
        (MemoryError(), "memory"),
        (GPU_FULL, "device memory"),
        (torch.AcceleratorError("CUDA error: out of memory\nCUDA kernel …"), "device memory"),
        (RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling …"), "device memory"),
        (RuntimeError("MPS backend out of memory (MPS allocated: 8 GB)"), "device memory"),
        (GPU_GONE, "device"),
        (torch.AcceleratorError("CUDA error: the GPU has fallen off the bus"), "device"),
        (RuntimeError("CUDA error: device-side assert triggered"), "device"),
        (RuntimeError("mat1 and mat2 shapes cannot be multiplied"), None),
        (ValueError("out of memory"), None),
        (DiaphaneError("CUDA error: made up"), None),
        (KeyError("x"), None),
    ],
)
def test_what_is_lacking(error: BaseException, lacking: str | None) -> None:
    assert shortage(error) == lacking


def test_the_errors_that_this_pytorch_really_raises_are_known() -> None:
    # More than any address space has.
    assert shortage(real(lambda: torch.empty(1 << 47, dtype=torch.float64))) == "memory"
    assert shortage(real(lambda: np.empty(1 << 55, dtype=np.float64))) == "memory"
    assert shortage(real(lambda: bytearray(1 << 62))) == "memory"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (GPU_FULL, ["not enough memory for 'translate'", "--device"]),
        (GPU_GONE, ["stopped working in the middle", "unspecified launch failure", "--device cpu"]),
    ],
    ids=["full", "gone"],
)
def test_the_commands_say_so_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tiny_folder: object,
    error: Exception,
    words: list[str],
) -> None:
    def lines(*_: object, **__: object) -> Iterator[str]:
        raise error

    monkeypatch.setattr(Translator, "translate_lines", lines)
    assert main(["translate", "--model", str(tiny_folder), "I love cats."]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and all(word in told for word in words), told
