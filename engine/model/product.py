"""The product of a step, in the layout that is fastest to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from engine.model.compiled.product import CompiledProduct

if TYPE_CHECKING:
    from engine.model.compiled.library import Library

LARGEST_COPY = 64 << 20
"""Bytes of one matrix; a larger one is used where it lies, its product costs more than that."""

LEAST_BLOCKED = 1 << 19
"""Bytes of one matrix; with a smaller one oneDNN's own overhead is what counts."""

BATCH_HINT = 4
"""Rows that the blocked layout is chosen for; any number can be computed with it."""


class Product:
    """x W + b, with W laid out as it is read.

    Each layout is made when it is first needed. The compiled product is the fastest; without it,
    of one row a walk through W, and of several oneDNN's blocked layout, up to twice as fast as
    the plain one.

    Args:
        weights: [out, in] of layers whose outputs stand side by side.
        biases: of each, [out], or ``None``.
        library: the compiled functions, if they are to be used.

    Attributes:
        outputs: how many.
    """

    __slots__ = ("_bias", "_blocked", "_blocks", "_compiled", "_library", "_plain", "_weights",
                 "outputs")  # fmt: skip

    def __init__(
        self,
        weights: Sequence[Tensor],
        biases: Sequence[Tensor | None],
        library: Library | None = None,
    ) -> None:
        self._weights = [weight.detach() for weight in weights]
        first = self._weights[0]
        self.outputs = sum(weight.shape[0] for weight in weights)
        self._bias: Tensor | None = None
        if any(bias is not None for bias in biases):
            parts = zip(self._weights, biases, strict=True)
            self._bias = torch.cat(
                [w.new_zeros(w.shape[0]) if bias is None else bias.detach() for w, bias in parts]
            )
        exact = first.device.type == "cpu" and first.dtype == torch.float32
        size = sum(weight.nbytes for weight in self._weights)
        self._blocks = (
            exact and LEAST_BLOCKED <= size <= LARGEST_COPY and torch.backends.mkldnn.is_available()
        )
        self._library = library if exact else None
        self._plain: Tensor | None = None
        self._blocked: Tensor | None = None
        self._compiled: CompiledProduct | None = None

    def _weight(self) -> Tensor:
        """[out, in] of all."""
        return self._weights[0] if len(self._weights) == 1 else torch.cat(self._weights)

    def compiled(self) -> CompiledProduct:
        """As compiled functions read it.

        Raises:
            ValueError: they are not used.
        """
        if self._library is None:
            raise ValueError("this product is not compiled")
        if self._compiled is None:
            self._compiled = CompiledProduct(self._library, self._weight(), self._bias)
        return self._compiled

    def __call__(self, x: Tensor) -> Tensor:
        """[rows, in] to [rows, out]."""
        rows = x.shape[0]
        if not torch.is_grad_enabled():
            if self._library is not None:
                return self.compiled()(x)
            if rows > 1 and self._blocks:
                return self._in_blocks(x)
        if self._plain is None:
            self._plain = laid_out(self._weight())
        if self._bias is None:
            return torch.mm(x, self._plain)
        return torch.addmm(self._bias, x, self._plain)

    def _in_blocks(self, x: Tensor) -> Tensor:
        if self._blocked is None:
            weight = self._weight().contiguous()
            self._blocked = torch.ops.mkldnn._reorder_linear_weight(weight, BATCH_HINT)
        out: Tensor = torch.ops.mkldnn._linear_pointwise(
            x, self._blocked, self._bias, "none", [], ""
        )
        return out


def laid_out(weight: Tensor) -> Tensor:
    """[out, in] as [in, out]: a copy of its own, or a view of one that is too large."""
    turned = weight.detach().t()
    return turned.contiguous() if weight.nbytes <= LARGEST_COPY else turned
