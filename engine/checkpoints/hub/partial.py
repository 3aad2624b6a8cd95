"""A download that is not done: its folder, its lock, and how it becomes a model folder."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout

from engine.checkpoints.hub.listing import HubFile
from engine.checkpoints.hub.store import RECORD, Record
from engine.errors import OutputError, reason_of

_SUFFIX = ".part"


class Sums:
    """The checksums of what has arrived of a file.

    Args:
        size: bytes of the whole file; Git's checksum begins with it.
    """

    def __init__(self, size: int) -> None:
        self.size = 0
        """Bytes so far."""
        self._sha256 = hashlib.sha256()
        # No guard of secrets: it is how Git names its content.
        self._git = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)

    def add(self, data: bytes) -> None:
        """Some more of it."""
        self.size += len(data)
        self._sha256.update(data)
        self._git.update(data)

    @property
    def sha256(self) -> str:
        """Of the content, hexadecimal."""
        return self._sha256.hexdigest()

    def like(self, file: HubFile) -> str:
        """Of the kind that the hub lists for ``file``."""
        return self.sha256 if len(file.checksum) == 64 else self._git.hexdigest()

    def is_of(self, file: HubFile) -> bool:
        """Whether all of ``file`` has arrived, unharmed."""
        return self.size == file.size and self.like(file) == file.checksum


class Partial:
    """What has arrived for a model folder, beside its place; a context, locked meanwhile.

    Args:
        target: the model folder to be.

    Raises:
        OutputError: on entering, somebody else is at it, or nothing can be written there.
    """

    def __init__(self, target: Path) -> None:
        self._target = target
        self._root = target.parent / f".{target.name}{_SUFFIX}"
        self.folder = self._root / "files"
        self._lock = FileLock(self._root / "lock")
        self._published = False

    def __enter__(self) -> Partial:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except Timeout:
            raise OutputError(
                f"{self._target} is being downloaded already, here or by another Diaphane; wait "
                "for that or stop it."
            ) from None
        except (OSError, NotImplementedError) as error:
            raise OutputError(
                f"Nothing can be written in {self._target.parent}: {reason_of(error)}; name "
                "another place."
            ) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        empty = not self._published and not any(self.folder.iterdir())
        self._lock.release()
        if self._published or empty:
            shutil.rmtree(self._root, ignore_errors=True)

    def path(self, file: HubFile) -> Path:
        """Where a file's bytes are gathered: under a name that tells its versions apart."""
        return self.folder / f"{file.name}.{file.checksum[:12]}{_SUFFIX}"

    def size(self, file: HubFile) -> int:
        """How many bytes of a file are here."""
        with suppress(FileNotFoundError):
            return self.path(file).stat().st_size
        return 0

    def tidy(self, files: Sequence[HubFile]) -> None:
        """Remove what is there of other files, and of other versions of these."""
        for file in files:
            named = self.folder / file.name
            if named.exists():  # named for good just before somebody pulled the plug
                named.replace(self.path(file))
        wanted = {self.path(file) for file in files}
        for entry in self.folder.iterdir():
            if entry not in wanted:
                entry.unlink()

    def publish(self, files: Sequence[HubFile], record: Record) -> None:
        """Make the model folder of the files, in place of an earlier one."""
        for file in files:
            self.path(file).rename(self.folder / file.name)
        with (self.folder / RECORD).open("w", encoding="utf-8", newline="\n") as out:
            out.write(record.to_json())
            out.flush()
            os.fsync(out.fileno())
        _sync(self.folder)
        old = self._target.with_name(f".{self._target.name}.old-{secrets.token_hex(4)}")
        there = self._target.exists()
        if there:
            self._target.rename(old)
        try:
            self.folder.rename(self._target)
        except OSError:
            if there:
                old.rename(self._target)
            raise
        self._published = True
        _sync(self._target.parent)
        if there:
            shutil.rmtree(old, ignore_errors=True)


def _sync(folder: Path) -> None:
    """Make new names last, where the system can (Windows opens no folders)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
