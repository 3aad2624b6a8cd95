"""One teacher-forced pass over an output, with the whole distribution of each position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from engine.model.transformer import Transformer

_BLOCK = 64
"""Positions whose distributions exist at one time: a vocabulary may have 250,000 pieces."""


class TeacherForced(NamedTuple):
    """[position] each, on the CPU; see :class:`engine.analysis.reference.FullPass`."""

    log_probabilities: Tensor
    mean_log_probabilities: Tensor
    ranks: Tensor
    entropies: Tensor


@torch.inference_mode()
def teacher_force(
    model: Transformer, source: Sequence[int], start: int, written: Sequence[int]
) -> TeacherForced:
    """Score every piece of an output in one pass: the decoder is fed it shifted right.

    Args:
        model: in evaluation mode.
        source: ids, the end piece included.
        start: the decoder's first input.
        written: ids of the output, at least one.
    """
    targets = torch.tensor(list(written), device=model.device)
    _, states = model.states(source, [start, *written[:-1]])
    assert states is not None
    blocks = [
        _measure(model.project(states[0, first : first + _BLOCK]), targets[first : first + _BLOCK])
        for first in range(0, len(written), _BLOCK)
    ]
    return TeacherForced(*(torch.cat(parts).cpu() for parts in zip(*blocks, strict=True)))


def _measure(logits: Tensor, targets: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Log-probability, mean log-probability, rank and entropy of each row of [positions, V]."""
    distribution = logits.float().log_softmax(dim=-1)
    chosen = distribution.gather(1, targets[:, None])
    columns = torch.arange(distribution.shape[1], device=logits.device)
    ahead = (distribution > chosen) | ((distribution == chosen) & (columns < targets[:, None]))
    # 0 · −∞ counts as 0.
    surprise = torch.special.entr(distribution.exp()).sum(dim=-1)
    return chosen[:, 0], distribution.mean(dim=-1), ahead.sum(dim=-1) + 1, surprise
