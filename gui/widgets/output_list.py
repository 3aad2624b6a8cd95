"""The outputs of a search, best first: rank, score, text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from engine.events import Finished, Hypothesis
from gui import numbers
from gui.language import tr
from gui.widgets.engine_words import engine_word
from gui.widgets.score_text import number


class OutputList(QTreeWidget):
    """One row an output.

    Signals:
        followed: the ``Hypothesis`` that was clicked or moved to.
    """

    followed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finished: Finished | None = None
        self._style = numbers.style()
        self.setAccessibleName(tr("Outputs, best first"))
        self.setToolTip(tr("The finished hypotheses of the sentence; click one to follow it"))
        self.setColumnCount(3)
        self.setHeaderLabels([tr("Rank"), tr("Score"), tr("Text")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(True)
        for column in (0, 1):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.itemClicked.connect(self._on_item)
        self.currentItemChanged.connect(self._on_item)

    def outputs(self) -> tuple[Hypothesis, ...]:
        """What is listed."""
        return self._finished.hypotheses if self._finished is not None else ()

    def show_outputs(self, finished: Finished | None) -> bool:
        """List the outputs of a sentence; whether they are others than before."""
        if finished is self._finished and numbers.style() == self._style:
            return False
        self._finished, self._style = finished, numbers.style()
        self.blockSignals(True)
        self.clear()
        for rank, output in enumerate(self.outputs()):
            written = output.text if output.text.strip() else tr("(nothing)")
            item = QTreeWidgetItem([str(rank + 1), number(output.score), written])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            heading, spoken = tr("Output {rank}:\n{text}"), "{text}"
            if output.ending != "end":
                heading = tr("Output {rank} (ended by: {ending}):\n{text}")
                spoken = tr("{text} (ended by: {ending})")
            told = {"rank": rank + 1, "text": written, "ending": engine_word(output.ending)}
            item.setToolTip(2, heading.format(**told))
            item.setData(2, Qt.ItemDataRole.AccessibleTextRole, spoken.format(**told))
            self.addTopLevelItem(item)
        self.blockSignals(False)
        return True

    def mark(self, end: tuple[int, int] | None) -> None:
        """Select the output that ends at this (step, hypothesis); none if none does."""
        ends = [(output.step, output.index) for output in self.outputs()]
        self.blockSignals(True)
        if end in ends:
            self.setCurrentIndex(self.model().index(ends.index(end), 0))
        else:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        self.blockSignals(False)

    def height_of(self, rows: int) -> int:
        """Pixels that so many rows take, with everything around them."""
        around = self.header().sizeHint().height() + 2 * self.frameWidth() + 10
        return around + rows * max(1, self.sizeHintForRow(0))

    @Slot(QTreeWidgetItem)
    def _on_item(self, item: QTreeWidgetItem | None, *_: object) -> None:
        if item is not None:
            output = self.outputs()[self.indexOfTopLevelItem(item)]
            # An output without a piece has no place in the tree.
            if output.step >= 0:
                self.followed.emit(output)
