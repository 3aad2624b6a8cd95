from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import Piece
from engine.search.loops import LEAST_PIECES, LEAST_REPEATS, Loop, find_loop, repeats

END = Piece(3, "</s>", "special", "</s>")
HA = "▁ha"


def pieces(*surfaces: str) -> list[Piece]:
    """Each surface has an id of its own."""
    ids: dict[str, int] = {}
    return [Piece(10 + ids.setdefault(each, len(ids)), each, "normal", each) for each in surfaces]


@pytest.mark.parametrize("period", range(1, 41))
@pytest.mark.parametrize("before", [0, 1, 7])
@pytest.mark.parametrize("rest", [0, 1])
def test_a_sequence_of_any_length_again_and_again_is_found(
    period: int, before: int, rest: int
) -> None:
    rounds = max(LEAST_REPEATS, -(-LEAST_PIECES // period))
    once = [f"u{place}" for place in range(period)]
    written = [f"b{place}" for place in range(before)] + once * rounds + once[: rest % period]
    loop = find_loop(pieces(*written), "")
    assert loop == Loop(before, period, rounds)
    # One round less is none, and neither is one with a hole in it.
    assert find_loop(pieces(*written[: before + period * (rounds - 1)]), "") is None
    written[before + period * (rounds - 1)] = "hole"
    assert find_loop(pieces(*written), "") is None


@pytest.mark.parametrize(
    "written",
    [
        [],
        ["▁very", ",", "▁very", ",", "▁very", "▁good"],
        ["▁very", ",", "▁very", ",", "▁very"],
        [HA] * (LEAST_PIECES - 1),
        [piece for number in range(20) for piece in (f"▁{number}", ",")],
        [piece for number in "abcabd" * 2 for piece in (f"▁{number}", ",")],
        [HA] * 30 + ["▁said", "▁he"],
    ],
)
def test_ordinary_repetition_is_no_loop(written: list[str]) -> None:
    assert find_loop(pieces(*written), "anything") is None
    assert find_loop([*pieces(*written), END], "anything") is None


@pytest.mark.parametrize("tail", [(), (".",), ("!", "!", "”"), (")", "…")])
def test_an_end_and_punctuation_may_follow(tail: tuple[str, ...]) -> None:
    written = pieces("▁so", *["E", "S"] * 9, *tail)
    assert find_loop(written, "So what") == find_loop([*written, END], "So what") == Loop(1, 2, 9)


def test_punctuation_alone_can_be_the_loop() -> None:
    assert find_loop(pieces("▁what", *"?!" * 8), "What?!") == Loop(1, 2, 8)


def test_the_shortest_round_counts() -> None:
    assert find_loop(pieces(*"abab" * 6), "") == Loop(0, 2, 12)


def test_what_the_source_repeats_may_be_repeated() -> None:
    for more, found in ((-3, False), (0, False), (1, False), (2, True), (30, True)):
        written = pieces(*[HA] * (20 + more))
        source = " ".join(["ha"] * 20)
        assert (find_loop(written, source) is not None) is found, more
        # Whatever it is that is repeated there, and wherever.
        assert (find_loop(written, f"He said {source}, and left.") is not None) is found, more
        assert (find_loop(written, "no, " * 20) is not None) is found, more


def test_a_number_with_many_noughts_is_no_loop_whatever_pieces_it_is_cut_into() -> None:
    assert find_loop(pieces("▁1", *["0"] * 15), "1000000000000000") is None
    assert find_loop(pieces("▁1", *["0"] * 15), "1000") is not None


def test_the_bytes_of_a_character_count_as_one_piece() -> None:
    face = [
        Piece(4, "<0xF0>", "byte", ""),
        Piece(5, "<0x9F>", "byte", ""),
        Piece(6, "<0x98>", "byte", ""),
        Piece(7, "<0x86>", "byte", "😆"),
    ]
    assert find_loop(face * (LEAST_PIECES - 1), "Oh!") is None
    assert find_loop(face * LEAST_PIECES, "Oh!") == Loop(0, 4, LEAST_PIECES)
    # Halves of characters count, each by itself, and so does what nobody sees.
    escape = Piece(9, "<0x1B>", "byte", "")
    for again in (face[:1], face[1:2], face[:3], [escape]):
        assert find_loop(again * (LEAST_PIECES - 1), "Oh!") is None
        assert find_loop(again * LEAST_PIECES, "Oh!") == Loop(0, len(again), LEAST_PIECES)


def slowly(text: str, least: int) -> bool:
    """The same by looking at every beginning and every length."""
    text = " ".join(text.split())
    for begin, end in itertools.combinations(range(len(text) + 1), 2):
        once = text[begin:end]
        longest = text[begin : begin + (least - 1) * len(once) + 1]
        if longest == (once * least)[: (least - 1) * len(once) + 1]:
            return True
    return False


@given(st.text("ab ", max_size=24), st.integers(2, 6))
def test_repeats_against_every_place(text: str, least: int) -> None:
    assert repeats(text, least) is slowly(text, least)


def test_a_long_source_takes_no_time() -> None:
    chance = random.Random(1)
    source = "".join(chance.choices("abcdefgh ", k=20_000))
    assert find_loop(pieces(*"ES" * 200), source) is not None


@pytest.mark.parametrize("numbers", [(-1, 1, 3), (0, 0, 3), (0, 1, 2), (0, -4, 9)])
def test_what_is_no_loop(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="follow one another"):
        Loop(*numbers)
