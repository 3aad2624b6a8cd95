"""The steps of two translations beside each other, with how probable each piece was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from engine.analysis.compare import StepRow
from engine.events import LiveHypothesis
from gui import theme
from gui.language import tr
from gui.widgets.comparison import Compared, signed_text
from gui.widgets.pieces import axis_token, describe, label, log_text, weight_text
from gui.widgets.scale import Scale

_Index = QModelIndex | QPersistentModelIndex
_PIECES: Final = (0, 2)
_PROBABILITIES: Final = (1, 3)
_DIFFERENCE: Final = 4
_SCALE = Scale("signed", -1.0, 1.0)
_NOTHING = "–"


class StepModel(QAbstractTableModel):
    """One row a :class:`StepRow`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[StepRow, ...] = ()
        self._written: tuple[tuple[LiveHypothesis, ...], ...] = ((), ())
        self._current: tuple[int | None, int | None] = (None, None)
        self.retheme()

    def show_rows(
        self,
        rows: Sequence[StepRow],
        sides: tuple[Compared, Compared],
        current: tuple[int | None, int | None],
    ) -> None:
        """Show other rows; ``current`` are the steps that the window shows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self._written = (sides[0].side.written, sides[1].side.written)
        self._current = current
        self.endResetModel()

    def forget(self) -> None:
        """Show nothing, and keep nothing alive."""
        self.beginResetModel()
        self._rows, self._written = (), ((), ())
        self.endResetModel()

    def rows(self) -> tuple[StepRow, ...]:
        """What is shown."""
        return self._rows

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self._grounds = [QColor(*map(int, entry)) for entry in _SCALE.table()]
        self._inks = _SCALE.inks()
        if self._rows:
            last = self.index(len(self._rows) - 1, _DIFFERENCE)
            self.dataChanged.emit(self.index(0, 0), last)

    def is_current(self, row: int) -> bool:
        """Whether the window shows this step."""
        steps = (self._rows[row].first, self._rows[row].second)
        return any(
            now is not None and now == step for now, step in zip(self._current, steps, strict=True)
        )

    def reading(self, row: int) -> str:
        """A row in words, for the line below, tooltips and screen readers."""
        shown = self._rows[row]
        parts = []
        for name, step, live, probability in self._both(shown):
            if live is None or step is None or probability is None:
                parts.append(tr("{name}: nothing").format(name=name))
            else:
                parts.append(
                    tr("{name}, step {step}: “{piece}” {probability}").format(
                        name=name,
                        step=step + 1,
                        piece=label(live.piece),
                        probability=weight_text(probability),
                    )
                )
        if shown.difference is not None and shown.log_ratio is not None:
            difference = signed_text(shown.difference)
            parts.append(tr("B − A {difference}").format(difference=difference))
            parts.append(tr("ln p₂ − ln p₁ = {ratio}").format(ratio=log_text(shown.log_ratio)))
            if not shown.same_inputs:
                parts.append(tr("after different pieces"))
        return "   ".join(parts)

    def _both(
        self, row: StepRow
    ) -> list[tuple[str, int | None, LiveHypothesis | None, float | None]]:
        found: list[tuple[str, int | None, LiveHypothesis | None, float | None]] = []
        for side, (name, step) in enumerate((("A", row.first), ("B", row.second))):
            live = None if step is None else self._written[side][step]
            found.append((name, step, live, row.probabilities[side]))
        return found

    # Qt ------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 5

    def headerData(
        self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if way is Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return (tr("A"), tr("p of A"), tr("B"), tr("p of B"), tr("B − A"))[section]
            if role == Qt.ItemDataRole.ToolTipRole:
                return (
                    tr("The piece that A wrote"),
                    tr("Its probability, in the softmax over the whole vocabulary"),
                    tr("The piece that B wrote"),
                    tr("Its probability, in the softmax over the whole vocabulary"),
                    tr(
                        "Probability of B's piece minus probability of A's; blue below 0, red above"
                    ),
                )[section]
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            row = self._rows[section]
            steps = [_NOTHING if s is None else str(s + 1) for s in (row.first, row.second)]
            return steps[0] if steps[0] == steps[1] else f"{steps[0]} | {steps[1]}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("The step, of A and of B where they are not the same")
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if not index.isValid() or row >= len(self._rows):
            return None
        shown = self._rows[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(shown, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column in _PIECES else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.FontRole and (
            self.is_current(row) or (column in _PIECES and not shown.same_piece)
        ):
            font = QFont()
            font.setBold(True)
            return font
        if column == _DIFFERENCE and shown.difference:
            shade = round((shown.difference + 1) / 2 * 255)
            if role == Qt.ItemDataRole.BackgroundRole:
                return self._grounds[shade]
            if role == Qt.ItemDataRole.ForegroundRole:
                return self._inks[shade]
        if role == Qt.ItemDataRole.ForegroundRole and self.is_current(row):
            return theme.current().color("marker")
        return None

    def _text(self, row: StepRow, column: int) -> str:
        if column == _DIFFERENCE:
            return "" if row.difference is None else signed_text(row.difference)
        _, _, live, probability = self._both(row)[0 if column < 2 else 1]
        if live is None or probability is None:
            return _NOTHING if column in _PIECES else ""
        return axis_token(live.piece).text if column in _PIECES else weight_text(probability)

    def _tip(self, row: int, column: int) -> str:
        # First, and without user's text: Qt takes a first line that looks like HTML for it.
        lines = [tr("Row {row}").format(row=row + 1), self.reading(row)]
        if column in _PIECES:
            live = self._both(self._rows[row])[0 if column < 2 else 1][2]
            if live is not None:
                lines.insert(1, describe(live.piece))
        return "\n".join(lines)


class StepTable(QTableView):
    """Shows a :class:`StepModel`.

    Signals:
        looked: what is to be said of the current row; empty if there is none.
        chosen: the :class:`StepRow` that was double-clicked or entered.
    """

    looked = Signal(str)
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.steps = StepModel(self)
        self.setModel(self.steps)
        self.setAccessibleName(tr("Probabilities step by step"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self.viewport().setAutoFillBackground(False)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setHighlightSections(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.entered.connect(self._on_entered)
        self.activated.connect(self._on_activated)
        theme.notifier.changed.connect(self._retheme)
        self._retheme()

    def show_rows(
        self,
        rows: Sequence[StepRow],
        sides: tuple[Compared, Compared],
        current: tuple[int | None, int | None],
    ) -> None:
        """Show other rows; the place in the table is kept."""
        index = self.currentIndex()
        bar = self.verticalScrollBar().value()
        self.steps.show_rows(rows, sides, current)
        if index.isValid() and index.row() < len(rows):
            self.setCurrentIndex(self.steps.index(index.row(), index.column()))
        self.verticalScrollBar().setValue(bar)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        self.looked.emit(self.steps.reading(current.row()) if current.isValid() else "")

    @Slot(QModelIndex)
    def _on_entered(self, index: QModelIndex) -> None:
        self.looked.emit(self.steps.reading(index.row()))

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        self.chosen.emit(self.steps.rows()[index.row()])

    @Slot()
    def _retheme(self) -> None:
        self.setStyleSheet(
            "QTableView::item { padding: 0 7px; }"
            "QTableView QTableCornerButton::section { background: transparent; border: none; }"
            "QHeaderView::section:vertical { border: none; padding: 0 6px; }"
        )
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        # Room for the longest of their numbers, and for a bold one.
        longest = (signed_text(-0.9), signed_text(-9e-5))
        room = max(metrics.horizontalAdvance(text) for text in longest) + 24
        for column in (*_PROBABILITIES, _DIFFERENCE):
            self.setColumnWidth(column, room)
        self._share_out()
        self.steps.retheme()

    def _share_out(self) -> None:
        """Give the pieces what the numbers leave, and enough to be read in a narrow panel.

        Qt's own stretching keeps the widths of a page that was hidden when it was sized.
        """
        numbers = sum(self.columnWidth(column) for column in (*_PROBABILITIES, _DIFFERENCE))
        least = 8 * self.fontMetrics().averageCharWidth() + 14
        room = max(least, (self.viewport().width() - numbers) // len(_PIECES))
        for column in _PIECES:
            self.setColumnWidth(column, room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()
