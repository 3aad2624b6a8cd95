from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from gui import theme
from gui.panels.source import SourcePanel
from gui.session import Hover, Session
from gui.widgets.colours import contrast, mix
from gui.widgets.highlight import GAIN, highlight_colour
from gui.widgets.utf16 import Utf16Index
from tests.gui.traces import LOVE, MODEL, PARAGRAPHS, love, paragraphs


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> SourcePanel:
    panel = SourcePanel(session)
    qtbot.addWidget(panel)
    panel.resize(500, 200)
    panel.show()
    return panel


def lit(panel: SourcePanel) -> dict[str, float]:
    """The lit words, as the editor itself has them, with their opacity."""
    panel.flush()
    return {
        selection.cursor.selectedText(): selection.format.background().color().alphaF()
        for selection in panel.editor.extraSelections()
        if selection.format.background().style() != Qt.BrushStyle.NoBrush
    }


def underlined(panel: SourcePanel) -> list[str]:
    """The underlined words, as the editor itself has them."""
    panel.flush()
    return [
        selection.cursor.selectedText()
        for selection in panel.editor.extraSelections()
        if selection.format.underlineStyle() != QTextCharFormat.UnderlineStyle.NoUnderline
    ]


def expected(session: Session, step: int) -> dict[str, float]:
    """The words of the current sentence with the trace's mean weights of ``step``."""
    sentence = session.sentence()
    assert sentence is not None
    assert session.trace is not None
    cross = sentence.steps[step].hypotheses[0].cross
    assert cross is not None
    row = cross[session.layer].mean(axis=0)
    text = session.trace.started.text
    return {
        text[piece.span[0] : piece.span[1]].strip(): float(weight)
        for piece, weight in zip(sentence.encoded.pieces, row, strict=True)
        if piece.span is not None and weight >= 0.01
    }


def assert_lit(panel: SourcePanel, weights: dict[str, float]) -> None:
    got = lit(panel)
    assert got.keys() == weights.keys()
    for word, weight in weights.items():
        assert got[word] == pytest.approx(min(1.0, GAIN * weight), abs=0.01)


def test_hovered_target_lights_up_its_source_words(panel: SourcePanel, session: Session) -> None:
    session.add_events(love())
    panel.set_text(LOVE)
    for step in (0, 3, 5):
        session.set_hover(Hover("target", step))
        assert_lit(panel, expected(session, step))
    assert len(lit(panel)) > 1


def test_without_hover_the_current_step_lights_up(panel: SourcePanel, session: Session) -> None:
    session.add_events(love())
    panel.set_text(LOVE)
    session.set_position(2)
    assert_lit(panel, expected(session, 2))


def test_layer_and_head_count(panel: SourcePanel, session: Session) -> None:
    session.add_events(love())
    panel.set_text(LOVE)
    mean = lit(panel)
    session.select(layer=1, head=3)
    assert lit(panel) != mean


def test_spans_after_an_emoji_are_right(panel: SourcePanel, session: Session) -> None:
    session.add_events(paragraphs())
    panel.set_text(PARAGRAPHS)
    # The second sentence holds the emoji, the third comes after it.
    session.set_position(session.position_of(1, 1))
    assert {"Look", "😆", "there!"} >= set(lit(panel))
    assert_lit(panel, expected(session, 1))
    session.set_position(session.position_of(2, 1))
    assert {"Good", "night."} >= set(lit(panel))
    assert lit(panel)


def test_edited_text_is_not_lit(panel: SourcePanel, session: Session) -> None:
    session.add_events(love())
    panel.set_text(LOVE)
    assert lit(panel)
    panel.editor.moveCursor(QTextCursor.MoveOperation.Start)
    panel.editor.insertPlainText("x")
    assert lit(panel) == {}
    panel.editor.undo()
    assert lit(panel)
    session.reset(None)
    assert lit(panel) == {}


def test_source_hover_shows_the_encoder_row(panel: SourcePanel, session: Session) -> None:
    session.add_events(love())
    panel.set_text(LOVE)
    session.select(kind=AttentionKind.ENCODER_SELF, layer=2, head=None)
    session.set_hover(Hover("source", 1))
    sentence = session.sentence()
    assert sentence is not None
    assert sentence.encoded.attention is not None
    row = sentence.encoded.attention[2].mean(axis=0)[1]
    assert lit(panel)["you"] == pytest.approx(min(1, GAIN * float(row[2])), abs=0.01)


