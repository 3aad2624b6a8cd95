"""What each decoder layer would say, and the norms of the residual stream."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.events import AttentionKind
from engine.layer_views import LayerViews
from engine.trace import SentenceTrace
from gui.language import QT_TR_NOOP, tr
from gui.session import Hover, Session
from gui.widgets.choice import ChoiceBox
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import ASK_TO_WAIT, empty_message
from gui.widgets.layer_faces import LensFace, NormsFace
from gui.widgets.layer_model import lens_table
from gui.widgets.layer_request import LayersAnswer, LayersRequest, Pacing
from gui.widgets.why_not import ask_to_run

ASK_TO_TRANSLATE: Final = QT_TR_NOOP(
    "Translate a sentence to see what each decoder layer would say at each step."
)
ENCODER_ALONE: Final = QT_TR_NOOP(
    "What a layer would say is read off the layers of a decoder, through the output projection. "
    "This model is an encoder alone: it has no decoder."
)
NO_MODEL: Final = QT_TR_NOOP(
    "The states of the layers are computed by their model. Open {model} to see them."
)
FACES: Final = (QT_TR_NOOP("What each layer would say"), QT_TR_NOOP("Norms"))
FACE_HINTS: Final = (
    QT_TR_NOOP(
        "The state after each decoder layer through the output projection and the softmax: "
        "the logit lens (nostalgebraist, 2020)"
    ),
    QT_TR_NOOP("How long the residual stream is, and what each sub-layer adds to it"),
)

HINT: Final = QT_TR_NOOP(
    "Point at a bar, or move over the rows with the arrow keys, to read its exact numbers."
)


class LayersPanel(QWidget):
    """Two faces of the current step's states; asks the engine for their numbers.

    Signals:
        wanted: a :class:`LayersRequest`, to be run on the worker's thread; its answer goes to
            :meth:`take_answer`, its failure to :meth:`errand_failed`.
    """

    errand = "layers"
    wanted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._views: LayerViews | None = None
        self._views_of: SentenceTrace | None = None
        self._asked: LayersRequest | None = None
        self._failed: LayersRequest | None = None
        self._failure = ""
        self._place: tuple[object, ...] = ()
        self._pacing = Pacing()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self.face_box = ChoiceBox(narrowest=10)
        self.lens = LensFace()
        self.norms = NormsFace()
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.again = QPushButton(tr("Try again"))
        self.readout = ElidedLabel()
        self._message_page = QWidget()
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.face_box.setAccessibleName(tr("What is shown of the layers"))
        for name, hint in zip(FACES, FACE_HINTS, strict=True):
            self.face_box.addItem(tr(name))
            self.face_box.setItemData(
                self.face_box.count() - 1, tr(hint), Qt.ItemDataRole.ToolTipRole
            )
        self.face_box.setToolTip(tr(FACE_HINTS[0]))
        caption = QLabel(tr("Show"))
        caption.setBuddy(self.face_box)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(caption)
        row.addWidget(self.face_box)
        row.addStretch(1)
        self.again.hide()
        page = QVBoxLayout(self._message_page)
        page.addStretch(1)
        page.addWidget(self.message)
        page.addWidget(self.again, 0, Qt.AlignmentFlag.AlignHCenter)
        page.addStretch(1)
        for widget in (self._message_page, self.lens, self.norms):
            self._stack.addWidget(widget)
        # The faces make do with any size; their words may not ask for more.
        self._stack.setMinimumSize(1, 1)
        self.readout.setAccessibleName(tr("Number under the pointer"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.readout)
        self.setAccessibleName(tr("Layers"))

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(
            *session.place_signals,
            session.selectionChanged,
            session.playingChanged,
        )
        session.traceReset.connect(self._ask_anew)
        session.modelChanged.connect(self._ask_anew)
        session.hoverChanged.connect(self._on_hover)
        self._later.timeout.connect(self.refresh)
        self.again.clicked.connect(self._on_again)
        self.face_box.activated.connect(self._on_face)
        self.lens.read.connect(self._on_lens_read)
        self.lens.stepPointed.connect(self._on_step_pointed)
        self.lens.stepChosen.connect(self._on_step)
        self.lens.layerChosen.connect(self._on_layer)
        self.norms.read.connect(self._on_norms_read)
        self.norms.stepMoved.connect(self._on_step_moved)

    # What is wanted ------------------------------------------------------------------

    def views(self) -> LayerViews | None:
        """What is known; may tell about fewer steps than are shown."""
        return self._views

    def waiting(self) -> bool:
        """Whether an answer is under way."""
        return self._asked is not None

    def _ending(self, sentence: SentenceTrace) -> tuple[int, int]:
        """The (step, hypothesis) that is asked for: the end of the path that is shown.

        The rows of a longer output that begins alike are the same, so going to and fro on
        the path asks for nothing.
        """
        path = self._session.path(sentence)
        return len(path) - 1, path[-1]

    def _ask(self, request: LayersRequest) -> None:
        session = self._session
        if self._asked is not None:
            return
        if session.playing and session.unfinished():
            wait = self._pacing.wait_ms()
            if wait > 0:
                if not self._later.isActive():
                    self._later.start(wait)
                return
        self._later.stop()
        self._asked = request
        self._pacing.ask()
        self.wanted.emit(request)

    @Slot()
    def _ask_anew(self) -> None:
        """What was asked for was asked of another model or trace."""
        self._asked = self._failed = None
        self._failure = ""

    @Slot()
    def _on_again(self) -> None:
        self._ask_anew()
        self.refresh()

    @Slot(object)
    def take_answer(self, answer: object) -> None:
        """Draw an answer, if it is the one that is waited for."""
        if not isinstance(answer, LayersAnswer) or answer.request is not self._asked:
            return
        self._asked = None
        self._pacing.answer()
        request = answer.request
        if request.trace is self._session.trace:
            self._views = answer.views
            self._views_of = request.trace.sentences[request.sentence]
        self.refresh()

    @Slot(str)
    def errand_failed(self, message: str) -> None:
        """Say why what was asked for cannot be shown."""
        if self._asked is not None:
            self._failed, self._asked = self._asked, None
            self._failure = message
            self.refresh()

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()

    def refresh(self) -> None:
        """Draw the current place, and ask for what is missing."""
        session = self._session
        if not self.isVisible():
            # An old trace need not be kept alive.
            known = session.trace is not None and self._views_of in session.trace.sentences
            if self._views_of is not None and not known:
                self._forget()
            return
        trace, place, sentence = session.trace, session.place(), session.sentence()
        shape = session.shape()
        if shape is not None and shape.stacks == "encoder":
            self._forget()
            self._show_message(tr(ENCODER_ALONE))
            return
        if trace is None or place is None or sentence is None:
            self._forget()
            ask = ask_to_run(session, ASK_TO_TRANSLATE)
            self._show_message(tr(ASK_TO_WAIT) if session.unfinished() else ask)
            return
        number, step = place
        written = sentence.pieces(step, session.hypothesis())
        views = self._views if self._views_of is sentence else None
        table = lens_table(trace.started.model, sentence.encoded.start, written, step, views)
        request = None
        if table.covered <= step:
            if session.other() is not None:
                self._show_message(tr(NO_MODEL).format(model=trace.started.model.name))
                return
            request = LayersRequest(trace, number, *self._ending(sentence))
            if request == self._failed:
                self._show_message(self._failure, again=True)
                return
        shown = (sentence, step, session.hypothesis())
        moved, self._place = shown != self._place, shown
        self.again.hide()
        self.lens.show_table(table, self._selected_layer(), moved)
        self.norms.show_table(table, sentence.encoded.pieces)
        self._on_hover()
        self._stack.setCurrentIndex(1 + self.face_box.currentIndex())
        if request is not None:
            self._ask(request)

    def _selected_layer(self) -> int | None:
        """The layer of the selected attention, where that is the decoder's."""
        of_encoder = self._session.kind is AttentionKind.ENCODER_SELF
        return None if of_encoder else self._session.layer

    def _show_message(self, text: str, again: bool = False) -> None:
        self.message.setText(text)
        self.again.setVisible(again)
        self.readout.setText("")
        self._stack.setCurrentWidget(self._message_page)

    def _forget(self) -> None:
        self._views = self._views_of = None
        self._place = ()
        self._later.stop()
        self.lens.show_table(None, None, True)
        self.norms.show_table(None, ())

    # Slots ---------------------------------------------------------------------------

    @Slot(int)
    def _on_face(self, index: int) -> None:
        self.face_box.setToolTip(tr(FACE_HINTS[index]))
        self.readout.setText(tr(HINT) if index else "")
        self.refresh()

    @Slot(str)
    def _on_lens_read(self, text: str) -> None:
        if self.face_box.currentIndex() == 0:
            self.readout.setText(text)

    @Slot(str)
    def _on_norms_read(self, text: str) -> None:
        if self.face_box.currentIndex() == 1:
            self.readout.setText(text or tr(HINT))

    @Slot(int)
    def _on_step(self, step: int) -> None:
        place = self._session.place()
        if place is not None:
            position = self._session.position_of(place[0], step)
            if position >= 0:
                self._session.set_position(position)

    @Slot(int)
    def _on_step_moved(self, by: int) -> None:
        place = self._session.place()
        if place is not None:
            self._on_step(place[1] + by)

    @Slot(int)
    def _on_layer(self, layer: int) -> None:
        if self._selected_layer() is not None:
            self._session.select(layer=layer)

    @Slot(object)
    def _on_step_pointed(self, step: int | None) -> None:
        self._session.set_hover(None if step is None else Hover("target", step))

    @Slot()
    def _on_hover(self) -> None:
        session = self._session
        hover = session.hover if session.hovered() is session.sentence() else None
        target = hover.index if hover is not None and hover.side == "target" else None
        source = hover.index if hover is not None and hover.side == "source" else None
        self.lens.grid.set_hover(target)
        self.norms.set_hover(source)

    # Qt ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lens.set_room(self.width(), self.height())
        self.norms.set_room(self.width(), self.height())

    def sizeHint(self) -> QSize:
        return QSize(720, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, 200)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
