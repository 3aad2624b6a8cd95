from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QHelpEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.events import Encoded, Event, Finished, Step
from engine.search.options import SearchOptions
from gui import theme
from gui.panels.beams import (
    ASK_TO_TRANSLATE,
    ASK_TO_WAIT,
    GREEDY,
    NOTHING_WRITTEN,
    REFERENCE,
    BeamsPanel,
)
from gui.session import Session
from gui.widgets.pieces import describe, label
from gui.widgets.probability import Tints
from gui.widgets.score_text import number, score_formula
from gui.widgets.tree_layout import HIDDEN, Node
from tests.gui.beam_traces import grown
from tests.gui.menus import MenusAsked, right_click
from tests.gui.traces import MODEL, beams, love, paragraphs


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> BeamsPanel:
    panel = BeamsPanel(session)
    qtbot.addWidget(panel)
    panel.resize(900, 560)
    panel.show()
    return panel


@pytest.fixture
def looks(themed: None, qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, theme.LIGHT)


def settle(panel: BeamsPanel) -> None:
    panel.flush()
    QApplication.processEvents()


def click(qtbot: QtBot, panel: BeamsPanel, node: Node) -> None:
    settle(panel)
    panel.tree.reveal(node)
    place = panel.tree.node_area(node).center().toPoint()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


def point_at(qtbot: QtBot, panel: BeamsPanel, node: Node) -> QPoint:
    settle(panel)
    panel.tree.reveal(node)
    place = panel.tree.node_area(node).center().toPoint()
    qtbot.mouseMove(panel.tree.viewport(), place)
    return place


def nodes(session: Session) -> list[Node]:
    sentence = session.sentence()
    assert sentence is not None
    return [(step.index, place) for step in sentence.steps for place in range(len(step.hypotheses))]


def steps_of(happened: list[Event]) -> list[Step]:
    return [event for event in happened if isinstance(event, Step)]


def shown(session: Session) -> Node:
    place = session.place()
    assert place is not None
    return place[1], session.hypothesis()


def pixel(panel: BeamsPanel, place: QPointF) -> QColor:
    """What is drawn at a place of the tree's viewport."""
    settle(panel)
    return panel.tree.viewport().grab().toImage().pixelColor(place.toPoint())


def near(first: QColor, second: QColor, far: int = 8) -> bool:
    return all(
        abs(a - b) <= far
        for a, b in zip(first.getRgb()[:3], second.getRgb()[:3], strict=True)  # type: ignore[index]
    )


# What is drawn is what the trace says ---------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_nodes_stand_where_they_can_be_found_and_say_what_the_trace_says(
    qtbot: QtBot, panel: BeamsPanel, session: Session, seed: int
) -> None:
    session.add_events(grown(9, 4, seed))
    settle(panel)
    sentence = session.sentence()
    assert sentence is not None
    draw = random.Random(seed)
    for node in draw.sample(nodes(session), 12):
        live = sentence.steps[node[0]].hypotheses[node[1]]
        point_at(qtbot, panel, node)
        assert panel.tree.pointed_node == node
        assert panel.tree.node_at(panel.tree.node_area(node).center()) == node
        text = panel.readout.text()
        assert f"“{label(live.piece)}”" in text
        assert f"step {node[0] + 1}, hypothesis {node[1] + 1} of" in text
        found = re.search(r"probability (\S+)", text)
        assert found is not None
        assert float(found[1]) == pytest.approx(math.exp(live.log_probability), rel=5e-4)
        assert panel.formula.text() == score_formula(live.parts, sentence.encoded.options)
        face = panel.tree.scene.face(node)
        assert ("▁" if face.spaced else "") + face.text == label(live.piece)
        assert face.score == number(live.score, 2)
        assert face.finished == live.finished
        assert ("finished" in text) == live.finished
        assert ("pruned" in text) == (not panel.tree.layout_.kept(node))


@pytest.mark.parametrize("seed", range(4))
def test_path_ring_and_marks_agree_with_the_session(
    panel: BeamsPanel, session: Session, seed: int
) -> None:
    session.add_events(grown(9, 4, seed))
    draw = random.Random(seed)
    sentence = session.sentence()
    assert sentence is not None
    for turn in range(10):
        if turn:
            session.follow(0, *draw.choice(nodes(session)))
        session.set_position(draw.randrange(session.length()))
        panel.flush()
        path = session.path(sentence)
        assert [node for node in nodes(session) if panel.tree.on_path(node)] == list(
            enumerate(path)
        )
        assert panel.tree.shown == shown(session)
        assert panel.best_button.isVisible() == bool(session.followed)
        assert panel.tree.accessibleDescription().startswith(
            f"“{label(sentence.steps[shown(session)[0]].hypotheses[shown(session)[1]].piece)}”"
        )


