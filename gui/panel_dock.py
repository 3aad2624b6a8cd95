"""One panel in a dock: the dock is there first, the panel when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, runtime_checkable

from PySide6.QtCore import QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDockWidget, QFrame, QVBoxLayout, QWidget

from gui.widgets.focus_chain import next_in_chain
from gui.widgets.wheel import wheel_needs_focus

_ASIDE: Final = 24
"""Pixels that a panel steps aside as it becomes a window of its own."""
_BY_TAB = (
    Qt.FocusPolicy.TabFocus,
    Qt.FocusPolicy.StrongFocus,
    Qt.FocusPolicy.WheelFocus,
)


@runtime_checkable
class Entered(Protocol):
    """A panel that chooses which of its parts takes the focus first.

    A focus proxy would say the same, but Tab leaps over all parts that stand before it.
    """

    def entrance(self) -> QWidget:
        """The part that takes the focus when the panel is brought to the front."""
        ...


class PanelDock(QDockWidget):
    """One panel on a surface of its own, in a dock; the panel may come later.

    Args:
        name: of the panel.
        title: over it.
        make: called when the panel is needed; it must come to :meth:`fill`.
        parent: the docks.

    Attributes:
        made: the panel, once it is there.
        at_once: make the panel as soon as it is seen. While the window starts it is not: the docks
            stand in their places, and are filled one after another.

    Signals:
        menuAsked: its name, and where on the screen its context menu is wanted.
    """

    menuAsked = Signal(str, QPoint)

    def __init__(self, name: str, title: str, make: Callable[[], QWidget], parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.made: QWidget | None = None
        self.at_once = False
        self._make = make
        self._seen = False
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self._surface = QFrame()
        self._surface.setObjectName("card")
        QVBoxLayout(self._surface).setContentsMargins(1, 1, 1, 1)
        self.setWidget(self._surface)
        self.visibilityChanged.connect(self._on_seen)
        self._docked = QRect()
        self.topLevelChanged.connect(self._on_floated)

    @property
    def panel(self) -> QWidget:
        """It; made if it is not there yet."""
        if self.made is None:
            self._make()
        assert self.made is not None
        return self.made

    def fill(self, panel: QWidget) -> None:
        """Take the panel in."""
        self.made = panel
        # Behind other tabs Qt only moves a dock out of sight: its panel would go on drawing
        # every step, and keep the focus.
        policy = panel.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        panel.setSizePolicy(policy)
        layout = self._surface.layout()
        assert layout is not None
        if not self._seen:
            panel.hide()
        # Shown with its parent, and never before: without one it would be a window.
        layout.addWidget(panel)
        if self._seen:
            panel.show()
        for box in panel.findChildren(QComboBox):
            # It would swallow what asks for a menu, and have none.
            box.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        wheel_needs_focus(panel)

    def in_front(self) -> bool:
        """Whether the panel can be seen, or could if it were there."""
        return self._seen if self.made is None else self.made.isVisible()

    @Slot(bool)
    def _on_seen(self, seen: bool) -> None:
        self._seen = seen
        if self.made is not None:
            self.made.setVisible(seen)
        elif seen and self.at_once:
            self._make()

    def take_focus(self, reason: Qt.FocusReason = Qt.FocusReason.ShortcutFocusReason) -> None:
        """Give the focus to the part that the panel chooses, else to the first that takes keys."""
        panel = self.panel
        entered: object = panel
        begins = [next_in_chain(panel)]
        if isinstance(entered, Entered):
            begins.insert(0, entered.entrance())
        for begin in begins:
            part: QWidget | None = begin
            # What comes before the entrance in the chain is found from the panel on.
            while part is not None and part is not panel:
                takes_keys = part.isEnabled() and part.focusPolicy() in _BY_TAB
                if part.isVisible() and takes_keys and panel.isAncestorOf(part):
                    part.setFocus(reason)
                    return
                part = next_in_chain(part)

    @Slot(bool)
    def _on_floated(self, floating: bool) -> None:
        """Step aside of where it was docked: Qt leaves it there, and nothing seems to happen."""
        parent = self.parentWidget()
        here = self.geometry()
        if not floating or parent is None or self._docked.isNull():
            return
        if here.topLeft() != parent.mapToGlobal(self._docked.topLeft()):
            return
        room = self.screen().availableGeometry()
        aside = QPoint(
            _ASIDE if here.right() + _ASIDE <= room.right() else -_ASIDE,
            _ASIDE if here.bottom() + _ASIDE <= room.bottom() else -_ASIDE,
        )
        # Its title stays on the screen, however large it is.
        corner = here.topLeft() + aside
        here.moveTopLeft(QPoint(max(corner.x(), room.left()), max(corner.y(), room.top())))
        self.setGeometry(here)

    def _note_place(self) -> None:
        if not self.isFloating():
            self._docked = self.geometry()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._note_place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._note_place()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        # A click where nothing takes it, on an empty panel for one, means the panel all the same.
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            self.take_focus(Qt.FocusReason.MouseFocusReason)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # What no part of the panel has a menu of its own for.
        self.menuAsked.emit(self.objectName(), event.globalPos())
        event.accept()


def focusable(panel: QWidget) -> list[QWidget]:
    """What of a panel can have the focus, in the order of Tab."""
    found: list[QWidget] = []
    part = next_in_chain(panel)
    while part is not None and part is not panel:
        if panel.isAncestorOf(part) and part.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found.append(part)
        part = next_in_chain(part)
    return found
