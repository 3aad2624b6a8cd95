"""Everything with the keyboard alone: panels are reached, used and left, and Tab sticks nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.main_window import MainWindow
from gui.numbers import whole
from gui.palette import CommandPalette
from gui.panel_help import PanelHelp
from gui.presets import PANELS, PRESETS, panels_of
from gui.worker import Loader
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.resting import Rest
from tests.gui.tiny import options, tiny_loader

tiny_vocabulary = engine_fixtures.tiny_vocabulary
make_translator = engine_fixtures.make_translator

Key = Qt.Key
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
MOST_TABS = 120
"""More than any arrangement has places for the focus."""


@pytest.fixture(scope="module")
def loader(make_translator: MakeTranslator) -> Loader:
    return tiny_loader(make_translator)


@pytest.fixture
def keys(
    qtbot: QtBot, make_window: Callable[..., MainWindow], loader: Loader
) -> Iterator[Keyboard]:
    """The keyboard of a window with a translation, made with keys."""
    window = make_window(loader)
    window.activateWindow()
    window.source.live.setChecked(False)
    window.load_model(None)
    window.session.set_options(options(3))
    keys = Keyboard(qtbot, window)
    keys.rest()
    keys.press(Key.Key_L, CTRL)
    keys.type("I love you very much.")
    keys.press(Key.Key_Return, CTRL)
    keys.rest()
    assert window.session.finished()
    yield keys
    for dialog in window.findChildren(PanelHelp):
        dialog.close()


def in_sight(widget: QWidget) -> bool:
    """Whether a part of a widget is within its window and everything that it is inside of."""
    part, outer = widget.rect(), widget
    while not outer.isWindow():
        part = part.translated(outer.pos())
        outer = outer.parentWidget()
        part &= outer.rect()
    return not part.isEmpty()


def named(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.accessibleName()}”"


class Keyboard:
    """Presses keys where the focus is, and looks where it goes."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self.window = window
        self.rest = Rest(window)
        self._qtbot = qtbot

    @property
    def focus(self) -> QWidget:
        """The widget with the focus, which the user must be able to see."""
        focus = QApplication.focusWidget()
        assert focus is not None, "nothing has the focus"
        where = named(focus)
        assert focus.isVisible() and focus.isEnabled(), f"the focus is on {where}, out of sight"
        assert in_sight(focus), f"nothing can be seen of {where}"
        return focus

    def press(
        self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        self._qtbot.keyClick(self.focus, key, modifiers)
        QApplication.processEvents()

    def type(self, text: str) -> None:
        self._qtbot.keyClicks(self.focus, text)
        QApplication.processEvents()

    def command(self, words: str) -> None:
        """Carry out a command by the palette."""
        self.press(Key.Key_P, CTRL | SHIFT)
        palette = QApplication.activeWindow()
        assert isinstance(palette, CommandPalette)
        self.type(words)
        self.press(Key.Key_Return)
        # As a window manager does, which the offscreen platform has none of.
        self.window.activateWindow()
        self.rest()

    def tab_to(self, wanted: QWidget, most: int = 14) -> None:
        """Press Tab until it is there."""
        for _ in range(most):
            if self.focus is wanted:
                return
            self.press(Key.Key_Tab)
        raise AssertionError(f"Tab does not lead to “{wanted.accessibleName()}”")

    def panel(self) -> str:
        """The panel with the focus."""
        docks = self.window.docks
        focus = self.focus
        return next((n for n in PANELS if docks.dock(n).isAncestorOf(focus)), "")


# Tab -----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_tab_goes_round_through_every_panel_and_back(keys: Keyboard, preset: str) -> None:
    window = keys.window
    keys.press(Key(Key.Key_1 + list(PRESETS).index(preset)), CTRL)
    keys.press(Key.Key_L, CTRL)
    start = keys.focus
    visited, panels = [start], set()
    for _ in range(MOST_TABS):
        before = keys.focus
        keys.press(Key.Key_Tab)
        assert keys.focus is not before, f"Tab sticks at {type(before).__name__}"
        if keys.focus is start:
            break
        visited.append(keys.focus)
        panels.add(keys.panel())
    assert keys.focus is start, "Tab does not come back"
    assert len(set(visited)) == len(visited)
    shown = {
        name for name in panels_of(PRESETS[preset]) if window.docks.dock(name).panel.isVisible()
    }
    assert shown <= panels | {keys.panel()}
    assert any(window.transport.isAncestorOf(each) for each in visited)
    assert any(window.header.isAncestorOf(each) for each in visited)
    back = []
    for _ in visited:
        keys.press(Key.Key_Backtab, SHIFT)
        back.append(keys.focus)
    assert list(map(named, back)) == list(map(named, visited[::-1]))


# Each panel ----------------------------------------------------------------------------


def source(keys: Keyboard) -> None:
    keys.press(Key.Key_A, CTRL)
    keys.type("The dog chased the cat.")
    keys.press(Key.Key_Return, CTRL)
    keys.rest()
    trace = keys.window.session.trace
    assert trace is not None and trace.started.text == keys.window.source.text()


def translation(keys: Keyboard) -> None:
    keys.tab_to(keys.window.translation.strip)
    position = keys.window.session.position
    keys.press(Key.Key_Left)
    assert keys.window.session.position == position - 1


def heads(keys: Keyboard) -> None:
    session = keys.window.session
    keys.tab_to(keys.window.heads.grid)
    keys.press(Key.Key_Home)
    before = (session.layer, session.head)
    keys.press(Key.Key_Right)
    keys.press(Key.Key_Down)
    assert (session.layer, session.head) != before
    keys.press(Key.Key_X)
    keys.rest()
    assert session.trace is not None and len(session.trace.started.options.heads_off) == 1
    keys.press(Key.Key_Z, CTRL | ALT)
    keys.rest()
    assert session.trace.started.options.heads_off == ()


def attention(keys: Keyboard) -> None:
    panel = keys.window.attention
    keys.tab_to(panel.heatmap)
    keys.press(Key.Key_Right)
    keys.press(Key.Key_Up)
    cell = panel.heatmap.cursor_cell
    assert cell is not None and panel.readout.text().startswith(panel.cell_text(*cell))
    keys.press(Key.Key_Space)
    assert panel.selected_rows() == (cell[0],)


def scores(keys: Keyboard) -> None:
    panel = keys.window.scores
    keys.press(Key.Key_Period, CTRL | ALT)
    keys.rest()
    assert panel.explanation() is not None
    keys.tab_to(panel.view.cards)
    keys.press(Key.Key_Home)
    first = panel.view.chosen()
    keys.press(Key.Key_Right)
    assert panel.view.chosen() is not first
    keys.tab_to(panel.view.heatmap)
    keys.press(Key.Key_Right)
    assert panel.view.cell() is not None and panel.readout.text()


def masks(keys: Keyboard) -> None:
    panel = keys.window.masks
    keys.press(Key.Key_2, ALT)
    keys.rest()
    keys.tab_to(panel.heatmap)
    keys.press(Key.Key_Right)
    cell = panel.heatmap.cursor_cell
    assert cell is not None and panel.readout.text().startswith(panel.cell_text(*cell))


def candidates(keys: Keyboard) -> None:
    session, panel = keys.window.session, keys.window.candidates
    keys.press(Key.Key_Home, ALT)
    keys.tab_to(panel.list)
    keys.press(Key.Key_Down)
    row = panel.list.looked_at()
    while row is None or row.force_refusal:
        keys.press(Key.Key_Down)
        row = panel.list.looked_at()
    assert row.piece is not None
    keys.press(Key.Key_Return)
    keys.rest()
    assert session.trace is not None
    assert session.trace.sentences[0].steps[0].hypotheses[0].piece.id == row.piece.id


def beams(keys: Keyboard) -> None:
    session, tree = keys.window.session, keys.window.beams.tree
    keys.tab_to(tree)
    keys.press(Key.Key_Left)
    keys.press(Key.Key_Down)
    assert tree.shown == (session.place()[1], session.hypothesis())  # type: ignore[index]
    assert session.hypothesis() != 0 and session.followed


def alignment(keys: Keyboard) -> None:
    panel = keys.window.alignment
    keys.tab_to(panel.view)
    keys.press(Key.Key_Right)
    word = panel.view.cursor_word
    assert word is not None and panel.readout.text() == panel.word_text(word)


def positions(keys: Keyboard) -> None:
    panel = keys.window.positions
    keys.tab_to(panel.faces.matrix)
    keys.press(Key.Key_Right)
    assert panel.faces.matrix.cursor_cell is not None
    assert panel.readout.text() == panel.faces.text()


def layers(keys: Keyboard) -> None:
    panel = keys.window.layers
    keys.tab_to(panel.lens.grid)
    before = panel.lens.grid.cursor_cell()
    keys.press(Key.Key_Left)
    after = panel.lens.grid.cursor_cell()
    assert after is not None and after != before
    keys.press(Key.Key_Return)
    assert keys.window.session.place() == (0, after[1])


def gates(keys: Keyboard) -> None:
    panel = keys.window.gates
    # The built-in model has none: the panel says so to whoever comes by key.
    assert keys.focus is panel.message
    assert panel.message.text()


def reference(keys: Keyboard) -> None:
    panel = keys.window.reference
    keys.tab_to(panel.line)
    keys.type("The dog chased the cat.")
    keys.press(Key.Key_Return)
    keys.rest()
    output = panel.output()
    assert output is not None and output.reference


def history(keys: Keyboard) -> None:
    panel, session = keys.window.history, keys.window.session
    first = session.trace
    keys.press(Key.Key_L, CTRL)
    source(keys)
    keys.command("history panel")
    keys.tab_to(panel.list)
    keys.press(Key.Key_End)
    keys.press(Key.Key_C)
    assert panel.page.isVisible()
    assert panel.page.isAncestorOf(keys.focus)
    keys.press(Key.Key_Escape)
    assert keys.focus is panel.list
    keys.press(Key.Key_Return)
    keys.rest()
    assert session.trace is first


def model(keys: Keyboard) -> None:
    panel, info = keys.window.model, keys.window.session.model
    keys.rest()
    assert info is not None
    keys.tab_to(panel.view)
    keys.press(Key.Key_A, CTRL)
    keys.press(Key.Key_C, CTRL)
    assert whole(info.parameters) in QGuiApplication.clipboard().text()


USES: dict[str, Callable[[Keyboard], None]] = {
    use.__name__: use
    for use in (
        source, translation, heads, attention, scores, masks, candidates, beams, alignment,
        positions, layers, gates, reference, history, model,
    )
}  # fmt: skip


def test_every_panel_has_its_use() -> None:
    assert set(USES) == set(PANELS)


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_is_reached_used_explained_and_left_by_keys(keys: Keyboard, name: str) -> None:
    window = keys.window
    keys.command(f"{name} panel")
    assert keys.panel() == name
    assert window.docks.current() == name
    USES[name](keys)
    assert keys.panel() == name, "using it took the focus away"
    here = keys.focus
    keys.press(Key.Key_F1)
    explanation = QApplication.activeWindow()
    assert isinstance(explanation, PanelHelp)
    keys.press(Key.Key_Escape)
    window.activateWindow()
    QApplication.processEvents()
    assert keys.focus is here
    for _ in range(30):
        keys.press(Key.Key_Tab)
        if keys.panel() != name:
            break
    assert keys.panel() != name, "Tab does not leave it"
    keys.command(f"{name} panel")
    keys.press(Key.Key_L, CTRL)
    assert keys.focus is window.source.editor


def test_the_transport_is_used_by_keys(keys: Keyboard) -> None:
    window, session = keys.window, keys.window.session
    keys.tab_to(window.transport.slider, MOST_TABS)
    keys.press(Key.Key_Home)
    assert session.position == 0
    keys.press(Key.Key_Right)
    assert session.position == 1
    keys.press(Key.Key_Space)
    assert session.playing
    keys.press(Key.Key_Escape)
    assert not session.playing
