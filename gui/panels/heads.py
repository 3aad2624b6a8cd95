"""Every head of every layer of one kind of attention, at a glance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.heads import Measure, order_of
from engine.events import AttentionKind, FloatArray
from engine.model.heads_off import HeadPlace
from engine.trace import SentenceTrace
from gui.language import QT_TR_NOOP, tr
from gui.offer import Offer, open_menu
from gui.session import Session
from gui.widgets import head_mark
from gui.widgets.choice import ChoiceBox
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import (
    ASK_TO_WAIT,
    NOT_RECORDED,
    empty_message,
)
from gui.widgets.head_orders import ORDERS, Order
from gui.widgets.heads_grid import HeadsGrid
from gui.widgets.heads_layout import Place
from gui.widgets.heads_menu import OffersOf, heads_offers
from gui.widgets.heads_model import Block, HeadsModel, Mask
from gui.widgets.heads_switches import SwitchButton, SwitchedOff
from gui.widgets.heads_words import HeadsWords
from gui.widgets.kind_box import KindBox
from gui.widgets.why_not import ask_to_run, why_no_attention

ASK_TO_TRANSLATE = QT_TR_NOOP("Translate a sentence to see every head of every layer here.")

_BETWEEN = 70
"""Pixels of margins and gaps in the line above the thumbnails."""

AT_ONCE = 200_000
"""Weights that are taken in within one frame: less than half of its 16 ms."""

_ENCODER, _DECODER, _CROSS = (
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
    AttentionKind.CROSS,
)


@dataclass(frozen=True)
class _Source:
    """What ``HeadsModel.sync`` needs to know, or why there is nothing to show."""

    message: str = ""
    view_of: tuple[object, ...] = ()
    marks: tuple[object, ...] = ()
    shape: tuple[int, int, int] = (0, 0, 0)
    counted: Mask | None = None
    block: Block | None = None


WHILE_DECODING_MS = 100
"""Between two drawings of all heads while steps stream in: each takes most of a frame where
there are two hundred of them. A step by hand is drawn at once."""


class HeadsPanel(QWidget):
    """Thumbnails of all heads with their entropy; selecting one selects it everywhere.

    Heads are switched off and on here: a click on a thumbnail's switch, X, the button above, the
    menus of heads and layers. A head that is off is hatched, and stays as it was computed.

    Signals:
        headsOffRequested: the heads, a tuple of ``HeadPlace``, that are to be off in a new
            translation of the same text; those not in it are to be on.
    """

    headsOffRequested = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._model = HeadsModel()
        self._words = HeadsWords(session, self._model)
        self._order = ORDERS[0]
        self._shown_orders: list[Order] = []
        self.kind_box = KindBox()
        self.order_box = ChoiceBox(narrowest=8)
        self.grid = HeadsGrid(self.head_text)
        self.switch_button = SwitchButton()
        self.switched_off = SwitchedOff(session)
        self.message = empty_message(tr(ASK_TO_TRANSLATE))
        self.note = ElidedLabel(colour="muted")
        self.readout = ElidedLabel()
        self.patterns = ElidedLabel(colour="muted")
        self._stack = QStackedWidget()
        self._build()
        self._refresh = Coalescer(self.refresh, self, WHILE_DECODING_MS)
        self._more = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(6)
        captions: list[QLabel] = []
        self.order_box.setAccessibleName(tr("Order of the heads"))
        self.order_box.setToolTip(
            tr("By layer and head, or as a list, sorted by what the heads do")
        )
        for text, box in ((tr("Kind"), self.kind_box), (tr("&Order"), self.order_box)):
            caption = QLabel(text)
            caption.setBuddy(box)
            captions.append(caption)
            row.addWidget(caption)
            row.addWidget(box)
            row.addSpacing(6)
        row.addStretch(1)
        row.addWidget(self.switch_button)
        self._captions = tuple(captions)
        self._stack.addWidget(self.message)
        self._stack.addWidget(self.grid)
        self.note.setAccessibleName(tr("How the thumbnails are drawn"))
        self.readout.setAccessibleName(tr("Head"))
        self.patterns.setAccessibleName(tr("Where it looks"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.switched_off)
        layout.addSpacing(2)
        layout.addWidget(self._stack, 1)
        for label in (self.note, self.readout, self.patterns):
            layout.addWidget(label)

    def _connect(self) -> None:
        session = self._session
        self._refresh.listen(
            *session.place_signals,
            session.selectionChanged,
            session.optionsChanged,
        )
        session.busyChanged.connect(self._on_busy)
        self.kind_box.chosen.connect(self._on_kind)
        self.order_box.activated.connect(self._on_order)
        self.grid.selected.connect(self._on_selected)
        self.grid.pointed.connect(self._update_readout)
        self.grid.switched.connect(self.switch)
        self.grid.menuRequested.connect(self._on_menu)
        self.switch_button.clicked.connect(self._on_switch)
        self.switched_off.restoreRequested.connect(self.restore)

    @Slot(bool)
    def _on_busy(self, busy: bool) -> None:
        # As a step by hand begins, what is drawn is still right: drawn again, it would have the
        # step itself wait for its turn.
        if not busy or self._stack.currentWidget() is self.message:
            self._refresh.schedule()

    # What is shown -------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frames now."""
        while self._refresh.pending or self._more.pending:
            self._refresh.flush()
            self._more.flush()

    def refresh(self) -> None:
        """Draw the heads of the selected kind at the current place.

        What does not fit into a frame is taken in over the next ones.
        """
        if not self.isVisible():
            # ``showEvent`` catches up; until then an old trace need not be kept alive.
            self._model.clear()
            return
        session = self._session
        self.kind_box.show_kind(session.kind)
        self._fill_orders()
        self.switched_off.refresh()
        source = self._source()
        if source.block is None or source.counted is None:
            self._model.clear()
            self.message.setText(source.message)
            self._stack.setCurrentWidget(self.message)
            self.grid.set_selection(None)
            self.note.hide()
            self.switch_button.show_nothing()
            self._update_readout()
            return
        self._stack.setCurrentWidget(self.grid)
        self._model.sync(
            source.view_of,
            source.marks,
            source.shape,
            source.counted,
            source.block,
            AT_ONCE,
        )
        order = self.order()
        measure = order.measure or Measure.ENTROPY
        numbers = self._model.measure(measure)
        most = self._model.most_entropy() if measure is Measure.ENTROPY else 1.0
        if self._model.missing:
            # The mean over some of the rows would be a wrong number.
            numbers = np.full_like(numbers, np.nan)
            self._more.schedule()
        places: list[Place] | None = None
        if order.measure is not None:
            heads = numbers[:, :-1]
            flat = order_of(heads.reshape(-1), order.highest_first)
            places = [divmod(int(index), heads.shape[1]) for index in flat]
        selection = self._selected_place()
        self.grid.show_heads(self._model, numbers, most, places, selection)
        self._mark_off()
        self._update_note()
        self._update_readout()

    def order(self) -> Order:
        """How the heads are sorted; by number where the wish does not fit the kind."""
        return self._order if self._session.kind in self._order.kinds else ORDERS[0]

    def model(self) -> HeadsModel:
        """The numbers that are shown."""
        return self._model

    def _fill_orders(self) -> None:
        fitting = [order for order in ORDERS if self._session.kind in order.kinds]
        if fitting != self._shown_orders:
            self._shown_orders = fitting
            self.order_box.clear()
            for index, order in enumerate(fitting):
                self.order_box.addItem(tr(order.name))
                self.order_box.setItemData(index, tr(order.hint), Qt.ItemDataRole.ToolTipRole)
        self.order_box.setCurrentIndex(fitting.index(self.order()))

    def _selected_place(self) -> Place:
        """The selection within the trace, which keeps the shape of the model that made it."""
        session, model = self._session, self._model
        layer = min(session.layer, model.layers - 1)
        if session.head is None:
            return layer, model.mean_column
        return layer, min(session.head, model.heads - 1)

    def _source(self) -> _Source:
        session = self._session
        sentence, place, kind = session.sentence(), session.place(), session.kind
        ask = ask_to_run(session, ASK_TO_TRANSLATE)
        message = tr(ASK_TO_WAIT) if session.unfinished() else ask
        if sentence is None:
            return _Source(message)
        lacking = why_no_attention(session)
        if lacking:
            return _Source(lacking)
        if kind is _ENCODER:
            return self._of_whole(sentence, sentence.encoded.attention, None)
        if place is None:
            return _Source(message)
        step, hypothesis = place[1], session.hypothesis()
        chain = sentence.ancestry(step, hypothesis)
        recorded = [live.cross if kind is _CROSS else live.decoder_self for live in chain]
        rows = [row for row in recorded if row is not None]
        if len(rows) < len(recorded):
            # Of the best hypothesis alone, attention may be recorded in one piece.
            view = sentence.attention(kind, step, hypothesis)
            return self._of_whole(sentence, None if view is None else view.weights, step)
        layers, heads, keys = rows[-1].shape

        def block(first: int, last: int) -> tuple[FloatArray, Mask]:
            weights = np.zeros((layers, heads, last - first, keys), dtype=np.float32)
            for index in range(first, last):
                weights[:, :, index - first, : rows[index].shape[-1]] = rows[index]
            return weights, self._allowed(sentence, first, last, keys)

        return _Source(
            view_of=(sentence, kind),
            marks=tuple(rows),
            shape=(layers, heads, keys),
            counted=self._counted(sentence, keys),
            block=block,
        )

    def _of_whole(
        self, sentence: SentenceTrace, weights: FloatArray | None, step: int | None
    ) -> _Source:
        """Of all rows in one array, [layers, heads, query, key]."""
        if weights is None:
            return _Source(tr(NOT_RECORDED))
        layers, heads, queries, keys = weights.shape

        def block(first: int, last: int) -> tuple[FloatArray, Mask]:
            return weights[:, :, first:last], self._allowed(sentence, first, last, keys)

        finished = sentence.finished
        mark = weights if step is None or finished is None else finished
        return _Source(
            view_of=(sentence, self._session.kind),
            marks=(mark,) * queries,
            shape=(layers, heads, keys),
            counted=self._counted(sentence, keys),
            block=block,
        )

    def _counted(self, sentence: SentenceTrace, keys: int) -> Mask:
        """[key], false for end tokens; the decoder's inputs have none."""
        if self._session.kind is _DECODER:
            return np.ones(keys, dtype=np.bool_)
        return np.array([piece.kind != "special" for piece in sentence.encoded.pieces])

    def _allowed(self, sentence: SentenceTrace, first: int, last: int, keys: int) -> Mask:
        """[query, key], false where the mask in force hides the key."""
        kind = self._session.kind
        if kind is _ENCODER:
            return ~np.isneginf(sentence.encoded.mask[first:last])
        allowed = np.zeros((last - first, keys), dtype=np.bool_)
        for index in range(first, last):
            step = sentence.steps[index]
            mask = step.cross_mask if kind is _CROSS else step.self_mask
            allowed[index - first, : len(mask)] = ~np.isneginf(mask)
        return allowed

    # In words ------------------------------------------------------------------------

    def head_text(self, place: Place) -> str:
        """A head in words, with all its numbers, one a line."""
        return self._words.text(place)

    @Slot()
    def _update_readout(self, *_: object) -> None:
        readout, patterns = self._words.readout(self.grid.pointed_place or self.grid.selection)
        self.readout.setText(readout)
        self.patterns.setText(patterns)

    def _update_note(self) -> None:
        queries, keys = self.grid.weights_a_dot()
        shared = queries * keys > 1
        if shared:
            self.note.setText(
                tr(
                    "A dot stands for up to {queries} × {keys} weights (queries × keys) and "
                    "shows the largest."
                ).format(queries=queries, keys=keys)
            )
        self.note.setVisible(shared)

    # Switching heads off -------------------------------------------------------------

    def _mark_off(self) -> None:
        session = self._session
        now, then = head_mark.shown_off(session), head_mark.next_off(session)
        of_kind = session.kind.value

        def places(heads: frozenset[HeadPlace]) -> set[Place]:
            return {(layer, head) for kind, layer, head in heads if kind == of_kind}

        self.grid.set_off(places(now), places(now ^ then))
        self.switch_button.show_for(session, *self._layer_and_head(self._selected_place()))

    def _layer_and_head(self, place: Place) -> tuple[int, int | None]:
        """The head of a place; ``None`` where it stands for its whole layer."""
        layer, column = place
        return layer, column if column < self._model.heads else None

    @Slot(object)
    def switch(self, place: Place) -> None:
        """Ask for a head to be switched off or on; the mean's place is the whole layer."""
        session = self._session
        layer, head = self._layer_and_head(place)
        heads = head_mark.layer_places(session, session.kind, layer)
        if head is not None:
            # What is drawn may be another model's, of more heads, until it is drawn anew.
            heads = heads[head : head + 1]
        if heads and layer < session.layers():
            self.headsOffRequested.emit(head_mark.changed(session, heads))

    @Slot()
    def restore(self) -> None:
        """Ask for all heads to be on."""
        self.headsOffRequested.emit(())

    @Slot()
    def _on_switch(self) -> None:
        if self.grid.selection is not None:
            self.switch(self.grid.selection)

    @Slot(object, QPoint)
    def _on_menu(self, place: Place, where: QPoint) -> None:
        # The menu is about what is selected: a right click selects like a left one.
        self._on_selected(place)
        open_menu(self, where)

    def offers(self) -> dict[str, Offer]:
        """Switching the selected head, or its layer."""
        return {name: offer for name, (offer, _) in self._offered().items()}

    def _offered(self) -> OffersOf:
        session = self._session
        heads = session.heads()
        layer = max(0, min(session.layer, session.layers() - 1))
        head = None if session.head is None or not heads else min(session.head, heads - 1)
        return heads_offers(session, layer, head)

    def _do(self, command: str) -> None:
        offer, heads = self._offered()[command]
        if offer.possible:
            self.headsOffRequested.emit(heads)

    @Slot()
    def switch_selected(self) -> None:
        """Ask for the selected head to be switched off or on."""
        self._do("switch_head")

    @Slot()
    def switch_layer(self) -> None:
        """Ask for all heads of the selected layer to be switched off or on."""
        self._do("switch_layer")

    @Slot()
    def leave_selected(self) -> None:
        """Ask for all other heads of the selected one's layer to be switched off."""
        self._do("leave_head")

    # Slots ---------------------------------------------------------------------------

    @Slot(object)
    def _on_kind(self, kind: AttentionKind) -> None:
        self._session.select(kind=kind)

    @Slot(int)
    def _on_order(self, index: int) -> None:
        self._order = self._shown_orders[index]
        self.refresh()
        self.grid.scroll_to_start()

    @Slot(object)
    def _on_selected(self, place: Place) -> None:
        layer, column = place
        head = None if column == self._model.mean_column else column
        self._session.select(layer=layer, head=head)
        # The keys may repeat faster than frames come: the mark must keep up.
        self._refresh.flush()

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.switch_button.set_brief(self.width() < self._roomy())
        # Thumbnails of another size may have several weights in a dot.
        self._refresh.schedule()

    def _roomy(self) -> int:
        """The width from which on the switch has room for words: they differ by language."""
        parts: list[QWidget] = [*self._captions, self.kind_box, self.order_box]
        rest = sum(part.minimumSizeHint().width() for part in parts)
        return rest + self.switch_button.widest() + _BETWEEN
