"""The panels as docks: presets, tabs, what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QTabBar
from pytestqt.qtbot import QtBot

from gui import shot
from gui.main_window import MainWindow
from gui.no_panels import NoPanels
from gui.palette import CommandPalette
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


def test_of_an_empty_panel_its_message_takes_the_focus(qtbot: QtBot, window: MainWindow) -> None:
    window.docks.arrange(PRESETS["watch"])
    window.docks.reveal("alignment")
    shot.settle(window)
    bars = [bar for bar in window.docks.findChildren(QTabBar) if bar.isVisible()]
    (bar,) = (bar for bar in bars if "Alignment" in map(bar.tabText, range(bar.count())))
    index = next(i for i in range(bar.count()) if bar.tabText(i) == "Attention")
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())
    shot.settle(window)
    assert window.focusWidget() is window.attention.message


def test_a_click_on_an_empty_panel_means_that_panel(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1280, 800)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    for name in PANELS:
        window.docks.arrange(PRESETS["watch"])
        window.docks.reveal(name)
        window.source.editor.setFocus()
        if name == "source":
            window.docks.reveal("translation")
        shot.settle(window)
        panel = window.docks.dock(name).panel
        # Nothing is translated yet: the middle of most panels is a message that takes no click.
        spot = panel.rect().center()
        under = panel.childAt(spot) or panel
        qtbot.mouseClick(under, Qt.MouseButton.LeftButton, pos=under.mapFrom(panel, spot))
        assert window.docks.current() == name
        focused = window.focusWidget()
        assert focused is not None and panel.isAncestorOf(focused), name


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


def test_without_any_panel_it_is_said_how_to_have_them_back(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    docks = window.docks
    docks.arrange(PRESETS["watch"])
    shot.settle(window)
    assert docks.findChild(NoPanels) is None
    for _ in panels_of(PRESETS["watch"]):
        window.actions_["dock_close"].trigger()
        shot.settle(window)
    assert not checked(window)
    nothing = docks.findChild(NoPanels)
    assert nothing is not None and nothing.isVisible()
    assert nothing.size() == docks.size()
    assert "Panels" in nothing.message.text()
    # Who has closed the last panel by key goes on by key; and Tab comes here from elsewhere.
    assert window.focusWidget() is nothing.button
    window.transport.setFocus()
    for _ in range(60):
        if window.focusWidget() is nothing.button:
            break
        qtbot.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
    assert window.focusWidget() is nothing.button
    window.resize(900, 600)
    shot.settle(window)
    assert nothing.size() == docks.size()
    window.actions_["panel_heads"].trigger()
    shot.settle(window)
    assert nothing.isHidden() and docks.in_front("heads")
    docks.dock("heads").setFloating(True)
    shot.settle(window)
    assert nothing.isVisible()
    docks.dock("heads").close()
    nothing.button.setFocus()
    qtbot.keyClick(nothing.button, Qt.Key.Key_Space)
    shot.settle(window)
    assert nothing.isHidden()
    assert checked(window) == set(panels_of(PRESETS["watch"]))
    focus = window.focusWidget()
    assert focus is not None and docks.isAncestorOf(focus) and focus.isVisible()


def test_a_start_without_any_panel_says_so_too(
    make_window: Callable[..., MainWindow], loader: FakeLoader, tmp_path: Path
) -> None:
    path = tmp_path / "settings.ini"
    first = make_window(loader, Settings(path))
    for name in PANELS:
        first.docks.close_panel(name)
    first.close()
    second = make_window(loader, Settings(path))
    shot.settle(second)
    assert not checked(second)
    nothing = second.docks.findChild(NoPanels)
    assert nothing is not None and nothing.isVisible() and nothing.size() == second.docks.size()


# By keyboard and menu ------------------------------------------------------------------


def checked(window: MainWindow) -> set[str]:
    return {name for name in PANELS if window.actions_[f"panel_{name}"].isChecked()}


def choose_in_menu(qtbot: QtBot, window: MainWindow, command: str) -> None:
    """Open the menu of a command, and choose it there."""
    action = window.actions_[command]
    (menu,) = (
        each for each in action.associatedObjects() if isinstance(each, QMenu) and each.title()
    )
    menu.popup(window.mapToGlobal(QPoint(0, 0)))
    menu.setActiveAction(action)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    shot.settle(window)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_menu_checks_the_panels_that_are_open(window: MainWindow, preset: str) -> None:
    window.actions_[f"preset_{preset}"].trigger()
    shot.settle(window)
    assert checked(window) == set(panels_of(PRESETS[preset]))
    window.docks.dock("source").close()
    window.docks.dock("heads").show()
    assert checked(window) == set(panels_of(PRESETS[preset])) - {"source"} | {"heads"}


# The offscreen platform has no keyboard to grab.
@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_the_menu_opens_raises_and_closes(qtbot: QtBot, window: MainWindow) -> None:
    window.docks.arrange(PRESETS["search"])
    shot.settle(window)
    docks = window.docks
    assert docks.is_open("attention") and not docks.in_front("attention")
    choose_in_menu(qtbot, window, "panel_attention")
    assert docks.in_front("attention") and "attention" in checked(window)
    choose_in_menu(qtbot, window, "panel_attention")
    assert not docks.is_open("attention") and "attention" not in checked(window)
    choose_in_menu(qtbot, window, "panel_attention")
    assert docks.in_front("attention") and "attention" in checked(window)


def test_who_names_a_panel_goes_there(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    window.source.editor.setFocus()
    for _ in range(2):
        window.actions_["panel_translation"].trigger()
        shot.settle(window)
        assert window.docks.current() == "translation" and window.docks.in_front("translation")
        assert "translation" in checked(window)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_panel_is_put_at_an_edge_and_reset(window: MainWindow, preset: str, side: str) -> None:
    window.resize(1280, 800)
    window.docks.arrange(PRESETS[preset])
    shot.settle(window)
    for moved in ("translation", "attention"):
        window.docks.reveal(moved)
        window.docks.meant = moved
        window.actions_[f"dock_{side}"].trigger()
        shot.settle(window)
        window.docks.meant = None
        others = [name for name in PANELS if name != moved and window.docks.in_front(name)]
        here = area(window, moved)
        assert window.docks.in_front(moved) and window.rect().contains(here)
        for there in (area(window, name) for name in others):
            beyond = {
                "left": here.right() < there.left(),
                "right": here.left() > there.right(),
                "top": here.bottom() < there.top(),
                "bottom": here.top() > there.bottom(),
            }
            assert beyond[side] or (moved == "attention" and not here.intersects(there))
        if moved == "translation":
            share = here.width() if side in ("left", "right") else here.height()
            room = window.docks.width() if side in ("left", "right") else window.docks.height()
            assert 0.1 * room < share < 0.6 * room
    window.actions_["reset_layout"].trigger()
    shot.settle(window)
    assert set(panels_of(PRESETS["watch"])) == checked(window)
    source, text, matrix = (area(window, n) for n in ("source", "translation", "attention"))
    assert source.bottom() < text.top() and source.right() < matrix.left()


def test_a_panel_floats_docks_and_closes_by_command(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    window.docks.arrange(PRESETS["watch"])
    window.docks.reveal("alignment")
    shot.settle(window)
    dock = window.docks.dock("alignment")
    window.actions_["dock_float"].trigger()
    shot.settle(window)
    assert dock.isFloating() and dock.isVisible() and window.docks.current() == "alignment"
    window.actions_["dock_float"].trigger()
    shot.settle(window)
    assert not dock.isFloating() and window.docks.in_front("alignment")
    assert window.docks.current() == "alignment"
    window.actions_["dock_float"].trigger()
    window.actions_["reset_layout"].trigger()
    shot.settle(window)
    assert not dock.isFloating()
    window.docks.reveal("translation")
    window.actions_["dock_close"].trigger()
    shot.settle(window)
    assert not window.docks.is_open("translation")
    focus = window.focusWidget()
    assert focus is not None and focus.isVisible()


@pytest.mark.parametrize("name", ["source", "attention"])
def test_what_floats_steps_aside_and_stays_on_the_screen(window: MainWindow, name: str) -> None:
    screen = window.screen().availableGeometry()
    window.resize(600, 500)
    window.move(screen.topLeft())
    window.docks.arrange(PRESETS["watch"])
    shot.settle(window)
    dock = window.docks.dock(name)
    place = QRect(dock.mapToGlobal(QPoint()), dock.size())
    button = dock.findChild(QAbstractButton, "qt_dockwidget_floatbutton")
    assert button is not None
    button.click()
    shot.settle(window)
    assert dock.isFloating()
    moved = dock.geometry().topLeft() - place.topLeft()
    wide = place.right() + 24 <= screen.right()
    high = place.bottom() + 24 <= screen.bottom()
    assert (moved.x(), moved.y()) == (24 if wide else -24, 24 if high else -24)
    # And so it does every time.
    for _ in range(2):
        button.click()
        shot.settle(window)
    assert dock.isFloating() and dock.geometry().topLeft() != place.topLeft()


def test_what_floats_at_the_edge_of_the_screen_stays_on_it(window: MainWindow) -> None:
    screen = window.screen().availableGeometry()
    window.docks.arrange(PRESETS["watch"])
    window.resize(700, 560)
    window.move(screen.bottomRight() - QPoint(699, 559))
    shot.settle(window)
    dock = window.docks.dock("attention")
    place = QRect(dock.mapToGlobal(QPoint()), dock.size())
    window.docks.reveal("attention")
    window.actions_["dock_float"].trigger()
    shot.settle(window)
    assert dock.isFloating()
    assert dock.geometry().topLeft() != place.topLeft()
    assert screen.contains(dock.geometry())


def test_a_panel_goes_from_tabs_to_tabs(window: MainWindow) -> None:
    window.docks.arrange(PRESETS["watch"])
    shot.settle(window)
    seen: list[set[str]] = []
    for _ in range(3):
        window.docks.meant = "source"
        window.actions_["dock_tabs"].trigger()
        window.docks.meant = None
        shot.settle(window)
        beside = window.docks.tabifiedDockWidgets(window.docks.dock("source"))
        seen.append({each.objectName() for each in beside if not each.isHidden()})
        assert window.docks.in_front("source")
    assert seen == [{"translation"}, {"attention", "alignment"}, {"translation"}]


def test_the_bars_of_tabs_have_a_name(window: MainWindow) -> None:
    for preset in PRESETS:
        window.docks.arrange(PRESETS[preset])
        shot.settle(window)
        bars = [bar for bar in window.docks.findChildren(QTabBar) if bar.isVisible()]
        assert bars
        assert {bar.accessibleName() for bar in bars} == {"Panels in these tabs"}


def test_the_panel_in_use_is_remembered_while_a_dialog_has_the_focus(
    qtbot: QtBot, window: MainWindow
) -> None:
    # An earlier test may have left the pointer where a panel is now.
    qtbot.mouseMove(window.docks.dock("translation"), QPoint(5, 5))
    qtbot.mouseMove(window.header, QPoint(5, 5))
    qtbot.waitUntil(lambda: not window.docks.dock("translation").underMouse())
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    window.docks.reveal("translation")
    window.actions_["palette"].trigger()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is not window)
    assert window.docks.current() == "translation"
    for dialog in window.findChildren(CommandPalette):
        dialog.close()
    window.activateWindow()
    window.header.theme_button.setFocus()
    qtbot.waitUntil(window.header.theme_button.hasFocus)
    assert window.docks.current() != "translation"
