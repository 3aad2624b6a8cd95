"""Makes small traces and compares them; shared by the tests of trace files."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.events import Event, Started
from engine.trace import Trace


def trace_of(events: Iterator[Event]) -> Trace:
    """The trace of a stream."""
    started = next(events)
    assert isinstance(started, Started)
    trace = Trace(started)
    for event in events:
        trace.add(event)
    return trace


def events_of(trace: Trace) -> list[Event]:
    """The events that a trace was made of."""
    events: list[Event] = [trace.started]
    for sentence in trace.sentences:
        events += [sentence.encoded, *sentence.steps]
        events += [sentence.finished] if sentence.finished is not None else []
    return events + ([trace.translated] if trace.translated is not None else [])


def equal(a: Any, b: Any) -> bool:
    """Whether two values are of the same types and equal in every bit."""
    if type(a) is not type(b):
        return False
    if isinstance(a, Trace):
        return equal(tuple(events_of(a)), tuple(events_of(b)))
    if dataclasses.is_dataclass(a):
        names = [field.name for field in dataclasses.fields(a)]
        return all(equal(getattr(a, name), getattr(b, name)) for name in names)
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, np.ndarray):
        same: bool = a.dtype == b.dtype and a.shape == b.shape
        return same and a.tobytes() == b.tobytes()
    if isinstance(a, float):
        return bool(a.hex() == b.hex())
    return bool(a == b)


def sharing(trace: Trace) -> list[int]:
    """For every array and list of candidates, the number of the first that is the same object."""
    numbers: dict[int, int] = {}
    found: list[int] = []
    for sentence in trace.sentences:
        for step in sentence.steps:
            shared: list[object] = [step.self_mask, step.cross_mask]
            for live in step.hypotheses:
                shared += [live.candidates, live.decoder_self, live.cross]
            found += [
                numbers.setdefault(id(each), len(numbers)) for each in shared if each is not None
            ]
    return found
