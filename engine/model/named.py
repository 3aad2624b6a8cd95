"""Models that the program can build without a file, by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import ModelFolderError
from engine.model.worked_example import WorkedExample, worked_example

NAMED: dict[str, Callable[[], WorkedExample]] = {"worked-example": worked_example}


def build(name: str) -> WorkedExample:
    """Build a model by name.

    Raises:
        ModelFolderError: there is no model of that name.
    """
    if name not in NAMED:
        raise ModelFolderError(f"There is no model named {name!r}: use one of {', '.join(NAMED)}.")
    return NAMED[name]()
