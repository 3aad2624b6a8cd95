"""Marks on the cells of aligned words, over a matrix of weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from engine.analysis.alignment import Link
from gui import theme
from gui.widgets.matrix_view import MatrixView

_FRAME_FROM: Final = 14.0
"""Pixels a cell needs for a frame; smaller ones get a dot."""


class AlignmentMarks(QWidget):
    """A frame in each cell of a pair of words that is aligned; lies over the cells of a view."""

    def __init__(self, view: MatrixView) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._links: tuple[Link, ...] = ()
        # The pointer goes through it to the cells.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.viewport().installEventFilter(self)
        theme.notifier.changed.connect(self._retheme)
        self.setGeometry(view.viewport().rect())

    @Slot()
    def _retheme(self) -> None:
        self.update()

    def set_links(self, links: Sequence[Link]) -> None:
        """Mark the cells of other pairs of words."""
        if tuple(links) != self._links:
            self._links = tuple(links)
            self.update()

    def links(self) -> tuple[Link, ...]:
        """The pairs whose cells are marked."""
        return self._links

    def areas(self) -> list[QRectF]:
        """The cells that are marked and can be seen, in pixels of the view."""
        seen = QRectF(self.rect()).intersected(self._view.matrix_rect())
        cells = (self._view.cell_rect(target, source) for source, target in self._links)
        return [cell for cell in cells if seen.intersects(cell)]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.viewport().rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        halo, line = QPen(colours.color("surface"), 4), QPen(colours.color("marker"), 2)
        for pen in (halo, line):
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        for cell in self.areas():
            size = min(cell.width(), cell.height())
            if size < _FRAME_FROM:
                self._dot(painter, colours, cell.center(), size)
                continue
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for pen in (halo, line):
                painter.setPen(pen)
                painter.drawRect(cell.adjusted(2, 2, -2, -2))
        painter.end()

    def _dot(self, painter: QPainter, colours: theme.Theme, centre: QPointF, size: float) -> None:
        """What is left of a frame in a small cell."""
        painter.setPen(QPen(colours.color("surface"), 1))
        painter.setBrush(colours.color("marker"))
        radius = max(1.5, size * 0.3)
        painter.drawEllipse(centre, radius, radius)
