"""The order of Tab, walked by Python."""

from __future__ import annotations

from pathlib import Path

import shiboken6
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import gui
from gui.main_window import MainWindow
from gui.presets import PANELS
from gui.widgets.focus_chain import next_in_chain


def walked(start: QWidget) -> list[QWidget]:
    """Once around."""
    found, part = [start], next_in_chain(start)
    while part is not None and part is not start:
        found.append(part)
        part = next_in_chain(part)
    return found


def test_it_is_the_order_of_tab(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    body = QWidget()
    first, second, third = (QLineEdit(body) for _ in range(3))
    window.setCentralWidget(body)
    QWidget.setTabOrder(third, first)
    edits = [part for part in walked(third) if isinstance(part, QLineEdit)]
    # Each line edit is followed by nothing of its own here.
    assert edits == [third, first, second]


def test_what_goes_takes_nothing_else_with_it(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    buttons = [QPushButton(window) for _ in range(3)]
    menu = window.menuBar().addMenu("a menu")
    before = [shiboken6.dump(part).partition("children")[0] for part in (*buttons, menu, window)]
    assert len(walked(window)) > len(buttons)
    # Ownership and parents are what they were, in Python too; counts of references may differ.
    after = [shiboken6.dump(part).partition("children")[0] for part in (*buttons, menu, window)]
    assert [parents(each) for each in after] == [parents(each) for each in before]
    shiboken6.delete(buttons[1])
    assert all(shiboken6.isValid(part) for part in (buttons[0], buttons[2], menu, window))
    assert menu.title() == "a menu"


def parents(dump: str) -> list[str]:
    """What PySide says of an object's parent and of who owns it."""
    return [line for line in dump.splitlines() if line.startswith(("parent", "hasOwnership"))]


def test_nobody_walks_it_another_way() -> None:
    package = Path(gui.__file__).parent
    for path in package.rglob("*.py"):
        if path.name != "focus_chain.py":
            assert "InFocusChain" not in path.read_text(encoding="utf-8"), path


def test_menus_are_still_there_when_the_tour_is_over(qtbot: QtBot, window: MainWindow) -> None:
    window.commands.start_tour()
    tour = window.commands._tour
    assert tour is not None
    for name in PANELS:
        # Each looks for the part that takes the focus.
        window.docks.reveal(name)
        window.docks.dock(name).take_focus()
    tour.finish()
    qtbot.waitUntil(lambda: not shiboken6.isValid(tour))
    QApplication.processEvents()
    for name, menu in window.actions_._menus.items():
        assert shiboken6.isValid(menu), name
    # What a model renames.
    window.actions_.rename_menu("translate", "Fill")
    assert window.menuBar().actions()[2].text() == "Fill"
