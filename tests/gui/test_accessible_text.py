"""Labels whose text changes: what a screen reader hears is the text, not a name in its place."""

from __future__ import annotations

import dataclasses

from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.search.options import SearchOptions
from gui.dialogs import ErrorDialog
from gui.header import Header, summary
from gui.message_bar import MessageBar
from gui.session import Session
from gui.widgets.elided_label import ElidedLabel
from tests.gui.traces import MODEL, love, trace_of, without


def spoken(widget: QWidget) -> str:
    """The name that Qt tells assistive technology."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def test_an_elided_label_says_its_name_and_its_text(qtbot: QtBot) -> None:
    label = ElidedLabel("first")
    qtbot.addWidget(label)
    assert spoken(label) == "first"
    label.setAccessibleName("Status")
    assert spoken(label) == "Status: first"
    label.setText("second")
    assert spoken(label) == "Status: second"
    label.setText("")
    assert spoken(label) == "Status"


def test_header_says_model_and_device(qtbot: QtBot) -> None:
    session = Session()
    header = Header(session, QAction("Search"), QAction("Theme"))
    qtbot.addWidget(header)
    assert spoken(header.model) == "Model: No model is loaded"
    session.set_model(MODEL)
    assert spoken(header.model) == f"Model: {summary(MODEL)}"
    assert spoken(header.device) == f"Device: {header.device.text()}"
    session.set_model(dataclasses.replace(MODEL, device="cuda:1"))
    assert spoken(header.device).startswith("Device: CUDA 1")


def test_header_says_which_heads_are_off_and_restores_them(qtbot: QtBot) -> None:
    session = Session()
    session.set_model(MODEL)
    header = Header(session, QAction("Search"), QAction("Theme"))
    qtbot.addWidget(header)
    header.show()
    button = header.heads_button
    assert not button.isVisible()
    off = (("encoder self", 0, 0), ("cross", 0, 1), ("cross", 1, 2))
    session.set_options(SearchOptions(heads_off=off))
    assert button.isVisible() and button.text() == spoken(button)
    assert button.text().startswith("3 head") and button.text().endswith("off — Restore")
    assert "encoder self 1.1; cross 1.2, 2.3" in button.toolTip()
    session.add_events(love())
    assert button.text().startswith("Next run: 3 head")
    session.show(trace_of(without(love(), *off[:2])))
    assert button.text().startswith("2 head") and "; next run: 3" in button.text()
    session.set_options(SearchOptions())
    assert "; next run: none" in button.text()
    with qtbot.waitSignal(header.headsOffRequested) as asked:
        button.click()
    assert asked.args == [()]
    session.show(trace_of(love()))
    assert not button.isVisible()


def test_messages_are_heard(qtbot: QtBot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    for message in ("It broke.", "It broke again."):
        bar.show_message(message)
        assert spoken(bar.label) == message
    dialog = ErrorDialog()
    qtbot.addWidget(dialog)
    dialog.report("It broke.", "Details of it.")
    assert spoken(dialog.message) == "It broke."
