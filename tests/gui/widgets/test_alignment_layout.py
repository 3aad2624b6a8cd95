from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from engine.analysis.alignment import Method, hard_alignment
from gui.widgets.alignment_layout import (
    LEAST_BETWEEN,
    SIDES,
    WIDEST_WORD,
    AlignmentLayout,
    Tie,
    ties_of,
)

WORDS = ("The", "old", "bank", ",", "a", "W" * 60, "loan", "that", "my", "sister", ".")


@pytest.fixture
def layout(qapp: QApplication) -> AlignmentLayout:
    layout = AlignmentLayout(QFont())
    layout.set_words(WORDS, WORDS[:4])
    layout.set_room(600, 300)
    return layout


def test_ties_come_weakest_first_aligned_ones_last() -> None:
    generator = np.random.default_rng(3)
    for _ in range(20):
        weights = generator.dirichlet(np.full(6, 0.5), size=5).astype(np.float32)
        links = hard_alignment(weights, Method.INTERSECTION)
        soft = sorted(
            (float(weights[t, s]), s, t)
            for t, s in np.ndindex(weights.shape)
            if weights[t, s] >= np.float32(0.05) and (s, t) not in links
        )
        for at_most in (2, 100):
            ties, left_out = ties_of(weights, links, 0.05, at_most)
            kept = soft[-at_most:]
            assert left_out == len(soft) - len(kept)
            assert [(tie.weight, tie.source, tie.target) for tie in ties if not tie.hard] == kept
            hard = ties[len(kept) :]
            assert all(tie.hard for tie in hard)
            assert [tie.weight for tie in hard] == sorted(float(weights[t, s]) for s, t in links)
            assert {(tie.source, tie.target) for tie in hard} == set(links)


def test_an_aligned_pair_below_the_threshold_is_drawn_all_the_same() -> None:
    weights = np.array([[0.04, 0.03]], dtype=np.float32)
    assert ties_of(weights, [(0, 0)], 0.5, 9) == ((Tie(0, 0, float(weights[0, 0]), True),), 0)


def test_words_stand_in_order_and_are_found_where_they_stand(layout: AlignmentLayout) -> None:
    for side in SIDES:
        right = 0.0
        for index, _ in enumerate(layout.texts[side]):
            box = layout.box((side, index))
            assert box.left() > right
            assert box.width() <= WIDEST_WORD + 1
            assert layout.word_at(box.center()) == (side, index)
            assert layout.nearest(side, box.center().x()) == index
            right = box.right()
        assert right <= layout.width
    assert layout.texts["source"][5] != WORDS[5]
    between = (layout.line_top("source") + layout.word_height + layout.line_top("target")) / 2
    assert layout.word_at(QPointF(layout.box(("source", 1)).center().x(), between)) is None


def test_only_what_can_be_seen(layout: AlignmentLayout) -> None:
    generator = np.random.default_rng(1)
    for _ in range(50):
        left, right = sorted(generator.uniform(-20, layout.width + 20, size=2))
        for side in SIDES:
            expected = [
                index
                for index in range(len(layout.texts[side]))
                if layout.box((side, index)).right() >= left
                and layout.box((side, index)).left() <= right
            ]
            assert list(layout.between(side, left, right)) == expected


def test_what_is_written_stays_where_it_is_while_more_comes(layout: AlignmentLayout) -> None:
    before = [layout.box(("target", index)) for index in range(4)]
    layout.set_words(WORDS, WORDS[:7])
    assert [layout.box(("target", index)) for index in range(4)] == before


def test_a_curve_leads_from_word_to_word(layout: AlignmentLayout) -> None:
    path = layout.curve(Tie(2, 1, 0.5, True))
    source, target = layout.box(("source", 2)), layout.box(("target", 1))
    assert path.pointAtPercent(0) == QPointF(source.center().x(), source.bottom())
    end = path.pointAtPercent(1)
    assert (end.x(), end.y()) == pytest.approx((target.center().x(), target.top()))


def test_with_little_room_names_go_first_then_numbers(layout: AlignmentLayout) -> None:
    seen = []
    for height in range(300, 40, -5):
        layout.set_room(600, height)
        seen.append((layout.caption_height > 0, layout.number_height > 0))
        bottom = layout.caption_top("target") + layout.caption_height
        between = layout.line_top("target") - layout.line_top("source") - layout.word_height
        assert between >= LEAST_BETWEEN
        if height >= layout.least_height():
            assert bottom <= height
    assert seen == sorted(seen, reverse=True)
    assert {(True, True), (False, True), (False, False)} == set(seen)


def test_no_words(qapp: QApplication) -> None:
    layout = AlignmentLayout(QFont())
    layout.set_room(300, 200)
    assert layout.word_at(QPointF(20, 20)) is None
    assert layout.nearest("source", 3.0) is None
