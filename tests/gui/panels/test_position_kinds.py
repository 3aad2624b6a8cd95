"""The positions panel with other encodings than the paper's."""

from __future__ import annotations

import math
import random
import re

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.translator import Translator
from gui.panels.positions import PositionsPanel
from gui.session import Session
from gui.widgets.position_controls import CURVES, EMBEDDINGS, MATRIX, PRODUCTS
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.panels.test_positions_panel import Asked, choose, numeral, translate

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary

KINDS = [
    {"positions": "halves"},
    {"positions": "timescales"},
    {"positions": "timescales", "position_offset": 2, "embedding_norm": True},
    {"positions": "learned", "position_offset": 2},
    {"positions": "learned", "embedding_norm": True},
]


@pytest.fixture(params=KINDS, ids=lambda kind: "-".join(map(str, kind.values())))
def translator(request: pytest.FixtureRequest, make_translator: MakeTranslator) -> Translator:
    return make_translator(max_positions=40, **request.param)


@pytest.fixture
def session(translator: Translator) -> Session:
    session = Session()
    session.set_model(translator.info)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session, translator: Translator) -> PositionsPanel:
    panel = PositionsPanel(session)
    qtbot.addWidget(panel)
    panel.resize(760, 460)
    # Kept by the panel's signal.
    panel.asked = Asked(panel, translator)  # type: ignore[attr-defined]
    panel.show()
    panel.flush()
    return panel


def expected(translator: Translator, position: int, dimension: int) -> float:
    """By the formula of the kind, in the standard library's arithmetic."""
    config, d = translator.model.config, translator.model.config.d_model
    at, half = position + config.position_offset, d // 2
    i, function = (dimension % half, math.cos if dimension >= half else math.sin)
    power = 2 * i / d if config.positions == "halves" else i / (half - 1)
    return function(at / 10000**power)


def test_every_face_tells_this_encoding(panel: PositionsPanel, translator: Translator) -> None:
    config = translator.model.config
    table = translator.positions(40).table
    chance = random.Random(2)
    choose(panel, MATRIX)
    np.testing.assert_array_equal(panel.faces.matrix.maps()[0].values, table)
    for _ in range(30):
        position, dimension = chance.randrange(40), chance.randrange(config.d_model)
        text = panel.faces.cell_text(position, dimension)
        assert text.startswith(f"PE({position}, {dimension}) = ")
        value = text.partition("   ")[0].rpartition(" = ")[2]
        assert np.float32(numeral(value)) == table[position, dimension]
        if config.positions == "learned":
            assert "sin" not in text and "cos" not in text and "λ" not in text
            continue
        assert float(table[position, dimension]) == pytest.approx(
            expected(translator, position, dimension), abs=1e-6
        )
        written, over, under = re.search(r"(sin|cos)\(.* / 10000\^\((\d+)/(\d+)\)\)", text).groups()  # type: ignore[union-attr]
        at = position + config.position_offset
        assert getattr(math, written)(at / 10000 ** (int(over) / int(under))) == pytest.approx(
            expected(translator, position, dimension), abs=1e-9
        )
        if config.position_offset:
            assert f"({position} + {config.position_offset})" in text
    if config.positions != "learned":
        answer = panel.faces.answer()
        assert answer.difference < 1e-6  # type: ignore[union-attr]
    choose(panel, PRODUCTS)
    told = panel.faces.cell_text(3, 9)
    product = float(table[3].astype(np.float64) @ table[9].astype(np.float64))
    assert numeral(re.search(r"= (\S+?);?( |$)", told).group(1)) == pytest.approx(product, rel=1e-4)  # type: ignore[union-attr]
    if config.positions == "learned":
        assert "formula" not in told
    else:
        assert numeral(re.search(r"pairs = (\S+):", told).group(1)) == pytest.approx(
            product, rel=1e-4
        )  # type: ignore[union-attr]
    choose(panel, CURVES)
    waves = panel.faces.waves
    waves.pair_box.setValue(3)
    columns = {dimension for dimension, _ in waves.curves.dimensions()}
    half = config.d_model // 2
    assert columns == ({6, 7} if config.positions == "learned" else {3, half + 3})
    image = waves.curves.grab().toImage()
    dimension, colour = waves.curves.dimensions()[-1]
    for position in range(0, 40, 5):
        point = waves.curves.point_of(position, float(table[position, dimension]))
        assert image.pixelColor(point.toPoint()) == colour
    assert ("λ" in waves.legend.text()) == (config.positions != "learned")


def test_a_sentence_s_sum_is_what_the_first_layer_gets(
    panel: PositionsPanel, session: Session, translator: Translator
) -> None:
    translate(session, translator)
    choose(panel, EMBEDDINGS)
    found = panel.faces.shown_embeddings()
    assert found is not None
    total = found.scaled + found.positions
    config = translator.model.config
    if config.embedding_norm:
        norm = translator.model.source_embedding.norm
        centred = total - total.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt(centred.var(axis=1, keepdims=True) + config.layer_norm_eps)
        total = scaled * norm.weight.numpy() + norm.bias.numpy()  # type: ignore[operator,union-attr]
    np.testing.assert_allclose(found.total, total, atol=1e-5)
    names = [content.title for content in panel.faces.embeddings.maps()]
    assert ("norm of the sum" in names) is config.embedding_norm
    text = panel.faces.cell_text(1, 5)
    assert np.float32(numeral(text.rpartition(" ")[2])) == found.total[1, 5]
