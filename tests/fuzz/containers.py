"""Files that hold others or numbers: safetensors, zip, npz, PyTorch's pickles, Marian's ``.bin``.

Each is taken apart, changed inside, and put together again, so that checksums and lengths are
right and the reader gets to see the change.
"""

from __future__ import annotations

import io
import json
import stat
import struct
import warnings
import zipfile

from tests.fuzz.choices import NUMBERS, Choices
from tests.fuzz.edits import edit_bytes, edit_json, edit_lines

_NAMES = (
    "../outside", "/tmp/outside", "..", ".", "a/b/c", "C:\\x", "a\\b", "config.json", "x:y", "",
    "folder/", "model.npz", "é☂", "CON", "a\0b", "./x", "a//b", "x" * 300, "folder/config.json",
)  # fmt: skip
_OPCODES = bytes(range(0x28, 0x80)) + bytes(range(0x80, 0x99))


def edit_safetensors(data: bytes, choices: Choices) -> bytes:
    """Mostly the header, whose length is then right; sometimes the numbers, or anything."""
    kind = choices.below(8)
    if kind == 0 or len(data) < 8:
        return edit_bytes(data, choices)
    end = 8 + int.from_bytes(data[:8], "little")
    header, body = data[8:end], data[end:]
    if kind == 1:
        return data[:end] + edit_bytes(body, choices)
    if kind == 2:
        return struct.pack("<Q", choices.number() & ((1 << 64) - 1)) + data[8:]
    if kind == 3:
        # Numbers that are none, and sizes that no norm survives.
        at = choices.below(max(1, len(body) // 4)) * 4
        number = struct.pack("<f", max(-3.4e38, min(3.4e38, choices.real())))
        number = choices.pick([number, b"\0\0\xc0\x7f", b"\0\0\x80\x7f", b"\xff\xff\x7f\x7f"])
        return data[:end] + body[:at] + number + body[at + 4 :]
    header = _edit_entry(header, choices) if kind <= 5 else edit_json(header, choices)
    return struct.pack("<Q", len(header)) + header + body


def _edit_entry(header: bytes, choices: Choices) -> bytes:
    """One tensor's type, shape or place, or two that change places."""
    try:
        values = json.loads(header)
        names = [name for name in values if name != "__metadata__"]
        entry = values[choices.pick(names)]
        kind = choices.below(6)
        if kind == 0:
            entry["dtype"] = choices.pick(
                ["F64", "F32", "F16", "BF16", "I64", "I32", "I8", "U8", "BOOL", "F8_E4M3", "C64",
                 "F4", "f32", "", "U16", "F8_E8M0"]
            )  # fmt: skip
        elif kind == 1:
            shape = entry["shape"]
            shape[choices.below(len(shape))] = choices.number()
        elif kind == 2:
            entry["shape"] = choices.pick([[], [0], entry["shape"][::-1], [1, *entry["shape"]],
                                           [choices.pick(NUMBERS) for _ in range(3)]])  # fmt: skip
        elif kind == 3:
            entry["data_offsets"][choices.below(2)] += choices.pick([-4, 4, -1, choices.number()])
        elif kind == 4:
            one, other = choices.pick(names), choices.pick(names)
            values[one], values[other] = values[other], values[one]
        else:
            values[choices.pick(names) + choices.pick(["x", "", ".weight"])] = values.pop(
                choices.pick(names)
            )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        return edit_json(header, choices)
    return json.dumps(values).encode()


# ---------------------------------------------------------------------------------- zip


def unzip(data: bytes) -> list[tuple[str, bytes]]:
    """The entries of a zip file."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return [(entry.filename, file.read(entry)) for entry in file.infolist()]


def zipped(entries: list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED) -> bytes:
    """A zip file of entries, two of one name among them if they are given."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that come twice
        for name, data in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            file.writestr(info, data)
    return out.getvalue()


def edit_zip(entries: list[tuple[str, bytes]], choices: Choices) -> bytes:
    """An archive of these files with entries renamed, doubled, blown up, linked, or damaged."""
    method = choices.pick([zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED,
                           zipfile.ZIP_BZIP2])  # fmt: skip
    kind = choices.below(8)
    at = choices.below(len(entries))
    name, content = entries[at]
    entries = list(entries)
    if kind == 0:
        entries[at] = (choices.pick(_NAMES) or "y", content)
    elif kind == 1:
        entries.append((choices.pick([name, *_NAMES]) or "y", choices.take(30)))
    elif kind == 2:
        entries[at] = (name, b"\0" * choices.pick([1 << 20, 80 << 20]))
        method = zipfile.ZIP_DEFLATED
    elif kind == 3:
        folder = choices.pick(["a", "..", "a/b", "/", ".", "é"])
        entries = [(f"{folder}/{name}", content) for name, content in entries]
    elif kind == 4:
        method = zipfile.ZIP_STORED
        count = choices.pick([1, 10, 100, *[3] * 20, 10_001])
        entries += [(f"e{number}", b"") for number in range(count)]
    data = bytearray(zipped(entries, method))
    if kind == 5:
        _edit_directory(data, choices)
    elif kind == 6:
        return edit_bytes(bytes(data), choices)
    return bytes(data)


def _edit_directory(data: bytearray, choices: Choices) -> None:
    """What the directory at the end says of an entry: its sizes, place, flags, kind."""
    at = data.find(b"PK\1\2")
    for _ in range(choices.below(8)):
        at = max(at, data.find(b"PK\1\2", at + 4))
    place, width = choices.pick(
        [(8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2), (38, 4), (42, 4), (4, 2)]
    )
    number = choices.number()
    if place == 38:
        number = choices.pick([stat.S_IFLNK, stat.S_IFDIR, stat.S_IFIFO, 0o777]) << 16
    number &= (1 << 8 * width) - 1
    data[at + place : at + place + width] = number.to_bytes(width, "little")


# ------------------------------------------------------------------------------- arrays


def edit_npz(data: bytes, choices: Choices) -> bytes:
    """One array's header or numbers, Marian's options among them, or the archive around it."""
    try:
        entries = unzip(data)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError, EOFError):
        return edit_bytes(data, choices)
    if not entries or choices.chance(5):
        return edit_zip(entries or [("a.npy", b"")], choices)
    options = [index for index, (name, _) in enumerate(entries) if name.startswith("special")]
    at = choices.pick([choices.below(len(entries)), *options])
    name, array = entries[at]
    begin = 10 + int.from_bytes(array[8:10], "little")
    header, body = array[10:begin], array[begin:]
    kind = choices.below(6)
    if at in options and kind > 0:
        body = edit_lines(body.rstrip(b"\0"), choices) + b"\0"
        header = _npy_header("|i1", False, (len(body),))
    elif kind <= 2:
        shape = tuple(choices.number() for _ in range(choices.below(4)))
        dtype = choices.pick(
            ["<f4", "<f2", "<f8", "|i1", ">f4", "|O", "<U4", "<i4", "|V8", "<c8", "f4,f4", "<f16",
             "M8[s]", "|b1", ""]
        )  # fmt: skip
        header = _npy_header(dtype, choices.chance(2), shape)
    elif kind == 3:
        header = edit_bytes(header, choices)
    elif kind == 4:
        body = edit_bytes(body, choices)
    else:
        name = choices.pick([f"{name}x", entries[0][0], "special:model.yml.npy", "Wpos.npy", "a"])
    version = choices.pick([b"\1\0", b"\1\0", b"\1\0", b"\2\0", b"\3\0", b"\0\0"])
    length = struct.pack("<H" if version != b"\2\0" else "<I", len(header) & 0xFFFF)
    entries[at] = (name, b"\x93NUMPY" + version + length + header + body)
    return zipped(entries)


def _npy_header(dtype: str, fortran: bool, shape: tuple[int, ...]) -> bytes:
    return repr({"descr": dtype, "fortran_order": fortran, "shape": shape}).encode() + b"\n"


# ------------------------------------------------------------------------------ pickles


def edit_pickled(data: bytes, choices: Choices) -> bytes:
    """The pickle in PyTorch's archive, an opcode or a number of it, or the files around it."""
    try:
        entries = unzip(data)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError, EOFError):
        return edit_bytes(data, choices)
    if choices.chance(8):
        return edit_bytes(data, choices)
    pickles = [index for index, (name, _) in enumerate(entries) if name.endswith("data.pkl")]
    at = choices.pick([choices.below(len(entries)), *pickles, *pickles, *pickles])
    name, content = entries[at]
    kind = choices.below(7)
    if kind == 0:
        content = edit_bytes(content, choices)
    elif kind == 1:
        name = choices.pick([f"{name}x", *(other for other, _ in entries), *_NAMES]) or "y"
    elif kind == 2:
        del entries[at]
        return zipped(entries or [("x", b"")])
    elif content:
        out = bytearray(content)
        for _ in range(1 + choices.below(3)):
            # Where numbers stand: BININT1, BININT2, BININT and the bytes behind them.
            place = choices.below(len(out))
            for _ in range(choices.below(3)):
                place = max(out.find(b"K", place), out.find(b"M", place), out.find(b"J", place), 0)
            new = choices.pick([bytes([choices.pick(_OPCODES)]), choices.take(1), b"\xff"])
            place = min(place + choices.below(3), len(out) - 1)
            out[place : place + 1] = new
        content = bytes(out)
    if 0 <= at < len(entries):
        entries[at] = (name, content)
    return zipped(entries)


