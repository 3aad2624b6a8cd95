"""Scores of other architectures: relative and rotary positions, shared keys, masks to fill in."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engine.explanation import Explanation
from engine.model.kinds import kinds_of
from engine.search.options import SearchOptions
from gui.exports.tables import table_of
from gui.panels.scores import ScoresPanel
from gui.session import Session
from gui.widgets.chain import links_of
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import BERT, LLAMA, T5
from tests.gui.panels.test_scores_panel import (
    CROSS,
    DECODER,
    ENCODER,
    Asked,
    asked,
    choose,
    make_translator,
    names_of,
    numeral,
    panel,
    session,
    tiny_vocabulary,
)
from tests.gui.traces import LOVE, love

__all__ = ["asked", "make_translator", "panel", "session", "tiny_vocabulary"]


def test_a_bias_of_relative_positions_has_its_card_and_nothing_is_divided(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    session.select(kind=DECODER)
    panel.flush()
    asked.answer(like="T5")
    signs = [sign for sign, _ in panel.view.cards._operators]
    assert signs == ["", "", "Q·Kᵀ", "+", "+", "=", "softmax", "· V", "· W_O"]
    assert "Q Kᵀ + B + mask" in panel.view.formula.text()
    assert "√" not in panel.view.formula.text()
    choose(panel, "bias")
    assert panel.view.heading.text().startswith("Bias by distance   B = b, by head and distance")
    panel.view.heatmap.set_cursor_cell((4, 1))
    assert [panel.view.cards.card(i).marks() for i in (3, 4, 5)] == [
        (None, None),
        (4, 1),
        (None, None),
    ]
    choose(panel, "masked scores")
    panel.view.heatmap.set_cursor_cell((4, 1))
    assert all(panel.view.cards.card(i).marks() == (4, 1) for i in (3, 4, 5, 6))
    table = table_of("scores", session, panel)
    assert table is not None
    assert table.title == "Masked scores: S + B + mask = S + B + mask"


def test_the_chosen_matrix_stays_when_another_head_has_others(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    panel.flush()
    asked.answer()
    for name, like, shown in (
        ("weights", "T5", "weights"),
        ("bias", "paper", "scores"),
        ("products", "LLaMA", "products"),
        ("products", "T5", "scores"),
        ("mask", "LLaMA", "mask"),
    ):
        choose(panel, name)
        session.select(head=(session.head or 0) % 3 + 1)
        panel.flush()
        made = asked.answer(like=like)
        link = panel.view.chosen()
        assert link is not None
        assert link.name == shown
        assert panel.view.cards.count() == len(links_of(made))


def test_rotary_positions_and_shared_keys_are_named(
    panel: ScoresPanel, session: Session, asked: Asked
) -> None:
    session.add_events(love())
    session.select(kind=DECODER, head=1)
    panel.flush()
    asked.answer(like="LLaMA")
    text = panel.view.formula.text()
    assert "Q, K turned by their positions" in text
    assert "K, V shared by heads 1, 2" in text
    choose(panel, "queries")
    panel.view.heatmap.set_cursor_cell((3, 1))
    assert "X W_Q, turned by its position" in panel.view.heading.text()
    assert "turned by position 3: θ = 3 ·" in panel.view.arithmetic.toPlainText()


@pytest.mark.parametrize("like", ["T5", "LLaMA"])
def test_other_architectures_agree_with_a_real_model(
    qtbot: QtBot, make_translator: MakeTranslator, like: str
) -> None:
    """Every card of random heads is the network's, and the arithmetic gives its numbers."""
    translator = make_translator(3, **{"T5": T5, "LLaMA": LLAMA}[like])
    session = Session()
    session.set_model(translator.info)
    session.add_events(list(translator.stream(LOVE, SearchOptions(max_length=30), "all")))
    panel = ScoresPanel(session)
    qtbot.addWidget(panel)
    answers: list[Explanation] = []

    def answer(errand: Any) -> None:
        answers.append(errand(translator))
        panel.take_answer(answers[-1])

    panel.wanted.connect(answer)
    panel.resize(640, 420)
    panel.show()
    chance = random.Random(5)
    for _ in range(8):
        session.select(
            kind=chance.choice(kinds_of(translator.info)),
            layer=chance.randrange(2),
            head=chance.randrange(4),
        )
        session.set_position(chance.randrange(session.length()))
        panel.flush()
        made = panel.explanation()
        assert made is not None and made is answers[-1]
        assert not panel.waiting()
        names = names_of(panel)
        assert ("bias" in names) is (like == "T5" and session.kind is not CROSS)
        assert ("products" in names) is (like == "LLaMA")
        for index, name in enumerate(names):
            content = panel.view.cards.card(index).content()
            assert content is not None
            if name != "products":
                expected = made.stage(name).values
                finite = np.where(np.isfinite(expected), expected, 0)
                np.testing.assert_array_equal(content.values, finite)
        choose(panel, "weights")
        rows, columns = made.stage("weights").shape
        row, column = chance.randrange(rows), chance.randrange(columns)
        panel.view.heatmap.set_cursor_cell((row, column))
        found = re.search(r"A = (\S+)", panel.view.cell_text(row, column))
        assert found is not None
        weight = float(made.stage("weights").values[row, column])
        assert numeral(found[1]) == pytest.approx(weight, rel=1e-3, abs=2e-6)
        assert made.cell(row, column).weight == pytest.approx(weight, abs=1e-5)


def test_the_mask_that_a_step_fills_in_is_the_current_row(
    qtbot: QtBot, make_translator: MakeTranslator
) -> None:
    translator = make_translator()
    mask = next(p.id for p in translator.vocabulary.encode("dog") if p.text == "g")
    translator = make_translator(mask=mask, **BERT)
    session = Session()
    session.set_model(translator.info)
    session.add_events(list(translator.stream("A dog, a dog.")))
    session.select(kind=ENCODER, layer=1, head=0)
    panel = ScoresPanel(session)
    qtbot.addWidget(panel)
    asked: list[Any] = []

    def answer(errand: Any) -> None:
        asked.append(errand)
        panel.take_answer(errand(translator))

    panel.wanted.connect(answer)
    panel.show()
    assert session.trace is not None
    pieces = session.trace.sentences[0].encoded.pieces
    places = [index for index, piece in enumerate(pieces) if piece.id == mask]
    assert len(places) == session.length() == 2
    for step, place in enumerate(places):
        session.set_position(step)
        panel.flush()
        for index, name in enumerate(names_of(panel)):
            content = panel.view.cards.card(index).content()
            assert content is not None
            assert content.current == (None if name in ("keys", "values") else place)
        assert (panel.view.cell() or (-1, -1))[0] == place
    assert len(asked) == 1, "the encoder runs once"
