from __future__ import annotations

import errno
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine.errors import DataError
from engine.search.options import SearchOptions
from gui.logs import log as log_module
from gui.logs.listener import options_line
from gui.logs.log import LOG, Log, QtMessages, allow_texts, error_of, text_of
from gui.logs.places import without_home
from gui.logs.private import error_text, masked, own_words
from gui.logs.shared_file import SharedFile, tail
from gui.main_window import MainWindow
from gui.preferences import Preferences
from gui.settings import Settings
from gui.settings_dialog import SettingsDialog

SECRET = "".join(["Zanzi", "bar", "quark"])
"""Put together, so that no line of code in a traceback holds it."""


@pytest.fixture(autouse=True)
def no_texts() -> Iterator[None]:
    allow_texts(False)
    yield
    allow_texts(False)


def record(text: str) -> logging.LogRecord:
    return logging.LogRecord("diaphane", logging.INFO, "", 0, text, None, None)


def no_failure(reason: str) -> None:
    raise AssertionError(reason)


# The file ------------------------------------------------------------------------------


def test_the_files_stay_small_and_nothing_recent_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    handler = SharedFile(path, no_failure, most=1000, kept=2)
    for number in range(500):
        handler.handle(record(f"line {number:04}"))
    handler.close()
    handler.handle(record("too late"))
    files = sorted(each.name for each in tmp_path.iterdir())
    assert files == ["a.log", "a.log.1", "a.log.2"]
    assert all(each.stat().st_size <= 1000 for each in tmp_path.iterdir())
    text = "".join((tmp_path / name).read_text() for name in reversed(files))
    lines = text.splitlines()
    assert lines == [f"line {number:04}" for number in range(500 - len(lines), 500)]
    assert len(lines) > 200


