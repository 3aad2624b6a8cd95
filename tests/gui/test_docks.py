"""The panels as docks: presets, tabs, what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QRect, Qt
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from gui import shot
from gui.main_window import MainWindow
from gui.presets import PANELS, PRESETS, Part, Split, panels_of
from gui.settings import Settings
from tests.gui.fakes import FakeLoader
from tests.gui.traces import LOVE


def hidden_in_tabs(part: Part) -> Iterator[str]:
    if isinstance(part, Split):
        for inner in part.parts:
            yield from hidden_in_tabs(inner)
    elif isinstance(part, tuple):
        yield from part[1:]


def area(window: MainWindow, name: str) -> QRect:
    dock = window.docks.dock(name)
    return QRect(dock.mapTo(window, dock.rect().topLeft()), dock.size())


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_shows_its_panels_and_no_other(window: MainWindow, preset: str) -> None:
    window.resize(1280, 800)
    window.docks.dock("heads").setFloating(True)
    window.actions_[f"preset_{preset}"].trigger()
    shot.settle(window)
    part = PRESETS[preset]
    shown = set(panels_of(part))
    seen = shown - set(hidden_in_tabs(part))
    for name in window.docks.names():
        dock = window.docks.dock(name)
        assert dock.isHidden() is (name not in shown), name
        assert not dock.isFloating()
        if name in seen:
            assert dock.panel.isVisible() and not dock.visibleRegion().isEmpty(), name
    rectangles = [area(window, name) for name in seen]
    for one in rectangles:
        assert window.rect().contains(one)
        assert sum(one.intersects(other) for other in rectangles) == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_fits_a_small_screen(window: MainWindow, preset: str) -> None:
    window.resize(1024, 700)
    window.docks.arrange(PRESETS[preset])
    shot.settle(window)
    window.resize(1024, 700)
    shot.settle(window)
    assert (window.width(), window.height()) == (1024, 700)


def test_presets_place_side_by_side_and_one_above_the_other(window: MainWindow) -> None:
    window.resize(1280, 800)
    window.docks.arrange(PRESETS["watch"])
    shot.settle(window)
    source, text, matrix = (area(window, n) for n in ("source", "translation", "attention"))
    assert source.bottom() < text.top()
    assert source.right() < matrix.left() and text.right() < matrix.left()
    assert matrix.width() == pytest.approx(source.width() * 780 / 460, rel=0.2)
    assert matrix.height() > text.height() + source.height() - 50


def test_a_panel_is_brought_to_the_front(window: MainWindow) -> None:
    window.docks.arrange(PRESETS["search"])
    shot.settle(window)
    assert window.docks.dock("attention").visibleRegion().isEmpty()
    window.actions_["panel_attention"].trigger()
    shot.settle(window)
    assert not window.docks.dock("attention").visibleRegion().isEmpty()
    window.docks.dock("attention").close()
    window.actions_["panel_attention"].trigger()
    assert window.docks.dock("attention").isVisible()


def test_the_arrangement_is_there_at_the_next_start(
    qtbot: QtBot, make_window: Callable[..., MainWindow], loader: FakeLoader, tmp_path: Path
) -> None:
    path = tmp_path / "settings.ini"
    first = make_window(loader, Settings(path))
    first.docks.arrange(PRESETS["learn"])
    shot.settle(first)
    first.docks.dock("masks").close()
    first.close()
    second = make_window(loader, Settings(path))
    shot.settle(second)
    assert second.docks.dock("scores").isVisible()
    assert second.docks.dock("masks").isHidden() and second.docks.dock("heads").isHidden()
    second.commands.looks.reset_layout()
    shot.settle(second)
    assert second.docks.dock("scores").isHidden() and second.docks.dock("attention").isVisible()


def test_a_damaged_arrangement_is_left_aside(
    make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    settings = Settings(None)
    settings.set("layout/docks", QByteArray(b"\x00\x01nonsense"))
    window = make_window(loader, settings)
    shot.settle(window)
    for name in panels_of(PRESETS["watch"]):
        assert window.docks.dock(name).isVisible()


def test_what_is_behind_other_tabs_draws_nothing_and_has_no_focus(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.source.set_text(LOVE)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    window.docks.arrange(PRESETS["learn"])
    shot.settle(window)
    seen = ("scores", "masks", "attention")
    for front in (*seen, "scores"):
        window.docks.reveal(front)
        shot.settle(window)
        panels = {name: window.docks.dock(name).panel for name in seen}
        assert {name: panel.isVisible() for name, panel in panels.items()} == {
            name: name == front for name in seen
        }
        focused = window.focusWidget()
        assert focused is not None and panels[front].isAncestorOf(focused)


def test_the_panel_whose_tab_is_clicked_takes_the_focus(qtbot: QtBot, window: MainWindow) -> None:
    window.docks.arrange(PRESETS["search"])
    shot.settle(window)
    window.source.editor.setFocus()
    bars = [bar for bar in window.docks.findChildren(QTabBar) if bar.isVisible()]
    (bar,) = (bar for bar in bars if "Reference" in map(bar.tabText, range(bar.count())))
    index = next(i for i in range(bar.count()) if bar.tabText(i) == "Reference")
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())
    shot.settle(window)
    focused = window.focusWidget()
    assert focused is not None
    assert window.docks.dock("reference").panel.isAncestorOf(focused)
    assert window.docks.current() == "reference"


def test_a_preset_keeps_the_focus_or_gives_it_to_its_first_panel(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    editor = window.source.editor
    editor.setFocus()
    for preset in (*PRESETS, *PRESETS):
        window.docks.arrange(PRESETS[preset])
        shot.settle(window)
        assert window.focusWidget() is editor
    window.docks.arrange(PRESETS["search"])
    window.docks.reveal("history")
    window.docks.arrange(PRESETS["watch"])
    shot.settle(window)
    assert window.focusWidget() is editor


def test_closed_panels_wait_in_the_same_tabs_at_every_start(window: MainWindow) -> None:
    window.docks.arrange(PRESETS["watch"])
    for name in window.docks.names():
        window.docks.dock(name).show()
    shot.settle(window)
    beside = [
        dock.objectName() for dock in window.docks.tabifiedDockWidgets(window.docks.dock("heads"))
    ]
    own = ("source", "translation", "heads")
    assert sorted(beside) == sorted(name for name in PANELS if name not in own)
