from __future__ import annotations

import pytest
import torch
from torch import Tensor

from engine.model.attention import explicit_attention, fused_attention, masked_softmax
from engine.model.masks import causal_mask, combine, padding_mask

INF = float("inf")


def test_padding_mask_blocks_pads_and_nothing_else() -> None:
    mask = padding_mask(torch.tensor([[5, 6, 0], [7, 0, 0]]), pad_id=0)
    assert mask.shape == (2, 1, 1, 3)
    assert mask[:, 0, 0].tolist() == [[0, 0, -INF], [0, -INF, -INF]]


def test_causal_mask_blocks_the_future_only() -> None:
    assert causal_mask(3).tolist() == [[0, -INF, -INF], [0, 0, -INF], [0, 0, 0]]


def test_combined_mask_is_open_only_where_both_are() -> None:
    mask = combine(padding_mask(torch.tensor([[5, 6, 0]]), 0), causal_mask(3))
    assert mask[0, 0].tolist() == [[0, -INF, -INF], [0, 0, -INF], [0, 0, -INF]]


def test_combining_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one mask"):
        combine()


@pytest.fixture
def heads() -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(0)
    q, k, v = torch.randn(3, 2, 2, 3, 5, dtype=torch.float64, generator=generator).unbind(0)
    return q, k, v


def test_a_fully_masked_row_gives_zeros_and_finite_gradients(
    heads: tuple[Tensor, Tensor, Tensor],
) -> None:
    mask = torch.zeros(2, 1, 3, 3, dtype=torch.float64)
    mask[1, 0, 2] = -INF
    for path in ("explicit", "fused"):
        q, k, v = (x.clone().requires_grad_() for x in heads)
        if path == "explicit":
            mixed, weights = explicit_attention(q, k, v, mask)
            assert torch.equal(weights[1, :, 2], torch.zeros(2, 3, dtype=torch.float64))
        else:
            mixed = fused_attention(q, k, v, mask)
        assert torch.equal(mixed[1, :, 2], torch.zeros(2, 5, dtype=torch.float64)), path
        mixed.sum().backward()
        for x in (q, k, v):
            assert x.grad is not None and torch.isfinite(x.grad).all(), path


def test_masked_keys_get_weight_exactly_zero() -> None:
    weights = masked_softmax(torch.randn(1, 1, 3, 3), causal_mask(3))
    assert torch.equal(weights[0, 0].triu(1), torch.zeros(3, 3))
    torch.testing.assert_close(weights.sum(-1), torch.ones(1, 1, 3))


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_source_of_pads_alone_never_becomes_nan(make_model, norm: str) -> None:
    model = make_model(norm=norm)
    logits = model(torch.zeros(1, 4, dtype=torch.int64), torch.tensor([[2, 7, 8]]))
    assert torch.isfinite(logits).all()
