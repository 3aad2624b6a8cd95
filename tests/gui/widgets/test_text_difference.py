"""What became of a text, word by word."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets import text_difference
from gui.widgets.text_difference import Stretch, TextDifference, as_html, in_words, stretches

BEFORE = "Le chien a poursuivi le chat et je t'aime beaucoup."


def changes(before: str, after: str) -> list[tuple[str, str]]:
    return [(part.before, part.after) for part in stretches(before, after) if not part.same]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (BEFORE, BEFORE, []),
        (BEFORE, "Le chien a poursuivi le chat et je vous aime beaucoup.", [("t'", "vous ")]),
        (BEFORE, "Le chien a poursuivi le chat et je t'aime.", [(" beaucoup", "")]),
        ("Oui", "Oui, non", [("", ", non")]),
        ("", "Oui", [("", "Oui")]),
        ("Oui", "", [("Oui", "")]),
        ("a b", "a  b", [(" ", "  ")]),
    ],
)
def test_changes(before: str, after: str, expected: list[tuple[str, str]]) -> None:
    assert changes(before, after) == expected


@pytest.mark.parametrize("most", [40_000, 60, 0])
def test_put_together_the_sides_are_the_texts(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(text_difference, "MOST_PAIRS", most)
    generator = random.Random(most)
    words = ["le", "la", "l'", "aujourd’hui", "😆", "?", ".", "!\n\n", " ", "\u202f:", "\n", "Ça"]
    for _ in range(200):
        before, after = (
            "".join(generator.choice(words) + " " * generator.randrange(2) for _ in range(length))
            for length in (generator.randrange(30), generator.randrange(30))
        )
        parts = stretches(before, after)
        assert "".join(part.before for part in parts) == before
        assert "".join(part.after for part in parts) == after
        # Equal and other stretches take turns.
        assert all(a.same != b.same for a, b in itertools.pairwise(parts))
        assert (before == after) is all(part.same for part in parts)


def test_a_long_text_is_compared_in_a_moment() -> None:
    generator = random.Random(1)
    words = [f"mot{number}" for number in range(300)]
    sentences = [" ".join(generator.choices(words, k=20)).capitalize() + "." for _ in range(200)]
    before = " ".join(sentences)
    altered = [
        sentence.replace(" ", " très ", 1) if number % 10 == 0 else sentence
        for number, sentence in enumerate(sentences)
    ]
    begin = time.process_time()
    found = changes(before, " ".join(altered))
    assert time.process_time() - begin < 0.5, "about 5 ms here"
    assert len(found) == 20
    assert all("très" in new and "très" not in old for old, new in found)


def test_words_have_strokes_and_not_only_colours() -> None:
    html = as_html(stretches("Il dort <ici>.", "Elle dort <là>."))
    gone = "text-decoration: line-through;"
    new = "text-decoration: underline; font-weight: 600;"
    assert html.count(gone) == html.count(new) == 2
    assert html.index(f'{gone}">Il<') < html.index(f'{new}">Elle<')
    assert "&lt;" in html and "<ici>" not in html
    assert theme.current().bad in html and theme.current().good in html


def test_spaces_are_not_struck() -> None:
    html = as_html([Stretch("je ", "je "), Stretch("t'aime ", ""), Stretch("bien", "bien")])
    assert ">t&#x27;aime</span> bien" in html


def test_line_breaks_stay() -> None:
    assert as_html(stretches("a\nb", "a\nc")).count("<br>") == 1


def test_in_words() -> None:
    assert in_words(stretches(BEFORE, BEFORE)) == ""
    assert in_words(stretches("Je vous aime beaucoup.", "Je t'aime.")) == (
        "“vous” became “t'”; “beaucoup” is gone"
    )
    assert in_words(stretches("Oui", "Oui, non")) == "“, non” is new"
    assert in_words(stretches("a b", "a  b")) == ""
    many = in_words(stretches(" ".join("axbxcxdxexfxg"), " ".join("aybyczdzeyfyg")))
    assert many.count("became") == 5 and many.split("; ")[-1].startswith("1 more change")


@pytest.fixture
def widget(qtbot: QtBot) -> TextDifference:
    widget = TextDifference()
    qtbot.addWidget(widget)
    widget.show()
    return widget


def test_it_shows_and_says_the_change(widget: TextDifference) -> None:
    widget.show_change(BEFORE, "Le chien dort.")
    assert widget.parts() == stretches(BEFORE, "Le chien dort.")
    assert as_html(widget.parts()) in widget.label.text()
    name = widget.label.accessibleName()
    assert name == f"Against the run before: {in_words(widget.parts())}"
    assert widget.label.toolTip() == f"Before: {BEFORE}"


def test_it_takes_the_colours_of_the_theme(
    widget: TextDifference, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget.show_change("a", "b")
    for look in (theme.LIGHT, theme.DARK):
        monkeypatch.setattr(theme, "_current", look)
        theme.notifier.changed.emit(look)
        assert look.bad in widget.label.text() and look.muted in widget.label.text()


def test_it_grows_with_the_text_up_to_some_lines(widget: TextDifference) -> None:
    line = widget.label.fontMetrics().lineSpacing()
    widget.show_change("a", "b")
    assert line <= widget.heightForWidth(400) <= 1.6 * line
    widget.show_change(BEFORE * 3, BEFORE.upper() * 3)
    assert 2 * line < widget.heightForWidth(400) <= 4 * line + 2
    assert widget.heightForWidth(2000) < widget.heightForWidth(300)


SENTENCES = " ".join(f"Voici la phrase numéro {number} du texte." for number in range(60))


def top_of_change(widget: TextDifference) -> int:
    """The first row of what is in sight that has a colour of changed words; -1 if none has."""
    image = widget.viewport().grab().toImage()
    colours = {theme.current().color(name).rgb() for name in ("good", "bad")}
    for y in range(image.height()):
        if colours & {image.pixel(x, y) for x in range(image.width())}:
            return y
    return -1


@pytest.mark.parametrize("number", [1, 3, 17, 30, 59])
@pytest.mark.parametrize("width", [240, 500])
def test_the_first_change_is_in_sight(
    qtbot: QtBot, widget: TextDifference, number: int, width: int
) -> None:
    line = widget.label.fontMetrics().lineSpacing()
    bar = widget.verticalScrollBar()
    widget.resize(width, 4 * line + 2)
    widget.show_change(SENTENCES, SENTENCES.replace(f"numéro {number} ", f"incroyable {number} "))
    # Wrapped otherwise it is looked for again.
    for wide in (width, width + 130):
        widget.resize(wide, widget.height())
        qtbot.waitUntil(lambda: bar.maximum() > 0 and top_of_change(widget) >= 0)
        if 0 < bar.value() < bar.maximum():
            assert line <= top_of_change(widget) < 2 * line


def test_who_has_scrolled_stays_there(qtbot: QtBot, widget: TextDifference) -> None:
    widget.resize(300, 60)
    widget.show_change(SENTENCES, SENTENCES.replace("numéro 30 ", "incroyable 30 "))
    bar = widget.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)
    bar.triggerAction(bar.SliderAction.SliderToMinimum)
    widget.resize(320, 60)
    assert bar.value() == 0
    widget.show_change(SENTENCES, SENTENCES.replace("numéro 31 ", "incroyable 31 "))
    qtbot.waitUntil(lambda: bar.value() > 0)


def test_a_change_of_spaces_alone_is_not_scrolled_to(qtbot: QtBot, widget: TextDifference) -> None:
    widget.resize(300, 60)
    widget.show_change(SENTENCES, SENTENCES)
    qtbot.waitUntil(lambda: widget.verticalScrollBar().maximum() > 0)
    assert widget.verticalScrollBar().value() == 0
