"""An output scored piece by piece: a reference under teacher forcing, or what was written."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.reference import FullPass, ScoredOutput, score_output
from engine.trace import SentenceTrace, Trace
from gui.errands import with_model
from gui.exports.table import Table
from gui.language import QT_TR_NOOP, tr
from gui.model_words import stacks_of
from gui.session import Hover, Session
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.reference_table import ReferenceTable
from gui.widgets.reference_totals import ReferenceTotals
from gui.widgets.why_not import ask_to_run

ASK_TO_TRANSLATE = QT_TR_NOOP(
    "Translate a sentence to see the probability and the loss of each piece written, or type its "
    "right translation above to score that."
)
ENCODER_ALONE = QT_TR_NOOP(
    "Teacher forcing feeds a decoder the right pieces one after the other and scores them. This "
    "model is an encoder alone: it has no decoder."
)
FORCED_TOLD = QT_TR_NOOP(
    "Teacher forcing: each position is fed the right piece before it, whatever the model would "
    "have said; so training computes all positions in one pass."
)
OWN_TOLD = QT_TR_NOOP(
    "Inference: each position is fed what the model has written itself. Type the right "
    "translation above to score that instead (teacher forcing)."
)
OWN_TEXT_TOLD = QT_TR_NOOP(
    "Inference: each position is fed what stands before it, the text and then what the model has "
    "written itself. Type the right continuation above to score that instead (teacher forcing)."
)
NOTHING_TYPED = QT_TR_NOOP("There is nothing to score: type the translation of the sentence first.")
_LOW = 340
"""Pixels of height under which the explanation is left to the table's tooltip."""
_NARROW, _NARROWER = 560, 380
"""Pixels of width under which the less needed of the totals, and the line's name, are left out."""

Asked = tuple[Trace, int, int, int]
"""Trace, sentence, step and hypothesis of an errand."""


