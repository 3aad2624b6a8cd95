"""What is written down while the window is used, and read again after a crash."""

from __future__ import annotations

import errno
import json
import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from pytestqt.qtbot import QtBot

from engine.errors import OutputError
from engine.search.options import SearchOptions
from engine.traces import file as trace_file
from gui.file_lock import FileLock
from gui.main_window import MainWindow
from gui.runs import work as work_module
from gui.runs.keeper import Keeper, put_back, work_of
from gui.runs.run import CRASH, MOST_DEAD, STARTED, WORK, Run, dead_runs
from gui.runs.work import Shown, Work, WorkFolder, read
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.traces import LOVE, PARAGRAPHS, love, paragraphs, trace_of

OPTIONS = SearchOptions(
    beam=4,
    n_best=2,
    prefix="Je",
    forbidden=(3, 9),
    heads_off=(("cross", 0, 1), ("encoder self", 1, 2)),
)
ARRANGEMENT = {"source/live": False, "attention/layer": 2, "layout/docks": QByteArray(b"\0\xff")}


def work(**changes: object) -> Work:
    values = {
        "text": "half a pair \ud83d\nof lines",
        "options": OPTIONS,
        "arrangement": ARRANGEMENT,
    }
    return Work(**{**values, **changes})  # type: ignore[arg-type]


# Locks and folders ---------------------------------------------------------------------


def test_a_lock_is_taken_once(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    first, second = FileLock(path), FileLock(path)
    assert first.take()
    assert not second.take()
    first.release()
    assert not path.exists()
    assert second.take()
    second.give_back()
    assert path.exists() and first.take()
    first.release()
    first.release()
    with pytest.raises(OSError, match="No such file"):
        FileLock(tmp_path / "gone" / "a.lock").take()


def test_a_folder_is_there_while_the_process_is(tmp_path: Path) -> None:
    run = Run(tmp_path / "runs")
    assert run.folder.is_dir()
    assert dead_runs(tmp_path / "runs") == [], "its lock is held"
    run.end()
    assert list((tmp_path / "runs").iterdir()) == []
    assert dead_runs(tmp_path / "none") == []


def dead(runs: Path, name: str) -> Path:
    """What a process leaves that is gone."""
    folder = runs / name
    folder.mkdir(parents=True)
    (runs / f"{name}.lock").touch()
    (folder / CRASH).write_text("")
    (folder / STARTED).touch()
    return folder


def test_what_the_dead_left_is_found_by_one_process_at_a_time(tmp_path: Path) -> None:
    folder = dead(tmp_path, "12-ab")
    (folder / CRASH).write_text("Fatal Python error\n")
    [found] = dead_runs(tmp_path)
    assert (found.process, found.crash(), found.has_work()) == ("12", "Fatal Python error", False)
    assert [found.tell_once(), found.tell_once()] == [True, False]
    assert dead_runs(tmp_path) == [], "the first one holds it"
    found.give_back()
    [again] = dead_runs(tmp_path)
    again.forget()
    assert list(tmp_path.iterdir()) == []


def test_a_start_that_was_broken_off_is_not_told_of(tmp_path: Path) -> None:
    for name in ("1-nothing", "2-crash", "3-work", "4-started"):
        folder = dead(tmp_path, name)
        if name != "4-started":
            (folder / STARTED).unlink()
    (tmp_path / "2-crash" / CRASH).write_text("Fatal Python error\n")
    (tmp_path / "3-work" / WORK).write_text("{}")
    found = dead_runs(tmp_path)
    assert sorted(each.process for each in found) == ["2", "3", "4"]
    for each in found:
        each.forget()
    assert list(tmp_path.iterdir()) == []


def test_the_newest_are_kept(tmp_path: Path) -> None:
    import os

    for number in range(MOST_DEAD + 3):
        folder = dead(tmp_path, f"{number}-x")
        os.utime(folder / CRASH, (1000 + number, 1000 + number))
    (tmp_path / "no folder").write_text("")
    found = dead_runs(tmp_path)
    assert [each.process for each in found] == ["7", "6", "5", "4", "3"]
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_dir()) == [
        f"{number}-x" for number in range(3, 8)
    ]
    for each in found:
        each.give_back()


