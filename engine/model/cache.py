"""The key/value cache: what decoding keeps so that a step costs one token's work."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


class GrowingKeysValues:
    """Self-attention keys and values of one layer, one more position a step.

    The buffers double when they are full, so that a step copies O(1) positions on average.
    """

    def __init__(self) -> None:
        self._keys: Tensor | None = None
        self._values: Tensor | None = None
        self.length = 0

    def append(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Add new positions and return all.

        Args:
            keys, values: [batch, heads, new, d_k]

        Returns:
            Views of all keys and values so far, [batch, heads, length, d_k].
        """
        end = self.length + keys.shape[2]
        self._keys = self._room(self._keys, keys, end)
        self._values = self._room(self._values, values, end)
        self._keys[:, :, self.length : end] = keys
        self._values[:, :, self.length : end] = values
        self.length = end
        return self._keys[:, :, :end], self._values[:, :, :end]

    def _room(self, buffer: Tensor | None, new: Tensor, end: int) -> Tensor:
        if buffer is not None and buffer.shape[2] >= end:
            return buffer
        batch, heads, _, d_k = new.shape
        grown = new.new_empty(batch, heads, max(16, 2 * end), d_k)
        if buffer is not None:
            grown[:, :, : self.length] = buffer[:, :, : self.length]
        return grown

    def select(self, rows: Tensor) -> None:
        """Keep the given rows of the batch, in the given order (a row may repeat)."""
        if self._keys is not None and self._values is not None:
            self._keys = self._keys.index_select(0, rows)
            self._values = self._values.index_select(0, rows)


@dataclass
class DecoderLayerCache:
    """One decoder layer's keys and values.

    Attributes:
        own: of the masked self-attention, growing.
        cross: of the cross-attention, [batch, heads, source, d_k] each, computed once a sentence.
    """

    own: GrowingKeysValues
    cross: tuple[Tensor, Tensor]


@dataclass
class DecoderCache:
    """All that decoding one batch keeps from step to step.

    Attributes:
        layers: one entry a decoder layer.
        cross_mask: [batch, 1, 1, source] the additive padding mask of the source.
        length: decoder positions done so far.
    """

    layers: list[DecoderLayerCache]
    cross_mask: Tensor
    length: int = 0

    def select(self, rows: Tensor) -> None:
        """Keep the given rows of the batch, in the given order (a row may repeat).

        Args:
            rows: [new batch] int64 indices into the present batch.
        """
        for layer in self.layers:
            layer.own.select(rows)
            keys, values = layer.cross
            layer.cross = (keys.index_select(0, rows), values.index_select(0, rows))
        self.cross_mask = self.cross_mask.index_select(0, rows)


def new_cache(cross: list[tuple[Tensor, Tensor]], cross_mask: Tensor) -> DecoderCache:
    """An empty cache around each layer's cross-attention keys and values."""
    return DecoderCache(
        [DecoderLayerCache(GrowingKeysValues(), pair) for pair in cross], torch.clone(cross_mask)
    )
