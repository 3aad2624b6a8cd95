"""Every way in which attention is shown agrees with the trace."""

from __future__ import annotations

import dataclasses
import random
import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind, Event, Finished, Piece, Step
from engine.text.words import group_words
from gui import theme
from gui.panels.attention import ALL_HIDDEN, LINES_HINT, AttentionPanel
from gui.session import Hover, Session
from gui.widgets.lines_art import Word
from tests.gui.traces import MODEL, beams, long, love, paragraphs

CROSS, ENCODER, DECODER = (
    AttentionKind.CROSS,
    AttentionKind.ENCODER_SELF,
    AttentionKind.DECODER_SELF,
)
TRACES = {"love": love, "paragraphs": paragraphs, "beams": beams, "long": lambda: long(25, 20)}


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


def groups(pieces: tuple[Piece, ...], words: bool, specials: bool) -> list[tuple[int, ...]]:
    found = [w.pieces for w in group_words(pieces)] if words else [(i,) for i in range(len(pieces))]
    return [g for g in found if specials or pieces[g[0]].kind != "special"]


def read(text: str) -> float:
    """A number as it is shown, with a hyphen for its minus."""
    return float(text.replace("−", "-"))


class Expected:
    """What must be shown, computed one number at a time from the whole attention."""

    def __init__(self, panel: AttentionPanel, session: Session) -> None:
        sentence, place = session.sentence(), session.place()
        assert sentence is not None and place is not None
        view = sentence.attention(session.kind, place[1], session.hypothesis())
        assert view is not None
        layer = view.weights[session.layer]
        pieces = layer.mean(axis=0) if session.head is None else layer[session.head]
        self.queries, self.keys = view.queries, view.keys
        self.rows = groups(view.queries, panel.words, panel.specials)
        self.columns = groups(view.keys, panel.words, panel.specials)
        self.weights = np.zeros((len(self.rows), len(self.columns)))
        shown = {key for column in self.columns for key in column}
        self.hidden = []
        for r, row in enumerate(self.rows):
            for c, column in enumerate(self.columns):
                cells = [float(pieces[q, k]) for q in row for k in column]
                self.weights[r, c] = sum(cells) / len(row)
            out = [
                float(pieces[q, k]) for q in row for k in range(len(view.keys)) if k not in shown
            ]
            self.hidden.append(sum(out) / len(row))
        current = view.current
        self.current = next((r for r, row in enumerate(self.rows) if current in row), None)


