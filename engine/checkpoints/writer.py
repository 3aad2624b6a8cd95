"""Writes a native model folder, all of it or nothing."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import torch
from safetensors.torch import save_file
from torch import Tensor

from engine.checkpoints.folder import (
    CARD,
    CONFIG,
    FILES,
    FORMAT,
    PIECES,
    VERSION,
    WEIGHTS,
    by,
    layout,
    matches,
    sha256,
)
from engine.errors import OutputError, reason_of
from engine.model.config import ModelConfig


def save(
    folder: Path | str,
    config: ModelConfig,
    state: Mapping[str, Tensor],
    sentencepiece_model: bytes | Path | str,
    *,
    source_language: str,
    target_language: str,
    name: str,
    license: str = "",
    card: str = "",
    dtype: Literal["float16", "float32"] = "float16",
    metadata: Mapping[str, Any] | None = None,
) -> Path:
    """Write a model folder, all of it or nothing.

    The folder is written under a temporary name beside its place and renamed at the end.
    A model folder that stands there already is replaced (files that are not the format's
    own are kept); any other folder with something in it is left alone.

    Args:
        folder: where; parents are made.
        config: the network's shape.
        state: as ``Transformer(config).state_dict()`` gives it.
        sentencepiece_model: the file, or its bytes.
        source_language: of what is typed, "en" for example.
        target_language: of what comes out.
        name: what the window shows.
        license: an SPDX expression or a sentence.
        card: the text of README.md.
        dtype: of the weights on disk.
        metadata: more entries for config.json, JSON-ready.

    Returns:
        The folder.

    Raises:
        OutputError: it cannot be written there, or a weight does not fit the dtype.
        ValueError: ``state`` is not a state of ``config``, or ``metadata`` uses a key
            of the format.
    """
    folder = Path(folder)
    tensors = _tensors_to_save(config, state, dtype)
    pieces = (
        sentencepiece_model
        if isinstance(sentencepiece_model, bytes)
        else Path(sentencepiece_model).read_bytes()
    )
    values: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "source_language": source_language,
        "target_language": target_language,
        "license": license,
        "model": config.to_dict(),
    }
    more = dict(metadata or {})
    taken = sorted(more.keys() & (values.keys() | {"files"}))
    if taken:
        raise ValueError(f"metadata may not have the key {taken[0]!r}, which the format uses")
    values |= more
    check_writable(folder)
    try:
        _write_and_rename(folder.resolve(), tensors, pieces, values, card)
    except OSError as error:
        raise cannot_write(folder, error) from None
    return folder


def cannot_write(folder: Path, error: OSError) -> OutputError:
    """What to say of a folder that cannot be made: the system names one that nobody knows."""
    place = _nearest(folder.absolute().parent)
    return OutputError(
        f"Nothing can be written in {place} ({reason_of(error)}); name another folder."
    )


def _nearest(folder: Path) -> Path:
    """The folder, or the innermost one around it that there is."""
    while not folder.exists():
        folder = folder.parent
    return folder


def check_writable(folder: Path | str) -> None:
    """Refuse early, before hours of training, a place that :func:`save` would refuse.

    Raises:
        OutputError: ``folder`` is a file, is not empty and no model folder, or lies where
            nothing can be written.
    """
    folder = Path(folder)
    try:
        if folder.exists() and not folder.is_dir():
            raise OutputError(f"{folder} is a file; name a folder for the model.")
        if folder.is_dir() and any(folder.iterdir()) and not matches(folder):
            raise OutputError(
                f"{folder} is not empty and no Diaphane model folder; it is left alone, "
                "name another folder."
            )
        parent = _nearest(folder.resolve().parent)
    except OSError as error:
        raise OutputError(
            f"{folder} cannot be used as a model folder: {reason_of(error)}."
        ) from None
    if not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        raise OutputError(f"Nothing can be written in {parent}; name another folder.")


def _tensors_to_save(
    config: ModelConfig, state: Mapping[str, Tensor], dtype: str
) -> dict[str, Tensor]:
    if dtype not in ("float16", "float32"):
        raise ValueError(f"dtype {dtype!r} is not one of float16, float32")
    shapes, aliases = layout(config)
    if state.keys() != shapes.keys() | aliases.keys():
        wrong = sorted(state.keys() ^ (shapes.keys() | aliases.keys()))
        raise ValueError(f"the state is not one of this config: see {wrong[0]!r}")
    tensors: dict[str, Tensor] = {}
    for name, shape in shapes.items():
        tensor = state[name].detach()
        if tuple(tensor.shape) != shape:
            raise ValueError(f"{name!r} has shape {by(tuple(tensor.shape))}, not {by(shape)}")
        tensor = tensor.to("cpu", getattr(torch, dtype)).contiguous().clone()
        if not bool(torch.isfinite(tensor).all()):
            raise OutputError(
                f"The weight {name!r} holds numbers that {dtype} cannot (NaN, infinity or too "
                "large); the training diverged, or float32 is needed."
            )
        tensors[name] = tensor
    return tensors


def _write_and_rename(
    folder: Path, tensors: dict[str, Tensor], pieces: bytes, values: dict[str, Any], card: str
) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    token = secrets.token_hex(4)
    fresh = folder.parent / f".{folder.name}.writing-{token}"
    old = folder.parent / f".{folder.name}.old-{token}"
    try:
        fresh.mkdir()
        save_file(tensors, str(fresh / WEIGHTS), metadata={"format": "pt"})
        # safetensors makes files that only their owner may read.
        (fresh / WEIGHTS).chmod(0o666 & ~_umask())
        (fresh / PIECES).write_bytes(pieces)
        (fresh / CARD).write_text(card, encoding="utf-8", newline="\n")
        values["files"] = {
            name: {
                "bytes": (fresh / name).stat().st_size,
                "sha256": sha256(fresh / name),
            }
            for name in (WEIGHTS, PIECES)
        }
        text = json.dumps(values, indent=2, ensure_ascii=False, allow_nan=False)
        (fresh / CONFIG).write_text(text + "\n", encoding="utf-8", newline="\n")
        for name in FILES:
            _sync(fresh / name)
        _sync(fresh)
        if folder.exists():
            folder.rename(old)
            try:
                fresh.rename(folder)
            except OSError:
                old.rename(folder)
                raise
            for entry in list(old.iterdir()):
                if entry.name not in FILES:
                    entry.rename(folder / entry.name)
            shutil.rmtree(old)
        else:
            fresh.rename(folder)
        _sync(folder.parent)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync(path: Path) -> None:
    """Make sure that what was written is on the disk before it gets its name."""
    if path.is_dir() and os.name == "nt":  # Windows cannot open a folder
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
