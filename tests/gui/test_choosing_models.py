"""The chooser in the header, loading models, dropping files: in the whole window."""

from __future__ import annotations

import dataclasses
import shutil
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from torch import Tensor

from engine.checkpoints import native
from engine.errors import ModelFolderError
from engine.events import ModelInfo
from engine.model.config import ModelConfig
from engine.traces import file as trace_file
from engine.translator import Translator
from gui import status_text
from gui.header import Header
from gui.main_window import MainWindow
from gui.models.recent import recent_models, remember
from gui.session import Session
from gui.settings import Settings
from gui.worker import LoadRequest, load_translator
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui import by_folder
from tests.gui.by_folder import ByFolder, MakeWindow, load, translate
from tests.gui.models_at_hand import AtHand, local
from tests.gui.traces import LOVE, MODEL, love, trace_of

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary
folders = by_folder.folders
hand = by_folder.hand
opened = by_folder.opened


# The chooser ---------------------------------------------------------------------------


def entries(window: MainWindow) -> list[QAction]:
    window.model_menu.fill()
    return [action for action in window.model_menu.actions() if not action.isSeparator()]


def test_the_chooser_lists_what_is_known_and_checks_what_is_loaded(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, hand: AtHand, tmp_path: Path
) -> None:
    window = opened
    assert [action.text() for action in entries(window)[:2]] == [
        "English → French  ·  m/en-fr",
        "French → English  ·  m/fr-en",
    ]
    more = [window.actions_[name] for name in ("open_model", "open_model_file", "models")]
    assert entries(window)[2:] == more
    assert [action.isChecked() for action in entries(window)[:2]] == [True, False]
    with qtbot.waitSignal(window.session.modelChanged):
        entries(window)[1].trigger()
    assert folders.requests[-1].model == hand.models[1].folder
    assert [action.isChecked() for action in entries(window)[:2]] == [False, True]
    assert window.header.model.text().startswith("fr-en")


def test_opened_folders_are_known_and_those_that_are_gone_cannot_be_chosen(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path
) -> None:
    window = opened
    mine = local(tmp_path / "mine" / "a & b")
    load(qtbot, window, mine.folder)
    texts = {action.text(): action for action in entries(window)}
    assert texts["English → French  ·  a && b"].isChecked()
    (mine.folder / "model.bin").unlink()
    mine.folder.rmdir()
    with qtbot.waitSignal(window.commands.models.library.changed):
        window.commands.models.library.refresh()
    texts = {action.text(): action for action in entries(window)}
    assert not texts["English → French  ·  a && b (no longer there)"].isEnabled()


def test_a_folder_that_has_vanished_since_the_last_start_cannot_be_chosen(
    qtbot: QtBot, make_window: MakeWindow, folders: ByFolder, hand: AtHand, tmp_path: Path
) -> None:
    settings = Settings(None)
    mine = local(tmp_path / "mine")
    remember(settings, str(mine.folder), dataclasses.replace(MODEL, name="mine"))
    remember(settings, str(tmp_path / "gone"), dataclasses.replace(MODEL, name="gone"))
    window = make_window(folders, settings, hand.sources())
    load(qtbot, window, None)
    texts = {action.text(): action.isEnabled() for action in entries(window)}
    assert texts["English → French  ·  mine"]
    assert not texts["English → French  ·  gone (no longer there)"]


def test_entries_that_would_read_the_same_say_their_folders(
    qtbot: QtBot, opened: MainWindow, hand: AtHand, tmp_path: Path
) -> None:
    # Far from both ends, where a long folder is cut.
    far = [tmp_path / ("q" * 60 + letter + "q" * 60) for letter in "xy"]
    for place in (tmp_path / "1", *far):
        hand.models.append(local(place / "m" / "en-fr"))
    opened.resize(1000, 700)
    with qtbot.waitSignal(opened.commands.models.library.changed):
        opened.model_menu.aboutToShow.emit()
    texts = [action.text() for action in entries(opened) if action.data()]
    alike = [text for text in texts if text.startswith("English → French  ·  m/en-fr  ·  ")]
    assert len(alike) == len(set(alike)) == 4
    assert "French → English  ·  m/fr-en" in texts, "what nothing is like needs no folder"


