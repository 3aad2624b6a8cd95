from __future__ import annotations

import csv
import io
import math
import random
from collections.abc import Callable
from html.parser import HTMLParser

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.analysis.heads import Measure, head_measures
from engine.events import AttentionKind, Event, LiveHypothesis
from engine.search.options import SearchOptions
from gui.exports.table import Cell, Table, copy_table
from gui.exports.tables import has_table, table_of, table_of_link
from gui.session import Session
from gui.widgets.chain import chain, links_of
from gui.widgets.pieces import label
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import BERT, LLAMA
from tests.gui.beam_traces import grown
from tests.gui.explanations import explanation
from tests.gui.traces import MODEL, beams, love, paragraphs, trace_of

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary
NAMES = ("attention", "masks", "heads", "candidates", "beams", "translation", "source")


@pytest.fixture
def session(qapp: QApplication) -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


def table(session: Session, name: str) -> Table:
    found = table_of(name, session)
    assert found is not None
    return found


class Reader(HTMLParser):
    """The cells of a table, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.caption = ""
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._inside = tag
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self._inside in ("td", "th"):
            self.rows[-1][-1] += data
        elif self._inside == "caption":
            self.caption += data

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""


# ----------------------------------------------------------------- the forms

NASTY = Table(
    "A <b>title</b> & more",
    ("name", "a\tb", "number"),
    (
        ("\u2581x", "line\nbreak", np.float32(0.1)),
        ('"quoted", <i>', "", math.pi),
        ("none", None, float("nan")),
        ("mask", "-", float("-inf")),
        ("whole", "", 7),
    ),
)


def test_text_for_a_spreadsheet_has_one_row_a_line_and_whole_numbers() -> None:
    rows = [line.split("\t") for line in NASTY.to_tsv().splitlines()]

    assert rows == [
        ["name", "a b", "number"],
        ["\u2581x", "line break", "0.1"],
        ['"quoted", <i>', "", "3.141592653589793"],
        ["none", "", ""],
        ["mask", "-", "-inf"],
        ["whole", "", "7"],
    ]


def test_csv_keeps_everything() -> None:
    rows = list(csv.reader(io.StringIO(NASTY.to_csv(), newline="")))

    assert rows[0] == ["name", "a\tb", "number"]
    assert rows[1] == ["\u2581x", "line\nbreak", "0.1"]
    assert rows[2] == ['"quoted", <i>', "", "3.141592653589793"]


def test_html_is_escaped_and_names_rows_and_columns() -> None:
    reader = Reader()
    reader.feed(NASTY.to_html())

    assert reader.caption == "A <b>title</b> & more"
    assert [row[0] for row in reader.rows] == [
        "name", "\u2581x", '"quoted", <i>', "none", "mask", "whole"
    ]  # fmt: skip
    assert NASTY.to_html().count('<th scope="row">') == 5
    assert NASTY.to_html().count('<th scope="col">') == 3


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="2 cells under 3 names"):
        Table("t", ("a", "b", "c"), (("x", 1),))


def test_the_clipboard_gets_text_and_html(qapp: QApplication) -> None:
    copy_table(NASTY)

    mime = QGuiApplication.clipboard().mimeData()
    assert mime.text() == NASTY.to_tsv()
    assert mime.html() == NASTY.to_html()
    assert bytes(mime.data("text/csv").data()).decode() == NASTY.to_csv()


# ---------------------------------------------------------------- the panels


def numbers(found: Table) -> np.ndarray:
    return np.array([row[1:] for row in found.rows], dtype=np.float32)


@pytest.mark.parametrize("happened", [love, paragraphs, beams])
def test_a_matrix_is_that_of_the_trace_wherever_the_user_looks(
    session: Session, happened: Callable[[], list[Event]]
) -> None:
    session.show(trace_of(happened()))
    draw = random.Random(7)
    for _ in range(25):
        session.set_position(draw.randrange(session.length()))
        session.select(
            kind=draw.choice(list(AttentionKind)),
            layer=draw.randrange(3),
            head=draw.choice([None, 0, 1, 2, 3]),
        )
        sentence, place = session.sentence(), session.place()
        assert sentence is not None and place is not None
        if draw.random() < 0.5:
            session.follow(*place, draw.randrange(len(sentence.steps[place[1]].hypotheses)))
        view = sentence.attention(session.kind, place[1], session.hypothesis())
        assert view is not None
        heads = view.weights[session.layer]
        wanted = heads.mean(axis=0) if session.head is None else heads[session.head]

        found = table(session, "attention")

        np.testing.assert_array_equal(numbers(found), wanted)
        assert found.header[1:] == tuple(label(key) for key in view.keys)
        assert [row[0] for row in found.rows] == [label(query) for query in view.queries]
        texts = [line.split("\t")[1:] for line in found.to_tsv().splitlines()[1:]]
        np.testing.assert_array_equal(np.array(texts, dtype=np.float32), wanted)


def test_the_mask_is_zero_and_minus_infinity(session: Session) -> None:
    session.show(trace_of(love()))
    session.select(kind=AttentionKind.DECODER_SELF)

    found = numbers(table(session, "masks"))

    size = session.length()
    np.testing.assert_array_equal(found, np.triu(np.full((size, size), -np.inf), 1))
    assert "-inf" in table(session, "masks").to_tsv()


@pytest.mark.parametrize("kind", list(AttentionKind))
def test_heads_are_measured_as_the_analysis_does(session: Session, kind: AttentionKind) -> None:
    session.show(trace_of(love()))
    session.select(kind=kind)
    sentence = session.sentence()
    assert sentence is not None
    view = sentence.attention(kind, session.length() - 1)
    assert view is not None
    counted = np.array(
        [kind is AttentionKind.DECODER_SELF or key.kind != "special" for key in view.keys]
    )
    allowed = None
    if kind is AttentionKind.DECODER_SELF:
        allowed = np.tril(np.ones((len(view.queries),) * 2, dtype=np.bool_))
    wanted = head_measures(view.weights, counted, allowed)

    found = table(session, "heads")

    layers, heads = view.weights.shape[:2]
    assert len(found.rows) == layers * (heads + 1)
    for row in found.rows:
        if row[1] == "mean":
            continue
        assert isinstance(row[0], int) and isinstance(row[1], int)
        of_head = wanted[:, row[0] - 1, row[1] - 1]
        in_order = [of_head[list(Measure).index(measure)] for measure in _columns(found)]
        np.testing.assert_allclose(np.array(row[2:], dtype=float), in_order, rtol=1e-12)


def _columns(found: Table) -> list[Measure]:
    names = {
        "entropy (nats)": Measure.ENTROPY,
        "confidence": Measure.CONFIDENCE,
        "diagonal ±1": Measure.DIAGONAL,
        "own": Measure.OWN,
        "previous": Measure.PREVIOUS,
        "next": Measure.NEXT,
        "first": Measure.FIRST,
        "end token": Measure.END,
    }
    return [names[name] for name in found.header[2:]]


def test_candidates_are_those_of_the_hypothesis(session: Session) -> None:
    session.show(trace_of(beams()))
    session.follow(0, 1, 2)
    session.set_position(1)
    sentence = session.sentence()
    assert sentence is not None
    live = sentence.steps[1].hypotheses[2]

    found = table(session, "candidates")

    by_name = [dict(zip(found.header, row, strict=True)) for row in found.rows]
    for row, candidate in zip(by_name, live.candidates, strict=True):
        assert row["id"] == candidate.piece.id
        assert row["probability"] == candidate.probability
        assert row["log-probability"] == candidate.log_probability
        assert row["blocked"] == candidate.blocked
        assert bool(row["written"]) == (candidate.piece.id == live.piece.id)


def test_beams_are_all_hypotheses_with_their_scores(session: Session) -> None:
    session.show(trace_of(grown(9, 3, seed=1)))
    sentence = session.sentence()
    assert sentence is not None and sentence.finished is not None

    found = table(session, "beams")

    everything: list[tuple[int, int, LiveHypothesis]] = [
        (step.index, place, live)
        for step in sentence.steps
        for place, live in enumerate(step.hypotheses)
    ]
    outputs: dict[Cell, str] = {}
    for row, (step, place, live) in zip(found.rows, everything, strict=True):
        named = dict(zip(found.header, row, strict=True))
        assert (named["step"], named["hypothesis"]) == (step + 1, place + 1)
        assert named["parent"] == (live.parent + 1 if step else None)
        total = (live.parts.log_probability + live.parts.penalty) / live.parts.normaliser
        assert named["score"] == pytest.approx(total, rel=1e-12)
        assert named["sum of log-probabilities"] == live.parts.log_probability
        assert (named["state"] == "finished") == live.finished
        if named["output"] is not None:
            outputs[named["output"]] = str(named["text"])
    wanted = {rank: output.text for rank, output in enumerate(sentence.finished.hypotheses, 1)}
    assert outputs == wanted


def test_the_translation_follows_the_hypothesis_that_is_shown(session: Session) -> None:
    session.show(trace_of(beams()))
    session.follow(0, 1, 2)

    found = table(session, "translation")

    assert [row[2] for row in found.rows] == ["\u2581Moi", "</s>"]
    for row in found.rows:
        named = dict(zip(found.header, row, strict=True))
        assert isinstance(named["probability"], float)
        assert isinstance(named["log-probability"], float)
        assert math.log(named["probability"]) == pytest.approx(named["log-probability"])


def test_source_pieces_say_which_characters_they_cover(session: Session) -> None:
    trace = trace_of(paragraphs())
    session.show(trace)

    found = table(session, "source")

    assert len(found.rows) == sum(len(each.encoded.pieces) for each in trace.sentences)
    for _, _, piece, _, begin, end in found.rows:
        if begin is not None:
            assert isinstance(begin, int) and isinstance(end, int)
            covered = trace.started.text[begin:end]
            assert covered.strip() == str(piece).removeprefix("\u2581")


def test_every_matrix_of_a_head_can_be_copied() -> None:
    sentence = trace_of(love()).sentences[0]
    head = explanation(sentence, AttentionKind.DECODER_SELF, 1, 2, 4)
    for link, name in zip(chain(head), links_of(head), strict=True):
        found = table_of_link(link)
        values = numbers(found)
        masked = np.zeros(values.shape, dtype=np.bool_) if link.masked is None else link.masked
        if name == "weights":
            masked = np.zeros_like(masked)
        np.testing.assert_array_equal(np.isneginf(values), masked)
        np.testing.assert_array_equal(values[~masked], link.values[~masked])


def test_nothing_shown_is_no_table(session: Session) -> None:
    for name in NAMES:
        assert has_table(name)
        assert table_of(name, session) is None
    assert not has_table("transport")
    assert table_of("transport", session) is None
    session.show(trace_of(grown(3, 2)))
    assert table_of("attention", session) is None, "no attention was recorded"
    assert table_of("heads", session) is None


def test_a_panel_with_a_table_of_its_own_is_asked(session: Session, qtbot: QtBot) -> None:
    class Own(QWidget):
        def export_table(self) -> Table | None:
            return NASTY

    panel = Own()
    qtbot.addWidget(panel)

    assert has_table("anything", panel)
    assert table_of("attention", session, panel) is NASTY


def test_a_table_of_text_gives_the_text_again() -> None:
    text = "a\tb\tc\n1\t0.5\t\n2\n"
    made = Table.of_tsv("of text", text)
    assert made.header == ("a", "b", "c") and made.rows == (("1", "0.5", ""), ("2", "", ""))
    assert Table.of_tsv("again", made.to_tsv()).rows == made.rows


def test_one_stack_alone_has_the_tables_of_what_there_is(
    make_translator: MakeTranslator, session: Session
) -> None:
    decoder = make_translator(**LLAMA)
    session.show(trace_of(list(decoder.stream("The dog", SearchOptions(max_length=14)))))
    session.select(kind=AttentionKind.DECODER_SELF, layer=1, head=2)
    assert table_of("source", session) is None
    found = table(session, "translation")
    assert found.title == "Continuation, piece by piece"
    assert session.trace is not None
    (sentence,) = session.trace.sentences
    assert [row[3] for row in found.rows] == [p.id for p in sentence.pieces(len(found.rows) - 1)]
    for name in ("attention", "masks", "heads", "candidates", "beams"):
        assert table(session, name).rows
    session.select(kind=AttentionKind.CROSS)
    assert table_of("attention", session) is None and table_of("heads", session) is None
    mask = next(p.id for p in decoder.vocabulary.encode("dog") if p.text == "g")
    encoder = make_translator(mask=mask, **BERT)
    session.show(trace_of(list(encoder.stream("The dog and the cat."))))
    session.select(kind=AttentionKind.ENCODER_SELF, layer=1, head=2)
    assert table(session, "source").title == "Text, piece by piece"
    for name in ("attention", "masks", "heads", "candidates", "beams", "translation"):
        assert table(session, name).rows
