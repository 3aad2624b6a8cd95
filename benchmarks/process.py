"""Child processes: started with a home of their own, and what they say of themselves."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks import threads
from benchmarks.errors import BenchmarkError

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 300
_HOMES = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
_NO_BYTE_CODE = "PYTHONDONTWRITEBYTECODE"
STATUS = Path("/proc/self/status")


def peak_mb() -> float:
    """The most memory that this process has had at once, in MB of 10^6 bytes.

    Raises:
        BenchmarkError: there is no ``/proc``, as outside Linux.
    """
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    except OSError:
        found = None
    if found is None:
        raise BenchmarkError(f"{STATUS} does not say how much memory was used; Linux has it.")
    return int(found[1]) * 1024 / 1e6


def surroundings(home: Path, given: int = 1) -> dict[str, str]:
    """The environment of a child: no display, folders of its own, so many threads."""
    own = {name: str(home / name.lower()) for name in _HOMES}
    # Libraries come compiled, and so is the program after its first start on any machine; a
    # developer's habit of writing no byte code would have only the program's compiled each time.
    outside = {name: text for name, text in os.environ.items() if name != _NO_BYTE_CODE}
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **outside,
        **threads.environment(given),
        **own,
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        "PYTHONPATH": os.pathsep.join(paths),
    }


def answer(module: str, home: Path, *arguments: str) -> dict[str, Any]:
    """Run a module of :mod:`benchmarks.children`; what it prints on its last line.

    Args:
        module: its name there.
        home: a folder for what it remembers.
        arguments: of its command line.

    Returns:
        The object, and under "begun" the moment at which the process was started.

    Raises:
        BenchmarkError: it failed, with what it said.
    """
    command = [sys.executable, "-m", f"benchmarks.children.{module}", *arguments]
    begun = time.perf_counter()
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=surroundings(home),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BenchmarkError(f"{module} did not end within {PATIENCE_S} s.") from None
    return {**_object(module, done), "begun": begun}


def _object(module: str, done: subprocess.CompletedProcess[str]) -> Mapping[str, Any]:
    lines = done.stdout.strip().splitlines()
    try:
        found = json.loads(lines[-1]) if lines else None
    except json.JSONDecodeError:
        found = None
    if done.returncode or not isinstance(found, dict):
        said = (done.stderr.strip() or done.stdout.strip() or "nothing")[-2000:]
        raise BenchmarkError(f"{module} ended with {done.returncode} and said: {said}")
    return found
