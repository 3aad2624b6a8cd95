"""An attention matrix in words: its cells, rows, columns and sums, with their exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.analysis.grouping import Grouped
from engine.events import AttentionKind, Piece
from engine.text.words import Word
from engine.trace import AttentionMatrix
from gui.language import QT_TR_NOOP, quoted, tr
from gui.numbers import fixed, percent, whole
from gui.session import Side
from gui.widgets import lines_art
from gui.widgets.group_text import group_label, group_tooltip
from gui.widgets.kind_text import axis_titles, why_masked
from gui.widgets.lines_model import MOST, Lines
from gui.widgets.pieces import weight_text

_STRONGEST = 5
_APART = "   "


WORD_NAMES: Final = {
    AttentionKind.ENCODER_SELF: (QT_TR_NOOP("source word"), QT_TR_NOOP("source word")),
    AttentionKind.DECODER_SELF: (
        QT_TR_NOOP("decoder input, shifted right"),
        QT_TR_NOOP("decoder input, shifted right"),
    ),
    AttentionKind.CROSS: (QT_TR_NOOP("written word"), QT_TR_NOOP("source word")),
}
"""What the rows and what the columns are where words are shown."""
OWN_WORD: Final = QT_TR_NOOP("word of the text")


@dataclass(frozen=True)
class ShownAttention:
    """What is shown of one attention matrix.

    Attributes:
        kind: of the attention.
        matrix: between pieces, as the trace has it.
        grouped: as it is shown.
        words: whether whole words are shown.
        selected: rows that the user has selected.
        total, mean: [column] the sum and the mean of these.
        alone: whether the model is one stack, which has but its own text.
    """

    kind: AttentionKind
    matrix: AttentionMatrix
    grouped: Grouped
    words: bool
    selected: tuple[int, ...] = ()
    total: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    mean: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    alone: bool = False

    def titles(self) -> tuple[str, str]:
        """What the rows and the columns are."""
        if not self.words:
            return axis_titles(self.kind, self.alone)
        row, column = (OWN_WORD, OWN_WORD) if self.alone else WORD_NAMES[self.kind]
        return (
            tr("query: {name} →").format(name=tr(row)),
            tr("key: {name} →").format(name=tr(column)),
        )

    # Names ---------------------------------------------------------------------------

    def row_label(self, row: int) -> str:
        """The words of a row."""
        return self._label(self.grouped.rows[row], self.matrix.queries)

    def column_label(self, column: int) -> str:
        """The words of a column."""
        return self._label(self.grouped.columns[column], self.matrix.keys)

    def _label(self, word: Word, pieces: Sequence[Piece]) -> str:
        return group_label(word, pieces, self.words)

    def place_of(self, side: Side, piece: int, keys: bool) -> tuple[int | None, int | None]:
        """The row or the column of a piece of the source or of the translation, as (row, column).

        ``keys`` prefers the column where the piece has both.
        """
        grouped = self.grouped
        encoder = self.kind is AttentionKind.ENCODER_SELF
        if side == "target":
            return (None if encoder else grouped.row_of(piece)), None
        if self.kind is AttentionKind.CROSS or (encoder and keys):
            return None, grouped.column_of(piece)
        return (grouped.row_of(piece) if encoder else None), None

    # Cells ---------------------------------------------------------------------------

    def cell_text(self, row: int, column: int) -> str:
        """A cell: what it ties, its exact weight and what that is made of."""
        pair = f"{quoted(self.row_label(row))} → {quoted(self.column_label(column))}"
        return _APART.join([pair, *self._cell_parts(row, column)])

    def spoken_cell(self, row: int, column: int) -> str:
        """A cell for a screen reader: first where it is."""
        place = tr("row {row} “{query}”, column {column} “{key}”").format(
            row=row + 1,
            query=self.row_label(row),
            column=column + 1,
            key=self.column_label(column),
        )
        parts = self._cell_parts(row, column)
        if row in self.selected:
            parts.insert(1, tr("row selected"))
        return ", ".join([place, *parts])

    def _cell_parts(self, row: int, column: int) -> list[str]:
        grouped = self.grouped
        if grouped.masked[row, column]:
            query, key = grouped.rows[row].pieces[-1], grouped.columns[column].pieces[0]
            parts = [tr("masked: {reason}").format(reason=why_masked(self.kind, query, key))]
        else:
            weight = weight_text(float(grouped.weights[row, column]))
            parts = [tr("weight {weight}").format(weight=weight)]
            parts += self._made_of(row, column)
        if self.selected:
            parts.append(self.sum_text(column))
        return parts + self._hidden(row)

    def _made_of(self, row: int, column: int) -> list[str]:
        """How a weight between words came about."""
        keys = len(self.grouped.columns[column].pieces)
        queries = len(self.grouped.rows[row].pieces)
        parts = []
        if keys > 1:
            parts.append(tr("sum of %n column(s)", "pieces of a word", keys))
        if queries > 1:
            parts.append(tr("mean of %n row(s)", "pieces of a word", queries))
        return [", ".join(parts)] if parts else []

    def _hidden(self, row: int) -> list[str]:
        """How much of a row is not shown."""
        if not self._left_out():
            return []
        share = weight_text(float(self.grouped.hidden[row]))
        return [tr("{share} of the row on hidden special tokens").format(share=share)]

    def _left_out(self) -> bool:
        """Whether some keys have no column."""
        return sum(len(word.pieces) for word in self.grouped.columns) < len(self.matrix.keys)

    def sum_text(self, column: int) -> str:
        """The sum and the mean of the selected rows in a column."""
        text = tr("Σ of %n selected row(s) {total}, mean {mean}", "", len(self.selected))
        return text.format(
            total=weight_text(float(self.total[column])), mean=weight_text(float(self.mean[column]))
        )

    def sum_reading(self, column: int) -> str:
        """A column of the strip of sums."""
        return f"{quoted(self.column_label(column))}{_APART}{self.sum_text(column)}"

    # Rows and columns ----------------------------------------------------------------

    def row_text(self, row: int) -> str:
        """Everything about what a row stands for."""
        named = group_tooltip(self.grouped.rows[row], self.matrix.queries, self.words)
        return self._named(tr("row {number}").format(number=row + 1), named, self._hidden(row))

    def column_text(self, column: int) -> str:
        """Everything about what a column stands for."""
        named = group_tooltip(self.grouped.columns[column], self.matrix.keys, self.words)
        return self._named(tr("column {number}").format(number=column + 1), named, [])

    @staticmethod
    def _named(place: str, named: str, more: list[str]) -> str:
        return _APART.join([f"{place}: {named.replace(chr(10), '; ')}", *more])

    # Lines ---------------------------------------------------------------------------

    def word_text(self, word: lines_art.Word) -> str:
        """A word of the line view with its strongest ties."""
        return _APART.join(self._word_parts(word))

    def spoken_word(self, word: lines_art.Word) -> str:
        """The same for a screen reader."""
        parts = self._word_parts(word)
        if word.side == "right" and word.index in self.selected:
            parts.insert(1, tr("selected"))
        return ", ".join(parts)

    def word_tooltip(self, word: lines_art.Word) -> str:
        """The same on several lines, with its pieces."""
        by_row = word.side == "right"
        text = self.row_text(word.index) if by_row else self.column_text(word.index)
        return "\n".join([text, *self._word_parts(word)[1:]])

    def _word_parts(self, word: lines_art.Word) -> list[str]:
        grouped, by_row = self.grouped, word.side == "right"
        weights = grouped.weights[word.index] if by_row else grouped.weights[:, word.index]
        name = self.row_label(word.index) if by_row else self.column_label(word.index)
        count = len(grouped.rows) if by_row else len(grouped.columns)
        place = tr("query {number} of {count}") if by_row else tr("key {number} of {count}")
        parts = [f"{quoted(name)} ({place.format(number=word.index + 1, count=count)})"]
        order = np.argsort(-weights, kind="stable")[:_STRONGEST].tolist()
        for index in order:
            weight = float(weights[index])
            if weight <= 0:
                break
            other = self.column_label(index) if by_row else self.row_label(index)
            text = tr("{weight} on “{key}”") if by_row else tr("{weight} from “{query}”")
            parts.append(text.format(weight=weight_text(weight), key=other, query=other))
        if self.selected and not by_row:
            parts.append(self.sum_text(word.index))
        return parts + (self._hidden(word.index) if by_row else [])

    # Notes ---------------------------------------------------------------------------

    def notes(self) -> list[str]:
        """What has been done to the numbers between the trace and the reader."""
        found = []
        if self.words:
            found.append(tr("Words: columns summed, rows averaged."))
        if self._left_out():
            found.append(self._hidden_note())
        elif sum(len(word.pieces) for word in self.grouped.rows) < len(self.matrix.queries):
            found.append(tr("Rows of special tokens are hidden."))
        return found

    def _hidden_note(self) -> str:
        hidden = self.grouped.hidden
        row = int(hidden.argmax())
        return tr(
            "Special tokens hidden, nothing renormalised: {mean} of the weight is not shown, "
            "at most {most} of a row (row {row})."
        ).format(
            mean=percent(float(hidden.mean()), 1), most=percent(float(hidden[row]), 1), row=row + 1
        )


def lines_note(lines: Lines, threshold: float) -> str:
    """How much of the weight the lines carry."""
    drawn = len(lines.weights)
    text = tr("%n line(s) from {threshold} on: {share} of the weight shown.", "", drawn)
    note = text.format(threshold=fixed(threshold, 2), share=percent(lines.share, 1))
    if lines.reaching > drawn:
        more = tr("Only the {most} strongest of {all} lines are drawn.")
        note = f"{more.format(most=whole(MOST), all=whole(lines.reaching))} {note}"
    return note


def dots_note(rows: int, columns: int) -> str:
    """That several weights share a dot."""
    return tr(
        "A dot stands for up to {rows} × {columns} weights and shows the largest: zoom in."
    ).format(rows=rows, columns=columns)