def test_two_processes_write_to_one_log(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    # Two handlers know no more of each other than two processes do.
    first, second = (SharedFile(path, no_failure, most=400, kept=50) for _ in range(2))
    for number in range(300):
        (first, second)[number % 3 == 0].handle(record(f"line {number:04}"))
    first.close()
    second.close()
    assert len(list(tmp_path.iterdir())) > 5
    assert not list(tmp_path.glob("*.lock"))
    lines = sorted("".join(each.read_text() for each in tmp_path.iterdir()).splitlines())
    assert lines == [f"line {number:04}" for number in range(300)]


def test_a_log_that_somebody_deletes_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "a.log"
    path.parent.mkdir()
    handler = SharedFile(path, no_failure)
    handler.handle(record("one"))
    path.unlink()
    path.parent.rmdir()
    handler.handle(record("two"))
    handler.close()
    assert path.read_text() == "two\n"


def test_a_full_disk_ends_the_log_once_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    handler = SharedFile(tmp_path / "a.log", told.append)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    for _ in range(3):
        handler.handle(record("one"))
    monkeypatch.undo()
    handler.handle(record("two"))
    assert told == ["No space left on device"]
    assert (tmp_path / "a.log").read_text() == ""


def test_a_record_that_cannot_be_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    handler = SharedFile(path, no_failure, most=1000)
    handler.handle(logging.LogRecord("diaphane", logging.INFO, "", 0, "%d", ("x",), None))
    handler.handle(record("half of a pair: \ud800"))
    handler.handle(record("x" * 5000))
    handler.close()
    lines = path.read_text().splitlines()
    assert lines[0] == "A record could not be written: TypeError"
    assert lines[1] == "half of a pair: \\ud800"
    assert lines[2].endswith("x (cut)") and len(lines[2]) < 600


def test_the_end_of_a_log(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    assert tail(path, 100) == ""
    path.with_name("a.log.1").write_text("1 é\n2\n3\n")
    path.write_text("4\n5\n")
    assert tail(path, 1000) == "1 é\n2\n3\n4\n5\n"
    assert tail(path, 7) == "3\n4\n5\n"
    assert tail(path, 4) == "4\n5\n"
    assert tail(path, 3) == "5\n"


def test_the_log_of_a_sitting(qtbot: QtBot, tmp_path: Path) -> None:
    LOG.error("before there is a log")
    log = Log(tmp_path / "deep" / "logs")
    assert log.reason == ""
    LOG.info("in it")
    log.close()
    LOG.error("too late")
    text = log.path.read_text()
    assert [line.split(maxsplit=4)[3] for line in text.splitlines()] == ["INFO"] * 3
    assert "in it" in text and "begins" in text and "ends" in text
    assert "before" not in text and "late" not in text
    if os.name == "posix":
        assert log.path.stat().st_mode & 0o077 == 0
        assert log.path.parent.stat().st_mode & 0o077 == 0


def test_a_log_without_a_place(qtbot: QtBot, tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("")
    log = Log(place)
    assert log.reason == "File exists"
    LOG.error("goes nowhere")
    log.close()


# Without texts -------------------------------------------------------------------------


def caught(raising: object) -> BaseException:
    assert callable(raising)
    try:
        raising()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def test_of_an_error_what_the_code_says_stays() -> None:
    text = SECRET

    def data() -> None:
        raise DataError(f"The word {text!r} is in no dictionary; choose {len(text)} others.")

    error = caught(data)
    assert own_words(error) == "The word … is in no dictionary; choose … others."
    whole = error_text(error)
    assert "engine.errors.DataError: The word …" in whole
    assert "tests/gui/test_log.py:" in whole and "raise DataError" in whole
    assert SECRET not in whole
    assert SECRET in error_text(error, texts=True)


@pytest.mark.parametrize(
    ("raising", "said"),
    [
        (lambda: {}[SECRET], "KeyError: …"),
        (lambda: int(SECRET), "ValueError: …"),
        (lambda: None.upper(), "NoneType… object has no attribute …upper"),
        (lambda: [][3], "IndexError: …index out of range"),
        (lambda: Path(SECRET).read_text(), "FileNotFoundError: [Errno 2] No such file"),
        (lambda: (_ for _ in ()).throw(StopAsyncIteration()), "StopAsyncIteration"),
    ],
)
def test_errors_of_python(raising: object, said: str) -> None:
    text = error_text(caught(raising))
    assert said in text
    assert SECRET not in text


def test_what_caused_an_error_is_told_without_texts_too() -> None:
    def deep(number: int) -> None:
        if number:
            deep(number - 1)
        raise ValueError(SECRET)

    def outer() -> None:
        try:
            deep(100)
        except ValueError as error:
            error.add_note(SECRET)
            raise RuntimeError(SECRET) from error

    text = error_text(caught(outer))
    assert text.index("RuntimeError: …") < text.index("which came of") < text.index("ValueError: …")
    assert SECRET not in text
    assert "more …" in text and text.count("deep(number - 1)") < 50


def test_an_error_that_cannot_say_what_it_is() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError(SECRET)

    def mute() -> None:
        raise MuteError

    assert error_text(caught(mute)).endswith("MuteError: …")
    allow_texts(True)
    assert error_of(caught(mute)).endswith("MuteError: …")


def test_qts_messages_quote_nothing() -> None:
    known = [f"Some {SECRET} text", ""]
    told = f"QObject: no slot “{SECRET}” of '{SECRET}' or \"a\", {SECRET.lower()} isn't there"
    assert masked(told, known) == 'QObject: no slot "…" of "…" or "…", … isn\'t there'
    assert masked("Paint device is 0", []) == "Paint device is 0"


def test_qts_messages_are_logged(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, messages = Log(tmp_path), QtMessages()
    messages.known = lambda: [SECRET]
    context = QMessageLogContext()
    messages.take(QtMsgType.QtWarningMsg, context, "This plugin does not support raise()")
    for _ in range(10):
        messages.take(QtMsgType.QtCriticalMsg, context, f"QFoo: {SECRET}")
    take = messages.take
    thread = threading.Thread(
        target=lambda: take(QtMsgType.QtWarningMsg, context, f"QBar: some {SECRET}")
    )
    thread.start()
    thread.join()

    def broken() -> list[str]:
        raise RuntimeError("the window is gone")

    messages.known = broken
    messages.take(QtMsgType.QtWarningMsg, context, SECRET)
    allow_texts(True)
    messages.take(QtMsgType.QtWarningMsg, context, f"{SECRET} again")
    log.close()
    lines = [line.split("] ")[1] for line in log.path.read_text().splitlines()[1:-1]]
    assert [" ".join(line.split()) for line in lines] == [
        *["ERROR Qt: QFoo: …"] * 3,
        "ERROR Qt: QFoo: … (further ones are left out)",
        "WARNING Qt: QBar: …",
        "WARNING Qt: …",
        "INFO texts are written from here on",
        f"WARNING Qt: {SECRET} again",
    ]
    assert capsys.readouterr().err.count(SECRET) == 13


def test_a_text_is_its_length_unless_it_may_be_told() -> None:
    assert text_of(SECRET) == "13 characters"
    allow_texts(True)
    assert text_of(SECRET) == f"13 characters: {SECRET!r}"


def test_options_with_words_in_them() -> None:
    assert options_line(SearchOptions()) == "as usual"
    line = options_line(SearchOptions(beam=4, prefix=SECRET, forbidden=(7,)))
    assert line == "beam=4, forbidden=…, prefix=…"


def test_the_home_folder_is_not_named() -> None:
    home = str(Path.home())
    assert without_home(f"{home}{os.sep}a and {home}{os.sep}b") == f"~{os.sep}a and ~{os.sep}b"
    assert without_home("/elsewhere") == "/elsewhere"


# In the window -------------------------------------------------------------------------


def test_show_log(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.actions_["show_log"].trigger()
    dialog = window.commands.logs._dialog
    assert dialog is not None and dialog.isVisible()
    assert dialog.message.text() == "No log is written."
    assert dialog.text.toPlainText() == ""
    assert not dialog.copy_button.isEnabled() and dialog.folder_button.isHidden()
    log = Log(tmp_path)
    window.commands.logs.write_log(log)
    window.session.set_options(SearchOptions(beam=7))
    window.actions_["show_log"].trigger()
    assert "search: beam=7" in dialog.text.toPlainText()
    assert str(log.path) in dialog.message.text()
    assert "not in the log" in dialog.note.text()
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()
    opened: list[str] = []
    monkeypatch.setattr(
        "gui.logs.viewer.QDesktopServices.openUrl", lambda url: opened.append(url.toLocalFile())
    )
    dialog.folder_button.click()
    assert [Path(each) for each in opened] == [tmp_path]
    log._on_failed("No space left on device")
    assert "No log is written: No space left" in window.statusBar().currentMessage()
    window.actions_["show_log"].trigger()
    assert dialog.message.text().startswith("No log is written: No space left")
    log.close()


def test_texts_in_the_log_are_a_choice(qtbot: QtBot, window: MainWindow) -> None:
    settings = Settings(None)
    assert not Preferences.read(settings).log_texts
    Preferences(log_texts=True).write(settings)
    assert Preferences.read(settings).log_texts
    window.actions_["settings"].trigger()
    dialog = window.findChild(SettingsDialog)
    assert isinstance(dialog, SettingsDialog)
    assert not dialog.log_texts.isChecked() and not log_module._texts_allowed
    dialog.log_texts.click()
    assert log_module._texts_allowed
    assert Preferences.read(window.settings).log_texts
    dialog.reset_button.click()
    assert not dialog.log_texts.isChecked() and not log_module._texts_allowed
    dialog.close()
