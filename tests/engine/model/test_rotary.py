"""Rotary positions: turned as complex numbers, and steps that are equal to whole passes."""

from __future__ import annotations

import math

import pytest
import torch

from engine.model.config import ModelConfig
from engine.model.rotary import Rotary, frequencies, make_rotary
from tests.engine.model.test_one_stack import assert_steps_equal_the_whole


def config(**options: object) -> ModelConfig:
    shape = {"vocabulary_size": 20, "d_model": 24, "heads": 3, "positions": "rotary", **options}
    return ModelConfig.from_dict(shape)


def test_each_pair_is_a_complex_number_that_is_turned() -> None:
    rotary = Rotary(config(rotary_base=50.0))
    torch.manual_seed(0)
    x = torch.randn(2, 3, 5, 8, dtype=torch.float64)
    found = rotary(x, 7)
    pairs = torch.complex(x[..., :4], x[..., 4:])
    for at in range(5):
        for i in range(4):
            angle = (7 + at) * 50.0 ** (-2 * i / 8)
            turned = pairs[:, :, at, i] * complex(math.cos(angle), math.sin(angle))
            torch.testing.assert_close(found[:, :, at, i], turned.real, atol=1e-12, rtol=0)
            torch.testing.assert_close(found[:, :, at, i + 4], turned.imag, atol=1e-12, rtol=0)


def test_a_dot_product_depends_on_the_distance_alone() -> None:
    rotary = Rotary(config())
    torch.manual_seed(1)
    q, k = torch.randn(2, 1, 1, 1, 8, dtype=torch.float64)
    near = (rotary(q, 5) * rotary(k, 3)).sum()
    far = (rotary(q, 905) * rotary(k, 903)).sum()
    torch.testing.assert_close(near, far, atol=1e-10, rtol=0)


def test_the_tables_grow_and_keep_what_they_had() -> None:
    torch.manual_seed(2)
    x = torch.randn(1, 1, 300, 8)
    at_once, grown = Rotary(config()), Rotary(config())
    parts = [grown(x[:, :, a : a + 1], a) for a in range(300)]
    assert torch.equal(torch.cat(parts, dim=2), at_once(x, 0))


@pytest.mark.parametrize("factor", [1.0, 4.0])
def test_a_factor_divides_every_frequency(factor: float) -> None:
    plain, scaled = frequencies(config()), frequencies(config(rotary_factor=factor))
    torch.testing.assert_close(scaled, plain / factor)


def test_llama3_scaling_is_that_of_the_library() -> None:
    from transformers import LlamaConfig
    from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

    theirs = LlamaConfig(
        hidden_size=256, num_attention_heads=2, max_position_embeddings=4096,
        rope_parameters={
            "rope_type": "llama3", "rope_theta": 500000.0, "factor": 8.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 512,
        },
    )  # fmt: skip
    expected, _ = ROPE_INIT_FUNCTIONS["llama3"](theirs, "cpu")
    ours = config(d_model=256, heads=2, rotary_base=500000.0, rotary_llama3=(8.0, 1.0, 4.0, 512))
    torch.testing.assert_close(frequencies(ours).float(), expected, atol=0, rtol=1e-6)
    assert len({*(frequencies(ours) / frequencies(config(d_model=256, heads=2, rotary_base=5e5)))
                .round(decimals=6).tolist()}) > 2  # kept, divided, and some in between  # fmt: skip


def test_others_have_none() -> None:
    assert make_rotary(ModelConfig(vocabulary_size=9)) is None


def test_every_path_agrees(make_model) -> None:
    assert_steps_equal_the_whole(make_model(positions="rotary", stacks="decoder", encoder_layers=0))
    assert_steps_equal_the_whole(make_model(positions="rotary"))
