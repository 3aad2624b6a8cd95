"""Greedy search over many sentences at once, nothing recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from engine.model.transformer import Transformer
from engine.search.greedy import check_length, length_limit, never_written
from engine.search.options import SearchOptions


@dataclass(frozen=True)
class BatchOutput:
    """One sentence's output: ``ids`` end with the end piece unless ``cut`` by the limit."""

    ids: tuple[int, ...]
    log_probabilities: tuple[float, ...]
    cut: bool


def batches_by_length(lengths: Sequence[int], batch_tokens: int) -> list[list[int]]:
    """Indices grouped so that a batch holds at most ``batch_tokens`` padded tokens.

    Sentences of like length share a batch; one that is longer than the budget is alone.
    """
    batches: list[list[int]] = []
    current: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda i: (lengths[i], i)):
        if current and lengths[index] * (len(current) + 1) > batch_tokens:
            batches.append(current)
            current = []
        current.append(index)
    if current:
        batches.append(current)
    return batches


@torch.inference_mode()
def greedy_batch(
    model: Transformer, sources: Sequence[Sequence[int]], options: SearchOptions | None = None
) -> list[BatchOutput]:
    """Translate one padded batch; a finished sentence leaves the batch at once.

    Args:
        model: in evaluation mode.
        sources: piece ids of each sentence, the end piece included.

    Returns:
        One output a sentence, equal to what :func:`engine.search.greedy.greedy` writes.

    Raises:
        InputTooLongError: before any work.
    """
    options = options or SearchOptions()
    config = model.config
    for source in sources:
        check_length(config, len(source))
    if not sources:
        return []
    limits = [length_limit(config, options, len(source)) for source in sources]
    longest = max(len(source) for source in sources)
    ids = torch.tensor(
        [[*source, *[config.pad_id] * (longest - len(source))] for source in sources],
        device=model.device,
    )
    cache = model.start_decoding(model.encode(ids), ids)
    blocked = list(never_written(config))
    tokens = torch.full((len(sources),), config.start_id, device=model.device)
    alive = list(range(len(sources)))
    written: list[list[int]] = [[] for _ in sources]
    scores: list[list[float]] = [[] for _ in sources]
    while alive:
        distribution = model.decode_step(tokens, cache).float().log_softmax(dim=-1)
        distribution[:, blocked] = float("-inf")
        values, tokens = distribution.max(dim=-1)
        keep: list[int] = []
        for row, (index, token, value) in enumerate(
            zip(alive, tokens.tolist(), values.tolist(), strict=True)
        ):
            written[index].append(token)
            scores[index].append(value)
            if token != config.eos_id and len(written[index]) < limits[index]:
                keep.append(row)
        if len(keep) < len(alive):
            alive = [alive[row] for row in keep]
            rows = torch.tensor(keep, dtype=torch.int64, device=model.device)
            tokens = tokens[rows]
            if alive:
                cache.select(rows)
    return [
        BatchOutput(tuple(ids), tuple(values), ids[-1] != config.eos_id)
        for ids, values in zip(written, scores, strict=True)
    ]
