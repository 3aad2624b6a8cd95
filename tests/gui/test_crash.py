"""Processes that really die, and the start after that: the work is offered and put back."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from tests.gui.dying import SECRET, TEXT, Program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals end no process there"),
]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_a_killed_process_is_told_of_and_its_work_is_back(program: Program) -> None:
    program.work_and(signal.SIGKILL)
    code, said, error = program.run("come_back")
    assert (code, error) == (0, "")
    offer, crash, back = said
    assert "ended unexpectedly" in offer[1]
    assert offer[2:] == ["Show what happened", "Put my work back"]
    assert "Diaphane 0" in crash[1] and "loaded in" in crash[1]
    assert back == ["back", TEXT, TEXT, 1, 3, [["cross", 0, 1]], ["candidates"]]
    # It has ended well itself, and what was put back is forgotten too.
    assert program.left() == []


def test_a_segmentation_fault_leaves_its_trace(program: Program) -> None:
    code, _, _ = program.run("crash")
    assert code == -signal.SIGSEGV
    [trace] = program.runs.rglob("crash.txt")
    assert "Segmentation fault" in trace.read_text()
    assert "string_at" in trace.read_text()
    code, [[_, button, shown]], error = program.run("show_crash")
    assert (code, button, error) == (0, "Show what happened", "")
    assert "Segmentation fault" in shown and "string_at" in shown
    # Who does not answer is asked again at the next start.
    assert program.run("look") == (0, [["offer", True, ""]], "")
    assert program.logged().count("Fatal Python error: Segmentation fault") == 1
    assert SECRET not in program.logged()


def test_nothing_is_left_of_a_process_that_ends_well(program: Program) -> None:
    assert program.run("leave") == (0, [["offer", False]], "")
    assert program.left() == []
    settings = (program.home / "config" / "diaphane" / "settings.ini").read_text("utf-8")
    assert SECRET in settings, "the source text is remembered as ever"
    others = [path for path in (program.home / "state").rglob("*") if path.is_file()]
    assert others == [program.log]
    assert SECRET not in program.logged()


def test_a_running_process_is_not_taken_for_a_dead_one(program: Program) -> None:
    running = program.start("work")
    try:
        assert running.stdout is not None
        assert json.loads(running.stdout.readline()) == ["ready"]
        before = program.left()
        # A second process beside it is offered nothing, and leaves the other one's work alone.
        assert program.run("leave") == (0, [["offer", False]], "")
        assert program.left() == before
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=60)
        assert running.returncode == 128 + signal.SIGTERM
    finally:
        running.kill()
    assert program.left() == []


def test_no_text_is_in_the_log_whatever_goes_wrong(program: Program) -> None:
    code, _, error = program.run("fail")
    assert code == 0
    assert SECRET in error, "on stderr all is said"
    log = program.logged()
    assert "nobody caught this" in log and "KeyError" in log and "failed: save" in log
    assert "QFont: something about" in log and "command show_log" in log
    assert SECRET not in log
    # Nor any other word of it, or of the translation, which is in capitals.
    assert SECRET.upper() not in log and "I love" not in log


def test_texts_are_in_the_log_if_they_are_asked_for(program: Program) -> None:
    code, _, _ = program.run("crash_with_texts")
    assert code == -signal.SIGSEGV
    assert SECRET in program.logged()
    # A choice that holds for the next start too, also after a crash.
    program.run("fail")
    assert f"KeyError: {TEXT!r}" in program.logged()


@pytest.mark.parametrize("blocked", ["state", "state/diaphane/log"])
def test_without_a_place_to_write_the_program_runs_on_and_says_so(
    program: Program, blocked: str
) -> None:
    place = program.home / blocked
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("a file where a folder should be")
    code, [[_, offered, status]], error = program.run("look")
    assert (code, error, offered) == (0, "", False)
    told = ["No log is written", "unfinished work would be lost"]
    for text in told if blocked == "state" else told[:1]:
        assert text in status


def test_a_program_that_cannot_begin_leaves_why_in_the_log(program: Program) -> None:
    code, _, error = program.run("fail_to_begin")
    assert code == 1 and SECRET in error
    assert "the program could not go on" in program.logged()
    assert "RuntimeError: …" in program.logged() and SECRET not in program.logged()
    code, [[_, offered, _]], _ = program.run("look")
    assert (code, offered) == (0, True)
