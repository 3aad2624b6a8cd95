from __future__ import annotations

import dataclasses
import itertools
import random

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.analysis.alignment import (
    Method,
    Row,
    SoftAlignment,
    align,
    from_pharaoh,
    hard_alignment,
    to_pharaoh,
)
from engine.events import AttentionKind, Event, Finished
from engine.search.options import SearchOptions
from gui import theme
from gui.language import tr
from gui.panels.alignment import ASK_TO_TRANSLATE, NO_WORDS, AlignmentPanel
from gui.session import Hover, Session
from gui.widgets.alignment_controls import METHODS, ROWS
from gui.widgets.alignment_layout import WordPlace
from gui.widgets.alignment_text import AlignmentText
from gui.widgets.empty_message import ASK_TO_WAIT, NOT_RECORDED
from gui.widgets.pieces import weight_text
from tests.engine.conftest import MakeTranslator, make_translator, tiny_vocabulary
from tests.gui.menus import MenusAsked, right_click
from tests.gui.traces import LOVE, MODEL, Sentence, beams, events, long, love, paragraphs

__all__ = ["make_translator", "tiny_vocabulary"]

CROSS, ENCODER = AttentionKind.CROSS, AttentionKind.ENCODER_SELF


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> AlignmentPanel:
    panel = AlignmentPanel(session)
    qtbot.addWidget(panel)
    panel.resize(640, 420)
    panel.show()
    return panel


def shown(panel: AlignmentPanel) -> AlignmentText:
    panel.flush()
    text = panel.alignment()
    assert text is not None
    return text


def expected(session: Session, layer: int | None, head: int | None, row: Row) -> SoftAlignment:
    sentence, place = session.sentence(), session.place()
    assert sentence is not None
    assert place is not None
    soft = align(sentence, place[1], session.hypothesis(), layer, head, row)
    assert soft is not None
    return soft


def check(panel: AlignmentPanel, session: Session) -> None:
    """What is drawn, said and copied is what the trace says."""
    layer, head = panel.reading.place()
    soft = expected(session, layer, head, panel.reading.row)
    if not soft.weights.size:
        panel.flush()
        assert panel.alignment() is None
        assert panel.message.text() == tr(NO_WORDS)
        return
    text = shown(panel)
    np.testing.assert_array_equal(text.soft.weights, soft.weights)
    np.testing.assert_array_equal(text.soft.special, soft.special)
    links = hard_alignment(soft.weights, panel.reading.method, panel.reading.threshold)
    assert from_pharaoh(panel.copies.links.text()) == links
    if panel.reading.face == "matrix":
        np.testing.assert_array_equal(panel.heatmap.view._weights, soft.weights)
        assert panel.marks.links() == links
        return
    threshold = np.float32(panel.reading.threshold)
    tied = {
        (s, t)
        for t, s in np.ndindex(soft.weights.shape)
        if soft.weights[t, s] >= threshold or (s, t) in links
    }
    drawn = {(tie.source, tie.target): tie for tie in panel.view.ties()}
    assert drawn.keys() == tied
    for (source, target), tie in drawn.items():
        assert tie.weight == float(soft.weights[target, source])
        assert tie.hard == ((source, target) in links)
    look = panel.view.look()
    assert look.shares == tuple((1 - soft.special).tolist())
    loose = {("source", s) for s in range(len(soft.source)) if s not in {x for x, _ in links}}
    loose |= {("target", t) for t in range(len(soft.target)) if t not in {x for _, x in links}}
    assert look.loose == loose
    place = session.place()
    assert place is not None
    here = [n for n, word in enumerate(soft.target) if place[1] in word.pieces]
    assert look.current == (here[0] if here else None)


def act(panel: AlignmentPanel, session: Session, chance: random.Random) -> None:
    """One thing a user may do, here or elsewhere in the window."""
    controls = panel.controls
    choice = chance.randrange(9)
    if choice == 0:
        session.set_position(chance.randrange(session.length()))
    elif choice == 1:
        place, sentence = session.place(), session.sentence()
        assert place is not None
        assert sentence is not None
        session.follow(*place, chance.randrange(len(sentence.steps[place[1]].hypotheses)))
    elif choice == 2:
        session.select(kind=chance.choice(list(AttentionKind)), layer=chance.randrange(4))
    elif choice == 3:
        controls.layerChosen.emit(chance.choice([None, 0, 1]))
    elif choice == 4:
        controls.headChosen.emit(chance.choice([None, 0, 3]))
    elif choice == 5:
        controls.rowChosen.emit(chance.choice(list(Row)))
    elif choice == 6:
        controls.methodChosen.emit(chance.choice(list(Method)))
    elif choice == 7:
        controls.slider.setValue(chance.randrange(1, 100))
    else:
        controls.faces.choose(chance.choice(["ties", "matrix"]))


