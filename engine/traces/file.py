"""Saving a trace as one file and opening it again; ``docs/trace-format.md`` has the format.

The array ``events`` is JSON: all events, and tables of what many of them share. The numbers of
the attention and the masks lie in arrays of their own. Everything read is untrusted: types,
shapes and indices are checked before anything is made of them, and nothing is unpickled.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np

from engine.events import (
    Candidate,
    Encoded,
    Finished,
    FloatArray,
    Piece,
    Started,
    Step,
    Translated,
)
from engine.trace import SentenceTrace, Trace
from engine.traces import container
from engine.traces.arrays import DTYPES, ArrayReader, ArrayWriter, Dtype
from engine.traces.check import check
from engine.traces.plain import Hooks, MalformedError, from_plain, to_plain, where
from engine.traces.plain import Path as Place

_EVENTS = "events"
_CANDIDATES = tuple[Candidate, ...]
# Kinds of arrays that float16 does not touch.
_EXACT = frozenset({"mask", "self_mask", "cross_mask"})


@dataclass(frozen=True)
class _Sentence:
    encoded: Encoded
    steps: tuple[Step, ...]
    finished: Finished | None


@dataclass(frozen=True)
class _Translation:
    """What ``events`` holds beside the tables."""

    started: Started
    sentences: tuple[_Sentence, ...]
    translated: Translated | None


_LONG = (tuple[_Sentence, ...], tuple[Step, ...])
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def save(trace: Trace, path: Path | str, dtype: Dtype = "float32") -> None:
    """Write a trace, also an unfinished one, all of it or nothing.

    It may grow in another thread meanwhile; what had come at the beginning is written.

    Args:
        trace: what to write.
        path: where; a file there is replaced.
        dtype: of the attention weights. "float32" opens again equal in every bit; "float16"
            halves the size and rounds each weight to within 0.05 % (below 6e-5: to within
            3e-8), so that rows no longer sum exactly to 1. All else stays exact.

    Raises:
        OutputError: it cannot be written there.
        ValueError: the events do not fit together as those of a stream do, or there is no such
            dtype.
    """
    if dtype not in DTYPES:
        raise ValueError(f"dtype {dtype!r} is not one of {', '.join(DTYPES)}")
    trace = _frozen(trace)
    check(trace)
    writer = _Writer()
    sentences = tuple(_Sentence(s.encoded, tuple(s.steps), s.finished) for s in trace.sentences)
    text = writer.text(_Translation(trace.started, sentences, trace.translated))
    # A lone surrogate, which is no text, is kept as it is too.
    events = container.bytes_array(text.encode("utf-8", "surrogatepass"))
    container.write(path, {_EVENTS: events, **writer.arrays.packs(dtype, _EXACT)})


def load(path: Path | str) -> Trace:
    """Open a trace file; what hypotheses shared they share again.

    Raises:
        TraceFileError: the file is missing, no trace, damaged, cut off, of a newer version, or
            put together wrongly; the message names it.
    """
    arrays = container.read(path)
    events = arrays.pop(_EVENTS, None)
    if events is None or events.dtype != np.uint8 or events.ndim != 1:
        raise container.malformed(path, "it has no events")
    try:
        values = json.loads(events.tobytes().decode("utf-8", "surrogatepass"))
        if not isinstance(values, dict):
            raise MalformedError("its events are no object")
        trace = _trace(values, ArrayReader(arrays))
        check(trace)
    except RecursionError:
        raise container.malformed(path, "its events are nested too deeply") from None
    except ValueError as error:
        raise container.malformed(path, str(error)) from None
    return trace


def _frozen(trace: Trace) -> Trace:
    """The same as it is now."""
    # Read against the order in which a trace grows, so that nothing is taken without what
    # came before it.
    frozen = Trace(trace.started, translated=trace.translated)
    for sentence in tuple(trace.sentences):
        finished = sentence.finished
        frozen.sentences.append(SentenceTrace(sentence.encoded, list(sentence.steps), finished))
    return frozen


class _Writer:
    """Gathers what many events share while they are made plain.

    Each step is made text at once. All of a trace as plain values would be so many objects that
    Python looks for garbage among them, and its JSON encoder would hold the interpreter lock for
    as long as it needs for them all: other threads, a window's too, would stand still.
    """

    def __init__(self) -> None:
        self.arrays = ArrayWriter()
        self.pieces: list[str] = []
        self.candidates: list[str] = []
        self._piece_numbers: dict[Piece, int] = {}
        self._candidate_numbers: dict[int, int] = {}
        self.hooks: Hooks = {
            Piece: self._piece,
            _CANDIDATES: self._shared_candidates,
            FloatArray: self._array,
        }

    def text(self, translation: _Translation) -> str:
        """A translation with the tables of what it shares, as JSON."""
        events = self._encode(_Translation, translation, ())
        pieces, candidates = ",".join(self.pieces), ",".join(self.candidates)
        return f'{{"pieces":[{pieces}],"candidates":[{candidates}],{events[1:]}'

    def _encode(self, kind: Any, value: Any, path: Place) -> str:
        if kind in (_Translation, _Sentence):
            hints = get_type_hints(kind)
            parts = [
                f'"{name}":{self._encode(hints[name], getattr(value, name), (*path, name))}'
                for name in (field.name for field in fields(kind))
            ]
            return f"{{{','.join(parts)}}}"
        if kind in _LONG:
            inner = get_args(kind)[0]
            found = [self._encode(inner, each, (*path, n)) for n, each in enumerate(value)]
            return f"[{','.join(found)}]"
        return _JSON.encode(to_plain(kind, value, self.hooks, path))

    def _piece(self, piece: Piece, _: Place) -> int:
        if piece not in self._piece_numbers:
            self._piece_numbers[piece] = len(self.pieces)
            self.pieces.append(_JSON.encode(to_plain(Piece, piece, {})))
        return self._piece_numbers[piece]

    def _shared_candidates(self, candidates: tuple[Candidate, ...], _: Place) -> int:
        number = self._candidate_numbers.get(id(candidates))
        if number is None:
            number = self._candidate_numbers[id(candidates)] = len(self.candidates)
            plain = to_plain(_CANDIDATES, candidates, {Piece: self._piece})
            self.candidates.append(_JSON.encode(plain))
        return number

    def _array(self, array: FloatArray, place: Place) -> list[Any]:
        # ("sentences", number, …, field)
        return self.arrays.add(f"{place[1]}.{place[-1]}", array)


def _trace(values: dict[str, Any], arrays: ArrayReader) -> Trace:
    """The trace of what :func:`save` has put down.

    Raises:
        ValueError: something is missing or not what it should be.
    """
    missing = {"pieces", "candidates"} - values.keys()
    if missing:
        raise MalformedError(f"{missing.pop()} is not there")
    pieces = from_plain(tuple[Piece, ...], values.pop("pieces"), {}, ("pieces",))

    def piece(number: Any, path: Place) -> Any:
        return _entry(pieces, number, path)

    def array(place: Any, path: Place) -> FloatArray:
        try:
            return arrays.get(place)
        except MalformedError as error:
            raise MalformedError(f"{where(path)}: {error}") from None

    lists = from_plain(
        tuple[_CANDIDATES, ...],
        values.pop("candidates"),
        {Piece: piece},
        ("candidates",),
    )
    hooks: Hooks = {
        Piece: piece,
        _CANDIDATES: lambda number, path: _entry(lists, number, path),
        FloatArray: array,
    }
    translation: _Translation = from_plain(_Translation, values, hooks)
    trace = Trace(translation.started)
    for sentence in translation.sentences:
        trace.add(sentence.encoded)
        for step in sentence.steps:
            trace.add(step)
        if sentence.finished is not None:
            trace.add(sentence.finished)
    if translation.translated is not None:
        trace.add(translation.translated)
    return trace


def _entry(table: tuple[Any, ...], number: Any, path: Place) -> Any:
    if type(number) is not int or not 0 <= number < len(table):
        raise MalformedError(f"{where(path)} is no entry of its table")
    return table[number]
