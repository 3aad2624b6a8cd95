"""How a panel is moved without a mouse: floated, put at an edge, put among other tabs."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

from gui.docks import Docks

_ACROSS, _DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
# Where the arrangements stand a panel is put beside them, elsewhere after what is there already.
_EDGES: Final = {
    "left": (Qt.DockWidgetArea.LeftDockWidgetArea, _DOWN),
    "right": (Qt.DockWidgetArea.RightDockWidgetArea, _ACROSS),
    "top": (Qt.DockWidgetArea.TopDockWidgetArea, _ACROSS),
    "bottom": (Qt.DockWidgetArea.BottomDockWidgetArea, _ACROSS),
}
_SHARE: Final = 0.3
"""Of the room, for a panel that is put at an edge."""


def float_or_dock(docks: Docks, name: str) -> None:
    """Make a panel a window of its own, or put it back where it was."""
    dock = docks.dock(name)
    dock.setFloating(not dock.isFloating())
    if dock.isFloating():
        dock.activateWindow()
    docks.reveal(name)


def move(docks: Docks, name: str, side: str) -> None:
    """Put a panel at an edge of the room that all panels share.

    Args:
        docks: all panels.
        name: of the panel.
        side: "left", "right", "top" or "bottom".
    """
    dock = docks.dock(name)
    area, way = _EDGES[side]
    dock.setFloating(False)
    docks.removeDockWidget(dock)
    docks.addDockWidget(area, dock, way)
    docks.reveal(name)
    across = side in ("left", "right")
    room = docks.width() if across else docks.height()
    docks.resizeDocks([dock], [round(_SHARE * room)], _ACROSS if across else _DOWN)


def into_next_tabs(docks: Docks, name: str) -> None:
    """Put a panel among the tabs of the next panel that it shares none with."""
    dock = docks.dock(name)
    beside = {each.objectName() for each in docks.tabifiedDockWidgets(dock)}
    order = docks.names()
    here = order.index(name)
    for other in (*order[here + 1 :], *order[:here]):
        near = docks.dock(other)
        if other not in beside and docks.in_front(other) and not near.isFloating():
            dock.setFloating(False)
            docks.tabifyDockWidget(near, dock)
            break
    docks.reveal(name)
