"""Reading the files of a model folder, none of which is trusted."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeGuard

import torch
from torch import Tensor

from engine.errors import ModelFolderError

FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
LARGEST_VOCABULARY = 64 << 20
"""Bytes of a vocabulary file; a million spellings fit."""
# The beginning of a pair's first half and of its second.
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
LARGEST_SENTENCEPIECE = 64 << 20


def read_bytes(path: Path, limit: int) -> bytes:
    """All of a file that has at most ``limit`` bytes.

    Raises:
        ModelFolderError: it is missing, larger, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            # As much memory as is asked for is taken at once; a file that grows meanwhile
            # shows by the byte more.
            size = os.fstat(file.fileno()).st_size
            data = file.read(min(limit, size) + 1)
    except FileNotFoundError:
        raise ModelFolderError(
            f"{path} is missing; the model folder is incomplete, get it again."
        ) from None
    except OSError as error:
        raise ModelFolderError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > limit:
        raise ModelFolderError(f"{path} is larger than {limit:,} bytes; it cannot be genuine.")
    return data


def read_table(path: Path, limit: int) -> dict[str, Any]:
    """A JSON object.

    Raises:
        ModelFolderError: as :func:`read_bytes`, or it is no JSON object.
    """
    try:
        values = _parsed(read_bytes(path, limit))
    except (ValueError, RecursionError) as error:
        raise ModelFolderError(
            f"{path} is not valid JSON ({error}); the model folder is damaged, get it again."
        ) from None
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path} is no JSON object; the model folder is damaged.")
    return values


def _parsed(data: bytes) -> Any:
    """The value of a JSON file, all texts of which can be printed.

    Raises:
        ValueError: it is none, or has half of a UTF-16 pair, which JSON can spell and nothing
            can write.
        RecursionError: it is nested too deeply.
    """
    text = data.decode(json.detect_encoding(data))
    values = json.loads(text)
    if _HALF_PAIR.search(text):
        json.dumps(values, ensure_ascii=False).encode()
    return values


def is_int(value: object) -> TypeGuard[int]:
    """Whether a value of JSON is a whole number; ``true`` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def finite(path: Path, name: str, tensor: Tensor) -> Tensor:
    """The tensor in float32.

    Raises:
        ModelFolderError: it holds no floating point, or numbers that are not finite.
    """
    if tensor.dtype not in FLOATS:
        raise ModelFolderError(
            f"{path}: the tensor {name!r} has the number type "
            f"{dtype_name(tensor.dtype)}; only floating point is understood."
        )
    numbers = tensor.to(torch.float32)
    # The smallest and the largest say it too, in a fifth of the time; NaN passes into both.
    if numbers.numel() and not all(math.isfinite(end) for end in torch.aminmax(numbers)):
        raise ModelFolderError(
            f"{path}: the tensor {name!r} holds numbers that are not finite "
            "(NaN or infinity); the file is damaged or its training diverged."
        )
    return numbers


def brief(error: Exception) -> str:
    """A library's own words without the stack trace that some append."""
    return str(error).strip().split("\n")[0].rstrip(". ") or type(error).__name__


def shown(value: object) -> str:
    """A value out of a file as a message quotes it: at most a line of it."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def and_more(names: list[str]) -> str:
    """How many names there are beside the first, for the end of a message."""
    return f" (and {len(names) - 1} more)" if len(names) > 1 else ""


def dtype_name(dtype: torch.dtype) -> str:
    """``float16`` of ``torch.float16``."""
    return str(dtype).removeprefix("torch.")


def dtype_names(tensors: Iterable[Tensor]) -> str:
    """The number types of weights, for a reader."""
    return "/".join(sorted({dtype_name(tensor.dtype) for tensor in tensors}))
