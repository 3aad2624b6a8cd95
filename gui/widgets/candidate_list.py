"""The likeliest pieces of a step as bars, painted by hand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from gui import theme
from gui.language import QT_TR_NOOP, tr
from gui.offer import open_menu
from gui.widgets.candidate_art import CandidateArt
from gui.widgets.candidate_layout import CandidateLayout, Columns
from gui.widgets.candidate_model import (
    Row,
    Table,
    as_text,
    reading,
    tooltip,
)

HEADER_TOOLTIP = QT_TR_NOOP(
    "The softmax over the vocabulary: how probable the network finds each next piece,\n"
    "given the source and what is written so far. A full bar is probability 1."
)
CHANCE_TOOLTIP = QT_TR_NOOP(
    "The thin line below a bar: how probable the piece is to be drawn,\n"
    "once blocked pieces are taken out and temperature, top-k and top-p applied."
)


class CandidateList(QAbstractScrollArea):
    """The rows of a :class:`Table`.

    Up, Down, Home, End and the page keys move a cursor; Enter or a click writes the row's piece
    instead, Delete forbids it; Ctrl+C copies the table.

    Signals:
        forced: the id of the piece to write instead.
        forbidden: the id of the piece not to write.
        pointed: the ``Row`` under the pointer, else that of the cursor, else ``None``.
    """

    forced = Signal(int)
    forbidden = Signal(int)
    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: Table | None = None
        self._layout = CandidateLayout(self.font())
        self._cursor: int | None = None
        self._under_pointer: int | None = None
        self._pressed: int | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(tr("Candidates of the step"))
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def set_table(self, table: Table | None) -> None:
        """Show another step's candidates; a cursor goes to the piece that the step wrote."""
        if table == self._table:
            return
        self._table = table
        self._pressed = None
        if table is None:
            self._cursor = None
        elif self._cursor is not None or self.hasFocus():
            self._cursor = table.chosen
        self._lay_out()
        self.verticalScrollBar().setValue(0)
        self._reveal()
        if self._under_pointer is not None:
            self._under_pointer = self._row_under_mouse()
        self._show_hand()
        self._tell()
        self.pointed.emit(self.looked_at())

    def table(self) -> Table | None:
        """What is shown."""
        return self._table

    def looked_at(self) -> Row | None:
        """The row under the pointer, else that of the cursor."""
        return self._row(self._under_pointer if self._under_pointer is not None else self._cursor)

    def cursor_row(self) -> int | None:
        """The row of the keyboard cursor."""
        return self._cursor

    def set_cursor_row(self, index: int | None) -> None:
        """Move the keyboard cursor, clamped to the rows; ``None`` takes it away."""
        if self._table is None:
            index = None
        elif index is not None:
            index = min(max(index, 0), len(self._table.rows) - 1)
        if index != self._cursor:
            self._cursor = index
            self._reveal()
            self._tell()
            self.viewport().update()
            self.pointed.emit(self.looked_at())

    def row_area(self, index: int) -> QRectF:
        """Where a row is, in viewport pixels."""
        return self._layout.area(index).translated(0, self._offset())

    def bar_area(self, index: int, chance: bool = False) -> QRectF:
        """Where the bar of a row is, as long as its probability or its chance is great."""
        row = self._row(index)
        share = 0.0 if row is None else (row.chance or 0.0) if chance else row.probability
        return self._layout.bar(index, share, chance).translated(0, self._offset())

    def columns(self) -> Columns:
        """Where the columns stand."""
        return self._layout.columns

    def row_at(self, point: QPointF) -> int | None:
        """The row at a point of the viewport."""
        if point.y() < self._layout.header:
            return None
        return self._layout.at(point.y() - self._offset())

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme, and how numbers are written now."""
        self._lay_out()

    def _row(self, index: int | None) -> Row | None:
        return None if self._table is None or index is None else self._table.rows[index]

    def _offset(self) -> float:
        return self._layout.header - self.verticalScrollBar().value()

    def _lay_out(self) -> None:
        self._layout.lay_out(self._table, float(self.viewport().width()))
        bar = self.verticalScrollBar()
        page = max(1, round(self.viewport().height() - self._layout.header))
        bar.setPageStep(page)
        bar.setSingleStep(round(self._layout.line))
        bar.setRange(0, max(0, round(self._layout.height) - page))
        self.viewport().update()

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._table is None:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        art = CandidateArt(painter, theme.current(), self._layout, self._table)
        width, header = self.viewport().width(), self._layout.header
        art.header(width)
        painter.setClipRect(QRectF(0, header, width, self.viewport().height() - header))
        painter.translate(0, self._offset())
        top = event.rect().top() - self._offset()
        for index in self._layout.between(top, top + event.rect().height()):
            art.row(
                index,
                pointed=index == self._under_pointer,
                cursor=index == self._cursor,
                focused=self.hasFocus(),
            )
        painter.end()

    # Pointer and cursor --------------------------------------------------------------

    def _row_under_mouse(self) -> int | None:
        place = self.viewport().mapFromGlobal(QCursor.pos())
        inside = self.viewport().rect().contains(place)
        return self.row_at(QPointF(place)) if inside else None

    def _point_at(self, index: int | None) -> None:
        if index != self._under_pointer:
            self._under_pointer = index
            self._show_hand()
            self.viewport().update()
            self.pointed.emit(self.looked_at())

    def _show_hand(self) -> None:
        row = self._row(self._under_pointer)
        hand = row is not None and not row.force_refusal
        shape = Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    @Slot(int)
    def _on_scrolled(self, _: int) -> None:
        if self._under_pointer is not None:
            self._point_at(self._row_under_mouse())

    def _reveal(self) -> None:
        """Scroll so that the cursor's row can be seen."""
        if self._cursor is None:
            return
        area, bar = self._layout.area(self._cursor), self.verticalScrollBar()
        page = self.viewport().height() - self._layout.header
        if area.bottom() > bar.value() + page:
            bar.setValue(round(area.bottom() - page + 1))
        elif area.top() < bar.value():
            bar.setValue(0 if self._cursor == 0 else int(area.top()))

    def _tell(self) -> None:
        """Let a screen reader read the cursor's row."""
        row = self._row(self._cursor)
        if row is None or self._table is None or self._cursor is None:
            self.setAccessibleDescription("")
            return
        text = tr("row {row} of {rows}: {reading}").format(
            row=self._cursor + 1, rows=len(self._table.rows), reading=reading(self._table, row)
        )
        self.setAccessibleDescription(text)
        if QAccessible.isActive() and self.hasFocus():
            QAccessible.updateAccessibility(
                QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            )
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # What can be done ----------------------------------------------------------------

    def force(self, index: int | None) -> None:
        """Ask for the piece of a row to be written instead, if it can be."""
        row = self._row(index)
        if row is not None and row.piece is not None and not row.force_refusal:
            self.forced.emit(row.piece.id)

    def forbid(self, index: int | None) -> None:
        """Ask for the piece of a row not to be written, if that changes anything."""
        row = self._row(index)
        if row is not None and row.piece is not None and not row.forbid_refusal:
            self.forbidden.emit(row.piece.id)

    @Slot()
    def copy(self) -> None:
        """Put the table on the clipboard, for a spreadsheet."""
        if self._table is not None:
            QGuiApplication.clipboard().setText(as_text(self._table))

    # Events --------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(420, round(self._layout.header + 11 * self._layout.line + 20))

    def minimumSizeHint(self) -> QSize:
        return QSize(280, round(self._layout.header + 2 * self._layout.line))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._layout.set_font(self.font())
            self._lay_out()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.row_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.row_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index is not None:
            self._pressed = index
            self.set_cursor_row(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton or pressed is None:
            return
        # Who leaves the row before letting go has thought better of it.
        if self.row_at(event.position()) == pressed:
            self.force(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # One click has done it: the second would ask for it again in what came of it.
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu is the panel's; it is about the row that is pointed at, else the cursor's."""
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            place = self.viewport().mapFromGlobal(event.globalPos())
            index = self.row_at(QPointF(place))
            if index is not None:
                self.set_cursor_row(index)
        elif event.reason() == QContextMenuEvent.Reason.Keyboard and self._cursor is not None:
            open_menu(self, self._menu_place(self._cursor))
            event.accept()
            return
        event.ignore()

    def _menu_place(self, index: int) -> QPoint:
        area = self.row_area(index)
        place = QPointF(self._layout.columns.piece[0], area.bottom()).toPoint()
        return self.viewport().mapToGlobal(place)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tooltip.
            QToolTip.showText(event.globalPos(), self.tooltip_at(QPointF(event.pos())), self)
            return True
        return bool(super().viewportEvent(event))

    def tooltip_at(self, point: QPointF) -> str:
        """What is said about a point of the viewport."""
        if self._table is None:
            return ""
        if point.y() < self._layout.header:
            chance = self._layout.columns.chance
            over_chance = chance is not None and point.x() >= chance.extent[0]
            return tr(CHANCE_TOOLTIP) if over_chance else tr(HEADER_TOOLTIP)
        row = self._row(self.row_at(point))
        return "" if row is None else tooltip(self._table, row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        key = event.key()
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if self._table is None or not plain:
            event.ignore()
            return
        acts = (
            Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete, Qt.Key.Key_Backspace
        )  # fmt: skip
        if key in acts and event.isAutoRepeat():
            return
        if key in acts[:2]:
            self.force(self._cursor)
            return
        # Backspace is what the key with that name on a Mac's keyboard sends.
        if key in acts[2:]:
            self.forbid(self._cursor)
            return
        target = self._key_target(key)
        if target is None:
            event.ignore()
            return
        # The first key only shows the cursor.
        self.set_cursor_row(self._table.chosen if self._cursor is None else target)

    def _key_target(self, key: int) -> int | None:
        assert self._table is not None
        here, last = self._cursor or 0, len(self._table.rows) - 1
        page = max(1, int(self.verticalScrollBar().pageStep() / self._layout.line) - 1)
        targets: dict[int, int] = {
            Qt.Key.Key_Up: here - 1,
            Qt.Key.Key_Down: here + 1,
            Qt.Key.Key_PageUp: here - page,
            Qt.Key.Key_PageDown: here + page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return targets.get(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._table is not None and self._cursor is None and _by_key(event):
            # Whoever comes by keyboard sees where they are.
            self.set_cursor_row(self._table.chosen)
        else:
            self._tell()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


def _by_key(event: QFocusEvent) -> bool:
    return event.reason() in (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    )
