"""Trace files with something wrong behind a checksum that is right."""

from __future__ import annotations

import hashlib
import json
import struct

import numpy as np
import safetensors.numpy

from tests.fuzz.choices import Choices
from tests.fuzz.containers import edit_safetensors
from tests.fuzz.edits import edit_bytes, edit_json

_ZEROS = "0" * 64


def edit_trace(data: bytes, choices: Choices) -> bytes:
    """The events, the arrays, the container, or any bytes changed."""
    kind = choices.below(8)
    if kind == 0:
        return edit_bytes(data, choices)
    if kind <= 2:
        return sealed(edit_safetensors(data, choices))
    arrays = dict(safetensors.numpy.load(data))
    if kind == 3:
        name = choices.pick(sorted(arrays))
        array = arrays[name]
        how = choices.below(6)
        if how == 0:
            del arrays[name]
        elif how == 1:
            arrays[name] = array[: choices.below(len(array) + 1)]
        elif how == 2:
            arrays[name] = array.astype(choices.pick(["f8", "f2", "i4", "u1", "f4"]))
        elif how == 3:
            arrays[choices.pick([f"{name}x", *sorted(arrays)])] = arrays.pop(name)
        elif how == 4:
            arrays[name] = array.reshape(1, -1)
        elif array.dtype.kind == "f" and array.size:
            changed = array.copy()
            real = max(-3e38, min(3e38, choices.real()))
            changed[choices.below(array.size)] = choices.pick([real, np.nan, np.inf])
            arrays[name] = changed
    else:
        events = arrays["events"].tobytes()
        for _ in range(1 + choices.below(3)):
            events = edit_json(events, choices)
        arrays["events"] = np.frombuffer(events, np.uint8)
    metadata = {"format": "diaphane-trace", "version": "1", "sha256": _ZEROS}
    return sealed(safetensors.numpy.save(arrays, metadata))


def sealed(data: bytes) -> bytes:
    """A container with the checksum that it should have, if it has the place for one."""
    if len(data) < 8:
        return data
    end = 8 + int.from_bytes(data[:8], "little")
    try:
        header = json.loads(data[8:end])
        header["__metadata__"]["sha256"] = _ZEROS
        text = json.dumps(header, separators=(",", ":")).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        return data
    blank = struct.pack("<Q", len(text)) + text + data[end:]
    place = f'"sha256":"{_ZEROS}"'.encode()
    checksum = hashlib.sha256(blank).hexdigest()
    return blank.replace(place, f'"sha256":"{checksum}"'.encode(), 1)
