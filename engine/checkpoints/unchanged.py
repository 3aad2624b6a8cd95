"""Noticing that somebody writes into a model folder while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.checkpoints.safetensors_file import changed
from engine.errors import ModelFolderError


@contextmanager
def unchanged(folder: Path) -> Iterator[None]:
    """Reading in here is of one state of the files, or of none.

    Files that are new do not count: something may well be written beside a model.

    Raises:
        ModelFolderError: a file was changed or is gone; also in place of what that led to.
    """
    before = _states(folder)
    try:
        yield
    except ModelFolderError:
        _compare(folder, before)
        raise
    _compare(folder, before)


def _compare(folder: Path, before: dict[str, tuple[int, int, int]]) -> None:
    now = _states(folder)
    for name, state in before.items():
        if now.get(name) != state:
            raise changed(folder / name) from None


def _states(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Size, time and number of each file, by name; nothing of what cannot be looked at."""
    states: dict[str, tuple[int, int, int]] = {}
    try:
        for entry in folder.iterdir():
            if entry.is_file():
                stat = entry.stat()
                states[entry.name] = stat.st_size, stat.st_mtime_ns, stat.st_ino
    except OSError:
        return {}
    return states
