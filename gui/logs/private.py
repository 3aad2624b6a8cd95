"""Errors and Qt's messages without texts of the user's.

What an error says may quote anything: the source, a prefix, a line of a file. So of its message
only those parts are written down that stand, letter for letter, in the code that raised it, or
that Python and PyTorch say by themselves. The rest becomes ``…``; the kind of error, the places
in the code and the system's own words for a failed call stay.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, TracebackType
from typing import Final

from gui.logs.places import without_home

GAP: Final = "…"
_SHORTEST: Final = 4
"""Letters of a part that is kept: shorter ones say nothing without what stood between them."""
_FIRST, _LAST = 6, 30
"""Places of a long traceback that are written down."""
_MOST_CAUSES: Final = 5
_MOST_MESSAGE: Final = 4000
_PHRASES: Final = (
    "NoneType",
    " object has no attribute ",
    " object is not subscriptable",
    " object is not iterable",
    " object is not callable",
    "index out of range",
    " positional argument",
    "unexpected keyword argument",
    "not enough values to unpack",
    "too many values to unpack",
    "division by zero",
    "maximum recursion depth exceeded",
    "dictionary changed size during iteration",
    "Internal C++ object",
    "already deleted",
    "unsupported operand type",
    "could not be broadcast together",
    "shapes cannot be multiplied",
    "size of tensor",
    "must match the size of tensor",
    "Expected all tensors to be on the same device",
    "out of memory",
    "CUDA error",
    "device-side assert triggered",
    "not implemented for",
)
"""What Python, Qt and PyTorch say by themselves, in C, where no code tells."""
_ROOT: Final = Path(__file__).resolve().parents[2]


def error_text(error: BaseException, texts: bool = False) -> str:
    """An error with where it came from and what had caused it.

    Args:
        error: it.
        texts: whether its message may be written down whole.
    """
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen and len(parts) < _MOST_CAUSES:
        seen.add(id(current))
        message = _message(current) if texts else own_words(current)
        kind = type(current)
        name = kind.__qualname__
        if kind.__module__ not in ("builtins", "__main__"):
            name = f"{kind.__module__}.{name}"
        head = f"{name}: {message}" if message else name
        parts.append("\n".join([*_places(current.__traceback__), head]))
        if current.__cause__ is not None:
            current = current.__cause__
        else:
            current = None if current.__suppress_context__ else current.__context__
    return "\nwhich came of\n".join(parts)


def own_words(error: BaseException) -> str:
    """Of an error's message what the code that raised it, or the system, says by itself."""
    if isinstance(error, OSError) and error.errno is not None:
        return f"[Errno {error.errno}] {os.strerror(error.errno)}"
    message = _message(error)
    code = _raised_in(error.__traceback__)
    if not message or code is None:
        return GAP if message else ""
    kept = [False] * len(message)
    for part in _literals(code):
        start = message.find(part)
        while start >= 0:
            kept[start : start + len(part)] = [True] * len(part)
            start = message.find(part, start + len(part))
    words = "".join(letter if keep else "\0" for letter, keep in zip(message, kept, strict=True))
    return re.sub("\0+", GAP, words)


def masked(message: str, known: Iterable[str]) -> str:
    """A message of Qt's without what it quotes, and without words that stand in ``known``."""
    texts = [text.casefold() for text in known if text]
    without = re.sub(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^']*'(?!\w)", f'"{GAP}"', message)

    def word(match: re.Match[str]) -> str:
        found = match.group().casefold()
        return GAP if any(found in text for text in texts) else match.group()

    return re.sub(r"\w{3,}", word, without) if texts else without


def _message(error: BaseException) -> str:
    try:
        return str(error)[:_MOST_MESSAGE]
    except Exception:
        return GAP


def _raised_in(trace: TracebackType | None) -> CodeType | None:
    code = None
    while trace is not None:
        code = trace.tb_frame.f_code
        trace = trace.tb_next
    return code


def _literals(code: CodeType) -> Iterator[str]:
    yield from _PHRASES
    yield from (name for name in code.co_names if len(name) >= _SHORTEST)
    for value in code.co_consts:
        if isinstance(value, str) and sum(map(str.isalpha, value)) >= _SHORTEST:
            # A template of str.format has its gaps inside.
            yield from (p for p in re.split(r"\{[^{}]*\}", value) if len(p) >= _SHORTEST)


def _places(trace: TracebackType | None) -> list[str]:
    found = traceback.extract_tb(trace)
    lines = [
        f"  {place(each.filename)}:{each.lineno} in {each.name}"
        + (f"\n      {each.line}" if each.line else "")
        for each in found
    ]
    if len(lines) > _FIRST + _LAST:
        left = len(lines) - _FIRST - _LAST
        lines = [*lines[:_FIRST], f"  {GAP} {left} more {GAP}", *lines[-_LAST:]]
    return lines


def place(filename: str) -> str:
    """A file of the program or of a package, without the folders that lead there."""
    path = Path(filename)
    for part in ("site-packages", "dist-packages"):
        if part in path.parts:
            return Path(*path.parts[path.parts.index(part) + 1 :]).as_posix()
    if path.is_relative_to(_ROOT):
        return path.relative_to(_ROOT).as_posix()
    return without_home(filename)
