"""What holds in every trace that a translator makes; views and what-ifs rely on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

import numpy as np

from engine.events import (
    Candidate,
    FloatArray,
    Hypothesis,
    LiveHypothesis,
    ModelInfo,
    Piece,
    Step,
)
from engine.model.heads_off import misfit
from engine.model.kinds import AttentionKind, DecoderSelf, Stacks, no_attention
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace

_LARGEST = 1 << 63
# Far beyond any network; a view makes an entry for each.
_MOST_LAYERS_OR_HEADS = 1024


def check(trace: Trace) -> None:
    """Refuse a trace that no stream of events gives.

    Raises:
        ValueError: it does not fit together; the message says where.
    """
    _check_model(trace.started.model)
    _check_heads(trace.started.model, trace.started.options)
    _check_spans(trace)
    checker = _Checker(trace)
    for number, sentence in enumerate(trace.sentences):
        try:
            checker.check_sentence(sentence, number)
            last = number == len(trace.sentences) - 1
            _require(sentence.finished is not None or last, "it is not finished")
        except ValueError as error:
            raise ValueError(f"sentence {number + 1}: {error}") from None
    if trace.translated is not None:
        whole = len(trace.sentences) == len(trace.started.sentences)
        finished = all(sentence.finished is not None for sentence in trace.sentences)
        _require(whole and finished, "it ends before all sentences are finished")
        ended = trace.translated
        for number in (*ended.cut, *ended.full, *ended.looping):
            _require(0 <= number < len(trace.sentences), f"it has no sentence {number + 1} to cut")


def _check_model(model: ModelInfo) -> None:
    absent = {"encoder": "decoder_layers", "decoder": "encoder_layers"}.get(model.stacks)
    for name in ("encoder_layers", "decoder_layers", "heads"):
        value = getattr(model, name)
        fits = value == 0 if name == absent else 1 <= value <= _MOST_LAYERS_OR_HEADS
        _require(fits, f"the model's {name} cannot be {value}")
    for name, kinds in (("stacks", Stacks), ("decoder_self", DecoderSelf)):
        known = getattr(model, name) in get_args(kinds)
        _require(known, f"the model's {name} cannot be {getattr(model, name)!r}")
    for name in ("d_model", "d_ff", "vocabulary_size", "parameters", "max_positions"):
        value = getattr(model, name)
        _require(0 <= value < _LARGEST, f"the model's {name} cannot be {value}")


def _check_heads(model: ModelInfo, options: SearchOptions) -> None:
    lacking = misfit(model, options.heads_off)
    _require(not lacking, f"a head is switched off that the model does not have: {lacking}")


def _check_spans(trace: Trace) -> None:
    end = 0
    for begin, stop in trace.started.sentences:
        _require(end <= begin <= stop <= len(trace.started.text), "a sentence is not in the text")
        end = stop
    _require(len(trace.sentences) <= len(trace.started.sentences), "it has too many sentences")


class _Checker:
    """Checks sentences; what several hypotheses share is looked at once."""

    def __init__(self, trace: Trace) -> None:
        self._length = len(trace.started.text)
        self._model = trace.started.model
        self._seen: set[int] = set()

    def check_sentence(self, sentence: SentenceTrace, number: int) -> None:
        encoded, model = sentence.encoded, self._model
        numbers = {encoded.sentence, *(step.sentence for step in sentence.steps)}
        if sentence.finished is not None:
            numbers.add(sentence.finished.sentence)
        _require(numbers == {number}, "it has an event of another sentence")
        source = len(encoded.pieces)
        _require((source >= 1) == (model.stacks != "decoder"), "its source pieces cannot be")
        _check_heads(model, encoded.options)
        _require(1 <= encoded.max_length < _LARGEST, "its length limit is out of range")
        self._check_pieces((*encoded.pieces, encoded.start))
        shape = (model.encoder_layers, model.heads, source, source)
        self._check_weights(encoded.attention, shape)
        self._check_mask(encoded.mask, (source, source))
        previous: Sequence[LiveHypothesis] = ()
        for index, step in enumerate(sentence.steps):
            try:
                self._check_step(step, index, previous, source)
            except ValueError as error:
                raise ValueError(f"step {index + 1}: {error}") from None
            previous = step.hypotheses
        if sentence.finished is not None:
            _require(len(sentence.finished.hypotheses) >= 1, "it has no output")
            for hypothesis in sentence.finished.hypotheses:
                self._check_output(hypothesis, sentence)

    def _check_step(
        self, step: Step, index: int, previous: Sequence[LiveHypothesis], source: int
    ) -> None:
        _require(step.index == index, f"it calls itself step {step.index + 1}")
        _require(len(step.hypotheses) >= 1, "it has no hypotheses")
        self._check_mask(step.self_mask, (index + 1,))
        self._check_mask(step.cross_mask, (source,))
        layers, heads = self._model.decoder_layers, self._model.heads
        width = self._model.d_model
        for live in step.hypotheses:
            if index == 0:
                _require(live.parent == -1, "the first has a parent")
            else:
                known = 0 <= live.parent < len(previous)
                _require(
                    known and not previous[live.parent].finished, "a hypothesis has no live parent"
                )
            self._check_pieces((live.piece,))
            self._check_candidates(live.candidates)
            self._check_weights(live.decoder_self, (layers, heads, index + 1))
            self._check_weights(live.cross, (layers, heads, source))
            self._check_gates(live.gates, (layers, width))
            self._check_kind(live)

    def _check_output(self, output: Hypothesis, sentence: SentenceTrace) -> None:
        length, source = len(output.pieces), len(sentence.encoded.pieces)
        self._check_pieces(output.pieces)
        _require(len(output.log_probabilities) == length, "an output has not as many scores")
        _require(output.step == length - 1, "an output does not end where it says")
        if length:
            try:
                written = sentence.pieces(output.step, output.index)
            except IndexError:
                raise ValueError("an output's last step is not there") from None
            same = [piece.id for piece in written] == [piece.id for piece in output.pieces]
            _require(same, "an output differs from its steps")
        if output.loop is not None:
            ids, loop = [piece.id for piece in output.pieces], output.loop
            rounds = ids[loop.begin : loop.begin + loop.repeats * loop.period]
            whole = len(rounds) == loop.repeats * loop.period
            same = rounds[loop.period :] == rounds[: -loop.period]
            _require(whole and same, "an output does not repeat what it says")
        layers, heads = self._model.decoder_layers, self._model.heads
        self._check_weights(output.decoder_self, (layers, heads, length, length))
        self._check_weights(output.cross, (layers, heads, length, source))
        self._check_gates(output.gates, (layers, length, self._model.d_model))
        self._check_kind(output)

    def _check_pieces(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            _require(0 <= piece.id < 1 << 31, f"a piece has the id {piece.id}")
            if piece.span is not None:
                begin, end = piece.span
                _require(0 <= begin <= end <= self._length, "a piece is not in the text")

    def _check_candidates(self, candidates: tuple[Candidate, ...]) -> None:
        if self._is_new(candidates):
            self._check_pieces(candidate.piece for candidate in candidates)
            for each in candidates:
                for share in (each.probability, each.chance or 0.0):
                    _require(-1e-6 <= share <= 1 + 1e-6, f"a candidate has the probability {share}")

    def _check_weights(self, array: FloatArray | None, shape: tuple[int, ...]) -> None:
        if array is not None:
            self._check_shape(array, shape)
            if self._is_new(array):
                _require(bool(np.isfinite(array).all()), "a weight is not finite")

    def _check_gates(self, array: FloatArray | None, shape: tuple[int, ...]) -> None:
        if array is not None:
            self._check_shape(array, shape)
            if self._is_new(array):
                within = bool(((array >= 0) & (array <= 1)).all())  # what is no number is not
                _require(within, "a gate is not between 0 and 1")

    def _check_kind(self, recorded: LiveHypothesis | Hypothesis) -> None:
        """A decoder has self-attention or gates, never both."""
        if self._model.decoder_self != "ssru":
            _require(recorded.gates is None, "it has gates, and its model has none")
        if no_attention(self._model, AttentionKind.DECODER_SELF):
            _require(recorded.decoder_self is None, "its model has no decoder self-attention")
        if no_attention(self._model, AttentionKind.CROSS):
            _require(recorded.cross is None, "its model has no cross-attention")

    def _check_mask(self, array: FloatArray, shape: tuple[int, ...]) -> None:
        self._check_shape(array, shape)
        if self._is_new(array):
            _require(bool((array <= 0).all()), "a mask has a number above 0")

    def _check_shape(self, array: FloatArray, shape: tuple[int, ...]) -> None:
        _require(
            array.dtype == np.float32 and array.shape == shape,
            f"an array is {array.dtype} {list(array.shape)} where float32 {list(shape)} belongs",
        )

    def _is_new(self, shared: object) -> bool:
        """Whether it is met for the first time; the trace keeps all alive, so ids are theirs."""
        new = id(shared) not in self._seen
        self._seen.add(id(shared))
        return new


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ValueError(otherwise)
