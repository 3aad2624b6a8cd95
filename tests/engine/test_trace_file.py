"""A trace file gives back what was saved, or is refused with one sentence."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import random
import re
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from engine.cli.trace_summary import describe
from engine.errors import OutputError, TraceFileError
from engine.events import AttentionKind, Encoded, Piece, Record, Step, Translated
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from engine.traces import atomic, container
from engine.traces.arrays import DTYPES
from engine.traces.check import check
from engine.traces.file import load, save
from engine.translator import Translator
from tests.engine.trace_tools import equal, events_of, sharing, trace_of

ROOT = Path(__file__).resolve().parents[2]
MakeTranslator = Callable[..., Translator]
TEXT = "The dog. Where is the 😆 station?"
SEARCH = SearchOptions(beam=3, n_best=2, max_length=6, no_repeat_ngram=1, candidates=4)


@pytest.fixture(scope="module")
def tiny(make_translator: MakeTranslator) -> Translator:
    return make_translator(1, d_model=16, heads=2, d_ff=16, encoder_layers=1, decoder_layers=2)


@pytest.fixture(scope="module")
def trace(tiny: Translator) -> Trace:
    return trace_of(tiny.stream(TEXT, SEARCH))


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that writes a thousand files need not wait for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def refused(path: Path) -> str:
    """The one sentence that a file is refused with."""
    with pytest.raises(TraceFileError) as caught:
        load(path)
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    assert message.endswith(".")
    return message


# ------------------------------------------------------------------------- there and back


def test_sixty_words_and_a_beam_of_four(tiny: Translator, tmp_path: Path) -> None:
    """The issue's third "shows"."""
    text = " ".join(["the dog chased the cat and I love the bank"] * 6) + "."
    options = SearchOptions(beam=4, n_best=4, max_length=80)
    trace = trace_of(tiny.stream(text, options))
    (sentence,) = trace.sentences
    assert len(text.split()) == 60 and len(sentence.steps) == 80
    assert max(len(step.hypotheses) for step in sentence.steps) == 4
    path = tmp_path / "sixty.trace"
    save(trace, path)
    again = load(path)
    assert equal(again, trace)
    assert sharing(again) == sharing(trace)
    data = path.read_bytes()
    generator = random.Random(3)
    for _ in range(20):
        at = generator.randrange(len(data))
        flipped = bytearray(data)
        flipped[at] ^= generator.randrange(1, 256)
        path.write_bytes(flipped)
        refused(path)
        path.write_bytes(data[:at])
        refused(path)


def options_of_all_kinds(vocabulary: int) -> list[tuple[Record, SearchOptions]]:
    return [
        ("all", SEARCH),
        ("best", SEARCH),
        ("none", SEARCH),
        ("all", SearchOptions(sample=True, n_best=3, seed=2**80, max_length=5, top_k=7)),
        ("all", SearchOptions(prefix="Je", max_length=9, alpha=1, normalisation="average")),
        ("all", SearchOptions(prefix=(7, 9), forbidden=(12, 13), repetition_penalty=1.5)),
        ("best", SearchOptions(beam=3, required=(20,), max_length=5, stopping="first")),
        ("all", SearchOptions(forbidden=tuple(range(vocabulary)), max_length=3)),
    ]


@pytest.mark.parametrize("number", range(8))
def test_every_kind_of_search_comes_back(tiny: Translator, tmp_path: Path, number: int) -> None:
    record, options = options_of_all_kinds(tiny.vocabulary.size)[number]
    trace = trace_of(tiny.stream(TEXT, options, record))
    save(trace, tmp_path / "t")
    again = load(tmp_path / "t")
    assert equal(again, trace)
    assert sharing(again) == sharing(trace)


def test_a_reference_comes_back(tiny: Translator, tmp_path: Path) -> None:
    trace = trace_of(tiny.stream("The dog.", SearchOptions(reference="Le chien")))
    save(trace, tmp_path / "t")
    assert equal(load(tmp_path / "t"), trace)


