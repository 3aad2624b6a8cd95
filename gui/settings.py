"""What is remembered between two starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

PIECE: Final = 2_000
"""Characters of a text in one section of the file. Of a section of more than 16 kB Qt does not
notice that a full disk took only a part, and puts that in the place of the whole file."""


def default_path() -> Path:
    """The settings file in the user's configuration folder."""
    return platformdirs.user_config_path("diaphane", appauthor=False) / "settings.ini"


class Settings:
    """An INI file with typed reading: a damaged value counts as missing.

    Without a path nothing is read or written; values live as long as the object. A file that
    is damaged as a whole counts as empty, and is written anew.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._memory: dict[str, Any] = {}
        self._file = None if path is None else _opened(path)

    def _value(self, key: str) -> Any:
        return self._memory.get(key) if self._file is None else self._file.value(key)

    def set(self, key: str, value: Any) -> None:
        """Remember a value; ``None`` forgets it."""
        if self._file is None:
            self._memory[key] = value
            return
        number = 0
        while self._file.contains(_section(key, number)):
            self._file.remove(_section(key, number))
            number += 1
        if value is None:
            self._file.remove(key)
        elif isinstance(value, str) and len(value) > PIECE:
            self._file.remove(key)
            for start in range(0, len(value), PIECE):
                self._file.setValue(_section(key, start // PIECE), value[start : start + PIECE])
        else:
            self._file.setValue(key, value)

    def take(self, other: Settings, *keys: str) -> None:
        """Remember of these keys what another one does."""
        if other is not self:
            for key in keys:
                self.set(key, other._value(key))

    def values(self) -> dict[str, Any]:
        """All values of settings without a path, as they were set."""
        return dict(self._memory)

    def text(self, key: str, default: str = "") -> str:
        """A string."""
        value = self._value(key)
        if value is None:
            pieces: list[str] = []
            while isinstance(piece := self._value(_section(key, len(pieces))), str):
                pieces.append(piece)
            value = "".join(pieces) if pieces else None
        return value if isinstance(value, str) else default

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._value(key)
        if isinstance(value, bool):
            return value
        return {"true": True, "false": False}.get(str(value).lower(), default)

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """An integer within bounds."""
        try:
            value = int(str(self._value(key)))
        except ValueError:
            return default
        return value if low <= value <= high else default

    def blob(self, key: str) -> QByteArray:
        """What Qt saved of itself; empty if there is none."""
        value = self._value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def writable(self) -> bool:
        """Whether what is set can be remembered, as far as that shows without writing."""
        return self._file is None or self._file.isWritable()

    def save(self) -> bool:
        """Write to disk; whether that worked. If not, what stood there still does."""
        if self._file is None or self.path is None:
            return True
        self._file.sync()
        if self._file.status() == QSettings.Status.NoError:
            return True
        # It never forgets an error, of reading either. Another one shares what is to be written.
        self._file = _opened(self.path)
        self._file.sync()
        return self._file.status() == QSettings.Status.NoError


def _section(key: str, number: int) -> str:
    """Where one piece of a long text stands."""
    return f"long.{key.replace('/', '.')}.{number}/text"


def _opened(path: Path) -> QSettings:
    return QSettings(str(path), QSettings.Format.IniFormat)
