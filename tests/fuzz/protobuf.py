"""SentencePiece models with something wrong in them, changed field by field.

A model is a protocol buffer: its pieces (field 1, each a text, a score and a kind), the
trainer's options (2), the normaliser (3, with a trie of replacements) and, rarely, samples for
a self-test (4) and a denormaliser (5). Random bytes would hardly ever get past the parser.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from tests.fuzz.choices import NUMBERS, Choices
from tests.fuzz.edits import edit_bytes

VARINT, EIGHT, BYTES, FOUR = 0, 1, 2, 5
PIECE, TRAINER, NORMALIZER, SELF_TEST, DENORMALIZER = 1, 2, 3, 4, 5
CHARSMAP = 2

_TEXTS = (
    b"", b"\0", b"a\0b", b"\xff\xfe", b"\xed\xa0\x80", b"<unk>", b"</s>", b"<s>", b"<0x41>",
    b"<0xZZ>", b"<0x100>", "▁".encode(), "▁▁▁▁".encode(), b" ", b"a" * 3000, "é".encode(),
    "☂".encode(), b"__en__", b">>fra<<", "\u0301".encode(), b"\xf4\x90\x80\x80", b"ab", b"\n",
)  # fmt: skip
# Of the trainer's options those that say what is computed: the algorithm, ids, byte fallback,
# spaces at the end of words.
_TRAINER_FIELDS = (3, 4, 24, 35, 36, 40, 41, 42, 43, 45, 46, 47, 48, 44, 53, 2, 5, 6, 31, 50)


@dataclass
class Field:
    """One field of a message as it lies there."""

    number: int
    wire: int
    value: int | bytes

    def pack(self) -> bytes:
        """Its bytes."""
        key = varint(self.number << 3 | self.wire)
        if isinstance(self.value, int):
            return key + varint(self.value)
        if self.wire == BYTES:
            return key + varint(len(self.value)) + self.value
        return key + self.value


def varint(value: int) -> bytes:
    """A number as a protocol buffer has it; a negative one in two's complement."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def fields_of(data: bytes) -> list[Field]:
    """The fields of a message that is whole.

    Raises:
        ValueError: it is none.
    """
    found: list[Field] = []
    at = 0
    try:
        while at < len(data):
            key, at = _read_varint(data, at)
            number, wire = key >> 3, key & 7
            value: int | bytes
            if wire == VARINT:
                value, at = _read_varint(data, at)
            elif wire in (EIGHT, FOUR, BYTES):
                size = {EIGHT: 8, FOUR: 4}.get(wire, 0)
                if wire == BYTES:
                    size, at = _read_varint(data, at)
                value, at = data[at : at + size], at + size
            else:
                raise ValueError(f"wire type {wire}")
            found.append(Field(number, wire, value))
    except IndexError:
        raise ValueError("cut off") from None
    return found


def pack(fields: list[Field]) -> bytes:
    """A message of fields."""
    return b"".join(field.pack() for field in fields)


def edit_model(data: bytes, choices: Choices) -> bytes:
    """The model with one thing changed."""
    if choices.chance(12):
        return edit_bytes(data, choices)
    fields = fields_of(data)
    if not fields:
        return edit_bytes(data, choices)
    pieces = [index for index, field in enumerate(fields) if field.number == PIECE]
    others = [index for index, field in enumerate(fields) if field.number != PIECE]
    kind = choices.below(10)
    if kind <= 2 and pieces:
        index = choices.pick([choices.below(8) % len(pieces), choices.below(len(pieces))])
        _edit_piece(fields, pieces[index], choices)
    elif kind <= 5 and others:
        _edit_normalizer(fields, choices)
    elif kind <= 7:
        _edit_trainer(fields, choices)
    else:
        _edit_list(fields, choices)
    return pack(fields)


def _edit_piece(fields: list[Field], index: int, choices: Choices) -> None:
    inner = fields_of(bytes(fields[index].value))  # type: ignore[arg-type]
    kind = choices.below(6)
    if kind == 0:
        score = struct.pack("<f", max(-3.4e38, min(3.4e38, choices.real())))
        if choices.chance(3):
            score = choices.pick([b"\0\0\x80\x7f", b"\0\0\x80\xff", b"\0\0\xc0\x7f", b"\1\0\0\0"])
        _put(inner, Field(2, FOUR, score))
    elif kind == 1:
        _put(inner, Field(3, VARINT, choices.pick([1, 2, 3, 4, 5, 6, 0, 7, -1, 1 << 40])))
    elif kind == 2:
        _put(inner, Field(1, BYTES, choices.pick(_TEXTS)))
    elif kind == 3:
        _put(inner, Field(1, BYTES, choices.take(1 + choices.below(12))))
    elif kind == 4 and inner:
        del inner[choices.below(len(inner))]
    else:
        inner.append(Field(choices.below(30), choices.pick([VARINT, BYTES, FOUR, EIGHT]), b"1234"))
        inner[-1].value = {VARINT: 5, EIGHT: b"12345678"}.get(inner[-1].wire, b"1234")
    fields[index] = Field(PIECE, BYTES, pack(inner))