# ------------------------------------------------------------------------- Marian's .bin


def edit_marian_bin(data: bytes, choices: Choices) -> bytes:
    """A number of the headers, Marian's options, or anything."""
    kind = choices.below(6)
    if kind == 0 or len(data) < 48:
        return edit_bytes(data, choices)
    (count,) = struct.unpack_from("<Q", data, 8)
    headers = 16 + 32 * min(count, 200)
    if kind <= 2:
        at = choices.pick([0, 8, 16 + 8 * choices.below(max(1, (headers - 16) // 8))])
        number = choices.pick([choices.number(), choices.pick(
            [0x101, 0x404, 0x402, 0x408, 0x4101, 0x10001, 0x4102, 0x800, 0x204])])  # fmt: skip
        number &= (1 << 64) - 1
        return data[:at] + struct.pack("<Q", number) + data[at + 8 :]
    if kind == 3:
        at = min(headers + choices.below(4000), max(0, len(data) - 4))
        number = choices.number() & 0xFFFFFFFF
        return data[:at] + struct.pack("<I", number) + data[at + 4 :]
    at = data.find(b"bert-") if kind == 4 else choices.below(len(data))
    if at < 0:
        return edit_bytes(data, choices)
    # The options lie as text among the numbers; of the same length, everything stays in place.
    end = data.find(b"\n", at + choices.below(2500))
    begin = data.rfind(b"\n", 0, max(0, end)) + 1
    if end <= begin:
        return edit_bytes(data, choices)
    line = edit_lines(data[begin:end], choices)[: end - begin].ljust(end - begin)
    return data[:begin] + line + data[end:]
