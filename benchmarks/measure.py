"""Measuring side by side: in turns, so that all contestants share the machine's moods."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks import threads
from benchmarks.errors import BenchmarkError
from benchmarks.result import RATES, Result, Unit

Contestant = Callable[[], object]
"""Does the work once; what it gives back is thrown away."""


@dataclass
class Times:
    """What each contestant took, one figure a round.

    Attributes:
        seconds: by the wall.
        used: processor time of the process divided by them: how many cores were busy.
    """

    seconds: dict[str, list[float]] = field(default_factory=dict)
    used: dict[str, list[float]] = field(default_factory=dict)

    def by_processor(self, ours: str, peers: Mapping[str, str]) -> str:
        """How many times as fast ours is, going by processor time.

        What other programs take of a busy machine is left out of that, but for what they do to its
        caches; so is what an engine waits for.

        Args:
            ours: which contestant.
            peers: names of the others, and how to call them.
        """
        mine, found = self._processor(ours), []
        for name, label in peers.items():
            rounds = [b / a for a, b in zip(mine, self._processor(name), strict=True)]
            found.append(f"{statistics.median(rounds):.2f} × {label}")
        return ", ".join(found)

    def _processor(self, name: str) -> list[float]:
        pairs = zip(self.seconds[name], self.used[name], strict=True)
        return [seconds * used for seconds, used in pairs]


def in_turns(
    what: str, contestants: Mapping[str, Contestant], rounds: int, given: int | None = 1
) -> Times:
    """Let all work once in each round, the first one another each time.

    Args:
        what: is measured, for the message.
        contestants: by name; each has worked once before, so that nothing is made in the time.
        rounds: how many.
        given: threads that each was given; ``None`` where nobody can tell.

    Raises:
        BenchmarkError: one has used more cores than that, in most rounds.
    """
    names = list(contestants)
    times = Times({name: [] for name in names}, {name: [] for name in names})
    for number in range(rounds):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            gc.collect()  # nobody pays for what another has left
            wall, processor = time.perf_counter(), time.process_time()
            contestants[name]()
            seconds = time.perf_counter() - wall
            times.seconds[name].append(seconds)
            times.used[name].append((time.process_time() - processor) / seconds)
    if given is not None:
        threads.check(what, given, {n: statistics.median(u) for n, u in times.used.items()})
    return times


def against(
    name: str,
    times: Times,
    ours: str,
    peer: str,
    unit: Unit,
    work: float,
    target: float | None = None,
) -> Result:
    """One contestant against another, both of which have done the same work.

    Args:
        name: of the result.
        times: of all.
        ours, peer: which of them.
        unit: a rate, or "s" or "ms".
        work: how many of the unit's things were done; of a time, by how many it is divided.
        target: for the ratio.
    """
    mine, theirs = ([_figure(s, unit, work) for s in times.seconds[who]] for who in (ours, peer))
    return compared(name, mine, theirs, unit, target)


def _figure(seconds: float, unit: Unit, work: float) -> float:
    if unit in RATES:
        return work / seconds
    return seconds / work * (1000 if unit == "ms" else 1)


def compared(
    name: str,
    ours: Sequence[float],
    peer: Sequence[float],
    unit: Unit,
    target: float | None = None,
) -> Result:
    """The same of figures that were taken in pairs, one of each a round."""
    rounds = [mine / theirs for mine, theirs in zip(ours, peer, strict=True)]
    return Result(
        name=name,
        ours=statistics.median(ours),
        peer=statistics.median(peer),
        unit=unit,
        ratio=statistics.median(rounds),
        target=target,
        spread=(min(rounds), max(rounds)),
    )


@dataclass(frozen=True)
class Line:
    """The straight line that lies nearest to some points, by least squares.

    Attributes:
        start: its value at 0.
        slope: what it gains from x to x + 1.
        fit: R², the share of the points' variance that lies on it; 1 if they do not vary.
    """

    start: float
    slope: float
    fit: float

    def at(self, x: float) -> float:
        """Its value at ``x``."""
        return self.start + self.slope * x


def fit_line(xs: Sequence[float], ys: Sequence[float]) -> Line:
    """The line of least squares.

    Raises:
        ValueError: fewer than two different ``xs``, or not as many ``ys``.
    """
    if len(xs) != len(ys) or len(set(xs)) < 2:
        raise ValueError("a line needs at least two different places, and a value for each")
    mean_x, mean_y = statistics.fmean(xs), statistics.fmean(ys)
    across = sum((x - mean_x) ** 2 for x in xs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / across
    line = Line(mean_y - slope * mean_x, slope, 1.0)
    total = sum((y - mean_y) ** 2 for y in ys)
    left = sum((y - line.at(x)) ** 2 for x, y in zip(xs, ys, strict=True))
    return Line(line.start, line.slope, 1 - left / total if total else 1.0)


def same(what: str, ours: Sequence[Any], others: Mapping[str, Sequence[Any]]) -> None:
    """Refuse to compare the times of engines that do not write the same.

    Args:
        what: is compared.
        ours: outputs, pieces each.
        others: those of each peer, in the same order.

    Raises:
        BenchmarkError: naming the first difference.
    """
    for name, theirs in others.items():
        if len(theirs) != len(ours):
            raise BenchmarkError(
                f"{what}: ours wrote {len(ours)} outputs and {name} {len(theirs)}; "
                "times are not compared."
            )
        wrong = [i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b]
        if wrong:
            first = wrong[0]
            raise BenchmarkError(
                f"{what}: {len(wrong)} of {len(ours)} outputs of {name} are others than ours, the "
                f"first of sentence {first + 1}: ours {ours[first]}, {name} {theirs[first]}; "
                "times are not compared."
            )


def alike(ours: Sequence[Any], theirs: Sequence[Any]) -> str:
    """How many outputs are the same, of engines that need not write the same: "8 of 10"."""
    count = sum(a == b for a, b in zip(ours, theirs, strict=True))
    return f"{count:,} of {len(ours):,}"
