"""How many threads may compute: said to every library before it is loaded, and checked after.

Imports nothing but the standard library: the variables count only if they are there first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from benchmarks.errors import BenchmarkError

VARIABLES = (
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "RAYON_NUM_THREADS",
)
"""What the libraries of linear algebra, and the tokenizers of one peer, look at."""
ROOM = 0.15
"""Processor time beyond what the threads could take: clocks are not that exact."""


def environment(threads: int) -> dict[str, str]:
    """The variables that hold every library to so many threads."""
    return {**dict.fromkeys(VARIABLES, str(threads)), "TOKENIZERS_PARALLELISM": "false"}


def hold(threads: int = 1) -> None:
    """Set the variables for this process and those it starts."""
    os.environ.update(environment(threads))


def cores() -> int:
    """Those that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def torch_threads(threads: int) -> Iterator[None]:
    """Let torch, and what it has of OpenMP and MKL, compute with so many threads for a while."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def check(name: str, threads: int, used: Mapping[str, float]) -> None:
    """Refuse figures of an engine that has used more cores than it was given.

    Args:
        name: what was measured.
        threads: how many it was given.
        used: of each contestant, processor time divided by the time that went by.

    Raises:
        BenchmarkError: naming the contestant.
    """
    for contestant, cores_used in used.items():
        if cores_used > threads * (1 + ROOM):
            raise BenchmarkError(
                f"{name}: {contestant} kept {cores_used:.2f} cores busy and was given {threads} "
                f"thread{'s' * (threads > 1)}; its figures would mean nothing."
            )