@pytest.mark.parametrize("kind", list(AttentionKind))
def test_the_word_under_the_pointer_is_underlined(
    panel: SourcePanel, session: Session, kind: AttentionKind
) -> None:
    session.add_events(paragraphs())
    panel.set_text(PARAGRAPHS)
    session.select(kind=kind, layer=0, head=1)
    for sentence in session.trace.sentences:  # type: ignore[union-attr]
        for index, piece in enumerate(sentence.encoded.pieces):
            session.set_hover(Hover("source", index, sentence.encoded.sentence))
            found = underlined(panel)
            if piece.span is None:
                assert found == []
            else:
                part = PARAGRAPHS[piece.span[0] : piece.span[1]].strip()
                assert len(found) == 1
                assert part in found[0]
    session.set_hover(Hover("target", 0))
    assert underlined(panel) == []
    session.set_hover(Hover("source", 0))
    panel.editor.insertPlainText("x")
    assert underlined(panel) == []


def test_pointing_at_a_word_hovers_its_piece(
    qtbot: QtBot, panel: SourcePanel, session: Session
) -> None:
    session.add_events(paragraphs())
    panel.set_text(PARAGRAPHS)
    session.set_position(session.position_of(1, 0))
    editor = panel.editor

    def point_at(units: int) -> None:
        cursor = editor.textCursor()
        cursor.setPosition(units)
        left = editor.cursorRect(cursor)
        qtbot.mouseMove(editor.viewport(), left.center() + QPoint(3, 0))

    point_at(PARAGRAPHS.index("Look") + 1)
    assert session.hover == Hover("source", 0)
    # One unit more than code points, after the emoji.
    point_at(PARAGRAPHS.index("there") + 1 + 1)
    assert session.hover == Hover("source", 2)
    # Another sentence's words are no pieces of the current one.
    point_at(PARAGRAPHS.index("cat"))
    assert session.hover is None
    qtbot.mouseMove(editor.viewport(), QPoint(400, editor.viewport().height() - 3))
    assert session.hover is None


def test_live_asks_once_after_the_pause(qtbot: QtBot, panel: SourcePanel) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    qtbot.keyClicks(panel.editor, "The cat")
    assert asked == []
    qtbot.waitUntil(lambda: asked == ["The cat"])
    qtbot.keyClicks(panel.editor, "s")
    qtbot.keyClick(panel.editor, Qt.Key.Key_Backspace)
    # Back at the text that was asked for: nothing new to ask.
    qtbot.waitUntil(lambda: not panel._pause.isActive())
    assert asked == ["The cat"]
    panel.editor.clear()
    qtbot.waitUntil(lambda: asked == ["The cat", ""])


def test_emptying_the_text_asks_even_if_the_model_came_later(qtbot: QtBot) -> None:
    session = Session()
    panel = SourcePanel(session)
    qtbot.addWidget(panel)
    panel.show()
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    panel.set_text(LOVE)
    panel.translate_now()
    session.set_model(MODEL)
    session.add_events(love())
    # Typed and taken back: that text has its translation.
    qtbot.keyClicks(panel.editor, "s")
    qtbot.keyClick(panel.editor, Qt.Key.Key_Backspace)
    assert panel.text() == LOVE
    qtbot.waitUntil(lambda: not panel._pause.isActive())
    assert asked == [LOVE]
    panel.editor.clear()
    qtbot.waitUntil(lambda: asked == [LOVE, ""])


def test_emptying_the_text_asks_while_the_first_answer_is_awaited(qtbot: QtBot) -> None:
    session = Session()
    panel = SourcePanel(session)
    qtbot.addWidget(panel)
    panel.show()
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    panel.set_text(LOVE)
    panel.translate_now()
    session.set_model(MODEL)
    panel.editor.clear()
    qtbot.waitUntil(lambda: asked == [LOVE, ""])


