"""Traces in the window: saved, opened, exported by the worker; what goes wrong is said."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from gui.main_window import MainWindow
from tests.gui.fakes import FakeTranslator
from tests.gui.traces import LOVE, Sentence, events, trace_of


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch):
    """Answers the next file dialogs with a name and a kind."""

    def answer(path: Path | str, kind: str = "") -> None:
        for ask in ("getOpenFileName", "getSaveFileName"):
            monkeypatch.setattr(QFileDialog, ask, lambda *_: (str(path), kind))

    return answer


def test_a_saved_trace_opens_as_it_was(
    qtbot: QtBot, translated: MainWindow, fake: FakeTranslator, choose, tmp_path: Path
) -> None:
    window, session = translated, translated.session
    text, steps = session.text(), session.length()
    choose(tmp_path / "love")
    with qtbot.waitSignal(window.engine.answered):
        window.actions_["save_trace"].trigger()
    assert (tmp_path / "love.trace").is_file()
    assert str(tmp_path / "love.trace") in session.status
    window.commands.clear()
    window.source.live.setChecked(True)
    begun = list(fake.begun)
    choose(tmp_path / "love.trace")
    with qtbot.waitSignal(window.engine.answered):
        window.actions_["open_trace"].trigger()
    assert session.text() == text and session.length() == steps
    assert window.source.text() == LOVE and window.translation.text() == text
    assert not session.busy and not session.can_decode
    # Live translation leaves alone what has its translation.
    qtbot.wait(400)
    assert fake.begun == begun


def test_what_is_no_trace_is_said_and_nothing_is_lost(
    qtbot: QtBot, translated: MainWindow, choose, tmp_path: Path
) -> None:
    window, session = translated, translated.session
    before = session.trace
    (tmp_path / "x.trace").write_bytes(b"nonsense")
    choose(tmp_path / "x.trace")
    with qtbot.waitSignal(window.controller.problem):
        window.actions_["open_trace"].trigger()
    assert "x.trace" in window.message_bar.label.text()
    assert session.trace is before
    choose(tmp_path / "absent" / "y.trace")
    with qtbot.waitSignal(window.controller.problem):
        window.actions_["save_trace"].trigger()
    assert "absent" in window.message_bar.label.text()


def test_attention_is_exported_as_it_is_shown(
    qtbot: QtBot, translated: MainWindow, choose, tmp_path: Path
) -> None:
    window, session = translated, translated.session
    session.set_position(3)
    session.select(kind=AttentionKind.CROSS, layer=1, head=2)
    choose(tmp_path / "one", "The selected matrix as CSV (*.csv)")
    with qtbot.waitSignal(window.engine.answered):
        window.actions_["export_attention"].trigger()
    window.attention.flush()
    matrix = window.attention.matrix() or session.sentence().attention_matrix(  # type: ignore[union-attr]
        AttentionKind.CROSS, 1, 2, 3
    )
    lines = (tmp_path / "one.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(matrix.queries)
    values = np.array([line.split(",")[-matrix.weights.shape[1] :] for line in lines[1:]], "f4")
    np.testing.assert_array_equal(values, matrix.weights)
    choose(tmp_path / "all.npz")
    with qtbot.waitSignal(window.engine.answered):
        window.actions_["export_attention"].trigger()
    with np.load(tmp_path / "all.npz") as arrays:
        assert arrays["cross"].shape[2] == 4


def test_a_dialog_that_is_left_does_nothing(translated: MainWindow, choose, qtbot: QtBot) -> None:
    choose("")
    with qtbot.assertNotEmitted(translated.engine.answered, wait=100):
        for name in ("open_trace", "save_trace", "export_attention"):
            translated.actions_[name].trigger()


def test_without_a_translation_there_is_nothing_to_save(window: MainWindow) -> None:
    assert not window.actions_["save_trace"].isEnabled()
    assert not window.actions_["export_attention"].isEnabled()


def test_a_trace_with_other_line_breaks_is_not_translated_over(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    window.source.live.setChecked(True)
    text = "Good.\r\nNight."
    opened = trace_of(list(events(text, [Sentence(text, ("\u2581Bonne", "</s>"))])))
    window.commands.files.take_answer("open", opened)
    qtbot.wait(400)
    assert window.session.trace is opened
    assert fake.begun == []


# Where dialogs begin ----------------------------------------------------------------------

SAVES = ("save_trace", "export_attention", "export_view", "export_report", "save_picture")


@pytest.fixture
def dialogs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Path]]:
    """The file dialogs that were shown, and where they began; all are left."""
    shown: list[tuple[str, Path]] = []

    def asked(kind: str, answer: object):
        def show(_: object, title: str, start: str = "", *__: object) -> object:
            shown.append((kind, Path(start)))
            return answer

        return show

    monkeypatch.setattr(QFileDialog, "getSaveFileName", asked("save", ("", "")))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", asked("open", ("", "")))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", asked("folder", ""))
    return shown


def test_every_dialog_begins_among_the_documents(
    translated: MainWindow,
    dialogs: list[tuple[str, Path]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda *_: str(tmp_path / "papers"))
    for folder in (Path.home(), tmp_path / "papers"):
        for name in (*SAVES, "open_trace", "open_model"):
            translated.actions_[name].trigger()
            kind, start = dialogs.pop()
            assert (start.parent if kind == "save" else start) == folder, name
            # Where there is no folder for documents, there is the user's own.
        (tmp_path / "papers").mkdir(exist_ok=True)


@pytest.mark.parametrize("name", SAVES)
def test_a_dialog_begins_where_the_last_one_ended_at_the_next_start_too(
    translated: MainWindow,
    dialogs: list[tuple[str, Path]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
) -> None:
    window = translated
    chosen = tmp_path / "here" / "thing.png"
    chosen.parent.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), ""))
        window.actions_[name].trigger()
    for other in (*SAVES, "open_trace"):
        window.actions_[other].trigger()
        kind, start = dialogs.pop()
        assert (start.parent if kind == "save" else start) == chosen.parent, other
    assert window.settings.text("files/folder") == str(chosen.parent)
    window.actions_["open_model"].trigger()
    assert dialogs.pop()[1] != chosen.parent, "models lie elsewhere"


def test_a_folder_that_is_gone_is_forgotten(
    translated: MainWindow, dialogs: list[tuple[str, Path]], tmp_path: Path
) -> None:
    translated.settings.set("files/folder", str(tmp_path / "gone"))
    translated.actions_["save_trace"].trigger()
    assert dialogs.pop()[1].parent.is_dir()


def test_the_next_model_is_looked_for_beside_the_last(
    translated: MainWindow,
    dialogs: list[tuple[str, Path]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "model"))
        translated.actions_["open_model"].trigger()
    translated.actions_["open_model"].trigger()
    assert dialogs.pop()[1] == tmp_path


def test_open_and_save_are_a_pair(window: MainWindow) -> None:
    keys = {action.objectName(): action.shortcut().toString() for action in window.actions_}
    assert (keys["open_trace"], keys["save_trace"]) == ("Ctrl+O", "Ctrl+S")
    assert keys["open_model"] == "Ctrl+Shift+O"
