"""Attention as lines between two sentences: keys on the left, queries on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gui import theme
from gui.language import tr
from gui.widgets.announce import announce
from gui.widgets.coalesce import Coalescer
from gui.widgets.lines_art import Side, Word
from gui.widgets.lines_model import Lines
from gui.widgets.lines_scene import LinesScene
from gui.widgets.matrix_keys import pick_of, zoom_key
from gui.widgets.token_axis import AxisToken
from gui.widgets.vector import is_vector
from gui.widgets.zoom_area import ZoomArea


class LinesView(ZoomArea):
    """Words and lines; a word that is pointed at keeps its own lines alone, with their numbers.

    Up, Down, Home and End move along a sentence, Left and Right to the other one; Space and
    Shift with Up and Down select words on the right; Escape clears; plus, minus and 0 zoom.

    Signals:
        wordPointed: the :class:`Word` under the pointer, or ``None``.
        cursorMoved: the :class:`Word` of the keyboard cursor, or ``None``.
        rowPicked: a word on the right to be selected, and how: "only", "toggle" or "range".
        clearRequested: no word is to be selected any more.
    """

    wordPointed = Signal(object)
    cursorMoved = Signal(object)
    rowPicked = Signal(int, str)
    clearRequested = Signal()

    def __init__(
        self,
        describe: Callable[[Word], str],
        spoken: Callable[[Word], str],
        parent: QWidget | None = None,
    ) -> None:
        """``describe`` and ``spoken`` put a word with its weights into words."""
        super().__init__(parent)
        self._describe, self._spoken = describe, spoken
        self.scene = LinesScene(self.font())
        self._modifiers = Qt.KeyboardModifier.NoModifier
        self._more = Coalescer(self.viewport().update, self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Attention as lines"))
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def set_matrix(
        self,
        weights: npt.NDArray[np.float32],
        masked: npt.NDArray[np.bool_] | None,
        rows: Sequence[AxisToken],
        columns: Sequence[AxisToken],
        current: int | None,
    ) -> None:
        """Show other weights, [query, key]; ``current`` is the query of the current step."""
        looks = self.scene.looks
        moved_on, looks.current = current != looks.current, current
        self.scene.set_matrix(weights, masked, rows, columns)
        if looks.pointer is not None and not self.scene.holds(looks.pointer):
            looks.pointer = None
            self.wordPointed.emit(None)
        if looks.cursor is not None and not self.scene.holds(looks.cursor):
            last = len(self.scene.art.words(looks.cursor.side)) - 1
            looks.cursor = Word(looks.cursor.side, last) if last >= 0 else None
        self.arrange()
        if moved_on and current is not None and looks.pointer is None:
            self._reveal(Word("right", current))
        self._tell()

    def set_titles(self, rows: str, columns: str) -> None:
        """Name what the queries and the keys are."""
        self.scene.titles = (rows, columns)
        self.viewport().update()

    @property
    def threshold(self) -> float:
        """Weights below it are not drawn."""
        return self.scene.threshold

    def set_threshold(self, threshold: float) -> None:
        """Draw no lines below this weight."""
        if threshold != self.scene.threshold:
            self.scene.set_threshold(threshold)
            self.viewport().update()

    def lines(self) -> Lines:
        """The lines that are drawn where no word is looked at."""
        return self.scene.lines

    def set_hover(self, row: int | None, column: int | None) -> None:
        """Isolate a word that is pointed at somewhere in the window."""
        looks, word = self.scene.looks, None
        if row is not None:
            word = Word("right", row)
        elif column is not None:
            word = Word("left", column)
        if word == looks.hovered:
            return
        looks.hovered = word
        if word is not None and looks.pointer is None:
            self._reveal(word)
        self.viewport().update()

    def set_selected(
        self,
        rows: Sequence[int],
        total: npt.NDArray[np.float64] | None,
        mean: npt.NDArray[np.float64] | None,
    ) -> None:
        """Show only the lines of these queries, with the sums of their weights on the keys."""
        self.scene.looks.selected, self.scene.looks.total = frozenset(rows), total
        self.viewport().update()
        self._tell()

    @property
    def pointed_word(self) -> Word | None:
        """The word under the pointer."""
        return self.scene.looks.pointer

    @property
    def cursor_word(self) -> Word | None:
        """The word of the keyboard cursor."""
        return self.scene.looks.cursor

    def set_cursor_word(self, word: Word | None) -> None:
        """Move the keyboard cursor; ``None`` takes it away."""
        if word == self.cursor_word or (word is not None and not self.scene.holds(word)):
            return
        self.scene.looks.cursor = word
        if word is not None:
            self._reveal(word)
        self.viewport().update()
        self._tell()
        self.cursorMoved.emit(word)

    def clear_pointer(self) -> None:
        """Forget the pointer and the cursor: the lines are about something else now."""
        pointed, self.scene.looks.pointer = self.pointed_word, None
        self.set_cursor_word(None)
        self.viewport().update()
        if pointed is not None:
            self.wordPointed.emit(None)

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.scene.forget()
        self.viewport().update()

    def _tell(self) -> None:
        cursor = self.cursor_word
        announce(self, "" if cursor is None else self._spoken(cursor))

    # Zoom and scrolling --------------------------------------------------------------

    def content(self) -> QSizeF:
        return self.scene.art.content()

    def head(self) -> int:
        return self.scene.art.head

    def line(self) -> float:
        return self.scene.art.pitch / self.scene.art.zoom

    def draw_at(self, zoom: float) -> None:
        self.scene.art.set_zoom(zoom)
        self.scene.forget()

    def fit(self) -> None:
        super().fit()
        self.zoomChanged.emit(self.zoom)

    def arrange(self) -> None:
        super().arrange()
        self.place()

    def place(self) -> None:
        """Have the words stand where the scroll bars say."""
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        self.scene.art.place(self.body(), across, down)

    def _reveal(self, word: Word) -> None:
        if not self.scene.holds(word):
            return
        self.place()
        area = self.scene.art.area(word)
        # Only along the sentence: both sides should stay in sight.
        area.setLeft(self.body().left())
        area.setWidth(1)
        self.reveal_area(area, 0, self.scene.art.pitch / 2)

    def scrollContentsBy(self, across: int, down: int) -> None:
        self.place()
        self.viewport().update()

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        self.paint_on(painter, is_vector(painter))
        painter.end()

    def paint_on(self, painter: QPainter, vector: bool) -> None:
        """Draw what can be seen: all at once as shapes, or from what is kept."""
        if self.scene.empty():
            painter.fillRect(self.viewport().rect(), theme.current().color("surface"))
            return
        self.place()
        size, ratio = self.viewport().size(), self.devicePixelRatioF()
        if not self.scene.paint(painter, size, self.body(), vector, ratio):
            self._more.schedule()

    # Mouse ---------------------------------------------------------------------------

    def point_at(self, point: QPointF | None) -> None:
        self.place()
        inside = point is not None and QRectF(self.body()).contains(point)
        word = self.scene.art.word_at(point) if point is not None and inside else None
        if word != self.pointed_word:
            self.scene.looks.pointer = word
            self.viewport().update()
            self.wordPointed.emit(word)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._modifiers = event.modifiers()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.viewport().unsetCursor()
        super().mouseReleaseEvent(event)

    def click_at(self, point: QPointF) -> None:
        word = self.scene.art.word_at(point)
        if word is None:
            return
        self.set_cursor_word(word)
        if word.side == "right":
            self.rowPicked.emit(word.index, pick_of(self._modifiers))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.point_at(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            word = self.scene.art.word_at(QPointF(event.pos()))
            # An empty text hides the tooltip.
            text = "" if word is None else self._describe(word)
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().viewportEvent(event))

    # Keys ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() & (
            Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
        )
        if self.scene.empty() or control:
            event.ignore()
        elif zoom_key(event, self) or self._selection_key(event):
            event.accept()
        elif event.key() == Qt.Key.Key_Escape and self.cursor_word is not None:
            self.set_cursor_word(None)
        else:
            word = self._neighbour(event.key())
            if word is None:
                event.ignore()
                return
            # Who uses the keys does not mean the pointer, until that moves again.
            self.point_at(None)
            self.set_cursor_word(word)

    def _start(self) -> Word:
        return Word("right", self.scene.looks.current or 0)

    def _neighbour(self, key: int) -> Word | None:
        """The word that a key leads to; ``None`` if it is not such a key."""
        word, art = self.cursor_word or self._start(), self.scene.art
        last = len(art.words(word.side)) - 1
        other: Side = "left" if key == Qt.Key.Key_Left else "right"
        beside = min(word.index, len(art.words(other)) - 1)
        moves: dict[int, Word] = {
            Qt.Key.Key_Up: Word(word.side, max(0, word.index - 1)),
            Qt.Key.Key_Down: Word(word.side, min(last, word.index + 1)),
            Qt.Key.Key_Home: Word(word.side, 0),
            Qt.Key.Key_End: Word(word.side, last),
            Qt.Key.Key_Left: Word("left", beside),
            Qt.Key.Key_Right: Word("right", beside),
        }
        if key not in moves:
            return None
        # The first key only shows the cursor.
        return word if self.cursor_word is None else moves[key]

    def _selection_key(self, event: QKeyEvent) -> bool:
        """Select or clear words by key; whether it was such a key."""
        key, before, selected = event.key(), self.cursor_word, self.scene.looks.selected
        if key == Qt.Key.Key_Escape and selected:
            self.clearRequested.emit()
            return True
        if before is None or before.side == "left":
            return False
        if key == Qt.Key.Key_Space:
            self.rowPicked.emit(before.index, "toggle")
            return True
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if not shift or key not in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return False
        if before.index not in selected:
            self.rowPicked.emit(before.index, "only")
        after = self._neighbour(key) or before
        self.set_cursor_word(after)
        self.rowPicked.emit(after.index, "range")
        return True

    # Qt ------------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.scene.looks.focused = True
        by_key = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        if by_key and self.cursor_word is None and not self.scene.empty():
            self.set_cursor_word(self._start())
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.scene.looks.focused = False
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.scene.art.set_font(self.font())
            self.scene.forget()
            self.arrange()

    def sizeHint(self) -> QSize:
        return QSize(520, 380)

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 160)
