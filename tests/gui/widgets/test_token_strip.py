from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engine.events import Step
from engine.trace import Trace
from gui import theme
from gui.widgets.colours import contrast
from gui.widgets.probability import Tints
from gui.widgets.strip_model import Chip, StripModel
from gui.widgets.token_strip import TokenStrip
from tests.gui.traces import beams, long, love, paragraphs, trace_of


def make(qtbot: QtBot, trace: Trace | None, size: tuple[int, int] = (300, 160)) -> TokenStrip:
    strip = TokenStrip()
    qtbot.addWidget(strip)
    strip.resize(*size)
    strip.show()
    strip.show_trace(trace)
    return strip


def shown(strip: TokenStrip) -> list[str]:
    return [
        chip.text
        for position, chip in enumerate(strip.chips())
        if strip.chip_area(position).width() > 0
    ]


def middle(strip: TokenStrip, position: int) -> QPoint:
    return strip.chip_area(position).center().toPoint()


def test_chips_do_not_overlap_and_wrap_inside(qtbot: QtBot) -> None:
    for width in (160, 300, 900):
        strip = make(qtbot, trace_of(long(20, 120)), (width, 200))
        areas = [strip.chip_area(position) for position in range(120)]
        for before, after in pairwise(areas):
            same_line = before.top() == after.top()
            assert after.left() > before.right() if same_line else after.top() >= before.bottom()
        assert all(area.left() > 0 and area.right() <= strip.viewport().width() for area in areas)
        assert len({area.top() for area in areas}) > 1


def test_streaming_lays_out_as_all_at_once(qtbot: QtBot) -> None:
    happened = paragraphs()
    whole = make(qtbot, trace_of(happened))
    first, *rest = happened
    trace = trace_of([first])
    strip = make(qtbot, trace)
    assert strip.tail_shown()
    for event in rest:
        trace.add(event)
        strip.show_trace(trace)
    assert not strip.tail_shown()
    assert strip.chips() == whole.chips()
    assert strip.notes() == whole.notes() == ["stopped at the length limit of 2 pieces"]
    for position in range(len(whole.chips())):
        assert strip.chip_area(position) == whole.chip_area(position)


def test_line_breaks_of_the_source_are_kept(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(paragraphs()), (900, 200))
    tops = {chip.sentence: strip.chip_area(chip.position).top() for chip in strip.chips()}
    assert tops[0] == tops[1]
    assert tops[2] > tops[1] + strip.chip_area(0).height()


def test_probabilities_are_the_trace_s(qtbot: QtBot) -> None:
    trace = trace_of(love())
    strip = make(qtbot, trace)
    for chip, step in zip(strip.chips(), trace.sentences[0].steps, strict=True):
        candidate = step.hypotheses[0].candidates[0]
        assert chip.probability == pytest.approx(candidate.probability)
        assert f"probability {candidate.probability:.6f}" in chip.tooltip


def test_spaces_and_specials_are_told_apart(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(love()))
    chips = strip.chips()
    assert [chip.spaced for chip in chips] == [True, True, False, False, True, False, False]
    assert [chip.special for chip in chips] == [False] * 6 + [True]
    assert [chip.text for chip in chips[:2]] == ["Je", "t"]


def test_hiding_specials_changes_the_display_only(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(love()))
    before = strip.chips()
    assert shown(strip)[-1] == "</s>"
    strip.set_specials_shown(False)
    assert "</s>" not in shown(strip)
    assert strip.chips() == before
    strip.set_specials_shown(True)
    assert shown(strip)[-1] == "</s>"


def test_click_selects_and_pointer_hovers(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(love()))
    hovered: list[object] = []
    strip.hovered.connect(hovered.append)
    with qtbot.waitSignal(strip.selected) as caught:
        qtbot.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=middle(strip, 3))
    assert caught.args == [3]
    qtbot.mouseMove(strip.viewport(), middle(strip, 4))
    qtbot.mouseMove(strip.viewport(), QPoint(strip.viewport().width() - 2, 2))
    assert hovered[-2:] == [strip.chips()[4], None]


