"""The norms of the residual stream and of what each sub-layer adds to it, as bars."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
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
from gui.language import tr
from gui.widgets.announce import announce
from gui.widgets.layer_norm_art import NormArt
from gui.widgets.layer_norm_model import NormRow, NormTable, as_text, row_text


class NormChart(QAbstractScrollArea):
    """Bars of one stack at one position, the input at the bottom as in the paper's drawings.

    Up and Down read the rows; Left and Right ask for the position before and after; Ctrl+C
    copies the numbers.

    Signals:
        read: a row in words, or nothing.
        moved: -1 or 1, the position that is asked for with the keys.
    """

    read = Signal(str)
    moved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: NormTable | None = None
        self._pointed: int | None = None
        self._cursor: int | None = None
        self._metrics = QFontMetricsF(self.font())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def show_table(self, table: NormTable | None) -> None:
        """Show other numbers; ``None`` shows none."""
        if table == self._table:
            return
        self._table = table
        count = 0 if table is None else len(table.rows)
        if self._pointed is not None and self._pointed >= count:
            self._pointed = None
        if self._cursor is not None:
            self._cursor = min(self._cursor, count - 1) if count else None
        self._lay_out()
        self._tell()
        if self._pointed is not None or self.hasFocus():
            self.read.emit(self.reading())
        self.viewport().update()

    def table(self) -> NormTable | None:
        """What is shown."""
        return self._table

    def looked_at(self) -> NormRow | None:
        """The row under the pointer, else that of the cursor."""
        index = self._cursor if self._pointed is None else self._pointed
        return None if self._table is None or index is None else self._table.rows[index]

    def reading(self) -> str:
        """The row that is looked at in words."""
        row = self.looked_at()
        return "" if row is None or self._table is None else row_text(self._table, row)

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme, and write numbers as they are written now."""
        self._tell()
        if self._pointed is not None or self.hasFocus():
            self.read.emit(self.reading())
        self.viewport().update()

    @Slot()
    def copy(self) -> None:
        """Put the numbers on the clipboard, for a spreadsheet."""
        if self._table is not None:
            QGuiApplication.clipboard().setText(as_text(self._table))

    # Geometry ------------------------------------------------------------------------

    def art(self, painter: QPainter | None = None) -> NormArt:
        """Where everything is, in viewport pixels, and how it is drawn."""
        size, scrolled = self.viewport().size(), self.verticalScrollBar().value()
        return NormArt(self._table, self._metrics, size, scrolled, painter)

    def _lay_out(self) -> None:
        art, bar = self.art(), self.verticalScrollBar()
        page = max(1, round(self.viewport().height() - art.header))
        bar.setPageStep(page)
        bar.setSingleStep(round(art.line))
        bar.setRange(0, max(0, round(art.content()) - page))
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(380, round(self.art().header + 10 * self.art().line))

    def minimumSizeHint(self) -> QSize:
        return QSize(170, round(self.art().header + 2 * self.art().line))

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._table is None:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        art = self.art(painter)
        art.names_of_columns()
        view = QRectF(self.viewport().rect()).adjusted(0, art.header, 0, 0)
        painter.setClipRect(view)
        cursor = self._cursor if self.hasFocus() else None
        for index in range(len(self._table.rows)):
            if art.row_area(index).intersects(view):
                art.row(index, pointed=index == self._pointed, cursor=index == cursor)
        painter.end()

    # Telling -------------------------------------------------------------------------

    def _tell(self) -> None:
        """Let a screen reader read the row of the cursor."""
        index = self._cursor
        text = "" if self._table is None else row_text(self._table, self._table.rows[index or 0])
        announce(self, text)

    # Events --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._metrics = QFontMetricsF(self.font())
            self._lay_out()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def _point(self, index: int | None) -> None:
        if index != self._pointed:
            self._pointed = index
            self.viewport().update()
            self.read.emit(self.reading())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.art().row_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.art().row_at(event.position())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self._move(index)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.art().row_at(QPointF(event.pos()))
            if index is None or self._table is None:
                QToolTip.showText(event.globalPos(), header_tooltip(), self)
            else:
                text = row_text(self._table, self._table.rows[index])
                QToolTip.showText(event.globalPos(), text, self)
            return True
        return bool(super().viewportEvent(event))

    def _move(self, index: int) -> None:
        assert self._table is not None
        self._cursor = min(max(index, 0), len(self._table.rows) - 1)
        art, bar = self.art(), self.verticalScrollBar()
        area = art.row_area(self._cursor)
        if area.top() < art.header:
            bar.setValue(round(bar.value() + area.top() - art.header))
        elif area.bottom() > self.viewport().height():
            bar.setValue(round(bar.value() + area.bottom() - self.viewport().height() + 1))
        self._tell()
        self.read.emit(self.reading())
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        key, here = event.key(), self._cursor
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if self._table is None or not plain:
            event.ignore()
            return
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.moved.emit(1 if key == Qt.Key.Key_Right else -1)
            return
        top = len(self._table.rows) - 1
        moves = {
            Qt.Key.Key_Up: 0 if here is None else here + 1,
            Qt.Key.Key_Down: 0 if here is None else here - 1,
            Qt.Key.Key_PageUp: top,
            Qt.Key.Key_PageDown: 0,
            Qt.Key.Key_Home: top,
            Qt.Key.Key_End: 0,
        }
        if key not in moves:
            event.ignore()
            return
        self._move(moves[Qt.Key(key)])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


def header_tooltip() -> str:
    """What the columns are."""
    return tr(
        "stream: ‖x‖, the length of the residual stream after the sub-layer\n"
        "added: ‖s‖, the length of what the sub-layer adds to it\n"
        "cos: of the angle between the stream before and what is added; below 0 it takes away\n"
        "The longest bar is the largest norm of this position."
    )
