"""The distribution a step chose from: its likeliest pieces, and what if another were written."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.model.kinds import Stacks
from engine.trace import SentenceTrace, Trace
from gui import numbers
from gui.language import QT_TR_NOOP, tr
from gui.numbers import fixed, significant, whole
from gui.offer import Offer, named
from gui.session import Session
from gui.widgets.blanks import blanks, fills_in, text_with_masks
from gui.widgets.candidate_list import CandidateList
from gui.widgets.candidate_model import Row, Table, entropy_text, read_table, reading
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.fact import Fact
from gui.widgets.pieces import SPACE_MARK, label, log_text, weight_text
from gui.widgets.vector import ON_SCREEN_ONLY
from gui.widgets.why_not import ask_to_run, why_nothing_filled

ASK_TO_TRANSLATE = QT_TR_NOOP(
    "Translate a sentence to see which pieces each step could have written."
)
HINT = QT_TR_NOOP("Click or Enter: what if this piece. Delete: what if never.")
NO_SECOND = "–"

Drawn = tuple[Trace, int, int, int]
"""What is drawn: trace, sentence, step, hypothesis."""


class CandidatesPanel(QWidget):
    """The candidates of the current step, after the hypothesis that is shown.

    Signals:
        forceRequested: sentence, step, hypothesis, id: what if this piece is written there.
        forbidRequested: sentence, step, hypothesis, id: what if it is never written from there.
        forceTextRequested: sentence, step, hypothesis, text: what if these words are.
    """

    forceRequested = Signal(int, int, int, int)
    forbidRequested = Signal(int, int, int, int)
    forceTextRequested = Signal(int, int, int, str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._drawn: Drawn | None = None
        self._offered: tuple[Table, int] | None = None
        self._style = numbers.style()
        self._stale = True
        # The newest words stand at its end.
        self.heading = ElidedLabel(cut=Qt.TextElideMode.ElideMiddle)
        self.entropy = Fact(tr("Entropy"))
        self.margin = Fact(tr("Margin"))
        self.ratio = Fact(tr("Log ratio"))
        self.list = CandidateList()
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.readout = ElidedLabel(colour="muted")
        self.words = QLineEdit()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self._set_bold()
        self.heading.setAccessibleName(tr("Step"))
        facts = QHBoxLayout()
        facts.setSpacing(14)
        for fact, share in ((self.entropy, 5), (self.margin, 3), (self.ratio, 3)):
            facts.addWidget(fact, share)
        self.readout.setAccessibleName(tr("Candidate under the pointer"))
        self.words.setObjectName("field")
        self.words.setAccessibleName(tr("Force words"))
        self.words.setToolTip(
            tr(
                "What if the translation goes on with these words from this step on: they take the "
                "place of this step's piece and of all that follows, what stands before is kept. "
                "Enter tries it."
            )
        )
        self.words.setAccessibleDescription(self.words.toolTip())
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.heading)
        column.addLayout(facts)
        column.addWidget(self.list, 1)
        column.addWidget(self.readout)
        column.addWidget(self.words)
        self._stack.addWidget(self.message)
        self._stack.addWidget(shown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(self._stack)
        self.setAccessibleName(tr("Candidates"))

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals)
        self.list.pointed.connect(self._on_pointed)
        self.list.forced.connect(self._on_forced)
        self.list.forbidden.connect(self._on_forbidden)
        self.words.returnPressed.connect(self._on_words)

    # Drawing -------------------------------------------------------------------------

    def table(self) -> Table | None:
        """What is drawn."""
        return self.list.table()

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Draw the current step; while hidden, once it is shown."""
        self._stale = not self.isVisible()
        if self._stale:
            # An old trace need not be kept alive.
            if self._drawn is not None and self._drawn[0] is not self._session.trace:
                self._drawn = None
                self.list.set_table(None)
            return
        session = self._session
        trace, place, sentence = session.trace, session.place(), session.sentence()
        if trace is None or place is None or sentence is None:
            self._drawn = None
            self.list.set_table(None)
            waiting = trace is not None and session.unfinished() and bool(trace.started.sentences)
            ask = why_nothing_filled(session) or ask_to_run(session, ASK_TO_TRANSLATE)
            self.message.setText(tr(ASK_TO_WAIT) if waiting else ask)
            self._stack.setCurrentWidget(self.message)
            return
        drawn = (trace, *place, session.hypothesis())
        if drawn != self._drawn or numbers.style() != self._style:
            self._drawn, self._style = drawn, numbers.style()
            vocabulary = trace.started.model.vocabulary_size
            table = read_table(sentence, place[1], drawn[3], vocabulary)
            self.list.set_table(table)
            self._show_facts(table)
            self._on_pointed(self.list.looked_at())
        shown, whole_text = self._heading(drawn)
        self.heading.setText(shown)
        self.heading.setToolTip(whole_text)
        force = tr("Force words from step {step} on…")
        if fills_in(trace.started.model):
            force = tr("Force pieces from mask {step} on…")
        self.words.setPlaceholderText(force.format(step=place[1] + 1))
        self._stack.setCurrentIndex(1)

    def _heading(self, drawn: Drawn) -> tuple[str, str]:
        """The step, and after what or where in the text it stands; the same at length."""
        trace, number, step, hypothesis = drawn
        sentence = trace.sentences[number]
        hypotheses = sentence.steps[step].hypotheses
        parts = [tr("Step {step}").format(step=step + 1)]
        filling = blanks(trace.started.model, sentence)
        if filling:
            text = tr("Mask {number} of {count}")
            parts = [text.format(number=step + 1, count=len(filling))]
        if len(trace.started.sentences) > 1:
            parts.append(tr("sentence {number}").format(number=number + 1))
        if len(hypotheses) > 1:
            text = tr("hypothesis {number} of {count}")
            parts.append(text.format(number=hypothesis + 1, count=len(hypotheses)))
        place = " · ".join(parts)
        if step < len(filling):
            told, near = text_with_masks(trace.started.text, sentence, filling[step])
            text = tr("{place}: in “{text}”")
            return text.format(place=place, text=near), text.format(place=place, text=told)
        parent = hypotheses[hypothesis].parent
        before = _before(trace.started.model.stacks, sentence, step, parent)
        text = tr("{place}: after “{text}”") if before else tr("{place}: the first piece")
        said = text.format(place=place, text=before)
        return said, said

    def _show_facts(self, table: Table) -> None:
        entropy = table.entropy
        meaning = tr(
            "H = −Σ p ln p over the vocabulary: 0 if one piece is certain, ln {n} = {most} if all "
            "are equal."
        ).format(n=whole(table.vocabulary), most=fixed(math.log(max(1, table.vocabulary)), 3))
        if entropy.low < entropy.high:
            between = tr(
                "Only the likeliest {n} pieces are recorded, so it is known to lie between two "
                "numbers:\nof the other pieces none is likelier than the last of these, and "
                "together they have what is left.\n"
                "Of the bars, where all other pieces count as one, it is {coarse}."
            ).format(n=table.recorded, coarse=fixed(entropy.coarse, 4))
            meaning = f"{meaning}\n{between}"
        self.entropy.show_value(entropy_text(entropy), meaning)
        if table.margin is None or table.log_ratio is None:
            why = tr("Only one piece is recorded, so there is no second to compare with.")
            self.margin.show_value(NO_SECOND, why)
            self.ratio.show_value(NO_SECOND, why)
            return
        self.margin.show_value(
            weight_text(table.margin),
            tr(
                "p₁ − p₂ of the two likeliest pieces, p₁ and p₂, blocked or not: how far the first "
                "is ahead"
            ),
        )
        self.ratio.show_value(
            log_text(table.log_ratio),
            tr(
                "ln p₁ − ln p₂ = ln (p₁ / p₂) of the two likeliest pieces, p₁ and p₂, blocked or "
                "not: the first is {times} times as likely"
            ).format(times=significant(math.exp(min(table.log_ratio, 700.0)), 4)),
        )

    # What is asked for ---------------------------------------------------------------

    def _place(self) -> tuple[int, int, int] | None:
        """Sentence, step and hypothesis that are drawn, if they still are part of the trace."""
        if self._drawn is None or self._drawn[0] is not self._session.trace:
            return None
        return self._drawn[1:]

    @Slot(int)
    def _on_forced(self, piece: int) -> None:
        place = self._place()
        if place is not None:
            self.forceRequested.emit(*place, piece)

    @Slot(int)
    def _on_forbidden(self, piece: int) -> None:
        place = self._place()
        if place is not None:
            self.forbidRequested.emit(*place, piece)

    def offers(self) -> dict[str, Offer]:
        """What if, of the cursor's row; without a cursor of the piece that the step wrote."""
        self._offered = None
        table = self.list.table()
        if table is None or self._place() is None or not self.isVisible():
            nothing = Offer(possible=False)
            return {"write_candidate": nothing, "forbid_candidate": nothing}
        cursor = self.list.cursor_row()
        index = table.chosen if cursor is None else cursor
        row = table.rows[index]
        self._offered = table, index
        written = tr("What &if this is written here")
        forbidden = tr("What if this is n&ever written from here on")
        if row.piece is not None:
            piece = named(row.name)
            written = tr("What &if “{piece}” is written here").format(piece=piece)
            forbidden = tr("What if “{piece}” is n&ever written from here on").format(piece=piece)
        return {
            "write_candidate": Offer(written, not row.force_refusal, row.force_refusal),
            "forbid_candidate": Offer(forbidden, not row.forbid_refusal, row.forbid_refusal),
        }

    @Slot()
    def write_offered(self) -> None:
        """Ask for the piece to be written that was offered."""
        # What is shown may be another step by the time of the choice.
        if self._offered is not None and self._offered[0] is self.list.table():
            self.list.force(self._offered[1])

    @Slot()
    def forbid_offered(self) -> None:
        """Ask for the piece never to be written that was offered."""
        if self._offered is not None and self._offered[0] is self.list.table():
            self.list.forbid(self._offered[1])

    def edit_words(self) -> None:
        """Put the cursor into the field for words."""
        self.flush()
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def _on_words(self) -> None:
        place, text = self._place(), self.words.text().rstrip()
        trace = self._session.trace
        if trace is None or trace.started.model.stacks != "decoder":
            # There a space at the beginning is a piece, or part of one.
            text = text.strip()
        if place is None or not text:
            return
        # Undo in the field brings them back, should they be refused.
        self.words.clear()
        self.forceTextRequested.emit(*place, text)

    @Slot(object)
    def _on_pointed(self, row: Row | None) -> None:
        table = self.list.table()
        hint = row is None or table is None
        self.readout.setText(tr(HINT) if row is None or table is None else reading(table, row))
        self.readout.setProperty(ON_SCREEN_ONLY, hint)

    # Qt ------------------------------------------------------------------------------

    def _set_bold(self) -> None:
        font = self.font()
        font.setBold(True)
        self.heading.setFont(font)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._set_bold()

    def sizeHint(self) -> QSize:
        return QSize(460, 420)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.flush()
        if self._stale:
            self.refresh()


def _before(stacks: Stacks, sentence: SentenceTrace, step: int, parent: int) -> str:
    """What the piece of a step comes after; empty if it is the first of all."""
    if step:
        written = sentence.steps[step - 1].hypotheses[parent].text
        # Special pieces are no text, and yet something stands there.
        return written or " ".join(map(label, sentence.pieces(step - 1, parent)))
    if stacks != "decoder":
        return ""
    # The first piece of a text that is continued is given before any step.
    start = label(sentence.encoded.start)
    return start.lstrip(SPACE_MARK) or start
