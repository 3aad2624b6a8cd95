"""What became of a text: words that are gone struck out, words that are new underlined."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from gui import theme
from gui.language import tr
from gui.widgets.see_through import see_through

MOST_PAIRS = 40_000
"""Words of one text times words of the other that are compared one by one: some milliseconds."""
_MOST_LINES = 4
_NAMED = 5

_WORDS = re.compile(r"\w+['’]?|[^\w\s]|\s+")
_CLAUSES = re.compile(r"[^.!?…\n]*(?:[.!?…\n]+\s*|$)")


class Stretch(NamedTuple):
    """A part of both texts; equal in both, or else what stands in one where the other has other.

    Attributes:
        before, after: in either text; one may be empty.
    """

    before: str
    after: str

    @property
    def same(self) -> bool:
        """Whether nothing has changed here."""
        return self.before == self.after


def stretches(before: str, after: str) -> list[Stretch]:
    """Both texts cut where they begin or cease to be equal, word by word.

    Put together, each side gives its text. Long texts are compared sentence by sentence first,
    and what is too different to be compared word by word in a moment is taken as all other.
    """
    merged: list[Stretch] = []
    for stretch in _compared(before, after):
        last = merged[-1] if merged else None
        if last is not None and last.same == stretch.same:
            merged[-1] = Stretch(last.before + stretch.before, last.after + stretch.after)
        elif stretch.before or stretch.after:
            merged.append(stretch)
    return merged


def _compared(before: str, after: str) -> Iterator[Stretch]:
    left, right = _WORDS.findall(before), _WORDS.findall(after)
    if len(left) * len(right) <= MOST_PAIRS:
        yield from _matched(left, right)
        return
    for stretch in _matched(_CLAUSES.findall(before), _CLAUSES.findall(after)):
        left, right = _WORDS.findall(stretch.before), _WORDS.findall(stretch.after)
        if stretch.same or len(left) * len(right) > MOST_PAIRS:
            yield stretch
        else:
            yield from _matched(left, right)


def _matched(left: Sequence[str], right: Sequence[str]) -> Iterator[Stretch]:
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        yield Stretch("".join(left[i:i_end]), "".join(right[j:j_end]))


def as_html(parts: Sequence[Stretch]) -> str:
    """One text: what is gone struck out, what is new underlined behind it.

    The strokes tell them apart where colours do not.
    """
    colours = theme.current()
    gone = f"color: {colours.bad}; text-decoration: line-through;"
    new = f"color: {colours.good}; text-decoration: underline; font-weight: 600;"
    pieces: list[str] = []
    for part in parts:
        if part.same:
            pieces.append(html.escape(part.after))
            continue
        for style, text in ((gone, part.before), (new, part.after)):
            if not text:
                continue
            # A stroke through the space between two words would join them.
            core = text.strip()
            lead = text[: len(text) - len(text.lstrip())]
            tail = text[len(lead) + len(core) :]
            marked = f'<span style="{style}">{html.escape(core)}</span>' if core else ""
            pieces.append(f"{html.escape(lead)}{marked}{html.escape(tail)}")
    return "".join(_apart(pieces)).replace("\n", "<br>")


def _apart(pieces: Sequence[str]) -> Iterator[str]:
    """A hair of room where what is gone and what is new would touch."""
    for index, piece in enumerate(pieces):
        touches = index and piece.startswith("<span") and pieces[index - 1].endswith("</span>")
        yield f"\u200a{piece}" if touches else piece


def in_words(parts: Sequence[Stretch]) -> str:
    """The changes for who hears them: "“vous” became “t'”; “beaucoup” is gone"."""
    told: list[str] = []
    for part in parts:
        if part.same or not (part.before + part.after).strip():
            continue
        gone, new = part.before.strip(), part.after.strip()
        if gone and new:
            text = tr("“{before}” became “{after}”")
        else:
            text = tr("“{before}” is gone") if gone else tr("“{after}” is new")
        told.append(text.format(before=gone, after=new))
    more = len(told) - _NAMED
    if more > 0:
        told = [*told[:_NAMED], tr("%n more change(s)", "", more)]
    return "; ".join(told)


class TextDifference(QScrollArea):
    """Shows how a text differs from the one before, in a few lines; scrolls where it is longer,
    at first to what changed first.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: list[Stretch] = []
        self._caption = ""
        self._scrolled = False
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWidget(self.label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        see_through(self)
        bar = self.verticalScrollBar()
        bar.actionTriggered.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._to_first_change)
        theme.notifier.changed.connect(self._retheme)

    def show_change(self, before: str, after: str) -> None:
        """Show what became of ``before``."""
        self._parts = stretches(before, after)
        self._scrolled = False
        words = in_words(self._parts)
        # What differs in its spaces alone reads the same.
        said = words or tr("only spaces changed")
        self.label.setAccessibleName(tr("Against the run before: {changes}").format(changes=said))
        self.label.setToolTip(tr("Before: {text}").format(text=before))
        self._retheme()

    def parts(self) -> list[Stretch]:
        """What is shown."""
        return list(self._parts)

    @Slot()
    def _retheme(self, *_: object) -> None:
        caption = tr("before → now:")
        colour = theme.current().muted
        self._caption = f'<span style="color: {colour};">{html.escape(caption)}</span> '
        self.label.setText(self._caption + as_html(self._parts))
        self.updateGeometry()
        self._to_first_change()

    @Slot()
    def _on_scrolled(self, *_: object) -> None:
        # Who reads on is left where they are.
        self._scrolled = True

    @Slot()
    def _to_first_change(self, *_: object) -> None:
        """Bring the line of the first change into sight, and the one before it if both fit."""
        bar = self.verticalScrollBar()
        if self._scrolled or not bar.maximum():
            return
        line = self.label.fontMetrics().lineSpacing()
        context = line if self.viewport().height() >= 3 * line else 0
        bar.setValue(round(self.first_change()) - context)

    def first_change(self) -> float:
        """Where the line of the first change begins, from the top of the text, in pixels."""
        same = list(takewhile(lambda part: part.same, self._parts))
        if len(same) == len(self._parts):
            return 0.0
        # A label does not tell where its words are: laid out again as it does, as far as needed.
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.setDefaultFont(self.label.font())
        document.setHtml(self._caption + as_html(same))
        document.setTextWidth(self.label.width())
        cursor = QTextCursor(document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if "".join(part.after for part in same)[-1:] in ("", " "):
            cursor.insertText(" ")
        place = cursor.position()
        cursor.insertHtml(as_html(self._parts[len(same) : len(same) + 1]))
        block = document.findBlock(place)
        # First this: it is what has the lines made.
        top = document.documentLayout().blockBoundingRect(block).top()
        line = block.layout().lineForTextPosition(place - block.position())
        return top + (line.y() if line.isValid() else 0.0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._to_first_change()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        line = self.label.fontMetrics().lineSpacing()
        wanted = self.label.heightForWidth(width)
        return max(line, min(wanted, _MOST_LINES * line)) + 2

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.label.fontMetrics().lineSpacing() + 2)
