"""Trace files with something wrong behind a checksum that is right: one sentence, or a trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import TraceFileError
from engine.search.options import SearchOptions
from engine.traces.file import load, save
from engine.translator import Translator
from tests.engine.trace_tools import equal, trace_of
from tests.fuzz.choices import Choices
from tests.fuzz.trace_edits import edit_trace, sealed


@pytest.fixture(scope="module")
def path(make_translator: Callable[..., Translator], tmp_path_factory) -> Path:
    tiny = make_translator(1, d_model=16, heads=2, d_ff=16, encoder_layers=1, decoder_layers=1)
    path = tmp_path_factory.mktemp("trace") / "t.trace"
    options = SearchOptions(beam=2, n_best=2, max_length=3, candidates=3)
    save(trace_of(tiny.stream("The dog.", options)), path)
    return path


@given(recipe=st.binary(min_size=4, max_size=60))
@settings(deadline=None, max_examples=150)
def test_any_change_is_refused_or_can_be_saved_again(path, recipe) -> None:
    changed, again = path.with_name("changed"), path.with_name("again")
    changed.write_bytes(edit_trace(path.read_bytes(), Choices(recipe)))
    try:
        trace = load(changed)
    except TraceFileError as error:
        message = str(error)
        message.encode()
        assert "\n" not in message and message.endswith("."), message
        return
    save(trace, again)
    assert equal(load(again), trace)


@pytest.mark.parametrize("key", ["\ud800", "a\nb", "x" * 5000, "\x1b[2J"])
def test_a_key_that_cannot_be_printed(path, tmp_path, key) -> None:
    arrays = dict(safetensors.numpy.load(path.read_bytes()))
    events = json.loads(arrays["events"].tobytes())
    events["pieces"][0][key] = 1
    arrays["events"] = np.frombuffer(json.dumps(events).encode(), np.uint8)
    metadata = {"format": "diaphane-trace", "version": "1", "sha256": "0" * 64}
    (tmp_path / "t").write_bytes(sealed(safetensors.numpy.save(arrays, metadata)))
    with pytest.raises(TraceFileError, match="not known to this Diaphane") as caught:
        load(tmp_path / "t")
    message = str(caught.value)
    message.encode()
    assert message.isprintable() and len(message) < 500
