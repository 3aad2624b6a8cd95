"""Many small arrays in few large ones: each once, however many share it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from engine.events import FloatArray
from engine.traces.plain import MalformedError

Dtype = Literal["float32", "float16"]
DTYPES: tuple[Dtype, ...] = ("float32", "float16")

# The axes of the largest array that a trace has: layers, heads, query, key.
_MOST_AXES = 4
_LARGEST = 1 << 48


class ArrayWriter:
    """Packs arrays end to end under a name for each sentence and kind."""

    def __init__(self) -> None:
        self._packs: dict[str, list[FloatArray]] = {}
        self._sizes: dict[str, int] = {}
        # The arrays lie in the packs, so none of these ids can come to be another's.
        self._places: dict[int, list[Any]] = {}

    def add(self, name: str, array: FloatArray) -> list[Any]:
        """Where an array will stand: the pack's name, the first number's index, the shape."""
        place = self._places.get(id(array))
        if place is None:
            begin = self._sizes.get(name, 0)
            place = [name, begin, list(array.shape)]
            self._packs.setdefault(name, []).append(array)
            self._sizes[name] = begin + array.size
            self._places[id(array)] = place
        return place

    def packs(self, dtype: Dtype, exact: frozenset[str]) -> dict[str, npt.NDArray[Any]]:
        """All that was added, each pack one array of one axis.

        Args:
            dtype: to round to.
            exact: kinds, the last part of the names, that are not rounded.
        """
        packs: dict[str, npt.NDArray[Any]] = {}
        for name, arrays in self._packs.items():
            kept = "float32" if name.rpartition(".")[2] in exact else dtype
            flat = [array.reshape(-1) for array in arrays]
            packs[name] = np.concatenate(flat, dtype=kept, casting="same_kind")
        return packs


class ArrayReader:
    """Gives back the arrays of an :class:`ArrayWriter`, those that were shared as shared."""

    def __init__(self, packs: Mapping[str, npt.NDArray[Any]]) -> None:
        self._stored = dict(packs)
        self._packs: dict[str, FloatArray] = {}
        self._arrays: dict[tuple[str, int, tuple[int, ...]], FloatArray] = {}

    def get(self, place: Any) -> FloatArray:
        """The array at a place that :meth:`ArrayWriter.add` has given.

        Raises:
            MalformedError: there can be no such place.
        """
        match place:
            case [str(name), int(begin), list(shape)] if len(shape) <= _MOST_AXES:
                pass
            case _:
                raise MalformedError("a place of an array is malformed")
        if any(type(each) is not int or not 0 <= each < _LARGEST for each in (begin, *shape)):
            raise MalformedError("a place of an array has a wrong number")
        key = (name, begin, tuple(shape))
        array = self._arrays.get(key)
        if array is None:
            pack = self._pack(name)
            end = begin + math.prod(shape)
            if end > len(pack):
                raise MalformedError(f"an array reaches beyond the end of {name!r}")
            array = self._arrays[key] = pack[begin:end].reshape(shape)
        return array

    def _pack(self, name: str) -> FloatArray:
        if name not in self._packs:
            stored = self._stored.get(name)
            if stored is None:
                raise MalformedError(f"the array {name!r} is missing")
            if stored.ndim != 1 or stored.dtype not in (np.float32, np.float16):
                raise MalformedError(f"the array {name!r} has another type or shape")
            self._packs[name] = stored.astype(np.float32, copy=False)
        return self._packs[name]
