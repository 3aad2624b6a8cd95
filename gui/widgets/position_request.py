"""What the Positions panel asks the model for, and what it gets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.analysis.positions import ROTARY, Floats, Sinusoids, dot_products, formula_of
from engine.embeddings import Embeddings, PositionTable, RelativePositions, RelativeTable, Side
from engine.events import ModelInfo
from engine.trace import Trace
from gui.session import Session
from gui.worker import TranslatorLike

USUAL = 0.99
"""Of the numbers: a few large ones would leave all others, the positions among them, pale."""


@dataclass(frozen=True)
class TableWanted:
    """The first ``count`` rows of a model's positional encoding."""

    model: ModelInfo
    count: int

    def answer(self, translator: TranslatorLike) -> TableAnswer | RelativeAnswer:
        """What is wanted; runs on the worker's thread."""
        table = translator.positions(self.count)
        if isinstance(table, RelativePositions):
            return RelativeAnswer(self, table)
        formula = formula_of(table.kind, table.d_model, table.offset)
        if table.kind == ROTARY:
            formula = Sinusoids(
                table.d_model, ROTARY, base=table.base, frequencies=table.frequencies
            )
        difference = 0.0
        if formula is not None:
            expected = formula.table(np.arange(self.count))
            difference = float(np.abs(table.table - expected).max())
        return TableAnswer(self, table, formula, difference, dot_products(table.table))


@dataclass(frozen=True)
class SentenceWanted:
    """The vectors of a sentence's source, or of the decoder's input up to a step."""

    trace: Trace
    sentence: int
    side: Side
    step: int | None
    hypothesis: int
    products: bool
    """Whether the dot products between them are wanted too."""

    def answer(self, translator: TranslatorLike) -> SentenceAnswer:
        """What is wanted; runs on the worker's thread."""
        found = translator.embeddings(
            self.trace, self.sentence, self.side, self.step, self.hypothesis
        )
        numbers = np.abs(np.stack((found.scaled, found.total)))
        usual = float(np.quantile(numbers, USUAL)) if numbers.size else 0.0
        if not self.products:
            return SentenceAnswer(self, found, usual, None, None)
        return SentenceAnswer(
            self, found, usual, dot_products(found.scaled), dot_products(found.total)
        )


@dataclass(frozen=True, eq=False)
class TableAnswer:
    """The positions of a model.

    Attributes:
        wanted: what was asked for.
        table: the model's own rows.
        formula: what they are computed by; ``None`` if they are learned.
        difference: the largest, between a number of theirs and the formula in float64.
        products: [position, position] float64, their dot products.
    """

    wanted: TableWanted
    table: PositionTable
    formula: Sinusoids | None
    difference: float
    products: Floats


@dataclass(frozen=True, eq=False)
class RelativeAnswer:
    """The biases of a model with relative positions, which has no rows of positions."""

    wanted: TableWanted
    positions: RelativePositions

    def table_of(self, side: Side) -> RelativeTable:
        """The biases of a side; of a model of one stack those that there are."""
        tables = self.positions.tables
        return next((table for table in tables if table.side == side), tables[0])


@dataclass(frozen=True, eq=False)
class SentenceAnswer:
    """The vectors of a sentence.

    Attributes:
        wanted: what was asked for.
        embeddings: the vectors and what they are made of.
        usual: the size that a share ``USUAL`` of their numbers do not exceed.
        scaled_products, total_products: [piece, piece] float64, the dot products of the scaled
            embeddings and of the sums; ``None`` if they were not wanted.
    """

    wanted: SentenceWanted
    embeddings: Embeddings
    usual: float
    scaled_products: Floats | None
    total_products: Floats | None


Wanted = TableWanted | SentenceWanted
Answer = TableAnswer | RelativeAnswer | SentenceAnswer


def wanted_sentence(session: Session, side: Side, products: bool) -> SentenceWanted | None:
    """The vectors at the place shown; ``None`` where there is nothing to embed yet."""
    trace, sentence, place = session.trace, session.sentence(), session.place()
    if trace is None or sentence is None:
        return None
    number = sentence.encoded.sentence
    if side == "source":
        return SentenceWanted(trace, number, side, None, 0, products)
    if place is None:
        return None
    return SentenceWanted(trace, number, side, place[1], session.hypothesis(), products)
