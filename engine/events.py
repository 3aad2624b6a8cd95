"""The events of one translation: immutable, plain Python and NumPy, no tensors.

``Translator.stream`` yields, in this order::

    Started, then for every sentence: Encoded, Step, Step, ..., Finished; at last Translated

All arrays are C-contiguous float32 copies on the CPU; whoever gets an event may
keep it. This module imports neither torch nor Qt, so that both sides of the
thread border can share it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from engine.model.kinds import AttentionKind as AttentionKind
from engine.model.kinds import DecoderSelf, Stacks
from engine.search.loops import Loop as Loop
from engine.search.options import SearchOptions
from engine.search.score import ScoreParts

Record = Literal["all", "best", "none"]
RECORDS: tuple[Record, ...] = ("all", "best", "none")

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.float32]
else:

    class FloatArray:
        """The name of an array of float32: NumPy is not imported for a name.

        The window knows the events before it needs an array.
        """


PieceKind = Literal["normal", "unknown", "byte", "special"]

# What ends an output: its end piece, the length limit, or that every piece was blocked.
Ending = Literal["end", "length limit", "nothing allowed"]


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


class Candidate(NamedTuple):
    """One of the likeliest next pieces of a step, as the network computed it.

    A tuple and no dataclass: a step has ten of each hypothesis, and makes these in a third of
    the time.

    Attributes:
        piece: the piece.
        probability: softmax over the whole vocabulary, blocked pieces included.
        log_probability: its natural logarithm.
        blocked: why the search may not take it; ``None`` if it may.
        chance: how probable it is to be drawn, after temperature, top-k and top-p; ``None``
            where nothing is drawn.
    """

    piece: Piece
    probability: float
    log_probability: float
    blocked: str | None = None
    chance: float | None = None


@dataclass(frozen=True)
class LiveHypothesis:
    """One hypothesis after one step.

    Attributes:
        parent: index of the hypothesis of the previous step it extends; -1 at the first step.
        piece: the piece this step wrote.
        log_probability: natural logarithm of that piece's probability.
        parts: of its score, as if it ended here.
        text: the readable text of all pieces written so far.
        candidates: the step's likeliest pieces after its parent, best first.
        decoder_self: [layers, heads, step + 1] the query is decoder position ``step``
            (its input is the previous piece, the start token at step 0), the keys are
            the decoder's inputs so far; ``None`` if not recorded, or if the model's decoder
            has no self-attention. Hypotheses of one parent share their rows.
        cross: [layers, heads, source] same query, keys are the source pieces.
        finished: whether it ended in this step; such hypotheses are nobody's parents.
        forced: whether the piece was not chosen but given, by a prefix or a reference.
        gates: [layers, d_model] the forget gates of an SSRU (:mod:`engine.model.ssru`) at decoder
            position ``step``, each in [0, 1]: how much of its number of the layer's state was
            kept; ``None`` if not recorded, or if the decoder has self-attention.
    """

    parent: int
    piece: Piece
    log_probability: float
    parts: ScoreParts
    text: str
    candidates: tuple[Candidate, ...]
    decoder_self: FloatArray | None
    cross: FloatArray | None
    finished: bool = False
    forced: bool = False
    gates: FloatArray | None = None

    @property
    def score(self) -> float:
        """What it would be ranked by if it ended here."""
        return self.parts.score


@dataclass(frozen=True)
class Hypothesis:
    """A finished output of one sentence.

    Attributes:
        pieces: what it wrote; they end with ``</s>`` if ``ending`` is "end".
        text: as a reader sees it.
        parts: of its score.
        log_probabilities: of each piece.
        ending: what ended it.
        step, index: where its last piece stands in the trace: the step, and the place among
            that step's hypotheses. Step -1 if nothing could be written.
        decoder_self: [layers, heads, output, output] and ``cross``, [layers, heads, output,
            source]: its attention, where only the best hypothesis is recorded; else ``None``.
        gates: [layers, output, d_model] of an SSRU, recorded likewise.
        loop: what it repeats at its end again and again, if it does.
    """

    pieces: tuple[Piece, ...]
    text: str
    parts: ScoreParts
    log_probabilities: tuple[float, ...]
    ending: Ending
    step: int
    index: int
    decoder_self: FloatArray | None = None
    cross: FloatArray | None = None
    gates: FloatArray | None = None
    loop: Loop | None = None

    @property
    def score(self) -> float:
        """What it is ranked by."""
        return self.parts.score

    @property
    def looped(self) -> str:
        """What a round of its loop reads as; empty where there is none."""
        if self.loop is None:
            return ""
        begin = self.loop.begin
        once = self.pieces[begin : begin + self.loop.period]
        shown = "".join(piece.surface for piece in once).replace("\u2581", " ")
        return shown.strip() or "".join(piece.text for piece in once)


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
    fingerprint: str = ""
    """SHA-256 of the weights on disk, hexadecimal."""
    target_languages: tuple[str, ...] = ()
    """The codes of the languages to choose the target's from, by the search's option or as
    ``>>fra<<`` at the beginning of a text; empty where there is no choice."""
    decoder_self: DecoderSelf = "attention"
    """What a decoder layer sees the earlier positions with; an "ssru" has no attention."""
    source_languages: tuple[str, ...] = ()
    """The codes of the languages to choose the source's from."""
    stacks: Stacks = "encoder-decoder"
    """An "encoder" alone fills in masks, a "decoder" alone continues a text."""
    predicts: bool = True
    """Whether anything is predicted; an encoder may have been published without its output."""
    mask: str = ""
    """How the piece to be filled in is written in a text; empty where there is none."""
    positions_note: str = ""
    """The settings that say how long a text may be, where ``max_positions`` is less than they
    say: ``sliding_window 50, max_position_embeddings 200``."""

    @property
    def most_positions(self) -> str:
        """``max_positions`` for a message, with the settings where they say more."""
        note = f" ({self.positions_note})" if self.positions_note else ""
        return f"{self.max_positions}{note}"


