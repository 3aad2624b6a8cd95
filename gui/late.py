"""Panels that are made when they are first needed: the window is there before most of them.

What a panel shows comes from the session, and what it looked like from the settings: it is the
same whenever it is made. Asking the window for a panel makes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar, overload

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from gui.presets import PANELS

if TYPE_CHECKING:
    from gui.main_window import MainWindow

Panel = TypeVar("Panel", bound=QWidget)

PAUSE_MS: Final = 100
"""Between two panels that nobody has asked for yet: whatever the user does comes first."""


class Late(Generic[Panel]):
    """A panel as an attribute of the window: made, and put into its dock, when first read.

    Args:
        make: makes the panel of a window and connects it.
    """

    def __init__(self, make: Callable[[MainWindow], Panel]) -> None:
        self._make = make
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, window: None, owner: type) -> Self: ...

    @overload
    def __get__(self, window: MainWindow, owner: type) -> Panel: ...

    def __get__(self, window: MainWindow | None, owner: type) -> Panel | Self:
        if window is None:
            return self
        panel = self._make(window)
        # From here on Python finds it there, and asks here no more.
        window.__dict__[self._name] = panel
        window.docks.fill(self._name, panel)
        return panel


class Filling(QObject):
    """Makes the panels of a window: those that are seen first, the others while nothing is done.

    Begins once the window has been painted. One panel a turn of the event loop, so that keys and
    clicks get in between. Those that are out of sight wait until the model is loaded: until then
    all of the processor's time is better spent on that.

    Signals:
        filled: all panels that can be seen are there; told once.
    """

    filled = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._filled = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_turn)
        window.session.modelChanged.connect(self._go_on)
        window.closed.connect(self._timer.stop)

    @property
    def working(self) -> bool:
        """Whether panels are made just now, one after another."""
        return self._timer.isActive()

    def begin(self) -> None:
        """Make what is seen now."""
        self._timer.start(0)

    def finish(self) -> None:
        """Make all panels that are not there yet, at once."""
        for name in PANELS:
            getattr(self._window, name)

    def _lacking(self) -> list[str]:
        docks = self._window.docks
        return [name for name in PANELS if docks.dock(name).made is None]

    @Slot()
    def _on_turn(self) -> None:
        window, lacking = self._window, self._lacking()
        seen = [name for name in lacking if window.docks.in_front(name)]
        if seen:
            self._make(seen[0])
            self._timer.start(0)
            return
        if not self._filled:
            self._filled = True
            # What comes in front from now on is wanted at once.
            window.docks.make_at_once()
            self.filled.emit()
        elif lacking and not (window.session.busy or window.session.playing):
            self._make(lacking[0])
        self._go_on()

    def _make(self, name: str) -> None:
        getattr(self._window, name)
        # A menu or the palette may be open, with commands that the panel knows more of.
        self._window.actions_.update()

    @Slot()
    def _go_on(self, *_: object) -> None:
        # A model that cannot be loaded leaves the others to be made as they are looked at.
        if self._filled and self._window.session.model is not None and self._lacking():
            self._timer.start(PAUSE_MS)
