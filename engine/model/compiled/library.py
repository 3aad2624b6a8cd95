"""network.c, compiled for this processor once and kept in the user's cache.

Nothing is compiled but this package's own file, by the system's own compiler. The environment
variable DIAPHANE_COMPILED says where the result is kept, or "no" for torch's operations alone.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import platformdirs

from engine.model.compiled.structures import Cache, ProductOf, Stack

VARIABLE = "DIAPHANE_COMPILED"
SOURCE = Path(__file__).with_name("network.c")
COMPILERS = ("cc", "gcc", "clang")
OPTIONS = (
    "-std=gnu11",
    "-O3",
    "-march=native",
    # Sums may be taken in any order, so that they fit into vectors; as in every library of linear
    # algebra. What is infinite or no number stays what it is.
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-signed-zeros",
    "-fassociative-math",
    "-shared",
    "-fPIC",
)
PATIENCE_S = 60


class Library:
    """The functions of network.c.

    Args:
        path: of the compiled file.

    Attributes:
        halves: whether the processor reads 16-bit floating-point numbers.
        product, step, encode, scratch_size, exponentials: see network.c.

    Raises:
        OSError: it cannot be loaded.
    """

    def __init__(self, path: Path) -> None:
        loaded = ctypes.CDLL(str(path))
        pointer, number, large = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64
        has_halves = loaded.has_halves
        has_halves.restype, has_halves.argtypes = number, []
        self.halves = bool(has_halves())

        def function(name: str, result: Any, *arguments: Any) -> Any:
            found = getattr(loaded, name)
            found.restype, found.argtypes = result, arguments
            return found

        stack, product = ctypes.POINTER(Stack), ctypes.POINTER(ProductOf)
        self.product = function("product", None, product, pointer, pointer, number)
        self.scratch_size = function("scratch_size", large, stack, large, large)
        self.step = function(
            "step", None, stack, ctypes.POINTER(Cache), pointer, pointer, number, pointer, pointer
        )
        lengths = ctypes.POINTER(number)
        self.encode = function(
            "encode",
            None,
            *(stack, pointer, lengths, number, ctypes.c_char_p, pointer, number, pointer),
        )
        self.exponentials = function("exponentials", None, pointer, large)


def library() -> Library | None:
    """The compiled functions; ``None`` where there is no compiler, or nobody wants them."""
    return _look()[0]


def why_not() -> str:
    """Why there are no compiled functions; empty if there are."""
    return _look()[1]


@functools.cache
def _look() -> tuple[Library | None, str]:
    wanted = os.environ.get(VARIABLE, "")
    if wanted == "no":
        return None, f"{VARIABLE} says no"
    if sys.platform == "win32":
        return None, "not on Windows"
    folder = Path(wanted) if wanted else platformdirs.user_cache_path("diaphane", appauthor=False)
    try:
        path = _path(folder)
        if not path.is_file():
            _compile(path)
        try:
            return Library(path), ""
        except (OSError, AttributeError):
            # Damaged, or from a system that has changed since.
            _compile(path)
            return Library(path), ""
    except (OSError, AttributeError, subprocess.SubprocessError) as error:
        return None, str(error)


def _path(folder: Path) -> Path:
    """Of the file for this source, these options and this processor."""
    said = "\n".join([SOURCE.read_text(encoding="utf-8"), *OPTIONS, _processor()])
    return folder / f"network-{hashlib.sha256(said.encode()).hexdigest()[:20]}.so"


def _compile(path: Path) -> None:
    """Make the file.

    Raises:
        OSError: there is no compiler, or no folder that can be written to.
        subprocess.SubprocessError: the compiler does not take it.
    """
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        raise FileNotFoundError(f"no C compiler: none of {', '.join(COMPILERS)}")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Under a name of its own until it is whole: another process may look at the same time.
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="compiling-") as place:
        made = Path(place) / path.name
        command = [compiler, *OPTIONS, "-o", str(made), str(SOURCE), "-lm"]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S)
        made.replace(path)


def _processor() -> str:
    """What tells processors apart that need different code: a home may be on several machines."""
    known = f"{sys.platform} {platform.machine()}"
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return f"{known} {platform.processor()} {platform.node()}"
    marks = ("model name", "flags", "Features", "CPU part", "CPU implementer")
    return "\n".join([known, *sorted({line for line in lines if line.startswith(marks)})])