def test_it_agrees_with_the_trace_whatever_one_does(
    panel: AlignmentPanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(4)
    session.set_model(translator.info)
    session.add_events(
        list(translator.stream(LOVE, SearchOptions(beam=3, n_best=2, max_length=8), "all"))
    )
    chance = random.Random(2)
    for _ in range(80):
        act(panel, session, chance)
        check(panel, session)


def test_it_grows_step_by_step(panel: AlignmentPanel, session: Session) -> None:
    for row in Row:
        panel.controls.rowChosen.emit(row)
        for event in paragraphs():
            session.add_event(event)
            if session.place() is not None:
                check(panel, session)
    session.set_position(session.position_of(1, 1))
    check(panel, session)


def test_words_not_pieces(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(love())
    text = shown(panel)
    assert text.source == ("I", "love", "you", "very", "much.")
    assert text.target == ("Je", "t'aime", "beaucoup", ".")
    assert panel.view.layout_.texts == {"source": text.source, "target": text.target}


def test_the_layer_and_head_are_the_session_s_as_long_as_it_looks_at_cross_attention(
    panel: AlignmentPanel, session: Session
) -> None:
    session.add_events(love())
    session.select(layer=1, head=2)
    check(panel, session)
    assert panel.reading.place() == (1, 2)
    session.select(kind=ENCODER, layer=2, head=0)
    check(panel, session)
    assert panel.reading.place() == (1, 2)
    # Choosing here chooses for every panel, and the kind with it.
    panel.controls.headChosen.emit(3)
    assert (session.kind, session.layer, session.head) == (CROSS, 1, 3)
    check(panel, session)
    assert panel.controls.head_box.currentIndex() == 4
    panel.controls.layerChosen.emit(0)
    assert (session.kind, session.layer, session.head) == (CROSS, 0, 3)
    assert panel.reading.place() == (0, 3)


def test_the_mean_over_layers_is_its_own(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(love())
    session.select(layer=1, head=2)
    panel.flush()
    panel.controls.layer_box.setCurrentIndex(0)
    panel.controls.layer_box.activated.emit(0)
    check(panel, session)
    assert panel.reading.place() == (None, None)
    assert (session.layer, session.head) == (1, 2)
    assert not panel.controls.head_box.isEnabled()
    session.select(layer=0)
    check(panel, session)
    assert panel.reading.place() == (None, None)
    # The layer that is chosen anyway ends it too.
    panel.controls.layer_box.activated.emit(1)
    check(panel, session)
    assert panel.reading.place() == (0, 2)
    assert panel.controls.head_box.isEnabled()


def test_boxes_by_keyboard(qtbot: QtBot, panel: AlignmentPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    controls = panel.controls
    for box, last in ((controls.row_box, len(ROWS)), (controls.method_box, len(METHODS))):
        qtbot.keyClick(box, Qt.Key.Key_End)
        assert box.currentIndex() == last - 1
    assert (panel.reading.row, panel.reading.method) == (Row.READS, Method.THRESHOLD)
    qtbot.keyClick(controls.slider, Qt.Key.Key_PageUp)
    assert panel.reading.threshold == 0.2
    panel.flush()
    assert controls.least.text() == "0.20"
    qtbot.keyClick(controls.layer_box, Qt.Key.Key_End)
    assert session.layer == 1
    check(panel, session)


def test_the_last_word_waits_for_the_row_that_reads_it(
    panel: AlignmentPanel, session: Session
) -> None:
    session.add_events(love())
    session.set_position(4)
    panel.controls.rowChosen.emit(Row.READS)
    text = shown(panel)
    assert text.target[-1] == "beaucoup"
    waits = tr("its row comes with the next step")
    assert text.word("target", 2).endswith(waits)
    assert text.cell(2, 0).endswith(waits)
    assert waits in panel.readout.text()
    assert panel.view.look().waiting == {2}
    # Of "t'aime" two of three rows are there while it is being written.
    session.set_position(3)
    text = shown(panel)
    assert text.soft.rows[1] == (2, 3)
    assert text.waits(1)
    session.set_position(4)
    assert not shown(panel).waits(1)


# Empty states ------------------------------------------------------------------------


def test_it_says_what_would_be_there(panel: AlignmentPanel, session: Session) -> None:
    assert panel.message.isVisible()
    assert panel.message.text() == tr(ASK_TO_TRANSLATE)
    assert not panel.copies.copy_button.isEnabled()
    assert not panel.copies.table_button.isEnabled()
    panel.copies.copy()
    session.add_events(love()[:2])
    panel.flush()
    assert panel.message.text() == tr(ASK_TO_WAIT)
    session.set_can_decode(False)
    panel.flush()
    assert panel.message.text() == tr(ASK_TO_TRANSLATE)


def test_nothing_recorded_and_nothing_written(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(list(events(LOVE, [Sentence(LOVE, ("\u2581Je", "</s>"))], record=False)))
    panel.flush()
    assert panel.message.text() == tr(NOT_RECORDED)
    session.add_events(list(events(LOVE, [Sentence(LOVE, ("</s>",))])))
    panel.flush()
    assert panel.message.text() == tr(NO_WORDS)
    assert panel.copies.links.text() == ""
    assert not panel.copies.copy_button.isEnabled()


def test_without_a_model_and_without_a_trace_what_is_chosen_can_be_seen(qtbot: QtBot) -> None:
    session = Session()
    session.select(layer=3, head=1)
    panel = AlignmentPanel(session)
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.controls.layer_box.isEnabled()
    assert panel.controls.layer_box.currentText() == tr("layer {layer}").format(layer=4)
    assert panel.controls.head_box.currentText() == tr("head {head}").format(head=2)


def test_only_the_best_recorded(
    panel: AlignmentPanel, session: Session, make_translator: MakeTranslator
) -> None:
    translator = make_translator(4)
    session.set_model(translator.info)
    happened = list(translator.stream(LOVE, SearchOptions(beam=2, max_length=8), "best"))
    for event in happened:
        session.add_event(event)
        panel.flush()
        if not isinstance(event, Finished) and session.place() is not None:
            finished = session.sentence()
            assert finished is not None
            if finished.finished is None:
                assert panel.message.text() == tr(NOT_RECORDED)
    for layer in (None, 0, 2):
        panel.controls.layerChosen.emit(layer)
        check(panel, session)


# Pointer, keys, clipboard ------------------------------------------------------------


def middle(panel: AlignmentPanel, place: WordPlace) -> QPoint:
    panel.flush()
    return panel.view.word_area(place).center().toPoint()


def test_a_word_under_the_pointer_tells_its_ties_and_shares_the_hover(
    qtbot: QtBot, panel: AlignmentPanel, session: Session
) -> None:
    session.add_events(love())
    text = shown(panel)
    summary = panel.readout.text()
    assert weight_text(float(text.soft.special.mean(dtype=np.float64))) in summary
    qtbot.mouseMove(panel.view.viewport(), middle(panel, ("target", 1)))
    # "t'aime" is three pieces; the first stands for it.
    assert session.hover == Hover("target", 1)
    assert panel.readout.text() == text.word("target", 1)
    best = int(text.soft.weights[1].argmax())
    assert f"→ “{text.source[best]}” {weight_text(text.soft.weights[1, best])}" in (
        panel.readout.text()
    )
    assert weight_text(float(text.soft.special[1])) in panel.readout.text()
    assert panel.view.focus_word() == ("target", 1)
    qtbot.mouseMove(panel.view.viewport(), middle(panel, ("source", 4)))
    assert session.hover == Hover("source", 4)
    best = int(text.soft.weights[:, 4].argmax())
    assert f"← “{text.target[best]}” {weight_text(text.soft.weights[best, 4])}" in (
        panel.readout.text()
    )
    qtbot.mouseMove(panel.view.viewport(), QPoint(1, 1))
    assert session.hover is None
    assert panel.readout.text() == summary


def test_hover_from_elsewhere(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(paragraphs())
    session.set_position(session.position_of(0, 4))
    text = shown(panel)
    session.set_hover(Hover("target", 2))
    assert panel.view.focus_word() == ("target", 2)
    assert panel.readout.text() == text.word("target", 2)
    # The end token is no word, and another sentence's pieces are not here.
    for hover in (Hover("target", 4), Hover("source", 3), Hover("target", 1, 1)):
        session.set_hover(hover)
        assert panel.view.focus_word() is None
    session.set_hover(Hover("source", 1, 0))
    assert panel.view.focus_word() == ("source", 1)
    panel.controls.faces.choose("matrix")
    panel.flush()
    assert panel.readout.text() == text.word("source", 1)


def test_keys_lead_from_word_to_word(qtbot: QtBot, panel: AlignmentPanel, session: Session) -> None:
    session.add_events(love())
    text = shown(panel)
    view = panel.view
    view.setFocus(Qt.FocusReason.TabFocusReason)
    # The current step writes the end token, which is no word.
    assert view.cursor_word == ("target", 0)
    for key, place in (
        (Qt.Key.Key_Right, ("target", 1)),
        (Qt.Key.Key_Down, ("target", 1)),
        (Qt.Key.Key_End, ("target", 3)),
        (Qt.Key.Key_Right, ("target", 3)),
        (Qt.Key.Key_Left, ("target", 2)),
        (Qt.Key.Key_Up, ("source", int(text.soft.weights[2].argmax()))),
        (Qt.Key.Key_Home, ("source", 0)),
        (Qt.Key.Key_Left, ("source", 0)),
    ):
        qtbot.keyClick(view, key)
        assert view.cursor_word == place
        assert panel.readout.text() == text.word(*place)  # type: ignore[arg-type]
        assert view.accessibleDescription() == panel.readout.text()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.cursor_word is None
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(panel, ("source", 2)))
    assert view.cursor_word == ("source", 2)
    # Another sentence has other words.
    session.add_events(paragraphs())
    panel.flush()
    assert view.cursor_word is None


def test_cells_of_the_matrix(qtbot: QtBot, panel: AlignmentPanel, session: Session) -> None:
    session.add_events(love())
    panel.controls.faces.choose("matrix")
    text = shown(panel)
    assert [t.text for t in panel.heatmap.left.tokens()] == list(text.target)
    assert [t.text for t in panel.heatmap.top.tokens()] == list(text.source)
    qtbot.mouseMove(panel.heatmap.view.viewport(), panel.heatmap.cell_centre(1, 3).toPoint())
    assert session.hover == Hover("target", 1)
    assert weight_text(float(text.soft.weights[1, 3])) in panel.readout.text()
    aligned = text.links[0]
    assert f"{aligned[0]}-{aligned[1]}" in text.cell(aligned[1], aligned[0])
    panel.heatmap.columnPointed.emit(2)
    assert session.hover == Hover("source", 2)
    panel.heatmap.columnPointed.emit(None)
    assert session.hover is None
    for cell, area in zip(text.links, panel.marks.areas(), strict=True):
        assert area == panel.heatmap.view.cell_rect(cell[1], cell[0])


def colour_at(image: QImage, point: QPoint) -> str:
    return image.pixelColor(point).name()


def test_aligned_cells_are_framed(
    qapp: QApplication, themed: None, panel: AlignmentPanel, session: Session
) -> None:
    session.add_events(love())
    panel.controls.faces.choose("matrix")
    text = shown(panel)
    panel.resize(900, 600)
    QApplication.processEvents()
    image = panel.heatmap.view.viewport().grab().toImage()
    for target, source in np.ndindex(text.soft.weights.shape):
        area = panel.heatmap.view.cell_rect(target, source).toRect()
        corner = QPoint(area.left() + 2, area.center().y())
        framed = colour_at(image, corner) == theme.LIGHT.marker
        assert framed == ((source, target) in text.links)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize("face", ["ties", "matrix"])
def test_copy(qtbot: QtBot, panel: AlignmentPanel, session: Session, face: str) -> None:
    session.add_events(love())
    panel.controls.faces.choose(face)
    text = shown(panel)
    child = panel.view if face == "ties" else panel.heatmap
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(child, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert from_pharaoh(clipboard()) == text.links
    assert clipboard() == to_pharaoh(text.links) == panel.copies.links.text()
    qtbot.mouseClick(panel.copies.table_button, Qt.MouseButton.LeftButton)
    numbers, names, *lines = clipboard().removesuffix("\n").split("\n")
    assert numbers.split("\t")[2:-2] == [str(n) for n in range(len(text.source))]
    assert names.split("\t")[2:-2] == list(text.source)
    for index, line in enumerate(lines):
        number, name, *cells, special, aligned = line.split("\t")
        assert (number, name) == (str(index), text.target[index])
        # To the last bit.
        read = np.array([*cells, special], dtype=np.float32)
        np.testing.assert_array_equal(read[:-1], text.soft.weights[index])
        assert read[-1] == text.soft.special[index]
        assert aligned == " ".join(str(s) for s, t in text.links if t == index)
    qtbot.mouseClick(panel.copies.copy_button, Qt.MouseButton.LeftButton)
    assert clipboard() == to_pharaoh(text.links)
    assert panel.copies.copy_button.text() == tr("Copied")
    panel.copies._copied.start(1)
    qtbot.waitUntil(lambda: panel.copies.copy_button.text() == tr("Copy"))


def test_what_the_menu_copies(panel: AlignmentPanel, session: Session) -> None:
    assert not any(offer.possible for offer in panel.offers().values())
    assert panel.export_table() is None
    session.add_events(love())
    text = shown(panel)
    assert all(offer.possible for offer in panel.offers().values())
    panel.copies.copy_words()
    assert clipboard() == "I love you very much. ||| Je t'aime beaucoup ."
    panel.copies.copy()
    assert clipboard() == to_pharaoh(text.links)
    table = panel.export_table()
    assert table is not None and table.to_tsv() == shown(panel).table()


def test_the_menu_comes_everywhere(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    menus = MenusAsked(panel)
    for child in (panel.view.viewport(), panel.heatmap.view.viewport(), panel.readout):
        right_click(child, QPoint(5, 5))
        assert menus.places.pop() == child.mapToGlobal(QPoint(5, 5))


def test_copying_does_not_wait_for_the_next_frame(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    session.set_position(1)
    panel.copies.copy()
    assert max(target for _, target in from_pharaoh(clipboard())) == 1


# Size, theme, hidden -----------------------------------------------------------------


def test_hidden_it_does_nothing_and_catches_up(panel: AlignmentPanel, session: Session) -> None:
    panel.hide()
    session.add_events(love())
    panel.flush()
    assert panel.alignment() is None
    panel.show()
    check(panel, session)


@pytest.mark.parametrize("size", [(300, 240), (420, 300), (640, 420), (1400, 900)])
@pytest.mark.parametrize("face", ["ties", "matrix"])
def test_any_size(
    panel: AlignmentPanel, session: Session, size: tuple[int, int], face: str
) -> None:
    session.add_events(love())
    panel.controls.faces.choose(face)
    panel.flush()
    panel.resize(*size)
    QApplication.processEvents()
    assert (panel.width(), panel.height()) == size
    if face == "ties":
        text = shown(panel)
        seen = panel.view.viewport().rect()
        # Both lines can be seen without scrolling down.
        assert panel.view.verticalScrollBar().maximum() == 0
        for place in (("source", 0), ("target", 0)):
            assert seen.contains(panel.view.word_area(place).toAlignedRect())  # type: ignore[arg-type]
        assert len(text.target) == 4


@pytest.mark.parametrize(
    ("size", "reading", "copies"),
    [
        ((1250, 210), True, True),
        ((1250, 192), True, False),
        ((640, 210), False, False),
        ((300, 260), False, False),
        ((640, 420), True, True),
        ((300, 360), True, True),
    ],
)
def test_what_is_left_out_has_no_room(
    themed: None,
    panel: AlignmentPanel,
    session: Session,
    size: tuple[int, int],
    reading: bool,
    copies: bool,
) -> None:
    session.add_events(love())
    panel.flush()
    # From either side: what is left out now may have been there before.
    for before in ((1400, 900), (300, 200)):
        panel.resize(*before)
        QApplication.processEvents()
        panel.resize(*size)
        QApplication.processEvents()
        assert (panel.width(), panel.height()) == size
        controls = panel.controls
        for part in (controls.row_box, controls.method_box, controls.slider):
            assert part.isVisible() is reading
        for copied in (panel.copies.links, panel.copies.copy_button, panel.copies.table_button):
            assert copied.isVisible() is copies
        # Both lines of words are in sight.
        assert panel.view.isVisible() and panel.view.verticalScrollBar().maximum() == 0
        parts = [panel.controls, panel.view, panel.readout, *([panel.copies] if copies else [])]
        areas = [QRect(part.mapTo(panel, QPoint()), part.size()) for part in parts]
        for one, other in itertools.combinations(areas, 2):
            assert not one.intersects(other)
        assert all(panel.rect().contains(area) for area in areas)


def test_a_long_sentence_is_scrolled_to_the_current_word_and_fits_on_demand(
    qtbot: QtBot, panel: AlignmentPanel, session: Session
) -> None:
    session.add_events(long(60, 60))
    panel.flush()
    view = panel.view
    assert view.horizontalScrollBar().maximum() > 0
    for step in (58, 0, 30):
        session.set_position(step)
        panel.flush()
        assert view.look().current == step
        assert view.viewport().rect().contains(view.word_area(("target", step)).toRect())
    session.last()
    panel.flush()
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.fitting
    assert view.horizontalScrollBar().maximum() == 0
    assert panel.ties_zoom.fit_button.isChecked()
    check_zoom = view.zoom
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom > check_zoom


def test_too_many_ties_are_left_out_and_counted(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(long(60, 60))
    panel.controls.slider.setValue(1)
    panel.controls.methodChosen.emit(Method.INTERSECTION)
    text = shown(panel)
    soft = int((text.soft.weights >= np.float32(0.01)).sum()) - len(text.links)
    drawn = [tie for tie in panel.view.ties() if not tie.hard]
    assert len(drawn) == 300 < soft
    left = [
        text.soft.weights[t, s]
        for t, s in np.ndindex(text.soft.weights.shape)
        if (s, t) not in {(tie.source, tie.target) for tie in panel.view.ties()}
    ]
    assert max(left) <= min(tie.weight for tie in drawn)
    assert str(soft - 300) in panel.readout.text()


def test_theme_change_takes_the_new_colours(
    qapp: QApplication, themed: None, panel: AlignmentPanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    assert colour_at(panel.view.grab().toImage(), QPoint(2, 2)) != theme.DARK.surface
    before = panel.view.grab().toImage()
    theme.apply(qapp, theme.DARK)
    assert panel.view.grab().toImage() != before
    panel.controls.faces.choose("matrix")
    panel.flush()
    before = panel.heatmap.grab().toImage()
    theme.apply(qapp, theme.LIGHT)
    assert panel.heatmap.grab().toImage() != before


def test_names(panel: AlignmentPanel) -> None:
    controls = panel.controls
    for widget in (
        panel,
        panel.view,
        panel.heatmap,
        panel.readout,
        panel.copies.links,
        panel.copies.copy_button,
        controls.layer_box,
        controls.head_box,
        controls.row_box,
        controls.method_box,
        controls.slider,
        controls.faces,
    ):
        assert widget.accessibleName()


def test_a_trace_keeps_the_shape_of_its_model(panel: AlignmentPanel, session: Session) -> None:
    session.set_model(dataclasses.replace(MODEL, decoder_layers=6, heads=16))
    session.select(layer=5, head=15)
    session.add_events(love())
    check(panel, session)
    assert panel.reading.place() == (1, 3)


def test_two_hypotheses(panel: AlignmentPanel, session: Session) -> None:
    session.add_events(beams())
    for step, hypothesis in ((1, 1), (2, 1), (3, 1), (1, 2), (3, 0)):
        session.follow(0, step, hypothesis)
        session.set_position(step)
        check(panel, session)


def test_words_half_written_are_shown_by_their_bytes(
    panel: AlignmentPanel, session: Session
) -> None:
    happened: list[Event] = list(
        events(LOVE, [Sentence(LOVE, ("\u2581a", "<0xF0>", "<0x9F>", "</s>"))])
    )
    session.add_events(happened)
    session.set_position(1)
    text = shown(panel)
    assert all(text.target)
    assert "\t" not in "".join(text.target)
