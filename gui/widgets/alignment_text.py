"""A word alignment in words: labels, what is tied to what, tables for the clipboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from engine.analysis.alignment import Link, SoftAlignment
from engine.events import FloatArray, Piece
from engine.text.words import Word
from gui.language import quoted, tr
from gui.session import Side
from gui.widgets.pieces import label, weight_text
from gui.widgets.token_axis import AxisToken

_MOST: Final = 3
"""Words that are named one by one."""


def word_label(word: Word, pieces: Sequence[Piece]) -> str:
    """The word on one line, every character visible; of a character half written, its bytes."""
    return _label("".join(pieces[index].text for index in word.pieces), word.text)


@lru_cache(maxsize=4096)
def _label(spelt: str, text: str) -> str:
    return label(Piece(0, spelt, "normal", text))


def word_labels(words: Sequence[Word], pieces: Sequence[Piece]) -> tuple[str, ...]:
    """The labels of words of ``pieces``."""
    return tuple(word_label(word, pieces) for word in words)


def axis_words(labels: Sequence[str], words: Sequence[Word]) -> tuple[AxisToken, ...]:
    """Words as labels of a matrix; the tooltip gives the number that Pharaoh knows them by."""
    return tuple(
        AxisToken(
            text,
            tr("word {number}: “{word}”, %n piece(s)", "", len(word.pieces)).format(
                number=number, word=text
            ),
        )
        for number, (text, word) in enumerate(zip(labels, words, strict=True))
    )


def strongest(weights: FloatArray, least: float = 0.0) -> list[tuple[int, float]]:
    """The (place, weight) of weights above ``least``, largest first, equal ones in order."""
    order = np.argsort(-weights, kind="stable")
    return [(int(place), float(weights[place])) for place in order if weights[place] > least]


class AlignmentText:
    """What can be said of one alignment.

    Args:
        soft: the weights.
        links: the words that are aligned.
        source: the labels of the source words.
        target: the labels of the target words.
    """

    def __init__(
        self,
        soft: SoftAlignment,
        links: Sequence[Link],
        source: Sequence[str],
        target: Sequence[str],
    ) -> None:
        self.soft = soft
        self.links = tuple(links)
        self.source, self.target = tuple(source), tuple(target)
        self._linked = frozenset(links)

    def waits(self, target: int) -> str:
        """Why the row of a target word is not there, or not whole; else nothing."""
        rows, pieces = len(self.soft.rows[target]), len(self.soft.target[target].pieces)
        if not rows:
            return tr("its row comes with the next step")
        if rows < pieces:
            return tr("so far {rows} of %n row(s)", "", pieces).format(rows=rows)
        return ""

    def word(self, side: Side, index: int) -> str:
        """A word on one line: its number, what it is tied to, and how much."""
        names = self.source if side == "source" else self.target
        named = tr("{number} “{word}”").format(number=index, word=names[index])
        arrow, other = ("←", self.target) if side == "source" else ("→", self.source)
        weights = self.soft.weights[:, index] if side == "source" else self.soft.weights[index]
        found = strongest(weights)
        parts = [named]
        if found:
            first = (
                f"{quoted(other[place])} {weight_text(weight)}" for place, weight in found[:_MOST]
            )
            parts = [f"{named} {arrow} {', '.join(first)}"]
        elif side == "source":
            parts.append(tr("no target word looks at it"))
        if side == "target" and self.soft.rows[index]:
            share = weight_text(float(self.soft.special[index]))
            parts.append(tr("special tokens {share}").format(share=share))
        rest = found[_MOST:]
        if rest:
            share = weight_text(sum(weight for _, weight in rest))
            parts.append(tr("%n other(s) {share}", "", len(rest)).format(share=share))
        if side == "target" and self.waits(index):
            parts.append(self.waits(index))
        return "   ".join(parts)

    def cell(self, target: int, source: int) -> str:
        """A pair of words: the exact weight, and whether they are aligned."""
        pair = f"{quoted(self.target[target])} → {quoted(self.source[source])}"
        waits = self.waits(target)
        if not self.soft.rows[target]:
            return f"{pair}   {waits}"
        weight = weight_text(float(self.soft.weights[target, source]))
        parts = [tr("{pair}   weight {weight}").format(pair=pair, weight=weight)]
        if (source, target) in self._linked:
            parts.append(tr("aligned: {link}").format(link=f"{source}-{target}"))
        if waits:
            parts.append(waits)
        return "   ".join(parts)

    def summary(self) -> str:
        """How many words are aligned, and what the special tokens keep."""
        words, tied = len(self.target), len({target for _, target in self.links})
        text = tr("{tied} of %n target word(s) aligned", "", words).format(tied=tied)
        parts = [text]
        there = [bool(rows) for rows in self.soft.rows]
        if any(there):
            share = weight_text(float(self.soft.special[there].mean(dtype=np.float64)))
            left_out = tr("special tokens {share} on average, left out")
            parts.append(left_out.format(share=share))
        if self.target and self.waits(words - 1):
            parts.append(f"{quoted(self.target[-1])}: {self.waits(words - 1)}")
        return " · ".join(parts)

    def table(self) -> str:
        """The weights for a spreadsheet: one target word a line, tabs between."""
        head = ["", "", *(str(number) for number in range(len(self.source))), "", ""]
        names = ["", "", *self.source, tr("special tokens"), tr("aligned with")]
        lines = ["\t".join(head), "\t".join(names)]
        for index, name in enumerate(self.target):
            known = bool(self.soft.rows[index])
            numbers = [*self.soft.weights[index].tolist(), float(self.soft.special[index])]
            # Nine digits are what tells every float32 from its neighbours.
            cells = [f"{number:.9g}" if known else "" for number in numbers]
            aligned = " ".join(str(source) for source, target in self.links if target == index)
            lines.append("\t".join([str(index), name, *cells, aligned]))
        return "\n".join(lines) + "\n"

    def pair(self) -> str:
        """The words that the numbers of the links count, as fast_align reads a sentence pair."""
        return " ".join(self.source) + " ||| " + " ".join(self.target)
