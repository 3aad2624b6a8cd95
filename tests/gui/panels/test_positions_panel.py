from __future__ import annotations

import dataclasses
import math
import random
import re
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import DiaphaneError
from engine.search.options import SearchOptions
from engine.translator import Translator
from gui import theme
from gui.panels.positions import (
    ASK_TO_LOAD,
    ASK_TO_TRANSLATE,
    ASK_TO_WAIT,
    WAITING,
    PositionsPanel,
)
from gui.session import Hover, Session
from gui.widgets.position_controls import CURVES, EMBEDDINGS, FIRST_COUNT, MATRIX, PRODUCTS
from gui.widgets.position_faces import HINT, HINT_CURVES
from gui.widgets.position_line import MOST_PAIRS
from gui.worker import TranslatorLike
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import MODEL, love

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary

TEXT = "The dog chased the cat. Where is the station?"
Errand = Callable[[TranslatorLike | None], object]


class Asked:
    """What the panel asked for, answered by a real translator when told to, or at once."""

    def __init__(self, panel: PositionsPanel, translator: Translator) -> None:
        self.panel, self.translator = panel, translator
        self.errands: list[Errand] = []
        self.at_once = True
        panel.wanted.connect(self.take)

    def take(self, errand: Errand) -> None:
        self.errands.append(errand)
        if self.at_once:
            self.answer()

    def answer(self, index: int = -1) -> object:
        answer = self.errands[index](self.translator)
        self.panel.take_answer(answer)
        return answer


@pytest.fixture
def translator(make_translator: MakeTranslator) -> Translator:
    return make_translator(max_positions=80)


@pytest.fixture
def session(translator: Translator) -> Session:
    session = Session()
    session.set_model(translator.info)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> PositionsPanel:
    panel = PositionsPanel(session)
    qtbot.addWidget(panel)
    panel.resize(760, 460)
    return panel


@pytest.fixture
def asked(panel: PositionsPanel, translator: Translator) -> Asked:
    asked = Asked(panel, translator)
    panel.show()
    return asked


def translate(session: Session, translator: Translator, **options: object) -> None:
    search = SearchOptions(max_length=7, **options)  # type: ignore[arg-type]
    session.add_events(list(translator.stream(TEXT, search)))


def choose(panel: PositionsPanel, face: int, between: int = 0, side: int = 0) -> None:
    panel.controls.between_box.setCurrentIndex(between)
    panel.controls.side_box.setCurrentIndex(side)
    panel.controls.face_box.setCurrentIndex(face)
    panel.flush()


def message(panel: PositionsPanel) -> str | None:
    panel.flush()
    return panel.message.text() if panel.message.isVisible() else None


def numeral(text: str) -> float:
    return float(text.replace("−", "-"))


def last_number(text: str) -> float:
    return numeral(re.findall(r"= \(?(−?[\d.]+(?:e[+−]\d+)?)", text)[-1])


# Positions alone ----------------------------------------------------------------------


def test_the_matrix_is_the_model_s_own_table(
    panel: PositionsPanel, asked: Asked, translator: Translator
) -> None:
    assert message(panel) is None
    (content,) = panel.faces.matrix.maps()
    expected = translator.positions(FIRST_COUNT).table
    np.testing.assert_array_equal(content.values, expected)
    assert [token.text for token in panel.faces.matrix.rows()] == [
        str(index) for index in range(FIRST_COUNT)
    ]
    chance = random.Random(1)
    for _ in range(20):
        position, dimension = chance.randrange(FIRST_COUNT), chance.randrange(32)
        text = panel.faces.cell_text(position, dimension)
        function = "cos" if dimension % 2 else "sin"
        even = dimension - dimension % 2
        assert text.startswith(
            f"PE({position}, {dimension}) = {function}({position} / 10000^({even}/32)) = "
        )
        value, wavelength = re.search(r"= (\S+)   λ = .* = (\S+) positions$", text).groups()  # type: ignore[union-attr]
        assert np.float32(numeral(value)) == expected[position, dimension]
        assert numeral(wavelength) == pytest.approx(2 * math.pi * 10000 ** (even / 32), rel=1e-4)


