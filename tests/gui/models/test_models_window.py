from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QApplication,
    QMessageBox,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)
from pytestqt.qtbot import QtBot

from engine.checkpoints.hub import Progress
from engine.errors import HubError
from gui.main_window import MainWindow
from gui.models.language_box import LanguageBox
from gui.models.rate import Rate, time_text
from gui.models.search_pane import QUIET
from gui.models.window import ModelsWindow
from gui.settings import Settings
from gui.widgets.languages import language_code
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.models_at_hand import AtHand, HubAtHand, found, hub_model, local
from tests.gui.traces import MODEL

MakeWindow = Callable[..., MainWindow]
SIZE = 298_421_000


@pytest.fixture
def hand(tmp_path: Path) -> AtHand:
    return AtHand(
        [
            local(tmp_path / "m" / "builtin", origin="built-in"),
            local(tmp_path / "m" / "en-fr"),
            local(tmp_path / "m" / "fr-en", "fr", "en"),
        ]
    )


@pytest.fixture
def hub(tmp_path: Path) -> HubAtHand:
    return HubAtHand(
        tmp_path / "h" / "opus-mt-en-de",
        results=[
            found("h/opus-mt-en-de"),
            found("h/closed", gated=True, license=""),
            found("h/odd", problem="h/odd has no weights that can be opened."),
            found("h/silent"),
        ],
        models={name: hub_model(name) for name in ("h/opus-mt-en-de", "h/closed")},
    )


@pytest.fixture
def opened(hand: AtHand) -> FakeLoader:
    return FakeLoader(FakeTranslator(dataclasses.replace(MODEL, folder=str(hand.models[1].folder))))


@pytest.fixture
def main(
    qtbot: QtBot, make_window: MakeWindow, hand: AtHand, hub: HubAtHand, opened: FakeLoader
) -> MainWindow:
    window = make_window(opened, Settings(None), sources=hub.sources(hand))
    window.source.live.setChecked(False)
    with qtbot.waitSignal(window.commands.models.library.changed):
        window.load_model(hand.models[1].folder)
    return window


@pytest.fixture
def models(qtbot: QtBot, main: MainWindow) -> ModelsWindow:
    with qtbot.waitSignal(main.commands.models.library.changed):
        main.actions_["models"].trigger()
    shown = main.commands.models._models
    assert shown is not None
    return shown


def search(qtbot: QtBot, models: ModelsWindow) -> None:
    models.search.set_pair("en", "de")
    with qtbot.waitSignal(models.search._background.done):
        models.search.search_button.click()


def choose(models: ModelsWindow, repo: str) -> None:
    (item,) = models.search.tree.findItems(repo, Qt.MatchFlag.MatchExactly)
    models.search.tree.setCurrentItem(item)


def row(models: ModelsWindow, repo: str) -> list[str]:
    (item,) = models.search.tree.findItems(repo, Qt.MatchFlag.MatchExactly)
    return [item.text(column) for column in range(4)]


# On this machine -----------------------------------------------------------------------


def local_rows(models: ModelsWindow) -> list[list[str]]:
    tree = models.local.tree
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return [[item.text(column) for column in range(5)] for item in items if item is not None]


def choose_local(models: ModelsWindow, name: str) -> None:
    (item,) = models.local.tree.findItems(name, Qt.MatchFlag.MatchExactly, 1)
    models.local.tree.setCurrentItem(item)


def test_what_is_on_this_machine(models: ModelsWindow) -> None:
    assert local_rows(models) == [
        ["English → French", "m/builtin", "2.3 MB", "cc-by-4.0", "built in"],
        ["English → French", "m/en-fr", "2.3 MB", "cc-by-4.0", "downloaded; in use"],
        ["French → English", "m/fr-en", "2.3 MB", "cc-by-4.0", "downloaded"],
    ]
    tree = models.local.tree
    for number, model in enumerate(models.local._library.models):
        item = tree.topLevelItem(number)
        assert item is not None
        assert all(str(model.folder) in item.toolTip(column) for column in range(5))
    used = models.local.selected()
    assert used is not None and used.name == "m/en-fr", "the one in use is selected"
    assert not models.local.delete_button.isEnabled()
    assert "in use" in models.local.delete_button.toolTip()
    choose_local(models, "m/builtin")
    assert not models.local.delete_button.isEnabled() and models.local.open_button.isEnabled()


