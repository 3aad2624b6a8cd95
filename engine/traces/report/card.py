"""What a model's folder says of its licence, if it still lies where the trace was made."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.events import ModelInfo

# A model folder has these names (docs/architecture.md); its reader would load torch.
_CONFIG, _WEIGHTS, _CARD = "config.json", "model.safetensors", "README.md"
_LARGEST = 1 << 20
_LONGEST = 1_500
_LINK = re.compile(r"\[([^]]+)\]\((https?://[^)\s]+)\)")
_ABOUT = re.compile(r"licen[cs]e|attribution", re.IGNORECASE)


def licence(model: ModelInfo) -> list[str]:
    """What is to be said of the model's licence and whom its data's licence asks to name.

    Empty if the folder is gone, holds another model now, or says nothing.
    """
    folder = Path(model.folder)
    values = _config(folder)
    files = values.get("files")
    weights = files.get(_WEIGHTS) if isinstance(files, dict) else None
    checksum = weights.get("sha256") if isinstance(weights, dict) else None
    if not model.fingerprint or checksum != model.fingerprint:
        return []
    said = values.get("license")
    lines = [f"Licence: {said}"] if isinstance(said, str) and said else []
    return lines + [line for line in _about(folder) if line not in lines]


def _config(folder: Path) -> dict[str, object]:
    try:
        with (folder / _CONFIG).open("rb") as file:
            values = json.loads(file.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def _about(folder: Path) -> list[str]:
    """The paragraphs of the model's card that speak of licences, and those under such a heading."""
    try:
        with (folder / _CARD).open("rb") as file:
            card = file.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return []
    found: list[str] = []
    under = False
    for line in card.splitlines():
        words = line.strip()
        if words.startswith("#"):
            under = bool(_ABOUT.search(words))
        elif words and (under or _ABOUT.search(words)) and len(words) <= _LONGEST:
            # Markdown's links as a reader of plain text wants them.
            found.append(_LINK.sub(r"\1 (\2)", words))
    return found[:10]