def assert_agrees(panel: AttentionPanel, session: Session, draw: random.Random) -> None:
    panel.flush()
    expected = Expected(panel, session)
    if 0 in expected.weights.shape:
        assert panel.shown() is None
        assert panel.message.text() == ALL_HIDDEN
        return
    shown = panel.shown()
    assert shown is not None
    selected = panel.selected_rows()
    row = draw.randrange(len(expected.rows))
    column = draw.randrange(len(expected.columns))
    total = expected.weights[list(selected)].sum(axis=0)
    if panel.face == "matrix":
        drawn = panel.heatmap.view._weights
        assert drawn is not None
        np.testing.assert_allclose(drawn, expected.weights, atol=2e-6)
        assert [t.special for t in panel.heatmap.left.tokens()] == [
            expected.queries[g[0]].kind == "special" for g in expected.rows
        ]
        assert panel.heatmap.view._marks.current == expected.current
        assert panel.heatmap.view._marks.selected == frozenset(selected)
        panel.heatmap.set_cursor_cell((row, column))
        text = panel.readout.text()
        assert f"row {row + 1}, column {column + 1}" in text
        found = re.search(r"weight (\S+)", text)
        masked = shown.grouped.masked[row, column]
        assert (found is None) is bool(masked)
        if found is not None:
            assert read(found[1]) == pytest.approx(
                expected.weights[row, column], rel=2e-3, abs=2e-6
            )
        hidden = re.search(r"(\S+) of the row on hidden special tokens", text)
        left_out = sum(map(len, expected.columns)) < len(expected.keys)
        assert (hidden is not None) is left_out
        if hidden is not None:
            assert read(hidden[1]) == pytest.approx(expected.hidden[row], rel=2e-3, abs=2e-6)
        assert panel.heatmap.strip.isVisible() is bool(selected)
        if selected:
            np.testing.assert_allclose(panel.heatmap.strip._total, total, atol=1e-5)
            np.testing.assert_allclose(panel.heatmap.strip._mean, total / len(selected), atol=1e-5)
    else:
        scene = panel.lines.scene
        np.testing.assert_allclose(scene.weights, expected.weights, atol=2e-6)
        assert scene.looks.current == expected.current
        lines = panel.lines.lines()
        tied = {(r, c) for r, c in zip(lines.rows.tolist(), lines.columns.tolist(), strict=True)}
        assert tied == {
            (r, c)
            for r in range(len(expected.rows))
            for c in range(len(expected.columns))
            if scene.weights[r, c] >= np.float32(panel.threshold) and scene.weights[r, c] > 0
        }
        share = sum(expected.weights[cell] for cell in tied) / max(1e-12, expected.weights.sum())
        found = re.search(r"(\d+) line\S* .*?: ([\d.]+) %", panel.note.text())
        assert found is not None
        assert int(found[1]) == len(tied)
        assert read(found[2]) == pytest.approx(100 * share, abs=0.06)
        panel.lines.set_hover(row, None)
        numbers = scene.numbers("left")
        for c, number in enumerate(numbers):
            if number != "masked":
                assert float(number) == pytest.approx(expected.weights[row, c], abs=5.1e-5)
        panel.lines.set_hover(None, None)
        if selected:
            sums = [float(number) for number in scene.numbers("left")]
            np.testing.assert_allclose(sums, total, atol=5.1e-5)
    if selected:
        text = re.search(r"Σ of .*? (\S+), mean (\S+)", shown.sum_reading(column))
        assert text is not None
        assert read(text[1]) == pytest.approx(total[column], rel=2e-3, abs=2e-6)
        assert read(text[2]) == pytest.approx(total[column] / len(selected), rel=2e-3, abs=2e-6)
    notes = panel.note.text()
    assert ("Words: columns summed, rows averaged" in notes) is panel.words
    left_out = sum(map(len, expected.columns)) < len(expected.keys)
    assert ("nothing renormalised" in notes) is left_out
    if left_out:
        found = re.search(r"renormalised: ([\d.]+) %.*?most ([\d.]+) %.*?row (\d+)", notes)
        assert found is not None
        assert read(found[1]) == pytest.approx(100 * float(np.mean(expected.hidden)), abs=0.06)
        assert read(found[2]) == pytest.approx(100 * max(expected.hidden), abs=0.06)
        assert expected.hidden[int(found[3]) - 1] == pytest.approx(max(expected.hidden))


@pytest.mark.parametrize("name", list(TRACES))
@pytest.mark.parametrize("seed", range(3))
def test_every_mode_agrees_with_the_trace(
    panel: AttentionPanel, session: Session, name: str, seed: int
) -> None:
    draw = random.Random(f"{name} {seed}")
    session.add_events(TRACES[name]())
    for _ in range(25):
        action = draw.randrange(8)
        if action == 0:
            session.set_position(draw.randrange(session.length()))
        elif action == 1:
            session.select(kind=draw.choice(list(AttentionKind)))
        elif action == 2:
            session.select(layer=draw.randrange(3), head=draw.choice([None, 0, 1, 2, 3]))
        elif action == 3:
            panel.set_words(draw.random() < 0.5)
        elif action == 4:
            panel.set_specials(draw.random() < 0.5)
        elif action == 5:
            panel.toggle_face()
            panel.set_threshold(draw.choice([0.0, 0.02, 0.05, 0.2]))
        elif action == 6 and panel.shown() is not None:
            shown = panel.shown()
            assert shown is not None
            face = panel.heatmap if panel.face == "matrix" else panel.lines
            row = draw.randrange(len(shown.grouped.rows))
            face.rowPicked.emit(row, draw.choice(["only", "toggle", "range"]))
        else:
            sentence = session.sentence()
            place = session.place()
            if sentence is not None and place is not None:
                count = len(sentence.steps[place[1]].hypotheses)
                session.follow(place[0], place[1], draw.randrange(count))
        assert_agrees(panel, session, draw)