def test_a_licence_loses_its_end_and_never_its_middle(
    qtbot: QtBot, main: MainWindow, models: ModelsWindow, hand: AtHand, tmp_path: Path
) -> None:
    licence = "Apache-2.0 AND CC-BY-2.0-FR AND LicenseRef-Something-Longer"
    hand.models[2] = dataclasses.replace(hand.models[2], license=licence)
    with qtbot.waitSignal(main.commands.models.library.changed):
        main.commands.models.library.refresh()
    tree = models.local.tree
    row = next(n for n, texts in enumerate(local_rows(models)) if texts[3] == licence)
    item = tree.topLevelItem(row)
    assert item is not None and licence in item.toolTip(3)
    assert tree.fontMetrics().horizontalAdvance(licence) > tree.columnWidth(3)
    for each, names in ((tree, 1), (models.search.tree, 0)):
        for column in range(each.columnCount()):
            option = QStyleOptionViewItem()
            option.textElideMode = each.textElideMode()
            delegate = each.itemDelegateForColumn(column) or each.itemDelegate()
            assert isinstance(delegate, QStyledItemDelegate)
            delegate.initStyleOption(option, tree.model().index(row, column))
            middle = option.textElideMode == Qt.TextElideMode.ElideMiddle
            assert middle is (column == names), column
            assert middle or option.textElideMode == Qt.TextElideMode.ElideRight


