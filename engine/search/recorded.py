"""What a probe has written down of decoding, as the arrays that events carry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from engine.events import FloatArray
from engine.model.kinds import AttentionKind
from engine.model.probe import Probe


@dataclass(frozen=True, eq=False)
class Recorded:
    """Of one step, or of a whole output; the attributes are those of ``LiveHypothesis``.

    Attributes:
        decoder_self, cross, gates: ``None`` where nothing was recorded, or there is no such thing.
    """

    decoder_self: FloatArray | None = None
    cross: FloatArray | None = None
    gates: FloatArray | None = None

    @property
    def bytes(self) -> int:
        """Memory of all arrays."""
        arrays = (self.decoder_self, self.cross, self.gates)
        return sum(array.nbytes for array in arrays if array is not None)


NOTHING = Recorded()


def of_step(probe: Probe, rows: int) -> list[Recorded]:
    """What each row of one decoding step has recorded, apart from the others'."""
    own = _apart(probe.found(AttentionKind.DECODER_SELF), rows)
    cross = _apart(probe.found(AttentionKind.CROSS), rows)
    gates = _apart(probe.stacked_gates() if probe.gates else None, rows)
    return [Recorded(*row) for row in zip(own, cross, gates, strict=True)]


def of_output(probe: Probe) -> Recorded:
    """What a teacher-forced pass over one output has recorded."""
    own, cross = probe.found(AttentionKind.DECODER_SELF), probe.found(AttentionKind.CROSS)
    gates = probe.stacked_gates() if probe.gates else None
    arrays = [None if each is None else to_array(each[:, 0]) for each in (own, cross, gates)]
    return Recorded(*arrays)


def _apart(layers: Tensor | None, rows: int) -> Sequence[FloatArray | None]:
    """[layers, rows, …, 1, keys] to one array a row, [layers, …, keys], which can be kept without
    the others.
    """
    if layers is None:
        return [None] * rows
    # One copy from the device, which nobody else holds: a single row needs no other.
    arrays = _on_cpu(layers)[..., 0, :]
    return [arrays[:, 0]] if rows == 1 else [arrays[:, row].copy() for row in range(rows)]


def to_array(tensor: Tensor) -> FloatArray:
    """A float32 C-contiguous copy on the CPU, which nobody else holds."""
    return np.array(_on_cpu(tensor), dtype=np.float32, order="C")


def _on_cpu(tensor: Tensor) -> FloatArray:
    """In float32; the tensor's own memory where that is what it has."""
    if tensor.dtype is not torch.float32 or not tensor.is_cpu:
        tensor = tensor.float().cpu()
    array: FloatArray = tensor.numpy()
    return array
