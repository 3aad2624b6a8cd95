"""A page to read that comes from somebody else: nothing is fetched for it, nothing is run."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

_PICTURE: Final = re.compile(r"!\[([^\]\n]*)\]\([^)\n]*\)|<img\b[^>]*>", re.IGNORECASE)
_OPENED: Final = frozenset({"http", "https"})


def without_pictures(markdown: str) -> str:
    """A text with what its pictures are called in their place."""
    return _PICTURE.sub(lambda found: found.group(1) or "", markdown)


class DescriptionView(QTextBrowser):
    """Shows a page; its menu is that of the panel.

    Signals:
        pointedAt: the address of the link under the pointer, or an empty text.
    """

    pointedAt = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.highlighted.connect(self._on_pointed)
        self.anchorClicked.connect(self._on_link)

    def show_page(self, html: str) -> None:
        """Show a page of the program's own."""
        self.setHtml(html)

    def show_markdown(self, markdown: str) -> None:
        """Show what somebody else has written."""
        self.setMarkdown(without_pictures(markdown))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing: pictures and style sheets stay where they are, here and elsewhere."""
        return None

    @Slot(QUrl)
    def _on_pointed(self, address: QUrl) -> None:
        self.pointedAt.emit(address.toDisplayString())

    @Slot(QUrl)
    def _on_link(self, address: QUrl) -> None:
        if address.scheme() in _OPENED:
            QDesktopServices.openUrl(address)
        elif not address.scheme() and address.hasFragment():
            self.scrollToAnchor(address.fragment())
