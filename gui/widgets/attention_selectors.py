"""The boxes that choose kind, layer and head of the attention, kept in step with the session."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from engine.events import AttentionKind
from engine.model.heads_off import HeadPlace
from gui.language import tr
from gui.session import Session
from gui.widgets.choice import ChoiceBox
from gui.widgets.head_mark import shown_off, with_mark
from gui.widgets.kind_box import KindBox


class AttentionSelectors(QObject):
    """Three boxes over one selection."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._off: frozenset[HeadPlace] = frozenset()
        self.kind_box = KindBox()
        self.layer_box = ChoiceBox(narrowest=7)
        self.head_box = ChoiceBox(narrowest=6)
        self.layer_box.setAccessibleName(tr("Layer"))
        self.layer_box.setToolTip(tr("Layer of the stack, counted from its input"))
        self.head_box.setAccessibleName(tr("Attention head"))
        self.head_box.setToolTip(tr("One head, or the mean over all heads"))
        for signal in (
            session.selectionChanged,
            session.modelChanged,
            session.traceReset,
            session.optionsChanged,
        ):
            signal.connect(self._show_selection)
        session.eventAdded.connect(self._on_event)
        self.kind_box.chosen.connect(self._on_kind)
        self.layer_box.activated.connect(self._on_layer)
        self.head_box.activated.connect(self._on_head)
        self._show_selection()

    def captioned(self) -> list[QWidget]:
        """Each box with its name before it, to stay together where a line is full."""
        return [
            _captioned(tr("&Kind"), self.kind_box),
            _captioned(tr("La&yer"), self.layer_box),
            _captioned(tr("Hea&d"), self.head_box),
        ]

    def _fill(self) -> None:
        session = self._session
        known = session.shape() is not None
        if known:
            layers = session.layers()
            layer_names = [
                tr("{layer} of {layers}").format(layer=layer + 1, layers=layers)
                for layer in range(layers)
            ]
            head_names = [self._head_name(head) for head in (None, *range(session.heads()))]
        else:
            # What is remembered can be seen; what else there is only the model knows.
            layer_names = [f"{session.layer + 1}"]
            head_names = [self._head_name(session.head)]
        for box, names in ((self.layer_box, layer_names), (self.head_box, head_names)):
            box.setEnabled(known)
            if [box.itemText(index) for index in range(box.count())] != names:
                box.clear()
                box.addItems(names)

    @Slot(object)
    def _on_event(self, _: object) -> None:
        """Sentences may differ in what is off; of most events there is nothing to show."""
        if self._off != shown_off(self._session):
            self._show_selection()

    @Slot()
    def _show_selection(self, *_: object) -> None:
        session = self._session
        self._off = shown_off(session)
        self._fill()
        self.kind_box.show_kind(session.kind)
        if session.shape() is None:
            return
        self.layer_box.setCurrentIndex(session.layer)
        self.head_box.setCurrentIndex(0 if session.head is None else session.head + 1)

    def _head_name(self, head: int | None) -> str:
        session = self._session
        plain = tr("mean over heads") if head is None else tr("head {head}").format(head=head + 1)
        return with_mark(plain, session, session.kind, session.layer, head)

    @Slot(object)
    def _on_kind(self, kind: AttentionKind) -> None:
        self._session.select(kind=kind)

    @Slot(int)
    def _on_layer(self, index: int) -> None:
        self._session.select(layer=index)

    @Slot(int)
    def _on_head(self, index: int) -> None:
        self._session.select(head=None if index == 0 else index - 1)


def _captioned(text: str, box: QWidget) -> QWidget:
    pair = QWidget()
    caption = QLabel(text)
    caption.setBuddy(box)
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(5)
    row.addWidget(caption)
    row.addWidget(box, 1)
    return pair
