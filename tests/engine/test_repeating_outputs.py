"""An output that repeats itself at its end says so: in events, files, reports, on the command line.

Random weights write such outputs by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.cli.trace_summary import describe
from engine.errors import TraceFileError
from engine.events import Finished, Hypothesis, Translated
from engine.search.loops import find_loop
from engine.search.options import SearchOptions
from engine.trace import Trace
from engine.traces import container, file
from engine.traces.report import report
from engine.translator import Translator
from tests.engine.trace_tools import equal, trace_of

TEXT = "The dog. Where is the 😆 station?"
SEARCH = SearchOptions(beam=3, n_best=3, max_length=40)
MakeTranslator = Callable[..., Translator]


@pytest.fixture(scope="module")
def tiny(make_translator: MakeTranslator) -> Translator:
    return make_translator(1, d_model=16, heads=2, d_ff=16, encoder_layers=1, decoder_layers=2)


@pytest.fixture(scope="module")
def trace(tiny: Translator) -> Trace:
    trace = trace_of(tiny.stream(TEXT, SEARCH))
    assert trace.translated is not None and trace.translated.looping
    return trace


def outputs(trace: Trace) -> list[Hypothesis]:
    return [h for s in trace.sentences if s.finished is not None for h in s.finished.hypotheses]


def rounds(output: Hypothesis) -> list[list[int]]:
    assert output.loop is not None
    begin, period, repeats = output.loop.begin, output.loop.period, output.loop.repeats
    ids = [piece.id for piece in output.pieces]
    return [ids[begin + n * period : begin + (n + 1) * period] for n in range(repeats)]


def test_every_loop_is_one_and_none_is_missed(trace: Trace) -> None:
    for output in outputs(trace):
        assert output.loop == find_loop(output.pieces, TEXT)
        if output.loop is not None:
            first, *others = rounds(output)
            assert others and all(each == first for each in others)
            once = output.pieces[output.loop.begin :][: output.loop.period]
            # What shows nothing is named as it is spelt.
            shown = "".join(p.surface for p in once) or "".join(p.text for p in once)
            assert output.looped == shown.replace("▁", " ").strip()
    assert trace.translated is not None
    best = [s.finished.hypotheses[0] for s in trace.sentences if s.finished is not None]
    found = tuple(number for number, each in enumerate(best) if each.loop is not None)
    assert trace.translated.looping == found


def test_many_lines_are_told_alike(tiny: Translator) -> None:
    (line,) = tiny.translate_lines([TEXT], SEARCH)
    events = list(tiny.stream(TEXT, SEARCH))
    singles = [event.hypotheses for event in events if isinstance(event, Finished)]
    assert [[h.loop for h in each] for each in line.sentences] == [
        [h.loop for h in each] for each in singles
    ]
    last = events[-1]
    assert isinstance(last, Translated) and line.translated.looping == last.looping


def test_what_helps_helps(tiny: Translator) -> None:
    for event in tiny.stream(TEXT, replace(SEARCH, no_repeat_ngram=2)):
        if isinstance(event, Finished):
            assert all(output.loop is None for output in event.hypotheses)
        elif isinstance(event, Translated):
            assert event.looping == ()


def test_a_reference_is_nobodys_but_the_user_s(tiny: Translator) -> None:
    reference = "ha " * 40
    trace = trace_of(tiny.stream("The dog.", SearchOptions(reference=reference)))
    assert all(output.loop is None for output in outputs(trace))
    assert trace.translated is not None and not trace.translated.looping


def test_a_decoder_alone_may_repeat_what_its_text_repeats(make_translator: MakeTranslator) -> None:
    alone = make_translator(
        3, stacks="decoder", encoder_layers=0, d_model=16, heads=2, d_ff=16, decoder_layers=1
    )
    trace = trace_of(alone.stream("The dog chased", SearchOptions(max_length=60)))
    (output,) = outputs(trace)
    # What random weights write is their own affair; what they have been given is not.
    assert output.loop == find_loop(output.pieces, "The dog chased")
    text = "the dog " * 12
    (output,) = outputs(trace_of(alone.stream(text, SearchOptions(max_length=150))))
    assert output.loop == find_loop(output.pieces, text)
    given = [piece for piece in output.pieces if piece.kind != "special"][:80]
    assert find_loop(given, "") is not None and find_loop(given, text) is None


# --------------------------------------------------------------------------------- files


def test_a_file_keeps_it(trace: Trace, tmp_path: Path) -> None:
    file.save(trace, tmp_path / "a.trace")
    assert equal(file.load(tmp_path / "a.trace"), trace)


def forged(trace: Trace, path: Path, change: Callable[[Any], None]) -> Path:
    file.save(trace, path)
    arrays = container.read(path)
    values = json.loads(arrays["events"].tobytes())
    change(values)
    arrays["events"] = container.bytes_array(json.dumps(values).encode())
    container.write(path, arrays)
    return path


def test_a_file_from_before_has_none(trace: Trace, tmp_path: Path) -> None:
    def older(values: Any) -> None:
        del values["translated"]["looping"]
        for sentence in values["sentences"]:
            for output in sentence["finished"]["hypotheses"]:
                del output["loop"]

    opened = file.load(forged(trace, tmp_path / "old.trace", older))
    assert opened.translated is not None and opened.translated.looping == ()
    assert all(output.loop is None and output.looped == "" for output in outputs(opened))
    assert opened.text == trace.text


@pytest.mark.parametrize(
    ("loop", "message"),
    [
        ({"begin": 0, "period": 1, "repeats": 10**15}, "does not repeat what it says"),
        ({"begin": 0, "period": 10**15, "repeats": 3}, "does not repeat what it says"),
        ({"begin": 0, "period": 2, "repeats": 6}, "does not repeat what it says"),
        ({"begin": -1, "period": 2, "repeats": 6}, "follow one another"),
        ({"begin": 0, "period": 2}, "repeats is not there"),
        ({"begin": 0, "period": 2, "repeats": 3.5}, "not a whole number"),
    ],
)
def test_a_loop_that_is_none_is_refused(
    trace: Trace, tmp_path: Path, loop: dict[str, object], message: str
) -> None:
    def change(values: Any) -> None:
        values["sentences"][1]["finished"]["hypotheses"][0]["loop"] = loop

    with pytest.raises(TraceFileError, match=message):
        file.load(forged(trace, tmp_path / "wrong.trace", change))


@pytest.mark.parametrize("number", [-1, 2])
def test_a_sentence_that_is_not_there_is_refused(trace: Trace, tmp_path: Path, number: int) -> None:
    def change(values: Any) -> None:
        values["translated"]["looping"] = [number]

    with pytest.raises(TraceFileError, match="it has no sentence"):
        file.load(forged(trace, tmp_path / "wrong.trace", change))


def test_the_summary_and_the_report_say_it(trace: Trace, tmp_path: Path) -> None:
    path = tmp_path / "a.trace"
    file.save(trace, path)
    said, page = describe(trace, path), report(trace)
    assert said.count("repeats itself at its end") == sum(
        output.loop is not None for output in outputs(trace)
    )
    assert trace.translated is not None
    for number in range(len(trace.sentences)):
        told = f"Sentence {number + 1} repeats “" in page
        assert told is (number in trace.translated.looping)


# ---------------------------------------------------------------------- the command line


def test_the_command_line_names_the_line_and_what_helps(
    tiny_folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    common = ["--model", str(tiny_folder), "--device", "cpu"]
    text = "I love cats. You see dogs."
    (line,) = Translator.load(tiny_folder).translate_lines([text])
    assert line.translated.looping
    assert main(["translate", *common, "", text]) == 0
    said = capsys.readouterr().err
    for number, (best, *_) in enumerate(line.sentences):
        where = f"diaphane: line 2, sentence {number + 1}: the translation repeats"
        assert (where in said) is (number in line.translated.looping)
        if best.loop is not None:
            assert f"{best.loop.repeats} times at its end" in said
    assert "--beam 4" in said and "--no-repeat-ngram 3" in said and "line 1" not in said
    assert main(["translate", *common, "--no-repeat-ngram", "1", text]) == 0
    assert "repeats" not in capsys.readouterr().err
    assert main(["trace", text, "-o", str(tmp_path / "a.trace"), *common]) == 0
    assert "diaphane: the trace, sentence" in capsys.readouterr().err
    assert main(["translate", *common, "--json", text]) == 0
    written = json.loads(capsys.readouterr().out)["sentences"]
    for (best, *_), (told, *_) in zip(line.sentences, written, strict=True):
        assert (told["loop"] is None) is (best.loop is None)
        if best.loop is not None:
            assert told["loop"]["repeats"] == best.loop.repeats