def test_open_and_show_folder(
    qtbot: QtBot, main: MainWindow, models: ModelsWindow, hand: AtHand, opened: FakeLoader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    choose_local(models, "m/fr-en")
    models.local.folder_button.click()
    assert shown == [str(hand.models[2].folder)]
    with qtbot.waitSignal(main.session.modelChanged):
        qtbot.keyClick(models.local.tree, Qt.Key.Key_Return)
    assert opened.requests[-1].model == hand.models[2].folder
    assert models.isVisible(), "Return closed it"


def answer(models: ModelsWindow, text: str) -> None:
    question = models.local._question
    assert isinstance(question, QMessageBox) and "m/fr-en, 2.3 MB" in question.text()
    (button,) = (each for each in question.findChildren(QPushButton) if each.text() == text)
    button.click()
    QApplication.processEvents()
    assert models.local._question is None


def test_deleting_asks_first(
    qtbot: QtBot, main: MainWindow, models: ModelsWindow, hand: AtHand
) -> None:
    choose_local(models, "m/fr-en")
    models.local.delete_button.click()
    answer(models, "&Keep")
    assert hand.models[2].folder.exists()
    models.local.delete_button.click()
    with qtbot.waitSignal(main.commands.models.library.changed):
        answer(models, "&Delete")
    assert not hand.models[2].folder.exists()
    assert [each[1] for each in local_rows(models)] == ["m/builtin", "m/en-fr"]


def test_an_opened_folder_is_only_forgotten(
    qtbot: QtBot, main: MainWindow, models: ModelsWindow, tmp_path: Path
) -> None:
    library = main.commands.models.library
    mine = local(tmp_path / "mine")
    library.remember(mine.folder, dataclasses.replace(MODEL, name="Mine"))
    with qtbot.waitSignal(library.changed):
        library.refresh()
    choose_local(models, "Mine")
    assert models.local.delete_button.text() == "&Remove from the list"
    with qtbot.waitSignal(library.changed):
        models.local.delete_button.click()
    assert mine.folder.exists() and "Mine" not in {each[1] for each in local_rows(models)}


# The search ----------------------------------------------------------------------------


def test_nothing_is_asked_of_the_network_until_the_user_does(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand
) -> None:
    assert models.search.message.text() == QUIET
    assert models.search.source.code() == "en"
    models.show_for("fr", "en")
    assert (models.search.source.code(), models.search.target.code()) == ("fr", "en")
    qtbot.wait(50)
    assert hub.searches == [] and hub.pulls == []
    assert not models.search._background._thread.isRunning()


def test_results_with_size_downloads_licence_and_why_not(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand
) -> None:
    search(qtbot, models)
    assert hub.searches == [("en", "de", "find")], "not on a thread of its own"
    assert "4 models for English → German" in models.search.message.text()
    assert row(models, "h/opus-mt-en-de") == ["h/opus-mt-en-de", "298 MB", "12,345", "apache-2.0"]
    assert row(models, "h/closed") == ["h/closed", "298 MB", "12,345", "not said"]
    assert row(models, "h/odd")[1] == "–" and row(models, "h/silent")[1] == "–"
    pane = models.search
    assert not pane.download_button.isEnabled(), "nothing is chosen"
    for repo, possible, words in (
        ("h/opus-mt-en-de", True, "licence apache-2.0.  298 MB in 2 files."),
        ("h/closed", True, "not said by its card.  298 MB in 2 files.  Its terms have to be"),
        ("h/odd", False, "no weights that can be opened"),
        ("h/silent", False, "does not tell of h/silent"),
    ):
        choose(models, repo)
        assert words in pane.message.text()
        assert pane.download_button.isEnabled() is possible


def test_return_in_a_field_searches_and_a_language_must_be_one(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand
) -> None:
    pane = models.search
    qtbot.keyClick(pane.target, Qt.Key.Key_Return)
    assert "Choose both languages" in pane.message.text() and hub.searches == []
    pane.target.setEditText("Elvish")
    qtbot.keyClick(pane.target, Qt.Key.Key_Return)
    assert "“Elvish” is no language" in pane.message.text() and hub.searches == []
    pane.target.setEditText("german")
    with qtbot.waitSignal(pane._background.done):
        qtbot.keyClick(pane.target, Qt.Key.Key_Return)
    assert hub.searches[0][:2] == ("en", "de") and models.isVisible()


def test_return_presses_the_button_that_has_the_focus(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand
) -> None:
    models.show_for("en", "de")
    assert models.focusWidget() is models.search.search_button
    with qtbot.waitSignal(models.search._background.done):
        qtbot.keyClick(models.search.search_button, Qt.Key.Key_Return)
    assert hub.searches[0][:2] == ("en", "de") and models.isVisible()


def test_no_results_and_failures_are_told(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand
) -> None:
    pane = models.search
    hub.results = []
    search(qtbot, models)
    assert pane.message.text() == "The hub has no model for English → German."
    hub.results = HubError("hub.example cannot be reached.")
    with qtbot.waitSignal(pane._background.failed):
        pane.search_button.click()
    assert pane.message.text() == "hub.example cannot be reached."
    with qtbot.waitSignal(models.detailsRequested) as asked:
        pane.details_button.click()
    assert "HubError" in asked.args[1]  # type: ignore[index]
    hub.results = [found(f"h/{number}") for number in range(9)]
    hub.models = {}
    with qtbot.waitSignal(pane._background.failed):
        pane.search_button.click()
    assert pane.tree.topLevelItemCount() == 9, "what was found is gone"
    assert row(models, "h/8")[1] == "–" and pane.search_button.text() == "&Search"


def test_a_search_can_be_stopped(qtbot: QtBot, models: ModelsWindow, hub: HubAtHand) -> None:
    hub.hold = threading.Event()
    models.search.set_pair("en", "de")
    models.search.search_button.click()
    assert models.search.search_button.text() == "Stop searc&hing"
    with qtbot.waitSignal(models.search._background.stopped):
        models.search.search_button.click()
    assert models.search.search_button.isEnabled()
    assert models.search.message.text() == "The search was stopped."


# Downloads -----------------------------------------------------------------------------


def progress(done: int, stage: str = "download", note: str = "") -> Progress:
    return Progress(
        stage, "model.safetensors", done, SIZE - 1000, done, SIZE, 0, 2, "apache-2.0", note  # type: ignore[arg-type]
    )  # fmt: skip


def test_a_download_is_shown_and_opened(
    qtbot: QtBot, main: MainWindow, models: ModelsWindow, hub: HubAtHand
) -> None:
    pane = models.download
    assert not pane.isVisible()
    search(qtbot, models)
    choose(models, "h/opus-mt-en-de")
    hub.hold = threading.Event()
    hub.steps = [Progress("list"), progress(0), progress(SIZE // 4)]
    models.search.download_button.click()
    assert pane.isVisible() and pane.cancel_button.isVisible()
    assert not models.search.download_button.isEnabled(), "two downloads at a time"
    qtbot.waitUntil(lambda: pane.bar.value() == 250)
    assert pane.message.text() == "75 MB of 298 MB  ·  model.safetensors"
    assert "apache-2.0" in pane.title.text()
    assert hub.pulls == [("h/opus-mt-en-de", "download")]
    with qtbot.waitSignal(pane.finished):
        hub.hold.set()
    assert pane.message.text() == "298 MB downloaded and checked."
    assert "h/opus-mt-en-de is downloaded" in main.session.status
    with qtbot.waitSignal(main.session.modelChanged):
        pane.open_button.click()
    assert models.search.download_button.isEnabled()


def test_a_download_is_stopped_and_gone_on_with(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand
) -> None:
    pane = models.download
    hub.hold = threading.Event()
    hub.steps = [progress(SIZE // 2)]
    pane.begin("h/opus-mt-en-de")
    qtbot.waitUntil(lambda: pane.bar.value() == 500)
    with qtbot.waitSignal(pane.ended):
        pane.cancel_button.click()
        assert not pane.cancel_button.isEnabled()
    assert pane.message.text().startswith("Stopped at 149 MB of 298 MB.")
    assert pane.again_button.text() == "&Go on" and not pane.cancel_button.isVisible()
    hub.hold = None
    hub.received = 0
    with qtbot.waitSignal(pane.finished):
        pane.again_button.click()
    assert len(hub.pulls) == 2 and "here already" in pane.message.text()


def test_a_failed_download_says_why_and_is_tried_again(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand
) -> None:
    pane = models.download
    hub.failure = HubError("hub.example broke off. What has arrived is kept.")
    hub.steps = [progress(100), progress(100, "wait", "hub.example is silent")]
    with qtbot.waitSignal(pane.ended):
        pane.begin("h/opus-mt-en-de")
    assert pane.message.text() == "hub.example broke off. What has arrived is kept."
    with qtbot.waitSignal(models.detailsRequested) as asked:
        pane.details_button.click()
    assert "HubError" in asked.args[1]  # type: ignore[index]
    hub.failure = None
    with qtbot.waitSignal(pane.finished):
        pane.again_button.click()


@pytest.mark.parametrize("stage", ["check", "wait"])
def test_what_else_takes_time_is_told(
    qtbot: QtBot, models: ModelsWindow, hub: HubAtHand, stage: str
) -> None:
    hub.hold = threading.Event()
    hub.steps = [progress(SIZE // 2, stage, "it is silent")]
    models.download.begin("h/opus-mt-en-de")
    words = {"check": "Checking what is here of model.safetensors", "wait": "again: it is silent"}
    qtbot.waitUntil(lambda: words[stage] in models.download.message.text())
    assert models.download.message.text().startswith("149 MB of 298 MB.")


def test_it_goes_on_while_its_window_is_closed_and_ends_with_the_program(
    qtbot: QtBot, main: MainWindow, models: ModelsWindow, hub: HubAtHand
) -> None:
    hub.hold = threading.Event()
    models.download.begin("h/opus-mt-en-de")
    qtbot.waitUntil(lambda: bool(hub.pulls))
    models.reject()
    assert models.download.busy
    main.actions_["models"].trigger()
    assert models.isVisible() and models.download.busy
    main.close()
    assert not models.download._background._thread.isRunning()
    assert not hub.folder.exists()
    assert main.commands.models.close(), "asked again, it says that all have ended"


# Parts ---------------------------------------------------------------------------------


def test_the_rate_of_the_last_seconds() -> None:
    rate = Rate()
    assert rate.bytes_a_second() is None and rate.seconds_left(5) is None
    rate.add(10.0, 1000)
    rate.add(10.1, 2000)
    assert rate.bytes_a_second() is None, "too soon to tell"
    rate.add(12.0, 5000)
    assert rate.bytes_a_second() == 2000.0 and rate.seconds_left(10_000) == 5.0
    for second in range(13, 30):
        rate.add(float(second), 5000 + (second - 12) * 100)
    assert rate.bytes_a_second() == pytest.approx(100.0), "what is long ago still counts"
    rate.add(31.0, 10)
    assert rate.bytes_a_second() is None, "a file that begins again has no negative rate"
    rate.reset()
    rate.add(40.0, 7)
    rate.add(50.0, 7)
    assert rate.bytes_a_second() == 0.0 and rate.seconds_left(3) is None


def test_times_in_words() -> None:
    assert [time_text(s) for s in (0.2, 1, 59.2, 61, 3500, 7300)] == [
        "1 second", "1 second", "59 seconds", "1 minute", "58 minutes", "2 hours",
    ]  # fmt: skip


def test_languages_by_name_and_by_code(qtbot: QtBot) -> None:
    box = LanguageBox("From")
    qtbot.addWidget(box)
    names = [box.itemText(row) for row in range(box.count())]
    assert names == sorted(names, key=str.casefold) and "Esperanto" in names
    assert box.code() == ""
    for typed, code in (
        ("German", "de"), (" german ", "de"), ("DE", "de"), ("ast", "ast"), ("x", ""),
        ("Elvish", ""), ("ñ!", ""),
    ):  # fmt: skip
        box.setEditText(typed)
        assert box.code() == code == language_code(typed)
    box.set_code("fr")
    assert box.currentText() == "French" and box.code() == "fr"
    box.set_code("ast")
    assert box.currentText() == box.code() == "ast"
