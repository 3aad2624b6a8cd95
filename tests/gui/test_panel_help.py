from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.resources import resource_path
from gui import language
from gui.main_window import MainWindow
from gui.panel_help import PanelHelp, page
from gui.presets import PANELS


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_every_panel_has_a_page_in_every_language_and_no_page_is_too_many(code: str) -> None:
    pages = {path.stem for path in resource_path("help", code).glob("*.md")}
    assert pages == set(PANELS)
    for name in pages:
        text = resource_path("help", code, f"{name}.md").read_text("utf-8")
        title, _, body = text.partition("\n")
        assert title.startswith("# ")
        assert 200 < len(body) < 2200, "long enough to explain, short enough to be read"


def test_f1_explains_the_panel_with_the_focus(qtbot: QtBot, window: MainWindow) -> None:
    seen = []
    for name in ("source", "attention"):
        window.docks.reveal(name)
        qtbot.keyClick(window, Qt.Key.Key_F1)
        (shown,) = window.findChildren(PanelHelp)
        assert shown.isVisible()
        seen.append(shown.text.toPlainText())
        assert seen[-1].startswith(page(name).splitlines()[0].removeprefix("# "))
        shown.close()
    assert seen[0] != seen[1]


def test_a_missing_page_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="tutu"):
        page("tutu")