def _edit_trainer(fields: list[Field], choices: Choices) -> None:
    spec = _message(fields, TRAINER)
    number = choices.pick(_TRAINER_FIELDS)
    if number in (45, 46, 47, 48, 44, 36, 30, 31, 2, 5):
        _put(spec, Field(number, BYTES, choices.pick(_TEXTS)))
    else:
        value = choices.pick([choices.below(8), choices.number(), choices.pick(NUMBERS)])
        _put(spec, Field(number, VARINT, value))
    _put(fields, Field(TRAINER, BYTES, pack(spec)))


def _edit_normalizer(fields: list[Field], choices: Choices) -> None:
    which = DENORMALIZER if choices.chance(5) else NORMALIZER
    spec = _message(fields, which)
    kind = choices.below(8)
    if kind == 0:
        # Dummy prefix, extra spaces, escaped spaces.
        _put(spec, Field(choices.pick([3, 4, 5]), VARINT, choices.pick([0, 1, 2, -1])))
    elif kind == 1:
        _put(spec, Field(choices.pick([1, 6]), BYTES, choices.pick(_TEXTS)))
    elif kind == 2:
        _put(spec, Field(CHARSMAP, BYTES, choices.take(40)))
    elif kind == 3:
        unit = struct.pack("<I", choices.pick([0x80000000, 0xFFFFFFFF, 0x400, 0x100, 0x7FFFFC00]))
        units = choices.pick([1, 2, 256, 300])
        _put(spec, Field(CHARSMAP, BYTES, struct.pack("<I", 4 * units) + unit * units + b"x\0"))
    else:
        old = next((field for field in spec if field.number == CHARSMAP), None)
        map_ = bytes(old.value) if old is not None else b""  # type: ignore[arg-type]
        _put(spec, Field(CHARSMAP, BYTES, edit_charsmap(map_, choices)))
    _put(fields, Field(which, BYTES, pack(spec)))


def edit_charsmap(data: bytes, choices: Choices) -> bytes:
    """The trie of replacements with one thing changed: its size, a unit, or its texts."""
    if len(data) < 12:
        return edit_bytes(data, choices)
    (size,) = struct.unpack_from("<I", data)
    kind = choices.below(6)
    if kind == 0:
        size = choices.pick([choices.number() & 0xFFFFFFFF, size - 4, size + 4, len(data) - 5,
                             size - 1, len(data) - 4, 0, 1024])  # fmt: skip
        return struct.pack("<I", size & 0xFFFFFFFF) + data[4:]
    if kind == 1:
        return data[: 4 + size] + choices.take(9)  # texts that do not end
    if kind == 2:
        return data[: len(data) - 1 - choices.below(40)]
    out = bytearray(data)
    units = min(size, len(data) - 4) // 4
    for _ in range(1 + choices.below(4)):
        at = 4 * choices.pick([0, _on_a_path(data, units, choices), choices.below(units)])
        (unit,) = struct.unpack_from("<I", data, 4 + at)
        how = choices.below(5)
        if how == 0:
            unit = int.from_bytes(choices.take(4), "little")
        elif how == 1:
            unit ^= 1 << choices.below(32)
        elif how == 2:
            unit = unit & 0x1FF | choices.below(1 << 21) << 10 | 0x200 * choices.below(2)
        elif how == 3:
            unit = choices.pick([0, 0x100, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFF, 0x3FF])
        else:
            unit |= 0x100
        struct.pack_into("<I", out, 4 + at, unit & 0xFFFFFFFF)
    return bytes(out)


def _on_a_path(data: bytes, units: int, choices: Choices) -> int:
    """A unit that a text leads to."""
    node = 0
    for byte in choices.pick([" ", "ﬁ", "a", "½", "\u0301", "①", "　", "Ａ", "\u200b"]).encode():
        (unit,) = struct.unpack_from("<I", data, 4 + 4 * node)
        node ^= unit >> 10 << ((unit & 0x200) >> 6) ^ byte
        if node >= units:
            return 0
    return node


def _edit_list(fields: list[Field], choices: Choices) -> None:
    kind = choices.below(7)
    at = choices.below(len(fields))
    if kind == 0:
        del fields[at]
    elif kind == 1:
        fields.insert(choices.below(len(fields)), fields[at])
    elif kind == 2:
        other = choices.below(len(fields))
        fields[at], fields[other] = fields[other], fields[at]
    elif kind == 3:
        fields[:] = [field for field in fields if field.number != choices.below(6)]
    elif kind == 4:
        sample = pack([Field(1, BYTES, b"I see"), Field(2, BYTES, choices.pick(_TEXTS))])
        fields.append(Field(SELF_TEST, BYTES, pack([Field(1, BYTES, sample)])))
    elif kind == 5:
        fields[at].number = choices.pick([1, 2, 3, 4, 5, 6, 200, 0, (1 << 29) - 1])
    else:
        del fields[at:]


def _message(fields: list[Field], number: int) -> list[Field]:
    for field in fields:
        if field.number == number and isinstance(field.value, bytes):
            return fields_of(field.value)
    return []


def _put(fields: list[Field], new: Field) -> None:
    """In the place of the first of its number, or at the end."""
    for index, field in enumerate(fields):
        if field.number == new.number:
            fields[index] = new
            return
    fields.append(new)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80 or shift > 63:
            return value, at
        shift += 7
