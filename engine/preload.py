"""Importing torch beside a window that must stay smooth.

A plain ``import torch`` on a worker thread stops every other thread for 0.3 s and again
for 0.1 s: loading shared libraries, the set-up of ``torch._C`` and full garbage
collections all hold the interpreter lock. Most of that can be avoided.
"""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import os
import sys
from pathlib import Path

# Later ones need earlier ones, and dlopen finds the rest (CUDA) through them.
_LIBRARIES = ("c10", "torch_cpu", "torch", "shm", "torch_python")


def import_torch() -> None:
    """Import torch, keeping the interpreter lock as little as possible.

    Raises:
        ImportError: torch is not installed or cannot be loaded.
    """
    if "torch" in sys.modules:
        return
    _load_libraries()
    # Importing makes 10^6 objects that stay: each full collection on the way would look
    # at all of them with the lock held, and so would every later one without the freeze.
    enabled = gc.isenabled()
    gc.disable()
    try:
        import torch  # noqa: F401

        gc.freeze()
    finally:
        if enabled:
            gc.enable()


def _load_libraries() -> None:
    """Load torch's shared libraries without the interpreter lock.

    Importing an extension module loads its libraries, and runs their static
    constructors, with the lock held; a foreign call of dlopen does it without. This only
    saves time: whatever fails here is left for the import to report.
    """
    if os.name != "posix":
        return
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent / "lib"
    suffix = "dylib" if sys.platform == "darwin" else "so"
    try:
        dlopen = ctypes.CDLL(None).dlopen
    except (OSError, AttributeError):
        return
    dlopen.argtypes = [ctypes.c_char_p, ctypes.c_int]
    dlopen.restype = ctypes.c_void_p
    for name in _LIBRARIES:
        path = folder / f"lib{name}.{suffix}"
        if path.is_file():
            dlopen(os.fsencode(path), os.RTLD_NOW | os.RTLD_LOCAL)
