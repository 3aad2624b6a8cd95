"""One training step: the forward pass to the loss, and the update of the weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from engine.errors import DeviceError
from engine.model.probe import Probe
from engine.model.transformer import Transformer
from engine.training.loss import projected_cross_entropy


class TeacherForcing(nn.Module):
    """The network with its loss, as one module that DistributedDataParallel can wrap."""

    def __init__(self, model: Transformer, smoothing: float, precision: torch.dtype) -> None:
        super().__init__()
        self.model = model
        self.smoothing = smoothing
        self.precision = precision

    def forward(self, source: Tensor, target: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Predict ``target[:, 1:]`` from ``target[:, :-1]``, the target shifted right.

        Args:
            source: [batch, N] ids
            target: [batch, M + 1] ids, start token first, end token last.

        Returns:
            Mean smoothed loss a token (has a gradient), summed log-likelihood, and number of
            tokens.
        """
        model = self.model
        mixed = self.precision != torch.float32
        # On a CPU the fused kernel's backward pass in bfloat16 is several times slower than
        # the explicit path at sentence length; a probe selects the explicit path.
        probe = Probe() if mixed and source.device.type == "cpu" else None
        with torch.autocast(source.device.type, dtype=self.precision, enabled=mixed):
            memory = model.encode(source, probe)
            states = model.decode(memory, source, target[:, :-1], probe)
        wanted = target[:, 1:]
        # Padding is dropped before the projection, the widest product of the step.
        keep = wanted != model.config.pad_id
        states, wanted = states[keep].to(self.precision), wanted[keep]
        loss, likelihood = projected_cross_entropy(
            states,
            model.output_weight,
            wanted,
            bias=model.output_bias,
            smoothing=self.smoothing,
            # On a CPU a block of logits stays in cache; a GPU wants large products.
            block=256 if source.device.type == "cpu" else 8192,
        )
        return loss, likelihood, keep.sum()


def resolve_precision(name: str, device: torch.device) -> torch.dtype:
    """``auto`` takes bfloat16 where the hardware multiplies it faster, else float32.

    Raises:
        DeviceError: the name is unknown.
    """
    if name == "float32":
        return torch.float32
    if name == "bfloat16":
        return torch.bfloat16
    if name != "auto":
        raise DeviceError(f"The precision {name!r} is unknown: use auto, float32 or bfloat16.")
    if device.type == "cuda":
        # Older cards only emulate it, slower than float32.
        fast = torch.cuda.is_bf16_supported(including_emulation=False)
    elif device.type == "cpu":
        capability = torch.cpu.get_capabilities()
        fast = bool(capability.get("avx512_bf16") or capability.get("amx_tile"))
    else:
        fast = False
    return torch.bfloat16 if fast else torch.float32


class MovingAverage:
    """An exponential moving average of the weights."""

    def __init__(self, parameters: Sequence[Tensor], decay: float) -> None:
        self.decay = decay
        self.values = [parameter.detach().clone() for parameter in parameters]

    @torch.no_grad()
    def update(self, parameters: Sequence[Tensor], step: int) -> None:
        """Move towards ``parameters``; faster in the first steps, to forget the start."""
        decay = min(self.decay, step / (step + 9))
        torch._foreach_lerp_(self.values, [p.detach() for p in parameters], 1 - decay)

    @torch.no_grad()
    def restore(self, values: Sequence[Tensor]) -> None:
        """Take over the values of an earlier average."""
        for value, old in zip(self.values, values, strict=True):
            value.copy_(old)

    @contextmanager
    def in_place_of(self, parameters: Sequence[Tensor]) -> Iterator[None]:
        """Within the block, ``parameters`` hold the average."""
        self._swap(parameters)
        try:
            yield
        finally:
            self._swap(parameters)

    @torch.no_grad()
    def _swap(self, parameters: Sequence[Tensor]) -> None:
        for value, parameter in zip(self.values, parameters, strict=True):
            kept = parameter.detach().clone()
            parameter.copy_(value)
            value.copy_(kept)
