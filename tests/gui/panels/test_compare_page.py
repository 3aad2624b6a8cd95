from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind, Encoded, Event, Started
from engine.search.options import SearchOptions
from engine.search.what_if import Force
from engine.trace import Trace
from gui import theme
from gui.history import History
from gui.history_entry import Entry
from gui.panels.compare import ComparePage
from gui.session import Session
from gui.widgets.pieces import weight_text
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import (
    LOVE,
    LOVE_PIECES,
    MODEL,
    Sentence,
    beams,
    events,
    love,
    paragraphs,
    trace_of,
)

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary

CROSS, ENCODER, DECODER = (
    AttentionKind.CROSS,
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
)
VOUS = ("\u2581Je", "\u2581vous", "\u2581aime", "\u2581beaucoup", ".", "</s>")


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def history(session: Session) -> History:
    return History(session)


@pytest.fixture
def page(qtbot: QtBot, session: Session, history: History) -> ComparePage:
    page = ComparePage(session, history)
    qtbot.addWidget(page)
    page.resize(760, 520)
    page.show()
    return page


@pytest.fixture
def keep(session: Session, history: History) -> Callable[[list[Event]], Entry]:
    """Show a translation; gives its entry."""

    def kept(happened: list[Event]) -> Entry:
        session.add_events(happened)
        entry = history.current()
        assert entry is not None
        return entry

    return kept


Keep = Callable[[list[Event]], Entry]


def vous(seed: int = 7) -> list[Event]:
    """LOVE again, with other numbers and another word from its second step on."""
    return list(events(LOVE, [Sentence(LOVE, VOUS)], seed=seed))


def fact(page: ComparePage, name: str) -> tuple[str, str] | None:
    return next((f.values for f in page.header.facts() if f.name == name), None)


def show(page: ComparePage, face: str) -> None:
    page.controls.face.choose(face)
    page.flush()


def test_header_tells_what_differs(page: ComparePage, keep: Keep) -> None:
    first = keep(love())
    happened = vous()
    options = SearchOptions(beam=3, n_best=1)
    assert isinstance(happened[0], Started)
    assert isinstance(happened[1], Encoded)
    model = dataclasses.replace(MODEL, name="another", fingerprint="x")
    happened[0] = dataclasses.replace(happened[0], options=options, model=model)
    happened[1] = dataclasses.replace(happened[1], options=options)
    second = keep(happened)
    page.show_pair(first, second)
    assert fact(page, "Translation") == (first.translation, second.translation)
    assert fact(page, "Model") == (MODEL.name, "another")
    assert fact(page, "Beam") == ("1", "3")
    assert fact(page, "Source") is None, "it is the same, and stands above"
    assert page.title.text() == LOVE
    texts = [label.text() for label in page.header._labels]
    assert any(">vous<" in text and "underline" in text for text in texts)
    assert any("line-through" in text for text in texts)
    assert any(text.endswith("shown now</b>") for text in texts)
    page.swap()
    page.flush()
    assert fact(page, "Beam") == ("3", "1")


def test_models_of_one_name_are_told_apart(page: ComparePage, keep: Keep) -> None:
    first = keep(love())
    happened = vous()
    assert isinstance(happened[0], Started)
    model = dataclasses.replace(MODEL, folder="elsewhere", fingerprint="x")
    happened[0] = dataclasses.replace(happened[0], model=model)
    page.show_pair(first, keep(happened))
    assert fact(page, "Model") == ("made up (nowhere)", "made up (elsewhere)")


def test_steps_agree_with_the_traces(page: ComparePage, keep: Keep) -> None:
    first, second = keep(love()), keep(vous())
    page.show_pair(first, second)
    page.controls.only_differing.setChecked(False)
    page.flush()
    model = page.table.steps
    written = [entry.trace.sentences[0].ancestry(len(p) - 1) for entry, p in
               ((first, LOVE_PIECES), (second, VOUS))]  # fmt: skip
    pairs = [(row.first, row.second) for row in model.rows()]
    assert pairs[:2] == [(0, 0), (1, 1)]
    for side in (0, 1):
        steps = [pair[side] for pair in pairs if pair[side] is not None]
        assert steps == list(range(len(written[side])))
    for number, pair in enumerate(pairs):
        probabilities = []
        for side, step in enumerate(pair):
            shown = model.index(number, 2 * side + 1).data()
            if step is None:
                assert shown == ""
                continue
            probabilities.append(math.exp(written[side][step].log_probability))
            assert shown == weight_text(probabilities[-1])
            piece = model.index(number, 2 * side).data()
            assert piece == written[side][step].piece.surface.replace("\u2581", "_")
        shown = model.index(number, 4).data()
        if len(probabilities) == 2:
            difference = probabilities[1] - probabilities[0]
            assert float(shown.replace("\u2212", "-")) == pytest.approx(difference, abs=5e-7)
        else:
            assert shown == ""


