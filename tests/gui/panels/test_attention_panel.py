from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from gui.panels.attention import (
    ASK_TO_TRANSLATE,
    THINNED_HINT,
    AttentionPanel,
)
from gui.session import Hover, Session
from gui.widgets.attention_controls import Face
from gui.widgets.empty_message import ASK_TO_WAIT, NOT_RECORDED
from tests.gui.traces import LOVE, MODEL, Sentence, events, long, love, paragraphs

CROSS, ENCODER, DECODER = (
    AttentionKind.CROSS,
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
)


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> AttentionPanel:
    panel = AttentionPanel(session)
    qtbot.addWidget(panel)
    panel.resize(640, 460)
    panel.show()
    return panel


def point_at(qtbot: QtBot, panel: AttentionPanel, row: int, column: int) -> QPointF:
    panel.flush()
    place = panel.heatmap.cell_centre(row, column)
    qtbot.mouseMove(panel.heatmap.view.viewport(), place.toPoint())
    return place


def message(panel: AttentionPanel) -> str | None:
    panel.flush()
    return panel.message.text() if panel.message.isVisible() else None


@pytest.mark.parametrize("kind", list(AttentionKind))
@pytest.mark.parametrize("head", [None, 2])
def test_weight_under_the_pointer_is_the_trace_s(
    qtbot: QtBot, panel: AttentionPanel, session: Session, kind: AttentionKind, head: int | None
) -> None:
    session.add_events(love())
    session.select(kind=kind, layer=1, head=head)
    session.set_position(4)
    sentence = session.sentence()
    assert sentence is not None
    view = sentence.attention(kind, 4)
    assert view is not None
    whole = view.weights[1].mean(axis=0) if head is None else view.weights[1, head]
    for row, column in ((0, 0), (3, 1), (4, 4)):
        point_at(qtbot, panel, row, column)
        text = panel.readout.text()
        found = re.search(r"weight (\d\.\d{3,}(e−\d+)?) ", text)
        assert found is not None
        assert float(found[1].replace("−", "-")) == pytest.approx(
            float(whole[row, column]), rel=5e-4
        )
        assert f"“{view.queries[row].surface}” → “{view.keys[column].surface}”" in text
        assert f"row {row + 1}, column {column + 1}" in text


