"""Marian ``.bin`` files made for tests, by the layout alone."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
INTGEMM8 = 0x4101
_TYPES = {"i1": 0x101, "i2": 0x102, "i4": 0x104, "i8": 0x108, "u4": 0x204,
          "f2": 0x402, "f4": 0x404, "f8": 0x408}  # fmt: skip


def quantised(name: str, values: Array, multiplier: float) -> tuple[tuple[int, ...], bytes, Array]:
    """A matrix [in, out] in eight bits: its shape, its blob, and the numbers that it stands for."""
    whole = np.clip(np.rint(values * multiplier), -127, 127).astype(np.int8)
    laid = whole if "Wemb" in name else whole.T
    blob = np.ascontiguousarray(laid).tobytes() + np.float32(multiplier).tobytes()
    return values.shape, blob, whole.astype(np.float32) / np.float32(multiplier)


def bin_bytes(
    tensors: Mapping[str, Array | tuple[int, tuple[int, ...], bytes]], version: int = 1
) -> bytes:
    """The file's bytes; a tensor is an array, or its type code, shape and blob."""
    entries = []
    for name, value in tensors.items():
        if isinstance(value, np.ndarray):
            kind = _TYPES[value.dtype.newbyteorder("=").str[1:]]
            entries.append((name, kind, value.shape, np.ascontiguousarray(value).tobytes()))
        else:
            entries.append((name, *value))
    padded = [blob + b"\0" * (-len(blob) % 256) for *_, blob in entries]
    head = struct.pack("<QQ", version, len(entries))
    for (name, kind, shape, _), blob in zip(entries, padded, strict=True):
        head += struct.pack("<4Q", len(name.encode()) + 1, kind, len(shape), len(blob))
    head += b"".join(name.encode() + b"\0" for name, *_ in entries)
    for _, _, shape, _ in entries:
        head += struct.pack(f"<{len(shape)}i", *shape)
    pad = -(len(head) + 8) % 256
    return head + struct.pack("<Q", pad) + b"\0" * pad + b"".join(padded)


def write_bin(path: Path, tensors: Mapping[str, Any], version: int = 1) -> Path:
    """The same as a file."""
    path.write_bytes(bin_bytes(tensors, version))
    return path
