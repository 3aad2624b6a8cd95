"""The disk is full while something is saved or exported: it is said, and nothing is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from PySide6.QtCore import QSaveFile
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gui import shot
from gui.main_window import MainWindow
from gui.session import Session
from tests.gui.fakes import FakeTranslator
from tests.gui.traces import LOVE

SAVES = {
    "save_trace": "a.trace",
    "export_attention": "a.csv",
    "export_attention#": "a.npz",
    "export_view": "a.svg",
    "export_view#": "a.png",
    "export_report": "a.html",
}


@pytest.mark.parametrize("there", [True, False], ids=["replacing", "new"])
@pytest.mark.parametrize("command", SAVES)
def test_what_stood_there_stays_and_it_can_be_tried_again(
    qtbot: QtBot,
    translated: MainWindow,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: str,
    there: bool,
) -> None:
    window, path = translated, tmp_path / SAVES[command]
    if there:
        path.write_bytes(b"of an earlier day")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    action = window.actions_[command.rstrip("#")]
    with monkeypatch.context() as patch, qtbot.waitSignal(window.controller.problem):
        # The last thing before a new file takes the place of the old one.
        patch.setattr(os, "fsync", full)
        action.trigger()
    told = window.message_bar.label.text()
    assert told == f"{path} cannot be written: No space left on device; name another place."
    assert [each.name for each in tmp_path.iterdir()] == ([path.name] if there else [])
    assert not there or path.read_bytes() == b"of an earlier day"
    assert window.session.finished() and window.source.text() == LOVE
    with qtbot.waitSignal(window.engine.answered):
        action.trigger()
    assert path.stat().st_size > 100


def test_a_picture_of_the_window_too(
    translated: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "window.png"
    path.write_bytes(b"of an earlier day")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    class Full(QSaveFile):
        def commit(self) -> bool:
            self.cancelWriting()
            return super().commit()

        def errorString(self) -> str:
            return "No space left on device"

    with monkeypatch.context() as patch:
        patch.setattr(shot, "QSaveFile", Full)
        translated.actions_["save_picture"].trigger()
    assert "No space left on device" in translated.message_bar.label.text()
    assert path.read_bytes() == b"of an earlier day" and len(list(tmp_path.iterdir())) == 1
    translated.actions_["save_picture"].trigger()
    assert path.stat().st_size > 1000


def test_closing_on_a_full_disk_closes(
    qtbot: QtBot, translated: MainWindow, monkeypatch: pytest.MonkeyPatch, fake: FakeTranslator
) -> None:
    monkeypatch.setattr(translated.settings, "save", lambda: False)
    translated.close()
    assert not translated.isVisible() and isinstance(translated.session, Session)
