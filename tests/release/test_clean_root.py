"""What the trial in a minimal Debian reads: its own program's words, and a display's picture."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from gui.platform_check import problem
from release import clean_root
from release.clean_root import ADVICE, COLOURS, Outcome, Root, colours_of, libraries, main


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems bring these along")
def test_the_advice_of_the_program_is_found_in_its_words() -> None:
    def opener(name: str) -> object:
        if name in ("libEGL.so.1", "libGL.so.1"):
            raise OSError(f"{name}: cannot open shared object file: No such file or directory")
        return object()

    found = ADVICE.search(problem({}, opener, offscreen=True) or "")
    assert found is not None
    assert found[1].split() == ["libegl1", "libgl1"]


def test_the_packages_of_the_readme_are_found() -> None:
    packages = clean_root.readme_packages()
    assert "libegl1" in packages
    assert not {name for name in packages if name.startswith("-")}


def test_an_empty_screen_has_one_colour_and_a_drawn_one_many(tmp_path: Path) -> None:
    picture = tmp_path / "screen"
    assert colours_of(picture) == 0
    header = np.arange(800, dtype=np.uint32)
    for colours in (1, COLOURS + 1):
        screen = np.resize(np.arange(colours, dtype=np.uint32), 1280 * 800)
        picture.write_bytes(np.concatenate([header, screen]).tobytes())
        assert colours_of(picture) == colours


def test_the_libraries_are_those_from_outside_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listing = (
        "/opt/diaphane/lib/libQt6Gui.so.6:\n"
        "\tlibEGL.so.1 => /lib/x86_64-linux-gnu/libEGL.so.1 (0x00007f)\n"
        "\tlibQt6Core.so.6 => /opt/diaphane/lib/PySide6/Qt/lib/libQt6Core.so.6 (0x00007f)\n"
        "\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)\n"
        "\tlibgone.so.1 => not found\n"
    )
    monkeypatch.setattr(Root, "run", lambda *_: Outcome(0, listing, ""))
    found = libraries(Root(tmp_path))
    assert found == {"libEGL.so.1": tmp_path / "lib/x86_64-linux-gnu/libEGL.so.1"}


def test_without_the_tool_that_makes_the_root_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clean_root.os, "geteuid", lambda: 0)
    monkeypatch.setattr(clean_root.sys, "platform", "linux")
    monkeypatch.setattr(clean_root.shutil, "which", lambda _: None)
    with pytest.raises(SystemExit):
        main([])
    assert "apt-get install debootstrap" in capsys.readouterr().err
    monkeypatch.setattr(clean_root.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit):
        main([])
    assert "root" in capsys.readouterr().err