def test_the_winner_s_path_is_straight_once_it_is_known(
    panel: BeamsPanel, session: Session
) -> None:
    session.add_events(beams())
    panel.flush()
    # "Je t' aime </s>" is place 1, 0, 0, 0; it is drawn along the top.
    assert session.path(session.trace.sentences[0]) == [1, 0, 0, 0]  # type: ignore[union-attr]
    for step, place in enumerate((1, 0, 0, 0)):
        assert panel.tree.layout_.row((step, place)) == 0
    tops = {panel.tree.node_area((s, p)).top() for s, p in enumerate((1, 0, 0, 0))}
    assert len(tops) == 1


def test_colours_are_those_of_the_probability_the_path_and_the_step(
    looks: None, qapp: QApplication, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(6, 3, 2))
    session.set_position(1)
    settle(panel)
    sentence = session.sentence()
    assert sentence is not None
    panel.tree.horizontalScrollBar().setValue(0)
    for look in (theme.LIGHT, theme.DARK):
        theme.apply(qapp, look)
        settle(panel)
        panel.tree.horizontalScrollBar().setValue(0)
        tints = Tints(look)
        seen = 0
        for node in nodes(session):
            area = panel.tree.node_area(node)
            live = sentence.steps[node[0]].hypotheses[node[1]]
            if area.right() > panel.tree.viewport().width() or node[0] == 1 or live.finished:
                continue
            # Right of the score, where nothing is written.
            inner = area.topRight() + QPointF(-5, area.height() / 2 + 4)
            expected = tints(math.exp(live.log_probability))
            if panel.tree.layout_.kept(node):
                assert near(pixel(panel, inner), expected)
                seen += 1
            edge = pixel(panel, QPointF(area.left() + 1, area.center().y() + 8))
            assert near(edge, look.color("accent"), 40) == panel.tree.on_path(node)
        assert seen >= 3
        # The number of the current step.
        area = panel.tree.node_area(shown(session))
        head = pixel(panel, QPointF(area.center().x() - 8, 6))
        assert near(head, look.color("marker"), 12)
        body = panel.tree.viewport().height() - 20
        band = pixel(panel, QPointF(area.center().x(), body))
        assert not near(band, look.color("surface"), 3)


def test_pruned_ones_are_dimmed_and_finished_ones_marked_without_colour(
    looks: None, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(7, 3, 5))
    settle(panel)
    art, layout = panel.tree.scene.art, panel.tree.layout_
    ratio = 1.0

    def ink(node: Node, kept: bool, finished: bool) -> bytes:
        face = panel.tree.scene.face(node)._replace(finished=finished)
        size = panel.tree.node_area(node).size()
        image = art.picture(face, kept, False, size, ratio).toImage()
        grey = image.convertToFormat(image.Format.Format_Grayscale8)
        return bytes(grey.constBits())

    pruned = next(node for node in nodes(session) if not layout.kept(node))
    assert ink(pruned, True, False) != ink(pruned, False, False)
    assert ink(pruned, True, True) != ink(pruned, True, False)
    ended = next(node for node in nodes(session) if panel.tree.scene.face(node).finished)
    face = panel.tree.scene.face(ended)
    size = panel.tree.node_area(ended).size()
    done, cut = (
        art.picture(face._replace(cut=cut), True, False, size, ratio).toImage()
        for cut in (False, True)
    )
    assert done != cut


@pytest.mark.parametrize("seed", range(3))
def test_a_growing_tree_is_the_same_as_a_grown_one(
    qtbot: QtBot, panel: BeamsPanel, session: Session, seed: int
) -> None:
    happened = grown(8, 4, seed)
    for event in happened:
        session.add_event(event)
        panel.flush()
    other = Session()
    other.add_events(happened)
    grown_panel = BeamsPanel(other)
    qtbot.addWidget(grown_panel)
    grown_panel.resize(panel.size())
    grown_panel.show()
    for node in nodes(session):
        assert panel.tree.layout_.row(node) == grown_panel.tree.layout_.row(node)
        assert panel.tree.layout_.left(node[0]) == grown_panel.tree.layout_.left(node[0])


