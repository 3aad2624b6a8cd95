"""A network without memory for its weights, to look at or to put read weights into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from engine.model.config import ModelConfig
from engine.model.transformer import Transformer


class _WithoutInitialisation(TorchFunctionMode):
    """Leaves weights as they are.

    A tensor without memory has nothing to be set at random, and torch's way of pretending to
    (its reference functions in Python) imports 900 modules, sympy among them: most of a second
    at the start, and a garbage collection that looks at all of them from then on.
    """

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        values = kwargs or {}
        if getattr(func, "__module__", "") == "torch.nn.init":
            return args[0] if args else values["tensor"]
        return func(*args, **values)


def skeleton(config: ModelConfig) -> Transformer:
    """The network of ``config`` on torch's device "meta": shapes and names, no numbers."""
    with torch.device("meta"), _WithoutInitialisation():
        return Transformer(config)
