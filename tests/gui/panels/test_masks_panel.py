from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest
import torch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind, Encoded, Event, FloatArray, Step
from engine.search.options import SearchOptions
from engine.training.data import collate
from gui import theme
from gui.panels.masks import ASK_TO_TRANSLATE, HINT, MasksPanel
from gui.session import Hover, Session
from gui.widgets.empty_message import ASK_TO_WAIT
from gui.widgets.mask_words import NO_PADS
from gui.widgets.scale import MINUS_INFINITY
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import LOVE, MODEL, PARAGRAPHS, love, paragraphs

CROSS, ENCODER, DECODER = (
    AttentionKind.CROSS,
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
)
make_translator = engine_fixtures.make_translator
tiny_vocabulary = engine_fixtures.tiny_vocabulary

AFTER, PAD = "the key comes after the query: it is not written yet", "the key is padding"


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> MasksPanel:
    panel = MasksPanel(session)
    qtbot.addWidget(panel)
    panel.resize(700, 460)
    panel.show()
    return panel


def padded(happened: list[Event], source: tuple[int, ...], inputs: tuple[int, ...]) -> list[Event]:
    """The same events, with pads among the source pieces and the decoder's inputs."""

    def blocked(mask: FloatArray, pads: tuple[int, ...]) -> FloatArray:
        mask = mask.copy()
        mask[..., [pad for pad in pads if pad < mask.shape[-1]]] = -np.inf
        return mask

    changed: list[Event] = []
    for event in happened:
        if isinstance(event, Encoded):
            event = dataclasses.replace(event, mask=blocked(event.mask, source))
        elif isinstance(event, Step):
            event = dataclasses.replace(
                event,
                self_mask=blocked(event.self_mask, inputs),
                cross_mask=blocked(event.cross_mask, source),
            )
        changed.append(event)
    return changed


def drawn(panel: MasksPanel) -> list[list[bool]]:
    panel.flush()
    masked = panel.heatmap.view._masked
    assert masked is not None
    found: list[list[bool]] = masked.tolist()
    return found


def test_empty_states_say_what_to_do(panel: MasksPanel, session: Session) -> None:
    def message() -> str | None:
        panel.flush()
        return panel.message.text() if panel.message.isVisible() else None

    assert message() == ASK_TO_TRANSLATE
    happened = love()
    session.add_event(happened[0])
    assert message() == ASK_TO_WAIT
    session.add_event(happened[1])
    assert message() == ASK_TO_WAIT
    session.select(kind=ENCODER)
    assert message() is None
    session.select(kind=DECODER)
    assert message() == ASK_TO_WAIT
    session.add_event(happened[2])
    assert message() is None
    session.reset(None)
    assert message() == ASK_TO_TRANSLATE
    assert panel.readout.text() == ""


def test_causal_mask_grows_with_the_steps(panel: MasksPanel, session: Session) -> None:
    session.select(kind=DECODER)
    session.add_events(love())
    for step in (0, 3, 6, 2):
        session.set_position(step)
        size = step + 1
        assert drawn(panel) == [[key > query for key in range(size)] for query in range(size)]
        blocked = size * (size - 1) // 2
        assert panel.size_label.text() == f"step {size}: {size} × {size}, {blocked} blocked"
        assert [label.index for label in panel.heatmap.left.placed() if label.bold] == [step]
        content = panel.cards.card(1).content()
        assert content is not None
        assert content.values.shape == (size, size)


def test_cross_mask_grows_by_rows_and_blocks_nothing(panel: MasksPanel, session: Session) -> None:
    session.add_events(love())
    session.set_position(4)
    assert drawn(panel) == [[False] * 6 for _ in range(5)]
    assert not panel.cards.isVisible()
    assert NO_PADS in panel.what.text()
    assert "one row a step" in panel.what.text()
    assert [token.text for token in panel.heatmap.top.tokens()][-1] == "</s>"


def test_padding_of_the_source(panel: MasksPanel, session: Session) -> None:
    session.add_events(padded(love(), source=(4, 5), inputs=()))
    session.set_position(2)
    kinds = {CROSS: 3, ENCODER: 6}
    for kind, rows in kinds.items():
        session.select(kind=kind)
        assert drawn(panel) == [[key in (4, 5) for key in range(6)]] * rows
        assert "Padding blocks 2 of 6 keys." in panel.what.text()
        assert panel.cell_text(1, 4).endswith(f"{MINUS_INFINITY}: {PAD}")
        assert panel.cell_text(1, 3).endswith("0: the query may look at the key")


