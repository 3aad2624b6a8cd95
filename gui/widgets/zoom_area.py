"""A view of something large that can be zoomed, fitted and panned, under a head that stays."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

SMALLEST_ZOOM, LARGEST_ZOOM = 0.02, 3.0
ZOOM_STEP = 1.25


class ZoomArea(QAbstractScrollArea):
    """Scroll bars, zoom by wheel, panning by mouse; what is drawn is the subclass' own.

    Ctrl and the wheel zoom. The wheel alone scrolls; what is not too high it moves along.

    Signals:
        zoomChanged: the new zoom.
    """

    zoomChanged = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zoom = 1.0
        self._fit = False
        self._press: QPointF | None = None
        self._grab = (0, 0)
        self._panning = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        # The style would draw a box where the two scroll bars meet.
        self.setCornerWidget(QWidget())
        self.viewport().setMouseTracking(True)

    # What a subclass says ------------------------------------------------------------

    def content(self) -> QSizeF:
        """How large all of it is at zoom 1, without the head."""
        raise NotImplementedError

    def head(self) -> int:
        """Height of what stays at the top."""
        return 0

    def line(self) -> float:
        """How far a notch of the wheel scrolls, at zoom 1."""
        return 20.0

    def anchor(self) -> QPointF:
        """The point of the viewport that stays where it is when a key zooms."""
        return QRectF(self.body()).center()

    def draw_at(self, zoom: float) -> None:
        """Draw at another zoom from now on."""
        raise NotImplementedError

    def point_at(self, point: QPointF | None) -> None:
        """The pointer is at a point of the viewport, or has left it."""

    def click_at(self, point: QPointF) -> None:
        """A point of the viewport was clicked."""

    # Zoom ----------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """How large things are drawn; 1 is their own size."""
        return self._zoom

    @property
    def fitting(self) -> bool:
        """Whether the zoom follows the size of the content."""
        return self._fit

    def set_zoom(self, zoom: float, anchor: QPointF | None = None) -> None:
        """Draw larger or smaller, with the point of the viewport under ``anchor`` kept."""
        self._fit = False
        self._zoom_to(zoom, anchor)

    def zoom_in(self) -> None:
        """Draw larger."""
        self.set_zoom(self._zoom * ZOOM_STEP, self.anchor())

    def zoom_out(self) -> None:
        """Draw smaller."""
        self.set_zoom(self._zoom / ZOOM_STEP, self.anchor())

    def fit(self) -> None:
        """Show all of it, and go on doing so as it grows."""
        self._fit = True
        self.arrange()

    def _zoom_to(self, zoom: float, anchor: QPointF | None = None) -> None:
        zoom = min(max(zoom, SMALLEST_ZOOM), LARGEST_ZOOM)
        if zoom == self._zoom:
            return
        head = self.head()
        point = anchor or QPointF(0, head)
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        x = (point.x() + across.value()) / self._zoom
        y = (point.y() - head + down.value()) / self._zoom
        self._zoom = zoom
        self.draw_at(zoom)
        self._set_scroll_range()
        across.setValue(round(x * zoom - point.x()))
        down.setValue(round(y * zoom - (point.y() - head)))
        self.viewport().update()
        self.zoomChanged.emit(zoom)

    def arrange(self) -> None:
        """The content has another size."""
        if self._fit:
            content, body = self.content(), self.body()
            across, down = body.width() / content.width(), body.height() / content.height()
            self._zoom_to(min(across, down, 1.0))
        self._set_scroll_range()
        self.viewport().update()

    # Scrolling -----------------------------------------------------------------------

    def body(self) -> QRect:
        """The viewport without the head."""
        area = self.viewport().rect().adjusted(0, self.head(), 0, 0)
        area.setHeight(max(1, area.height()))
        return area

    def _set_scroll_range(self) -> None:
        content, body = self.content() * self._zoom, self.body()
        for bar, whole, page in (
            (self.horizontalScrollBar(), content.width(), body.width()),
            (self.verticalScrollBar(), content.height(), body.height()),
        ):
            bar.setPageStep(page)
            bar.setSingleStep(max(8, round(self.line() * self._zoom)))
            # Less than a pixel too much is nothing to scroll to.
            bar.setRange(0, max(0, int(whole + 1e-6) - page))

    def reveal_area(self, area: QRectF, ahead: float, above: float) -> None:
        """Scroll so that an area of the viewport can be seen, and so much around it."""
        body = QRectF(self.body())
        ahead = min(ahead, max(4.0, (body.width() - area.width()) / 2))
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        if area.right() + ahead > body.right():
            across.setValue(round(across.value() + area.right() + ahead - body.right()))
        elif area.left() - ahead < body.left():
            across.setValue(round(across.value() + area.left() - ahead - body.left()))
        if area.bottom() + above > body.bottom():
            down.setValue(round(down.value() + area.bottom() + above - body.bottom()))
        elif area.top() - above < body.top():
            down.setValue(round(down.value() + area.top() - above - body.top()))

    # Events --------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._press is None:
            self.point_at(point)
            return
        moved = point - self._press
        far = moved.manhattanLength() >= QApplication.startDragDistance()
        if far and not self._panning:
            self._panning = True
            self.point_at(None)
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._panning:
            self.horizontalScrollBar().setValue(self._grab[0] - round(moved.x()))
            self.verticalScrollBar().setValue(self._grab[1] - round(moved.y()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._press = event.position()
            self._grab = self.horizontalScrollBar().value(), self.verticalScrollBar().value()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        press, self._press = self._press, None
        panned, self._panning = self._panning, False
        if panned:
            self.point_at(event.position())
        elif press is not None and event.button() == Qt.MouseButton.LeftButton:
            self.click_at(press)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self._zoom * 2 ** (turned.y() / 480), event.position())
            event.accept()
            return
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        sideways = event.modifiers() & Qt.KeyboardModifier.ShiftModifier or not down.maximum()
        if sideways and not turned.x():
            # A tree that is not too high leaves the wheel nothing to do but to go along it.
            step = round(turned.y() / 120 * 3 * across.singleStep())
            across.setValue(across.value() - step)
            event.accept()
            return
        super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