def test_saving_is_reproducible_and_needs_little(trace: Trace, tmp_path: Path) -> None:
    save(trace, tmp_path / "a")
    save(load(tmp_path / "a"), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    # Hypotheses of one parent share their rows: each is in the file once.
    rows = {id(x.cross): x.cross for s in trace.sentences for t in s.steps for x in t.hypotheses}
    arrays = container.read(tmp_path / "a")
    stored = sum(arrays[f"{number}.cross"].size for number in (0, 1))
    assert stored == sum(row.size for row in rows.values() if row is not None)
    assert any(len(step.hypotheses) > 1 for step in trace.sentences[0].steps[1:])


def test_float16_rounds_the_weights_and_nothing_else(trace: Trace, tmp_path: Path) -> None:
    save(trace, tmp_path / "full")
    save(trace, tmp_path / "half", "float16")
    again = load(tmp_path / "half")
    for ours, theirs in zip(trace.sentences, again.sentences, strict=True):
        assert equal(theirs.encoded.mask, ours.encoded.mask)
        pairs = [(ours.encoded.attention, theirs.encoded.attention)]
        for step, other in zip(ours.steps, theirs.steps, strict=True):
            assert equal(other.self_mask, step.self_mask)
            for a, b in zip(step.hypotheses, other.hypotheses, strict=True):
                pairs += [(a.cross, b.cross), (a.decoder_self, b.decoder_self)]
                bare = [dataclasses.replace(x, cross=None, decoder_self=None) for x in (a, b)]
                assert equal(*bare)
        for weights, rounded in pairs:
            assert weights is not None and rounded is not None
            assert rounded.dtype == np.float32 and rounded.flags.c_contiguous
            assert equal(rounded, weights.astype(np.float16).astype(np.float32))
            assert (np.abs(rounded - weights) <= np.maximum(5e-4 * weights, 3e-8)).all()
    assert not equal(again, trace)
    size = sum(
        array.nbytes
        for name, array in container.read(tmp_path / "full").items()
        if name != "events" and "mask" not in name
    )
    saved = (tmp_path / "full").stat().st_size - (tmp_path / "half").stat().st_size
    assert abs(saved - size / 2) < 64  # the header
    with pytest.raises(ValueError, match="bfloat16"):
        save(trace, tmp_path / "x", "bfloat16")  # type: ignore[arg-type]


def test_minus_infinity_in_masks_survives(trace: Trace, tmp_path: Path) -> None:
    changed = Trace(trace.started)
    for event in events_of(trace)[1:]:
        if isinstance(event, Step):
            mask = event.cross_mask.copy()
            mask[-1] = -np.inf
            event = dataclasses.replace(event, cross_mask=mask)
        if isinstance(event, Encoded):
            mask = event.mask.copy()
            mask[:, 0] = -np.inf
            event = dataclasses.replace(event, mask=mask)
        changed.add(event)
    for dtype in DTYPES:
        save(changed, tmp_path / "t", dtype)
        again = load(tmp_path / "t")
        assert np.isneginf(again.sentences[1].steps[2].cross_mask[-1])
        assert equal(again.sentences[0].encoded.mask, changed.sentences[0].encoded.mask)


def test_a_translation_stopped_anywhere(trace: Trace, tmp_path: Path, fast: None) -> None:
    events = events_of(trace)
    for count in range(1, len(events) + 1):
        begun = trace_of(iter(events[:count]))
        save(begun, tmp_path / "t")
        again = load(tmp_path / "t")
        assert equal(again, begun)
        assert describe(again, tmp_path / "t")
        assert again.text == begun.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n ",
        "\0",
        "a\0b\x1b[31m",
        "👩‍👩‍👧 🇫🇷",
        "\ud800",
        "x\ud83d\ude00y",
        '"\\"sha256\\":"',
        "\u2028",
    ],
    ids=ascii,
)
def test_any_text_survives(trace: Trace, tiny: Translator, tmp_path: Path, text: str) -> None:
    made = trace_of(tiny.stream(text, SearchOptions(max_length=2)))
    save(made, tmp_path / "t")
    assert equal(load(tmp_path / "t"), made)
    # In every place that text can stand.
    strange = Trace(dataclasses.replace(trace.started, text=TEXT + text, versions=((text, text),)))
    for event in events_of(trace)[1:]:
        strange.add(event)
    piece = Piece(5, text, "byte", text)
    encoded = strange.sentences[0].encoded
    strange.sentences[0].encoded = dataclasses.replace(encoded, start=piece)
    strange.translated = Translated(text, (0,), (0,))
    save(strange, tmp_path / "t")
    assert equal(load(tmp_path / "t"), strange)
    assert describe(strange, tmp_path / "t").isprintable() is False  # it has lines
    assert not {"\0", "\x1b", "\ud800", "\u2028"} & set(describe(strange, tmp_path / "t"))


