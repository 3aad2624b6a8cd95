"""The translation engine: a Transformer in full view. Knows no Qt.

Importing this package does not import torch, so that the window can appear
first; :func:`load` does.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.search.options import SearchOptions

if TYPE_CHECKING:
    from engine.translator import Translator

__version__ = "0.1.0"

__all__ = ["SearchOptions", "__version__", "load"]


def load(
    model: Path | str | None = None, *, device: str = "auto", dtype: str = "float32"
) -> Translator:
    """Open a model folder (the built-in English→French one by default).

    Raises:
        engine.errors.DiaphaneError: the folder, the device or the dtype cannot be used.
    """
    from engine.translator import Translator

    return Translator.load(model, device=device, dtype=dtype)
