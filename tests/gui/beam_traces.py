"""Made-up beam searches: random trees that are valid by construction, numbers included."""

from __future__ import annotations

import math
import random

import numpy as np

from engine.events import (
    Candidate,
    Encoded,
    Event,
    Finished,
    Hypothesis,
    LiveHypothesis,
    Piece,
    Started,
    Step,
    Translated,
)
from engine.search.options import SearchOptions
from engine.search.score import ScoreParts
from tests.gui.traces import END, MODEL, START, readable, source_pieces, target_piece

_WORDS = ("▁le", "▁chat", "▁dort", "s", "▁extraordinairement", "'", "▁la", "▁table", ".", "é")


def grown(
    steps: int,
    beam: int,
    seed: int = 0,
    options: SearchOptions | None = None,
    cut: bool = False,
    text: str = "I see a cat.",
) -> list[Event]:
    """The events of one sentence's beam search, over a random tree.

    Args:
        steps: how many.
        beam: live hypotheses after each step but the last.
        seed: of the tree and its numbers.
        options: that the scores are computed with.
        cut: whether the last step ends at the length limit, rather than with end pieces.
        text: the source.
    """
    draw = random.Random(seed)
    options = options or SearchOptions(beam=beam, n_best=beam)
    source = source_pieces(text)
    mask = np.zeros(len(source), dtype=np.float32)
    done: list[Hypothesis] = []
    happened: list[Event] = [
        Started(text, ((0, len(text)),), options, MODEL, record="none"),
        Encoded(0, source, START, None, np.zeros((len(source),) * 2, np.float32), 99, options),
    ]
    live: list[tuple[tuple[Piece, ...], float]] = [((), 0.0)]
    for index in range(steps):
        last = index == steps - 1
        children: list[tuple[float, int, tuple[Piece, ...], float]] = []
        # At least as many children as the beam is wide, so that the tree never dies out.
        for parent, (pieces, total) in enumerate(live):
            for word in draw.sample(_WORDS, 4 if len(live) > 1 else min(len(_WORDS), beam + 1)):
                value = -draw.expovariate(1.0)
                children.append((total + value, parent, (*pieces, target_piece(word)), value))
        children.sort(key=lambda child: -child[0])
        going = children[:beam]
        ended = []
        for parent, (pieces, total) in enumerate(live):
            if last or (index > steps // 3 and draw.random() < 0.1):
                value = -draw.expovariate(1.0)
                piece = target_piece(draw.choice(_WORDS)) if cut and last else END
                ended.append((total + value, parent, (*pieces, piece), value))
        if last:
            going = []
        hypotheses = []
        for place, (total, parent, pieces, value) in enumerate([*going, *ended]):
            parts = ScoreParts.of(total, 0.0, index + 1, options)
            hypotheses.append(
                LiveHypothesis(
                    parent=parent if index else -1,
                    piece=pieces[-1],
                    log_probability=value,
                    parts=parts,
                    text=readable(pieces),
                    candidates=(Candidate(pieces[-1], math.exp(value), value),),
                    decoder_self=None,
                    cross=None,
                    finished=place >= len(going),
                )
            )
            if place >= len(going):
                ending = "end" if pieces[-1] == END else "length limit"
                done.append(
                    Hypothesis(pieces, readable(pieces), parts, (), ending, index, place)  # type: ignore[arg-type]
                )
        happened.append(
            Step(0, index, tuple(hypotheses), np.zeros(index + 1, np.float32), mask, last)
        )
        live = [(pieces, total) for total, _, pieces, _ in going]
    done.sort(key=lambda output: -output.score)
    outputs = tuple(done[: options.n_best])
    happened += [Finished(0, outputs), Translated(outputs[0].text)]
    return happened