@dataclass(frozen=True)
class Started:
    """A translation begins.

    Attributes:
        text: what the user typed.
        sentences: [start, end) spans in it.
        options: of every sentence's search, but where ``Encoded`` says otherwise.
        model: what translates.
        record: what of the attention is written down: "all" of it, that of the "best"
            hypothesis alone, or "none".
        versions: of the program and of the libraries that compute.
    """

    text: str
    sentences: tuple[tuple[int, int], ...]
    options: SearchOptions
    model: ModelInfo
    record: Record = "all"
    versions: tuple[tuple[str, str], ...] = ()

    @property
    def languages(self) -> tuple[str, str]:
        """The codes of the languages translated from and to, as far as they are known."""
        options, model = self.options, self.model
        return (
            options.source_language or model.source_language,
            options.target_language or model.target_language,
        )


@dataclass(frozen=True)
class Encoded:
    """The encoder has run on one sentence.

    Attributes:
        sentence: index into ``Started.sentences``.
        pieces: the source pieces, ``</s>`` included; none of a decoder alone.
        start: the decoder's first input (the start token); of a decoder alone the first piece of
            the text that it continues.
        attention: [layers, heads, source, source]; ``None`` if not recorded.
        mask: [source, source] the additive encoder mask, 0 or -inf.
        max_length: the length limit that applies to this sentence, in pieces.
        options: of this sentence's search, its prefix and reference as ids.
    """

    sentence: int
    pieces: tuple[Piece, ...]
    start: Piece
    attention: FloatArray | None
    mask: FloatArray
    max_length: int
    options: SearchOptions = field(default_factory=SearchOptions)


@dataclass(frozen=True)
class Step:
    """One decoding step of one sentence.

    Attributes:
        sentence: index into ``Started.sentences``.
        index: 0 for the first step of the sentence.
        hypotheses: the live hypotheses, best first, then those that finished in this step.
        self_mask: [step + 1] the additive mask of this query's row; all open where an SSRU,
            which has no mask, depends on all inputs so far.
        cross_mask: [source] the additive mask over the source.
        last: whether the sentence's search ends with it; that nothing may follow a step
            ("nothing allowed") is not known yet when it comes.
    """

    sentence: int
    index: int
    hypotheses: tuple[LiveHypothesis, ...]
    self_mask: FloatArray
    cross_mask: FloatArray
    last: bool = False


@dataclass(frozen=True)
class Finished:
    """One sentence is done; ``hypotheses`` are its n best outputs, best first, at least one."""

    sentence: int
    hypotheses: tuple[Hypothesis, ...]

    @property
    def reason(self) -> Ending:
        """What ended the best of them."""
        return self.hypotheses[0].ending


@dataclass(frozen=True)
class Translated:
    """All sentences are done; ``text`` is put back with the original line breaks.

    Attributes:
        text: the whole translation.
        cut: sentences whose translation the length limit ended.
        full: those of them that have as many pieces as the model has positions, which no
            option allows more of.
        looping: sentences whose translation repeats itself at its end, as its ``loop`` says.
    """

    text: str
    cut: tuple[int, ...] = ()
    full: tuple[int, ...] = ()
    looping: tuple[int, ...] = ()


Event = Started | Encoded | Step | Finished | Translated