def test_another_model_is_asked_for_the_same_text(
    qtbot: QtBot, panel: SourcePanel, session: Session
) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    panel.set_text(LOVE)
    panel.live.setChecked(False)
    panel.translate_now()
    session.add_events(love())
    panel.live.setChecked(True)
    qtbot.waitUntil(lambda: not panel._pause.isActive())
    assert asked == [LOVE]
    panel.live.setChecked(False)
    session.set_model(dataclasses.replace(MODEL, name="another", fingerprint="another"))
    panel.live.setChecked(True)
    qtbot.waitUntil(lambda: asked == [LOVE, LOVE])


def test_a_translation_begun_by_stepping_counts_as_asked_for(
    qtbot: QtBot, panel: SourcePanel, session: Session
) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    panel.set_text(LOVE)
    session.add_events(love())
    qtbot.waitUntil(lambda: not panel._pause.isActive())
    assert asked == []
    panel.editor.clear()
    qtbot.waitUntil(lambda: asked == [""])


def test_undo_brings_a_replaced_text_back_and_live_takes_it_up(
    qtbot: QtBot, panel: SourcePanel, session: Session
) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    panel.set_text(PARAGRAPHS)
    # There was nothing before the first text.
    assert not panel.editor.document().isUndoAvailable()
    panel.translate_now()
    session.add_events(paragraphs())
    for _ in range(2):
        panel.set_text("")
        session.reset(None)
        assert panel.text() == ""
        panel.editor.undo()
        assert panel.text() == PARAGRAPHS
    qtbot.waitUntil(lambda: asked == [PARAGRAPHS, PARAGRAPHS])
    panel.set_text("other\nlines")
    assert panel.text() == "other\nlines"
    panel.editor.undo()
    assert panel.text() == PARAGRAPHS


def test_clearing_everything_asks_nothing(
    qtbot: QtBot, panel: SourcePanel, session: Session
) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    panel.set_text(LOVE)
    panel.translate_now()
    session.add_events(love())
    panel.set_text("")
    session.reset(None)
    qtbot.waitUntil(lambda: not panel._pause.isActive())
    assert asked == [LOVE]


