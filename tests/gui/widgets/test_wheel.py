"""The wheel changes nothing that has not the focus; what scrolls beneath gets it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.search.options import SearchOptions
from gui.main_window import MainWindow
from gui.models.search_pane import SearchPane
from gui.preferences import Preferences
from gui.search_dialog import SearchDialog
from gui.settings_dialog import SettingsDialog
from gui.widgets.wheel import wheel_needs_focus
from tests.gui.models_at_hand import AtHand


def turn_over(widget: QWidget, notches: int) -> None:
    """Turn the wheel over the middle of a widget, down if positive: as the system tells it."""
    window = widget.window()
    at = widget.mapTo(window, widget.rect().center())
    QTest.wheelEvent(window.windowHandle(), QPointF(at), QPoint(0, -120 * notches))


def turn(widget: QWidget, notches: int) -> None:
    """Give the wheel's event to a widget that may be out of sight, and to it alone."""
    at = widget.rect().center()
    event = QWheelEvent(
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        QPoint(),
        QPoint(0, -120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def value(part: QWidget) -> object:
    if isinstance(part, QComboBox):
        return part.currentIndex()
    return part.property("value")


def combo() -> QComboBox:
    box = QComboBox()
    box.addItems(["one", "two", "three", "four"])
    box.setCurrentIndex(1)
    return box


def spin() -> QSpinBox:
    box = QSpinBox()
    box.setValue(20)
    return box


def slider() -> QSlider:
    made = QSlider(Qt.Orientation.Horizontal)
    made.setValue(20)
    return made


@pytest.mark.parametrize("make", [combo, spin, slider])
def test_without_the_focus_the_wheel_scrolls_what_is_beneath(
    qtbot: QtBot, make: Callable[[], QWidget]
) -> None:
    part, other, area, inside = make(), slider(), QScrollArea(), QWidget()
    column = QVBoxLayout(inside)
    column.addWidget(part)
    column.addWidget(other)
    column.addStretch(1)
    column.setContentsMargins(20, 120, 20, 20)
    inside.setMinimumSize(200, 2000)
    area.setWidget(inside)
    wheel_needs_focus(area)
    qtbot.addWidget(area)
    area.resize(300, 200)
    area.show()
    area.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    before = value(part)
    turn_over(part, 1)
    assert value(part) == before
    assert other.hasFocus()
    scrolled = area.verticalScrollBar().value()
    assert scrolled > 0
    part.setFocus()
    turn_over(part, 1)
    assert value(part) != before
    assert area.verticalScrollBar().value() == scrolled


def test_a_spin_boxs_own_line_counts_as_the_box(qtbot: QtBot) -> None:
    both, box, other = QWidget(), spin(), slider()
    column = QVBoxLayout(both)
    column.addWidget(box)
    column.addWidget(other)
    wheel_needs_focus(box)
    qtbot.addWidget(both)
    both.show()
    both.activateWindow()
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    line = box.findChild(QLineEdit)
    assert line is not None
    turn_over(line, 1)
    assert box.value() == 20 and not box.hasFocus()
    line.setFocus()
    qtbot.waitUntil(box.hasFocus)
    turn_over(line, 1)
    assert box.value() != 20


def parts(root: QWidget) -> list[QWidget]:
    found: list[QWidget] = []
    for kind in (QComboBox, QAbstractSpinBox, QSlider):
        found += root.findChildren(kind)
    return found


def keeps(part: QWidget) -> bool:
    """Whether the wheel leaves it alone, either way, and does not give it the focus."""
    before = value(part)
    for notches in (1, -1):
        turn(part, notches)
        if value(part) != before:
            return False
    return part.focusPolicy() != Qt.FocusPolicy.WheelFocus


def test_no_part_of_the_window_is_changed_but_the_steps(translated: MainWindow) -> None:
    translated.filling.finish()
    for name in translated.docks.names():
        translated.docks.reveal(name)
    translated.source.editor.setFocus()
    translated.session.set_position(2)
    translated.transport.flush()
    found = parts(translated)
    assert len(found) > 25
    free = [part for part in found if part.isEnabled() and not keeps(part)]
    assert free == [translated.transport.slider]


def test_the_wheel_over_the_steps_goes_through_them(translated: MainWindow) -> None:
    translated.session.set_position(2)
    translated.transport.flush()
    translated.source.editor.setFocus()
    steps = translated.transport.slider
    assert isinstance(steps, QAbstractSlider)
    turn(steps, -1)
    moved = translated.session.position
    assert moved != 2
    turn(steps, 1)
    assert translated.session.position == 2


@pytest.mark.parametrize(
    "make",
    [
        lambda: SearchDialog(SearchOptions(beam=4, n_best=4)),
        lambda: SettingsDialog(Preferences()),
        lambda: SearchPane(AtHand().sources()),
    ],
    ids=["search", "settings", "models"],
)
def test_no_part_of_a_dialog_is_changed(
    qtbot: QtBot, themed: None, make: Callable[[], QWidget]
) -> None:
    dialog = make()
    qtbot.addWidget(dialog)
    dialog.show()
    found = parts(dialog)
    assert found
    for part in found:
        # A dialog that opens gives the focus to its first part: the wheel is for that one then.
        focus = QApplication.focusWidget()
        if focus is not None:
            focus.clearFocus()
        assert keeps(part), part.accessibleName()
