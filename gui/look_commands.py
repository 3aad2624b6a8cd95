"""Theme, text, window and settings: the commands of the View menu."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication

from gui import numbers, theme
from gui.preferences import SYSTEM, Preferences

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class LookCommands(QObject):
    """Carries out the commands of one window that change how it looks.

    Attributes:
        preferences: what the user chose.
        asked: by the command line, in place of single preferences; it holds until the user
            chooses otherwise, and is not remembered.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.preferences = Preferences.read(window.settings)
        self.asked: dict[str, str] = {}
        _application().styleHints().colorSchemeChanged.connect(self._on_system_theme)

    def shown(self) -> Preferences:
        """The preferences in force."""
        return replace(self.preferences, **self.asked)  # type: ignore[arg-type]

    @Slot(object)
    def change(self, preferences: Preferences) -> None:
        """Put other preferences into force and remember them."""
        before, self.preferences = self.preferences, preferences
        for name in list(self.asked):
            if getattr(before, name) != getattr(preferences, name):
                del self.asked[name]
        preferences.write(self._window.settings)
        self._apply()

    def _apply(self) -> None:
        before = numbers.style()
        self.shown().apply(_application())
        if numbers.style() != before:
            # Texts with numbers in them are not drawn by hand.
            self._window.session.selectionChanged.emit()
            self._window.session.hypothesisChanged.emit()

    @Slot()
    def _on_system_theme(self, *_: object) -> None:
        if self.shown().theme == SYSTEM:
            self._apply()

    @Slot(str)
    def choose_theme(self, name: str) -> None:
        """Take the light or the dark theme, or that of the system."""
        self.asked.pop("theme", None)
        self.change(replace(self.preferences, theme=name))

    @Slot()
    def toggle_theme(self) -> None:
        """Switch between light and dark."""
        self.choose_theme("light" if theme.current().dark else "dark")

    @Slot(int)
    def change_font(self, by: int) -> None:
        """Larger (1), smaller (-1) or normal (0) text."""
        points = min(max(theme.text_size() + by, theme.SMALLEST_TEXT), theme.LARGEST_TEXT)
        tenths = round(10 * points) if by else 0
        self.change(replace(self.preferences, text_tenths=tenths))

    @Slot()
    def show_settings(self) -> None:
        """Show the settings; they take effect as they are chosen."""
        from gui.settings_dialog import SettingsDialog

        dialog = SettingsDialog(self.preferences, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self.change)
        dialog.show()

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