def test_only_steps_that_differ(page: ComparePage, keep: Keep, session: Session) -> None:
    happened = love()
    first = keep(happened)
    assert first.trace is not None
    page.show_pair(first, None)
    assert page.message.isVisible()
    assert "This is the translation that is shown now" in page.message.text()
    session.show(trace_of(happened))
    page.flush()
    assert "No step differs" in page.message.text()
    page.controls.only_differing.setChecked(False)
    page.flush()
    assert len(page.table.steps.rows()) == len(LOVE_PIECES)
    session.add_events(vous())
    page.controls.only_differing.setChecked(True)
    page.flush()
    assert page.table.isVisible()
    assert all(row.differs for row in page.table.steps.rows())


def test_difference_reaches_as_far_as_the_outputs_agree(
    page: ComparePage, keep: Keep, session: Session
) -> None:
    first, second = keep(love()), keep(vous())
    page.show_pair(first, second)
    show(page, "difference")
    for kind, shape in ((CROSS, (2, 6)), (DECODER, (2, 2)), (ENCODER, (6, 6))):
        for layer, head in ((0, None), (1, 2)):
            session.select(kind=kind, layer=layer, head=head)
            page.flush()
            difference = page.attention.difference()
            assert difference is not None
            ends = []
            for entry, length in ((first, len(LOVE_PIECES)), (second, len(VOUS))):
                matrix = entry.trace.sentences[0].attention_matrix(kind, layer, head, length - 1)
                assert matrix is not None
                ends.append(matrix.weights.astype(np.float64)[: shape[0], : shape[1]])
            np.testing.assert_array_equal(difference.values, ends[1] - ends[0])
            drawn = page.attention.heatmap.view._weights
            np.testing.assert_array_equal(drawn, (ends[1] - ends[0]).astype(np.float32))
            bar = page.attention.heatmap.bar.scale()
            assert bar.kind == "signed"
            assert bar.low == -bar.high <= -np.abs(difference.values).max()
    session.select(kind=CROSS)
    page.flush()
    note = page.attention.note.text()
    assert "differ from step 2 on" in note
    assert "2 of 7 in A and 6 in B" in note
    labels = [token.text for token in page.attention.heatmap.left.tokens()]
    assert labels == ["_Je", "_t | _vous"]
    session.select(kind=ENCODER)
    page.flush()
    assert "differ from step" not in page.attention.note.text()


def test_the_exact_difference_is_read_out(
    qtbot: QtBot, page: ComparePage, keep: Keep, session: Session
) -> None:
    first, second = keep(love()), keep(vous())
    session.select(kind=ENCODER, layer=2, head=1)
    page.show_pair(first, second)
    show(page, "difference")
    heatmap = page.attention.heatmap
    qtbot.mouseMove(heatmap.view.viewport(), heatmap.cell_centre(2, 3).toPoint())
    values = [e.trace.sentences[0].encoded.attention for e in (first, second)]
    assert values[0] is not None
    assert values[1] is not None
    expected = float(values[1][2, 1, 2, 3]) - float(values[0][2, 1, 2, 3])
    shown = page.readout.text().split("B − A ")[1].replace("\u2212", "-")
    assert float(shown) == pytest.approx(expected, rel=1e-3)
    assert shown[0] in "+-"
    heatmap.view.pointed.emit(None)
    # By keys too, and for a screen reader.
    heatmap.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right):
        qtbot.keyClick(heatmap, key)
    assert heatmap.accessibleDescription() == page.attention.difference_text(0, 1)


