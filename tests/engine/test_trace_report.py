from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from engine.__main__ import main
from engine.errors import OutputError
from engine.events import AttentionKind, Event, Record, Started
from engine.search.options import SearchOptions
from engine.trace import SentenceTrace, Trace
from engine.traces import file as trace_file
from engine.traces.report import Matrix, report, write_report
from engine.traces.report.markup import Room, piece_text
from engine.translator import Translator
from tests.gui.beam_traces import grown
from tests.gui.traces import Sentence, events, long, love, paragraphs, trace_of

VOID = {"meta", "br", "hr", "img", "link", "rect", "path", "input"}


class Page(HTMLParser):
    """The page as a reader's program sees it; complains where an element is not closed."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, dict[str, str]]] = []
        self.tables: list[tuple[str, list[list[str]], list[list[list[str]]]]] = []
        self.figures: list[tuple[str, list[str]]] = []
        self.nodes: list[tuple[str, str]] = []
        self.texts: dict[str, str] = {}
        self.words: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.tags: set[str] = set()
        self._rows: list[list[str]] = []
        self.feed(html)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.attributes += [(tag, name, value) for name, value in given.items()]
        if tag == "table":
            self.tables.append((given.get("class", ""), [], []))
        elif tag == "tr":
            self.tables[-1][1].append([])
            self.tables[-1][2].append([])
        elif tag in ("td", "th"):
            self.tables[-1][1][-1].append("")
            self.tables[-1][2][-1].append([])
        elif tag == "data":
            self.tables[-1][2][-1][-1].append(given["value"]) if self._in("td") else None
        elif tag == "figure":
            self.figures.append(("", []))
        elif tag == "g":
            self.nodes.append((given.get("class", ""), ""))
        if tag not in VOID or (tag == "rect" and not self._closes_itself()):
            self.open.append((tag, given))

    def _closes_itself(self) -> bool:
        return (self.get_starttag_text() or "").endswith("/>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1][0] == tag, f"</{tag}> within {self.open[-2:]}"
        self.open.pop()

    def _in(self, tag: str) -> bool:
        return any(each == tag for each, _ in self.open)

    def handle_data(self, data: str) -> None:
        here = [tag for tag, _ in self.open]
        if "style" in here:
            return
        self.words.append(data)
        for _, given in self.open:
            if "id" in given:
                self.texts[given["id"]] = self.texts.get(given["id"], "") + data
        if "td" in here or "th" in here:
            self.tables[-1][1][-1][-1] += data
        elif "figcaption" in here:
            self.figures[-1] = (self.figures[-1][0] + data, self.figures[-1][1])
        elif "title" in here and "rect" in here:
            self.figures[-1][1].append(data)
        elif "title" in here and "g" in here:
            self.nodes[-1] = (self.nodes[-1][0], self.nodes[-1][1] + data)

    def texts_of(self, name: str) -> list[list[list[str]]]:
        return [texts[1:] for kind, texts, _ in self.tables if kind == name]

    def numbers_of(self, name: str) -> list[list[list[list[float]]]]:
        return [
            [[[float(each) for each in cell] for cell in row] for row in values[1:]]
            for kind, _, values in self.tables
            if kind == name
        ]


def visible(text: str) -> str:
    """Control characters, which a page may not have, as their pictures."""
    return "".join(
        chr(0x2400 + ord(each)) if each < " " and each not in "\t\n\r" else each for each in text
    )


def check_sentence(page: Page, number: int, sentence: SentenceTrace, path: list[int]) -> None:
    """The tables of one sentence say what the trace says, to the last digit."""
    source = page.texts_of("source")[number]
    assert [row[1] for row in source] == [piece_text(p) for p in sentence.encoded.pieces]
    assert [row[2] for row in source] == [str(p.id) for p in sentence.encoded.pieces]
    assert sentence.finished is not None
    outputs = page.numbers_of("outputs")[number]
    for row, words, output in zip(
        outputs, page.texts_of("outputs")[number], sentence.finished.hypotheses, strict=True
    ):
        parts = output.parts
        wanted = [parts.score, parts.log_probability, parts.penalty, parts.normaliser]
        assert [cell[0] for cell in row[1:5]] == wanted
        assert words[5:8] == [str(parts.length), output.ending, visible(output.text)]
    steps = page.numbers_of("steps")[number]
    for index, (row, words) in enumerate(zip(steps, page.texts_of("steps")[number], strict=True)):
        live = sentence.steps[index].hypotheses[path[index]]
        assert words[0] == str(index + 1)
        assert words[1].removesuffix(" forced") == piece_text(live.piece)
        assert words[2] == str(live.piece.id)
        assert row[3:6] == [
            [math.exp(live.log_probability)], [live.log_probability], [live.score]
        ]  # fmt: skip
        wanted = [
            number
            for each in live.candidates
            for number in (each.probability, *(() if each.chance is None else (each.chance,)))
        ]
        assert row[6] == wanted
        for each in live.candidates:
            if each.blocked is not None:
                assert f"blocked: {each.blocked}" in words[6]


def check_figure(found: tuple[str, list[str]], sentence: SentenceTrace, matrix: Matrix,
                 path: list[int]) -> None:  # fmt: skip
    kind, layer, head = matrix
    wanted = sentence.attention_matrix(kind, layer, head, len(path) - 1, path[-1])
    assert wanted is not None
    cells = found[1]
    assert len(cells) == wanted.weights.size
    for told, (row, column) in zip(cells, np.ndindex(wanted.weights.shape), strict=True):
        pair, _, said = told.rpartition(": ")
        query, key = wanted.queries[row], wanted.keys[column]
        assert pair == f"{piece_text(query)} → {piece_text(key)}"
        if wanted.masked[row, column]:
            assert said == "masked"
        else:
            assert np.float32(said) == wanted.weights[row, column]


@pytest.fixture
def recorded(make_translator: Callable[..., Translator]) -> Callable[..., Trace]:
    def record(text: str, options: SearchOptions | None = None, record: Record = "all") -> Trace:
        happened: list[Event] = list(make_translator().stream(text, options, record))
        return trace_of(happened)

    return record


# ------------------------------------------------------------------- numbers


def test_all_numbers_are_those_of_the_trace(recorded: Callable[..., Trace]) -> None:
    options = SearchOptions(beam=3, n_best=3, no_repeat_ngram=2, repetition_penalty=1.2)
    trace = recorded("I love you very much. Good night!", options)
    chosen: list[Matrix] = [
        (AttentionKind.DECODER_SELF, 0, 1),
        (AttentionKind.ENCODER_SELF, 0, None),
    ]

    page = Page(report(trace, chosen))

    layers = trace.started.model.decoder_layers
    matrices = [*chosen, *((AttentionKind.CROSS, layer, None) for layer in range(layers))]
    for number, sentence in enumerate(trace.sentences):
        path = sentence.path()
        check_sentence(page, number, sentence, path)
        figures = page.figures[number * len(matrices) : (number + 1) * len(matrices)]
        for found, matrix in zip(figures, matrices, strict=True):
            check_figure(found, sentence, matrix, path)
    assert "blocked: " in " ".join(page.words)


def test_every_hypothesis_is_a_node_of_the_tree_with_its_score() -> None:
    trace = trace_of(grown(12, 4, seed=6))
    sentence = trace.sentences[0]

    page = Page(report(trace))

    everything = [
        (step.index, place, live)
        for step in sentence.steps
        for place, live in enumerate(step.hypotheses)
    ]
    path = sentence.path()
    for (names, told), (step, place, live) in zip(page.nodes, everything, strict=True):
        assert told.startswith(f"step {step + 1}, hypothesis {place + 1}: ")
        numbers = [float(each) for each in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", told)]
        parts = live.parts
        assert numbers[:5] == [
            live.log_probability, parts.score, parts.log_probability, parts.penalty,
            parts.normaliser,
        ]  # fmt: skip
        assert ("finished" in names.split()) == live.finished
        assert ("path" in names.split()) == (step < len(path) and path[step] == place)
    pruned = {place for place, (names, _) in enumerate(page.nodes) if "pruned" in names.split()}
    parents = {(step - 1, live.parent) for step, _, live in everything}
    last = len(sentence.steps) - 1
    for index, (step, place, live) in enumerate(everything):
        if live.finished or step == last:
            assert index not in pruned
        elif (step, place) not in parents:
            assert index in pruned


def test_the_hypothesis_that_is_followed_is_the_one_that_is_told() -> None:
    trace = trace_of(grown(8, 3, seed=2))
    sentence = trace.sentences[0]
    assert sentence.finished is not None
    second = sentence.finished.hypotheses[1]
    followed = {0: (second.step, second.index)}

    page = Page(report(trace, followed=followed))

    check_sentence(page, 0, sentence, sentence.path(followed[0]))
    assert page.texts["translation"] == trace.text_along(followed) == second.text


def test_a_scored_reference_has_its_cross_entropy(recorded: Callable[..., Trace]) -> None:
    trace = recorded("I love you.", SearchOptions(reference=(50, 51, 52)))
    html = report(trace)
    # Not its bare ids: the words that they are.
    assert "Reference, given and scored" in html
    assert "50 51 52" not in html and f"reference “{escape(trace.text)}”" in html
    steps = trace.sentences[0].steps
    loss = -sum(step.hypotheses[0].log_probability for step in steps) / len(steps)
    found = re.search(
        r'Cross-entropy <data value="([^"]+)">.*?perplexity <data value="([^"]+)">', html
    )
    assert found is not None
    assert float(found.group(1)) == pytest.approx(loss, rel=1e-12)
    assert float(found.group(2)) == pytest.approx(math.exp(loss), rel=1e-12)


# ------------------------------------------------------------------ the page


def test_the_page_needs_nothing_but_itself() -> None:
    html = report(trace_of(paragraphs()), [(AttentionKind.ENCODER_SELF, 0, 0)])
    page = Page(html)

    assert not page.tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    for tag, name, value in page.attributes:
        assert name not in ("src", "xlink:href", "srcset", "action", "background")
        assert not name.startswith("on")
        if name == "href":
            assert tag == "a" and value.startswith("#")
    assert "@import" not in html and "url(" not in html
    assert "default-src 'none'" in html


def test_a_text_that_looks_like_markup_stays_text() -> None:
    nasty = '<script>alert("1")</script> &amp; \x00\x1b[31m \ud800 ]]> \'"'
    pieces = ("\u2581<b>", "</td>", "&lt;", "\n", "</s>")
    trace = trace_of(list(events(nasty, [Sentence(nasty, pieces)])))

    html = report(trace)
    page = Page(html)

    assert "script" not in page.tags and "<script" not in html.lower()
    assert page.texts["source"].startswith('<script>alert("1")</script> &amp; \u2400')
    assert "\x00" not in html and "\x1b" not in html
    assert [row[1] for row in page.texts_of("steps")[0]] == [
        "\u2581<b>", "</td>", "&lt;", "\u240a", "</s>"
    ]  # fmt: skip


def test_it_says_what_made_it_and_how_to_open_it_again() -> None:
    happened = love()
    options = SearchOptions(beam=4, n_best=2, alpha=0.9)
    started = happened[0]
    assert isinstance(started, Started)
    happened[0] = replace(started, options=options, versions=(("torch", "9.9"),))
    trace = trace_of(happened)

    words = " ".join(Page(report(trace, name="my love.trace")).words)

    model = trace.started.model
    for fact in (model.name, f"{model.parameters:,}", "beam 4", "alpha 0.9", "torch 9.9"):
        assert fact in words
    assert 'python -m engine trace --show "my love.trace"' in words


def test_the_licence_is_that_of_the_models_folder(tmp_path: Path) -> None:
    happened = love()
    (tmp_path / "config.json").write_text(
        json.dumps({"license": "CC0 & more", "files": {"model.safetensors": {"sha256": "ab12"}}})
    )
    (tmp_path / "README.md").write_text(
        "# M\n\nNothing.\n\n## Licence\n\nKeep the name.\n\n## Data\n\nAttribution: tatoeba.org.\n"
    )
    started = happened[0]
    assert isinstance(started, Started)
    model = replace(started.model, folder=str(tmp_path), fingerprint="ab12")

    def words(**changes: str) -> str:
        happened[0] = replace(started, model=replace(model, **changes))  # type: ignore[arg-type]
        return " ".join(Page(report(trace_of(happened))).words)

    said = words()
    assert "Licence: CC0 & more" in said
    assert "Keep the name." in said and "Attribution: tatoeba.org." in said
    assert "Nothing." not in said
    # Another model's licence is not this one's, and a folder is nobody's business.
    for other in (words(fingerprint="cd34"), words(folder=str(tmp_path / "gone"))):
        assert "CC0" not in other and "README.md" in other
        assert str(tmp_path) not in other


def test_what_has_no_room_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = trace_of(long(30, 25))
    monkeypatch.setattr(Room, "__init__", _small)

    page = Page(report(trace))

    left = page.texts["left-out"]
    assert "the last 15 of 25 steps of sentence 1" in left
    assert "Cross-attention, layer 2, mean over heads of sentence 1, 25 × 30 numbers" in left
    assert len(page.figures) == 1
    assert len(page.texts_of("steps")[0]) == 10


def _small(room: Room) -> None:
    room.cells, room.steps, room.nodes, room.left_out = 1_000, 10, 5, []


def test_a_tree_with_no_room_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = trace_of(grown(6, 2, seed=1))
    monkeypatch.setattr(Room, "__init__", _small)

    page = Page(report(trace))

    assert 0 < len(page.nodes) <= 5
    assert "in the search tree of sentence 1" in page.texts["left-out"]


def test_an_unfinished_trace_says_so() -> None:
    happened = paragraphs()
    for end in range(1, len(happened)):
        words = " ".join(Page(report(trace_of(happened[:end]))).words)
        assert "not finished" in words
    assert "not finished" not in " ".join(Page(report(trace_of(happened))).words)


def test_without_recorded_attention_the_page_says_so(recorded: Callable[..., Trace]) -> None:
    page = Page(report(recorded("I love you.", record="none")))

    assert not page.figures
    assert "No attention was recorded" in " ".join(page.words)


def test_best_alone_is_drawn_where_only_that_was_recorded(recorded: Callable[..., Trace]) -> None:
    trace = recorded("I love you.", SearchOptions(beam=2, n_best=2), record="best")

    page = Page(report(trace))

    assert len(page.figures) == trace.started.model.decoder_layers
    sentence = trace.sentences[0]
    check_figure(page.figures[0], sentence, (AttentionKind.CROSS, 0, None), sentence.path())


# ----------------------------------------------------------- the command line


@pytest.fixture
def love_file(tmp_path: Path) -> Path:
    trace_file.save(trace_of(love()), tmp_path / "love.trace")
    return tmp_path / "love.trace"


def test_the_command_writes_the_page(love_file: Path) -> None:
    out = love_file.with_name("love.html")

    code = main(["report", str(love_file), "--out", str(out), "--attention", "self:2:3"])

    assert code == 0
    page = Page(out.read_text(encoding="utf-8"))
    assert page.figures[0][0] == "Decoder masked self-attention, layer 2, head 3"
    assert "python -m engine trace --show love.trace" in " ".join(page.words)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--attention", "cross:9:1"], "no layer 9"),
        (["--attention", "cross:1:9"], "no head 9"),
        (["--out", "none/x.html"], "no folder"),
    ],
)
def test_the_command_says_what_is_wrong(
    love_file: Path,
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(love_file.parent)
    before = sorted(love_file.parent.iterdir())

    assert main(["report", str(love_file), "--out", "x.html", *arguments]) == 2

    assert said in capsys.readouterr().err
    assert sorted(love_file.parent.iterdir()) == before


@pytest.mark.parametrize("wrong", ["cross", "cross:0:1", "cross:1:best", "both:1:1", ""])
def test_attention_that_is_none_is_refused(
    love_file: Path, wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["report", str(love_file), "--out", "x.html", "--attention", wrong])

    assert "names no attention" in capsys.readouterr().err


def test_the_trace_itself_is_left_alone(love_file: Path) -> None:
    before = love_file.read_bytes()

    assert main(["report", str(love_file), "--out", str(love_file)]) == 2

    assert love_file.read_bytes() == before


def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Trace] = []

    def make(trace: Trace, *_: object) -> str:
        made.append(trace)
        return "a page"

    monkeypatch.setattr("engine.traces.report.page.report", make)
    with pytest.raises(OutputError, match="there is no folder"):
        write_report(trace_of(love()), tmp_path / "none" / "x.html")
    with pytest.raises(OutputError, match="is a folder; name a file in it"):
        write_report(trace_of(love()), tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        with pytest.raises(OutputError, match="is write-protected"):
            write_report(trace_of(love()), tmp_path / "x.html")
    assert made == [] and list(tmp_path.iterdir()) == []
    write_report(trace_of(love()), tmp_path / "x.html")
    assert len(made) == 1
