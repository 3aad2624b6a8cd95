"""Thumbnails of every attention head, painted from one mosaic image."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from engine.analysis.heads import Floats
from gui import theme
from gui.language import tr
from gui.widgets.announce import announce
from gui.widgets.heads_art import HeadsArt
from gui.widgets.heads_layout import HeadsLayout, Place
from gui.widgets.heads_model import HeadsModel
from gui.widgets.heads_moves import move_in_grid, move_in_list
from gui.widgets.heads_off_art import switch_area


class HeadsGrid(QAbstractScrollArea):
    """Heads as thumbnails, each with a number below, as a line of text and as a bar.

    In the grid, arrow keys move to the next head or layer, Home and End along the layer, Page Up
    and Page Down to the first and last layer, with Ctrl to the corners. In the list they move
    along the list. Moving selects. X or Delete asks to switch the selected head off or on, with
    Shift its whole layer; so does a click on the switch in a thumbnail's corner. The menu key, the
    right button, and any button on a layer's name ask for a menu.

    Signals:
        selected: the (layer, column) that was clicked or moved to; never a maximum.
        pointed: the (layer, column) under the pointer, or ``None``.
        switched: the (layer, column) to be switched; the mean's stands for the whole layer.
        menuRequested: of which (layer, column), and where on the screen.
    """

    selected = Signal(object)
    pointed = Signal(object)
    switched = Signal(object)
    menuRequested = Signal(object, QPoint)

    def __init__(self, describe: Callable[[Place], str], parent: QWidget | None = None) -> None:
        """``describe(place)`` gives the text of a head for tooltips and screen readers."""
        super().__init__(parent)
        self._describe = describe
        self._model = HeadsModel()
        self._layout = HeadsLayout()
        self._order: list[Place] | None = None
        self._selection: Place | None = None
        self._under_pointer: Place | None = None
        self._laid_out: tuple[object, ...] = ()
        self.art = HeadsArt(self._layout, self.font())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Its own corner between two scroll bars is drawn as a button.
        self.setCornerWidget(QWidget())
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(tr("Attention heads"))
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def show_heads(
        self,
        model: HeadsModel,
        values: Floats,
        most: float,
        order: Sequence[Place] | None,
        selection: Place | None,
    ) -> None:
        """Show what is in ``model`` now.

        Args:
            model: the heads.
            values: [layers, heads + 1] the number below each head and below the mean; NaN has
                none.
            most: the number whose bar is as long as the thumbnail.
            order: of a list of heads; ``None`` shows the grid.
            selection: the (layer, column) that is marked.
        """
        moved = selection != self._selection
        self._selection = selection
        self._model = model
        self.art.set_ratio(self.devicePixelRatioF())
        self.art.set_heads(model, values, most)
        self._order = None if order is None else list(order)
        self._lay_out()
        self.art.write()
        self.viewport().update()
        if self._under_pointer is not None and self._layout.area(self._under_pointer).isEmpty():
            self._point_at(None)
        if moved:
            self._reveal()
        self._tell()

    def set_off(self, off: Collection[Place], changing: Collection[Place]) -> None:
        """Mark heads.

        Args:
            off: those that were switched off when what is shown was computed.
            changing: those that will be switched by the next run.
        """
        self.art.set_off(off, changing)
        self.viewport().update()
        self._tell()

    def set_selection(self, place: Place | None) -> None:
        """Mark the selected head and scroll to it."""
        if place != self._selection:
            self._selection = place
            self._reveal()
            self._tell()
            self.viewport().update()

    def scroll_to_start(self) -> None:
        """Show the first heads."""
        self.horizontalScrollBar().setValue(0)
        self.verticalScrollBar().setValue(0)

    @property
    def selection(self) -> Place | None:
        """The (layer, column) that is marked."""
        return self._selection

    @property
    def pointed_place(self) -> Place | None:
        """The (layer, column) under the pointer."""
        return self._under_pointer

    def places(self) -> list[Place]:
        """What is shown, in order."""
        return list(self._layout.places)

    def area_of(self, place: Place) -> QRectF:
        """Where a thumbnail is, in viewport pixels; empty if it is not shown."""
        return self._layout.area(place).translated(QPointF(self._offset()))

    def switch_of(self, place: Place) -> QRectF:
        """Where a thumbnail's switch is, in viewport pixels; empty if it has none."""
        if not place[1] < self._model.heads:
            return QRectF()
        return switch_area(self._layout.area(place)).translated(QPointF(self._offset()))

    def caption_of(self, place: Place) -> str:
        """What is written below a thumbnail, as far as there is room for it."""
        return " ".join(filter(None, self.art.caption(place)))

    def weights_a_dot(self) -> tuple[int, int]:
        """How many queries and keys share a dot of the screen, at most."""
        return self._model.weights_a_dot(*self.art.dots())

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.art.retheme()
        self.viewport().update()

    # Geometry ------------------------------------------------------------------------

    def _offset(self) -> QPoint:
        """From content to viewport: scrolled, or in the middle where there is room."""
        spare = self.viewport().width() - self._layout.across
        x = spare // 2 if spare > 0 else -self.horizontalScrollBar().value()
        return QPoint(x, -self.verticalScrollBar().value())

    def _lay_out(self) -> None:
        room = self.maximumViewportSize()
        order = None if self._order is None else tuple(self._order)
        asked = (room, order, self._model.layers, self._model.heads, self.art.font)
        if asked == self._laid_out:
            return
        self._laid_out = asked
        room = QSize(room)
        self._place(room)
        # A scroll bar takes room from the other direction.
        bar = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        if self._layout.down > room.height():
            room.setWidth(room.width() - bar)
            self._place(room)
        if self._layout.across > room.width():
            room.setHeight(room.height() - bar)
            self._place(room)
        for scroll, content, page, step in (
            (self.horizontalScrollBar(), self._layout.across, room.width(), self._layout.width),
            (self.verticalScrollBar(), self._layout.down, room.height(), self._layout.height),
        ):
            scroll.setPageStep(page)
            scroll.setSingleStep(step)
            scroll.setRange(0, max(0, content - page))
        self.art.write()
        self.viewport().update()

    def _place(self, room: QSize) -> None:
        size = (room.width(), room.height())
        if self._order is None:
            self._layout.grid(size, self._model.layers, self._model.heads, self.art.texts())
        else:
            self._layout.ordered(size, self._order, self.art.texts())

    def _reveal(self) -> None:
        if self._selection is None or self._layout.area(self._selection).isEmpty():
            return
        whole = self._layout.whole(self._selection).toAlignedRect()
        if self._selection[0] == 0 and not self._layout.listed:
            # The names of the columns stand above the first layer.
            whole.setTop(0)
        if self._selection[1] == 0 and not self._layout.listed:
            whole.setLeft(0)
        view = self.viewport()
        for scroll, begin, end, page in (
            (self.horizontalScrollBar(), whole.left(), whole.right() + 1, view.width()),
            (self.verticalScrollBar(), whole.top(), whole.bottom() + 1, view.height()),
        ):
            if end > scroll.value() + page:
                scroll.setValue(end - page)
            if begin < scroll.value():
                scroll.setValue(begin)

    def sizeHint(self) -> QSize:
        return QSize(600, 360)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 90)

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        self.art.set_ratio(self.devicePixelRatioF())
        painter = QPainter(self.viewport())
        offset = self._offset()
        painter.save()
        painter.translate(offset)
        if self._model.queries:
            seen = QRectF(event.rect().translated(-offset))
            self.art.paint(painter, seen, self._under_pointer, self._selection, self.hasFocus())
        painter.restore()
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.current().color("accent"), 1))
            frame = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(frame, 4, 4)
        painter.end()

    # Telling -------------------------------------------------------------------------

    def _tell(self) -> None:
        """Let a screen reader read the selected head."""
        text = ""
        if self._selection is not None and self._model.queries:
            text = self._describe(self._selection)
        announce(self, text)

    # Events --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        self._reveal()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.art.take_font(self.font())
            self._lay_out()

    def _place_at(self, point: QPointF) -> Place | None:
        return self._layout.at(point - QPointF(self._offset()))

    def _layer_at(self, point: QPointF) -> int | None:
        if not self._model.queries:
            return None
        return self._layout.row_at(point - QPointF(self._offset()))

    def _selectable(self, place: Place) -> bool:
        return place[1] != self._model.max_column

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        self._point_at(place)
        hand = place is not None and self._selectable(place)
        hand = hand or self._layer_at(event.position()) is not None
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        layer = self._layer_at(event.position())
        if layer is not None:
            self._ask_for_menu((layer, self._model.mean_column), event.globalPosition().toPoint())
        elif place is not None and self.switch_of(place).contains(event.position()):
            self.switched.emit(place)
        elif place is not None and self._selectable(place):
            self.selected.emit(place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            if self._selection is not None and self._model.queries:
                corner = self.area_of(self._selection).center().toPoint()
                self._ask_for_menu(self._selection, self.viewport().mapToGlobal(corner))
            else:
                event.ignore()
            return
        point = QPointF(event.pos())
        place, layer = self._place_at(point), self._layer_at(point)
        if layer is not None:
            place = (layer, self._model.mean_column)
        if place is not None and self._selectable(place):
            self._ask_for_menu(place, event.globalPos())
        else:
            event.ignore()

    def _ask_for_menu(self, place: Place, where: QPoint) -> None:
        self.menuRequested.emit(place, where)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tooltip.
            QToolTip.showText(event.globalPos(), self._hint_at(QPointF(event.pos())), self)
            return True
        return bool(super().viewportEvent(event))

    def _hint_at(self, point: QPointF) -> str:
        layer, place = self._layer_at(point), self._place_at(point)
        if layer is not None:
            return tr("Click to switch the heads of layer {layer} off or on").format(
                layer=layer + 1
            )
        if place is None:
            return ""
        if self.switch_of(place).contains(point):
            return tr("Switch this head off or on (X)")
        return self._describe(place)

    def _point_at(self, place: Place | None) -> None:
        if place == self._under_pointer:
            return
        offset = self._offset()
        for changed in (self._under_pointer, place):
            if changed is not None:
                area: QRect = self._layout.whole(changed).toAlignedRect()
                self.viewport().update(area.translated(offset))
        self._under_pointer = place
        self.pointed.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ControlModifier
        )
        corner = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = Qt.KeyboardModifier.ShiftModifier
        if event.key() in (Qt.Key.Key_X, Qt.Key.Key_Delete) and not corner and not plain & ~shift:
            self._switch_selected(whole_layer=bool(plain & shift))
            return
        target: Place | None = None
        if self._model.queries and plain == Qt.KeyboardModifier.NoModifier:
            if self._layout.listed:
                target = move_in_list(event.key(), self._selection, self._layout)
            else:
                target = move_in_grid(event.key(), corner, self._selection, self._model)
        if target is None:
            super().keyPressEvent(event)
            return
        # Who uses the keys does not mean the pointer, until that moves again.
        self._point_at(None)
        self.selected.emit(target)

    def _switch_selected(self, whole_layer: bool) -> None:
        if self._selection is None or not self._model.queries:
            return
        layer, column = self._selection
        self.switched.emit((layer, self._model.mean_column if whole_layer else column))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
