"""Source words above, target words below, and the ties between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gui import theme
from gui.language import tr
from gui.session import Side
from gui.widgets.alignment_art import AlignmentArt, Look, other_end, touches
from gui.widgets.alignment_layout import SIDES, AlignmentLayout, Tie, WordPlace
from gui.widgets.announce import announce
from gui.widgets.matrix_keys import zoom_key
from gui.widgets.vector import is_vector
from gui.widgets.zoom_area import ZoomArea

AT_MOST: Final = 300
"""Ties of pairs that are not aligned; more are a blot, and slow."""
_FADED: Final = 0.2
"""Of the other ties while a word is pointed at."""
_AHEAD: Final = 60.0
"""Pixels beside a word that comes into sight."""


class AlignmentView(ZoomArea):
    """Two lines of words; longer ones than fit are scrolled or zoomed.

    Left and Right move along a line, Up and Down to the other one along the strongest tie, Home
    and End to the ends; Escape takes the cursor away. Plus and minus zoom, 0 fits.

    Args:
        describe: a word in words, for tooltips and screen readers.

    Signals:
        pointed: the word under the pointer, or ``None``.
        cursorMoved: the word of the keyboard's cursor, or ``None``.
    """

    pointed = Signal(object)
    cursorMoved = Signal(object)

    def __init__(self, describe: Callable[[WordPlace], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._describe = describe
        self.layout_ = AlignmentLayout(self.font())
        self.art = AlignmentArt(self.layout_)
        self._ties: tuple[Tie, ...] = ()
        self._captions = ("", "")
        self._look = Look()
        self._hover: WordPlace | None = None
        self._pointer: WordPlace | None = None
        self._cursor: WordPlace | None = None
        self._picture: QPixmap | None = None
        self._picture_of: tuple[object, ...] = ()
        self._version = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Words tied by attention"))
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def show_alignment(
        self,
        source: Sequence[str],
        target: Sequence[str],
        ties: Sequence[Tie],
        look: Look,
        captions: tuple[str, str],
    ) -> None:
        """Show other words or ties.

        Args:
            source: the labels of the source words.
            target: the labels of the target words.
            ties: in the order in which they are drawn.
            look: of the words; its ``focus`` and ``cursor`` are this widget's own business.
            captions: what the source and the target are.
        """
        moved = look.current is not None and look.current != self._look.current
        self._ties, self._look, self._captions = tuple(ties), look, captions
        self._version += 1
        self.layout_.set_words(source, target)
        self._pointer = self._kept(self._pointer)
        self._hover = self._kept(self._hover)
        self._cursor = self._kept(self._cursor)
        self._make_room()
        self.arrange()
        if moved and look.current is not None:
            self.reveal(("target", look.current))
        self._tell()

    def set_hover(self, place: WordPlace | None) -> None:
        """Mark the word that is pointed at somewhere in the window."""
        if place != self._hover:
            self._hover = place
            self.viewport().update()

    def set_cursor_word(self, place: WordPlace | None) -> None:
        """Move the keyboard's cursor to a word, or take it away."""
        if place == self._cursor:
            return
        self._cursor = place
        if place is not None:
            self.reveal(place)
        self._tell()
        self.viewport().update()
        self.cursorMoved.emit(place)

    def forget(self) -> None:
        """Forget the pointer and the cursor: other words are about to be shown."""
        self._hover = self._pointer = None
        self.set_cursor_word(None)

    @property
    def cursor_word(self) -> WordPlace | None:
        """The word of the keyboard's cursor."""
        return self._cursor

    @property
    def pointed_word(self) -> WordPlace | None:
        """The word under the pointer."""
        return self._pointer

    def focus_word(self) -> WordPlace | None:
        """The word whose ties stand out: pointed at here, or elsewhere, or the cursor's."""
        return self._pointer or self._hover or self._cursor

    def ties(self) -> tuple[Tie, ...]:
        """What is drawn, in the order in which it is."""
        return self._ties

    def look(self) -> Look:
        """How the words are marked."""
        return Look(
            self._look.current,
            self._look.loose,
            self._look.waiting,
            self._look.shares,
            self.focus_word(),
            self._cursor if self.hasFocus() else None,
        )

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.art.retheme()
        self._version += 1
        self.viewport().update()

    def _kept(self, place: WordPlace | None) -> WordPlace | None:
        """A word, if it is still there."""
        if place is None or place[1] < len(self.layout_.texts[place[0]]):
            return place
        return None

    # Zoom and scrolling --------------------------------------------------------------

    def content(self) -> QSizeF:
        return QSizeF(self.layout_.width, self.layout_.least_height())

    def anchor(self) -> QPointF:
        place = self.focus_word()
        return super().anchor() if place is None else self.word_area(place).center()

    def draw_at(self, zoom: float) -> None:
        self._make_room()

    def _make_room(self) -> None:
        area = self.viewport().size()
        self.layout_.set_room(area.width(), area.height() / self.zoom)
        self._version += 1

    def _origin(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def word_area(self, place: WordPlace) -> QRectF:
        """Where a word is, in pixels of the viewport."""
        box, origin = self.layout_.box(place), self._origin()
        return QRectF(box.topLeft() * self.zoom - origin, box.size() * self.zoom)

    def word_at(self, point: QPointF) -> WordPlace | None:
        """The word at a point of the viewport."""
        return self.layout_.word_at((point + self._origin()) / self.zoom)

    def reveal(self, place: WordPlace) -> None:
        """Scroll so that a word can be seen."""
        self.reveal_area(self.word_area(place), _AHEAD, 2.0)

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        origin, look = self._origin(), self.look()
        left = origin.x() / self.zoom
        right = left + self.viewport().width() / self.zoom
        own = () if look.focus is None else tuple(t for t in self._ties if touches(t, look.focus))
        painter.setOpacity(1.0 if look.focus is None else _FADED)
        if is_vector(painter):
            self._enter(painter, origin)
            self.art.draw_ties(painter, self._ties, left, right)
        else:
            painter.drawPixmap(0, 0, self._drawn_ties(origin, left, right))
            self._enter(painter, origin)
        painter.setOpacity(1.0)
        self.art.draw_ties(painter, own, left, right)
        self.art.draw_words(painter, look, left, right, self.zoom)
        if look.focus is not None:
            self.art.draw_weights(painter, own, look.focus, left, right)
        painter.resetTransform()
        self._draw_captions(painter, origin)
        painter.end()

    def _enter(self, painter: QPainter, origin: QPointF) -> None:
        painter.translate(-origin)
        painter.scale(self.zoom, self.zoom)

    def _drawn_ties(self, origin: QPointF, left: float, right: float) -> QPixmap:
        """All ties that can be seen, drawn once; what is pointed at changes often."""
        ratio = self.devicePixelRatioF()
        size = self.viewport().size()
        about = (self._version, origin.x(), origin.y(), self.zoom, ratio, size)
        if self._picture is None or about != self._picture_of:
            picture = QPixmap(size * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._enter(painter, origin)
            self.art.draw_ties(painter, self._ties, left, right)
            painter.end()
            self._picture, self._picture_of = picture, about
        return self._picture

    def _draw_captions(self, painter: QPainter, origin: QPointF) -> None:
        """Name the two lines; the names stay where they are as the words scroll."""
        layout = self.layout_
        if not layout.caption_height:
            return
        painter.translate(0, -origin.y())
        painter.scale(self.zoom, self.zoom)
        painter.setFont(layout.small)
        painter.setPen(theme.current().color("muted"))
        width = self.viewport().width() / self.zoom
        for side, caption in zip(SIDES, self._captions, strict=True):
            area = QRectF(6, layout.caption_top(side), width - 12, layout.caption_height)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, caption)

    # Events --------------------------------------------------------------------------

    def point_at(self, point: QPointF | None) -> None:
        place = None if point is None else self.word_at(point)
        if place == self._pointer:
            return
        self._pointer = place
        hand = Qt.CursorShape.ArrowCursor if place is None else Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(hand)
        self.viewport().update()
        self.pointed.emit(place)

    def click_at(self, point: QPointF) -> None:
        self.set_cursor_word(self.word_at(point))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.point_at(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.word_at(QPointF(event.pos()))
            # An empty text hides the tooltip.
            text = "" if place is None else self._describe(place)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().viewportEvent(event))

    def _neighbour(self, key: int) -> WordPlace | None:
        """The word that a key leads to."""
        layout = self.layout_
        if self._cursor is None:
            return self._start()
        side, index = self._cursor
        last = len(layout.texts[side]) - 1
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = -1 if key == Qt.Key.Key_Left else 1
            return side, min(max(index + step, 0), last)
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return side, 0 if key == Qt.Key.Key_Home else last
        if (key == Qt.Key.Key_Up) == (side == "source"):
            return self._cursor
        tied = [tie for tie in self._ties if touches(tie, self._cursor)]
        if tied:
            return other_end(max(tied, key=lambda tie: tie.weight), self._cursor)
        other: Side = "target" if side == "source" else "source"
        nearest = layout.nearest(other, layout.box(self._cursor).center().x())
        return self._cursor if nearest is None else (other, nearest)

    def _start(self) -> WordPlace | None:
        """Where the cursor appears: at the current word, or at the start."""
        if self._look.current is not None:
            return "target", self._look.current
        if self.layout_.texts["target"]:
            return "target", 0
        return ("source", 0) if self.layout_.texts["source"] else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if zoom_key(event, self):
            # Fitting may change what the zoom bar says without changing the zoom.
            self.zoomChanged.emit(self.zoom)
        elif key == Qt.Key.Key_Escape and plain and self._cursor is not None:
            self.set_cursor_word(None)
        elif plain and key in _MOVES:
            # Who uses the keys does not mean the pointer, until that moves again.
            self.point_at(None)
            self.set_cursor_word(self._neighbour(key))
        else:
            super().keyPressEvent(event)

    def _tell(self) -> None:
        announce(self, "" if self._cursor is None else self._describe(self._cursor))

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(520, round(self.layout_.least_height()) + 120)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 80)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._make_room()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.layout_.set_font(self.font())
            self._make_room()
            self.arrange()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_key = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        if by_key and self._cursor is None:
            # Whoever comes by keyboard sees where they are.
            self.set_cursor_word(self._start())
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


_MOVES: Final = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
    }
)
