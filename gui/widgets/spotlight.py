"""A window darkened but for the places that are talked about, and where words about them go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from gui import theme

GAP = 14
"""Pixels between a lit place and the words about it."""
_MARGIN = 12
_RADIUS = 9
_RIM = 3
"""Pixels that the frame of a lit place takes of it, at its rounded corners."""
_DIM = {False: QColor(9, 14, 18, 140), True: QColor(3, 5, 7, 168)}
"""By whether the theme is dark: what lies over everything but the lit places."""


class Spotlight(QWidget):
    """Covers its parent; what is darkened gets no pointer, what is lit can be used."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lit: tuple[QRect, ...] = ()
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)

    def lit(self) -> tuple[QRect, ...]:
        """The places that are not darkened, in pixels of the parent."""
        return self._lit

    def light(self, places: Sequence[QRect], words: QRect) -> None:
        """Darken everything but these; ``words`` is what is shown over them."""
        self._lit = tuple(places)
        # Only the rounded frames are painted over the lit places: the pointer goes through,
        # and whatever they repaint costs nothing here.
        region = QRegion(self.rect())
        for place in self._lit:
            region -= QRegion(place.adjusted(_RIM, _RIM, -_RIM, -_RIM))
        region += QRegion(words)
        uncovered = self.mask() - region
        self.setMask(region)
        self.update()
        self._redraw_beneath(uncovered)

    def _redraw_beneath(self, uncovered: QRegion) -> None:
        """Draw again what a smaller mask uncovers.

        Qt asks it of the parent only, without the opaque widgets in it, such as the insides of
        scroll areas: these would stay dark.
        """
        parent = self.parentWidget()
        if parent is None or uncovered.isEmpty() or not self.isVisible():
            return
        for widget in parent.findChildren(QWidget):
            if widget.window() is not parent.window() or not widget.isVisible():
                continue
            if widget is not self and not self.isAncestorOf(widget):
                corner = self.mapFromGlobal(widget.mapToGlobal(QPoint()))
                widget.update(uncovered.translated(-corner))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        dark = QPainterPath()
        dark.addRect(QRectF(self.rect()))
        frames = []
        for place in self._lit:
            frame = QPainterPath()
            frame.addRoundedRect(QRectF(place), _RADIUS, _RADIUS)
            frames.append(frame)
            dark = dark.subtracted(frame)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(dark, _DIM[look.dark])
        painter.setPen(QPen(look.color("accent"), 2))
        for frame in frames:
            painter.drawPath(frame)
        painter.end()

    # Whatever lies beneath, the parent among it, gets none of these.
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()


def place_words(
    room: QRect,
    lit: Sequence[QRect],
    widths: tuple[int, int],
    height_for: Callable[[int], int],
    others: Sequence[QRect] = (),
) -> QRect:
    """Where a card of words stands: beside the first lit place, over as little as possible.

    Args:
        room: all there is.
        lit: the places the words are about, the most important one first; may be empty.
        widths: the least and the preferred width of the card.
        height_for: its height if it is so many pixels wide.
        others: what it should not cover either.
    """
    inner = room.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    least, wanted = (min(width, inner.width()) for width in widths)
    avoided = QRegion()
    for place in (*lit, *others):
        avoided += QRegion(place)

    def card(width: int, left: int, top: int) -> QRect:
        width = min(max(width, least), wanted)
        return QRect(left, top, width, min(height_for(width), inner.height()))

    tried: list[QRect] = []
    if lit:
        about = lit[0]
        after, before = about.right() + 1 + GAP, about.left() - GAP
        tried.append(card(inner.right() + 1 - after, after, about.top()))
        box = card(before - inner.left(), 0, about.top())
        tried.append(box.translated(before - box.width(), 0))
        box = card(wanted, about.left(), about.bottom() + 1 + GAP)
        tried += [box, box.translated(0, about.top() - GAP - box.height() - box.top())]
    box = card(wanted, inner.left(), inner.top())
    across, down = inner.width() - box.width(), inner.height() - box.height()
    tried.append(box.translated(across // 2, down // 2))
    tried += [box.translated(x, y) for x in (0, across) for y in (0, down)]

    def covered(box: QRect) -> int:
        parts: Iterable[QRect] = avoided.intersected(QRegion(box))  # type: ignore[assignment]
        return sum(part.width() * part.height() for part in parts)

    return min((_inside(box, inner) for box in tried), key=covered)


def _inside(box: QRect, room: QRect) -> QRect:
    """A box moved into the room."""
    box = QRect(box)
    box.moveRight(min(box.right(), room.right()))
    box.moveBottom(min(box.bottom(), room.bottom()))
    box.moveLeft(max(box.left(), room.left()))
    box.moveTop(max(box.top(), room.top()))
    return box
