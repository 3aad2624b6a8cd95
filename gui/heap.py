"""How the C library keeps memory that is free: in small pieces only."""

from __future__ import annotations

import ctypes
import os
from typing import Final

LARGE: Final = 1 << 20
"""Bytes; a block of so many or more has pages of its own."""
_MMAP_THRESHOLD: Final = -3
"""``M_MMAP_THRESHOLD`` of the GNU C library's ``mallopt``."""


def give_large_blocks_back() -> bool:
    """Let the pages of every large block go back to the system as soon as the block is free.

    The GNU C library begins so too, but takes each large block that is freed for a sign that
    more of its size will come, and keeps those from then on, up to 32 MB, between what lives:
    after hours of weights, recorded attention and pictures that come and go, a third of the
    program's memory was such gaps. Its price is that the pages of a large block are new each
    time, which the batches of the command line would feel, and decoding in the window does not.

    Returns:
        Whether it could be said; the user's own ``MALLOC_MMAP_THRESHOLD_`` stays.
    """
    if "MALLOC_MMAP_THRESHOLD_" in os.environ:
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):  # another C library
        return False
    return bool(mallopt(_MMAP_THRESHOLD, LARGE))