def test_the_open_menu_sees_that_a_folder_is_gone(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path
) -> None:
    window = opened
    mine = local(tmp_path / "mine" / "a")
    load(qtbot, window, mine.folder)
    (mine.folder / "model.bin").unlink()
    mine.folder.rmdir()
    window.model_menu.popup(QPoint(0, 0))

    def gone() -> list[QAction]:
        return [a for a in window.model_menu.actions() if a.text().endswith("(no longer there)")]

    qtbot.waitUntil(lambda: len(gone()) == 1)
    assert gone()[0].data() == str(mine.folder) and not gone()[0].isEnabled()
    window.model_menu.close()


def test_a_zip_file_is_chosen_in_a_dialog_of_its_own(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    archive = tmp_path / "opus.zip"
    archive.write_bytes(b"zip")
    kinds: list[str] = []

    def choose(*asked: str) -> tuple[str, str]:
        kinds.append(asked[-1])
        return (str(archive) if len(kinds) == 1 else "", "")

    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose)
    with qtbot.waitSignal(opened.session.modelChanged):
        opened.actions_["open_model_file"].trigger()
    assert folders.requests[-1].model == archive and "*.zip" in kinds[0]
    assert opened.settings.text("files/models") == str(tmp_path)
    opened.actions_["open_model_file"].trigger()
    assert len(folders.requests) == 2, "nothing was chosen"


def test_what_could_not_be_opened_is_not_remembered(
    qtbot: QtBot, make_window: MakeWindow, folders: ByFolder, tmp_path: Path
) -> None:
    settings = Settings(None)
    window = make_window(folders, settings)
    with qtbot.waitSignal(window.controller.problem):
        window.load_model(tmp_path / "broken")
    assert recent_models(settings) == []
    load(qtbot, window, tmp_path / "fine")
    load(qtbot, window, None)
    assert [each.folder for each in recent_models(settings)] == [str(tmp_path / "fine")]


def test_the_header_says_both_languages(qtbot: QtBot) -> None:
    session, swapped = Session(), []
    swap = QAction("Exchange")
    swap.triggered.connect(lambda: swapped.append(True))
    header = Header(session, QAction("Search"), QAction("Theme"), swap)
    qtbot.addWidget(header)
    header.resize(900, 60)
    header.show()
    assert header.title.text() == "Diaphane" and not header.swap_button.isVisible()
    session.set_model(MODEL)
    assert (header.title.text(), header.target.text()) == ("English", "French")
    qtbot.mouseClick(header.swap_button, Qt.MouseButton.LeftButton)
    assert swapped == [True]
    session.set_model(dataclasses.replace(MODEL, target_language=""))
    # The name is in the line below.
    assert header.title.text() == "Text to text" and header.model.text().startswith(MODEL.name)
    assert not header.swap_button.isVisible() and not header.target.isVisible()
    wide = header.model.width()
    header.resize(500, 60)
    QApplication.processEvents()
    assert header.model.width() < wide, "the model's line forces its width on the window"


# Dropping ------------------------------------------------------------------------------


def urls(*paths: Path | str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(p) if isinstance(p, str) else QUrl.fromLocalFile(str(p)) for p in paths])
    return data


def drag(widget: QWidget, data: QMimeData) -> bool:
    """Whether the window takes what is dragged over one of its parts."""
    event = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop(widget: QWidget, data: QMimeData) -> None:
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def test_a_folder_and_a_zip_file_are_opened(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, tmp_path: Path
) -> None:
    window = opened
    archive = tmp_path / "Opus.ZIP"
    archive.write_bytes(b"zip")
    for path, words in ((tmp_path, "model folder “"), (archive, "model in “Opus.ZIP”")):
        assert drag(window, urls(path))
        assert window.drops.hint.isVisible() and words in window.drops.hint.text()
        with qtbot.waitSignal(window.session.modelChanged):
            drop(window, urls(path))
        assert not window.drops.hint.isVisible()
        assert folders.requests[-1].model == path


