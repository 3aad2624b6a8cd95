"""Dropout from one random byte an element: on a CPU, drawing the mask is what dropout costs."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class ByteDropout(nn.Module):
    """Inverted dropout whose probability is ``p`` rounded to 1/256.

    ``nn.Dropout`` draws a Bernoulli number an element, which took a tenth of a training step
    on the CPU; a 64-bit random number serves eight elements here.
    """

    def __init__(self, p: float) -> None:
        super().__init__()
        self.threshold = round(p * 256)
        self.scale = 256 / (256 - self.threshold)

    def forward(self, x: Tensor) -> Tensor:
        """Any shape to the same shape; the identity outside training."""
        if not self.training or self.threshold == 0:
            return x
        words = torch.empty((x.numel() + 7) // 8, dtype=torch.int64, device=x.device)
        # All 64 bits: random_() without a range leaves the sign bit 0.
        words.random_(-(2**63), None)
        kept = words.view(torch.uint8)[: x.numel()].view(x.shape) >= self.threshold
        return x * (kept.to(x.dtype) * self.scale)


def use_byte_dropout(model: nn.Module) -> None:
    """Replace every ``nn.Dropout`` of ``model`` in place."""
    for module in model.modules():
        for name, child in module.named_children():
            if isinstance(child, nn.Dropout):
                setattr(module, name, ByteDropout(child.p))
