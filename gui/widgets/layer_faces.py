"""The two faces of the Layers panel: what each layer would say, and the norms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.events import Piece
from engine.layer_views import LayerViews, Stack
from gui.language import QT_TR_NOOP, tr
from gui.widgets.choice import ChoiceBox
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.layer_grid import LayerGrid
from gui.widgets.layer_list import LayerList
from gui.widgets.layer_model import Cell, LensTable, cell_text
from gui.widgets.layer_norm_model import NORM_FUNCTIONS, NORM_NAMES, norm_table
from gui.widgets.layer_norms import NormChart
from gui.widgets.pieces import label

LENS_TOLD: Final = QT_TR_NOOP(
    "Each layer's state through the output projection and the softmax, as if the network ended "
    "there. Bold: the piece that was written."
)
POST_TOLD: Final = QT_TR_NOOP(
    "A post-norm layer ends with its {norm}, so its state is projected as it is."
)
PRE_TOLD: Final = QT_TR_NOOP(
    "The network is pre-norm, so each state passes through the decoder's last {norm} first."
)
NORMS_TOLD: Final = QT_TR_NOOP(
    "The residual stream x is the vector of {d_model} numbers that runs past every sub-layer; each "
    "adds its contribution s to it. Bars are lengths, ‖x‖ and ‖s‖."
)
POST_NORMS_TOLD: Final = QT_TR_NOOP(
    "Post-norm: x becomes {function}(x + s), which sets its length anew."
)
PRE_NORMS_TOLD: Final = QT_TR_NOOP(
    "Pre-norm: x becomes x + s; nothing sets its length before the last {norm}."
)

_BESIDE_FROM = 520
"""Pixels of width from which list and grid, or the two charts, stand side by side."""
_LOW = 330
"""Pixels of height under which everything stands side by side, without words."""
_ROOMY = 480
"""Pixels of height from which there is room for words in a narrow panel too."""


def _room_for_words(width: int, height: int) -> bool:
    return height >= (_LOW if width >= _BESIDE_FROM else _ROOMY)


def _beside(width: int, height: int) -> bool:
    return width >= _BESIDE_FROM or height < _LOW


def _with_norm(views: LayerViews, text: str) -> str:
    """A text about the norms of a network, translated."""
    kind = views.norm_kind
    return tr(text).format(norm=tr(NORM_NAMES[kind]), function=NORM_FUNCTIONS[kind])


def _told() -> QLabel:
    words = QLabel()
    words.setObjectName("muted")
    words.setWordWrap(True)
    words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return words


class LensFace(QWidget):
    """Layers by steps, and the likeliest pieces of the chosen cell.

    Signals:
        read: the cell under the pointer in words, or nothing.
        stepPointed, stepChosen, layerChosen: as of ``LayerGrid``.
    """

    read = Signal(str)
    stepPointed = Signal(object)
    stepChosen = Signal(int)
    layerChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = LayerGrid()
        self.list = LayerList()
        self.told = _told()
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._body.setSpacing(12)
        self._body.addWidget(self.grid, 3)
        self._body.addWidget(self.list, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.told)
        layout.addLayout(self._body, 1)
        self.grid.cellChosen.connect(self._on_cell)
        self.grid.pointed.connect(self._on_pointed)
        self.grid.stepPointed.connect(self.stepPointed)
        self.grid.stepChosen.connect(self.stepChosen)
        self.grid.layerChosen.connect(self.layerChosen)

    def show_table(self, table: LensTable | None, layer: int | None, moved: bool) -> None:
        """Show other numbers.

        Args:
            table: what is known, or ``None``.
            layer: the selected one, which is marked.
            moved: whether another step is shown than before, which is then looked at.
        """
        cell = self.grid.cursor_cell()
        if table is None:
            cell = None
        elif cell is None:
            cell = (table.layers, table.current)
        else:
            state = min(cell[0], table.layers)
            cell = (state, table.current if moved or cell[1] >= table.steps else cell[1])
        self.grid.set_layer(layer)
        self.grid.set_table(table, cell)
        self.list.show_cell(table, cell)
        views = None if table is None else table.views
        if views is not None:
            told = _with_norm(views, PRE_TOLD if views.norm == "pre" else POST_TOLD)
            self.told.setText(f"{tr(LENS_TOLD)} {told}")
        elif table is not None:
            self.told.setText(tr(LENS_TOLD))
        self._on_pointed(self.grid.pointed_cell())

    def set_room(self, width: int, height: int) -> None:
        """Arrange for a panel of this size."""
        beside = _beside(width, height)
        directions = QBoxLayout.Direction
        self._body.setDirection(directions.LeftToRight if beside else directions.TopToBottom)
        self.told.setVisible(_room_for_words(width, height))

    @Slot(object)
    def _on_cell(self, cell: Cell) -> None:
        table = self.grid.table()
        self.grid.set_table(table, cell)
        self.list.show_cell(table, cell)
        self._on_pointed(self.grid.pointed_cell())

    @Slot(object)
    def _on_pointed(self, cell: Cell | None) -> None:
        table = self.grid.table()
        cell = cell or self.grid.cursor_cell()
        inside = table is not None and cell is not None and cell[1] < table.steps
        self.read.emit(cell_text(table, cell) if inside and table and cell else "")


class NormsFace(QWidget):
    """The encoder's stream at one source piece and the decoder's at the current step.

    Signals:
        read: the row that is looked at in words, or nothing.
        stepMoved: -1 or 1, the step that is asked for with the keys.
    """

    read = Signal(str)
    stepMoved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: LensTable | None = None
        self._source: tuple[Piece, ...] = ()
        self._piece = 0
        self._hover: int | None = None
        self.told = _told()
        self.piece_box = ChoiceBox(narrowest=6)
        self.encoder, self.decoder = NormChart(), NormChart()
        self.step_label = ElidedLabel()
        self._left = QWidget()
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._build()
        self.piece_box.activated.connect(self._on_piece)
        self.encoder.moved.connect(self._on_moved)
        self.decoder.moved.connect(self.stepMoved)
        for chart in (self.encoder, self.decoder):
            chart.read.connect(self.read)

    def _build(self) -> None:
        self.encoder.setAccessibleName(tr("Norms of the encoder"))
        self.decoder.setAccessibleName(tr("Norms of the decoder"))
        self.piece_box.setAccessibleName(tr("Source piece"))
        self.piece_box.setToolTip(
            tr("The source piece whose stream is shown; the one under the pointer goes before it")
        )
        caption = QLabel(tr("Encoder"))
        caption.setBuddy(self.piece_box)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(caption)
        head.addWidget(self.piece_box)
        head.addStretch(1)
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(4)
        left.addLayout(head)
        left.addWidget(self.encoder, 1)
        self.step_label.setMinimumHeight(self.piece_box.sizeHint().height())
        self.step_label.setAccessibleName(tr("Decoder"))
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(self.step_label)
        right.addWidget(self.decoder, 1)
        self._body.setSpacing(14)
        self._body.addWidget(self._left, 1)
        self._body.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.told)
        layout.addLayout(self._body, 1)

    def show_table(self, table: LensTable | None, source: tuple[Piece, ...]) -> None:
        """Show other numbers, of a sentence with these source pieces."""
        self._table = table
        if source != self._source:
            self._source = source
            self._piece = min(self._piece, max(0, len(source) - 1))
            self._fill(source)
        self._draw()

    def set_hover(self, index: int | None) -> None:
        """Show the source piece that is pointed at somewhere in the window."""
        if index is not None and not 0 <= index < len(self._source):
            index = None
        if index != self._hover:
            self._hover = index
            self._draw()

    def position(self) -> int:
        """The source piece that is shown."""
        return self._piece if self._hover is None else self._hover

    def set_room(self, width: int, height: int) -> None:
        """Arrange for a panel of this size."""
        beside = _beside(width, height)
        directions = QBoxLayout.Direction
        self._body.setDirection(directions.LeftToRight if beside else directions.BottomToTop)
        self.told.setVisible(_room_for_words(width, height))

    def _fill(self, source: Sequence[Piece]) -> None:
        self.piece_box.clear()
        self.piece_box.addItems([f"{i + 1}: {label(piece)}" for i, piece in enumerate(source)])

    def _draw(self) -> None:
        table = self._table
        views = None if table is None else table.views
        if table is None or views is None:
            self.encoder.show_table(None)
            self.decoder.show_table(None)
        else:
            pre = views.norm == "pre"
            words = tr(NORMS_TOLD).format(d_model=views.d_model)
            told = _with_norm(views, PRE_NORMS_TOLD if pre else POST_NORMS_TOLD)
            self.told.setText(f"{words} {told}")
            alone = views.encoder is None
            self.encoder.show_table(
                None if alone else norm_table(views, Stack.ENCODER, self.position())
            )
            known = table.current < table.covered
            self.decoder.show_table(
                norm_table(views, Stack.DECODER, table.current) if known else None
            )
        # A decoder alone has no other side.
        self._left.setVisible(bool(self._source) or table is None)
        self.piece_box.setCurrentIndex(self.position() if self._source else -1)
        self.step_label.setText(self._step_text())

    def _step_text(self) -> str:
        table = self._table
        if table is None:
            return ""
        text = tr("Decoder, step {step}: input “{input}”").format(
            step=table.current + 1, input=label(table.inputs[table.current])
        )
        return (
            text
            if table.current < table.covered
            else tr("{text}: being computed …").format(text=text)
        )

    @Slot(int)
    def _on_piece(self, index: int) -> None:
        self._piece = index
        self._draw()

    @Slot(int)
    def _on_moved(self, by: int) -> None:
        if self._source:
            self._on_piece(min(max(self.position() + by, 0), len(self._source) - 1))