def test_keys_move_between_visible_pieces_and_lines(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(paragraphs()), (900, 200))
    strip.selected.connect(strip.set_current)
    strip.set_specials_shown(False)
    strip.set_current(3)
    strip.setFocus()
    reached = []
    key = Qt.Key
    current = [3]
    strip.selected.connect(lambda position: current.__setitem__(0, position))
    for pressed in (key.Key_Right, key.Key_Left, key.Key_Home, key.Key_Left, key.Key_End):
        qtbot.keyClick(strip, pressed)
        reached.append(current[0])
    # Position 4 is the hidden end token of the first sentence.
    assert reached == [5, 3, 0, 0, 10]
    qtbot.keyClick(strip, key.Key_Up)
    assert strip.chips()[current[0]].sentence == 0
    qtbot.keyClick(strip, key.Key_Down)
    assert strip.chips()[current[0]].sentence == 2


def test_current_piece_is_read_out_and_scrolled_to(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(long(20, 300)), (300, 120))
    for position in (299, 0, 150):
        strip.set_current(position)
        area = strip.chip_area(position)
        assert strip.viewport().rect().contains(area.toAlignedRect())
        text = strip.accessibleDescription()
        assert text.startswith(f"piece {position + 1} of 300: ")
        assert "probability" in text


def test_a_step_looks_at_its_own_chip_only(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    strip = make(qtbot, trace_of(love()))
    chips = strip.chips()
    # A list of all of them at every step would be slow in a long translation.
    monkeypatch.setattr(strip, "chips", lambda: pytest.fail("all chips were listed"))
    for position in (0, 6, 3):
        strip.set_current(position)
        assert strip.current_chip() == chips[position]
        assert chips[position].tooltip in strip.accessibleDescription()
    strip.set_current(-1)
    assert strip.current_chip() is None


def test_a_chip_reads_its_probability_and_its_logarithm(qtbot: QtBot) -> None:
    trace = trace_of(love())
    strip = make(qtbot, trace)
    for chip, step in zip(strip.chips(), trace.sentences[0].steps, strict=True):
        candidate = step.hypotheses[0].candidates[0]
        piece, probability, logarithm = chip.reading.split("   ")
        assert piece == f"“{candidate.piece.surface}”"
        assert float(probability.split()[1]) == pytest.approx(candidate.probability, rel=1e-4)
        number = logarithm.split()[1].replace("\u2212", "-")
        assert float(number) == pytest.approx(candidate.log_probability, rel=1e-3)
        assert logarithm in chip.tooltip


def test_another_trace_starts_anew(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(long(20, 40)))
    strip.show_trace(trace_of(love()))
    assert strip.chips()[0].text == "Je"
    assert len(strip.chips()) == 7
    strip.show_trace(None)
    assert strip.chips() == []
    assert not strip.tail_shown()
    strip.grab()


def test_every_state_paints(qtbot: QtBot) -> None:
    for events in (love(), love()[:4], paragraphs(), love()[:1]):
        strip = make(qtbot, trace_of(events))
        for position in (-1, 0, len(strip.chips()) - 1):
            strip.set_current(position)
            strip.set_hover((0, 1))
            for specials in (True, False):
                strip.set_specials_shown(specials)
                assert not strip.grab().isNull()


def test_the_marked_chip_looks_marked(qtbot: QtBot) -> None:
    strip = make(qtbot, trace_of(love()))
    strip.set_current(1)
    marker = theme.current().color("marker")

    def marked(position: int) -> bool:
        area = strip.chip_area(position)
        image = strip.viewport().grab().toImage()
        return image.pixelColor(int(area.center().x()), int(area.top())) == marker

    assert [marked(position) for position in range(3)] == [False, True, False]


@pytest.mark.parametrize("colours", theme.THEMES.values(), ids=theme.THEMES)
def test_text_is_legible_on_every_tint(colours: theme.Theme) -> None:
    tints = Tints(colours)
    for step in range(101):
        assert contrast(tints(step / 100), colours.color("text")) >= 7
        # Special tokens are drawn muted.
        assert contrast(tints(step / 100), colours.color("muted")) >= 3.5


@pytest.mark.parametrize("colours", theme.THEMES.values(), ids=theme.THEMES)
def test_likely_and_unlikely_look_different(colours: theme.Theme) -> None:
    tints = Tints(colours)
    low, plain, high = tints(0), tints(0.5), tints(1)
    assert low.red() - low.blue() > plain.red() - plain.blue() + 20
    assert high.blue() - high.red() > plain.blue() - plain.red() + 20


def test_a_best_hypothesis_with_another_past_is_read_again() -> None:
    happened = love()
    model = StripModel()
    trace = trace_of(happened[:4])
    model.sync(trace)
    step = happened[4]
    assert isinstance(step, Step)
    best = dataclasses.replace(step.hypotheses[0], parent=1)
    # The beam's second hypothesis took over: step 1 wrote another piece in its past.
    before = trace.sentences[0].steps[1]
    other = dataclasses.replace(before.hypotheses[0], piece=happened[2].hypotheses[0].piece)  # type: ignore[union-attr]
    trace.sentences[0].steps[1] = dataclasses.replace(
        before, hypotheses=(before.hypotheses[0], other)
    )
    trace.add(dataclasses.replace(step, hypotheses=(best,)))
    assert model.sync(trace) == 0
    texts = [entry.text for entry in model.entries]  # type: ignore[union-attr]
    assert texts == ["Je", "Je", "'"]


def test_the_strip_shows_the_hypothesis_that_is_asked_for() -> None:
    trace = trace_of(beams())
    model = StripModel()
    model.sync(trace)
    assert [chip.text for chip in model.entries if isinstance(chip, Chip)] == [
        "Je", "t'", "aime", "</s>",
    ]  # fmt: skip
    model.forget()
    model.sync(trace, lambda sentence: sentence.path((1, 2)))
    # The short output has no chip for the steps after its end.
    assert [chip.text for chip in model.entries if isinstance(chip, Chip)] == ["Moi", "</s>"]
    assert model.chips == [0, 1, -1, -1]
    assert model.chip(1) is model.entries[1] and model.chip(2) is None and model.chip(9) is None


def test_steps_after_the_end_of_a_hypothesis_do_no_harm(qtbot: QtBot) -> None:
    trace = trace_of(beams())
    strip = make(qtbot, trace)
    strip.forget_hypotheses()
    strip.show_trace(trace, False, lambda sentence: sentence.path((1, 2)))
    for position in range(-1, 5):
        strip.set_current(position)
        assert (strip.current_chip() is None) is (position not in (0, 1))
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            qtbot.keyClick(strip, key)
        assert not strip.grab().isNull()
    assert strip.chip_area(3).isEmpty()


def test_a_change_in_one_sentence_leaves_the_others_alone() -> None:
    first, second = beams(), beams()
    started = dataclasses.replace(first[0], text="A. B.", sentences=((0, 2), (3, 5)))  # type: ignore[type-var]
    later = [dataclasses.replace(event, sentence=1) for event in second[1:-1]]  # type: ignore[type-var]
    trace = trace_of([started, *first[1:-1], *later[:3]])
    model = StripModel()
    model.sync(trace)
    before = list(model.entries)
    # The first step's best is "Moi", the second's descends from "Je".
    assert [entry.text for entry in before[-2:]] == ["Je", "t'"]  # type: ignore[union-attr]
    short = trace_of([started, *first[1:-1], *later[:2]])
    model = StripModel()
    model.sync(short)
    kept = model.entries[0]
    assert model.entries[-1].text == "Moi"  # type: ignore[union-attr]
    short.add(later[2])
    assert model.sync(short) == len(before) - 2
    assert model.entries == before and model.entries[0] is kept


def test_until_another_hypothesis_is_drawn_the_old_one_can_be_painted_and_pointed_at(
    qtbot: QtBot,
) -> None:
    trace = trace_of(beams())
    strip = make(qtbot, trace)
    before = strip.chips()
    strip.forget_hypotheses()
    # A theme, a move of the pointer or of the window may come before the next frame.
    assert not strip.grab().isNull()
    qtbot.mouseMove(strip.viewport(), strip.chip_area(1).center().toPoint())
    assert strip.chips() == before
    strip.show_trace(trace, False, lambda sentence: sentence.path((1, 2)))
    assert [chip.text for chip in strip.chips()] == ["Moi", "</s>"]
    assert not strip.grab().isNull()