# Files ---------------------------------------------------------------------------------


def test_work_is_read_as_it_was_written(tmp_path: Path) -> None:
    trace = trace_of(paragraphs())
    whole = work(shown=Shown(trace, 3, {0: (1, 0), 2: (0, 0)}))
    WorkFolder(tmp_path).write(whole, settled=True)
    again = read(tmp_path)
    assert again is not None and again.shown is not None
    assert (again.text, again.options, again.arrangement) == (
        whole.text, whole.options, whole.arrangement
    )  # fmt: skip
    assert (again.shown.position, again.shown.followed) == (3, {0: (1, 0), 2: (0, 0)})
    assert again.shown.trace.started == trace.started
    assert again.shown.trace.text == trace.text
    assert again.settings().blob("layout/docks") == ARRANGEMENT["layout/docks"]


def test_a_trace_is_written_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[str] = []
    save = trace_file.save

    def count(trace: object, path: Path) -> None:
        saved.append(path.name)
        save(trace, path)  # type: ignore[arg-type]

    monkeypatch.setattr(trace_file, "save", count)
    folder = WorkFolder(tmp_path)
    happened = love()
    trace = trace_of(happened[:4])
    for position in (0, 1):
        folder.write(work(shown=Shown(trace, position)), settled=True)
    assert saved == ["1.trace"]
    for event in happened[4:]:
        trace.add(event)
    # While it streams in, what was written before stays.
    folder.write(work(text="new", shown=Shown(trace, 5)), settled=False)
    half = read(tmp_path)
    assert half is not None and half.shown is not None
    assert (half.text, half.shown.position) == ("new", 1)
    assert half.shown.trace.translated is None
    folder.write(work(shown=Shown(trace, 5)), settled=True)
    assert saved == ["1.trace", "2.trace"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["2.trace", WORK]
    folder.write(work(), settled=True)
    assert sorted(each.name for each in tmp_path.iterdir()) == [WORK]


def test_what_is_too_large_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_module, "MOST_TEXT", 10)
    monkeypatch.setattr(work_module, "MOST_TRACE", 1000)
    shown = Shown(trace_of(love()), 2)
    WorkFolder(tmp_path).write(work(text="x" * 11, shown=shown), settled=True)
    found = read(tmp_path)
    assert found is not None
    assert (found.text, found.options, found.shown) == ("", OPTIONS, None)


def test_damaged_work_is_no_work(tmp_path: Path) -> None:
    WorkFolder(tmp_path).write(work(shown=Shown(trace_of(love()), 2)), settled=True)
    file, trace = tmp_path / WORK, tmp_path / "1.trace"
    text = file.read_bytes().decode("utf-8", "surrogatepass")
    whole, data = json.loads(text), trace.read_bytes()

    def found(**changes: object) -> Work | None:
        file.write_text(json.dumps({**whole, **changes}))
        return read(tmp_path)

    assert found() is not None
    for change in (
        {"version": 2}, {"text": 3}, {"arrangement": []}, {"arrangement": {"a": {"bytes": "?"}}},
        {"arrangement": {"a": {}}},
    ):  # fmt: skip
        assert found(**change) is None, change
    for text in ("", "[]", "null", "{", "[" * 100_000):
        file.write_text(text)
        assert read(tmp_path) is None
    # What can still be used is.
    options = found(options={"beam": -1})
    assert options is not None and options.options == SearchOptions()
    for shown in (
        3, {}, {**whole["shown"], "trace": "../1.trace"}, {**whole["shown"], "trace": 1},
        {**whole["shown"], "trace": "2.trace"}, {**whole["shown"], "position": "x"},
        {**whole["shown"], "followed": [1]}, {**whole["shown"], "followed": [["a", 0, 0]]},
    ):  # fmt: skip
        rest = found(shown=shown)
        assert rest is not None and rest.shown is None, shown
        assert rest.text == whole["text"]
    stray = found(shown={**whole["shown"], "position": -7, "followed": [[5, 0, 0], [0, 9, 0]]})
    assert stray is not None and stray.shown is not None
    assert (stray.shown.position, stray.shown.followed) == (-1, {})
    trace.write_bytes(data[:-3])
    cut = found()
    assert cut is not None and cut.shown is None
    shutil.rmtree(tmp_path)
    assert read(tmp_path) is None


