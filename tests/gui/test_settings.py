from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from gui.settings import Settings, default_path


@pytest.fixture(params=["file", "memory"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "new folder" / "settings.ini" if request.param == "file" else None


def test_values_come_back_with_their_types(path: Path | None) -> None:
    settings = Settings(path)
    settings.set("a/text", "é, 😆; \\n = [x]")
    settings.set("a/flag", True)
    settings.set("a/number", -1)
    settings.set("b/blob", QByteArray(b"\x00\xff\x01"))
    assert settings.save()
    again = settings if path is None else Settings(path)
    assert again.text("a/text") == "é, 😆; \\n = [x]"
    assert again.flag("a/flag", False) is True
    assert again.number("a/number", 0, -1, 5) == -1
    assert again.blob("b/blob") == QByteArray(b"\x00\xff\x01")
    again.set("a/flag", None)
    assert again.flag("a/flag", False) is False


def test_missing_and_senseless_values_are_the_default(path: Path | None) -> None:
    settings = Settings(path)
    assert settings.text("x", "d") == "d"
    assert settings.number("x", 3, 0, 9) == 3
    assert settings.flag("x", True) is True
    assert settings.blob("x").isEmpty()
    for value in ("eleven", "11", "-1", ""):
        settings.set("x", value)
        assert settings.number("x", 3, 0, 9) == 3
    settings.set("x", "maybe")
    assert settings.flag("x", True) is True
    assert settings.blob("x").isEmpty()


def test_without_a_path_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = Settings(None)
    settings.set("a", 1)
    assert settings.save()
    assert list(tmp_path.iterdir()) == []


def test_a_broken_file_counts_as_empty(tmp_path: Path) -> None:
    path = tmp_path / "settings.ini"
    path.write_bytes(b"\x00\xff[[[[ \n=\n@Variant(\x00")
    assert Settings(path).text("look/theme", "light") == "light"


def test_the_file_lies_in_the_configuration_folder() -> None:
    path = default_path()
    assert path.name == "settings.ini"
    assert path.parent.name == "diaphane"
