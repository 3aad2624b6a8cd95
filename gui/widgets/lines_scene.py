"""What stands in a line view and how it is put together: all lines, or those of one word.

Many lines take long to draw, so they are drawn over several frames into a picture that is
kept; the lines of one word are drawn anew each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QElapsedTimer, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from gui import theme
from gui.language import tr
from gui.numbers import fixed
from gui.widgets.lines_art import LinesArt, Side, Word
from gui.widgets.lines_model import Lines, lines_of
from gui.widgets.token_axis import AxisToken

DRAW_MS = 6
"""How long one frame may draw lines; the rest comes with the next ones."""
DEFAULT_THRESHOLD = 0.05
_SIDES: tuple[Side, Side] = ("left", "right")


@dataclass
class Looks:
    """What of the words is looked at.

    Attributes:
        current: the query of the current step.
        hovered: the word that is pointed at somewhere else in the window.
        pointer: the word under the pointer.
        cursor: the word of the keyboard cursor.
        focused: whether that can be moved just now.
        selected: the queries that the user has selected.
        total: [key] the sum of their weights.
    """

    current: int | None = None
    hovered: Word | None = None
    pointer: Word | None = None
    cursor: Word | None = None
    focused: bool = False
    selected: frozenset[int] = frozenset()
    total: npt.NDArray[np.float64] | None = None


class LinesScene:
    """The words of two sentences and the lines between them."""

    def __init__(self, font: QFont) -> None:
        self.art = LinesArt(font)
        self.looks = Looks()
        self.titles = ("", "")
        self.threshold = DEFAULT_THRESHOLD
        self.weights: npt.NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        self._masked: npt.NDArray[np.bool_] | None = None
        self.lines = lines_of(self.weights, self.threshold)
        self._picture: QPixmap | None = None
        self._picture_of: tuple[object, ...] = ()
        self._todo = self.lines
        self._done = 0

    def set_matrix(
        self,
        weights: npt.NDArray[np.float32],
        masked: npt.NDArray[np.bool_] | None,
        rows: Sequence[AxisToken],
        columns: Sequence[AxisToken],
    ) -> None:
        """Take other weights, [query, key]."""
        self.weights, self._masked = weights, masked
        self.art.set_words(columns, rows)
        self.lines = lines_of(weights, self.threshold)
        self.forget()

    def set_threshold(self, threshold: float) -> None:
        """Draw no lines below this weight."""
        self.threshold = threshold
        self.lines = lines_of(self.weights, threshold)
        self.forget()

    def forget(self) -> None:
        """Draw the lines anew."""
        self._picture = None

    def empty(self) -> bool:
        """Whether one of the sentences has no words."""
        return 0 in self.weights.shape

    def holds(self, word: Word) -> bool:
        """Whether there is such a word."""
        return 0 <= word.index < len(self.art.words(word.side))

    def isolated(self) -> Word | None:
        """The word whose lines alone are drawn."""
        looks = self.looks
        # Selected words are there to be looked at together, with the cursor among them.
        cursor = looks.cursor if looks.focused and not looks.selected else None
        word = looks.pointer or looks.hovered or cursor
        return word if word is not None and self.holds(word) else None

    def weight(self, first: Word, second: Word) -> float:
        """What ties two words of different sides."""
        row, column = (first, second) if first.side == "right" else (second, first)
        return float(self.weights[row.index, column.index])

    # Painting ------------------------------------------------------------------------

    def paint(
        self, painter: QPainter, viewport: QSize, body: QRect, vector: bool, ratio: float
    ) -> bool:
        """Draw what can be seen in ``body``, below the titles.

        Args:
            painter: draws.
            viewport: the whole size.
            body: where words and lines stand; the art has been placed in it.
            vector: whether all of it is to be shapes and text.
            ratio: device pixels a pixel.

        Returns:
            Whether that was all; if not, there is more to draw in the next frame.
        """
        colours = theme.current()
        accent, ground, whole = colours.color("accent"), colours.color("surface"), True
        chosen = self._emphasised()
        if chosen is None and not vector:
            whole = self._draw_more(viewport, body, ratio, accent)
            if self._picture is not None:
                painter.drawPixmap(0, 0, self._picture)
        else:
            painter.fillRect(QRect(0, 0, viewport.width(), viewport.height()), ground)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_titles(painter, viewport.width())
        painter.save()
        painter.setClipRect(body)
        if chosen is not None:
            self._paint_all(painter, self.art.crossing(chosen, body), accent)
        elif vector:
            self._paint_all(painter, self.art.crossing(self.lines, body), accent)
        if chosen is None and self.looks.current is not None:
            current = self.lines.of(self.lines.rows == self.looks.current)
            self._paint_all(painter, self.art.crossing(current, body), colours.color("marker"))
        for side in _SIDES:
            self._paint_side(painter, colours, side, body)
        painter.restore()
        return whole

    def _paint_titles(self, painter: QPainter, width: int) -> None:
        rows, columns = self.titles
        if self.numbers("left") and self.isolated() is None:
            total = tr("Σ of %n row(s)", "", len(self.looks.selected))
            columns = f"{total} · {columns}"
        self.art.paint_titles(painter, QRect(0, 0, width, self.art.head), columns, rows)

    def _emphasised(self) -> Lines | None:
        """The lines of the word looked at, or of the selected ones; else ``None``."""
        word = self.isolated()
        if word is not None:
            ends = self.lines.rows if word.side == "right" else self.lines.columns
            return self.lines.of(ends == word.index)
        if self.looks.selected:
            return self.lines.of(np.isin(self.lines.rows, list(self.looks.selected)))
        return None

    def _paint_all(self, painter: QPainter, lines: Lines, colour: QColor) -> None:
        done = 0
        while done < len(lines.weights):
            done = self.art.paint_lines(painter, lines, colour, done)

    def _draw_more(self, viewport: QSize, body: QRect, ratio: float, colour: QColor) -> bool:
        """Draw some of the lines into the picture that is kept; whether it has them all."""
        of = (viewport, body, ratio, self.art.ends(), self.art.y(0))
        if self._picture is None or self._picture_of != of:
            self._picture, self._picture_of = QPixmap(viewport * ratio), of
            self._picture.setDevicePixelRatio(ratio)
            # Opaque, so that putting it on the screen is a mere copy.
            self._picture.fill(theme.current().color("surface"))
            self._todo = self.art.crossing(self.lines, body)
            self._done = 0
        count = len(self._todo.weights)
        if self._done < count:
            clock = QElapsedTimer()
            clock.start()
            painter = QPainter(self._picture)
            painter.setClipRect(body)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            # The strongest come first.
            while self._done < count and clock.elapsed() < DRAW_MS:
                self._done = self.art.paint_lines(painter, self._todo, colour, self._done)
            painter.end()
        return self._done >= count

    def _paint_side(self, painter: QPainter, colours: theme.Theme, side: Side, body: QRect) -> None:
        looks, isolated = self.looks, self.isolated()
        numbers = self.numbers(side)
        for index in self.art.seen(side, body):
            word = Word(side, index)
            current = side == "right" and index == looks.current
            selected = side == "right" and index in looks.selected
            name = "muted" if self.art.words(side)[index].special else "text"
            if word == isolated:
                name = "accent"
            elif current:
                name = "marker"
            elif isolated is not None and side != isolated.side:
                name = "text" if self.weight(isolated, word) >= self.threshold else "muted"
            if selected or word == looks.cursor:
                self._paint_ground(painter, colours, word, selected)
            bold = current or word == isolated
            number = numbers[index] if numbers else ""
            self.art.paint_word(painter, word, colours.color(name), bold, number)

    def _paint_ground(
        self, painter: QPainter, colours: theme.Theme, word: Word, selected: bool
    ) -> None:
        area = self.art.area(word).adjusted(-3, 1, 3, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.color("selection", 0.7 if selected else 0.0))
        if word == self.looks.cursor:
            painter.setPen(colours.color("accent" if self.looks.focused else "outline"))
        painter.drawRoundedRect(area, 4, 4)

    def numbers(self, side: Side) -> list[str]:
        """What is written beside each word of a side; nothing where there are no numbers."""
        isolated, looks = self.isolated(), self.looks
        if isolated is None:
            if side == "right" or not looks.selected or looks.total is None:
                return []
            return [fixed(value, 4) for value in looks.total.tolist()]
        if side == isolated.side:
            return []
        part = (
            (isolated.index, slice(None))
            if isolated.side == "right"
            else (slice(None), isolated.index)
        )
        texts = [fixed(value, 4) for value in self.weights[part].tolist()]
        if self._masked is not None:
            for index in np.flatnonzero(self._masked[part]).tolist():
                texts[index] = tr("masked")
        return texts
