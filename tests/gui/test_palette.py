from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.main_window import MainWindow
from gui.palette import CommandPalette, rank


def shown(palette: CommandPalette) -> list[str]:
    items = [palette.list.topLevelItem(i) for i in range(palette.list.topLevelItemCount())]
    return [item.text(0) for item in items if item is not None]


@pytest.fixture
def palette(qtbot: QtBot, window: MainWindow) -> CommandPalette:
    made = CommandPalette(window.actions_.rows(), window)
    made.show()
    return made


def test_every_command_is_there_at_first(window: MainWindow, palette: CommandPalette) -> None:
    assert len(shown(palette)) == len(window.actions_.rows())


@pytest.mark.parametrize(
    ("query", "name", "fit"),
    [
        ("", "Next step", 0),
        ("ne", "Next step", 0),
        ("st", "Next step", 1),
        ("step next", "Next step", 1),
        ("ex", "Next step", 2),
        ("decode", "Next step", 3),
        ("tete", "Tête suivante", 0),
        ("next zebra", "Next step", None),
    ],
)
def test_how_well_a_command_fits(query: str, name: str, fit: int | None) -> None:
    assert rank(query, name, "Show the next step; decode it if it is new") == fit


def test_typing_filters_and_enter_carries_out(
    qtbot: QtBot, window: MainWindow, palette: CommandPalette
) -> None:
    qtbot.keyClicks(palette.editor, "dark th")
    assert shown(palette)[0].endswith("Dark theme")
    assert "Light on dark" in palette.tip.text()
    action = window.actions_["theme_dark"]
    with qtbot.waitSignal(action.triggered):
        qtbot.keyClick(palette.editor, Qt.Key.Key_Return)
    assert not palette.isVisible()


def test_arrows_move_in_the_list_while_one_types(qtbot: QtBot, palette: CommandPalette) -> None:
    qtbot.keyClicks(palette.editor, "step")
    first = palette.list.currentItem().text(0)
    assert "step" in first.casefold()
    qtbot.keyClick(palette.editor, Qt.Key.Key_Down)
    assert palette.list.currentItem().text(0) != first
    qtbot.keyClick(palette.editor, Qt.Key.Key_Up)
    assert palette.list.currentItem().text(0) == first


def test_what_is_not_possible_now_is_said_and_not_done(
    qtbot: QtBot, window: MainWindow, palette: CommandPalette
) -> None:
    assert not window.actions_["save_trace"].isEnabled()
    qtbot.keyClicks(palette.editor, "save trace")
    assert "Not possible just now" in palette.tip.text()
    qtbot.keyClick(palette.editor, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert palette.isVisible()


def test_nothing_found_is_said_in_words(qtbot: QtBot, palette: CommandPalette) -> None:
    qtbot.keyClicks(palette.editor, "xylophone")
    assert shown(palette) == []
    assert "xylophone" in palette.tip.text()
    qtbot.keyClick(palette.editor, Qt.Key.Key_Return)
    assert palette.isVisible()
