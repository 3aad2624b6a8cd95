"""What if, in the window: asked for, shown, undone; refusals lose nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import SearchError
from engine.search.what_if import Forbid, Force
from gui.main_window import MainWindow
from tests.gui.fakes import FakeTranslator
from tests.gui.traces import beams, trace_of


def test_a_candidate_words_and_a_ban_reach_the_engine(
    qtbot: QtBot, translated: MainWindow, fake: FakeTranslator
) -> None:
    window = translated
    for ask, change in (
        (lambda: window.candidates.forceRequested.emit(0, 1, 0, 77), Force((77,))),
        (lambda: window.candidates.forbidRequested.emit(0, 2, 0, 5), Forbid(5)),
        (lambda: window.candidates.forceTextRequested.emit(0, 0, 0, "Tu"), Force("Tu")),
    ):
        with qtbot.waitSignal(window.controller.translationEnded):
            ask()
        assert fake.changes[-1][3] == change
    assert [place[:3] for place in fake.changes] == [(0, 1, 0), (0, 2, 0), (0, 0, 0)]
    assert window.session.text() == "WHAT IF"


def test_the_command_for_words_begins_at_the_current_step(
    qtbot: QtBot, translated: MainWindow, fake: FakeTranslator
) -> None:
    window = translated
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    window.session.set_position(2)
    window.actions_["force_words"].trigger()
    words = window.candidates.words
    assert words.hasFocus() and words.placeholderText() == "Force words from step 3 on…"
    qtbot.keyClicks(words, "Tu es")
    with qtbot.waitSignal(window.controller.translationEnded):
        qtbot.keyClick(words, Qt.Key.Key_Return)
    assert fake.changes[-1] == (0, 2, 0, Force("Tu es"))
    window.commands.clear()
    assert not window.actions_["force_words"].isEnabled()
    assert not window.actions_["copy_translation"].isEnabled()


def test_undo_brings_the_earlier_translations_back_one_by_one(
    qtbot: QtBot, translated: MainWindow
) -> None:
    window, session = translated, translated.session
    first, text = session.trace, session.text()
    assert not window.actions_["undo"].isEnabled()
    session.set_position(1)
    for piece in (7, 8):
        with qtbot.waitSignal(window.controller.translationEnded):
            window.commands.force_piece(0, 1, 0, piece)
    assert session.trace is not first and session.text() == "WHAT IF"
    window.actions_["undo"].trigger()
    assert session.text() == "WHAT IF"
    window.actions_["undo"].trigger()
    assert session.trace is first and session.text() == text
    assert session.position == 1
    assert window.translation.text() == text
    assert not window.actions_["undo"].isEnabled()
    assert not session.busy and not session.playing


def test_another_translation_ends_what_can_be_undone(qtbot: QtBot, translated: MainWindow) -> None:
    window = translated
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.force_piece(0, 1, 0, 7)
    assert window.actions_["undo"].isEnabled()
    window.source.set_text("ok then")
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    assert not window.actions_["undo"].isEnabled()


def test_a_change_that_is_refused_leaves_everything_as_it_was(
    qtbot: QtBot, translated: MainWindow, fake: FakeTranslator
) -> None:
    window, session = translated, translated.session
    before, position = session.trace, session.position
    fake.refusal = SearchError("That piece cannot stand there.")
    with qtbot.waitSignal(window.controller.problem):
        window.commands.force_piece(0, 1, 0, 0)
    assert window.message_bar.isVisible()
    assert "cannot stand there" in window.message_bar.label.text()
    assert session.trace is before and session.position == position
    assert not window.actions_["undo"].isEnabled() and not session.busy


def test_undo_also_brings_back_which_hypothesis_was_followed(
    qtbot: QtBot, translated: MainWindow
) -> None:
    window, session = translated, translated.session
    session.show(trace_of(beams()))
    window.commands.go_on_from(0, 1, 2)
    assert session.hypothesis() == 2
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.force_piece(0, 1, 2, 7)
    assert session.followed == {}
    window.commands.undo_what_if()
    assert (session.position, session.hypothesis()) == (1, 2)
    assert session.text() == window.translation.text() == "Moi"


def test_what_is_cleared_cannot_be_undone(qtbot: QtBot, translated: MainWindow) -> None:
    window = translated
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.force_piece(0, 1, 0, 7)
    window.commands.clear()
    assert window.session.trace is None
    assert not window.actions_["undo"].isEnabled()
