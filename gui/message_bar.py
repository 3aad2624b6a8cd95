"""A message inside the window, with its details a click away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from gui import icons, theme
from gui.language import tr


class MessageBar(QFrame):
    """Shows one message until it is dismissed or replaced.

    Signals:
        offerTaken: the button that the message came with was pressed.
    """

    offerTaken = Signal()
    detailsRequested = Signal(str, str)
    """The message and its details."""

    def __init__(self, more: str = "", parent: QWidget | None = None) -> None:
        """A hidden bar.

        Args:
            more: what the button for the details says instead of that.
            parent: owns it.
        """
        super().__init__(parent)
        self.setObjectName("messageBar")
        self._details = ""
        self._icon = QLabel()
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details_button = QPushButton(more or tr("Detail&s…"))
        if not more:
            self.details_button.setToolTip(tr("Show the details of this message, to copy them"))
        self.details_button.clicked.connect(self._on_details)
        self.offer_button = QPushButton()
        self.offer_button.clicked.connect(self._on_offer)
        self.close_button = QToolButton()
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip(tr("Dismiss this message"))
        self.close_button.setAccessibleName(tr("Dismiss message"))
        self.close_button.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.offer_button)
        layout.addWidget(self.details_button)
        layout.addWidget(self.close_button)
        theme.notifier.changed.connect(self._on_theme)
        self._on_theme()
        self.hide()

    def show_message(self, message: str, details: str = "", offer: str = "") -> None:
        """Show a message in place of the last; ``offer`` is what its button says it would do."""
        self._details = details
        self.offer_button.setText(offer)
        self.offer_button.setVisible(bool(offer))
        self.label.setText(message)
        self.details_button.setVisible(bool(details))
        self.show()

    @Slot()
    def _on_offer(self) -> None:
        self.hide()
        self.offerTaken.emit()

    @Slot()
    def _on_details(self) -> None:
        self.detailsRequested.emit(self.label.text(), self._details)

    @Slot()
    def _on_theme(self, *_: object) -> None:
        look = theme.current()
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(icons.pixmap("warning", 20, look.warn, ratio))
        self.close_button.setIcon(icons.icon("close", look.muted, 16))
