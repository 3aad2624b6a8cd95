from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.errors import ModelFolderError
from engine.events import AttentionKind
from gui import shot, theme
from gui.dialogs import AboutDialog, ErrorDialog, ShortcutsDialog
from gui.errors import ErrorReporter
from gui.main_window import MainWindow
from gui.panels.source import LIVE_MS
from gui.playback import FASTEST_PLAYBACK_MS
from gui.settings import Settings
from gui.widgets.focus_chain import next_in_chain
from tests.gui.fakes import FakeLoader, FakeTranslator
from tests.gui.traces import LOVE, MODEL, PARAGRAPHS

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def translate(qtbot: QtBot, window: MainWindow, text: str) -> None:
    window.source.set_text(text)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    shot.settle(window)


def test_typing_and_ctrl_return_translate(qtbot: QtBot, window: MainWindow) -> None:
    assert window.focusWidget() is window.source.editor
    qtbot.keyClicks(window.source.editor, LOVE)
    with qtbot.waitSignal(window.controller.translationEnded):
        qtbot.keyClick(window.source.editor, Qt.Key.Key_Return, CTRL)
    shot.settle(window)
    assert window.source.text() == LOVE, "the key itself types nothing"
    assert window.translation.text() == "Je t'aime beaucoup."
    assert window.status.text() == "Translated in 7 steps."
    assert window.status.accessibleName() == "Status: Translated in 7 steps."
    assert (window.header.title.text(), window.header.target.text()) == ("English", "French")
    assert "CPU" in window.header.device.text()