def test_a_real_beam_of_four(
    qtbot: QtBot, panel: BeamsPanel, session: Session, tiny_folder: Path
) -> None:
    from engine import load

    translator = load(tiny_folder)
    options = SearchOptions(beam=4, n_best=4, max_length=9)
    session.add_events(list(translator.stream("I love cats.", options)))
    settle(panel)
    sentence = session.sentence()
    assert sentence is not None and sentence.finished is not None
    assert panel.tree.layout_.total == sum(len(step.hypotheses) for step in sentence.steps)
    assert panel.outputs.topLevelItemCount() == len(sentence.finished.hypotheses) == 4
    for rank, output in enumerate(sentence.finished.hypotheses):
        item = panel.outputs.topLevelItem(rank)
        assert item is not None
        qtbot.mouseClick(
            panel.outputs.viewport(),
            Qt.MouseButton.LeftButton,
            pos=panel.outputs.visualItemRect(item).center(),
        )
        assert session.path(sentence)[-1] == output.index
        assert session.text() == output.text
        end = (output.step, output.index)
        assert panel.tree.layout_.kept(end)
        assert panel.tree.on_path(end)
    for node in nodes(session):
        live = sentence.steps[node[0]].hypotheses[node[1]]
        assert score_formula(live.parts, options) in panel.node_text(node)
        assert describe(live.piece) in panel.node_text(node)


# Choosing -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_click_shows_the_hypothesis_everywhere(
    qtbot: QtBot, panel: BeamsPanel, session: Session, seed: int
) -> None:
    session.add_events(grown(9, 4, seed))
    settle(panel)
    sentence = session.sentence()
    assert sentence is not None
    draw = random.Random(seed)
    for node in draw.sample(nodes(session), 8):
        before = list(session.path(sentence))
        click(qtbot, panel, node)
        assert shown(session) == node == panel.tree.shown
        path = session.path(sentence)
        assert path[node[0]] == node[1]
        if node[0] < len(before) and before[node[0]] == node[1]:
            assert path == before  # a step along the path that is shown leaves it alone
        else:
            assert session.followed == {0: node}


def test_going_along_the_winner_s_path_does_not_leave_it(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(9, 4, 1))
    sentence = session.sentence()
    assert sentence is not None
    winner = session.path(sentence)
    assert len(winner) > 3
    for step in (0, 3, 1):
        click(qtbot, panel, (step, winner[step]))
        assert session.place() == (0, step)
        assert session.path(sentence) == winner
        assert not session.followed


def test_follow_the_best_again(qtbot: QtBot, panel: BeamsPanel, session: Session) -> None:
    session.add_events(beams())
    settle(panel)
    assert not panel.best_button.isVisible()
    click(qtbot, panel, (1, 2))
    assert session.text() == "Moi"
    settle(panel)
    assert panel.best_button.isVisible()
    qtbot.mouseClick(panel.best_button, Qt.MouseButton.LeftButton)
    settle(panel)
    assert session.text() == session.trace.text != "Moi"  # type: ignore[union-attr]
    assert not panel.best_button.isVisible()


def test_the_number_of_a_step_shows_it(qtbot: QtBot, panel: BeamsPanel, session: Session) -> None:
    session.add_events(grown(5, 3))
    settle(panel)
    panel.tree.horizontalScrollBar().setValue(0)
    x = panel.tree.node_area((1, 0)).center().x()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(x), 5))
    assert session.place() == (0, 1)
    assert not session.followed


def test_keys_move_to_parents_children_and_neighbours(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(9, 4, 3))
    panel.tree.setFocus()
    panel.flush()
    layout = panel.tree.layout_
    draw = random.Random(0)
    keys = [Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down]
    sentence = session.sentence()
    assert sentence is not None
    for _ in range(60):
        before, path = panel.tree.shown, session.path(sentence)
        assert before is not None
        key = draw.choice(keys)
        expected: Node | None
        if key == Qt.Key.Key_Left:
            expected = layout.parent(before)
        elif key == Qt.Key.Key_Right:
            children = layout.children(before)
            along = [child for child in children if path[before[0] + 1 :][:1] == [child[1]]]
            expected = (along or children or [None])[0]  # type: ignore[list-item]
            if not panel.tree.on_path(before):
                expected = children[0] if children else None
        else:
            expected = layout.beside(before, -1 if key == Qt.Key.Key_Up else 1)
        qtbot.keyClick(panel.tree, key)
        assert panel.tree.shown == (expected or before) == shown(session)
    path = session.path(sentence)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Home)
    assert panel.tree.shown == (0, path[0])
    qtbot.keyClick(panel.tree, Qt.Key.Key_End)
    assert panel.tree.shown == (len(path) - 1, path[-1])


