"""The wheel is for scrolling: a box that nobody has chosen keeps its value."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QSlider, QWidget

_KINDS = (QComboBox, QAbstractSpinBox, QSlider)


def wheel_needs_focus(root: QWidget) -> None:
    """Let the drop-down lists, number boxes and sliders of ``root`` take the wheel only while
    they have the focus; without it the wheel goes on to what scrolls beneath them.

    To be called once all of them are there. What scrolls itself is left as it is.
    """
    rest = _Rest(root)
    parts: list[QWidget] = [root] if isinstance(root, _KINDS) else []
    for kind in _KINDS:
        parts += root.findChildren(kind)
    for part in parts:
        if part.focusPolicy() == Qt.FocusPolicy.WheelFocus:
            # Else the wheel would give the focus first, and change the value then.
            part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        part.installEventFilter(rest)


class _Rest(QObject):
    """On the boxes themselves: on the application it would hear, and slow down, every event."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel:
            return False
        if isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False
