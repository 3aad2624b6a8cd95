"""Panels made when they are needed: none before, and then the same as one made at once."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from gui import remembered, shot, theme
from gui.engine_thread import EngineThread
from gui.main_window import MainWindow
from gui.palette import CommandPalette
from gui.presets import PANELS, PRESETS, leading
from gui.runs.keeper import put_back, work_of
from gui.session import Session
from gui.settings import Settings
from gui.widgets.focus_chain import next_in_chain
from gui.worker import Loader
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.models_at_hand import AtHand
from tests.gui.traces import LOVE

ROOT = Path(__file__).resolve().parent.parent.parent
NOON = datetime(2026, 11, 30, 12)
IN_SIGHT = ("source", "translation", "attention")
"""Of the arrangement of the first start."""

NOT_AT_THE_START = (
    "torch", "numpy", "pyqtgraph", "sentencepiece", "sentencex", "safetensors", "tokenizers",
    "huggingface_hub", "httpx2", "yaml", "sacremoses", "urllib.request", "http.client",
    "engine.translator", "engine.checkpoints", "engine.traces.file", "engine.traces.export",
    "engine.traces.report", "engine.analysis.reference", "engine.analysis.heads",
    "gui.dialogs", "gui.search_dialog", "gui.settings_dialog", "gui.tour", "gui.panel_help",
    "gui.models.window", "gui.logs.viewer", "gui.exports", "gui.shot", "gui.widgets.scale",
    *(f"gui.panels.{name}" for name in PANELS if name != "source"),
)  # fmt: skip
"""What the first frame does not need, and what would be seen in the time until it is there."""

START = """
import json, os, sys
from gui import app
from gui.engine_thread import EngineThread
from gui.main_window import MainWindow
from gui.palette import CommandPalette

def painted(window):
    made = [name for name in %r if window.made(name)]
    print(json.dumps({"modules": sorted(sys.modules), "made": made}), flush=True)
    os._exit(0)

