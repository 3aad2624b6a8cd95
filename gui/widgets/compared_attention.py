"""The attention of two translations: side by side, or as a signed difference."""

from __future__ import annotations

from typing import Literal

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.compare import (
    AttentionDifference,
    Mismatch,
    Missing,
    attention_difference,
    matrix_of,
)
from engine.events import AttentionKind
from engine.trace import AttentionMatrix
from gui.language import quoted, tr
from gui.numbers import significant
from gui.widgets.comparison import (
    NAMES,
    Compared,
    signed_text,
    why_missing,
    why_no_difference,
)
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import empty_message
from gui.widgets.heatmap import HeatMap
from gui.widgets.kind_text import axis_titles, why_masked
from gui.widgets.matrix_view import Cell
from gui.widgets.pieces import axis_token, axis_tokens, label, weight_text
from gui.widgets.scale import MINUS_INFINITY, signed
from gui.widgets.token_axis import AxisToken

Mode = Literal["beside", "difference"]
_BESIDE_ASPECT = 1.25
"""Width by height from which the two stand beside each other, not one above the other."""


class _Half(QWidget):
    """One of the two, with its name, or why it has nothing to show."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.matrix: AttentionMatrix | None = None
        self.alone = False
        self._kind = AttentionKind.CROSS
        self._drawn: tuple[object, ...] = ()
        self.title = ElidedLabel()
        self.title.setAccessibleName(name)
        self.heatmap = HeatMap(self.cell_text)
        self.heatmap.setMinimumSize(120, 100)
        self.heatmap.setAccessibleName(tr("Attention of {name}").format(name=name))
        self.message = empty_message("")
        self._stack = QStackedWidget()
        self._stack.addWidget(self.message)
        self._stack.addWidget(self.heatmap)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.title)
        layout.addWidget(self._stack, 1)

    def show_matrix(
        self, matrix: AttentionMatrix | None, why: str, kind: AttentionKind, current: int | None
    ) -> None:
        """Show a matrix, or why there is none."""
        drawn = (kind, current)
        if matrix is not None and matrix is self.matrix and drawn == self._drawn:
            self._stack.setCurrentWidget(self.heatmap)
            return
        self._drawn = drawn
        self.matrix = matrix
        self._kind = kind
        if matrix is None:
            self.message.setText(why)
            self.heatmap.clear_pointer()
            self._stack.setCurrentWidget(self.message)
            return
        self.heatmap.set_titles(*axis_titles(kind, self.alone))
        self.heatmap.set_matrix(
            matrix.weights,
            matrix.masked,
            axis_tokens(matrix.queries),
            axis_tokens(matrix.keys),
            current,
        )
        self._stack.setCurrentWidget(self.heatmap)

    def forget(self) -> None:
        """Keep nothing of the matrix alive."""
        self.matrix, self._drawn = None, ()

    def weight_text(self, row: int, column: int) -> str:
        """The number of a cell; −∞ before the softmax where it is masked."""
        assert self.matrix is not None
        if self.matrix.masked[row, column]:
            why = why_masked(self._kind, row, column)
            return tr("masked, {score}: {why}").format(score=MINUS_INFINITY, why=why)
        return weight_text(float(self.matrix.weights[row, column]))

    def cell_text(self, row: int, column: int) -> str:
        """A cell in words."""
        if self.matrix is None:
            return ""
        pair = (
            f"{self.name}: {quoted(label(self.matrix.queries[row]))} → "
            f"{quoted(label(self.matrix.keys[column]))}"
        )
        return f"{pair}   {self.weight_text(row, column)}"

    def holds(self, cell: Cell) -> bool:
        """Whether there is such a cell."""
        if self.matrix is None:
            return False
        rows, columns = self.matrix.weights.shape
        return bool(cell[0] < rows and cell[1] < columns)


class ComparedAttention(QWidget):
    """One kind, layer and head of both.

    Signals:
        looked: what is to be said of the cell under the pointer or the cursor; may be empty.
    """

    looked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode: Mode = "beside"
        self._kind = AttentionKind.CROSS
        self._difference: AttentionDifference | None = None
        self._fetched: tuple[tuple[object, ...], list[AttentionMatrix | Missing]] = ((), [])
        self.halves = (_Half(NAMES[0], self), _Half(NAMES[1], self))
        self.heatmap = HeatMap(self.difference_text)
        self.heatmap.setAccessibleName(tr("B − A, attention weights"))
        self.heatmap.setMinimumSize(160, 110)
        self.message = empty_message("")
        self.note = QLabel()
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._beside = QWidget()
        self._beside_layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._beside)
        self._beside_layout.setContentsMargins(0, 0, 0, 0)
        self._beside_layout.setSpacing(12)
        for half in self.halves:
            self._beside_layout.addWidget(half, 1)
            half.heatmap.cellPointed.connect(self._on_looked)
            half.heatmap.cursorMoved.connect(self._on_looked)
        self.heatmap.cellPointed.connect(self._on_looked)
        self.heatmap.cursorMoved.connect(self._on_looked)
        self._stack = QStackedWidget()
        for page in (self.message, self._beside, self.heatmap):
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.note)
        layout.addWidget(self._stack, 1)

    # What is shown -------------------------------------------------------------------

    def difference(self) -> AttentionDifference | None:
        """The difference that is drawn."""
        return self._difference

    def show_pair(
        self,
        sides: tuple[Compared, Compared],
        titles: tuple[str, str],
        kind: AttentionKind,
        layer: int,
        head: int | None,
        mode: Mode,
        current: tuple[int | None, int | None],
    ) -> None:
        """Show one head, or the mean over heads, of both.

        Args:
            sides: the two.
            titles: what they are called.
            kind, layer, head: which attention; ``head`` ``None`` is the mean.
            mode: how.
            current: the steps that the window shows.
        """
        if kind is not self._kind or mode != self._mode:
            # Other cells: what was pointed at is about something else now.
            for heatmap in (self.heatmap, *(half.heatmap for half in self.halves)):
                heatmap.clear_pointer()
        self._kind, self._mode = kind, mode
        if kind is AttentionKind.ENCODER_SELF:
            current = (None, None)
        found = self._fetch(sides, kind, layer, head)
        whys = [
            why_missing(side, matrix, kind, layer, head or 0) if isinstance(matrix, Missing) else ""
            for side, matrix in zip(sides, found, strict=True)
        ]
        note = self._about_means(sides, head)
        if mode == "beside":
            for half, side, title, matrix, why, step in zip(
                self.halves, sides, titles, found, whys, current, strict=True
            ):
                half.title.setText(title)
                known = None if isinstance(matrix, Missing) else matrix
                half.alone = side.alone
                half.show_matrix(known, why, kind, step)
            self._stack.setCurrentWidget(self._beside)
        else:
            note = " ".join(
                filter(None, (self._take_difference(sides, found, whys, current), note))
            )
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._on_looked()

    def _fetch(
        self, sides: tuple[Compared, Compared], kind: AttentionKind, layer: int, head: int | None
    ) -> list[AttentionMatrix | Missing]:
        """The matrices of both; stitched once, however often the place in the trace moves."""
        wanted = (
            kind,
            layer,
            head,
            *((side.trace, side.number, side.side.path) for side in sides),
        )
        if wanted != self._fetched[0]:
            self._fetched = (
                wanted,
                [
                    matrix_of(side.side, kind, layer, head, side.layers(kind), side.heads)
                    for side in sides
                ],
            )
        return self._fetched[1]

    def forget(self) -> None:
        """Keep nothing of the two alive."""
        self._fetched = ((), [])
        self._difference = None
        for half in self.halves:
            half.forget()

    @staticmethod
    def _about_means(sides: tuple[Compared, Compared], head: int | None) -> str:
        first, second = (side.heads for side in sides)
        if head is not None or first == second:
            return ""
        return tr("The mean is over {first} heads in A and over {second} in B.").format(
            first=first, second=second
        )

    def _take_difference(
        self,
        sides: tuple[Compared, Compared],
        found: list[AttentionMatrix | Missing],
        whys: list[str],
        current: tuple[int | None, int | None],
    ) -> str:
        """Draw the difference, or say why there is none; what is to be noted about it."""
        self._difference = None
        first, second = found
        if isinstance(first, Missing) or isinstance(second, Missing):
            self._refuse(" ".join(filter(None, whys)))
            return ""
        pair = (sides[0].side, sides[1].side)
        difference = attention_difference(self._kind, pair, first, second)
        if isinstance(difference, Mismatch):
            self._refuse(why_no_difference(difference))
            return ""
        self._difference = difference
        values = difference.values.astype(np.float32)
        self.heatmap.set_scale(signed(values))
        self.heatmap.set_titles(*axis_titles(self._kind, all(side.alone for side in sides)))
        self.heatmap.set_matrix(
            values,
            difference.masked,
            self._query_tokens(difference, second),
            axis_tokens(difference.keys),
            current[1] if current[0] is None else current[0],
        )
        self._stack.setCurrentWidget(self.heatmap)
        return self._about(difference)

    def _query_tokens(
        self, difference: AttentionDifference, second: AttentionMatrix
    ) -> list[AxisToken]:
        """The rows' labels; where the outputs part, what either wrote."""
        tokens = list(axis_tokens(difference.queries))
        row = difference.parted
        if self._kind is AttentionKind.CROSS and row is not None:
            own, other = tokens[row], axis_token(second.queries[row])
            tokens[row] = AxisToken(
                f"{own.text} | {other.text}",
                tr("A: {first}\nB: {second}").format(first=own.tooltip, second=other.tooltip),
            )
        return tokens

    def _refuse(self, why: str) -> None:
        self.heatmap.clear_pointer()
        self.message.setText(why)
        self._stack.setCurrentWidget(self.message)

    @staticmethod
    def _about(difference: AttentionDifference) -> str:
        """How far the difference reaches, and how large it becomes."""
        rows, (first, second) = len(difference.queries), difference.rows
        parts = []
        largest = float(np.abs(difference.values).max()) if difference.values.size else 0.0
        if largest == 0:
            parts.append(tr("No cell differs."))
        else:
            parts.append(
                tr(
                    "B − A: blue where B gives less, red where it gives more, at most {largest}."
                ).format(largest=significant(largest, 3))
            )
        if difference.parted is not None:
            parts.append(
                tr(
                    "The outputs differ from step {step} on, so the rows end with it: {rows} of "
                    "{first} in A and {second} in B. The query of that row is the same in both; "
                    "what it wrote is not."
                ).format(step=difference.parted + 1, rows=rows, first=first, second=second)
            )
        elif not difference.whole:
            parts.append(
                tr("The rows that both have: {rows} of {first} in A and {second} in B.").format(
                    rows=rows, first=first, second=second
                )
            )
        return " ".join(parts)

    # Cells ---------------------------------------------------------------------------

    def difference_text(self, row: int, column: int) -> str:
        """A cell of the difference in words."""
        difference = self._difference
        if difference is None:
            return ""
        query = self.heatmap.left.tokens()[row].text
        if row != difference.parted:
            query = label(difference.queries[row])
        pair = f"{quoted(query)} → {quoted(label(difference.keys[column]))}"
        if difference.masked[row, column]:
            why = why_masked(self._kind, row, column)
            masked = tr("masked in both, {score}: {why}").format(score=MINUS_INFINITY, why=why)
            return f"{pair}   {masked}"
        value = signed_text(float(difference.values[row, column]))
        return f"{pair}   " + tr("B − A {value}").format(value=value)

    @Slot()
    def _on_looked(self, *_: object) -> None:
        if self._mode == "difference":
            cell = self.heatmap.pointed_cell or self.heatmap.cursor_cell
            told = self._difference is not None and cell is not None
            self.looked.emit(self.difference_text(*cell) if told and cell is not None else "")
            return
        for half, other in (self.halves, self.halves[::-1]):
            cell = half.heatmap.pointed_cell
            if cell is None and half.heatmap.hasFocus():
                cell = half.heatmap.cursor_cell
            if cell is not None and half.holds(cell):
                # The same place in the other one, which the keys may have made another's.
                half.heatmap.set_hover(None, None)
                answers = other.holds(cell)
                other.heatmap.set_hover(*(cell if answers else (None, None)))
                text = half.cell_text(*cell)
                if answers:
                    text += f"   {other.cell_text(*cell)}"
                self.looked.emit(text)
                return
        for half in self.halves:
            half.heatmap.set_hover(None, None)
        self.looked.emit("")

    # Qt ------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        across = self.width() > _BESIDE_ASPECT * self.height()
        way = QBoxLayout.Direction.LeftToRight if across else QBoxLayout.Direction.TopToBottom
        if way is not self._beside_layout.direction():
            self._beside_layout.setDirection(way)
