"""What keys and modifiers mean to a view of a matrix."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from gui.widgets.row_selection import Pick
from gui.widgets.zoom_area import ZoomArea

_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier


def zoom_key(event: QKeyEvent, view: ZoomArea) -> bool:
    """Zoom by plus and minus, fit by 0; whether it was such a key."""
    key, others = event.key(), event.modifiers() & ~_KEYPAD
    if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal) and not others & ~_SHIFT:
        view.zoom_in()
    elif key == Qt.Key.Key_Minus and not others:
        view.zoom_out()
    elif key == Qt.Key.Key_0 and not others & ~_SHIFT:
        view.fit()
    else:
        return False
    return True


def pick_of(modifiers: Qt.KeyboardModifier) -> Pick:
    """How a click with these modifiers selects a row."""
    if modifiers & _SHIFT:
        return "range"
    return "toggle" if modifiers & _CONTROL else "only"


def moved(
    event: QKeyEvent, cell: tuple[int, int], shape: tuple[int, int]
) -> tuple[int, int] | None:
    """The (row, column) that a key leads to, perhaps beyond the edge; ``None`` for other keys."""
    (row, column), (rows, columns) = cell, shape
    corner = bool(event.modifiers() & _CONTROL)
    moves: dict[int, tuple[int, int]] = {
        Qt.Key.Key_Left: (row, column - 1),
        Qt.Key.Key_Right: (row, column + 1),
        Qt.Key.Key_Up: (row - 1, column),
        Qt.Key.Key_Down: (row + 1, column),
        Qt.Key.Key_Home: (0 if corner else row, 0),
        Qt.Key.Key_End: (rows - 1 if corner else row, columns - 1),
        Qt.Key.Key_PageUp: (0, column),
        Qt.Key.Key_PageDown: (rows - 1, column),
    }
    return moves.get(event.key())
