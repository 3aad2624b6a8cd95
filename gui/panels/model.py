"""The model card: architecture, parameters by part, vocabulary, files, description."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.events import ModelInfo
from engine.model_card import ModelCard
from gui import theme
from gui.errands import with_model
from gui.exports.table import Table
from gui.language import QT_TR_NOOP, tr
from gui.session import Session
from gui.widgets.card_text import languages_text, page, parameters_table
from gui.widgets.choice import ChoiceBox
from gui.widgets.coalesce import Coalescer
from gui.widgets.description_view import DescriptionView
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import empty_message

NO_MODEL: Final = QT_TR_NOOP("No model is loaded. Open one to see what it is made of.")
ASKED: Final = QT_TR_NOOP("The model is being looked at.")
NO_DESCRIPTION: Final = QT_TR_NOOP("This model came without a description (README.md).")
FACES: Final = (QT_TR_NOOP("Card"), QT_TR_NOOP("Description"))
FACE_HINTS: Final = (
    QT_TR_NOOP("Architecture, parameters by part, vocabulary and files, as the network has them"),
    QT_TR_NOOP("What its makers write of it: the README.md of its folder"),
)


class ModelPanel(QWidget):
    """Two faces of the loaded model; asks the engine for its figures.

    Signals:
        wanted: work for the worker's thread; its answer goes to :meth:`take_answer`, its
            failure to :meth:`errand_failed`.
    """

    errand = "card"
    wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._card: ModelCard | None = None
        self._card_of: ModelInfo | None = None
        self._asked: ModelInfo | None = None
        self._failed: ModelInfo | None = None
        self._failure = ""
        self._drawn: tuple[object, ...] = ()
        self.face_box = ChoiceBox(narrowest=10)
        self.heading = ElidedLabel(cut=Qt.TextElideMode.ElideMiddle)
        self.view = DescriptionView()
        self.readout = ElidedLabel(colour="muted")
        self.message = empty_message(tr(NO_MODEL))
        self.again = QPushButton(tr("Try again"))
        self._message_page = QWidget()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._refresh.listen(session.modelChanged, session.busyChanged)
        theme.notifier.changed.connect(self._on_theme)
        self.face_box.activated.connect(self._on_face)
        self.view.pointedAt.connect(self.readout.setText)
        self.again.clicked.connect(self._on_again)
        self.refresh()

    def _build(self) -> None:
        self.face_box.setAccessibleName(tr("What is shown of the model"))
        for name, hint in zip(FACES, FACE_HINTS, strict=True):
            self.face_box.addItem(tr(name))
            self.face_box.setItemData(
                self.face_box.count() - 1, tr(hint), Qt.ItemDataRole.ToolTipRole
            )
        self.face_box.setToolTip(tr(FACE_HINTS[0]))
        caption = QLabel(tr("Show"))
        caption.setBuddy(self.face_box)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.heading.setAccessibleName(tr("Model"))
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(caption)
        row.addWidget(self.face_box)
        row.addSpacing(8)
        row.addWidget(self.heading, 1)
        self.again.hide()
        inner = QVBoxLayout(self._message_page)
        inner.addStretch(1)
        inner.addWidget(self.message)
        inner.addWidget(self.again, 0, Qt.AlignmentFlag.AlignHCenter)
        inner.addStretch(1)
        self._stack.addWidget(self._message_page)
        self._stack.addWidget(self.view)
        self._stack.setMinimumSize(1, 1)
        self.readout.setAccessibleName(tr("Address of the link"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)
        self.setAccessibleName(tr("Model"))

    def entrance(self) -> QWidget:
        """What takes the focus first."""
        return self.view if self._stack.currentWidget() is self.view else self.face_box

    # What is wanted ------------------------------------------------------------------

    def card(self) -> ModelCard | None:
        """What is shown."""
        known = self._card_of is self._session.model
        return self._card if known and self._card_of is not None else None

    def waiting(self) -> bool:
        """Whether an answer is under way."""
        return self._asked is not None

    @Slot(object)
    def take_answer(self, answer: object) -> None:
        """Show a card, if it is that of the model that is loaded now."""
        asked, self._asked = self._asked, None
        model = self._session.model
        if isinstance(answer, ModelCard) and asked is not None and asked is model:
            made = answer.origin
            # Another one may have been loaded between the question and the answer.
            if (made.fingerprint, made.folder) == (model.fingerprint, model.folder):
                self._card, self._card_of = answer, model
        self.refresh()

    @Slot(str)
    def errand_failed(self, message: str) -> None:
        """Say why there is no card."""
        if self._asked is not None:
            self._failed, self._asked = self._asked, None
            self._failure = message
            self.refresh()

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Show the card of the loaded model, and ask for it if it is not here."""
        if not self.isVisible():
            return
        model = self._session.model
        if model is None:
            self._show_message(tr(ASKED) if self._session.busy else tr(NO_MODEL))
            return
        card = self.card()
        if card is None:
            if model is self._failed:
                self._show_message(self._failure, again=True)
                return
            self._show_message(tr(ASKED))
            if self._asked is not model:
                self._asked = model
                self.wanted.emit(with_model(lambda translator: translator.card()))
            return
        self._show_card(card)

    def _show_card(self, card: ModelCard) -> None:
        face = self.face_box.currentIndex()
        languages = languages_text(card)
        name = card.origin.name
        self.heading.setText(f"{name}  ·  {languages}" if languages else name)
        if face and not card.readme:
            self._show_message(tr(NO_DESCRIPTION))
            return
        drawn = (card, face, theme.current())
        if drawn != self._drawn:
            same_page = drawn[:2] == self._drawn[:2]
            bar = self.view.verticalScrollBar()
            place = bar.value() if same_page else 0
            self._drawn = drawn
            if face:
                self.view.show_markdown(card.readme)
            else:
                self.view.show_page(page(card))
            self.view.setAccessibleName(tr(FACES[face]))
            bar.setValue(place)
        self.again.hide()
        self._stack.setCurrentWidget(self.view)

    def _show_message(self, text: str, again: bool = False) -> None:
        if self.card() is None:
            self.heading.setText("")
        self.message.setText(text)
        self.again.setVisible(again)
        self.readout.setText("")
        self._stack.setCurrentWidget(self._message_page)

    # What can be done ----------------------------------------------------------------

    def export_table(self) -> Table | None:
        """The parameters by part."""
        card = self.card()
        return None if card is None else parameters_table(card)

    # Slots ---------------------------------------------------------------------------

    @Slot(int)
    def _on_face(self, index: int) -> None:
        self.face_box.setToolTip(tr(FACE_HINTS[index]))
        self.refresh()

    @Slot()
    def _on_again(self) -> None:
        self._failed = None
        self._failure = ""
        self.refresh()

    @Slot()
    def _on_theme(self, *_: object) -> None:
        # Numbers may be written in another way now.
        self._drawn = (*self._drawn[:2], None)
        self._refresh.schedule()

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(560, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 200)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
