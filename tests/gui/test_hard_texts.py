"""Texts that broke other translators, in the whole window with a real tiny translator."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QTextCursor, QTextOption
from pytestqt.qtbot import QtBot

from engine.errors import TraceTooLargeError
from engine.events import Event, Finished, Record, Started
from engine.search.options import SearchOptions
from engine.trace import Trace
from gui.main_window import MainWindow
from gui.session import Session
from gui.widgets.history_text import row_text
from gui.widgets.source_editor import LONGEST_WORD, WRAP, SourceEditor
from gui.widgets.strip_model import PathOf, StripModel
from gui.widgets.utf16 import valid_text
from gui.worker import Translation
from tests.engine import conftest as engine_fixtures
from tests.engine.conftest import MakeTranslator
from tests.gui.traces import Sentence, events, trace_of
from tests.hard_texts import BLOCKS, HARD, lines, words

tiny_vocabulary = engine_fixtures.tiny_vocabulary
make_translator = engine_fixtures.make_translator

SHORT = SearchOptions(max_length=3)


@pytest.fixture
def window(
    qtbot: QtBot, make_window: Callable[..., MainWindow], make_translator: MakeTranslator
) -> MainWindow:
    translator = make_translator(
        1, d_model=16, heads=2, d_ff=16, encoder_layers=1, decoder_layers=1, max_positions=256
    )
    made = make_window(lambda request: translator)
    made.source.live.setChecked(False)
    with qtbot.waitSignal(made.session.modelChanged):
        made.load_model(None)
    made.session.set_options(SHORT)
    return made


def editor_text(text: str) -> str:
    """A text as an editor of Qt has it: one kind of line break, and text alone."""
    for separator in ("\r\n", "\r", "\u2028", "\u2029", "\ufdd0", "\ufdd1"):
        text = text.replace(separator, "\n")
    return valid_text(text)


def test_the_panels_show_it(qtbot: QtBot, window: MainWindow) -> None:
    for name, text in HARD.items():
        print(name)  # of the one that fails
        check_shown(qtbot, window, text)


def check_shown(qtbot: QtBot, window: MainWindow, text: str) -> None:
    session = window.session
    window.source.set_text(text)
    assert window.source.text() == editor_text(text)
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    trace = session.trace
    assert trace is not None and trace.started.text == editor_text(text)
    window.translation.flush()
    window.source.flush()
    chips = window.translation.strip.chips()
    assert len(chips) == session.length()
    shown = window.translation.text_view.toPlainText()
    assert editor_text(shown) == editor_text(session.text()).replace("\u00a0", " ")
    if session.text().strip():
        window.translation.copy()
        assert QGuiApplication.clipboard().text() == session.text()
    if not trace.sentences:
        assert session.status == "Nothing to translate." and session.text() == editor_text(text)
    # Every place can be looked at, and every source piece be pointed at.
    for position in range(session.length()):
        session.set_position(position)
        window.source.flush()
        for lit in window.source.attended():
            assert 0 <= lit.start < lit.end <= len(trace.started.text)


def test_every_block_of_unicode(qtbot: QtBot, window: MainWindow) -> None:
    text = "\n".join(BLOCKS.split("\n")[::12])
    window.source.set_text(text)
    with qtbot.waitSignal(window.controller.translationEnded, timeout=20_000):
        window.commands.translate()
    window.translation.flush()
    assert window.source.text() == text
    assert window.translation.text().count("\n") >= text.count("\n")


def test_what_is_too_long_is_said_with_numbers_and_what_to_do(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.source.set_text("cat " * 1000)
    with qtbot.waitSignal(window.controller.problem) as caught:
        window.commands.translate()
    (failure,) = caught.args
    assert failure.expected and "at most 256: split it into shorter sentences" in failure.message
    assert window.message_bar.label.text() == failure.message
    # And the window goes on.
    window.source.set_text("The cat.")
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    assert window.session.length() > 0


# ------------------------------------------------------------------------- long texts


def longest_event(act: Callable[[], object]) -> float:
    """Seconds of processor time of this thread."""
    begun = time.thread_time()
    act()
    return time.thread_time() - begun


@pytest.fixture
def editor(qtbot: QtBot) -> SourceEditor:
    editor = SourceEditor()
    qtbot.addWidget(editor)
    editor.resize(460, 200)
    editor.show()
    return editor


def paste(editor: SourceEditor, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    editor.insertFromMimeData(data)


def test_a_word_without_end_does_not_hold_the_window_up(editor: SourceEditor, qtbot: QtBot) -> None:
    """Qt takes quadratic time to look for a place to break: 44 s of a megabyte, 5 s of this."""
    text = "a" * 200_000

    def all_of_it() -> None:
        paste(editor, text)
        editor.moveCursor(QTextCursor.MoveOperation.End)
        editor.insertPlainText("b")
        qtbot.wait(1)

    assert longest_event(all_of_it) < 2
    assert editor.text() == text + "b"
    # Undone and done again, in one go.
    assert longest_event(lambda: (editor.undo(), editor.undo(), editor.redo())) < 2
    editor.replace_text("short again")
    assert longest_event(editor.undo) < 2


def test_lines_break_between_words_unless_one_has_no_end(editor: SourceEditor) -> None:
    anywhere = QTextOption.WrapMode.WrapAnywhere
    assert editor.wordWrapMode() == WRAP
    paste(editor, "word " * 10_000)
    assert editor.wordWrapMode() == WRAP
    paste(editor, "a" * LONGEST_WORD)
    assert editor.wordWrapMode() == WRAP
    paste(editor, "b")
    assert editor.wordWrapMode() == anywhere
    editor.insertPlainText(" ")
    editor.textCursor().deletePreviousChar()
    assert editor.wordWrapMode() == anywhere
    editor.textCursor().deletePreviousChar()
    assert editor.wordWrapMode() == WRAP
    editor.replace_text("\n".join(["a" * LONGEST_WORD] * 3))
    assert editor.wordWrapMode() == WRAP


@pytest.mark.parametrize("text", [words(10_000), lines(3000)], ids=["words", "lines"])
def test_long_texts_are_taken_whole(editor: SourceEditor, text: str) -> None:
    assert longest_event(lambda: paste(editor, text)) < 0.5
    assert editor.text() == text


def many(sentences: int) -> Trace:
    """A trace of many lines."""
    text = "\n".join(f"I love {number}." for number in range(sentences))
    one = [
        Sentence(line, ("\u2581Je", "\u2581t", "'", "aime", "</s>")) for line in text.split("\n")
    ]
    return trace_of(list(events(text, one)))


def test_a_long_trace_is_shown_a_frame_s_worth_at_a_time(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.widgets.token_strip._AT_ONCE", 50)
    sync, grown = StripModel.sync, list[int]()

    def watched(
        model: StripModel, trace: Trace | None, path_of: PathOf, most: int | None = None
    ) -> int:
        before = len(model.entries)
        first = sync(model, trace, path_of, most)
        grown.append(len(model.entries) - before)
        return first

    monkeypatch.setattr(StripModel, "sync", watched)
    strip = window.translation.strip
    window.controller.open(many(60))
    qtbot.waitUntil(lambda: not strip.behind and len(strip.chips()) == 300)
    # A sentence more than is asked for, for a sentence is shown whole.
    assert len(grown) > 5 and max(grown) <= 50 + 10
    # The end is what is shown, once it is there; a screen reader is told.
    chip = strip.current_chip()
    assert chip is not None and chip.position == window.session.position == 299
    assert "300" in strip.accessibleDescription()
    assert strip.viewport().rect().contains(strip.chip_area(299).center().toPoint())
    # What another hypothesis changes is not seen to grow anew.
    window.session.follow(0, 4, 0)
    window.translation.flush()
    assert len(strip.chips()) == 300


def test_flushing_shows_all_of_it(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.widgets.token_strip._AT_ONCE", 7)
    window.controller.open(many(20))
    window.translation.flush()
    assert len(window.translation.strip.chips()) == 100


def test_positions_are_found_in_traces_of_any_length() -> None:
    session = Session()
    trace = many(2000)
    session.show(trace)
    places = trace.positions()
    took = longest_event(lambda: [session.position_of(*place) for place in places])
    assert [session.position_of(*place) for place in places] == list(range(len(places)))
    assert session.position_of(2000, 0) == session.position_of(0, 99) == -1
    assert took < 0.5


# -------------------------------------------------------------- too long to be recorded


def test_what_is_too_long_to_be_recorded_is_translated_and_said(
    qtbot: QtBot,
    window: MainWindow,
    make_translator: MakeTranslator,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "The dog. The cat. I love you."
    translator = make_translator(1)
    real = translator.stream
    for record, fits in (("best", ("best", "none")), ("none", ("none",))):

        def stream(
            text: str, options: SearchOptions, record: Record, fits: tuple[str, ...] = fits
        ) -> Iterator[Event]:
            if record not in fits:
                raise TraceTooLargeError("too large")
            return real(text, options, record)

        monkeypatch.setattr(translator, "stream", stream)
        happened = list(Translation(text, SHORT).events(translator))
        monkeypatch.undo()
        assert isinstance(happened[0], Started) and happened[0].record == record
        assert sum(isinstance(event, Finished) for event in happened) == 3
        window.session.show(trace_of(happened))
        window.translation.flush()
        wanted = {"best": "Only the attention of each", "none": "No attention is recorded"}
        assert window.translation.remark.text().startswith(wanted[record])
        assert window.translation.remark.isVisibleTo(window.translation)

    def refused(*_: object) -> object:
        raise TraceTooLargeError("too large for anything")

    monkeypatch.setattr(translator, "stream", refused)
    with pytest.raises(TraceTooLargeError, match="for anything"):
        list(Translation(text, SHORT).events(translator))


# ---------------------------------------------------------------------- repetition loops


def test_a_loop_is_said_wherever_a_cut_is(qtbot: QtBot, window: MainWindow) -> None:
    window.session.set_options(SearchOptions(max_length=60))
    window.source.set_text("The dog chased the cat.")
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    session, panel = window.session, window.translation
    panel.flush()
    assert session.trace is not None and session.trace.translated is not None
    (sentence,) = session.trace.sentences
    assert sentence.finished is not None
    best = sentence.finished.hypotheses[0]
    assert best.loop is not None and session.trace.translated.looping == (0,)
    said = panel.remark.text()
    assert said.startswith("The translation repeats “")
    assert f"{best.loop.repeats} times at its end." in said
    assert "a beam, “Repeated n-grams” or “Repetition penalty” may help" in said
    assert panel.strip.notes()[-1].endswith(f"{best.loop.repeats} times")
    assert session.status.endswith("It repeats itself at its end.")
    entry = window.history_.current()
    assert entry is not None
    assert "repeats itself" in [badge.text for badge in row_text(entry, True).badges]
    # What it names helps, and nothing is said any more.
    window.session.set_options(SearchOptions(max_length=20, no_repeat_ngram=1))
    with qtbot.waitSignal(window.controller.translationEnded):
        window.commands.translate()
    panel.flush()
    assert panel.remark.text() == "" and panel.remark.isHidden()
