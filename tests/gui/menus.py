"""What reaches whoever has the context menu of a panel, as the window's docks do."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QWidget

from gui.offer import Offer, Offering, plain


class MenusAsked(QObject):
    """Hears when the menu of a panel is asked for, and what the panel then offers.

    Attributes:
        places: where on the screen.
        offers: what was offered for the last of them.
    """

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self.places: list[QPoint] = []
        self.offers: Mapping[str, Offer] = {}
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent):
            self.places.append(event.globalPos())
            panel: object = watched
            if isinstance(panel, Offering):
                self.offers = panel.offers()
        return False

    def texts(self) -> dict[str, str]:
        """What is offered in other words than the command's own, without the mnemonics."""
        return {name: plain(offer.text) for name, offer in self.offers.items() if offer.text}


def right_click(widget: QWidget, spot: QPoint) -> bool:
    """Ask for the menu at a place of a widget by mouse; whether anybody had one."""
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, spot, widget.mapToGlobal(spot))
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def menu_key(widget: QWidget) -> None:
    """Ask for the menu by key."""
    reason = QContextMenuEvent.Reason.Keyboard
    spot = widget.rect().center()
    QApplication.sendEvent(widget, QContextMenuEvent(reason, spot, widget.mapToGlobal(spot)))
