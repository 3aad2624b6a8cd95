"""Which format a model folder is of; :mod:`engine.checkpoints.formats` has them all."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from engine.checkpoints import native
from engine.checkpoints.archive import unpacked
from engine.checkpoints.checkpoint import Checkpoint
from engine.checkpoints.files import read_table
from engine.checkpoints.folder import CONFIG, LARGEST_CONFIG
from engine.checkpoints.languages import pair_of
from engine.checkpoints.unchanged import unchanged
from engine.errors import ModelFolderError, reason_of

_HUGGING_FACE = "a Hugging Face folder"
_HUGGING_FACE_FILES = {
    "pytorch_model.bin", "model.safetensors.index.json", "tokenizer_config.json",
    "tokenizer.json", "generation_config.json", "special_tokens_map.json",
    "sentencepiece.bpe.model", "spiece.model", "merges.txt", "vocab.json", "vocab.txt",
}  # fmt: skip


def load_checkpoint(folder: Path | str) -> Checkpoint:
    """Open a model folder of any known format, or a zip file of one.

    Raises:
        ModelFolderError: there is no such folder, it is of no known format, or it is
            damaged; the message says which.
    """
    folder = Path(folder)
    if _is_zip(folder):
        return _load_zip(folder)
    _check_folder(folder)
    if native.matches(folder):
        with unchanged(folder):
            return native.load(folder)
    # What the others need is imported for them alone: the built-in model is there before it.
    from engine.checkpoints.formats import FORMATS

    for known in FORMATS:
        if known.matches(folder):
            with unchanged(folder):
                return known.load(folder)
    if (folder / CONFIG).is_file():
        read_table(folder / CONFIG, LARGEST_CONFIG)  # one that is damaged says nothing
    foreign = describe_foreign(folder)
    if foreign == _HUGGING_FACE:
        there = (folder / CONFIG).is_file()
        lacks = "does not say its model_type" if there else "is missing"
        raise ModelFolderError(
            f"{folder} looks like {foreign}, but its {CONFIG} {lacks}; get the model folder again."
        )
    if foreign is not None:
        raise ModelFolderError(
            f"{folder} looks like {foreign}, which is not supported yet; name a folder of one of "
            f"these formats: {', '.join(known.name for known in FORMATS)}."
        )
    if not (folder / CONFIG).is_file():
        raise ModelFolderError(
            f"{folder} is not a model folder: it has no {CONFIG}, as Diaphane's own and Hugging "
            "Face's have, no weights of Marian (.npz) and none of Firefox (intgemm….bin); name a "
            "folder that has, or a zip file of one."
        )
    # Its config.json is damaged or from elsewhere: the reader says how.
    return native.load(folder)


def _is_zip(path: Path) -> bool:
    """Whether it is a file that calls itself a zip file; whether it is one shows on opening."""
    try:
        return path.suffix.lower() == ".zip" and path.is_file()
    except (OSError, ValueError):
        return False


def _load_zip(path: Path) -> Checkpoint:
    with unpacked(path) as folder:
        where = folder.resolve().name
        try:
            found = load_checkpoint(folder)
        except ModelFolderError as error:
            # Nobody knows the temporary folder.
            raise ModelFolderError(str(error).replace(str(folder), str(path))) from None
    metadata = dict(found.metadata)
    # Who takes the folder's name has taken the temporary one; others say their own.
    if metadata.get("name", "") in ("", where):
        metadata["name"] = path.stem
    if not metadata.get("source_language"):
        pair = pair_of(path.with_suffix(""))
        metadata["source_language"], metadata["target_language"] = pair
    return replace(found, folder=path, metadata=metadata)


def _check_folder(folder: Path) -> None:
    try:
        if not folder.exists():
            raise ModelFolderError(f"There is no model folder {folder}; check its name.")
        if not folder.is_dir():
            raise ModelFolderError(
                f"{folder} is a file; name the folder that holds the model's files, or a zip "
                "file of it."
            )
        for entry in folder.iterdir():
            # Reading a pipe would wait for somebody to write into it.
            if entry.exists() and not (entry.is_file() or entry.is_dir()):
                raise ModelFolderError(f"{entry} is no plain file; take it out of the folder.")
    except (OSError, ValueError) as error:
        raise ModelFolderError(
            f"The model folder {folder} cannot be read: {reason_of(error)}."
        ) from None


def describe_foreign(folder: Path) -> str | None:
    """Name the well-known kind of folder this looks like, for a message; ``None`` if none."""
    try:
        names = {entry.name for entry in folder.iterdir()}
    except OSError:
        return None
    lower = {name.lower() for name in names}
    if any("intgemm" in name and name.endswith((".bin.gz", ".bin.zst")) for name in lower):
        return "a Firefox Translations folder whose files are still packed (unpack each of them)"
    if "model.bin" in lower and any("vocabulary" in name for name in lower):
        return "a CTranslate2 folder"
    values = _json(folder / CONFIG)
    kind = values.get("model_type")
    if isinstance(kind, str) and kind.strip():
        return f"a Hugging Face {kind.strip()[:40]} folder"
    if isinstance(values.get("architectures"), list) or lower & _HUGGING_FACE_FILES:
        return _HUGGING_FACE
    return None


def _json(path: Path) -> dict[str, object]:
    try:
        with path.open("rb") as file:
            values = json.loads(file.read(1 << 20))
    except (OSError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
