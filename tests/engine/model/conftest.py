"""Small random networks and ragged batches for the model's tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.model.config import ModelConfig
from engine.model.transformer import Transformer

MakeModel = Callable[..., Transformer]


@pytest.fixture
def make_model() -> MakeModel:
    """A factory of random float64 networks in evaluation mode; biases and norms random too."""

    def make(seed: int = 0, **options: Any) -> Transformer:
        torch.manual_seed(seed)
        shape = {"vocabulary_size": 40, "d_model": 24, "heads": 4, "d_ff": 48, **options}
        model = Transformer(ModelConfig(**shape)).double().eval()
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.dim() == 1:
                    parameter.add_(torch.randn_like(parameter) * 0.1)
        return model

    return make


def ragged(lengths: list[int], seed: int = 1, vocabulary_size: int = 40) -> Tensor:
    """[batch, longest] random ids above the special ones, padded with 0."""
    generator = torch.Generator().manual_seed(seed)
    ids = torch.randint(4, vocabulary_size, (len(lengths), max(lengths)), generator=generator)
    for row, length in enumerate(lengths):
        ids[row, length:] = 0
    return ids


@pytest.fixture
def source() -> Tensor:
    """[4, 9] ragged source ids."""
    return ragged([9, 4, 1, 7])


@pytest.fixture
def target() -> Tensor:
    """[4, 6] ragged decoder inputs that begin with the start piece."""
    ids = ragged([6, 2, 5, 3], seed=2)
    ids[:, 0] = 2
    return ids
