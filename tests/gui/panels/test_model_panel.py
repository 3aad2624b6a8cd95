from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from engine.model_card import ModelCard, Origin
from engine.translator import Translator
from gui import numbers, theme
from gui.exports.views import view_bytes
from gui.numbers import whole
from gui.panels.model import ASKED, NO_DESCRIPTION, NO_MODEL, ModelPanel
from gui.session import Session
from gui.widgets.card_text import parameters_table, sections
from gui.widgets.description_view import without_pictures
from gui.worker import Errand
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import BERT, LLAMA, T5

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary

README = "# Title\n\n![badge](http://example.org/b.png) [page](https://example.org/x) <img src='y'>"


@pytest.fixture
def translator(make_translator: MakeTranslator) -> Translator:
    return make_translator()


@pytest.fixture
def asked() -> list[Errand]:
    return []


@pytest.fixture
def panel(qtbot: QtBot, themed: None, asked: list[Errand]) -> ModelPanel:
    panel = ModelPanel(Session())
    qtbot.addWidget(panel)
    panel.wanted.connect(asked.append)
    panel.resize(640, 480)
    panel.show()
    return panel


def answer(panel: ModelPanel, asked: list[Errand], translator: Translator) -> ModelCard:
    """Load a model and let the panel have what it asks for."""
    panel._session.set_model(translator.info)
    panel.flush()
    card = asked[-1](translator)
    assert isinstance(card, ModelCard)
    panel.take_answer(card)
    panel.flush()
    return card


def with_readme(translator: Translator, readme: str) -> ModelCard:
    return dataclasses.replace(translator.card(), readme=readme)


def test_empty_states(panel: ModelPanel, asked: list[Errand], translator: Translator) -> None:
    assert panel.message.text() == NO_MODEL and not asked
    panel._session.set_busy(True)
    panel.flush()
    assert panel.message.text() == ASKED
    panel._session.set_busy(False)
    panel._session.set_model(translator.info)
    panel.flush()
    assert panel.message.text() == ASKED and len(asked) == 1 and panel.waiting()
    panel.refresh()
    assert len(asked) == 1, "asked twice"


def test_the_page_says_what_the_card_says(
    panel: ModelPanel, asked: list[Errand], translator: Translator
) -> None:
    card = answer(panel, asked, translator)
    text = panel.view.toPlainText()
    assert panel.heading.text().startswith("tiny") and "English → French" in panel.heading.text()
    for section in sections(card):
        assert section.title in text
        for name, value in section.facts:
            assert name in text and value.strip() in text
    for part in card.parts:
        assert whole(part.parameters) in text
    assert whole(card.parameters) in text
    table = panel.export_table()
    assert table is not None
    counts = [int(str(row[2])) for row in table.rows]
    assert sum(counts[:-1]) == counts[-1] == translator.info.parameters
    assert sum(float(str(row[3])) for row in table.rows[:-1]) == pytest.approx(1.0)
    assert table == parameters_table(card)


def test_a_stale_answer_is_dropped(
    panel: ModelPanel, asked: list[Errand], make_translator: MakeTranslator
) -> None:
    one, other = make_translator(), make_translator(encoder_layers=1)
    other.info = dataclasses.replace(other.info, name="other", fingerprint="other")
    panel._session.set_model(one.info)
    panel.flush()
    panel._session.set_model(other.info)
    panel.flush()
    assert len(asked) == 2
    # The worker has loaded the other one, or not yet: only its card is taken.
    panel.take_answer(one.card())
    panel.flush()
    assert panel.card() is None and len(asked) == 3
    panel.take_answer(other.card())
    card = panel.card()
    assert card is not None and card.origin.name == "other" and not panel.waiting()
    panel._session.set_model(None)
    panel.flush()
    assert panel.card() is None and panel.message.text() == NO_MODEL
    assert panel.export_table() is None


def test_a_hidden_panel_asks_for_nothing(
    panel: ModelPanel, asked: list[Errand], translator: Translator
) -> None:
    panel.hide()
    panel._session.set_model(translator.info)
    panel.flush()
    assert asked == []
    panel.show()
    assert len(asked) == 1


def test_a_failure_is_told_and_tried_again(
    qtbot: QtBot, panel: ModelPanel, asked: list[Errand], translator: Translator
) -> None:
    panel._session.set_model(translator.info)
    panel.flush()
    panel.errand_failed("It cannot be.")
    assert panel.message.text() == "It cannot be." and panel.again.isVisible()
    panel.refresh()
    assert len(asked) == 1
    qtbot.mouseClick(panel.again, Qt.MouseButton.LeftButton)
    assert len(asked) == 2
    panel.take_answer(translator.card())
    assert panel.card() is not None and not panel.again.isVisible()


