"""What is said of heads that are off: in what is shown, and in the next run."""

from __future__ import annotations

import itertools

import pytest

from engine.events import AttentionKind
from engine.model.heads_off import HeadPlace, normal_form
from engine.search.options import SearchOptions
from gui.session import Session
from gui.widgets import head_mark
from tests.gui.traces import MODEL, love, paragraphs, trace_of, without

CROSS, ENCODER = AttentionKind.CROSS, AttentionKind.ENCODER_SELF
A, B, C = ("cross", 0, 0), ("cross", 0, 1), ("encoder self", 2, 3)


def make(shown: tuple[HeadPlace, ...] | None, following: tuple[HeadPlace, ...]) -> Session:
    session = Session()
    session.set_model(MODEL)
    session.set_options(SearchOptions(heads_off=following))
    if shown is not None:
        session.show(trace_of(without(love(), *shown)))
    return session


@pytest.mark.parametrize(
    ("shown", "following", "expected"),
    [
        ((), (), ""),
        ((A,), (A,), "(off)"),
        ((A,), (), "(off; next run: on)"),
        ((), (A,), "(next run: off)"),
        (None, (A,), "(next run: off)"),
        ((B,), (C,), ""),
    ],
)
def test_one_head(shown, following, expected: str) -> None:
    session = make(shown, following)
    assert head_mark.mark(session, CROSS, 0, 0) == expected
    assert head_mark.off(session, CROSS, 0, 0) is (shown is not None and A in shown)
    assert head_mark.with_mark("head 1", session, CROSS, 0, 0) == f"head 1 {expected}".strip()
    assert head_mark.mark(session, CROSS, 1, 0) == ""
    assert not head_mark.off(session, AttentionKind.DECODER_SELF, 0, 0)


@pytest.mark.parametrize(
    ("shown", "following", "expected"),
    [
        ((A, B), (B, A), "(2 off)"),
        ((A,), (B,), "(1 off; next run: 1 off)"),
        ((), (A, C), "(next run: 1 off)"),
        ((A,), (), "(1 off; next run: all on)"),
        (tuple(("cross", 0, h) for h in range(4)), (A,), "(all off; next run: 1 off)"),
        ((C,), (C,), ""),
    ],
)
def test_the_mean_of_a_layer(shown, following, expected: str) -> None:
    assert head_mark.mark(make(shown, following), CROSS, 0, None) == expected


def test_the_sentence_s_own_options_are_the_truth() -> None:
    happened = without(paragraphs(), A)
    session = make(None, ())
    session.show(trace_of([happened[0], *paragraphs()[1:]]))
    assert head_mark.shown_off(session) == frozenset(), "not what the whole began with"
    session.reset(None)
    session.add_events(happened[:1])
    assert head_mark.shown_off(session) == {A}, "before the first sentence nothing else is known"


def test_what_a_switch_goes_on_from() -> None:
    session = make((A,), ())
    assert head_mark.chosen_off(session) == {A}, "as it is seen"
    assert head_mark.changed(session, [B]) == (A, B)
    assert head_mark.changed(session, [A]) == ()
    session.set_busy(True)
    session.set_options(SearchOptions(heads_off=(B,)))
    assert head_mark.chosen_off(session) == {B}, "a run with these is on its way"
    assert head_mark.changed(session, [C]) == (C, B)
    session = make(None, (C,))
    assert head_mark.changed(session, [A]) == (C, A)


def test_several_are_switched_off_unless_all_are_off() -> None:
    session = make((A,), (A,))
    layer = head_mark.layer_places(session, CROSS, 0)
    assert layer == [("cross", 0, head) for head in range(4)]
    assert head_mark.changed(session, layer) == tuple(layer)
    session = make((*layer, C), (*layer, C))
    assert head_mark.changed(session, layer) == (C,)


def test_summaries_and_details_agree() -> None:
    everything = [(), (A,), (A, B), (A, C)]
    for shown, following in itertools.product([None, *everything], everything):
        session = make(shown, following)
        summary, details = head_mark.summary(session), head_mark.details(session)
        now = following if shown is None else shown
        assert bool(summary) is bool(details) is bool(now or following)
        assert ("next run" in summary.lower()) is (set(now) != set(following))
        assert ("next run" in details.lower()) is (set(now) != set(following))
        for heads in (now, following):
            assert not heads or head_mark.names(heads) in details
        if now:
            assert summary.startswith(f"{len(now)} head")


def test_names() -> None:
    heads = normal_form((A, B, C, ("decoder masked self", 1, 9)))
    assert head_mark.names(heads) == ("encoder self 3.4; decoder masked self 2.10; cross 1.1, 1.2")
    assert head_mark.names(()) == ""
