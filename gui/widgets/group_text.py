"""How a group of pieces, a word or a piece by itself, is shown to a reader."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Piece
from engine.text.words import Word
from gui.language import tr
from gui.widgets.pieces import axis_token, describe, label
from gui.widgets.token_axis import AxisToken


def group_label(word: Word, pieces: Sequence[Piece], words: bool) -> str:
    """A group on one line, every character visible.

    Args:
        word: the group.
        pieces: of the sequence it is part of.
        words: whether whole words are shown, which need no mark of the space before them.
    """
    first = pieces[word.pieces[0]]
    if not words or not word.text or word.kind == "special":
        return label(first)
    return label(Piece(first.id, word.text, "normal", word.text))


def group_tooltip(word: Word, pieces: Sequence[Piece], words: bool) -> str:
    """The whole truth about a group: its text and its pieces with their ids."""
    if len(word.pieces) == 1:
        return describe(pieces[word.pieces[0]])
    head = tr("“{word}”, a word of %n piece(s)", "", len(word.pieces))
    lines = [head.format(word=group_label(word, pieces, words))]
    lines += [describe(pieces[index]) for index in word.pieces]
    return "\n".join(lines)


def group_tokens(
    groups: Sequence[Word], pieces: Sequence[Piece], words: bool
) -> tuple[AxisToken, ...]:
    """Groups as the labels of a matrix."""
    if not words:
        return tuple(axis_token(pieces[group.pieces[0]]) for group in groups)
    return tuple(
        AxisToken(
            group_label(group, pieces, words),
            group_tooltip(group, pieces, words),
            group.kind == "special",
        )
        for group in groups
    )
