"""What of positions and embeddings is shown."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QWidget

from engine.embeddings import Side
from engine.model.kinds import Stacks
from gui.language import QT_TR_NOOP, tr
from gui.widgets.choice import ChoiceBox
from gui.widgets.flow_layout import FlowLayout
from gui.widgets.spin_box import indent

MATRIX, CURVES, EMBEDDINGS, PRODUCTS = range(4)
FACES: Final = (
    (QT_TR_NOOP("Matrix"), QT_TR_NOOP("The positional encoding: one row a position")),
    (QT_TR_NOOP("Curves"), QT_TR_NOOP("The sinusoids of chosen dimensions over the positions")),
    (QT_TR_NOOP("Embeddings"), QT_TR_NOOP("A sentence’s vectors before and after PE is added")),
    (QT_TR_NOOP("Dot products"), QT_TR_NOOP("Every position, or piece, times every other")),
)
Between = Literal["positions", "scaled", "total"]
BETWEEN: Final[tuple[tuple[Between, str], ...]] = (
    ("positions", QT_TR_NOOP("positions")),
    ("scaled", QT_TR_NOOP("embeddings")),
    ("total", QT_TR_NOOP("embeddings + positions")),
)
SIDES: Final[tuple[tuple[Side, str, str], ...]] = (
    ("source", QT_TR_NOOP("Source"), QT_TR_NOOP("What the encoder gets")),
    (
        "target",
        QT_TR_NOOP("Target"),
        QT_TR_NOOP("What the decoder gets: its input, shifted right, up to the current step"),
    ),
)
FIRST_COUNT: Final = 64
"""Positions that are shown at first."""


class PositionControls(QWidget):
    """The face, the side or the number of positions, and what dot products are between.

    Signals:
        changed: something else is chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face_box = ChoiceBox(narrowest=8)
        self.between_box = ChoiceBox(narrowest=8)
        self.side_box = ChoiceBox(narrowest=6)
        self.count_box = QSpinBox()
        indent(self.count_box)
        self._wanted = FIRST_COUNT
        self._only: Side | None = None
        self._relative = False
        for text, tip in FACES:
            _add(self.face_box, tr(text), tr(tip))
        for _, text in BETWEEN:
            self.between_box.addItem(tr(text))
        for _, text, tip in SIDES:
            _add(self.side_box, tr(text), tr(tip))
        self.face_box.setAccessibleName(tr("What to show"))
        self.between_box.setAccessibleName(tr("What the dot products are between"))
        self.between_box.setToolTip(tr("Which vectors are multiplied with each other"))
        self.side_box.setAccessibleName(tr("Side"))
        self.side_box.setToolTip(tr("The encoder’s or the decoder’s input"))
        self.count_box.setAccessibleName(tr("Number of positions"))
        self.count_box.setToolTip(tr("How many positions are shown, from position 0 on"))
        self.count_box.setRange(2, FIRST_COUNT)
        self.count_box.setValue(FIRST_COUNT)
        self.count_box.setKeyboardTracking(False)
        flow = FlowLayout(self)
        flow.addWidget(captioned(tr("Show"), self.face_box))
        self._between = captioned(tr("of"), self.between_box)
        self._side = captioned(tr("S&ide"), self.side_box)
        self._count = captioned(tr("Positions"), self.count_box)
        for group in (self._between, self._side, self._count):
            flow.addWidget(group)
        self._arrange_groups()
        for box in (self.face_box, self.between_box, self.side_box):
            box.currentIndexChanged.connect(self._on_changed)
        self.count_box.valueChanged.connect(self._on_count)

    @property
    def face(self) -> int:
        """``MATRIX``, ``CURVES``, ``EMBEDDINGS`` or ``PRODUCTS``."""
        return self.face_box.currentIndex()

    @property
    def between(self) -> Between:
        """What the dot products are between."""
        return BETWEEN[self.between_box.currentIndex()][0]

    @property
    def side(self) -> Side:
        """The side whose vectors are shown."""
        return self._only or SIDES[self.side_box.currentIndex()][0]

    def set_stacks(self, stacks: Stacks) -> None:
        """Offer the sides that a model has: one stack alone has one, which needs no choice."""
        alone: dict[Stacks, Side] = {"encoder": "source", "decoder": "target"}
        only = alone.get(stacks)
        if only != self._only:
            self._only = only
            self._arrange_groups()

    def set_relative(self, relative: bool) -> None:
        """Whether the matrix is one of biases, which each side has and no number of positions."""
        if relative != self._relative:
            self._relative = relative
            self._arrange_groups()

    @property
    def count(self) -> int:
        """How many positions are shown."""
        return self.count_box.value()

    @property
    def of_sentence(self) -> bool:
        """Whether a sentence's vectors are shown, not positions alone."""
        products = self.face == PRODUCTS and self.between != "positions"
        return self.face == EMBEDDINGS or products

    def set_limit(self, most: int) -> None:
        """Offer as many positions as a model has; 0 while that is not known."""
        if most and most != self.count_box.maximum():
            # Back to what was asked for, should a smaller model have cut it.
            with QSignalBlocker(self.count_box):
                self.count_box.setRange(min(2, most), most)
                self.count_box.setValue(min(self._wanted, most))

    @Slot(int)
    def _on_count(self, count: int) -> None:
        self._wanted = count
        self.changed.emit()

    @Slot()
    def _on_changed(self, *_: object) -> None:
        self._arrange_groups()
        self.changed.emit()

    def _arrange_groups(self) -> None:
        self._between.setVisible(self.face == PRODUCTS)
        sided = self.of_sentence or (self._relative and self.face == MATRIX)
        self._side.setVisible(sided and self._only is None)
        self._count.setVisible(not self.of_sentence and not self._relative)


def _add(box: ChoiceBox, text: str, tip: str) -> None:
    box.addItem(text)
    box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)


def captioned(caption: str, *widgets: QWidget) -> QWidget:
    """Widgets that stay together behind their caption, whose ``&`` key leads to the first."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    if caption:
        label = QLabel(caption)
        label.setBuddy(widgets[0])
        row.addWidget(label)
    for widget in widgets:
        row.addWidget(widget)
    return group
