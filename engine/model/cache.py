"""The cache of decoding: keys, values and states, kept so that a step costs one token's work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from engine.model.masks import BLOCKED

if TYPE_CHECKING:
    from engine.model.packed import PackedNetwork

LEAST_ROOM = 16


class KeysValues:
    """Keys and values of all layers' masked self-attention, one more position a step.

    The room doubles when it is full, so that a step copies O(1) positions on average. One tensor
    holds all layers, so that whatever is done to all of them is done once.

    Attributes:
        length: positions so far.
    """

    def __init__(self, layers: int) -> None:
        self._layers = layers
        self._kept: Tensor | None = None
        self._views: list[tuple[Tensor, Tensor, Tensor]] = []
        self.length = 0

    def layer(self, number: int, rows: int, heads: int, like: Tensor) -> tuple[Tensor, ...]:
        """Where a layer's newest position goes, with all that there is room for.

        Args:
            number: of the layer; the first one makes room for one position more.
            rows, heads: of the batch, and of keys and values.
            like: [..., d_k], for its width, number type and device.

        Returns:
            A view to write to, [2, rows, heads, room, d_k], keys first; and the keys and the
            values of it, [rows * heads, room, d_k] each.
        """
        if number == 0:
            self.with_room(rows, heads, like.shape[-1], like)
        return self._views[number]

    def with_room(self, rows: int, heads: int, d_k: int, like: Tensor) -> Tensor:
        """Everything, with room for one position more.

        Args:
            rows, heads, d_k: of the batch, and of keys and values.
            like: for its number type and device.

        Returns:
            [layers, 2, rows, heads, room, d_k], keys first, contiguous.
        """
        kept = self._kept
        if kept is None or kept.shape[4] == self.length:
            room = max(LEAST_ROOM, 2 * self.length)
            grown = like.new_empty(self._layers, 2, rows, heads, room, d_k)
            if kept is not None:
                grown[..., : self.length, :] = kept[..., : self.length, :]
            self._hold(grown)
            kept = grown
        return kept

    def _hold(self, kept: Tensor) -> None:
        self._kept = kept
        _, _, rows, heads, room, d_k = kept.shape
        flat = kept.view(self._layers, 2, rows * heads, room, d_k)
        self._views = [(kept[i], flat[i, 0], flat[i, 1]) for i in range(self._layers)]

    def select(self, rows: Tensor) -> None:
        """Keep the given rows of the batch, in the given order (a row may repeat)."""
        if self._kept is not None:
            # The room beyond the length holds nothing that is worth a copy.
            old, kept = self._kept, self._kept[..., : self.length, :].index_select(2, rows)
            fresh = old.new_empty(*old.shape[:2], rows.shape[0], *old.shape[3:])
            fresh[..., : self.length, :] = kept
            self._hold(fresh)

    def newest(self) -> Tensor:
        """A copy of the newest position, [layers, 2, rows, heads, d_k].

        Raises:
            ValueError: there is none.
        """
        if self._kept is None or not self.length:
            raise ValueError("the cache is empty")
        return self._kept[..., self.length - 1, :].clone()

    def extend(self, positions: Tensor) -> None:
        """Append positions that :meth:`newest` gave, [layers, 2, rows, heads, positions, d_k]."""
        end = self.length + positions.shape[-2]
        layers, two, rows, heads, _, d_k = positions.shape
        grown = positions.new_empty(layers, two, rows, heads, max(LEAST_ROOM, 2 * end), d_k)
        if self._kept is not None:
            grown[..., : self.length, :] = self._kept[..., : self.length, :]
        grown[..., self.length : end, :] = positions
        self._hold(grown)
        self.length = end


class RecurrentState:
    """The state of one layer's recurrent cell, which holds all that is kept of the positions.

    Attributes:
        newest_state: [batch, d_model] after the newest position; ``None`` before the first.
    """

    def __init__(self) -> None:
        self.newest_state: Tensor | None = None


class RecurrentStates:
    """The states of all layers' recurrent cells.

    Attributes:
        layers: one of each.
        length: positions so far.
    """

    def __init__(self, layers: int) -> None:
        self.layers = [RecurrentState() for _ in range(layers)]
        self.length = 0

    def select(self, rows: Tensor) -> None:
        """Keep the given rows of the batch, in the given order (a row may repeat)."""
        for layer in self.layers:
            if layer.newest_state is not None:
                layer.newest_state = layer.newest_state.index_select(0, rows)

    def newest(self) -> Tensor:
        """A copy of the newest position's states, [layers, 1, rows, d_model].

        Raises:
            ValueError: there is none.
        """
        states = [layer.newest_state for layer in self.layers]
        kept = [state for state in states if state is not None]
        if len(kept) < len(states) or not kept:
            raise ValueError("the cache is empty")
        return torch.stack(kept)[:, None]

    def extend(self, positions: Tensor) -> None:
        """Go on behind positions that :meth:`newest` gave, [layers, 1, rows, positions, d_model].

        The last of them is all that is needed.
        """
        for layer, state in zip(self.layers, positions, strict=True):
            layer.newest_state = state[0, :, -1].clone()
        self.length += positions.shape[-2]


class CrossCache:
    """What all steps of a batch need of its sources, computed once a sentence.

    Args:
        pairs: of each layer the keys and values, [sentences, heads, source, d_k] each.
        mask: [sentences, 1, 1, source] the additive padding mask.

    Attributes:
        keys: of each layer, [sentences * heads, d_k, source]: as they are multiplied with.
        values: of each layer, [sentences * heads, source, d_k].
        sentences: how many.
        added: [sentences * heads, 1, source] the mask; ``None`` where it closes nothing.
        dead: [sentences * heads, 1, 1] true where it closes everything; ``None`` where nowhere.
    """

    def __init__(self, pairs: Sequence[tuple[Tensor, Tensor]], mask: Tensor) -> None:
        self.sentences = mask.shape[0]
        self.keys = [keys.transpose(2, 3).flatten(0, 1).contiguous() for keys, _ in pairs]
        self.values = [values.flatten(0, 1).contiguous() for _, values in pairs]
        self.added: Tensor | None = None
        self.dead: Tensor | None = None
        if bool(mask.any()):
            heads = pairs[0][0].shape[1]
            self.added = mask[:, 0].repeat_interleave(heads, dim=0)
            dead = (self.added == BLOCKED).all(dim=-1, keepdim=True)
            self.dead = dead if bool(dead.any()) else None

    def select(self, sentences: Tensor) -> None:
        """Keep the given sentences."""
        heads = self.keys[0].shape[0] // self.sentences
        numbers = torch.arange(heads, device=sentences.device)
        rows = (sentences[:, None] * heads + numbers).flatten()
        self.keys = [keys.index_select(0, rows) for keys in self.keys]
        self.values = [values.index_select(0, rows) for values in self.values]
        if self.added is not None:
            self.added = self.added.index_select(0, rows)
        if self.dead is not None:
            self.dead = self.dead.index_select(0, rows)
        self.sentences = sentences.shape[0]


class DecoderCache:
    """All that decoding one batch keeps from step to step.

    A batch has rows, one a hypothesis, in equal numbers for each of its sentences: those of
    the first sentence first.

    Attributes:
        weights: of the decoder, as steps need them.
        own: of the decoder's earlier positions, one row a hypothesis.
        cross: of the sources; ``None`` without cross-attention.
        off: of each layer which heads are switched off, [heads, 1, 1] of its self-attention and
            of its cross-attention; ``None`` where none are.
    """

    def __init__(
        self,
        weights: PackedNetwork,
        own: KeysValues | RecurrentStates,
        cross: CrossCache | None,
        off: Sequence[tuple[Tensor | None, Tensor | None]],
    ) -> None:
        self.weights, self.own, self.cross, self.off = weights, own, cross, off

    @property
    def length(self) -> int:
        """Decoder positions done so far."""
        return self.own.length

    def select(self, rows: Tensor) -> None:
        """Keep the given rows of the batch, in the given order (a row may repeat).

        Args:
            rows: [new rows] int64 indices into the present rows.
        """
        self.own.select(rows)

    def select_sentences(self, sentences: Tensor) -> None:
        """Keep the given sentences; their rows are kept by :meth:`select`.

        Args:
            sentences: [new sentences] int64 indices into the present sentences.
        """
        if self.cross is not None:
            self.cross.select(sentences)

    def newest(self) -> Tensor:
        """A copy of what the newest position has added.

        Returns:
            Own keys and values, [layers, 2, rows, heads, d_k]; or the state of the recurrent
            cells, [layers, 1, rows, d_model].
        """
        return self.own.newest()

    def extend(self, positions: Tensor) -> None:
        """Append positions that an earlier cache of the same sentence gave as its newest.

        Args:
            positions: [layers, 2, rows, heads, positions, d_k], or of recurrent cells
                [layers, 1, rows, positions, d_model].
        """
        self.own.extend(positions)