def test_left_and_right_come_back_to_where_they_were(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(9, 4, 3))
    panel.flush()
    last = next(node for node in reversed(nodes(session)) if node[0] == 6 and node[1] == 3)
    click(qtbot, panel, last)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        for _ in range(4):
            qtbot.keyClick(panel.tree, key)
    assert panel.tree.shown == last


def test_going_on_is_asked_for(qtbot: QtBot, panel: BeamsPanel, session: Session) -> None:
    session.add_events(grown(9, 4, 3))
    settle(panel)
    node = (4, 2)
    panel.tree.reveal(node)
    place = panel.tree.node_area(node).center().toPoint()
    with qtbot.waitSignal(panel.goOnRequested) as caught:
        qtbot.mouseDClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [0, 4, 2]
    click(qtbot, panel, (2, 1))
    with qtbot.waitSignal(panel.goOnRequested) as caught:
        qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert caught.args == [0, 2, 1]


def test_the_menu_is_about_the_hypothesis_under_the_pointer(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(9, 4, 3))
    settle(panel)
    click(qtbot, panel, (2, 1))
    menus = MenusAsked(panel)
    panel.tree.reveal((3, 0))
    place = panel.tree.node_area((3, 0)).center().toPoint()
    right_click(panel.tree.viewport(), place)
    assert menus.places == [panel.tree.viewport().mapToGlobal(place)]
    assert all(offer.possible for offer in menus.offers.values())
    with qtbot.waitSignal(panel.goOnRequested) as caught:
        panel.go_on_offered()
    assert caught.args == [0, 3, 0]
    panel.copy_offered()
    sentence = session.sentence()
    assert sentence is not None
    assert QGuiApplication.clipboard().text() == sentence.steps[3].hypotheses[0].text
    assert shown(session) == (2, 1)
    panel.follow_offered()
    assert shown(session) == (3, 0)
    click(qtbot, panel, (2, 1))
    # From elsewhere than a menu of the tree, the one that is shown is meant.
    panel.offers()
    with qtbot.waitSignal(panel.goOnRequested) as caught:
        panel.go_on_offered()
    assert caught.args == [0, 2, 1]


def test_the_menu_comes_by_mouse_and_by_key(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(5, 3))
    click(qtbot, panel, (2, 1))
    asked: list[Node] = []
    panel.tree.menuRequested.disconnect(panel._on_menu)
    panel.tree.menuRequested.connect(lambda node, _: asked.append(node))
    viewport = panel.tree.viewport()
    place = panel.tree.node_area((1, 0)).center().toPoint()
    for reason, target, at in (
        (QContextMenuEvent.Reason.Mouse, viewport, place),
        (QContextMenuEvent.Reason.Keyboard, panel.tree, QPoint(1, 1)),
        (QContextMenuEvent.Reason.Mouse, viewport, QPoint(1, viewport.height() - 1)),
    ):
        event = QContextMenuEvent(reason, at, target.mapToGlobal(at))
        QApplication.sendEvent(target, event)
    assert asked == [(1, 0), (2, 1)]


def test_outputs_are_listed_and_followed(qtbot: QtBot, panel: BeamsPanel, session: Session) -> None:
    happened = grown(9, 4, 6)
    session.add_events(happened[:-2])
    settle(panel)
    assert not panel.outputs.isVisible()
    session.add_events(happened[-2:])
    settle(panel)
    finished = happened[-2]
    assert isinstance(finished, Finished)
    table = panel.outputs
    assert table.isVisible()
    rows = [
        [table.model().index(rank, column).data() for column in range(3)]
        for rank in range(table.topLevelItemCount())
    ]
    assert rows == [
        [str(rank + 1), number(output.score), output.text]
        for rank, output in enumerate(finished.hypotheses)
    ]
    assert table.currentItem() is table.topLevelItem(0)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    second = finished.hypotheses[1]
    assert session.followed == {0: (second.step, second.index)}
    assert session.place() is not None and session.place()[1] <= second.step  # type: ignore[index]
    settle(panel)
    assert table.currentItem() is table.topLevelItem(1)
    # A hypothesis that is no output has none marked.
    gone = next(node for node in nodes(session) if not panel.tree.layout_.kept(node))
    click(qtbot, panel, gone)
    settle(panel)
    assert table.currentItem() is None
    assert not table.selectedItems()
    session.follow_best()
    settle(panel)
    assert table.currentItem() is table.topLevelItem(0)


