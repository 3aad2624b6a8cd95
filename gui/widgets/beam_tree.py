"""The search of a sentence as a tree that grows from left to right, one column a step.

Painted by hand: the layout is worked out once a step, and only what can be seen is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
    Slot,
)
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
from PySide6.QtWidgets import QToolTip, QWidget

from engine.events import Finished
from engine.trace import SentenceTrace
from gui import numbers, theme
from gui.language import tr
from gui.widgets.announce import announce
from gui.widgets.beam_art import MARGIN, Face
from gui.widgets.beam_scene import AHEAD, BeamScene
from gui.widgets.coalesce import Coalescer
from gui.widgets.pieces import describe
from gui.widgets.tree_layout import Node, TreeLayout
from gui.widgets.zoom_area import ZoomArea

GROW_MS = 7
"""How long one refresh may take in steps."""


class BeamTree(ZoomArea):
    """Nodes and lines of one sentence's search.

    Left goes to the parent, Right to the child, Up and Down to the neighbours in the column,
    Home and End to the ends of the path; Enter goes on from the hypothesis that is shown; plus
    and minus zoom.

    Args:
        tooltip: a node in words.
        spoken: a node for a screen reader, on one line.

    Signals:
        chosen: the step and place of the node that was clicked or moved to.
        stepChosen: the step whose number was clicked.
        pointed: the node under the pointer, or ``None``.
        goOnRequested: the step and place of a node that was double-clicked or entered.
        menuRequested: a node, and where on the screen its menu belongs.
    """

    chosen = Signal(int, int)
    stepChosen = Signal(int)
    pointed = Signal(object)
    goOnRequested = Signal(int, int)
    menuRequested = Signal(object, QPoint)

    def __init__(
        self,
        tooltip: Callable[[Node], str],
        spoken: Callable[[Node], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tooltip, self._spoken = tooltip, spoken
        self.scene = BeamScene(self.font())
        self._sentence: SentenceTrace | None = None
        self.filling = False
        self._settled = False
        self._style = numbers.style()
        self._rest = Coalescer(self._paint_rest, self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Search tree"))
        theme.notifier.changed.connect(self.retheme)

    # What is shown -------------------------------------------------------------------

    def show_sentence(self, sentence: SentenceTrace | None, path: Sequence[int]) -> bool:
        """Show what is new of a sentence's search, or another sentence.

        Args:
            sentence: what is shown.
            path: which of each step's hypotheses is drawn bold.

        Returns:
            Whether that was all; if not, there is more to do in the next frame.
        """
        if sentence is not self._sentence or numbers.style() != self._style:
            self._begin(sentence)
        if sentence is None:
            return True
        before, watched = len(self.layout_), self._watched(self.body())
        whole = self._grow(sentence)
        changed = len(self.layout_) != before
        if whole and sentence.finished is not None and not self._settled:
            # Only now is it known who wins: the winner's path becomes the straight one.
            self._settled = changed = True
            self.layout_.settle(sentence.path())
            self._mark_outputs(sentence.finished)
        if self.scene.path != path:
            self.scene.path = list(path)
            changed = changed or self.layout_.folded
            self.viewport().update()
        if changed:
            self.layout_.pin(self.scene.path[: len(self.layout_)])
            self.arrange()
            if watched is not None:
                self.reveal(watched)
        return whole

    def _mark_outputs(self, finished: Finished) -> None:
        """Mark also what ended since nothing was allowed after it, which no step can tell."""
        for output in finished.hypotheses:
            if output.ending == "nothing allowed" and output.step >= 0:
                self.scene.finish((output.step, output.index))

    def _grow(self, sentence: SentenceTrace) -> bool:
        """Take in new steps for a while; whether that was all."""
        clock = QElapsedTimer()
        clock.start()
        for number, step in enumerate(sentence.steps[len(self.layout_) :]):
            if number and clock.elapsed() > GROW_MS:
                return False
            faces = [Face.of(live, self.filling) for live in step.hypotheses]
            self.scene.add([live.parent for live in step.hypotheses], faces)
        return True

    def _begin(self, sentence: SentenceTrace | None) -> None:
        # Whoever hears of it may still ask for what was shown until now.
        self._point_to(None)
        self._sentence = sentence
        self._style = numbers.style()
        self._settled = False
        self.scene.begin(None if sentence is None else Face.of_start(sentence.encoded.start))
        self.arrange()
        self.horizontalScrollBar().setValue(0)
        self.verticalScrollBar().setValue(0)

    def set_shown(self, node: Node | None, gently: bool = False) -> None:
        """Ring the hypothesis that is shown now, and mark its step.

        Args:
            node: it; ``None`` for none.
            gently: do not scroll to it if the one before was scrolled out of sight.
        """
        if node == self.scene.shown:
            return
        lost = self.scene.shown is not None and self._watched(self.body()) is None
        self.scene.shown = node
        if node is not None and not (lost and gently):
            self.reveal(node)
        self.tell()
        self.viewport().update()

    @property
    def shown(self) -> Node | None:
        """The node with the ring."""
        return self.scene.shown

    @property
    def pointed_node(self) -> Node | None:
        """The node under the pointer."""
        return self.scene.pointed

    @property
    def sentence(self) -> SentenceTrace | None:
        """What is drawn."""
        return self._sentence

    def on_path(self, node: Node) -> bool:
        """Whether a node is on the path that is drawn bold."""
        return node[0] < len(self.scene.path) and self.scene.path[node[0]] == node[1]

    def set_folded(self, folded: bool) -> None:
        """Hide pruned hypotheses, or show them."""
        if folded != self.layout_.folded:
            self.layout_.pin(self.scene.path)
            self.layout_.set_folded(folded)
            self._point_to(None)
            self.arrange()
            if self.scene.shown is not None:
                self.reveal(self.scene.shown)

    @property
    def layout_(self) -> TreeLayout:
        """Where the nodes stand."""
        return self.scene.layout

    @Slot()
    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.scene.retheme()
        self.viewport().update()

    # Geometry ------------------------------------------------------------------------

    def content(self) -> QSizeF:
        return self.scene.content()

    def head(self) -> int:
        return self.scene.art.head_height

    def line(self) -> float:
        return self.scene.art.pitch

    def draw_at(self, zoom: float) -> None:
        self.scene.set_zoom(zoom)

    def anchor(self) -> QPointF:
        """The shown hypothesis, if it can be seen."""
        watched = self._watched(self.body())
        return super().anchor() if watched is None else self.node_area(watched).center()

    def node_area(self, node: Node) -> QRectF:
        """Where a node is, in viewport pixels; empty if it is hidden."""
        self._look()
        return self.scene.node_area(node)

    def start_area(self) -> QRectF:
        """Where the start token is, in viewport pixels."""
        self._look()
        return self.scene.start_area()

    def node_at(self, point: QPointF) -> Node | None:
        """The node at a point of the viewport."""
        self._look()
        return self.scene.node_at(point)

    def step_at(self, point: QPointF) -> int | None:
        """The step whose number is at a point of the viewport."""
        self._look()
        return self.scene.step_at(point.x()) if point.y() < self.head() else None

    def _look(self) -> None:
        """Tell the scene what part of it the viewport shows."""
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        self.scene.offset = QPoint(across.value(), down.value())
        self.scene.view = self.viewport().size()

    def _watched(self, body: QRect) -> Node | None:
        """The hypothesis that is shown, if something of it can be seen in ``body``."""
        node = self.scene.shown
        if node is None or node[0] >= len(self.layout_):
            return None
        return node if self.node_area(node).intersects(QRectF(body)) else None

    def reveal(self, node: Node) -> None:
        """Scroll so that a node can be seen, with what is right before and after it."""
        area = self.node_area(node)
        if not area.isEmpty():
            self.reveal_area(area, AHEAD, 6)

    # Painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        self._look()
        with QPainter(self.viewport()) as painter:
            ratio = self.viewport().devicePixelRatioF()
            if not self.scene.paint(painter, event.rect(), ratio):
                self._rest.schedule()
            if self.hasFocus():
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(self.scene.art.accent, 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                frame = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
                painter.drawRoundedRect(frame, 4, 4)

    @Slot()
    def _paint_rest(self) -> None:
        self.viewport().update()

    # The pointer ---------------------------------------------------------------------

    def _point_to(self, node: Node | None) -> None:
        before = self.scene.pointed
        if node == before:
            return
        self._look()
        for each in (before, node):
            self.viewport().update(self.scene.around(each))
        self.scene.pointed = node
        self.pointed.emit(node)

    def point_at(self, point: QPointF | None) -> None:
        node = None if point is None else self.node_at(point)
        self._point_to(node)
        hand = node is not None or (point is not None and self.step_at(point) is not None)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        )

    def click_at(self, point: QPointF) -> None:
        node, step = self.node_at(point), self.step_at(point)
        if node is not None:
            self.chosen.emit(*node)
        elif step is not None:
            self.stepChosen.emit(step)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.goOnRequested.emit(*node)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            node, place = self.node_at(QPointF(event.pos())), event.globalPos()
        else:
            node, place = self.scene.shown, event.globalPos()
            if node is not None:
                centre = self.node_area(node).center().toPoint()
                place = self.viewport().mapToGlobal(centre)
        if node is not None:
            self.menuRequested.emit(node, place)
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.point_at(None)
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            # An empty text hides the tooltip.
            QToolTip.showText(event.globalPos(), self._tooltip_at(QPointF(event.pos())), self)
            return True
        return bool(super().viewportEvent(event))

    def _tooltip_at(self, point: QPointF) -> str:
        node = self.node_at(point)
        if node is not None:
            return self._tooltip(node)
        if self.step_at(point) is not None:
            return tr("Show this step")
        if self._sentence is not None and self.start_area().contains(point):
            start = describe(self._sentence.encoded.start)
            return tr("The start token, the decoder's first input\n{piece}").format(piece=start)
        return ""

    # Keys ----------------------------------------------------------------------------

    def _neighbour(self, key: int) -> Node | None:
        """The node that a key leads to."""
        node, layout, path = self.scene.shown, self.layout_, self.scene.path
        if node is None or not path:
            return None
        step, place = node
        if key == Qt.Key.Key_Left:
            return layout.parent(node)
        if key == Qt.Key.Key_Right:
            if step + 1 < len(path) and path[step] == place:
                return step + 1, path[step + 1]
            return next(iter(layout.children(node)), None)
        if key == Qt.Key.Key_Up:
            return layout.beside(node, -1)
        if key == Qt.Key.Key_Down:
            return layout.beside(node, 1)
        last = min(len(path), len(layout)) - 1
        return (0, path[0]) if key == Qt.Key.Key_Home else (last, path[last])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        keypad = Qt.KeyboardModifier.KeypadModifier
        shifted = modifiers & ~(keypad | Qt.KeyboardModifier.ShiftModifier)
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, keypad)
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal) and not shifted:
            self.zoom_in()
        elif key == Qt.Key.Key_Minus and plain:
            self.zoom_out()
        elif (
            plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.scene.shown is not None
        ):
            self.goOnRequested.emit(*self.scene.shown)
        elif plain and key in (
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
            Qt.Key.Key_Up,
            Qt.Key.Key_Down,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
        ):
            # Who uses the keys does not mean the pointer, until that moves again.
            self._point_to(None)
            node = self._neighbour(key)
            if node is not None and node != self.scene.shown:
                self.chosen.emit(*node)
            event.accept()
        else:
            super().keyPressEvent(event)

    def tell(self) -> None:
        """Let a screen reader read the shown hypothesis."""
        text = "" if self.scene.shown is None else self._spoken(self.scene.shown)
        announce(self, text)

    # Qt ------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        height = self.scene.art.head_height + 4 * self.scene.art.pitch + 2 * MARGIN
        return QSize(560, round(height))

    def minimumSizeHint(self) -> QSize:
        height = self.scene.art.head_height + self.scene.art.node_height + 2 * MARGIN
        return QSize(140, round(height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        # The list of outputs takes room: what was looked at should not end up out of sight.
        before = QRect(QPoint(0, 0), event.oldSize()).adjusted(0, self.head(), 0, 0)
        watched = self._watched(before if event.oldSize().isValid() else self.body())
        super().resizeEvent(event)
        if watched is not None:
            self.reveal(watched)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.scene.set_font(self.font())
            self.arrange()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
