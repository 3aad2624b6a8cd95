"""What an alignment is read from, how, and how it is shown: the boxes over it."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from engine.analysis.alignment import Method, Row
from gui.language import QT_TR_NOOP, tr
from gui.numbers import fixed
from gui.widgets.choice import ChoiceBox
from gui.widgets.flow_layout import FlowLayout
from gui.widgets.segments import Segments

Face = Literal["ties", "matrix"]

ROWS: Final = {
    Row.WRITES: (
        QT_TR_NOOP("row that writes the word"),
        QT_TR_NOOP(
            "The row of the decoder position whose output is the word: where the network looked "
            "to choose it (the usual reading; Garg et al. 2019)"
        ),
    ),
    Row.READS: (
        QT_TR_NOOP("row whose input is the word"),
        QT_TR_NOOP(
            "The row one step later, of the decoder position whose input is the word: where the "
            "network looked once it knew the word (Shift-Att, Chen et al. 2020). Of the last "
            "word it comes with the next step."
        ),
    ),
}
METHODS: Final = {
    Method.ARGMAX: (
        QT_TR_NOOP("argmax"),
        QT_TR_NOOP("Each target word is aligned with the source word it gives most weight"),
    ),
    Method.INTERSECTION: (
        QT_TR_NOOP("intersection"),
        QT_TR_NOOP(
            "A pair is aligned if it is the largest weight of the target word's row and of the "
            "source word's column too: both argmaxes intersected"
        ),
    ),
    Method.THRESHOLD: (
        QT_TR_NOOP("threshold"),
        QT_TR_NOOP("Every pair whose weight reaches the threshold is aligned"),
    ),
}
FACES: Final[dict[Face, tuple[str, str]]] = {
    "ties": (QT_TR_NOOP("Ties"), QT_TR_NOOP("Source and target one above the other, tied")),
    "matrix": (
        QT_TR_NOOP("Matrix"),
        QT_TR_NOOP("One row a target word, one column a source word; aligned cells are framed"),
    ),
}
THRESHOLD_TIP: Final = QT_TR_NOOP(
    "Pairs of at least this weight are tied in grey, aligned or not; the method “threshold” "
    "aligns just these. Argmax and intersection do not depend on it."
)


class AlignmentControls(QWidget):
    """Shows choices and says which one the user made; keeps none itself.

    Signals:
        layerChosen: from 0, or ``None`` for the mean over layers.
        headChosen: from 0, or ``None`` for the mean over heads.
        rowChosen: a ``Row``.
        methodChosen: a ``Method``.
        thresholdChosen: from 0 to 1.
        faceChosen: "ties" or "matrix".
    """

    layerChosen = Signal(object)
    headChosen = Signal(object)
    rowChosen = Signal(object)
    methodChosen = Signal(object)
    thresholdChosen = Signal(float)
    faceChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.layer_box = ChoiceBox(narrowest=16)
        self.head_box = ChoiceBox(narrowest=15)
        self.row_box = ChoiceBox(narrowest=25)
        self.method_box = ChoiceBox(narrowest=12)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.least = QLabel()
        self._threshold = QWidget()
        self.faces = Segments(
            tr("View"), [(face, tr(name), tr(hint)) for face, (name, hint) in FACES.items()]
        )
        self._layout = FlowLayout(self, across=8)
        self._build()
        self._connect()

    def _build(self) -> None:
        self.layer_box.setAccessibleName(tr("Layer"))
        self.layer_box.setToolTip(
            tr("Decoder layer whose cross-attention is read, or the mean over all layers")
        )
        self.head_box.setAccessibleName(tr("Attention head"))
        self.row_box.setAccessibleName(tr("Row of the attention"))
        self.row_box.setToolTip(tr("Which row of the cross-attention speaks for a word"))
        self.method_box.setAccessibleName(tr("Hard alignment"))
        self.method_box.setToolTip(tr("How the aligned pairs are read off the weights"))
        for box, entries in ((self.row_box, ROWS), (self.method_box, METHODS)):
            for name, hint in entries.values():
                box.addItem(tr(name))
                box.setItemData(box.count() - 1, tr(hint), Qt.ItemDataRole.ToolTipRole)
        self.slider.setRange(1, 99)
        self.slider.setPageStep(10)
        self.slider.setFixedWidth(84)
        self.slider.setAccessibleName(tr("Threshold"))
        self.least.setFixedWidth(self.least.fontMetrics().horizontalAdvance("0.00") + 6)
        self._layout.addWidget(self.faces)
        # Their entries say what they are: captions would cost a narrow panel its room.
        for box in (self.layer_box, self.head_box, self.row_box, self.method_box):
            self._layout.addWidget(box)
        row = QHBoxLayout(self._threshold)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        caption = QLabel(tr("Threshold"))
        caption.setBuddy(self.slider)
        for widget in (caption, self.slider, self.least):
            widget.setToolTip(tr(THRESHOLD_TIP))
            row.addWidget(widget)
        self._layout.addWidget(self._threshold)

    def one_line(self, width: int) -> bool:
        """Whether all of them stand side by side in this width."""
        return self._layout.one_line(width)

    def set_compact(self, compact: bool) -> None:
        """Leave out how it is read: a very small panel has no room to change that too."""
        for widget in (self.row_box, self.method_box, self._threshold):
            widget.setVisible(not compact)

    def _connect(self) -> None:
        self.layer_box.activated.connect(self._on_layer)
        self.head_box.activated.connect(self._on_head)
        self.row_box.activated.connect(self._on_row)
        self.method_box.activated.connect(self._on_method)
        self.slider.valueChanged.connect(self._on_threshold)
        self.faces.chosen.connect(self.faceChosen)

    # What is shown -------------------------------------------------------------------

    def show_selection(
        self, layer: int | None, head: int | None, layers: int | None, heads: int | None
    ) -> None:
        """Show what is read.

        Args:
            layer: from 0, ``None`` for the mean over layers.
            head: from 0, ``None`` for the mean over heads.
            layers: how many there are to choose from; ``None`` while that is not known.
            heads: the same.
        """
        mean = tr("mean over layers")
        if layers is None:
            names, place = (
                [mean if layer is None else tr("layer {layer}").format(layer=layer + 1)],
                0,
            )
        else:
            each = (
                tr("layer {layer} of {layers}").format(layer=number + 1, layers=layers)
                for number in range(layers)
            )
            names, place = [mean, *each], 0 if layer is None else layer + 1
        _fill(self.layer_box, names, place, layers is not None)
        mean = tr("mean over heads")
        if heads is None or layer is None:
            one = mean if head is None or layer is None else tr("head {head}")
            _fill(self.head_box, [one.format(head=(head or 0) + 1)], 0, False)
        else:
            each = (tr("head {head}").format(head=number + 1) for number in range(heads))
            _fill(self.head_box, [mean, *each], 0 if head is None else head + 1, True)
        self.head_box.setToolTip(
            tr("Heads of different layers have nothing in common: over layers all are averaged")
            if layer is None
            else tr("One head, or the mean over all heads of the layer")
        )

    def show_reading(self, row: Row, method: Method, threshold: float, face: Face) -> None:
        """Show how it is read."""
        self.row_box.setCurrentIndex(list(ROWS).index(row))
        self.method_box.setCurrentIndex(list(METHODS).index(method))
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(threshold * 100))
        self.least.setText(fixed(threshold, 2))
        self.faces.choose(face)

    # What is chosen ------------------------------------------------------------------

    @Slot(int)
    def _on_layer(self, index: int) -> None:
        self.layerChosen.emit(None if index == 0 else index - 1)

    @Slot(int)
    def _on_head(self, index: int) -> None:
        self.headChosen.emit(None if index == 0 else index - 1)

    @Slot(int)
    def _on_row(self, index: int) -> None:
        self.rowChosen.emit(list(ROWS)[index])

    @Slot(int)
    def _on_method(self, index: int) -> None:
        self.methodChosen.emit(list(METHODS)[index])

    @Slot(int)
    def _on_threshold(self, value: int) -> None:
        self.thresholdChosen.emit(value / 100)


def _fill(box: ChoiceBox, names: list[str], place: int, enabled: bool) -> None:
    """Show these entries, the one at ``place`` chosen."""
    box.setEnabled(enabled)
    if [box.itemText(index) for index in range(box.count())] != names:
        box.clear()
        box.addItems(names)
    box.setCurrentIndex(place)
