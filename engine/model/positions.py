"""Positional encodings: how a piece's place enters its vector."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def sinusoidal_encoding(
    length: int,
    d_model: int,
    dtype: torch.dtype = torch.float32,
    device: torch.device | None = None,
) -> Tensor:
    """The sinusoids of section 3.5, interleaved.

    PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), PE(pos, 2i+1) = cos(pos / 10000^(2i/d_model)).
    Computed in float64 and rounded once; an odd ``d_model`` ends with a sine.

    Returns:
        [length, d_model]
    """
    position = torch.arange(length, dtype=torch.float64)[:, None]
    even = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = position / torch.pow(torch.tensor(10000.0, dtype=torch.float64), even / d_model)
    table = torch.empty(length, d_model, dtype=torch.float64)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle[:, : d_model // 2].cos()
    return table.to(dtype=dtype, device=device)


class SinusoidalPositions(nn.Module):
    """The fixed table, computed once for each number type and device, then sliced.

    The table is no buffer: a buffer would be rounded to float32 before a model is
    converted to float64, and would travel in every checkpoint.
    """

    def __init__(self, max_positions: int, d_model: int) -> None:
        super().__init__()
        self.max_positions = max_positions
        self.d_model = d_model
        self._tables: dict[tuple[torch.dtype, torch.device], Tensor] = {}

    def forward(self, start: int, length: int, like: Tensor) -> Tensor:
        """Rows ``start`` to ``start + length`` in the dtype and on the device of ``like``.

        Returns:
            [length, d_model]

        Raises:
            ValueError: the table has no such rows.
        """
        if start + length > self.max_positions:
            raise ValueError(
                f"position {start + length - 1} is beyond the last one, {self.max_positions - 1}"
            )
        key = (like.dtype, like.device)
        if key not in self._tables:
            self._tables[key] = sinusoidal_encoding(self.max_positions, self.d_model, *key)
        return self._tables[key][start : start + length]
