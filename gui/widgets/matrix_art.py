"""How the cells of a matrix are painted: colours, hatching, grid, numbers and marks.

All coordinates are those of the whole matrix, with the first cell's corner at 0, 0; the
painter is moved by whoever scrolls.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen, QStaticText

from gui import theme
from gui.widgets.matrix_image import MatrixImage
from gui.widgets.scale import WEIGHTS, Scale
from gui.widgets.token_axis import runs
from gui.widgets.vector import draw_cells, draw_hatch

Cell = tuple[int, int]
"""(row, column)."""

LINES_FROM = 10
"""Pixels a cell needs before lines are drawn between cells."""
_FRAME, _FRAMED_FROM = 4, 24
"""Pixels that the current row's frame takes, and that a cell needs for a frame inside it."""


@dataclass
class Marks:
    """What is marked on a matrix, by row, column or cell.

    Attributes:
        current: the row of the current step.
        row, column: what is pointed at somewhere in the window.
        selected: rows that the user has selected.
        cursor: the cell of the keyboard cursor.
        focused: whether that can be moved just now.
    """

    current: int | None = None
    row: int | None = None
    column: int | None = None
    selected: frozenset[int] = field(default_factory=frozenset)
    cursor: Cell | None = None
    focused: bool = False


@dataclass(frozen=True)
class Window:
    """The cells that can be seen: rows from ``top`` to before ``bottom``, columns likewise."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def count(self) -> int:
        """How many cells there are in it."""
        return (self.bottom - self.top) * (self.right - self.left)


class MatrixArt:
    """Numbers as cells of one size."""

    def __init__(self) -> None:
        self.weights: npt.NDArray[np.float32] | None = None
        self.masked: npt.NDArray[np.bool_] | None = None
        self.scale = WEIGHTS
        self.cell = (1.0, 1.0)
        self.font = QFont()
        self._runs: list[list[tuple[int, int]]] = []
        self._image = MatrixImage()
        self._texts: dict[tuple[str, int], QStaticText] = {}

    def set_matrix(
        self,
        weights: npt.NDArray[np.float32] | None,
        masked: npt.NDArray[np.bool_] | None,
    ) -> None:
        """Take other numbers, [row, column]; masked cells are hatched."""
        if weights is not None and weights.size == 0:
            weights = None
        self.weights = weights
        self.masked = masked if weights is not None and masked is not None else None
        self._runs = [] if self.masked is None else _runs(self.masked)
        if weights is not None:
            self._image.set_values(weights, self.scale)

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self._image.recolour()

    def set_scale(self, scale: Scale) -> None:
        """Say what the colours stand for."""
        self.scale = scale
        if self.weights is not None:
            self._image.set_values(self.weights, scale)

    # Geometry ------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return (0, 0) if self.weights is None else self.weights.shape

    def whole(self) -> QRectF:
        """The rectangle of all cells."""
        rows, columns = self.shape
        return QRectF(0, 0, columns * self.cell[0], rows * self.cell[1])

    def area(self, row: int, column: int) -> QRectF:
        """The rectangle of one cell."""
        width, height = self.cell
        return QRectF(column * width, row * height, width, height)

    def dots(self, ratio: float) -> tuple[int, int]:
        """Rows and columns of dots in which the cells are drawn at a device pixel ratio."""
        whole = self.whole()
        return self._image.dots(whole.width() * ratio, whole.height() * ratio)

    def weights_a_dot(self, ratio: float) -> tuple[int, int]:
        """How many rows and columns a dot stands for at most; 1, 1 unless cells are tiny."""
        rows, columns = self.shape
        if not rows:
            return 1, 1
        high, wide = self.dots(ratio)
        return -(-rows // high), -(-columns // wide)

    # Painting ------------------------------------------------------------------------

    def paint_cells(self, painter: QPainter, window: Window, vector: bool, ratio: float) -> None:
        """Everything but the numbers and the marks."""
        if self.weights is None or not window.count:
            return
        colours = theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        self._paint_colours(painter, window, vector, ratio)
        self._paint_masked(painter, window, vector, colours)
        self._paint_grid(painter, window, colours)

    def has_room_for_values(self) -> bool:
        """Whether numbers are written into the cells."""
        across, down = self.scale.room_for_text()
        return self.weights is not None and self.cell[0] >= across and self.cell[1] >= down

    def _span(self, window: Window) -> QRectF:
        first = self.area(window.top, window.left)
        return first.united(self.area(window.bottom - 1, window.right - 1))

    def _paint_colours(self, painter: QPainter, window: Window, vector: bool, ratio: float) -> None:
        dots = self.dots(ratio)
        area = self._span(window)
        if dots != self.shape:
            # Tiny cells: the parts of the picture that can be seen, whatever cells those are.
            whole = self.whole()
            area = whole
            if vector:
                draw_cells(painter, area, self._image.shades(dots), self.scale.table())
            else:
                painter.drawImage(area, self._image.image(dots))
            return
        if vector:
            shades = self._image.shades(dots)
            part = shades[window.top : window.bottom, window.left : window.right]
            draw_cells(painter, area, part, self.scale.table())
            return
        source = QRectF(
            window.left, window.top, window.right - window.left, window.bottom - window.top
        )
        painter.drawImage(area, self._image.image(dots), source)

    def _paint_masked(
        self, painter: QPainter, window: Window, vector: bool, colours: theme.Theme
    ) -> None:
        if self.masked is None:
            return
        plain, ink = colours.color("raised"), colours.color("outline", 0.6)
        if vector:
            part = self.masked[window.top : window.bottom, window.left : window.right]
            draw_hatch(painter, self._span(window), part, plain, ink)
            return
        width, height = self.cell
        hatch = QBrush(ink, Qt.BrushStyle.BDiagPattern)
        for row in range(window.top, window.bottom):
            for begin, end in self._runs[row]:
                area = QRectF(begin * width, row * height, (end - begin) * width, height)
                painter.fillRect(area, plain)
                painter.fillRect(area, hatch)

    def _paint_grid(self, painter: QPainter, window: Window, colours: theme.Theme) -> None:
        width, height = self.cell
        whole, part = self.whole(), self._span(window)
        painter.setPen(QPen(colours.color("border"), 1))
        if width >= LINES_FROM and height >= LINES_FROM:
            for column in range(max(1, window.left), window.right):
                x = round(column * width)
                painter.drawLine(QPointF(x, part.top()), QPointF(x, part.bottom()))
            for row in range(max(1, window.top), window.bottom):
                y = round(row * height)
                painter.drawLine(QPointF(part.left(), y), QPointF(part.right(), y))
        painter.setPen(QPen(colours.color("outline"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(whole.adjusted(0, 0, -1, -1))

    def paint_values(self, painter: QPainter, window: Window, vector: bool) -> None:
        """The numbers of the cells, which takes long where there are many."""
        weights = self.weights
        if weights is None or not window.count:
            return
        font = QFont(self.font)
        size = max(9, min(12, int(self.cell[1] * 0.5)))
        font.setPixelSize(size)
        painter.setFont(font)
        inks, plain = self.scale.inks(), theme.current().color("text")
        rows, columns = slice(window.top, window.bottom), slice(window.left, window.right)
        values = weights[rows, columns].tolist()
        shades = self._image.shades(weights.shape)[rows, columns].tolist()
        hidden = None if self.masked is None else self.masked[rows, columns].tolist()
        width, height = self.cell
        last: QColor | None = None
        for down, line in enumerate(values):
            y = (window.top + down) * height
            for across, value in enumerate(line):
                text, ink = self.scale.text(value), inks[shades[down][across]]
                if hidden is not None and hidden[down][across]:
                    text, ink = self.scale.masked_text, plain
                if not text:
                    continue
                if ink is not last:
                    painter.setPen(ink)
                    last = ink
                x = (window.left + across) * width
                if vector:
                    area = QRectF(x, y, width, height)
                    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
                    continue
                static = self._static(text, size, font)
                room = static.size()
                painter.drawStaticText(
                    QPointF(
                        round(x + (width - room.width()) / 2),
                        round(y + (height - room.height()) / 2),
                    ),
                    static,
                )

    def _static(self, text: str, size: int, font: QFont) -> QStaticText:
        """A number laid out once: most numbers stand in many cells."""
        static = self._texts.get((text, size))
        if static is None:
            if len(self._texts) > 2000:
                self._texts.clear()
            static = QStaticText(text)
            static.setTextFormat(Qt.TextFormat.PlainText)
            static.prepare(font=font)
            self._texts[text, size] = static
        return static

    def forget_texts(self) -> None:
        """The font is another one."""
        self._texts.clear()

    # Marks ---------------------------------------------------------------------------

    def paint_marks(self, painter: QPainter, marks: Marks) -> None:
        """The frames around rows, columns and the cursor's cell."""
        rows, columns = self.shape
        if not rows:
            return
        colours = theme.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        whole = self.whole()
        width, height = self.cell
        accent = colours.color("accent")
        cursor = marks.cursor
        if cursor is not None and not (cursor[0] < rows and cursor[1] < columns):
            cursor = None
        if cursor is not None and not marks.focused:
            # Below the others, which it would break.
            _frame(painter, self._cursor_area(cursor, marks), colours.color("outline"), 1)
        for first, last in runs(row for row in marks.selected if row < rows):
            area = QRectF(0, first * height, whole.width(), (last - first + 1) * height)
            _frame(painter, area, accent, 2)
        if marks.column is not None and marks.column < columns:
            _frame(painter, QRectF(marks.column * width, 0, width, whole.height()), accent, 1)
        if marks.row is not None and marks.row < rows:
            _frame(painter, QRectF(0, marks.row * height, whole.width(), height), accent, 1)
        if marks.current is not None and marks.current < rows:
            area = QRectF(0, marks.current * height, whole.width(), height)
            _frame(painter, area, colours.color("marker"), 2)
        if cursor is not None and marks.focused:
            _frame(painter, self._cursor_area(cursor, marks), accent, 2)

    def _cursor_area(self, cell: Cell, marks: Marks) -> QRectF:
        """Where the cursor is drawn: inside the frame of the current row, if there is room."""
        area = self.area(*cell)
        if cell[0] == marks.current and min(self.cell) >= _FRAMED_FROM:
            first, last = cell[1] == 0, cell[1] == self.shape[1] - 1
            area.adjust(_FRAME * first, _FRAME, -_FRAME * last, -_FRAME)
        return area


def _frame(painter: QPainter, area: QRectF, colour: QColor, thickness: int) -> None:
    """A frame inside ``area`` with a thin contrasting edge, seen on any colour."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.current().color("surface"), thickness + 2))
    inset = (thickness + 2) / 2
    if min(area.width(), area.height()) > 2 * thickness + 6:
        painter.drawRect(area.adjusted(inset, inset, -inset, -inset))
    pen = QPen(colour, thickness)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    inset = thickness / 2
    painter.drawRect(area.adjusted(inset, inset, -inset, -inset))


def _runs(masked: npt.NDArray[np.bool_]) -> list[list[tuple[int, int]]]:
    """By row, (first column, column after the last) of every stretch of masked cells."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(masked.shape[0])]
    edges = np.diff(np.pad(masked.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    rows, begins = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    for row, begin, end in zip(rows.tolist(), begins.tolist(), ends.tolist(), strict=True):
        found[row].append((begin, end))
    return found
