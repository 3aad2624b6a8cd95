"""A scored output as a table for Qt's views."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from engine.analysis.reference import FullPass, ScoredOutput, ScoredPosition
from engine.events import Piece
from gui.language import QT_TR_NOOP, tr
from gui.numbers import fixed, whole
from gui.widgets.pieces import describe, label, log_text, weight_text

POSITION_ROLE = Qt.ItemDataRole.UserRole
_NO_PARENT = QModelIndex()
_Index = QModelIndex


class Column(IntEnum):
    """The columns from left to right."""

    NUMBER = 0
    INPUT = 1
    TARGET = 2
    PROBABILITY = 3
    LOSS = 4
    RANK = 5
    CHOICE = 6


TOLD: Final = {
    Column.NUMBER: QT_TR_NOOP("The decoder's position, which is also the step"),
    Column.INPUT: QT_TR_NOOP(
        "What the decoder is fed at this position: the piece before it, the start token at first "
        "(shifted right)"
    ),
    Column.TARGET: QT_TR_NOOP("The piece that is scored at this position"),
    Column.PROBABILITY: QT_TR_NOOP(
        "How probable the model found the piece, given the source and all inputs so far; "
        "a full bar is 1"
    ),
    Column.LOSS: QT_TR_NOOP("Cross-entropy at this position in nats: −ln of the probability"),
    Column.RANK: QT_TR_NOOP("1 where the model found no piece likelier"),
    Column.CHOICE: QT_TR_NOOP(
        "The piece that the model found likeliest, where it is another one, and its probability"
    ),
}


class ReferenceModel(QAbstractTableModel):
    """One row a position of a :class:`ScoredOutput`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._output: ScoredOutput | None = None
        self._full: FullPass | None = None

    def output(self) -> ScoredOutput | None:
        """What is shown."""
        return self._output

    def full(self) -> FullPass | None:
        """What is known of it beyond the trace."""
        return self._full

    def set_output(self, output: ScoredOutput | None, full: FullPass | None = None) -> None:
        """Show another output; rows that only come on top are added."""
        old = () if self._output is None else self._output.positions
        new = () if output is None else output.positions
        same_kind = (self._output and self._output.reference) == (output and output.reference)
        grows = same_kind and len(new) >= len(old) > 0 and new[: len(old)] == old
        if not grows or full is not self._full:
            self.beginResetModel()
            self._output, self._full = output, full
            self.endResetModel()
        elif len(new) > len(old):
            self.beginInsertRows(_NO_PARENT, len(old), len(new) - 1)
            self._output = output
            self.endInsertRows()
        else:
            self._output = output

    def position(self, row: int) -> ScoredPosition | None:
        """What a row shows."""
        positions = () if self._output is None else self._output.positions
        return positions[row] if 0 <= row < len(positions) else None

    # Qt's questions ------------------------------------------------------------------

    def rowCount(self, parent: Any = _NO_PARENT) -> int:
        """How many positions there are."""
        return 0 if parent.isValid() or self._output is None else len(self._output.positions)

    def columnCount(self, parent: Any = _NO_PARENT) -> int:
        """How many columns there are."""
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's text, its alignment, its tooltip, or the position of its row."""
        position = self.position(index.row())
        if position is None:
            return None
        column = Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(position, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tooltip(position, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.header(column)}: {self.text(position, column)}"
        if role == POSITION_ROLE:
            return position
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """A column's name and what it holds."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.header(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(TOLD[column])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(alignment(column))
        return None

    # In words ------------------------------------------------------------------------

    def header(self, column: Column) -> str:
        """The name of a column."""
        forced = self._output is not None and self._output.reference
        return {
            Column.NUMBER: "#",
            Column.INPUT: tr("input"),
            Column.TARGET: tr("target") if forced else tr("written"),
            Column.PROBABILITY: tr("probability"),
            Column.LOSS: tr("loss"),
            Column.RANK: tr("rank"),
            Column.CHOICE: tr("model's choice"),
        }[column]

    def text(self, position: ScoredPosition, column: Column) -> str:
        """A cell."""
        other = position.other
        return {
            Column.NUMBER: lambda: str(position.index + 1),
            Column.INPUT: lambda: label(position.input),
            Column.TARGET: lambda: label(position.target),
            Column.PROBABILITY: lambda: weight_text(position.probability),
            Column.LOSS: lambda: fixed(position.loss, 4),
            Column.RANK: lambda: self.rank_text(position),
            Column.CHOICE: lambda: (
                "" if other is None else f"{label(other.piece)} {fixed(other.probability, 2)}"
            ),
        }[column]()

    def rank(self, position: ScoredPosition) -> int | None:
        """The rank, from the trace if it is recorded, else from the full pass."""
        if position.rank is not None or self._full is None:
            return position.rank
        # Two passes may differ in the last digit; the trace's list has the last word.
        return max(int(self._full.ranks[position.index]), position.listed + 1)

    def rank_text(self, position: ScoredPosition) -> str:
        """The rank, or what is known of it."""
        rank = self.rank(position)
        return f"> {whole(position.listed)}" if rank is None else whole(rank)

    def tooltip(self, position: ScoredPosition, column: Column) -> str:
        """A cell at length."""
        other = position.other
        piece: Piece | None = {
            Column.INPUT: position.input,
            Column.TARGET: position.target,
            Column.CHOICE: None if other is None else other.piece,
        }.get(column)
        lines = [] if piece is None else [describe(piece)]
        if column is Column.CHOICE and other is not None:
            lines.append(tr("probability {p}").format(p=weight_text(other.probability)))
        lines += [self.reading(position), tr(TOLD[column])]
        return "\n".join(lines)

    def reading(self, position: ScoredPosition) -> str:
        """A row on one line, exact."""
        forced = self._output is not None and self._output.reference
        pair = (
            tr("position {n}: fed “{input}”, right piece “{target}”")
            if forced
            else tr("position {n}: fed “{input}”, wrote “{target}”")
        ).format(n=position.index + 1, input=label(position.input), target=label(position.target))
        parts = [
            pair,
            tr("probability {p}").format(p=weight_text(position.probability)),
            tr("loss {loss} nats").format(loss=log_text(position.loss)),
            tr("rank {rank}").format(rank=self.rank_text(position)),
        ]
        if position.other is not None:
            parts.append(
                tr("likeliest “{piece}”, {p}").format(
                    piece=label(position.other.piece), p=weight_text(position.other.probability)
                )
            )
        if position.forced and not forced:
            parts.append(tr("forced, not chosen"))
        if self._full is not None:
            smoothed = float(self._full.smoothed()[position.index])
            parts.append(tr("label-smoothed loss {loss}").format(loss=log_text(smoothed)))
        return "   ".join(parts)

    def as_text(self) -> str:
        """The table for a spreadsheet: one position a line, tabs between, then the sum."""
        head = [
            "position", "input", "input_id", "target", "target_id", "probability",
            "log_probability", "loss", "rank", "likeliest", "likeliest_id",
            "likeliest_probability",
        ]  # fmt: skip
        smoothed = None if self._full is None else self._full.smoothed()
        if smoothed is not None:
            head.append("smoothed_loss")
        lines = ["\t".join(head)]
        output = self._output
        for position in () if output is None else output.positions:
            best, rank = position.best, self.rank(position)
            cells = [
                str(position.index + 1),
                label(position.input),
                str(position.input.id),
                label(position.target),
                str(position.target.id),
                repr(position.probability),
                repr(position.log_probability),
                repr(position.loss),
                f"> {position.listed}" if rank is None else str(rank),
                *(
                    ("", "", "")
                    if best is None
                    else (label(best.piece), str(best.piece.id), repr(best.probability))
                ),
            ]
            if smoothed is not None:
                cells.append(repr(float(smoothed[position.index])))
            lines.append("\t".join(cells))
        return "\n".join(lines) + "\n"


def alignment(column: Column) -> Qt.AlignmentFlag:
    """Numbers end, and pieces begin, below one another."""
    left = column in (Column.INPUT, Column.TARGET, Column.CHOICE)
    side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