def test_as_many_positions_as_the_model_has(panel: PositionsPanel, asked: Asked) -> None:
    box = panel.controls.count_box
    assert (box.minimum(), box.maximum(), box.value()) == (2, 80, FIRST_COUNT)
    for count in (80, 2, 17):
        box.setValue(count)
        for face in (MATRIX, PRODUCTS, CURVES):
            choose(panel, face)
        assert panel.faces.matrix.maps()[0].values.shape == (count, 32)
        assert len(panel.faces.products.left.tokens()) == count
    assert len(asked.errands) == 4


def test_a_smaller_model_cuts_the_positions_and_a_larger_one_brings_them_back(
    panel: PositionsPanel, asked: Asked, session: Session, make_translator: MakeTranslator
) -> None:
    for size, shown in ((10, 10), (80, FIRST_COUNT)):
        asked.translator = make_translator(max_positions=size)
        session.set_model(asked.translator.info)
        panel.flush()
        assert panel.faces.matrix.maps()[0].values.shape == (shown, 32)


def test_curves_show_the_chosen_pair_and_those_kept(panel: PositionsPanel, asked: Asked) -> None:
    choose(panel, CURVES)
    waves = panel.faces.waves
    assert waves.pair_box.maximum() == 15
    table = asked.translator.positions(FIRST_COUNT).table
    for pair in (0, 3, 9, 15, 4):
        waves.slider.setValue(pair)
        assert waves.pair_box.value() == pair
        shown = [dimension for dimension, _ in waves.curves.dimensions()]
        assert {2 * pair, 2 * pair + 1} <= set(shown)
        assert waves.curves.has_dots()
        # The last one is drawn over the others: each number of its dimension has its dot.
        dimension, colour = waves.curves.dimensions()[-1]
        assert dimension == 2 * pair
        image = waves.curves.grab().toImage()
        for position in range(0, FIRST_COUNT, 5):
            point = waves.curves.point_of(position, float(table[position, dimension]))
            assert image.pixelColor(point.toPoint()) == colour
        length = 2 * math.pi * 10000 ** (2 * pair / 32)
        told = f"{length:.5g}"
        assert told in waves.legend.text()
        waves.keep_button.click()
    assert waves.kept() == (0, 3, 9)
    assert waves.curves.pairs() == (0, 3, 9, 4)
    assert len(waves.curves.pairs()) == MOST_PAIRS
    assert not waves.keep_button.isEnabled()
    waves.clear_button.click()
    assert waves.curves.pairs() == (4,)
    assert not waves.clear_button.isEnabled()


def test_curves_are_read_by_pointer_and_by_keyboard(
    qtbot: QtBot, panel: PositionsPanel, asked: Asked
) -> None:
    choose(panel, CURVES)
    curves = panel.faces.waves.curves
    assert panel.readout.text().startswith(HINT_CURVES)
    panel.faces.waves.pair_box.setValue(2)
    for position in (0, 13, FIRST_COUNT - 1):
        qtbot.mouseMove(curves, curves.point_of(position).toPoint())
        assert panel.readout.text().startswith(f"PE({position}, 4) = sin({position} / ")
        assert f"PE({position}, 5) = cos({position} / " in panel.readout.text()
    curves._point(None)
    curves.setFocus()
    for key, position in (
        (Qt.Key.Key_Right, 0),
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_End, FIRST_COUNT - 1),
        (Qt.Key.Key_Right, FIRST_COUNT - 1),
        (Qt.Key.Key_Left, FIRST_COUNT - 2),
        (Qt.Key.Key_Home, 0),
    ):
        qtbot.keyClick(curves, key)
        assert panel.readout.text().startswith(f"PE({position}, 4)")
    qtbot.keyClick(curves, Qt.Key.Key_Escape)
    assert panel.readout.text().startswith(HINT_CURVES)


def test_the_shift_is_written_as_the_linear_map_that_it_is(
    panel: PositionsPanel, asked: Asked
) -> None:
    choose(panel, CURVES)
    waves = panel.faces.waves
    table = asked.translator.positions(FIRST_COUNT).table.astype(float)
    for pair, shift in ((0, 5), (3, -2), (7, 12)):
        waves.pair_box.setValue(pair)
        waves.shift_box.setValue(shift)
        found = re.search(
            r"sin′ = \(?(\S+?)\)? · sin \+ \(?(\S+?)\)? · cos,  "
            r"cos′ = \(?(\S+?)\)? · sin \+ \(?(\S+?)\)? · cos",
            waves.turned.text(),
        )
        assert found is not None
        matrix = np.array([numeral(number) for number in found.groups()]).reshape(2, 2)
        for position in (2, 20, 45):
            here, there = (table[p, 2 * pair : 2 * pair + 2] for p in (position, position + shift))
            np.testing.assert_allclose(matrix @ here, there, atol=2e-4)


