"""Letting a screen reader read what a widget that is drawn by hand has its cursor on."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Make ``text`` the widget's description, and have it read now if the widget has focus."""
    if text == widget.accessibleDescription():
        return
    # Qt itself tells assistive technology that the description is another one.
    widget.setAccessibleDescription(text)
    if text and widget.hasFocus() and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