def test_a_trace_is_opened(qtbot: QtBot, opened: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "love.trace"
    trace_file.save(trace_of(love()), path)
    assert drag(opened, urls(path))
    with qtbot.waitSignal(opened.session.traceReset):
        drop(opened, urls(path))
    assert opened.source.text() == LOVE


def test_anything_else_is_refused_in_words(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, tmp_path: Path
) -> None:
    window = opened
    picture = tmp_path / "cat.png"
    picture.write_bytes(b"")
    for data, words in (
        (urls(picture), "“cat.png” cannot be opened"),
        (urls(picture, tmp_path), "one folder or file at a time"),
        (urls("https://example.org/m.zip"), "on this machine"),
    ):
        assert drag(window, data) and words in window.drops.hint.text()
        drop(window, data)
        assert words in window.message_bar.label.text()
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not window.drops.hint.isVisible()
    assert len(folders.requests) == 1


def test_fields_of_text_leave_files_to_the_window_and_keep_texts(
    qtbot: QtBot, opened: MainWindow, tmp_path: Path
) -> None:
    window = opened
    for field in (window.source.editor.viewport(), window.reference.line):
        assert not window.drops.eventFilter(field, QDragLeaveEvent())
        # The event does not keep what is dragged.
        data = urls(tmp_path)
        taken = QDropEvent(
            QPointF(1, 1), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        assert window.drops.eventFilter(field, taken) and not taken.isAccepted()
    data = QMimeData()
    data.setText("dragged words")
    assert not drag(window, data)
    assert drag(window.source.editor.viewport(), data) and not window.drops.hint.isVisible()
    drop(window.source.editor.viewport(), data)
    assert "dragged words" in window.source.text()


# Loading -------------------------------------------------------------------------------


def test_loading_says_what_it_does(qtbot: QtBot, opened: MainWindow, hand: AtHand) -> None:
    said: list[str] = []
    opened.session.statusChanged.connect(said.append)
    load(qtbot, opened, hand.models[1].folder)
    assert status_text.STAGES["read"] in said and said[-1] == "Ready."


def test_a_folder_that_changes_while_it_is_read_leaves_the_model_in_use(
    qtbot: QtBot, make_window: MakeWindow, tiny_folder: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window = make_window(load_translator)
    window.source.live.setChecked(False)
    load(qtbot, window, tiny_folder)
    translate(qtbot, window, LOVE)
    info, trace, text = window.session.model, window.session.trace, window.translation.text()
    other = Path(shutil.copytree(tiny_folder, tmp_path / "other"))
    reading = native._read_weights

    def meanwhile(path: Path, config: ModelConfig) -> tuple[dict[str, Tensor], str]:
        state = reading(path, config)
        (other / "config.json").unlink()
        return state

    with monkeypatch.context() as patch, qtbot.waitSignal(window.controller.problem):
        patch.setattr(native, "_read_weights", meanwhile)
        window.load_model(other)
    told = window.message_bar.label.text()
    assert str(other) in told and "has changed while it was read: wait" in told
    assert window.session.model is info and window.session.trace is trace
    assert window.translation.text() == text
    translate(qtbot, window, LOVE)
    assert window.session.finished() and window.translation.text() == text


def test_a_broken_folder_leaves_the_model_in_use_and_a_good_one_frees_its_memory(
    qtbot: QtBot, make_window: MakeWindow, make_translator: MakeTranslator, tmp_path: Path
) -> None:
    alive: list[weakref.ref[object]] = []

    def loader(request: LoadRequest) -> Translator:
        if request.model is not None and request.model.name == "broken":
            raise ModelFolderError("This folder holds no model.")
        translator = make_translator(len(alive))
        translator.info = dataclasses.replace(translator.info, name=f"model {len(alive)}")
        alive.extend(map(weakref.ref, (translator, translator.model.output_weight)))
        return translator

    window = make_window(loader)
    window.source.live.setChecked(False)
    window.docks.reveal("model")
    load(qtbot, window, None)
    translate(qtbot, window, LOVE)
    trace = window.session.trace
    with qtbot.waitSignal(window.controller.problem):
        window.load_model(tmp_path / "broken")
    info = window.session.model
    assert isinstance(info, ModelInfo) and info.name == "model 0"
    assert window.session.trace is trace and all(each() is not None for each in alive)
    translate(qtbot, window, "I love you")
    assert window.session.finished()
    load(qtbot, window, None)
    assert window.session.model is not info
    assert [each() is not None for each in alive] == [False, False, True, True]