def test_words_are_said_to_be_sums_and_means(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    panel.set_words(True)
    panel.flush()
    assert [t.text for t in panel.heatmap.left.tokens()] == [
        "Je",
        "t'aime",
        "beaucoup",
        ".",
        "</s>",
    ]
    text = panel.cell_text(1, 2)
    assert text.startswith("“t'aime” → “you”   weight 0.")
    assert "mean of 3 row" in text
    assert "column" not in text
    session.select(kind=DECODER)
    panel.flush()
    assert "sum of 3 column" in panel.cell_text(2, 2)
    assert "mean of" not in panel.cell_text(1, 1) or "3 row" in panel.cell_text(2, 1)
    tooltip = panel.heatmap.left.tokens()[2].tooltip
    assert tooltip.splitlines()[0].startswith("“t'aime”, a word of 3 piece")
    assert len(tooltip.splitlines()) == 4


def test_hidden_specials_are_left_out_and_counted(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    whole = panel.heatmap.view._weights
    assert whole is not None
    panel.set_specials(False)
    part = panel.heatmap.view._weights
    assert part is not None
    np.testing.assert_array_equal(part, whole[:-1, :-1])
    assert float(part.sum(axis=1).max()) < 1
    share = re.search(r"(\S+) of the row on hidden", panel.cell_text(2, 0))
    assert share is not None
    assert float(share[1]) == pytest.approx(float(whole[2, -1]), rel=1e-3)
    # The last step wrote the end token, which has no row now.
    assert panel.heatmap.view._marks.current is None


def test_nothing_but_specials(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    session.set_position(0)
    session.select(kind=DECODER)
    panel.set_specials(False)
    panel.flush()
    assert panel.message.isVisible()
    assert panel.message.text() == ALL_HIDDEN
    panel.set_specials(True)
    assert not panel.message.isVisible()


def test_choices_are_kept_and_told(qtbot: QtBot, panel: AttentionPanel, session: Session) -> None:
    told: list[int] = []
    panel.choicesChanged.connect(lambda: told.append(1))
    assert (panel.face, panel.words, panel.specials, panel.threshold) == (
        "matrix",
        False,
        True,
        0.05,
    )
    panel.set_face("lines")
    panel.set_words(True)
    panel.set_specials(False)
    panel.set_threshold(0.12)
    assert len(told) == 4
    assert (panel.face, panel.words, panel.specials, panel.threshold) == (
        "lines",
        True,
        False,
        0.12,
    )
    for same in (lambda: panel.set_face("lines"), lambda: panel.set_words(True)):
        same()
    assert len(told) == 4
    session.add_events(love())
    panel.flush()
    assert panel.lines.isVisible()
    assert not panel.heatmap.isVisible()
    assert panel.lines.threshold == 0.12


def test_the_faces_are_switched_by_key(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    matrix, lines = panel.face_box.button("matrix"), panel.face_box.button("lines")
    assert matrix.isChecked()
    matrix.setFocus()
    qtbot.keyClick(matrix, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: panel.face == "lines")
    assert lines.isChecked()
    assert panel.threshold_box.isVisible()
    assert panel.lines_zoom.isVisible() and not panel.matrix_zoom.isVisible()
    assert panel.readout.text() == LINES_HINT
    panel.toggle_face()
    assert panel.face == "matrix"
    assert not panel.threshold_box.isVisible()


def test_selection_by_mouse_shows_the_sum_and_escape_ends_it(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    heatmap = panel.heatmap
    for row, modifiers in (
        (1, Qt.KeyboardModifier.NoModifier),
        (3, Qt.KeyboardModifier.ShiftModifier),
    ):
        y = heatmap.view.cell_rect(row, 0).center().y() + heatmap.left._offset
        qtbot.mouseClick(heatmap.left, Qt.MouseButton.LeftButton, modifiers, QPoint(4, round(y)))
    assert panel.selected_rows() == (1, 2, 3)
    assert heatmap.strip.isVisible()
    weights = heatmap.view._weights
    assert weights is not None
    x = heatmap.strip._offset + 2.5 * heatmap.strip._pitch
    qtbot.mouseMove(heatmap.strip, QPoint(round(x), 8))
    found = re.search(r"“▁you”   Σ of .* (\S+), mean (\S+)$", panel.readout.text())
    assert found is not None
    assert read(found[1]) == pytest.approx(float(weights[1:4, 2].sum()), abs=2e-6)
    # The cursor reads it too, and so does a screen reader.
    heatmap.set_cursor_cell((2, 2))
    assert f"{found[1]}, mean {found[2]}" in heatmap.accessibleDescription()
    assert "row selected" in heatmap.accessibleDescription()
    # Another head keeps the selection, another kind does not.
    session.select(head=2)
    panel.flush()
    assert panel.selected_rows() == (1, 2, 3)
    qtbot.keyClick(heatmap, Qt.Key.Key_Escape)
    assert panel.selected_rows() == ()
    assert not heatmap.strip.isVisible()
    qtbot.keyClick(heatmap, Qt.Key.Key_Space)
    assert panel.selected_rows() == (2,)
    session.select(kind=DECODER)
    panel.flush()
    assert panel.selected_rows() == ()


def test_a_word_of_the_lines_is_hovered_everywhere(
    qtbot: QtBot, panel: AttentionPanel, session: Session
) -> None:
    session.add_events(love())
    panel.set_face("lines")
    panel.set_words(True)
    panel.flush()

    def point_at(word: Word) -> None:
        panel.lines.place()
        centre = panel.lines.scene.art.area(word).center()
        qtbot.mouseMove(panel.lines.viewport(), centre.toPoint())

    point_at(Word("right", 2))
    # "beaucoup" is the third word and the fifth piece.
    assert session.hover == Hover("target", 4)
    assert panel.readout.text().startswith("“beaucoup” (query 3 of 5)   0.")
    point_at(Word("left", 3))
    assert session.hover == Hover("source", 3)
    assert panel.lines.scene.isolated() == Word("left", 3)
    session.select(kind=ENCODER)
    panel.flush()
    assert session.hover is None
    point_at(Word("left", 1))
    assert session.hover == Hover("source", 1)
    assert panel.lines.scene.isolated() == Word("left", 1)
    point_at(Word("right", 1))
    assert panel.lines.scene.isolated() == Word("right", 1)
    session.select(kind=DECODER)
    panel.flush()
    point_at(Word("left", 1))
    assert session.hover is None


def test_a_piece_hovered_elsewhere_marks_its_word(panel: AttentionPanel, session: Session) -> None:
    session.add_events(love())
    panel.set_words(True)
    panel.flush()
    session.set_hover(Hover("target", 2))
    assert panel.heatmap._hover == (1, None)
    assert panel.lines.scene.looks.hovered == Word("right", 1)
    panel.set_specials(False)
    session.set_hover(Hover("source", 5))
    assert panel.heatmap._hover == (None, None)


def test_the_best_alone_recorded_at_the_end_is_shown(
    panel: AttentionPanel, session: Session
) -> None:
    def stripped(event: Event) -> Event:
        if isinstance(event, Step):
            bare = [
                dataclasses.replace(live, cross=None, decoder_self=None)
                for live in event.hypotheses
            ]
            return dataclasses.replace(event, hypotheses=tuple(bare))
        if isinstance(event, Finished):
            steps = [e for e in happened if isinstance(e, Step)]
            rows = [step.hypotheses[0].cross for step in steps]
            whole = np.stack([row for row in rows if row is not None], axis=2)
            best = dataclasses.replace(event.hypotheses[0], cross=whole)
            return dataclasses.replace(event, hypotheses=(best,))
        return event

    happened = love()
    session.add_events([stripped(event) for event in happened])
    session.select(layer=1, head=2)
    panel.flush()
    weights = panel.heatmap.view._weights
    assert weights is not None
    steps = [event for event in happened if isinstance(event, Step)]
    rows = [step.hypotheses[0].cross[1, 2] for step in steps]  # type: ignore[index]
    np.testing.assert_array_equal(weights, np.stack(rows))


def test_500_pieces_say_that_they_share_dots(panel: AttentionPanel, session: Session) -> None:
    session.add_events(long(500, 12))
    session.select(kind=ENCODER)
    panel.flush()
    rows, columns = panel.heatmap.view.weights_a_dot()
    assert rows * columns > 1
    assert f"A dot stands for up to {rows} × {columns} weights" in panel.note.text()
    panel.heatmap.view.set_zoom(1.0)
    assert "A dot stands" not in panel.note.text()
    panel.set_face("lines")
    panel.set_threshold(0.0)
    assert "Only the 4,000 strongest of" in panel.note.text()


@pytest.mark.parametrize("face", ["matrix", "lines"])
@pytest.mark.parametrize("size", [(392, 240), (420, 300), (900, 600)])
def test_small_sizes_and_themes(
    qtbot: QtBot, panel: AttentionPanel, session: Session, face: str, size: tuple[int, int]
) -> None:
    session.add_events(love())
    panel.set_face(face)  # type: ignore[arg-type]
    panel.set_words(True)
    panel.resize(*size)
    panel.flush()
    light = panel.grab().toImage()
    before = theme.current()
    try:
        theme._current = theme.DARK
        theme.notifier.changed.emit(theme.DARK)
        assert panel.grab().toImage() != light
    finally:
        theme._current = before
        theme.notifier.changed.emit(before)
    shown = panel.lines if face == "lines" else panel.heatmap
    for control in (panel.face_box, panel.unit_box, panel.specials_box, panel.threshold_box):
        if control.isVisible():
            assert not control.geometry().intersects(
                shown.geometry().translated(shown.parentWidget().pos())
            )


def test_names(panel: AttentionPanel) -> None:
    for widget in (
        panel.face_box,
        panel.unit_box,
        panel.lines,
        panel.note,
        panel.threshold_box.slider,
        panel.heatmap.strip,
    ):
        assert widget.accessibleName()
    assert panel.specials_box.text()
