"""The context menus of the real window: the same commands as everywhere, about their panel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui import shot
from gui.commands import COMMANDS, context_of
from gui.exports import tables
from gui.file_commands import FileCommands
from gui.main_window import MainWindow
from gui.panel_help import PanelHelp, page
from gui.presets import PANELS, PRESETS
from tests.gui.menus import menu_key, right_click


@pytest.fixture
def popups(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """The menus that were opened."""
    found: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _: found.append(menu))
    return found


def commands(menu: QMenu) -> list[QAction]:
    """The commands of a menu; in a text they stand in a menu of their own, after Qt's."""
    inner = menu.actions()[-1].menu()
    actions = inner.actions() if isinstance(inner, QMenu) else menu.actions()
    return [action for action in actions if not action.isSeparator()]


def named(part: QWidget) -> str:
    return f"{type(part).__name__} “{part.accessibleName()}”"


def close(window: MainWindow, menu: QMenu) -> None:
    """As when it is left."""
    menu.aboutToHide.emit()
    QApplication.processEvents()


def parts(panel: QWidget) -> Iterator[tuple[QWidget, QPoint]]:
    """What of a panel can be pointed at: a raster of places, each with the part that is there."""
    for x in range(4, panel.width(), max(1, panel.width() // 9)):
        for y in range(4, panel.height(), max(1, panel.height() // 9)):
            spot = QPoint(x, y)
            part = panel.childAt(spot) or panel
            yield part, part.mapFrom(panel, spot)
    for part in panel.findChildren(QWidget):
        if part.isVisible() and not part.isWindow():
            yield part, part.rect().center()


def has_own(part: QWidget) -> bool:
    """Whether a place is for typing, with a menu for that; or for nothing just now."""
    return isinstance(part, QLineEdit | QAbstractSpinBox) or not part.isEnabled()


@pytest.mark.parametrize("name", PANELS)
def test_everywhere_in_a_panel_there_is_its_menu(
    translated: MainWindow, popups: list[QMenu], name: str
) -> None:
    window = translated
    window.docks.arrange(name)
    shot.settle(window)
    panel = window.docks.dock(name).panel
    known = set(window.actions_)
    wanted = [each for group in context_of(name, tables.has_table(name, panel)) for each in group]
    assert {"explain_panel", "copy_picture", "export_view", "dock_close"} <= set(wanted)
    places = [(part, spot) for part, spot in parts(panel) if not has_own(part)]
    assert len(places) > 20
    for part, spot in places:
        count = len(popups)
        assert right_click(part, spot), named(part)
        assert len(popups) == count + 1, named(part)
        found = commands(popups[-1])
        assert [action.objectName() for action in found] == wanted
        assert set(found) <= known, "an entry that is no command"
        assert window.docks.current() == name
        close(window, popups[-1])


def test_every_name_is_a_command() -> None:
    known = {command.id for command in COMMANDS}
    for name in PANELS:
        named = [each for group in context_of(name, True) for each in group]
        assert set(named) <= known and len(set(named)) == len(named)


def test_the_menu_is_about_its_panel_not_about_the_focus(
    qtbot: QtBot, translated: MainWindow, popups: list[QMenu]
) -> None:
    window = translated
    window.docks.arrange(PRESETS["attention"])
    shot.settle(window)
    window.source.editor.setFocus()
    for name in ("heads", "translation"):
        right_click(window.docks.dock(name), QPoint(9, 5))
        chosen = {action.objectName(): action for action in commands(popups[-1])}
        chosen["explain_panel"].trigger()
        (explained,) = window.findChildren(PanelHelp)
        title = page(name).splitlines()[0].removeprefix("# ")
        assert explained.text.toPlainText().startswith(title)
        explained.close()
        chosen["copy_table"].trigger()
        assert f"“{window.docks.dock(name).windowTitle()}”" in window.session.status
        close(window, popups[-1])
    assert window.docks.current() == "source"


def test_in_a_text_its_own_menu_comes_first(translated: MainWindow, popups: list[QMenu]) -> None:
    window = translated
    for edit in (window.source.editor, window.translation.text_view):
        right_click(edit.viewport(), QPoint(8, 8))
        menu_key(edit)
        assert isinstance(edit, QPlainTextEdit)
        for menu in popups[-2:]:
            standard = [a for a in menu.actions() if not a.isSeparator() and a.menu() is None]
            assert len(standard) >= 2 and not any(each in window.actions_ for each in standard)
            assert window.actions_["explain_panel"] in commands(menu)
            close(window, menu)


def test_on_a_tab_it_is_the_menu_of_that_panel(translated: MainWindow, popups: list[QMenu]) -> None:
    window = translated
    window.docks.arrange(PRESETS["learn"])
    shot.settle(window)
    bars = [bar for bar in window.docks.findChildren(QTabBar) if bar.isVisible()]
    (bar,) = (bar for bar in bars if "Masks" in map(bar.tabText, range(bar.count())))
    at = next(i for i in range(bar.count()) if bar.tabText(i) == "Masks")
    right_click(bar, bar.tabRect(at).center())
    assert window.docks.current() == "masks"
    close(window, popups[-1])
    assert window.docks.current() != "masks"


def test_what_is_offered_is_in_every_menu(
    qtbot: QtBot, translated: MainWindow, popups: list[QMenu]
) -> None:
    window = translated
    actions = window.actions_
    window.filling.finish()
    window.session.select(layer=1, head=0)
    for menu in window.menuBar().findChildren(QMenu):
        menu.aboutToShow.emit()
        menu.aboutToHide.emit()
    assert actions["switch_head"].text().startswith("&Switch off layer 2, head 1")
    assert not actions["write_candidate"].isEnabled(), "the panel is not shown"
    window.docks.reveal("candidates")
    shot.settle(window)
    table = window.candidates.table()
    assert table is not None
    rows = {row.action.objectName(): row for row in actions.rows()}
    assert rows["forbid_candidate"].name.startswith(f"What if “{table.rows[0].name}” is never")
    assert actions["forbid_candidate"].isEnabled() is not bool(table.rows[0].forbid_refusal)
    assert not actions["write_candidate"].isEnabled(), "it is written already"
    assert "what this step wrote" in rows["write_candidate"].tip
    with qtbot.waitSignal(window.controller.translationEnded):
        actions["switch_head"].trigger()
    assert window.session.options.heads_off == ((window.session.kind.value, 1, 0),)
    actions.update()
    assert actions["switch_head"].text().startswith("&Switch on layer 2, head 1")


def test_table_and_picture_are_of_the_panel(
    translated: MainWindow, popups: list[QMenu], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = translated
    window.docks.arrange(PRESETS["watch"])
    window.docks.reveal("alignment")
    shot.settle(window)
    window.source.editor.setFocus()
    right_click(window.alignment.readout, QPoint(2, 2))
    window.actions_["copy_table"].trigger()
    assert QGuiApplication.clipboard().text().startswith("\t\t0\t1")
    seen: list[tuple[str, str, QWidget]] = []
    monkeypatch.setattr(
        FileCommands, "_ask_where", lambda *_: seen.append(window.commands.files._panel_in_use())
    )
    window.actions_["export_view"].trigger()
    assert seen[0][0] == "alignment"
    close(window, popups[-1])


# The offscreen platform has no keyboard to grab.
@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_what_is_chosen_is_done_with_that_panel(qtbot: QtBot, translated: MainWindow) -> None:
    window = translated
    window.docks.arrange(PRESETS["watch"])
    shot.settle(window)
    window.source.editor.setFocus()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        strip = window.translation.strip.viewport()
        right_click(strip, strip.rect().center())
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu) and window.docks.current() == "translation"
        menu.setActiveAction(window.actions_["dock_close"])
        qtbot.keyClick(menu, key)
        QApplication.processEvents()
        assert window.docks.meant is None
        assert window.docks.is_open("translation") is (key == Qt.Key.Key_Escape)
    assert window.docks.is_open("source") and window.docks.current() == "source"
