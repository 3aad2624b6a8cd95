from __future__ import annotations

import pytest

from engine.errors import DataError, InputTooLongError
from engine.events import Encoded, Finished, Started, Step, Translated
from engine.search import rules
from engine.search.options import SearchOptions
from engine.search.what_if import Force
from engine.trace import Trace

SHORT = SearchOptions(max_length=6)


def test_the_order_of_events_over_two_sentences(make_translator) -> None:
    text = "The dog chased the cat. Where is the station?"
    events = list(make_translator().stream(text, SHORT))
    names = [type(event).__name__ for event in events]
    one = ["Encoded", *["Step"] * 6, "Finished"]
    assert names == ["Started", *one, *one, "Translated"]
    started = events[0]
    assert isinstance(started, Started)
    assert [text[a:b] for a, b in started.sentences] == [
        "The dog chased the cat.",
        "Where is the station?",
    ]
    trace = Trace(started)
    for event in events[1:]:
        trace.add(event)
    assert trace.positions() == [(s, i) for s in (0, 1) for i in range(6)]
    assert trace.translated is not None and trace.translated.cut == (0, 1)


def test_spans_point_into_the_whole_text(make_translator) -> None:
    text = "  The dog.\n\nWhere is the 👍🏽 station?"
    for event in make_translator().stream(text, SHORT):
        if isinstance(event, Encoded):
            for piece in event.pieces[:-1]:
                assert piece.span is not None
                start, end = piece.span
                assert piece.surface.replace("▁", "").strip() in text[start:end] + " "
            first, last = event.pieces[0].span, event.pieces[-2].span
            assert first is not None and last is not None
            covered = text[first[0] : last[1]]
            assert covered.strip() in ("The dog.", "Where is the 👍🏽 station?")


@pytest.mark.parametrize("blank", ["", " ", "\n\n", " \t \u00a0 "])
def test_blank_input_gives_no_hallucination(make_translator, blank) -> None:
    events = list(make_translator().stream(blank))
    assert [type(event) for event in events] == [Started, Translated]
    assert events[-1].text.strip() == ""


def test_line_breaks_come_back(make_translator) -> None:
    translated = make_translator().translate("The dog.\n\nThe cat.\n  I love you.\n", SHORT)
    lines = translated.split("\n")
    assert len(lines) == 5 and lines[1] == lines[4] == "" and lines[3].startswith("  ")


def test_nothing_is_computed_ahead_of_the_caller(make_translator) -> None:
    translator = make_translator()
    calls: list[int] = []
    original = translator.model.decode_step
    translator.model.decode_step = lambda *a, **k: (calls.append(1), original(*a, **k))[1]
    stream = translator.stream("The dog chased the cat.", SHORT)
    for expected, kind in [(0, Started), (0, Encoded), (1, Step), (2, Step)]:
        assert isinstance(next(stream), kind)
        assert len(calls) == expected
    stream.close()


def test_too_long_is_said_before_any_work(make_translator) -> None:
    translator = make_translator(max_positions=16)
    with pytest.raises(InputTooLongError, match="at most 16"):
        next(translator.stream("The dog. " + "cat " * 40))


def test_lines_equal_single_translations_in_order(make_translator) -> None:
    translator = make_translator(3)
    lines = ["The dog chased the cat. I love you.", "", "Where is the station?", "ok", "  "] * 3
    options = SearchOptions(length_extra=5)
    results = list(translator.translate_lines(lines, options, batch_tokens=40, window=4))
    assert [r.translated.text for r in results] == [
        translator.translate(line, options) for line in lines
    ]
    singles = [list(translator.stream(line, options))[-1] for line in lines]
    assert [r.translated.cut for r in results] == [s.cut for s in singles]


def test_a_too_long_line_is_named(make_translator) -> None:
    translator = make_translator(max_positions=16)
    lines = ["The dog.", "The cat.", "cat " * 40]
    with pytest.raises(InputTooLongError, match=r"^Line 3: .*at most 16"):
        list(translator.translate_lines(lines))


@pytest.mark.parametrize("window", [1, 2, 3, 4, 1024])
@pytest.mark.parametrize("trouble", ["too long", "no text"])
def test_lines_before_a_bad_one_come_out_first(
    make_translator, monkeypatch, window, trouble
) -> None:
    translator = make_translator(max_positions=16)
    monkeypatch.setattr(translator, "read", lambda ids: f"{len(ids)} pieces")
    good = ["The dog.", "", "The cat."]

    def lines():
        yield from good
        if trouble == "no text":
            raise DataError("line 4 is no text")
        yield "The dog. " + "cat " * 40
        yield "ok"

    results: list[str] = []
    expected = r"^Line 4: .*at most 16" if trouble == "too long" else "^line 4 is no text"
    with pytest.raises(InputTooLongError if trouble == "too long" else DataError, match=expected):
        results.extend(
            r.translated.text for r in translator.translate_lines(lines(), SHORT, window=window)
        )
    assert results == [translator.translate(line, SHORT) for line in good]
    assert results[0] and results[2]


