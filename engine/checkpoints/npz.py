"""The arrays of an ``.npz`` file, every number in its headers checked before it is believed."""

from __future__ import annotations

import io
import math
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.checkpoints.archive import check_expansion
from engine.errors import ModelFolderError

_KINDS = ("f2", "f4", "f8", "i1")


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All arrays by name.

    Raises:
        ModelFolderError: the file is damaged, expands beyond reason, or has an array of anything
            but floating point or bytes; nothing is ever unpickled.
    """
    try:
        with zipfile.ZipFile(path) as file:
            entries = file.infolist()
            check_expansion(path, entries)
            arrays = {
                entry.filename.removesuffix(".npy"): _array(entry.filename, file.read(entry))
                for entry in entries
            }
    except ModelFolderError:
        raise
    # The libraries read what they find, and raise whatever comes of it: a SyntaxError of a header
    # that is no Python, a TokenError, a zlib.error.
    except Exception as error:
        words = str(error).split("\n")[0].rstrip(". ")[:200]
        raise ModelFolderError(
            f"{path} is damaged, or no file of arrays ({words}); get the model folder again."
        ) from None
    if len(arrays) != len(entries):
        raise ModelFolderError(f"{path} has two arrays of one name; the file is damaged.")
    return arrays


def _array(name: str, data: bytes) -> npt.NDArray[Any]:
    stream = io.BytesIO(data)
    version = np.lib.format.read_magic(stream)
    if version == (1, 0):
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream)
    elif version == (2, 0):
        shape, fortran, dtype = np.lib.format.read_array_header_2_0(stream)
    else:
        raise ValueError(f"{name} is of version {version}")
    if dtype.newbyteorder("=").str[1:] not in _KINDS:
        raise ValueError(f"{name} has the number type {dtype}")
    count = math.prod(shape)
    body = len(data) - stream.tell()
    if any(length < 0 for length in shape) or count * dtype.itemsize != body:
        raise ValueError(f"{name} says {shape} and has {body} bytes")
    values = np.frombuffer(data, dtype=dtype, offset=stream.tell())
    return values.reshape(shape, order="F" if fortran else "C")