def test_drawn_weights_are_not_renormalised(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    sentence = session.sentence()
    assert sentence is not None
    view = sentence.attention(CROSS, 6)
    assert view is not None
    weights = view.weights[0].mean(axis=0, dtype=np.float32)
    np.testing.assert_array_equal(panel.heatmap.view._weights, weights)
    scale = panel.heatmap.bar.scale()
    assert (scale.low, scale.high) == (0.0, 1.0)
    assert panel.note.text() == ""


def test_masked_cells_say_so(qtbot: QtBot, panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    session.select(kind=DECODER)
    point_at(qtbot, panel, 1, 3)
    assert "masked: the key comes after the query" in panel.readout.text()
    assert "weight" not in panel.readout.text()
    point_at(qtbot, panel, 3, 3)
    assert "weight" in panel.readout.text()


def test_padding_is_named(qtbot: QtBot, panel: AttentionPanel, session: Session) -> None:
    happened = love()
    encoded = happened[1]
    mask = encoded.mask.copy()  # type: ignore[union-attr]
    mask[:, 5] = -np.inf
    happened[1] = dataclasses.replace(encoded, mask=mask)  # type: ignore[type-var]
    session.add_events(happened)
    session.select(kind=ENCODER)
    point_at(qtbot, panel, 0, 5)
    assert "masked: the key is padding" in panel.readout.text()


def test_tooltip_tells_the_same(qtbot: QtBot, panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    place = point_at(qtbot, panel, 2, 3).toPoint()
    viewport = panel.heatmap.view.viewport()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    assert QToolTip.text() == panel.cell_text(2, 3)
    assert "weight 0." in QToolTip.text()
    QToolTip.hideText()


def test_keyboard_cursor_reads_the_weight(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    panel.heatmap.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up):
        qtbot.keyClick(panel.heatmap, key)
    assert panel.heatmap.cursor_cell == (5, 1)
    assert panel.cell_text(5, 1) in panel.readout.text()
    spoken = panel.heatmap.accessibleDescription()
    weight = re.search(r"weight (0\.\d+)", panel.cell_text(5, 1))
    assert weight is not None
    assert spoken == f"row 6 “.”, column 2 “\u2581love”, {weight[0]}"
    interface = QAccessible.queryAccessibleInterface(panel.heatmap)
    assert interface.text(QAccessible.Text.Description) == spoken
    # The value changes under a resting cursor when another head is chosen.
    session.select(head=1)
    panel.flush()
    assert panel.heatmap.cursor_cell == (5, 1)
    after = panel.heatmap.accessibleDescription()
    assert after != spoken
    assert after.startswith("row 6 “.”, column 2 “\u2581love”, weight 0.")


def test_current_row_follows_the_position(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    for kind, position in ((CROSS, 6), (CROSS, 2), (DECODER, 2), (DECODER, 0)):
        session.select(kind=kind)
        session.set_position(position)
        panel.flush()
        bold = [label.index for label in panel.heatmap.left.placed() if label.bold]
        assert bold == [position]
        assert len(panel.heatmap.left.tokens()) == position + 1
    session.select(kind=ENCODER)
    panel.flush()
    assert not any(label.bold for label in panel.heatmap.left.placed())


def test_labels_are_the_pieces(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    session.set_position(2)

    def texts() -> tuple[list[str], list[str]]:
        panel.flush()
        heatmap = panel.heatmap
        return [t.text for t in heatmap.left.tokens()], [t.text for t in heatmap.top.tokens()]

    source = ["_I", "_love", "_you", "_very", "_much.", "</s>"]
    assert texts() == (["_Je", "_t", "'"], source)
    session.select(kind=DECODER)
    assert texts() == (["<s>", "_Je", "_t"], ["<s>", "_Je", "_t"])
    assert panel.heatmap.left.tokens()[0].special
    session.select(kind=ENCODER)
    assert texts() == (source, source)


def test_selectors_and_session_follow_one_another(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    assert [panel.kind_box.itemText(i) for i in range(3)] == [
        "Encoder self",
        "Decoder masked self",
        "Cross",
    ]
    assert panel.kind_box.currentText() == "Cross"
    assert panel.head_box.currentText() == "mean over heads"
    panel.kind_box.setFocus()
    qtbot.keyClick(panel.kind_box, Qt.Key.Key_Home)
    assert session.kind is ENCODER
    assert panel.layer_box.count() == 3
    qtbot.keyClick(panel.layer_box, Qt.Key.Key_End)
    assert session.layer == 2
    qtbot.keyClick(panel.head_box, Qt.Key.Key_Down)
    qtbot.keyClick(panel.head_box, Qt.Key.Key_Down)
    assert session.head == 1
    # The decoder has two layers only.
    session.select(kind=CROSS)
    assert session.layer == 1
    assert panel.layer_box.count() == 2
    assert panel.layer_box.currentText() == "2 of 2"
    session.select(head=None)
    assert panel.head_box.currentIndex() == 0


def test_another_model_fills_the_selectors_anew(panel: AttentionPanel, session: Session) -> None:
    session.select(layer=1, head=3)
    session.set_model(dataclasses.replace(MODEL, decoder_layers=1, heads=2))
    panel.flush()
    assert panel.layer_box.count() == 1
    assert panel.head_box.count() == 3
    assert (session.layer, session.head) == (0, 1)


def test_what_is_remembered_shows_before_the_model_is_there(qtbot: QtBot) -> None:
    session = Session()
    session.select(layer=4, head=6)
    panel = AttentionPanel(session)
    qtbot.addWidget(panel)
    boxes = panel.layer_box, panel.head_box
    assert [box.currentText() for box in boxes] == ["5", "head 7"]
    assert not any(box.isEnabled() for box in boxes)
    session.select(layer=0, head=None)
    assert [box.currentText() for box in boxes] == ["1", "mean over heads"]
    session.select(layer=4, head=2)
    session.set_model(MODEL)
    assert [box.currentText() for box in boxes] == ["2 of 2", "head 3"]
    assert all(box.isEnabled() for box in boxes)
    assert [box.count() for box in boxes] == [2, 5]


def test_a_trace_of_a_larger_or_smaller_model_still_shows(
    panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    session.set_model(dataclasses.replace(MODEL, decoder_layers=6, heads=16))
    session.select(layer=5, head=15)
    panel.flush()
    sentence = session.sentence()
    assert sentence is not None
    view = sentence.attention(CROSS, 6)
    matrix = panel.matrix()
    assert view is not None
    assert matrix is not None
    np.testing.assert_array_equal(matrix.weights, view.weights[1, 3])


def test_pointing_hovers_in_the_session(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    point_at(qtbot, panel, 3, 1)
    assert session.hover == Hover("target", 3)
    session.select(kind=ENCODER)
    point_at(qtbot, panel, 4, 1)
    assert session.hover == Hover("source", 4)
    QApplication.sendEvent(
        panel.heatmap.top,
        _move(panel.heatmap.view.cell_rect(0, 2).center().x() + panel.heatmap.top._offset, 5),
    )
    assert session.hover == Hover("source", 2)
    assert panel.readout.text().startswith("column 3: “\u2581you”")


def test_another_kind_ends_the_hover_of_a_cell_only(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    point_at(qtbot, panel, 3, 1)
    assert session.hover == Hover("target", 3)
    session.select(kind=ENCODER)
    panel.flush()
    assert session.hover is None
    # What is pointed at elsewhere in the window stays so.
    session.set_hover(Hover("target", 2))
    session.select(kind=DECODER)
    panel.flush()
    assert session.hover == Hover("target", 2)


@pytest.mark.parametrize("columns", [False, True])
def test_another_kind_ends_the_hover_of_a_label_too(
    qtbot: QtBot, panel: AttentionPanel, session: Session, columns: bool
) -> None:
    session.add_events(love())
    panel.flush()
    labels = panel.heatmap.top if columns else panel.heatmap.left
    centre = panel.heatmap.view.cell_rect(2, 2).center()
    along = (centre.x() if columns else centre.y()) + labels._offset
    QApplication.sendEvent(labels, _move(along, 5) if columns else _move(5, along))
    assert session.hover == Hover("source" if columns else "target", 2)
    session.select(kind=ENCODER if not columns else DECODER)
    panel.flush()
    assert session.hover is None
    assert not panel.readout.text().startswith(("row", "column"))


def _move(x: float, y: float) -> QMouseEvent:
    none = Qt.MouseButton.NoButton
    point = QPointF(x, y)
    return QMouseEvent(
        QEvent.Type.MouseMove, point, point, none, none, Qt.KeyboardModifier.NoModifier
    )


def test_hover_from_elsewhere_is_marked(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()

    def marked() -> tuple[int | None, int | None]:
        return panel.heatmap._hover

    session.set_hover(Hover("target", 2))
    assert marked() == (2, None)
    session.set_hover(Hover("source", 1))
    assert marked() == (None, 1)
    session.select(kind=ENCODER)
    panel.flush()
    assert marked() == (1, None)
    session.set_hover(Hover("target", 2))
    assert marked() == (None, None)
    session.set_hover(None)
    assert marked() == (None, None)


def test_empty_states_say_what_to_do(panel: AttentionPanel, session: Session) -> None:
    assert message(panel) == ASK_TO_TRANSLATE
    happened = love()
    session.add_event(happened[0])
    assert message(panel) == ASK_TO_WAIT
    session.add_event(happened[1])
    assert message(panel) == ASK_TO_WAIT
    session.select(kind=ENCODER)
    assert message(panel) is None
    session.select(kind=DECODER)
    session.add_event(happened[2])
    assert message(panel) is None
    session.reset(None)
    assert message(panel) == ASK_TO_TRANSLATE
    session.add_events(list(events(LOVE, [Sentence(LOVE, ("a", "</s>"))], record=False)))
    for kind in AttentionKind:
        session.select(kind=kind)
        assert message(panel) == NOT_RECORDED


@pytest.mark.parametrize("face", ["matrix", "lines"])
def test_with_nothing_to_show_there_is_nothing_to_zoom(
    panel: AttentionPanel, session: Session, face: Face
) -> None:
    panel.set_face(face)
    zoom = panel.matrix_zoom if face == "matrix" else panel.lines_zoom
    buttons = (zoom.out_button, zoom.own_button, zoom.in_button, zoom.fit_button)
    assert zoom.isVisible() and not any(button.isEnabled() for button in buttons)
    session.add_events(love())
    panel.flush()
    assert all(button.isEnabled() for button in buttons)
    session.reset(None)
    panel.flush()
    assert not any(button.isEnabled() for button in buttons)


@pytest.mark.parametrize("face", ["matrix", "lines"])
def test_the_focus_goes_to_what_is_shown(
    qtbot: QtBot, panel: AttentionPanel, session: Session, face: Face
) -> None:
    panel.set_face(face)
    assert panel.entrance() is panel.message
    panel.activateWindow()
    panel.message.setFocus()
    qtbot.waitUntil(panel.message.hasFocus)
    session.add_events(love())
    panel.flush()
    drawn = panel.heatmap if face == "matrix" else panel.lines
    assert panel.entrance() is drawn
    assert panel.focusWidget() is drawn


def test_blank_input_asks_for_a_sentence(panel: AttentionPanel, session: Session) -> None:
    session.add_events(list(events("  ", [])))
    assert message(panel) == ASK_TO_TRANSLATE


def test_sentences_follow_the_position(panel: AttentionPanel, session: Session) -> None:
    session.add_events(paragraphs())
    panel.flush()
    panel.heatmap.set_cursor_cell((0, 0))
    session.set_position(session.position_of(1, 2))
    panel.flush()
    assert [t.text for t in panel.heatmap.top.tokens()] == ["_Look", "_😆", "_there!", "</s>"]
    # The cursor of another sentence's matrix is gone.
    assert panel.heatmap.cursor_cell is None


def test_left_out_labels_are_told(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    assert panel.readout.text() != THINNED_HINT
    session.add_events(long(110, 60))
    panel.flush()
    assert panel.readout.text() == THINNED_HINT
    # With room for them, and without it again.
    session.reset(None)
    session.add_events(love())
    panel.flush()
    for size, thinned in (((220, 180), True), ((900, 700), False), ((220, 180), True)):
        panel.resize(*size)
        QApplication.processEvents()
        assert panel.heatmap.thinned() is thinned
        assert (panel.readout.text() == THINNED_HINT) is thinned


def test_a_burst_of_events_is_drawn_once(
    qtbot: QtBot, panel: AttentionPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    original = panel.heatmap.set_matrix

    def counted(*arguments: object) -> None:
        drawn.append(1)
        original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(panel.heatmap, "set_matrix", counted)
    session.add_events(long(20, 40))
    qtbot.waitUntil(lambda: len(drawn) > 0)
    assert drawn == [1]


def test_readout_is_heard_and_not_its_name_alone(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    for row, column in ((0, 0), (3, 1)):
        point_at(qtbot, panel, row, column)
        assert "weight" in panel.readout.text()
        spoken = panel.readout.accessibleName()
        assert spoken == f"Weight under the pointer: {panel.readout.text()}"


def test_names(panel: AttentionPanel) -> None:
    for widget in (
        panel.kind_box,
        panel.layer_box,
        panel.head_box,
        panel.heatmap,
        panel.heatmap.bar,
        panel.readout,
    ):
        assert widget.accessibleName()


def test_what_was_given_up_is_not_waited_for(panel: AttentionPanel, session: Session) -> None:
    happened = love()
    session.add_events(happened[:2])
    session.select(kind=CROSS)
    assert message(panel) == ASK_TO_WAIT
    session.set_can_decode(False)
    assert message(panel) == ASK_TO_TRANSLATE


def test_hidden_it_draws_nothing_and_catches_up(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    before = panel.matrix()
    panel.hide()
    session.set_position(2)
    panel.flush()
    assert panel.matrix() is before
    panel.show()
    matrix = panel.matrix()
    assert matrix is not None and matrix.current == 2
