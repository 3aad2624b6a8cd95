from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gui.widgets.coalesce import Coalescer


def test_a_burst_is_answered_once(qtbot: QtBot) -> None:
    owner = QObject()
    calls: list[int] = []
    coalescer = Coalescer(lambda: calls.append(1), owner)
    for _ in range(100):
        coalescer.schedule()
    assert not calls
    qtbot.waitUntil(lambda: len(calls) > 0)
    assert calls == [1]
    assert not coalescer.pending


def test_the_next_one_waits_for_its_frame(qtbot: QtBot) -> None:
    owner = QObject()
    calls: list[int] = []
    # A frame so long that it cannot have passed by the time of the check.
    coalescer = Coalescer(lambda: calls.append(1), owner, frame_ms=60_000)
    coalescer.schedule()
    qtbot.waitUntil(lambda: len(calls) == 1)
    coalescer.schedule()
    qtbot.wait(20)
    assert calls == [1]
    assert coalescer.pending
    coalescer.flush()
    assert calls == [1, 1]
    assert not coalescer.pending


def test_flush_without_a_request_does_nothing(qtbot: QtBot) -> None:
    calls: list[int] = []
    owner = QObject()
    Coalescer(lambda: calls.append(1), owner).flush()
    assert not calls
