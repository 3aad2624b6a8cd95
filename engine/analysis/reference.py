"""An output scored piece by piece: cross-entropy and perplexity, with what each was fed.

Under teacher forcing the decoder is fed the reference shifted right, whatever it would have
written itself; in inference it is fed its own output. Either way position t has the loss
−ln p(target t | source, inputs up to t): the cross-entropy against the one right piece.
Imports neither torch nor Qt.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.events import Candidate, Encoded, FloatArray, Piece
from engine.model.heads_off import HeadPlace
from engine.trace import SentenceTrace

SMOOTHING = 0.1
"""ε of label smoothing, as in the paper (section 5.4) and in training."""

Ranks = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ScoredPosition:
    """One position of the decoder.

    Attributes:
        index: of the position, which is that of its step.
        input: what was fed in: the target before it, the start piece at first.
        target: the piece that is scored.
        log_probability: its natural logarithm under the network's distribution.
        rank: 1 for the likeliest piece; ``None`` if it is not among the ``listed``.
        listed: how many of the likeliest pieces are recorded.
        best: the likeliest piece of all; ``None`` if none is recorded.
        forced: whether the target was given, not chosen.
    """

    index: int
    input: Piece
    target: Piece
    log_probability: float
    rank: int | None
    listed: int
    best: Candidate | None
    forced: bool

    @property
    def probability(self) -> float:
        """Of the target, in the softmax over the whole vocabulary."""
        return math.exp(self.log_probability)

    @property
    def loss(self) -> float:
        """Cross-entropy of the position in nats: −ln p of the target."""
        return -self.log_probability if self.log_probability else 0.0

    @property
    def other(self) -> Candidate | None:
        """The model's own top choice where that is another piece than the target."""
        if self.best is None or self.best.piece.id == self.target.id:
            return None
        return self.best


@dataclass(frozen=True)
class ScoredOutput:
    """An output, or as much of it as is there, position by position.

    Attributes:
        positions: one a piece, the end piece included.
        reference: whether it was given to be scored (teacher forcing), not searched for.
        expected: how many positions there are once all are scored; ``None`` if not known.
    """

    positions: tuple[ScoredPosition, ...]
    reference: bool
    expected: int | None

    @property
    def cross_entropy(self) -> float:
        """The sum of the losses, in nats."""
        return math.fsum(position.loss for position in self.positions)

    @property
    def mean(self) -> float:
        """Cross-entropy a piece, in nats; NaN without a position."""
        return self.cross_entropy / len(self.positions) if self.positions else math.nan

    @property
    def perplexity(self) -> float:
        """Among how many equally likely pieces the model seems to choose: e to the mean."""
        return perplexity(self.mean)


def perplexity(mean: float) -> float:
    """The mean cross-entropy in nats as a power of e, ∞ where that is beyond what a float holds."""
    return math.exp(mean) if not mean > 709 else math.inf


def score_output(sentence: SentenceTrace, step: int, hypothesis: int = 0) -> ScoredOutput:
    """The pieces along one hypothesis' ancestry up to and with ``step``, each with its loss.

    Args:
        sentence: recorded with a reference or without.
        step, hypothesis: the place in it.

    Raises:
        IndexError: there is no such step or hypothesis.
    """
    positions: list[ScoredPosition] = []
    fed = sentence.encoded.start
    for index, live in enumerate(sentence.ancestry(step, hypothesis)):
        ids = [candidate.piece.id for candidate in live.candidates]
        positions.append(
            ScoredPosition(
                index=index,
                input=fed,
                target=live.piece,
                log_probability=live.log_probability,
                rank=ids.index(live.piece.id) + 1 if live.piece.id in ids else None,
                listed=len(ids),
                best=live.candidates[0] if live.candidates else None,
                forced=live.forced,
            )
        )
        fed = live.piece
    return ScoredOutput(tuple(positions), is_reference(sentence), expected_pieces(sentence))


def is_reference(sentence: SentenceTrace) -> bool:
    """Whether the sentence was recorded with a reference: teacher forcing, no search."""
    return sentence.encoded.options.reference is not None


def reference_ids(sentence: SentenceTrace) -> tuple[int, ...]:
    """The pieces of the reference, the end piece included; none if there is no reference."""
    reference = sentence.encoded.options.reference
    # The engine records ids, and a translator those of the end too.
    return () if reference is None or isinstance(reference, str) else reference


def expected_pieces(sentence: SentenceTrace) -> int | None:
    """How many pieces the output of a reference has; ``None`` without one."""
    reference, begin = reference_ids(sentence), sentence.encoded.options.begins_with
    if reference[: len(begin)] != begin:
        reference = (*begin, *reference)
    return len(reference) if is_reference(sentence) else None


@dataclass(frozen=True, eq=False)
class FullPass:
    """What one teacher-forced pass over a whole output tells that a trace does not record.

    Attributes:
        model: fingerprint of the model.
        heads_off: the heads that were switched off.
        source, written: ids of what it belongs to.
        log_probabilities: [position] of the written pieces.
        mean_log_probabilities: [position] the mean over the vocabulary.
        ranks: [position] 1 for the likeliest piece; of equals the smaller id comes first.
        entropies: [position] of the distribution, in nats.
    """

    model: str
    heads_off: tuple[HeadPlace, ...]
    source: tuple[int, ...]
    written: tuple[int, ...]
    log_probabilities: FloatArray
    mean_log_probabilities: FloatArray
    ranks: Ranks
    entropies: FloatArray

    def smoothed(self, smoothing: float = SMOOTHING) -> npt.NDArray[np.float64]:
        """The loss of training at each position, in nats, [position].

        Cross-entropy against (1 − ε) · one-hot + ε / V, as in
        ``engine.training.loss.smoothed_cross_entropy``: that is
        −(1 − ε) · ln p(target) − ε · mean over the vocabulary of ln p.
        """
        likelihood = self.log_probabilities.astype(np.float64)
        evenly = self.mean_log_probabilities.astype(np.float64)
        return -(1 - smoothing) * likelihood - smoothing * evenly

    def fits(self, model: str, encoded: Encoded, written: Sequence[Piece]) -> bool:
        """Whether it is about this output of this model."""
        return (
            self.model == model
            and self.heads_off == encoded.options.heads_off
            and self.source == tuple(piece.id for piece in encoded.pieces)
            and self.written == tuple(piece.id for piece in written)
        )
