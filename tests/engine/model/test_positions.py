from __future__ import annotations

import math

import pytest
import torch

from engine.model.positions import SinusoidalPositions, sinusoidal_encoding


@pytest.mark.parametrize("d_model", [1, 3, 8, 33])
def test_the_formula_of_the_paper_number_by_number(d_model: int) -> None:
    table = sinusoidal_encoding(50, d_model, torch.float64)
    for pos in (0, 1, 7, 49):
        for dim in range(d_model):
            angle = pos / 10000 ** (2 * (dim // 2) / d_model)
            expected = math.sin(angle) if dim % 2 == 0 else math.cos(angle)
            assert table[pos, dim].item() == pytest.approx(expected, abs=1e-12)


def test_moving_by_k_is_one_linear_map_for_all_positions() -> None:
    table = sinusoidal_encoding(40, 8, torch.float64)
    shift = torch.linalg.lstsq(table[:20], table[5:25]).solution
    torch.testing.assert_close(table[20:35] @ shift, table[25:40], atol=1e-8, rtol=0)


def test_slices_keep_their_place_and_the_callers_number_type() -> None:
    positions = SinusoidalPositions(16, 6)
    like = torch.zeros(1, dtype=torch.float64)
    assert torch.equal(positions(3, 4, like), sinusoidal_encoding(16, 6, torch.float64)[3:7])
    with pytest.raises(ValueError, match="position 16 is beyond the last one, 15"):
        positions(15, 2, like)
