"""The Positions panel of models whose positions enter the attention, and of segments."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.embeddings import PositionTable, RelativePositions
from engine.search.options import SearchOptions
from engine.translator import Translator
from gui import theme
from gui.panels.positions import NO_ROWS, PositionsPanel
from gui.session import Hover, Session
from gui.widgets.position_controls import CURVES, EMBEDDINGS, MATRIX, PRODUCTS
from gui.widgets.position_text import distances, distances_told
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import BERT, LLAMA, T5

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary


def shown(qtbot: QtBot, translator: Translator, text: str = "The dog") -> PositionsPanel:
    session = Session()
    session.set_model(translator.info)
    session.add_events(list(translator.stream(text, SearchOptions(max_length=12))))
    panel = PositionsPanel(session)
    qtbot.addWidget(panel)
    panel.wanted.connect(lambda errand: panel.take_answer(errand(translator)))
    panel.resize(760, 460)
    panel.show()
    panel.flush()
    return panel


def choose(panel: PositionsPanel, face: int, between: int = 0, side: int = 0) -> None:
    panel.controls.between_box.setCurrentIndex(between)
    panel.controls.side_box.setCurrentIndex(side)
    panel.controls.face_box.setCurrentIndex(face)
    panel.flush()


def numeral(text: str) -> float:
    return float(text.replace("−", "-"))


def test_relative_positions_show_the_biases_of_either_side(
    qtbot: QtBot, make_translator: MakeTranslator
) -> None:
    translator = make_translator(**T5)
    panel = shown(qtbot, translator)
    found = translator.positions(2)
    assert isinstance(found, RelativePositions)
    assert panel.controls.side_box.isVisible() and not panel.controls.count_box.isVisible()
    for side, table in enumerate(found.tables):
        choose(panel, MATRIX, side=side)
        (content,) = panel.faces.matrix.maps()
        np.testing.assert_array_equal(content.values, table.biases)
        rows = [row.text for row in panel.faces.matrix.rows()]
        assert rows == [distances(*each) for each in table.distances]
        row, head = len(rows) - 2, 1
        text = panel.faces.cell_text(row, head)
        value = re.search(r"head 2: b = (\S+),", text)
        assert value is not None
        assert numeral(value[1]) == pytest.approx(float(table.biases[row, head]), rel=1e-7)
        assert text.startswith(distances_told(*table.distances[row]))
        assert text.endswith(f"bucket {table.rows[row]}")
    assert "the same in every layer" in panel.about.text()
    # A row is a distance: no piece of the sentence is meant.
    panel.faces.matrix.set_cursor_cell((3, 1))
    panel._session.set_hover(Hover("source", 1))
    assert panel.faces.matrix.hovered_row is None
    panel.faces.matrix.cellPointed.emit((2, 1))
    assert panel._session.hover is None


def test_relative_positions_have_no_curves_and_no_products(
    qtbot: QtBot, make_translator: MakeTranslator
) -> None:
    translator = make_translator(**T5)
    panel = shown(qtbot, translator)
    for face in (CURVES, PRODUCTS):
        choose(panel, face)
        assert panel.message.isVisible() and panel.message.text() == NO_ROWS
        assert not panel.controls.side_box.isVisible()
        assert not panel.controls.count_box.isVisible()
    choose(panel, MATRIX)
    assert not panel.message.isVisible()


@pytest.mark.parametrize("options", [T5, LLAMA])
def test_nothing_is_added_to_embeddings(
    qtbot: QtBot, make_translator: MakeTranslator, options: dict[str, Any]
) -> None:
    translator = make_translator(**options)
    panel = shown(qtbot, translator)
    choose(panel, EMBEDDINGS, side=1)
    found = panel.faces.shown_embeddings()
    assert found is not None and found.side == "target"
    (content,) = panel.faces.embeddings.maps()
    np.testing.assert_array_equal(content.values, found.total)
    assert "positions enter the attention" in panel.faces.text()
    identity = found.pieces[1].id
    value = re.fullmatch(
        rf"E\[{identity}, 3\] = (\S+)", panel.faces.cell_text(1, 3).split("   ")[1]
    )
    assert value is not None
    assert numeral(value[1]) == pytest.approx(float(found.total[1, 3]), rel=1e-6)
    choose(panel, PRODUCTS, between=2, side=1)
    text = panel.faces.cell_text(0, 1)
    product = float(found.total[0].astype(float) @ found.total[1].astype(float))
    assert numeral(text.rsplit(" = ", 1)[1]) == pytest.approx(product, rel=1e-5)
    assert "PE" not in text and "positions enter the attention" in panel.about.text()


def test_rotary_positions_are_shown_as_what_turns_the_heads(
    qtbot: QtBot, make_translator: MakeTranslator
) -> None:
    translator = make_translator(**LLAMA)
    panel = shown(qtbot, translator)
    table = translator.positions(64)
    assert isinstance(table, PositionTable)
    assert panel.about.text().startswith("Rotary positions") and "50^(−i/4)" in panel.about.text()
    (content,) = panel.faces.matrix.maps()
    np.testing.assert_array_equal(content.values, table.table)
    assert content.title == "sin θ | cos θ  [64 × 8]"
    for dimension, name in ((1, "sin θ(5, 1)"), (6, "cos θ(5, 2)")):
        text = panel.faces.cell_text(5, dimension)
        assert text.startswith(f"{name} = {name[:3]}(5 · ")
        value = text.split("   ")[0].rsplit(" = ", 1)[1]
        assert numeral(value) == pytest.approx(float(table.table[5, dimension]), rel=1e-6)
    choose(panel, CURVES)
    assert panel.faces.waves.pair_box.maximum() == 3
    panel.faces.waves.pair_box.setValue(1)
    panel.faces.waves.shift_box.setValue(3)
    angle = re.search(r"3 · (\S+) = (\S+) rad", panel.faces.waves.turned.text())
    assert angle is not None
    assert numeral(angle[1]) == pytest.approx(50**-0.25, rel=1e-3)
    assert numeral(angle[2]) == pytest.approx(3 * 50**-0.25, rel=1e-3)
    choose(panel, PRODUCTS)
    rows = table.table.astype(np.float64)
    numbers = re.search(r"= (\S+);  by the formula .* = (\S+?): it", panel.faces.cell_text(3, 9))
    assert numbers is not None
    for number in numbers.groups():
        assert numeral(number) == pytest.approx(float(rows[3] @ rows[9]), rel=1e-4)
    assert not panel.controls.side_box.isVisible()


def test_a_segment_is_part_of_the_sum(qtbot: QtBot, make_translator: MakeTranslator) -> None:
    translator = make_translator(mask=9, **{**BERT, "embedding_norm": False})
    panel = shown(qtbot, translator)
    choose(panel, EMBEDDINGS)
    found = panel.faces.shown_embeddings()
    assert found is not None and found.segment is not None
    maps = panel.faces.embeddings.maps()
    assert [content.sign for content in maps] == ["", "+", "+", "="]
    np.testing.assert_allclose(sum(content.values for content in maps[:3]), found.total, atol=1e-6)
    text = panel.faces.cell_text(1, 3)
    parts = re.search(r"S\[0, 3\] = (\S+);  sum: (\S+) \+ (\S+) \+ (\S+) = (\S+)$", text)
    assert parts is not None
    segment, *terms, total = (numeral(part.strip("()")) for part in parts.groups())
    assert segment == terms[2] == pytest.approx(float(found.segment[3]), rel=1e-7)
    assert sum(terms) == pytest.approx(total, abs=1e-6)
    choose(panel, PRODUCTS, between=2)
    text = panel.faces.cell_text(1, 2)
    numbers = re.findall(r" (?:e|\(p \+ s\)) · (?:e|\(p \+ s\))′ \(?(−?[\d.e−]+)\)?", text)
    assert len(numbers) == 4 and "PE(1) + S)" in text
    product = float(found.total[1].astype(float) @ found.total[2].astype(float))
    assert sum(map(numeral, numbers)) == pytest.approx(product, abs=1e-4)


def test_a_normed_sum_is_not_taken_apart(qtbot: QtBot, make_translator: MakeTranslator) -> None:
    translator = make_translator(mask=9, **BERT)
    panel = shown(qtbot, translator)
    choose(panel, PRODUCTS, between=2)
    found = panel.faces.shown_embeddings()
    assert found is not None
    text = panel.faces.cell_text(1, 2)
    product = float(found.total[1].astype(float) @ found.total[2].astype(float))
    assert numeral(text.rsplit(" = ", 1)[1]) == pytest.approx(product, rel=1e-5)
    assert "e · e′" not in text


@pytest.mark.parametrize("options", [T5, LLAMA, BERT])
def test_every_face_is_drawn_at_every_size_and_in_every_look(
    qapp: QApplication,
    qtbot: QtBot,
    themed: None,
    make_translator: MakeTranslator,
    options: dict[str, Any],
) -> None:
    panel = shown(qtbot, make_translator(**options))
    for look in (theme.LIGHT, theme.DARK):
        theme.apply(qapp, look)
        for size in ((300, 220), (640, 420)):
            panel.resize(*size)
            for face in (MATRIX, CURVES, EMBEDDINGS, PRODUCTS):
                choose(panel, face)
                assert not panel.grab().isNull()


def test_distances_in_words() -> None:
    assert distances(None, -91) == "≤ −91" and distances(91, None) == "≥ 91"
    assert distances(-9, -8) == "−9 … −8" and distances(3, 3) == "3"
    assert distances_told(None, -91) == "keys 91 or more before the query"
    assert distances_told(91, None) == "keys 91 or more after the query"
    assert distances_told(-9, -8) == "keys 8 to 9 before the query"
    assert distances_told(3, 3) == "keys 3 after the query"
    assert distances_told(0, 0) == "the query’s own position"
