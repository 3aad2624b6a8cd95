"""The card of a tour: its words, and the buttons and keys that lead on."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.language import tr

_CHARACTERS: Final = (27, 44)
"""The least and the preferred width of the text."""
_WITH_LETTERS: Final = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.KeypadModifier
    | Qt.KeyboardModifier.GroupSwitchModifier
)
"""Keys that are held to write another letter."""


class TourCard(QFrame):
    """One step in words. Enter and Right go on, Left goes back, Escape leaves; Tab goes round.

    Signals:
        nextRequested, backRequested, leaveRequested: where the user wants to go.
        typed: a letter that the card has no use for.
    """

    nextRequested = Signal()
    backRequested = Signal()
    leaveRequested = Signal()
    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.place = QLabel()
        self.title = QLabel()
        self.text = QLabel()
        self.skip_button = QPushButton(tr("Skip"))
        self.back_button = QPushButton(tr("Back"))
        self.next_button = QPushButton(tr("Next"))
        self._layout = QVBoxLayout(self)
        self._lay_out()
        for button, signal in self._signals().items():
            button.clicked.connect(signal)
            button.installEventFilter(self)

    def _lay_out(self) -> None:
        self.place.setObjectName("muted")
        self.title.setObjectName("title")
        for label in (self.title, self.text):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.skip_button.setToolTip(tr("Leave the tour (Esc); the menu Help has it again"))
        self.back_button.setToolTip(tr("Back to the step before (Left)"))
        self.next_button.setProperty("primary", True)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.skip_button)
        buttons.addStretch(1)
        buttons.addWidget(self.back_button)
        buttons.addWidget(self.next_button)
        layout = self._layout
        layout.setContentsMargins(18, 14, 18, 16)
        layout.setSpacing(8)
        layout.addWidget(self.place)
        layout.addWidget(self.title)
        layout.addWidget(self.text)
        layout.addStretch(1)
        layout.addSpacing(4)
        layout.addLayout(buttons)

    def _signals(self) -> dict[QPushButton, SignalInstance]:
        return {
            self.skip_button: self.leaveRequested,
            self.back_button: self.backRequested,
            self.next_button: self.nextRequested,
        }

    # What it says --------------------------------------------------------------------

    def show_words(self, number: int, count: int, title: str, text: str) -> None:
        """Say what step ``number``, from 1, of ``count`` is about."""
        last = number == count
        self.place.setText(tr("Step {number} of {count}").format(number=number, count=count))
        self.title.setText(title)
        self.text.setText(text)
        self.next_button.setText(tr("Done") if last else tr("Next"))
        self.next_button.setToolTip(
            tr("Leave the tour (Enter)") if last else tr("On to the next step (Enter or Right)")
        )
        self.back_button.setEnabled(number > 1)
        self.skip_button.setVisible(not last)

    def take_focus(self) -> None:
        """Take the keys."""
        self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def tell(self) -> None:
        """Have a screen reader read the words, which lead to the button with the focus."""
        words = f"{self.place.text()}. {self.title.text()}. {self.text.text()}"
        self.next_button.setAccessibleDescription(words)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.next_button, words))

    def widths(self) -> tuple[int, int]:
        """The least and the preferred width, in pixels."""
        layout = self._layout
        margins = layout.contentsMargins()
        across = margins.left() + margins.right()
        letter = self.text.fontMetrics().averageCharWidth()
        least, wanted = (letter * count + across for count in _CHARACTERS)
        least = max(least, layout.minimumSize().width())
        return least, max(least, wanted)

    def height_for(self, width: int) -> int:
        """The height that all words need at a width."""
        return self._layout.totalHeightForWidth(width)

    # Keys ----------------------------------------------------------------------------

    def _key(self, event: QKeyEvent) -> bool:
        """Whether a key is the tour's own; it is obeyed as it goes down, once."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        asked = {
            Qt.Key.Key_Right: self.nextRequested,
            Qt.Key.Key_Left: self.backRequested,
            Qt.Key.Key_Escape: self.leaveRequested,
        }.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # It presses the button with the focus, as elsewhere.
            focus = self.window().focusWidget()
            signals = self._signals()
            asked = signals.get(focus) if isinstance(focus, QPushButton) else None
            asked = asked or self.nextRequested
        if asked is None:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
            asked.emit()
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Before the buttons, which would go to their neighbours by arrow keys.
        return isinstance(event, QKeyEvent) and self._key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._key(event):
            return
        text = event.text()
        if event.modifiers() & ~_WITH_LETTERS == Qt.KeyboardModifier.NoModifier:
            # Space would play, where no button takes it.
            event.accept()
            if text.strip() and text.isprintable():
                self.typed.emit(text)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays on the card: what is darkened takes no keys."""
        buttons = (self.skip_button, self.back_button, self.next_button)
        there = [each for each in buttons if each.isEnabled() and not each.isHidden()]
        focus = self.window().focusWidget()
        place = next((number for number, each in enumerate(there) if each is focus), -1)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        there[(place + (1 if forward else -1)) % len(there)].setFocus(reason)
        return True
