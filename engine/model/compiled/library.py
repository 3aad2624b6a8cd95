"""network.c and largest.c, compiled for this processor once and kept in the user's cache.

Nothing is compiled but this package's own files, by the system's own compiler. The environment
variable DIAPHANE_COMPILED says where the result is kept ("yes" for the usual place), or "no" for
torch's operations alone.
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import platformdirs

from engine.model.compiled.structures import Cache, ProductOf, Stack

VARIABLE = "DIAPHANE_COMPILED"
SOURCES = tuple(Path(__file__).with_name(f"{name}.c") for name in ("network", "largest"))
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
_NO = ("no", "off", "false", "0")
_YES = ("", "yes", "on", "true", "1")
_SEAL = hashlib.sha256().digest_size


class Library:
    """The functions of ``SOURCES``.

    Args:
        path: of the compiled file.

    Attributes:
        halves: whether the processor reads 16-bit floating-point numbers.
        product, step, encode, scratch_size, exponentials: see network.c.
        largest: see largest.c.

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
        self.largest = function("largest", None, pointer, number, number, number, pointer, pointer)


def library() -> Library | None:
    """The compiled functions; ``None`` where there is no compiler, or nobody wants them."""
    return _look()[0]


def why_not() -> str:
    """Why there are no compiled functions; empty if there are."""
    return _look()[1]


@functools.cache
def _look() -> tuple[Library | None, str]:
    wanted = os.environ.get(VARIABLE, "")
    if wanted.lower() in _NO:
        return None, f"{VARIABLE} says {wanted}"
    if sys.platform == "win32":
        return None, "not on Windows"
    if sys.platform == "darwin" and not wanted:
        # Where nobody has installed one, the name of a compiler opens a dialog of the system's.
        return None, f"on macOS only where {VARIABLE} says yes, or names a folder"
    try:
        if wanted.lower() in _YES:
            folder = platformdirs.user_cache_path("diaphane", appauthor=False)
        else:
            folder = Path(wanted).expanduser()
        path = _path(folder)
        if not _is_whole(path):
            _compile(path)
        return Library(path), ""
    # Whose home nobody knows, that is a RuntimeError.
    except (OSError, AttributeError, RuntimeError) as error:
        return None, str(error)


def _path(folder: Path) -> Path:
    """Of the file for these sources, these options and this processor."""
    sources = [source.read_text(encoding="utf-8") for source in SOURCES]
    said = "\n".join([*sources, *OPTIONS, _processor()])
    return folder / f"network-{hashlib.sha256(said.encode()).hexdigest()[:20]}.so"


def _is_whole(path: Path) -> bool:
    """Whether a file is there as it was written: to load another could end the process."""
    if not path.is_file():
        return False
    data = path.read_bytes()
    return hashlib.sha256(data[:-_SEAL]).digest() == data[-_SEAL:]


def _compile(path: Path) -> None:
    """Make the file; behind its end stands what it is recognised by.

    Raises:
        OSError: there is no compiler, it does not take the sources, or there is no folder that can
            be written to.
    """
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        raise FileNotFoundError(f"no C compiler: none of {', '.join(COMPILERS)}")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Under a name of its own until it is whole: another process may look at the same time.
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="compiling-") as place:
        made = Path(place) / path.name
        _run([compiler, *OPTIONS, "-o", str(made), *map(str, SOURCES), "-lm"])
        data = made.read_bytes()
        with made.open("wb") as file:
            file.write(data + hashlib.sha256(data).digest())
            file.flush()
            os.fsync(file.fileno())
        made.replace(path)


def _run(command: Sequence[str]) -> None:
    """Run the compiler, which is given nothing to read.

    Raises:
        OSError: it fails, with the last that it said, or takes too long.
    """
    try:
        subprocess.run(
            command,
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
        )
    except subprocess.TimeoutExpired as error:
        raise OSError(f"{command[0]} took more than {PATIENCE_S} s") from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines() or ["and said nothing"]
        raise OSError(f"{command[0]} failed: {said[-1]}") from error


def _processor() -> str:
    """What tells processors apart that need different code: a home may be on several machines."""
    known = f"{sys.platform} {platform.machine()}"
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return f"{known} {platform.processor()} {platform.node()}"
    marks = ("model name", "flags", "Features", "CPU part", "CPU implementer")
    return "\n".join([known, *sorted({line for line in lines if line.startswith(marks)})])
