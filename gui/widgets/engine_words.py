"""Words of the engine that the window shows, which the engine has in English only."""

from __future__ import annotations

import re
from typing import Final

from gui.language import QT_TR_NOOP, tr

_WORDS: Final = frozenset(
    {
        # Why a piece may not be written (engine.search.rules).
        QT_TR_NOOP("padding is never written"),
        QT_TR_NOOP("the start piece only begins a sentence"),
        QT_TR_NOOP("the unknown piece stands for no text"),
        QT_TR_NOOP("the options forbid this piece"),
        QT_TR_NOOP("the model's settings forbid this piece"),
        QT_TR_NOOP("it would repeat {n} pieces in a row"),
        QT_TR_NOOP("required pieces are missing: {n}"),
        # What ends an output (engine.events.Ending).
        QT_TR_NOOP("end"),
        QT_TR_NOOP("length limit"),
        QT_TR_NOOP("nothing allowed"),
        # Formulas with words in them (engine.search.explain).
        QT_TR_NOOP("mask"),
        QT_TR_NOOP("S + mask"),
        QT_TR_NOOP("S + B + mask"),
        QT_TR_NOOP("softmax(S + mask)"),
        QT_TR_NOOP("softmax(S + B + mask)"),
        QT_TR_NOOP("b, by head and distance"),
        QT_TR_NOOP("0 where the query may look, -∞ where not"),
        QT_TR_NOOP("A V W_O, with the rows of W_O that belong to this head"),
        QT_TR_NOOP("0 W_O: the head is switched off, so zeros take the place of A V"),
    }
)
_TURNED: Final = ", turned by its position"
"""What the formula of queries and keys ends with where the position turns them."""
_NUMBER: Final = re.compile(r"\d+")


def engine_word(text: str) -> str:
    """A text of the engine in the language of the interface; one that is not known as it is."""
    if text in _WORDS:
        return tr(text)
    if text.endswith(_TURNED):
        return tr("{formula}, turned by its position").format(formula=unturned(text))
    # Those that tell a number tell just one.
    number = _NUMBER.search(text)
    template = _NUMBER.sub("{n}", text, count=1)
    if number is not None and template in _WORDS:
        return tr(template).format(n=number.group())
    return text


def unturned(formula: str) -> str:
    """The engine's formula of queries or keys before their position turns them."""
    return formula.removesuffix(_TURNED)
