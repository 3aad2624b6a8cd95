"""Writing a file so that its old or its new content stands there, never a part."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from engine.errors import OutputError, reason_of


def check_place(path: Path | str) -> None:
    """Refuse early, before long work, a place that :func:`replacing` would refuse.

    Raises:
        OutputError: ``path`` is a folder or a device, or lies where nothing can be written.
    """
    path = Path(path)
    try:
        target = path.resolve()
        if target.is_dir():
            raise OutputError(f"{path} is a folder; name a file in it.")
        if target.exists() and not target.is_file():
            # A device such as /dev/null would be gone for good.
            raise OutputError(f"{path} is no plain file and is left alone; name another file.")
        folder = target.parent
        if not folder.is_dir():
            raise OutputError(f"{path} cannot be written: there is no folder {path.parent}.")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise OutputError(
                f"{path} cannot be written: the folder {path.parent} is write-protected."
            )
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a NUL in the name
        raise _cannot(path, error) from None


@contextmanager
def replacing(path: Path | str) -> Iterator[BinaryIO]:
    """A new file that takes the place of ``path`` when it is whole and on the disk.

    If anything fails, Ctrl-C too, what stood there stays and no partial file is left.

    Raises:
        OutputError: it cannot be written; the message names ``path``.
    """
    path = Path(path)
    check_place(path)
    target = path.resolve()
    # Its length does not depend on the target's, whose name may be as long as there can be.
    temporary = target.with_name(f".diaphane-{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _cannot(path, error) from None
        raise
    _sync_folder(target.parent)


def _cannot(path: Path, error: Exception) -> OutputError:
    return OutputError(f"{path} cannot be written: {reason_of(error)}; name another place.")


def _sync_folder(folder: Path) -> None:
    """Make the new name last too, where the system can (Windows opens no folders)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
