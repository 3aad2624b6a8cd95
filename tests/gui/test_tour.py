"""The tour: when it comes, what leads through it, where it stands; nothing waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.errors import ModelFolderError
from gui import shot, theme
from gui.main_window import MainWindow
from gui.presets import PRESETS
from gui.settings import Settings
from gui.tour import SEEN, Tour
from gui.tour_stops import SAMPLE, STOPS
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.test_app import run
from tests.gui.traces import LOVE

ALT = Qt.KeyboardModifier.AltModifier
KEY = Qt.Key


def tour_of(window: MainWindow) -> Tour | None:
    found = window.findChildren(Tour)
    assert len(found) <= 1
    return found[0] if found else None


def take(window: MainWindow) -> Tour:
    window.actions_["tour"].trigger()
    shot.settle(window)
    tour = tour_of(window)
    assert tour is not None and tour.isVisible()
    return tour


def gone(window: MainWindow) -> bool:
    shot.settle(window)
    # What the event loop of the program does by itself.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return tour_of(window) is None


def press(qtbot: QtBot, window: MainWindow, *keys: Qt.Key) -> None:
    for key in keys:
        focus = window.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, key)
        shot.settle(window)


def area(window: MainWindow, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint()), widget.size())


# When it comes ---------------------------------------------------------------------------


def test_it_comes_once_by_itself_and_whenever_it_is_asked_for(
    make_window: Callable[..., MainWindow], loader: FakeLoader, tmp_path: Path
) -> None:
    path = tmp_path / "settings.ini"
    first = make_window(loader, Settings(path))
    first.commands.start_first_tour()
    tour = tour_of(first)
    assert tour is not None and tour.isVisible() and tour.index == 0
    tour.card.skip_button.click()
    assert gone(first)
    first.commands.start_first_tour()
    assert gone(first)
    first.close()
    second = make_window(loader, Settings(path))
    assert Settings(path).flag(SEEN, False)
    second.commands.start_first_tour()
    assert gone(second)
    tour = take(second)
    tour.go_on()
    second.commands.start_tour()
    assert tour_of(second) is tour and tour.index == 0, "asked for again, it begins again"


STARTS = """
    import sys
    sys.path.insert(0, ".")
    from PySide6.QtCore import QTimer
    import gui.app, gui.engine_thread, gui.main_window, gui.tour
    from tests.gui.fakes import FakeTranslator

    fake = FakeTranslator()
    gui.engine_thread.EngineThread.__init__.__defaults__ = (lambda request: fake, None)
    window_class = gui.main_window.MainWindow
    build, begin = window_class.__init__, gui.tour.Tour.begin

    def watch(self, *arguments, **names):
        build(self, *arguments, **names)
        if "--shot" not in sys.argv:
            self.painted.connect(lambda: QTimer.singleShot(450, lambda: leave(self)))

    def leave(window):
        print([window.source.text(), window.translation.text(), fake.begun])
        window.source.live.setChecked(False)
        window.source.set_text(TEXT)
        window.close()

    def tell(self):
        print("tour")
        begin(self)

    window_class.__init__, gui.tour.Tour.begin = watch, tell
    sys.exit(gui.app.main(sys.argv[1:]))
