"""The tree of a search as it is painted: where each node is, and what of it is drawn when.

No widget: it is told how far the view is scrolled, and paints on whatever it is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from PySide6.QtCore import QElapsedTimer, QLineF, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QPixmap

from gui.language import tr
from gui.widgets.beam_art import GAP, MARGIN, BeamArt, Face, Look
from gui.widgets.tree_layout import HIDDEN, Node, TreeLayout
from gui.widgets.vector import is_vector

AHEAD = 28.0
"""Pixels kept free after the newest column."""
PAINT_MS = 5
"""How long one repaint may write texts."""
_PICTURE_PIXELS = 8_000_000
_AROUND = 6
"""Pixels by which rings reach out of their nodes."""


def _on_pixels(point: QPointF, ratio: float) -> QPointF:
    """The nearest point where a picture is drawn without being blurred."""
    return QPointF(round(point.x() * ratio) / ratio, round(point.y() * ratio) / ratio)


def _runs(places: Sequence[int], kept: Sequence[bool]) -> Iterator[tuple[bool, int]]:
    """Neighbours of one kind: whether they are kept, and how many they are."""
    for keep, group in groupby(places, key=kept.__getitem__):
        yield keep, sum(1 for _ in group)


class BeamScene:
    """Nodes, lines and step numbers of one sentence's search.

    All areas are in pixels of the view.

    Attributes:
        art: draws a node.
        layout: says where it stands.
        path: the place in each column that is drawn bold, as long as it lives.
        shown: the node with the ring; its step is marked.
        pointed: the node under the pointer.
        offset: how far the view is scrolled.
        view: how large it is.
    """

    def __init__(self, font: QFont) -> None:
        self.art = BeamArt(font)
        self._faces: list[list[Face]] = []
        self._start: Face | None = None
        self.layout = TreeLayout(gap=GAP)
        self.path: list[int] = []
        self.shown: Node | None = None
        self.pointed: Node | None = None
        self.offset = QPoint()
        self.view = QSize()
        self._pictures: dict[tuple[int, int, bool, bool], QPixmap] = {}
        self._picture_pixels = 0

    # What is in it -------------------------------------------------------------------

    def begin(self, start: Face | None) -> None:
        """Empty it for another search, which grows from ``start``."""
        self._start, self._faces = start, []
        self.path, self.shown, self.pointed = [], None, None
        folded = self.layout.folded
        self.layout = TreeLayout(self._first_left(), GAP)
        self.layout.set_folded(folded)
        self.forget_pictures()

    def add(self, parents: Sequence[int], faces: list[Face]) -> None:
        """Add a column, as :meth:`TreeLayout.add` does."""
        self._faces.append(faces)
        self.layout.add(parents, [face.finished for face in faces], self._width(faces))

    def finish(self, node: Node) -> None:
        """Mark a node as an end after all."""
        faces = self._faces[node[0]]
        faces[node[1]] = faces[node[1]]._replace(finished=True, cut=True)
        self.layout.keep(node)
        self.forget_pictures()

    def face(self, node: Node) -> Face:
        """What a node says."""
        return self._faces[node[0]][node[1]]

    def set_font(self, font: QFont) -> None:
        """Write and measure with another font."""
        self.art.set_font(font)
        self.layout.set_widths(self._first_left(), [self._width(faces) for faces in self._faces])
        self.forget_pictures()

    def set_zoom(self, zoom: float) -> None:
        """Draw larger or smaller."""
        self.art.set_zoom(zoom)
        self.forget_pictures()

    def retheme(self) -> None:
        """Take the colours of the current theme."""
        self.art.retheme()
        self.forget_pictures()

    def on_path(self, node: Node) -> bool:
        """Whether a node is drawn bold."""
        return node[0] < len(self.path) and self.path[node[0]] == node[1]

    def _width(self, faces: Sequence[Face]) -> float:
        return max((self.art.width(face) for face in faces), default=0.0)

    def _first_left(self) -> float:
        return MARGIN + (self.art.width(self._start) + GAP if self._start is not None else 0.0)

    # Geometry ------------------------------------------------------------------------

    def content(self) -> QSizeF:
        """Width and height of the whole tree at zoom 1, without the head."""
        height = max(1, self.layout.rows) * self.art.pitch + 2 * MARGIN
        return QSizeF(self.layout.extent + AHEAD, height)

    def node_area(self, node: Node) -> QRectF:
        """Where a node is, in viewport pixels; empty if it is hidden."""
        row = self.layout.row(node)
        if row == HIDDEN:
            return QRectF()
        return self._area(self.layout.left(node[0]), self.layout.width(node[0]), row)

    def start_area(self) -> QRectF:
        """Where the start token is, in viewport pixels."""
        if self._start is None:
            return QRectF()
        return self._area(MARGIN, self.art.width(self._start), 0)

    def _area(self, left: float, width: float, row: int) -> QRectF:
        zoom, art = self.art.zoom, self.art
        return QRectF(
            left * zoom - self.offset.x(),
            art.head_height + (MARGIN + row * art.pitch) * zoom - self.offset.y(),
            width * zoom,
            art.node_height * zoom,
        )

    def node_at(self, point: QPointF) -> Node | None:
        """The node at a point of the viewport."""
        art, zoom = self.art, self.art.zoom
        if point.y() < art.head_height:
            return None
        step = self.step_at(point.x())
        if step is None:
            return None
        y = (point.y() - art.head_height + self.offset.y()) / zoom - MARGIN
        row, rest = divmod(y, art.pitch)
        shown = self.layout.shown(step)
        if 0 <= row < len(shown) and rest <= art.node_height:
            return step, shown[int(row)]
        return None

    def step_at(self, x: float) -> int | None:
        """The step whose column is at a place of the viewport."""
        return self.layout.column_at((x + self.offset.x()) / self.art.zoom)

    def body(self) -> QRect:
        """The view without the head."""
        return QRect(QPoint(0, 0), self.view).adjusted(0, self.art.head_height, 0, 0)

    def seen(self, area: QRect) -> range:
        """The steps of which a rectangle of the viewport shows the column or the lines to it."""
        offset, zoom = self.offset.x(), self.art.zoom
        left, right = (
            (area.left() - _AROUND + offset) / zoom,
            (area.right() + _AROUND + offset) / zoom,
        )
        return self.layout.between(left, right + GAP)

    def around(self, node: Node | None) -> QRect:
        """What has to be painted again if a node looks different."""
        if node is None or node[0] >= len(self.layout):
            return QRect()
        area = self.node_area(node)
        if area.isEmpty():
            return QRect()
        return area.toAlignedRect().adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)

    # Painting ------------------------------------------------------------------------

    def paint(self, painter: QPainter, area: QRect, ratio: float) -> bool:
        """Draw what can be seen in a part of the view.

        Args:
            painter: draws.
            area: the part.
            ratio: pixels of the screen in one of the view.

        Returns:
            Whether that was all; if not, some nodes lack their text until the next time.
        """
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.art.detail != "block")
        steps, body, whole = self.seen(area), self.body(), True
        if area.bottom() >= body.top():
            painter.setClipRect(body.intersected(area))
            if self.shown is not None:
                band = self._band(self.shown[0])
                painter.fillRect(band, self.art.colours.color("marker", 0.13))
            self._paint_lines(painter, QRectF(area), steps)
            whole = self._paint_nodes(painter, QRectF(area), steps, ratio)
            painter.setClipping(False)
        if area.top() < body.top():
            self._paint_head(painter, steps)
        return whole

    def _band(self, step: int) -> QRectF:
        """The column of a step from top to bottom."""
        zoom, reach = self.art.zoom, min(8.0, GAP / 2) * self.art.zoom
        left = self.layout.left(step) * zoom - self.offset.x()
        width = self.layout.width(step) * zoom
        return QRectF(left - reach, 0, width + 2 * reach, self.view.height())

    def _paint_lines(self, painter: QPainter, area: QRectF, steps: range) -> None:
        layout, art = self.layout, self.art
        zoom, pitch = self.art.zoom, art.pitch * self.art.zoom
        left = -self.offset.x()
        top = art.head_height + (MARGIN + art.node_height / 2) * zoom
        top -= self.offset.y()
        first, last = area.top() - 2, area.bottom() + 2
        kinds: tuple[list[QLineF], list[QLineF], list[QLineF]] = ([], [], [])
        # Where nodes cannot be told apart, the lines to the pruned ones would be one grey mass.
        fewer = art.runs
        for step in steps:
            if step:
                begin = left + (layout.left(step - 1) + layout.width(step - 1)) * zoom
            else:
                begin = self.start_area().right()
            end = left + layout.left(step) * zoom
            bold = self.path[step] if step < len(self.path) else None
            kept = layout.kept_of(step)
            for before, row, place in layout.lines(step):
                if fewer and not kept[place] and place != bold:
                    continue
                y, parent = top + row * pitch, top + before * pitch
                if (y < first and parent < first) or (y > last and parent > last):
                    continue
                kind = 2 if place == bold else int(kept[place])
                kinds[kind].append(QLineF(begin, parent, end, y))
        for lines, pen in zip(kinds, art.pens(), strict=True):
            art.draw_lines(painter, lines, pen)

    def _paint_nodes(self, painter: QPainter, area: QRectF, steps: range, ratio: float) -> bool:
        reach = area.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
        whole = True
        if self.art.detail == "block":
            self._paint_blocks(painter, reach, steps)
        else:
            whole = self._paint_pictures(painter, reach, steps, ratio)
        for node, draw in (
            (self.shown, self.art.draw_ring),
            (self.pointed, self.art.draw_pointed),
        ):
            if node is not None and node[0] < len(self.layout):
                box = self.node_area(node)
                if not box.isEmpty() and box.intersects(reach):
                    draw(painter, box)
        return whole

    def _paint_pictures(self, painter: QPainter, reach: QRectF, steps: range, ratio: float) -> bool:
        """Nodes on which something can be read; whether all were drawn."""
        art, layout = self.art, self.layout
        rows = slice(max(0, self._row_at(reach.top())), self._row_at(reach.bottom()) + 1)
        clock = QElapsedTimer()
        clock.start()
        shapes = is_vector(painter)
        later: list[tuple[QRectF, float | None, bool]] = []
        for step in steps:
            kept, faces = layout.kept_of(step), self._faces[step]
            for place in layout.shown(step)[rows]:
                box = self.node_area((step, place))
                if not box.intersects(reach):
                    continue
                face, path = faces[place], self.on_path((step, place))
                if shapes:
                    art.draw_node(painter, box, face, Look(kept[place], path))
                    continue
                key = (step, place, kept[place], path)
                picture = self._pictures.get(key)
                if picture is None:
                    if clock.elapsed() > PAINT_MS:
                        later.append((box, face.probability, kept[place]))
                        continue
                    picture = art.picture(face, kept[place], path, box.size(), ratio)
                    self._keep_picture(key, picture)
                painter.drawPixmap(_on_pixels(box.topLeft(), ratio), picture)
        if self._start is not None and self.start_area().intersects(reach):
            art.draw_node(painter, self.start_area(), self._start, Look())
        # Nobody waits for all the texts after a change of zoom: the rest comes soon.
        art.draw_blocks(painter, later)
        return not later

    def _keep_picture(self, key: tuple[int, int, bool, bool], picture: QPixmap) -> None:
        self._picture_pixels += picture.width() * picture.height()
        if self._picture_pixels > _PICTURE_PIXELS:
            self.forget_pictures()
            self._picture_pixels = picture.width() * picture.height()
        self._pictures[key] = picture

    def forget_pictures(self) -> None:
        """Draw all nodes anew."""
        self._pictures.clear()
        self._picture_pixels = 0

    def _paint_blocks(self, painter: QPainter, reach: QRectF, steps: range) -> None:
        """Nodes that are too small for any text."""
        art, layout, zoom = self.art, self.layout, self.art.zoom
        pitch, height = art.pitch * zoom, max(1.0, art.node_height * zoom)
        rows = slice(max(0, self._row_at(reach.top())), self._row_at(reach.bottom()) + 1)
        top = art.head_height + MARGIN * zoom - self.offset.y()
        blocks: list[tuple[QRectF, float | None, bool]] = []
        runs: tuple[list[QRectF], list[QRectF]] = ([], [])
        path: list[QRectF] = []
        for step in steps:
            left = layout.left(step) * zoom - self.offset.x()
            width = layout.width(step) * zoom
            kept, faces = layout.kept_of(step), self._faces[step]
            shown = layout.shown(step)[rows]
            y = top + rows.start * pitch
            if art.runs:
                for keep, count in _runs(shown, kept):
                    runs[not keep].append(QRectF(left, y, width, count * pitch))
                    y += count * pitch
            else:
                for place in shown:
                    area = QRectF(left, y, width, height)
                    blocks.append((area, faces[place].probability, kept[place]))
                    y += pitch
            if step < len(self.path):
                row = layout.row((step, self.path[step]))
                path.append(QRectF(left, top + row * pitch, width, max(2.0, height)))
        art.draw_runs(painter, *runs)
        art.draw_blocks(painter, blocks)
        art.draw_path(painter, path)

    def _row_at(self, y: float) -> int:
        """The row at a height of the viewport, be there one or not."""
        content = (y - self.art.head_height + self.offset.y()) / self.art.zoom
        return int((content - MARGIN) // self.art.pitch)

    def _paint_head(self, painter: QPainter, steps: range) -> None:
        """The numbers of the steps, which stay when the tree is scrolled."""
        art, colours = self.art, self.art.colours
        head = QRectF(0, 0, self.view.width(), art.head_height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(head, colours.color("surface"))
        painter.setPen(QPen(colours.color("border"), 1))
        painter.drawLine(
            QPointF(0, head.bottom() - 0.5), QPointF(head.right(), head.bottom() - 0.5)
        )
        painter.setFont(art.head_font)
        painter.setPen(colours.color("muted"))
        middle = Qt.AlignmentFlag.AlignCenter
        advance = art.head_metrics.horizontalAdvance
        room = advance(str(len(self.layout))) + 10
        if len(self.layout) and self.start_area().right() > 0:
            word = tr("step")
            caption = QRectF(self.start_area().left(), 0, advance(word), head.height())
            if caption.right() < self._band(0).center().x() - room / 2:
                painter.drawText(caption, Qt.AlignmentFlag.AlignVCenter, word)
        current = None
        if self.shown is not None:
            current = QRectF(0, 3, max(room, 20.0), head.height() - 7)
            centre = self._band(self.shown[0]).center().x()
            current.moveCenter(QPointF(centre, current.center().y()))
            painter.setBrush(colours.color("marker"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(current, 5, 5)
            painter.setPen(colours.color("surface"))
            painter.drawText(current, middle, str(self.shown[0] + 1))
        painter.setPen(colours.color("muted"))
        every = self._numbered(room)
        for step in steps:
            if (step + 1) % every and step:
                continue
            centre = self._band(step).center().x()
            box = QRectF(centre - room / 2, 0, room, head.height() - 1)
            if current is None or not box.intersects(current):
                painter.drawText(box, middle, str(step + 1))

    def _numbered(self, room: float) -> int:
        """Where columns are narrow, only every so many steps have their number written."""
        each = (self.layout.extent + GAP) / max(1, len(self.layout)) * self.art.zoom
        return next((n for n in (1, 2, 5, 10, 20, 50, 100) if n * each >= room), 200)
