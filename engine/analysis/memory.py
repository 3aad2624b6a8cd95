"""How much memory a trace holds: what is kept of a sitting has to end somewhere.

Imports neither torch nor Qt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import LiveHypothesis
from engine.search.footprint import CANDIDATE_BYTES
from engine.trace import SentenceTrace, Trace

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

OBJECT_BYTES = 600
"""A hypothesis without its arrays and its candidates, a finished output, a piece; measured."""


def held_bytes(trace: Trace) -> int:
    """Bytes of a trace's arrays, to the byte, and of its Python objects, about.

    Arrays and candidates that several hypotheses share count once. Another trace may hold the
    same ones, as one that a "what if" went on from does, so a sum over traces is the most that
    they can take.
    """
    return sum(_of_sentence(sentence) for sentence in trace.sentences) + OBJECT_BYTES


def _of_sentence(sentence: SentenceTrace) -> int:
    arrays: dict[int, int] = {}
    candidates: dict[int, int] = {}
    encoded = sentence.encoded
    _count(arrays, encoded.attention, encoded.mask)
    objects = len(encoded.pieces)
    for step in sentence.steps:
        _count(arrays, step.self_mask, step.cross_mask)
        objects += len(step.hypotheses)
        for live in step.hypotheses:
            _count_live(arrays, candidates, live)
    if sentence.finished is not None:
        objects += len(sentence.finished.hypotheses)
        for output in sentence.finished.hypotheses:
            _count(arrays, output.decoder_self, output.cross, output.gates)
    return (
        sum(arrays.values()) + CANDIDATE_BYTES * sum(candidates.values()) + OBJECT_BYTES * objects
    )


def _count_live(arrays: dict[int, int], candidates: dict[int, int], live: LiveHypothesis) -> None:
    _count(arrays, live.decoder_self, live.cross, live.gates)
    candidates[id(live.candidates)] = len(live.candidates)


def _count(arrays: dict[int, int], *found: npt.NDArray[np.float32] | None) -> None:
    for array in found:
        if array is not None:
            arrays[id(array)] = array.nbytes
