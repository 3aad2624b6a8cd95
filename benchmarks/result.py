"""What was measured: one row of the table, one object of the list."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchmarks.errors import BenchmarkError

Unit = Literal["tokens/s", "sentences/s", "ms", "s", "MB", "passes/s"]
RATES: tuple[Unit, ...] = ("tokens/s", "sentences/s", "passes/s")
"""Units of which more is better; of all others less is."""


@dataclass(frozen=True)
class Result:
    """One measurement.

    Attributes:
        name: what was measured, and against what.
        ours: Diaphane's figure.
        peer: that of what it is compared with; ``None`` where a target is a figure of its own.
        unit: of both. Of a rate more is better, of a time or a size less is.
        ratio: ours by the peer's, the median of the ratios of the rounds; ``None`` without a peer.
        target: what the ratio, or without a peer ours, has to reach: at least this for a rate,
            at most for anything else. ``None`` for what is there for information.
        spread: the smallest and the largest ratio of the rounds, or without a peer of ours.
        wording: of the target, where the number alone would not be understood.
    """

    name: str
    ours: float
    peer: float | None
    unit: Unit
    ratio: float | None = None
    target: float | None = None
    spread: tuple[float, float] | None = None
    wording: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the target is; ``None`` if there is none."""
        if self.target is None:
            return None
        value = self.ours if self.ratio is None else self.ratio
        return value >= self.target if self.unit in RATES else value <= self.target

    def as_object(self) -> dict[str, object]:
        """For JSON.

        Raises:
            BenchmarkError: a figure is no finite number, for which JSON has no form.
        """
        values = {
            "name": self.name,
            "ours": self.ours,
            "peer": self.peer,
            "ratio": self.ratio,
            "target": self.target,
            "unit": self.unit,
        }
        for key, value in values.items():
            if isinstance(value, float) and not math.isfinite(value):
                raise BenchmarkError(f"{self.name}: {key} is {value}.")
        return values

    def row(self) -> str:
        """For the table."""
        reached = {None: "", True: "yes", False: "no"}[self.reached]
        ours, peer = (figure(value, self.unit) for value in (self.ours, self.peer))
        if self.ratio is None and self.spread is not None:
            ours += f" ({_number(self.spread[0])}–{_number(self.spread[1])})"
        cells = (self.name, ours, peer, self._ratio(), self._target(), reached)
        return f"| {' | '.join(cells)} |"

    def _ratio(self) -> str:
        if self.ratio is None:
            return ""
        low, high = self.spread or (self.ratio, self.ratio)
        return f"{self.ratio:.2f} × ({low:.2f}–{high:.2f})"

    def _target(self) -> str:
        if self.target is None:
            return ""
        sign = "≥" if self.unit in RATES else "≤"
        if self.wording:
            return f"{sign} {self.wording}"
        times = " ×" if self.ratio is not None else f" {self.unit}"
        return f"{sign} {self.target:g}{times}"


def figure(value: float | None, unit: Unit) -> str:
    """A figure with its unit; nothing for none."""
    return "" if value is None else f"{_number(value)} {unit}"


def _number(value: float) -> str:
    """Three digits that count, whole numbers in groups."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


HEAD = (
    "| what | ours | peer | ratio | target | reached |\n| --- | ---: | ---: | ---: | ---: | :---: |"
)


def table(results: Sequence[Result]) -> str:
    """All of them in Markdown."""
    return "\n".join([HEAD, *(result.row() for result in results)])