def test_products_of_positions(panel: PositionsPanel, asked: Asked) -> None:
    choose(panel, PRODUCTS)
    table = asked.translator.positions(FIRST_COUNT).table.astype(np.float64)
    for p, q in ((0, 0), (3, 9), (63, 1)):
        text = panel.faces.cell_text(p, q)
        product, formula = re.search(r"= (\S+);  by the formula .* = (\S+?): it", text).groups()  # type: ignore[union-attr]
        assert numeral(product) == pytest.approx(float(table[p] @ table[q]), rel=1e-5)
        assert numeral(formula) == pytest.approx(numeral(product), rel=1e-4)
    np.testing.assert_allclose(
        panel.faces.products.view._art.weights, table @ table.T, rtol=1e-6, atol=1e-5
    )


# A sentence ---------------------------------------------------------------------------


@pytest.mark.parametrize("search", [{}, {"beam": 3, "n_best": 3}])
def test_embeddings_agree_with_the_model_at_random_places(
    panel: PositionsPanel,
    asked: Asked,
    session: Session,
    translator: Translator,
    search: dict[str, int],
) -> None:
    translate(session, translator, **search)
    trace = session.trace
    assert trace is not None
    chance = random.Random(7)
    for _ in range(12):
        session.set_position(chance.randrange(session.length()))
        number, step = session.place() or (-1, -1)
        sentence = trace.sentences[number]
        session.follow(number, step, chance.randrange(len(sentence.steps[step].hypotheses)))
        side = chance.randrange(2)
        choose(panel, EMBEDDINGS, side=side)
        assert message(panel) is None
        pieces = sentence.encoded.pieces
        if side:
            written = sentence.pieces(step, session.hypothesis())
            pieces = (sentence.encoded.start, *written[:-1])
        embedded = translator.model.source_embedding.pieces.weight[[p.id for p in pieces]]
        scaled = embedded.numpy() * np.float32(math.sqrt(32))
        positions = translator.positions(len(pieces)).table
        maps = panel.faces.embeddings.maps()
        assert [content.sign for content in maps] == ["", "+", "="]
        for content, expected in zip(maps, (scaled, positions, scaled + positions), strict=True):
            np.testing.assert_array_equal(content.values, expected)
        tokens = panel.faces.embeddings.rows()
        assert [token.tooltip.split("id ")[1].split(",")[0] for token in tokens] == [
            str(piece.id) for piece in pieces
        ]
        row, dimension = chance.randrange(len(pieces)), chance.randrange(32)
        text = panel.faces.cell_text(row, dimension)
        assert f"E[{pieces[row].id}, {dimension}] · √32 = " in text
        total = np.float32(last_number(text))
        assert total == (scaled + positions)[row, dimension]
        assert panel.faces.embeddings._current == (step if side else None)


@pytest.mark.parametrize("between", [1, 2])
@pytest.mark.parametrize("side", [0, 1])
def test_products_of_a_sentence_s_pieces(
    panel: PositionsPanel,
    asked: Asked,
    session: Session,
    translator: Translator,
    between: int,
    side: int,
) -> None:
    translate(session, translator)
    session.set_position(4)
    choose(panel, PRODUCTS, between, side)
    found = panel.faces.shown_embeddings()
    assert found is not None and found.side == ("source", "target")[side]
    rows = (found.total if between == 2 else found.scaled).astype(np.float64)
    products = rows @ rows.T
    np.testing.assert_allclose(panel.faces.products.view._art.weights, products, rtol=1e-5)
    text = panel.faces.cell_text(1, 3)
    if between == 1:
        product, cosine = re.search(r"= (\S+);  cosine of their angle (\S+)$", text).groups()  # type: ignore[union-attr]
        lengths = math.sqrt(products[1, 1] * products[3, 3])
        assert numeral(cosine) == pytest.approx(products[1, 3] / lengths, rel=1e-3)
    else:
        product = re.search(r"\) = (\S+) = e · e′", text).group(1)  # type: ignore[union-attr]
        terms = re.findall(r"[ep] · [ep]′ \(?(−?[\d.]+(?:e[+−-]\d+)?)\)?", text)
        assert len(terms) == 4
        assert math.fsum(map(numeral, terms)) == pytest.approx(products[1, 3], abs=1e-3)
    assert numeral(product) == pytest.approx(products[1, 3], rel=1e-5)


