from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from engine.events import AttentionKind
from engine.text.words import group_words
from gui.panels.translation import TranslationPanel
from gui.session import Hover, Session
from gui.widgets.highlight import GAIN
from tests.gui.traces import MODEL, Sentence, beams, events, love, paragraphs


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    return session


@pytest.fixture
def panel(qtbot: QtBot, session: Session) -> TranslationPanel:
    panel = TranslationPanel(session)
    qtbot.addWidget(panel)
    panel.resize(500, 260)
    panel.show()
    return panel


def click(qtbot: QtBot, panel: TranslationPanel, position: int) -> None:
    panel.flush()
    place = panel.strip.chip_area(position).center().toPoint()
    qtbot.mouseClick(panel.strip.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_text_streams_in(panel: TranslationPanel, session: Session) -> None:
    seen = []
    for event in love():
        session.add_event(event)
        panel.flush()
        seen.append(panel.text_view.toPlainText())
    assert seen[0] == seen[1] == ""
    assert seen[2:5] == ["Je", "Je t", "Je t'"]
    assert seen[-1] == "Je t'aime beaucoup."


def test_click_moves_the_session(qtbot: QtBot, panel: TranslationPanel, session: Session) -> None:
    session.add_events(paragraphs())
    click(qtbot, panel, 6)
    assert session.position == 6
    assert session.place() == (1, 1)
    click(qtbot, panel, 0)
    assert session.position == 0


def test_keys_move_the_session(qtbot: QtBot, panel: TranslationPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    panel.strip.setFocus()
    qtbot.keyClick(panel.strip, Qt.Key.Key_Left)
    qtbot.keyClick(panel.strip, Qt.Key.Key_Left)
    assert session.position == 4
    qtbot.keyClick(panel.strip, Qt.Key.Key_Home)
    assert session.position == 0
    qtbot.keyClick(panel.strip, Qt.Key.Key_Right)
    assert session.position == 1


def test_the_pointer_hovers_pieces_of_every_sentence(
    qtbot: QtBot, panel: TranslationPanel, session: Session
) -> None:
    session.add_events(paragraphs())
    session.set_position(6)
    panel.flush()
    viewport = panel.strip.viewport()
    qtbot.mouseMove(viewport, panel.strip.chip_area(7).center().toPoint())
    assert session.hover == Hover("target", 2)
    qtbot.mouseMove(viewport, panel.strip.chip_area(1).center().toPoint())
    assert session.hover == Hover("target", 1, sentence=0)
    qtbot.mouseMove(viewport, panel.strip.chip_area(5).center().toPoint())
    assert session.hover == Hover("target", 0)
    qtbot.mouseMove(viewport, QPoint(viewport.width() - 1, viewport.height() - 1))
    assert session.hover is None


def test_the_current_piece_s_probability_needs_no_pointer(
    qtbot: QtBot, panel: TranslationPanel, session: Session
) -> None:
    assert panel.current.text() == ""
    session.add_events(love())
    panel.flush()
    panel.strip.setFocus()
    qtbot.keyClick(panel.strip, Qt.Key.Key_Home)
    for position in (0, 1, 2):
        chip = panel.strip.chips()[position]
        assert f"probability {chip.probability:.6f}" in panel.current.text()
        assert panel.current.text() == chip.reading
        assert panel.current.accessibleName() == f"Current piece: {chip.reading}"
        qtbot.keyClick(panel.strip, Qt.Key.Key_Right)
    assert panel.current.isVisible()
    top = panel.current.mapTo(panel, QPoint(0, 0)).y()
    assert top >= panel.strip.mapTo(panel, QPoint(0, panel.strip.height())).y()
    session.reset(None)
    panel.flush()
    assert panel.current.text() == ""


@pytest.mark.parametrize("blank", ["\u2581", " ", "\u00a0"])
def test_there_is_nothing_to_copy_of_spaces(
    qtbot: QtBot, panel: TranslationPanel, session: Session, blank: str
) -> None:
    QGuiApplication.clipboard().setText("before")
    session.add_events(list(events("   ", [Sentence("   ", (blank, blank, "</s>"))])))
    panel.flush()
    assert not panel.text().strip() and not panel.copy_button.isEnabled()
    panel.copy()
    assert QGuiApplication.clipboard().text() == "before"


def test_copy_takes_the_readable_text(
    qtbot: QtBot, panel: TranslationPanel, session: Session
) -> None:
    assert not panel.copy_button.isEnabled()
    session.add_events(paragraphs())
    panel.flush()
    qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Le chat mange. Regarde 😆!\n\nBonne nuit"
    assert panel.copy_button.text() == "Copied"
    QGuiApplication.clipboard().setText("other")
    panel.strip.setFocus()
    qtbot.keyClick(panel.strip, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("Le chat")


def test_selected_text_keeps_no_break_spaces(panel: TranslationPanel) -> None:
    panel.text_view.show_text("Quoi\u00a0?\nRien\u202f!")
    panel.text_view.selectAll()
    panel.text_view.copy()
    assert QGuiApplication.clipboard().text() == "Quoi\u00a0?\nRien\u202f!"


def test_selection_survives_the_stream(panel: TranslationPanel, session: Session) -> None:
    happened = love()
    for event in happened[:4]:
        session.add_event(event)
    panel.flush()
    cursor = panel.text_view.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(2, QTextCursor.MoveMode.KeepAnchor)
    panel.text_view.setTextCursor(cursor)
    for event in happened[4:]:
        session.add_event(event)
    panel.flush()
    assert panel.text_view.textCursor().selectedText() == "Je"
    assert panel.text_view.toPlainText() == "Je t'aime beaucoup."


def test_a_cut_is_told(panel: TranslationPanel, session: Session) -> None:
    session.add_events(love())
    panel.flush()
    assert not panel.notice.isVisible()
    session.add_events(paragraphs())
    panel.flush()
    assert panel.notice.isVisible()
    assert panel.notice.text().startswith("Sentence 3 stopped at the length limit of 2 pieces.")
    assert panel.notice.text() in panel.notice.accessibleName()
    text = "Go"
    session.add_events(list(events(text, [Sentence(text, ("\u2581Va",), "length limit")])))
    panel.flush()
    assert panel.notice.text().startswith("The translation stopped at the length limit of 1 piece.")


def test_toggle_hides_specials_in_the_display_only(
    qtbot: QtBot, panel: TranslationPanel, session: Session
) -> None:
    session.add_events(love())
    panel.flush()
    assert panel.strip.chip_area(6).width() > 0
    panel.specials.setChecked(False)
    assert panel.strip.chip_area(6).width() == 0
    assert session.length() == 7
    assert panel.text() == "Je t'aime beaucoup."


def test_a_new_translation_takes_the_old_one_away(
    panel: TranslationPanel, session: Session
) -> None:
    session.add_events(paragraphs())
    panel.flush()
    session.add_event(love()[0])
    panel.flush()
    assert panel.text_view.toPlainText() == ""
    assert panel.strip.chips() == []
    assert panel.strip.tail_shown()
    assert not panel.notice.isVisible()


def test_names(panel: TranslationPanel) -> None:
    assert panel.heading.text() == "French"
    for widget in (panel.strip, panel.text_view, panel.specials, panel.copy_button, panel.legend):
        assert widget.accessibleName()


# ------------------------------------------------------------------ against the run before


def test_the_difference_stands_beneath_a_finished_text(
    panel: TranslationPanel, session: Session
) -> None:
    happened = love()
    panel.set_before("Je vous aime beaucoup.")
    for event in happened[:-1]:
        session.add_event(event)
        panel.flush()
        assert not panel.difference.isVisible(), "what is not written yet is not gone"
    session.add_event(happened[-1])
    panel.flush()
    assert panel.difference.isVisible()
    changed = [part for part in panel.difference.parts() if not part.same]
    assert [(part.before, part.after) for part in changed] == [("vous ", "t'")]
    assert "".join(part.after for part in panel.difference.parts()) == panel.text()
    panel.set_before(None)
    panel.flush()
    assert not panel.difference.isVisible()


def test_no_difference_no_line(panel: TranslationPanel, session: Session) -> None:
    session.add_events(love())
    panel.set_before(session.text())
    panel.flush()
    assert not panel.difference.isVisible()
    panel.set_before("")
    panel.flush()
    assert panel.difference.isVisible(), "all of it is new"
    session.reset(None)
    panel.flush()
    assert not panel.difference.isVisible()


def test_the_difference_of_what_was_given_up_is_shown_too(
    panel: TranslationPanel, session: Session
) -> None:
    session.add_events(love()[:4])
    panel.set_before("Tu")
    panel.flush()
    assert not panel.difference.isVisible()
    session.set_can_decode(False)
    panel.flush()
    assert panel.difference.isVisible()


def test_the_difference_is_computed_once(
    panel: TranslationPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.add_events(love())
    panel.set_before("Tu")
    panel.flush()

    def never(*_: object) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(panel.difference, "show_change", never)
    for position in range(session.length()):
        session.set_position(position)
        panel.flush()


def test_pieces_are_tinted_by_what_they_give_to_the_source_word_under_the_pointer(
    panel: TranslationPanel, session: Session
) -> None:
    session.add_events(beams())
    sentence = session.sentence()
    assert sentence is not None
    for layer, head, hypothesis in ((0, 0, 0), (1, 3, 1), (0, None, 0)):
        session.select(kind=AttentionKind.CROSS, layer=layer, head=head)
        session.follow(0, 1, hypothesis)
        session.set_hover(None)
        panel.flush()
        by_probability = [panel.strip.tint(place) for place in range(4)]
        words = [list(word.pieces) for word in group_words(sentence.encoded.pieces)]
        for piece in range(len(sentence.encoded.pieces) - 1):
            word = next(each for each in words if piece in each)
            session.set_hover(Hover("source", piece))
            panel.flush()
            path = session.path(sentence)
            for step, place in enumerate(path):
                cross = sentence.steps[step].hypotheses[place].cross
                assert cross is not None
                heads = cross[layer].mean(axis=0) if head is None else cross[layer, head]
                weight = float(heads[word].sum())
                tint = panel.strip.tint(step)
                if weight < 0.01:
                    assert tint is None
                else:
                    assert tint is not None
                    assert tint.alphaF() == pytest.approx(min(1, GAIN * weight), abs=0.01)
        session.set_hover(None)
        panel.flush()
        assert [panel.strip.tint(place) for place in range(4)] == by_probability
