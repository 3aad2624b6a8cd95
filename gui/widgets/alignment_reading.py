"""What an alignment is read from and how: chosen in the boxes, and in the session."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from engine.analysis.alignment import Method, Row
from engine.events import AttentionKind
from gui.session import Session
from gui.widgets.alignment_controls import AlignmentControls, Face

USUAL_THRESHOLD: Final = 0.1


class AlignmentReading(QObject):
    """Keeps what is chosen, and the boxes in step with it.

    Layer and head are those of the session as long as it looks at cross-attention, after that
    those it looked at last; choosing one here chooses it in the session, the kind with it. The
    mean over layers is no choice of the session's, so it lasts until a layer is chosen here.

    Attributes:
        row, method, threshold: how the alignment is read.
        face: how it is shown.

    Signals:
        changed: something else is chosen.
    """

    changed = Signal()

    def __init__(
        self, session: Session, controls: AlignmentControls, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._controls = session, controls
        self._all_layers = False
        self._layer, self._head = session.layer, session.head
        self.row, self.method, self.threshold = Row.WRITES, Method.ARGMAX, USUAL_THRESHOLD
        self.face: Face = "ties"
        for signal in (session.selectionChanged, session.modelChanged, session.traceReset):
            signal.connect(self._on_selection)
        controls.layerChosen.connect(self._on_layer)
        controls.headChosen.connect(self._on_head)
        controls.rowChosen.connect(self._on_row)
        controls.methodChosen.connect(self._on_method)
        controls.thresholdChosen.connect(self._on_threshold)
        controls.faceChosen.connect(self._on_face)
        self._on_selection()

    def place(self) -> tuple[int | None, int | None]:
        """The layer and the head that are read, ``None`` for the mean over all of them."""
        if self._all_layers:
            return None, None
        shape, layer, head = self._session.shape(), self._layer, self._head
        if shape is not None:
            # The trace may come from a smaller model than the choice.
            layer = max(0, min(layer, shape.decoder_layers - 1))
            head = None if head is None else max(0, min(head, shape.heads - 1))
        return layer, head

    def show(self) -> None:
        """Let the boxes show what is chosen."""
        shape = self._session.shape()
        self._controls.show_selection(
            *self.place(),
            None if shape is None else shape.decoder_layers,
            None if shape is None else shape.heads,
        )
        self._controls.show_reading(self.row, self.method, self.threshold, self.face)

    @Slot()
    def _on_selection(self) -> None:
        session = self._session
        if session.kind is AttentionKind.CROSS:
            self._layer, self._head = session.layer, session.head
        self.changed.emit()

    @Slot(object)
    def _on_layer(self, layer: int | None) -> None:
        self._all_layers = layer is None
        if layer is not None:
            self._session.select(kind=AttentionKind.CROSS, layer=layer, head=self._head)
        self.changed.emit()

    @Slot(object)
    def _on_head(self, head: int | None) -> None:
        self._session.select(kind=AttentionKind.CROSS, layer=self._layer, head=head)

    @Slot(object)
    def _on_row(self, row: Row) -> None:
        self.row = row
        self.changed.emit()

    @Slot(object)
    def _on_method(self, method: Method) -> None:
        self.method = method
        self.changed.emit()

    @Slot(float)
    def _on_threshold(self, threshold: float) -> None:
        self.threshold = threshold
        self.changed.emit()

    @Slot(str)
    def _on_face(self, face: Face) -> None:
        if face != self.face:
            self.face = face
            self.changed.emit()
