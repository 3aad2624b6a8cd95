"""The panels as docks: moved, tabbed, floated, closed, and arranged by presets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenuBar,
    QTabBar,
    QTabWidget,
    QWidget,
)

from gui.language import tr
from gui.panel_dock import PanelDock, focusable
from gui.presets import HOST, Part, Split, leading, panels_of

if TYPE_CHECKING:
    from gui.no_panels import NoPanels

VERSION = 3
"""Of saved arrangements; another number leaves them aside."""
_AREA = Qt.DockWidgetArea.RightDockWidgetArea
"""Where arrangements stand: the other three are free for what is put at an edge."""


class Docks(QMainWindow):
    """The area that the panels share. A window inside the window, so that what stands
    above and below the panels keeps its place.

    Args:
        panels: by name, the title and what makes the panel.

    Attributes:
        meant: the panel whose context menu is open.

    Signals:
        openChanged: a panel may have been opened or closed.
        menuAsked: the name of a panel, and where on the screen its context menu is wanted.
        resetAsked: the layout is to be as it came.
    """

    openChanged = Signal()
    resetAsked = Signal()
    menuAsked = Signal(str, QPoint)

    def __init__(
        self,
        panels: Mapping[str, tuple[str, Callable[[], QWidget]]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setObjectName("docks")
        self.setDockNestingEnabled(True)
        self.setDockOptions(
            QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.GroupedDragging
        )
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self._docks = {
            name: PanelDock(name, title, make, self) for name, (title, make) in panels.items()
        }
        for dock in self._docks.values():
            self.addDockWidget(_AREA, dock)
            dock.visibilityChanged.connect(self.openChanged)
            dock.visibilityChanged.connect(self._name_tabs)
            dock.visibilityChanged.connect(self._look_if_empty)
            dock.topLevelChanged.connect(self._look_if_empty)
            dock.menuAsked.connect(self.menuAsked)
        self.meant: str | None = None
        self._last: str | None = None
        _application().focusChanged.connect(self._on_focus)
        self.tabifiedDockWidgetActivated.connect(self._on_tab)
        self._nothing: NoPanels | None = None
        # An arrangement takes all panels away before it puts some in place.
        self._emptiness = QTimer(self)
        self._emptiness.setSingleShot(True)
        self._emptiness.timeout.connect(self._show_if_empty)
        self._pending: Part | None = None
        self._shares = QTimer(self)
        self._shares.setSingleShot(True)
        self._shares.timeout.connect(self._share_out)

    def dock(self, name: str) -> PanelDock:
        """The dock of a panel."""
        return self._docks[name]

    def names(self) -> Sequence[str]:
        """The panels, in the order they were given."""
        return tuple(self._docks)

    def fill(self, name: str, panel: QWidget) -> None:
        """Put a panel into its dock, and where it belongs in the order of Tab."""
        dock = self._docks[name]
        dock.fill(panel)
        order = tuple(self._docks)
        for earlier in reversed(order[: order.index(name)]):
            before = self._docks[earlier].made
            # One that floats is a window of its own, with an order of its own.
            if before is not None and before.window() is panel.window():
                parts = focusable(before)
                for one, other in pairwise([*parts[-1:], *focusable(panel)]):
                    QWidget.setTabOrder(one, other)
                break

    def make_at_once(self) -> None:
        """From now on make a panel as soon as it is seen."""
        for dock in self._docks.values():
            dock.at_once = True

    def reveal(self, name: str) -> None:
        """Show a panel, in front of the others of its tabs, and give it the focus."""
        dock = self._docks[name]
        dock.show()
        dock.raise_()
        dock.panel.show()
        dock.take_focus()
        # Without a window manager's leave the focus comes later.
        self._last = name

    def current(self) -> str:
        """The panel in use: whose menu is open, or which has the focus.

        While a menu or another window has the focus, the panel that had it last; else the one
        under the pointer; else the first one shown.
        """
        if self.meant is not None:
            return self.meant
        focus = QApplication.focusWidget()
        shown = [name for name in self._docks if self.in_front(name)]
        name = self._panel_of(focus)
        if name in shown:
            return name
        away = focus is None or isinstance(focus, QMenuBar) or focus.window() is not self.window()
        if away and self._last in shown:
            return self._last
        for name in shown:
            if self._docks[name].underMouse():
                return name
        return shown[0] if shown else HOST

    def is_open(self, name: str) -> bool:
        """Whether a panel is shown, or at least has its tab."""
        return not self._docks[name].isHidden()

    def in_front(self, name: str) -> bool:
        """Whether a panel can be seen."""
        return self._docks[name].in_front()

    def close_panel(self, name: str) -> None:
        """Close a panel; the focus goes to another one."""
        focus = QApplication.focusWidget() or self.window().focusWidget()
        had_focus = focus is not None and self._docks[name].isAncestorOf(focus)
        self._docks[name].close()
        self._show_if_empty()
        if self._nothing is not None and self._nothing.isVisible():
            self._nothing.button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif had_focus:
            self._last = None
            self._docks[self.current()].take_focus()

    @Slot()
    def _look_if_empty(self, *_: object) -> None:
        self._emptiness.start(0)

    @Slot()
    def _show_if_empty(self) -> None:
        """Say how panels are opened while there is none, and only then."""
        docks = self._docks.values()
        empty = all(dock.isHidden() or dock.isFloating() for dock in docks)
        if empty and self._nothing is None:
            from gui.no_panels import NoPanels

            self._nothing = NoPanels(self)
            self._nothing.resetAsked.connect(self.resetAsked)
            self._nothing.setGeometry(self.rect())
        if self._nothing is not None:
            had_focus = self.window().focusWidget() is self._nothing.button
            self._nothing.setVisible(empty)
            if had_focus and not empty:
                self._docks[self.current()].take_focus()

    def _panel_of(self, widget: QWidget | None) -> str | None:
        """The panel that a widget is part of."""
        if widget is None:
            return None
        return next((name for name, dock in self._docks.items() if dock.isAncestorOf(widget)), None)

    @Slot(QWidget, QWidget)
    def _on_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        name = self._panel_of(now)
        if name is not None:
            self._last = name
        elif now is not None and now.window() is self.window() and not isinstance(now, QMenuBar):
            self._last = None

    @Slot(QDockWidget)
    def _on_tab(self, dock: QDockWidget) -> None:
        """The panel whose tab is clicked takes the focus; by other ways too, tabs come in front."""
        if isinstance(dock, PanelDock) and QApplication.mouseButtons():
            # Its parts are shown only after this.
            QTimer.singleShot(0, dock, dock.take_focus)

    def arrange(self, part: Part) -> None:
        """Arrange all panels, as a preset has it; what has no place in it is closed.

        The focus stays where it is, or goes to the leading panel if its own is closed.
        """
        focus = QApplication.focusWidget()
        for dock in self._docks.values():
            if dock.isFloating():
                dock.setFloating(False)
            self.removeDockWidget(dock)
        first = self._docks[leading(part)]
        self.addDockWidget(_AREA, first)
        first.show()
        self._place(part)
        # Where a closed panel comes up again: among the tabs of one that is everywhere.
        shown = set(panels_of(part))
        host = HOST if HOST in shown else leading(part)
        for name in self._docks:
            if name in shown:
                continue
            self.tabifyDockWidget(self._docks[host], self._docks[name])
            self._docks[name].hide()
        self._raise(part)
        if focus is not None and self.isAncestorOf(focus):
            if focus.isVisible():
                focus.setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                first.take_focus()
        self._pending = part
        self._share_out()
        # Sizes hold only once the layout has been made; a window that is not shown yet
        # takes them when it is.
        self._shares.start(0)

    def _place(self, part: Part) -> None:
        """Put the other panels of ``part`` beside its leading one, which has its place."""
        if isinstance(part, str):
            return
        if isinstance(part, tuple):
            for before, name in pairwise(part):
                self.tabifyDockWidget(self._docks[before], self._docks[name])
                self._docks[name].show()
            return
        way = Qt.Orientation.Horizontal if part.across else Qt.Orientation.Vertical
        for earlier, after in pairwise(part.parts):
            dock = self._docks[leading(after)]
            self.splitDockWidget(self._docks[leading(earlier)], dock, way)
            dock.show()
        for inner in part.parts:
            self._place(inner)

    def _raise(self, part: Part) -> None:
        if isinstance(part, Split):
            for inner in part.parts:
                self._raise(inner)
        elif isinstance(part, tuple):
            self._docks[part[0]].raise_()

    def _share_out(self) -> None:
        if self._pending is not None:
            self._resize(self._pending)
            if self.isVisible() and not self._shares.isActive():
                self._pending = None

    def _resize(self, part: Part) -> None:
        if not isinstance(part, Split):
            return
        way = Qt.Orientation.Horizontal if part.across else Qt.Orientation.Vertical
        docks = [self._docks[leading(inner)] for inner in part.parts]
        self.resizeDocks(docks, list(part.shares), way)
        for inner in part.parts:
            self._resize(inner)

    # What is remembered -------------------------------------------------------------

    def state(self) -> QByteArray:
        """The arrangement, for :meth:`restore`."""
        return self.saveState(VERSION)

    def restore(self, state: QByteArray) -> bool:
        """Take up an earlier arrangement; whether it could be read."""
        if state.isEmpty() or not self.restoreState(state, VERSION):
            return False
        self._pending = None
        self._shares.stop()
        return True

    # Qt -----------------------------------------------------------------------------

    def rename(self, name: str, title: str) -> None:
        """Call a panel something else."""
        self._docks[name].setWindowTitle(title)

    @Slot()
    def _name_tabs(self, *_: object) -> None:
        # Qt makes the bars of tabs itself, as they are needed.
        for bar in self._tab_bars():
            bar.setAccessibleName(tr("Panels in these tabs"))

    def _tab_bars(self) -> list[QTabBar]:
        """The bars of tabs that Qt has made, of floating tabs too; not those inside panels."""
        bars = self.findChildren(QTabBar)
        return [bar for bar in bars if self._panel_of(bar) is None]

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """On a tab: the menu of its panel."""
        for bar in self._tab_bars():
            at = bar.tabAt(bar.mapFromGlobal(event.globalPos()))
            if bar.isVisible() and at >= 0:
                title = bar.tabText(at)
                named = (name for name, dock in self._docks.items() if dock.windowTitle() == title)
                for name in named:
                    self.menuAsked.emit(name, event.globalPos())
                event.accept()
                return
        event.ignore()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._pending is not None:
            self._shares.start(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._nothing is not None:
            self._nothing.setGeometry(self.rect())
        # As the window grows to its first size, the shares of the preset still hold.
        if self._pending is not None and self._shares.isActive():
            self._share_out()

    def sizeHint(self) -> QSize:
        return QSize(1000, 600)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
