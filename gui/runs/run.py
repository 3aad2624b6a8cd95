"""The folder of a running process: there while it runs, and left behind only if it dies.

It holds the trace of a crash and the unfinished work. A lock beside it, which the system gives
back however the process ends, tells whether the process is still there.
"""

from __future__ import annotations

import faulthandler
import os
import shutil
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from gui.file_lock import FileLock
from gui.logs.places import make_private

CRASH: Final = "crash.txt"
WORK: Final = "work.json"
STARTED: Final = "started"
MOST_DEAD: Final = 5
"""Folders of dead processes that are kept until somebody asks for them."""
_MOST_TRACE: Final = 64 << 10
_LOCK: Final = ".lock"
_TOLD: Final = "told"


class Run:
    """The folder of this process.

    Attributes:
        folder: it; nobody else can look into it.

    Raises:
        OSError: it cannot be made.
    """

    def __init__(self, runs: Path) -> None:
        make_private(runs)
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        self.folder = runs / name
        # Before there is a folder: one without a lock belonged to a process that has died.
        self._lock = FileLock(runs / (name + _LOCK))
        self._faults: FileIO | None = None
        self._before = False
        self._lock.take()
        try:
            self.folder.mkdir(mode=0o700)
        except OSError:
            self._lock.release()
            raise

    def catch_faults(self) -> None:
        """From here on a crash of the interpreter, of Qt or of torch leaves its traceback.

        Raises:
            OSError: there is no room for it.
        """
        # Opened now: in a crash nothing can be opened any more.
        self._faults = FileIO(self.folder / CRASH, "w")
        self._before = faulthandler.is_enabled()
        faulthandler.enable(self._faults, all_threads=True)

    def has_started(self) -> None:
        """From here on the process does not end without :meth:`end` if all is well."""
        with suppress(OSError):  # a full disk: what is lost is a word about a kill
            (self.folder / STARTED).touch()

    def end(self) -> None:
        """Nothing is left of it: the process is about to end as it should."""
        if self._faults is not None:
            faulthandler.disable()
            if self._before:
                faulthandler.enable()
            self._faults.close()
            self._faults = None
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.release()


class DeadRun:
    """The folder of a process that has died; held, so that no other process takes it up too.

    Attributes:
        folder: it.
        last_sign: when something was written there last, in seconds of the epoch.
    """

    def __init__(self, folder: Path, lock: FileLock, last_sign: float) -> None:
        self.folder = folder
        self.last_sign = last_sign
        self._lock = lock

    def crash(self) -> str:
        """The trace of its crash; empty if it was killed, or the machine went off."""
        try:
            with (self.folder / CRASH).open("rb") as file:
                return file.read(_MOST_TRACE).decode("utf-8", "replace").strip()
        except OSError:
            return ""

    def is_nothing(self) -> bool:
        """Whether it was broken off while it started, as by Ctrl+C: nobody has to hear of it."""
        return not ((self.folder / STARTED).exists() or self.has_work() or self.crash())

    def tell_once(self) -> bool:
        """Whether nobody has asked this before, in whatever process."""
        try:
            (self.folder / _TOLD).touch(exist_ok=False)
        except OSError:
            return False
        return True

    def has_work(self) -> bool:
        """Whether there is unfinished work in it."""
        return (self.folder / WORK).is_file()

    @property
    def process(self) -> str:
        """The number that its process had."""
        return self.folder.name.partition("-")[0]

    def forget(self) -> None:
        """Delete it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._lock.release()

    def give_back(self) -> None:
        """Leave it for the next start."""
        self._lock.give_back()


def dead_runs(runs: Path, own: Path | None = None) -> list[DeadRun]:
    """The processes that have died, the newest first; very old ones are forgotten.

    May wait for a disk.

    Args:
        runs: where the folders lie.
        own: that of this process, which holds its lock itself.
    """
    found: list[DeadRun] = []
    try:
        folders = [each for each in runs.iterdir() if each.is_dir() and each != own]
    except OSError:
        return []
    for folder in folders:
        lock = FileLock(folder.with_name(folder.name + _LOCK))
        try:
            if not lock.take():
                continue
            if not folder.is_dir():
                # It has ended well since it was listed.
                lock.release()
                continue
            inside = [each for each in folder.iterdir() if each.name != _TOLD]
            newest = max((each.stat().st_mtime for each in inside), default=0.0)
        except OSError:
            lock.give_back()
            continue
        dead = DeadRun(folder, lock, newest)
        if dead.is_nothing():
            dead.forget()
        else:
            found.append(dead)
    found.sort(key=lambda each: each.last_sign, reverse=True)
    for old in found[MOST_DEAD:]:
        old.forget()
    return found[:MOST_DEAD]
