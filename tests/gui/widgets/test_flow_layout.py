from __future__ import annotations

import gc

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget, QWidgetItem
from pytestqt.qtbot import QtBot

from gui.widgets.flow_layout import FlowLayout


class Box(QWidget):
    def __init__(self, wanted: int, least: int, high: int = 20) -> None:
        super().__init__()
        self._sizes = QSize(wanted, high), QSize(least, high)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return self._sizes[0]

    def minimumSizeHint(self) -> QSize:
        return self._sizes[1]


def flow(qtbot: QtBot, width: int, *boxes: Box) -> QWidget:
    holder = QWidget()
    qtbot.addWidget(holder)
    layout = FlowLayout(holder, across=10, down=5)
    for box in boxes:
        layout.addWidget(box)
    holder.resize(width, layout.heightForWidth(width))
    holder.show()
    return holder


def test_a_line_while_there_is_room(qtbot: QtBot) -> None:
    boxes = [Box(100, 100), Box(80, 80), Box(60, 60, 30)]
    holder = flow(qtbot, 300, *boxes)
    assert holder.height() == 30
    assert [(box.x(), box.width()) for box in boxes] == [(0, 100), (110, 80), (200, 60)]
    # All stand on one middle.
    assert [box.geometry().center().y() for box in boxes] == [14, 14, 14]


def test_the_next_line_where_there_is_none(qtbot: QtBot) -> None:
    boxes = [Box(100, 100), Box(80, 80), Box(60, 60)]
    holder = flow(qtbot, 200, *boxes)
    assert holder.height() == 45
    assert [(box.x(), box.y()) for box in boxes] == [(0, 0), (110, 0), (0, 25)]


def test_narrower_boxes_where_that_saves_a_line(qtbot: QtBot) -> None:
    boxes = [Box(100, 60), Box(100, 80), Box(60, 60)]
    holder = flow(qtbot, 250, *boxes)
    assert holder.height() == 20
    widths = [box.width() for box in boxes]
    assert sum(widths) + 20 <= 250
    assert all(box.minimumSizeHint().width() <= box.width() for box in boxes)
    assert widths[2] == 60


def test_a_hidden_one_takes_no_room(qtbot: QtBot) -> None:
    boxes = [Box(100, 100), Box(80, 80), Box(60, 60)]
    boxes[1].hide()
    holder = flow(qtbot, 300, *boxes)
    assert holder.height() == 20
    assert boxes[2].x() == 110


def test_its_items_stay_valid_and_go_with_their_widgets(qtbot: QtBot) -> None:
    boxes = [Box(50, 50) for _ in range(3)]
    holder = flow(qtbot, 300, *boxes)
    layout = holder.layout()
    assert isinstance(layout, FlowLayout)
    # Of items that Qt made, Shiboken once took those of a whole window for deleted.
    assert all(shiboken6.createdByPython(layout.itemAt(index)) for index in range(3))
    assert [layout.itemAt(index).widget() for index in range(3)] == boxes
    assert all(box.parentWidget() is holder for box in boxes)
    boxes.pop(1).deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert [layout.itemAt(index).widget() for index in range(layout.count())] == boxes
    boxes[0].setParent(None)
    assert layout.count() == 1
    assert layout.heightForWidth(300) == 20


def test_nothing_of_a_layout_in_a_layout_stays(qtbot: QtBot) -> None:
    def items() -> int:
        gc.collect()
        return sum(type(each) is QWidgetItem for each in gc.get_objects())

    before = items()
    for filled_first in (True, False):
        holder = QWidget()
        outer, inner = QVBoxLayout(holder), FlowLayout()
        if not filled_first:
            outer.addLayout(inner)
        for _ in range(4):
            inner.addWidget(Box(100, 100))
        if filled_first:
            # Qt looks at what is in it already.
            outer.addLayout(inner)
        holder.show()
        assert items() == before + 4
        del outer, inner
        shiboken6.delete(holder)
        assert items() == before
