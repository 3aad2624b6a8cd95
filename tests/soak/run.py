"""Sitting after sitting until the time is up."""

from __future__ import annotations

import faulthandler
import gc
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.main_window import MainWindow
from tests.soak.clock import ActiveClock
from tests.soak.ears import Ears
from tests.soak.measures import (
    Sample,
    empty_caches,
    give_back,
    memory,
    python_threads,
    sample,
    threads,
    types,
)
from tests.soak.record import Record
from tests.soak.sitting import LeftError, Sitting, answer_dialogs, clean

ROOT: Final = Path(__file__).resolve().parents[2]
FEWEST: Final = 5
"""Closings that a growth is judged by."""
SHORTEST_S: Final = 2.0
"""A window is not opened for less."""
FIRST_S: Final = 60.0
"""The first sitting is short: what it leaves is what any start of the program leaves."""


@dataclass(frozen=True)
class Plan:
    """How long, and how.

    Attributes:
        seed: of all draws.
        seconds: active time in all.
        sitting: seconds until the window is closed and another opened, more or less.
        every: seconds between two measurements.
        warm_up: seconds after which memory should not grow any more.
        pause: seconds at most between two things done.
    """

    seed: int
    seconds: float
    sitting: float
    every: float
    warm_up: float
    pause: float


def soak(log: Path, home: Path, plan: Plan, models: Path | None = None) -> int:
    """Use the window for so long, and write down what comes of it.

    Args:
        log: a file; what was done lies beside it in ``.acts``.
        home: for settings, the program's own log, models and exports; made anew.
        plan: what is to be done.
        models: a folder of model folders to change between, in place of new ones.

    Returns:
        1 if something was found, else 0.
    """
    clean(home)
    record = Record(log)
    files = home / "files"
    files.mkdir()
    if models is None:
        models = home / "models"
        command = [sys.executable, "-m", "tests.soak.models", str(models)]
        subprocess.run(command, cwd=ROOT, check=True)
    # The program takes the trace of a crash over while its window is open, and keeps it at home.
    faults = FileIO(log.with_suffix(".crash"), "w")
    faulthandler.enable(faults)
    rng = random.Random(plan.seed)
    application = QApplication([sys.argv[0]])
    answer_dialogs(files, models, random.Random(plan.seed))
    clock = ActiveClock()
    ears = Ears(record.find)
    ears.listen()
    record.line(f"seed {plan.seed}, {plan.seconds / 60:g} min, process {os.getpid()}")
    before = _at_rest(clock)
    record.line(f"before the first window: {before.line()}")
    # Objects without a window, by type: at the last closing of the warm-up, and at the newest.
    kinds: list[Counter[str]] = []

    def measure(window: MainWindow) -> None:
        record.measured(sample(clock.now(), window.history_.size / 1e6))

    # Two at least: what the second leaves is compared with what the first has left.
    while len(record.closed) < 2 or clock.now() < plan.seconds - SHORTEST_S:
        if record.closed:
            left = max(plan.seconds - clock.now(), SHORTEST_S)
            length = min(plan.sitting * rng.uniform(0.7, 1.3), left)
        else:
            length = min(FIRST_S, plan.seconds / 4)
        one = Sitting(
            rng, clock, files, length, min(plan.every, length / 2), plan.pause, measure,
            record.find, record.note, record.acted,
        )  # fmt: skip
        try:
            code = one.run()
        except LeftError as error:
            record.find("hard exit", str(error))
        else:
            if code:
                record.find("exit code", str(code))
        broken_off = one.broken_off
        del one
        faulthandler.enable(faults)
        now = _judge_end(record, clock)
        if kinds:
            record.more(kinds[-1], now)
        kinds = [*kinds[:1], now] if clock.now() >= plan.warm_up and kinds else [now]
        if broken_off:
            record.find("broken off", "the window was closed from outside")
            break
    if sum(each.seconds >= plan.warm_up for each, _ in record.closed) >= FEWEST:
        for words in record.growth(plan.warm_up):
            record.find("growth", words)
    record.line(f"threads: {dict(threads())}; of Python: {python_threads()}")
    ears.close()
    record.summary(plan.warm_up, before, tuple(kinds))
    record.close()
    clock.close()
    # Python may not be asked to empty it when Qt's platform ends.
    application.clipboard().clear()
    return 1 if record.findings else 0


def _at_rest(clock: ActiveClock) -> Sample:
    """With what is still to be deleted deleted."""
    for _ in range(5):
        QTest.qWait(20)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    return sample(clock.now())


def _judge_end(record: Record, clock: ActiveClock) -> Counter[str]:
    """Nothing may be left of the window that was closed; what objects there are, by type."""
    # The program sets what is there once torch is imported apart from garbage, and does so while
    # its first window is open: that window would never be collected.
    gc.unfreeze()
    shut = _at_rest(clock)
    empty_caches()
    give_back()
    record.ended(shut, memory())
    for words in record.compare(record.closed[0][0], shut):
        record.find("left behind", words)
    for words, count in shut.timers.items():
        record.find("left behind", f"{count} timers of {words}")
    kinds = types()
    name = f"{MainWindow.__module__}.{MainWindow.__qualname__}"
    if kinds[name]:
        record.find("left behind", f"{kinds[name]} × the window itself")
    gc.freeze()
    return kinds
