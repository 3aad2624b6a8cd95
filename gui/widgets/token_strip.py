"""The translation as a flowing strip of pieces, tinted by their probability.

Painted by hand: a layout of rectangles that grows with the stream, and a paint event
that draws what is visible. Hundreds of labels would not stay fluid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from engine.trace import SentenceTrace, Trace
from gui import theme
from gui.language import tr
from gui.widgets.attended import LEAST
from gui.widgets.highlight import highlight_colour
from gui.widgets.probability import Tints
from gui.widgets.strip_layout import LINE_GAP, MARGIN, PAD, TAIL, StripLayout
from gui.widgets.strip_model import Chip, Given, Note, StripModel
from gui.widgets.token_axis import SPACE

_AT_ONCE: int | None = 1000
"""Entries that a frame has time for."""


class TokenStrip(QAbstractScrollArea):
    """Chips for the pieces of a trace.

    Left and right move between pieces, Up and Down between lines, Home and End to
    the ends.

    Signals:
        selected: the position of the chip that was clicked or moved to.
        hovered: the ``Chip`` under the pointer, or ``None``.
        copyRequested: the user pressed the copy keys.
    """

    selected = Signal(int)
    hovered = Signal(object)
    copyRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = StripModel()
        self._layout = StripLayout(self._model, self.font())
        self._trace: Trace | None = None
        self._current = -1
        self._hover: tuple[int, int] | None = None
        self._attending: tuple[int, Mapping[int, float]] | None = None
        self._under_pointer: int | None = None
        self._follow = False
        self._others = False
        self._tints = Tints(theme.current())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(tr("Translation, piece by piece"))
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def show_trace(
        self,
        trace: Trace | None,
        can_decode: bool = True,
        path_of: Callable[[SentenceTrace], Sequence[int]] = SentenceTrace.path,
    ) -> None:
        """Show what is new in ``trace``, or another trace.

        Args:
            trace: what is shown.
            can_decode: whether it may get more steps.
            path_of: which of each step's hypotheses is shown, for a sentence.
        """
        fresh = trace is not self._trace
        most, unread = _AT_ONCE, self.current_chip() is None
        if self._others:
            # It is there already, and would be seen to grow anew.
            self._others, most = False, None
            self._model.forget()
        first = self._model.sync(trace, path_of, most)
        if fresh:
            self._trace = trace
            self._under_pointer = None
            self._hover = None
            first = 0
            self.verticalScrollBar().setValue(0)
        tail = can_decode and trace is not None and trace.translated is None
        if fresh or tail != self._layout.tail or first < len(self._model.entries):
            self._layout.tail = tail
            self._lay_out(first)
        if unread and self.current_chip() is not None:
            self._tell()

    @property
    def behind(self) -> bool:
        """Whether there is more of the trace to show than one frame had time for."""
        return self._model.behind

    def forget_hypotheses(self) -> None:
        """Other hypotheses are shown from now on: the trace is read anew when it is shown next.

        What is painted until then is still what was shown.
        """
        self._others = True

    def set_current(self, position: int) -> None:
        """Mark the current step's piece; -1 for none. Later pieces are drawn faintly."""
        if position != self._current:
            self._current = position
            self._follow = True
            self._reveal()
            self._tell()
            self.viewport().update()

    def set_hover(self, hover: tuple[int, int] | None) -> None:
        """Outline the piece (sentence, step) that is pointed at somewhere in the window."""
        if hover != self._hover:
            self._hover = hover
            self.viewport().update()

    def set_attending(self, sentence: int, weights: Mapping[int, float] | None) -> None:
        """Tint a sentence's pieces by what they look at, in place of their probability.

        Args:
            sentence: which one.
            weights: how much of its attention each step's piece gives to the source word that is
                pointed at; ``None`` tints by probability again.
        """
        attending = None if weights is None else (sentence, weights)
        if attending != self._attending:
            self._attending = attending
            self.viewport().update()

    def set_specials_shown(self, shown: bool) -> None:
        """Show or hide special tokens; nothing but the display changes."""
        if shown != self._layout.specials:
            self._layout.specials = shown
            self._lay_out(0)

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self._tints = Tints(theme.current())
        self.viewport().update()

    def chips(self) -> list[Chip]:
        """The chips, in the order of their positions."""
        return [entry for entry in self._model.entries if isinstance(entry, Chip)]

    def current_chip(self) -> Chip | None:
        """The chip of the current step."""
        if not 0 <= self._current < len(self._model.chips):
            return None
        return self._model.chip(self._current)

    def notes(self) -> list[str]:
        """The remarks between the chips."""
        return [entry.text for entry in self._model.entries if isinstance(entry, Note)]

    def chip_area(self, position: int) -> QRectF:
        """Where the chip of a position is, in viewport pixels; no width while hidden."""
        area = self._layout.area_of(position)
        return area.translated(0, -self.verticalScrollBar().value())

    def tail_shown(self) -> bool:
        """Whether a place is kept for the piece that is not decided yet."""
        return self._layout.tail

    def _lay_out(self, first: int) -> None:
        self._layout.lay_out(self.viewport().width(), first)
        self._set_scroll_range()
        if self._follow:
            self._reveal()
        self.viewport().update()

    def _set_scroll_range(self) -> None:
        bar = self.verticalScrollBar()
        page = self.viewport().height()
        bar.setPageStep(page)
        bar.setSingleStep(int(self._layout.height + LINE_GAP))
        bar.setRange(0, max(0, round(self._layout.content_height()) - page))

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        offset = self.verticalScrollBar().value()
        painter.translate(0, -offset)
        # Only what can be seen is drawn.
        seen = event.rect().translated(0, offset)
        for index in self._layout.between(seen.top(), seen.bottom()):
            entry, area = self._model.entries[index], self._layout.areas[index]
            if isinstance(entry, Note):
                self._paint_note(painter, colours, entry, area)
            elif isinstance(entry, Given):
                self._paint_given(painter, colours, entry, area)
            elif isinstance(entry, Chip) and area.width() > 0:
                self._paint_chip(painter, colours, entry, area)
        self._paint_hidden_current(painter, colours)
        if self._layout.tail:
            painter.setPen(QPen(colours.color("outline"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._layout.tail_area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            painter.setPen(colours.color("muted"))
            painter.setFont(self._layout.font)
            painter.drawText(self._layout.tail_area, Qt.AlignmentFlag.AlignCenter, TAIL)
        if self.hasFocus():
            painter.resetTransform()
            painter.setPen(QPen(colours.color("accent"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            frame = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(frame, 4, 4)
        painter.end()

    def _paint_chip(
        self, painter: QPainter, colours: theme.Theme, chip: Chip, area: QRectF
    ) -> None:
        later = chip.position > self._current
        current = chip.position == self._current
        pointed = self._hover == (chip.sentence, chip.step) or (
            self._under_pointer == chip.position
        )
        box = area.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(self._tint(chip) or Qt.BrushStyle.NoBrush)
        border = QPen(colours.color("border"), 1)
        if chip.special or later:
            border = QPen(colours.color("outline"), 1, Qt.PenStyle.DotLine)
        if pointed:
            border = QPen(colours.color("accent"), 2)
        if current:
            border = QPen(colours.color("marker"), 2)
        painter.setPen(border)
        # What was given is text, and not a choice: it has no box of its own.
        if not chip.given or current or pointed or chip.special:
            painter.drawRoundedRect(box, 4, 4)
        text = area.adjusted(PAD, 0, -PAD, -3)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(self._layout.italic if chip.special else self._layout.font)
        if chip.spaced:
            painter.setPen(colours.color("outline"))
            painter.drawText(text, flags, SPACE)
            text.setLeft(text.left() + self._layout.space_width)
        shown = chip.text
        metrics = self._layout.italic_metrics if chip.special else self._layout.metrics
        if metrics.horizontalAdvance(shown) > text.width() + 1:
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, text.width())
        painter.setPen(colours.color("muted" if chip.special or later else "text"))
        painter.drawText(text, flags, shown)
        # The probability once more as a length: colour alone would not do.
        track = QRectF(area.left() + PAD, area.bottom() - 5, area.width() - 2 * PAD, 2)
        painter.fillRect(track, colours.color("border"))
        track.setWidth(track.width() * chip.probability)
        painter.fillRect(track, colours.color("outline" if later else "muted"))

    def tint(self, position: int) -> QColor | None:
        """What the chip of a position is filled with; ``None`` if it has none or no filling."""
        chip = self._model.chip(position)
        return None if chip is None else self._tint(chip)

    def _tint(self, chip: Chip) -> QColor | None:
        if self._attending is not None and self._attending[0] == chip.sentence:
            weight = self._attending[1].get(chip.step, 0.0)
            return highlight_colour(weight) if weight >= LEAST else None
        if chip.position > self._current or chip.given:
            return None
        return self._tints(chip.probability)

    def _paint_given(
        self, painter: QPainter, colours: theme.Theme, given: Given, area: QRectF
    ) -> None:
        text = area.adjusted(PAD, 0, -PAD, -3)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(self._layout.font)
        if given.spaced:
            painter.setPen(colours.color("outline"))
            painter.drawText(text, flags, SPACE)
            text.setLeft(text.left() + self._layout.space_width)
        painter.setPen(colours.color("text"))
        shown = self._layout.metrics.elidedText(
            given.text, Qt.TextElideMode.ElideRight, text.width() + 1
        )
        painter.drawText(text, flags, shown)

    def _paint_note(
        self, painter: QPainter, colours: theme.Theme, note: Note, area: QRectF
    ) -> None:
        painter.setFont(self._layout.italic)
        painter.setPen(colours.color("warn"))
        text = self._layout.italic_metrics.elidedText(
            note.text, Qt.TextElideMode.ElideRight, area.width() - 2 * PAD + 1
        )
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(area.adjusted(PAD, 0, 0, -3), flags, text)

    def _paint_hidden_current(self, painter: QPainter, colours: theme.Theme) -> None:
        """A hidden special token that is the current step still has its place marked."""
        if not 0 <= self._current < len(self._model.chips):
            return
        area = self._layout.area_of(self._current)
        if area.width() == 0:
            painter.fillRect(
                QRectF(area.left() + 1, area.top(), 2, area.height()), colours.color("marker")
            )

    # Moving --------------------------------------------------------------------------

    def _chip_under(self, point: QPointF) -> Chip | None:
        """The chip at a point of the viewport."""
        return self._layout.chip_at(point + QPointF(0, self.verticalScrollBar().value()))

    def _reveal(self) -> None:
        """Scroll so that the current chip, or the growing end, can be seen."""
        if not 0 <= self._current < len(self._model.chips):
            return
        area = self._layout.area_of(self._current)
        if self._layout.tail and self._current == len(self._model.chips) - 1:
            area = area.united(self._layout.tail_area)
        bar = self.verticalScrollBar()
        if area.bottom() + MARGIN > bar.value() + self.viewport().height():
            bar.setValue(round(area.bottom() + MARGIN - self.viewport().height()))
        elif area.top() - MARGIN < bar.value():
            bar.setValue(round(area.top() - MARGIN))

    def _tell(self) -> None:
        """Let a screen reader read the current chip."""
        chip = self.current_chip()
        if chip is None:
            self.setAccessibleDescription("")
            return
        text = tr("piece {number} of {count}: {piece}").format(
            number=chip.position + 1, count=len(self._model.chips), piece=chip.tooltip
        )
        self.setAccessibleDescription(text)
        if QAccessible.isActive() and self.hasFocus():
            QAccessible.updateAccessibility(
                QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            )
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # Events --------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(420, round(3 * (self._layout.height + LINE_GAP) + 2 * MARGIN))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, round(self._layout.height + 2 * MARGIN))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out(0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._layout.set_font(self.font())
            self._lay_out(0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self._chip_under(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        chip = self._chip_under(event.position())
        if chip is not None and event.button() == Qt.MouseButton.LeftButton:
            self.selected.emit(chip.position)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            chip = self._chip_under(QPointF(event.pos()))
            if chip is not None:
                QToolTip.showText(event.globalPos(), chip.tooltip, self)
            elif self._layout.tail and self._layout.tail_area.translated(
                0, -self.verticalScrollBar().value()
            ).contains(QPointF(event.pos())):
                told = tr("The next piece is not decided yet")
                QToolTip.showText(event.globalPos(), told, self)
            else:
                QToolTip.hideText()
            return True
        return bool(super().viewportEvent(event))

    def _point_at(self, chip: Chip | None) -> None:
        position = None if chip is None else chip.position
        if position == self._under_pointer:
            return
        self._under_pointer = position
        self.viewport().setCursor(
            Qt.CursorShape.ArrowCursor if chip is None else Qt.CursorShape.PointingHandCursor
        )
        self.viewport().update()
        self.hovered.emit(chip)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copyRequested.emit()
            return
        total = len(self._model.chips)
        key, modifiers = event.key(), event.modifiers()
        plain = modifiers in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        target: int | None = None
        if plain and total:
            if key == Qt.Key.Key_Left:
                target = self._layout.beside(self._current, -1)
            elif key == Qt.Key.Key_Right:
                target = self._layout.beside(self._current, 1)
            elif key == Qt.Key.Key_Up:
                target = self._layout.on_next_line(self._current, -1)
            elif key == Qt.Key.Key_Down:
                target = self._layout.on_next_line(self._current, 1)
            elif key == Qt.Key.Key_Home:
                target = 0
            elif key == Qt.Key.Key_End:
                target = total - 1
        if target is not None:
            self.selected.emit(target)
        elif plain and key in (
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
        ):
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
