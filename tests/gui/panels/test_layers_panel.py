from __future__ import annotations

import dataclasses
import random

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import DiaphaneError
from engine.events import AttentionKind, Piece
from engine.layer_views import LayerViews, Stack
from engine.search.options import SearchOptions
from gui import theme
from gui.panels.layers import ASK_TO_TRANSLATE, HINT, LayersPanel
from gui.session import Hover, Session
from gui.widgets.empty_message import ASK_TO_WAIT
from gui.widgets.layer_model import Cell, agreement
from gui.widgets.layer_norm_model import row_text
from gui.widgets.layer_norms import NormChart
from gui.widgets.layer_request import LayersAnswer, LayersRequest
from gui.widgets.pieces import label, weight_text
from gui.widgets.scale import number
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import LLAMA
from tests.gui.fakes import FakeTranslator
from tests.gui.layer_answers import layer_views
from tests.gui.traces import MODEL, beams, long, love, paragraphs

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary


class Asked:
    """What the panel asked for; answers with made-up layers when told to."""

    def __init__(self, panel: LayersPanel) -> None:
        self.panel = panel
        self.requests: list[LayersRequest] = []
        self.seed = 0
        self.pre = False
        panel.wanted.connect(self.requests.append)

    def places(self) -> list[tuple[int, int, int]]:
        return [(r.sentence, r.step, r.hypothesis) for r in self.requests]

    def answer(self, index: int = -1) -> LayerViews:
        request = self.requests[index]
        self.seed += 1
        views = layer_views(
            request.trace, request.sentence, request.step, request.hypothesis, self.seed, self.pre
        )
        self.panel.take_answer(LayersAnswer(request, views))
        return views


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session, themed: None) -> LayersPanel:
    panel = LayersPanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 520)
    panel.show()
    return panel


@pytest.fixture
def asked(panel: LayersPanel) -> Asked:
    return Asked(panel)


def show_norms(qtbot: QtBot, panel: LayersPanel) -> None:
    panel.face_box.setFocus()
    qtbot.keyClick(panel.face_box, Qt.Key.Key_Down)
    assert panel.face_box.currentIndex() == 1


def page(panel: LayersPanel) -> int:
    panel.flush()
    return panel._stack.currentIndex()


def centre(panel: LayersPanel, cell: Cell) -> QPointF:
    return panel.lens.grid.place().cell_area(cell).center()


def click(qtbot: QtBot, panel: LayersPanel, point: QPointF) -> None:
    viewport = panel.lens.grid.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point.toPoint())
    panel.flush()


def test_empty_states_say_what_to_do(panel: LayersPanel, session: Session, asked: Asked) -> None:
    assert page(panel) == 0
    assert panel.message.text() == ASK_TO_TRANSLATE
    happened = love()
    session.add_events(happened[:2])
    assert page(panel) == 0
    assert panel.message.text() == ASK_TO_WAIT
    assert asked.requests == []
    session.add_event(happened[2])
    assert page(panel) == 1
    assert asked.places() == [(0, 0, 0)]
    assert panel.lens.list.rows() == []
    assert "being computed" in panel.readout.text()
    asked.answer()
    assert len(panel.lens.list.rows()) >= 5
    session.reset(None)
    assert page(panel) == 0
    assert panel.views() is None
    assert panel.lens.grid.table() is None


def test_asks_once_a_path_and_only_while_visible(
    panel: LayersPanel, session: Session, asked: Asked
) -> None:
    panel.hide()
    session.add_events(love())
    panel.flush()
    assert asked.requests == []
    panel.show()
    assert asked.places() == [(0, 6, 0)]
    panel.refresh()
    assert len(asked.requests) == 1
    asked.answer()
    for position in (3, 0, 6, 2):
        session.set_position(position)
        panel.flush()
        table = panel.lens.grid.table()
        assert table is not None
        assert (table.steps, table.current) == (position + 1, position)
        assert table.covered == table.steps
    assert len(asked.requests) == 1
    assert not panel.waiting()


