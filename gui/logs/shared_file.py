"""A log file that stays small and that several processes write to at once."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from gui.file_lock import FileLock

MOST_BYTES: Final = 512 << 10
KEPT: Final = 2
"""Files that are kept beside the newest: ``.1`` and the older ``.2``."""


class SharedFile(logging.Handler):
    """Appends each record with one write, so that lines of several processes do not mix.

    A file that has become too large is renamed by one process, under a lock; the others notice
    and go on in the new one. Records are written at once and by whoever logs them: what was
    logged last is what matters after a crash. The first write that fails is the last one.

    Args:
        path: the file, in a folder that is there.
        most: bytes after which a new file is begun.
        kept: how many older ones are kept.
        failed: told the reason once nothing more can be written; called on any thread.

    Raises:
        OSError: the file cannot be opened.
    """

    def __init__(
        self,
        path: Path,
        failed: Callable[[str], None],
        most: int = MOST_BYTES,
        kept: int = KEPT,
    ) -> None:
        super().__init__()
        self.path = path
        self._most = most
        self._kept = kept
        self._failed = failed
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        self._descriptor = self._open()

    def emit(self, record: logging.LogRecord) -> None:
        if self._descriptor < 0:
            return
        try:
            line = self.format(record) + "\n"
        except Exception as error:
            # A record that cannot be put into words must not end what it was logged by.
            line = f"A record could not be written: {type(error).__name__}\n"
        try:
            data = line.encode("utf-8", "backslashreplace")
            if len(data) > self._most // 2:
                # All files together stay small.
                data = data[: self._most // 2] + b" (cut)\n"
            self._write(data)
        except OSError as error:
            self.close()
            self._failed(error.strerror or type(error).__name__)

    def close(self) -> None:
        """Write nothing more."""
        with self.lock:  # type: ignore[union-attr]
            if self._descriptor >= 0:
                with suppress(OSError):
                    os.close(self._descriptor)
                self._descriptor = -1
        super().close()

    def _open(self) -> int:
        return os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def _write(self, data: bytes) -> None:
        if not self._is_current():
            self._reopen()
        if os.fstat(self._descriptor).st_size + len(data) > self._most:
            self._begin_anew(len(data))
        if os.fstat(self._descriptor).st_size + len(data) > 2 * self._most:
            # It could not be renamed, as on Windows while another process has it open.
            return
        written = os.write(self._descriptor, data)
        if written < len(data):
            # A full disk takes a part; to the rest it says why.
            os.write(self._descriptor, data[written:])

    def _is_current(self) -> bool:
        """Whether the file that is open still has the name, or another process has renamed it."""
        try:
            return os.path.samestat(self.path.stat(), os.fstat(self._descriptor))
        except FileNotFoundError:
            return False

    def _reopen(self) -> None:
        os.close(self._descriptor)
        self._descriptor = -1
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._descriptor = self._open()

    def _begin_anew(self, coming: int) -> None:
        # If another process is just doing it, this record goes into the old file.
        if not self._lock.take():
            return
        try:
            if not self._is_current():
                self._reopen()
            if os.fstat(self._descriptor).st_size + coming <= self._most:
                return
            os.close(self._descriptor)
            self._descriptor = -1
            with suppress(OSError):
                for number in range(self._kept, 0, -1):
                    older = self.path.with_name(f"{self.path.name}.{number}")
                    newer = self.path.with_name(f"{self.path.name}.{number - 1}")
                    newer = newer if number > 1 else self.path
                    if newer.exists():
                        newer.replace(older)
            self._descriptor = self._open()
        finally:
            self._lock.release()


def tail(path: Path, most: int) -> str:
    """The last whole lines of a log, not more than ``most`` bytes; from the older file too."""
    found = b""
    for each in (path, path.with_name(path.name + ".1")):
        room = most - len(found)
        try:
            with each.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - room))
                part = file.read(room)
        except OSError:
            continue
        if size > room:
            part = part.partition(b"\n")[2]
        found = part + found
        if size >= room:
            break
    return found.decode("utf-8", "replace")