def test_checking_a_text_translates_nothing(make_translator, monkeypatch) -> None:
    translator = make_translator(max_positions=16)

    def never(*_, **__):
        raise AssertionError("translated")

    monkeypatch.setattr(translator.model, "encode", never)
    translator.check("The dog. The cat.")
    with pytest.raises(InputTooLongError, match="at most 16"):
        translator.check("The dog. " + "cat " * 40)


def test_a_cut_at_the_last_position_is_told_from_one_at_a_limit(
    make_translator, monkeypatch
) -> None:
    monkeypatch.setattr(  # the end is never written
        rules, "never_written", lambda config: dict.fromkeys(range(config.eos_id + 1), "")
    )
    translator = make_translator(max_positions=16)
    lines = ["The dog. The cat.", "ok"]
    for limit, full in ((6, [(), ()]), (16, [(0, 1), (0,)]), (99, [(0, 1), (0,)])):
        options = SearchOptions(max_length=limit)
        results = list(translator.translate_lines(lines, options))
        singles = [list(translator.stream(line, options))[-1] for line in lines]
        assert [result.translated.cut for result in results] == [(0, 1), (0,)]
        assert [result.translated.full for result in results] == [s.full for s in singles] == full


def test_french_typography_belongs_to_a_french_target(make_translator, monkeypatch) -> None:
    for language, expected in (("fr", "Quoi\u202f?"), ("en", "Quoi ?")):
        translator = make_translator(target_language=language)
        monkeypatch.setattr(translator.vocabulary, "decode", lambda ids: "Quoi ?", raising=False)
        finished = [e for e in translator.stream("What?", SHORT) if isinstance(e, Finished | Step)]
        assert {e.hypotheses[0].text for e in finished} == {expected}
        monkeypatch.undo()


@pytest.mark.parametrize("name", ["window", "batch_tokens"])
@pytest.mark.parametrize("value", [0, -1])
def test_lines_are_not_lost_where_nothing_may_be_read(make_translator, name, value) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be at least 1, not {value}$"):
        make_translator().translate_lines(["The dog."], SHORT, **{name: value})


@pytest.mark.parametrize("limit", [None, 10**9])
def test_a_record_that_there_is_not(make_translator, limit) -> None:
    stream = make_translator().stream("The dog.", SHORT, record="some", memory_limit=limit)
    with pytest.raises(ValueError, match=r"^record 'some' is not one of all, best, none$"):
        next(stream)


def test_an_empty_stream_of_lines_is_empty(make_translator) -> None:
    assert list(make_translator().translate_lines([])) == []
    assert next(iter(make_translator().translate_lines([""]))).translated == Translated("")


def test_a_sentence_that_comes_again_is_encoded_once(make_translator, monkeypatch) -> None:
    translator = make_translator(2)
    calls: list[int] = []
    original = translator.model.encode
    monkeypatch.setattr(
        translator.model, "encode", lambda *a, **k: (calls.append(1), original(*a, **k))[1]
    )
    twice = "Where is the station? Where is the station?"
    events = list(translator.stream(twice, SHORT))
    assert len(calls) == 1
    first, second = (e for e in events if isinstance(e, Encoded))
    assert [p.id for p in first.pieces] == [p.id for p in second.pieces]
    # The pieces are where they stand, whoever computed their vectors.
    assert first.pieces[0].span != second.pieces[0].span
    outputs = [e.hypotheses[0].pieces for e in events if isinstance(e, Finished)]
    assert outputs[0] == outputs[1]


def test_words_can_be_forced_from_a_step_on(make_translator) -> None:
    translator, text = make_translator(2), "The dog. Where is the station?"
    events = translator.stream(text, SearchOptions(max_length=12))
    trace = Trace(next(events))
    for event in events:
        trace.add(event)
    before = trace.sentences[1].pieces(1)
    changed = list(translator.what_if(trace, 1, 2, 0, Force("la gare ?")))
    assert changed[0] == trace.started
    first, second = (e for e in changed if isinstance(e, Finished))
    assert first is trace.sentences[0].finished
    assert second.hypotheses[0].pieces[:2] == before
    words = translator.vocabulary.encode_ids("la gare ?")[:-1]
    assert [p.id for p in second.hypotheses[0].pieces[2 : 2 + len(words)]] == words
    assert "la gare" in second.hypotheses[0].text
    assert isinstance(changed[-1], Translated)
    assert changed[-1].text == f"{first.hypotheses[0].text} {second.hypotheses[0].text}".strip()
