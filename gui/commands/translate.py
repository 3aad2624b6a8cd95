"""Translating, searching, what if, and the steps."""

from __future__ import annotations

from gui.commands.command import MOVE, Command
from gui.language import QT_TR_NOOP

TRANSLATE: tuple[Command, ...] = (
    Command(
        "translate",
        QT_TR_NOOP("&Translate"),
        "translate",
        "translate/run",
        QT_TR_NOOP("Translate the source text"),
        ("Ctrl+Return", "Ctrl+Enter"),
    ),
    Command(
        "stop",
        QT_TR_NOOP("&Stop"),
        "stop",
        "translate/run",
        QT_TR_NOOP("Give the running translation up; what is decoded stays"),
        ("Esc",),
    ),
    Command(
        "live",
        QT_TR_NOOP("&Live translation"),
        "set_live",
        "translate/run",
        QT_TR_NOOP("Translate by itself a quarter of a second after typing stops"),
        ("Ctrl+Shift+L",),
        checkable=True,
    ),
    Command(
        "search",
        QT_TR_NOOP("Sea&rch…"),
        "choose_search",
        "translate/search",
        QT_TR_NOOP("Choose how translations are searched for: greedy, beam, sampling"),
        ("Ctrl+Shift+B",),
    ),
    Command(
        "undo",
        QT_TR_NOOP("&Undo"),
        "undo_what_if",
        "translate/search",
        QT_TR_NOOP("Bring back the translation before the last “what if” or other change"),
        ("Ctrl+Alt+Z",),
    ),
    Command(
        "follow_best",
        QT_TR_NOOP("Follow the best &hypothesis"),
        "follow_best",
        "translate/search",
        QT_TR_NOOP("Show the best hypothesis everywhere again"),
        ("Ctrl+Alt+B",),
    ),
    Command(
        "first",
        QT_TR_NOOP("&First step"),
        "first",
        "translate/steps",
        QT_TR_NOOP("Show the first step"),
        (f"{MOVE}+Home",),
    ),
    Command(
        "back",
        QT_TR_NOOP("Step &back"),
        "back",
        "translate/steps",
        QT_TR_NOOP("Show the step before"),
        (f"{MOVE}+Left",),
    ),
    Command(
        "play",
        QT_TR_NOOP("&Play or pause"),
        "toggle_play",
        "translate/steps",
        QT_TR_NOOP("Play the steps one after the other, or hold"),
        ("F5",),
        also="Space",
    ),
    Command(
        "step",
        QT_TR_NOOP("&Next step"),
        "step",
        "translate/steps",
        QT_TR_NOOP("Show the next step; decode it if it is new"),
        (f"{MOVE}+Right",),
    ),
    Command(
        "last",
        QT_TR_NOOP("L&ast step"),
        "last",
        "translate/steps",
        QT_TR_NOOP("Show the newest step"),
        (f"{MOVE}+End",),
    ),
)
