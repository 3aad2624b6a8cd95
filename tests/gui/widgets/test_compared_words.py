from __future__ import annotations

import random

import pytest
from PySide6.QtGui import QTextDocumentFragment

from gui.widgets.compared_words import marked, runs

TEXTS = ("Je t'aime beaucoup.", "Je vous aime beaucoup.")


def lacking(side: list[tuple[str, bool]]) -> list[str]:
    return [text for text, lacks in side if lacks]


def test_words_are_marked_whole() -> None:
    first, second = runs(*TEXTS)
    assert lacking(first) == ["t'"]
    assert lacking(second) == ["vous "]
    assert all("span> aime" in html or "span>aime" in html for html in marked(*TEXTS))
    first, second = runs("Le chat mange.", "Le chat dort.")
    assert (lacking(first), lacking(second)) == (["mange"], ["dort"])
    assert runs("même", "même") == ([("même", False)], [("même", False)])
    assert runs("", "tout") == ([], [("tout", True)])


def test_put_together_they_are_the_texts(qapp: object) -> None:
    chance = random.Random(2)
    for _ in range(300):
        texts = ["".join(chance.choices("ab<&> .\n", k=chance.randrange(9))) for _ in range(2)]
        cut = runs(*texts)
        assert ["".join(text for text, _ in side) for side in cut] == texts
        if texts[0] == texts[1]:
            assert not any(lacks for side in cut for _, lacks in side)
        # What both have is the same.
        left, right = ("".join(t for t, lacks in side if not lacks) for side in cut)
        assert left == right


@pytest.mark.parametrize("text", ["<b>x</b> & y", "a < b", "&amp;"])
def test_html_in_a_text_is_shown_as_it_is(qapp: object, text: str) -> None:
    for html in marked(text, text + " z"):
        assert text in QTextDocumentFragment.fromHtml(html).toPlainText()