def test_padding_and_causal_make_the_combined_mask(panel: MasksPanel, session: Session) -> None:
    session.select(kind=DECODER)
    session.add_events(padded(love(), source=(), inputs=(1, 4)))
    session.set_position(5)
    panel.flush()
    pads = [[key in (1, 4) for key in range(6)]] * 6
    causal = [[key > query for key in range(6)] for query in range(6)]
    both = [[p or c for p, c in zip(*rows, strict=True)] for rows in zip(pads, causal, strict=True)]
    assert drawn(panel) == both
    titles = []
    for index, expected in enumerate((pads, causal, both)):
        content = panel.cards.card(index).content()
        assert content is not None
        assert content.masked is not None
        assert content.masked.tolist() == expected
        titles.append(content.title)
        panel.cards.card(index).clicked.emit(None)
        assert drawn(panel) == expected
    assert titles == ["Padding", "Causal", "Combined"]
    # Combined: every cause; a mask by itself: its own.
    assert panel.cell_text(0, 1).endswith(f"{MINUS_INFINITY}: {AFTER}; and {PAD}")
    assert panel.cell_text(0, 2).endswith(f"{MINUS_INFINITY}: {AFTER}")
    assert panel.cell_text(5, 1).endswith(f"{MINUS_INFINITY}: {PAD}")
    assert panel.cell_text(5, 0).endswith("0: the query may look at the key")
    panel.cards.card(0).clicked.emit(None)
    assert panel.cell_text(0, 1).endswith(f"{MINUS_INFINITY}: {PAD}")
    assert panel.cell_text(0, 2).endswith("0: this mask leaves it open")
    panel.cards.card(1).clicked.emit(None)
    assert panel.cell_text(0, 1).endswith(f"{MINUS_INFINITY}: {AFTER}")
    assert panel.cell_text(5, 1).endswith("0: this mask leaves it open")


def test_a_part_that_blocks_nothing_says_so(panel: MasksPanel, session: Session) -> None:
    session.select(kind=DECODER)
    session.add_events(love())
    panel.flush()
    captions = []
    for index in range(3):
        content = panel.cards.card(index).content()
        assert content is not None
        captions.append(content.caption)
    assert captions == ["blocks nothing", "21 blocked", "21 blocked"]
    assert NO_PADS in panel.what.text()


def test_pointer_and_keyboard_read_the_reason(
    qtbot: QtBot, panel: MasksPanel, session: Session
) -> None:
    session.select(kind=DECODER)
    session.add_events(love())
    session.set_position(3)
    panel.flush()
    assert panel.readout.text() == HINT
    qtbot.mouseMove(panel.heatmap.view.viewport(), panel.heatmap.cell_centre(1, 2).toPoint())
    text = panel.readout.text()
    assert text == f"“\u2581Je” → “\u2581t”   {MINUS_INFINITY}: {AFTER}   row 2, column 3"
    panel.heatmap.view.pointed.emit(None)
    panel.heatmap.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right):
        qtbot.keyClick(panel.heatmap, key)
    assert panel.heatmap.cursor_cell == (3, 1)
    assert "0: the query may look at the key   row 4, column 2" in panel.readout.text()
    assert panel.heatmap.accessibleDescription() == panel.cell_text(3, 1)
    # Small ones too.
    card = panel.cards.card(0)
    qtbot.mouseMove(card, card.cell_centre(1, 2).toPoint())
    assert "0: this mask leaves it open" in panel.readout.text()
    panel.cards.setFocus()
    qtbot.keyClick(panel.cards, Qt.Key.Key_Home)
    assert panel.cards.current == 0
    assert not np.array(drawn(panel)).any()


