"""What was measured on, and with what: a figure without it says nothing."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path

from benchmarks.threads import cores

PACKAGES = ("torch", "transformers", "ctranslate2", "PySide6_Essentials", "numpy", "sentencepiece")
BUSY = 0.5
"""Load a core from which figures say little."""


def processor() -> str:
    """The name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.processor() or platform.machine()


def load() -> float | None:
    """How many processes wanted a core in the last minute, on average."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def versions(packages: Iterable[str] = PACKAGES) -> str:
    """Of Python and the packages that are there."""
    found = [f"Python {platform.python_version()}"]
    for name in packages:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


def described(before: float | None) -> list[str]:
    """The lines below the table.

    Args:
        before: the load when the measurements began.
    """
    lines = [
        f"{processor()}, {cores()} cores, {platform.system()} {platform.release()}; {versions()}.",
        "Each figure is the median of its rounds; a ratio is the median of the ratios of the "
        "rounds, with the smallest and the largest. Contestants take turns in one process, the "
        "first one another each round; what is started or opened is a process of its own. One "
        "thread, where nothing else is said: OpenMP, MKL and OpenBLAS by their variables, torch by "
        "set_num_threads, CTranslate2 by intra_threads and inter_threads; figures of an engine "
        "that has kept more cores busy are refused. Outputs are compared before times are, piece "
        "by piece.",
    ]
    if before is not None:
        after = load()
        busy = before > BUSY * cores()
        lines.append(
            f"Load: {before:.2f} before, {after:.2f} after."
            + (" The machine was busy: the figures say little." if busy else "")
        )
    return lines
