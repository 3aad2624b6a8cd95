"""The drawing of the layer grid: names, pieces at the ends of the columns, cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from engine.layer_views import Guess
from gui.language import tr
from gui.numbers import fixed
from gui.theme import Theme
from gui.widgets.colours import mix
from gui.widgets.layer_art import PieceArt
from gui.widgets.layer_layout import PAD, LayerLayout
from gui.widgets.layer_model import Cell, LensTable, state_name
from gui.widgets.pieces import axis_token

_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight

INSET = (1.5, 1.5, -1.5, -1.5)
"""From the place of a cell to its frame, whose corners are so round:"""
ROUND = 3.0
_STEPS = 64
_STRONGEST = 0.3
_LEAST = 0.005
"""Probability that is not 0.00 with two decimals; smaller ones are left out of the lists."""


def content_of(table: LensTable, step: int) -> tuple[object, ...]:
    """All that the drawing of a column depends on, to the last digit that is drawn."""
    written = table.written[step].id
    if table.views is None or step >= table.covered:
        return (table.states,)
    shares = np.rint(1000 * np.exp(table.views.top_log_probabilities[:, step]))
    ids = table.views.top_ids[:, step]
    return written, table.states, ids.tobytes(), shares.astype(np.int16).tobytes()


@lru_cache(maxsize=4)
def _fills(colours: Theme) -> tuple[QColor, ...]:
    """From nothing at probability 0 to the accent, pale enough for text, at 1."""
    plain, full = colours.color("surface"), colours.color("accent")
    return tuple(mix(plain, full, _STRONGEST * step / _STEPS) for step in range(_STEPS + 1))


@dataclass(frozen=True)
class GridArt:
    """Draws where the layout says."""

    painter: QPainter
    colours: Theme
    table: LensTable
    place: LayerLayout
    pieces: PieceArt
    font: QFont

    def names(self, marked: int | None) -> None:
        """The names of the rows; that of the ``marked`` layer, from 0, stands out."""
        painter, cells = self.painter, self.place.cells()
        painter.setFont(self.font)
        painter.setPen(self.colours.color("muted"))
        for text, y in ((tr("written"), 0.0), (tr("input"), cells.bottom())):
            painter.drawText(QRectF(0, y, cells.left() - 8, self.place.axis), _RIGHT, text)
        painter.save()
        painter.setClipRect(QRectF(0, cells.top(), cells.left(), cells.height()))
        font = QFont(self.font)
        for state in self.place.seen_states():
            stands_out = marked is not None and state == marked + 1
            font.setBold(stands_out)
            painter.setFont(font)
            painter.setPen(self.colours.color("accent" if stands_out else "text"))
            area = self.place.name_area(state).adjusted(0, 0, -8, 0)
            painter.drawText(area, _RIGHT, state_name(state))
        painter.restore()

    def ends(self, step: int, *, pointed: bool) -> None:
        """The piece that was written above a column, the input below."""
        current = step == self.table.current
        for top, piece in ((True, self.table.written[step]), (False, self.table.inputs[step])):
            area = self.place.head_area(step, top).adjusted(PAD, 0, -PAD, 0)
            token = axis_token(piece)
            name = "marker" if current else "muted" if token.special else "text"
            colour = self.colours.color("accent" if pointed else name)
            self.pieces.draw(self.painter, area, token, colour, bold=current)
            if current:
                y = area.bottom() - 3 if top else area.top() + 1
                mark = QRectF(area.left(), y, area.width(), 2)
                self.painter.fillRect(mark, self.colours.color("marker"))

    def column(self, step: int) -> None:
        """All cells of a step, the first pixel of the highest one at 0."""
        wide, row = self.place.wide, self.place.row
        for state in range(self.table.states):
            top = (self.table.layers - state) * row
            self._cell((state, step), QRectF(0, top, wide, row).adjusted(*INSET))

    def _cell(self, cell: Cell, box: QRectF) -> None:
        """A cell: its likeliest piece, bold if that is what was written."""
        painter = self.painter
        best = self.table.best(cell)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if best is not None:
            painter.setBrush(_fills(self.colours)[round(best.probability * _STEPS)])
        painter.setPen(QPen(self.colours.color("border"), 1))
        painter.drawRoundedRect(box, ROUND, ROUND)
        if best is None:
            painter.setPen(self.colours.color("muted"))
            painter.drawText(box, _CENTRE, "…")
            return
        written = self.table.written[cell[1]].id
        text, line = box.adjusted(PAD - 1, 1, 1 - PAD, -5), self.pieces.line
        lines = int(text.height() // line)
        if lines >= 3:
            self._list(self.table.top(cell)[:lines], text, written)
        else:
            if lines == 2:
                middle = text.center().y()
                self._number(best, QRectF(text.left(), middle, text.width(), line), centred=True)
                text = QRectF(text.left(), middle - line, text.width(), line)
            self._piece(best, text, written)
        # The probability once more as a length: colour alone would not do.
        track = QRectF(box.left() + PAD, box.bottom() - 4, box.width() - 2 * PAD, 2)
        painter.fillRect(track, self.colours.color("border"))
        track.setWidth(track.width() * best.probability)
        painter.fillRect(track, self.colours.color("muted"))

    def _list(self, guesses: Sequence[Guess], box: QRectF, written: int) -> None:
        """The likeliest pieces, as many as there is room for."""
        line = self.pieces.line
        room = self.pieces.width("0.00") + 3
        top = box.center().y() - len(guesses) * line / 2
        for index, guess in enumerate(guesses):
            row = QRectF(box.left(), top + index * line, box.width(), line)
            told = guess.probability >= _LEAST
            beside = row.adjusted(0, 0, -room, 0) if told else row
            self._piece(guess, beside, written, centred=False)
            if told:
                self._number(guess, row, centred=False)

    def _piece(self, guess: Guess, box: QRectF, written: int, *, centred: bool = True) -> None:
        right = guess.piece.id == written
        colour = self.colours.color("text" if right else "muted")
        token = axis_token(guess.piece)
        self.pieces.draw(self.painter, box, token, colour, bold=right, centred=centred)

    def _number(self, guess: Guess, box: QRectF, *, centred: bool) -> None:
        self.painter.setPen(self.colours.color("muted"))
        decimals = 3 if centred else 2
        text = fixed(guess.probability, decimals)
        self.pieces.number(self.painter, box, text, centred=centred)
