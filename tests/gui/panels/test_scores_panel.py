from __future__ import annotations

import dataclasses
import math
import random
import re
from typing import Any, Literal

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from engine.explanation import Explanation
from engine.search.options import SearchOptions
from engine.trace import Trace
from gui import theme
from gui.panels.scores import ASK_TO_TRANSLATE, ASK_TO_WAIT, NO_MEAN, ScoresPanel
from gui.session import Session
from gui.widgets.chain import BETWEEN_QUERIES_AND_KEYS, LINKS, LinkName, links_of
from gui.widgets.chain_view import HINT
from gui.widgets.scale import MINUS_INFINITY
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.explanations import explanation
from tests.gui.traces import LOVE, MODEL, love, paragraphs

CROSS, ENCODER, DECODER = (
    AttentionKind.CROSS,
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
)
make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary

Request = tuple[int, AttentionKind, int, int, int | None, int]


class Asked:
    """What the panel asked for; answers with made-up heads when told to."""

    def __init__(self, session: Session, panel: ScoresPanel) -> None:
        self.session, self.panel = session, panel
        self.requests: list[Request] = []
        panel.wanted.connect(lambda errand: errand(self))

    def explain(self, trace: Trace, *request: Any) -> None:
        """In the translator's place."""
        assert trace is self.session.trace
        self.requests.append(request)

    def answer(
        self, index: int = -1, like: Literal["paper", "T5", "LLaMA"] = "paper"
    ) -> Explanation:
        sentence, kind, layer, head, step, hypothesis = self.requests[index]
        trace = self.session.trace
        assert trace is not None
        made = explanation(
            trace.sentences[sentence], kind, layer, head, step, hypothesis, like=like
        )
        self.panel.take_answer(made)
        return made


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    session.select(layer=1, head=2)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> ScoresPanel:
    panel = ScoresPanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 520)
    panel.show()
    return panel


@pytest.fixture
def asked(session: Session, panel: ScoresPanel) -> Asked:
    return Asked(session, panel)


def names_of(panel: ScoresPanel) -> tuple[LinkName, ...]:
    made = panel.explanation()
    assert made is not None
    return links_of(made)


def choose(panel: ScoresPanel, name: LinkName) -> None:
    index = names_of(panel).index(name)
    card = panel.view.cards.card(index)
    card.clicked.emit(None)
    assert panel.view.cards.current == index


def numeral(text: str) -> float:
    return float(text.replace("−", "-").replace("∞", "inf"))


def dimmed(panel: ScoresPanel) -> bool:
    return not panel.veil.isHidden()


def page(panel: ScoresPanel) -> int:
    panel.flush()
    return panel._stack.currentIndex()


def test_empty_states_say_what_to_do(panel: ScoresPanel, session: Session, asked: Asked) -> None:
    assert page(panel) == 0
    assert panel.message.text() == ASK_TO_TRANSLATE
    happened = love()
    session.add_events(happened[:1])
    assert page(panel) == 0
    assert panel.message.text() == ASK_TO_WAIT
    session.add_event(happened[1])
    panel.flush()
    assert panel.message.text() == ASK_TO_WAIT
    assert asked.requests == []
    session.select(kind=ENCODER)
    panel.flush()
    assert asked.requests == [(0, ENCODER, 1, 2, None, 0)]
    assert panel.message.text() == "Computing layer 2, head 3 …"
    asked.answer()
    assert page(panel) == 2
    session.reset(None)
    assert page(panel) == 0
    assert panel.message.text() == ASK_TO_TRANSLATE
    assert panel.explanation() is None


