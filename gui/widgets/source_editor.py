"""The source editor: plain text, spans in code points, highlights of words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QSize, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QInputMethodEvent,
    QMouseEvent,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from gui import theme
from gui.language import tr
from gui.widgets.attended import Attended
from gui.widgets.highlight import highlight_colour
from gui.widgets.reading import enlarge
from gui.widgets.utf16 import Utf16Index, valid_text

LONGEST_WORD = 1000
"""Characters without white space, beyond which lines may break in the middle of any word."""
WRAP = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


class SourceEditor(QPlainTextEdit):
    """What the user types.

    Signals:
        composingChanged: an input method began or ended composing a character.
        pointedAt: code point of the character under the pointer, or ``None``.
    """

    composingChanged = Signal(bool)
    pointedAt = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.composing = False
        self._pointed: int | None = None
        self._text: str | None = None
        self._units: Utf16Index | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        # It comes before ``textChanged``: whoever asks for the text then gets the new one.
        self.document().contentsChange.connect(self._forget_text)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Source text"))
        enlarge(self)
        theme.notifier.changed.connect(self._retheme)
        self.viewport().setMouseTracking(True)

    def text(self) -> str:
        """The text with ``\\n`` for line breaks; no-break spaces stay what they are."""
        if self._text is None:
            raw = self.document().toRawText()
            for separator in ("\u2029", "\u2028", "\ufdd0", "\ufdd1"):
                raw = raw.replace(separator, "\n")
            self._text = valid_text(raw)
        return self._text

    def replace_text(self, text: str) -> None:
        """Put another text in place of the whole; undo brings the old one back.

        Half of a UTF-16 pair is shown as U+FFFD: Qt would leave it out.
        """
        text = valid_text(text)
        document = self.document()
        if document.isEmpty() and not document.isUndoAvailable():
            # The first text of all: nothing to go back to.
            self.setPlainText(text)
            # Who comes back goes on writing.
            self.moveCursor(QTextCursor.MoveOperation.End)
            return
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def insert_piece(self, piece: str) -> None:
        """Put a piece of the vocabulary where the cursor is, apart from the words beside it."""
        cursor = self.textCursor()
        document = self.document()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        before, after = document.characterAt(start - 1), document.characterAt(end)
        left = " " if start and before.isalnum() else ""
        right = " " if after.isalnum() else ""
        cursor.insertText(f"{left}{piece}{right}")
        self.setTextCursor(cursor)

    @Slot()
    def _retheme(self) -> None:
        enlarge(self)

    @Slot()
    def _forget_text(self) -> None:
        self._text = None
        self._units = None
        # Before Qt lays the new text out: looking for a place to break takes it quadratic time in
        # a word of any length (44 s for a megabyte), breaking anywhere does not.
        longest = max(map(len, self.document().toRawText().split()), default=0)
        anywhere = longest > LONGEST_WORD
        wrap = QTextOption.WrapMode.WrapAnywhere if anywhere else WRAP
        if wrap != self.wordWrapMode():
            self.setWordWrapMode(wrap)

    def _index(self) -> Utf16Index:
        """Positions in the text; made once for each text, the pointer asks all the time."""
        if self._units is None:
            self._units = Utf16Index(self.text())
        return self._units

    def show_attended(
        self, words: Sequence[Attended], pointed: tuple[int, int] | None = None
    ) -> None:
        """Light up words by their weights, and underline the one that is pointed at.

        Args:
            words: their spans count code points of the text.
            pointed: [start, end) code points.
        """
        selections = []
        for word in words:
            lit = QTextCharFormat()
            lit.setBackground(highlight_colour(word.weight))
            selections.append(self._selection(word.start, word.end, lit))
        if pointed is not None:
            line = QTextCharFormat()
            line.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            line.setUnderlineColor(theme.current().color("accent"))
            selections.append(self._selection(*pointed, line))
        self.setExtraSelections(selections)

    def _selection(self, start: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        index, selection = self._index(), QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(index.to_units(start))
        cursor.setPosition(index.to_units(end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor, selection.format = cursor, look
        return selection

    def _character_at(self, point: QPointF) -> int | None:
        """The code point at a point of the viewport; ``None`` where there is no text."""
        place = point.toPoint()
        cursor = self.cursorForPosition(place)
        here = self.cursorRect(cursor)
        if not here.top() <= place.y() <= here.bottom():
            return None
        units = cursor.position()
        block = cursor.block()
        # The cursor stands at the nearest border between two characters.
        if place.x() < here.left():
            units -= 1
        if not block.position() <= units < block.position() + block.length() - 1:
            return None
        return self._index().to_code_points(units)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(self._character_at(event.position()))

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        return bool(super().viewportEvent(event))

    def _point_at(self, character: int | None) -> None:
        if character != self._pointed:
            self._pointed = character
            self.pointedAt.emit(character)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        super().inputMethodEvent(event)
        composing = bool(event.preeditString())
        if composing != self.composing:
            self.composing = composing
            self.composingChanged.emit(composing)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Its menu has what can be done with its panel as well: who has that makes it."""
        event.ignore()

    def sizeHint(self) -> QSize:
        return QSize(420, 140)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 2 * self.fontMetrics().lineSpacing() + 14)
