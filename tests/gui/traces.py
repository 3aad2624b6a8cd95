"""Traces made up for the tests of the window: random attention, valid by construction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.events import (
    Candidate,
    Encoded,
    Event,
    Finished,
    FloatArray,
    Hypothesis,
    LiveHypothesis,
    ModelInfo,
    Piece,
    Started,
    Step,
    Translated,
)
from engine.model.heads_off import HeadPlace
from engine.search.options import SearchOptions
from engine.search.score import ScoreParts
from engine.trace import Trace

START = Piece(2, "<s>", "special", "<s>")
END = Piece(3, "</s>", "special", "</s>")

MODEL = ModelInfo(
    name="made up",
    folder="nowhere",
    source_language="en",
    target_language="fr",
    architecture="transformer",
    encoder_layers=3,
    decoder_layers=2,
    heads=4,
    d_model=64,
    d_ff=256,
    vocabulary_size=8000,
    parameters=123_456,
    max_positions=512,
    device="cpu",
    dtype="float32",
)


@dataclass(frozen=True)
class Sentence:
    """One sentence: its source text and the pieces to be written, end token included."""

    source: str
    target: tuple[str, ...]
    reason: Literal["end", "length limit"] = "end"


def source_pieces(text: str, offset: int = 0) -> tuple[Piece, ...]:
    """The words of ``text`` as pieces with spans (the space before each included)."""
    pieces: list[Piece] = []
    position = 0
    for word in text.split(" "):
        begin = max(0, position - 1)
        end = position + len(word)
        if word:
            spelling = "\u2581" + word
            # The id stands for the word, whatever the place.
            number = 10 + sum(map(ord, word)) % 7000
            pieces.append(
                Piece(number, spelling, "normal", spelling, (offset + begin, offset + end))
            )
        position = end + 1
    return (*pieces, END)


def target_piece(text: str) -> Piece:
    if text == "</s>":
        return END
    if text.startswith("<0x"):
        return Piece(300, text, "byte", text)
    return Piece(10 + sum(map(ord, text)) % 7000, text, "normal", text)


def readable(pieces: Sequence[Piece]) -> str:
    """What the pieces say, put together."""
    return "".join(p.text for p in pieces if p.kind != "special").replace("\u2581", " ").strip()


def _rows(generator: np.random.Generator, *shape: int) -> FloatArray:
    # Peaked, as real heads are: a softmax of logits with a wide spread.
    logits = generator.normal(scale=2.5, size=shape)
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.ascontiguousarray(weights / weights.sum(axis=-1, keepdims=True), dtype=np.float32)


def events(
    text: str,
    sentences: Sequence[Sentence],
    *,
    seed: int = 0,
    record: bool = True,
    model: ModelInfo = MODEL,
) -> Iterator[Event]:
    """The events of translating ``text``, whose sentences are ``sentences`` in order."""
    generator = np.random.default_rng(seed)
    spans: list[tuple[int, int]] = []
    cursor = 0
    for sentence in sentences:
        begin = text.index(sentence.source, cursor)
        cursor = begin + len(sentence.source)
        spans.append((begin, cursor))
    yield Started(text, tuple(spans), SearchOptions(), model)
    translations: list[str] = []
    cut: list[int] = []
    for number, sentence in enumerate(sentences):
        source = source_pieces(sentence.source, spans[number][0])
        n = len(source)
        yield Encoded(
            sentence=number,
            pieces=source,
            start=START,
            attention=(
                _rows(generator, model.encoder_layers, model.heads, n, n) if record else None
            ),
            mask=np.zeros((n, n), dtype=np.float32),
            max_length=len(sentence.target) if sentence.reason == "length limit" else 2 * n + 20,
        )
        written: list[Piece] = []
        scores: list[float] = []
        for index, spelling in enumerate(sentence.target):
            piece = target_piece(spelling)
            written.append(piece)
            probability = float(generator.uniform(0.05, 0.999))
            scores.append(float(np.log(probability)))
            shape = (model.decoder_layers, model.heads)
            yield Step(
                sentence=number,
                index=index,
                hypotheses=(
                    LiveHypothesis(
                        parent=0 if index else -1,
                        piece=piece,
                        log_probability=scores[-1],
                        parts=ScoreParts(sum(scores), 0.0, index + 1, 1.0, sum(scores)),
                        text=readable(written),
                        candidates=(Candidate(piece, probability, scores[-1]),),
                        decoder_self=_rows(generator, *shape, index + 1) if record else None,
                        cross=_rows(generator, *shape, n) if record else None,
                    ),
                ),
                self_mask=np.zeros(index + 1, dtype=np.float32),
                cross_mask=np.zeros(n, dtype=np.float32),
                last=index == len(sentence.target) - 1,
            )
        done = Hypothesis(
            pieces=tuple(written),
            text=readable(written),
            parts=ScoreParts(sum(scores), 0.0, len(scores), 1.0, sum(scores)),
            log_probabilities=tuple(scores),
            ending=sentence.reason,
            step=len(written) - 1,
            index=0,
        )
        yield Finished(number, (done,))
        translations.append(done.text)
        if sentence.reason == "length limit":
            cut.append(number)
    result = ""
    end = 0
    for (begin, stop), translation in zip(spans, translations, strict=True):
        result += text[end:begin] + translation
        end = stop
    yield Translated(result + text[end:], tuple(cut))


LOVE = "I love you very much."
LOVE_PIECES = ("\u2581Je", "\u2581t", "'", "aime", "\u2581beaucoup", ".", "</s>")


def love() -> list[Event]:
    """The events of one short sentence."""
    return list(events(LOVE, [Sentence(LOVE, LOVE_PIECES)]))


PARAGRAPHS = "The cat eats. Look 😆 there!\n\nGood night."


def paragraphs() -> list[Event]:
    """The events of three sentences in two paragraphs, one with an emoji, one cut short."""
    return list(
        events(
            PARAGRAPHS,
            [
                Sentence("The cat eats.", ("\u2581Le", "\u2581chat", "\u2581mange", ".", "</s>")),
                Sentence("Look 😆 there!", ("\u2581Regarde", "\u2581😆", "!", "</s>")),
                Sentence("Good night.", ("\u2581Bonne", "\u2581nuit"), "length limit"),
            ],
        )
    )


def long(source: int, target: int, seed: int = 1) -> list[Event]:
    """The events of one sentence with this many source and target pieces, ends included."""
    stems = ["house", "of", "a", "uncharacteristically", "green", "I", "morning", "tea", "walked"]
    words = [stems[i % len(stems)] + ("" if i < len(stems) else str(i)) for i in range(source - 1)]
    text = " ".join(words)
    pieces = [f"\u2581{stems[(i * 5) % len(stems)]}" for i in range(target - 1)]
    return list(events(text, [Sentence(text, (*pieces, "</s>"))], seed=seed))


def trace_of(happened: Sequence[Event]) -> Trace:
    """The trace of these events."""
    first, *rest = happened
    assert isinstance(first, Started)
    trace = Trace(first)
    for event in rest:
        trace.add(event)
    return trace


def beams() -> list[Event]:
    """Two hypotheses of "I love you." that cross, and one that ended early.

    The winner, "Je t' aime </s>", is place 1, 0, 0, 0 of the four steps; the second output,
    "Moi </s>", ended at step 1 as its last hypothesis.
    """
    text = "I love you."
    source = source_pieces(text, 0)
    n = len(source)
    generator = np.random.default_rng(5)
    scores = {"Moi": -0.4, "\u2581Je": -0.5}
    plan: list[list[tuple[int, str, bool]]] = [
        [(-1, "\u2581Moi", False), (-1, "\u2581Je", False)],
        [(1, "\u2581t'", False), (0, ",", False), (0, "</s>", True)],
        [(0, "aime", False), (1, "\u2581je", False)],
        [(0, "</s>", True), (1, "</s>", True)],
    ]
    events: list[Event] = [
        Started(text, ((0, len(text)),), SearchOptions(beam=2, n_best=2), MODEL),
        Encoded(
            0,
            source,
            START,
            _rows(generator, MODEL.encoder_layers, MODEL.heads, n, n),
            np.zeros((n, n), dtype=np.float32),
            20,
        ),
    ]
    written: list[list[tuple[Piece, ...]]] = []
    total: list[list[float]] = []
    for index, step in enumerate(plan):
        shape = (MODEL.decoder_layers, MODEL.heads)
        rows = [
            (_rows(generator, *shape, index + 1), _rows(generator, *shape, n))
            for _ in range(len(plan[index - 1]) if index else 1)
        ]
        hypotheses: list[LiveHypothesis] = []
        written.append([])
        total.append([])
        for parent, spelling, finished in step:
            piece = target_piece(spelling)
            value = scores.get(spelling, -0.3)
            before = () if parent < 0 else written[index - 1][parent]
            sum_ = value + (0.0 if parent < 0 else total[index - 1][parent])
            written[index].append((*before, piece))
            total[index].append(sum_)
            own, cross = rows[max(0, parent)]
            hypotheses.append(
                LiveHypothesis(
                    parent=parent,
                    piece=piece,
                    log_probability=value,
                    parts=ScoreParts(sum_, 0.0, index + 1, 1.0, sum_),
                    text=readable(list(written[index][-1])),
                    candidates=(Candidate(piece, float(np.exp(value)), value),),
                    decoder_self=own,
                    cross=cross,
                    finished=finished,
                )
            )
        events.append(
            Step(
                0,
                index,
                tuple(hypotheses),
                np.zeros(index + 1, dtype=np.float32),
                np.zeros(n, dtype=np.float32),
                last=index == len(plan) - 1,
            )
        )
    outputs = []
    for step_, place in ((3, 0), (1, 2)):
        pieces = written[step_][place]
        parts = ScoreParts(total[step_][place], 0.0, len(pieces), 1.0, total[step_][place])
        values = tuple(-0.1 for _ in pieces)
        outputs.append(
            Hypothesis(pieces, readable(list(pieces)), parts, values, "end", step_, place)
        )
    events += [Finished(0, tuple(outputs)), Translated(outputs[0].text)]
    return events


def without(happened: Sequence[Event], *heads: HeadPlace) -> list[Event]:
    """The same events, of a translation with these heads switched off."""
    return [
        replace(event, options=replace(event.options, heads_off=heads))
        if isinstance(event, Started | Encoded)
        else event
        for event in happened
    ]
