"""Which sentences share a padded batch. Imports no torch, so the window can ask too."""

from __future__ import annotations

from collections.abc import Sequence

BATCH_TOKENS = 2048
"""Padded source tokens of one batch, unless somebody wants another number."""
MOST_ROWS = 1024
"""Hypotheses of all batches that run at a time: what bounds the memory of a step, whatever the
sentences' length."""


def batches_by_length(
    lengths: Sequence[int], batch_tokens: int = BATCH_TOKENS, most: int = MOST_ROWS
) -> list[list[int]]:
    """Indices grouped so that a batch holds at most ``batch_tokens`` padded tokens.

    Sentences of like length share a batch; one that is longer than the budget is alone.

    Args:
        lengths: of the sentences.
        batch_tokens: the budget.
        most: sentences of one batch, at most.
    """
    batches: list[list[int]] = []
    current: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda i: (lengths[i], i)):
        grown = len(current) + 1
        if current and (lengths[index] * grown > batch_tokens or grown > most):
            batches.append(current)
            current = []
        current.append(index)
    if current:
        batches.append(current)
    return batches
