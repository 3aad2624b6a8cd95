"""A list of languages to choose from: two hundred of them, by typing a few letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui import theme
from gui.language import tr
from gui.palette import FROM_EDITOR, rank
from gui.widgets.languages import english_name

_SIZE: Final = (340, 400)


@dataclass(frozen=True)
class Choice:
    """A language in the list.

    Attributes:
        code: of the model; empty for none.
        name: in the language of the interface.
    """

    code: str
    name: str


class LanguagePopup(QFrame):
    """Shows languages beneath a button; Enter or a click chooses, Escape leaves.

    Signals:
        chosen: the code of a language.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popup")
        self._choices: tuple[Choice, ...] = ()
        self._current = ""
        self.note = QLabel()
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.editor = QLineEdit()
        self.editor.setObjectName("field")
        self.editor.setPlaceholderText(tr("Type a few letters of a language, or its code"))
        self.editor.setClearButtonEnabled(True)
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.nothing = QLabel()
        self.nothing.setObjectName("muted")
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.setSpacing(8)
        layout.addWidget(self.note)
        layout.addWidget(self.editor)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.nothing)
        self.editor.textChanged.connect(self._fill)
        self.editor.installEventFilter(self)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)

    def open_at(
        self,
        button: QWidget,
        title: str,
        choices: Sequence[Choice],
        current: str,
        note: str = "",
        typed: str = "",
    ) -> None:
        """Show it beneath a button.

        Args:
            button: what it belongs to.
            title: what is chosen, for a screen reader.
            choices: in the order in which they are shown.
            current: the code of the one in use.
            note: what is to be known before one chooses.
            typed: what is typed already.
        """
        self._choices, self._current = tuple(choices), current
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.editor.setAccessibleName(title)
        self.list.setAccessibleName(title)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.editor.setText(typed)
        self._fill(typed)
        self.resize(*_SIZE)
        self.move(self._place(button))
        self.show()
        self.editor.setFocus(Qt.FocusReason.PopupFocusReason)
        item = self.list.currentItem()
        if item is not None:
            self.list.scrollToItem(item, QTreeWidget.ScrollHint.PositionAtCenter)

    def _place(self, button: QWidget) -> QPoint:
        """Beneath the button, and all of it on the screen."""
        below = button.mapToGlobal(QPoint(0, button.height() + 2))
        screen = button.screen().availableGeometry()
        left = min(below.x(), screen.right() - self.width())
        top = below.y()
        if top + self.height() > screen.bottom():
            above = button.mapToGlobal(QPoint(0, -2)).y() - self.height()
            lowest = max(screen.top(), screen.bottom() - self.height())
            top = above if above >= screen.top() else lowest
        return QPoint(max(left, screen.left()), top)

    @Slot(str)
    def _fill(self, query: str) -> None:
        found = []
        for number, choice in enumerate(self._choices):
            words = f"{choice.code} {english_name(choice.code)}" if choice.code else ""
            fit = rank(query, choice.name, words=words)
            if fit is not None:
                # A code that is typed in full is meant.
                exact = query.strip().casefold() == choice.code.casefold()
                found.append((-1 if exact and query.strip() else fit, number, choice))
        found.sort(key=lambda entry: entry[:2])
        self.list.clear()
        for _, _, choice in found:
            item = QTreeWidgetItem(self.list, [choice.name, choice.code])
            item.setData(0, Qt.ItemDataRole.UserRole, choice.code)
            item.setForeground(1, theme.current().color("muted"))
            if choice.code == self._current:
                font = item.font(0)
                font.setBold(True)
                item.setFont(0, font)
                if not query.strip():
                    self.list.setCurrentItem(item)
        first = self.list.topLevelItem(0)
        if self.list.currentItem() is None and first is not None:
            self.list.setCurrentItem(first)
        self.nothing.setText(tr("The model has no language “{query}”.").format(query=query.strip()))
        self.nothing.setVisible(not found)

    @Slot()
    def _choose(self, *_: object) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.close()
            self.chosen.emit(item.data(0, Qt.ItemDataRole.UserRole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.editor
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
            if event.key() in FROM_EDITOR:
                self.list.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)
