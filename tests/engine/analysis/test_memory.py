from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest

from engine.analysis.memory import OBJECT_BYTES, held_bytes
from engine.search.footprint import CANDIDATE_BYTES
from engine.search.options import SearchOptions
from engine.trace import Trace
from tests.engine.conftest import MakeTranslator


def arrays(thing: object) -> Iterator[np.ndarray]:
    """Every array that hangs on something, found by walking all of it."""
    if isinstance(thing, np.ndarray):
        yield thing
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            yield from arrays(part)
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from arrays(getattr(thing, field.name))


@pytest.mark.parametrize("record", ["all", "best", "none"])
@pytest.mark.parametrize("beam", [1, 3])
def test_arrays_count_to_the_byte_and_once(
    make_translator: MakeTranslator, record: str, beam: int
) -> None:
    options = SearchOptions(beam=beam, n_best=beam, max_length=7, candidates=4)
    events = make_translator(0).stream("I love you. Where is it?", options, record)  # type: ignore[arg-type]
    trace = Trace(next(events))  # type: ignore[arg-type]
    empty = held_bytes(trace)
    for event in events:
        trace.add(event)
    once = {id(array): array.nbytes for array in arrays(trace)}
    lists = {
        id(live.candidates): len(live.candidates)
        for sentence in trace.sentences
        for step in sentence.steps
        for live in step.hypotheses
    }
    rest = held_bytes(trace) - sum(once.values()) - CANDIDATE_BYTES * sum(lists.values())
    assert empty < rest
    assert rest % OBJECT_BYTES == 0
