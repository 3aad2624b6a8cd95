"""From the hub's answers to plain data; the library takes them apart, and nothing is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.checkpoints.hub import errors
from engine.checkpoints.hub.errors import Asked
from engine.checkpoints.hub.files import choose_files
from engine.checkpoints.hub.listing import (
    Found,
    HubFile,
    HubModel,
    is_checksum,
    is_commit,
    is_repo,
    languages_of,
    license_of_card,
    pair_of_name,
)
from engine.errors import HubError

if TYPE_CHECKING:
    from huggingface_hub.hf_api import ModelInfo, RepoSibling


def model_of(answer: object, asked: Asked) -> HubModel:
    """The model that an answer describes.

    Raises:
        HubError: it makes no sense, or the model has no weights that can be opened.
    """
    info = _info(answer, asked)
    if not is_repo(info.id) or not is_commit(info.sha):
        raise errors.not_a_hub(asked, "no name or no commit of the model")
    siblings = _siblings(info)
    files = []
    for name in choose_files(siblings, info.id):
        entry = siblings[name]
        lfs = entry.lfs
        size = entry.size if lfs is None else lfs.size
        checksum = entry.blob_id if lfs is None else lfs.sha256
        if type(size) is not int or size < 0 or not is_checksum(checksum):
            raise errors.not_a_hub(asked, f"no size or no checksum of {name}")
        files.append(HubFile(name, size, str(checksum)))
    found = _found(info)
    return HubModel(
        info.id,
        str(info.sha),
        found.source_language,
        found.target_language,
        found.languages,
        found.license,
        found.downloads,
        found.gated,
        tuple(files),
        len(siblings) - len(files),
    )


def found_of(answer: object, asked: Asked) -> Found | None:
    """The model that an entry of a list describes; ``None`` if its name is none.

    Raises:
        HubError: it makes no sense.
    """
    info = _info(answer, asked)
    return _found(info) if is_repo(info.id) else None


def _info(value: object, asked: Asked) -> ModelInfo:
    from huggingface_hub.hf_api import ModelInfo

    try:
        if not isinstance(value, dict):
            raise TypeError("no object")
        info: ModelInfo = ModelInfo(**value)  # type: ignore[no-untyped-call]
        return info
    except Exception as error:  # the library takes apart what it gets without looking
        raise errors.not_a_hub(asked, f"{type(error).__name__}: {error}") from None


def _siblings(info: ModelInfo) -> dict[str, RepoSibling]:
    """The files, by name."""
    files = info.siblings or ()
    return {each.rfilename: each for each in files if isinstance(each.rfilename, str)}


def _found(info: ModelInfo) -> Found:
    card = info.card_data
    problem = ""
    try:
        choose_files(_siblings(info), info.id)
    except HubError as error:
        problem = str(error)
    source, target = pair_of_name(info.id)
    return Found(
        info.id,
        source,
        target,
        languages_of(getattr(card, "language", None)),
        license_of_card(
            getattr(card, "license", None), getattr(card, "license_name", None), info.tags
        ),
        info.downloads if type(info.downloads) is int else 0,
        bool(info.gated),
        problem,
    )
