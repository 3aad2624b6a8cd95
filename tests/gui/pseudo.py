"""A made-up language, to see whether every text of the interface goes through the translations.

No letter of it is an English one, so that any English word that is left was not translated:
also in the middle of a sentence, in a tooltip, or cut short.
"""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QTreeWidget,
    QWidget,
)

import gui
from gui.exports.views import view_bytes

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒğħíĵķłṁñóþɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĦÍĴĶŁṀÑÓÞɊŘŠŦÚṼŴẊÝŽ",
)
# What is no word: places, numbers, tags, characters of HTML, keys after an ampersand.
_KEPT = re.compile(r"(\{[^{}]*\}|%n|<[^<>]*>|&[a-z]+;)")
_MARKS = frozenset({"tr", "QT_TR_NOOP"})

SYMBOLS = frozenset({"Attention", "softmax", "ln", "exp", "max"})
"""Names of functions, which a formula keeps in every language."""


def pseudo(text: str) -> str:
    """An English text in the made-up language; a mnemonic stays before its letter."""
    parts = _KEPT.split(text)
    return "".join(
        part if index % 2 else part.translate(_LETTERS) for index, part in enumerate(parts)
    )


@cache
def sources() -> frozenset[str]:
    """Every text that lupdate finds in the code: the literals in ``tr`` and ``QT_TR_NOOP``."""
    found: set[str] = set()
    for path in Path(gui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            first = node.args[0] if node.args else None
            if (
                node.func.id in _MARKS
                and isinstance(first, ast.Constant)
                and isinstance(first.value, str)
            ):
                found.add(first.value)
    return frozenset(found)


class Pseudo(QTranslator):
    """Has every text that lupdate finds; any other stays English, as it would in French."""

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return pseudo(source) if source in sources() else source


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Within it the interface speaks the made-up language."""
    translator = Pseudo()
    QCoreApplication.installTranslator(translator)
    try:
        yield
    finally:
        QCoreApplication.removeTranslator(translator)


# What is left of English ---------------------------------------------------------------


def plain(text: str) -> str:
    """A text without the tags of HTML."""
    return html.unescape(re.sub(r"<[^<>]*>", " ", text)) if "<" in text and ">" in text else text


@lru_cache(maxsize=64)
def _any_of(data: frozenset[str]) -> re.Pattern[str]:
    """Any of the words, where it stands as a word; the longest first."""
    words = sorted(filter(None, data), key=len, reverse=True)
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, words))})(?![^\W\d_])")


def without(text: str, data: Iterable[str]) -> str:
    """A text without the user's own words."""
    known = frozenset(data)
    return _any_of(known).sub(" ", text) if known else text


def english(text: str, data: Iterable[str] = ()) -> list[str]:
    """The English words in a text of the interface that speaks the made-up language.

    Args:
        text: as it is shown.
        data: what is no word of the interface: pieces, texts, names.
    """
    # Not of two letters beside one another in a formula: W_Q.
    words = re.findall(r"(?<![^\W\d_])[A-Za-z]{2,}(?![^\W\d_])", without(plain(text), data))
    return [word for word in words if word not in SYMBOLS]


def with_point(text: str, data: Iterable[str] = ()) -> list[str]:
    """The numbers with a decimal point in a text; no numbers of sections."""
    return re.findall(r"(?<![\d.])\d+\.\d+(?![\d.]*\d)", without(plain(text), data))


# What is shown -------------------------------------------------------------------------


def texts_of(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Every text of a widget and of all in it that is seen or heard: where it is from, and it.

    What is painted by hand is not among them; see :func:`drawn`.
    """
    for each in (widget, *widget.findChildren(QWidget)):
        where = type(each).__name__
        told: list[str] = [each.toolTip(), each.accessibleName(), each.accessibleDescription()]
        told += [each.statusTip(), each.whatsThis(), each.windowTitle(), *_own(each)]
        yield from ((where, text) for text in told if text)
    for action in widget.findChildren(QAction):
        for text in filter(None, (action.text(), action.toolTip())):
            # What stands behind a tabulator is a key, which the system names.
            yield "QAction", text.partition("\t")[0]


def _own(widget: QWidget) -> list[str]:
    """The texts that only widgets of some kind have."""
    if isinstance(widget, QLabel | QAbstractButton):
        return [widget.text()]
    if isinstance(widget, QLineEdit):
        return [widget.placeholderText()]
    if isinstance(widget, QComboBox):
        hint = Qt.ItemDataRole.ToolTipRole
        rows = range(widget.count())
        return [*map(widget.itemText, rows), *(widget.itemData(row, hint) or "" for row in rows)]
    if isinstance(widget, QPlainTextEdit):
        return [widget.placeholderText()] + [widget.toPlainText()] * widget.isReadOnly()
    if isinstance(widget, QTextEdit):
        return [widget.placeholderText(), widget.toPlainText()]
    if isinstance(widget, QTreeWidget):
        return _of_tree(widget)
    return []


def _of_tree(tree: QTreeWidget) -> list[str]:
    columns = range(tree.columnCount())
    told = [tree.headerItem().text(column) for column in columns]
    for row in range(tree.topLevelItemCount()):
        item = tree.topLevelItem(row)
        if item is not None:
            for column in columns:
                heard: Any = item.data(column, Qt.ItemDataRole.AccessibleTextRole)
                told += [item.text(column), item.toolTip(column), heard or ""]
    return told


def drawn(panel: QWidget) -> list[str]:
    """The texts in the picture of a panel that is shown, those painted by hand among them."""
    picture = view_bytes(panel, ".svg").decode("utf-8")
    return [html.unescape(text) for text in re.findall(r"<text [^<>]*>([^<>]+)</text>", picture)]