def test_the_description_fetches_nothing(
    qtbot: QtBot,
    panel: ModelPanel,
    asked: list[Errand],
    translator: Translator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer(panel, asked, translator)
    panel.face_box.setFocus()
    qtbot.keyClick(panel.face_box, Qt.Key.Key_Down)
    assert panel.message.text() == NO_DESCRIPTION and panel.message.isVisible()
    panel._session.set_model(dataclasses.replace(translator.info))
    panel.flush()
    panel.take_answer(with_readme(translator, README))
    text = panel.view.toPlainText()
    assert "Title" in text and "badge" in text and "\ufffc" not in text, "a picture is left"
    assert panel.view.loadResource(2, QUrl("file:///etc/hostname")) is None
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    for address in ("file:///etc/hostname", "javascript:x", "https://example.org/x"):
        panel.view._on_link(QUrl(address))
    assert opened == ["https://example.org/x"]
    panel.view.highlighted.emit(QUrl("https://example.org/x"))
    assert panel.readout.text() == "https://example.org/x"
    assert without_pictures("a ![b](c) d") == "a b d"


def test_theme_and_numbers_are_taken_up_and_the_place_is_kept(
    panel: ModelPanel, asked: list[Errand], translator: Translator, qapp: object
) -> None:
    answer(panel, asked, translator)
    panel.resize(400, 240)
    bar = panel.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    assert place > 0
    light = panel.view.toHtml()
    before = numbers.style()
    try:
        numbers.set_style(numbers.Style(comma=True))
        theme.apply(qapp, theme.DARK)  # type: ignore[arg-type]
        panel.flush()
        assert theme.DARK.muted in panel.view.toHtml() and theme.DARK.muted not in light
        assert f"{numbers.percent(1.0, 1)}" == "100,0 %"
        assert "100,0 %" in panel.view.toPlainText()
        assert bar.value() == place
    finally:
        numbers.set_style(before)


def test_its_picture_has_the_text(
    panel: ModelPanel, asked: list[Errand], translator: Translator
) -> None:
    card = answer(panel, asked, translator)
    picture = view_bytes(panel, ".svg").decode("utf-8")
    assert whole(card.parameters) in picture


def test_languages_and_codes(make_translator: MakeTranslator, tmp_path: Path) -> None:
    card = make_translator().card()
    origin = Origin("m", str(tmp_path), "Marian", "", "", "", "float16", "ab")
    codes = tuple(f"l{number:02}" for number in range(40))
    many = dataclasses.replace(card, origin=origin, target_languages=codes)
    facts = dict(fact for section in sections(many) for fact in section.facts)
    assert facts["Languages"] == facts["Licence"] == "not said"
    assert facts["Begin the text with"] == "40 codes, >>l00<< to >>l39<<"
    few = dataclasses.replace(many, target_languages=codes[:2])
    facts = dict(fact for section in sections(few) for fact in section.facts)
    assert facts["Begin the text with"] == ">>l00<<  >>l01<<"
    assert facts["Numbers"] == "stored as float16, computed as float32 on cpu"
    assert facts["SHA-256 of the weights"] == "ab"


def facts_of(card: ModelCard) -> dict[str, str]:
    return dict(fact for section in sections(card) for fact in section.facts)


def test_relative_positions_and_what_else_t5_has(make_translator: MakeTranslator) -> None:
    card = make_translator(**T5).card()
    facts = facts_of(card)
    assert facts["Network"] == "encoder–decoder Transformer"
    assert facts["Heads"] == "4 a layer, d_k = 12"
    assert facts["RMS norm"] == "pre-norm: x + Sublayer(RMSNorm(x))" and "Layer norm" not in facts
    assert facts["Scores"] == "Q Kᵀ, not divided by √d_k"
    assert facts["Biases"] == "none in the attention; none in the feed-forward"
    assert facts["Embeddings"] == "one matrix for both languages"
    assert facts["Output projection"] == (
        "the target embedding, transposed; the states divided by √d_model"
    )
    assert facts["Positions"].startswith("relative: a bias on the scores, of 8 buckets")
    names = {(row[0], row[1]) for row in parameters_table(card).rows}
    assert {("Encoder", "bias by distance"), ("Decoder", "RMS norms")} <= names


def test_a_decoder_alone_and_an_encoder_alone(make_translator: MakeTranslator) -> None:
    facts = facts_of(make_translator(**LLAMA).card())
    assert facts["Network"] == "Transformer decoder alone: it continues a text"
    assert facts["Layers"] == "3"
    assert facts["Heads"] == "4 a layer, d_k = 8; keys and values of 2 heads, each for 2 of queries"
    assert facts["Feed-forward"] == "W_2 (silu(W_gate x) · W_1 x)"
    assert facts["Positions"].startswith("rotary: queries and keys are turned, base 50")
    assert facts["Vocabulary"].split(" pieces")[1].startswith(": ")
    assert (
        facts["Encoder self-attention"] == facts["Cross-attention"] == "none: there is no encoder"
    )
    assert facts["Decoder masked self-attention"] == "12 matrices: 3 layers × 4 heads"
    card = make_translator(mask=9, **BERT).card()
    facts = facts_of(card)
    assert facts["Network"] == "Transformer encoder alone: it fills in masks"
    assert facts["Embeddings"] == "one matrix; plus the first of 2 segment rows; then a norm"
    assert facts["Output projection"] == (
        "the embedding, transposed; before it a dense layer, gelu and a norm"
    )
    assert facts["Biases"] == "one in the output projection"
    assert facts["Cross-attention"] == "none: there is no decoder"
    assert facts["Predictions"] == f"what stands for {card.mask} in a text"
    assert ("Embedding", "segments") in {(row[0], row[1]) for row in parameters_table(card).rows}
    options = {**BERT, "output": "none", "output_bias": False}
    facts = facts_of(make_translator(mask=9, **options).card())
    assert facts["Network"] == "Transformer encoder alone, published without its output"
    assert facts["Output projection"] == "none: nothing is predicted"
    assert facts["Predictions"] == "none: the model was published without its output"
    scaled = {**LLAMA, "rotary_factor": 4.0, "rotary_llama3": (8.0, 1.0, 4.0, 64.0)}
    facts = facts_of(make_translator(**scaled).card())
    assert "base 50, 4 times slower, long waves 8 times slower; up" in facts["Positions"]
