from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui import language
from gui.commands import COMMANDS
from gui.main_window import MainWindow
from gui.offer import plain
from gui.palette import CommandPalette, rank
from tests.gui.fakes import FakeLoader


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
        ("decode", "Next step", 4),
        ("adv", "Next step", 3),
        ("tete", "Tête suivante", 0),
        ("next zebra", "Next step", None),
    ],
)
def test_how_well_a_command_fits(query: str, name: str, fit: int | None) -> None:
    tip = "Show the next step; decode it if it is new"
    assert rank(query, name, tip, "forward advance") == fit


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


# Other words -----------------------------------------------------------------------------

EXPECTED = {
    "entropy": "panel_candidates",
    "dark": "theme_dark",
    "night": "theme_dark",
    "temperature": "search",
    "beam width": "search",
    "undo": "undo",
    "revert": "undo",
    "zoom in": "font_larger",
    "average": "head_mean",
    "ablation": "switch_head",
    "prune": "switch_head",
    "screenshot": "save_picture",
    "perplexity": "panel_reference",
    "teacher forcing": "panel_reference",
    "heatmap": "panel_attention",
    "sinusoid": "panel_positions",
    "logit lens": "panel_layers",
    "causal": "panel_masks",
    "preferences": "settings",
    "language": "settings",
    "help": "explain_panel",
    "tutorial": "tour",
    "exit": "quit",
    "undock": "dock_float",
    "prefix": "force_words",
    "spreadsheet": "copy_table",
    "cancel": "stop",
    "hotkeys": "shortcuts",
}
EN_FRANCAIS = {
    "entropie": "panel_candidates",
    "sombre": "theme_dark",
    "nuit": "theme_dark",
    "temperature": "search",
    "defaire": "undo",
    "annuler": "undo",
    "moyenne": "head_mean",
    "ablation": "switch_head",
    "capture": "save_picture",
    "perplexite": "panel_reference",
    "chaleur": "panel_attention",
    "reglages": "settings",
    "langue": "settings",
    "aide": "explain_panel",
    "quitter": "quit",
    "imposer": "force_words",
    "tableur": "copy_table",
    # Who knows the English words finds it too.
    "dark": "theme_dark",
    "perplexity": "panel_reference",
}


@pytest.mark.parametrize(("code", "expected"), [("en", EXPECTED), ("fr", EN_FRANCAIS)])
def test_what_one_would_type_finds_what_one_means(
    qapp: QApplication,
    make_window: Callable[..., MainWindow],
    loader: FakeLoader,
    code: str,
    expected: dict[str, str],
) -> None:
    language.install(qapp, code)
    window = make_window(loader)
    palette = CommandPalette(window.actions_.rows(), window)
    lost = {}
    for typed, command in expected.items():
        palette.editor.setText(typed)
        items = [palette.list.topLevelItem(i) for i in range(palette.list.topLevelItemCount())]
        names = [
            item.data(0, Qt.ItemDataRole.UserRole).action.objectName()
            for item in items
            if item is not None
        ]
        if command not in names[:4]:
            lost[typed] = names[:6]
    assert lost == {}


def test_every_command_has_other_words_and_they_are_new() -> None:
    for command in COMMANDS:
        assert command.words, command.id
        own = plain(command.text).casefold().split()
        assert not set(command.words.casefold().split()) & set(own), command.id
