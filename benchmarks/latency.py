"""The window: how soon a step and what was typed are painted, and how busy its thread is."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.errors import BenchmarkError
from benchmarks.process import ROOT, answer, surroundings
from benchmarks.result import Result

if TYPE_CHECKING:
    from benchmarks.context import Context

STEP_MS = 50
TYPING_MS = 400


def latency(context: Context) -> list[Result]:
    """In a real window, offscreen, with the built-in model and every head recorded."""
    less = ("--steps", "3", "--texts", "2") if context.quick else ()
    with tempfile.TemporaryDirectory(prefix="diaphane-latency-") as folder:
        found = answer("latency", Path(folder), *less)
    typed = [float(value) for value in found["typed"]]
    return [
        *_steps("a step by hand to one that was decoded, until painted", found["shown"]),
        *_steps("a step by hand that has to be decoded, until painted", found["decoded"]),
        _result(
            "the last key typed, with the pause, until the first piece painted", typed, TYPING_MS
        ),
    ]


def _steps(what: str, presets: Mapping[str, Sequence[float]]) -> list[Result]:
    """The median of all, and nearly the worst of the slowest arrangement of the panels."""
    slowest = max(presets, key=lambda name: percentile(presets[name], 0.95))
    late = percentile(presets[slowest], 0.95)
    every = [value for values in presets.values() for value in values]
    return [
        _result(f"{what}: median", every, STEP_MS),
        Result(
            name=f"{what}: 95th percentile of the slowest preset ({slowest})",
            ours=late,
            peer=None,
            unit="ms",
            target=STEP_MS,
        ),
    ]


def _result(name: str, values: Sequence[float], target: float) -> Result:
    middle = statistics.median(values)
    spread = (min(values), max(values))
    return Result(name=name, ours=middle, peer=None, unit="ms", target=target, spread=spread)


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which ``part`` of all lie; the nearest one there is."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def window(context: Context) -> list[Result]:
    """A table of its own: how long each event on the window's thread takes, in every preset.

    Raises:
        BenchmarkError: the window could not be driven.
    """
    command = [sys.executable, "-m", "benchmarks.children.window"]
    if context.quick:
        command += ["--only", "built-in", "--preset", "watch", "--steps", "3"]
    with (
        tempfile.TemporaryDirectory(prefix="diaphane-window-") as folder,
        tempfile.TemporaryFile("w+") as errors,
    ):
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=surroundings(Path(folder)),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert process.stdout is not None
        for line in process.stdout:
            context.show(line.rstrip("\n"))
        if process.wait():
            errors.seek(0)
            said = errors.read()[-2000:].strip()
            raise BenchmarkError(f"the window ended with {process.returncode} and said: {said}")
    return []
