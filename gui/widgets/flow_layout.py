"""Controls side by side that go on in the next line where a panel is too narrow."""

from __future__ import annotations

import math

import shiboken6
from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem


class FlowLayout(QLayout):
    """Each item has the width it wants, or less where that saves a line."""

    def __init__(self, parent: QWidget | None = None, across: int = 8, down: int = 6) -> None:
        """``across`` and ``down`` are the pixels between items and between lines."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        items = self._items
        self.destroyed.connect(lambda: _delete(items))
        self._across, self._down = across, down
        self.setContentsMargins(QMargins())

    def addWidget(self, widget: QWidget) -> None:
        # An item that Qt makes itself is one that Shiboken may take for deleted, once a widget
        # that stood around this one is gone; one that is made here is valid as long as it lives.
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._place(area, move=True)

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self._across * max(0, len(sizes) - 1)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._shown()]
        return QSize(
            max((size.width() for size in sizes), default=0),
            max((size.height() for size in sizes), default=0),
        )

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int, least: bool) -> list[list[QLayoutItem]]:
        """The items line by line, each as wide as it wants or as narrow as it can be."""
        lines: list[list[QLayoutItem]] = [[]]
        used = 0
        for item in self._shown():
            wide = (item.minimumSize() if least else item.sizeHint()).width()
            if lines[-1] and used + self._across + wide > width:
                lines.append([])
            used = wide + (used + self._across if lines[-1] else 0)
            lines[-1].append(item)
        return lines

    def one_line(self, width: int) -> bool:
        """Whether all of it, and what is hidden of it too, stands in one line of this width."""
        parts = [part for item in self._items if (part := item.widget()) is not None]
        least = [min(part.minimumSizeHint().width(), part.maximumWidth()) for part in parts]
        return sum(least) + self._across * (len(parts) - 1) <= width

    def _widths(self, line: list[QLayoutItem], width: int) -> list[int]:
        """What each item of a line gets: what it wants, if there is room for that."""
        wanted = [item.sizeHint().width() for item in line]
        least = [item.minimumSize().width() for item in line]
        missing = sum(wanted) + self._across * (len(line) - 1) - width
        spare = sum(w - m for w, m in zip(wanted, least, strict=True) if w > m)
        if missing <= 0 or not spare:
            return wanted
        share = min(1.0, missing / spare)
        return [math.floor(w - share * max(0, w - m)) for w, m in zip(wanted, least, strict=True)]

    def _place(self, area: QRect, move: bool) -> int:
        """Put the items into lines; the height that they take."""
        lines = self._lines(area.width(), least=False)
        squeezed = self._lines(area.width(), least=True)
        if len(squeezed) < len(lines):
            lines = squeezed
        y = area.top()
        for number, line in enumerate(lines):
            high = max((item.sizeHint().height() for item in line), default=0)
            x = area.left()
            for item, wide in zip(line, self._widths(line, area.width()), strict=True):
                tall = item.sizeHint().height()
                if move:
                    # Captions, boxes and buttons of one line stand on one middle.
                    item.setGeometry(QRect(x, y + (high - tall) // 2, wide, tall))
                x += wide + self._across
            y += high + (self._down if number + 1 < len(lines) else 0)
        return y - area.top()


def _delete(items: list[QLayoutItem]) -> None:
    """Delete what a layout leaves: what Qt has looked at belongs to Qt, in Shiboken's eyes, but Qt
    leaves the items of a layout to those who have made it.
    """
    for item in items:
        if shiboken6.isValid(item):
            shiboken6.delete(item)
