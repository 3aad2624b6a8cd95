"""Labels whose text changes: what a screen reader hears is the text, not a name in its place."""

from __future__ import annotations

import dataclasses

from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.dialogs import ErrorDialog
from gui.header import Header, summary
from gui.message_bar import MessageBar
from gui.session import Session
from gui.widgets.elided_label import ElidedLabel
from tests.gui.traces import MODEL


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
