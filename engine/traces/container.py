"""The container of a trace file: safetensors, with a checksum over every byte.

safetensors (https://github.com/huggingface/safetensors) is eight bytes of header length, a
JSON header, and the numbers; reading it executes nothing. Its metadata holds ``format``,
``version`` and ``sha256``. The checksum is of the whole file as it would be with 64 zeros in
the checksum's own place.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import safetensors.numpy
from safetensors import SafetensorError

from engine.errors import TraceFileError
from engine.traces.atomic import replacing

FORMAT = "diaphane-trace"
VERSION = 1

_LENGTH = 8  # bytes that say how long the header is
_LARGEST_HEADER = 100_000_000  # safetensors' own limit
_UNKNOWN = "0" * 64

Arrays = dict[str, npt.NDArray[Any]]


def write(path: Path | str, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write named arrays, all of them or nothing.

    Raises:
        OutputError: they cannot be written there.
    """
    metadata = {"format": FORMAT, "version": str(VERSION), "sha256": _UNKNOWN}
    data = memoryview(safetensors.numpy.save(dict(arrays), metadata))
    end = _LENGTH + int.from_bytes(data[:_LENGTH], "little")
    # The library puts metadata in any order; the same trace should give the same file.
    values = {**json.loads(bytes(data[_LENGTH:end])), "__metadata__": metadata}
    header = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    head = bytes(data[:_LENGTH]) + header.ljust(end - _LENGTH)
    assert len(head) == end
    checksum = hashlib.sha256(head)
    checksum.update(data[end:])
    with replacing(path) as file:
        file.write(head.replace(_place_of(_UNKNOWN), _place_of(checksum.hexdigest())))
        file.write(data[end:])


def read(path: Path | str) -> Arrays:
    """The arrays of a file that :func:`write` has made, or one that is as well made.

    Raises:
        TraceFileError: the file is missing, is no trace, is damaged or cut off, or is of a
            newer version; the message names it.
    """
    path = Path(path)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise TraceFileError(f"{path} is a folder; name a trace file.")
        if not stat.S_ISREG(mode):
            raise TraceFileError(f"{path} is no plain file; name a trace file.")
        with path.open("rb") as file:
            header = _read_header(path, file)
            at = _identify(path, header)
            # All of it is in memory before it is looked at: a mapped file that somebody
            # shortens meanwhile ends the process.
            file.seek(0)
            data = file.read()
    except FileNotFoundError:
        raise TraceFileError(f"There is no trace file {path}; check its name.") from None
    except (OSError, ValueError) as error:  # a NUL in the name
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise TraceFileError(f"{path} cannot be read: {reason}.") from None
    _verify(path, data, at)
    try:
        return dict(safetensors.numpy.load(data))
    except (SafetensorError, KeyError, ValueError, TypeError, OverflowError):
        raise malformed(path, "its arrays cannot be read") from None


def malformed(path: Path | str, detail: str) -> TraceFileError:
    """The error for a file whose checksum is right, but whose content is not."""
    return TraceFileError(
        f"{path} is not a trace as Diaphane makes them ({detail}); make the trace again."
    )


def _read_header(path: Path, file: BinaryIO) -> bytes:
    size = os.fstat(file.fileno()).st_size
    length = int.from_bytes(file.read(_LENGTH), "little")
    if size < _LENGTH or length > min(size - _LENGTH, _LARGEST_HEADER):
        raise TraceFileError(
            f"{path} is no Diaphane trace, or only the beginning of one; name another file."
        )
    return file.read(length)


def _identify(path: Path, header: bytes) -> int:
    """Check who has made the file; where in it the checksum's digits begin."""
    try:
        values = json.loads(header)
    except (ValueError, RecursionError):
        raise TraceFileError(
            f"{path} is no Diaphane trace, or is damaged; name another file or make it again."
        ) from None
    metadata = values.get("__metadata__") if isinstance(values, dict) else None
    if not isinstance(metadata, dict) or metadata.get("format") != FORMAT:
        raise TraceFileError(f"{path} is no Diaphane trace; name another file.")
    version = metadata.get("version")
    if not isinstance(version, str) or not re.fullmatch("[1-9][0-9]{0,8}", version):
        raise _damaged(path)
    if int(version) > VERSION:
        raise TraceFileError(
            f"{path} was made by a newer Diaphane (its format is version {version}, and this "
            f"one reads up to version {VERSION}); update Diaphane to open it."
        )
    checksum = metadata.get("sha256")
    if not isinstance(checksum, str) or not re.fullmatch("[0-9a-f]{64}", checksum):
        raise _damaged(path)
    # Inside a JSON string each of its quotation marks would have a backslash.
    place = _place_of(checksum)
    if header.count(place) != 1:
        raise _damaged(path)
    return _LENGTH + header.index(place) + len('"sha256":"')


def _place_of(checksum: str) -> bytes:
    return f'"sha256":"{checksum}"'.encode("ascii")


def _verify(path: Path, data: bytes, at: int) -> None:
    view = memoryview(data)
    end = at + len(_UNKNOWN)
    digest = hashlib.sha256(view[:at])
    digest.update(_UNKNOWN.encode("ascii"))
    digest.update(view[end:])
    if digest.hexdigest().encode("ascii") != bytes(view[at:end]):
        raise _damaged(path)


def _damaged(path: Path) -> TraceFileError:
    return TraceFileError(
        f"{path} is damaged or cut off (its checksum is wrong); copy it again from where it "
        "came, or make the trace again."
    )


def bytes_array(data: bytes) -> npt.NDArray[np.uint8]:
    """Bytes as an array, [length]."""
    return np.frombuffer(data, dtype=np.uint8)
