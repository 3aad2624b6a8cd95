"""What every reader of a model folder gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor

from engine.model.config import ModelConfig
from engine.text.pieces import PieceVocabulary


@dataclass(frozen=True)
class Checkpoint:
    """A model folder in memory.

    Attributes:
        folder: where it was read from.
        config: the network's shape.
        state: float32 tensors on the CPU, ready for ``Transformer(config).load_state_dict``.
        vocabulary: text to pieces and back.
        metadata: ``name``, ``source_language``, ``target_language``, ``license`` and whatever
            else the format tells; the languages are empty where it does not know them.
            ``positions_note`` as in :class:`engine.events.ModelInfo`.
        dtype: how the weights lie on disk, "float16" for example.
        fingerprint: SHA-256 of the weights file, hexadecimal.
        format: what the folder is, for a reader.
    """

    folder: Path
    config: ModelConfig
    state: dict[str, Tensor]
    vocabulary: PieceVocabulary
    metadata: dict[str, Any]
    dtype: str
    fingerprint: str
    format: str = "Diaphane"
