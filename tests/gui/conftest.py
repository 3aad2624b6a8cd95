"""The window with a made-up engine; a test that leaves a thread or a timer running fails.

Warnings of Qt fail tests too: ``qt_log_level_fail`` in ``pyproject.toml``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest
import shiboken6
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui import language, theme
from gui.engine_thread import EngineThread
from gui.logs.log import LOG
from gui.main_window import MainWindow
from gui.models.sources import Sources
from gui.session import Session
from gui.settings import Settings
from gui.worker import Loader
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.leavings import left_behind
from tests.gui.models_at_hand import AtHand
from tests.gui.traces import LOVE

_NOWHERE = 9999, 9999
"""On no screen, and so over no window."""


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> None:
    """Texts with a number have their plurals in a language file, in English too."""
    language.install(qapp, "en")


@pytest.fixture(autouse=True, scope="module")
def no_window_of_others(qapp: QApplication) -> None:
    """A window that another file's tests have left shown may lie above, and get the mouse."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            window.hide()


@pytest.fixture(autouse=True)
def no_popup(qapp: QApplication) -> Iterator[None]:
    """A menu that a test leaves open, or a button held down, would get the next one's mouse; and
    where a test leaves the pointer, the next one's window would look as pointed at.
    """
    _let_go()
    yield
    _let_go()


def _let_go() -> None:
    QCursor.setPos(*_NOWHERE)
    # Each is closed once: one that will not is no reason to wait for ever.
    for _ in range(8):
        popup = QApplication.activePopupWidget()
        if popup is None:
            break
        popup.close()
    grabber = QWidget.mouseGrabber()
    if grabber is not None:
        grabber.releaseMouse()


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """What goes into the program's log, which passes nothing on to Python's own."""
    kept = _Kept()
    LOG.addHandler(kept)
    yield kept.records
    LOG.removeHandler(kept)


@pytest.fixture
def fake() -> FakeTranslator:
    return FakeTranslator()


@pytest.fixture
def loader(fake: FakeTranslator) -> FakeLoader:
    return FakeLoader(fake)


@pytest.fixture
def make_engine(qapp: QApplication) -> Iterator[Callable[[Loader], EngineThread]]:
    made: list[EngineThread] = []

    def make(loader: Loader) -> EngineThread:
        engine = EngineThread(loader)
        made.append(engine)
        return engine

    yield make
    for engine in made:
        assert engine.close(20_000), "the worker thread did not end"


@pytest.fixture
def themed(qapp: QApplication) -> Iterator[None]:
    """The program's own look, taken off again afterwards."""
    before = qapp.style().objectName(), qapp.palette(), qapp.font(), theme.current()
    theme.apply(qapp, theme.LIGHT, theme.normal_text_size())
    yield
    style, palette, font, look = before
    theme.apply(qapp, look, theme.normal_text_size())
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font)


@pytest.fixture
def make_window(
    qtbot: QtBot, themed: None, make_engine: Callable[[Loader], EngineThread]
) -> Iterator[Callable[..., MainWindow]]:
    """Builds a shown window whose worker runs, with nothing loaded yet.

    The panels that are seen are there; the others come when a test asks for them.
    """
    made: list[MainWindow] = []

    def make(
        loader: Loader, settings: Settings | None = None, sources: Sources | None = None
    ) -> MainWindow:
        engine = make_engine(loader)
        # Never what the tester has on this machine.
        sources = sources or AtHand().sources()
        window = MainWindow(Session(), engine, settings or Settings(None), sources=sources)
        made.append(window)
        qtbot.addWidget(window)
        with qtbot.waitSignal(window.filling.filled):
            window.show()
        engine.start()
        return window

    yield make
    for window in made:
        if shiboken6.isValid(window):
            window.close()
            assert not left_behind(window), "the closed window left something behind"


@pytest.fixture
def window(qtbot: QtBot, make_window: Callable[..., MainWindow], loader: FakeLoader) -> MainWindow:
    """A window with the made-up model loaded, live translation off, no text."""
    made = make_window(loader)
    made.source.live.setChecked(False)
    with qtbot.waitSignal(made.session.modelChanged):
        made.load_model(None)
    return made


@pytest.fixture
def translated(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """The same window with a text translated."""
    window.source.set_text(LOVE)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    return window
