"""Checkpoints of a run: written atomically, read back exactly, averaged."""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from engine.errors import DataError, OutputError

FOLDER = "checkpoints"
_PREFIX, _SUFFIX = "step-", ".pt"


def checkpoint_paths(run: Path) -> list[Path]:
    """The run's checkpoints, oldest first."""
    return sorted((run / FOLDER).glob(f"{_PREFIX}*{_SUFFIX}"), key=lambda path: step_of(path))


def step_of(path: Path) -> int:
    """The step a checkpoint was written after; -1 if the name has none."""
    digits = path.name.removeprefix(_PREFIX).removesuffix(_SUFFIX)
    return int(digits) if digits.isdigit() else -1


def write_checkpoint(run: Path, step: int, values: dict[str, Any], keep: int) -> Path:
    """Write ``values`` under the step's name, then delete all but the newest ``keep``.

    Raises:
        OutputError: nothing can be written there; no partial file stays.
    """
    folder = run / FOLDER
    path = folder / f"{_PREFIX}{step:07d}{_SUFFIX}"
    temporary = folder / f"{path.name}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            torch.save(values, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException as error:  # Ctrl-C too
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError | RuntimeError):
            raise
        raise OutputError(
            f"The checkpoint {path} cannot be written ({error}); "
            "free some space or choose another --out."
        ) from None
    for old in checkpoint_paths(run)[: -max(1, keep)]:
        old.unlink(missing_ok=True)
    return path


def read_checkpoint(path: Path) -> dict[str, Any]:
    """The values given to :func:`write_checkpoint`; nothing in the file is executed.

    Raises:
        DataError: the file is missing or damaged.
    """
    try:
        values: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise DataError(f"There is no checkpoint {path}.") from None
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError, ValueError, KeyError):
        raise DataError(
            f"The checkpoint {path} is damaged; delete it to go on from the one before."
        ) from None
    if not isinstance(values, dict) or "model" not in values or "step" not in values:
        raise DataError(f"{path} is not a checkpoint of this program.")
    return values


def average_checkpoints(paths: Sequence[Path]) -> dict[str, Tensor]:
    """The mean of the checkpoints' weights, summed in float64.

    Raises:
        DataError: there is none, or their tensors differ in name or shape.
    """
    total: dict[str, Tensor] = {}
    for path in paths:
        state: dict[str, Tensor] = read_checkpoint(path)["model"]
        if not total:
            total = {name: tensor.double() for name, tensor in state.items()}
            continue
        if {name: tensor.shape for name, tensor in state.items()} != {
            name: tensor.shape for name, tensor in total.items()
        }:
            raise DataError(f"{path} holds a network of another shape than {paths[0]}.")
        for name, tensor in state.items():
            total[name] += tensor.double()
    if not total:
        raise DataError("There is no checkpoint to average.")
    return {name: (tensor / len(paths)).float() for name, tensor in total.items()}


def random_state() -> dict[str, Any]:
    """The state of every random generator of this process, in plain types."""
    kind, keys, position, has_gauss, gauss = np.random.get_state(legacy=True)
    version, internal, following = random.getstate()
    return {
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state() if torch.cuda.is_available() else None,
        "python": [version, list(internal), following],
        "numpy": [str(kind), [int(key) for key in keys], position, has_gauss, gauss],
    }


def restore_random_state(state: dict[str, Any]) -> None:
    """The inverse of :func:`random_state`."""
    torch.set_rng_state(state["torch"])
    if state["cuda"] is not None and torch.cuda.is_available():
        torch.cuda.set_rng_state(state["cuda"])
    version, internal, following = state["python"]
    random.setstate((version, tuple(internal), following))
    kind, keys, position, has_gauss, gauss = state["numpy"]
    np.random.set_state((kind, np.array(keys, dtype=np.uint32), position, has_gauss, gauss))
