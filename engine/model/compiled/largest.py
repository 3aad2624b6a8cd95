"""The largest numbers of each row as largest.c finds them."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from torch import Tensor

if TYPE_CHECKING:
    from engine.model.compiled.library import Library


def largest(library: Library, values: Tensor, count: int) -> list[list[tuple[int, float]]]:
    """The ``count`` columns of each row with the largest values, the largest first.

    Of equal values the smaller column comes first. A row of what is no number is given back from
    its beginning.

    Args:
        library: the compiled functions.
        values: [rows, V] float32 on the CPU.
        count: at least 1, at most V.

    Returns:
        For each row columns, each with its value.
    """
    values = values.contiguous()
    rows, columns = values.shape
    places, found = (ctypes.c_int32 * (rows * count))(), (ctypes.c_float * (rows * count))()
    library.largest(values.data_ptr(), rows, columns, count, places, found)
    pairs = list(zip(places, found, strict=True))
    return [pairs[begin : begin + count] for begin in range(0, len(pairs), count)]
