"""The wheel: what is in it, and that it works away from the source tree."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the sources, without the network."""
    source = tmp_path_factory.mktemp("source")
    for name in ("engine", "gui", "resources"):
        shutil.copytree(
            ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
        )
    (source / "docs").mkdir()
    for name in ("pyproject.toml", "docs/description.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source / name)
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", out, source]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked as an installer would, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_every_source_and_resource_is_in_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    expected = {
        path.relative_to(ROOT).as_posix()
        for name in ("engine", "gui", "resources")
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert expected - inside == set()
    assert {
        f"resources/models/en-fr/{name}"
        for name in ("config.json", "model.safetensors", "sentencepiece.model", "README.md")
    } <= inside
    assert not {name for name in inside if name.startswith(("tests/", "benchmarks/"))}
    for licence in ("LICENSE", "NOTICE", "resources/fonts/OFL.txt"):
        assert any(name.endswith(f".dist-info/licenses/{licence}") for name in inside)


def test_the_description_leads_nowhere_that_is_not_there(installed: Path) -> None:
    """It is shown far from the repository: no picture and no link of it would be found."""
    (file,) = installed.glob("diaphane-*.dist-info/METADATA")
    metadata, _, description = file.read_text(encoding="utf-8").partition("\n\n")
    assert "License-Expression: Apache-2.0 AND OFL-1.1" in metadata
    assert "Description-Content-Type: text/markdown" in metadata
    assert not re.search(r"\]\((?!https:)", description)
    # The same words as in README.md, so that one cannot become untrue alone.
    opening = (ROOT / "README.md").read_text(encoding="utf-8").split("\n\n")[1]
    assert opening in description


def test_both_commands_are_entry_points(installed: Path) -> None:
    (file,) = installed.glob("diaphane-*.dist-info/entry_points.txt")
    points = configparser.ConfigParser()
    points.read(file)
    assert points["console_scripts"]["diaphane-engine"] == "engine.__main__:main"
    assert points["gui_scripts"]["diaphane"] == "gui.start:main"


def run_away(installed: Path, folder: Path, code: str) -> str:
    """Run code with the unpacked wheel in place of the source tree, from another folder."""
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONSAFEPATH": "1"}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_wheel_translates_from_another_folder(installed: Path, tmp_path: Path) -> None:
    code = (
        "import sys, engine, engine.__main__ as m\n"
        "print(engine.__file__)\n"
        "sys.exit(m.main(['translate', 'I love you very much.']))"
    )
    place, translation = run_away(installed, tmp_path, code).splitlines()
    assert Path(place).is_relative_to(installed)
    assert "aime" in translation


def test_the_wheel_has_what_the_window_needs(installed: Path, tmp_path: Path) -> None:
    code = "import gui.app; print(gui.app.__file__, callable(gui.app.main))"
    place, found = run_away(installed, tmp_path, code).split()
    assert Path(place).is_relative_to(installed)
    assert found == "True"
