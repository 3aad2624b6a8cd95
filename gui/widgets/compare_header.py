"""What two translations have in common and in what they differ, in two columns."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from gui import theme
from gui.language import tr
from gui.widgets.compared_words import marked
from gui.widgets.comparison import NAMES, Fact
from gui.widgets.see_through import see_through


class CompareHeader(QScrollArea):
    """One line a :class:`Fact`; as high as its lines are, up to what its panel can spare."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[Fact, ...] = ()
        self._titles = NAMES
        self._labels: list[QLabel] = []
        self._most = 1000
        self._body = QWidget()
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 4, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        self.setWidget(self._body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("What differs"))
        see_through(self)
        theme.notifier.changed.connect(self._retheme)

    def facts(self) -> tuple[Fact, ...]:
        """What is told."""
        return self._facts

    def show_facts(self, titles: tuple[str, str], facts: Sequence[Fact]) -> None:
        """Tell other facts of two translations with these titles."""
        if (titles, tuple(facts)) != (self._titles, self._facts):
            self._titles, self._facts = titles, tuple(facts)
            self._fill()

    def _fill(self) -> None:
        first, second = (f"<b>{html.escape(title)}</b>" for title in self._titles)
        self._show_line(0, "", (first, second))
        for row, fact in enumerate(self._facts, 1):
            if fact.words and fact.differs:
                values = marked(*fact.values)
            else:
                first, second = (html.escape(value).replace("\n", "<br>") for value in fact.values)
                # What both share is said once, across both columns.
                values = (first, second if fact.differs else "")
            self._show_line(row, html.escape(fact.name), values)
            for column, value in enumerate(fact.values, 1):
                title = self._titles[column - 1] if fact.differs else "A, B"
                self._labels[3 * row + column].setAccessibleName(f"{title}, {fact.name}: {value}")
        for label in self._labels[3 * (len(self._facts) + 1) :]:
            label.hide()
        self._fit()

    def _show_line(self, row: int, name: str, values: tuple[str, str]) -> None:
        while len(self._labels) < 3 * (row + 1):
            self._add(len(self._labels))
        for column, text in enumerate((name, *values)):
            label = self._labels[3 * row + column]
            label.setText(text)
            label.setVisible(column < 2 or bool(text))
        first = self._labels[3 * row + 1]
        self._grid.removeWidget(first)
        self._grid.addWidget(first, row, 1, 1, 1 if values[1] else 2)

    def _add(self, index: int) -> None:
        label = QLabel(self._body)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        if index % 3:
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        else:
            label.setObjectName("muted")
        self._labels.append(label)
        self._grid.addWidget(label, *divmod(index, 3))

    @Slot()
    def _retheme(self) -> None:
        self._fill()

    # Qt ------------------------------------------------------------------------------

    def set_most(self, height: int) -> None:
        """Say how many pixels its panel can spare."""
        if height != self._most:
            self._most = height
            self._fit()

    def _fit(self) -> None:
        """As high as all lines, or as many whole ones as there is room for."""
        wanted = self._grid.heightForWidth(max(1, self.viewport().width())) + 2
        if wanted > self._most:
            self._grid.activate()
            ends = [self._grid.cellRect(row, 0).bottom() + 1 for row in range(len(self._facts) + 1)]
            # The titles and a line at least, whatever the room.
            least = 2 * (self.fontMetrics().height() + self._grid.verticalSpacing())
            wanted = max([least, *(end for end in ends if end <= self._most)])
        if wanted != self.height():
            self.setFixedHeight(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        width = max(self.width(), 240)
        return QSize(width, self._grid.heightForWidth(width) + 2)