class ReferencePanel(QWidget):
    """The pieces of the output that is shown, each with what was fed, probability and loss.

    Signals:
        scoreRequested: the target sentence to score for the current source text.
        wanted: an errand that scores the output in one pass; it brings a ``FullPass``.
    """

    errand = "reference"
    wanted = Signal(object)
    scoreRequested = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._refusal = ""
        self._asked: Asked | None = None
        self._answer: FullPass | None = None
        self._failure = ""
        self.caption = QLabel(tr("Reference"))
        self.line = QLineEdit()
        self.button = QPushButton(tr("Score", "verb"))
        self.notice = ElidedLabel(colour="warn")
        self.told = QLabel()
        self.table = ReferenceTable()
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.totals = ReferenceTotals()
        self.readout = ElidedLabel(colour="muted")
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.caption.setBuddy(self.line)
        self.line.setObjectName("field")
        self.line.setPlaceholderText(tr("The right translation of the source sentence…"))
        self.line.setAccessibleName(tr("Reference translation"))
        self.line.setToolTip(
            tr(
                "The target sentence that is fed in and scored, piece by piece and with the end "
                "token; Enter scores it"
            )
        )
        self.line.setAccessibleDescription(self.line.toolTip())
        self.line.setClearButtonEnabled(True)
        self.button.setToolTip(
            tr("Score this translation of the source text by teacher forcing; Undo brings back "
               "what is shown now")
        )  # fmt: skip
        self.button.setAccessibleDescription(self.button.toolTip())
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self.caption)
        top.addWidget(self.line, 1)
        top.addWidget(self.button)
        self.notice.setAccessibleName(tr("About the reference"))
        self.told.setWordWrap(True)
        self.told.setObjectName("muted")
        self.readout.setAccessibleName(tr("Position under the pointer"))
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.told)
        column.addWidget(self.table, 1)
        column.addWidget(self.totals)
        column.addWidget(self.readout)
        self._stack.addWidget(self.message)
        self._stack.addWidget(shown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.notice)
        layout.addWidget(self._stack, 1)
        self.setAccessibleName(tr("Reference"))

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals)
        session.hoverChanged.connect(self._on_hover)
        self.line.returnPressed.connect(self._on_score)
        self.line.textEdited.connect(self._on_edited)
        self.button.clicked.connect(self._on_score)
        self.totals.copy_button.clicked.connect(self.table.copy)
        self.table.chosen.connect(self._on_chosen)
        self.table.pointed.connect(self._on_pointed)

    # Drawing -------------------------------------------------------------------------

    def output(self) -> ScoredOutput | None:
        """What is drawn."""
        return self.table.scores.output()

    def export_table(self) -> Table | None:
        """The scored positions, and their sum."""
        if self.output() is None or not self.table.isVisible():
            return None
        return Table.of_tsv(tr("Reference"), self.table.scores.as_text())

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Score what is shown; nothing while hidden."""
        if not self.isVisible():
            return
        session = self._session
        sentence = session.sentence()
        path = [] if sentence is None else session.path(sentence)
        shape = session.shape()
        encoder = shape is not None and shape.stacks == "encoder"
        self._show_words()
        if sentence is None or not path or encoder:
            self.table.set_current(None)
            self.table.set_output(None, None)
            self._answer = self._asked = None
            waiting = session.unfinished() and bool(
                session.trace and session.trace.started.sentences
            )
            ask = tr(ENCODER_ALONE) if encoder else ask_to_run(session, ASK_TO_TRANSLATE)
            self.message.setText(tr(ASK_TO_WAIT) if waiting and not encoder else ask)
            self._stack.setCurrentIndex(0)
            self._show_notice()
            return
        step, hypothesis = len(path) - 1, path[-1]
        output = score_output(sentence, step, hypothesis)
        self._drop_stale(sentence, output)
        self.table.set_output(output, self._answer)
        self.table.set_current(self._current_row())
        own = tr(OWN_TOLD if stacks_of(session.model) != "decoder" else OWN_TEXT_TOLD)
        self.told.setText(tr(FORCED_TOLD) if output.reference else own)
        self.table.setAccessibleDescription(self.told.text())
        self._stack.setCurrentIndex(1)
        self._ask(sentence, step, hypothesis)
        self.totals.show_output(output)
        self.totals.show_smoothed(self._answer, self._failure)
        self._show_notice()
        self._on_hover()
        self._read()

    def _show_words(self) -> None:
        """The line in the words of the loaded model; closed where nothing can be scored."""
        stacks = stacks_of(self._session.model)
        for part in (self.line, self.button):
            part.setEnabled(stacks != "encoder")
        asked = tr("The right translation of the source sentence…")
        if stacks == "decoder":
            asked = tr("The right continuation of the text…")
        self.line.setPlaceholderText(asked if stacks != "encoder" else tr("No decoder to force"))

    def _current_row(self) -> int | None:
        place = self._session.place()
        return None if place is None else place[1]

    def _show_notice(self) -> None:
        """What is to be said about the line or about the reference that is shown."""
        text = self._refusal or self._remark()
        self.notice.setText(text)
        self.notice.setVisible(bool(text))

    def _remark(self) -> str:
        trace = self._session.trace
        sentences = 0 if trace is None else len(trace.started.sentences)
        if sentences > 1 and self.line.text().strip():
            return tr(
                "A reference is scored against one sentence, and this text has {n}: leave one in "
                "the source."
            ).format(n=sentences)
        output = self.output()
        if output is None or not output.reference:
            return ""
        kinds = [position.target.kind for position in output.positions]
        unknown, spelt = kinds.count("unknown"), kinds.count("byte")
        if unknown:
            return tr(
                "The vocabulary lacks characters of the reference: %n piece(s) are “unknown”, and "
                "their loss says nothing about those characters.",
                "",
                unknown,
            )
        if spelt:
            return tr(
                "The vocabulary lacks characters of the reference: they are spelt in %n byte(s), "
                "one position each.",
                "",
                spelt,
            )
        sentence = self._session.sentence()
        finished = None if sentence is None else sentence.finished
        if finished is not None and finished.reason == "nothing allowed":
            return tr("The model gives the next piece the probability 0, so the score ends here.")
        return ""

    # The full pass -------------------------------------------------------------------

    def _drop_stale(self, sentence: SentenceTrace, output: ScoredOutput) -> None:
        trace = self._session.trace
        written = tuple(position.target for position in output.positions)
        answer = self._answer
        if trace is None or (
            answer is not None
            and not answer.fits(trace.started.model.fingerprint, sentence.encoded, written)
        ):
            self._answer = None

    def _ask(self, sentence: SentenceTrace, step: int, hypothesis: int) -> None:
        """Ask for the full pass over what is written, once nothing more is being written."""
        session = self._session
        trace, model = session.trace, session.model
        if trace is None or self._answer is not None:
            return
        growing = sentence.finished is None and session.unfinished()
        if growing or model is None or model.fingerprint != trace.started.model.fingerprint:
            if not growing:
                self._failure = tr("It is computed by {model}; open it to see it.").format(
                    model=trace.started.model.name
                )
                self._asked = None
            return
        asked = (trace, sentence.encoded.sentence, step, hypothesis)
        if asked == self._asked:
            return
        self._asked, self._failure = asked, ""
        self.wanted.emit(with_model(lambda translator: translator.score(*asked)))

    @Slot(object)
    def take_answer(self, answer: object) -> None:
        """Show what the full pass tells, if it is about what is shown."""
        assert isinstance(answer, FullPass)
        self._answer = answer
        self._refresh.schedule()

    @Slot(str)
    def errand_failed(self, reason: str) -> None:
        """Say why the full pass tells nothing."""
        self._failure = reason
        self.totals.show_smoothed(self._answer, self._failure)

    # What the user does --------------------------------------------------------------

    @Slot()
    def _on_score(self) -> None:
        text = self.line.text().rstrip()
        if stacks_of(self._session.model) != "decoder":
            # There a space at the beginning is a piece, or part of one.
            text = text.strip()
        if not text:
            self.refuse(tr(NOTHING_TYPED))
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.refuse("")
        self.scoreRequested.emit(text)

    @Slot(str)
    def waiting(self) -> bool:
        """Whether ranks and smoothed loss are under way."""
        return self._asked is not None and self._answer is None and not self._failure

    def refuse(self, reason: str) -> None:
        """Say beside the line why it cannot be scored; nothing is lost. Empty: it can."""
        self._refusal = reason
        self._show_notice()

    @Slot(str)
    def _on_edited(self, _: str) -> None:
        self.refuse("")

    @Slot(int)
    def _on_chosen(self, row: int) -> None:
        session = self._session
        sentence = session.sentence()
        if sentence is not None:
            session.set_position(session.position_of(sentence.encoded.sentence, row))

    @Slot(object)
    def _on_pointed(self, row: int | None) -> None:
        self._session.set_hover(None if row is None else Hover("target", row))
        self._read()

    @Slot()
    def _on_hover(self) -> None:
        session, hover = self._session, self._session.hover
        here = hover is not None and hover.side == "target"
        here = here and session.hovered() is session.sentence()
        self.table.set_pointed(hover.index if hover is not None and here else None)

    def _read(self) -> None:
        row = self.table.looked_at()
        position = None if row is None else self.table.scores.position(row)
        self.readout.setText("" if position is None else self.table.scores.reading(position))

    # Qt ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.told.setVisible(self.height() >= _LOW)
        self.caption.setVisible(self.width() >= _NARROWER)
        self.totals.set_brief(self.width() < _NARROW)

    def sizeHint(self) -> QSize:
        return QSize(620, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 200)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
