"""Files with something changed: raw bytes, JSON by its values, YAML by its lines."""

from __future__ import annotations

import json
from typing import Any

from tests.fuzz.choices import NUMBERS, Choices

_WORDS = (
    b"-1", b"99999999999999999999", b"1e999", b"NaN", b"null", b"[[[[", b"&a", b"*a", b"{{{{",
    b'"', b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b": ", b"- ", b"!!python/name",
    b"\\ud800", b"true", b"''", b"%", b"#", b"PK\1\2", b"\x80\x04", b"\xff\xfe", b"---\n", b"@",
)  # fmt: skip
_TEXTS = (
    "", "\0", "a\nb", "é☂", "\ud800", "../../../../tmp/outside", "/etc/passwd", "C:\\x", "x" * 5000,
    "<unk>", "</s>", "<s>", "<pad>", "relu", "gelu_new", "silu", "marian", "NaN", "-1", "fr_XX",
    "▁", "float16", "\u202e", ".", "..", "model.safetensors",
)  # fmt: skip


def edit_bytes(data: bytes, choices: Choices) -> bytes:
    """Bytes with something of what happens to files, or is done to them."""
    if not data:
        return choices.take(20)
    near = min(len(data), 400)
    at = choices.pick([choices.below(near), choices.below(len(data)),
                       len(data) - 1 - choices.below(near)])  # fmt: skip
    end = min(len(data), at + choices.pick([1, 1, 2, 4, 8, 40, 1000]))
    kind = choices.below(9)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[end:]
    if kind == 2:
        return data[:at] + data[at:end] * choices.pick([2, 3, 100]) + data[end:]
    if kind == 3:
        return data[:at] + bytes([choices.pick([0, 0x7F, 0x80, 0xFF])]) * (end - at) + data[end:]
    if kind == 4:
        return data[:at] + choices.pick(_WORDS) + data[end:]
    if kind == 5:
        width = choices.pick([1, 2, 4, 8])
        number = choices.number() & ((1 << 8 * width) - 1)
        return data[:at] + number.to_bytes(width, "little") + data[at + width :]
    if kind == 6:
        return data[:at] + bytes([data[at] ^ 1 << choices.below(8)]) + data[at + 1 :]
    if kind == 7:
        return data[:at] + choices.pick(_WORDS) * choices.pick([1, 50, 2000]) + data[at:]
    new = choices.take(end - at)
    return data[:at] + new + data[at + len(new) :]


def value(choices: Choices, like: Any = None) -> Any:
    """A value of JSON as nobody expects it in the place of another."""
    kind = choices.below(10)
    if kind == 0 and isinstance(like, int):
        return like + choices.pick([1, -1, 2, -2, 8])
    if kind <= 2:
        return choices.number()
    if kind == 3:
        return choices.real()
    if kind == 4:
        return choices.pick([None, True, False])
    if kind == 5:
        return choices.pick(_TEXTS)
    if kind == 6:
        return choices.pick([[], {}, [[]], [None], {"": None}, [like], {"a": like}, [like] * 3])
    if kind == 7:
        return [choices.pick(NUMBERS) for _ in range(choices.below(5))]
    if kind == 8:
        return str(like)
    return choices.take(8).decode("latin-1")


def edit_json(data: bytes, choices: Choices) -> bytes:
    """A JSON file with one value, key or list changed."""
    try:
        root = json.loads(data)
    except (ValueError, RecursionError):
        return edit_bytes(data, choices)
    kind = choices.below(12)
    if kind == 0:
        return edit_bytes(data, choices)
    if kind == 1:
        depth = choices.pick([100, 1000, 5000, 200_000])
        deep = choices.pick([b"[", b'{"a":']) * depth
        place = data.find(b":", choices.below(len(data))) + 1
        return data[:place] + deep + data[place:]
    text = json.dumps(root)
    parent, key = _place(root, choices)
    if parent is None:
        return json.dumps(value(choices, root)).encode()
    if kind == 2 and isinstance(parent, dict):
        # The same key again, with another value: which of the two counts?
        again = f'{{{json.dumps(key)}: {json.dumps(value(choices, parent[key]))}, "'
        return text.replace('{"', again, 1).encode()
    if kind == 3:
        del parent[key]
    elif kind == 4 and isinstance(parent, dict):
        parent[choices.pick(_TEXTS)] = parent.pop(key)
    elif kind == 5 and isinstance(parent, list):
        parent[key:key] = [parent[key]] * choices.pick([1, 2, 50])
    elif kind == 6 and isinstance(parent, dict):
        other = choices.pick(sorted(parent))
        parent[key], parent[other] = parent[other], parent[key]
    else:
        parent[key] = value(choices, parent[key])
    return json.dumps(root, ensure_ascii=choices.chance(2)).encode("utf-8", "surrogatepass")


def _place(root: Any, choices: Choices) -> tuple[Any, Any]:
    """A container and the key or index of one of its values."""
    parent: Any = None
    key: Any = None
    at = root
    while isinstance(at, (dict, list)) and at:
        parent = at
        # Deterministic, and near the beginning: long tables are all alike.
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = keys[choices.below(len(keys))]
        at = at[key]
        if choices.chance(3):
            break
    return parent, key


def edit_lines(data: bytes, choices: Choices) -> bytes:
    """A text file, such as YAML or a list of merges, with one line changed."""
    lines = data.split(b"\n")
    kind = choices.below(10)
    at = choices.below(len(lines))
    if kind == 0:
        return edit_bytes(data, choices)
    if kind == 1:
        del lines[at]
    elif kind == 2:
        lines.insert(choices.below(len(lines)), lines[at])
    elif kind == 3:
        lines.insert(at, choices.pick(_WORDS))
    elif kind == 4:
        lines[at] += choices.pick([b" " * 5000, b": " + b"[" * 3000, b"\0", b"  #", b" 1 2 3"])
    elif kind == 5:
        lines[at:at] = [b"a: &a [x, x]", b"b: [*a, *a]"]
    else:
        name, colon, old = lines[at].partition(b":")
        if not colon:
            lines[at] = edit_bytes(lines[at], choices)
        else:
            new = json.dumps(value(choices, old.strip().decode("latin-1"))).encode()
            if choices.chance(4):
                new = choices.pick([b"", b"~", b"|", b">-", b"!!int 3", b"0x10", b"1_000", b".nan",
                                    b"1e3", b"yes", b"[a, [b", b"{a: b}", b"<<"])  # fmt: skip
            lines[at] = name + colon + b" " + new
    return b"\n".join(lines)
