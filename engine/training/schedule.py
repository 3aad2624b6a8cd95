"""The learning rate over the steps (paper, section 5.3, with a linear end)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """Linear warm-up, inverse square root, linear cool-down to 0.

    ``rate(t) = peak * min(t / warmup, sqrt(warmup / t)) * min(1, (steps + 1 - t) / cooldown)``

    The paper's rate is the first two factors with ``peak = (d_model * warmup) ** -0.5``.

    Attributes:
        peak: the rate at the end of the warm-up.
        warmup: steps of linear rise.
        steps: length of the whole run.
        cooldown: steps of linear fall at the end; 0 leaves the fall out.
    """

    peak: float
    warmup: int
    steps: int
    cooldown: int = 0

    def __post_init__(self) -> None:
        if self.peak <= 0:
            raise ValueError(f"the peak learning rate must be above 0, not {self.peak}")
        if self.warmup < 1:
            raise ValueError(f"the warm-up must be at least 1 step, not {self.warmup}")
        if self.steps < 1:
            raise ValueError(f"a run has at least 1 step, not {self.steps}")
        if not 0 <= self.cooldown <= self.steps:
            raise ValueError(f"the cool-down must lie in 0 to {self.steps}, not {self.cooldown}")

    def rate(self, step: int) -> float:
        """The learning rate of step ``step``, counted from 1."""
        rise = min(step / self.warmup, (self.warmup / step) ** 0.5) if step > 0 else 0.0
        if self.cooldown == 0:
            return self.peak * rise
        # The last step still learns: it stands one step before 0.
        return self.peak * rise * min(1.0, max(0, self.steps - step + 1) / self.cooldown)
