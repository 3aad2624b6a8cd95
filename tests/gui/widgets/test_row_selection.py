from __future__ import annotations

import pytest

from gui.widgets.row_selection import RowSelection

PIECES = [(index,) for index in range(8)]
WORDS = [(0,), (1, 2, 3), (4,), (5, 6), (7,)]


def test_one_row_and_none_again() -> None:
    selection = RowSelection()
    assert selection.rows(PIECES) == ()
    selection.pick(3, "only", PIECES)
    assert selection.rows(PIECES) == (3,)
    selection.pick(5, "only", PIECES)
    assert selection.rows(PIECES) == (5,)
    selection.pick(5, "only", PIECES)
    assert selection.rows(PIECES) == ()


def test_toggled_rows_come_and_go() -> None:
    selection = RowSelection()
    for row in (6, 1, 4, 1):
        selection.pick(row, "toggle", PIECES)
    assert selection.rows(PIECES) == (4, 6)
    selection.clear()
    assert selection.rows(PIECES) == ()


def test_ranges_start_at_the_last_pick_whichever_way() -> None:
    selection = RowSelection()
    selection.pick(4, "range", PIECES)
    assert selection.rows(PIECES) == (4,)
    selection.pick(6, "range", PIECES)
    assert selection.rows(PIECES) == (4, 5, 6)
    selection.pick(2, "range", PIECES)
    assert selection.rows(PIECES) == (2, 3, 4)
    # The next range starts from where a row was turned on or off.
    selection.pick(7, "toggle", PIECES)
    selection.pick(6, "range", PIECES)
    assert selection.rows(PIECES) == (6, 7)


def test_words_and_pieces_keep_one_selection() -> None:
    selection = RowSelection()
    selection.pick(1, "only", WORDS)
    assert selection.rows(WORDS) == (1,)
    assert selection.rows(PIECES) == (1, 2, 3)
    selection.pick(6, "toggle", PIECES)
    assert selection.rows(WORDS) == (1, 3)
    # A row of several queries goes as a whole.
    selection.pick(3, "toggle", WORDS)
    assert selection.rows(PIECES) == (1, 2, 3)
    # Rows that are not there (an earlier step, hidden tokens) come back later.
    assert selection.rows(PIECES[:2]) == (1,)
    assert selection.rows(PIECES) == (1, 2, 3)


def test_a_row_that_is_not_there() -> None:
    with pytest.raises(IndexError):
        RowSelection().pick(9, "only", PIECES)
