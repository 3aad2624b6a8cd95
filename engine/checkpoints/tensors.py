"""Weights out of a file of PyTorch's world: safetensors, or a pickle that may hold nothing else."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import Tensor

from engine.checkpoints.files import brief
from engine.checkpoints.safetensors_file import read_safetensors
from engine.errors import ModelFolderError, shortage

SAFETENSORS = "model.safetensors"
PICKLED = "pytorch_model.bin"


def read_tensors(path: Path) -> dict[str, Tensor]:
    """All tensors of a file, as they lie there.

    Raises:
        ModelFolderError: it is damaged, or holds anything but tensors by name.
    """
    try:
        size = path.stat().st_size
        found = read_safetensors(path) if path.suffix == ".safetensors" else _pickled(path)
    except ModelFolderError:
        raise
    # The libraries read what they find, and raise whatever comes of it: struct.error, an
    # AssertionError, an UnpicklingError.
    except Exception as error:
        if shortage(error) is not None:
            raise
        raise ModelFolderError(
            f"{path} is damaged, or no file of weights alone ({brief(error)}); get the model "
            "folder again."
        ) from None
    if not isinstance(found, dict):
        raise ModelFolderError(f"{path} holds no tensors by name, but {type(found).__name__}.")
    tensors: dict[str, Tensor] = {}
    for name, tensor in found.items():
        if not isinstance(name, str) or not isinstance(tensor, Tensor):
            raise ModelFolderError(f"{path} holds {str(name)[:80]!r}, which is no tensor.")
        if tensor.layout != torch.strided or tensor.device.type != "cpu":
            raise ModelFolderError(f"{path}: the tensor {name!r} is not stored plainly.")
        # A view can repeat a few stored numbers without end.
        if tensor.numel() * tensor.element_size() > size:
            raise ModelFolderError(
                f"{path}: the tensor {name!r} claims more numbers than the file can hold."
            )
        tensors[name] = tensor
    return tensors


def _pickled(path: Path) -> object:
    # weights_only: the unpickler of PyTorch that can make tensors and containers, and calls
    # nothing else. What it would warn of in a damaged file, it refuses or the checks here do.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.load(str(path), map_location="cpu", weights_only=True)
