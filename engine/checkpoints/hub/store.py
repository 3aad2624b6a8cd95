"""Where downloaded models are kept, and what is known of them.

::

    <data folder of the user>/diaphane/models/
        owner/name/                 a model folder, whole and checked
            pulled.json             where it comes from: :class:`Record`
        owner/.name.part/           a download that is not done
            lock                    held by whoever is at it
            files/*.part            what has arrived; no file has a name that a reader looks for
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import platformdirs

from engine.checkpoints.hub.listing import HubModel, is_commit, is_repo
from engine.checkpoints.languages import license_of, pair_of
from engine.errors import OutputError, reason_of
from engine.home import NO_HOME
from engine.resources import resource_path

RECORD = "pulled.json"
_VERSION = 1
_LARGEST = 1 << 20
_CONFIG = "config.json"


@dataclass(frozen=True)
class StoredFile:
    """A downloaded file: its size in bytes and its SHA-256, hexadecimal."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class Record:
    """Where a model folder comes from.

    Attributes:
        repo: ``owner/name`` on the hub.
        revision: the commit.
        asked: the revision that was asked for, ``main`` for example; empty for the newest.
        endpoint: address of the hub.
        license: what its card said then.
        source_language, target_language: what its name says, if anything.
        languages: what its card said then.
        pulled: when, in UTC, as ISO 8601.
        files: by name.
    """

    repo: str
    revision: str
    asked: str
    endpoint: str
    license: str
    source_language: str
    target_language: str
    languages: tuple[str, ...]
    pulled: str
    files: dict[str, StoredFile]

    def to_json(self) -> str:
        """The text of ``pulled.json``."""
        return json.dumps({"version": _VERSION, **asdict(self)}, indent=2) + "\n"


def read_record(folder: Path) -> Record | None:
    """What ``pulled.json`` of a folder says; ``None`` if there is none, or a damaged one."""
    values = _object(folder / RECORD)
    try:
        if values.pop("version", None) != _VERSION:
            return None
        files = {name: StoredFile(**each) for name, each in values.pop("files").items()}
        record = Record(files=files, languages=tuple(values.pop("languages")), **values)
    except (TypeError, KeyError, AttributeError):
        return None
    texts = (each for name, each in values.items() if name != "languages")
    sound = (
        is_repo(record.repo)
        and is_commit(record.revision)
        and all(
            isinstance(each, str) and each.isprintable() for each in (*texts, *record.languages)
        )
        and all(isinstance(each.sha256, str) and type(each.bytes) is int for each in files.values())
    )
    return record if sound else None


def models_folder() -> Path:
    """The folder of downloaded models; it need not exist.

    Raises:
        OutputError: nobody knows where the user's home is.
    """
    try:
        return platformdirs.user_data_path("diaphane", appauthor=False) / "models"
    except RuntimeError:
        raise OutputError(NO_HOME) from None


def place_of(model: HubModel, to: Path | str | None) -> Path:
    """The folder that a model is downloaded into.

    Args:
        model: which.
        to: the folder itself; by default one in :func:`models_folder`.

    Raises:
        OutputError: there is something else already.
    """
    usual = models_folder().joinpath(*model.repo.split("/"))
    folder = usual if to is None else Path(to).absolute()
    try:
        if folder.exists() and not folder.is_dir():
            raise OutputError(f"{folder} is a file; name a folder for the model.")
        if folder.is_dir() and any(folder.iterdir()):
            record = read_record(folder)
            if record is None or record.repo.lower() != model.repo.lower():
                raise OutputError(
                    f"{folder} is not empty and holds no earlier download of {model.repo}; it is "
                    "left alone, name another folder."
                )
    except (OSError, ValueError) as error:
        raise OutputError(f"{folder} cannot be used for the model: {reason_of(error)}.") from None
    return folder


@dataclass(frozen=True)
class LocalModel:
    """A model folder on this machine.

    Attributes:
        folder: to be opened.
        name: what a list shows: ``owner/name`` of one that was downloaded.
        source_language, target_language: empty where nothing tells them.
        languages: of one with many; else empty.
        license: empty where nothing tells it.
        size: bytes of its files.
        origin: comes with Diaphane, was downloaded, or was put there by hand.
        revision: the commit of one that was downloaded; else empty.
    """

    folder: Path
    name: str
    source_language: str
    target_language: str
    languages: tuple[str, ...]
    license: str
    size: int
    origin: Literal["built-in", "downloaded", "own"]
    revision: str = ""


def local_models(root: Path | None = None) -> list[LocalModel]:
    """The models on this machine, the built-in ones first; looks, and never raises.

    Args:
        root: the folder of downloaded models; :func:`models_folder` by default.
    """
    root = models_folder() if root is None else root
    found = [_native(folder) for folder in _folders(resource_path("models"))]
    for owner in _folders(root):
        for folder in _folders(owner):
            record = read_record(folder)
            if record is not None:
                found.append(_downloaded(folder, record))
            elif (folder / _CONFIG).is_file() or (folder / "decoder.yml").is_file():
                found.append(_own(folder, f"{owner.name}/{folder.name}"))
    return [model for model in found if model is not None]


def folder_model(folder: Path) -> LocalModel:
    """A model folder anywhere, or a zip file of one, as :func:`local_models` tells of one.

    Looks, and never raises; what nothing tells is empty.
    """
    record = read_record(folder)
    found = None if record is None else _downloaded(folder, record)
    return found or _own(folder, folder.name)


def _folders(parent: Path) -> list[Path]:
    try:
        return sorted(
            entry for entry in parent.iterdir() if entry.is_dir() and entry.name[0] not in "._"
        )
    except OSError:
        return []


def _downloaded(folder: Path, record: Record) -> LocalModel | None:
    if any(not (folder / name).is_file() for name in record.files if "/" not in name):
        return None
    return LocalModel(
        folder,
        record.repo,
        record.source_language,
        record.target_language,
        record.languages,
        record.license,
        _size(folder),
        "downloaded",
        record.revision,
    )


def _native(folder: Path) -> LocalModel | None:
    values = _object(folder / _CONFIG)
    if values.get("format") != "diaphane":
        return None
    name, source, target, license = (
        str(values.get(key) or "")
        for key in ("name", "source_language", "target_language", "license")
    )
    return LocalModel(
        folder, name or folder.name, source, target, (), license, _size(folder), "built-in"
    )


def _own(folder: Path, name: str) -> LocalModel:
    values = _object(folder / _CONFIG)
    source, target = pair_of(folder, values.get("source_language"), values.get("target_language"))
    license = values.get("license")
    if not isinstance(license, str):
        license = license_of(folder)
    return LocalModel(folder, name, source, target, (), license, _size(folder), "own")


def _size(folder: Path) -> int:
    try:
        if folder.is_file():
            return folder.stat().st_size
        return sum(entry.stat().st_size for entry in folder.iterdir() if entry.is_file())
    except OSError:
        return 0


def _object(path: Path) -> dict[str, Any]:
    try:
        if not path.is_file():  # reading a pipe would wait for somebody to write into it
            return {}
        with path.open("rb") as file:
            values = json.loads(file.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
