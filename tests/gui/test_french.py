"""The panels in another language and with a decimal comma: nothing English, no point is left.

French may still lack a text; a made-up language has every one that lupdate finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar, get_args

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind, Ending, Event
from engine.model.config import ModelConfig
from engine.search.options import SearchOptions
from engine.search.rules import Rules
from engine.trace import Trace
from gui import language, numbers, theme
from gui.numbers import Style
from gui.offer import Offer
from gui.panels.beams import BeamsPanel
from gui.panels.candidates import CandidatesPanel
from gui.panels.heads import HeadsPanel
from gui.panels.masks import MasksPanel
from gui.panels.scores import ScoresPanel
from gui.panels.source import SourcePanel
from gui.panels.translation import TranslationPanel
from gui.panels.transport import SPEEDS, TransportPanel, speed_text
from gui.session import Session
from gui.widgets.candidate_model import as_text, read_table, reading, tooltip
from gui.widgets.engine_words import engine_word
from gui.widgets.heads_menu import heads_offers
from gui.widgets.languages import language_name
from gui.widgets.pieces import label
from gui.widgets.vector import ON_SCREEN_ONLY
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import LLAMA, T5
from tests.gui.beam_traces import grown
from tests.gui.distributions import VOCABULARY, searched, vocabulary_piece
from tests.gui.explanations import explanation
from tests.gui.pseudo import (
    drawn,
    english,
    pseudo,
    pseudo_language,
    sources,
    texts_of,
    with_point,
)
from tests.gui.traces import MODEL, beams, love, paragraphs, trace_of, without

ALL_KINDS = tuple(AttentionKind)
make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary
_kept: list[QWidget] = []
"""Panels of the test that runs: qtbot alone does not keep what it closes alive until then."""


@pytest.fixture(autouse=True)
def other_language(english: None) -> Iterator[None]:
    """The made-up language and a comma; English and the point afterwards."""
    numbers.set_style(Style(comma=True))
    with pseudo_language():
        yield
    numbers.set_style(Style())
    _kept.clear()


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


def data_of(session: Session) -> set[str]:
    """What a trace itself says: pieces and texts, which no language changes."""
    # The first is the formula of a made-up mask, which the engine has in other words.
    told = {
        "0 or −∞",
        MODEL.name,
        language_name(MODEL.source_language),
        *"QKVSAXM",
        "QK",
        "d_model",
        "W_O",
        "b_O",
    }
    trace = session.trace
    if trace is None:
        return told
    told.add(trace.started.text)
    for sentence in trace.sentences:
        pieces = [*sentence.encoded.pieces, sentence.encoded.start]
        for step in sentence.steps:
            for live in step.hypotheses:
                told |= {live.text, *live.text.split(" ")}
                pieces += [live.piece, *(each.piece for each in live.candidates)]
        for output in sentence.finished.hypotheses if sentence.finished is not None else ():
            told |= {output.text, *output.text.split("\n")}
        for piece in pieces:
            told |= {label(piece), label(piece).removeprefix("▁"), piece.text}
    return told | {session.text(), *trace.started.text.split()}


def check(told: Iterable[tuple[str, str]], data: Iterable[str]) -> int:
    """No English word and no decimal point in any of the texts; how many there were."""
    known = frozenset(data)
    count = 0
    for where, text in told:
        left, points = english(text, known), with_point(text, known)
        assert not left, f"{where}: {left} in {text!r}"
        assert not points, f"{where}: {points} in {text!r}"
        count += 1
    return count


def check_panel(panel: QWidget, session: Session, more: Sequence[str] = ()) -> None:
    """All that a panel says, shows and draws now."""
    QApplication.processEvents()
    data = data_of(session)
    assert check(texts_of(panel), data) > 2
    check(painted(panel, data), data)
    check((("told", text) for text in more), data)


def painted(panel: QWidget, data: set[str]) -> list[tuple[str, str]]:
    """The texts that a panel draws, but for pieces cut short."""
    texts = drawn(panel)
    cut = [text for text in texts if any(word.startswith(text[:-1]) for word in data)]
    return [("painted", text) for text in texts if not (text.endswith("…") and text in cut)]


Panel = TypeVar("Panel", bound=QWidget)


def shown(qtbot: QtBot, panel: Panel, width: int = 900, height: int = 620) -> Panel:
    qtbot.addWidget(panel)
    _kept.append(panel)
    panel.resize(width, height)
    panel.show()
    return panel


def of_offers(offers: Mapping[str, Offer]) -> list[str]:
    return [text for offer in offers.values() for text in (offer.text, offer.tip) if text]


def add(session: Session, happened: Sequence[Event]) -> Trace:
    session.add_events(happened)
    assert session.trace is not None
    return session.trace


# The panels ----------------------------------------------------------------------------


@pytest.mark.parametrize("happened", [[], paragraphs()], ids=["empty", "filled"])
def test_source(qtbot: QtBot, session: Session, happened: list[Event]) -> None:
    panel = shown(qtbot, SourcePanel(session))
    if happened:
        trace = add(session, happened)
        panel.show_translated(trace.started.text)
    else:
        session.set_model(None)
    panel.flush()
    check_panel(panel, session)
    panel.set_text("a" * 1234)
    assert panel.count.text().startswith("1\u202f234 ")


@pytest.mark.parametrize("happened", [[], love()[:4], love(), paragraphs(), beams()])
def test_translation(qtbot: QtBot, session: Session, happened: list[Event]) -> None:
    panel = shown(qtbot, TranslationPanel(session))
    if happened:
        add(session, happened)
    panel.flush()
    told = [text for chip in panel.strip.chips() for text in (chip.tooltip, chip.reading)]
    assert bool(told) == bool(session.length())
    check_panel(panel, session, told)
    before = "Je t'adore, beaucoup beaucoup."
    panel.set_before(before)
    panel.flush()
    assert panel.difference.isVisible() == (bool(happened) and not session.unfinished())
    words = {*re.findall(r"\w+", before + panel.text())}
    check(texts_of(panel), data_of(session) | words)


@pytest.mark.parametrize("happened", [[], love()[:4], love()])
def test_transport(qtbot: QtBot, session: Session, happened: list[Event]) -> None:
    panel = shown(qtbot, TransportPanel(session), 900, 60)
    if happened:
        add(session, happened)
    for speed in SPEEDS:
        session.set_speed(speed)
        panel.flush()
        check_panel(panel, session)
    assert speed_text(0.5).startswith("0,5 ")


@pytest.mark.parametrize(
    "options",
    [SearchOptions(), SearchOptions(beam=3), SearchOptions(sample=True, top_k=9, seed=1)],
)
def test_candidates(qtbot: QtBot, session: Session, options: SearchOptions) -> None:
    panel = shown(qtbot, CandidatesPanel(session))
    check_panel(panel, session)
    blocked = dict.fromkeys(range(4, 12), "it would repeat 3 pieces in a row")
    sample = options.sample
    made = searched(
        3, steps=3, beam=options.beam, options=options, chances=sample, recorded=20, blocked=blocked
    )
    trace = add(session, made.events)
    vocabulary = {label(vocabulary_piece(n)).removeprefix("▁") for n in range(VOCABULARY)}
    for position in range(3):
        session.set_position(position)
        panel.flush()
        table = read_table(trace.sentences[0], position, session.hypothesis(), VOCABULARY)
        told = [text(table, row) for row in table.rows for text in (reading, tooltip)]
        told += [panel.list.tooltip_at(QPointF(x, 2)) for x in range(0, 900, 30)]
        for row in range(len(table.rows)):
            panel.list.set_cursor_row(row)
            told += of_offers(panel.offers())
        panel.list.set_cursor_row(position)
        check_panel(panel, session, [t for t in told if t])
        assert vocabulary & set(drawn(panel))
        # For a spreadsheet the numbers stay as they are.
        assert repr(table.rows[0].probability) in as_text(table)


@pytest.mark.parametrize(
    "happened",
    [[], love(), beams(), grown(5, 4, seed=2), grown(5, 4, seed=3, cut=True)],
    ids=["empty", "greedy", "two", "four", "cut"],
)
def test_beams(qtbot: QtBot, session: Session, happened: list[Event]) -> None:
    panel = shown(qtbot, BeamsPanel(session))
    if not happened:
        panel.flush()
        check_panel(panel, session)
        return
    trace = add(session, happened)
    for folded in (False, True):
        panel.fold_box.setChecked(folded)
        session.set_position(1)
        panel.flush()
        told = []
        for step in trace.sentences[0].steps:
            for place in range(len(step.hypotheses)):
                node = step.index, place
                told += [panel.node_text(node), panel.spoken_text(node)]
        told += of_offers(panel.offers())
        told.append(panel.tree._tooltip_at(panel.tree.start_area().center()))
        assert all(told)
        check_panel(panel, session, told)


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("happened", [[], love(), paragraphs()], ids=["empty", "one", "three"])
def test_masks(qtbot: QtBot, session: Session, happened: list[Event], kind: AttentionKind) -> None:
    panel = shown(qtbot, MasksPanel(session))
    if happened:
        add(session, happened)
    session.select(kind=kind)
    for forcing in (False, True):
        for batch in (False, True):
            if not panel.forcing_box.isHidden() and panel.forcing_box.isChecked() != forcing:
                panel.forcing_box.click()
            panel.batch_box.setChecked(batch)
            panel.flush()
            told = []
            blocked = panel.shown()
            if blocked is not None:
                rows, columns = blocked.shape
                told = [panel.cell_text(i, j) for i in range(rows) for j in range(columns)]
            check_panel(panel, session, told)


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize("off", [False, True])
def test_scores(qtbot: QtBot, session: Session, kind: AttentionKind, off: bool) -> None:
    panel = shown(qtbot, ScoresPanel(session), 1000, 620)
    panel.flush()
    check_panel(panel, session)
    place = (kind.value, 1, 2)
    trace = add(session, without(love(), place) if off else love())
    session.set_position(4)
    session.select(kind=kind, layer=1, head=None)
    panel.flush()
    check_panel(panel, session)
    session.select(head=2)
    panel.flush()
    check_panel(panel, session)
    step = None if kind is AttentionKind.ENCODER_SELF else 4
    panel.take_answer(explanation(trace.sentences[0], kind, 1, 2, step))
    panel.flush()
    assert panel.explanation() is not None
    for index in range(panel.view.cards.count()):
        panel.view.cards.card(index).clicked.emit(None)
        link = panel.view.chosen()
        assert link is not None
        told = [panel.view.cell_text(0, link.values.shape[1] - 1), panel.view.cell_text(2, 0)]
        check_panel(panel, session, told)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_heads(qtbot: QtBot, session: Session, kind: AttentionKind) -> None:
    panel = shown(qtbot, HeadsPanel(session))
    panel.flush()
    check_panel(panel, session)
    # Layer and head, as in "2.3": no decimal number.
    names = {f"{layer + 1}.{head + 1}" for layer in range(9) for head in range(MODEL.heads)}
    add(session, without(love(), (kind.value, 0, 1)))
    session.select(kind=kind, layer=0, head=1)
    panel.flush()
    for order in range(panel.order_box.count()):
        panel.order_box.setCurrentIndex(order)
        panel.order_box.activated.emit(order)
        panel.flush()
        QApplication.processEvents()
        told = [panel.head_text(place) for place in panel.grid.places()]
        for head in (1, None):
            told += of_offers({n: o for n, (o, _) in heads_offers(session, 0, head).items()})
        data = data_of(session) | names
        check((("told", text) for text in told), data)
        check(texts_of(panel), data)
        check(painted(panel, data), data)


# What they are made of -----------------------------------------------------------------


def test_the_made_up_language_shows_what_was_forgotten() -> None:
    assert len(sources()) > 500
    assert english(language.tr("Translate")) == []
    assert english("Translate") == ["Translate"]
    assert english("“house” " + pseudo("is gone"), ["house"]) == []
    assert pseudo("&Order {n} <b>%n</b>") == "&Óřđéř {n} <b>%n</b>"
    assert with_point("0.5 of section 3.2.1, 1,5 and 12.") == ["0.5"]


def test_words_of_the_engine_are_known_and_others_stay() -> None:
    config = ModelConfig(vocabulary_size=20, never_written=(0, 1, 2, 12))
    options = SearchOptions(beam=3, no_repeat_ngram=2, forbidden=(9,), required=(8, 8))
    reasons = Rules(config, options).reasons([5, 6, 5])
    assert sorted(reasons) == [0, 1, 2, 3, 6, 9, 12]
    for word in (*reasons.values(), *get_args(Ending)):
        assert english(engine_word(word)) == [], word
    assert "3" in engine_word("it would repeat 3 pieces in a row")
    assert engine_word("because") == "because"


def test_formulas_of_the_engine_are_known(make_translator: MakeTranslator) -> None:
    own, cross = AttentionKind.DECODER_SELF, AttentionKind.CROSS
    off = SearchOptions(heads_off=(("cross", 0, 1),))
    for network, kind, options in (
        ({}, cross, SearchOptions()),
        ({}, cross, off),
        (T5, own, SearchOptions()),
        (T5, cross, SearchOptions()),
        (LLAMA, own, SearchOptions()),
    ):
        translator = make_translator(**network)
        trace = trace_of(list(translator.stream("I love cats.", options)))
        made = translator.explain(trace, 0, kind, 0, 1, 0, 0)
        for stage in made.stages:
            for text in (stage.symbol, stage.formula):
                assert english(engine_word(text), {"W_Q", "W_K", "W_V", "W_O"}) == [], text


def test_hints_stay_on_the_screen(qtbot: QtBot, session: Session) -> None:
    """A hint what to do has no place in an exported picture; what was read there has."""
    add(session, love())
    session.select(head=2)
    for panel in (CandidatesPanel(session), MasksPanel(session), ScoresPanel(session)):
        shown(qtbot, panel)
        panel.flush()
        if isinstance(panel, ScoresPanel):
            trace = session.trace
            assert trace is not None
            step = session.place()
            assert step is not None
            made = explanation(trace.sentences[0], session.kind, session.layer, 2, step[1])
            panel.take_answer(made)
            panel.flush()
        assert panel.readout.text() and panel.readout.property(ON_SCREEN_ONLY), panel
        view = panel.list if isinstance(panel, CandidatesPanel) else None
        if view is not None:
            view.set_cursor_row(0)
        else:
            assert isinstance(panel, MasksPanel | ScoresPanel)
            heatmap = panel.heatmap if isinstance(panel, MasksPanel) else panel.view.heatmap
            heatmap.setFocus()
            qtbot.keyClick(heatmap, Qt.Key.Key_Down)
            qtbot.keyClick(heatmap, Qt.Key.Key_Down)
        assert panel.readout.text() and not panel.readout.property(ON_SCREEN_ONLY), panel


def test_another_way_of_writing_numbers_is_taken_up_at_once(qtbot: QtBot, session: Session) -> None:
    """As the settings do it: other numbers, a change of the theme, the session's signals."""
    panels = [
        shown(qtbot, kind(session), 900, 620)
        for kind in (TranslationPanel, CandidatesPanel, BeamsPanel, HeadsPanel)
    ]
    add(session, beams())
    for panel in panels:
        panel.flush()
    for style, sign in ((Style(), "."), (Style(comma=True, digits=9), ",")):
        numbers.set_style(style)
        theme.notifier.changed.emit(theme.current())
        session.selectionChanged.emit()
        session.hypothesisChanged.emit()
        other = "," if sign == "." else "."
        for panel in panels:
            panel.flush()
            QApplication.processEvents()
            found = [text for text in drawn(panel) if any(c.isdigit() for c in text)]
            assert any(f"0{sign}" in text for text in found), (panel, found)
            assert not any(f"0{other}" in text for text in found), (panel, found)
