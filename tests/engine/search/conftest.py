"""Small random networks whose whole space of outputs can be written down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from engine.model.config import ModelConfig
from engine.model.transformer import Transformer

MakeNetwork = Callable[..., Transformer]


@pytest.fixture(scope="session")
def make_network() -> MakeNetwork:
    """A factory of random networks: pad 0, unk 1, start 2, end 3, and few pieces beside them."""

    def make(
        seed: int = 0,
        vocabulary_size: int = 7,
        end_bias: float = 0.0,
        dtype: torch.dtype = torch.float64,
        **options: Any,
    ) -> Transformer:
        shape: dict[str, Any] = {
            "d_model": 8,
            "heads": 2,
            "d_ff": 16,
            "encoder_layers": 1,
            "decoder_layers": 2,
            "max_positions": 32,
            "output_bias": True,
            **options,
        }
        config = ModelConfig(vocabulary_size=vocabulary_size, **shape)
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            model = Transformer(config).to(dtype).eval().requires_grad_(False)
            for parameter in model.parameters():
                if parameter.dim() == 1:
                    parameter.add_(torch.randn_like(parameter) * 0.3)
        assert model.output_bias is not None
        model.output_bias[config.eos_id] += end_bias
        return model

    return make
