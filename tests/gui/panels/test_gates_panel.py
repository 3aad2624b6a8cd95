from __future__ import annotations

import re

import numpy as np
import pytest
import torch
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from engine.model.kinds import NO_DECODER_SELF
from engine.search.options import SearchOptions
from engine.translator import Translator
from gui.panels.attention import AttentionPanel
from gui.panels.gates import ATTENDS, GatesPanel
from gui.panels.heads import HeadsPanel
from gui.panels.masks import MasksPanel
from gui.panels.scores import ScoresPanel
from gui.session import Hover, Session
from gui.widgets.why_not import NO_ATTENTION
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import MODEL, love

make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary

TEXT = "the cat eats."


@pytest.fixture
def translator(make_translator: MakeTranslator) -> Translator:
    return make_translator(decoder_self="ssru", decoder_layers=3)


@pytest.fixture
def session(translator: Translator) -> Session:
    session = Session()
    session.set_model(translator.info)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> GatesPanel:
    panel = GatesPanel(session)
    qtbot.addWidget(panel)
    panel.resize(640, 420)
    panel.show()
    return panel


def translate(session: Session, translator: Translator, beam: int = 1) -> None:
    options = SearchOptions(beam=beam, n_best=beam, max_length=7)
    session.add_events(list(translator.stream(TEXT, options)))


def recomputed(translator: Translator, session: Session, layer: int) -> np.ndarray:
    """σ(x W_f + b_f) of a teacher-forced pass over the shown hypothesis, the cell asked itself."""
    sentence, place = session.sentence(), session.place()
    assert sentence is not None
    assert place is not None
    written = sentence.pieces(place[1], session.hypothesis())
    ids = [sentence.encoded.start.id, *(piece.id for piece in written[:-1])]
    seen: list[torch.Tensor] = []
    cell = translator.model.decoder.layers[layer].ssru
    hook = cell.w_f.register_forward_hook(lambda _module, _inputs, out: seen.append(out.sigmoid()))
    with torch.inference_mode():
        source = torch.tensor([[piece.id for piece in sentence.encoded.pieces]])
        translator.model(source, torch.tensor([ids]))
    hook.remove()
    return seen[-1][0].numpy()


@pytest.mark.parametrize("beam", [1, 3])
def test_the_gates_are_those_of_the_shown_hypothesis(
    panel: GatesPanel, session: Session, translator: Translator, beam: int
) -> None:
    translate(session, translator, beam)
    sentence = session.sentence()
    assert sentence is not None
    for step in range(len(sentence.steps)):
        session.set_position(step)
        for hypothesis in range(len(sentence.steps[step].hypotheses)):
            session.follow(0, step, hypothesis)
            for layer in range(3):
                panel.set_layer(layer)
                panel.flush()
                gates = panel.gates()
                assert gates is not None
                np.testing.assert_allclose(gates, recomputed(translator, session, layer), atol=1e-5)
                np.testing.assert_array_equal(panel.view.maps()[0].values, gates)
                row, column = step, 5 + layer
                text = panel.cell_text(row, column)
                assert f"step {row + 1}, " in text and f"dimension {column}: " in text
                found = re.search(r"f = (\d\.\d+):", text)
                assert found is not None
                assert float(found[1]) == pytest.approx(float(gates[row, column]), abs=1e-6)
                share = re.search(r"keeps ([\d.]+) %", panel.summary.text())
                assert share is not None
                assert float(share[1]) == pytest.approx(100 * gates[-1].mean(), abs=0.051)


def test_rows_are_the_inputs_and_hover_what_wrote_them(
    qtbot: QtBot, panel: GatesPanel, session: Session, translator: Translator
) -> None:
    translate(session, translator)
    panel.flush()
    sentence = session.sentence()
    assert sentence is not None
    written = [step.hypotheses[0].piece for step in sentence.steps]
    names = [token.text for token in panel.view.rows()]
    assert len(names) == len(written)
    assert names[0] == "<s>"
    panel.view.cellPointed.emit((2, 4))
    assert session.hover == Hover("target", 1)
    panel.view.cellPointed.emit(None)
    assert session.hover is None
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    cell = panel.view.cursor_cell
    assert cell is not None
    assert panel.readout.text() == panel.cell_text(*cell)


def test_other_models_and_empty_sittings_say_why(qtbot: QtBot, session: Session) -> None:
    panel = GatesPanel(session)
    qtbot.addWidget(panel)
    panel.show()
    panel.flush()
    assert "Translate a sentence" in panel.message.text()
    assert not panel.formula.isVisible()
    session.set_model(MODEL)
    session.add_events(love())
    panel.flush()
    assert panel.message.isVisible()
    assert panel.message.text() == ATTENDS
    assert panel.gates() is None


@pytest.mark.parametrize("kind_of_panel", [AttentionPanel, HeadsPanel, MasksPanel, ScoresPanel])
def test_panels_say_that_there_is_no_decoder_self_attention(
    qtbot: QtBot, session: Session, translator: Translator, kind_of_panel: type
) -> None:
    panel = kind_of_panel(session)
    qtbot.addWidget(panel)
    panel.resize(700, 500)
    panel.show()
    translate(session, translator)
    for head in (None, 0, 1):
        session.select(kind=AttentionKind.DECODER_SELF, layer=1, head=head)
        panel.flush()
        assert panel.message.isVisible()
        assert panel.message.text() == NO_ATTENTION[NO_DECODER_SELF]
    for kind in (AttentionKind.CROSS, AttentionKind.ENCODER_SELF):
        session.select(kind=kind, layer=0, head=0)
        panel.flush()
        assert not panel.message.isVisible() or "Computing" in panel.message.text()
