"""Positions and embeddings: the sinusoids, and what they add to a sentence's vectors."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from gui.errands import with_model
from gui.language import QT_TR_NOOP, tr
from gui.model_words import stacks_of
from gui.session import Hover, Session
from gui.widgets.coalesce import Coalescer
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.notice import notice_label, show_notice
from gui.widgets.position_controls import MATRIX, PRODUCTS, PositionControls
from gui.widgets.position_faces import PositionFaces
from gui.widgets.position_request import (
    Answer,
    RelativeAnswer,
    SentenceAnswer,
    TableAnswer,
    TableWanted,
    Wanted,
    wanted_sentence,
)
from gui.widgets.veil import Veil
from gui.widgets.why_not import ask_to_run

ASK_TO_TRANSLATE = QT_TR_NOOP(
    "Translate a sentence to see its pieces as vectors, before and after their positions are added."
)
ASK_TO_LOAD = QT_TR_NOOP("The positional encoding of a model is shown once one is loaded.")
OTHER_MODEL = QT_TR_NOOP("These numbers are computed by the model. Open {model} to see them.")
NO_ROWS = QT_TR_NOOP(
    "This model adds no positions to its embeddings: each head adds a bias to the scores of "
    "attention, by the distance from query to key. Show the matrix to see all of them."
)
WAITING = QT_TR_NOOP("Looking the vectors up …")
_LINES = ((400, 5), (480, 4), (680, 3), (16_777_216, 2))
"""Lines of arithmetic under panels narrower than so many pixels."""
_LOW, _LOWEST = 380, 280
"""Pixels of height under which the curves go without the shift, and under which the arithmetic
has two lines: its tooltip has the rest.
"""


class PositionsPanel(QWidget):
    """The positional encoding as matrix and as curves, a sentence's embeddings, dot products.

    Signals:
        wanted: work for the worker; its answer goes to :meth:`take_answer`.
    """

    errand = "positions"
    wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asked: Wanted | None = None
        self._failure = ""
        self._table: TableAnswer | RelativeAnswer | None = None
        self._sentence: SentenceAnswer | None = None
        self.controls = PositionControls()
        self.about = notice_label(tr("What is shown"), "muted")
        self.about.setMinimumHeight(self.about.fontMetrics().height() + 2)
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.again = QPushButton(tr("Try again"))
        self.faces = PositionFaces()
        self.readout = QLabel()
        self._stack = QStackedWidget()
        self._message_page = QWidget()
        self._build()
        self.veil = Veil(self.faces)
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        page = QVBoxLayout(self._message_page)
        page.addStretch(1)
        page.addWidget(self.message)
        page.addWidget(self.again, 0, Qt.AlignmentFlag.AlignHCenter)
        page.addStretch(1)
        self._stack.addWidget(self._message_page)
        self._stack.addWidget(self.faces)
        self.readout.setTextFormat(Qt.TextFormat.PlainText)
        self.readout.setWordWrap(True)
        self.readout.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.readout.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addWidget(self.controls)
        layout.addWidget(self.about)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals, self.controls.changed)
        session.modelChanged.connect(self._ask_anew)
        session.traceReset.connect(self._ask_anew)
        session.hoverChanged.connect(self._on_hover)
        self.again.clicked.connect(self._on_again)
        self.faces.rowPointed.connect(self._hover_row)
        self.faces.read.connect(self._read)

    # What is wanted ------------------------------------------------------------------

    def _want(self) -> tuple[Wanted | None, str]:
        """What the face needs; or why there is nothing to show."""
        session, controls = self._session, self.controls
        model = session.model
        if session.trace is not None:
            made_by = session.trace.started.model
            if model is None or model.fingerprint != made_by.fingerprint:
                return None, tr(OTHER_MODEL).format(model=made_by.name)
        if not controls.of_sentence:
            if model is None:
                return None, tr(ASK_TO_LOAD)
            return TableWanted(model, min(controls.count, model.max_positions)), ""
        found = wanted_sentence(session, controls.side, controls.face == PRODUCTS)
        if found is None:
            ask = ask_to_run(session, ASK_TO_TRANSLATE)
            return None, tr(ASK_TO_WAIT) if session.unfinished() else ask
        return found, ""

    def waiting(self) -> bool:
        """Whether something else is wanted than what is drawn."""
        return self._asked is not None and not self._have(self._asked)

    def _have(self, wanted: Wanted) -> bool:
        answer = self._answer(wanted)
        return answer is not None and answer.wanted == wanted

    def _answer(self, wanted: Wanted) -> Answer | None:
        """The last answer to something like it, which may stand until the newer one comes."""
        if isinstance(wanted, TableWanted):
            same = self._table is not None and self._table.wanted.model == wanted.model
            return self._table if same else None
        if self._sentence is None:
            return None
        have = self._sentence.wanted
        same = (have.sentence, have.side) == (wanted.sentence, wanted.side)
        return self._sentence if same and have.products == wanted.products else None

    @Slot()
    def _ask_anew(self) -> None:
        """What was asked for was asked of another model or trace."""
        self._asked = None
        self._failure = ""

    @Slot()
    def _on_again(self) -> None:
        self._ask_anew()
        self.refresh()

    @Slot(object)
    def take_answer(self, answer: object) -> None:
        """Draw an answer, if it is what is wanted now."""
        if not isinstance(answer, Answer) or answer.wanted != self._asked:
            return
        if isinstance(answer, SentenceAnswer):
            self._sentence = answer
        else:
            self._table = answer
        self.refresh()

    @Slot(str)
    def errand_failed(self, message: str) -> None:
        """Say why what was asked for cannot be shown."""
        if self.waiting():
            self._failure = message
            self.refresh()

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Show the face that is chosen at the current place, and ask for numbers if need be."""
        session = self._session
        if self._sentence is not None and self._sentence.wanted.trace is not session.trace:
            self._sentence = None  # an old trace need not be kept alive
            self.faces.forget()
        if not self.isVisible():
            return
        self.controls.set_limit(0 if session.model is None else session.model.max_positions)
        self.controls.set_stacks(stacks_of(session.shape()))
        wanted, message = self._want()
        asks = wanted is not None and wanted != self._asked and not self._have(wanted)
        if asks or wanted is None or self._have(wanted):
            self._failure = ""
        self._asked = wanted
        self._show(wanted, message or self._failure)
        if asks and wanted is not None:
            self.wanted.emit(with_model(wanted.answer))

    def _show(self, wanted: Wanted | None, message: str) -> None:
        waiting = tr(WAITING) if self.waiting() and not self._failure else ""
        answer = None if wanted is None or message else self._answer(wanted)
        relative = isinstance(self._answer(wanted), RelativeAnswer) if wanted is not None else False
        self.controls.set_relative(relative)
        if isinstance(answer, RelativeAnswer) and self.controls.face != MATRIX:
            answer, message = None, tr(NO_ROWS)
        self.again.setVisible(bool(self._failure))
        if answer is None:
            self.message.setText(message or waiting)
            self._stack.setCurrentWidget(self._message_page)
            show_notice(self.about, "", kept=True)
        else:
            controls = self.controls
            told = self.faces.show_answer(controls.face, controls.between, controls.side, answer)
            show_notice(self.about, told, kept=True)
            self._stack.setCurrentWidget(self.faces)
        if waiting and answer is not None:
            self.veil.cover_soon(waiting)
        else:
            self.veil.lift()
        self._on_hover()
        self._read()

    @Slot()
    def _read(self) -> None:
        """Write what is looked at, or how to look at something."""
        text = self.faces.text() if self._stack.currentWidget() is self.faces else ""
        if text != self.readout.text():
            self.readout.setText(text)
            self.readout.setToolTip(text)

    # Hover ---------------------------------------------------------------------------

    @Slot(object)
    def _hover_row(self, row: int | None) -> None:
        """A row is the piece at that position; a decoder's input was written one step before."""
        sentence, found = self._session.sentence(), self.faces.shown_embeddings()
        hover: Hover | None = None
        if row is not None and sentence is not None:
            if found is not None and found.side == "target":
                hover = Hover("target", row - 1) if row else None
            elif row < len(sentence.encoded.pieces):
                hover = Hover("source", row)
            elif not sentence.encoded.pieces and row:
                # A decoder alone: its positions are those of its inputs.
                hover = Hover("target", row - 1)
        self._session.set_hover(hover)

    @Slot()
    def _on_hover(self) -> None:
        hover, found = self._session.hover, self.faces.shown_embeddings()
        row: int | None = None
        here = self._session.hovered() is self._session.sentence()
        # Where positions stand alone, a piece of either side has one.
        if hover is not None and here and (found is None or found.side == hover.side):
            row = hover.index + (hover.side == "target")
        self.faces.set_hover(row)
        self._read()

    # Qt ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        lines = next(lines for width, lines in _LINES if self.width() < width)
        if self.height() < _LOWEST:
            lines = 2
        self.readout.setFixedHeight(lines * self.readout.fontMetrics().lineSpacing() + 2)
        self.faces.waves.set_low(self.height() < _LOW)
        self.veil.setGeometry(self.faces.rect())
        self._read()

    def sizeHint(self) -> QSize:
        return QSize(640, 460)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 220)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
