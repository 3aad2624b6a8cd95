"""Two hundred things that a user may do, one after the other, at random but repeatable.

A real translator with random weights runs behind the real worker. After every few actions the
window comes to rest, and every panel must show what the trace says; nothing may have been raised
or warned of at any time. A failure names the seed and what was done; replayed with less and less
of it, it ends as the shortest list of actions that still fails.
"""

from __future__ import annotations

import itertools
import random
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.logging import _QtMessageCapture
from pytestqt.qtbot import QtBot

from gui import numbers
from gui.failure import Failure
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.worker import Loader
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.agreement.window import all_disagreements
from tests.gui.random_user import Act, RandomUser, plan
from tests.gui.resting import Rest
from tests.gui.tiny import options, tiny_loader

tiny_vocabulary = engine_fixtures.tiny_vocabulary
make_translator = engine_fixtures.make_translator

ACTIONS = 200
EVERY = 5
HIDDEN = 2
"""Of the hidden panels so many are brought to the front each time, and have to agree too."""
SHRINK_S = 40.0
"""How long a failure is made smaller."""


@pytest.fixture(scope="module")
def loader(make_translator: MakeTranslator) -> Loader:
    return tiny_loader(make_translator)


@pytest.fixture
def usual_numbers() -> Iterator[None]:
    before = numbers.style()
    yield
    numbers.set_style(before)


class Trial:
    """One window in which a list of actions is done."""

    def __init__(
        self,
        qtbot: QtBot,
        qtlog: _QtMessageCapture,
        window: MainWindow,
        folder: Path,
    ) -> None:
        self.window = window
        self.user = RandomUser(window, folder)
        self.rest = Rest(window)
        self.done: list[str] = []
        self._qtbot, self._qtlog = qtbot, qtlog
        self._problems: list[str] = []
        window.controller.problem.connect(self._on_problem)

    def _on_problem(self, failure: Failure) -> None:
        if not failure.expected:
            self._problems.append(failure.details)

    def run(self, acts: list[Act], beam: int) -> str:
        """Do them; what went wrong, empty if nothing did."""
        window, self.done = self.window, []
        with self._qtbot.captureExceptions() as raised:
            self._raised, self._warned = raised, len(self._qtlog.records)
            window.session.set_options(options(beam))
            window.load_model(None)
            self.rest()
            for number, act in enumerate(acts, 1):
                self.done.append(act.name)
                self.done[-1] = self.user.do(act)
                QApplication.processEvents()
                wrong: list[str] = []
                if number % EVERY == 0:
                    self.rest()
                    wrong = all_disagreements(window, self.rest, HIDDEN, number)
                wrong += self._heard()
                if wrong:
                    return "\n".join(wrong)
            self.user.close_dialogs()
            self.rest()
            return "\n".join([*all_disagreements(window, self.rest), *self._heard()])

    def _heard(self) -> list[str]:
        """What was raised, where it can be: here, in Qt's calls, on the worker; and warnings."""
        raised = ["".join(traceback.format_exception(*each)) for each in self._raised]
        warned = [
            record.message
            for record in self._qtlog.records[self._warned :]
            if not record.ignored and record.type_name not in ("QtDebugMsg", "QtInfoMsg")
        ]
        return [*raised, *self._problems, *warned]

    def leave(self) -> None:
        """Close the window, as the user does at last."""
        self.user.close_dialogs()
        self.window.close()
        QApplication.processEvents()


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Answers every file dialog at once, in turn with a name, with another, with none."""
    kinds = itertools.cycle(
        ("view.svg", "", "view.png", "report.html", "all.npz", "one.csv", "t.trace")
    )
    folders = itertools.cycle(("other", "", "broken", "other"))

    def save(*_: object) -> tuple[str, str]:
        name = next(kinds)
        return (str(tmp_path / name) if name else "", "")

    def opened(*_: object) -> tuple[str, str]:
        return (str(tmp_path / "t.trace"), "")

    def folder(*_: object) -> str:
        name = next(folders)
        return str(tmp_path / name) if name else ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", save)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", opened)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", folder)
    return tmp_path


@pytest.fixture
def try_(
    qtbot: QtBot,
    qtlog: _QtMessageCapture,
    make_window: Callable[..., MainWindow],
    loader: Loader,
    files: Path,
    usual_numbers: None,
) -> Callable[[list[Act], int], tuple[str, list[str]]]:
    """Does a list of actions in a new window: what went wrong, and what was done."""

    def attempt(acts: list[Act], beam: int) -> tuple[str, list[str]]:
        window = make_window(loader, Settings(None))
        window.source.live.setChecked(False)
        # Nobody waits here until typing rests.
        window.source._pause.setInterval(10)
        trial = Trial(qtbot, qtlog, window, files)
        try:
            wrong = trial.run(acts, beam)
        except Exception:
            # What gets as far as this is wrong too, and no reason to forget what was done.
            wrong = traceback.format_exc()
        trial.leave()
        return wrong, trial.done

    return attempt


def shortest(
    acts: list[Act], fails: Callable[[list[Act]], bool], seconds: float = SHRINK_S
) -> list[Act]:
    """Leave out as much as still fails: halves, then less, for so long."""
    end, size = time.monotonic() + seconds, max(1, len(acts) // 2)
    while True:
        start = 0
        while start < len(acts):
            if time.monotonic() > end:
                return acts
            fewer = acts[:start] + acts[start + size :]
            if fewer and fails(fewer):
                acts = fewer
            else:
                start += size
        if size == 1:
            return acts
        size = max(1, size // 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_two_hundred_random_actions_leave_all_panels_in_agreement(
    try_: Callable[[list[Act], int], tuple[str, list[str]]], seed: int
) -> None:
    acts, beam = plan(seed, ACTIONS), 1 + random.Random(seed).randrange(4)
    wrong, done = try_(acts, beam)
    if not wrong:
        return
    acts = shortest(acts[: len(done)], lambda fewer: bool(try_(fewer, beam)[0]))
    again, less = try_(acts, beam)
    told = "\n".join(f"  {act!r}: {what}" for act, what in zip(acts, less, strict=False))
    pytest.fail(
        f"seed {seed}, beam {beam}, after {len(done)} actions:\n{wrong}\n"
        f"the last of them:\n  " + "\n  ".join(done[-EVERY:]) + "\n"
        f"as short as was found ({again or 'which did not fail again'}):\n{told}",
        pytrace=False,
    )


def test_a_failing_list_of_actions_is_made_as_short_as_it_can_be() -> None:
    acts = [Act("step", number) for number in range(50)]
    wanted = {3, 17, 44}

    def fails(fewer: list[Act]) -> bool:
        return wanted <= {act.seed for act in fewer}

    assert [act.seed for act in shortest(acts, fails)] == sorted(wanted)


def test_the_same_seed_draws_the_same_actions() -> None:
    assert plan(5, 60) == plan(5, 60) != plan(6, 60)
