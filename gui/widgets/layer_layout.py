"""Where the rows and columns of the layer grid stand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF

from gui.language import tr
from gui.widgets.layer_art import PieceArt
from gui.widgets.layer_model import Cell, state_name

PAD = 4.0
"""Pixels between the edge of a column and its text."""
_WIDEST = 128.0
_LETTERS, _LETTERS_OF_LISTS = 9, 12
"""Letters that a column has room for at least; more where cells hold several pieces."""
MOST_LINES = 5
"""Pieces that a cell has room for at most."""


class LayerLayout:
    """Rectangles in viewport pixels; rows and columns scroll, names and pieces around them stay.

    Attributes:
        row, wide: height and width of a cell.
        names: width of the names of the rows.
        axis: height of the pieces above and below.
        across, down: pixels of the cells that can be seen at once.
        x, y: how far the cells are scrolled.
    """

    def __init__(self) -> None:
        self.row, self.wide = 24.0, 80.0
        self.names, self.axis = 60.0, 26.0
        self.across = self.down = 1.0
        self.x = self.y = 0
        self.states, self.steps = 1, 1
        self._view = QSizeF(1, 1)

    def lay_out(self, room: QSize, states: int, steps: int, art: PieceArt, bar: int) -> None:
        """Find the size of the cells.

        Args:
            room: of the viewport, were there no scroll bars.
            states, steps: rows and columns.
            art: of the pieces.
            bar: pixels that a scroll bar takes.
        """
        self.states, self.steps = states, max(1, steps)
        texts = [state_name(0), state_name(max(1, states - 1)), tr("written"), tr("input")]
        self.names = max(art.width(text, bold=True) for text in texts) + 14
        self.axis = art.line + 10
        self.across = room.width() - self.names - 2
        self.down = room.height() - 2 * self.axis
        roomy = self.down - bar >= states * (3 * art.line + 9)
        least = art.width("0" * (_LETTERS_OF_LISTS if roomy else _LETTERS)) + 2 * PAD
        self.wide = min(max(least, self.across / self.steps), max(least, _WIDEST))
        if self.wide * self.steps > self.across + 0.5:
            self.down -= bar
        tallest = MOST_LINES * art.line + 12
        self.row = min(max(art.line + 10, self.down / states), tallest)
        if self.row * states > self.down + 0.5:
            self.across -= bar

    def content(self) -> tuple[float, float]:
        """Pixels of all cells."""
        return self.wide * self.steps, self.row * self.states

    def seen_through(self, view: QSize, x: int, y: int) -> None:
        """The size of the viewport, and how far it is scrolled."""
        self._view, self.x, self.y = QSizeF(view), x, y

    def cells(self) -> QRectF:
        """Where cells can be seen."""
        high = min(self.row * self.states, self._view.height() - 2 * self.axis)
        wide = self._view.width() - self.names
        return QRectF(self.names, self.axis, max(0.0, wide), max(0.0, high))

    def cell_area(self, cell: Cell) -> QRectF:
        """Where a cell is; the embedding at the bottom."""
        state, step = cell
        x = self.names + step * self.wide - self.x
        y = self.axis + (self.states - 1 - state) * self.row - self.y
        return QRectF(x, y, self.wide, self.row)

    def head_area(self, step: int, top: bool) -> QRectF:
        """Where the piece above, or below, a column is."""
        y = 0.0 if top else self.cells().bottom()
        return QRectF(self.cell_area((0, step)).left(), y, self.wide, self.axis)

    def name_area(self, state: int) -> QRectF:
        """Where the name of a row is."""
        return QRectF(0, self.cell_area((state, 0)).top(), self.names, self.row)

    def seen_steps(self) -> range:
        """The columns of which something can be seen."""
        first = int(self.x // self.wide)
        return range(first, min(self.steps, first + int(self.cells().width() // self.wide) + 2))

    def seen_states(self) -> list[int]:
        """The rows of which something can be seen."""
        cells = self.cells()
        areas = ((state, self.cell_area((state, 0))) for state in range(self.states))
        return [s for s, a in areas if a.bottom() >= cells.top() and a.top() <= cells.bottom()]

    def step_at(self, point: QPointF) -> int | None:
        """The column at a point, the pieces above and below it included."""
        cells = self.cells()
        if not cells.left() <= point.x() <= cells.right():
            return None
        if not 0 <= point.y() <= cells.bottom() + self.axis:
            return None
        step = int((point.x() - cells.left() + self.x) // self.wide)
        return step if step < self.steps else None

    def state_at(self, point: QPointF) -> int | None:
        """The row at a point, its name included."""
        cells = self.cells()
        if not cells.top() <= point.y() < cells.bottom():
            return None
        row = int((point.y() - cells.top() + self.y) // self.row)
        return self.states - 1 - row if row < self.states else None

    def scrolled_to(self, cell: Cell) -> tuple[int, int]:
        """How far to scroll so that a cell can be seen."""
        state, step = cell
        x = _reveal(self.x, step * self.wide, self.wide, self.across)
        y = _reveal(self.y, (self.states - 1 - state) * self.row, self.row, self.down)
        return x, y


def _reveal(now: int, begin: float, size: float, page: float) -> int:
    if begin + size > now + page:
        now = round(begin + size - page + 1)
    return int(begin) if begin < now else now
