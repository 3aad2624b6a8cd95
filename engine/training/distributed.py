"""The processes of a run: one, or several under ``torchrun``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn

from engine.devices import resolve_device


@dataclass(frozen=True)
class Processes:
    """This process among the others.

    Attributes:
        rank: number of this process; 0 writes files and prints.
        world: number of processes.
        device: where this one computes.
    """

    rank: int
    world: int
    device: torch.device

    @classmethod
    def join(cls, device: str) -> Processes:
        """Meet the other processes, if ``torchrun`` started this one.

        Raises:
            DeviceError: the device is not there.
        """
        world = int(os.environ.get("WORLD_SIZE", "1"))
        if world == 1:
            return cls(0, 1, resolve_device(device))
        local = int(os.environ.get("LOCAL_RANK", "0"))
        chosen = resolve_device(device)
        if chosen.type == "cuda":
            chosen = resolve_device(f"cuda:{local}")
            torch.cuda.set_device(chosen)
        dist.init_process_group("nccl" if chosen.type == "cuda" else "gloo")
        return cls(dist.get_rank(), world, chosen)

    def leave(self) -> None:
        """Part from the other processes."""
        if self.world > 1 and dist.is_initialized():
            dist.destroy_process_group()

    @property
    def main(self) -> bool:
        """Whether this process writes."""
        return self.rank == 0

    def wrap(self, module: nn.Module) -> nn.Module:
        """``module`` with gradients averaged over all processes."""
        if self.world == 1:
            return module
        devices = [self.device] if self.device.type == "cuda" else None
        return nn.parallel.DistributedDataParallel(module, device_ids=devices)

    def total(self, values: Tensor) -> Tensor:
        """The sum over all processes."""
        if self.world > 1:
            dist.all_reduce(values)
        return values

    def gather(self, value: Any) -> list[Any]:
        """One object of every process, by rank."""
        if self.world == 1:
            return [value]
        values: list[Any] = [None] * self.world
        dist.all_gather_object(values, value)
        return values

    def agree(self, value: Any) -> Any:
        """The main process's value, in every process."""
        if self.world == 1:
            return value
        box = [value]
        dist.broadcast_object_list(box, src=0)
        return box[0]
