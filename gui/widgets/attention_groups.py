"""The rows and columns of the attention that is shown, grouped and named once, not every frame."""

from __future__ import annotations

from dataclasses import dataclass

from engine.analysis.grouping import groups_of
from engine.events import Piece
from engine.text.words import Word
from gui.widgets.group_text import group_tokens
from gui.widgets.token_axis import AxisToken


@dataclass
class _Axis:
    """What was made last, and of what."""

    made_of: tuple[tuple[Piece, ...], bool, bool] | None = None
    groups: tuple[Word, ...] = ()
    tokens: tuple[AxisToken, ...] = ()

    def get(self, pieces: tuple[Piece, ...], words: bool, specials: bool) -> tuple[Word, ...]:
        if self.made_of != (pieces, words, specials):
            self.made_of = (pieces, words, specials)
            self.groups = groups_of(pieces, words, specials)
            self.tokens = group_tokens(self.groups, pieces, words)
        return self.groups


class GroupCache:
    """Remembers the groups of both axes until there are other pieces."""

    def __init__(self) -> None:
        self._rows, self._columns = _Axis(), _Axis()

    def rows(self, pieces: tuple[Piece, ...], words: bool, specials: bool) -> tuple[Word, ...]:
        """The groups of the queries (see :func:`engine.analysis.grouping.groups_of`)."""
        return self._rows.get(pieces, words, specials)

    def columns(self, pieces: tuple[Piece, ...], words: bool, specials: bool) -> tuple[Word, ...]:
        """The groups of the keys."""
        return self._columns.get(pieces, words, specials)

    def tokens(self) -> tuple[tuple[AxisToken, ...], tuple[AxisToken, ...]]:
        """The labels of the rows and of the columns that were asked for last."""
        return self._rows.tokens, self._columns.tokens
