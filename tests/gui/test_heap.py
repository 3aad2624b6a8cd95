"""Large blocks of memory go back to the system, whatever was freed before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.measures import mallinfo

ROOT = Path(__file__).resolve().parents[2]

BLOCKS = """
import ctypes, json, sys
from gui import heap
from tests.soak.measures import mallinfo

library = ctypes.CDLL(None)
library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
library.free.argtypes = [ctypes.c_void_p]
said = heap.give_large_blocks_back() if sys.argv[1] == "yes" else None
# What the C library learns from: a block of 16 MB that is freed.
library.free(library.malloc(16 << 20))
before = mallinfo().hblks
block = library.malloc(2 << 20)
own = mallinfo().hblks - before
library.free(block)
print(json.dumps([said, own, mallinfo().hblks - before]))
"""


def blocks(asked: str, **environment: str) -> list[object]:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKS, asked],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found: list[object] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(mallinfo() is None, reason="not the GNU C library")
def test_a_large_block_has_pages_of_its_own_also_after_a_larger_one_was_freed() -> None:
    assert blocks("no") == [None, 0, 0], "as the C library does by itself"
    assert blocks("yes") == [True, 1, 0]


@pytest.mark.skipif(mallinfo() is None, reason="not the GNU C library")
def test_what_the_user_has_set_stays() -> None:
    assert blocks("yes", MALLOC_MMAP_THRESHOLD_="4194304") == [False, 0, 0]
