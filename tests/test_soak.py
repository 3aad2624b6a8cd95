"""The soak: what it reckons, what it hears, and that a short one goes through."""

from __future__ import annotations

import functools
import gc
import logging
import math
import os
import random
import shutil
import subprocess
import sys
import warnings
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QPixmap, QPixmapCache
from PySide6.QtWidgets import QApplication

from engine.events import Piece
from gui import theme
from gui.logs.log import LOG
from gui.widgets.pieces import label
from tests.soak.clock import TICK_S, ActiveClock, counted
from tests.soak.ears import Ears
from tests.soak.measures import (
    Line,
    Memory,
    Sample,
    empty_caches,
    grown,
    handles,
    least_squares,
    memory,
    python_threads,
    threads,
    timers,
)
from tests.soak.person import ACTS, WEIGHTS, draw
from tests.soak.record import BLOCKS, HELD, MOST_SAME, Record

ROOT = Path(__file__).resolve().parents[1]


def test_the_line_through_points_is_that_of_least_squares() -> None:
    rng = random.Random(1)
    points = [(x / 60, 400 + 3.0 * x / 60 + rng.gauss(0, 2)) for x in range(120)]
    line = least_squares(points)
    assert line is not None

    def left(slope: float) -> float:
        # The best constant for this slope is the mean of what is left.
        rest = [y - slope * x for x, y in points]
        mean = sum(rest) / len(rest)
        return sum((each - mean) ** 2 for each in rest)

    assert all(left(line.slope) < left(line.slope + by) for by in (-0.01, 0.01))
    assert abs(line.slope - 3) < 3 * line.error
    spread = sum((x - sum(x for x, _ in points) / 120) ** 2 for x, _ in points)
    assert line.error == pytest.approx(math.sqrt(left(line.slope) / 118 / spread))


def test_too_few_points_make_no_line_or_one_without_an_estimate() -> None:
    assert least_squares([]) is least_squares([(1, 2)]) is least_squares([(1, 2), (1, 5)]) is None
    assert least_squares([(0, 1), (2, 5)]) == Line(2, math.inf)
    assert not Line(1000, math.inf).surely_above(0)
    assert Line(10, 2).surely_above(5) and not Line(10, 3).surely_above(5)


def test_time_in_which_the_process_was_held_does_not_count() -> None:
    assert counted(0.3) == 0.3
    assert counted(3600) == TICK_S


def test_the_clock_runs_and_can_be_ended() -> None:
    clock = ActiveClock()
    while clock.now() < 2 * TICK_S:
        pass
    clock.close()
    assert "active clock" not in python_threads()


