"""A zip file with a model in it, as OPUS-MT hands them out: opened without trusting it."""

from __future__ import annotations

import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from engine.errors import ModelFolderError

MOST_ENTRIES = 10_000
LARGEST = 64 << 30
"""Bytes of everything in an archive."""
_ROOM = 64 << 20
_RATIO = 50
"""Weights hardly shrink, and texts to a fifth; what shrinks fifty times over is no model."""


def check_expansion(path: Path, entries: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse an archive that would grow beyond reason.

    Raises:
        ModelFolderError: it has too many entries, or too much comes out of too little.
    """
    total = sum(entry.file_size for entry in entries)
    if len(entries) > MOST_ENTRIES or total > LARGEST:
        raise ModelFolderError(
            f"{path} has {len(entries):,} entries of {total:,} bytes; it cannot be a model."
        )
    if total > _ROOM + _RATIO * path.stat().st_size:
        raise ModelFolderError(
            f"{path} would expand from {path.stat().st_size:,} to {total:,} bytes; it cannot be "
            "a model."
        )


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The files of an archive in a temporary folder, which goes when the block ends.

    The files may lie in the archive's top folder or all in one folder there.

    Raises:
        ModelFolderError: it is no zip file, is damaged, or has an entry that leads out of it.
    """
    with TemporaryDirectory(prefix="diaphane-") as name:
        folder = Path(name)
        try:
            with zipfile.ZipFile(path) as file:
                entries = [entry for entry in file.infolist() if not entry.filename.endswith("/")]
                check_expansion(path, entries)
                for target, entry in zip(_names(path, entries), entries, strict=True):
                    with file.open(entry) as source, (folder / target).open("xb") as out:
                        shutil.copyfileobj(source, out, 1 << 20)
        except (
            zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, NotImplementedError,
            RuntimeError,
        ) as error:  # fmt: skip
            words = str(error).split("\n")[0].rstrip(". ")[:200]
            raise ModelFolderError(
                f"{path} is damaged, or no zip file with a model ({words}); get it again."
            ) from None
        yield folder


def _names(path: Path, entries: Sequence[zipfile.ZipInfo]) -> list[str]:
    """The plain file name of each entry."""
    parts = []
    for entry in entries:
        name = PurePosixPath(entry.filename)
        kind = stat.S_IFMT(entry.external_attr >> 16)
        out = name.is_absolute() or ".." in name.parts or "\\" in entry.filename
        # A drive or a stream of Windows, what is no file at all, and what has no name.
        if out or not name.parts or ":" in entry.filename or kind not in (0, stat.S_IFREG):
            raise ModelFolderError(
                f"{path} has the entry {entry.filename[:80]!r}, which leads out of it; the file "
                "is not opened."
            )
        parts.append(name.parts)
    top = {names[0] for names in parts if len(names) > 1}
    within = len(top) == 1 and all(len(names) == 2 for names in parts)
    depth = 2 if within else 1
    for names in parts:
        if len(names) != depth:
            raise ModelFolderError(
                f"{path} has its files in several folders ({'/'.join(names)[:80]!r}); unpack it "
                "and open the folder that holds the model."
            )
    return [names[-1] for names in parts]
