"""The translations of the sitting: those selected in the History panel."""

from __future__ import annotations

from gui.commands.command import Command
from gui.language import QT_TR_NOOP

HISTORY: tuple[Command, ...] = (
    Command(
        "history_reopen",
        QT_TR_NOOP("&Reopen"),
        "window.history.reopen",
        "history/show",
        QT_TR_NOOP("Show the translation selected in the History panel again in all panels"),
        also="Return",
        words=QT_TR_NOOP("history earlier restore back previous"),
    ),
    Command(
        "history_compare",
        QT_TR_NOOP("C&ompare"),
        "window.history.compare",
        "history/show",
        QT_TR_NOOP("Compare the two selected translations, or one with what is shown now"),
        also="C",
        words=QT_TR_NOOP("history difference diff side by side"),
    ),
    Command(
        "history_pin",
        QT_TR_NOOP("P&in"),
        "window.history.toggle_pin",
        "history/keep",
        QT_TR_NOOP("Keep this translation, whatever memory the newer ones need"),
        also="Ctrl+D",
        words=QT_TR_NOOP("history bookmark favourite keep"),
    ),
    Command(
        "history_remove",
        QT_TR_NOOP("Re&move"),
        "window.history.remove",
        "history/keep",
        QT_TR_NOOP("Forget the selected translations"),
        also="Del",
        words=QT_TR_NOOP("history delete"),
    ),
    Command(
        "history_clear",
        QT_TR_NOOP("C&lear history"),
        "window.history.clear",
        "history/clear",
        QT_TR_NOOP("Remove all translations that are not pinned"),
        words=QT_TR_NOOP("delete erase forget"),
    ),
)
