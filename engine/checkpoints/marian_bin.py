"""The arrays of a Marian ``.bin`` file, as Firefox and Bergamot have them.

All numbers are little-endian (browsermt/marian-dev, ``src/common/binary.cpp``)::

    u64 version, u64 n
    n × {u64 name_len with NUL, u64 type, u64 ndim, u64 data_len}
    n names, each with its NUL
    n shapes, ndim × i32
    u64 pad, pad bytes
    n blobs of data_len bytes

Every count, length and offset is checked against the size of the file before it is used.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from engine.errors import ModelFolderError, reason_of

Array = npt.NDArray[Any]

VERSION: Final = 1
ENCRYPTED: Final = 2
LARGEST_FILE: Final = 8 << 30
_HEADER = struct.Struct("<4Q")
_U64 = struct.Struct("<Q")
_MOST_TENSORS = 100_000
_LONGEST_NAME = 4096
_MOST_DIMENSIONS = 8

_PLAIN: Final = {
    0x101: "i1", 0x102: "<i2", 0x104: "<i4", 0x108: "<i8", 0x204: "<u4",
    0x402: "<f2", 0x404: "<f4", 0x408: "<f8",
}  # fmt: skip
_INTGEMM8: Final = (0x4101, 0x10001)
"""Eight-bit matrices for any processor: browsermt's number, and marian-nmt's."""
_UNSUPPORTED: Final = {0x4102: "intgemm16", 0x10002: "intgemm16"}
_PACKED: Final = 0x800


@dataclass(frozen=True)
class _Entry:
    name: str
    type: int
    shape: tuple[int, ...]
    begin: int
    end: int


class _Reader:
    """Walks over the file's bytes and never past their end."""

    def __init__(self, path: Path, data: memoryview) -> None:
        self._path, self._data, self.place = path, data, 0

    def damaged(self, what: str) -> ModelFolderError:
        return ModelFolderError(
            f"{self._path} is damaged, or no Marian model file ({what}); get the model folder "
            "again."
        )

    def take(self, length: int, what: str) -> memoryview:
        """The next ``length`` bytes."""
        if length > len(self._data) - self.place:
            raise self.damaged(f"it ends in {what}")
        self.place += length
        return self._data[self.place - length : self.place]

    def number(self, what: str) -> int:
        """The next u64."""
        value: int = _U64.unpack(self.take(_U64.size, what))[0]
        return value


def read_bin(path: Path) -> dict[str, Array]:
    """All arrays by name, in Marian's own layout: matrices [in, out], embeddings [V, d].

    Eight-bit matrices come as the float32 numbers they stand for, ``q / multiplier``.

    Raises:
        ModelFolderError: the file is damaged, encrypted, of another version, or has a tensor of
            a type that is not implemented; the message names the tensor and its type.
    """
    return read_bin_and_types(path)[0]


def read_bin_and_types(path: Path) -> tuple[dict[str, Array], dict[str, str]]:
    """The arrays of :func:`read_bin`, and by name as what each lies there: ``int8``, ``float32``.

    Raises:
        ModelFolderError: as :func:`read_bin`.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise ModelFolderError(f"{path} has {size:,} bytes, more than any model of this kind.")
        data = path.read_bytes()
    except (OSError, MemoryError) as error:
        raise ModelFolderError(f"{path} cannot be read: {reason_of(error)}.") from None
    reader = _Reader(path, memoryview(data))
    arrays: dict[str, Array] = {}
    types: dict[str, str] = {}
    for entry in _entries(reader, path):
        if entry.name in arrays:
            raise reader.damaged(f"two tensors have the name {entry.name!r}")
        array = arrays[entry.name] = _array(reader, entry, data)
        types[entry.name] = "int8" if entry.type in _INTGEMM8 else array.dtype.name
    return arrays, types


def _entries(reader: _Reader, path: Path) -> Iterator[_Entry]:
    version = reader.number("its version")
    if version == ENCRYPTED:
        raise ModelFolderError(
            f"{path} is encrypted (version {ENCRYPTED} of Marian's format) and cannot be opened."
        )
    if version != VERSION:
        raise reader.damaged(f"its version is {version}, not {VERSION}")
    count = reader.number("the number of tensors")
    if count > _MOST_TENSORS:
        raise reader.damaged(f"it claims {count:,} tensors")
    headers = [_HEADER.unpack(reader.take(_HEADER.size, "its headers")) for _ in range(count)]
    names = [_name(reader, header[0]) for header in headers]
    shapes = []
    for name, header in zip(names, headers, strict=True):
        if header[2] > _MOST_DIMENSIONS:
            raise reader.damaged(f"{name!r} claims {header[2]} dimensions")
        shape = struct.unpack(
            f"<{header[2]}i", reader.take(4 * header[2], f"the shape of {name!r}")
        )
        if any(length < 0 for length in shape):
            raise reader.damaged(f"{name!r} has the shape {shape}")
        shapes.append(shape)
    reader.take(reader.number("its padding"), "its padding")
    for name, header, shape in zip(names, headers, shapes, strict=True):
        begin = reader.place
        reader.take(header[3], f"the numbers of {name!r}")
        yield _Entry(name, header[1], shape, begin, reader.place)


def _name(reader: _Reader, length: int) -> str:
    if not 0 < length <= _LONGEST_NAME:
        raise reader.damaged(f"a name has {length:,} bytes")
    name = bytes(reader.take(length, "its names"))
    if name[-1] != 0 or 0 in name[:-1]:
        raise reader.damaged("a name does not end where it should")
    try:
        return name[:-1].decode()
    except UnicodeDecodeError:
        raise reader.damaged("a name is no text") from None


def _array(reader: _Reader, entry: _Entry, data: bytes) -> Array:
    # Blobs are padded, so that their length says no more than "at least".
    count, room = math.prod(entry.shape), entry.end - entry.begin
    if entry.type in _PLAIN:
        kind = np.dtype(_PLAIN[entry.type])
        if count * kind.itemsize > room:
            raise reader.damaged(f"{entry.name!r} is {entry.shape} and has {room:,} bytes")
        return np.frombuffer(data, kind, count, entry.begin).reshape(entry.shape)
    if entry.type in _INTGEMM8:
        return _dequantised(reader, entry, data, count, room)
    kind_name = _UNSUPPORTED.get(entry.type, "packed" if entry.type & _PACKED else "")
    told = f" ({kind_name})" if kind_name else ""
    raise ModelFolderError(
        f"The tensor {entry.name!r} has the number type 0x{entry.type:x}{told}, which is not "
        "implemented; Diaphane reads float and intgemm8 models. Get the model in one of these."
    )


def _dequantised(reader: _Reader, entry: _Entry, data: bytes, count: int, room: int) -> Array:
    if len(entry.shape) != 2 or count + 4 > room:
        raise reader.damaged(f"{entry.name!r} is {entry.shape} and has {room:,} bytes")
    quantised = np.frombuffer(data, np.int8, count, entry.begin)
    multiplier = np.frombuffer(data, "<f4", 1, entry.begin + count)[0]
    # The smallest numbers would make weights without end of the others.
    if not np.isfinite(multiplier) or multiplier < 1e-30:
        raise reader.damaged(f"{entry.name!r} is quantised with {multiplier}")
    values: Array = quantised.astype(np.float32) / multiplier
    rows, columns = entry.shape
    if "Wemb" in entry.name:
        return values.reshape(rows, columns)
    # All but embeddings lie transposed, as the product reads them.
    return values.reshape(columns, rows).T