def test_side_by_side_reads_both(
    qtbot: QtBot, page: ComparePage, keep: Keep, session: Session
) -> None:
    first, second = keep(love()), keep(vous())
    session.select(kind=CROSS, layer=1, head=3)
    page.show_pair(first, second)
    show(page, "beside")
    for half, entry, length in zip(page.attention.halves, (first, second), (7, 6), strict=True):
        matrix = entry.trace.sentences[0].attention_matrix(CROSS, 1, 3, length - 1)
        assert matrix is not None
        np.testing.assert_array_equal(half.heatmap.view._weights, matrix.weights)
    one, other = page.attention.halves
    qtbot.mouseMove(one.heatmap.view.viewport(), one.heatmap.cell_centre(3, 2).toPoint())
    assert page.readout.text().startswith(one.cell_text(3, 2))
    assert page.readout.text().endswith(other.cell_text(3, 2))
    # The last row is A's alone.
    qtbot.mouseMove(one.heatmap.view.viewport(), one.heatmap.cell_centre(6, 2).toPoint())
    assert page.readout.text() == one.cell_text(6, 2)


def test_other_shapes_are_refused_in_words(page: ComparePage, keep: Keep, session: Session) -> None:
    small = dataclasses.replace(MODEL, decoder_layers=1, heads=2, fingerprint="small")
    first = keep(list(events(LOVE, [Sentence(LOVE, LOVE_PIECES)], model=small)))
    second = keep(vous())
    session.select(kind=CROSS, layer=1, head=0)
    page.show_pair(first, second)
    show(page, "difference")
    assert page.attention.difference() is None
    assert "A has no layer 2" in page.attention.message.text()
    show(page, "beside")
    assert "A has no layer 2" in page.attention.halves[0].message.text()
    assert page.attention.halves[1].matrix is not None
    session.select(layer=0, head=3)
    page.flush()
    assert "A has no head 4" in page.attention.halves[0].message.text()
    session.select(head=None)
    show(page, "difference")
    assert page.attention.difference() is not None
    assert "over 2 heads in A and over 4 in B" in page.attention.note.text()


def test_another_source_has_no_difference_but_for_the_decoder_itself(
    page: ComparePage, keep: Keep, session: Session
) -> None:
    first = keep(love())
    other = "You love me very much."
    second = keep(list(events(other, [Sentence(other, LOVE_PIECES)], seed=9)))
    page.show_pair(first, second)
    assert fact(page, "Source") == (LOVE, other)
    show(page, "difference")
    for kind, there in ((CROSS, False), (ENCODER, False), (DECODER, True)):
        session.select(kind=kind)
        page.flush()
        assert (page.attention.difference() is not None) == there
        assert ("source pieces differ" in page.attention.message.text()) or there


def test_nothing_recorded(page: ComparePage, keep: Keep, session: Session) -> None:
    first = keep(list(events(LOVE, [Sentence(LOVE, LOVE_PIECES)], record=False)))
    page.show_pair(first, keep(vous()))
    show(page, "difference")
    assert page.attention.message.text() == "The attention of A was not recorded."
    show(page, "steps")
    assert page.table.isVisible()


def test_what_is_shown_now_is_followed(page: ComparePage, keep: Keep, session: Session) -> None:
    first = keep(love())
    session.reset(None)
    page.show_pair(first, None)
    assert "Nothing is shown now" in page.message.text()
    happened = vous()
    session.add_events(happened[:1])
    page.flush()
    assert "being encoded" in page.message.text()
    fed = 1
    for steps in (0, 1, 3):
        session.add_events(happened[fed : steps + 2])
        fed = steps + 2
        page.flush()
        sides = page.sides()
        assert sides is not None
        assert len(sides[1].side.path) == steps
    session.set_position(1)
    page.controls.only_differing.setChecked(False)
    page.flush()
    model = page.table.steps
    assert [model.is_current(row) for row in range(3)] == [False, True, False]


def test_the_followed_hypothesis_is_compared(
    page: ComparePage, keep: Keep, session: Session
) -> None:
    first = keep(beams())
    session.follow(0, 2, 1)
    second = keep(love())
    page.show_pair(first, second)
    sides = page.sides()
    assert sides is not None
    assert sides[0].side.path == tuple(first.trace.sentences[0].path((2, 1)))
    assert fact(page, "Translation") == (sides[0].side.text, second.translation)