MainWindow._on_painted = painted
app.main([])
"""


def test_the_window_is_painted_before_anything_is_imported_that_it_does_not_need(
    tmp_path: Path,
) -> None:
    homes = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    own = {name: str(tmp_path / name.lower()) for name in homes}
    done = subprocess.run(
        [sys.executable, "-c", START % (PANELS,)],
        cwd=ROOT,
        env={**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["made"] == ["source"]
    assert {"gui.main_window", "gui.panels.source", "PySide6.QtWidgets"} <= set(found["modules"])
    assert [name for name in NOT_AT_THE_START if name in found["modules"]] == []


@pytest.fixture
def make_bare(
    qtbot: QtBot,
    themed: None,
    make_engine: Callable[[Loader], EngineThread],
    loader: FakeLoader,
) -> Callable[[Settings], MainWindow]:
    """Builds a window that is not shown, of which only the source has been asked for."""

    def make(settings: Settings) -> MainWindow:
        engine, sources = make_engine(loader), AtHand().sources()
        window = MainWindow(Session(), engine, settings, sources=sources)
        qtbot.addWidget(window)
        return window

    return make


@pytest.fixture
def bare(make_bare: Callable[[Settings], MainWindow]) -> MainWindow:
    return make_bare(Settings(None))


def made(window: MainWindow) -> set[str]:
    return {name for name in PANELS if window.made(name)}


def test_a_panel_is_there_once_it_is_asked_for_and_no_other_is(bare: MainWindow) -> None:
    assert made(bare) == {"source"}
    for count, name in enumerate(PANELS, 1):
        panel = getattr(bare, name)
        assert getattr(bare, name) is panel is bare.docks.dock(name).panel
        assert len(made(bare)) == max(count, 1)
        assert not panel.isWindow(), "a panel on its own would flash"
    assert set(bare.asking) == {"explain", "positions", "layers", "reference", "card"}


def test_those_in_sight_come_first_and_the_others_with_the_model(
    qtbot: QtBot, make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    window = make_window(loader)
    assert made(window) == set(IN_SIGHT)
    assert not window.filling.working, "without a model the others wait until they are seen"
    window.source.live.setChecked(False)
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    qtbot.waitUntil(lambda: made(window) == set(PANELS))
    qtbot.waitUntil(lambda: not window.filling.working)


def test_while_a_translation_runs_no_panel_is_made_that_nobody_sees(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.session.set_busy(True)
    before = made(window)
    for _ in range(3):
        window.filling._on_turn()
    assert made(window) == before
    window.session.set_busy(False)
    window.filling._on_turn()
    assert len(made(window)) == len(before) + 1


@pytest.mark.parametrize("name", [name for name in PANELS if name not in IN_SIGHT])
def test_a_panel_that_comes_in_front_is_there_in_the_same_turn(
    make_window: Callable[..., MainWindow], loader: FakeLoader, name: str
) -> None:
    window = make_window(loader)
    assert not window.made(name)
    window.docks.reveal(name)
    assert window.made(name) and window.docks.dock(name).panel.isVisible()
    assert window.docks.current() == name


def test_a_preset_makes_what_it_shows_and_leaves_what_lies_behind(
    make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    window = make_window(loader)
    window.docks.arrange(PRESETS["search"])
    QApplication.processEvents()
    assert made(window) == {*IN_SIGHT, "candidates", "beams"}


def picture(qtbot: QtBot, window: MainWindow, name: str) -> QImage:
    """A panel alone in the window, once it has what it asks the worker for."""
    window.docks.arrange(name)
    shot.settle(window)
    panel = window.docks.dock(name).panel
    answered: list[str] = []
    window.engine.answered.connect(lambda name, _: answered.append(name))
    # Comes after what it has asked for; the made-up engine refuses some of that.
    window.engine.ask("probe", lambda _: None)
    qtbot.waitUntil(lambda: "probe" in answered)
    window.setFocus()
    shot.settle(window)
    return panel.grab().toImage()


def test_a_panel_made_late_looks_like_one_that_was_there_all_the_time(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    kinds = random.Random(5).sample(PANELS, len(PANELS))
    windows = []
    for early in (True, False):
        window = make_window(FakeLoader(FakeTranslator()))
        # Behind the source alone nothing else is seen, nor made.
        window.docks.arrange("source")
        window.resize(1100, 760)
        # One could be translated before the minute is full, the other after it.
        window.history_._now = lambda: NOON
        if early:
            window.filling.finish()
        else:
            window.filling._timer.stop()
            window.session.modelChanged.disconnect(window.filling._go_on)
        window.source.live.setChecked(False)
        with qtbot.waitSignal(window.session.modelChanged):
            window.load_model(None)
        window.source.set_text(LOVE)
        with qtbot.waitSignal(window.controller.translationEnded):
            window.commands.translate()
        window.session.select(layer=1, head=2)
        window.session.set_position(3)
        windows.append(window)
    first, second = windows
    assert made(second) == set(IN_SIGHT)
    theme.apply(QApplication.instance(), theme.DARK)  # type: ignore[arg-type]
    for name in kinds:
        assert second.made(name) is (name in IN_SIGHT)
        assert picture(qtbot, first, name) == picture(qtbot, second, name), name


def chain(window: MainWindow) -> list[tuple[str, str, str]]:
    """What Tab goes through, from the source on."""
    found: list[QWidget] = []
    widget = next_in_chain(window.source.editor)
    while widget is not None and widget is not window.source.editor:
        found.append(widget)
        widget = next_in_chain(widget)
    return [
        (type(each).__name__, each.objectName(), each.accessibleName())
        for each in found
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and not each.isWindow()
    ]


def test_tab_goes_through_late_panels_in_the_order_of_the_docks(
    make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    orders = []
    for names in (PANELS, tuple(reversed(PANELS)), random.Random(2).sample(PANELS, len(PANELS))):
        window = make_window(loader)
        for name in names:
            getattr(window, name)
        orders.append(chain(window))
    assert len(orders[0]) > 40
    assert orders[0] == orders[1] == orders[2]


def kept() -> Settings:
    settings = Settings(None)
    for key, value in {
        "attention/face": "lines",
        "attention/words": True,
        "attention/specials": False,
    }.items():
        settings.set(key, value)
    return settings


def test_a_panel_that_was_never_made_is_remembered_as_it_was(
    make_bare: Callable[[Settings], MainWindow],
) -> None:
    window = make_bare(kept())
    window.docks.arrange("beams")
    written = Settings(None)
    remembered.remember(window, written)
    assert not window.made("attention") and not window.made("translation")
    assert written.text("attention/face") == "lines"
    assert written.flag("attention/words", False) and not written.flag("attention/specials", True)
    attention = window.attention
    assert (attention.face, attention.words, attention.specials) == ("lines", True, False)


@pytest.mark.parametrize("early", [True, False])
def test_what_is_put_back_reaches_a_panel_that_is_not_there_yet(
    make_bare: Callable[[Settings], MainWindow], bare: MainWindow, early: bool
) -> None:
    other = make_bare(kept())
    other.translation.splitter.setSizes([60, 240])
    if early:
        bare.filling.finish()
    put_back(bare, work_of(other))
    assert bare.made("attention") is early
    assert (bare.attention.face, bare.attention.words) == ("lines", True)
    assert bare.translation.splitter.saveState() == other.translation.splitter.saveState()


def test_what_is_typed_before_the_panels_are_there_stays(qtbot: QtBot, bare: MainWindow) -> None:
    bare.source.live.setChecked(False)
    with qtbot.waitSignal(bare.painted):
        bare.show()
    qtbot.keyClicks(bare.source.editor, "I lo")
    assert made(bare) == {"source"}
    with qtbot.waitSignal(bare.filling.filled):
        pass
    qtbot.keyClicks(bare.source.editor, "ve")
    assert bare.source.text() == "I love"
    assert bare.focusWidget() is bare.source.editor
    assert made(bare) == set(IN_SIGHT)


@pytest.mark.parametrize("preset", [None, *PRESETS])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_nothing_moves_as_the_docks_are_filled(
    qtbot: QtBot,
    make_window: Callable[..., MainWindow],
    make_bare: Callable[[Settings], MainWindow],
    loader: FakeLoader,
    preset: str | None,
    size: tuple[int, int],
) -> None:
    """At the first start, and at one that finds what the last one has left."""
    settings = Settings(None)
    if preset is not None:
        left = make_window(loader)
        left.resize(*size)
        left.docks.arrange(PRESETS[preset])
        shot.settle(left)
        left.filling.finish()
        shot.settle(left)
        remembered.remember(left, settings)
    window = make_bare(settings)
    window.resize(*size)

    def places() -> dict[str, object]:
        docks = {name: window.docks.dock(name) for name in PANELS if window.docks.in_front(name)}
        return {name: dock.geometry().getRect() for name, dock in docks.items()}

    with qtbot.waitSignal(window.painted):
        window.show()
    before = places()
    assert leading(PRESETS[preset or "watch"]) in before
    with qtbot.waitSignal(window.filling.filled):
        pass
    shot.settle(window)
    assert places() == before
    assert window.size().toTuple() == size


def test_a_command_of_a_panel_that_is_not_there_makes_it(
    make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    window = make_window(loader)
    assert not window.made("history")
    window.actions_["history_clear"].trigger()
    assert window.made("history")


def test_neither_a_menu_nor_the_palette_makes_panels(
    make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    window = make_window(loader)
    before = made(window)
    for menu in window.menuBar().findChildren(QMenu):
        menu.aboutToShow.emit()
        menu.aboutToHide.emit()
    assert window.actions_.rows()
    assert made(window) == before


def test_an_open_palette_hears_what_a_panel_offers_that_comes_later(
    qtbot: QtBot, make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    window = make_window(loader)
    palette = CommandPalette(window.actions_.rows(), window)
    palette.editor.setText("clear history")
    item = palette.list.topLevelItem(0)
    assert item is not None and "Clear history" in item.text(0)
    black = item.foreground(0)
    window.source.live.setChecked(False)
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    qtbot.waitUntil(lambda: window.made("history"))
    assert not window.actions_["history_clear"].isEnabled(), "there is nothing to clear"
    assert item.foreground(0) != black
    assert "Not possible" in palette.tip.text()
    window.actions_["history_clear"].setEnabled(True)
    assert item.foreground(0) == black
    assert "Not possible" not in palette.tip.text()
