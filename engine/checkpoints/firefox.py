"""Folders of Firefox Translations and Bergamot: ``model.*.intgemm*.bin`` and ``vocab.*.spm``.

Marian's binary files of small students, most with an SSRU in the decoder. The eight-bit weights
are computed with in float32, so that every number can be shown; the engines that these files are
made for round activations to eight bits too, and look only at the target pieces of a shortlist
(``lex.*.bin``, not needed here), so now and then they write something else.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.languages import license_of, pair_of
from engine.checkpoints.marian_bin import read_bin_and_types
from engine.checkpoints.marian_folder import Settings
from engine.checkpoints.marian_network import OPTIONS, checkpoint_of
from engine.errors import ModelFolderError

NAME = "Firefox Translations"
DECODER = "decoder.yml"
_INFO = "model_info.json"
_LARGEST_INFO = 1 << 16
_PAIR = re.compile(r"model\.([a-z]{2})([a-z]{2})\..*")
_SHORT_NAME = re.compile(r"([a-z]{2,3})-([a-z]{2,3})\b.*")


def matches(folder: Path) -> bool:
    """Whether ``folder`` looks like one of this format."""
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return False
    pieces = any("vocab" in name and name.endswith(".spm") for name in names)
    return any(_is_weights(name) and ("intgemm" in name or pieces) for name in names)


def load(folder: Path | str) -> Checkpoint:
    """Read a folder and check all of it.

    Raises:
        ModelFolderError: a file is missing, damaged or does not fit the rest, or an option asks
            for what is not implemented; the message names the file or the option.
    """
    folder = Path(folder)
    settings = _settings(folder)
    path = settings.weights([each for each in sorted(folder.iterdir()) if _is_weights(each.name)])
    arrays, types = read_bin_and_types(path)
    kinds = sorted({kind for name, kind in types.items() if name != OPTIONS})
    info = _info(folder)
    source_language, target_language = _pair(folder, path, info)
    metadata = {
        "name": _words(info.get("modelName")) or folder.resolve().name,
        "source_language": source_language,
        "target_language": target_language,
        "license": license_of(folder),
    }
    return checkpoint_of(path, arrays, settings, metadata, NAME, "/".join(kinds))


def _is_weights(name: str) -> bool:
    """Whether a file may be the weights; a shortlist, ``lex.*.bin``, is none."""
    return name.endswith(".bin") and name.startswith("model")


def _settings(folder: Path) -> Settings:
    """Of several files of settings, the one whose weights are here."""
    paths = sorted({*folder.glob("config*.yml"), *folder.glob(DECODER)})
    found = [Settings.read(path) for path in paths]
    here = [each for each in found if any(path.is_file() for path in each.named("models"))]
    choices = here or found or [Settings(folder / "config.yml")]
    weights = {tuple(each.named("models")) for each in choices}
    if len(weights) > 1:
        names = ", ".join(each.path.name for each in choices)
        raise ModelFolderError(
            f"{folder} has several settings that name different weights ({names[:200]}); leave "
            "the one that is meant."
        )
    return choices[0]


def _pair(folder: Path, path: Path, info: dict[str, object]) -> tuple[str, str]:
    """The languages, from the names of the weights, of the model, or of the folder."""
    for pattern, text in ((_PAIR, path.name), (_SHORT_NAME, str(info.get("shortName", ""))[:80])):
        found = pattern.fullmatch(text)
        if found is not None:
            return pair_of(folder, found[1], found[2])
    return pair_of(folder)


def _info(folder: Path) -> dict[str, object]:
    """What the folder tells of its model for a reader; nothing of it is relied on."""
    try:
        with (folder / _INFO).open("rb") as file:
            values = json.loads(file.read(_LARGEST_INFO))
    except (OSError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def _words(value: object) -> str:
    """A name as one short line; empty if it is none."""
    return " ".join(value.split())[:80] if isinstance(value, str) else ""
