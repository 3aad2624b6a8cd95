"""Downloading a model: every byte checked, resumed where it broke off, whole or not there."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from engine.checkpoints.hub import waiting
from engine.checkpoints.hub.client import Hub
from engine.checkpoints.hub.errors import BrokenOffError
from engine.checkpoints.hub.listing import HubFile, HubModel, size_text
from engine.checkpoints.hub.partial import Partial, Sums
from engine.checkpoints.hub.store import Record, StoredFile, place_of, read_record
from engine.checkpoints.hub.transport import Cancelled
from engine.errors import HubError, OutputError

Stage = Literal["list", "check", "download", "wait"]
"""Asking what there is; comparing what is here already; downloading; waiting to try again."""

_RESERVE = 32 << 20
"""Bytes that are left free on the disk, for everybody else's sake."""
_NEWS = 0.1
"""Seconds between two reports."""


@dataclass(frozen=True)
class Progress:
    """How far a download has come.

    Attributes:
        stage: what is being done.
        file: which one; empty while the list is asked for.
        file_done, file_size: bytes of it that are here, and that it has.
        done, size: bytes of all files; 0 until the list is known.
        files_done, files: how many files are whole, and how many there are.
        license: of the model; empty until the list is known, or if its card says none.
        note: why it waits, as a sentence; else empty.
    """

    stage: Stage
    file: str = ""
    file_done: int = 0
    file_size: int = 0
    done: int = 0
    size: int = 0
    files_done: int = 0
    files: int = 0
    license: str = ""
    note: str = ""


@dataclass(frozen=True)
class Pulled:
    """A download that is done.

    Attributes:
        folder: the model folder.
        record: what it was made of.
        received: bytes that came over the network this time; 0 if everything was here.
    """

    folder: Path
    record: Record
    received: int


Report = Callable[[Progress], None]


def pull(
    hub: Hub,
    repo: str,
    *,
    revision: str | None = None,
    to: Path | str | None = None,
    report: Report | None = None,
    cancelled: Cancelled = None,
) -> Pulled:
    """Download a model's files, those that are needed and not here yet.

    If it is stopped, by ``cancelled``, an error, Ctrl+C or the end of the process, what has
    arrived is kept beside the place and the next call goes on from there. A folder appears under
    its name when everything in it is whole, checked and on the disk; an earlier download of the
    same model stays in use until then.

    Args:
        hub: where from.
        repo: ``owner/name``.
        revision: a branch, a tag or a commit; by default the newest.
        to: the folder to make; by default ``owner/name`` in the user's data folder.
        report: called on this thread, ten times a second at most and at the end of each file.
        cancelled: asked many times a second, also while the server is silent.

    Raises:
        HubError: the hub cannot be reached, refuses, or sends what it did not announce.
        OutputError: the place cannot be used, is being used, or has too little room.
        CancelledError: ``cancelled`` said so.
    """
    if report is not None:
        report(Progress("list"))
    model = hub.model(repo, revision, cancelled=cancelled)
    folder = place_of(model, to)
    job = _Job(hub, model, folder, report, cancelled)
    there = job.already_there()
    if there is not None:
        return Pulled(folder, there, 0)
    try:
        with Partial(folder) as partial:
            files = job.fetch(partial)
            record = Record(
                model.repo,
                model.revision,
                revision or "",
                hub.endpoint,
                model.license,
                model.source_language,
                model.target_language,
                model.languages,
                datetime.now(UTC).isoformat(timespec="seconds"),
                files,
            )
            partial.publish(model.files, record)
    except OSError as error:
        raise OutputError(
            f"{folder} cannot be written: {error.strerror or error}. What has arrived is kept; "
            "make room or name another place."
        ) from None
    return Pulled(folder, record, job.received)


