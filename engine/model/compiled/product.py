"""A matrix as network.c reads it."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from engine.model.compiled.structures import ProductOf

if TYPE_CHECKING:
    from engine.model.compiled.library import Library

BLOCK = 64
"""Columns that lie together; network.c's."""


class CompiledProduct:
    """x W + b.

    Args:
        library: the compiled functions.
        weight: [out, in], float32 on the CPU.
        bias: [out], or ``None``.

    Attributes:
        structure: for a decoder that has this product.
        half: whether the weights are kept as 16-bit numbers: all of them are such numbers.
    """

    __slots__ = ("_call", "_kept", "_pointer", "half", "structure")

    def __init__(self, library: Library, weight: Tensor, bias: Tensor | None) -> None:
        outputs, inputs = weight.shape
        blocks = -(-outputs // BLOCK)
        laid = weight.new_zeros(blocks * BLOCK, inputs)
        laid[:outputs] = weight
        laid = laid.view(blocks, BLOCK, inputs).transpose(1, 2).contiguous()
        halves = laid.half()
        self.half = library.halves and torch.equal(halves.float(), laid)
        laid = halves if self.half else laid
        added = weight.new_zeros(blocks * BLOCK)
        if bias is not None:
            added[:outputs] = bias
        self._kept = (laid, added)
        self.structure = ProductOf(
            laid.data_ptr(), added.data_ptr(), int(self.half), inputs, outputs
        )
        self._call, self._pointer = library.product, ctypes.byref(self.structure)

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, in] to [rows, out]."""
        x = x.contiguous()
        rows = x.shape[0]
        out = x.new_empty(rows, self.structure.outputs)
        self._call(self._pointer, x.data_ptr(), out.data_ptr(), rows)
        return out