def test_a_text_is_indexed_once(
    qtbot: QtBot, panel: SourcePanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed: list[str] = []

    class Counted(Utf16Index):
        def __init__(self, text: str) -> None:
            indexed.append(text)
            super().__init__(text)

    monkeypatch.setattr("gui.widgets.source_editor.Utf16Index", Counted)
    session.add_events(paragraphs())
    panel.set_text(PARAGRAPHS)
    viewport = panel.editor.viewport()

    def use() -> None:
        for position in range(session.length()):
            session.set_position(position)
            panel.flush()
            qtbot.mouseMove(viewport, QPoint(8 + 3 * position, 10))

    use()
    assert indexed == [PARAGRAPHS]
    panel.editor.moveCursor(QTextCursor.MoveOperation.Start)
    panel.editor.insertPlainText("😆")
    use()
    assert indexed == [PARAGRAPHS, "😆" + PARAGRAPHS]


def test_live_can_be_switched_off(qtbot: QtBot, panel: SourcePanel) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    panel.live.setChecked(False)
    qtbot.keyClicks(panel.editor, "Hello")
    assert not panel._pause.isActive()
    panel.translate_now()
    assert asked == ["Hello"]
    qtbot.keyClicks(panel.editor, "!")
    assert not panel._pause.isActive()
    # Switching it on takes up what was typed meanwhile.
    panel.live.setChecked(True)
    qtbot.waitUntil(lambda: asked == ["Hello", "Hello!"])


def test_button_asks_at_once_and_takes_the_pause_away(qtbot: QtBot, panel: SourcePanel) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    qtbot.keyClicks(panel.editor, "Hi")
    qtbot.mouseClick(panel.translate_button, Qt.MouseButton.LeftButton)
    assert asked == ["Hi"]
    assert not panel._pause.isActive()
    qtbot.mouseClick(panel.translate_button, Qt.MouseButton.LeftButton)
    assert asked == ["Hi", "Hi"]


def test_live_waits_for_the_end_of_a_composition(qtbot: QtBot, panel: SourcePanel) -> None:
    asked: list[str] = []
    panel.translateRequested.connect(asked.append)
    qtbot.keyClicks(panel.editor, "a")
    QApplication.sendEvent(panel.editor, QInputMethodEvent("^", []))
    assert panel.editor.composing
    qtbot.waitUntil(lambda: not panel._pause.isActive())
    assert asked == []
    commit = QInputMethodEvent("", [])
    commit.setCommitString("ê")
    QApplication.sendEvent(panel.editor, commit)
    qtbot.waitUntil(lambda: asked == ["aê"])


def test_pasted_text_keeps_lines_and_no_break_spaces(panel: SourcePanel) -> None:
    data = QMimeData()
    data.setText("one\r\ntwo\n\nQuoi\u00a0? 😆")
    data.setHtml("<b>one</b>")
    panel.editor.insertFromMimeData(data)
    assert panel.text() == "one\ntwo\n\nQuoi\u00a0? 😆"


def test_large_paste_is_taken_whole(panel: SourcePanel) -> None:
    panel.live.setChecked(False)
    text = "\n".join(f"Line {number} of a long text." for number in range(3000))
    panel.set_text(text)
    assert panel.text() == text
    assert panel.count.text() == f"{len(text):,} characters"


def test_characters_are_counted_as_code_points(panel: SourcePanel) -> None:
    panel.set_text("😆")
    assert panel.count.text() == "1 character"


def test_names_and_languages(panel: SourcePanel, session: Session) -> None:
    assert panel.heading.text() == "English"
    assert "English" in panel.editor.placeholderText()
    assert panel.editor.accessibleName()
    assert panel.live.accessibleName()
    assert panel.translate_button.accessibleName()
    session.set_model(None)
    assert panel.heading.text() == "Source text"


@pytest.mark.parametrize("colours", theme.THEMES.values(), ids=theme.THEMES)
def test_lit_words_stay_legible(colours: theme.Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "_current", colours)
    strongest = highlight_colour(1.0)
    for share in (0.25, 0.5, 1.0):
        background = mix(colours.color("surface"), strongest, share)
        assert contrast(background, colours.color("text")) >= 4.5


def test_the_count_is_that_of_the_newest_text_whoever_read_the_old_one(panel: SourcePanel) -> None:
    editor = panel.editor
    counted = []
    for change in (
        lambda: panel.set_text("one"),
        lambda: editor.insertPlainText("!"),
        editor.undo,
        editor.redo,
        lambda: panel.set_text("something longer"),
        editor.clear,
    ):
        # As the highlights do with every step.
        panel.text()
        change()
        counted.append((int("".join(filter(str.isdigit, panel.count.text()))), len(panel.text())))
    assert [told for told, _ in counted] == [length for _, length in counted]
    assert len(set(counted)) > 3


def test_in_a_narrow_panel_the_count_makes_room_for_the_name(
    panel: SourcePanel, qtbot: QtBot
) -> None:
    panel.show()
    panel.resize(600, 200)
    assert panel.count.isVisible()
    parts = (panel.heading, panel.live, panel.translate_button)
    panel.resize(sum(part.sizeHint().width() for part in parts) + 60, 200)
    assert not panel.count.isVisible()
    QApplication.processEvents()
    assert panel.heading.width() >= panel.heading.sizeHint().width()


@pytest.mark.parametrize("text", [LOVE, PARAGRAPHS, "😆"])
def test_who_comes_back_goes_on_writing_at_the_end(
    qtbot: QtBot, panel: SourcePanel, text: str
) -> None:
    panel.set_text(text)
    qtbot.keyClicks(panel.editor, " more")
    assert panel.text() == text + " more"


def test_the_same_text_put_in_again_is_lit_again(panel: SourcePanel, session: Session) -> None:
    session.add_events(love())
    panel.set_text(LOVE)
    panel.flush()
    lit = list(panel.attended())

    def marked() -> list[str]:
        return [each.cursor.selectedText() for each in panel.editor.extraSelections()]

    words = marked()
    assert words and all(words)
    panel.show_translated(LOVE)
    panel.flush()
    assert list(panel.attended()) == lit and marked() == words
    panel.set_text("other")
    assert marked() == []
