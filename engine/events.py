"""The events of one translation: immutable, plain Python and NumPy, no tensors.

``Translator.stream`` yields, in this order::

    Started, then for every sentence: Encoded, Step, Step, ..., Finished; at last Translated

All arrays are C-contiguous float32 copies on the CPU; whoever gets an event may
keep it. This module imports neither torch nor Qt, so that both sides of the
thread border can share it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from engine.model.kinds import AttentionKind as AttentionKind
from engine.search.options import SearchOptions

FloatArray = npt.NDArray[np.float32]


PieceKind = Literal["normal", "unknown", "byte", "special"]


@dataclass(frozen=True)
class Piece:
    """One piece of the vocabulary as it stands in a sequence.

    Attributes:
        id: row of the vocabulary.
        text: the vocabulary's own spelling (``▁love``, ``</s>``, ``<0xF0>``).
        kind: "normal", "unknown", "byte" (byte fallback) or "special" (start, end, pad).
        surface: what a reader sees: ``▁`` kept as is, but an unknown piece and the
            pieces of a byte-fallback run show the source text they stand for.
            For special pieces equal to ``text``.
        span: [start, end) characters in the text the user typed (the whole text,
            not the sentence); ``None`` where the piece covers none (special
            pieces, target pieces).
    """

    id: int
    text: str
    kind: PieceKind
    surface: str
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class Candidate:
    """One of the likeliest next pieces of a step, as the network computed it.

    Attributes:
        piece: the piece.
        probability: softmax over the whole vocabulary, blocked pieces included.
        log_probability: its natural logarithm.
        blocked: why the search may not take it; ``None`` if it may.
    """

    piece: Piece
    probability: float
    log_probability: float
    blocked: str | None = None


@dataclass(frozen=True)
class LiveHypothesis:
    """One hypothesis after one step.

    Attributes:
        parent: index of the hypothesis of the previous step it extends; -1 at the first step.
        piece: the piece this step wrote.
        log_probability: natural logarithm of that piece's probability.
        score: sum of the log-probabilities so far.
        text: the readable text of all pieces written so far.
        candidates: the step's likeliest pieces, best first.
        decoder_self: [layers, heads, step + 1] the query is decoder position ``step``
            (its input is the previous piece, the start token at step 0), the keys are
            the decoder's inputs so far; ``None`` if not recorded.
        cross: [layers, heads, source] same query, keys are the source pieces.
    """

    parent: int
    piece: Piece
    log_probability: float
    score: float
    text: str
    candidates: tuple[Candidate, ...]
    decoder_self: FloatArray | None
    cross: FloatArray | None


@dataclass(frozen=True)
class Hypothesis:
    """A finished output of one sentence. ``pieces`` end with ``</s>`` unless cut."""

    pieces: tuple[Piece, ...]
    text: str
    score: float
    log_probabilities: tuple[float, ...]


@dataclass(frozen=True)
class ModelInfo:
    """What identifies and describes a loaded model; for status bars, cards and traces."""

    name: str
    folder: str
    source_language: str
    target_language: str
    architecture: str
    encoder_layers: int
    decoder_layers: int
    heads: int
    d_model: int
    d_ff: int
    vocabulary_size: int
    parameters: int
    max_positions: int
    device: str
    dtype: str


@dataclass(frozen=True)
class Started:
    """A translation begins. ``sentences`` are [start, end) spans in ``text``."""

    text: str
    sentences: tuple[tuple[int, int], ...]
    options: SearchOptions
    model: ModelInfo


@dataclass(frozen=True)
class Encoded:
    """The encoder has run on one sentence.

    Attributes:
        sentence: index into ``Started.sentences``.
        pieces: the source pieces, ``</s>`` included.
        start: the decoder's first input (the start token).
        attention: [layers, heads, source, source]; ``None`` if not recorded.
        mask: [source, source] the additive encoder mask, 0 or -inf.
        max_length: the length limit that applies to this sentence, in pieces.
    """

    sentence: int
    pieces: tuple[Piece, ...]
    start: Piece
    attention: FloatArray | None
    mask: FloatArray
    max_length: int


@dataclass(frozen=True)
class Step:
    """One decoding step of one sentence.

    Attributes:
        sentence: index into ``Started.sentences``.
        index: 0 for the first step of the sentence.
        hypotheses: the live hypotheses, best first.
        self_mask: [step + 1] the additive mask of this query's row.
        cross_mask: [source] the additive mask over the source.
    """

    sentence: int
    index: int
    hypotheses: tuple[LiveHypothesis, ...]
    self_mask: FloatArray
    cross_mask: FloatArray


@dataclass(frozen=True)
class Finished:
    """One sentence is done. ``reason`` is "end" (``</s>``) or "length limit"."""

    sentence: int
    hypotheses: tuple[Hypothesis, ...]
    reason: Literal["end", "length limit"]


@dataclass(frozen=True)
class Translated:
    """All sentences are done; ``text`` is put back with the original line breaks.

    Attributes:
        text: the whole translation.
        cut: sentences whose translation the length limit ended.
        full: those of them that have as many pieces as the model has positions, which no
            option allows more of.
    """

    text: str
    cut: tuple[int, ...] = ()
    full: tuple[int, ...] = ()


Event = Started | Encoded | Step | Finished | Translated
