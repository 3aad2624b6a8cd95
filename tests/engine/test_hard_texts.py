"""Texts that broke other translators, through the façade and the command line."""

from __future__ import annotations

import io
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.errors import InputTooLongError
from engine.events import Encoded, Event, Finished, Piece, Started, Step, Translated
from engine.reading import read
from engine.search.options import SearchOptions
from engine.text import sentences
from engine.translator import Translator
from tests.hard_texts import BLOCKS, HARD, lines, words

SHORT = SearchOptions(max_length=2)
BREAKS = "\n\r\x0b\x0c\x1c\x85\u2028\u2029"
Spans = tuple[tuple[int, int], ...]
MakeTranslator = Callable[..., Translator]


@pytest.fixture(scope="module")
def tiny(make_translator: MakeTranslator) -> Translator:
    return make_translator(
        1, d_model=16, heads=2, d_ff=16, encoder_layers=1, decoder_layers=1, max_positions=20_000
    )


def check(text: str, events: list[Event]) -> Translated:
    """What has to hold of every text."""
    started, *between, last = events
    assert isinstance(started, Started) and isinstance(last, Translated)
    assert started.text == text
    encoded = [event for event in between if isinstance(event, Encoded)]
    finished = [event for event in between if isinstance(event, Finished)]
    assert len(encoded) == len(finished) == len(started.sentences)
    check_spans(text, started.sentences, [list(event.pieces) for event in encoded])
    check_joined(text, started.sentences, [event.hypotheses[0].text for event in finished], last)
    assert last.cut == tuple(
        event.sentence for event in finished if event.hypotheses[0].ending != "end"
    )
    return last


def check_spans(text: str, spans: Spans, sources: list[list[Piece]]) -> None:
    """Pieces stand in their sentences, in order, and leave nothing out."""
    end = 0
    for (begin, stop), source in zip(spans, sources, strict=True):
        assert end <= begin < stop <= len(text)
        assert len(text[begin:stop].splitlines()) == 1
        places = [piece.span for piece in source if piece.span is not None]
        assert all(begin <= a <= b <= stop for a, b in places)
        assert places == sorted(places), "they decrease"
        covered = {place for a, b in places for place in range(a, b)}
        unread = {text[place] for place in set(range(begin, stop)) - covered}
        assert not any(map(readable, unread)), unread
        end = stop
    assert not any(map(readable, outside(text, spans)))


def check_joined(text: str, spans: Spans, outputs: list[str], last: Translated) -> None:
    """The translations stand where their sentences stood; no line break is lost."""
    assert last.text == sentences.join(text, spans, outputs)
    around = sentences.join(text, spans, [""] * len(spans))
    assert around == outside(text, spans)
    assert [c for c in around if c in BREAKS] == [c for c in text if c in BREAKS]


def outside(text: str, spans: Spans) -> str:
    """What stands around the sentences."""
    parts, end = [], 0
    for begin, stop in spans:
        parts.append(text[end:begin])
        end = stop
    return "".join([*parts, text[end:]])


def readable(character: str) -> bool:
    """Whether somebody would miss it. SentencePiece takes U+FFFD for a space."""
    return unicodedata.category(character)[0] in "LNPS" and character not in "\ufffd\u2581"


@pytest.mark.parametrize("name", [*HARD, "blocks"])
def test_a_hard_text(tiny: Translator, name: str) -> None:
    text = HARD.get(name, BLOCKS)
    options = SearchOptions(max_length=6 if name in HARD else 1)
    last = check(text, list(tiny.stream(text, options)))
    # Many at a time are read and put together alike.
    (line,) = tiny.translate_lines([text], options)
    assert line.translated == last


def test_what_cannot_be_seen_is_nothing_to_translate(tiny: Translator) -> None:
    for name in ("only spaces", "all kinds of spaces", "only line breaks", "nothing but controls"):
        events = list(tiny.stream(HARD[name]))
        assert len(events) == 2 and tiny.translate(HARD[name]) == HARD[name]