class _Job:
    """One call of :func:`pull`."""

    def __init__(
        self,
        hub: Hub,
        model: HubModel,
        folder: Path,
        report: Report | None,
        cancelled: Cancelled,
    ) -> None:
        self._hub, self._model, self._folder = hub, model, folder
        self._report, self._cancelled = report, cancelled
        self._whole = 0
        self._files_done = 0
        self._last = -_NEWS
        self.received = 0

    def already_there(self) -> Record | None:
        """The record of the folder, if it is this very commit and nothing of it is damaged."""
        record = read_record(self._folder)
        if record is None or record.revision != self._model.revision:
            return None
        for file in self._model.files:
            if file.name not in record.files or not self._is_good(self._folder / file.name, file):
                return None
            self._finish(file)
        return record

    def fetch(self, partial: Partial) -> dict[str, StoredFile]:
        """Get all files into ``partial``, and say what they are."""
        self._whole = self._files_done = 0
        partial.tidy(self._model.files)
        self._check_room(partial)
        earlier = read_record(self._folder)
        stored: dict[str, StoredFile] = {}
        for file in self._model.files:
            path, old = partial.path(file), self._folder / file.name
            if earlier is not None and not path.exists() and self._is_good(old, file):
                # Another commit has just the same. A link would let a later download write to it.
                shutil.copyfile(old, path)
            sums = self._fetch_one(path, file)
            stored[file.name] = StoredFile(file.size, sums.sha256)
            self._finish(file)
        return stored

    def _check_room(self, partial: Partial) -> None:
        missing = sum(max(0, each.size - partial.size(each)) for each in self._model.files)
        free = shutil.disk_usage(partial.folder).free
        if missing and missing + _RESERVE > free:
            raise OutputError(
                f"{self._model.repo} needs {size_text(missing)}, and the disk of "
                f"{self._folder.parent} has {size_text(free)} free; make room or name another "
                "place."
            )

    def _fetch_one(self, path: Path, file: HubFile) -> Sums:
        """Download a file, from where it is, as often as it takes; returns its checksums."""
        sums = self._sums_of(path, file)
        resumed = sums.size > 0
        failures = 0
        while True:
            before = sums.size
            try:
                if sums.size < file.size or not path.exists():
                    sums = self._receive(path, file, sums)
                if sums.is_of(file):
                    return sums
                path.unlink()
                if not resumed:
                    raise HubError(
                        f"{file.name} of {self._model.repo} arrived damaged: its checksum is "
                        f"{sums.like(file)}, and {self._hub.host} lists {file.checksum}; try "
                        "again later."
                    )
                # What was here before may have been at fault: once more, from the beginning.
                resumed, sums = False, Sums(file.size)
            except BrokenOffError as error:
                # A file on the disk may be longer than what was counted: nothing is lost.
                sums = self._sums_of(path, file)
                failures = 1 if sums.size > before else failures + 1
                if failures >= self._hub.patience.tries:
                    raise
                self._tell("wait", file, sums.size, note=str(error))
                waiting.pause(self._hub.patience.pause * 2 ** (failures - 1), self._cancelled)

    def _receive(self, path: Path, file: HubFile, sums: Sums) -> Sums:
        """Append what is missing to a file that has ``sums``."""
        self._tell("download", file, sums.size)
        with path.open("ab") as out:
            content = self._hub.read(self._model, file, sums.size, cancelled=self._cancelled)
            with closing(content):
                for position, data in content:
                    if position != sums.size:  # the whole file comes, from its beginning
                        out.truncate(0)
                        sums = Sums(file.size)
                    out.write(data)
                    sums.add(data)
                    self.received += len(data)
                    self._tell("download", file, sums.size)
            out.flush()
            os.fsync(out.fileno())
        return sums

    def _sums_of(self, path: Path, file: HubFile) -> Sums:
        """The checksums of what is in a file; one that is too long cannot be its beginning."""
        sums = Sums(file.size)
        with suppress(FileNotFoundError), path.open("rb") as data:
            while chunk := data.read(1 << 20):
                waiting.check(self._cancelled)
                sums.add(chunk)
                if sums.size > file.size:
                    break
                self._tell("check", file, sums.size)
        if sums.size > file.size:
            path.unlink()
            return Sums(file.size)
        return sums

    def _is_good(self, path: Path, file: HubFile) -> bool:
        try:
            if path.stat().st_size != file.size:
                return False
        except OSError:
            return False
        return self._sums_of(path, file).is_of(file)

    def _finish(self, file: HubFile) -> None:
        self._whole += file.size
        self._files_done += 1
        self._last = -_NEWS
        self._tell("download", file, file.size, whole=self._whole)

    def _tell(
        self, stage: Stage, file: HubFile, done: int, *, note: str = "", whole: int | None = None
    ) -> None:
        now = time.monotonic()
        if self._report is None or (now - self._last < _NEWS and not note):
            return
        self._last = now
        self._report(
            Progress(
                stage,
                file.name,
                done,
                file.size,
                self._whole + done if whole is None else whole,
                self._model.size,
                self._files_done,
                len(self._model.files),
                self._model.license,
                note,
            )
        )
