"""One attention head from its queries, keys and values to what it adds, every number in reach."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.explanation import Explanation
from engine.model.heads_off import layers_of
from gui.errands import with_model
from gui.language import QT_TR_NOOP, tr
from gui.model_words import alone
from gui.session import Session
from gui.widgets.blanks import blank_of
from gui.widgets.chain_view import HINT, ChainView
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.head_chooser import HeadChooser
from gui.widgets.head_mark import OFF_MARK
from gui.widgets.kind_text import KIND_TITLES, query_name
from gui.widgets.pieces import label
from gui.widgets.see_through import see_through
from gui.widgets.vector import ON_SCREEN_ONLY
from gui.widgets.veil import Veil
from gui.widgets.wanted_head import Wanted, wanted_head
from gui.widgets.why_not import ask_to_run, why_no_attention
from gui.worker import Errand

ASK_TO_TRANSLATE = QT_TR_NOOP("Translate a sentence to see how a head computes its attention.")
NO_MODEL = QT_TR_NOOP("The numbers of a head are computed by its model. Open {model} to see them.")
NO_MEAN = QT_TR_NOOP("A mean over heads has no queries, keys and values of its own.")
WAITING = QT_TR_NOOP("Computing layer {layer}, head {head} …")


class ScoresPanel(QWidget):
    """Asks for the explanation of the head chosen in the session, and shows it.

    Signals:
        wanted: an errand that explains a head of the current trace; the answer goes to
            :meth:`take_answer`.
    """

    errand = "explain"
    wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asked: Wanted | None = None
        self._failure = ""
        self._shown_for: Wanted | None = None
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.again = QPushButton(tr("Try again"))
        self.chooser = HeadChooser()
        self.view = ChainView()
        self.veil = Veil(self.view)
        self.readout = ElidedLabel()
        self._stack = QStackedWidget()
        self._scroll = QScrollArea()
        self._message_page = QWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.again.hide()
        page = QVBoxLayout(self._message_page)
        page.addStretch(1)
        page.addWidget(self.message)
        page.addWidget(self.again, 0, Qt.AlignmentFlag.AlignHCenter)
        page.addStretch(1)
        self._scroll.setWidget(self.view)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        see_through(self._scroll)
        for page_widget in (self._message_page, self.chooser, self._scroll):
            self._stack.addWidget(page_widget)
        self.readout.setAccessibleName(tr("Number under the pointer"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(
            *session.place_signals,
            session.selectionChanged,
        )
        session.modelChanged.connect(self._ask_anew)
        session.traceReset.connect(self._ask_anew)
        self.again.clicked.connect(self._on_again)
        self.chooser.chosen.connect(self._on_head)
        self.view.read.connect(self._on_read)

    # What is wanted ------------------------------------------------------------------

    def explanation(self) -> Explanation | None:
        """What is drawn."""
        return self.view.explanation()

    def waiting(self) -> bool:
        """Whether something else is wanted than what is drawn."""
        return self._asked is not None and self._asked != self._shown_for

    @Slot()
    def _ask_anew(self) -> None:
        """What was asked for was asked of another model or trace."""
        self._asked = None
        self._failure = ""

    @Slot()
    def _on_again(self) -> None:
        self._ask_anew()
        self.refresh()

    @Slot(int)
    def _on_head(self, head: int) -> None:
        self._session.select(head=head)

    @Slot(object)
    def take_answer(self, explanation: object) -> None:
        """Draw an answer, if it is what is wanted now."""
        assert isinstance(explanation, Explanation)
        wanted = wanted_head(self._session)
        if wanted is None or wanted != self._asked or not wanted.fits(explanation):
            if self._asked is not None and self._asked.fits(explanation):
                # It will not come again: should it be wanted once more, ask once more.
                self._asked = None
            return
        before, self._shown_for = self._shown_for, wanted
        anew = before is None or (before.kind, before.sentence) != (wanted.kind, wanted.sentence)
        self.view.alone = alone(wanted.trace.started.model)
        self.view.show_explanation(explanation, _title(wanted, explanation), anew)
        self.refresh()

    @Slot(str)
    def errand_failed(self, reason: str) -> None:
        """Say why what was asked for cannot be shown."""
        if self.waiting():
            self._failure = reason
            self.refresh()

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Show the head chosen in the session, and ask for its numbers if need be."""
        shown = self._shown_for
        if not self.isVisible():
            # An old trace need not be kept alive.
            if shown is not None and shown.trace is not self._session.trace:
                self._forget()
            return
        if self._session.trace is None:
            self._forget()
        wanted = wanted_head(self._session)
        message = self._message(wanted)
        asks = False
        self.view.set_current(_blank(self._session))
        if wanted is not None and not message:
            asks = wanted not in (self._shown_for, self._asked)
            self._asked = wanted
            if asks:
                self._failure = ""
        else:
            self._ask_anew()
        self._show_page(wanted, message or self._failure)
        if asks and wanted is not None:
            self.wanted.emit(_explaining(wanted))

    def _forget(self) -> None:
        self._asked = self._shown_for = None
        self.view.forget()

    def _show_page(self, wanted: Wanted | None, message: str) -> None:
        waiting = ""
        if wanted is not None and self.waiting():
            waiting = tr(WAITING).format(layer=wanted.layer + 1, head=wanted.head + 1)
        if not message and wanted is not None and self.explanation() is None:
            message = waiting
        self.again.setVisible(bool(self._failure))
        if message:
            self.message.setText(message)
            self._stack.setCurrentWidget(self._message_page)
        elif wanted is None:
            self._offer_heads()
            self._stack.setCurrentWidget(self.chooser)
        else:
            self._stack.setCurrentWidget(self._scroll)
        if waiting:
            self.veil.cover_soon(waiting)
        else:
            self.veil.lift()
        self.view.tell()

    def _message(self, wanted: Wanted | None) -> str:
        """Why there is nothing to show; empty if there is, or if a head is to be chosen."""
        session = self._session
        ask = ask_to_run(session, ASK_TO_TRANSLATE)
        waiting = tr(ASK_TO_WAIT) if session.unfinished() else ask
        if session.trace is None or session.sentence() is None:
            return waiting
        lacking = why_no_attention(session)
        if lacking:
            return lacking
        if session.head is None:
            return ""
        if wanted is None:
            return waiting
        if wanted != self._shown_for and session.other() is not None:
            return tr(NO_MODEL).format(model=session.trace.started.model.name)
        return ""

    def _offer_heads(self) -> None:
        assert self._session.trace is not None
        choose = tr("Choose a head of layer {layer}:").format(layer=self._session.layer + 1)
        text = f"{tr(NO_MEAN)}\n{choose}"
        self.chooser.offer(text, self._session.trace.started.model.heads)

    @Slot(str)
    def _on_read(self, text: str) -> None:
        shown = self._stack.currentWidget() is self._scroll
        self.readout.setText(text if shown else "")
        self.readout.setProperty(ON_SCREEN_ONLY, text == tr(HINT))

    # Qt ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.set_room(self.width(), self.height())
        self.veil.setGeometry(self.view.rect())

    def sizeHint(self) -> QSize:
        return QSize(860, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 200)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()


