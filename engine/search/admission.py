"""What a translation is refused for before any work."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import SearchError, TraceTooLargeError
from engine.events import RECORDS, Record
from engine.model.config import ModelConfig
from engine.search.footprint import recorded_bytes
from engine.search.forced import check_forced
from engine.search.limits import check_length
from engine.search.options import SearchOptions


def check_searches(config: ModelConfig, options: SearchOptions, lengths: Sequence[int]) -> None:
    """Refuse what a search of one of the sentences would refuse.

    Args:
        config: of the network.
        options: of the searches; prefix and reference as ids.
        lengths: pieces of each sentence of a text, the end piece included.

    Raises:
        InputTooLongError: a sentence, or what the options force, is too long.
        SearchError: the options do not fit the text or the model.
    """
    for length in lengths:
        check_length(config, length)
    if options.reference is not None and len(lengths) != 1:
        if not lengths:
            raise SearchError(
                "There is no source sentence that the reference could translate; type one."
            )
        raise SearchError(
            f"The text has {len(lengths)} sentences, and a reference is scored against one; "
            "leave one sentence in the source."
        )
    for number, length in enumerate(lengths):
        check_forced(config, options.of_sentence(number), length)


def check_memory(
    config: ModelConfig,
    options: SearchOptions,
    lengths: Sequence[int],
    record: Record,
    limit: int | None,
) -> None:
    """Refuse to record what may take more than ``limit`` bytes; ``None`` is no limit.

    Raises:
        TraceTooLargeError: with the numbers, and what would fit.
        ValueError: there is no such ``record``.
    """
    if record not in RECORDS:
        raise ValueError(f"record {record!r} is not one of {', '.join(RECORDS)}")
    if limit is None:
        return
    if recorded_bytes(config, options, lengths, record) <= limit:
        return
    need = {kind: recorded_bytes(config, options, lengths, kind) for kind in RECORDS}
    less = [f'"{kind}" (up to {_size(need[kind])})' for kind in RECORDS if need[kind] <= limit]
    raise TraceTooLargeError(
        f'Recording "{record}" may take up to {_size(need[record])}, more than the '
        f"limit of {_size(limit)}; "
        + (f"record {' or '.join(less)}, " if less else "")
        + "raise the limit, or translate less at once."
    )


def _size(number: int) -> str:
    """Bytes for a reader."""
    return f"{number / 1e6:,.1f} MB" if number >= 1e7 else f"{number / 1e3:,.0f} kB"
