"""What is hidden takes no room from the panels."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLayout, QWidget

from gui import shot
from gui.main_window import MainWindow
from gui.presets import PANELS


def top(window: MainWindow, part: QWidget) -> int:
    return part.mapTo(window, QPoint()).y()


def bottom(window: MainWindow, part: QWidget) -> int:
    return top(window, part) + part.height()


def within(layout: QLayout) -> list[QLayout]:
    """The layouts in a layout, and in those."""
    found = []
    for index in range(layout.count()):
        item = layout.itemAt(index)
        inner = None if item is None else item.layout()
        if inner is not None:
            found += [inner, *within(inner)]
    return found


def test_a_bar_above_the_panels_takes_room_while_it_is_there(window: MainWindow) -> None:
    bars = (window.recovery_bar, window.message_bar)
    shot.settle(window)
    assert not any(bar.isVisible() for bar in bars)
    assert top(window, window.docks) == bottom(window, window.header)
    for bar in bars:
        bar.show_message("Something happened.")
    shot.settle(window)
    edges = [top(window, part) for part in (*bars, window.docks)]
    assert edges == sorted(edges) and edges[0] == bottom(window, window.header)
    for above, below in ((bars[0], bars[1]), (bars[1], window.docks)):
        assert 4 <= top(window, below) - bottom(window, above) <= 12
    assert {(bar.x(), bar.width()) for bar in bars} == {(window.docks.x(), window.docks.width())}
    for bar in bars:
        bar.close_button.click()
    shot.settle(window)
    assert top(window, window.docks) == bottom(window, window.header)


def test_no_layout_keeps_room_for_what_is_hidden(window: MainWindow) -> None:
    looked_at = 0
    for name in PANELS:
        window.docks.arrange(name)
        shot.settle(window)
        for part in [window, *window.findChildren(QWidget)]:
            layout = part.layout()
            if layout is None or not part.isVisible():
                continue
            for inner in within(layout):
                looked_at += 1
                assert not inner.isEmpty() or inner.sizeHint().isNull(), (name, part)
    assert looked_at > len(PANELS)
