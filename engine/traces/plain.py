"""Dataclasses to what JSON can hold and back, by their annotations, every type checked.

A dataclass or a named tuple becomes an object of its fields, another tuple a list. What is to
be stored in another way (arrays, what many share) is handed to a hook. Everything read is
untrusted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Path = tuple[str | int, ...]
"""Where a value stands: the keys and the indices that lead to it."""

Hooks = Mapping[Any, Callable[[Any, Path], Any]]
"""For a type, what to do with a value of it."""


class MalformedError(ValueError):
    """A plain value is not of the type that it should be."""


def to_plain(kind: Any, value: Any, hooks: Hooks, path: Path = ()) -> Any:
    """A value of type ``kind`` as what JSON can hold.

    Raises:
        MalformedError: it holds a number that is not finite, which JSON has no word for.
    """
    if kind in hooks:
        return hooks[kind](value, path)
    if _has_fields(kind):
        return {
            name: to_plain(inner, getattr(value, name), hooks, (*path, name))
            for name, inner, _ in _fields(kind)
        }
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return to_plain(_arm(arguments, value), value, hooks, path)
    if origin is tuple:
        kinds = _elements(arguments, len(value))
        return [
            to_plain(inner, each, hooks, (*path, index))
            for index, (inner, each) in enumerate(zip(kinds, value, strict=True))
        ]
    if isinstance(value, float) and not math.isfinite(value):
        raise _wrong(path, "a finite number")
    return value


def from_plain(kind: Any, value: Any, hooks: Hooks, path: Path = ()) -> Any:
    """The inverse of :func:`to_plain`.

    Raises:
        MalformedError: a value is missing, unknown, of another type or out of its range; the
            message says where.
    """
    if kind in hooks:
        return hooks[kind](value, path)
    if _has_fields(kind):
        return _object(kind, value, hooks, path)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _union(arguments, value, hooks, path)
    if origin is Literal:
        if not isinstance(value, str) or value not in arguments:
            raise _wrong(path, f"one of {', '.join(arguments)}")
        return value
    if origin is tuple:
        if not isinstance(value, list):
            raise _wrong(path, "a list")
        kinds = _elements(arguments, len(value))
        if len(kinds) != len(value):
            raise _wrong(path, f"a list of {len(kinds)}")
        return tuple(
            from_plain(inner, each, hooks, (*path, index))
            for index, (inner, each) in enumerate(zip(kinds, value, strict=True))
        )
    return _number(value, path) if kind is float else _exactly(kind, value, path)


def _object(kind: Any, value: Any, hooks: Hooks, path: Path) -> Any:
    if not isinstance(value, dict):
        raise _wrong(path, "an object")
    found: dict[str, Any] = {}
    for name, inner, needed in _fields(kind):
        if name in value:
            found[name] = from_plain(inner, value[name], hooks, (*path, name))
        elif needed:
            raise _wrong((*path, name), "there")
    if len(found) < len(value):
        unknown = next(iter(value.keys() - found.keys()))
        raise _wrong((*path, unknown), "known to this Diaphane")
    try:
        return kind(**found)
    except ValueError as error:  # of its own checks
        raise MalformedError(f"{where(path)}: {error}") from None


def _union(arguments: tuple[Any, ...], value: Any, hooks: Hooks, path: Path) -> Any:
    if value is None and NoneType in arguments:
        return None
    arms = [arm for arm in arguments if arm is not NoneType]
    for arm in arms[:-1]:
        try:
            return from_plain(arm, value, hooks, path)
        except MalformedError:
            continue
    return from_plain(arms[-1], value, hooks, path)


def _number(value: Any, path: Path) -> float:
    if type(value) not in (int, float):
        raise _wrong(path, "a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _wrong(path, "a finite number")
    # A whole number where a float may stand stays what it was.
    return value if number == value else number


def _exactly(kind: Any, value: Any, path: Path) -> Any:
    if kind not in (int, str, bool):
        raise TypeError(f"no rule for {kind} at {where(path)}")
    if type(value) is not kind:
        names = {int: "a whole number", str: "text", bool: "true or false"}
        raise _wrong(path, names[kind])
    return value


def _arm(arguments: tuple[Any, ...], value: Any) -> Any:
    """Which type of a union a value has."""
    if value is None:
        return NoneType
    for arm in arguments:
        origin = get_origin(arm) or arm
        if arm is not NoneType and origin is not Literal and isinstance(value, origin):
            return arm
    return next(arm for arm in arguments if arm is not NoneType)


def _elements(arguments: tuple[Any, ...], length: int) -> tuple[Any, ...]:
    """The type of each element of a tuple."""
    if arguments[-1] is Ellipsis:
        return (arguments[0],) * length
    return arguments


def _has_fields(kind: Any) -> bool:
    return hasattr(kind, "__dataclass_fields__") or hasattr(kind, "_field_defaults")


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Each field's name and type, and whether it has to be given."""
    hints = get_type_hints(kind)
    if hasattr(kind, "_field_defaults"):
        return tuple((name, hints[name], name not in kind._field_defaults) for name in kind._fields)
    return tuple(
        (
            field.name,
            hints[field.name],
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(kind)
    )


def where(path: Path) -> str:
    """A path as a message shows it: ``sentences.0.steps.3``."""
    return ".".join(map(_shown, path)) or "the whole"


def _shown(part: str | int) -> str:
    """A part of a path; one that is no text to be printed (half of a UTF-16 pair) escaped."""
    text = str(part)
    return text[:80] if text.isprintable() else ascii(text[:80])


def _wrong(path: Path, expected: str) -> MalformedError:
    return MalformedError(f"{where(path)} is not {expected}")
