"""Two translations beside each other: what was asked differently, and what came of it.

Pieces of two models are compared by how they are spelt, never by their ids. A difference is
always the second minus the first, in float64, where the difference of two float32 weights or
probabilities is exact but for numbers more than 2^29 apart. Imports neither torch nor Qt.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.events import AttentionKind, LiveHypothesis, Piece
from engine.trace import AttentionMatrix, SentenceTrace

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Side:
    """One sentence of one translation, along one hypothesis.

    Attributes:
        sentence: the sentence.
        path: which of each step's hypotheses, as ``SentenceTrace.path`` gives it; may be empty.
    """

    sentence: SentenceTrace
    path: tuple[int, ...]

    @property
    def written(self) -> tuple[LiveHypothesis, ...]:
        """The hypothesis at each step of the path."""
        return tuple(
            self.sentence.steps[step].hypotheses[place] for step, place in enumerate(self.path)
        )

    @property
    def text(self) -> str:
        """What the path has written, as a reader sees it."""
        if not self.path:
            return self.sentence.text
        return self.sentence.steps[len(self.path) - 1].hypotheses[self.path[-1]].text


def spelling(piece: Piece) -> tuple[str, str]:
    """What makes two pieces the same: their spelling, and what an unknown one stands for."""
    return piece.text, piece.surface


def shared(first: Sequence[Piece], second: Sequence[Piece]) -> int:
    """How many pieces both begin with."""
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if spelling(one) != spelling(other):
            return index
    return min(len(first), len(second))


# Options --------------------------------------------------------------------------------


def differing_options(first: SentenceTrace, second: SentenceTrace) -> dict[str, tuple[Any, Any]]:
    """The search options in which two sentences differ, each with both values."""
    one, other = first.encoded.options, second.encoded.options
    names = {**one.differing(), **other.differing()}
    return {
        name: (getattr(one, name), getattr(other, name))
        for name in names
        if getattr(one, name) != getattr(other, name)
    }


# Steps ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepRow:
    """A step of the first beside the step of the second that answers to it.

    Attributes:
        first, second: the steps; ``None`` where one has nothing that answers to the other's.
        same_piece: both wrote the same.
        same_inputs: both decoders had read the same pieces, so what differs comes from the
            source, the model or the options.
        probabilities: of the pieces they wrote; ``None`` as above.
        difference: probability of the second minus that of the first; ``None`` if either is.
        log_ratio: ln p₂ − ln p₁.
    """

    first: int | None
    second: int | None
    same_piece: bool
    same_inputs: bool
    probabilities: tuple[float | None, float | None]
    difference: float | None
    log_ratio: float | None

    @property
    def differs(self) -> bool:
        """Whether the pieces differ, or how probable they were."""
        return not self.same_piece or self.difference != 0


def step_rows(first: Side, second: Side) -> tuple[StepRow, ...]:
    """The steps of both beside each other.

    First those that had read the same pieces, the step at which the outputs part among them:
    it chose two pieces by one distribution. After it those that wrote the same are paired
    (the longest common stretch first, as ``difflib`` does); a stretch of other pieces in both
    is paired step by step as far as the shorter one goes.
    """
    one, other = first.written, second.written
    left = [spelling(live.piece) for live in one]
    right = [spelling(live.piece) for live in other]
    alike = 0
    if spelling(first.sentence.encoded.start) == spelling(second.sentence.encoded.start):
        same = shared([live.piece for live in one], [live.piece for live in other])
        alike = min(same + 1, len(left), len(right))
    pairs: list[tuple[int | None, int | None]] = [(step, step) for step in range(alike)]
    matcher = SequenceMatcher(None, left[alike:], right[alike:], False)
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        pairs += zip_longest(range(alike + i, alike + i_end), range(alike + j, alike + j_end))
    rows: list[StepRow] = []
    for number, (a, b) in enumerate(pairs):
        rows.append(
            _row(
                (a, None if a is None else one[a].log_probability),
                (b, None if b is None else other[b].log_probability),
                a is not None and b is not None and left[a] == right[b],
                number < alike,
            )
        )
    return tuple(rows)


def _row(
    first: tuple[int | None, float | None],
    second: tuple[int | None, float | None],
    same_piece: bool,
    same_inputs: bool,
) -> StepRow:
    one, other = (None if log is None else math.exp(log) for _, log in (first, second))
    difference = None if one is None or other is None else other - one
    ratio = None
    if first[1] is not None and second[1] is not None:
        # Of a piece that was impossible there is no ratio to an impossible one.
        ratio = second[1] - first[1] if first[1] != second[1] else 0.0
    return StepRow(first[0], second[0], same_piece, same_inputs, (one, other), difference, ratio)


# Attention ------------------------------------------------------------------------------


class Missing(StrEnum):
    """Why one side has no matrix to show."""

    LAYER = "layer"
    HEAD = "head"
    STEP = "step"
    RECORD = "record"


class Mismatch(StrEnum):
    """Why two matrices have no difference."""

    SOURCE = "source"
    START = "start"


@dataclass(frozen=True, eq=False)
class AttentionDifference:
    """The second's weights minus the first's, where both ask and look at the same.

    A decoder's query at step i has read the pieces before step i, so the rows agree up to and
    with the first step at which other pieces are written; that step's row is still the same
    query, whatever it wrote.

    Attributes:
        values: [query, key] float64, from −1 to 1; each row sums to 0.
        masked: [query, key], true where both masks forbid the key.
        queries: of the first; of the second they are spelt the same, but in cross-attention
            the last row's where ``parted`` is that row.
        keys: of the first, spelt the same in the second.
        rows: how many rows the first and the second have.
        parted: the first step at which the outputs differ; ``None`` if they do not, or where
            one merely goes on for longer.
    """

    values: Floats
    masked: npt.NDArray[np.bool_]
    queries: tuple[Piece, ...]
    keys: tuple[Piece, ...]
    rows: tuple[int, int]
    parted: int | None

    @property
    def whole(self) -> bool:
        """Whether no row of either side is left out."""
        return self.rows == (len(self.queries), len(self.queries))


def matrix_of(
    side: Side, kind: AttentionKind, layer: int, head: int | None, layers: int, heads: int
) -> AttentionMatrix | Missing:
    """One head's attention, or the mean over heads, along a whole path.

    Args:
        side: the sentence and its path.
        kind, layer, head: which; ``head`` ``None`` is the mean.
        layers, heads: how many its model has of this kind.
    """
    if not 0 <= layer < layers:
        return Missing.LAYER
    if head is not None and not 0 <= head < heads:
        return Missing.HEAD
    if kind is not AttentionKind.ENCODER_SELF and not side.path:
        return Missing.STEP
    step = len(side.path) - 1 if side.path else None
    place = side.path[-1] if side.path else 0
    found = side.sentence.attention_matrix(kind, layer, head, step, place)
    return Missing.RECORD if found is None else found


def attention_difference(
    kind: AttentionKind,
    sides: tuple[Side, Side],
    first: AttentionMatrix,
    second: AttentionMatrix,
) -> AttentionDifference | Mismatch:
    """The signed difference of two matrices of one kind, along the paths of both sides."""
    sources = tuple(side.sentence.encoded.pieces for side in sides)
    starts = tuple(spelling(side.sentence.encoded.start) for side in sides)
    parted: int | None = None
    if kind is not AttentionKind.DECODER_SELF and (
        not len(sources[0]) == len(sources[1]) == shared(*sources)
    ):
        return Mismatch.SOURCE
    if kind is AttentionKind.ENCODER_SELF:
        rows = len(sources[0])
    else:
        if starts[0] != starts[1]:
            return Mismatch.START
        written = [[live.piece for live in side.written] for side in sides]
        same = shared(*written)
        rows = min(same + 1, len(written[0]), len(written[1]))
        parted = same if same < rows else None
    columns = rows if kind is AttentionKind.DECODER_SELF else first.weights.shape[1]
    cut = (slice(rows), slice(columns))
    values: Floats = second.weights[cut].astype(np.float64) - first.weights[cut]
    return AttentionDifference(
        values,
        first.masked[cut] & second.masked[cut],
        first.queries[:rows],
        first.keys[:columns],
        (len(first.queries), len(second.queries)),
        parted,
    )
