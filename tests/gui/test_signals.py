"""Signals at any moment: of the start, where they end the process, and later."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gui.runs.run import dead_runs
from gui.signals import Signals, end_at_once

ROOT = Path(__file__).resolve().parents[2]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals end no process there")
NUMBERS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Those of the test run are there again afterwards."""
    before = {number: signal.getsignal(number) for number in NUMBERS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_is_heard_with_the_next_turn_of_the_loop(qtbot: QtBot, number: int) -> None:
    heard: list[None] = []
    parent = QObject()
    signals = Signals(lambda: heard.append(None), parent)
    try:
        assert signals.code(2) == 2
        signal.raise_signal(number)
        assert not heard, "in the middle of whatever was running"
        qtbot.waitUntil(lambda: bool(heard))
        assert signals.code(2) == signals.code(0) == 128 + number
    finally:
        signals.forget()
    assert signal.getsignal(number) is signal.SIG_DFL


def test_what_the_caller_ignores_stays_ignored(qtbot: QtBot) -> None:
    for number in NUMBERS:
        signal.signal(number, signal.SIG_IGN)
    end_at_once()
    parent = QObject()
    Signals(lambda: None, parent).forget()
    assert all(signal.getsignal(number) is signal.SIG_IGN for number in NUMBERS)


BROKEN_OFF = """
    import signal, sys
    sys.path.insert(0, ".")
    place = sys.argv.pop(1)

    class Importing:
        def find_spec(self, name, path=None, target=None):
            if name == place:
                signal.raise_signal(signal.SIGINT)

    sys.meta_path.insert(0, Importing())
    from gui.start import main
    sys.exit(main())
"""


@POSIX
@pytest.mark.parametrize("arguments", [[], ["--shot", "out.png"]], ids=["window", "picture"])
@pytest.mark.parametrize(
    "place", ["gui.app", "PySide6.QtWidgets", "gui.main_window", "gui.engine_thread", "gui.trail"]
)
def test_a_start_is_broken_off_without_a_word(
    tmp_path: Path, place: str, arguments: list[str]
) -> None:
    code = textwrap.dedent(BROKEN_OFF)
    result = started(["-c", code, place, *arguments], tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (-signal.SIGINT, b"", b"")


@POSIX
def test_nothing_is_said_later_of_a_start_that_was_broken_off(tmp_path: Path) -> None:
    # The panels are made when the process has its folder already.
    result = started(["-c", textwrap.dedent(BROKEN_OFF), "gui.panels.source"], tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (-signal.SIGINT, b"", b"")
    runs = tmp_path / "state" / "diaphane" / "running"
    assert [path for path in runs.iterdir() if path.is_dir()]
    assert dead_runs(runs) == []
    assert list(runs.iterdir()) == []


def started(command: list[str], home: Path) -> subprocess.CompletedProcess[bytes]:
    """A program with a home of its own and no display."""
    folders = {
        f"XDG_{name.upper()}_HOME": str(home / name)
        for name in ("config", "cache", "data", "state")
    }
    variables = {**os.environ, **folders, "QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        check=False,
        timeout=120,
    )
