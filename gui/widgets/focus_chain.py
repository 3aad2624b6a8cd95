"""The order of Tab, walked without harm."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def next_in_chain(widget: QWidget) -> QWidget | None:
    """What comes after a widget in the order of Tab, which is a ring through the whole window.

    PySide takes what Qt gives here for a child of the widget that was asked. Left so, a walk
    hangs the widgets of a window one under the other: when one of them goes, as the tour does,
    Python believes that those after it have gone too, menus that are still there among them; and
    none of a closed window is ever given back.
    """
    found: QWidget | None = widget.nextInFocusChain()
    if found is not None:
        # Nothing new to Qt, which does nothing then; to PySide it is the truth again.
        found.setParent(found.parentWidget())
    return found