"""


def test_the_first_start_shows_the_sample_translated_and_the_tour(tmp_path: Path) -> None:
    sample, home = "I love you very much.", tmp_path / "home"

    def start(*arguments: str, text: str = "") -> list[str]:
        code = STARTS.replace("TEXT", repr(text))
        result = run(*arguments, home=home, code=code, QT_QPA_PLATFORM="offscreen")
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout.splitlines()

    assert start("--shot", str(tmp_path / "out.png")) == []
    assert start("--panel", "attention")[0] != "tour", "one panel alone was asked for"
    (home / "diaphane" / "settings.ini").unlink()
    assert start() == ["tour", str([sample, "Je t'aime beaucoup.", [sample]])]
    # Live translation is off from now on, and the text is empty.
    assert start() == [str(["", "", []])]


def test_a_problem_is_not_left_in_the_dark(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window(FakeLoader(ModelFolderError("No model there.")))
    take(window)
    with qtbot.waitSignal(window.controller.problem):
        window.load_model(None)
    assert gone(window)
    assert window.message_bar.isVisible()


# What leads through it -------------------------------------------------------------------


def test_keys_lead_through_it(qtbot: QtBot, window: MainWindow) -> None:
    window.source.editor.setFocus()
    tour = take(window)
    seen = []
    for key, index in (
        (KEY.Key_Left, 0),
        (KEY.Key_Right, 1),
        (KEY.Key_Return, 2),
        (KEY.Key_Left, 1),
        (KEY.Key_Enter, 2),
        (KEY.Key_Right, 3),
    ):
        press(qtbot, window, key)
        assert tour.index == index
        assert tour.card.place.text() == f"Step {index + 1} of 4"
        seen.append(tour.card.title.text())
    assert len(set(seen)) == 4
    press(qtbot, window, KEY.Key_Return)
    assert gone(window)
    assert window.focusWidget() is window.source.editor, "the focus is back where it was"
    assert window.source.text() == "" and window.session.trace is None


def test_escape_leaves_it_and_stops_nothing(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    gate = fake.gates[LOVE] = threading.Semaphore(4)
    window.source.set_text(LOVE)
    window.commands.translate()
    qtbot.waitUntil(lambda: window.session.length() == 2)
    take(window)
    press(qtbot, window, KEY.Key_Escape)
    assert gone(window)
    assert window.session.playing
    tour = take(window)
    # From what is lit too.
    window.source.editor.setFocus()
    press(qtbot, window, KEY.Key_Escape)
    assert gone(window) and tour.index == 0
    assert window.session.playing
    with qtbot.waitSignal(window.controller.translationEnded):
        gate.release(100)


def test_the_translation_goes_on_beneath_it(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    tour = take(window)
    window.source.set_text(LOVE)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    tour.go_on()
    with qtbot.waitSignal(window.session.positionChanged):
        qtbot.keyClick(window.focusWidget(), KEY.Key_Left, ALT)
    assert tour.index == 1, "a command's own keys are not the tour's"


def test_a_key_that_is_held_down_moves_one_step(window: MainWindow) -> None:
    tour = take(window)
    for repeated in (False, True, True):
        event = QKeyEvent(
            QEvent.Type.KeyPress,
            KEY.Key_Right,
            Qt.KeyboardModifier.NoModifier,
            "",
            repeated,
        )
        QApplication.sendEvent(window.focusWidget(), event)
    assert tour.index == 1


def test_buttons_and_tab(qtbot: QtBot, window: MainWindow) -> None:
    tour = take(window)
    card = tour.card
    assert not card.back_button.isEnabled() and card.skip_button.isVisible()
    qtbot.mouseClick(card.next_button, Qt.MouseButton.LeftButton)
    assert tour.index == 1
    order = []
    for _ in range(4):
        press(qtbot, window, KEY.Key_Tab)
        order.append(window.focusWidget())
    assert order == [card.skip_button, card.back_button, card.next_button, card.skip_button]
    press(qtbot, window, KEY.Key_Tab, KEY.Key_Return)
    assert tour.index == 0, "Enter presses the button with the focus"
    assert window.focusWidget() is card.next_button
    press(qtbot, window, KEY.Key_Right, KEY.Key_Right, KEY.Key_Right)
    assert card.next_button.text() == "Done" and not card.skip_button.isVisible()
    qtbot.mouseClick(card.back_button, Qt.MouseButton.LeftButton)
    assert card.next_button.text() == "Next" and card.skip_button.isVisible()
    card.skip_button.setFocus()
    press(qtbot, window, KEY.Key_Return)
    assert gone(window)


def test_each_window_has_its_own(
    qtbot: QtBot, make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    one, other = make_window(loader), make_window(loader)
    first, second = take(one), take(other)
    press(qtbot, other, KEY.Key_Right, KEY.Key_Right)
    press(qtbot, one, KEY.Key_Right)
    assert (first.index, second.index) == (1, 2)
    press(qtbot, other, KEY.Key_Escape)
    assert gone(other)
    assert tour_of(one) is first and first.isVisible()
    assert area(one, one.docks.dock("translation")) in first.lit()


# What it says ----------------------------------------------------------------------------


def test_its_texts_name_the_keys_of_the_commands(window: MainWindow) -> None:
    tour = take(window)
    texts = []
    for number in range(1, 5):
        card = tour.card
        texts.append(card.text.text())
        assert "{" not in texts[-1]
        spoken = card.next_button.accessibleDescription()
        assert spoken == f"Step {number} of 4. {card.title.text()}. {texts[-1]}"
        tour.go_on()
    assert "Ctrl+Return has it begin" in texts[0]
    assert "Alt+Left and Alt+Right" in texts[1]
    assert "Ctrl+1 to Ctrl+4" in texts[3] and "F1 explains" in texts[3]
    assert "menu “Panels”" in texts[3] and "menu “Help”" in texts[3]


@pytest.mark.parametrize(("name", "points"), [("light", 10.0), ("light", 15.0), ("dark", 15.0)])
@pytest.mark.parametrize("longer", [0, 60])
def test_everything_can_be_read_on_a_small_screen(
    qapp: QApplication, window: MainWindow, name: str, points: float, longer: int
) -> None:
    theme.apply(qapp, theme.THEMES[name], points)
    window.resize(1024, 700)
    shot.settle(window)
    # As much longer as another language may be.
    stops = [replace(stop, text=stop.text + " traduction" * (longer // 10)) for stop in STOPS]
    tour = Tour(window, stops)
    for number in range(4):
        if number:
            tour.go_on()
        else:
            tour.begin()
        shot.settle(window)
        card = tour.card.geometry()
        assert window.rect().contains(card)
        assert not any(place.intersects(card) for place in tour.lit()), number
        for label in tour.card.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()), label.text()
            if not label.wordWrap():
                assert label.width() >= label.sizeHint().width()
        for button in tour.card.findChildren(QPushButton):
            assert button.isHidden() or button.width() >= button.sizeHint().width()
    tour.finish()


# Where it stands -------------------------------------------------------------------------


def test_it_lights_what_it_speaks_of(window: MainWindow) -> None:
    tour, docks = take(window), window.docks
    bar, buttons = window.menuBar(), window.transport.parentWidget()
    assert buttons is not None
    places = [
        [area(window, docks.dock("source"))],
        [area(window, docks.dock("translation")), area(window, buttons)],
        [area(window, docks.dock("attention"))],
    ]
    for expected in places:
        assert list(tour.lit()) == expected
        tour.go_on()
        shot.settle(window)
    corner = area(window, bar).topLeft()
    titles = [
        action.text()
        for action in bar.actions()
        if bar.actionGeometry(action).translated(corner) in tour.lit()
    ]
    assert titles == ["&Panels", "&Help"] and len(tour.lit()) == 2
    # The menus beside them can be read, and what is said stands beneath the first of them.
    card = tour.card.geometry()
    assert not card.intersects(area(window, bar))
    assert card.left() == tour.lit()[0].left() and card.top() - area(window, bar).bottom() < 30


def test_it_darkens_everything_else(window: MainWindow) -> None:
    tour = take(window)
    for name in ("light", "dark"):
        window.actions_[f"theme_{name}"].trigger()
        shot.settle(window)
        tour.hide()
        before = shot.grab(window).toImage()
        tour.show()
        after = shot.grab(window).toImage()
        (lit,) = tour.lit()
        inside = lit.center() + QPoint(0, 40)
        assert after.pixel(inside) == before.pixel(inside)
        dark = area(window, window.docks.dock("attention")).center() + QPoint(0, 160)
        assert not tour.card.geometry().contains(dark)
        assert after.pixelColor(dark).lightness() < before.pixelColor(dark).lightness()


def test_it_follows_the_window_and_the_docks(window: MainWindow) -> None:
    tour = take(window)

    def right() -> bool:
        shot.settle(window)
        (lit,) = tour.lit()
        assert tour.geometry() == window.rect()
        assert window.rect().contains(tour.card.geometry())
        return lit == area(window, window.docks.dock("source"))

    window.resize(1100, 760)
    assert right()
    before = tour.lit()
    window.actions_["preset_learn"].trigger()
    assert right() and tour.lit() != before
    window.message_bar.show_message("Something that makes everything move down.")
    before = tour.lit()
    assert right() and tour.lit() != before
    window.docks.addDockWidget(
        Qt.DockWidgetArea.RightDockWidgetArea, window.docks.dock("source"), Qt.Orientation.Vertical
    )
    before = tour.lit()
    assert right() and tour.lit() != before


def test_a_panel_that_is_closed_or_behind_others_is_shown(window: MainWindow) -> None:
    window.docks.arrange(PRESETS["search"])
    window.docks.dock("source").close()
    shot.settle(window)
    assert not window.docks.dock("attention").panel.isVisible()
    tour = take(window)
    for name in ("source", "translation", "attention"):
        shot.settle(window)
        assert window.docks.dock(name).panel.isVisible(), name
        assert tour.lit()[0] == area(window, window.docks.dock(name)), name
        assert window.focusWidget() is tour.card.next_button, "the keys stay with the tour"
        tour.go_on()
    tour.back()
    shot.settle(window)
    # What is no longer there is not lit; the words stay.
    window.docks.dock("attention").close()
    shot.settle(window)
    assert tour.lit() == () and tour.isVisible()
    assert window.rect().contains(tour.card.geometry())


def test_a_floating_panel_covers_no_words(window: MainWindow) -> None:
    window.show()
    dock = window.docks.dock("attention")
    dock.setFloating(True)
    dock.move(window.mapToGlobal(QPoint(500, 80)))
    dock.resize(600, 400)
    tour = take(window)
    for _ in range(4):
        shot.settle(window)
        floating = QRect(window.mapFromGlobal(dock.mapToGlobal(QPoint())), dock.size())
        assert not floating.intersects(tour.card.geometry())
        tour.go_on()


def test_what_is_lit_can_be_tried_and_nothing_else(qtbot: QtBot, window: MainWindow) -> None:
    tour = take(window)
    editor = window.source.editor
    inside = area(window, editor).center()
    assert window.childAt(inside) is editor.viewport()
    assert window.childAt(area(window, window.docks.dock("attention")).center()) in (
        tour,
        tour.card,
    )
    assert window.childAt(area(window, window.menuBar()).center()) is tour
    qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton)
    qtbot.keyClicks(window.focusWidget(), "I love")
    assert window.source.text() == "I love" and tour.index == 0
    window.transport.speed.setFocus()
    assert window.focusWidget() is tour.card.next_button, "what is darkened takes no keys"
    tour.go_on()
    shot.settle(window)
    assert window.childAt(inside) is not editor.viewport()
    window.transport.speed.setFocus()
    assert window.focusWidget() is window.transport.speed


def test_who_types_where_the_text_is_lit_writes_there(qtbot: QtBot, window: MainWindow) -> None:
    window.source.live.setChecked(False)
    window.source.set_text("")
    tour = take(window)
    for letter in "Oh my!":
        focus = window.focusWidget()
        assert focus is not None
        qtbot.keyClicks(focus, letter)
    assert window.source.text() == "Oh my!"
    assert window.focusWidget() is window.source.editor
    assert tour.isVisible() and tour.index == 0


def test_what_is_typed_takes_the_place_of_the_sample_and_of_nothing_else(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.source.live.setChecked(False)
    for text, left in ((SAMPLE, "Hi"), ("Mine.", "Mine.Hi")):
        window.source.set_text(text)
        tour = take(window)
        for letter in "Hi":
            focus = window.focusWidget()
            assert focus is not None
            qtbot.keyClicks(focus, letter)
        assert window.source.text() == left
        tour.finish()
        assert gone(window)


def test_letters_go_nowhere_where_the_text_is_dark(qtbot: QtBot, window: MainWindow) -> None:
    window.source.live.setChecked(False)
    window.source.set_text("")
    tour = take(window)
    press(qtbot, window, KEY.Key_Right)
    qtbot.keyClicks(tour.card.next_button, "oh")
    qtbot.keyClick(tour.card.next_button, KEY.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert window.source.text() == ""
    assert window.focusWidget() is tour.card.next_button and tour.index == 1


def test_nothing_is_left_of_it(qtbot: QtBot, window: MainWindow) -> None:
    window.filling.finish()
    shot.settle(window)
    before = set(window.findChildren(QTimer))
    changed = window.size()
    for keys in ([KEY.Key_Right] * 4, [KEY.Key_Escape]):
        take(window)
        press(qtbot, window, *keys)
        assert gone(window)
    assert set(window.findChildren(QTimer)) == before
    window.resize(changed.width() + 50, changed.height() + 20)
    theme.notifier.changed.emit(theme.current())
    window.source.editor.setFocus()
    window.transport.speed.setFocus()
    assert window.focusWidget() is window.transport.speed
