"""What a probe has written down of decoding, as the arrays that events carry."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
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
    gates: list[FloatArray | None] = [None] * rows
    own: list[FloatArray | None] = [None] * rows
    if probe.gates:
        gates[:] = _apart(probe.stacked_gates()[:, :, 0])
    else:
        own[:] = _apart(probe.stacked(AttentionKind.DECODER_SELF)[:, :, :, 0])
    cross: list[FloatArray | None] = [None] * rows
    if probe.has(AttentionKind.CROSS):
        cross[:] = _apart(probe.stacked(AttentionKind.CROSS)[:, :, :, 0])
    return [Recorded(*row) for row in zip(own, cross, gates, strict=True)]


def of_output(probe: Probe) -> Recorded:
    """What a teacher-forced pass over one output has recorded."""
    cross: FloatArray | None = None
    if probe.has(AttentionKind.CROSS):
        cross = to_array(probe.stacked(AttentionKind.CROSS)[:, 0])
    if probe.gates:
        return Recorded(None, cross, to_array(probe.stacked_gates()[:, 0]))
    return Recorded(to_array(probe.stacked(AttentionKind.DECODER_SELF)[:, 0]), cross)


def _apart(stacked: Tensor) -> list[FloatArray]:
    """[layers, rows, …] to one array a row, a copy that can be kept without the others."""
    return [row.copy() for row in to_array(stacked.transpose(0, 1))]


def to_array(tensor: Tensor) -> FloatArray:
    """A float32 C-contiguous copy on the CPU, which nobody else holds."""
    return np.array(tensor.float().cpu().numpy(), dtype=np.float32, order="C")