@pytest.mark.parametrize(
    ("text", "sentences_"), [(lines(3000), 2700), (words(10_000), 770)], ids=["lines", "words"]
)
def test_a_long_text(tiny: Translator, text: str, sentences_: int) -> None:
    """Three thousand lines; ten thousand words: all are read and kept, and begun with at once."""
    stream = tiny.stream(text, SHORT, "none", None)
    started = next(stream)
    assert isinstance(started, Started) and len(started.sentences) == sentences_
    begun = [next(stream) for _ in range(40)]
    assert sum(isinstance(event, Finished) for event in begun) >= 8
    reading = read(tiny.vocabulary, tiny.info, text, SHORT)
    assert reading.spans == started.sentences
    check_spans(text, reading.spans, [list(source) for source in reading.sources])
    # What the window shows at last, as the batches of the command line have it.
    (line,) = tiny.translate_lines([text], SHORT)
    outputs = [hypotheses[0].text for hypotheses in line.sentences]
    check_joined(text, reading.spans, outputs, line.translated)


def test_a_word_a_thousand_times(tiny: Translator) -> None:
    text = "cat " * 1000
    check(text, list(tiny.stream(text, SHORT, "none", None)))


@pytest.mark.parametrize("part", ["a", "\U0001f606", "你", "\x00", "\ud800", "\u0301", "-"])
def test_a_megabyte_without_a_space_is_refused_at_once_with_numbers(
    make_translator: MakeTranslator, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """What cannot be translated is not read to its end: a window would wait for that."""
    translator = make_translator(max_positions=512)
    read: list[int] = []
    encode = translator.vocabulary.encode

    def counting(text: str, *rest: object) -> object:
        read.append(len(text))
        return encode(text, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(translator.vocabulary, "encode", counting)
    text = part * 1_000_000
    stream = translator.stream(text)
    if unicodedata.category(part)[0] == "C" and ord(part) < 0xE000:
        # Nobody sees anything, so there is nothing to translate.
        assert list(stream)[-1] == Translated(text)
        return
    with pytest.raises(InputTooLongError, match=r"has \d{4,} pieces, .* at most 512: split it"):
        next(stream)
    assert sum(read) < 10_000


def test_of_many_sentences_the_one_that_is_too_long_is_named(
    make_translator: MakeTranslator,
) -> None:
    translator = make_translator(max_positions=32)
    long = "I love \u202e the very long story " + "of the dog and the cat " * 9
    text = f"The dog.\nThe cat. {long}. Where is the station?"
    with pytest.raises(InputTooLongError) as caught:
        next(translator.stream(text))
    message = str(caught.value)
    assert message.startswith("Sentence 3 (“I love \ufffd the very long story o…”) has 188 pieces")
    assert "\n" not in message
    with pytest.raises(InputTooLongError, match=r"^Line 2: Sentence 2 \(“I love"):
        list(translator.translate_lines(["The dog.", f"The cat. {long}."], SHORT))
    with pytest.raises(InputTooLongError, match=r"^A sentence has"):
        next(translator.stream(long))


# ---------------------------------------------------------------------- the command line


@pytest.mark.parametrize("source", ["file", "standard input"])
def test_a_line_in_is_a_line_out(
    tiny_folder: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    source: str,
) -> None:
    fitting = [text for text in HARD.values() if len(text.encode("utf-8", "replace")) < 60]
    text = "\n".join(fitting).replace(HARD["lone surrogates"], "") + "\n"
    text += lines(300).replace("\n\n", "\n \n") + "\n"
    data = text.encode()
    arguments = ["translate", "--model", str(tiny_folder), "--max-length", "3"]
    if source == "file":
        path = tmp_path / "hard.txt"
        path.write_bytes(data)
        arguments += ["--file", str(path)]
    else:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(arguments) == 0
    out, err = capfd.readouterr()
    assert out.count("\n") == text.count("\n")
    # The length limit is said of every line that it has ended.
    assert err and all(line.startswith("diaphane: line ") for line in err.splitlines())


def test_steps_of_a_hard_text_are_recorded_in_full(tiny: Translator) -> None:
    for name in ("controls", "lone surrogates", "joined emoji", "pieces of the vocabulary"):
        for event in tiny.stream(HARD[name], SearchOptions(beam=2, max_length=4)):
            if isinstance(event, Step):
                for live in event.hypotheses:
                    assert live.cross is not None and live.decoder_self is not None
                    assert abs(float(live.cross.sum(axis=-1).mean()) - 1) < 1e-5
