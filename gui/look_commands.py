"""Theme, text, window and settings: the commands of the View menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication

from gui import theme

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class LookCommands(QObject):
    """Carries out the commands of one window that change how it looks."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @Slot(str)
    def choose_theme(self, name: str) -> None:
        """Take the light or the dark theme."""
        theme.apply(_application(), theme.THEMES[name])
        self._window.settings.set("look/theme", name)

    @Slot()
    def toggle_theme(self) -> None:
        """Switch between light and dark."""
        self.choose_theme("light" if theme.current().dark else "dark")

    @Slot(int)
    def change_font(self, by: int) -> None:
        """Larger (1), smaller (-1) or normal (0) text."""
        points = theme.text_size() + by if by else theme.normal_text_size()
        theme.apply(_application(), theme.current(), points)
        tenths = round(theme.text_size() * 10) if by else None
        self._window.settings.set("look/text_size", tenths)

    @Slot(bool)
    def set_full_screen(self, full: bool) -> None:
        """Use the whole screen or a window."""
        flag = Qt.WindowState.WindowFullScreen
        state = self._window.windowState()
        self._window.setWindowState(state | flag if full else state & ~flag)

    @Slot()
    def reset_layout(self) -> None:
        """Bring all sizes back to how they came."""
        self._window.actions_["full_screen"].setChecked(False)
        self._window.showNormal()
        self._window.take_default_sizes()


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