# Fold, zoom, pan ------------------------------------------------------------------------


def test_folding_hides_the_pruned_and_says_how_many(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(9, 4, 2))
    settle(panel)
    layout = panel.tree.layout_
    assert f"{layout.pruned} of {layout.total} pruned" in panel.summary.text()
    panel.fold_box.click()
    hidden = [node for node in nodes(session) if panel.tree.node_area(node).isEmpty()]
    assert hidden == [node for node in nodes(session) if not layout.kept(node)]
    assert panel.summary.text() == f"beam 4 · {len(hidden)} pruned hidden"
    # Whatever is followed is shown.
    session.follow(0, *hidden[-1])
    settle(panel)
    for step, place in enumerate(session.path(session.trace.sentences[0])):  # type: ignore[union-attr]
        assert layout.row((step, place)) != HIDDEN
    panel.fold_box.click()
    assert not any(panel.tree.node_area(node).isEmpty() for node in nodes(session))


def test_folded_trees_go_on_growing(panel: BeamsPanel, session: Session) -> None:
    panel.fold_box.click()
    for event in grown(9, 4, 2):
        session.add_event(event)
        panel.flush()
    assert panel.tree.layout_.hidden == panel.tree.layout_.pruned > 0


def test_zoom_keeps_what_is_under_the_pointer(panel: BeamsPanel, session: Session) -> None:
    session.add_events(grown(40, 8))
    settle(panel)
    tree = panel.tree
    tree.horizontalScrollBar().setValue(900)
    tree.verticalScrollBar().setValue(60)
    point = QPointF(300, 200)

    def turn(delta: int, modifier: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(
            point,
            tree.viewport().mapToGlobal(point.toPoint()).toPointF(),
            QPoint(),
            QPoint(0, delta),
            Qt.MouseButton.NoButton,
            modifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(tree.viewport(), event)

    node = min(
        nodes(session),
        key=lambda node: (tree.node_area(node).center() - point).manhattanLength(),
    )
    before = tree.node_area(node)
    offset = (point - before.topLeft()) / tree.zoom
    turn(120, Qt.KeyboardModifier.ControlModifier)
    assert tree.zoom == pytest.approx(2**0.25)
    after = tree.node_area(node)
    moved = after.topLeft() + offset * tree.zoom - point
    assert abs(moved.x()) <= 1 and abs(moved.y()) <= 1
    turn(-120, Qt.KeyboardModifier.ControlModifier)
    assert tree.zoom == pytest.approx(1.0)
    assert (tree.node_area(node).topLeft() - before.topLeft()).manhattanLength() <= 2
    left = tree.horizontalScrollBar().value()
    turn(-120, Qt.KeyboardModifier.ShiftModifier)
    assert tree.horizontalScrollBar().value() > left


def test_zoom_by_keys_and_buttons(qtbot: QtBot, panel: BeamsPanel, session: Session) -> None:
    session.add_events(grown(30, 6))
    settle(panel)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Plus)
    assert panel.tree.zoom == 1.25
    assert panel.zoom_bar.own_button.text() == "125 %"
    qtbot.keyClick(panel.tree, Qt.Key.Key_Minus)
    qtbot.mouseClick(panel.zoom_bar.out_button, Qt.MouseButton.LeftButton)
    assert panel.tree.zoom == 0.8
    qtbot.mouseClick(panel.zoom_bar.in_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.zoom_bar.in_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.zoom_bar.own_button, Qt.MouseButton.LeftButton)
    assert panel.tree.zoom == 1.0
    for _ in range(40):
        panel.tree.zoom_out()
    settle(panel)
    panel.tree.viewport().grab()
    for _ in range(60):
        panel.tree.zoom_in()
    assert panel.tree.zoom == 3.0


def test_fit_shows_all_and_goes_on_fitting(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    happened = grown(40, 8)
    session.add_events(happened[:12])
    settle(panel)
    qtbot.mouseClick(panel.zoom_bar.fit_button, Qt.MouseButton.LeftButton)
    for event in happened[12:]:
        session.add_event(event)
        panel.flush()
    settle(panel)
    assert panel.zoom_bar.fit_button.isChecked()
    view = panel.tree.viewport().rect()
    for node in nodes(session):
        area = panel.tree.node_area(node)
        assert area.left() >= 0 and area.right() <= view.width()
        assert area.bottom() <= view.height()
    assert panel.tree.horizontalScrollBar().maximum() == 0
    panel.resize(600, 400)
    settle(panel)
    assert panel.tree.node_area(nodes(session)[-1]).right() <= panel.tree.viewport().width()
    qtbot.keyClick(panel.tree, Qt.Key.Key_Plus)
    assert not panel.zoom_bar.fit_button.isChecked()
    # All the way of drawing less, down to stretches of neighbours.
    for zoom in (0.62, 0.5, 0.29, 0.1, 0.05, 0.02):
        panel.tree.set_zoom(zoom)
        panel.tree.viewport().grab()


def test_dragging_pans_and_chooses_nothing(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(40, 8))
    settle(panel)
    tree, viewport = panel.tree, panel.tree.viewport()
    tree.horizontalScrollBar().setValue(500)
    tree.verticalScrollBar().setValue(20)
    before, position = session.followed, session.position
    start = QPoint(300, 120)
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(viewport, start + QPoint(-120, -15))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(-120, -15))
    assert tree.horizontalScrollBar().value() == 620
    assert tree.verticalScrollBar().value() == 35
    assert (session.followed, session.position) == (before, position)


def test_the_newest_step_stays_in_sight_unless_one_looks_elsewhere(
    panel: BeamsPanel, session: Session
) -> None:
    happened = grown(40, 4)
    session.add_events(happened[:10])
    settle(panel)
    bar = panel.tree.horizontalScrollBar()
    for event in happened[10:25]:
        session.add_event(event)
        settle(panel)
        assert panel.tree.shown is not None
        area = panel.tree.node_area(panel.tree.shown)
        assert 0 < area.right() <= panel.tree.viewport().width()
    bar.setValue(0)
    for event in happened[25:]:
        session.add_event(event)
        settle(panel)
    assert bar.value() == 0
    # A step that is asked for is shown.
    session.set_position(20)
    settle(panel)
    area = panel.tree.node_area(shown(session))
    assert area.left() > 0 and area.right() <= panel.tree.viewport().width()


# Fluid ----------------------------------------------------------------------------------


def test_only_what_can_be_seen_is_painted(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(120, 24))
    while len(panel.tree.layout_) < 120 or panel._refresh.pending:
        panel.refresh()
        panel.flush()
    settle(panel)
    assert len(nodes(session)) > 2800
    # A slow machine takes several frames to paint them.
    qtbot.waitUntil(lambda: len(panel.tree.scene._pictures) > 30)
    for _ in range(20):
        QApplication.processEvents()
    assert len(panel.tree.scene._pictures) < 300


def test_a_long_search_is_opened_in_slices(
    qtbot: QtBot, panel: BeamsPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.widgets.beam_tree.GROW_MS", -1)
    session.add_events(grown(6, 3))
    for steps in (1, 2, 3):
        panel.refresh()
        assert len(panel.tree.layout_) == steps
    qtbot.waitUntil(lambda: len(panel.tree.layout_) == 6)
    qtbot.waitUntil(lambda: panel.tree.shown == shown(session))
    assert panel.tree.layout_.row((0, session.path(session.trace.sentences[0])[0])) == 0  # type: ignore[union-attr]
    # Whoever asks for all of it gets all, however slow the machine is.
    session.add_events(grown(9, 3))
    panel.flush()
    assert len(panel.tree.layout_) == 9


def test_texts_that_take_long_come_a_frame_later(
    qtbot: QtBot, panel: BeamsPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.widgets.beam_scene.PAINT_MS", -1)
    session.add_events(grown(6, 3))
    settle(panel)
    panel.tree.viewport().grab()
    assert not panel.tree.scene._pictures
    monkeypatch.setattr("gui.widgets.beam_scene.PAINT_MS", 5)
    qtbot.waitUntil(lambda: len(panel.tree.scene._pictures) > 10)


def test_a_hidden_panel_computes_nothing_and_lets_an_old_trace_go(
    qtbot: QtBot, session: Session
) -> None:
    panel = BeamsPanel(session)
    qtbot.addWidget(panel)
    session.add_events(grown(6, 3))
    panel.flush()
    assert len(panel.tree.layout_) == 0
    panel.show()
    assert len(panel.tree.layout_) == 6
    panel.hide()
    session.add_events(grown(4, 2))
    panel.flush()
    assert panel.sentence() is None and len(panel.tree.layout_) == 0
    panel.show()
    assert len(panel.tree.layout_) == 4


# Words ----------------------------------------------------------------------------------


def message(panel: BeamsPanel) -> str | None:
    panel.flush()
    return panel.message.text() if panel.message.isVisible() else None


def test_empty_states(panel: BeamsPanel, session: Session) -> None:
    assert message(panel) == ASK_TO_TRANSLATE
    happened = grown(4, 3)
    session.add_events(happened[:1])
    assert message(panel) == ASK_TO_WAIT
    session.add_events(happened[1:2])
    assert message(panel) == ASK_TO_WAIT
    session.set_can_decode(False)
    assert message(panel) == ASK_TO_TRANSLATE
    session.set_can_decode(True)
    session.add_events(happened[2:3])
    assert message(panel) is None
    session.reset(None)
    assert message(panel) == ASK_TO_TRANSLATE
    assert len(panel.tree.layout_) == 0
    finished = happened[-2]
    assert isinstance(finished, Finished)
    nothing = replace(
        finished.hypotheses[0], pieces=(), text="", ending="nothing allowed", step=-1, index=0
    )
    session.add_events([*happened[:2], Finished(0, (nothing,))])
    assert message(panel) == NOTHING_WRITTEN


def test_greedy_search_says_what_a_tree_needs(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(love())
    settle(panel)
    assert panel.note.isVisible()
    assert panel.note.text() == GREEDY
    assert not panel.outputs.isVisible()
    assert not panel.fold_box.isVisible()
    assert panel.tree.layout_.rows == 1
    click(qtbot, panel, (2, 0))
    assert session.place() == (0, 2)
    session.add_events(grown(5, 3))
    settle(panel)
    assert not panel.note.isVisible()
    assert panel.fold_box.isVisible()
    assert panel.outputs.isVisible()


def test_a_reference_is_not_searched_for(panel: BeamsPanel, session: Session) -> None:
    happened = love()
    encoded = happened[1]
    assert isinstance(encoded, Encoded)
    happened[1] = replace(encoded, options=SearchOptions(reference=(5, 6)))
    session.add_events(happened)
    settle(panel)
    assert panel.note.text() == REFERENCE


def test_sentences_follow_the_position(panel: BeamsPanel, session: Session) -> None:
    session.add_events(paragraphs())
    panel.flush()
    for sentence, length in ((1, 4), (0, 5), (2, 2)):
        session.set_position(session.position_of(sentence, 1))
        panel.flush()
        assert len(panel.tree.layout_) == length
        assert panel.tree.shown == (1, 0)
    face = panel.tree.scene.face((1, 0))
    assert face.text == "nuit"


def test_what_ended_since_nothing_was_allowed_is_an_output_too(
    panel: BeamsPanel, session: Session
) -> None:
    happened = grown(6, 4, 1)
    session.add_events(happened[:-2])
    panel.flush()
    gone = next(node for node in nodes(session) if not panel.tree.layout_.kept(node))
    finished = happened[-2]
    assert isinstance(finished, Finished)
    blocked = replace(finished.hypotheses[0], ending="nothing allowed", step=gone[0], index=gone[1])
    session.add_event(Finished(0, (finished.hypotheses[0], blocked)))
    panel.flush()
    assert panel.tree.layout_.kept(gone)
    assert panel.tree.scene.face(gone).finished


@pytest.mark.parametrize("cut", [False, True])
def test_tooltip_tells_the_score_in_parts(
    qtbot: QtBot, panel: BeamsPanel, session: Session, cut: bool
) -> None:
    options = SearchOptions(beam=3, n_best=3, normalisation="average", alpha=1.0)
    session.add_events(grown(5, 3, 4, options, cut))
    node = (4, 1)
    place = point_at(qtbot, panel, node)
    viewport = panel.tree.viewport()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    text = QToolTip.text()
    assert text == panel.node_text(node)
    sentence = session.sentence()
    assert sentence is not None
    live = sentence.steps[4].hypotheses[1]
    assert text.startswith("step 5, hypothesis 2 of 3: ")
    assert ("finished: length limit" in text.splitlines()[0]) == cut
    for line in (
        f"S, the sum of the log-probabilities: {number(live.parts.log_probability)}",
        "penalty for repetitions: 0",
        "L, the length in pieces: 5",
        "normaliser L^α: 5.0000",
        score_formula(live.parts, options),
        f"text so far: {live.text}",
    ):
        assert line in text.splitlines()
    start = panel.tree.start_area().center().toPoint()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, start, viewport.mapToGlobal(start))
    panel.tree.horizontalScrollBar().setValue(0)
    QApplication.sendEvent(viewport, event)
    assert "start token" in QToolTip.text()
    QToolTip.hideText()


def test_names_and_small_sizes(qtbot: QtBot, panel: BeamsPanel, session: Session) -> None:
    for widget in (
        panel.tree,
        panel.outputs,
        panel.legend,
        panel.splitter,
        panel.zoom_bar.out_button,
        panel.zoom_bar.own_button,
        panel.zoom_bar.in_button,
        panel.zoom_bar.fit_button,
    ):
        assert widget.accessibleName()
    session.add_events(grown(9, 4))
    click(qtbot, panel, (2, 1))
    settle(panel)
    assert panel.readout.accessibleName() == f"Hypothesis: {panel.readout.text()}"
    assert panel.formula.accessibleName() == f"Score: {panel.formula.text()}"
    for width, height in ((420, 300), (330, 240), (900, 600), (420, 300)):
        panel.resize(width, height)
        settle(panel)
        assert panel.width() == width
        panel.grab()
        assert panel.tree.viewport().height() >= panel.tree.scene.art.node_height
    QApplication.sendEvent(panel.tree.viewport(), QEvent(QEvent.Type.Leave))
    assert panel.tree.pointed_node is None


def test_a_larger_font_gives_larger_nodes(panel: BeamsPanel, session: Session) -> None:
    session.add_events(grown(6, 3))
    settle(panel)
    before = panel.tree.node_area((0, 0)).size()
    extent = panel.tree.layout_.extent
    font = panel.tree.font()
    font.setPointSizeF(20)
    panel.tree.setFont(font)
    settle(panel)
    assert panel.tree.node_area((0, 0)).height() > before.height() * 1.3
    assert panel.tree.layout_.extent > extent * 1.1


# What is drawn may be a frame behind the trace ------------------------------------------


def test_another_sentence_comes_while_a_node_is_pointed_at(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(9, 5, 1))
    settle(panel)
    last = 6, panel.tree.layout_.size(6) - 1
    session.follow(0, *last)
    session.set_position(6)
    point_at(qtbot, panel, last)
    assert panel.tree.shown == panel.tree.pointed_node == last
    session.add_events(grown(9, 2, 2))
    settle(panel)
    sentence = session.sentence()
    assert panel.sentence() is sentence
    assert panel.tree.shown == shown(session)


def test_a_click_on_what_is_no_longer_there_does_nothing(
    panel: BeamsPanel, session: Session
) -> None:
    session.add_events(grown(9, 5, 1))
    settle(panel)
    MenusAsked(panel)
    panel.tree.reveal((8, 3))
    right_click(panel.tree.viewport(), panel.tree.node_area((8, 3)).center().toPoint())
    session.add_events(grown(4, 2, 2))
    went: list[tuple[int, int, int]] = []
    panel.goOnRequested.connect(lambda *place: went.append(place))
    panel.tree.chosen.emit(8, 3)
    panel.tree.stepChosen.emit(8)
    panel.tree.goOnRequested.emit(8, 3)
    panel.outputs.followed.emit(panel.outputs.outputs()[0])
    settle(panel)
    panel.follow_offered()
    panel.go_on_offered()
    assert session.followed == {} and session.position == 3 and went == []


@pytest.mark.parametrize("size", [(360, 260), (300, 200), (420, 180)])
@pytest.mark.parametrize("seed", range(5))
def test_the_shown_hypothesis_stays_in_sight_while_the_search_goes_on(
    panel: BeamsPanel, session: Session, size: tuple[int, int], seed: int
) -> None:
    # At the end the winner's path becomes the straight one, and the list of outputs takes room.
    panel.resize(*size)
    QApplication.processEvents()
    for event in grown(20, 6 + seed, seed):
        session.add_event(event)
        settle(panel)
        place = session.place()
        if place is not None:
            node = place[1], session.hypothesis()
            assert panel.tree.shown == node
            seen = panel.tree.node_area(node).intersected(QRectF(panel.tree.body()))
            assert seen.height() >= 0.5 * panel.tree.node_area(node).height()
    for height in (size[1] - 40, size[1] + 60, size[1] - 60):
        panel.resize(size[0], height)
        settle(panel)
        assert panel.tree.node_area(node).intersects(QRectF(panel.tree.body()))


def test_keys_take_the_readout_over_from_the_pointer(
    qtbot: QtBot, panel: BeamsPanel, session: Session
) -> None:
    session.add_events(beams())
    settle(panel)
    shown = panel.tree.shown
    assert shown is not None
    point_at(qtbot, panel, (1, 1))
    assert panel.tree.pointed_node == (1, 1)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Left)
    settle(panel)
    assert panel.tree.pointed_node is None
    assert panel.tree.shown != shown