def test_sentences_are_chosen_or_follow(
    qtbot: QtBot, page: ComparePage, keep: Keep, session: Session
) -> None:
    first, second = keep(paragraphs()), keep(paragraphs())
    assert first not in page._history.entries(), "the same once more"
    session.show(trace_of(paragraphs()))
    page.show_pair(second, None)
    assert page.controls.sentence_box.count() == 3
    session.set_position(session.position_of(1, 0))
    page.flush()
    sides = page.sides()
    assert sides is not None
    assert sides[0].number == sides[1].number == 1
    assert sides[0].source == "Look 😆 there!"
    page.controls.sentence_box.setFocus()
    qtbot.keyClick(page.controls.sentence_box, Qt.Key.Key_Down)
    page.flush()
    sides = page.sides()
    assert sides is not None
    assert sides[0].number == 2
    session.set_position(0)
    page.flush()
    sides = page.sides()
    assert sides is not None
    assert sides[0].number == 2, "the one that was chosen stays"


def test_a_step_leads_the_window_there(
    qtbot: QtBot, page: ComparePage, keep: Keep, session: Session
) -> None:
    first, second = keep(love()), keep(vous())
    page.show_pair(first, second)
    page.table.setFocus()
    page.table.setCurrentIndex(page.table.steps.index(1, 0))
    row = page.table.steps.rows()[1]
    assert page.readout.text() == page.table.steps.reading(1)
    page.table.activated.emit(page.table.steps.index(1, 0))
    assert session.trace is second.trace
    assert session.place() == (0, row.second)


def test_random_pairs_agree_with_a_real_model(
    page: ComparePage,
    session: Session,
    history: History,
    make_translator: MakeTranslator,
) -> None:
    chance = random.Random(6)
    one, other = make_translator(0), make_translator(1)
    options = SearchOptions(max_length=7)
    traces: list[Trace] = []
    for stream in (
        one.stream(LOVE, options),
        one.stream(LOVE, SearchOptions(max_length=7, beam=3, n_best=2)),
        other.stream(LOVE, options),
        one.stream("Where is the station?", options),
    ):
        session.add_events(list(stream))
        assert session.trace is not None
        traces.append(session.trace)
    session.add_events(list(one.what_if(traces[0], 0, 3, 0, Force((50,)))))
    faces = ["steps", "beside", "difference"]
    drawn = 0
    for _ in range(60):
        page.show_pair(*chance.sample(history.entries(), 2))
        session.select(
            kind=chance.choice(list(AttentionKind)),
            layer=chance.randrange(3),
            head=chance.choice([None, 0, 3]),
        )
        session.set_position(chance.randrange(session.length()))
        if chance.random() < 0.3:
            page.swap()
        show(page, chance.choice(faces))
        sides = page.sides()
        assert sides is not None
        for side, entry in zip(sides, page.pair() or (), strict=True):
            assert entry is not None
            assert side.trace is entry.trace
            assert side.side.text == entry.translation
        difference = page.attention.difference()
        if page.controls.face.current == "difference" and difference is not None:
            rows, columns = difference.values.shape
            ends = []
            for side in sides:
                matrix = side.side.sentence.attention_matrix(
                    session.kind,
                    session.layer,
                    session.head,
                    len(side.side.path) - 1,
                    side.side.path[-1],
                )
                assert matrix is not None
                ends.append(matrix.weights[:rows, :columns].astype(np.float64))
            np.testing.assert_array_equal(difference.values, ends[1] - ends[0])
            drawn += 1
    assert drawn > 5


def test_any_size_and_theme(
    qapp: QApplication, themed: None, page: ComparePage, keep: Keep, session: Session
) -> None:
    page.show_pair(keep(love()), keep(vous()))
    for look in (theme.LIGHT, theme.DARK):
        theme.apply(qapp, look)
        for face in ("steps", "beside", "difference"):
            show(page, face)
            for size in ((300, 260), (420, 300), (900, 600)):
                page.resize(*size)
                QApplication.processEvents()
                assert (page.width(), page.height()) == size
                # Nothing lies over anything else.
                parts = [page.header, page.controls, page._stack, page.readout]
                ends = [part.geometry().bottom() for part in parts]
                begins = [part.geometry().top() for part in parts[1:]]
                assert all(end < begin for end, begin in zip(ends, begins, strict=False))
                assert ends[-1] <= page.height()
        assert any(look.bad in label.text() for label in page.header._labels)


def test_hidden_it_draws_nothing(
    page: ComparePage, keep: Keep, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = keep(love())
    page.show_pair(first, None)
    page.hide()
    session.add_events(vous())
    calls: list[int] = []
    original = page.header.show_facts
    monkeypatch.setattr(page.header, "show_facts", lambda *a: (calls.append(1), original(*a)))
    session.set_position(0)
    page.flush()
    assert calls == []
    page.show()
    assert calls == [1]
