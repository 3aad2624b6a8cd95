"""A tour of the window in four steps, over the window: at the first start, and when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from gui import theme
from gui.commands import MENUS
from gui.failure import Failure
from gui.language import quoted, tr
from gui.offer import plain
from gui.tour_stops import SAMPLE, STOPS, Stop
from gui.tour_stops import SEEN as SEEN
from gui.widgets.coalesce import Coalescer
from gui.widgets.spotlight import Spotlight, place_words
from gui.widgets.tour_card import TourCard

if TYPE_CHECKING:
    from gui.main_window import MainWindow

_NATIVE: Final = QKeySequence.SequenceFormat.NativeText
_MOVES: Final = {
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.ParentChange,
}


class Tour(Spotlight):
    """Darkens a window but for the place that a card explains, and that can be tried.

    Nothing waits for it: the engine and all commands that have keys of their own go on working.

    Signals:
        ended: it is over, whether to its end or not.
    """

    ended = Signal()

    def __init__(self, window: MainWindow, stops: Sequence[Stop] = STOPS) -> None:
        super().__init__(window)
        self._window = window
        self._stops = tuple(stops)
        self._index = 0
        self._over = False
        self._focus_before: QWidget | None = None
        self._watched: list[QWidget] = []
        self.card = TourCard(self)
        self._follow = Coalescer(self.arrange, self)
        self.setAccessibleName(tr("Tour"))
        self.hide()
        self.card.nextRequested.connect(self.go_on)
        self.card.backRequested.connect(self.back)
        self.card.leaveRequested.connect(self.finish)
        self.card.typed.connect(self._on_typed)
        theme.notifier.changed.connect(self._retheme)
        window.controller.problem.connect(self._on_problem)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    # The steps -----------------------------------------------------------------------

    @property
    def index(self) -> int:
        """The step, from 0."""
        return self._index

    def begin(self) -> None:
        """Show the first step."""
        if self.isHidden():
            self._focus_before = self._window.focusWidget()
        self._show_stop(0)

    @Slot()
    def go_on(self) -> None:
        """Show the next step; after the last one it is over."""
        if self._index + 1 < len(self._stops):
            self._show_stop(self._index + 1)
        else:
            self.finish()

    @Slot()
    def back(self) -> None:
        """Show the step before, if there is one."""
        if self._index:
            self._show_stop(self._index - 1)

    @Slot()
    def finish(self) -> None:
        """Leave the window as it is, and give the focus back."""
        if self._over:
            return
        self._over = True
        self.hide()
        for widget in self._watched:
            widget.removeEventFilter(self)
        self._watched = []
        before = self._focus_before
        if before is None or not shiboken6.isValid(before) or not before.isVisible():
            before = self._window.source.editor
        before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ended.emit()
        self.deleteLater()

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        """Who types while the place for it is lit means that, and not the card's buttons."""
        if self._stops[self._index].panel == "source":
            editor = self._window.source.editor
            editor.setFocus(Qt.FocusReason.OtherFocusReason)
            if self._window.source.text() == SAMPLE:
                # It was there for something to be seen; nobody goes on with it.
                editor.selectAll()
            none = Qt.KeyboardModifier.NoModifier
            typed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_unknown, none, text)
            QApplication.sendEvent(editor, typed)

    @Slot(object)
    def _on_problem(self, failure: Failure) -> None:
        """What the window has to say about it would stand in the dark."""
        if failure.during in ("load", "translate"):
            self.finish()

    def _show_stop(self, index: int) -> None:
        self._index = index
        stop, docks = self._stops[index], self._window.docks
        text = tr(stop.text).format(**self._names())
        self.card.show_words(index + 1, len(self._stops), tr(stop.title), text)
        if stop.panel and not docks.dock(stop.panel).panel.isVisible():
            docks.reveal(stop.panel)
        self.show()
        self.raise_()
        self.arrange()
        self.card.take_focus()
        self.card.tell()
        # The docks may make room only now.
        self._follow.schedule()

    def _names(self) -> dict[str, str]:
        """The keys of the commands and the names of the menus that the texts speak of."""
        actions = self._window.actions_
        keys = {action.objectName(): action.shortcut().toString(_NATIVE) for action in actions}
        return keys | {f"{name}_menu": quoted(plain(tr(text))) for name, text in MENUS.items()}

    # Where everything is -------------------------------------------------------------

    @Slot()
    def arrange(self) -> None:
        """Light the places of the step where they are now, and put the card beside them."""
        if self._over:
            return
        self.setGeometry(self._window.rect())
        self._watch()
        lit = self._places()
        card = self.card
        card.setGeometry(
            place_words(self.rect(), lit, card.widths(), card.height_for, self._others())
        )
        self.light(lit, card.geometry())

    def _parts(self) -> list[QWidget]:
        """The widgets that the step is about."""
        stop, window = self._stops[self._index], self._window
        found: list[QWidget] = [window.docks.dock(stop.panel)] if stop.panel else []
        surface = window.transport.parentWidget()
        if stop.transport and surface is not None:
            found.append(surface)
        return found

    def _places(self) -> list[QRect]:
        """The visible places that the step is about."""
        found = [self._area(part) for part in self._parts()]
        found += [self._menu_area(command) for command in self._stops[self._index].menus]
        return [place for place in found if not place.isEmpty()]

    def _area(self, widget: QWidget) -> QRect:
        """Where a widget is in the window; empty if it cannot be seen there."""
        if not widget.isVisible():
            return QRect()
        # A floating dock is a window of its own, which the pixels of the screen tie to this one.
        corner = self._window.mapFromGlobal(widget.mapToGlobal(widget.rect().topLeft()))
        return QRect(corner, widget.size()).intersected(self.rect())

    def _menu_area(self, command: str) -> QRect:
        """Where the title of a command's menu stands; empty if the system shows the menus."""
        bar = self._window.menuBar()
        if bar.isNativeMenuBar() or not bar.isVisible():
            return QRect()
        for menu in self._window.actions_[command].associatedObjects():
            if isinstance(menu, QMenu):
                title = bar.actionGeometry(menu.menuAction())
                return title.translated(bar.mapTo(self._window, bar.rect().topLeft()))
        return QRect()

    def _others(self) -> list[QRect]:
        """What the card should leave free besides: docks over the window; and of a menu that is
        talked about, the menus beside it.
        """
        docks = self._window.docks
        shown = (docks.dock(name) for name in docks.names() if docks.dock(name).isFloating())
        found = [self._area(dock) for dock in shown]
        if self._stops[self._index].menus:
            found.append(self._area(self._window.menuBar()))
        return found

    def _watch(self) -> None:
        """Hear of everything that moves the places of the step."""
        window = self._window
        wanted: list[QWidget] = [window, window.menuBar()]
        for start in self._parts():
            part: QWidget | None = start
            while part is not None and part is not window:
                wanted.append(part)
                part = part.parentWidget()
        for widget in self._watched:
            if widget not in wanted:
                widget.removeEventFilter(self)
        for widget in wanted:
            if widget not in self._watched:
                widget.installEventFilter(self)
        self._watched = wanted

    # Qt ------------------------------------------------------------------------------

    @Slot()
    def _retheme(self) -> None:
        # The text may be larger now.
        self.update()
        self._follow.schedule()

    @Slot(QWidget, QWidget)
    def _on_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        """What is darkened takes no keys; what is lit does, and so do menus and other windows."""
        if self._over or now is None or not self.isVisible() or now.window() is not self._window:
            return
        allowed = (self, *self._parts())
        if not isinstance(now, QMenuBar) and not any(part.isAncestorOf(now) for part in allowed):
            self.card.take_focus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self._follow.schedule()
        elif event.type() == QEvent.Type.Close and watched is self._window:
            # What is taken apart must not be listened to.
            self.finish()
        elif isinstance(event, QKeyEvent) and watched is self._window:
            return self._escape(event)
        return False

    def _escape(self, event: QKeyEvent) -> bool:
        """Escape that what is lit has no use for; without the tour it would stop decoding."""
        if event.key() != Qt.Key.Key_Escape or event.modifiers():
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self.finish()
        return True
