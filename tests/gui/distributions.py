"""Traces made up with whole distributions behind them, of which the likeliest are recorded."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.events import (
    Candidate,
    Encoded,
    Event,
    LiveHypothesis,
    Piece,
    Started,
    Step,
)
from engine.search.options import SearchOptions
from engine.search.score import ScoreParts
from tests.gui.traces import END, MODEL, START, readable, source_pieces

VOCABULARY = 60
PAD = Piece(0, "<pad>", "special", "<pad>")
UNKNOWN = Piece(1, "<unk>", "unknown", "<unk>")
REASONS = {
    0: "padding is never written",
    1: "the unknown piece stands for no text",
    2: "the start piece only begins a sentence",
}
TEXT = "We see two cats."


def vocabulary_piece(number: int) -> Piece:
    """A piece of the made-up vocabulary."""
    if number < 4:
        return (PAD, UNKNOWN, START, END)[number]
    text = ("\u2581" if number % 3 else "") + f"w{number}" + ("\n" if number == 7 else "")
    return Piece(number, text, "normal", text)


@dataclass(frozen=True)
class Made:
    """Events, and what they were made from.

    Attributes:
        events: all but the end.
        whole: [V] probabilities by step and parent.
    """

    events: list[Event]
    whole: dict[tuple[int, int], npt.NDArray[np.float64]]


def searched(
    seed: int,
    *,
    steps: int = 4,
    beam: int = 3,
    recorded: int = 8,
    options: SearchOptions | None = None,
    blocked: dict[int, str] | None = None,
    forced: bool = False,
    chances: bool = False,
    spread: float = 2.5,
) -> Made:
    """A search whose pieces are chosen at random: some of them are not among those recorded."""
    generator = np.random.default_rng(seed)
    options = options or SearchOptions(beam=beam, n_best=beam)
    source = source_pieces(TEXT)
    mask = np.zeros((len(source), len(source)), dtype=np.float32)
    model = dataclasses.replace(MODEL, vocabulary_size=VOCABULARY)
    reasons = {**REASONS, **(blocked or {})}
    events: list[Event] = [
        Started(TEXT, ((0, len(TEXT)),), options, model),
        Encoded(0, source, START, None, mask, 40, options),
    ]
    whole: dict[tuple[int, int], npt.NDArray[np.float64]] = {}
    written: list[tuple[Piece, ...]] = [()]
    for index in range(steps):
        rows: dict[int, tuple[npt.NDArray[np.float64], tuple[Candidate, ...]]] = {}
        hypotheses: list[LiveHypothesis] = []
        grown: list[tuple[Piece, ...]] = []
        taken: set[tuple[int, int]] = set()
        while len(hypotheses) < beam:
            parent = int(generator.integers(len(written)))
            if parent not in rows:
                logits = generator.normal(scale=spread, size=VOCABULARY)
                probabilities = np.exp(logits) / np.exp(logits).sum()
                rows[parent] = (
                    probabilities,
                    _likeliest(probabilities, recorded, reasons, chances),
                )
            probabilities, candidates = rows[parent]
            number = int(generator.integers(4, VOCABULARY))
            if generator.random() < 0.6:
                number = candidates[int(generator.integers(len(candidates)))].piece.id
            if number < 4 or (parent, number) in taken or (number in reasons and not forced):
                continue
            taken.add((parent, number))
            value = math.log(probabilities[number])
            grown.append((*written[parent], vocabulary_piece(number)))
            hypotheses.append(
                LiveHypothesis(
                    parent=parent if index else -1,
                    piece=vocabulary_piece(number),
                    log_probability=value,
                    parts=ScoreParts(value, 0.0, index + 1, 1.0, value),
                    text=readable(grown[-1]),
                    candidates=candidates,
                    decoder_self=None,
                    cross=None,
                    forced=forced,
                )
            )
        whole.update({(index, parent): row for parent, (row, _) in rows.items()})
        events.append(
            Step(
                0,
                index,
                tuple(hypotheses),
                np.zeros(index + 1, dtype=np.float32),
                np.zeros(len(source), dtype=np.float32),
            )
        )
        written = grown
    return Made(events, whole)


def _likeliest(
    probabilities: npt.NDArray[np.float64], recorded: int, reasons: dict[int, str], chances: bool
) -> tuple[Candidate, ...]:
    allowed = np.array([number not in reasons for number in range(VOCABULARY)])
    shares = np.where(allowed, probabilities, 0) / probabilities[allowed].sum()
    return tuple(
        Candidate(
            vocabulary_piece(number),
            float(probabilities[number]),
            math.log(probabilities[number]),
            reasons.get(number),
            float(shares[number]) if chances else None,
        )
        for number in np.argsort(-probabilities)[:recorded].tolist()
    )
