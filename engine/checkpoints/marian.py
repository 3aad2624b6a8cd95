"""Marian's own folders: ``model*.npz``, ``decoder.yml`` and the vocabularies."""

from __future__ import annotations

from pathlib import Path

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.languages import license_of, pair_of
from engine.checkpoints.marian_folder import Settings
from engine.checkpoints.marian_network import checkpoint_of
from engine.checkpoints.npz import read_arrays

DECODER = "decoder.yml"


def matches(folder: Path) -> bool:
    """Whether ``folder`` looks like one of this format."""
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return False
    # With weights of another kind, decoder.yml belongs to a quantised copy of Marian's.
    alone = DECODER in names and not any(name.endswith(".bin") for name in names)
    return alone or any(name.endswith(".npz") for name in names)


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = Settings.read(folder / DECODER)
    path = settings.weights(sorted(folder.glob("*.npz")))
    source_language, target_language = pair_of(folder)
    metadata = {
        "name": folder.resolve().name,
        "source_language": source_language,
        "target_language": target_language,
        "license": license_of(folder),
    }
    return checkpoint_of(path, read_arrays(path), settings, metadata, "Marian")
