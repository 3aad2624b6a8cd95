"""Exchanging the languages: the translation is translated back, and nothing is lost."""

from __future__ import annotations

import dataclasses
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.main_window import MainWindow
from tests.gui import by_folder
from tests.gui.by_folder import ByFolder, MakeWindow, load, translate
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.models_at_hand import AtHand, local
from tests.gui.traces import LOVE, MODEL

folders = by_folder.folders
hand = by_folder.hand
opened = by_folder.opened


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


def test_half_a_translation_is_not_translated_back(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder
) -> None:
    window, gate = opened, threading.Semaphore(3)
    folders.made[-1].gates[LOVE] = gate
    window.source.set_text(LOVE)
    window.commands.translate()

    def refused() -> bool:
        window.message_bar.hide()
        window.actions_["swap"].trigger()
        return "in the middle of a translation" in window.message_bar.label.text()

    # Before its first step, within it, and held.
    assert refused()
    qtbot.waitUntil(lambda: window.session.length() == 1)
    assert refused()
    window.commands.stop()
    assert refused()
    assert len(folders.requests) == 1 and window.source.text() == LOVE
    gate.release(50)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.controller.play()
    written = window.translation.text()
    with qtbot.waitSignal(window.controller.translationEnded):
        window.actions_["swap"].trigger()
    assert window.source.text() == written


@pytest.mark.parametrize("live", [False, True])
def test_what_is_typed_while_the_other_model_loads_stays(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder, live: bool
) -> None:
    window = opened
    translate(qtbot, window, LOVE)
    window.source.live.setChecked(live)
    folders.hold = threading.Event()
    window.actions_["swap"].trigger()
    qtbot.waitUntil(lambda: len(folders.requests) == 2)
    window.source.set_text("Bonjour")
    with qtbot.waitSignal(window.session.modelChanged):
        folders.hold.set()
    assert window.source.text() == "Bonjour" and window.header.title.text() == "French"
    qtbot.wait(400)
    assert folders.made[-1].begun == (["Bonjour"] if live else [])


def test_a_translation_of_another_text_is_not_translated_back(
    qtbot: QtBot, opened: MainWindow, folders: ByFolder
) -> None:
    translate(qtbot, opened, LOVE)
    opened.source.set_text("Edited since")
    with qtbot.waitSignal(opened.session.modelChanged):
        opened.actions_["swap"].trigger()
    assert opened.source.text() == "Edited since" and folders.made[-1].begun == []


def test_an_exchange_can_be_undone(qtbot: QtBot, opened: MainWindow, folders: ByFolder) -> None:
    window = opened
    translate(qtbot, window, LOVE)
    trace, written = window.session.trace, window.translation.text()
    with qtbot.waitSignal(window.controller.translationEnded):
        window.actions_["swap"].trigger()
    assert window.session.trace is not trace
    window.translation.flush()
    assert not window.translation.difference.isVisible(), "compared with another language"
    window.source.live.setChecked(True)
    window.actions_["undo"].trigger()
    assert window.session.trace is trace
    assert (window.source.text(), window.translation.text()) == (LOVE, written)
    qtbot.wait(400)
    assert folders.made[-1].begun == [written], "live translation threw it away again"
    translate(qtbot, window, "Another")
    assert not window.actions_["undo"].isEnabled()


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