def test_the_most_that_has_grown_comes_first() -> None:
    before, after = Counter(a=5, b=5, c=5), Counter(a=6, b=4, c=9, d=2)
    assert grown(before, after) == [("c", 4), ("d", 2), ("a", 1)]
    assert grown(before, after, 1) == [("c", 4)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_threads_handles_and_timers_are_seen(qapp: QApplication, tmp_path: Path) -> None:
    before = memory()
    held = bytearray(os.urandom(1 << 20) * 40)
    grown_by = memory().anonymous - before.anonymous
    assert grown_by == pytest.approx(len(held) / 1e6, rel=0.2)
    with (tmp_path / "open").open("w"):
        assert handles()[str(tmp_path / "open")] == 1
    assert handles()[str(tmp_path / "open")] == 0
    parent = QObject()
    timer = QTimer(parent)
    count = timers()["QObject"]
    timer.start(60_000)
    assert timers()["QObject"] == count + 1
    clock = ActiveClock()
    with_clock = threads().total()
    clock.close()
    assert threads().total() == with_clock - 1
    timer.stop()


def test_what_is_wrong_is_heard(tmp_path: Path) -> None:
    heard: list[tuple[str, str]] = []
    ears = Ears(lambda kind, words: heard.append((kind, words)))
    with warnings.catch_warnings():
        ears.listen()
        LOG.log(logging.WARNING, "Qt: %s", "a timer cannot be stopped from another thread")
        LOG.warning("failed: open")
        LOG.error("nobody caught this")
        warnings.warn("old", DeprecationWarning, stacklevel=1)

        class Bad:
            def __del__(self) -> None:
                raise ValueError("in __del__")

        Bad()
        gc.collect()
        try:
            raise RuntimeError("in a slot")
        except RuntimeError as error:
            sys.excepthook(RuntimeError, error, error.__traceback__)
        ears.close()
    assert [kind for kind, _ in heard] == [
        "Qt warning", "error in the log", "Python warning", "unraisable", "exception",
    ]  # fmt: skip
    assert "ValueError: in __del__" in heard[3][1] and "in a slot" in heard[4][1]


def made(seconds: float, anonymous: float, history: float = 0.0, handles: int = 5) -> Sample:
    """A sample of which little is told."""
    kinds = Counter({"/dev/null": handles})
    held = Memory(anonymous + 100, anonymous + 50, anonymous)
    return Sample(seconds, held, Counter(python=2), kinds, Counter(), 0, 0, history)


def test_a_record_tells_slopes_growth_and_findings(tmp_path: Path) -> None:
    record = Record(tmp_path / "soak.log")
    record.measured(made(0, 900))
    for minute in range(1, 61):
        record.measured(made(60 * minute, 400 + minute, history=minute / 2))
    record.acted("walk", "17")
    record.acted("", "walk forward")
    for _ in range(MOST_SAME + 3):
        record.find("Qt warning", "no such slot")
    record.ended(made(60, 300), Memory(1, 1, 1, blocks=500))
    record.ended(made(3600, 300, handles=7), Memory(1, 1, 1, blocks=559))
    slopes = record.slopes(60)
    assert slopes["anonymous memory, window open"].slope == pytest.approx(60)
    assert slopes["the same without what the history keeps"].slope == pytest.approx(30)
    assert slopes["anonymous memory, window closed"].slope == 0
    record.summary(60, made(0, 77), (Counter(a=1), Counter(a=3)))
    record.close()
    log = (tmp_path / "soak.log").read_text(encoding="utf-8")
    assert log.count("FINDING Qt warning: no such slot\n    after walk forward") == MOST_SAME
    assert f"findings {MOST_SAME + 3}: Qt warning {MOST_SAME + 3}" in log
    assert "anonymous memory, window open: +60.00 ± 0.00 MB an hour" in log
    assert f"{BLOCKS}: +60.00 ± inf thousand an hour" in log
    assert "more than after the first window: handles: 2 × /dev/null" in log
    assert "without a window: a +2" in log


@pytest.mark.parametrize(
    ("held", "blocks", "found"), [(3, 20, []), (9, 20, [HELD]), (3, 90, [BLOCKS])]
)
def test_growth_is_what_is_alive(
    tmp_path: Path, held: float, blocks: float, found: list[str]
) -> None:
    record = Record(tmp_path / "soak.log")
    for hour in range(8):
        jitter = 0.3 * (-1) ** hour
        alive = Memory(500, 500, 300 + 40 * hour, 100 + held * hour + jitter, 900 + blocks * hour)
        record.ended(made(3600 * hour, 300), alive)
    assert [words.partition(" +")[0] for words in record.growth(3600)] == found
    record.close()


def test_the_same_seed_draws_the_same_things_and_all_of_them() -> None:
    drawn = [[draw(rng) for _ in range(3000)] for rng in (random.Random(3), random.Random(3))]
    assert drawn[0] == drawn[1]
    assert {act.name for act in drawn[0]} == set(ACTS) >= set(WEIGHTS)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_short_soak_finds_nothing(tiny_folder: Path, tmp_path: Path) -> None:
    models = tmp_path / "models"
    shutil.copytree(tiny_folder, models / "tiny")
    log = tmp_path / "soak.log"
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", "--minutes", "0.06", "--sitting", "0.04",
         "--every", "1", "--pause", "0.02", "--seed", "5", "--models", models, "--log", log],
        cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"}, capture_output=True, text=True,
        timeout=100,
    )  # fmt: skip
    text = log.read_text(encoding="utf-8")
    assert done.returncode == 0, text + done.stderr
    assert "findings 0: none" in text
    assert text.count(" closed ") >= 2 and ", acts " in text
    acts = (tmp_path / "soak.acts").read_text(encoding="utf-8").splitlines()
    assert sum(not line.startswith(" ") for line in acts) >= 12


def test_caches_with_a_bound_are_emptied_and_others_stay(qapp: QApplication) -> None:
    @functools.cache
    def unbound(number: int) -> int:
        return number

    unbound.__module__ = "gui.invented"
    unbound(1)
    label(Piece(1, "a", "normal", "a"))
    QPixmapCache.insert("a", QPixmap(4, 4))
    QGuiApplication.clipboard().setImage(QImage(4, 4, QImage.Format.Format_RGB32))
    families = set(theme.load_fonts())
    empty_caches()
    assert label.cache_info().currsize == 0 and unbound.cache_info().currsize == 1
    assert QPixmapCache.find("a") is None
    assert QGuiApplication.clipboard().image().isNull()
    assert set(theme.load_fonts()) == families
