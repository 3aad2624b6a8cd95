"""What can be measured, by name; a subject's module is loaded only if it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.context import Context
    from benchmarks.result import Result

Subject = Callable[["Context"], "list[Result]"]

_PLACES = {
    "greedy": "decoding",
    "recorded": "decoding",
    "beam": "decoding",
    "batches": "batches",
    "whole_pass": "whole_pass",
    "lengths": "lengths",
    "start": "start",
    "latency": "latency",
    "memory": "start",
    "window": "latency",
}
NAMES = tuple(_PLACES)
USUAL = tuple(name for name in NAMES if name != "window")
"""What is measured if nothing is asked for; the window's own table takes minutes."""


def subject(name: str) -> Subject:
    """The function of a name, which is that of the subject too."""
    found: Subject = getattr(importlib.import_module(f"benchmarks.{_PLACES[name]}"), name)
    return found
