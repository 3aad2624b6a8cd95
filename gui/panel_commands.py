"""Panels shown, moved, closed, and their context menus: commands of the Panels menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit

from gui.commands import MENUS
from gui.dock_moves import float_or_dock, into_next_tabs, move
from gui.language import tr
from gui.presets import PANELS, PRESETS

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class PanelCommands(QObject):
    """Carries out the commands of one window that are about its panels as a whole."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    # Shown and arranged --------------------------------------------------------------

    @Slot(str)
    def arrange(self, preset: str) -> None:
        """Bring the panels into a preset."""
        self._window.docks.arrange(PRESETS[preset])

    @Slot(str)
    def choose(self, name: str) -> None:
        """Show a panel in front; in the menu, where it is checked, close one that is in front.

        Who types the name of a panel into the palette wants to go there.
        """
        docks = self._window.docks
        if docks.in_front(name) and self._window.actions_.by_menu:
            docks.close_panel(name)
        else:
            docks.reveal(name)
        self.show_open()

    @Slot()
    def show_open(self, *_: object) -> None:
        """Check the panels that are open."""
        for name in PANELS:
            self._window.actions_[f"panel_{name}"].setChecked(self._window.docks.is_open(name))

    @Slot()
    def float(self) -> None:
        """Make the panel in use a window of its own, or dock it again."""
        float_or_dock(self._window.docks, self._window.docks.current())

    @Slot()
    def close(self) -> None:
        """Close the panel in use."""
        self._window.docks.close_panel(self._window.docks.current())

    @Slot(str)
    def move(self, side: str) -> None:
        """Put the panel in use at an edge: "left", "right", "top" or "bottom"."""
        move(self._window.docks, self._window.docks.current(), side)

    @Slot()
    def into_tabs(self) -> None:
        """Put the panel in use among the tabs of the next one."""
        into_next_tabs(self._window.docks, self._window.docks.current())

    # Context menus -------------------------------------------------------------------

    @Slot(str, QPoint)
    def show_menu(self, name: str, where: QPoint) -> None:
        """Show what can be done with a panel; in a text, after what can be done with that.

        Args:
            name: of the panel.
            where: on the screen.
        """
        from gui.exports import tables

        docks = self._window.docks
        text = self._text_at(name, where)
        if text is None:
            menu = shown = QMenu(self._window)
        else:
            menu = text.createStandardContextMenu()
            menu.addSeparator()
            shown = menu.addMenu(tr(MENUS["dock"]))
        table = tables.has_table(name, docks.dock(name).panel)
        self._window.actions_.fill_context(shown, name, table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # It is about this panel, whether or not that has the focus.
        docks.meant = name
        menu.aboutToHide.connect(self._on_menu_hidden)
        menu.popup(where)

    @Slot()
    def _on_menu_hidden(self) -> None:
        # What was chosen is carried out when the menu is gone already.
        QTimer.singleShot(0, self, self._forget_meant)

    @Slot()
    def _forget_meant(self) -> None:
        self._window.docks.meant = None

    def _text_at(self, name: str, where: QPoint) -> QPlainTextEdit | None:
        """The text of a panel at a place of the screen, else the one with the focus."""
        panel = self._window.docks.dock(name).panel
        part = panel.childAt(panel.mapFromGlobal(where)) or QApplication.focusWidget()
        while part is not None and part is not panel:
            if isinstance(part, QPlainTextEdit):
                return part if panel.isAncestorOf(part) else None
            part = part.parentWidget()
        return None