def test_going_back_in_a_path_that_still_grows(
    panel: LayersPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love()[:6])
    session.set_position(1)
    panel.flush()
    asked.answer(0)
    assert asked.places()[-1] == (0, 3, 0)


def test_at_full_speed_it_asks_a_few_times_a_second_and_at_the_end(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked
) -> None:
    happened = long(8, 60)
    session.set_playing(True)
    session.add_events(happened[:3])
    panel.flush()
    assert len(asked.requests) == 1
    asked.answer()
    for event in happened[3:40]:
        session.add_event(event)
        panel.refresh()
    assert len(asked.requests) == 1
    table = panel.lens.grid.table()
    assert table is not None
    assert (table.steps, table.covered) == (38, 1)
    # The pause over, the newest step is asked for without another signal.
    qtbot.waitUntil(lambda: len(asked.requests) == 2, timeout=2000)
    assert asked.places()[-1] == (0, 37, 0)
    for event in happened[40:]:
        session.add_event(event)
        panel.refresh()
    assert len(asked.requests) == 2, "never two under way"
    asked.answer()
    # The end waits for no pause.
    assert asked.places()[-1] == (0, 59, 0)
    asked.answer()
    session.set_playing(False)
    panel.flush()
    assert len(asked.requests) == 3
    assert table is not panel.lens.grid.table()


