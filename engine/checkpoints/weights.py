"""The weights of a Hugging Face folder: in one file, or in several that an index lists."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from torch import Tensor

from engine.checkpoints.files import LARGEST_VOCABULARY, and_more, dtype_names, read_table
from engine.checkpoints.folder import sha256
from engine.checkpoints.tensors import PICKLED, SAFETENSORS, read_tensors
from engine.errors import ModelFolderError

INDEX = ".index.json"
_MOST_PARTS = 1000
# A name of this alphabet leads nowhere else.
_NAME = re.compile(r"[A-Za-z0-9_+-][A-Za-z0-9._+-]{0,119}")


@dataclass(frozen=True)
class Weights:
    """The tensors of a folder, as they lie there.

    Attributes:
        path: the file, or the index of several; for messages.
        tensors: by name.
        fingerprint: SHA-256 of the file, or of the checksums of the index and of its parts.
    """

    path: Path
    tensors: dict[str, Tensor]
    fingerprint: str

    @property
    def dtype(self) -> str:
        """The number types, for a reader; tables of places and the like are no weights."""
        numbers = [each for each in self.tensors.values() if each.is_floating_point()]
        return dtype_names(numbers or self.tensors.values())


def weights_path(folder: Path) -> Path:
    """The file that holds the weights, or the index of those that do; a pickle only at last.

    Raises:
        ModelFolderError: there is none.
    """
    for name in (SAFETENSORS, PICKLED):
        for path in (folder / name, folder / f"{name}{INDEX}"):
            if path.is_file():
                return path
    raise ModelFolderError(
        f"{folder} has neither {SAFETENSORS} nor {PICKLED}; the model folder is incomplete, get "
        "it again."
    )


def read_weights(folder: Path) -> Weights:
    """All weights of a folder.

    Raises:
        ModelFolderError: a file is missing or damaged, or index and parts do not fit each other.
    """
    path = weights_path(folder)
    if not path.name.endswith(INDEX):
        return Weights(path, read_tensors(path), sha256(path))
    tensors: dict[str, Tensor] = {}
    sums = [sha256(path)]
    for name, listed in sorted(_parts(path).items()):
        part = folder / name
        if not part.is_file():
            raise ModelFolderError(
                f"{part} is missing, which {path.name} lists; the model folder is incomplete, get "
                "it again."
            )
        found = read_tensors(part)
        _compare(path, part, listed, found)
        tensors.update(found)
        sums.append(sha256(part))
    return Weights(path, tensors, hashlib.sha256("\n".join(sums).encode()).hexdigest())


def _parts(path: Path) -> dict[str, set[str]]:
    """The files of an index, each with the tensors that it holds.

    Raises:
        ModelFolderError: it is damaged, or lists what lies elsewhere or is no file of weights.
    """
    listed = read_table(path, LARGEST_VOCABULARY).get("weight_map")
    if not isinstance(listed, dict) or not listed:
        raise ModelFolderError(f"{path} lists no weights; the model folder is damaged.")
    kind = Path(path.name.removesuffix(INDEX)).suffix
    parts: dict[str, set[str]] = {}
    for tensor, name in listed.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name) or Path(name).suffix != kind:
            raise ModelFolderError(
                f"{path} lists {tensor!r} in {str(name)[:80]!r}, which is no {kind} file of the "
                "model folder; it is damaged."
            )
        parts.setdefault(name, set()).add(tensor)
    if len(parts) > _MOST_PARTS:
        raise ModelFolderError(f"{path} lists {len(parts)} files; it cannot be genuine.")
    return parts


def _compare(path: Path, part: Path, listed: set[str], found: Mapping[str, Tensor]) -> None:
    missing, extra = sorted(listed - found.keys()), sorted(found.keys() - listed)
    if missing:
        raise ModelFolderError(
            f"{part} lacks the tensor {missing[0]!r}{and_more(missing)}, which {path.name} lists "
            "in it; the files belong to different models."
        )
    if extra:
        raise ModelFolderError(
            f"{part} has the tensor {extra[0]!r}{and_more(extra)}, which {path.name} does not list "
            "in it; the files belong to different models."
        )
