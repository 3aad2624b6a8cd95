"""Where the files of the top-level ``resources`` package lie."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path


def resource_path(*parts: str) -> Path:
    """Path of a bundled file or folder, e.g. ``resource_path("models", "en-fr")``.

    Works from the source tree, from an editable install and from an installed wheel. The
    path need not exist; the caller says what is missing in its own words.
    """
    source_tree = Path(__file__).resolve().parent.parent / "resources"
    if source_tree.is_dir():
        return source_tree.joinpath(*parts)
    # An installer always unpacks a wheel into a folder.
    return Path(next(iter(import_module("resources").__path__))).joinpath(*parts)
