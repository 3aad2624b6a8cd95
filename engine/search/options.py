"""What a search is asked to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchOptions:
    """Options of one translation.

    Attributes:
        max_length: longest output in pieces, the end token included; ``None``
            takes ``length_factor`` times the source plus ``length_extra``,
            never beyond the model's positions.
        length_factor: output pieces allowed per source piece.
        length_extra: output pieces allowed on top.
        candidates: how many of each step's likeliest pieces a step reports.
    """

    max_length: int | None = None
    length_factor: float = 2.0
    length_extra: int = 20
    candidates: int = 10

    def __post_init__(self) -> None:
        if self.max_length is not None and self.max_length < 1:
            raise ValueError(f"max_length must be at least 1, not {self.max_length}")
        if self.length_factor < 0 or self.length_extra < 1:
            raise ValueError("length_factor must be at least 0 and length_extra at least 1")
        if self.candidates < 1:
            raise ValueError(f"candidates must be at least 1, not {self.candidates}")
