"""Rotary positions: queries and keys are turned by angles that grow with their position.

RoFormer (arXiv:2104.09864, section 3.2), with the two halves of a head as the two coordinates of
each pair, as LLaMA's published weights have them.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from engine.model.config import ModelConfig


def frequencies(config: ModelConfig) -> Tensor:
    """Angle a position of each pair of coordinates.

    base^(-2i / d_k), divided by ``rotary_factor``. ``rotary_llama3`` (factor, low, high, original
    length) leaves waves that are short beside the original length as they are, divides long ones
    by the factor, and blends in between (Llama 3.1).

    Returns:
        [d_k / 2] float64
    """
    even = torch.arange(0, config.d_k, 2, dtype=torch.float64)
    turned = torch.pow(torch.tensor(config.rotary_base, dtype=torch.float64), -even / config.d_k)
    turned = turned / config.rotary_factor
    if config.rotary_llama3 is None:
        return turned
    factor, low, high, original = config.rotary_llama3
    # How often the wave goes round in the original length, between "low" and "high" times.
    rounds = original * turned / (2 * math.pi)
    kept = ((rounds - low) / (high - low)).clamp(0, 1)
    return turned * (kept + (1 - kept) / factor)


class Rotary:
    """Turns heads by their positions; one for all layers. Has no weights, so it is no module.

    The tables are computed in float64 and rounded once, for each number type and device, and as
    far as they were needed so far.
    """

    def __init__(self, config: ModelConfig) -> None:
        self._config = config
        self._tables: dict[tuple[torch.dtype, torch.device], tuple[Tensor, Tensor]] = {}

    def __call__(self, x: Tensor, start: int) -> Tensor:
        """Args: x [batch, heads, length, d_k] at positions ``start`` on. Returns the same shape."""
        end = start + x.shape[2]
        cosines, sines = self._rows(x, end)
        one, other = x.chunk(2, dim=-1)
        turned = torch.cat([-other, one], dim=-1)
        return x * cosines[start:end] + turned * sines[start:end]

    def table(self, length: int, like: Tensor) -> Tensor:
        """Sines and cosines of the first positions: [length, 2 · d_k / 2], sines first.

        In the number type of ``like``, as the heads are turned by.
        """
        cosines, sines = self._rows(like, length)
        half = cosines.shape[1] // 2
        return torch.cat([sines[:length, :half], cosines[:length, :half]], dim=1)

    def _rows(self, like: Tensor, end: int) -> tuple[Tensor, Tensor]:
        key = (like.dtype, like.device)
        found = self._tables.get(key)
        if found is None or found[0].shape[0] < end:
            # Outside inference mode, so that a pass that learns can use them too.
            with torch.inference_mode(False):
                position = torch.arange(max(64, 2 * end), dtype=torch.float64)[:, None]
                angle = (position * frequencies(self._config)).repeat(1, 2)
                found = (
                    angle.cos().to(dtype=key[0], device=key[1]),
                    angle.sin().to(dtype=key[0], device=key[1]),
                )
            self._tables[key] = found
        return found


def make_rotary(config: ModelConfig) -> Rotary | None:
    """What turns the heads of a network of this config; ``None`` in one of other positions."""
    return Rotary(config) if config.positions == "rotary" else None
