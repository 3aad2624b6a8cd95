"""What a native model folder consists of; shared by its reader and its writer."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from engine.model.config import ModelConfig
from engine.model.skeleton import skeleton

FORMAT = "diaphane"
VERSION = 1

CONFIG = "config.json"
WEIGHTS = "model.safetensors"
PIECES = "sentencepiece.model"
CARD = "README.md"
FILES = (CONFIG, WEIGHTS, PIECES, CARD)

# A config is a page of text; a larger one is damage or malice.
LARGEST_CONFIG = 1 << 20

# Sequences beyond this need another architecture: larger numbers are damage or malice.
MOST_POSITIONS = 1 << 16


def matches(folder: Path) -> bool:
    """Whether ``folder`` says of itself that it is of this format."""
    try:
        with (folder / CONFIG).open("rb") as file:
            values = json.loads(file.read(LARGEST_CONFIG))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(values, dict) and values.get("format") == FORMAT


def layout(config: ModelConfig) -> tuple[dict[str, tuple[int, ...]], dict[str, str]]:
    """What a file of this config has to hold, without allocating it.

    Returns:
        The shape of each tensor that is stored, and the aliases: names of
        ``state_dict()`` that are the same parameter under another name (tied output,
        shared embeddings) and are stored once only.
    """
    state = skeleton(config).state_dict(keep_vars=True)
    first: dict[int, str] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    aliases: dict[str, str] = {}
    for name, tensor in state.items():
        if id(tensor) in first:
            aliases[name] = first[id(tensor)]
        else:
            first[id(tensor)] = name
            shapes[name] = tuple(tensor.shape)
    return shapes, aliases


def by(shape: tuple[int, ...]) -> str:
    """A shape as a message shows it: ``8000 × 256``."""
    return " × ".join(map(str, shape)) or "()"


def sha256(path: Path) -> str:
    """Checksum of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
