"""The tensors of a safetensors file, in memory of their own.

The library maps the file: its tensors are the file. Who writes over it then changes the network
that is in use, and who shortens it ends the process with a bus error. So only the library's check
of the header is used here, and the numbers are read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import torch
from safetensors import safe_open
from torch import Tensor

from engine.errors import ModelFolderError

_DTYPES: Final = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "F8_E4M3": torch.float8_e4m3fn,
    "F8_E5M2": torch.float8_e5m2,
    "I64": torch.int64,
    "I32": torch.int32,
    "I16": torch.int16,
    "I8": torch.int8,
    "U8": torch.uint8,
    "BOOL": torch.bool,
}


def read_safetensors(path: Path) -> dict[str, Tensor]:
    """All tensors of a file, which may be changed or deleted from then on.

    Raises:
        ModelFolderError: it has changed since its header was checked, or has numbers of a type
            that no network is made of.
        Exception: the library's own, if the file is no safetensors file.
    """
    with safe_open(str(path), framework="pt", device="cpu") as file:
        names = list(file.keys())
    with path.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        try:
            header: dict[str, Any] = json.loads(stream.read(length))
            entries = {name: header[name] for name in names}
        except (ValueError, KeyError):
            raise changed(path) from None
        tensors: dict[str, Tensor] = {}
        for name, entry in entries.items():
            if entry["dtype"] not in _DTYPES:
                raise ModelFolderError(
                    f"{path}: the tensor {name!r} has the number type {entry['dtype']}, which is "
                    "not understood; get the model in another one."
                )
            begin, end = entry["data_offsets"]
            data = torch.empty(end - begin, dtype=torch.uint8)
            stream.seek(8 + length + begin)
            if stream.readinto(data.numpy().data) != end - begin:
                raise changed(path)
            tensors[name] = data.view(_DTYPES[entry["dtype"]]).reshape(entry["shape"])
    return tensors


def changed(path: Path) -> ModelFolderError:
    """What is said of a file or folder that somebody writes to at the moment."""
    return ModelFolderError(
        f"{path} has changed while it was read: wait until what writes there is done, then open "
        "the model again."
    )
