"""Large blocks of memory go back to the system, whatever was freed before, and heaps are few."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gui.heap import ARENAS
from tests.soak.measures import mallinfo

ROOT = Path(__file__).resolve().parents[2]

BLOCKS = """
import ctypes, json, sys
from gui import heap
from gui.heap import ARENAS
from tests.soak.measures import mallinfo

library = ctypes.CDLL(None)
library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
library.free.argtypes = [ctypes.c_void_p]
said = heap.keep_less() if sys.argv[1] == "yes" else None
# What the C library learns from: a block of 16 MB that is freed.
library.free(library.malloc(16 << 20))
before = mallinfo().hblks
block = library.malloc(2 << 20)
own = mallinfo().hblks - before
library.free(block)
print(json.dumps([said, own, mallinfo().hblks - before]))
"""


HEAPS = """
import ctypes, json, sys, threading
from gui import heap

library = ctypes.CDLL(None)
library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
library.fopen.restype = ctypes.c_void_p
library.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
library.fclose.argtypes = [ctypes.c_void_p]
said = heap.keep_less() if sys.argv[1] == "yes" else None
together = threading.Barrier(6)

def work():
    together.wait()
    library.malloc(100_000)
    together.wait()

threads = [threading.Thread(target=work) for _ in range(6)]
for each in threads:
    each.start()
for each in threads:
    each.join()
file = library.fopen(sys.argv[2].encode(), b"w")
library.malloc_info(0, file)
library.fclose(file)
print(json.dumps([said, open(sys.argv[2]).read().count("<heap nr=")]))
"""


def run(code: str, *arguments: str, **environment: str) -> list[object]:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
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
    assert run(BLOCKS, "no") == [None, 0, 0], "as the C library does by itself"
    assert run(BLOCKS, "yes") == [True, 1, 0]


@pytest.mark.skipif(mallinfo() is None, reason="not the GNU C library")
def test_what_the_user_has_set_stays() -> None:
    assert run(BLOCKS, "yes", MALLOC_MMAP_THRESHOLD_="4194304") == [True, 0, 0]
    assert run(BLOCKS, "yes", MALLOC_ARENA_MAX="5") == [True, 1, 0]


@pytest.mark.skipif(mallinfo() is None, reason="not the GNU C library")
def test_threads_share_heaps(tmp_path: Path) -> None:
    told = str(tmp_path / "heaps.xml")
    said, alone = run(HEAPS, "no", told)
    assert said is None and isinstance(alone, int) and alone > ARENAS, "as the C library does"
    assert run(HEAPS, "yes", told) == [True, ARENAS]
    assert run(HEAPS, "yes", told, MALLOC_ARENA_MAX="3") == [True, 3], "what the user has set"
