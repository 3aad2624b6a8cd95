"""Positional encodings: how a piece's place enters its vector."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from engine.model.config import ModelConfig, PositionKind
from engine.model.kinds import IN_ATTENTION


def sinusoidal_encoding(
    length: int,
    d_model: int,
    dtype: torch.dtype = torch.float32,
    device: torch.device | None = None,
    kind: PositionKind = "interleaved",
    offset: int = 0,
) -> Tensor:
    """Sines and cosines of the position at falling frequencies (section 3.5).

    Computed in float64 and rounded once. Row r is for position ``r + offset``.

    - "interleaved", the paper: PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), and
      PE(pos, 2i+1) the cosine of it; an odd ``d_model`` ends with a sine.
    - "halves": the same columns, all sines before all cosines (Hugging Face's Marian).
    - "timescales": halves with the frequencies 10000^(-i / (n - 1)) of n = d_model // 2
      timescales, which reach 1/10000 itself; an odd ``d_model`` ends with a zero
      (tensor2tensor, Marian, fairseq).

    Returns:
        [length, d_model]

    Raises:
        ValueError: positions of this kind have no formula.
    """
    if kind not in ("interleaved", "halves", "timescales"):
        raise ValueError(f"{kind} positions are no sines and cosines of the position")
    position = torch.arange(offset, offset + length, dtype=torch.float64)[:, None]
    table = torch.zeros(length, d_model, dtype=torch.float64)
    if kind == "timescales":
        half = d_model // 2
        steps = torch.arange(half, dtype=torch.float64) * (math.log(10000.0) / (half - 1))
        angle = position * torch.exp(-steps)
        table[:, :half], table[:, half : 2 * half] = angle.sin(), angle.cos()
    else:
        even = torch.arange(0, d_model, 2, dtype=torch.float64)
        angle = position / torch.pow(torch.tensor(10000.0, dtype=torch.float64), even / d_model)
        sines, cosines = angle.sin(), angle[:, : d_model // 2].cos()
        if kind == "interleaved":
            table[:, 0::2], table[:, 1::2] = sines, cosines
        else:
            table = torch.cat([sines, cosines], dim=1)
    return table.to(dtype=dtype, device=device)


class SinusoidalPositions(nn.Module):
    """The fixed table, computed once for each number type and device, then sliced.

    The table is no buffer: a buffer would be rounded to float32 before a model is
    converted to float64, and would travel in every checkpoint.
    """

    def __init__(
        self,
        max_positions: int,
        d_model: int,
        kind: PositionKind = "interleaved",
        offset: int = 0,
    ) -> None:
        super().__init__()
        self.max_positions = max_positions
        self.d_model = d_model
        self.kind = kind
        self.offset = offset
        self._tables: dict[tuple[torch.dtype, torch.device], Tensor] = {}

    def forward(self, start: int, length: int, like: Tensor) -> Tensor:
        """Rows ``start`` to ``start + length`` in the dtype and on the device of ``like``.

        Returns:
            [length, d_model]

        Raises:
            ValueError: the table has no such rows.
        """
        _check_rows(start, length, self.max_positions)
        key = (like.dtype, like.device)
        if key not in self._tables:
            self._tables[key] = sinusoidal_encoding(
                self.max_positions, self.d_model, *key, self.kind, self.offset
            )
        return self._tables[key][start : start + length]


class LearnedPositions(nn.Module):
    """A trained row for each position; some families leave the first rows of it unused.

    Attributes:
        table: [offset + max_positions, d_model]
    """

    def __init__(self, max_positions: int, d_model: int, offset: int = 0) -> None:
        super().__init__()
        self.max_positions = max_positions
        self.offset = offset
        self.table = nn.Parameter(torch.empty(offset + max_positions, d_model))
        nn.init.normal_(self.table, std=d_model**-0.5)

    def forward(self, start: int, length: int, like: Tensor) -> Tensor:
        """As :meth:`SinusoidalPositions.forward`."""
        _check_rows(start, length, self.max_positions)
        first = start + self.offset
        return self.table[first : first + length]


class NoPositions(nn.Module):
    """Nothing is added to the embeddings: positions enter the attention, or there is no stack."""

    def __init__(self, max_positions: int) -> None:
        super().__init__()
        self.max_positions = max_positions

    def forward(self, start: int, length: int, like: Tensor) -> Tensor:
        """Zeros, as :meth:`SinusoidalPositions.forward` has its rows."""
        _check_rows(start, length, self.max_positions)
        return like.new_zeros(length, like.shape[-1])


Positions = SinusoidalPositions | LearnedPositions | NoPositions


def make_positions(config: ModelConfig) -> Positions:
    """What a network of this config adds to its embeddings for their positions."""
    if config.positions == "learned":
        return LearnedPositions(config.max_positions, config.d_model, config.position_offset)
    if config.positions in IN_ATTENTION:
        return NoPositions(config.max_positions)
    return SinusoidalPositions(
        config.max_positions, config.d_model, config.positions, config.position_offset
    )


def _check_rows(start: int, length: int, most: int) -> None:
    if start + length > most:
        raise ValueError(f"position {start + length - 1} is beyond the last one, {most - 1}")