def test_a_slow_answer_makes_longer_pauses(
    panel: LayersPanel, session: Session, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("gui.widgets.layer_request.time.monotonic", lambda: clock[0])
    session.set_playing(True)
    happened = long(5, 20)
    session.add_events(happened[:3])
    panel.flush()
    clock[0] += 0.5
    asked.answer()
    session.add_events(happened[3:5])
    panel.refresh()
    for later, count in ((2.0, 1), (1.9, 1), (0.2, 2)):
        clock[0] += later
        panel.refresh()
        assert len(asked.requests) == count
    panel._later.stop()


@pytest.mark.parametrize("seed", range(4))
def test_cells_list_and_words_are_the_answer(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked, seed: int
) -> None:
    chance = random.Random(seed)
    session.add_events(paragraphs() if seed % 2 else beams())
    before = -1
    for _ in range(6):
        position = chance.randrange(session.length())
        session.set_position(position)
        place = session.place()
        assert place is not None and session.trace is not None
        number, step = place
        sentence = session.trace.sentences[number]
        count = len(sentence.steps[step].hypotheses)
        session.follow(number, step, chance.randrange(count))
        panel.flush()
        if panel.waiting():
            asked.answer()
        panel.flush()
        while panel.waiting():
            asked.answer()
        written = sentence.pieces(step, session.hypothesis())
        table, views = panel.lens.grid.table(), panel.views()
        assert table is not None and views is not None
        assert table.written == written
        assert table.inputs == (sentence.encoded.start, *written[:-1])
        assert table.covered == step + 1
        assert table.states == MODEL.decoder_layers + 1
        chosen = panel.lens.grid.cursor_cell()
        assert chosen is not None and chosen[1] <= step
        if position != before:
            assert chosen[1] == step, "another step is looked at as soon as it is shown"
        before = position
        cell = (chance.randrange(table.states), chance.randrange(step + 1))
        panel.lens.grid.setFocus()
        click(qtbot, panel, centre(panel, cell))
        assert panel.lens.grid.cursor_cell() == cell
        check_list(panel, views, cell, written)
        best = views.top(*cell)[0]
        assert f"“{label(best.piece)}” p = {weight_text(best.probability)}" in panel.readout.text()
        told = panel.lens.grid.accessibleDescription()
        assert f"rank {int(views.written_ranks[cell]):,} of 8,000" in told
        assert told == panel.readout.text()


def check_list(
    panel: LayersPanel, views: LayerViews, cell: Cell, written: tuple[Piece, ...]
) -> None:
    rows = panel.lens.list.rows()
    for rank, (row, guess) in enumerate(zip(rows, views.top(*cell), strict=False), 1):
        assert row[:2] == (rank, guess)
    rank = int(views.written_ranks[cell])
    marked = [row for row in rows if row[2]]
    assert [row[0] for row in marked] == [rank]
    assert marked[0][1].piece.id == written[cell[1]].id
    assert len(rows) == (5 if rank <= 5 else 6)


def test_the_input_stands_at_the_bottom(panel: LayersPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    place = panel.lens.grid.place()
    heights = [place.cell_area((state, 0)).top() for state in range(3)]
    assert heights == sorted(heights, reverse=True)
    assert place.head_area(0, top=True).bottom() <= heights[-1]
    assert place.head_area(0, top=False).top() >= place.cell_area((0, 0)).bottom() - 1
    assert place.cell_area((0, 0)).right() <= place.cell_area((0, 1)).left() + 0.01


def test_a_column_moves_the_step_and_a_row_selects_the_layer(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    place = panel.lens.grid.place()
    click(qtbot, panel, place.name_area(2).center())
    assert session.layer == 1
    click(qtbot, panel, panel.lens.grid.place().name_area(1).center())
    assert session.layer == 0
    click(qtbot, panel, panel.lens.grid.place().name_area(0).center())
    assert session.layer == 0
    session.select(kind=AttentionKind.ENCODER_SELF, layer=2)
    panel.flush()
    click(qtbot, panel, panel.lens.grid.place().name_area(1).center())
    assert session.layer == 2, "a row is a layer of the decoder"
    for top, step in ((True, 4), (False, 2)):
        click(qtbot, panel, panel.lens.grid.place().head_area(step, top).center())
        assert session.place() == (0, step)
        table = panel.lens.grid.table()
        assert table is not None and table.current == step
    qtbot.mouseDClick(
        panel.lens.grid.viewport(),
        Qt.MouseButton.LeftButton,
        pos=centre(panel, (1, 1)).toPoint(),
    )
    assert session.place() == (0, 1)


def test_keyboard_alone(qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    grid = panel.lens.grid
    grid.setFocus()
    assert grid.cursor_cell() == (2, 6)
    for key, cell in (
        (Qt.Key.Key_Up, (2, 6)),
        (Qt.Key.Key_Right, (2, 6)),
        (Qt.Key.Key_Down, (1, 6)),
        (Qt.Key.Key_Left, (1, 5)),
        (Qt.Key.Key_PageDown, (0, 5)),
        (Qt.Key.Key_Down, (0, 5)),
        (Qt.Key.Key_Home, (0, 0)),
        (Qt.Key.Key_Left, (0, 0)),
        (Qt.Key.Key_PageUp, (2, 0)),
        (Qt.Key.Key_End, (2, 6)),
    ):
        qtbot.keyClick(grid, key)
        assert grid.cursor_cell() == cell
    qtbot.keyClick(grid, Qt.Key.Key_Space)
    assert session.layer == 1
    for _ in range(3):
        qtbot.keyClick(grid, Qt.Key.Key_Left)
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    panel.flush()
    assert session.place() == (0, 3)
    assert grid.cursor_cell() == (2, 3)
    qtbot.keyClick(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    views = panel.views()
    assert views is not None
    assert [line[0] for line in lines] == ["layer", "layer 2", "layer 1", "embedding", "input"]
    assert {len(line) for line in lines} == {9}
    for row, state in ((1, 2), (2, 1), (3, 0)):
        for step in range(4):
            guess = views.top(state, step)[0]
            assert lines[row][1 + 2 * step] == label(guess.piece)
            assert float(lines[row][2 + 2 * step]) == pytest.approx(guess.probability, rel=1e-6)


def test_the_pointer_reads_exact_numbers_and_shares_its_piece(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    views = asked.answer()
    viewport = panel.lens.grid.viewport()
    qtbot.mouseMove(viewport, centre(panel, (1, 5)).toPoint())
    assert panel.lens.grid.pointed_cell() == (1, 5)
    assert weight_text(views.top(1, 5)[0].probability) in panel.readout.text()
    assert "layer 1, step 6" in panel.readout.text()
    assert session.hover == Hover("target", 5)
    tooltip = panel.lens.grid.tooltip_at(centre(panel, (1, 5)))
    for guess in views.top(1, 5):
        assert f"{label(guess.piece)}   {weight_text(guess.probability)}" in tooltip
    assert f"entropy {float(views.entropies[1, 5]):.4f} nats" in tooltip
    place = panel.lens.grid.place()
    assert "what step 6 wrote" in panel.lens.grid.tooltip_at(place.head_area(5, True).center())
    assert "shifted right" in panel.lens.grid.tooltip_at(place.head_area(5, False).center())
    assert "embedding" in panel.lens.grid.tooltip_at(place.name_area(0).center())
    assert "really says" in panel.lens.grid.tooltip_at(place.name_area(2).center())
    assert panel.lens.grid.tooltip_at(QPointF(2, 2)) == ""
    QApplication.sendEvent(viewport, QEvent(QEvent.Type.Leave))
    assert session.hover is None
    assert panel.lens.grid.pointed_cell() is None
    assert "layer 2, step 7" in panel.readout.text()
    at = centre(panel, (0, 6)).toPoint()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at)))


def test_stale_answers_are_dropped(panel: LayersPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    panel.flush()
    session.add_events(paragraphs())
    panel.flush()
    assert len(asked.requests) == 2
    asked.answer(0)
    assert panel.views() is None
    panel.take_answer("something else")
    newest = asked.answer(1)
    assert panel.views() is newest
    # Another sentence of the same trace has other layers.
    session.set_position(0)
    panel.flush()
    assert len(asked.requests) == 3
    table = panel.lens.grid.table()
    assert table is not None and table.covered == 0
    asked.answer()
    assert table is not panel.lens.grid.table()


def test_what_hypotheses_share_stays(panel: LayersPanel, session: Session, asked: Asked) -> None:
    session.add_events(beams())
    panel.flush()
    views = asked.answer()
    session.follow(0, 2, 1)  # the other output: it begins alike, or not
    session.set_position(2)
    panel.flush()
    sentence = session.sentence()
    assert sentence is not None
    written = sentence.pieces(2, 1)
    table = panel.lens.grid.table()
    assert table is not None
    assert table.covered == agreement(views, written) < 3
    assert table.known((0, table.covered)) is None
    assert panel.waiting()
    asked.answer()
    table = panel.lens.grid.table()
    assert table is not None and table.covered == 3


def test_a_failure_is_told_and_can_be_tried_again(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    panel.errand_failed("Out of memory.")
    assert page(panel) == 0
    assert panel.message.text() == "Out of memory."
    panel.refresh()
    assert len(asked.requests) == 1
    qtbot.mouseClick(panel.again, Qt.MouseButton.LeftButton)
    assert len(asked.requests) == 2
    asked.answer()
    assert page(panel) == 1
    assert panel.again.isHidden()
    panel.errand_failed("of nothing that is asked for")
    assert page(panel) == 1


def test_another_model_is_not_asked(panel: LayersPanel, session: Session, asked: Asked) -> None:
    session.set_model(dataclasses.replace(MODEL, name="other", fingerprint="ab"))
    session.add_events(love())
    assert page(panel) == 0
    assert "Open made up" in panel.message.text()
    assert asked.requests == []
    session.set_model(MODEL)
    assert page(panel) == 1
    asked.answer()
    # What is known stays, whatever is loaded now.
    session.set_model(None)
    assert page(panel) == 1


def test_a_request_needs_a_model(session: Session, asked: Asked, panel: LayersPanel) -> None:
    session.add_events(love())
    panel.flush()
    with pytest.raises(DiaphaneError, match="No model is loaded"):
        asked.requests[0](None)
    with pytest.raises(DiaphaneError, match="made-up"):
        asked.requests[0](FakeTranslator())


@pytest.mark.parametrize("pre", [False, True])
def test_norms_are_the_answers(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked, pre: bool
) -> None:
    asked.pre = pre
    session.add_events(love())
    panel.flush()
    views = asked.answer()
    show_norms(qtbot, panel)
    assert page(panel) == 2
    assert panel.readout.text() == HINT
    assert ("Pre-norm" in panel.norms.told.text()) is pre
    for step in (6, 2, 0):
        session.set_position(step)
        panel.flush()
        source = (step + 1) % 6
        panel.norms.piece_box.activated.emit(source)
        check_chart(panel.norms.decoder, views, Stack.DECODER, step)
        check_chart(panel.norms.encoder, views, Stack.ENCODER, source)
        assert f"step {step + 1}" in panel.norms.step_label.text()
        assert panel.norms.piece_box.currentText().startswith(f"{source + 1}: ")


def check_chart(chart: NormChart, views: LayerViews, stack: Stack, position: int) -> None:
    table = chart.table()
    norms = views.encoder if stack is Stack.ENCODER else views.decoder
    assert table is not None and norms is not None
    rows = table.rows
    assert len(rows) == len(norms.places) + 1 + (views.norm == "pre")
    assert rows[0].stream == norms.before[0, position]
    assert rows[-1].stream == norms.output[position]
    art = chart.art()
    longest = 0.0
    for index, place in enumerate(norms.places):
        row = rows[index + 1]
        assert (row.layer, row.sublayer) == (place.layer, place.sublayer)
        assert row.stream == norms.after[index, position]
        assert row.contribution == norms.contribution[index, position]
        text = row_text(table, row)
        for value in (row.before, row.contribution, row.summed):
            assert value is not None and number(value) in text
        assert ("LayerNorm" in text) is (views.norm == "post")
        stream, added = art.bars(index + 1)
        assert added.width() / stream.width() == pytest.approx(row.contribution / row.stream)
        longest = max(longest, added.width(), stream.width())
    # The longest bar has the whole room.
    assert art.bars(0)[1].width() == 0
    assert max(longest, art.bars(0)[0].width(), art.bars(len(rows) - 1)[0].width()) == (
        pytest.approx(art.columns.stream - art.columns.bars - 8)
    )


def test_norms_follow_the_piece_that_is_pointed_at(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    views = asked.answer()
    show_norms(qtbot, panel)
    panel.flush()
    panel.norms.piece_box.activated.emit(1)
    session.set_hover(Hover("source", 4))
    assert panel.norms.position() == 4
    check_chart(panel.norms.encoder, views, Stack.ENCODER, 4)
    session.set_hover(Hover("source", 99))
    assert panel.norms.position() == 1
    session.set_hover(Hover("target", 3))
    assert panel.norms.position() == 1
    session.set_hover(None)
    check_chart(panel.norms.encoder, views, Stack.ENCODER, 1)


def test_norms_by_keyboard_and_pointer(
    qtbot: QtBot, panel: LayersPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    show_norms(qtbot, panel)
    panel.flush()
    chart = panel.norms.decoder
    table = chart.table()
    assert table is not None
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Up)
    assert panel.readout.text() == row_text(table, table.rows[0])
    qtbot.keyClick(chart, Qt.Key.Key_Up)
    assert panel.readout.text() == row_text(table, table.rows[1])
    assert chart.accessibleDescription() == panel.readout.text()
    qtbot.keyClick(chart, Qt.Key.Key_PageUp)
    qtbot.keyClick(chart, Qt.Key.Key_Up)
    assert chart.looked_at() == table.rows[-1]
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    panel.flush()
    assert session.place() == (0, 5)
    moved = chart.table()
    assert moved is not None and moved.position == 5
    assert panel.readout.text() == row_text(moved, moved.rows[-1])
    qtbot.mouseMove(chart.viewport(), chart.art().row_area(2).center().toPoint())
    assert panel.readout.text() == row_text(moved, moved.rows[2])
    QApplication.sendEvent(chart.viewport(), QEvent(QEvent.Type.Leave))
    encoder = panel.norms.encoder
    encoder.setFocus()
    for key, place in ((Qt.Key.Key_Right, 1), (Qt.Key.Key_Left, 0), (Qt.Key.Key_Left, 0)):
        qtbot.keyClick(encoder, key)
        assert panel.norms.position() == place
    qtbot.keyClick(encoder, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().split("\n")
    shown = encoder.table()
    assert shown is not None
    assert len(lines) == 1 + len(shown.rows)
    assert float(lines[-1].split("\t")[-1]) == pytest.approx(shown.rows[0].stream, rel=1e-6)


@pytest.mark.parametrize("size", [(300, 200), (340, 560), (420, 300), (1200, 800)])
@pytest.mark.parametrize("face", [0, 1])
def test_any_size_and_theme_is_drawn(
    qtbot: QtBot,
    panel: LayersPanel,
    session: Session,
    asked: Asked,
    size: tuple[int, int],
    face: int,
) -> None:
    session.add_events(long(20, 40))
    panel.flush()
    asked.answer()
    panel.face_box.setCurrentIndex(face)
    panel.resize(*size)
    assert (panel.width(), panel.height()) == size
    panel.refresh()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.processEvents()
    light = panel.grab().toImage()
    theme.apply(app, theme.DARK)
    dark = panel.grab().toImage()
    assert light != dark
    theme.apply(app, theme.LIGHT)
    assert panel.grab().toImage() == light


def test_the_current_column_is_scrolled_to(
    panel: LayersPanel, session: Session, asked: Asked
) -> None:
    session.add_events(long(20, 60))
    panel.flush()
    asked.answer()
    for position in (59, 30, 45, 2):
        session.set_position(position)
        panel.flush()
        place = panel.lens.grid.place()
        area, cells = place.cell_area((0, position)), place.cells()
        assert cells.left() - 1 <= area.left()
        assert area.right() <= cells.right() + 1
        # Only what can be seen is painted.
        assert position in place.seen_steps()
        assert len(place.seen_steps()) < 12


def test_a_real_translators_answer(
    qtbot: QtBot, make_translator: MakeTranslator, themed: None
) -> None:
    translator = make_translator(3)
    session = Session()
    session.set_model(translator.info)
    panel = LayersPanel(session)
    qtbot.addWidget(panel)
    panel.resize(700, 420)
    panel.show()
    panel.wanted.connect(lambda request: panel.take_answer(request(translator)))
    session.add_events(list(translator.stream("I love you.", SearchOptions(max_length=6))))
    panel.flush()
    place, sentence, views = session.place(), session.sentence(), panel.views()
    assert place is not None and sentence is not None and views is not None
    live = sentence.steps[place[1]].hypotheses[session.hypothesis()]
    for row, candidate in zip(panel.lens.list.rows(), live.candidates, strict=False):
        if row[0] <= 5:
            assert row[1].piece.id == candidate.piece.id
            assert row[1].probability == pytest.approx(candidate.probability, abs=1e-5)
    assert views.encoder is not None
    assert views.encoder.before.shape[1] == len(sentence.encoded.pieces)


def test_a_decoder_alone_has_one_chart_and_its_norms_have_their_name(
    qtbot: QtBot, make_translator: MakeTranslator, themed: None
) -> None:
    translator = make_translator(3, **LLAMA)
    session = Session()
    session.set_model(translator.info)
    panel = LayersPanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 520)
    panel.show()
    panel.wanted.connect(lambda request: panel.take_answer(request(translator)))
    session.add_events(list(translator.stream("I love", SearchOptions(max_length=12))))
    panel.flush()
    assert panel.lens.told.text().endswith("the decoder's last RMS norm first.")
    show_norms(qtbot, panel)
    panel.flush()
    views = panel.views()
    assert views is not None and views.encoder is None
    assert not panel.norms.encoder.isVisible() and panel.norms.encoder.table() is None
    assert panel.norms.told.text().endswith("before the last RMS norm.")
    table = panel.norms.decoder.table()
    assert table is not None and len(table.rows) == 3 * 2 + 2
    check_chart(panel.norms.decoder, views, Stack.DECODER, table.position)
    assert row_text(table, table.rows[-1]).startswith("last RMS norm: ‖RMSNorm(x)‖ = ")
