"""A lock that a process holds while it lives, whatever way it ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock on a file of its own. The system gives it back when the process is gone.

    Unlike a process number in a file it says nothing wrong once another process has got the
    number. (The package ``filelock`` does the same, but takes 50 ms to import.)
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = -1

    def take(self) -> bool:
        """Take it without waiting; whether nobody else has it.

        Raises:
            OSError: the file cannot be made, or nothing can be locked there.
        """
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _try_lock(descriptor)
            except OSError as error:
                os.close(descriptor)
                if isinstance(error, (BlockingIOError, PermissionError)):
                    return False
                raise
            if _is_there(self.path, descriptor):
                self._descriptor = descriptor
                return True
            # Whoever had it has deleted the file meanwhile: this lock is on nothing.
            os.close(descriptor)

    def release(self) -> None:
        """Give it back and delete its file."""
        if self._descriptor < 0:
            return
        if sys.platform != "win32":
            # Before it is given back: nobody else's may be deleted.
            with suppress(OSError):
                self.path.unlink()
        os.close(self._descriptor)
        self._descriptor = -1
        if sys.platform == "win32":
            # Nobody can delete it who does not have it, nor while somebody has it open.
            with suppress(OSError):
                self.path.unlink()

    def give_back(self) -> None:
        """Give it back and leave its file, for whoever takes it next."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _is_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