# ------------------------------------------------------------------- damage and strangers


@pytest.fixture
def small(trace: Trace, tmp_path: Path) -> Path:
    """A file whose header ends with padding."""
    path = tmp_path / "small.trace"
    for count in range(1, 10):
        save(trace_of(iter(events_of(trace)[:count])), path)
        data = path.read_bytes()
        if data[8 + int.from_bytes(data[:8], "little") - 1] == ord(" "):
            return path
    raise AssertionError("no header is padded")


def test_every_flipped_byte_is_refused(small: Path) -> None:
    data = small.read_bytes()
    header = 8 + int.from_bytes(data[:8], "little")
    places = [*range(header), *range(header, len(data), 11)]
    for at in places:
        for flip in (0x01, 0x20):
            flipped = bytearray(data)
            flipped[at] ^= flip
            small.write_bytes(flipped)
            refused(small)
    # White space for white space is the same JSON.
    for space in b"\t\n\r":
        flipped = bytearray(data)
        flipped[header - 1] = space
        small.write_bytes(flipped)
        assert "damaged" in refused(small)
    small.write_bytes(data)
    load(small)


def test_every_cut_is_refused(small: Path) -> None:
    data = small.read_bytes()
    for length in [*range(300), *range(300, len(data), 41), len(data) - 1]:
        small.write_bytes(data[:length])
        refused(small)
    for more in (b"\0", b" ", data):
        small.write_bytes(data + more)
        refused(small)


def foreign(path: Path, kind: str) -> None:
    match kind:
        case "folder":
            path.mkdir()
        case "missing":
            pass
        case "pipe":
            os.mkfifo(path)
        case "safetensors":
            safetensors.numpy.save_file({"a": np.zeros(3)}, path)
        case "another's metadata":
            safetensors.numpy.save_file({"a": np.zeros(3)}, path, {"format": "pt"})
        case "no checksum":
            meta = {"format": container.FORMAT, "version": "1"}
            safetensors.numpy.save_file({"a": np.zeros(3)}, path, meta)
        case "no version":
            safetensors.numpy.save_file({}, path, {"format": container.FORMAT})
        case _:
            contents = {
                "empty": b"",
                "text": b"The dog chased the cat and went home to tell of it.\n" * 9,
                "zip": b"PK\x03\x04" + bytes(60),
                "zeros": bytes(64),
                "huge header": (2**63).to_bytes(8, "little") + b"{}",
                "no object": (2).to_bytes(8, "little") + b"[]",
                "deep": (200_000).to_bytes(8, "little") + b"[" * 200_000,
                "latin": (4).to_bytes(8, "little") + b'"\xe9 "',
            }
            path.write_bytes(contents[kind])


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("folder", "is a folder"),
        ("missing", "There is no trace file"),
        pytest.param(
            "pipe",
            "no plain file",
            marks=pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes"),
        ),
        ("safetensors", "no Diaphane trace"),
        ("another's metadata", "no Diaphane trace"),
        ("no checksum", "damaged"),
        ("no version", "damaged"),
        ("empty", "no Diaphane trace"),
        ("text", "no Diaphane trace"),
        ("zip", "no Diaphane trace"),
        ("zeros", "no Diaphane trace"),
        ("huge header", "no Diaphane trace"),
        ("no object", "no Diaphane trace"),
        ("deep", "no Diaphane trace"),
        ("latin", "no Diaphane trace"),
    ],
)
def test_what_is_no_trace_is_named(tmp_path: Path, kind: str, expected: str) -> None:
    path = tmp_path / "other.trace"
    foreign(path, kind)
    assert expected in refused(path)


