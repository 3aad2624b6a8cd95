"""Two translations compared: what was asked differently, the words, the steps, the attention."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.compare import StepRow, step_rows
from engine.events import AttentionKind
from engine.trace import Trace
from gui.history import History
from gui.history_entry import Entry
from gui.language import tr
from gui.session import Session
from gui.widgets.coalesce import Coalescer
from gui.widgets.compare_controls import CompareControls
from gui.widgets.compare_header import CompareHeader
from gui.widgets.compared_attention import ComparedAttention
from gui.widgets.comparison import NAMES, Compared, compared, facts
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.history_text import one_line, time_text
from gui.widgets.step_table import StepTable

_HEADER_SHARE = 0.33
"""Of the page's height, the most that the header may take."""

_LEAST_BELOW = 110
"""Pixels that the table or the cells are left before the header grows."""

Place = tuple[Trace, dict[int, tuple[int, int]]]


class ComparePage(QWidget):
    """An entry of the history beside another one, or beside whatever is shown now.

    A is the older one; every difference is B − A.

    Signals:
        backRequested: back to the list.
    """

    backRequested = Signal()

    def __init__(self, session: Session, history: History, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._history = history
        self._pair: tuple[Entry | None, Entry | None] | None = None
        self._chosen_sentence: int | None = None
        self._sides: tuple[Compared, Compared] | None = None
        self._rows: tuple[tuple[object, ...], tuple[StepRow, ...]] = ((), ())
        self.back_button = QToolButton()
        self.title = ElidedLabel()
        self.swap_button = QToolButton()
        self.header = CompareHeader()
        self.controls = CompareControls()
        self.table = StepTable()
        self.attention = ComparedAttention()
        self.message = empty_message("")
        self.readout = ElidedLabel()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()

    def _build(self) -> None:
        self.back_button.setText(tr("← History"))
        self.back_button.setToolTip(tr("Back to the list (Escape)"))
        self.back_button.setAccessibleName(tr("Back to the list"))
        self.swap_button.setText("⇄")
        self.swap_button.setToolTip(tr("Exchange A and B: every difference changes its sign"))
        self.swap_button.setAccessibleName(tr("Exchange A and B"))
        self.title.setAccessibleName(tr("Comparison"))
        self.readout.setAccessibleName(tr("Under the pointer"))
        self.setAccessibleName(tr("Comparison of two translations"))
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self.back_button)
        top.addWidget(self.title, 1)
        top.addWidget(self.swap_button)
        for page in (self.message, self.table, self.attention):
            self._stack.addWidget(page)
        # In a small panel they make do with what is left.
        self._stack.setMinimumSize(160, 90)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.header)
        layout.addWidget(self.controls)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(*session.place_signals, session.selectionChanged)
        self._refresh.listen(self._history.changed)
        self.back_button.clicked.connect(self.backRequested)
        self.swap_button.clicked.connect(self.swap)
        self.controls.faceChosen.connect(self._on_face)
        self.controls.changed.connect(self._refresh.schedule)
        self.controls.kindChosen.connect(self._on_kind)
        self.controls.sentenceChosen.connect(self._on_sentence)
        self.table.looked.connect(self.readout.setText)
        self.table.chosen.connect(self._on_step)
        self.attention.looked.connect(self.readout.setText)

    # What is compared ----------------------------------------------------------------

    def pair(self) -> tuple[Entry | None, Entry | None] | None:
        """A and B; ``None`` is what the window shows, whatever that is."""
        return self._pair

    def sides(self) -> tuple[Compared, Compared] | None:
        """The two sentences that are drawn."""
        return self._sides

    def take_focus(self) -> None:
        """Begin with what is shown of the two."""
        face = self.controls.face
        face.button(face.current).setFocus(Qt.FocusReason.TabFocusReason)

    def show_pair(self, first: Entry | None, second: Entry | None) -> None:
        """Compare two entries, or one with what the window shows (``None``)."""
        self._pair = (first, second)
        self._chosen_sentence = None
        self._refresh.schedule()
        self.flush()

    def forget(self) -> None:
        """Compare nothing, and keep nothing alive."""
        self._pair = self._sides = None
        self._rows = ((), ())
        self.attention.forget()
        self.table.steps.forget()

    @Slot()
    def swap(self) -> None:
        """Make A of B and B of A."""
        if self._pair is not None:
            self._pair = self._pair[::-1]
            self._refresh.schedule()

    def _place(self, entry: Entry | None) -> Place | None:
        """The trace of one of the two, and what is followed in it."""
        session = self._session
        trace = session.trace if entry is None else entry.trace
        if trace is None:
            return None
        if trace is session.trace:
            return trace, dict(session.followed)
        assert entry is not None
        return trace, entry.followed

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Draw the two as they are now; nothing while hidden."""
        if not self.isVisible() or self._pair is None:
            return
        session = self._session
        places = tuple(self._place(entry) for entry in self._pair)
        number = self._sentence_number(places)
        sides = self._fetch(places, number)
        self._sides = sides
        self.controls.show_selection(session.kind, session.layer, session.head)
        self._show_titles()
        if sides is None:
            self.header.show_facts(self._titles(), ())
            self.message.setText(self._why_nothing(places))
            self._stack.setCurrentWidget(self.message)
            self.readout.setText("")
            return
        self.header.show_facts(self._titles(), facts(*sides))
        self._spare()
        if self.controls.face.current == "steps":
            self._show_steps(sides)
        else:
            self._show_attention(sides)

    def _fetch(
        self, places: tuple[Place | None, ...], number: int
    ) -> tuple[Compared, Compared] | None:
        first, second = places
        if first is None or second is None or first[0] is second[0]:
            return None
        now = self._session.trace
        one, other = (
            compared(name, *place, number, place[0] is now)
            for name, place in zip(NAMES, (first, second), strict=True)
        )
        return None if one is None or other is None else (one, other)

    @staticmethod
    def _why_nothing(places: tuple[Place | None, ...]) -> str:
        first, second = places
        if first is None or second is None:
            return tr("Nothing is shown now: translate a sentence to compare with it.")
        if first[0] is second[0]:
            return tr(
                "This is the translation that is shown now: translate with another model, other "
                "options or another word, and the two are compared here."
            )
        return tr("The sentence is being encoded.")

    def _sentence_number(self, places: tuple[Place | None, ...]) -> int:
        """The sentence to compare: the one chosen, else the current one."""
        lengths = [len(place[0].started.sentences) for place in places if place is not None]
        count = min(lengths, default=0)
        number = self._chosen_sentence
        place = self._session.place()
        now = self._session.trace
        if number is None and place and any(each and each[0] is now for each in places):
            number = place[0]
        number = min(number or 0, max(0, count - 1))
        self.controls.show_sentence(number, count)
        return number

    def _titles(self) -> tuple[str, str]:
        """What the two are called: a letter and when, or that it is the one shown now."""
        assert self._pair is not None
        now = self._session.trace
        titles = []
        for name, entry in zip(NAMES, self._pair, strict=True):
            shown = entry is None or entry.trace is now
            when = tr("shown now") if shown or entry is None else time_text(entry)
            titles.append(f"{name} · {when}")
        return titles[0], titles[1]

    def _show_titles(self) -> None:
        assert self._pair is not None
        texts = []
        for entry in self._pair:
            trace = self._session.trace if entry is None else entry.trace
            texts.append("" if trace is None else one_line(trace.started.text))
        first, second = texts
        self.title.setText(first if first == second or not second else f"{first} | {second}")

    def _show_steps(self, sides: tuple[Compared, Compared]) -> None:
        drawn: tuple[object, ...] = tuple((side.side.sentence, side.side.path) for side in sides)
        if drawn != self._rows[0]:
            self._rows = (drawn, step_rows(sides[0].side, sides[1].side))
        rows = self._rows[1]
        if self.controls.only_differing.isChecked():
            rows = tuple(row for row in rows if row.differs)
        if not rows:
            none = not self._rows[1]
            self.message.setText(
                tr(ASK_TO_WAIT)
                if none
                else tr("No step differs: the same pieces, each with the same probability.")
            )
            self._stack.setCurrentWidget(self.message)
            self.readout.setText("")
            return
        self.table.show_rows(rows, sides, self._current(sides))
        self._stack.setCurrentWidget(self.table)

    def _show_attention(self, sides: tuple[Compared, Compared]) -> None:
        session = self._session
        self.attention.show_pair(
            sides,
            self._titles(),
            session.kind,
            session.layer,
            session.head,
            "beside" if self.controls.face.current == "beside" else "difference",
            self._current(sides),
        )
        self._stack.setCurrentWidget(self.attention)

    def _current(self, sides: tuple[Compared, Compared]) -> tuple[int | None, int | None]:
        """The steps of the two that the window shows now."""
        place = self._session.place()
        first, second = (
            place[1] if place and side.shown and side.number == place[0] else None for side in sides
        )
        return first, second

    # What the user does --------------------------------------------------------------

    @Slot(str)
    def _on_face(self, _: str) -> None:
        self.readout.setText("")
        self._refresh.schedule()

    @Slot(object)
    def _on_kind(self, kind: AttentionKind) -> None:
        self._session.select(kind=kind)

    @Slot(int)
    def _on_sentence(self, number: int) -> None:
        self._chosen_sentence = number
        self._refresh.schedule()

    @Slot(object)
    def _on_step(self, row: StepRow) -> None:
        """Show a step of the one that the window shows."""
        session = self._session
        for side, step in zip(self._sides or (), (row.first, row.second), strict=False):
            if side.trace is session.trace and step is not None:
                session.set_position(session.position_of(side.number, step))

    # Qt ------------------------------------------------------------------------------

    def _spare(self) -> None:
        """Leave the header what the table or the cells can do without."""
        controls = self.controls.heightForWidth(self.width())
        others = self.back_button.height() + controls + self.readout.height() + 5 * 6
        left = self.height() - others - _LEAST_BELOW
        self.header.set_most(min(left, round(self.height() * _HEADER_SHARE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._spare()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.backRequested.emit()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._refresh.schedule()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
