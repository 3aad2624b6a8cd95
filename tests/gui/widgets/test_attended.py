from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from engine.events import AttentionKind, Piece
from gui.session import Hover, Session
from gui.widgets.attended import attended_row, words
from tests.gui.traces import END, MODEL, love


def spans(text: str, *cuts: int) -> list[Piece]:
    """Pieces between the cuts, the end token after them."""

    def piece(begin: int, end: int) -> Piece:
        spelling = text[begin:end].replace(" ", "\u2581")
        return Piece(9, spelling, "normal", spelling, (begin, end))

    return [*(piece(a, b) for a, b in pairwise(cuts)), END]


def found(text: str, pieces: list[Piece], *row: float) -> dict[str, float]:
    result = words(text, pieces, np.array(row, dtype=np.float32))
    return {text[word.start : word.end]: round(word.weight, 4) for word in result}


def test_a_word_gets_the_sum_of_its_pieces() -> None:
    text = "unbelievable story"
    pieces = spans(text, 0, 2, 9, 12, 18)
    assert found(text, pieces, 0.1, 0.2, 0.05, 0.4, 0.25) == {"unbelievable": 0.35, "story": 0.4}


def test_spaces_are_not_lit_and_the_end_token_takes_its_share_with_it() -> None:
    text = "I love"
    assert found(text, spans(text, 0, 1, 6), 0.3, 0.3, 0.4) == {"I": 0.3, "love": 0.3}


def test_punctuation_is_a_word_of_its_own_but_an_apostrophe_is_not() -> None:
    text = "don't, stop"
    pieces = spans(text, 0, 3, 4, 5, 6, 11)
    assert found(text, pieces, 0.1, 0.1, 0.1, 0.2, 0.3, 0.2) == {
        "don't": 0.3,
        ",": 0.2,
        "stop": 0.3,
    }


def test_bytes_of_one_character_share_it() -> None:
    text = "a 😆"
    silent = Piece(9, "<0xF0>", "byte", "", (2, 3))
    last = Piece(9, "<0x86>", "byte", "😆", (2, 3))
    pieces = [*spans(text, 0, 1)[:-1], silent, silent, silent, last]
    assert found(text, pieces, 0.2, 0.1, 0.1, 0.1, 0.1) == {"a": 0.2, "😆": 0.4}


def test_the_weight_on_a_lone_space_mark_is_its_word_s() -> None:
    text = "go Varun"
    pieces = spans(text, 0, 2, 3, 6, 8)
    assert found(text, pieces, 0.1, 0.3, 0.2, 0.1, 0.3) == {"go": 0.1, "Varun": 0.6}


def test_numbers_and_times_are_one_word() -> None:
    text = "1,000 at 12:30"
    pieces = spans(text, 0, 1, 2, 5, 8, 11, 12, 14)
    assert found(text, pieces, 0.1, 0.1, 0.1, 0.2, 0.1, 0.1, 0.1, 0.2) == {
        "1,000": 0.3,
        "at": 0.2,
        "12:30": 0.3,
    }


def test_words_within_one_character_light_it_once() -> None:
    text = "½ cup"
    parts = [Piece(9, part, "normal", part, (0, 1)) for part in "1\u20442"]
    pieces = [*parts, *spans(text, 1, 5)]
    assert found(text, pieces, 0.2, 0.1, 0.2, 0.3, 0.2) == {"½": 0.5, "cup": 0.3}


def test_what_is_too_faint_stays_dark() -> None:
    text = "a b"
    assert found(text, spans(text, 0, 1, 3), 0.001, 0.9, 0.099) == {"b": 0.9}


@pytest.fixture
def session() -> Session:
    session = Session()
    session.set_model(MODEL)
    session.add_events(love())
    return session


def test_row_is_the_hovered_piece_s(session: Session) -> None:
    assert session.trace is not None
    sentence = session.trace.sentences[0]
    session.select(layer=1, head=2)
    session.set_hover(Hover("target", 3))
    expected = sentence.steps[3].hypotheses[0].cross
    assert expected is not None
    np.testing.assert_array_equal(attended_row(session), expected[1, 2])
    session.select(head=None)
    np.testing.assert_allclose(attended_row(session), expected[1].mean(axis=0), atol=1e-7)


def test_without_hover_the_current_step_s(session: Session) -> None:
    assert session.trace is not None
    session.set_position(2)
    expected = session.trace.sentences[0].steps[2].hypotheses[0].cross
    assert expected is not None
    np.testing.assert_allclose(attended_row(session), expected[0].mean(axis=0), atol=1e-7)


def test_source_hover_shows_the_encoder_s_row_only_there(session: Session) -> None:
    assert session.trace is not None
    session.select(kind=AttentionKind.ENCODER_SELF, layer=2, head=1)
    session.set_hover(Hover("source", 4))
    attention = session.trace.sentences[0].encoded.attention
    assert attention is not None
    np.testing.assert_array_equal(attended_row(session), attention[2, 1, 4])
    session.select(kind=AttentionKind.CROSS)
    assert attended_row(session) is None


def test_a_layer_that_only_the_encoder_has_does_no_harm(session: Session) -> None:
    session.select(kind=AttentionKind.ENCODER_SELF, layer=2)
    session.set_hover(Hover("target", 0))
    assert attended_row(session) is not None
    session.set_hover(Hover("target", 99))
    assert attended_row(session) is None
