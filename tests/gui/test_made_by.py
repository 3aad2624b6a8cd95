"""A trace that another model than the loaded one has made, in the whole window."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.events import ModelInfo, Started
from engine.model.heads_off import HeadPlace
from engine.search.options import SearchOptions
from engine.trace import Trace
from engine.traces import file as trace_file
from gui import search_dialog
from gui.made_by import place_of
from gui.main_window import MainWindow
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.traces import LOVE, MODEL, love, trace_of

OFF: tuple[HeadPlace, ...] = (("cross", 0, 1),)


@pytest.fixture
def other(tmp_path: Path) -> ModelInfo:
    folder = tmp_path / "opus-mt-pt-de"
    folder.mkdir()
    return dataclasses.replace(
        MODEL, name="opus-mt-pt-de", folder=str(folder), source_language="pt",
        target_language="de", fingerprint="pt-de",
    )  # fmt: skip


def made_by(info: ModelInfo) -> Trace:
    first, *others = love()
    assert isinstance(first, Started)
    return trace_of([dataclasses.replace(first, model=info), *others])


def show(qtbot: QtBot, window: MainWindow, info: ModelInfo, folder: Path) -> Trace:
    """Open the trace of another model from a file."""
    path = folder / "other.trace"
    trace_file.save(made_by(info), path)
    with qtbot.waitSignal(window.engine.answered):
        window.commands.files.open_file(path)
    assert window.session.trace is not None
    return window.session.trace


def said(window: MainWindow) -> str:
    return window.message_bar.label.text() if window.message_bar.isVisible() else ""


def languages(window: MainWindow) -> tuple[str, str]:
    return window.source.heading.text(), window.translation.heading.text()


def test_languages_are_those_of_the_model_that_made_what_is_shown(
    qtbot: QtBot, window: MainWindow, other: ModelInfo, tmp_path: Path
) -> None:
    header = window.header
    assert languages(window) == ("English", "French") and not header.shown.isVisible()
    show(qtbot, window, other, tmp_path)
    assert languages(window) == ("Portuguese", "German")
    assert header.shown.isVisible() and header.shown.text() == "Shown: Portuguese → German"
    assert "opus-mt-pt-de" in header.shown.toolTip()
    assert (header.title.text(), header.target.text()) == ("English", "French")
    # What is typed now is the loaded model's to translate; what is shown is not.
    window.source.set_text("Typed since")
    assert languages(window) == ("English", "German")
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    assert languages(window) == ("English", "French") and not header.shown.isVisible()
    # Of the same pair the name tells them apart.
    pair = dataclasses.replace(other, source_language="en", target_language="fr")
    show(qtbot, window, pair, tmp_path)
    assert header.shown.text() == "Shown: opus-mt-pt-de"


def test_who_made_it_is_said_and_can_be_opened_without_losing_it(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator, loader: FakeLoader,
    other: ModelInfo, tmp_path: Path,
) -> None:  # fmt: skip
    trace = show(qtbot, window, other, tmp_path)
    assert said(window) == (
        "This translation was made by opus-mt-pt-de, and made up is open; "
        "open opus-mt-pt-de to go on from it."
    )
    window.source.live.setChecked(True)
    window.message_bar.hide()
    window.header.shown.click()
    assert said(window) and window.message_bar.offer_button.text() == "Open it"
    fake.info = other
    with qtbot.waitSignal(window.session.modelChanged):
        window.message_bar.offer_button.click()
    assert str(loader.requests[-1].model) == other.folder
    qtbot.wait(400)  # live translation would ask again
    assert window.session.trace is trace and fake.begun == []
    assert not window.header.shown.isVisible() and not said(window)
    window.commands.switch_heads(OFF)
    assert window.session.options.heads_off == OFF
    with qtbot.waitSignal(window.controller.translationEnded):
        pass
    assert fake.begun == [LOVE]


def test_a_model_that_is_gone_is_only_named(
    qtbot: QtBot, window: MainWindow, other: ModelInfo, tmp_path: Path
) -> None:
    Path(other.folder).rmdir()
    namesake = dataclasses.replace(other, name=MODEL.name)
    show(qtbot, window, namesake, tmp_path)
    assert f"made by made up ({other.folder}), and made up is open" in said(window)
    assert not window.message_bar.offer_button.isVisible()


def test_no_other_machine_is_asked_because_a_file_names_it(other: ModelInfo) -> None:
    assert place_of(other) == Path(other.folder)
    for folder in ("", "//host/share", "\\\\host\\share", "/\\host", "nowhere/at/all", "a\0b"):
        assert place_of(dataclasses.replace(other, folder=folder)) is None, folder


class Chosen(QWidget):
    """In place of the dialog: another search was chosen."""

    def __init__(self, _: SearchOptions, parent: QWidget, *__: object) -> None:
        super().__init__(parent)

    def exec(self) -> int:
        return 1

    def options(self) -> SearchOptions:
        return SearchOptions(beam=3)


@pytest.mark.parametrize(
    "ask",
    [
        lambda window: window.heads.headsOffRequested.emit(OFF),
        lambda window: window.commands.restore_heads(),
        lambda window: window.commands.score("Ich liebe dich"),
        lambda window: window.commands.choose_search(),
        lambda window: window.header.headsOffRequested.emit(()),
    ],
    ids=["heads", "restore", "reference", "search", "header"],
)
def test_what_would_translate_it_anew_is_refused(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator, other: ModelInfo, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[MainWindow], None],
) -> None:  # fmt: skip
    monkeypatch.setattr(search_dialog, "SearchDialog", Chosen)
    trace = show(qtbot, window, other, tmp_path)
    window.message_bar.hide()
    ask(window)
    assert "open opus-mt-pt-de to go on from it" in said(window)
    assert not window.controller.translating() and fake.begun == []
    assert window.session.trace is trace and window.session.options.heads_off == ()


def test_the_loaded_models_own_translation_of_it_can_be_undone(
    qtbot: QtBot, window: MainWindow, other: ModelInfo, tmp_path: Path
) -> None:
    trace = show(qtbot, window, other, tmp_path)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.source.translate_button.click()
    assert window.session.trace is not trace and languages(window)[1] == "French"
    window.actions_["undo"].trigger()
    assert window.session.trace is trace and languages(window) == ("Portuguese", "German")
    assert "made by opus-mt-pt-de" in said(window)


def test_before_a_model_is_loaded_nobody_knows_whether_it_is_another(
    qtbot: QtBot, make_window: Callable[..., MainWindow], loader: FakeLoader,
    fake: FakeTranslator, other: ModelInfo, tmp_path: Path,
) -> None:  # fmt: skip
    window = make_window(loader)
    window.source.live.setChecked(False)
    show(qtbot, window, other, tmp_path)
    assert not said(window) and languages(window) == ("Portuguese", "German")
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    assert "made by opus-mt-pt-de" in said(window)