# The window ----------------------------------------------------------------------------


@pytest.fixture
def keeper(window: MainWindow, tmp_path: Path) -> Keeper:
    return Keeper(window, tmp_path)


def translate(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.source.set_text(text)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()


def test_it_is_written_a_while_after_something_has_changed(
    qtbot: QtBot, window: MainWindow, keeper: Keeper, tmp_path: Path
) -> None:
    keeper.flush()
    qtbot.waitUntil(lambda: not keeper.writing)
    timer = keeper._timer
    timer.setInterval(0)
    for change in (
        lambda: window.source.set_text("one"),
        lambda: window.session.set_options(SearchOptions(beam=2)),
        lambda: window.session.select(layer=1),
        lambda: window.docks.arrange("beams"),
        lambda: window.source.live.setChecked(True),
    ):
        assert not keeper.writing
        with qtbot.waitSignal(keeper.written):
            change()
        qtbot.waitUntil(lambda: not keeper.writing)
    found = read(tmp_path)
    assert found is not None
    assert (found.text, found.options.beam) == ("one", 2)
    assert found.arrangement["attention/layer"] == 1
    window.close()
    assert keeper.close()


def test_typing_without_a_pause_does_not_put_it_off(window: MainWindow, keeper: Keeper) -> None:
    started: list[int] = []
    start = keeper._timer.start
    keeper._timer.start = lambda: (started.append(1), start())  # type: ignore[assignment]
    for number in range(20):
        window.source.set_text(str(number))
    assert len(started) == 1
    assert keeper.close() and not keeper.writing


def test_a_translation_at_full_speed_is_written_once_it_rests(
    qtbot: QtBot, window: MainWindow, keeper: Keeper, fake: FakeTranslator, tmp_path: Path
) -> None:
    gate = fake.gates[LOVE] = threading.Semaphore(4)
    window.source.set_text(LOVE)
    window.commands.translate()
    qtbot.waitUntil(lambda: window.session.length() == 2)

    def kept() -> int | None:
        with qtbot.waitSignal(keeper.written):
            keeper.flush()
        found = read(tmp_path)
        assert found is not None and found.text == LOVE
        shown = found.shown
        return None if shown is None else len(shown.trace.positions())

    assert kept() is None
    window.controller.pause()
    assert kept() == 2
    gate.release(100)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.controller.play()
    assert kept() == 7
    assert keeper.close()


def test_a_failure_is_told_once(
    qtbot: QtBot, window: MainWindow, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    keeper.failed.connect(lambda: told.append(1))

    def full(*_: object, **__: object) -> None:
        raise OutputError("No space left on device")

    write = keeper._folder.write
    monkeypatch.setattr(keeper._folder, "write", full)
    for _ in range(3):
        keeper.flush()
        qtbot.waitUntil(lambda: not keeper.writing)
    assert told == [1]
    monkeypatch.setattr(keeper._folder, "write", write)
    with qtbot.waitSignal(keeper.written):
        keeper.flush()
    assert keeper.close()


def test_a_full_disk_is_said_in_the_status_bar(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, logs = Run(tmp_path), window.commands.logs
    logs.keep_work(run, tmp_path)
    keeper = logs.keeper
    assert keeper is not None

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    window.source.set_text("mine")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        keeper.flush()
        qtbot.waitUntil(lambda: not keeper.writing)
    bar = window.statusBar()
    qtbot.waitUntil(lambda: "unfinished work would be lost" in bar.currentMessage())
    assert window.source.text() == "mine" and read(run.folder) is None
    with qtbot.waitSignal(keeper.written):
        keeper.flush()
    kept = read(run.folder)
    assert kept is not None and kept.text == "mine"
    window.close()
    logs.end()
    run.end()


def test_another_window_gets_all_of_it(
    qtbot: QtBot,
    window: MainWindow,
    make_window: Callable[..., MainWindow],
    loader: FakeLoader,
    tmp_path: Path,
) -> None:
    translate(qtbot, window, PARAGRAPHS)
    window.session.set_position(4)
    window.session.set_options(OPTIONS)
    window.docks.arrange("masks")
    window.source.set_text("typed since")
    WorkFolder(tmp_path).write(work_of(window), settled=True)
    found = read(tmp_path)
    assert found is not None

    other = make_window(loader)
    other.source.live.setChecked(False)
    other.source.set_text("something else")
    put_back(other, found)
    assert other.source.text() == "typed since"
    assert other.session.options == OPTIONS
    assert other.session.position == 4
    assert other.session.trace is not None and other.session.trace.started.text == PARAGRAPHS
    assert other.docks.dock("masks").isVisible() and not other.docks.dock("beams").isVisible()
    # And what the other one had is not lost.
    other.source.editor.undo()
    assert other.source.text() == "something else"


def test_heads_of_another_model_are_not_switched_off_in_this_one(
    qtbot: QtBot, window: MainWindow
) -> None:
    import dataclasses

    first, *rest = love()
    model = dataclasses.replace(window.session.model, fingerprint="another")  # type: ignore[type-var]
    trace = trace_of([dataclasses.replace(first, model=model), *rest])  # type: ignore[type-var]
    put_back(window, work(text=LOVE, shown=Shown(trace, -1)))
    assert window.session.options.heads_off == ()
    assert window.session.options.prefix == "Je"
    assert window.session.trace is trace
    assert window.message_bar.isVisible(), "which model made it"


def test_several_have_died(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for name, text in (("1-a", "first"), ("2-b", "second")):
        WorkFolder(dead(runs, name)).write(work(text=text), settled=True)
    dead(runs, "3-c")
    run = Run(runs)
    logs, bar = window.commands.logs, window.recovery_bar
    logs.keep_work(run, runs)
    logs.look_for_dead()
    qtbot.waitUntil(bar.isVisible)
    assert bar.offer_button.isHidden(), "the newest has left no work"
    assert bar.label.text() == "Diaphane ended unexpectedly the last time."
    bar.close_button.click()
    assert bar.isVisible() and bar.offer_button.isVisible()
    second = bar.label.text()
    when = time.localtime(max(each.stat().st_mtime for each in (runs / "2-b").iterdir()))
    assert time.strftime("before that too, after %Y-%m-%d %H:%M.", when) in second
    bar.offer_button.click()
    qtbot.waitUntil(lambda: window.source.text() == "second")
    assert bar.isVisible()
    assert logs.keeper is not None
    qtbot.waitUntil(lambda: not (runs / "2-b").exists())
    window.close()
    logs.end()
    run.end()
    # Nobody has answered for the first one, and it is offered at the next start.
    assert sorted(each.name for each in runs.iterdir()) == ["1-a", "1-a.lock"]
    [left] = dead_runs(runs)
    left.forget()


def test_work_that_cannot_be_read_is_told(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    (dead(tmp_path, "1-a") / WORK).write_text("{")
    run = Run(tmp_path)
    logs = window.commands.logs
    logs.keep_work(run, tmp_path)
    logs.look_for_dead()
    qtbot.waitUntil(window.recovery_bar.isVisible)
    window.source.set_text("mine")
    window.recovery_bar.offer_button.click()
    qtbot.waitUntil(window.message_bar.isVisible)
    assert "cannot be read" in window.message_bar.label.text()
    assert window.source.text() == "mine"
    window.close()
    logs.end()
    run.end()
    assert list(tmp_path.iterdir()) == []
