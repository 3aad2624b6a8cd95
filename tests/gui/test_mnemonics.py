"""The letters that Alt chooses by: each stands for one thing wherever it is pressed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from engine.search.options import SearchOptions
from gui import language
from gui.dialogs import AboutDialog, ErrorDialog, ShortcutsDialog
from gui.language import tr
from gui.logs.viewer import LogDialog
from gui.main_window import MainWindow
from gui.panel_help import PanelHelp
from gui.preferences import Preferences
from gui.presets import PANELS, PRESETS
from gui.search_dialog import METHODS, SearchDialog
from gui.settings_dialog import SettingsDialog
from tests.gui.fakes import FakeLoader
from tests.gui.traces import LOVE, MODEL


@pytest.fixture(params=language.LANGUAGES)
def spoken(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    qapp: QApplication,
    make_window: Callable[..., MainWindow],
    loader: FakeLoader,
) -> MainWindow:
    """A window with a translation, in each language of the interface."""
    language.install(qapp, request.param)
    window = make_window(loader)
    window.source.live.setChecked(False)
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    window.source.set_text(LOVE)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    return window


def letter(text: str) -> str:
    found = re.search(r"&([^&])", text.replace("&&", ""))
    return found[1].casefold() if found else ""


def clashes(texts: Iterable[str]) -> list[str]:
    letters = Counter(filter(None, map(letter, texts)))
    assert all(each.isalpha() for each in letters)
    return [each for each, times in letters.items() if times > 1]


def labels(widget: QWidget) -> Iterator[str]:
    """What Alt reaches in a window: labels of fields, and buttons."""
    for label in widget.findChildren(QLabel):
        if label.buddy() is not None and label.buddy().isVisibleTo(widget):
            yield label.text()
    for button in widget.findChildren(QAbstractButton):
        if button.isVisibleTo(widget):
            yield button.text()


def texts(actions: Iterable[QAction]) -> list[str]:
    return [action.text() for action in actions if not action.isSeparator()]


def test_in_the_window(spoken: MainWindow) -> None:
    titles = texts(spoken.menuBar().actions())
    assert all(map(letter, titles)), "a menu that Alt does not open"
    for arrangement in (*PRESETS.values(), *PANELS):
        spoken.docks.arrange(arrangement)
        spoken.message_bar.show_message("…", "…")
        QApplication.processEvents()
        assert clashes([*titles, *labels(spoken)]) == []


def test_in_the_menus(spoken: MainWindow) -> None:
    inside = [menu for menu in spoken.menuBar().findChildren(QMenu) if menu.title()]
    assert len(inside) > 7
    for menu in inside:
        assert clashes(texts(menu.actions())) == [], menu.title()
        missing = [text for text in texts(menu.actions()) if not letter(text)]
        # There are more panels than letters that would be of use.
        names = {spoken.actions_[f"panel_{name}"].text() for name in PANELS}
        assert set(missing) <= names, menu.title()


@pytest.mark.parametrize("head", [None, 0])
def test_in_the_context_menus(spoken: MainWindow, head: int | None) -> None:
    spoken.session.select(head=head)
    for name in PANELS:
        spoken.docks.arrange(name)
        QApplication.processEvents()
        menu = QMenu(spoken)
        spoken.actions_.fill_context(menu, name, table=True)
        assert clashes(texts(menu.actions())) == [], name
        assert all(map(letter, texts(menu.actions()))), name


def test_in_the_dialogs(spoken: MainWindow) -> None:
    rows = spoken.actions_.rows()
    error = ErrorDialog(spoken)
    error.report("…", "…")
    dialogs: list[QDialog] = [
        *(error, PanelHelp(spoken), ShortcutsDialog(rows, spoken), AboutDialog(MODEL, spoken)),
        SettingsDialog(Preferences(), spoken),
        LogDialog(spoken),
    ]
    for dialog in dialogs:
        dialog.show()
        found = list(labels(dialog))
        assert found and clashes(found) == [], type(dialog).__name__
        dialog.close()
    spoken.actions_["models"].trigger()
    models = spoken.commands.models._models
    assert models is not None
    pane, search_pane = models.download, models.search
    for searching in (tr("&Search"), tr("Stop searc&hing")):
        search_pane.search_button.setText(searching)
        search_pane._say("…", "…")
        for again in (tr("&Go on"), tr("Try &again")):
            for delete in (tr("&Delete"), tr("&Remove from the list")):
                models.local.delete_button.setText(delete)
                # All of them at once, which are never shown together.
                pane._show("…", (pane.again_button, pane.details_button, pane.open_button,
                                 pane.cancel_button))  # fmt: skip
                pane.again_button.setText(again)
                found = list(labels(models))
                assert len(list(filter(None, map(letter, found)))) >= 12
                assert clashes(found) == []
    models.reject()
    search = SearchDialog(SearchOptions(), spoken)
    search.show()
    for method in range(len(METHODS)):
        search.method.setCurrentIndex(method)
        assert clashes(labels(search)) == [], METHODS[method]
    search.close()