def test_a_mean_over_heads_offers_the_heads(
    qtbot: QtBot, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    session.select(head=None)
    assert page(panel) == 1
    assert panel.chooser.text.text().startswith(NO_MEAN)
    assert [button.text() for button in panel.chooser.buttons] == ["1", "2", "3", "4"]
    assert asked.requests == []
    button = panel.chooser.buttons[3]
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert session.head == 3
    panel.flush()
    assert asked.requests == [(0, CROSS, 1, 3, 6, 0)]


def test_asks_once_for_each_place_and_only_while_visible(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    panel.hide()
    session.add_events(love())
    panel.flush()
    assert asked.requests == []
    panel.show()
    assert asked.requests == [(0, CROSS, 1, 2, 6, 0)]
    panel.refresh()
    assert len(asked.requests) == 1
    asked.answer()
    panel.refresh()
    session.set_playing(True)
    panel.flush()
    assert len(asked.requests) == 1
    assert not panel.waiting()
    for move in (
        lambda: session.set_position(3),
        lambda: session.select(layer=0),
        lambda: session.select(head=1),
        lambda: session.select(kind=ENCODER),
    ):
        count = len(asked.requests)
        move()
        panel.flush()
        assert len(asked.requests) == count + 1
    # The encoder runs once: another step of the same sentence is the same head.
    session.set_position(5)
    panel.flush()
    assert asked.requests[-1] == (0, ENCODER, 0, 1, None, 0)
    assert len(asked.requests) == 5


def test_stale_answers_are_dropped(panel: ScoresPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    panel.flush()
    first = asked.answer()
    assert panel.explanation() is first
    session.set_position(3)
    panel.flush()
    session.set_position(4)
    panel.flush()
    asked.answer(1)
    assert panel.explanation() is first
    newest = asked.answer(2)
    assert panel.explanation() is newest
    # One that comes before the panel has noticed that it is no longer wanted.
    session.set_position(2)
    panel.flush()
    session.select(head=None)
    asked.answer()
    assert panel.explanation() is newest
    # It was dropped, so it is asked for again.
    session.select(head=2)
    panel.flush()
    assert asked.requests[-1] == asked.requests[-2] == (0, CROSS, 1, 2, 2, 0)
    newest = asked.answer()
    assert panel.explanation() is newest


def test_the_answer_of_another_sentence_is_not_taken(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(paragraphs())
    session.set_position(session.position_of(0, 1))
    panel.flush()
    session.set_position(session.position_of(1, 1))
    panel.flush()
    assert [request[0] for request in asked.requests[-2:]] == [0, 1]
    asked.answer(-2)
    assert panel.explanation() is None
    asked.answer()
    assert panel.explanation() is not None


def test_the_old_one_stays_dimmed_while_waiting(
    qtbot: QtBot, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    shown = asked.answer()
    assert not dimmed(panel)
    session.select(head=0)
    panel.flush()
    assert panel.explanation() is shown
    qtbot.waitUntil(lambda: dimmed(panel))
    assert panel.veil.text() == "Computing layer 2, head 1 …"
    asked.answer()
    assert not dimmed(panel)
    # What is shown is wanted again while another answer is under way: nothing to wait for.
    session.select(head=1)
    panel.flush()
    session.select(head=0)
    panel.flush()
    assert not panel.waiting()
    qtbot.wait(150)
    assert not dimmed(panel)


def test_a_failure_is_told_and_can_be_tried_again(
    qtbot: QtBot, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    panel.errand_failed("Out of memory.")
    assert page(panel) == 0
    assert panel.message.text() == "Out of memory."
    assert panel.again.isVisible()
    qtbot.mouseClick(panel.again, Qt.MouseButton.LeftButton)
    assert len(asked.requests) == 2
    asked.answer()
    assert page(panel) == 2
    panel.errand_failed("of something that is shown already")
    assert page(panel) == 2


def test_another_model_is_not_asked(panel: ScoresPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    session.set_model(dataclasses.replace(MODEL, name="other", fingerprint="ab"))
    assert page(panel) == 0
    assert "Open made up" in panel.message.text()
    assert asked.requests == []
    session.set_model(MODEL)
    panel.flush()
    assert len(asked.requests) == 1


def test_a_trace_keeps_the_shape_of_its_model(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.set_model(dataclasses.replace(MODEL, decoder_layers=6, heads=16))
    session.select(layer=5, head=15)
    session.add_events(love())
    panel.flush()
    assert asked.requests == [(0, CROSS, 1, 3, 6, 0)]


@pytest.mark.parametrize("kind", list(AttentionKind))
def test_cards_and_detail_are_the_explanation(
    panel: ScoresPanel, session: Session, asked: Asked, kind: AttentionKind
) -> None:
    session.add_events(love())
    session.select(kind=kind)
    session.set_position(4)
    panel.flush()
    made = asked.answer()
    assert panel.view.cards.count() == len(links_of(made)) == len(LINKS) - 1
    for index, name in enumerate(links_of(made)):
        choose(panel, name)
        stage = made.stage("scores" if name == "products" else name)
        content = panel.view.cards.card(index).content()
        assert content is not None
        rows, columns = stage.shape
        assert content.caption == f"{rows} × {columns}"
        expected = stage.values
        if name == "products":
            expected = made.stage("queries").values @ made.stage("keys").values.T
        blocked = np.isneginf(made.stage("mask").values)
        if name in ("mask", "masked scores", "weights"):
            assert content.masked is not None
            np.testing.assert_array_equal(content.masked, blocked)
            expected = np.where(blocked, 0, expected)
        else:
            assert content.masked is None
        np.testing.assert_allclose(content.values, expected, rtol=1e-5, atol=1e-6)
        # The large one is the same, with its own labels and range.
        weights = panel.view.heatmap.view._weights
        assert weights is not None
        np.testing.assert_array_equal(weights, content.values)
        assert panel.view.heatmap.bar.scale() == content.scale
        assert content.scale.low <= content.values.min()
        assert content.values.max() <= content.scale.high
        for axis, tokens in zip(
            stage.axes,
            (panel.view.heatmap.left.tokens(), panel.view.heatmap.top.tokens()),
            strict=True,
        ):
            assert len(tokens) == (rows if axis is stage.axes[0] else columns)
            if axis.labels is None:
                assert tokens[0].text == "1"
                assert axis.name in tokens[0].tooltip
        queries_in_rows = stage.axes[0].name == "query"
        assert content.current == (made.current if queries_in_rows else None)


def test_signs_between_the_cards_name_what_happens(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    signs = [sign for sign, _ in panel.view.cards._operators]
    assert signs == ["", "", "Q·Kᵀ", "÷√d_k", "+", "=", "softmax", "· V", "· W_O"]
    assert panel.view.cards._operators[3][1] == "2"
    assert "softmax" in panel.view.formula.text()
    assert "3.2.1" in panel.view.formula.text()


def test_arithmetic_under_the_pointer_is_right_to_the_digit(
    qtbot: QtBot, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    session.select(kind=DECODER)
    panel.flush()
    made = asked.answer()
    choose(panel, "weights")
    for row, column in ((6, 2), (3, 3), (0, 0)):
        qtbot.mouseMove(
            panel.view.heatmap.view.viewport(),
            panel.view.heatmap.cell_centre(row, column).toPoint(),
        )
        cell = made.cell(row, column)
        text = panel.view.arithmetic.toPlainText()
        q, k = made.stage("queries").values[row], made.stage("keys").values[column]
        products = re.findall(r"(\(?−?[\d.e−]+\)?)·(\(?−?[\d.e−]+\)?)", text)[:4]
        for (left, right), a, b in zip(products, q, k, strict=True):
            assert numeral(left.strip("()")) == pytest.approx(float(a), rel=1e-3)
            assert numeral(right.strip("()")) == pytest.approx(float(b), rel=1e-3)
        results = [numeral(r) for r in re.findall(r"= (−?[\d.]+(?:e−\d+)?|−∞)(?=\n|$| |;)", text)]
        for value in (cell.dot, cell.score, cell.denominator, cell.weight):
            assert any(r == pytest.approx(value, rel=2e-5, abs=1e-9) for r in results), (
                value,
                text,
            )
        weight = float(made.stage("weights").values[row, column])
        assert f"A = {weight:.6g}" in panel.readout.text()
        assert panel.view.cell() == (row, column)


def test_masked_cells_read_minus_infinity_and_why(
    qtbot: QtBot, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    session.select(kind=DECODER)
    panel.flush()
    asked.answer()
    names: tuple[LinkName, ...] = ("mask", "masked scores")
    for name in names:
        choose(panel, name)
        assert panel.view.cell_text(1, 3).count(f"= {MINUS_INFINITY}") == 1
        assert "the key comes after the query" in panel.view.cell_text(1, 3)
        assert MINUS_INFINITY not in panel.view.cell_text(3, 1)
    choose(panel, "scores")
    assert MINUS_INFINITY not in panel.view.cell_text(1, 3)
    choose(panel, "weights")
    assert "A = 0 " in panel.view.cell_text(1, 3)
    panel.view.heatmap.set_cursor_cell((1, 3))
    text = panel.view.arithmetic.toPlainText()
    assert "blocked: the key comes after the query" in text
    assert f"+ ({MINUS_INFINITY}) = {MINUS_INFINITY}" in text


def test_keyboard_alone_reads_any_cell(
    qtbot: QtBot, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    made = asked.answer()
    panel.view.cards.setFocus()
    qtbot.keyClick(panel.view.cards, Qt.Key.Key_End)
    assert panel.view.cards.current == 9
    qtbot.keyClick(panel.view.cards, Qt.Key.Key_Home)
    qtbot.keyClick(panel.view.cards, Qt.Key.Key_Left)
    assert panel.view.cards.current == 0
    for _ in range(3):
        qtbot.keyClick(panel.view.cards, Qt.Key.Key_Right)
    link = panel.view.chosen()
    assert link is not None
    assert link.name == "products"
    assert "Dot products" in panel.view.cards.accessibleDescription()
    panel.view.heatmap.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Up):
        qtbot.keyClick(panel.view.heatmap, key)
    assert panel.view.cell() == (5, 1)
    dot = made.cell(5, 1).dot
    found = re.search(r"QKᵀ = (\S+)", panel.readout.text())
    assert found is not None
    assert numeral(found[1]) == pytest.approx(dot, rel=1e-5)
    assert panel.view.heatmap.accessibleDescription() == panel.view.cell_text(5, 1)


def test_what_a_cell_is_made_of_is_marked(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()

    def marked() -> dict[str, tuple[int | None, int | None]]:
        cards = {
            name: panel.view.cards.card(index).marks() for index, name in enumerate(names_of(panel))
        }
        return {name: found for name, found in cards.items() if found != (None, None)}

    choose(panel, "scores")
    panel.view.heatmap.set_cursor_cell((4, 2))
    assert marked() == {
        "queries": (4, None),
        "keys": (2, None),
        "products": (4, 2),
        "scores": (4, 2),
    }
    choose(panel, "mixture")
    panel.view.heatmap.set_cursor_cell((4, 3))
    assert marked() == {"weights": (4, None), "values": (None, 3), "mixture": (4, 3)}


def test_the_cell_stays_from_matrix_to_matrix_of_one_shape(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    made = asked.answer()
    # Before anything is pointed at: the step's largest weight.
    assert panel.view.cell() == (6, int(made.stage("weights").values[6].argmax()))
    assert panel.readout.text() == HINT
    panel.view.heatmap.set_cursor_cell((2, 1))
    for name in set(BETWEEN_QUERIES_AND_KEYS) & set(names_of(panel)):
        choose(panel, name)
        assert panel.view.cell() == (2, 1)
    choose(panel, "queries")
    assert panel.view.cell() == (6, 0)


def test_cards_are_pointed_at_and_clicked(
    qtbot: QtBot, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    made = asked.answer()
    card = panel.view.cards.card(names_of(panel).index("weights"))
    place = card.cell_centre(6, 1).toPoint()
    assert card.cell_at(QPointF(place)) == (6, 1)
    qtbot.mouseMove(card, place)
    value = float(made.stage("weights").values[6, 1])
    assert f"A = {value:.6g}" in panel.readout.text()
    event = QHelpEvent(QEvent.Type.ToolTip, place, card.mapToGlobal(place))
    QApplication.sendEvent(card, event)
    assert f"A = {value:.6g}" in QToolTip.text()
    QToolTip.hideText()
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton, pos=place)
    link = panel.view.chosen()
    assert link is not None
    assert link.name == "weights"
    assert panel.view.cell() == (6, 1)


def test_random_places_agree_with_a_real_model(
    qtbot: QtBot, make_translator: MakeTranslator
) -> None:
    translator = make_translator(3)
    session = Session()
    session.set_model(translator.info)
    session.add_events(
        list(translator.stream(LOVE, SearchOptions(beam=3, n_best=2, max_length=5), "all"))
    )
    panel = ScoresPanel(session)
    qtbot.addWidget(panel)

    panel.wanted.connect(lambda errand: panel.take_answer(errand(translator)))
    panel.resize(640, 420)
    panel.show()
    chance = random.Random(5)
    for _ in range(12):
        session.select(
            kind=chance.choice(list(AttentionKind)),
            layer=chance.randrange(3),
            head=chance.randrange(4),
        )
        session.set_position(chance.randrange(session.length()))
        sentence, place = session.sentence(), session.place()
        assert sentence is not None
        assert place is not None
        hypotheses = len(sentence.steps[place[1]].hypotheses)
        session.follow(*place, chance.randrange(hypotheses))
        panel.flush()
        shown = panel.explanation()
        assert shown is not None
        assert not panel.waiting()
        assert session.head is not None
        matrix = sentence.attention_matrix(
            session.kind, session.layer, session.head, place[1], session.hypothesis()
        )
        assert matrix is not None
        choose(panel, "weights")
        drawn = panel.view.heatmap.view._weights
        assert drawn is not None
        np.testing.assert_allclose(drawn, matrix.weights, atol=2e-6)
        row, column = (chance.randrange(size) for size in matrix.weights.shape)
        panel.view.heatmap.set_cursor_cell((row, column))
        found = re.search(r"A = (\S+)", panel.view.cell_text(row, column))
        assert found is not None
        assert numeral(found[1]) == pytest.approx(
            float(matrix.weights[row, column]), rel=1e-3, abs=2e-6
        )


@pytest.mark.parametrize("size", [(300, 200), (420, 300), (640, 420), (1400, 900)])
def test_any_size_keeps_the_cards_whole(
    panel: ScoresPanel, session: Session, asked: Asked, size: tuple[int, int]
) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    panel.resize(*size)
    QApplication.processEvents()
    assert (panel.width(), panel.height()) == size
    for index in range(panel.view.cards.count()):
        card = panel.view.cards.card(index)
        area = card.picture_rect()
        assert card.rect().contains(area.toAlignedRect())
        if index:
            assert card.x() > panel.view.cards.card(index - 1).geometry().right()
    panel.view.cards.setFocus()
    choose(panel, "contribution")
    card = panel.view.cards.card(9)
    left = card.mapTo(panel.view.cards_scroll.viewport(), card.rect().topLeft()).x()
    assert 0 <= left < panel.view.cards_scroll.viewport().width()


def test_theme_change_takes_the_new_colours(
    qapp: QApplication, themed: None, panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    choose(panel, "scores")
    light = panel.view.cards.grab().toImage()
    theme.apply(qapp, theme.DARK)
    QApplication.processEvents()
    assert theme.DARK.muted in panel.view.formula.text()
    assert panel.view.cards.grab().toImage() != light
    middle = panel.view.heatmap.view._table[128]
    expected = theme.DARK.color("surface")
    assert tuple(int(x) for x in middle) == (expected.red(), expected.green(), expected.blue())


def test_names(panel: ScoresPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    for widget in (
        panel.view.cards,
        panel.view.heatmap,
        panel.view.heatmap.bar,
        panel.view.arithmetic,
        panel.readout,
        panel.view.title,
        *(panel.view.cards.card(index) for index in range(panel.view.cards.count())),
    ):
        assert widget.accessibleName()
    assert "layer 2 of 2 · head 3 of 4" in panel.view.title.text()
    assert math.isclose(panel.view.heatmap.bar.scale().low, -panel.view.heatmap.bar.scale().high)


def test_what_was_given_up_is_not_waited_for(panel: ScoresPanel, session: Session) -> None:
    session.add_events(love()[:2])
    for can_decode, message in ((True, ASK_TO_WAIT), (False, ASK_TO_TRANSLATE)):
        session.set_can_decode(can_decode)
        assert page(panel) == 0
        assert panel.message.text() == message


def test_hidden_it_lets_an_old_trace_go(panel: ScoresPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    panel.hide()
    session.add_events(love())
    panel.flush()
    assert panel.explanation() is None
    panel.show()
    assert len(asked.requests) == 2


def test_a_head_that_is_off_is_marked(panel: ScoresPanel, session: Session, asked: Asked) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    panel.flush()
    assert "(off)" not in panel.view.title.text()
    session.set_position(2)
    panel.flush()
    sentence, kind, layer, head, step, hypothesis = asked.requests[-1]
    assert session.trace is not None
    made = explanation(session.trace.sentences[sentence], kind, layer, head, step, hypothesis)
    panel.take_answer(dataclasses.replace(made, off=True))
    panel.flush()
    assert "head 3 of 4 (off)" in panel.view.title.text()
