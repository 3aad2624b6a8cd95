"""A window that is closed, whatever it was doing, leaves no thread and no timer behind."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer
from pytestqt.qtbot import QtBot

from gui.engine_thread import EngineThread
from gui.main_window import MainWindow
from gui.playback import FASTEST_PLAYBACK_MS
from gui.session import Session
from gui.settings import Settings
from gui.worker import Loader
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.leavings import active, left_behind, python_threads
from tests.gui.models_at_hand import AtHand
from tests.gui.traces import LOVE


def idle(window: MainWindow, qtbot: QtBot, fake: FakeTranslator) -> None:
    """Nothing is going on."""


def decoding(window: MainWindow, qtbot: QtBot, fake: FakeTranslator) -> None:
    """Steps are being decoded one by one."""
    fake.gates[LOVE] = threading.Semaphore(4)
    window.source.set_text(LOVE)
    window.commands.translate()
    qtbot.waitUntil(lambda: window.session.length() > 0)
    fake.gates[LOVE].release(100)


def replaying(window: MainWindow, qtbot: QtBot, fake: FakeTranslator) -> None:
    """A translation is being played back."""
    window.source.set_text(LOVE)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    window.session.set_speed(0.5)
    window.commands.first()
    window.commands.toggle_play()
    assert window.session.playing


def typing(window: MainWindow, qtbot: QtBot, fake: FakeTranslator) -> None:
    """Live translation is about to ask."""
    window.source.live.setChecked(True)
    qtbot.keyClicks(window.source.editor, "ok")


def explaining(window: MainWindow, qtbot: QtBot, fake: FakeTranslator) -> None:
    """Dialogs are open, and a panel floats."""
    window.docks.dock("heads").setFloating(True)
    for name in ("shortcuts", "settings", "explain_panel", "palette", "tour"):
        window.actions_[name].trigger()
    window.commands.copy_translation()


@pytest.mark.parametrize("busy", [idle, decoding, replaying, typing, explaining])
def test_a_closed_window_leaves_nothing_running(
    qtbot: QtBot,
    window: MainWindow,
    fake: FakeTranslator,
    busy: Callable[[MainWindow, QtBot, FakeTranslator], None],
) -> None:
    busy(window, qtbot, fake)
    window.close()
    assert left_behind(window) == []
    position = window.session.position
    qtbot.wait(2 * FASTEST_PLAYBACK_MS)
    assert window.session.position == position


@pytest.mark.parametrize("busy", [decoding, replaying, typing, explaining])
def test_a_window_that_is_gone_has_taken_its_timers_and_threads_along(
    qtbot: QtBot,
    themed: None,
    fake: FakeTranslator,
    busy: Callable[[MainWindow, QtBot, FakeTranslator], None],
) -> None:
    before, threads = active(), python_threads()
    loader: Loader = FakeLoader(fake)
    engine = EngineThread(loader)
    window = MainWindow(Session(), engine, Settings(None), sources=AtHand().sources())
    window.source.live.setChecked(False)
    with qtbot.waitSignal(window.painted):
        window.show()
    engine.start()
    assert any(isinstance(each, QThread) for each in active())
    with qtbot.waitSignal(window.session.modelChanged):
        window.load_model(None)
    busy(window, qtbot, fake)
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(lambda: [each for each in active() if each not in before] == [])
    assert python_threads() == threads
    assert engine.close(0)


def test_what_is_left_behind_is_found(window: MainWindow) -> None:
    timer, once = QTimer(window.attention), QTimer(window.attention)
    timer.start(10_000)
    once.setSingleShot(True)
    once.start(10_000)
    assert {timer, once} <= set(active())
    assert "timer of AttentionPanel" in left_behind(window)
    assert "thread 'engine'" in left_behind(window)
    timer.stop()
    assert "timer of AttentionPanel" not in left_behind(window)
