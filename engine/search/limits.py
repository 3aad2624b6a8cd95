"""How long a source may be and how long an output can become."""

from __future__ import annotations

from engine.errors import InputTooLongError
from engine.model.config import ModelConfig
from engine.search.options import SearchOptions


def length_limit(config: ModelConfig, options: SearchOptions, source_length: int) -> int:
    """Longest output in pieces, the end piece included, never beyond the model's positions."""
    limit = options.max_length
    if limit is None:
        # The factor may be any number; what is beyond the positions need not be computed.
        grown = min(source_length * options.length_factor, float(config.max_positions))
        limit = int(grown) + options.length_extra
    return min(limit, config.max_positions)


def check_length(config: ModelConfig, source_length: int) -> None:
    """Refuse a sentence the model has no positions for.

    Raises:
        InputTooLongError: with the numbers.
    """
    if source_length > config.max_positions:
        raise InputTooLongError(
            f"A sentence has {source_length} pieces, and this model reads at most "
            f"{config.max_positions}: split it into shorter sentences."
        )