def test_target_follows_the_steps_as_they_come(
    panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    choose(panel, EMBEDDINGS, side=1)
    assert message(panel) == ASK_TO_TRANSLATE
    counts = []
    for event in translator.stream("Where is the station?", SearchOptions(max_length=5)):
        session.add_event(event)
        panel.flush()
        if session.place() is None:
            assert message(panel) == ASK_TO_WAIT
        else:
            counts.append(len(panel.faces.embeddings.rows()))
    # One more row a step; the ends of the sentence and of the text add none.
    assert sorted(set(counts)) == [1, 2, 3, 4, 5]
    assert counts == sorted(counts)


def test_the_source_is_asked_for_once_a_sentence(
    panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    translate(session, translator)
    choose(panel, EMBEDDINGS)
    asked.errands.clear()
    for position in range(session.length()):
        session.set_position(position)
        panel.flush()
    assert len(asked.errands) == 2


# Asking and waiting -------------------------------------------------------------------


def test_empty_states(
    qtbot: QtBot, panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    session.set_model(None)
    assert message(panel) == ASK_TO_LOAD
    assert panel.about.text() == panel.readout.text() == ""
    asked.errands.clear()
    session.set_model(translator.info)
    assert message(panel) is None
    choose(panel, EMBEDDINGS)
    assert message(panel) == ASK_TO_TRANSLATE
    choose(panel, PRODUCTS, 1)
    assert message(panel) == ASK_TO_TRANSLATE
    events = translator.stream(TEXT, SearchOptions(max_length=3))
    session.add_event(next(events))
    assert message(panel) == ASK_TO_WAIT
    session.add_event(next(events))
    assert message(panel) is None
    session.reset(None)
    assert message(panel) == ASK_TO_TRANSLATE


def test_another_model_s_trace_asks_for_it(
    panel: PositionsPanel, asked: Asked, session: Session
) -> None:
    asked.errands.clear()
    session.add_events(love())
    session.set_model(dataclasses.replace(MODEL, fingerprint="another"))
    for face in (MATRIX, CURVES, EMBEDDINGS, PRODUCTS):
        choose(panel, face)
        told = message(panel)
        assert told is not None and told.endswith(f"Open {MODEL.name} to see them.")
    assert asked.errands == []


def test_waits_then_shows_and_drops_what_is_stale(
    panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    translate(session, translator)
    asked.at_once = False
    choose(panel, EMBEDDINGS)
    assert message(panel) == WAITING
    session.set_position(0)
    choose(panel, EMBEDDINGS, side=1)
    session.set_position(3)
    panel.flush()
    first, second, third = asked.errands[-3:]
    for stale in (first, second):
        panel.take_answer(stale(translator))
        assert message(panel) == WAITING
    panel.take_answer(third(translator))
    assert message(panel) is None
    assert len(panel.faces.embeddings.rows()) == 4
    session.set_position(5)
    panel.flush()
    # The old rows stand, under a veil, until the new ones come.
    assert panel.waiting() and len(panel.faces.embeddings.rows()) == 4
    panel.veil.cover()
    assert not panel.veil.isHidden()
    asked.answer()
    assert panel.veil.isHidden() and len(panel.faces.embeddings.rows()) == 6
    panel.take_answer("not an answer of this panel's")
    assert len(panel.faces.embeddings.rows()) == 6


def test_failure_is_told_and_can_be_tried_again(
    panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    asked.at_once = False
    panel.controls.count_box.setValue(20)
    panel.flush()
    panel.errand_failed("It broke.")
    assert message(panel) == "It broke."
    assert panel.again.isVisible()
    asked.errands.clear()
    panel.again.click()
    assert len(asked.errands) == 1
    asked.answer()
    assert message(panel) is None
    assert not panel.again.isVisible()
    panel.errand_failed("Of something older.")
    assert message(panel) is None


def test_an_errand_without_a_model_says_so(panel: PositionsPanel, asked: Asked) -> None:
    with pytest.raises(DiaphaneError, match="No model is loaded: open a model folder first"):
        asked.errands[0](None)


def test_rests_while_hidden_and_lets_go_of_an_old_trace(
    panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    translate(session, translator)
    choose(panel, EMBEDDINGS)
    panel.hide()
    asked.errands.clear()
    for position in range(3):
        session.set_position(position)
        panel.flush()
    session.reset(None)
    panel.flush()
    assert asked.errands == []
    assert panel._sentence is None and panel._asked is None and panel.faces.answer() is None
    translate(session, translator)
    panel.show()
    assert len(asked.errands) == 1
    assert message(panel) is None


# Hover, looks and sizes ---------------------------------------------------------------


def test_hover_is_shared_by_both_sides(
    qtbot: QtBot, panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    translate(session, translator)
    session.set_position(5)
    maps = panel.faces.embeddings
    choose(panel, EMBEDDINGS)
    maps.rowPointed.emit(2)
    assert session.hover == Hover("source", 2)
    assert panel.readout.text().startswith("position 2, “")
    maps.rowPointed.emit(None)
    assert session.hover is None
    session.set_hover(Hover("source", 3))
    assert maps.hovered_row == 3
    session.set_hover(Hover("target", 3))
    assert maps.hovered_row is None
    session.set_hover(Hover("source", 3, sentence=1))
    assert maps.hovered_row is None
    choose(panel, EMBEDDINGS, side=1)
    # The decoder's input at position p is the piece that step p − 1 wrote.
    session.set_hover(Hover("target", 3))
    assert maps.hovered_row == 4
    maps.rowPointed.emit(4)
    assert session.hover == Hover("target", 3)
    maps.rowPointed.emit(0)
    assert session.hover is None
    choose(panel, MATRIX)
    session.set_hover(Hover("target", 3))
    assert panel.faces.matrix.hovered_row == 4
    session.set_hover(Hover("source", 3))
    assert panel.faces.matrix.hovered_row == 3
    panel.faces.matrix.cellPointed.emit((1, 0))
    assert session.hover == Hover("source", 1)
    panel.faces.matrix.cellPointed.emit((60, 0))
    assert session.hover is None


def test_keyboard_reads_the_cells_of_every_face(
    qtbot: QtBot, panel: PositionsPanel, asked: Asked, session: Session, translator: Translator
) -> None:
    translate(session, translator)
    for face, widget in (
        (MATRIX, panel.faces.matrix),
        (EMBEDDINGS, panel.faces.embeddings),
        (PRODUCTS, panel.faces.products),
    ):
        choose(panel, face)
        assert panel.readout.text().startswith(HINT)
        widget.setFocus()
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
            qtbot.keyClick(widget, key)
        cell = widget.cursor_cell
        assert cell is not None and cell != (0, 0)
        assert panel.readout.text() == panel.faces.cell_text(*cell)
        assert widget.accessibleDescription() == panel.readout.text()


@pytest.mark.parametrize(
    ("size", "look"),
    [
        ((300, 220), theme.DARK),
        ((420, 300), theme.LIGHT),
        ((380, 640), theme.DARK),
        ((900, 600), theme.LIGHT),
    ],
)
def test_every_face_is_drawn_at_every_size_and_in_every_look(
    themed: None,
    panel: PositionsPanel,
    asked: Asked,
    session: Session,
    translator: Translator,
    size: tuple[int, int],
    look: theme.Theme,
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    translate(session, translator)
    panel.resize(*size)
    theme.apply(app, look)
    for face, between in ((MATRIX, 0), (CURVES, 0), (EMBEDDINGS, 0), (PRODUCTS, 0), (PRODUCTS, 2)):
        choose(panel, face, between)
        QApplication.processEvents()
        image = panel.faces.grab().toImage()
        colours = {
            image.pixelColor(x, y).rgb()
            for x in range(0, image.width(), 3)
            for y in range(0, image.height(), 3)
        }
        assert len(colours) > 8
        shown = panel.faces.currentWidget()
        assert panel.rect().contains(shown.geometry().translated(panel.faces.pos()))
