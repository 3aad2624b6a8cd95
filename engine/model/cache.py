"""The cache of decoding: keys, values and states, kept so that a step costs one token's work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.model.kinds import DecoderSelf


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
            self._keys = self._reordered(self._keys, rows)
            self._values = self._reordered(self._values, rows)

    def _reordered(self, buffer: Tensor, rows: Tensor) -> Tensor:
        # The room beyond the length holds nothing that is worth a copy.
        fresh = buffer.new_empty(rows.shape[0], *buffer.shape[1:])
        filled = buffer[:, :, : self.length]
        fresh[:, :, : self.length] = filled.index_select(0, rows)
        return fresh

    def newest(self) -> Tensor:
        """A copy of the newest position's keys and values, [2, batch, heads, d_k].

        Raises:
            ValueError: there is none.
        """
        if self._keys is None or self._values is None or not self.length:
            raise ValueError("the cache is empty")
        return torch.stack([self._keys[:, :, self.length - 1], self._values[:, :, self.length - 1]])

    def extend(self, positions: Tensor) -> None:
        """Append positions that :meth:`newest` gave, [2, batch, heads, positions, d_k]."""
        keys, values = positions
        self.append(keys, values)


class RecurrentState:
    """The state of one layer's recurrent cell, which holds all that is kept of the positions.

    Attributes:
        newest_state: [batch, d_model] after the newest position; ``None`` before the first.
    """

    def __init__(self) -> None:
        self.newest_state: Tensor | None = None

    def select(self, rows: Tensor) -> None:
        """Keep the given rows of the batch, in the given order (a row may repeat)."""
        if self.newest_state is not None:
            self.newest_state = self.newest_state.index_select(0, rows)

    def newest(self) -> Tensor:
        """A copy of the newest position's state, [1, batch, d_model].

        Raises:
            ValueError: there is none.
        """
        if self.newest_state is None:
            raise ValueError("the cache is empty")
        return self.newest_state[None].clone()

    def extend(self, positions: Tensor) -> None:
        """Go on behind positions that :meth:`newest` gave, [1, batch, positions, d_model]."""
        self.newest_state = positions[0, :, -1].clone()


@dataclass
class DecoderLayerCache:
    """What one decoder layer keeps.

    Attributes:
        own: of the decoder's earlier positions, one row a hypothesis: the growing keys and
            values of the masked self-attention, or the state of the cell in its place.
        cross: of the cross-attention, [sentences, heads, source, d_k] each, computed once a
            sentence and shared by all of its hypotheses; ``None`` without cross-attention.
    """

    own: GrowingKeysValues | RecurrentState
    cross: tuple[Tensor, Tensor] | None


@dataclass
class DecoderCache:
    """All that decoding one batch keeps from step to step.

    A batch has rows, one a hypothesis, in equal numbers for each of its sentences: those of
    the first sentence first.

    Attributes:
        layers: one entry a decoder layer.
        cross_mask: [sentences, 1, 1, source] the additive padding mask of the source; ``None``
            without cross-attention.
        length: decoder positions done so far.
    """

    layers: list[DecoderLayerCache]
    cross_mask: Tensor | None
    length: int = 0

    def select(self, rows: Tensor) -> None:
        """Keep the given rows of the batch, in the given order (a row may repeat).

        Args:
            rows: [new rows] int64 indices into the present rows.
        """
        for layer in self.layers:
            layer.own.select(rows)

    def select_sentences(self, sentences: Tensor) -> None:
        """Keep the given sentences; their rows are kept by :meth:`select`.

        Args:
            sentences: [new sentences] int64 indices into the present sentences.
        """
        for layer in self.layers:
            if layer.cross is not None:
                keys, values = layer.cross
                layer.cross = (keys.index_select(0, sentences), values.index_select(0, sentences))
        if self.cross_mask is not None:
            self.cross_mask = self.cross_mask.index_select(0, sentences)

    def newest(self) -> Tensor:
        """A copy of what the newest position has added.

        Returns:
            Own keys and values, [layers, 2, rows, heads, d_k]; or the state of the recurrent
            cells, [layers, 1, rows, d_model].
        """
        return torch.stack([layer.own.newest() for layer in self.layers])

    def extend(self, positions: Tensor) -> None:
        """Append positions that an earlier cache of the same sentence gave as its newest.

        Args:
            positions: [layers, 2, rows, heads, positions, d_k], or of recurrent cells
                [layers, 1, rows, positions, d_model].
        """
        for layer, added in zip(self.layers, positions, strict=True):
            layer.own.extend(added)
        self.length += positions.shape[-2]


def new_cache(
    cross: Sequence[tuple[Tensor, Tensor] | None],
    cross_mask: Tensor | None,
    decoder_self: DecoderSelf,
) -> DecoderCache:
    """An empty cache around each layer's cross-attention keys and values, if it has them."""
    own = GrowingKeysValues if decoder_self == "attention" else RecurrentState
    return DecoderCache([DecoderLayerCache(own(), pair) for pair in cross], cross_mask)
