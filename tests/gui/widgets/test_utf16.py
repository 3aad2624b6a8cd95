from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gui.widgets.utf16 import Utf16Index, valid_text

TEXTS = st.text(alphabet=st.sampled_from("ab é\n😆👩‍🚀𝔘中"), max_size=30)


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@given(TEXTS)
def test_counts_as_the_encoding_does(text: str) -> None:
    index = Utf16Index(text)
    for position in range(len(text) + 1):
        assert index.to_units(position) == units(text[:position])
        assert index.to_code_points(units(text[:position])) == position


def test_inside_a_pair_is_the_pair() -> None:
    index = Utf16Index("a😆b")
    assert [index.to_code_points(unit) for unit in range(5)] == [0, 1, 1, 2, 3]


def test_beyond_the_end_is_the_end() -> None:
    index = Utf16Index("😆")
    assert index.to_units(99) == 2
    assert index.to_code_points(99) == 1
    assert index.to_units(-5) == 0


def test_unpaired_surrogates_are_replaced() -> None:
    text = valid_text("a\ud83dz")
    assert "\ufffd" in text
    text.encode("utf-8")
    assert valid_text("déjà 😆") == "déjà 😆"
