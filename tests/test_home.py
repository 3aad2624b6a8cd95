"""Nobody knows where the user's home is: that is said, or is no matter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.home import NO_HOME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a home is always known there")
ROOT = Path(__file__).resolve().parent.parent
HOMELESS = """
import os, pwd, sys

def nobody(*_):
    raise KeyError("no such user")

for name in [name for name in os.environ if name == "HOME" or name.startswith("XDG_")]:
    del os.environ[name]
pwd.getpwuid = nobody
for kind in sys.argv.pop(1).split():
    os.environ[f"XDG_{kind}_HOME"] = sys.argv[1]
del sys.argv[1]
from %s import main
sys.exit(main(sys.argv[1:]))
"""


def run(module: str, named: str, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HOMELESS % module, named, str(place), *arguments],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("module", "arguments"), [("engine.__main__", ("models",)), ("gui.app", ())]
)
def test_what_needs_a_home_says_so(module: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = run(module, "", tmp_path, *arguments)
    assert done.returncode == 2
    assert NO_HOME in done.stderr and "Traceback" not in done.stderr


def test_what_needs_none_goes_on(tmp_path: Path) -> None:
    done = run("engine.__main__", "", tmp_path, "translate", "Good morning.")
    assert done.returncode == 0 and done.stdout.startswith("Bon")


def test_other_places_will_do(tmp_path: Path) -> None:
    named = "CONFIG DATA STATE CACHE"
    picture = tmp_path / "picture.png"
    done = run("gui.app", named, tmp_path, "--shot", str(picture), "--text", "Good morning.")
    assert done.returncode == 0, done.stderr
    assert picture.is_file()
