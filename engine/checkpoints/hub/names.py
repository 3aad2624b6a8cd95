"""Models by name: what ``models`` lists can be opened without its folder."""

from __future__ import annotations

from pathlib import Path

from engine.checkpoints.hub.store import LocalModel, local_models
from engine.errors import ModelFolderError, OutputError


def named_model(text: str) -> Path:
    """The folder of the model that has a name on this machine.

    Args:
        text: the name of one of :func:`local_models`, with or without its owner. Whoever asks has
            looked whether there is such a path.

    Raises:
        ModelFolderError: none is called so, or several are.
    """
    found = _named(text)
    if not found:
        raise ModelFolderError(
            f"There is no model folder {text}, and no model of that name on this machine; "
            "'python -m engine models' lists those at hand."
        )
    if len(found) > 1:
        folders = ", ".join(str(model.folder) for model in found)
        raise ModelFolderError(
            f"{text} is the name of {len(found)} models; name the folder of one: {folders}."
        )
    return found[0].folder


def _named(text: str) -> list[LocalModel]:
    try:
        models = local_models()
    except OutputError:  # without a home there is no place for models
        return []
    names = [(model, (model.name, model.name.rpartition("/")[2])) for model in models]
    exact = [model for model, known in names if text in known]
    # The hub does not tell capital letters from small ones either.
    small = text.casefold()
    return exact or [model for model, known in names if small in map(str.casefold, known)]
