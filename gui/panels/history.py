"""The translations of this sitting: looked at again, or two of them compared."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui import theme
from gui.history import History, HistoryFullError
from gui.history_entry import Entry
from gui.language import tr
from gui.model_words import alone
from gui.numbers import megabytes
from gui.offer import Offer, open_menu
from gui.panels.compare import ComparePage
from gui.session import Session
from gui.widgets.coalesce import Coalescer
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.empty_message import empty_message
from gui.widgets.history_list import HistoryList
from gui.widgets.history_model import HistoryModel


class HistoryPanel(QWidget):
    """A list of all translations so far; two of them beside each other on a page of its own.

    In the list Enter reopens, Delete removes, Ctrl+D pins, C compares. Escape leads back from
    the comparison.

    Signals:
        reopenRequested: the :class:`gui.history_entry.Entry` that the window is to show again, from
            its ``trace``, ``position`` and ``followed``.
    """

    reopenRequested = Signal(object)

    def __init__(self, session: Session, history: History, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._history = history
        self.model = HistoryModel(history, self)
        self.filter = QLineEdit()
        self.list = HistoryList(self.model)
        self.message = empty_message("")
        self.notice = QLabel()
        self.sizes = ElidedLabel(colour="muted")
        self.reopen_button = QPushButton(tr("Reopen"))
        self.compare_button = QPushButton(tr("Compare"))
        self.more_button = QToolButton()
        self.page = ComparePage(session, history)
        self._list_page = QWidget()
        self._began = False
        self._inner = QStackedWidget()
        self._stack = QStackedWidget()
        self._build()
        self._build_buttons()
        self._refresh = Coalescer(self.refresh, self)
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.setAccessibleName(tr("History"))
        self.filter.setObjectName("field")
        self.filter.setPlaceholderText(tr("Filter: words of the source, translation, model…"))
        self.filter.setAccessibleName(tr("Filter the history"))
        self.filter.setToolTip(
            tr("Shows those in which all of these words stand, whatever their case")
        )
        self.filter.setClearButtonEnabled(True)
        self.notice.setWordWrap(True)
        self.notice.setObjectName("muted")
        self.notice.setTextFormat(Qt.TextFormat.PlainText)
        self.notice.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.sizes.setAccessibleName(tr("What the history holds"))
        self._inner.addWidget(self.message)
        self._inner.addWidget(self.list)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        buttons.addWidget(self.reopen_button)
        buttons.addWidget(self.compare_button)
        buttons.addWidget(self.sizes, 1)
        buttons.addWidget(self.more_button)
        column = QVBoxLayout(self._list_page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.filter)
        column.addWidget(self._inner, 1)
        column.addWidget(self.notice)
        column.addLayout(buttons)
        self._stack.addWidget(self._list_page)
        self._stack.addWidget(self.page)
        # Both pages make do with less than they would like.
        self._stack.setMinimumSize(250, 160)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(self._stack)

    def _build_buttons(self) -> None:
        self.reopen_button.setToolTip(tr("Show what is selected again in all panels (Enter)"))
        self.more_button.setText("⋯")
        self.more_button.setAccessibleName(tr("More: pin, remove, clear"))
        self.more_button.setToolTip(tr("Pin, remove, clear"))

    def _connect(self) -> None:
        self._refresh.listen(self._history.changed)
        self._session.eventAdded.connect(self._on_event)
        self.filter.textChanged.connect(self._on_filter)
        self.filter.installEventFilter(self)
        self.list.reopenAsked.connect(self.reopen)
        self.list.removeAsked.connect(self.remove)
        self.list.pinAsked.connect(self.toggle_pin)
        self.list.compareAsked.connect(self.compare)
        self.list.selectionModel().selectionChanged.connect(self._show_buttons)
        self.list.selectionModel().currentChanged.connect(self._show_buttons)
        self.reopen_button.clicked.connect(self.reopen)
        self.compare_button.clicked.connect(self.compare)
        self.more_button.clicked.connect(self._on_more)
        self.page.backRequested.connect(self.show_list)
        theme.notifier.changed.connect(self._retheme)

    # Drawing -------------------------------------------------------------------------

    def flush(self) -> None:
        """Draw what is waiting for the next frame now."""
        self._refresh.flush()
        self.page.flush()

    def refresh(self) -> None:
        """List what there is now; while hidden, only forget what is no longer there."""
        if not self.isVisible():
            self.model.drop_gone()
            return
        self.model.sync()
        entries = self._history.entries()
        if not entries:
            self.message.setText(
                tr(
                    "Nothing has been done yet: every translation, filling or continuation of "
                    "this sitting will be kept here, to be looked at again and compared."
                )
            )
        elif not self.model.entries():
            self.message.setText(
                tr("Nothing has these words: empty the filter to see all of them.")
            )
        self._inner.setCurrentWidget(self.list if self.model.entries() else self.message)
        size, limit = megabytes(self._history.size), megabytes(self._history.limit)
        count = tr("%n translation(s)", "", len(entries))
        if any(alone(entry.trace.started.model) for entry in entries):
            count = tr("%n text(s)", "", len(entries))
        self.sizes.setText(
            tr("{count}, {size} of {limit}").format(count=count, size=size, limit=limit)
            if entries
            else ""
        )
        dropped = self._history.dropped
        self.notice.setVisible(dropped > 0)
        self.notice.setText(
            tr(
                "%n old text(s) had to go to keep the history small. Pin those you want to keep.",
                "",
                dropped,
            )
        )
        self._show_buttons()

    @Slot()
    def _show_buttons(self, *_: object) -> None:
        self._began = self._shows_something()
        chosen = self.selected()
        pair = self._pair(chosen)
        self.reopen_button.setEnabled(len(chosen) == 1)
        self.compare_button.setEnabled(pair is not None)
        with_shown = pair is not None and pair[1] is None
        self.compare_button.setToolTip(
            tr("Compare with what is shown now (C)")
            if with_shown
            else tr("Compare the two that are selected (C)")
            if pair is not None
            else tr("Select two, or one that is not the one shown now")
            if self._count() > 1
            else tr("There is nothing to compare with: another translation or text comes first")
        )

    @Slot()
    def _retheme(self) -> None:
        self.list.viewport().update()

    # What is chosen ------------------------------------------------------------------

    def selected(self) -> list[Entry]:
        """The selected entries, newest first."""
        return self.list.selected()

    def select(self, *entries: Entry) -> None:
        """Select these entries; the first becomes the current one."""
        self.list.select(*entries)

    def _pair(self, chosen: list[Entry]) -> tuple[Entry, Entry | None] | None:
        """What would be compared: the older first; ``None`` beside it is what is shown."""
        if len(chosen) == 2:
            return chosen[1], chosen[0]
        if len(chosen) == 1 and self._shows_something():
            return None if chosen[0].trace is self._session.trace else (chosen[0], None)
        return None

    def _shows_something(self) -> bool:
        """Whether what is shown now has begun: before that there is nothing to compare."""
        trace = self._session.trace
        return trace is not None and bool(trace.sentences)

    def _count(self) -> int:
        """How many there are to compare: those listed, and what is shown if it is not yet."""
        count = len(self._history.entries())
        return count + (self._shows_something() and self._history.current() is None)

    @Slot()
    def _on_event(self, *_: object) -> None:
        # With its first sentence what is shown now becomes one that can be compared.
        if self.isVisible() and self._began != self._shows_something():
            self._show_buttons()

    # What is asked for ---------------------------------------------------------------

    @Slot()
    def reopen(self, *_: object) -> None:
        """Ask the window to show the selected translation again."""
        chosen = self.selected()
        if len(chosen) == 1:
            self.reopenRequested.emit(chosen[0])

    @Slot()
    def compare(self) -> None:
        """Show the two selected, or the selected one and the one that is shown."""
        pair = self._pair(self.selected())
        if pair is None:
            return
        for entry in pair:
            if entry is not None:
                self._history.touch(entry)
        self.page.show_pair(*pair)
        self._stack.setCurrentWidget(self.page)
        self.page.take_focus()

    @Slot()
    def show_list(self) -> None:
        """Leave the comparison."""
        self.page.forget()
        self._stack.setCurrentWidget(self._list_page)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def entrance(self) -> QWidget:
        """What takes the focus first: the list, or the way back to it."""
        comparing = self._stack.currentWidget() is self.page
        return self.page.back_button if comparing else self.list

    @Slot()
    def toggle_pin(self) -> None:
        """Pin the selected ones; if all of them are pinned already, unpin them."""
        chosen = self.selected()
        pinned = not all(entry.pinned for entry in chosen)
        try:
            for entry in chosen:
                self._history.pin(entry, pinned)
        except HistoryFullError as error:
            self._session.set_status(str(error))

    @Slot()
    def remove(self) -> None:
        """Forget the selected ones; the next older one is selected then."""
        chosen = self.selected()
        if not chosen:
            return
        row = self.model.row_of(chosen[0])
        self._history.remove(*chosen)
        self.flush()
        self.list.select_row(row)

    @Slot()
    def clear(self) -> None:
        """Forget all that are not pinned."""
        self._history.clear()

    @Slot(str)
    def _on_filter(self, words: str) -> None:
        self.model.set_filter(words)
        self.refresh()

    @Slot()
    def _on_more(self) -> None:
        open_menu(self, self.more_button.mapToGlobal(self.more_button.rect().bottomLeft()))

    def offers(self) -> dict[str, Offer]:
        """What can be done with the selected ones."""
        listed = self.isVisible() and not self.page.isVisible()
        chosen = self.selected() if listed else []
        some = Offer(possible=bool(chosen))
        pinned = bool(chosen) and all(entry.pinned for entry in chosen)
        return {
            "history_reopen": Offer(possible=len(chosen) == 1),
            "history_compare": Offer(
                possible=self._pair(chosen) is not None, tip=self.compare_button.toolTip()
            ),
            "history_pin": replace(some, text=tr("Unp&in") if pinned else ""),
            "history_remove": some,
            "history_clear": Offer(possible=any(not e.pinned for e in self._history.entries())),
        }

    # Qt ------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.filter and isinstance(event, QKeyEvent):
            pressed = event.type() == QEvent.Type.KeyPress
            if pressed and event.key() == Qt.Key.Key_Down:
                self.list.enter()
                return True
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        return QSize(460, 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # In a narrow panel the buttons need the room.
        self.sizes.setVisible(self.width() >= 380)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.schedule()
        self.flush()
