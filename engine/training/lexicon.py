"""The word lists that augmentation draws from, under ``resources/training``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.errors import DataError
from engine.resources import resource_path


@dataclass(frozen=True)
class Name:
    """A first name.

    Attributes:
        text: as written in both languages.
        gender: "m", "f", or "u" for either.
    """

    text: str
    gender: str


@dataclass(frozen=True)
class Noun:
    """A noun and its translation.

    Attributes:
        english: without article, lower case unless always written with a capital.
        french: without article.
        gender: "m", "f", "mp" or "fp" (plural).
        category: e.g. "animal", "food", "subject".
    """

    english: str
    french: str
    gender: str
    category: str


def _rows(name: str, columns: int) -> list[list[str]]:
    path: Path = resource_path("training", name)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(
            f"The word list {path} cannot be read ({error.strerror or error}); "
            "reinstall, or train with --augment none."
        ) from None
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    for row in rows:
        if len(row) < columns or not all(row[:columns]):
            raise DataError(f"{path} has a line without {columns} columns: {row[0]!r}.")
    return rows


def read_names() -> list[Name]:
    """First names of many languages."""
    return [Name(row[0], row[1]) for row in _rows("names.tsv", 2)]


def read_places() -> list[str]:
    """Places that English and French write alike."""
    return [row[0] for row in _rows("places.txt", 1)]


def read_nouns() -> list[Noun]:
    """Nouns with their translations."""
    return [Noun(*row[:4]) for row in _rows("nouns.tsv", 4)]
