"""What a panel says of the commands that are about it: what each would do now, or why not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True)
class Offer:
    """How one command stands with a panel.

    Attributes:
        text: what it would do now, in place of the command's own text; empty keeps that.
        possible: whether it can be chosen.
        tip: what it means now or why it cannot be chosen, in place of the command's own tip.
    """

    text: str = ""
    possible: bool = True
    tip: str = ""


@runtime_checkable
class Offering(Protocol):
    """A panel with commands of its own, which stand in :mod:`gui.commands`."""

    def offers(self) -> Mapping[str, Offer]:
        """Its commands by name, as they stand now.

        What is offered is what is done: where it is gone by the time of the choice, nothing is.
        """
        ...


def open_menu(panel: QWidget, where: QPoint) -> None:
    """Ask for the context menu of a panel: whoever the panel stands in has it.

    Args:
        panel: it, or a part of it.
        where: on the screen.
    """
    reason = QContextMenuEvent.Reason.Other
    QApplication.sendEvent(panel, QContextMenuEvent(reason, panel.mapFromGlobal(where), where))


def named(text: str) -> str:
    """A user's text as part of a menu's, where an ampersand would be a mnemonic."""
    return text.replace("&", "&&")


def plain(text: str) -> str:
    """The text of a menu without the mnemonic, the keys and the dots."""
    return re.sub(r"&(.)", r"\1", text.partition("\t")[0]).rstrip("…")
