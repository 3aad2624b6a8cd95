"""What every subject is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from benchmarks.sentences import ORDINARY

if TYPE_CHECKING:
    from benchmarks.peers import Ids, Peers
    from engine.events import Piece
    from engine.translator import Translator


@dataclass
class Context:
    """One run of the benchmarks.

    Attributes:
        peers: the other engines.
        translator: the built-in model, on the CPU.
        rounds: how often everything is measured; ``None`` leaves it to the subject.
        quick: less of everything, to see that it works; the figures mean little.
        say: prints a line that belongs to the table, below it.
        show: prints what stands for itself, at once.
    """

    peers: Peers
    translator: Translator
    rounds: int | None = None
    quick: bool = False
    say: Callable[[str], None] = field(default=print)
    show: Callable[[str], None] = field(default=print)

    def times(self, usual: int, quick: int = 1) -> int:
        """How many rounds: what was asked for, else what is usual for a subject."""
        if self.rounds is not None:
            return self.rounds
        return quick if self.quick else usual

    @cached_property
    def pieces(self) -> list[tuple[Piece, ...]]:
        """The ordinary sentences, the end piece included."""
        texts = ORDINARY[:3] if self.quick else ORDINARY
        return [self.translator.vocabulary.encode(text) for text in texts]

    @property
    def ordinary(self) -> list[Ids]:
        """The same as ids."""
        return [[piece.id for piece in source] for source in self.pieces]