def test_a_file_that_may_not_be_read(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    assert "cannot be read: Permission denied" in refused(small)


def test_a_name_that_cannot_be() -> None:
    with pytest.raises(TraceFileError):
        load("a\0b")
    with pytest.raises(TraceFileError):
        load(Path(__file__) / "b")


def test_a_newer_version_asks_for_an_update(
    trace: Trace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "VERSION", 12)
    save(trace, tmp_path / "t")
    monkeypatch.undo()
    message = refused(tmp_path / "t")
    assert "newer Diaphane" in message and "12" in message and "update" in message


# --------------------------------------------------- wrong contents under a right checksum

Values = dict[str, Any]
Change = Callable[[Values, container.Arrays], object]


def forge(source: Path, target: Path, change: Change) -> None:
    """A file with a right checksum, and contents that :func:`save` never writes."""
    arrays = container.read(source)
    values = json.loads(arrays["events"].tobytes())
    events = arrays["events"]
    change(values, arrays)
    if arrays.get("events") is events:
        arrays["events"] = container.bytes_array(json.dumps(values).encode())
    container.write(target, arrays)


def put(*path: Any, value: Any) -> Change:
    def change(values: Values, _: container.Arrays) -> None:
        inner: Any = values
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value

    return change


def put_array(name: str, value: Any) -> Change:
    return lambda _, arrays: arrays.__setitem__(name, value)


STEP = ("sentences", 0, "steps", 1)
LIVE = (*STEP, "hypotheses", 0)
OUTPUT = ("sentences", 0, "finished", "hypotheses", 0)
WRONG: list[tuple[Change, str]] = [
    (lambda _, arrays: arrays.pop("events"), "no events"),
    (put_array("events", np.zeros(3, np.float32)), "no events"),
    (lambda _, arrays: arrays.pop("0.cross"), "'0.cross' is missing"),
    (put_array("0.cross", np.zeros(99, np.float64)), "another type"),
    (put_array("0.cross", np.zeros((99, 9), np.float32)), "another type"),
    (put_array("0.cross", np.zeros(5, np.float32)), "beyond the end"),
    (lambda _, arrays: arrays["0.cross"].fill(np.nan), "not finite"),
    (lambda _, arrays: arrays["0.mask"].fill(1), "above 0"),
    (lambda _, arrays: arrays["0.mask"].fill(np.nan), "above 0"),
    (lambda values, _: values.pop("pieces"), "pieces is not there"),
    (lambda values, _: values.pop("started"), "started is not there"),
    (put("more", value=1), "more is not known"),
    (put("sentences", value={}), "sentences is not a list"),
    (put("started", "record", value="some"), "record is not one of"),
    (put("started", "text", value=5), "text is not text"),
    (put("started", "text", value=""), "not in the text"),
    (put("started", "sentences", 0, value=[0]), "a list of 2"),
    (put("started", "sentences", 0, value=[5, 2]), "not in the text"),
    (put("started", "sentences", value=[]), "too many sentences"),
    (put("started", "options", "beam", value=99), "beam must be at most 32"),
    (put("started", "options", "beam", value=True), "beam is not a whole number"),
    (put("started", "options", "alpha", value=10**400), "alpha is not a finite number"),
    (put("started", "options", "prefix", value=[1, "x"]), "prefix"),
    (put("started", "options", "wings", value=2), "wings is not known"),
    (put("started", "model", "heads", value=10**9), "heads cannot be"),
    (put("started", "model", "heads", value=3), "belongs"),
    (put("started", "model", "parameters", value=10**400), "parameters cannot be"),
    (put("started", "versions", value=[["a"]]), "a list of 2"),
    (put("pieces", 0, "id", value=-1), "has the id -1"),
    (put("pieces", 0, "kind", value="odd"), "kind is not one of"),
    (put("pieces", 0, "span", value=[0, 999]), "not in the text"),
    (put("candidates", 0, 0, "piece", value=10**6), "no entry of its table"),
    (put("candidates", 0, 0, "probability", value=2), "probability 2"),
    (put("candidates", 0, 0, "chance", value=-1), "probability -1"),
    (put("sentences", 0, "encoded", "sentence", value=1), "out of order"),
    (put("sentences", 0, "encoded", "pieces", value=[]), "source pieces cannot be"),
    (put("sentences", 0, "encoded", "mask", value=None), "malformed"),
    (put("sentences", 0, "encoded", "max_length", value=0), "length limit"),
    (put("sentences", 0, "finished", value=None), "before the end of the last"),
    (put("sentences", 0, "finished", "hypotheses", value=[]), "no output"),
    (lambda values, _: values["sentences"].pop(), "before all sentences"),
    (put(*STEP, "index", value=4), "out of order"),
    (put(*STEP, "hypotheses", value=[]), "no hypotheses"),
    (put(*STEP, "last", value=0), "last is not true or false"),
    (put(*LIVE, "parent", value=3), "no live parent"),
    (put(*LIVE, "parent", value=-1), "no live parent"),
    (put("sentences", 0, "steps", 0, "hypotheses", 0, "parent", value=0), "has a parent"),
    (put("sentences", 0, "steps", 0, "hypotheses", 0, "finished", value=True), "no live parent"),
    (put(*LIVE, "piece", value=-1), "no entry of its table"),
    (put(*LIVE, "piece", value=0.0), "no entry of its table"),
    (put(*LIVE, "candidates", value=10**9), "no entry of its table"),
    (put(*LIVE, "parts", "score", value="low"), "score is not a number"),
    (put(*LIVE, "log_probability", value=math.nan), "not a finite number"),
    (put(*LIVE, "cross", value=["0.cross", 0, [1, 1]]), "belongs"),
    (put(*LIVE, "cross", value=["0.cross", -1, [2, 2, 5]]), "wrong number"),
    (put(*LIVE, "cross", value=["0.cross", 0, [10**30, 0]]), "wrong number"),
    (put(*LIVE, "cross", value=["0.cross", 0, [2**40, 2**40, 0, 2**40]]), "belongs|array"),
    (put(*LIVE, "cross", value=["0.cross", 0, [1] * 40]), "malformed"),
    (put(*LIVE, "cross", value=["events", 0, [1]]), "is missing"),
    (put(*OUTPUT, "step", value=2), "does not end where it says"),
    (put(*OUTPUT, "index", value=77), "last step is not there"),
    (put(*OUTPUT, "index", value=-1), "last step is not there"),
    (put(*OUTPUT, "pieces", 0, value=0), "differs from its steps"),
    (put(*OUTPUT, "pieces", value=[]), "not as many scores"),
    (put(*OUTPUT, "log_probabilities", value=[-1.0]), "not as many scores"),
    (put(*OUTPUT, "ending", value="bored"), "ending is not one of"),
    (put("translated", "cut", value=[2]), "no sentence 3"),
    (put("translated", "text", value=None), "text is not text"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_forged_file_is_refused(trace: Trace, tmp_path: Path, fast: None, number: int) -> None:
    change, expected = WRONG[number]
    save(trace, tmp_path / "good")
    forge(tmp_path / "good", tmp_path / "bad", lambda *_: None)
    assert equal(load(tmp_path / "bad"), trace)
    forge(tmp_path / "good", tmp_path / "bad", change)
    message = refused(tmp_path / "bad")
    assert "not a trace as Diaphane makes them" in message
    assert re.search(expected, message), message


@pytest.mark.parametrize("events", [b"", b"{", b"[]", b"\xff", b"nul", b"[" * 100_000, b"9" * 9999])
def test_events_that_are_no_json(trace: Trace, tmp_path: Path, fast: None, events: bytes) -> None:
    save(trace, tmp_path / "t")
    arrays = container.read(tmp_path / "t")
    arrays["events"] = container.bytes_array(events)
    container.write(tmp_path / "t", arrays)
    refused(tmp_path / "t")


def places(values: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = values.items() if isinstance(values, dict) else enumerate(values)
    found = []
    for key, inner in items:
        found.append((*path, key))
        if isinstance(inner, dict | list):
            found += places(inner, (*path, key))
    return found


def look_at_everything(trace: Trace, path: Path) -> None:
    """What a window does with a trace."""
    assert describe(trace, path)
    assert isinstance(trace.text, str)
    for sentence in trace.sentences:
        for kind in AttentionKind:
            for step in range(len(sentence.steps)):
                for place in range(len(sentence.steps[step].hypotheses)):
                    sentence.attention(kind, step, place)
                    sentence.attention_matrix(kind, 0, None, step, place)


def test_whatever_is_changed_is_refused_or_harmless(
    tiny: Translator, tmp_path: Path, fast: None
) -> None:
    options = SearchOptions(beam=2, n_best=2, max_length=3, candidates=2)
    save(trace_of(tiny.stream("The dog. ok", options)), tmp_path / "good")
    values = json.loads(container.read(tmp_path / "good")["events"].tobytes())
    everywhere = places(values)
    generator = random.Random(1)
    junk: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        7,
        2**31,
        10**30,
        1.5,
        1e308,
        "",
        "x",
        [],
        {},
        [0],
        [[]],
        {"a": 1},
    ]
    kept = 0
    for _ in range(500):
        place, value = generator.choice(everywhere), generator.choice(junk)
        forge(tmp_path / "good", tmp_path / "bad", put(*place, value=value))
        try:
            again = load(tmp_path / "bad")
        except TraceFileError:
            continue
        kept += 1
        check(again)
        look_at_everything(again, tmp_path / "bad")
    assert 0 < kept < 250


def test_a_trace_that_no_stream_makes_is_not_saved(trace: Trace, tmp_path: Path) -> None:
    broken = trace_of(iter(events_of(trace)))
    step = broken.sentences[0].steps[1]
    orphan = dataclasses.replace(step.hypotheses[0], parent=9)
    broken.sentences[0].steps[1] = dataclasses.replace(step, hypotheses=(orphan,))
    with pytest.raises(ValueError, match="no live parent"):
        save(broken, tmp_path / "t")
    odd = dataclasses.replace(step.hypotheses[0], log_probability=math.inf)
    broken.sentences[0].steps[1] = dataclasses.replace(step, hypotheses=(odd, *step.hypotheses[1:]))
    with pytest.raises(ValueError, match="log_probability is not a finite number"):
        save(broken, tmp_path / "t")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("reading", [1, 2])
def test_a_trace_that_grows_meanwhile(trace: Trace, tmp_path: Path, reading: int) -> None:
    """The window adds what has come while the worker saves: no step is missed and its end kept."""

    class Growing(list[Step]):
        readings = 0

        def __iter__(self) -> Iterator[Step]:
            yield from list(super().__iter__())
            self.readings += 1
            if self.readings == reading:
                for event in rest:
                    growing.add(event)

    whole = trace.sentences[0]
    events = events_of(trace)
    rest = events[2 + len(whole.steps) - 1 :]
    assert rest[0] is whole.steps[-1]
    growing = Trace(trace.started)
    growing.sentences.append(SentenceTrace(whole.encoded, Growing(whole.steps[:-1])))
    save(growing, tmp_path / "t")
    (again,) = load(tmp_path / "t").sentences
    assert len(again.steps) == len(whole.steps) - 1 and again.finished is None


# ----------------------------------------------------------------------- all or nothing


def test_places_that_nothing_can_be_written_to(
    trace: Trace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, expected in (
        (".", "is a folder"),
        ("nowhere/a.trace", "no folder"),
        ("file/a.trace", "no folder"),
        ("n" * 300, "cannot be written"),
        ("a\0b", "cannot be written"),
        ("loop", "cannot be written"),
    ):
        with pytest.raises(OutputError, match=expected) as caught:
            save(trace, tmp_path / name)
        assert str(tmp_path / name) in str(caught.value)
        assert str(caught.value).endswith(".")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OutputError, match="write-protected"):
        save(trace, tmp_path / "t")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "loop"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
def test_a_device_is_not_replaced(trace: Trace, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OutputError, match="no plain file"):
        save(trace, tmp_path / "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_was_there_stays_when_writing_fails(
    trace: Trace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = tmp_path / "t"
    save(trace, path)
    before = path.read_bytes()

    def fails(_: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fails)
    expected = OutputError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        save(trace, path, "float16")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="needs a limit of file sizes")
def test_a_disk_that_is_full_half_way(trace: Trace, tmp_path: Path) -> None:
    save(trace, tmp_path / "good")
    code = """
        import resource, sys
        from pathlib import Path
        from engine.errors import OutputError
        from engine.traces.file import load, save
        folder = Path(sys.argv[1])
        trace = load(folder / "good")
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
        try:
            save(trace, folder / "full")
        except OutputError as error:
            print(error)
    """
    command = [sys.executable, "-c", textwrap.dedent(code), str(tmp_path)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "full cannot be written: File too large" in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["good"]


def test_a_link_stays_a_link_and_permissions_are_usual(trace: Trace, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "real")
    save(trace, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert equal(load(tmp_path / "folder" / "real"), trace)
    (tmp_path / "plain").write_text("x")
    assert (tmp_path / "plain").stat().st_mode == (tmp_path / "link").stat().st_mode


def test_a_name_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    with atomic.replacing(path) as file:
        file.write(b"x")
    assert path.read_bytes() == b"x"
