"""How much memory a recorded translation takes, before it is made."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Record
from engine.model.config import ModelConfig
from engine.search.forced import check_forced
from engine.search.options import SearchOptions

_FLOAT = 4  # bytes; whatever the network computes in, float32 is what is kept

# Python objects with the numbers that hang on them, in bytes; measured.
CANDIDATE_BYTES = 140
_HYPOTHESIS = 600
_TEXT = 12  # of one piece, in a text that has it
_EVENT = 500


def recorded_bytes(
    config: ModelConfig, options: SearchOptions, source_lengths: Sequence[int], record: Record
) -> int:
    """The most that the events of these sentences can take, if all run into their limits.

    Args:
        config: of the network.
        options: of the search; prefix and reference as ids.
        source_lengths: pieces of each sentence, the end piece included.
        record: what is written down.

    Raises:
        InputTooLongError: what the options force is longer than the length limit.
        SearchError: the options do not fit the model.
    """
    total = 0
    has_source = config.stacks != "decoder"
    rows = options.n_best if options.sample else options.beam
    candidates = min(options.candidates, config.output_size) * CANDIDATE_BYTES
    decoder = config.decoder_layers * config.heads * _FLOAT
    for number, source in enumerate(source_lengths):
        limit = check_forced(config, options.of_sentence(number), source)
        source = source if has_source else 0
        # As many may finish in a step as live on, and in the end the best are told once more.
        hypotheses = 2 * rows * (limit + 1)
        total += hypotheses * (_HYPOTHESIS + _TEXT * limit // 2) + rows * limit * candidates
        # The masks: all of the encoder's, and of the decoder's each step's row.
        masks = source * source + source + limit * (limit + 1) // 2
        total += masks * _FLOAT + (limit + 2) * _EVENT
        if record == "none":
            continue
        total += config.encoder_layers * config.heads * source * source * _FLOAT
        steps = rows if record == "all" else 1
        total += steps * decoder * limit * source
        if config.decoder_self == "ssru":  # forget gates
            total += steps * config.decoder_layers * config.d_model * _FLOAT * limit
        elif record == "all":
            total += rows * decoder * (limit * (limit + 1) // 2)
        else:
            total += decoder * limit * limit
    return total