def _blank(session: Session) -> int | None:
    """The piece that the step shown fills in, where the encoder alone fills in masks."""
    sentence, place = session.sentence(), session.place()
    return None if sentence is None or place is None else blank_of(session, sentence, place[1])


def _explaining(wanted: Wanted) -> Errand:
    """The errand that brings what is wanted."""
    return with_model(
        lambda translator: translator.explain(
            wanted.trace,
            wanted.sentence,
            wanted.kind,
            wanted.layer,
            wanted.head,
            wanted.step,
            wanted.hypothesis,
        )
    )


def _title(wanted: Wanted, explanation: Explanation) -> str:
    """Which head of which place, in words."""
    model = wanted.trace.started.model
    layers = layers_of(model, wanted.kind)
    off = f" {tr(OFF_MARK)}" if explanation.off else ""
    head = tr("head {head} of {heads}").format(head=wanted.head + 1, heads=model.heads)
    parts = [
        tr(KIND_TITLES[wanted.kind]),
        tr("layer {layer} of {layers}").format(layer=wanted.layer + 1, layers=layers),
        f"{head}{off}",
    ]
    if explanation.current is not None:
        step = tr("step {step}: {what} “{piece}”").format(
            step=explanation.current + 1,
            what=query_name(wanted.kind, alone(model)),
            piece=label(wanted.queries()[explanation.current]),
        )
        parts.append(step)
    return " · ".join(parts)
