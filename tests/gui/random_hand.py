"""A hand that presses, points and types anywhere, and answers whatever asks it something."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QMenu,
    QSlider,
    QSpinBox,
    QWidget,
)

from gui.dialogs import ErrorDialog
from gui.main_window import MainWindow
from gui.presets import PANELS
from gui.search_dialog import SearchDialog

KEYS: Final = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right) * 3,
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Escape),
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0),
    *(Qt.Key.Key_X, Qt.Key.Key_C, Qt.Key.Key_A, Qt.Key.Key_Menu),
)
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
LEFT = Qt.MouseButton.LeftButton


class RandomHand:
    """Acts on one window.

    Args:
        window: it; its file dialogs must have been replaced.
        folder: for the files that are written.

    Attributes:
        rng: where all draws come from.
        said: what was done last, in words.
    """

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window = window
        self.folder = folder
        self.rng = random.Random()
        self.said = ""
        self._rescue = QTimer(window)
        self._rescue.setInterval(5)
        self._rescue.timeout.connect(self._answer)

    def _answer(self) -> None:
        """Answer what waits for an answer."""
        if QApplication.activePopupWidget() is not None:
            self._leave_popup()
        elif QApplication.activeModalWidget() is not None:
            self._fill_in(QApplication.activeModalWidget())

    def say(self, what: object) -> None:
        self.said += f" {what}"

    def _see(self, name: str) -> bool:
        if not self.window.docks.dock(name).panel.isVisible():
            self.window.docks.reveal(name)
            QApplication.processEvents()
        return self.window.docks.dock(name).panel.isVisible()

    def _fill_in(self, dialog: QWidget) -> None:
        """Choose something in the search dialog; leave any other."""
        if isinstance(dialog, SearchDialog):
            dialog.method.setCurrentIndex(self.rng.choice((0, 1, 1, 2)))
            dialog.beam.setValue(self.rng.randint(2, 4))
            dialog.draws.setValue(self.rng.randint(1, 3))
            dialog.longest.setValue(self.rng.choice((5, 9, 12)))
            dialog.no_repeat.setValue(self.rng.choice((0, 0, 2)))
            ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
            self.say(dialog.method.currentText())
            if ok.isEnabled() and self.rng.random() < 0.9:
                dialog.accept()
            else:
                dialog.reject()
        elif isinstance(dialog, QDialog) and not isinstance(dialog, ErrorDialog):
            dialog.reject()

    # Anything anywhere ---------------------------------------------------------------

    def _anything(self) -> QWidget | None:
        """A widget of a panel, of the transport or of the header."""
        docks = self.window.docks
        seen = [docks.dock(name).panel for name in PANELS if docks.dock(name).panel.isVisible()]
        parent = self.rng.choice([*seen, *seen, self.window.transport, self.window.header])
        parts = [
            part
            for part in parent.findChildren(QWidget)
            if part.isVisible() and part.isEnabled() and not part.visibleRegion().isEmpty()
            and not part.isWindow()
        ]  # fmt: skip
        return self.rng.choice(parts) if parts else None

    def _point(self, widget: QWidget) -> QPoint:
        area = widget.visibleRegion().boundingRect()
        return QPoint(
            self.rng.randint(area.left(), area.right()), self.rng.randint(area.top(), area.bottom())
        )

    def click(self) -> None:
        widget = self._anything()
        if widget is None:
            return
        point = self._point(widget)
        self.say((type(widget).__name__, widget.accessibleName(), point.toTuple()))
        modifiers = self.rng.choice((NONE, NONE, NONE, CTRL, SHIFT))
        QTest.mouseMove(widget, point)
        if self.rng.random() < 0.15:
            QTest.mouseDClick(widget, LEFT, modifiers, point)
        else:
            QTest.mouseClick(widget, LEFT, modifiers, point)
        self._leave_popup()

    def hover(self) -> None:
        widget = self._anything()
        if widget is not None:
            self.say((type(widget).__name__, widget.accessibleName()))
            QTest.mouseMove(widget, self._point(widget))

    def menu(self) -> None:
        widget = self._anything()
        if widget is None:
            return
        self.say((type(widget).__name__, widget.accessibleName()))
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Menu)
        QTest.mouseClick(widget, Qt.MouseButton.RightButton, NONE, self._point(widget))
        self._leave_popup()

    def face(self) -> None:
        """Change what one panel shows, and how."""
        name = self.rng.choice(("attention", "scores", "masks", "alignment", "positions", "layers"))
        self.say(name)
        if self._see(name):
            self.choose((name,))

    def choose(self, panels: Sequence[str] = PANELS) -> None:
        """Change a box, a slider, a switch somewhere."""
        docks = self.window.docks
        kinds = (QComboBox, QSlider, QSpinBox, QAbstractButton)
        parts = [
            part
            for name in panels
            for kind in kinds
            for part in docks.dock(name).panel.findChildren(kind)
            if part.isVisible() and part.isEnabled() and not part.visibleRegion().isEmpty()
        ]
        if not parts:
            return
        part = self.rng.choice(parts)
        self.say((type(part).__name__, part.accessibleName()))
        if isinstance(part, QComboBox):
            part.setFocus()
            for _ in range(self.rng.randint(1, 3)):
                QTest.keyClick(part, self.rng.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)))
        elif isinstance(part, QSlider):
            part.setValue(self.rng.randint(part.minimum(), part.maximum()))
        elif isinstance(part, QSpinBox):
            part.setValue(self.rng.randint(part.minimum(), min(part.maximum(), 40)))
        else:
            QTest.mouseClick(part, LEFT)
            self._leave_popup()

    def key(self) -> None:
        if QApplication.activeWindow() is None:
            self.window.activateWindow()
            QApplication.processEvents()
        focus = QApplication.focusWidget() or self.window
        for _ in range(self.rng.randint(1, 4)):
            key = self.rng.choice(KEYS)
            modifiers = self.rng.choice((NONE, NONE, NONE, SHIFT, CTRL))
            self.say((type(focus).__name__, key.name, modifiers.name))
            QTest.keyClick(focus, key, modifiers)
            focus = QApplication.focusWidget() or self.window
        self._leave_popup()

    def zoom(self) -> None:
        areas = [
            part
            for name in PANELS
            for part in self.window.docks.dock(name).panel.findChildren(QAbstractScrollArea)
            if part.isVisible() and not isinstance(part, QAbstractItemView)
        ]
        if not areas:
            return
        view = self.rng.choice(areas).viewport()
        self.say(type(view.parentWidget()).__name__)
        turn = QPoint(0, self.rng.choice((-240, -120, 120, 240)))
        place = QPointF(self._point(view)) if not view.visibleRegion().isEmpty() else QPointF(1, 1)
        event = QWheelEvent(
            place, view.mapToGlobal(place), QPoint(), turn, Qt.MouseButton.NoButton,
            self.rng.choice((NONE, CTRL)), Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, event)

    def _leave_popup(self) -> None:
        """Choose something from a menu or a list that has popped up, or leave it."""
        for _ in range(3):
            popup = QApplication.activePopupWidget()
            if popup is None:
                return
            target = popup
            if not isinstance(popup, QMenu) and popup.focusWidget() is not None:
                target = popup.focusWidget()
            if self.rng.random() < 0.6:
                for _ in range(self.rng.randint(1, 3)):
                    QTest.keyClick(target, Qt.Key.Key_Down)
                self.say("chosen from a menu")
                QTest.keyClick(target, Qt.Key.Key_Return)
            popup = QApplication.activePopupWidget()
            if popup is not None:
                popup.close()