def test_live_translation_follows_typing(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    window.actions_["live"].trigger()
    assert window.source.live.isChecked()
    with qtbot.waitSignal(window.controller.translationEnded):
        qtbot.keyClicks(window.source.editor, LOVE)
    assert fake.begun[-1] == LOVE
    window.source.live.setChecked(False)
    assert not window.actions_["live"].isChecked()


def test_keys_step_through_the_translation(qtbot: QtBot, window: MainWindow) -> None:
    translate(qtbot, window, PARAGRAPHS)
    session, editor = window.session, window.source.editor
    assert session.position == 10
    qtbot.keyClick(editor, Qt.Key.Key_Left, ALT)
    assert session.position == 9
    qtbot.keyClick(editor, Qt.Key.Key_Home, ALT)
    assert session.position == 0
    assert not window.actions_["back"].isEnabled()
    qtbot.keyClick(editor, Qt.Key.Key_Right, ALT)
    assert session.position == 1
    qtbot.keyClick(editor, Qt.Key.Key_End, ALT)
    assert session.position == 10
    assert window.source.text() == PARAGRAPHS


def test_space_plays_unless_it_types_or_presses(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    qtbot.keyClicks(window.source.editor, "a b")
    assert window.source.text() == "a b"
    assert fake.begun == []
    window.source.live.setFocus()
    qtbot.keyClick(window.source.live, Qt.Key.Key_Space)
    assert window.source.live.isChecked()
    window.source.live.setChecked(False)
    window.transport.slider.setFocus()
    with qtbot.waitSignal(window.controller.translationEnded):
        qtbot.keyClick(window.transport.slider, Qt.Key.Key_Space)
    assert fake.begun == ["a b"]


def test_escape_stops_and_step_goes_on(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    gate = fake.gates[LOVE] = threading.Semaphore(4)
    window.source.set_text(LOVE)
    window.commands.translate()
    session = window.session
    qtbot.waitUntil(lambda: session.length() == 2)
    qtbot.keyClick(window.source.editor, Qt.Key.Key_Escape)
    gate.release(100)
    assert not session.playing
    qtbot.wait(60)
    assert session.length() <= 3
    length = session.length()
    qtbot.keyClick(window.source.editor, Qt.Key.Key_Right, ALT)
    qtbot.waitUntil(lambda: session.length() == length + 1)
    assert session.position == length


def test_step_on_a_new_text_decodes_its_first_piece_only(qtbot: QtBot, window: MainWindow) -> None:
    window.source.set_text(LOVE)
    window.commands.step()
    qtbot.waitUntil(lambda: window.session.length() == 1)
    qtbot.waitUntil(lambda: not window.session.busy)
    assert not window.session.playing
    translate(qtbot, window, LOVE)
    window.source.set_text(PARAGRAPHS)
    window.commands.step()
    qtbot.waitUntil(
        lambda: window.session.trace is not None and window.session.trace.started.text == PARAGRAPHS
    )


def test_a_translation_that_another_model_cut_short_can_be_begun_anew(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    gate = fake.gates[LOVE] = threading.Semaphore(4)
    window.source.set_text(LOVE)
    window.commands.translate()
    session = window.session
    qtbot.waitUntil(lambda: session.length() == 2)
    shot.settle(window)
    assert window.translation.strip.tail_shown()
    with qtbot.waitSignal(session.modelChanged):
        window.load_model(None)
        gate.release(100)
    shot.settle(window)
    assert session.length() == 2
    assert not window.translation.strip.tail_shown()
    assert window.transport.label.text() == "step 2 / 2 · sentence 1 / 1"
    qtbot.keyClick(window.source.editor, Qt.Key.Key_Right, ALT)
    qtbot.waitUntil(lambda: session.length() == 1 and not session.busy)
    assert fake.begun == [LOVE, LOVE]


@pytest.mark.parametrize("how", ["back", "slider", "chip"])
def test_going_to_a_step_ends_a_replay_at_full_speed(
    qtbot: QtBot, window: MainWindow, how: str
) -> None:
    translate(qtbot, window, LOVE)
    session = window.session
    session.set_position(3)
    with qtbot.waitSignal(session.positionChanged):
        window.commands.toggle_play()
    window.transport.flush()
    if how == "back":
        qtbot.mouseClick(window.transport.back_button, Qt.MouseButton.LeftButton)
    elif how == "slider":
        window.transport.slider.setValue(1)
    else:
        strip = window.translation.strip
        place = strip.chip_area(0).center().toPoint()
        qtbot.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=place)
    position = session.position
    assert position < session.length() - 1
    assert not session.playing
    qtbot.wait(3 * FASTEST_PLAYBACK_MS)
    assert session.position == position


def test_the_same_text_can_be_translated_again(qtbot: QtBot, window: MainWindow) -> None:
    translate(qtbot, window, LOVE)
    translate(qtbot, window, LOVE)
    assert window.translation.text() == "Je t'aime beaucoup."


def test_hovering_any_piece_lights_up_its_words_in_the_editor(
    qtbot: QtBot, window: MainWindow
) -> None:
    translate(qtbot, window, PARAGRAPHS)
    strip = window.translation.strip
    for position, sentence in ((1, "The cat eats."), (6, "Look 😆 there!"), (9, "Good night.")):
        area = strip.chip_area(position)
        qtbot.mouseMove(strip.viewport(), area.center().toPoint())
        shot.settle(window)
        begin = PARAGRAPHS.index(sentence)
        lit = window.source.attended()
        assert lit
        assert all(begin <= word.start < word.end <= begin + len(sentence) for word in lit)


def test_attention_is_chosen_from_the_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    editor, session = window.source.editor, window.session
    qtbot.keyClick(editor, Qt.Key.Key_1, ALT)
    assert session.kind is AttentionKind.ENCODER_SELF
    assert window.actions_["kind_encoder"].isChecked()
    qtbot.keyClick(editor, Qt.Key.Key_Up, ALT)
    assert session.layer == 1
    qtbot.keyClick(editor, Qt.Key.Key_Down, ALT)
    assert session.layer == 0
    window.actions_["head_after"].trigger()
    assert session.head == 0
    window.actions_["head_after"].trigger()
    window.actions_["head_before"].trigger()
    window.actions_["head_before"].trigger()
    assert session.head is None
    for _ in range(2 * MODEL.heads):
        window.actions_["head_after"].trigger()
    assert session.head == MODEL.heads - 1
    qtbot.keyClick(editor, Qt.Key.Key_0, ALT)
    assert session.head is None
    qtbot.keyClick(editor, Qt.Key.Key_3, ALT)
    assert window.actions_["kind_cross"].isChecked()
    assert not window.actions_["kind_encoder"].isChecked()


def test_a_failing_text_shows_a_message_and_the_next_one_works(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    fake.fails["break"] = ModelFolderError("The text is too long: make it shorter.")
    window.source.set_text("break")
    with qtbot.waitSignal(window.controller.problem):
        window.commands.translate()
    assert window.message_bar.isVisible()
    assert window.message_bar.label.text() == "The text is too long: make it shorter."
    assert window.findChild(ErrorDialog) is None, "what a user can mend needs no dialog"
    window.message_bar.details_button.click()
    dialog = window.findChild(ErrorDialog)
    assert dialog is not None
    assert dialog.isVisible()
    assert "Traceback" in dialog.details.toPlainText()
    dialog.close()
    translate(qtbot, window, LOVE)
    assert window.message_bar.isHidden()
    assert window.translation.text() == "Je t'aime beaucoup."


def test_unforeseen_errors_open_one_dialog_whose_details_can_be_copied(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    for number in (1, 2):
        fake.fails["break"] = RuntimeError(f"number {number}")
        window.source.set_text("break")
        with qtbot.waitSignal(window.controller.problem):
            window.commands.translate()
    (dialog,) = window.findChildren(ErrorDialog)
    assert not dialog.isModal()
    assert "number 1" in dialog.message.text()
    assert dialog.more.text() == "and 1 more, see the details"
    dialog.copy()
    copied = QGuiApplication.clipboard().text()
    assert "number 1" in copied
    assert "number 2" in copied
    assert "PySide6" in copied
    dialog.close()
    window.show_error("Another.", "fresh")
    assert dialog.message.text() == "Another."
    assert "number 1" not in dialog.details.toPlainText()
    dialog.close()


class Panic(BaseException):
    """As a Rust extension raises it: no Exception."""


@pytest.mark.qt_no_exception_capture
def test_errors_nobody_caught_reach_the_dialog(
    qtbot: QtBot, window: MainWindow, capsys: pytest.CaptureFixture[str]
) -> None:
    reporter = ErrorReporter()
    reporter.raised.connect(window.show_error)
    hooks = sys.excepthook, threading.excepthook
    reporter.install()
    try:
        thread = threading.Thread(target=lambda: 1 / 0)
        with qtbot.waitSignal(reporter.raised) as caught:
            thread.start()
        thread.join()
        assert "ZeroDivisionError" in caught.args[0]
        qtbot.waitUntil(lambda: window.findChild(ErrorDialog) is not None)
        sys.excepthook(ValueError, ValueError("of the window"), None)
        sys.excepthook(Panic, Panic("of an extension"), None)
    finally:
        reporter.remove()
    dialog = window.findChild(ErrorDialog)
    assert dialog is not None
    assert "of the window" in dialog.details.toPlainText()
    assert "of an extension" in dialog.details.toPlainText()
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert (sys.excepthook, threading.excepthook) == hooks
    (dialog,) = window.findChildren(ErrorDialog)
    dialog.close()
    translate(qtbot, window, LOVE)
    assert window.translation.text() == "Je t'aime beaucoup."


def test_ctrl_c_and_leaving_are_no_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *_: seen.append(kind))
    reporter = ErrorReporter()
    reporter.raised.connect(lambda *_: seen.append("an error"))
    reporter.install()
    try:
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
        sys.excepthook(SystemExit, SystemExit(), None)
    finally:
        reporter.remove()
    assert seen == [KeyboardInterrupt, SystemExit]


def test_a_model_that_cannot_be_loaded_leaves_a_window_that_can_load_another(
    qtbot: QtBot, make_window: Callable[..., MainWindow], fake: FakeTranslator, tmp_path: Path
) -> None:
    loader = FakeLoader(ModelFolderError("No model there: name another folder."))
    window = make_window(loader)
    window.source.set_text(LOVE)
    with qtbot.waitSignal(window.controller.problem):
        window.load_model(tmp_path)
    assert window.message_bar.label.text() == "No model there: name another folder."
    assert not window.session.busy
    assert window.header.model.text() == "No model is loaded"
    loader.result = fake
    with qtbot.waitSignal(window.controller.translationEnded):
        window.load_model(None)
    assert [request.model for request in loader.requests] == [tmp_path, None]


def test_what_was_set_up_is_there_at_the_next_start(
    qtbot: QtBot,
    make_window: Callable[..., MainWindow],
    loader: FakeLoader,
    tmp_path: Path,
) -> None:
    path = tmp_path / "settings.ini"
    first = make_window(loader, Settings(path))
    first.source.live.setChecked(False)
    with qtbot.waitSignal(first.session.modelChanged):
        first.load_model(None)
    # No wider than the offscreen screen allows at the next start.
    first.resize(940, 701)
    shot.settle(first)
    texts = ("source", "translation")
    first.docks.resizeDocks(
        [first.docks.dock(name) for name in texts], [150, 330], Qt.Orientation.Vertical
    )
    first.translation.splitter.setSizes([100, 160])
    first.session.select(kind=AttentionKind.DECODER_SELF, layer=1, head=2)
    first.commands.looks.choose_theme("dark")
    first.commands.looks.change_font(-1)
    first.source.set_text("Salut é 😆")
    shot.settle(first)
    rows = [first.docks.dock(name).height() for name in texts]
    points = theme.text_size()
    pieces = first.translation.splitter.sizes()
    first.close()
    assert path.is_file()

    settings = Settings(path)
    second = make_window(loader, settings)
    assert second.height() == 701
    shot.settle(second)
    assert [second.docks.dock(name).height() for name in texts] == pytest.approx(rows, abs=2)
    assert second.translation.splitter.sizes() == pytest.approx(pieces, abs=2)
    assert not second.source.live.isChecked()
    assert not second.actions_["live"].isChecked()
    session = second.session
    assert (session.kind, session.layer, session.head) == (AttentionKind.DECODER_SELF, 1, 2)
    assert second.actions_["kind_decoder"].isChecked()
    assert settings.text("look/theme") == "dark"
    assert settings.number("look/text_size", 0, 0, 1000) == round(points * 10)
    assert settings.text("source/text") == "Salut é 😆"
    second.commands.looks.reset_layout()
    shot.settle(second)
    assert second.docks.dock("source").height() > rows[0] + 20
    assert second.translation.splitter.sizes()[1] < pieces[1] - 20


def test_only_a_look_that_was_chosen_is_remembered(
    qapp: QApplication, make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    settings = Settings(None)
    window = make_window(loader, settings)
    # As --theme does it.
    theme.apply(qapp, theme.DARK)
    window.remember()
    assert settings.text("look/theme", "none") == "none"
    assert settings.number("look/text_size", -1, 0, 1000) == -1
    window.actions_["theme_toggle"].trigger()
    assert settings.text("look/theme") == "light"
    window.actions_["font_larger"].trigger()
    assert settings.number("look/text_size", -1, 0, 1000) == round(theme.text_size() * 10)
    window.actions_["font_normal"].trigger()
    assert settings.number("look/text_size", -1, 0, 1000) == -1


def test_full_screen_is_checked_whoever_changed_it(window: MainWindow) -> None:
    action = window.actions_["full_screen"]
    window.showFullScreen()
    assert action.isChecked()
    window.showNormal()
    assert not action.isChecked()
    action.trigger()
    assert window.isFullScreen()
    action.trigger()
    assert not window.isFullScreen()


def test_damaged_settings_do_no_harm(
    make_window: Callable[..., MainWindow], loader: FakeLoader
) -> None:
    settings = Settings(None)
    settings.set("window/geometry", QByteArray(b"\x00nonsense"))
    settings.set("layout/docks", "not a blob")
    settings.set("source/live", "perhaps")
    settings.set("attention/kind", "psychic")
    settings.set("attention/layer", "-7")
    settings.set("attention/head", "many")
    window = make_window(loader, settings)
    session = window.session
    assert (session.kind, session.layer, session.head) == (AttentionKind.CROSS, 0, None)
    assert window.source.live.isChecked()


def test_everything_that_takes_focus_has_a_name_and_tab_reaches_it(window: MainWindow) -> None:
    controls = [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QComboBox | QAbstractSlider)
        and widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not widget.objectName().startswith("qt_")
    ]
    assert len(controls) > 10
    for widget in controls:
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        assert widget.accessibleName() or text, f"{widget} has no accessible name"
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus, f"Tab does not reach {widget}"
    chain, widget = [], next_in_chain(window.source.editor)
    while widget is not window.source.editor:
        chain.append(widget)
        widget = next_in_chain(widget)
    assert not [control for control in controls if control not in chain]


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700), (1920, 1080)])
def test_nothing_is_cut_off_at_the_sizes_that_count(
    window: MainWindow, size: tuple[int, int]
) -> None:
    window.resize(*size)
    shot.settle(window)
    assert (window.width(), window.height()) == size
    for panel in (window.source, window.translation, window.transport, window.attention):
        least = panel.minimumSizeHint()
        assert panel.width() >= least.width(), panel
        assert panel.height() >= least.height(), panel
        for child in panel.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if child.isVisible():
                assert panel.rect().contains(child.geometry()), (panel, child)


def test_the_theme_and_the_text_size_change_at_once(qtbot: QtBot, window: MainWindow) -> None:
    light = shot.grab(window).toImage()
    window.actions_["theme_toggle"].trigger()
    assert theme.current() is theme.DARK
    assert window.actions_["theme_dark"].isChecked()
    dark = shot.grab(window).toImage()
    assert light.pixelColor(5, 5).lightness() > 200
    assert dark.pixelColor(5, 5).lightness() < 60
    points = theme.text_size()
    window.actions_["font_larger"].trigger()
    assert theme.text_size() == points + 1
    assert window.source.editor.font().pointSizeF() > points
    for _ in range(40):
        window.actions_["font_smaller"].trigger()
    assert theme.text_size() == theme.SMALLEST_TEXT
    window.actions_["font_normal"].trigger()
    assert theme.text_size() == theme.normal_text_size()


def test_the_translation_is_copied_as_text(qtbot: QtBot, window: MainWindow) -> None:
    translate(qtbot, window, PARAGRAPHS)
    window.actions_["copy_translation"].trigger()
    assert QGuiApplication.clipboard().text() == "Le chat mange. Regarde 😆!\n\nBonne nuit"


def test_clear_begins_anew(qtbot: QtBot, window: MainWindow) -> None:
    translate(qtbot, window, LOVE)
    window.actions_["clear"].trigger()
    assert window.source.text() == ""
    assert window.session.trace is None
    assert window.translation.text() == ""


def test_clear_gives_up_what_runs_and_asks_for_nothing(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    window.source.live.setChecked(True)
    gate = fake.gates[LOVE] = threading.Semaphore(4)
    window.source.set_text(LOVE)
    window.commands.translate()
    qtbot.waitUntil(lambda: window.session.length() == 2)
    window.actions_["clear"].trigger()
    gate.release(100)
    qtbot.waitUntil(lambda: fake.closed == [LOVE])
    assert window.session.trace is None
    assert not window.session.busy
    # Longer than live translation rests.
    qtbot.wait(2 * LIVE_MS)
    assert fake.begun == [LOVE]
    assert window.session.trace is None
    assert window.status.text() == "Ready."


def test_help_opens_and_closes(qtbot: QtBot, window: MainWindow) -> None:
    for action, kind in (("shortcuts", ShortcutsDialog), ("about", AboutDialog)):
        window.actions_[action].trigger()
        dialog = window.findChild(kind)
        assert dialog is not None
        assert dialog.isVisible()
        with qtbot.waitSignal(dialog.destroyed):
            qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_closing_in_mid_decode_ends_the_worker(
    qtbot: QtBot, window: MainWindow, fake: FakeTranslator
) -> None:
    window.session.set_speed(1.0)
    window.source.set_text(LOVE)
    window.commands.translate()
    qtbot.waitUntil(lambda: window.session.length() == 1)
    window.close()
    assert fake.closed == [LOVE]
    assert not window.engine._thread.isRunning()
    assert not window.isVisible()
