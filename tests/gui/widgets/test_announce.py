from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gui.widgets import announce as module
from gui.widgets.announce import announce


class Heard:
    """Stands in for Qt's door to assistive technology."""

    def __init__(self, active: bool) -> None:
        self.active = active
        self.messages: list[str] = []

    def isActive(self) -> bool:
        return self.active

    def updateAccessibility(self, event: object) -> None:
        self.messages.append(event.message())  # type: ignore[attr-defined]


@pytest.mark.parametrize("active", [True, False])
def test_what_the_cursor_is_on_is_described_and_said(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, active: bool
) -> None:
    heard = Heard(active)
    monkeypatch.setattr(module, "QAccessible", heard)
    button = QPushButton("x")
    qtbot.addWidget(button)
    button.show()
    announce(button, "first")
    # Without focus it is described and not read out.
    assert heard.messages == []
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    for text in ("second", "second", ""):
        announce(button, text)
    assert heard.messages == (["second"] if active else [])
    assert button.accessibleDescription() == ""
    announce(button, "last")
    interface = QAccessible.queryAccessibleInterface(button)
    assert interface.text(QAccessible.Text.Description) == "last"
