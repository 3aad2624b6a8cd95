"""How the C library keeps memory that is free: little of it, and in few places."""

from __future__ import annotations

import ctypes
import os
from typing import Final

LARGE: Final = 1 << 20
"""Bytes; a block of so many or more has pages of its own."""
ARENAS: Final = 2
"""Heaps that all threads share: the window's and the worker's seldom wait for one another."""
_OPTIONS: Final = (
    ("MALLOC_MMAP_THRESHOLD_", -3, LARGE),
    ("MALLOC_ARENA_MAX", -8, ARENAS),
)
"""The user's variable, the parameter of the GNU C library's ``mallopt``, and its value."""


def keep_less() -> bool:
    """Let large blocks go back to the system as soon as they are free, and threads share heaps.

    The GNU C library begins with the first too, but takes each large block that is freed for a
    sign that more of its size will come, and keeps those from then on, up to 32 MB, between what
    lives: after hours of weights, recorded attention and pictures that come and go, a third of
    the program's memory was such gaps. And it gives nearly every thread a heap of its own, up to
    eight a core: what each of them once needed stays with it, with something alive on many pages.

    The price is that the pages of a large block are new each time, which the batches of the
    command line would feel, and decoding in the window does not. To be called before there are
    other threads.

    Returns:
        Whether it could be said; what the user has set stays.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):  # another C library
        return False
    told = [mallopt(number, value) for name, number, value in _OPTIONS if name not in os.environ]
    return all(told)
