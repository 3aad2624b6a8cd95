"""What is done with the panel in use: floated, moved, closed."""

from __future__ import annotations

from gui.commands.command import Command
from gui.language import QT_TR_NOOP

DOCK: tuple[Command, ...] = (
    Command(
        "dock_float",
        QT_TR_NOOP("&Float or dock again"),
        "panels.float",
        "dock/window",
        QT_TR_NOOP("Make the panel in use a window of its own, or put it back"),
        ("Ctrl+Shift+F",),
        words=QT_TR_NOOP("undock detach tear off separate window screen"),
    ),
    Command(
        "dock_close",
        QT_TR_NOOP("Close pa&nel"),
        "panels.close",
        "dock/window",
        QT_TR_NOOP("Close the panel in use; the menu of panels brings it back"),
        ("Ctrl+F4",),
        words=QT_TR_NOOP("hide remove dock"),
    ),
    Command(
        "dock_left",
        QT_TR_NOOP("Move to the &left"),
        "panels.move",
        "dock/move",
        QT_TR_NOOP("Put the panel in use at the left edge"),
        argument="left",
        words=QT_TR_NOOP("dock area arrange side"),
    ),
    Command(
        "dock_right",
        QT_TR_NOOP("Move to the &right"),
        "panels.move",
        "dock/move",
        QT_TR_NOOP("Put the panel in use at the right edge"),
        argument="right",
        words=QT_TR_NOOP("dock area arrange side"),
    ),
    Command(
        "dock_top",
        QT_TR_NOOP("Move to the &top"),
        "panels.move",
        "dock/move",
        QT_TR_NOOP("Put the panel in use at the upper edge"),
        argument="top",
        words=QT_TR_NOOP("dock area arrange up above"),
    ),
    Command(
        "dock_bottom",
        QT_TR_NOOP("Move to the &bottom"),
        "panels.move",
        "dock/move",
        QT_TR_NOOP("Put the panel in use at the lower edge"),
        argument="bottom",
        words=QT_TR_NOOP("dock area arrange down below"),
    ),
    Command(
        "dock_tabs",
        QT_TR_NOOP("Move into the ne&xt tabs"),
        "panels.into_tabs",
        "dock/move",
        QT_TR_NOOP("Put the panel in use among the tabs of the next one; again, of the one after"),
        words=QT_TR_NOOP("dock tabify stack group together"),
    ),
)
