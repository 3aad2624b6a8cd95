"""Choosing where the network runs and in which number type."""

from __future__ import annotations

import torch

from engine.errors import DeviceError

DEVICES = ("auto", "cpu", "cuda", "mps")
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


def resolve_device(name: str = "auto") -> torch.device:
    """``auto`` takes CUDA, else MPS, else the CPU; anything else must be there.

    Raises:
        DeviceError: the device is unknown or not on this machine.
    """
    if name == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda")
        if torch.backends.mps.is_available():
            return torch.device("mps")
        return torch.device("cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        device = None
    if device is None or device.type not in DEVICES:
        raise DeviceError(f"The device {name!r} is unknown: use one of {', '.join(DEVICES)}.")
    missing = DeviceError(f"The device {name!r} is not on this machine: use auto or cpu.")
    if device.type == "cuda":
        count = torch.cuda.device_count() if torch.cuda.is_available() else 0
        if (device.index or 0) >= count:
            raise missing
    if device.type == "mps" and not torch.backends.mps.is_available():
        raise missing
    return device


def resolve_dtype(name: str, device: torch.device) -> torch.dtype:
    """float32 anywhere; bfloat16 and float16 on a GPU.

    Raises:
        DeviceError: the number type is unknown, or a half type was asked of the CPU.
    """
    if name not in DTYPES:
        raise DeviceError(f"The number type {name!r} is unknown: use one of {', '.join(DTYPES)}.")
    if device.type == "cpu" and name != "float32":
        raise DeviceError(f"The number type {name} needs a GPU: use float32 on the CPU.")
    return DTYPES[name]
