"""How much memory a recorded translation takes, before it is made."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Record
from engine.model.config import ModelConfig
from engine.search.limits import length_limit
from engine.search.options import SearchOptions

_FLOAT = 4  # bytes; whatever the network computes in, float32 is what is kept
_CANDIDATE = 250  # bytes of a Candidate with its numbers, as Python objects


def recorded_bytes(
    config: ModelConfig, options: SearchOptions, source_lengths: Sequence[int], record: Record
) -> int:
    """The most that the events of these sentences can take, if all run into their limits.

    Args:
        config: of the network.
        options: of the search.
        source_lengths: pieces of each sentence, the end piece included.
        record: what is written down.
    """
    total = 0
    rows = options.n_best if options.sample else options.beam
    decoder = config.decoder_layers * config.heads * _FLOAT
    for source in source_lengths:
        limit = length_limit(config, options, source)
        total += rows * limit * options.candidates * _CANDIDATE
        if record == "none":
            continue
        total += config.encoder_layers * config.heads * source * source * _FLOAT
        if record == "all":
            total += rows * decoder * (limit * (limit + 1) // 2 + limit * source)
        else:
            total += decoder * (limit * limit + limit * source)
    return total
