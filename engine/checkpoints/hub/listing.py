"""What the hub tells of models, as plain data; nothing of it is trusted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from engine.checkpoints.languages import pair_of
from engine.text.language_codes import short

_REPO = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)
_CHECKSUM = re.compile(r"[0-9a-f]{64}|[0-9a-f]{40}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})?")
_LONGEST = 80


@dataclass(frozen=True)
class HubFile:
    """A file of a model on the hub.

    Attributes:
        name: in the top folder of the model.
        size: bytes.
        checksum: hexadecimal; 64 digits: SHA-256 of the content, for what Git LFS keeps; 40:
            Git's own name of it, SHA-1 of ``blob <size>\\0`` and the content.
    """

    name: str
    size: int
    checksum: str


@dataclass(frozen=True)
class Found:
    """A model that a search found.

    Attributes:
        repo: ``owner/name``.
        source_language, target_language: what its name says; empty where it says nothing, as
            those of many languages.
        languages: what its card says.
        license: what its card says; empty where it says nothing.
        downloads: of the last month.
        gated: whether its terms have to be accepted on the hub first.
        problem: why it cannot be opened; empty if it can.
    """

    repo: str
    source_language: str
    target_language: str
    languages: tuple[str, ...]
    license: str
    downloads: int
    gated: bool
    problem: str = ""


@dataclass(frozen=True)
class HubModel:
    """A model on the hub, at one commit.

    Attributes:
        repo: ``owner/name``, as the hub spells it now.
        revision: the commit, 40 hexadecimal digits.
        source_language, target_language, languages, license, downloads, gated: as of
            :class:`Found`.
        files: what would be downloaded, in this order.
        other_files: how many more it has, which are not needed.
    """

    repo: str
    revision: str
    source_language: str
    target_language: str
    languages: tuple[str, ...]
    license: str
    downloads: int
    gated: bool
    files: tuple[HubFile, ...]
    other_files: int

    @property
    def size(self) -> int:
        """Bytes of all files to download."""
        return sum(file.size for file in self.files)


def is_repo(text: object) -> bool:
    """Whether this is ``owner/name``, harmless as part of an address and of a path."""
    return (
        isinstance(text, str)
        and len(text) <= 2 * 96
        and _REPO.fullmatch(text) is not None
        and ".." not in text
        and "--" not in text
        and not text.endswith((".", ".git", "-"))
        and "./" not in text
    )


def is_commit(text: object) -> bool:
    """Whether this is the name of a commit."""
    return isinstance(text, str) and _COMMIT.fullmatch(text) is not None


def is_checksum(text: object) -> bool:
    """Whether this can be the checksum of a :class:`HubFile`."""
    return isinstance(text, str) and _CHECKSUM.fullmatch(text) is not None


def pair_of_name(repo: str) -> tuple[str, str]:
    """Source and target language that the name says: ``opus-mt-en-de``; empty if none."""
    return pair_of(Path(repo.rpartition("/")[2]))


def fits(repo: str, source: str, target: str) -> bool:
    """Whether a name does not speak against translating from ``source`` to ``target``.

    Names tell the direction, which nothing else does. Three letters may stand for a family of
    languages (``gmw``, ``mul``), so only two letters, and the very language on the other side,
    speak against it.
    """
    named_source, named_target = pair_of_name(repo)
    source, target = short(source), short(target)
    return all(
        named in ("", asked) or (len(named) == 3 and named != other)
        for named, asked, other in (
            (named_source, source, target),
            (named_target, target, source),
        )
    )


def languages_of(value: object) -> tuple[str, ...]:
    """The languages of a card: one, or a list of them."""
    values = value if isinstance(value, list) else [value]
    texts = (each for each in values if isinstance(each, str))
    return tuple(dict.fromkeys(each for each in texts if _LANGUAGE.fullmatch(each)))


def license_of_card(license: object, name: object, tags: object) -> str:
    """The licence that a card names; of the licence "other" the name it is given."""
    if license == "other" and isinstance(name, str) and name:
        license = name
    if isinstance(license, list):
        license = ", ".join(each for each in license if isinstance(each, str))
    if not isinstance(license, str) or not license:
        named = tags if isinstance(tags, list) else []
        license = next(
            (tag[8:] for tag in named if isinstance(tag, str) and tag.startswith("license:")), ""
        )
    return printable(license)


def printable(text: str) -> str:
    """A server's words without what could move the cursor of a terminal, and not too many."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * _LONGEST])
    kept = " ".join(kept.split())
    return kept if len(kept) <= _LONGEST else kept[: _LONGEST - 1] + "…"


def size_text(size: int) -> str:
    """Bytes as people read them, in thousands as the hub counts.

    >>> size_text(298_421_000)
    '298 MB'
    """
    if size < 1000:
        return f"{size} bytes"
    number, units = size / 1000, ["TB", "GB", "MB", "kB"]
    unit = units.pop()
    while number >= 999.5 and units:
        number, unit = number / 1000, units.pop()
    return f"{number:.1f} {unit}" if number < 9.95 else f"{number:.0f} {unit}"
