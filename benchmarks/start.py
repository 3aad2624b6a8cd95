"""Starting: the window against an empty one, the model against torch and the bare weights.

And the most memory that the program has had, against that of its two libraries alone.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.measure import compared
from benchmarks.process import answer
from benchmarks.result import Result

if TYPE_CHECKING:
    from benchmarks.context import Context

ROUNDS = 7
MEMORY_ROUNDS = 3
MORE_MB = 250


def start(context: Context) -> list[Result]:
    """Each in a process of its own, from its start to the moment; caches are warm."""
    from engine.translator import builtin_model

    weights = str(builtin_model())
    painted: tuple[list[float], list[float]] = [], []
    filled: tuple[list[float], list[float]] = [], []
    ready: tuple[list[float], list[float]] = [], []
    with tempfile.TemporaryDirectory(prefix="diaphane-start-") as folder:
        home = Path(folder)
        _first_starts(home, weights)
        for _ in range(context.times(ROUNDS)):
            app = answer("app", home)
            empty = answer("empty_window", home)
            bare = answer("weights", home, weights)
            painted[0].append(_took(app, "painted"))
            painted[1].append(_took(empty, "painted"))
            filled[0].append(_took(app, "filled"))
            filled[1].append(_took(empty, "painted"))
            ready[0].append(_took(app, "ready"))
            ready[1].append(_took(bare, "ready"))
    return [
        compared("start, window visible: an empty PySide6 window", *painted, "s", 1.5),
        # The panels in sight come one after another once the window is there.
        compared("start, every panel in sight painted: an empty PySide6 window", *filled, "s"),
        compared("start, model ready: import torch and reading the weights", *ready, "s", 1.2),
    ]


def memory(context: Context) -> list[Result]:
    """The program from its start to the end of its first translation, every head recorded."""
    ours: list[float] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory(prefix="diaphane-memory-") as folder:
        for _ in range(context.times(MEMORY_ROUNDS)):
            ours.append(float(answer("app", Path(folder))["peak"]))
            theirs.append(float(answer("imports", Path(folder))["peak"]))
    result = compared("peak memory of the app: import torch and PySide6", ours, theirs, "MB")
    base = statistics.median(theirs)
    return [
        Result(
            name=result.name,
            ours=result.ours,
            peer=result.peer,
            unit="MB",
            ratio=result.ratio,
            target=(base + MORE_MB) / base,
            spread=result.spread,
            wording=f"peer + {MORE_MB} MB",
        )
    ]


def _first_starts(home: Path, weights: str) -> None:
    """What only a first start has: the tour, settings to write, files that are read from a disk."""
    answer("app", home)
    answer("empty_window", home)
    answer("weights", home, weights)


def _took(found: dict[str, Any], moment: str) -> float:
    return float(found[moment]) - float(found["begun"])
