"""The chooser in the header, exchanging languages, dropping files: in the whole window."""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.errors import ModelFolderError
from engine.events import ModelInfo
from engine.traces import file as trace_file
from engine.translator import Translator
from gui import status_text
from gui.header import Header
from gui.main_window import MainWindow
from gui.models.recent import recent_models
from gui.session import Session
from gui.settings import Settings
from gui.worker import LoadRequest
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.models_at_hand import AtHand, local
from tests.gui.traces import LOVE, MODEL, love, trace_of

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary
MakeWindow = Callable[..., MainWindow]

# What the made-up translator streams says that MODEL made it.
BACK = dataclasses.replace(MODEL, name="back", source_language="fr", target_language="en")


class ByFolder:
    """Loads a made-up translator of the folder's own languages; "broken" is none."""

    def __init__(self) -> None:
        self.requests: list[LoadRequest] = []
        self.made: list[FakeTranslator] = []

    def __call__(self, request: LoadRequest) -> FakeTranslator:
        self.requests.append(request)
        name = "" if request.model is None else request.model.name
        request.tell("read")
        if name.startswith("broken"):
            raise ModelFolderError("This folder holds no model.")
        info = BACK if name.startswith("fr-en") else MODEL
        if request.model is not None:
            info = dataclasses.replace(info, folder=str(request.model), name=name)
        self.made.append(FakeTranslator(info))
        return self.made[-1]


@pytest.fixture
def folders() -> ByFolder:
    return ByFolder()


@pytest.fixture
def hand(tmp_path: Path) -> AtHand:
    return AtHand([local(tmp_path / "m" / "en-fr"), local(tmp_path / "m" / "fr-en", "fr", "en")])


@pytest.fixture
def opened(qtbot: QtBot, make_window: MakeWindow, folders: ByFolder, hand: AtHand) -> MainWindow:
    window = make_window(folders, sources=hand.sources())
    window.source.live.setChecked(False)
    load(qtbot, window, hand.models[0].folder)
    return window


def load(qtbot: QtBot, window: MainWindow, folder: Path | None) -> None:
    with qtbot.waitSignal(window.commands.models.library.changed):
        window.load_model(folder)


def translate(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.source.set_text(text)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()


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
    assert entries(window)[2:] == [window.actions_["open_model"], window.actions_["models"]]
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
    assert header.title.text() == MODEL.name
    assert not header.swap_button.isVisible() and not header.target.isVisible()
    wide = header.model.width()
    header.resize(500, 60)
    QApplication.processEvents()
    assert header.model.width() < wide, "the model's line forces its width on the window"


# Exchanging languages ------------------------------------------------------------------


def test_languages_and_texts_are_exchanged_and_translated_once(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, hand: AtHand
) -> None:
    window = opened
    window.source.live.setChecked(True)
    translate(qtbot, window, LOVE)
    written = window.translation.text()
    with qtbot.waitSignal(window.controller.translationEnded):
        window.header.swap_button.click()
    assert folders.requests[-1].model == hand.models[1].folder
    assert window.source.text() == written
    assert (window.header.title.text(), window.header.target.text()) == ("French", "English")
    qtbot.wait(400)  # live translation would ask again
    assert folders.made[-1].begun == [written]
    window.source.live.setChecked(False)
    window.source.editor.undo()
    assert window.source.text() == LOVE
    # And back again, with the keyboard.
    window.source.editor.redo()
    with qtbot.waitSignal(window.controller.translationEnded):
        window.actions_["swap"].trigger()
    assert window.header.title.text() == "English"


def test_until_the_other_model_works_nothing_changes(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, hand: AtHand, tmp_path: Path
) -> None:
    window = opened
    hand.models[1] = local(tmp_path / "m" / "broken", "fr", "en")
    translate(qtbot, window, LOVE)
    written, model = window.translation.text(), window.session.model
    with qtbot.waitSignal(window.controller.problem):
        window.actions_["swap"].trigger()
    assert window.source.text() == LOVE and window.translation.text() == written
    assert window.session.model is model
    translate(qtbot, window, "Still here.")
    assert folders.made[-1].begun == [LOVE, "Still here."], "the old model is no longer in use"


def test_without_a_model_for_the_other_direction_one_is_looked_for(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, hand: AtHand,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window = opened
    del hand.models[1]
    translate(qtbot, window, LOVE)
    with qtbot.waitSignal(window.commands.models.library.changed):
        window.actions_["swap"].trigger()
    assert window.message_bar.label.text() == "No model for French → English is on this machine."
    assert len(folders.requests) == 1 and window.source.text() == LOVE
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(window.commands.models, "show_models", lambda *pair: asked.append(pair))
    window.message_bar.offer_button.click()
    assert asked == [("fr", "en")] and not window.message_bar.isVisible()


def test_without_a_translation_only_the_model_changes(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder
) -> None:
    window = opened
    window.source.set_text("Bonjour")
    with qtbot.waitSignal(window.session.modelChanged):
        window.actions_["swap"].trigger()
    assert window.source.text() == "Bonjour" and folders.made[-1].begun == []


@pytest.mark.parametrize("loaded", [False, True])
def test_languages_that_nobody_knows_are_not_exchanged(
    qtbot: QtBot, make_window: MakeWindow, loaded: bool
) -> None:
    info = dataclasses.replace(MODEL, target_language="")
    window = make_window(FakeLoader(FakeTranslator(info)))
    if loaded:
        load(qtbot, window, None)
    window.actions_["swap"].trigger()
    said = window.message_bar.label.text()
    assert (info.name in said) is loaded and not window.message_bar.offer_button.isVisible()


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
