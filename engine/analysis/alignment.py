"""Which source word each word of the translation is tied to, read off the cross-attention.

From pieces to words: the weights on the source pieces of a word are summed, the rows of the
target pieces of a word are averaged (Clark et al. 2019, arXiv:1906.04341, section 4.1). What
belongs together as a word is said in :mod:`engine.text.words`.

Special tokens (start, end, pad) are no words. They are left out and nothing is renormalised:
the weights of a row sum to 1 less the share of the special source tokens, which is kept beside
them. They cannot be aligned either, so a word that looks mostly at ``</s>`` is still tied to
the likeliest of the words.

Which row speaks for a word is a choice (:class:`Row`), for row ``i`` of the trace is that of the
decoder position that *writes* piece ``i``, while its input is piece ``i - 1``. Reading the row
that writes the word is the usual way (Garg et al. 2019, arXiv:1909.02074; "Naive-Att" of Chen
et al.); reading the next one, whose input is the word, often aligns better ("Shift-Att" of Chen
et al. 2020, arXiv:2004.14837). Some layers and heads align far better than others, so neither is
chosen here.

Imports neither torch nor Qt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np

from engine.errors import DataError
from engine.events import AttentionKind, FloatArray, Piece
from engine.text.words import Word, group_words, word_attention
from engine.trace import SentenceTrace, select_head

Link = tuple[int, int]
"""(source word, target word), both from 0."""


class Row(StrEnum):
    """Which row of the attention speaks for a written piece."""

    WRITES = "writes"
    """The row at whose position the piece is the output."""
    READS = "reads"
    """The row at whose position the piece is the input: one later, so not there yet for the
    piece written last."""


class Method(StrEnum):
    """How a hard alignment is read off the weights."""

    ARGMAX = "argmax"
    """Every target word is tied to the source word it gives most weight."""
    INTERSECTION = "intersection"
    """As ``ARGMAX``, if that target word also gives the source word more weight than any other
    target word does: the two argmaxes intersected ("Argmax" of Jalili Sabet et al. 2020,
    arXiv:2004.08728; the intersection of Och and Ney 2003)."""
    THRESHOLD = "threshold"
    """All pairs whose weight reaches the threshold."""


@dataclass(frozen=True, eq=False)
class SoftAlignment:
    """The attention between the words of a sentence and of what is written of its translation.

    Attributes:
        weights: [target word, source word], at least 0; a row sums to 1 less ``special``, or is
            0 throughout where ``rows`` is empty.
        special: [target word] the share of the special source tokens.
        source: the words of the columns; ``Word.pieces`` are the pieces of each.
        target: the words of the rows.
        rows: [target word] the rows of the attention that were averaged. Fewer than the word
            has pieces, or none, while ``Row.READS`` still waits for them.
    """

    weights: FloatArray
    special: FloatArray
    source: tuple[Word, ...]
    target: tuple[Word, ...]
    rows: tuple[tuple[int, ...], ...]


def soft_alignment(
    attention: FloatArray, written: Sequence[Piece], source: Sequence[Piece], row: Row
) -> SoftAlignment:
    """Attention between pieces as attention between words.

    Args:
        attention: [written piece, source piece] cross-attention; row i wrote piece i.
        written: the pieces of the translation so far.
        source: the pieces of the sentence.
        row: which row speaks for a piece.
    """
    keys = _words_of(tuple(source))
    columns = tuple(word for word in keys if word.kind != "special")
    specials = tuple(index for word in keys if word.kind == "special" for index in word.pieces)
    target = tuple(word for word in group_words(written) if word.kind != "special")
    shift = 1 if row is Row.READS else 0
    rows = tuple(
        tuple(index + shift for index in word.pieces if index + shift < len(attention))
        for word in target
    )
    there = [number for number, indices in enumerate(rows) if indices]
    groups = [word.pieces for word in columns] + ([specials] if specials else [])
    known = word_attention(attention, [rows[number] for number in there], groups)
    weights = np.zeros((len(target), len(columns)), dtype=np.float32)
    weights[there] = known[:, : len(columns)]
    special = np.zeros(len(target), dtype=np.float32)
    special[there] = known[:, len(columns) :].sum(axis=1)
    return SoftAlignment(weights, special, columns, target, rows)


@lru_cache(maxsize=4)
def _words_of(pieces: tuple[Piece, ...]) -> tuple[Word, ...]:
    """The words of a source, which stays the same from step to step."""
    return group_words(pieces)


def hard_alignment(weights: FloatArray, method: Method, threshold: float = 0.0) -> tuple[Link, ...]:
    """The pairs of words that are aligned, ordered by source word, then by target word.

    Of equal weights the first word wins. A weight of 0 aligns nothing.

    Args:
        weights: [target word, source word].
        method: how.
        threshold: the least weight of ``Method.THRESHOLD``; the others do not look at it.
    """
    if 0 in weights.shape:
        return ()
    if method is Method.THRESHOLD:
        targets, sources = np.nonzero((weights > 0) & (weights >= np.float32(threshold)))
    else:
        sources = weights.argmax(axis=1)
        targets = np.arange(len(weights))
        kept = weights[targets, sources] > 0
        if method is Method.INTERSECTION:
            kept &= weights.argmax(axis=0)[sources] == targets
        targets, sources = targets[kept], sources[kept]
    return tuple(sorted(zip(sources.tolist(), targets.tolist(), strict=True)))


def to_pharaoh(links: Iterable[Link]) -> str:
    """The links as Pharaoh, Moses and fast_align write them: ``0-0 1-2``, source first."""
    return " ".join(f"{source}-{target}" for source, target in links)


def from_pharaoh(text: str) -> tuple[Link, ...]:
    """The links of one line in Pharaoh format, in its order.

    Raises:
        DataError: something in it is no link.
    """
    links: list[Link] = []
    for entry in text.split():
        match = re.fullmatch(r"([0-9]+)-([0-9]+)", entry)
        if match is None:
            raise DataError(
                f"“{entry}” is no link of an alignment; write the numbers of a source and a "
                "target word, from 0, with a hyphen between: 0-0 1-2."
            )
        links.append((int(match[1]), int(match[2])))
    return tuple(links)


def align(
    sentence: SentenceTrace,
    step: int,
    hypothesis: int,
    layer: int | None,
    head: int | None,
    row: Row = Row.WRITES,
) -> SoftAlignment | None:
    """The attention between words along one hypothesis, up to and with ``step``.

    Args:
        sentence: its trace.
        step: the last step whose row counts and whose piece is written.
        hypothesis: at that step.
        layer: from 0; ``None`` is the mean over all layers.
        head: from 0; ``None`` is the mean over all heads.
        row: which row speaks for a piece.

    Returns:
        ``None`` if the cross-attention was not recorded.

    Raises:
        IndexError: there is no such step, hypothesis, layer or head.
    """
    attention = RowReader().read(sentence, step, hypothesis, layer, head)
    if attention is None:
        return None
    written = sentence.pieces(step, hypothesis)
    return soft_alignment(attention, written, sentence.encoded.pieces, row)


class RowReader:
    """Reads the cross-attention of one hypothesis, each row once, as steps come.

    Attributes:
        missing: rows up to the step asked for that are not read yet, since ``at_most`` ended
            the reading.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget what was read, and keep no trace alive."""
        self.missing = 0
        self._about: tuple[SentenceTrace, int | None, int | None] | None = None
        self._marks: list[FloatArray] = []
        self._rows: list[FloatArray] = []

    def read(
        self,
        sentence: SentenceTrace,
        step: int,
        hypothesis: int,
        layer: int | None,
        head: int | None,
        at_most: int | None = None,
    ) -> FloatArray | None:
        """The rows up to and with ``step``; only those that are new are worked out.

        Args:
            sentence, step, hypothesis, layer, head: as for :func:`align`.
            at_most: how many weights to read, one row at least; the first rows come back,
                and ``missing`` says how many do not. All if ``None``.

        Returns:
            [written piece, source piece], or ``None`` if it was not recorded.

        Raises:
            IndexError: there is no such step, hypothesis, layer or head.
        """
        if (layer is not None and layer < 0) or (head is not None and head < 0):
            raise IndexError(f"no layer {layer}, head {head}")
        recorded = [live.cross for live in sentence.ancestry(step, hypothesis)]
        marks = [row for row in recorded if row is not None]
        if len(marks) < len(recorded):
            self.clear()
            return _whole(sentence, step, hypothesis, layer, head)
        if self._about != (sentence, layer, head):
            self.clear()
            self._about = (sentence, layer, head)
        kept = 0
        for old, new in zip(self._marks, marks, strict=False):
            if old is not new:
                break
            kept += 1
        until = len(marks)
        if at_most is not None:
            until = min(until, kept + max(1, at_most // marks[0].size))
        del self._rows[kept:]
        self._marks = marks[:until]
        self._rows += [_pick(row, layer, head) for row in marks[kept:until]]
        self.missing = len(marks) - until
        return np.stack(self._rows)


def _pick(recorded: FloatArray, layer: int | None, head: int | None) -> FloatArray:
    """One row [source], of one step's [layers, heads, source]."""
    if layer is not None:
        return select_head(recorded, layer, head)
    # Heads of one number have nothing in common but that; who wants their mean gets it.
    each = recorded.mean(axis=1, dtype=np.float64) if head is None else recorded[:, head]
    mean: FloatArray = each.mean(axis=0, dtype=np.float64).astype(np.float32)
    return mean


def _whole(
    sentence: SentenceTrace, step: int, hypothesis: int, layer: int | None, head: int | None
) -> FloatArray | None:
    """The rows where they stand in one piece at the sentence's end, if anywhere."""
    finished = sentence.finished
    whole = None if finished is None else finished.hypotheses[0].cross
    if whole is None:
        return None
    layers = range(len(whole)) if layer is None else (layer,)
    picked: list[FloatArray] = []
    for number in layers:
        matrix = sentence.attention_matrix(AttentionKind.CROSS, number, head, step, hypothesis)
        if matrix is None:
            return None
        picked.append(matrix.weights)
    if len(picked) == 1:
        return picked[0]
    mean: FloatArray = np.stack(picked).mean(axis=0, dtype=np.float64).astype(np.float32)
    return mean
