"""Settings that cannot be written, are damaged, or were written by a later version."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from pytestqt.qtbot import QtBot

from engine.search.options import SearchOptions
from gui.main_window import MainWindow
from gui.models.recent import recent_models
from gui.preferences import Preferences
from gui.remembered import search_options
from gui.settings import Settings
from tests.gui.fakes import FakeLoader

MakeWindow = Callable[..., MainWindow]


def _in_the_way(path: Path) -> None:
    path.parent.write_text("a file where a folder should be")


def _a_folder(path: Path) -> None:
    path.mkdir(parents=True)


def _write_protected(path: Path) -> None:
    if os.name != "posix" or os.geteuid() == 0:
        pytest.skip("whoever runs this may write anywhere")
    path.parent.mkdir()
    path.write_text("[look]\ntheme=dark\n")
    path.chmod(0o444)
    path.parent.chmod(0o555)


@pytest.mark.parametrize("block", [_in_the_way, _a_folder, _write_protected])
def test_without_write_access_the_window_works_and_says_so(
    qtbot: QtBot,
    make_window: MakeWindow,
    loader: FakeLoader,
    tmp_path: Path,
    block: Callable[[Path], None],
) -> None:
    path = tmp_path / "config" / "settings.ini"
    block(path)
    settings = Settings(path)
    assert not settings.writable()
    window = make_window(loader, settings)
    said = window.statusBar().currentMessage()
    assert "lasts until you close the window" in said and "settings.ini cannot be written" in said
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    settings.set("look/theme", "light")
    assert settings.text("look/theme") == "light" and not settings.save()
    window.close()
    if path.parent.is_dir():
        path.parent.chmod(0o755)


def test_where_they_can_be_written_nothing_is_said(
    make_window: MakeWindow, loader: FakeLoader, tmp_path: Path
) -> None:
    for settings in (Settings(None), Settings(tmp_path / "new" / "settings.ini")):
        assert settings.writable()
        assert not make_window(loader, settings).statusBar().currentMessage()


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file may become longer; Python ignores the signal that comes with it."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 1000, 4096, 17_000, 60_000])
@pytest.mark.parametrize("letter", ["x", "é", "😀"])
def test_on_a_full_disk_the_old_settings_stay_and_the_new_ones_are_written_later(
    tmp_path: Path, room: int, letter: str
) -> None:
    path = tmp_path / "settings.ini"
    settings = Settings(path)
    settings.set("source/text", "before")
    settings.set("look/theme", "dark")
    assert settings.save()
    before = path.read_bytes()
    long = letter * 20_000
    settings.set("source/text", long)
    with full_disk(room):
        saved = settings.save()
    if letter == "😀" or room < 17_000:
        assert not saved
    if not saved:
        assert path.read_bytes() == before
        # In this window nothing is lost, and once there is room again it is written.
        assert settings.text("source/text") == long
        assert settings.save()
    assert [each.name for each in tmp_path.iterdir()] == ["settings.ini"]
    path.rename(tmp_path / "read anew.ini")
    read = Settings(tmp_path / "read anew.ini")
    assert read.text("source/text") == long and read.text("look/theme") == "dark"


@pytest.mark.parametrize("length", [0, 1, 1999, 2000, 2001, 4000, 7001])
def test_texts_of_any_length_come_back_and_go_again(tmp_path: Path, length: int) -> None:
    path = tmp_path / "settings.ini"
    settings = Settings(path)
    for text in ('é;=[\n]"' * 900, "x" * length, "😀 " * 1500, "y" * length):
        settings.set("source/text", text)
        assert settings.text("source/text") == text and settings.save()
        assert settings.text("source") == ""
    path.rename(tmp_path / "again.ini")
    assert Settings(tmp_path / "again.ini").text("source/text") == "y" * length
    settings.set("source/text", None)
    assert settings.text("source/text", "none") == "none"
    assert settings.save() and path.read_text().strip() == ""


def test_no_section_is_longer_than_what_qt_writes_whole(
    make_window: MakeWindow, loader: FakeLoader, tmp_path: Path
) -> None:
    path = tmp_path / "settings.ini"
    window = make_window(loader, Settings(path))
    window.source.live.setChecked(False)
    window.source.set_text("😀" * 20_000)
    window.close()
    sections = path.read_bytes().split(b"\n[")
    assert len(sections) > 10 and max(map(len, sections)) < 16_000


def damaged() -> Iterator[bytes]:
    rng = random.Random(6)
    yield b"\x00\xff[[[[ \n=\n@Variant(\x00"
    yield b"[look]\ntheme"
    yield b"[window]\ngeometry=@ByteArray(\\0\\0\\0"
    yield b"[layout]\ndocks=@Variant(\\0\\0\\0\\x7f\\xff)\npieces=@Rect(1 2)\n"
    yield b"[search]\noptions=" + b"[" * 100_000
    yield b"[models]\nrecent=" + b"{" * 1000
    for _ in range(5):
        yield rng.randbytes(2000)


@pytest.mark.qt_log_ignore("QVariant::load", extend=True)
def test_a_damaged_file_counts_as_empty_and_is_written_anew(
    make_window: MakeWindow, loader: FakeLoader, tmp_path: Path
) -> None:
    for number, data in enumerate(damaged()):
        path = tmp_path / f"{number}.ini"
        path.write_bytes(data)
        settings = Settings(path)
        assert Preferences.read(settings) == Preferences()
        assert search_options(settings) == SearchOptions()
        assert recent_models(settings) == []
        settings.set("look/theme", "dark")
        assert settings.save(), data[:40]
        assert Settings(path).text("look/theme") == "dark"
    settings = Settings(path)
    window = make_window(loader, settings)
    assert not window.message_bar.isVisible()
    window.close()
    assert Settings(path).text("search/options")


def test_settings_of_a_later_version_are_read_as_far_as_they_are_understood(
    make_window: MakeWindow, loader: FakeLoader, tmp_path: Path
) -> None:
    settings = Settings(tmp_path / "settings.ini")
    settings.set("search/options", json.dumps({"beam": 4, "n_best": 2, "thinking": "deep"}))
    settings.set("look/theme", "holographic")
    settings.set("look/language", "tlh")
    settings.set("look/digits", 600)
    settings.set("layout/docks", QByteArray(b"\x00\x00\x00\xff\x00\x00\x7f\x01 panels of 2030"))
    settings.set("attention/kind", "quantum")
    settings.set("attention/face", "hologram")
    settings.set("new/thing", "kept")
    model = {"folder": "/m", "name": "m", "source_language": "en", "target_language": "fr"}
    settings.set("models/recent", json.dumps([{**model, "colour": "red"}]))
    assert Preferences.read(settings) == Preferences()
    window = make_window(loader, settings)
    options = window.session.options
    assert (options.beam, options.n_best) == (4, 2)
    assert [each.folder for each in recent_models(settings)] == ["/m"]
    window.close()
    assert Settings(tmp_path / "settings.ini").text("new/thing") == "kept"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000, '{"beam":NaN}', '{"beam":"4"}', '{"beam":99999}', '{"heads_off":[[1]]}',
        "null", "7", '{"alpha":null}', '{"prefix":[1,2,"x"]}', '{"required":5}', '{"sample":"yes"}',
    ],
)  # fmt: skip
def test_a_search_that_cannot_be_is_the_usual_one(text: str) -> None:
    settings = Settings(None)
    settings.set("search/options", text)
    assert search_options(settings) == SearchOptions()