def test_the_kind_follows_the_session_and_the_box(
    qtbot: QtBot, panel: MasksPanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    assert panel.kind_box.currentText() == "Cross"
    panel.kind_box.setFocus()
    qtbot.keyClick(panel.kind_box, Qt.Key.Key_Home)
    assert session.kind is ENCODER
    assert len(drawn(panel)) == 6
    session.select(kind=DECODER)
    panel.flush()
    assert panel.kind_box.currentText() == "Decoder masked self"


def test_sentences_follow_the_position(panel: MasksPanel, session: Session) -> None:
    session.add_events(paragraphs())
    session.set_position(0)
    panel.flush()
    panel.heatmap.set_cursor_cell((0, 1))
    session.set_position(session.position_of(1, 2))
    panel.flush()
    assert [t.text for t in panel.heatmap.top.tokens()] == ["_Look", "_😆", "_there!", "</s>"]
    assert panel.heatmap.cursor_cell is None


def test_random_places_agree_with_a_real_model(
    qtbot: QtBot, panel: MasksPanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(4)
    session.set_model(translator.info)
    session.add_events(
        list(translator.stream(LOVE, SearchOptions(beam=3, n_best=2, max_length=6), "all"))
    )
    chance = random.Random(11)
    for _ in range(15):
        session.select(kind=chance.choice(list(AttentionKind)))
        session.set_position(chance.randrange(session.length()))
        sentence, place = session.sentence(), session.place()
        assert sentence is not None
        assert place is not None
        session.follow(*place, chance.randrange(len(sentence.steps[place[1]].hypotheses)))
        matrix = sentence.attention_matrix(session.kind, 0, 0, place[1], session.hypothesis())
        assert matrix is not None
        assert drawn(panel) == matrix.masked.tolist()
        parts = panel.parts()
        assert parts is not None
        assert (parts.queries, parts.keys, parts.current) == (
            matrix.queries,
            matrix.keys,
            matrix.current,
        )
        # What is blocked got no weight, what is open got some.
        np.testing.assert_array_equal(matrix.weights > 0, ~np.array(drawn(panel)))
        assert session.trace is not None
        explained = translator.explain(
            session.trace, place[0], session.kind, 0, 0, place[1], session.hypothesis()
        )
        np.testing.assert_array_equal(
            np.isneginf(explained.stage("mask").values), np.array(drawn(panel))
        )


def test_hidden_it_draws_nothing(
    panel: MasksPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.hide()
    calls: list[int] = []
    original = panel.heatmap.set_matrix

    def counted(*arguments: object) -> None:
        calls.append(1)
        original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(panel.heatmap, "set_matrix", counted)
    session.add_events(love())
    panel.flush()
    assert calls == []
    panel.show()
    assert calls == [1]


@pytest.mark.parametrize("size", [(300, 200), (420, 300), (640, 420), (1400, 500)])
@pytest.mark.parametrize("kind", [DECODER, CROSS])
def test_any_size_keeps_the_cards_whole(
    panel: MasksPanel, session: Session, size: tuple[int, int], kind: AttentionKind
) -> None:
    session.select(kind=kind)
    session.add_events(love())
    panel.resize(*size)
    panel.flush()
    QApplication.processEvents()
    assert (panel.width(), panel.height()) == size
    assert panel.heatmap.height() >= 150
    if kind is DECODER and size[0] > 400:
        last = panel.cards.card(2)
        assert panel.cards.rect().contains(last.geometry())
        assert panel._words.rect().contains(panel.cards.geometry())


def test_theme_change_takes_the_new_colours(
    qapp: QApplication, themed: None, panel: MasksPanel, session: Session
) -> None:
    session.select(kind=DECODER)
    session.add_events(love())
    panel.flush()
    before = panel.cards.grab().toImage()
    theme.apply(qapp, theme.DARK)
    assert panel.cards.grab().toImage() != before
    expected = theme.DARK.color("surface")
    found = tuple(int(x) for x in panel.heatmap.view._table[0])
    assert found == (expected.red(), expected.green(), expected.blue())


def test_names(panel: MasksPanel) -> None:
    for widget in (
        panel.kind_box,
        panel.size_label,
        panel.cards,
        panel.heatmap,
        panel.heatmap.bar,
        panel.readout,
    ):
        assert widget.accessibleName()


def test_what_was_given_up_is_not_waited_for(panel: MasksPanel, session: Session) -> None:
    session.add_events(love()[:2])
    for can_decode, message in ((True, ASK_TO_WAIT), (False, ASK_TO_TRANSLATE)):
        session.set_can_decode(can_decode)
        panel.flush()
        assert panel.message.isVisible() and panel.message.text() == message


def test_hover_is_shared(qtbot: QtBot, panel: MasksPanel, session: Session) -> None:
    session.add_events(love())
    session.select(kind=DECODER)
    panel.flush()
    panel.heatmap.view.pointed.emit((2, 1))
    assert session.hover == Hover("target", 2)
    panel.heatmap.view.pointed.emit(None)
    assert session.hover is None
    session.set_hover(Hover("target", 3))
    assert panel.heatmap._hover == (3, None)
    session.select(kind=CROSS)
    session.set_hover(Hover("source", 4))
    panel.flush()
    assert panel.heatmap._hover == (None, 4)
    session.set_hover(Hover("source", 4000))
    assert panel.heatmap._hover == (None, None)


# Teacher forcing -----------------------------------------------------------------------


def test_teacher_forcing_shows_the_whole_triangle_at_every_step(
    qtbot: QtBot, panel: MasksPanel, session: Session
) -> None:
    session.select(kind=DECODER)
    session.add_events(love())
    panel.flush()
    panel.forcing_box.click()
    whole = [[key > query for key in range(7)] for query in range(7)]
    for step in (0, 3, 6):
        session.set_position(step)
        assert drawn(panel) == whole
        assert [label.index for label in panel.heatmap.left.placed() if label.bold] == [step]
        assert panel.size_label.text() == f"step {step + 1}: 7 × 7, 21 blocked"
    assert "never grows" in panel.what.text()
    assert "it is what the query has to predict" in panel.cell_text(2, 3)
    assert "it lies beyond what the query has to predict" in panel.cell_text(2, 4)
    session.select(kind=CROSS)
    session.set_position(1)
    assert drawn(panel) == [[False] * 6 for _ in range(7)]
    panel.forcing_box.click()
    assert drawn(panel) == [[False] * 6 for _ in range(2)]


def test_a_reference_is_teacher_forcing_also_while_it_is_being_scored(
    panel: MasksPanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(1)
    session.set_model(translator.info)
    session.select(kind=DECODER)
    happened = list(translator.stream(LOVE, SearchOptions(reference="Je vous aime.")))
    count = sum(isinstance(event, Step) for event in happened)
    assert count > 4
    whole = [[key > query for key in range(count)] for query in range(count)]
    session.add_events(happened[:4])  # two of its steps
    assert drawn(panel) == whole
    assert panel.forcing_box.isChecked()
    assert not panel.forcing_box.isEnabled()
    parts = panel.parts()
    assert parts is not None
    assert parts.current == 1
    session.add_events(happened[4:])
    session.set_position(2)
    assert drawn(panel) == whole
    parts, sentence = panel.parts(), session.sentence()
    assert parts is not None
    assert sentence is not None
    written = sentence.pieces(count - 1)
    assert parts.queries == (sentence.encoded.start, *written[:-1])
    # The whole output's mask is what the network is given in one pass.
    assert session.trace is not None
    explained = translator.explain(session.trace, 0, DECODER, 0, 0, count - 1)
    np.testing.assert_array_equal(
        np.isneginf(explained.stage("mask").values), np.array(drawn(panel))
    )
    session.add_events(love())
    panel.flush()
    assert panel.forcing_box.isEnabled()
    assert not panel.forcing_box.isChecked()


# Batches -------------------------------------------------------------------------------


def test_one_sentence_is_no_batch(panel: MasksPanel, session: Session) -> None:
    session.add_events(paragraphs())
    panel.flush()
    assert panel.batch_box.isVisible()
    panel.batch_box.click()
    panel.flush()
    assert panel.sentence_box.isVisible()
    session.add_events(love())
    assert drawn(panel) == [[False] * 6 for _ in range(7)]
    assert not panel.batch_box.isVisible()
    assert not panel.sentence_box.isVisible()


def test_a_batch_is_padded_as_the_network_pads_it(
    qtbot: QtBot, panel: MasksPanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(2)
    model, pad_id = translator.model, translator.model.config.pad_id
    session.set_model(translator.info)
    session.add_events(
        list(translator.stream(PARAGRAPHS, SearchOptions(beam=2, n_best=2, max_length=9), "none"))
    )
    trace = session.trace
    assert trace is not None
    panel.batch_box.click()
    panel.flush()
    batch = sorted(range(3), key=lambda i: (len(trace.sentences[i].encoded.pieces), i))
    longest = max(len(each.encoded.pieces) for each in trace.sentences)
    sources = torch.tensor(
        [
            ids + [pad_id] * (longest - len(ids))
            for ids in ([p.id for p in trace.sentences[i].encoded.pieces] for i in batch)
        ]
    )
    targets = []
    for i in batch:
        sentence = trace.sentences[i]
        path = sentence.path()
        targets.append([p.id for p in sentence.pieces(len(path) - 1, path[-1])])
    collated = collate(
        list(zip(sources.tolist(), targets, strict=True)), pad_id, model.config.start_id
    )
    inputs = collated.target[:, :-1]
    chance = random.Random(4)
    seen_pads = False
    for _ in range(20):
        kind, forced = chance.choice(list(AttentionKind)), chance.random() < 0.5
        session.select(kind=kind)
        session.set_position(chance.randrange(session.length()))
        panel.flush()
        if kind is not ENCODER and panel.forcing_box.isChecked() != forced:
            panel.forcing_box.click()
        forced = panel.forcing_box.isChecked() and kind is not ENCODER
        place = session.place()
        assert place is not None
        row, step = batch.index(place[0]), place[1]
        if step >= len(session.path(trace.sentences[place[0]])):
            continue
        if kind is DECODER:
            mask = model.target_mask(inputs)[row, 0]
            if not forced:
                mask = mask[: step + 1, : step + 1]
        else:
            rows = longest if kind is ENCODER else inputs.shape[1] if forced else step + 1
            mask = model.source_mask(sources)[row, 0].expand(rows, -1)
        assert drawn(panel) == mask.isneginf().tolist()
        parts = panel.parts()
        assert parts is not None
        assert parts.batch == tuple(batch)
        tokens = [token.text for token in panel.heatmap.top.tokens()]
        pads = [text == "<pad>" for text in tokens]
        ids = inputs[row] if kind is DECODER else sources[row]
        assert pads == [number == pad_id for number in ids[: len(tokens)].tolist()]
        for column, padded_ in enumerate(pads):
            seen_pads |= padded_
            assert (PAD in panel.cell_text(0, column)) == padded_
        assert panel.sentence_box.currentIndex() == row
    assert seen_pads


def test_the_sentence_of_the_batch_is_that_of_the_window(
    qtbot: QtBot, panel: MasksPanel, session: Session
) -> None:
    session.add_events(paragraphs())
    session.select(kind=ENCODER)
    panel.batch_box.click()
    panel.flush()
    names = [panel.sentence_box.itemText(i) for i in range(3)]
    # Shortest first, as the engine forms its batches.
    assert names == ["Sentence 3", "Sentence 1", "Sentence 2"]
    panel.sentence_box.setFocus()
    qtbot.keyClick(panel.sentence_box, Qt.Key.Key_End)
    assert session.place() == (1, 3)
    assert drawn(panel) == [[False] * 4] * 4
    session.set_position(0)
    panel.flush()
    assert panel.sentence_box.currentText() == "Sentence 1"
    assert len(drawn(panel)) == 4


def test_a_pad_says_what_becomes_of_its_row(panel: MasksPanel, session: Session) -> None:
    session.add_events(paragraphs())
    session.select(kind=ENCODER)
    session.set_position(session.length() - 1)
    panel.batch_box.click()
    panel.flush()
    assert drawn(panel) == [[False, False, False, True]] * 4
    assert "1 of this one are pads" in panel.what.text()
    assert "never NaN" in panel.what.text()
    assert "nothing reads it" in panel.cell_text(3, 0)
    assert "nothing reads it" not in panel.cell_text(2, 0)
    session.set_hover(None)
    panel.heatmap.view.pointed.emit((3, 0))
    assert session.hover is None
    session.select(kind=DECODER)
    panel.flush()
    assert "no input is ever a pad" in panel.what.text()
    panel.forcing_box.click()
    panel.flush()
    # Two pieces were written, the longest has five.
    assert [token.text for token in panel.heatmap.top.tokens()] == [
        "<s>",
        "_Bonne",
        "_nuit",
        "<pad>",
        "<pad>",
    ]
    assert "count in no loss" in panel.what.text()


def test_a_row_without_an_open_key_is_explained(panel: MasksPanel, session: Session) -> None:
    session.add_events(padded(love(), source=tuple(range(6)), inputs=()))
    panel.flush()
    assert np.array(drawn(panel)).all()
    assert "never NaN" in panel.what.text()
    assert panel.cell_text(0, 0).endswith("The whole row is blocked: its weights are 0, never NaN")
