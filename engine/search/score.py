"""What a hypothesis' score is made of."""

from __future__ import annotations

from dataclasses import dataclass

from engine.search.options import SearchOptions


@dataclass(frozen=True)
class ScoreParts:
    """A score taken apart: ``score == (log_probability + penalty) / normaliser``.

    Attributes:
        log_probability: sum of the pieces' natural log-probabilities, S.
        penalty: what the repetition penalty added to it; 0 without one.
        length: pieces written, the end piece included, L.
        normaliser: what the sum is divided by; a function of L alone.
        score: what hypotheses are ranked by; higher is better.
    """

    log_probability: float
    penalty: float
    length: int
    normaliser: float
    score: float

    @classmethod
    def of(
        cls, log_probability: float, penalty: float, length: int, options: SearchOptions
    ) -> ScoreParts:
        """The score of an output of ``length`` pieces."""
        divisor = normaliser(length, options)
        return cls(log_probability, penalty, length, divisor, (log_probability + penalty) / divisor)


def normaliser(length: int, options: SearchOptions) -> float:
    """What the score of an output of ``length`` pieces is divided by; see ``SearchOptions``."""
    if options.normalisation == "average":
        # An empty output has nothing to divide.
        return float(max(1, length) ** options.alpha)
    if options.normalisation == "gnmt":
        return float(((5 + length) / 6) ** options.alpha)
    return 1.0
